//! `prowess man [COMMAND]`

use clap::{Command, CommandFactory as _};

use crate::arguments::{Arguments, Man};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;

/// Prints a manual page in roff form.
pub(super) fn run(arguments: &Man, output: &mut Output) -> Result<Exit, Failure> {
    let program = program();
    let wanted = match &arguments.command {
        None => Some(&program),
        Some(name) => program
            .get_subcommands()
            .find(|command| command.get_name() == name),
    };
    let Some(command) = wanted else {
        let name = arguments.command.as_deref().unwrap_or_default();
        return Err(
            Failure::new(Exit::NotFound, format!("there is no command `{name}`"))
                .help("`prowess --help` lists them"),
        );
    };
    output.data(&render(command)?)?;
    Ok(Exit::Done)
}

/// The program's definition, with each command's full name and its global options put in.
pub(crate) fn program() -> Command {
    let mut program = Arguments::command();
    program.build();
    program
}

/// One manual page in roff form.
pub(crate) fn render(command: &Command) -> std::io::Result<String> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone())
        .manual("Prowess")
        .source(format!("prowess {}", env!("CARGO_PKG_VERSION")))
        .date("")
        .render(&mut page)?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}
