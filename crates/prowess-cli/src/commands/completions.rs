//! `prowess completions SHELL`

use clap::CommandFactory as _;

use crate::arguments::{Arguments, Completions};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;

/// Prints the completion script of a shell.
pub(super) fn run(arguments: &Completions, output: &mut Output) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(
        arguments.shell,
        &mut Arguments::command(),
        "prowess",
        &mut script,
    );
    output.data(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Done)
}
