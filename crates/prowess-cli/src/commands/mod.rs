//! One file a command.

mod completions;
mod explain;
pub(crate) mod man;

use crate::arguments::{Arguments, Command};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;

/// Runs the command of these arguments.
pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Exit, Failure> {
    match &arguments.command {
        Some(Command::Explain(explain)) => explain::run(explain, output),
        Some(Command::Completions(completions)) => completions::run(completions, output),
        Some(Command::Man(man)) => man::run(man, output),
        _ => Ok(Exit::Bug),
    }
}
