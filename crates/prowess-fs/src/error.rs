//! What can go wrong, with the path and the numbers.

use std::io;
use std::path::{Path, PathBuf};

use crate::EntryKind;
use crate::system::Failure;

/// What can go wrong with a file or folder.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is nothing at the path.
    #[error("{path}: not found", path = path.display())]
    NotFound {
        /// The path.
        path: PathBuf,
    },
    /// The user may not read or write it.
    #[error("{path}: permission denied", path = path.display())]
    Denied {
        /// The path.
        path: PathBuf,
    },
    /// It is no regular file.
    #[error("{path}: is {kind}, not a file", path = path.display())]
    NotFile {
        /// The path.
        path: PathBuf,
        /// What it is.
        kind: EntryKind,
    },
    /// It is no folder, or a part of the path is none.
    #[error("{path}: not a folder", path = path.display())]
    NotFolder {
        /// The path.
        path: PathBuf,
    },
    /// A link stands in the path where none is followed.
    #[error("{path}: is or goes through a link", path = path.display())]
    Link {
        /// The path.
        path: PathBuf,
    },
    /// The path leads out of the folder that it was to be opened beneath.
    #[error("{path}: leads out of its folder", path = path.display())]
    Outside {
        /// The path.
        path: PathBuf,
    },
    /// The file is larger than the bound.
    #[error("{path}: has {size} bytes, more than {bound}", path = path.display())]
    TooLarge {
        /// The path.
        path: PathBuf,
        /// Its size in bytes, as far as it is known.
        size: u64,
        /// The bound in bytes.
        bound: u64,
    },
    /// Something is there already.
    #[error("{path}: exists already", path = path.display())]
    Exists {
        /// The path.
        path: PathBuf,
    },
    /// The file is another one than the one that was read, or was changed since.
    #[error("{path}: was changed meanwhile", path = path.display())]
    Changed {
        /// The path.
        path: PathBuf,
    },
    /// Another refusal or failure of the system.
    #[error("{path}: {source}", path = path.display())]
    System {
        /// The path.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

impl Error {
    /// The error for what was said about `path`.
    pub(crate) fn at(path: impl FnOnce() -> PathBuf, failure: impl Into<Failure>) -> Self {
        let path = path();
        let source = match failure.into() {
            Failure::Link => return Self::Link { path },
            Failure::Outside => return Self::Outside { path },
            Failure::Changed => return Self::Changed { path },
            Failure::System(source) => source,
        };
        match source.kind() {
            io::ErrorKind::NotFound => Self::NotFound { path },
            io::ErrorKind::PermissionDenied => Self::Denied { path },
            io::ErrorKind::NotADirectory => Self::NotFolder { path },
            io::ErrorKind::IsADirectory => Self::NotFile {
                path,
                kind: EntryKind::Folder,
            },
            io::ErrorKind::AlreadyExists => Self::Exists { path },
            _ => Self::System { path, source },
        }
    }

    /// The path that it is about.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Self::NotFound { path }
            | Self::Denied { path }
            | Self::NotFile { path, .. }
            | Self::NotFolder { path }
            | Self::Link { path }
            | Self::Outside { path }
            | Self::TooLarge { path, .. }
            | Self::Exists { path }
            | Self::Changed { path }
            | Self::System { path, .. } => path,
        }
    }

    /// The reason without the path, for messages that name the path themselves.
    #[must_use]
    pub fn reason(&self) -> String {
        match self {
            Self::NotFound { .. } => "not found".to_owned(),
            Self::Denied { .. } => "permission denied".to_owned(),
            Self::NotFile { kind, .. } => format!("is {kind}, not a file"),
            Self::NotFolder { .. } => "not a folder".to_owned(),
            Self::Link { .. } => "is or goes through a link".to_owned(),
            Self::Outside { .. } => "leads out of its folder".to_owned(),
            Self::TooLarge { size, bound, .. } => format!("has {size} bytes, more than {bound}"),
            Self::Exists { .. } => "exists already".to_owned(),
            Self::Changed { .. } => "was changed meanwhile".to_owned(),
            Self::System { source, .. } => source.to_string(),
        }
    }
}
