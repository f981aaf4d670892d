//! `prowess why NAME`

use prowess::BuiltIns;
use prowess::catalog::{Step, StepOutcome, Trail};
use serde::Serialize;

use crate::arguments::{Global, OneSkill, OutputFormat};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{LastColumn, Output, SCHEMA, Table, printable_line};
use crate::session::{self, Forms};

/// Every step of one skill, as `--json` prints it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct WhyView<'s> {
    /// The version of this form.
    schema: u32,
    /// The skill's name.
    name: &'s str,
    /// The steps, from the file to the line that a model reads.
    steps: Vec<StepView<'s>>,
}

/// One step.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
struct StepView<'s> {
    /// Which step.
    stage: &'s str,
    /// `passed`, `passed-over`, `noted` or `stopped`.
    outcome: &'static str,
    /// What was found and what it was held against.
    text: &'s str,
    /// The file that decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// The line in it, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
}

/// Prints one line a step.
pub(super) fn run(
    arguments: &OneSkill,
    global: &Global,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let engine = session::open(global, BuiltIns::Embedded, Forms::TextAndJson, output)?;
    let trail = engine.why(&arguments.name)?;
    if output.format == OutputFormat::Json {
        output.json(&WhyView {
            schema: SCHEMA,
            name: &trail.name,
            steps: trail.steps.iter().map(view).collect(),
        })?;
        return Ok(Exit::Done);
    }
    let mut table = Table::new(["", "STEP", "WHAT WAS FOUND"], LastColumn::Wrapped);
    for step in &trail.steps {
        let place = match (&step.file, step.line) {
            (Some(file), Some(line)) => format!(" [{}:{line}]", output.path(file)),
            (Some(file), None) => format!(" [{}]", output.path(file)),
            (None, _) => String::new(),
        };
        table.row([
            mark(step.outcome).to_owned(),
            step.stage.clone(),
            format!("{}{place}", step.text),
        ]);
    }
    output.table(&table)?;
    output.data(&conclusion(&trail))?;
    Ok(Exit::Done)
}

/// The whole trail in one line.
fn conclusion(trail: &Trail) -> String {
    let name = printable_line(&trail.name);
    match trail.stopped() {
        None => format!("\n`{name}` gets to the model\n"),
        Some(step) => format!(
            "\n`{name}` stops at {}: {}\n",
            step.stage,
            // What follows the first clause is evidence.
            printable_line(step.text.split("; ").next().unwrap_or_default())
        ),
    }
}

fn view(step: &Step) -> StepView<'_> {
    StepView {
        stage: &step.stage,
        outcome: match step.outcome {
            StepOutcome::Passed => "passed",
            StepOutcome::PassedOver => "passed-over",
            StepOutcome::Noted => "noted",
            StepOutcome::Stopped => "stopped",
        },
        text: &step.text,
        file: step
            .file
            .as_ref()
            .map(|file| file.to_string_lossy().into_owned()),
        line: step.line,
    }
}

/// How a step went, readable without colour.
fn mark(outcome: StepOutcome) -> &'static str {
    match outcome {
        StepOutcome::Passed => "ok",
        StepOutcome::PassedOver => "ok!",
        StepOutcome::Noted => "note",
        StepOutcome::Stopped => "STOP",
    }
}
