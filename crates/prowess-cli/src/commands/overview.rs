//! `prowess` alone: what there is here and what to do next.

use std::fmt::Write as _;

use prowess::catalog::discover::Workspace;
use prowess::{BuiltIns, Engine, Problem};
use serde::Serialize;

use super::views::CountsView;
use crate::arguments::{Global, OutputFormat};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{Output, SCHEMA, counted};
use crate::session::{self, Forms};

/// What there is here, as `--json` prints it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct OverviewView<'s> {
    /// The version of this form.
    schema: u32,
    /// The profile through which skills were seen.
    profile: &'s str,
    /// The workspace.
    workspace: String,
    /// How many candidates ended in which verdict.
    counts: CountsView,
    /// Skills that a model is told about.
    told: u32,
}

/// Says what there is here and what to do next.
pub(super) fn run(global: &Global, output: &mut Output) -> Result<Exit, Failure> {
    let engine = session::open(global, BuiltIns::Embedded, Forms::TextAndJson, output)?;
    let check = engine.check();
    let counts = check.counts;
    let snapshot = engine.snapshot();
    let told = check.rendered.budget.skills;
    if output.format == OutputFormat::Json {
        output.json(&OverviewView {
            schema: SCHEMA,
            profile: &snapshot.profile.name,
            workspace: engine.workspace().path().to_string_lossy().into_owned(),
            counts: counts.into(),
            told,
        })?;
        return Ok(Exit::Done);
    }
    let mut text = format!(
        "{}\n{} found, {} here; a model is told about {told}.\n",
        place(&engine),
        counted(counts.found(), "skill", "skills"),
        counted(counts.eligible, "counts", "count"),
    );
    let own = snapshot
        .entries
        .iter()
        .filter(|entry| !snapshot.is_embedded(entry))
        .count();
    if own == 0 {
        text.push_str("All of them come with the program: nobody has put a skill here yet.\n");
    }
    text.push('\n');
    for (command, what) in next(&check.problems, own) {
        let _ = writeln!(text, "  {command:<22} {what}");
    }
    output.data(&text)?;
    Ok(Exit::Done)
}

fn place(engine: &Engine) -> String {
    let profile = &engine.snapshot().profile;
    let (path, why) = match engine.workspace() {
        Workspace::Named(path) => (path, "named"),
        Workspace::Project(path) => (path, "it has a `prowess.toml`"),
        Workspace::Repository(path) => (path, "the repository"),
        Workspace::Client(path) => (path, "the client's configuration names it"),
        Workspace::Current(path) => (path, "the current folder"),
    };
    format!(
        "Workspace {} ({why}), as {} sees it.",
        path.display(),
        profile.title
    )
}

/// What to do next, the most useful first.
fn next(problems: &[Problem], own: usize) -> Vec<(&'static str, &'static str)> {
    let mut next = Vec::new();
    if problems
        .iter()
        .any(|problem| !matches!(problem, Problem::Unmet(_)))
    {
        next.push(("prowess check", "something is wrong: see what, and where"));
    }
    next.extend([
        ("prowess list", "which skills count here"),
        ("prowess prompt", "what a model is told about them"),
        ("prowess why NAME", "why a skill is missing"),
    ]);
    if own == 0 {
        next.push(("prowess new NAME", "make the first one"));
    }
    next.push(("prowess --help", "everything else"));
    next
}
