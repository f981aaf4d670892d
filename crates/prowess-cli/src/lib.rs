//! The `prowess` command: arguments, output and exit codes. What it shows is worked out by the
//! [`prowess`] library.
//!
//! ```text
//! arguments ─► commands ─► output ─► stdout (data), stderr (everything else)
//!              failure  ─► exit code
//! ```

pub mod arguments;
mod commands;
mod exit;
mod failure;
mod keeping;
mod output;
mod panic;
#[cfg(feature = "generate")]
pub mod reference;
mod session;

use std::process::ExitCode;

use clap::Parser as _;
use clap::error::ErrorKind;

use arguments::Arguments;
use exit::Exit;
use output::Output;

/// Runs the command with the arguments of the process.
#[must_use]
pub fn run() -> ExitCode {
    panic::install();
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return refused(&error).into(),
    };
    let mut output = Output::of_process(&arguments.global);
    match commands::run(&arguments, &mut output) {
        Ok(exit) => exit.into(),
        Err(failure) => output.failure(&failure).into(),
    }
}

/// Help and version are data, everything else is a fault of the arguments.
fn refused(error: &clap::Error) -> Exit {
    // Nothing is left to say where even this cannot be printed.
    let _ = error.print();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Exit::Done,
        _ => Exit::Usage,
    }
}
