//! Why a package could not be looked at.

use std::path::PathBuf;

/// A fault outside of the package. What is wrong inside of it is told as coverage, never as an error.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The path itself cannot be opened or read: nothing is there, or the user may not read it.
    #[error(transparent)]
    Unreadable(#[from] prowess_fs::Error),
    /// The path is a single file that is neither an archive nor Markdown.
    #[error("{path}: neither a folder, an archive nor a `SKILL.md`", path = path.display())]
    NoPackage {
        /// The path.
        path: PathBuf,
    },
    /// The folder holds no file: there is nothing that a verdict could be about.
    #[error("{path}: holds nothing that could be scanned", path = path.display())]
    Empty {
        /// The folder.
        path: PathBuf,
    },
}
