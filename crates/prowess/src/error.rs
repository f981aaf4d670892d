//! What stops the engine.

use std::io;

/// What stops the engine. Everything that does not is a diagnostic, a verdict or a visibility.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The current folder is gone or cannot be read.
    #[error("the current folder cannot be read: {0}")]
    CurrentFolder(#[source] io::Error),
}
