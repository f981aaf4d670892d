//! Folders that the user trusts.

use std::path::{Path, PathBuf};

use prowess_fs::Folder;
use serde::{Deserialize, Serialize};

use crate::Error;

/// A folder that the user trusts: just this one, with just this owner. One that was moved away and has another in its place,
/// also by mounting, is not trusted any more; on a file system that numbers itself anew at each start, it has to be trusted
/// again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrustedFolder {
    /// The folder, absolute, links on the way to it followed.
    pub path: PathBuf,
    /// Device and inode; zeros on systems without such numbers, where the path alone counts.
    pub node: [u64; 2],
    /// The number of its owner, on systems that have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<u32>,
}

/// Why a folder is not the one that was trusted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FolderFault {
    /// Another folder is in its place.
    #[error("another folder is in the place of the one that was trusted")]
    Replaced,
    /// It belongs to someone else.
    #[error("it belongs to another user than when it was trusted")]
    Owner,
    /// It cannot be looked at.
    #[error("it cannot be looked at: {reason}")]
    Unreadable {
        /// What is said.
        reason: String,
    },
}

impl TrustedFolder {
    /// The folder as it is now.
    ///
    /// # Errors
    ///
    /// [`Error::Disk`].
    pub fn of(path: &Path) -> Result<Self, Error> {
        let real = real(path)?;
        let folder = Folder::open(&real)?;
        let identity = folder.identity()?;
        Ok(Self {
            node: [identity.device, identity.inode],
            owner: folder.owner()?,
            path: real,
        })
    }

    /// Whether what is at its path now is still what was trusted.
    ///
    /// # Errors
    ///
    /// [`FolderFault`].
    pub fn check(&self) -> Result<(), FolderFault> {
        let now = Self::of(&self.path).map_err(|error| FolderFault::Unreadable {
            reason: error.to_string(),
        })?;
        if now.path != self.path || now.node != self.node {
            Err(FolderFault::Replaced)
        } else if now.owner != self.owner {
            Err(FolderFault::Owner)
        } else {
            Ok(())
        }
    }
}

/// The path with every link on the way followed: two names of a folder are one.
pub(crate) fn real(path: &Path) -> Result<PathBuf, Error> {
    std::fs::canonicalize(path).map_err(|error| {
        Error::Disk(match error.kind() {
            std::io::ErrorKind::NotFound => prowess_fs::Error::NotFound {
                path: path.to_path_buf(),
            },
            _ => prowess_fs::Error::System {
                path: path.to_path_buf(),
                source: error,
            },
        })
    })
}
