//! `prowess expand TEXT`

use prowess::catalog::Snapshot;
use prowess::prompt::{By, Expansion, Outcome, Refusal, ToolCall};
use prowess::{BuiltIns, MessageOptions};
use serde::Serialize;

use crate::arguments::{Expand, Global, OutputFormat};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{Output, SCHEMA};
use crate::session::{self, Forms};

/// What a message becomes, as `--json` prints it.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct ExpandView<'e> {
    /// The version of this form.
    schema: u32,
    /// `unchanged`, `message`, `host` (a command of the host), `call` (a tool is called, and no model)
    /// or `refused`.
    outcome: &'static str,
    /// What the model gets; nothing where it gets nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'e str>,
    /// The tool that is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "generate",
        schemars(with = "Option<super::shapes::ToolCallShape>")
    )]
    call: Option<&'e ToolCall>,
    /// The skills that the message brings in, in the order of their bodies.
    skills: Vec<BroughtView<'e>>,
    /// The skills that it names and that cannot be started.
    refused: Vec<RefusedView<'e>>,
}

/// One skill that a message brings in.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
struct BroughtView<'e> {
    /// Its name.
    name: &'e str,
    /// What brings it in: `command`, `mention`, `word` or `path`.
    by: &'static str,
    /// The same as a sentence.
    why: String,
}

/// One skill that cannot be started.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
struct RefusedView<'e> {
    /// What was written in place of its name.
    name: &'e str,
    /// Why.
    why: String,
}

/// Prints what a message becomes, and says why.
pub(super) fn run(
    arguments: &Expand,
    global: &Global,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let mut engine = session::open(global, BuiltIns::LaidOut, Forms::TextAndJson, output)?;
    let options = MessageOptions {
        reserved: arguments.reserved.clone(),
        touched: arguments.touched.clone(),
        ..MessageOptions::default()
    };
    let expansion = engine.expand(&arguments.text, &options);
    let snapshot = engine.snapshot();
    if output.format == OutputFormat::Json {
        output.json(&view(snapshot, &arguments.text, &expansion))?;
    } else {
        print(&arguments.text, &expansion, output)?;
        reasons(snapshot, &expansion, output)?;
    }
    for diagnostic in &expansion.diagnostics {
        output.diagnostic(diagnostic)?;
    }
    match expansion.outcome {
        Outcome::Refused => Err(refused(expansion)),
        _ => Ok(Exit::Done),
    }
}

fn view<'e>(snapshot: &'e Snapshot, message: &'e str, expansion: &'e Expansion) -> ExpandView<'e> {
    let (outcome, text, call) = match &expansion.outcome {
        Outcome::Unchanged => ("unchanged", Some(message), None),
        Outcome::Message(text) => ("message", Some(text.as_str()), None),
        Outcome::Host(_) => ("host", None, None),
        Outcome::Call(call) => ("call", None, Some(call)),
        _ => ("refused", None, None),
    };
    ExpandView {
        schema: SCHEMA,
        outcome,
        text,
        call,
        skills: expansion
            .skills
            .iter()
            .filter_map(|brought| {
                Some(BroughtView {
                    name: &snapshot.entry(brought.entry)?.name,
                    by: match &brought.by {
                        By::Mention { .. } => "mention",
                        By::Word { .. } => "word",
                        By::Path { .. } => "path",
                        _ => "command",
                    },
                    why: brought.by.to_string(),
                })
            })
            .collect(),
        refused: expansion
            .refused
            .iter()
            .map(|refused| RefusedView {
                name: &refused.name,
                why: refused.why.to_string(),
            })
            .collect(),
    }
}

fn print(message: &str, expansion: &Expansion, output: &mut Output) -> Result<(), Failure> {
    match &expansion.outcome {
        Outcome::Unchanged => output.foreign(&format!("{message}\n"))?,
        Outcome::Message(text) => output.foreign(&format!("{text}\n"))?,
        Outcome::Call(call) => {
            output.json(call)?;
            let name = &call.arguments.command_name;
            output.note(&format!(
                "`/{name}` calls the tool `{}`; the model has no turn",
                call.tool
            ))?;
        }
        Outcome::Host(name) => {
            output.note(&format!("`/{name}` is a command of the host"))?;
        }
        _ => {}
    }
    Ok(())
}

fn reasons(snapshot: &Snapshot, expansion: &Expansion, output: &mut Output) -> Result<(), Failure> {
    for brought in &expansion.skills {
        if let Some(entry) = snapshot.entry(brought.entry) {
            output.note(&format!("`{}`: {}", entry.name, brought.by))?;
        }
    }
    if expansion.outcome != Outcome::Refused {
        for refused in &expansion.refused {
            output.note(&format!(
                "`{}` brings nothing in: {}",
                refused.name, refused.why
            ))?;
        }
    }
    if expansion.outcome == Outcome::Unchanged
        && expansion.skills.is_empty()
        && expansion.refused.is_empty()
        && expansion.diagnostics.is_empty()
    {
        output.note("nothing in it brings a skill in")?;
    }
    Ok(())
}

/// Why a command starts no skill, with the exit code of its reason.
fn refused(expansion: Expansion) -> Failure {
    match expansion
        .refused
        .into_iter()
        .next()
        .map(|refused| refused.why)
    {
        Some(Refusal::Skill(error)) => error.into(),
        Some(why @ Refusal::NoName) => Failure::new(Exit::Usage, why.to_string())
            .help("`prowess commands` lists what there is"),
        Some(why) => Failure::new(Exit::Refused, why.to_string()),
        None => Failure::new(Exit::Bug, "nothing says why the message is refused"),
    }
}
