//! `prowess check`

use std::fmt::Write as _;

use prowess::base::Diagnostic;
use prowess::catalog::{Entry, RootStatus};
use prowess::{BuiltIns, Counts, Engine, Problem};
use serde::Serialize;

use super::budget;
use super::views::{CountsView, RootView, SkillView, root_status};
use crate::arguments::{Check, Global, OutputFormat};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{LastColumn, Output, SCHEMA, Table, counted};
use crate::session::{self, Forms};

/// What a check found, as `--json` prints it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct CheckView<'s> {
    /// The version of this form.
    schema: u32,
    /// The profile through which skills were seen.
    profile: &'s str,
    /// Whether there is no problem.
    ok: bool,
    /// What is wrong, each kind once.
    problems: Vec<ProblemView>,
    /// How many candidates ended in which verdict.
    counts: CountsView,
    /// The folders that were searched.
    roots: Vec<RootView<'s>>,
    /// Every candidate.
    skills: Vec<SkillView<'s>>,
    /// Everything there is to say.
    #[cfg_attr(
        feature = "generate",
        schemars(with = "Vec<super::shapes::DiagnosticShape>")
    )]
    diagnostics: &'s [Diagnostic],
}

/// One kind of thing that is wrong.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
struct ProblemView {
    /// `root-not-read`, `invalid`, `beyond-limit`, `over-budget` or, with `--strict`, `unmet`.
    kind: &'static str,
    /// How many skills or roots it is about.
    count: usize,
}

/// Checks all skills.
pub(super) fn run(
    arguments: &Check,
    global: &Global,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let engine = session::open_silently(global, BuiltIns::Embedded, Forms::Problems, output)?;
    let check = engine.check();
    let problems: Vec<Problem> = check
        .problems
        .iter()
        .copied()
        .filter(|problem| arguments.strict || !matches!(problem, Problem::Unmet(_)))
        .collect();
    match output.format {
        OutputFormat::Text => {
            inventory(&engine, check.counts, output)?;
            readiness(&engine, &check, output)?;
            visibility(&check, output)?;
            let diagnostics: Vec<&Diagnostic> = check
                .diagnostics
                .iter()
                .filter(|diagnostic| output.shows(diagnostic.severity))
                .collect();
            if !diagnostics.is_empty() {
                output.data("\n")?;
                output.problems(&diagnostics)?;
            }
            verdict(&problems, output)?;
        }
        OutputFormat::Sarif => output.problems(&check.diagnostics.iter().collect::<Vec<_>>())?,
        OutputFormat::Json => output.json(&view(&engine, &check, &problems))?,
    }
    if problems.is_empty() {
        Ok(Exit::Done)
    } else {
        Ok(Exit::Problems)
    }
}

fn view<'s>(engine: &'s Engine, check: &'s prowess::Check, problems: &[Problem]) -> CheckView<'s> {
    let snapshot = engine.snapshot();
    CheckView {
        schema: SCHEMA,
        profile: &snapshot.profile.name,
        ok: problems.is_empty(),
        problems: problems
            .iter()
            .map(|problem| {
                let (kind, count) = kind(*problem);
                ProblemView { kind, count }
            })
            .collect(),
        counts: check.counts.into(),
        roots: snapshot.roots.iter().map(RootView::new).collect(),
        skills: snapshot
            .entries
            .with_ids()
            .map(|(id, entry)| SkillView::new(snapshot, &check.rendered, id, entry))
            .collect(),
        diagnostics: &check.diagnostics,
    }
}

fn kind(problem: Problem) -> (&'static str, usize) {
    match problem {
        Problem::RootNotRead(count) => ("root-not-read", count),
        Problem::Invalid(count) => ("invalid", count),
        Problem::BeyondLimit(count) => ("beyond-limit", count),
        Problem::OverBudget(count) => ("over-budget", count),
        Problem::Unmet(count) => ("unmet", count),
        _ => ("other", 1),
    }
}

