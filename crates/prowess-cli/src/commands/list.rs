//! `prowess list`

use prowess::catalog::{EntryId, RootStatus, Trust};
use prowess::{BuiltIns, Engine, PromptOptions};
use serde::Serialize;

use super::views::{CountsView, RootView, SkillView, root_status};
use crate::arguments::{Global, List, OutputFormat};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{LastColumn, Output, SCHEMA, Table, counted};
use crate::session::{self, Forms};

/// All skills, as `--json` prints them.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct ListView<'s> {
    /// The version of this form.
    schema: u32,
    /// The profile through which skills were seen.
    profile: &'s str,
    /// The workspace.
    workspace: String,
    /// Equal versions mean equal catalogues, also across runs.
    version: String,
    /// How many candidates ended in which verdict.
    counts: CountsView,
    /// The folders that were searched, the first to go first.
    roots: Vec<RootView<'s>>,
    /// The skills that count; with `--all` every candidate.
    skills: Vec<SkillView<'s>>,
}

/// Lists the skills that count, or every candidate.
pub(super) fn run(arguments: &List, global: &Global, output: &mut Output) -> Result<Exit, Failure> {
    let engine = session::open(global, BuiltIns::Embedded, Forms::TextAndJson, output)?;
    let snapshot = engine.snapshot();
    let rendered = engine.prompt(&PromptOptions::default());
    let skills: Vec<SkillView<'_>> = snapshot
        .entries
        .with_ids()
        .filter(|(_, entry)| arguments.all || entry.is_eligible())
        .map(|(id, entry): (EntryId, _)| SkillView::new(snapshot, &rendered, id, entry))
        .collect();
    if output.format == OutputFormat::Json {
        output.json(&ListView {
            schema: SCHEMA,
            profile: &snapshot.profile.name,
            workspace: engine.workspace().path().to_string_lossy().into_owned(),
            version: snapshot.version.to_string(),
            counts: engine.counts().into(),
            roots: snapshot.roots.iter().map(RootView::new).collect(),
            skills,
        })?;
    } else if arguments.all {
        output.table(&everything(&skills))?;
    } else {
        output.table(&eligible(&skills))?;
    }
    notes(arguments, &engine, output)?;
    Ok(Exit::Done)
}

fn eligible(skills: &[SkillView<'_>]) -> Table {
    let mut table = Table::new(
        ["NAME", "MODEL", "USER", "TRUST", "SOURCE", "DESCRIPTION"],
        LastColumn::Cut,
    )
    .spare(&["SOURCE", "TRUST"]);
    for skill in skills {
        table.row([
            skill.name.to_owned(),
            model_word(skill).to_owned(),
            yes_or_no(skill.user).to_owned(),
            yes_or_no(skill.trust == "trusted").to_owned(),
            skill.source.to_owned(),
            skill.description.to_owned(),
        ]);
    }
    table
}

fn everything(skills: &[SkillView<'_>]) -> Table {
    let mut table = Table::new(
        [
            "NAME", "STATUS", "MODEL", "USER", "TRUST", "SOURCE", "ABOUT",
        ],
        LastColumn::Cut,
    )
    .spare(&["TRUST", "SOURCE", "USER"]);
    for skill in skills {
        let counts = skill.verdict == "eligible";
        let of_eligible = |word: &'static str| if counts { word } else { "-" };
        table.row([
            skill.name.to_owned(),
            skill.verdict.to_owned(),
            of_eligible(model_word(skill)).to_owned(),
            of_eligible(yes_or_no(skill.user)).to_owned(),
            yes_or_no(skill.trust == "trusted").to_owned(),
            skill.source.to_owned(),
            if counts {
                skill.description.to_owned()
            } else {
                skill.reasons.join("; ")
            },
        ]);
    }
    table
}

/// What a model sees of an eligible skill, as a word of the table.
fn model_word(skill: &SkillView<'_>) -> &'static str {
    match skill.model {
        "full" => "yes",
        "nothing" => "no",
        other => other,
    }
}

/// The word for a flag.
pub(super) fn yes_or_no(flag: bool) -> &'static str {
    if flag { "yes" } else { "no" }
}

/// Says what the table does not show.
fn notes(arguments: &List, engine: &Engine, output: &mut Output) -> Result<(), Failure> {
    let snapshot = engine.snapshot();
    for root in &snapshot.roots {
        if !matches!(root.status, RootStatus::Read | RootStatus::Absent) {
            let (status, reason) = root_status(&root.status);
            let path = output.path(&root.path);
            output.note(&format!(
                "{path}: the folder is {status}: {}",
                reason.unwrap_or("no reason is known")
            ))?;
        }
    }
    let counts = engine.counts();
    if counts.found() == 0 {
        output.note("no skill was found; `prowess check` names the folders that were searched")?;
    }
    let others = counts.found() - counts.eligible;
    if others > 0 && !arguments.all {
        let what = [
            (counts.ineligible, "ineligible"),
            (counts.shadowed, "shadowed"),
            (counts.invalid, "invalid"),
            (counts.beyond_limit, "beyond a limit"),
        ];
        let what: Vec<String> = what
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, word)| format!("{count} {word}"))
            .collect();
        output.note(&format!(
            "{} not count here ({}); `prowess list --all` shows the reasons",
            counted(others, "more skill does", "more skills do"),
            what.join(", ")
        ))?;
    }
    let untrusted = snapshot
        .eligible()
        .filter(|entry| entry.trust == Trust::Untrusted)
        .count();
    if untrusted > 0 {
        output.note(&format!(
            "{} not trusted: listed and readable, but nothing of it happens by itself; `--trust` \
             trusts the workspace for one run",
            counted(untrusted, "skill is", "skills are")
        ))?;
    }
    Ok(())
}
