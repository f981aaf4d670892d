//! How a program has ended.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// How a program has ended, and what it wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outcome {
    /// How.
    pub end: End,
    /// What it wrote to its output.
    pub output: Stream,
    /// What it wrote to its second output.
    pub errors: Stream,
    /// How long it took.
    pub took: Duration,
    /// Protected files that it made although they were not there, under the names that they have been given since.
    pub set_aside: Vec<PathBuf>,
}

/// How a program has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum End {
    /// By itself.
    Exit {
        /// Its code.
        code: i32,
    },
    /// By a signal.
    Signal {
        /// Its number.
        signal: i32,
    },
    /// Its time was over, and it was stopped with all that it had started.
    TimedOut,
}

/// One output of a program.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Stream {
    /// Its beginning.
    pub bytes: Vec<u8>,
    /// How many bytes were not kept.
    pub dropped: u64,
}
