//! Which file, in which state.

/// Which file it was and in which state, told by the system without reading it.
///
/// Two equal identities mean the same unchanged file, unless the identity is racy: taken within
/// the clock's grain of the file's last change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub struct FileIdentity {
    /// Device; 0 where the system has none.
    pub device: u64,
    /// Inode or file index.
    pub inode: u64,
    /// Size in bytes.
    pub size: u64,
    /// Last change of the contents, nanoseconds since 1970.
    pub modified: i64,
    /// Last change of the file's record, nanoseconds since 1970; 0 where the system has none.
    pub changed: i64,
    /// Hard links.
    pub links: u64,
}
