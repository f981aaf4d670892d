//! What is asked of the operating system, in one form for all of them.

#[cfg(unix)]
mod unix;
#[cfg(unix)]
pub(crate) use unix::{FileHandle, FolderHandle};

#[cfg(any(not(unix), test))]
#[cfg_attr(unix, expect(dead_code, reason = "built here for its tests alone"))]
mod portable;
#[cfg(not(unix))]
pub(crate) use portable::{FileHandle, FolderHandle};

use std::io;

use crate::{EntryKind, FileIdentity};

/// Why the system, or the confinement, said no.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A link where none is followed, or a loop of links.
    Link,
    /// A way out of the folder.
    Outside,
    /// Another file than the one that was read.
    Changed,
    /// Anything else.
    System(io::Error),
}

impl Failure {
    /// Whether something is in the way.
    pub(crate) fn is_exists(&self) -> bool {
        matches!(self, Self::System(error) if error.kind() == io::ErrorKind::AlreadyExists)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

pub(crate) type Result<T> = std::result::Result<T, Failure>;

/// What the system tells about a file or folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Status {
    pub(crate) identity: FileIdentity,
    pub(crate) kind: EntryKind,
    /// The numeric owner, where the system has one.
    pub(crate) owner: Option<u32>,
    /// Who may do what with it, in Unix's bits, where the system has such.
    pub(crate) mode: Option<u32>,
}
