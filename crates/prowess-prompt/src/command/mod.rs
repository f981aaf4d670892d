//! Slash commands: which there are, and what a message calls.

mod agents;
mod call;
mod names;

use std::borrow::Cow;
use std::collections::HashMap;

use prowess_base::FoldedName;
use prowess_catalog::{CommandRule, Entry, EntryId, Snapshot, Trust};
use serde::Serialize;

pub use agents::{AgentCommand, commands_of_agents};
pub use call::{Call, Called};
pub(crate) use names::{CommandNames, command_description};

/// The command that starts a skill by the name behind it, in profiles that have commands.
pub const SKILL_COMMAND: &str = "skill";

/// The command of one skill.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Command {
    /// What is typed behind the `/`.
    pub name: Box<str>,
    /// The skill.
    pub entry: EntryId,
    /// The skill's name.
    pub skill: Box<str>,
    /// What a menu shows; shortened where the profile's client shortens it.
    pub description: Box<str>,
    /// Who has the bare command. Nothing: it is this skill's. The skill is reached by `/skill NAME`
    /// all the same.
    pub taken: Option<Taken>,
    /// The tool that it calls without a model. An untrusted skill calls none.
    pub tool: Option<Box<str>>,
}

/// Who has a command that a skill would have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    /// The host, which has a command of this name.
    ByHost,
    /// Another skill.
    BySkill(EntryId),
}

/// Which commands a menu can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MenuCharacters {
    /// Any.
    Any,
    /// Only those of ASCII: what a channel cannot show still runs when it is typed.
    Ascii,
}

/// The commands of a catalogue.
#[derive(Debug, Clone)]
pub struct Commands {
    rule: CommandRule,
    commands: Vec<Command>,
    reserved: Vec<Box<str>>,
}

impl Commands {
    /// The commands of the eligible skills that users may start, in listing order. `reserved` are the
    /// names and aliases of the host's own commands, without `/`; no skill gets one of them, in any
    /// letter case.
    pub fn new<N: AsRef<str>>(snapshot: &Snapshot, reserved: impl IntoIterator<Item = N>) -> Self {
        let reserved = compared(reserved);
        let rule = snapshot.profile.calls.commands;
        let commands = match rule {
            CommandRule::Never => Vec::new(),
            CommandRule::AsNamed => as_named(snapshot, &reserved),
            CommandRule::SkillCommand => callable(snapshot)
                .map(|(id, entry)| Command {
                    description: (&*entry.description).into(),
                    ..made(id, entry, format!("{SKILL_COMMAND}:{}", entry.name).into())
                })
                .collect(),
            CommandRule::Words => words(snapshot, &mut CommandNames::new(&reserved)),
        };
        Self {
            rule,
            commands,
            reserved,
        }
    }

    /// The same with names that a host has registered elsewhere, one for each skill that may have a
    /// command, in listing order. They are matched as names that were made.
    pub fn with_names<N: AsRef<str>>(
        snapshot: &Snapshot,
        names: impl IntoIterator<Item = N>,
        reserved: impl IntoIterator<Item = N>,
    ) -> Self {
        let mut commands = Self::new(snapshot, reserved);
        commands.rule = CommandRule::Words;
        commands.commands = callable(snapshot)
            .zip(names)
            .map(|((id, entry), name)| made(id, entry, name.as_ref().to_lowercase().into()))
            .collect();
        commands
    }

    /// Every command, in listing order.
    pub fn iter(&self) -> impl Iterator<Item = &Command> {
        self.commands.iter()
    }

    /// The commands that a menu shows: those that run when they are picked.
    pub fn menu(&self, characters: MenuCharacters) -> impl Iterator<Item = &Command> {
        self.commands.iter().filter(move |command| {
            command.taken.is_none()
                && (characters == MenuCharacters::Any || command.name.is_ascii())
        })
    }

