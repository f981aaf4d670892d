//! `prowess prompt`

use prowess::prompt::{Cost, Rendered, Unavailable};
use prowess::{BuiltIns, Engine, PromptOptions};
use serde::Serialize;

use super::budget::BudgetView;
use super::views::SkillView;
use crate::arguments::{Global, OutputFormat, Prompt};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{LastColumn, Output, SCHEMA, Table};
use crate::session::{self, Forms};

/// What a model is told, as `--json` prints it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct PromptView<'s> {
    /// The version of this form.
    schema: u32,
    /// The profile in whose style it is written.
    profile: &'s str,
    /// The version of the catalogue that it was made from.
    version: String,
    /// The text, byte for byte; empty where there is nothing to tell.
    text: &'s str,
    /// How much of the budget is used.
    budget: BudgetView,
    /// Every eligible skill in listing order, with what a model sees of it.
    skills: Vec<SkillView<'s>>,
}

/// Prints what a model is told, or what that costs.
pub(super) fn run(
    arguments: &Prompt,
    global: &Global,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let engine = session::open(global, BuiltIns::LaidOut, Forms::TextAndJson, output)?;
    let rendered = engine.prompt(&PromptOptions {
        unavailable: if arguments.unavailable {
            Unavailable::Named
        } else {
            Unavailable::Hidden
        },
        model: arguments.model.clone(),
        ..PromptOptions::default()
    });
    if arguments.cost {
        return cost(&engine, &rendered, arguments, output);
    }
    if output.format == OutputFormat::Json {
        output.json(&view(&engine, &rendered))?;
    } else if !rendered.text.is_empty() {
        let mut text = rendered.text.clone();
        if !text.ends_with('\n') {
            text.push('\n');
        }
        output.foreign(&text)?;
    }
    for diagnostic in &rendered.diagnostics {
        output.diagnostic(diagnostic)?;
    }
    if rendered.text.is_empty() && rendered.diagnostics.is_empty() {
        output.note(
            "there is no skill to tell a model about; `prowess list --all` shows what was found",
        )?;
    }
    Ok(Exit::Done)
}

fn view<'s>(engine: &'s Engine, rendered: &'s Rendered) -> PromptView<'s> {
    let snapshot = engine.snapshot();
    PromptView {
        schema: SCHEMA,
        profile: &snapshot.profile.name,
        version: snapshot.version.to_string(),
        text: &rendered.text,
        budget: BudgetView::new(rendered),
        skills: snapshot
            .entries
            .with_ids()
            .filter(|(_, entry)| entry.is_eligible())
            .map(|(id, entry)| SkillView::new(snapshot, rendered, id, entry))
            .collect(),
    }
}

/// What the skills cost a conversation, as `--json` prints it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct CostView {
    /// The version of this form.
    schema: u32,
    /// How tokens were counted: `o200k` is exact for that vocabulary, `estimate` is a guess.
    tokenizer: &'static str,
    /// Every eligible skill in listing order.
    skills: Vec<SkillCostView>,
    /// The text that every conversation gets.
    prompt: AmountView,
    /// All bodies, which enter when a skill is activated.
    bodies: AmountView,
    /// All files, which are read when a body says so.
    resources: FilesView,
    /// Tokens saved against putting every body in.
    saved_tokens: i64,
}

/// What one skill costs.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
struct SkillCostView {
    /// Its name.
    name: String,
    /// Its lines in the prompt.
    prompt: AmountView,
    /// Its body; nothing where it could not be read.
    body: Option<AmountView>,
    /// Its files; nothing where its folder could not be looked through.
    resources: Option<FilesView>,
}

/// A length of text.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
struct AmountView {
    /// Unicode scalar values.
    characters: u64,
    /// Tokens.
    tokens: u64,
}

/// A number of files.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
struct FilesView {
    /// How many.
    files: u64,
    /// How large in all.
    bytes: u64,
}

impl From<prowess::prompt::Amount> for AmountView {
    fn from(amount: prowess::prompt::Amount) -> Self {
        Self {
            characters: amount.characters,
            tokens: amount.tokens,
        }
    }
}

impl From<prowess::prompt::FileAmount> for FilesView {
    fn from(amount: prowess::prompt::FileAmount) -> Self {
        Self {
            files: amount.files,
            bytes: amount.bytes,
        }
    }
}

fn cost(
    engine: &Engine,
    rendered: &Rendered,
    arguments: &Prompt,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let cost = engine.cost(rendered, engine.tokenizer(arguments.model.as_deref()));
    if output.format == OutputFormat::Json {
        output.json(&cost_view(cost))?;
        return Ok(Exit::Done);
    }
    output.table(&cost_table(&cost))?;
    output.data(&cost_summary(&cost))?;
    Ok(Exit::Done)
}

fn cost_view(cost: Cost) -> CostView {
    CostView {
        schema: SCHEMA,
        tokenizer: cost.tokenizer.as_str(),
        prompt: cost.prompt.into(),
        bodies: cost.bodies.into(),
        resources: cost.resources.into(),
        saved_tokens: cost.saved_tokens,
        skills: cost
            .skills
            .into_iter()
            .map(|skill| SkillCostView {
                name: skill.name,
                prompt: skill.prompt.into(),
                body: skill.body.map(Into::into),
                resources: skill.resources.map(Into::into),
            })
            .collect(),
    }
}

fn cost_table(cost: &Cost) -> Table {
    let mut table = Table::new(
        ["NAME", "CATALOGUE", "BODY", "FILES", "BYTES"],
        LastColumn::Cut,
    );
    for skill in &cost.skills {
        let number = |number: Option<u64>| number.map_or("?".to_owned(), |n| n.to_string());
        table.row([
            skill.name.clone(),
            skill.prompt.tokens.to_string(),
            number(skill.body.map(|body| body.tokens)),
            number(skill.resources.map(|resources| resources.files)),
            number(skill.resources.map(|resources| resources.bytes)),
        ]);
    }
    table
}

fn cost_summary(cost: &Cost) -> String {
    let counted = if cost.tokenizer.is_exact() {
        format!("tokens of the vocabulary {}", cost.tokenizer.as_str())
    } else {
        "tokens, estimated from the length".to_owned()
    };
    let bodies = cost.bodies.tokens;
    let saved = match (u64::try_from(cost.saved_tokens), bodies) {
        (Ok(saved), 1..) => format!(
            "saved against putting every body in: {saved} of {bodies} ({} %)",
            saved * 100 / bodies
        ),
        _ => format!(
            "putting every body in would take {} fewer",
            cost.saved_tokens.unsigned_abs()
        ),
    };
    format!(
        "\n\
         always in the prompt: {} ({} characters)\n\
         when every skill is activated: {bodies} more\n\
         files, read when a body says so: {} with {} bytes\n\
         {saved}\n\
         counted in {counted}\n",
        cost.prompt.tokens, cost.prompt.characters, cost.resources.files, cost.resources.bytes,
    )
}
