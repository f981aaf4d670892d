//! Commands of several agents in one menu.

use std::collections::HashSet;

use prowess_catalog::Snapshot;

use super::{Command, CommandNames, compared, words};

/// The commands of one agent in a menu of several.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct AgentCommand {
    /// The position of the catalogue that it is from.
    pub catalogue: usize,
    /// The command.
    pub command: Command,
}

/// The commands of several catalogues in one menu, catalogue by catalogue, under names that are made
/// for them (OpenClaw 2026.6.11). Of skills whose names differ in letter case at most, the first has a
/// command; the names of commands are unique over all catalogues.
pub fn commands_of_agents<'s, N: AsRef<str>>(
    snapshots: impl IntoIterator<Item = &'s Snapshot>,
    reserved: impl IntoIterator<Item = N>,
) -> Vec<AgentCommand> {
    let mut names = CommandNames::new(&compared(reserved));
    let mut skills = HashSet::new();
    let mut commands = Vec::new();
    for (catalogue, snapshot) in snapshots.into_iter().enumerate() {
        for command in words(snapshot, &mut names) {
            if skills.insert(command.skill.to_lowercase()) {
                commands.push(AgentCommand { catalogue, command });
            }
        }
    }
    commands
}
