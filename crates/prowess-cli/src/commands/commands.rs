//! `prowess commands`

use prowess::BuiltIns;
use prowess::prompt::{Command, Taken};
use serde::Serialize;

use super::info::arguments as arguments_of;
use crate::arguments::{Commands, Global, OutputFormat};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{LastColumn, Output, SCHEMA, Table, counted};
use crate::session::{self, Forms};

/// The commands by which a user starts skills, as `--json` prints them.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct CommandsView<'s> {
    /// The version of this form.
    schema: u32,
    /// The profile whose commands they are.
    profile: &'s str,
    /// The commands in listing order.
    commands: Vec<CommandView<'s>>,
}

/// The command of one skill.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
struct CommandView<'s> {
    /// What is typed, `/` included.
    typed: String,
    /// The skill.
    skill: &'s str,
    /// What a menu shows.
    description: &'s str,
    /// What stands behind the command, in the author's words.
    #[serde(skip_serializing_if = "Option::is_none")]
    arguments: Option<String>,
    /// The tool that is called in place of the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    tool: Option<&'s str>,
    /// Who has the bare command: `host` or `skill`. The skill is then reached by `/skill NAME`.
    #[serde(skip_serializing_if = "Option::is_none")]
    taken_by: Option<&'static str>,
}

/// Lists the commands of the skills that users may start.
pub(super) fn run(
    arguments: &Commands,
    global: &Global,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let engine = session::open(global, BuiltIns::Embedded, Forms::TextAndJson, output)?;
    let snapshot = engine.snapshot();
    let commands = engine.commands(&arguments.reserved);
    let views: Vec<CommandView<'_>> = commands
        .iter()
        .map(|command| {
            let entry = snapshot.entry(command.entry);
            CommandView {
                typed: typed(command),
                skill: &command.skill,
                description: &command.description,
                arguments: entry.map(arguments_of).filter(|text| !text.is_empty()),
                tool: command.tool.as_deref(),
                taken_by: command.taken.map(|taken| match taken {
                    Taken::BySkill(_) => "skill",
                    _ => "host",
                }),
            }
        })
        .collect();
    if output.format == OutputFormat::Json {
        output.json(&CommandsView {
            schema: SCHEMA,
            profile: &snapshot.profile.name,
            commands: views,
        })?;
        return Ok(Exit::Done);
    }
    if views.is_empty() {
        output.note("no skill has a command here")?;
        return Ok(Exit::Done);
    }
    let mut table = Table::new(
        ["COMMAND", "ARGUMENTS", "SKILL", "DESCRIPTION"],
        LastColumn::Cut,
    )
    .spare(&["SKILL", "ARGUMENTS"]);
    for view in &views {
        table.row([
            view.typed.clone(),
            view.arguments.clone().unwrap_or_default(),
            view.skill.to_owned(),
            match view.tool {
                Some(tool) => format!("(calls the tool `{tool}`) {}", view.description),
                None => view.description.to_owned(),
            },
        ]);
    }
    output.table(&table)?;
    let taken = |by| {
        views
            .iter()
            .filter(|view| view.taken_by == Some(by))
            .count()
    };
    for (count, by) in [
        (taken("host"), "a command of the host"),
        (taken("skill"), "another skill"),
    ] {
        if count > 0 {
            let skills = counted(count, "skill has", "skills have");
            output.note(&format!(
                "{skills} no command of {} own: {by} has the name; `/skill NAME` starts it",
                if count == 1 { "its" } else { "their" }
            ))?;
        }
    }
    Ok(Exit::Done)
}

/// What starts the skill when it is typed.
fn typed(command: &Command) -> String {
    match command.taken {
        None => format!("/{}", command.name),
        Some(_) if command.skill.contains(char::is_whitespace) => {
            format!("/skill \"{}\"", command.skill)
        }
        Some(_) => format!("/skill {}", command.skill),
    }
}
