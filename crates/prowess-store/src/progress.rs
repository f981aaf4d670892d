//! What a long deed tells while it is under way.

/// Who is told how far a deed is.
pub trait Progress: Send + Sync {
    /// Takes one word of it. It may come from any thread, and often.
    fn tell(&self, at: At<'_>);
}

/// Nobody is told.
impl Progress for () {
    fn tell(&self, _at: At<'_>) {}
}

/// How far a deed is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum At<'a> {
    /// A source is being read.
    Fetching {
        /// The source, without user information.
        source: &'a str,
        /// Bytes that have come.
        bytes: u64,
        /// Bytes in all, where that is known.
        of: Option<u64>,
    },
    /// A host asks who wants to know, and the user's own credentials are tried.
    Login {
        /// The host.
        host: &'a str,
    },
    /// A skill is being scanned.
    Scanning {
        /// The skill.
        name: &'a str,
    },
    /// What is new is being put in its place.
    Writing {
        /// The skill.
        name: &'a str,
    },
    /// A program is running that installs what a skill needs.
    Running {
        /// The program and its arguments.
        command: &'a [String],
    },
    /// A request is being tried again later.
    Waiting {
        /// For what.
        reason: &'a str,
    },
}
