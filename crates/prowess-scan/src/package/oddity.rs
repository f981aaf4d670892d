//! What was noticed while a file was opened. The rules say what it is worth.

/// Something about a file that no honest writer of such files produces by chance, or rarely.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Oddity {
    /// An archive made to exhaust whoever opens it, and how.
    Bomb(String),
    /// Two readers of the archive see different files, and where.
    Differs(String),
    /// As `Differs`, in ways that careless programs bring about as well.
    Sloppy(String),
    /// An entry of an archive is encrypted.
    Encrypted,
    /// An entry of an archive is a device, or has rights of another user.
    Special(&'static str),
    /// It is a file of one kind and another one too, and what the second is.
    Polyglot(&'static str),
    /// A document that holds programs, and by which names.
    Active(String),
    /// An office document with macros, or one that loads them.
    Macros(&'static str),
}
