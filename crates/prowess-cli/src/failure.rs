//! What ends a command early.

use std::io;

use crate::exit::Exit;

/// Why a command ended before its work was done.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Something to say, and the exit code that goes with it.
    Told {
        /// The exit code.
        exit: Exit,
        /// What is the matter.
        message: String,
        /// What to do next, one line each.
        help: Vec<String>,
    },
    /// The output could not be written.
    Output(io::Error),
}

impl Failure {
    /// A failure without advice.
    pub(crate) fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self::Told {
            exit,
            message: message.into(),
            help: Vec::new(),
        }
    }

    /// Adds what to do next.
    pub(crate) fn help(mut self, line: impl Into<String>) -> Self {
        if let Self::Told { help, .. } = &mut self {
            help.push(line.into());
        }
        self
    }
}

impl From<io::Error> for Failure {
    /// An error of writing to stdout or stderr; errors of files are told by the library.
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
