//! `prowess search WORDS` and `prowess inspect SKILL`

use prowess::store::Host;
use prowess::store::fetch::registry::{Found, Inspection, Versions};
use prowess::store::source::RegistrySource;
use prowess::store::{Keeping, Source};
use prowess::{BuiltIns, Engine};
use serde::Serialize;

use crate::arguments::{Global, Inspect, OutputFormat, Search};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::keeping::with_keeping;
use crate::output::{LastColumn, Output, SCHEMA, Table, printable_text};
use crate::session::{self, Forms};

/// What a registry finds, as `--json` prints it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct SearchView {
    /// The version of this form.
    schema: u32,
    /// The skills, as the registry orders them.
    skills: Vec<HitView>,
    /// What was left out, and why.
    left_out: Vec<String>,
}

/// One skill that was found.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
struct HitView {
    /// What `install` takes.
    source: String,
    /// What it is called.
    title: String,
    /// What it does.
    summary: Option<String>,
    /// Its newest version.
    version: Option<String>,
}

/// Searches a registry.
pub(super) fn run(
    arguments: &Search,
    global: &Global,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let engine = session::open(global, BuiltIns::Embedded, Forms::TextAndJson, output)?;
    let registry = match &arguments.registry {
        None => engine.registry()?,
        Some(text) => text.parse().map_err(|error| {
            Failure::new(Exit::Usage, format!("`{text}` is no address: {error}"))
        })?,
    };
    let words = arguments.words.join(" ");
    let found: Found = with_keeping(
        &engine,
        output,
        async |keeping: &Keeping, host: &Host<'_>| {
            let limit = usize::from(arguments.limit);
            Ok(keeping.search(&registry, &words, limit, host).await?)
        },
    )?;
    if output.format == OutputFormat::Json {
        let skills = found.hits.iter().map(|hit| HitView {
            source: typed(&hit.source, &engine),
            title: hit.title.clone(),
            summary: hit.summary.clone(),
            version: hit.version.clone(),
        });
        output.json(&SearchView {
            schema: SCHEMA,
            skills: skills.collect(),
            left_out: found.left_out.clone(),
        })?;
    } else if !found.hits.is_empty() {
        let mut table = Table::new(["SKILL", "VERSION", "WHAT IT DOES"], LastColumn::Wrapped);
        for hit in &found.hits {
            let what = hit.summary.as_ref().unwrap_or(&hit.title);
            table.row([
                typed(&hit.source, &engine),
                hit.version.clone().unwrap_or_default(),
                what.clone(),
            ]);
        }
        output.table(&table)?;
    }
    for line in &found.left_out {
        output.note(line)?;
    }
    match found.hits.first() {
        None => output.note("nothing was found")?,
        Some(hit) => output.note(&format!(
            "`prowess inspect {0}` tells more, `prowess install {0}` takes it",
            typed(&hit.source, &engine)
        ))?,
    }
    Ok(match found.hits.is_empty() {
        true => Exit::NotFound,
        false => Exit::Done,
    })
}

/// What a registry says of a skill, as `--json` prints it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct InspectView {
    /// The version of this form.
    schema: u32,
    /// What `install` takes.
    source: String,
    /// What it is called.
    title: String,
    /// What it does.
    summary: Option<String>,
    /// Its newest version.
    newest: Option<String>,
    /// What the newest version changed.
    changes: Option<String>,
    /// What the registry has against it, in one line; nothing where it has nothing.
    warning: Option<String>,
    /// Its versions, the newest first.
    versions: Vec<String>,
    /// Whether there are more versions.
    more_versions: bool,
}

/// Tells what a registry says of a skill.
pub(super) fn inspect(
    arguments: &Inspect,
    global: &Global,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let engine = session::open(global, BuiltIns::Embedded, Forms::TextAndJson, output)?;
    let source: Source = engine.source(&arguments.skill)?.source;
    let (inspection, versions): (Inspection, Versions) = with_keeping(
        &engine,
        output,
        async |keeping: &Keeping, host: &Host<'_>| Ok(keeping.inspect(&source, host).await?),
    )?;
    let warning = inspection.opinion.as_ref().and_then(|one| one.warning());
    let named: Vec<String> = versions
        .versions
        .iter()
        .map(|one| one.version.clone())
        .collect();
    if output.format == OutputFormat::Json {
        output.json(&InspectView {
            schema: SCHEMA,
            source: typed(&inspection.source, &engine),
            title: inspection.title,
            summary: inspection.summary,
            newest: inspection.newest,
            changes: inspection.changes,
            warning,
            versions: named,
            more_versions: versions.is_cut,
        })?;
        return Ok(Exit::Done);
    }
    let mut text = format!(
        "{}: {}\n",
        typed(&inspection.source, &engine),
        inspection.title
    );
    let lines = [
        ("does", inspection.summary.clone()),
        ("newest", inspection.newest.clone()),
        ("changes", inspection.changes.clone()),
        ("versions", (!named.is_empty()).then(|| named.join(", "))),
    ];
    for (word, line) in lines {
        if let Some(line) = line {
            text.push_str(&format!(
                "  {word}: {}\n",
                line.trim().replace('\n', "\n    ")
            ));
        }
    }
    output.data(&printable_text(&text))?;
    if let Some(warning) = &warning {
        output.warning(warning)?;
    }
    output.note(&format!(
        "`prowess install {}` takes it",
        typed(&inspection.source, &engine)
    ))?;
    Ok(Exit::Done)
}

/// A skill of a registry as a person types it; one of another registry than the usual one in full.
fn typed(source: &RegistrySource, engine: &Engine) -> String {
    let is_usual = engine
        .registry()
        .is_ok_and(|usual| usual == source.registry);
    match &source.owner {
        Some(owner) if is_usual => format!("@{owner}/{}", source.slug),
        None if is_usual => format!("clawhub:{}", source.slug),
        _ => Source::Registry(source.clone()).to_string(),
    }
}
