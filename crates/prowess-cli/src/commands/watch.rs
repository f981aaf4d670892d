//! `prowess watch`

use std::time::Duration;

use prowess::catalog::RootStatus;
use prowess::catalog::watch::{Changes, Coverage, RootChange};
use prowess::{BuiltIns, Seen, SeenSettings, Watch};
use serde::Serialize;

use super::views::root_status;
use crate::arguments::{Global, OutputFormat};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{Output, SCHEMA, counted, printable_line};
use crate::session::{self, Forms};

/// After this time without an event everything is looked at once: a program that was installed tells
/// nobody.
const LOOK: Duration = Duration::from_secs(30);

/// One look that showed a change, as `--json` prints it, one line each.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct WatchView {
    /// The version of this form.
    schema: u32,
    /// The version of the catalogue now.
    version: String,
    /// `same`, `changed` or `refused`.
    settings: &'static str,
    /// Why the settings are refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
    /// Folders of skills that are read otherwise.
    roots: Vec<RootLine>,
    /// Skills that changed.
    skills: Vec<SkillLine>,
}

/// One folder of skills.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
struct RootLine {
    /// The folder.
    path: String,
    /// What it was: `ok`, `absent`, `unreadable`, `refused`, or `no-root`.
    before: &'static str,
    /// What it is.
    now: &'static str,
    /// Why, where it is `unreadable` or `refused`.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// One skill.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
struct SkillLine {
    /// Its name.
    name: String,
    /// Its `SKILL.md`.
    file: String,
    /// What changed, a sentence each.
    changes: Vec<String>,
}

/// Prints what changes, until it is stopped.
pub(super) fn run(global: &Global, output: &mut Output) -> Result<Exit, Failure> {
    let engine = session::open(global, BuiltIns::Embedded, Forms::TextAndJson, output)?;
    let mut watch = engine.watch();
    say_coverage(&watch, output)?;
    loop {
        let coverage = watch.coverage().clone();
        let Some(seen) = watch.next(Some(LOOK)) else {
            continue;
        };
        print(&seen, output)?;
        let is_whole = |coverage: &Coverage| matches!(coverage, Coverage::Whole { .. });
        if is_whole(&coverage) != is_whole(watch.coverage()) {
            say_coverage(&watch, output)?;
        }
    }
}

fn say_coverage(watch: &Watch, output: &mut Output) -> Result<(), Failure> {
    match watch.coverage() {
        Coverage::Whole { folders } => {
            let folders = counted(*folders, "folder", "folders");
            output.note(&format!("watching {folders}; Ctrl-C ends it"))?;
        }
        Coverage::Part {
            folders,
            missing,
            reason,
        } => output.note(&format!(
            "watching {} of {}, {reason}: everything is looked at once a second; Ctrl-C ends it",
            folders,
            counted(folders + missing, "folder", "folders"),
        ))?,
    }
    Ok(())
}

fn print(seen: &Seen, output: &mut Output) -> Result<(), Failure> {
    if output.format == OutputFormat::Json {
        return Ok(output.json_line(&view(seen))?);
    }
    match &seen.settings {
        SeenSettings::Same => {}
        SeenSettings::Changed => output.data("settings  changed\n")?,
        SeenSettings::Refused(error) => {
            let error = printable_line(&error.to_string());
            output.data(&format!(
                "settings  refused, those before stay in force: {error}\n"
            ))?;
        }
    }
    if let SeenSettings::Refused(error) = &seen.settings {
        for diagnostic in error.diagnostics() {
            output.diagnostic(diagnostic)?;
        }
    }
    let lines = lines(&seen.changes, output);
    Ok(output.data(&lines)?)
}

fn lines(changes: &Changes, output: &Output) -> String {
    let mut text = String::new();
    for root in &changes.roots {
        let (before, now, reason) = root_words(root);
        let reason = reason.map_or_else(String::new, |reason| format!(": {reason}"));
        let path = output.path(&root.path);
        push(
            &mut text,
            &format!("{path}/"),
            &format!("{now}, was {before}{reason}"),
        );
    }
    for skill in &changes.skills {
        let what: Vec<String> = skill.changes.iter().map(ToString::to_string).collect();
        let file = output.path(&skill.file);
        push(
            &mut text,
            &skill.name,
            &format!("{} [{file}]", what.join("; ")),
        );
    }
    text
}

/// One line: what it is about, two blanks, what is said.
fn push(text: &mut String, subject: &str, said: &str) {
    text.push_str(&printable_line(subject));
    text.push_str("  ");
    text.push_str(&printable_line(said));
    text.push('\n');
}

fn root_words(root: &RootChange) -> (&'static str, &'static str, Option<String>) {
    let word = |status: &Option<RootStatus>| match status {
        Some(status) => root_status(status).0,
        None => "no-root",
    };
    let reason = root.now.as_ref().and_then(|status| root_status(status).1);
    (
        word(&root.before),
        word(&root.now),
        reason.map(str::to_owned),
    )
}

fn view(seen: &Seen) -> WatchView {
    let (settings, fault) = match &seen.settings {
        SeenSettings::Same => ("same", None),
        SeenSettings::Changed => ("changed", None),
        SeenSettings::Refused(error) => ("refused", Some(error.to_string())),
    };
    WatchView {
        schema: SCHEMA,
        version: seen.now.version.to_string(),
        settings,
        fault,
        roots: seen.changes.roots.iter().map(root_line).collect(),
        skills: seen
            .changes
            .skills
            .iter()
            .map(|skill| SkillLine {
                name: skill.name.clone(),
                file: skill.file.to_string_lossy().into_owned(),
                changes: skill.changes.iter().map(ToString::to_string).collect(),
            })
            .collect(),
    }
}

fn root_line(root: &RootChange) -> RootLine {
    let (before, now, reason) = root_words(root);
    RootLine {
        path: root.path.to_string_lossy().into_owned(),
        before,
        now,
        reason,
    }
}
