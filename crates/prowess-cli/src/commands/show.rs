//! `prowess show NAME`

use prowess::BuiltIns;
use prowess::catalog::Verdict;
use prowess::prompt::ResourceKind;
use serde::Serialize;

use crate::arguments::{Global, OutputFormat, Show};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{LastColumn, Output, SCHEMA, Table};
use crate::session::{self, Forms};

/// One skill's text and files, as `--json` prints them.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct ShowView<'s> {
    /// The version of this form.
    schema: u32,
    /// Its name.
    name: &'s str,
    /// Its folder.
    folder: String,
    /// The text with which it enters a conversation; nothing with `--files`.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'s str>,
    /// Its files beside the SKILL.md.
    files: Vec<FileView<'s>>,
    /// How many more there are that are not named.
    more_files: u32,
}

/// One file of a skill.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
struct FileView<'s> {
    /// Relative to the skill's folder, with forward slashes.
    path: &'s str,
    /// Its size.
    bytes: u64,
    /// `text` or `binary`, told from its name.
    kind: &'static str,
}

/// Prints the text of a skill, or its files.
pub(super) fn run(arguments: &Show, global: &Global, output: &mut Output) -> Result<Exit, Failure> {
    let engine = session::open(global, BuiltIns::LaidOut, Forms::TextAndJson, output)?;
    let id = engine.find(&arguments.name)?;
    let snapshot = engine.snapshot();
    let Some(entry) = snapshot.entry(id) else {
        return Ok(Exit::NotFound);
    };
    let activation = if arguments.files {
        None
    } else {
        Some(engine.read(id)?)
    };
    let resources = engine.resources(id)?;
    if output.format == OutputFormat::Json {
        output.json(&ShowView {
            schema: SCHEMA,
            name: &entry.name,
            folder: entry.folder().to_string_lossy().into_owned(),
            text: activation
                .as_ref()
                .map(|activation| activation.text.as_str()),
            files: resources
                .files
                .iter()
                .map(|file| FileView {
                    path: &file.path,
                    bytes: file.bytes,
                    kind: kind(file.kind),
                })
                .collect(),
            more_files: resources.more,
        })?;
    } else if let Some(activation) = &activation {
        output.foreign(&format!("{}\n", activation.text))?;
    } else if resources.files.is_empty() {
        output.note("there is nothing beside the SKILL.md")?;
    } else {
        let mut table = Table::new(["KIND", "BYTES", "FILE"], LastColumn::Wrapped);
        for file in &resources.files {
            table.row([
                kind(file.kind).to_owned(),
                file.bytes.to_string(),
                file.path.clone(),
            ]);
        }
        output.table(&table)?;
        if resources.more > 0 {
            output.note(&format!("{} more files are not listed", resources.more))?;
        }
    }
    if activation.is_some()
        && let Err(error) = engine.record_uses([id])
    {
        output.note(&format!("this use is not written down: {error}"))?;
    }
    for diagnostic in activation.iter().flat_map(|one| &one.diagnostics) {
        output.diagnostic(diagnostic)?;
    }
    if entry.verdict != Verdict::Eligible {
        output.note(&format!(
            "`{}` does not count here, it is {}: {}",
            entry.name,
            entry.verdict.word(),
            snapshot.reasons(entry).join("; ")
        ))?;
    }
    Ok(Exit::Done)
}

fn kind(kind: ResourceKind) -> &'static str {
    match kind {
        ResourceKind::Text => "text",
        ResourceKind::Binary => "binary",
    }
}
