//! Exit codes, and which fault of the library gives which.

use std::process::ExitCode;

/// How a run ends. The numbers are part of the command's contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Everything was done.
    Done = 0,
    /// The check found problems.
    Problems = 1,
    /// The arguments or the configuration cannot be used.
    Usage = 2,
    /// Trust refuses it.
    Refused = 3,
    /// What was named is not there.
    NotFound = 4,
    /// Something outside failed: disk, network, model.
    Outside = 5,
    /// A fault of this program.
    Bug = 70,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
