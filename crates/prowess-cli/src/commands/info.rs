//! `prowess info NAME`

use prowess::catalog::{Entry, EntryId};
use prowess::format::InstallSpec;
use prowess::{BuiltIns, Engine, PromptOptions};
use serde::Serialize;

use super::list::yes_or_no;
use super::views::SkillView;
use crate::arguments::{Global, OneSkill, OutputFormat};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{LastColumn, Output, SCHEMA, Table};
use crate::session::{self, Forms};

/// What is known about one skill, as `--json` prints it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct InfoView<'s> {
    /// The version of this form.
    schema: u32,
    /// What is shown of every skill.
    skill: SkillView<'s>,
    /// The header in its typed form.
    #[cfg_attr(feature = "generate", schemars(with = "serde_json::Value"))]
    manifest: &'s prowess::format::Manifest,
    /// Warnings and errors of its file.
    #[cfg_attr(feature = "generate", schemars(with = "Vec<serde_json::Value>"))]
    diagnostics: Vec<&'s prowess::base::Diagnostic>,
}

/// Shows what is known about one skill.
pub(super) fn run(
    arguments: &OneSkill,
    global: &Global,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let engine = session::open(global, BuiltIns::Embedded, Forms::TextAndJson, output)?;
    let id = engine.find(&arguments.name)?;
    let snapshot = engine.snapshot();
    let Some(entry) = snapshot.entry(id) else {
        return Ok(Exit::NotFound);
    };
    let rendered = engine.prompt(&PromptOptions::default());
    let skill = SkillView::new(snapshot, &rendered, id, entry);
    let diagnostics = engine.diagnostics_of(id);
    if output.format == OutputFormat::Json {
        output.json(&InfoView {
            schema: SCHEMA,
            skill,
            manifest: &entry.manifest,
            diagnostics,
        })?;
        return Ok(Exit::Done);
    }
    let table = table(&engine, id, entry, &skill, output);
    output.table(&table)?;
    for diagnostic in diagnostics {
        output.diagnostic(diagnostic)?;
    }
    Ok(Exit::Done)
}

fn table(
    engine: &Engine,
    id: EntryId,
    entry: &Entry,
    skill: &SkillView<'_>,
    output: &Output,
) -> Table {
    let mut table = Table::new(["FIELD", "VALUE"], LastColumn::Wrapped);
    let mut row = |field: &str, value: String| {
        if !value.is_empty() {
            table.row([field.to_owned(), value]);
        }
    };
    let manifest = &entry.manifest;
    let text = |value: &Option<Box<str>>| value.as_deref().unwrap_or("").to_owned();
    let emoji = manifest.emoji.as_deref().unwrap_or("");
    row("name", format!("{} {emoji}", skill.name));
    row("description", skill.description.to_owned());
    row("when to use", text(&manifest.when_to_use));
    row("status", skill.verdict.to_owned());
    row("why", skill.reasons.join("; "));
    row("model sees", model(skill));
    row("user can start it", yes_or_no(skill.user).to_owned());
    row("trust", skill.trust.to_owned());
    row("source", format!("{} ({})", skill.source, skill.scope));
    row("file", output.path(&entry.file));
    row("needs", requirements(entry));
    row("tools in advance", manifest.allowed_tools.join(", "));
    row("tools taken away", manifest.disallowed_tools.join(", "));
    row(
        "command",
        manifest
            .dispatch
            .as_ref()
            .map_or_else(String::new, |dispatch| {
                format!("calls the tool `{}`", dispatch.tool)
            }),
    );
    row("arguments", arguments(entry));
    row("brought in by", trigger(entry));
    row("to install", installers(&manifest.install));
    row("licence", text(&manifest.license));
    row("compatibility", text(&manifest.compatibility));
    row("homepage", text(&manifest.homepage));
    if entry.skill_key() != &*entry.name {
        row("settings under", entry.skill_key().to_owned());
    }
    row("keys not read", manifest.unread_keys.join(", "));
    if let Ok(resources) = engine.resources(id) {
        let files = resources.count();
        if files > 0 {
            row("files", format!("{files} with {} bytes", resources.bytes()));
        }
    }
    table
}

fn model(skill: &SkillView<'_>) -> String {
    match &skill.model_reason {
        Some(reason) => format!("{}: {reason}", skill.model),
        None => skill.model.to_owned(),
    }
}

/// Everything that must be there, in the header's words.
fn requirements(entry: &Entry) -> String {
    let needs = &entry.manifest.requirements;
    let mut all = Vec::new();
    let mut add = |what: &str, names: &[Box<str>], between: &str| {
        if !names.is_empty() {
            all.push(format!("{what} {}", names.join(between)));
        }
    };
    add("system", &needs.os, " or ");
    add("program", &needs.bins, " and ");
    add("program", &needs.any_bins, " or ");
    add("variable", &needs.env, " and ");
    add("setting", &needs.config, " and ");
    add("tool", &needs.tools, " and ");
    if needs.skip && !all.is_empty() {
        all.push("but counts without them".to_owned());
    }
    all.join("; ")
}

/// What its command takes, in the author's words.
pub(super) fn arguments(entry: &Entry) -> String {
    match entry.manifest.arguments.as_deref() {
        None => String::new(),
        Some(arguments) => match &arguments.hint {
            Some(hint) => hint.to_string(),
            None => format!("[{}]", arguments.names.join("] [")),
        },
    }
}

/// What brings it in without being called.
fn trigger(entry: &Entry) -> String {
    let Some(trigger) = entry.manifest.trigger.as_deref() else {
        return String::new();
    };
    let quoted = |list: &[Box<str>]| {
        let quoted: Vec<String> = list.iter().map(|text| format!("`{text}`")).collect();
        quoted.join(", ")
    };
    match (trigger.words(), trigger.paths()) {
        ([], paths) => format!("files that fit {}", quoted(paths)),
        (words, _) => format!("messages with {}", quoted(words)),
    }
}

fn installers(specs: &[InstallSpec]) -> String {
    let one = |spec: &InstallSpec| {
        let what = [&spec.formula, &spec.package, &spec.module, &spec.url]
            .into_iter()
            .flatten()
            .next()
            .map_or("", |what| what);
        let label = spec.label.as_deref().unwrap_or("");
        match (label, what) {
            ("", what) => format!("{} {what}", spec.kind.as_str()),
            (label, "") => label.to_owned(),
            (label, what) => format!("{label} ({} {what})", spec.kind.as_str()),
        }
    };
    specs.iter().map(one).collect::<Vec<_>>().join("; ")
}