/// What was found, and where.
fn inventory(engine: &Engine, counts: Counts, output: &mut Output) -> Result<(), Failure> {
    let snapshot = engine.snapshot();
    let mut text = format!("inventory: {} found", counts.found());
    for (count, word) in [
        (counts.eligible, "eligible"),
        (counts.ineligible, "ineligible"),
        (counts.shadowed, "shadowed"),
        (counts.invalid, "invalid"),
        (counts.beyond_limit, "beyond a limit"),
    ] {
        if count > 0 {
            let _ = write!(text, ", {count} {word}");
        }
    }
    text.push('\n');
    output.data(&text)?;
    let mut table = Table::new(["SOURCE", "FOUND", "FOLDER"], LastColumn::Wrapped);
    for root in &snapshot.roots {
        let (status, reason) = root_status(&root.status);
        let path = output.path(&root.path);
        table.row([
            root.source.clone(),
            match root.status {
                RootStatus::Read => root.found.to_string(),
                RootStatus::Absent => "-".to_owned(),
                _ => status.to_owned(),
            },
            reason.map_or(path.clone(), |reason| format!("{path}: {reason}")),
        ]);
    }
    output.table(&table)?;
    Ok(())
}

/// What does not count for want of something.
fn readiness(engine: &Engine, check: &prowess::Check, output: &mut Output) -> Result<(), Failure> {
    let snapshot = engine.snapshot();
    let unmet: Vec<&Entry> = check
        .unmet
        .iter()
        .filter_map(|id| snapshot.entry(*id))
        .collect();
    output.data(&match unmet.len() {
        0 => "\nreadiness: every skill has what it requires\n".to_owned(),
        count => format!(
            "\nreadiness: {} for something\n",
            counted(count, "skill waits", "skills wait")
        ),
    })?;
    if unmet.is_empty() {
        return Ok(());
    }
    let mut table = Table::new(["NAME", "MISSING"], LastColumn::Wrapped);
    for entry in unmet {
        table.row([entry.name.to_string(), snapshot.reasons(entry).join("; ")]);
    }
    output.table(&table)?;
    Ok(())
}

/// What a model sees.
fn visibility(check: &prowess::Check, output: &mut Output) -> Result<(), Failure> {
    let used = budget::used(&check.rendered.budget);
    output.data(&format!("\nvisibility: a model is told about {used}\n"))?;
    Ok(())
}

/// The last lines: what is wrong, or that nothing is.
fn verdict(problems: &[Problem], output: &mut Output) -> Result<(), Failure> {
    if problems.is_empty() {
        output.data("\nno problem\n")?;
        return Ok(());
    }
    let mut text = String::from("\n");
    for problem in problems {
        let (what, next) = explained(*problem);
        let _ = writeln!(text, "problem: {what}; {next}");
    }
    output.data(&text)?;
    Ok(())
}

/// What is wrong, and what to do next.
fn explained(problem: Problem) -> (String, &'static str) {
    let skills = |count| counted(count, "skill", "skills");
    match problem {
        Problem::RootNotRead(count) => (
            format!("{} not read", counted(count, "folder was", "folders were")),
            "what is in there is unknown: see the reason above",
        ),
        Problem::Invalid(count) => (
            format!("{} cannot be used", skills(count)),
            "see the errors above, then `prowess validate`",
        ),
        Problem::BeyondLimit(count) => (
            format!("{} beyond a limit", skills(count)),
            "`prowess list --all` names the limit",
        ),
        Problem::OverBudget(count) => (
            format!("{} cut for want of room", skills(count)),
            "shorten descriptions, or raise `prompt.characters` and `prompt.skills`",
        ),
        Problem::Unmet(count) => (
            format!("{} without something that is required", skills(count)),
            "`prowess why NAME` shows what was looked for and where",
        ),
        _ => ("something is wrong".to_owned(), "see above"),
    }
}