    /// What a half-typed command may become: the host's commands, then those of skills, whose names
    /// begin with `prefix` in any letter case. Both are without `/`.
    pub fn complete(&self, prefix: &str) -> impl Iterator<Item = &str> {
        let prefix = prefix.to_lowercase();
        let host = self.reserved.iter().map(|name| &**name);
        let skills = self.menu(MenuCharacters::Any).map(|command| &*command.name);
        host.chain(skills)
            .filter(move |name| name.to_lowercase().starts_with(&prefix))
    }

    fn is_reserved(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        self.reserved.iter().any(|reserved| **reserved == *name)
    }
}

/// Reserved names as they are compared: trimmed, in lower case.
fn compared<N: AsRef<str>>(names: impl IntoIterator<Item = N>) -> Vec<Box<str>> {
    let names = names.into_iter();
    names
        .map(|name| name.as_ref().trim().to_lowercase().into())
        .collect()
}

/// The skills that may have a command.
fn callable(snapshot: &Snapshot) -> impl Iterator<Item = (EntryId, &Entry)> {
    let entries = snapshot.entries.with_ids();
    entries.filter(|(_, entry)| entry.is_eligible() && entry.manifest.invocation.user)
}

/// The tool that the command of a skill calls. Nothing of an untrusted skill runs by itself.
pub(crate) fn tool(entry: &Entry) -> Option<&str> {
    let dispatch = entry.manifest.dispatch.as_deref()?;
    (entry.trust == Trust::Trusted).then_some(&*dispatch.tool)
}

/// Each skill under its own name. One with blanks has them folded, as nobody can type it otherwise,
/// and gives way to a skill that has the folded name for its own.
fn as_named(snapshot: &Snapshot, reserved: &[Box<str>]) -> Vec<Command> {
    let has_blanks = |entry: &Entry| entry.name.contains(char::is_whitespace);
    let mut owners: HashMap<Cow<'_, str>, EntryId> = callable(snapshot)
        .filter(|(_, entry)| !has_blanks(entry))
        .map(|(id, entry)| (Cow::Borrowed(&*entry.name), id))
        .collect();
    callable(snapshot)
        .map(|(id, entry)| {
            let name: Cow<'_, str> = if has_blanks(entry) {
                FoldedName::new(&entry.name).as_str().to_owned().into()
            } else {
                (&*entry.name).into()
            };
            let folded = name.to_lowercase();
            let is_hosts =
                folded == SKILL_COMMAND || reserved.iter().any(|reserved| **reserved == *folded);
            let owner = *owners.entry(name.clone()).or_insert(id);
            Command {
                name: name.into(),
                entry: id,
                skill: entry.name.clone(),
                description: (&*entry.description).into(),
                taken: if is_hosts {
                    Some(Taken::ByHost)
                } else {
                    (owner != id).then_some(Taken::BySkill(owner))
                },
                tool: tool(entry).map(Box::from),
            }
        })
        .collect()
}

/// Each skill under a name that is made for it.
pub(crate) fn words(snapshot: &Snapshot, names: &mut CommandNames) -> Vec<Command> {
    callable(snapshot)
        .map(|(id, entry)| made(id, entry, names.claim(&entry.name)))
        .collect()
}

fn made(id: EntryId, entry: &Entry, name: Box<str>) -> Command {
    Command {
        name,
        entry: id,
        skill: entry.name.clone(),
        description: command_description(&entry.name, &entry.description),
        taken: None,
        tool: tool(entry).map(Box::from),
    }
}

/// A call of a tool that takes the place of the model's turn, as data: OpenClaw's `command-dispatch:
/// tool`. Whether the tool may be called is for the policy of whoever calls it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ToolCall {
    /// The tool.
    pub tool: Box<str>,
    /// What it is called with.
    pub arguments: ToolArguments,
}

/// What a tool is called with by a command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolArguments {
    /// What stands behind the command, as it was written; empty where nothing does.
    pub command: Box<str>,
    /// The command.
    pub command_name: Box<str>,
    /// The skill.
    pub skill_name: Box<str>,
}
