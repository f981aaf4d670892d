//! One file a command.

mod adopt;
pub(crate) mod archive;
mod budget;
pub(crate) mod check;
#[expect(clippy::module_inception, reason = "the command is called so")]
pub(crate) mod commands;
pub(crate) mod compare;
mod completions;
mod config;
pub(crate) mod deps;
mod edit;
pub(crate) mod expand;
pub(crate) mod explain;
pub(crate) mod info;
pub(crate) mod install;
pub(crate) mod list;
mod lock;
pub(crate) mod man;
pub(crate) mod new;
pub(crate) mod outdated;
pub(crate) mod overview;
pub(crate) mod pack;
pub(crate) mod profiles;
pub(crate) mod prompt;
mod remove;
pub(crate) mod routes;
pub(crate) mod scan;
pub(crate) mod search;
pub(crate) mod shapes;
pub(crate) mod show;
pub(crate) mod stale;
pub(crate) mod trust;
mod undo;
mod update;
pub(crate) mod validate;
pub(crate) mod verify;
mod views;
pub(crate) mod watch;
pub(crate) mod why;

use crate::arguments::{Arguments, Command, OutputFormat};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;
use crate::session;

/// Runs the command of these arguments.
pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Exit, Failure> {
    let global = &arguments.global;
    let Some(command) = &arguments.command else {
        return overview::run(global, output);
    };
    match command {
        Command::List(list) => list::run(list, global, output),
        Command::Info(skill) => info::run(skill, global, output),
        Command::Why(skill) => why::run(skill, global, output),
        Command::Check(check) => check::run(check, global, output),
        Command::Prompt(prompt) => prompt::run(prompt, global, output),
        Command::Show(show) => show::run(show, global, output),
        Command::Commands(commands) => commands::run(commands, global, output),
        Command::Expand(expand) => expand::run(expand, global, output),
        Command::Routes(routes) => routes::run(routes, global, output),
        Command::Validate(validate) => validate::run(validate, global, output),
        Command::Scan(scan) => scan::run(scan, global, output),
        Command::Compare(compare) => compare::run(compare, global, output),
        Command::Search(search) => search::run(search, global, output),
        Command::Inspect(inspect) => search::inspect(inspect, global, output),
        Command::Install(install) => install::run(install, global, output),
        Command::Update(update) => update::run(update, global, output),
        Command::Remove(remove) => remove::run(remove, global, output),
        Command::Verify(verify) => verify::run(verify, global, output),
        Command::Outdated(outdated) => outdated::run(outdated, global, output),
        Command::Undo(undo) => undo::run(undo, global, output),
        Command::Adopt(adopt) => adopt::run(adopt, global, output),
        Command::Edit(edit) => edit::run(edit, global, output),
        Command::Archive(archive) => archive::run(archive, global, output),
        Command::Restore(restore) => archive::restore(restore, global, output),
        Command::Stale(stale) => stale::run(stale, global, output),
        Command::Trust(trust) => trust::run(trust, global, output),
        Command::Untrust(untrust) => trust::untrust(untrust, global, output),
        Command::Pack(pack) => pack::run(pack, global, output),
        Command::Lock(lock) => lock::run(lock, global, output),
        Command::Deps(deps) => deps::run(deps, global, output),
        Command::Watch => watch::run(global, output),
        Command::New(new) => new::run(new, global, output),
        Command::Config => config::run(global, output),
        Command::Explain(_) | Command::Completions(_) | Command::Man(_) | Command::Profiles(_)
            if output.format == OutputFormat::Sarif =>
        {
            Err(session::no_sarif())
        }
        Command::Profiles(profiles) => profiles::run(profiles, output),
        Command::Explain(explain) => explain::run(explain, output),
        Command::Completions(completions) => completions::run(completions, output),
        Command::Man(man) => man::run(man, output),
    }
}
