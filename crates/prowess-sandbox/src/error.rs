//! What keeps a program from being run.

use std::path::PathBuf;

use crate::Level;

/// What keeps a program from being run. How a program that did run has ended is no error ([`crate::End`]).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// This machine cannot hold programs at the level that was asked for. Nothing ran.
    #[error("this machine cannot hold programs at the level `{level}`: {reason}")]
    Level {
        /// The level.
        level: Level,
        /// Which part could not be put on, and what the system said.
        reason: String,
    },
    /// The program could not be started within the sandbox.
    #[error("`{}` could not be started: {reason}", program.display())]
    Start {
        /// The program.
        program: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// The helper could not be run, or stopped without a word.
    #[error("the helper `{}` {reason}", helper.display())]
    Helper {
        /// The helper.
        helper: PathBuf,
        /// What happened.
        reason: String,
    },
    /// A right that no program may get.
    #[error("`{}` may not be given to a program: {reason}", path.display())]
    Right {
        /// The folder.
        path: PathBuf,
        /// Why.
        reason: &'static str,
    },
}
