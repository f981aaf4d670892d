//! `prowess compare [FOLDER] [--with CLIENT…]`

use std::collections::BTreeMap;

use prowess::{ComparedClient, ComparedSkill, Comparison, Sight, View};
use serde::Serialize;

use crate::arguments::{Compare, Global, OutputFormat};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{LastColumn, Output, SCHEMA, Table, Verbosity, counted, printable_line};
use crate::session::{self, Forms};

/// Skills that are named beneath one reason, unless verbose.
const NAMED: usize = 5;

/// The comparison, as `--json` prints it.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct CompareView<'s> {
    /// The version of this form.
    schema: u32,
    /// The clients that were compared.
    clients: Vec<ClientView<'s>>,
    /// Every skill that one of them found, in order of path.
    skills: Vec<ComparedView<'s>>,
}

/// One client.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
struct ClientView<'s> {
    /// The name of its profile.
    name: &'s str,
    /// The client and its version.
    title: &'s str,
    /// Why it sees nothing, where its configuration cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
}

/// One skill.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
struct ComparedView<'s> {
    /// Its file.
    file: String,
    /// The name that most clients know it by.
    name: &'s str,
    /// Whether two clients make different things of it.
    differs: bool,
    /// What each client makes of it, by its name.
    clients: BTreeMap<&'s str, SightView<'s>>,
}

/// What one client makes of one skill.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
struct SightView<'s> {
    /// `listed`, `shortened`, `name-only`, `hidden`, `ineligible`, `shadowed`, `invalid`,
    /// `beyond-limit` or `absent`.
    sight: &'static str,
    /// The name that it has there.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'s str>,
    /// Why it is not listed in full.
    why: &'s [String],
}

/// Prints a row a skill and a column a client, then the reasons.
pub(super) fn run(
    arguments: &Compare,
    global: &Global,
    output: &mut Output,
) -> Result<Exit, Failure> {
    // The settings of the output come from our own configuration; its profile is not asked.
    let engine = session::open(
        global,
        prowess::BuiltIns::Embedded,
        Forms::TextAndJson,
        output,
    )?;
    let mut options = session::options(global, prowess::BuiltIns::Embedded);
    options.only.clone_from(&arguments.folder);
    let clients = arguments.with.as_deref().unwrap_or(&[]);
    let comparison = prowess::compare(engine.surroundings(), &options, clients)?;
    if output.format == OutputFormat::Json {
        output.json(&view(&comparison))?;
        return Ok(Exit::Done);
    }
    let shown: Vec<&ComparedSkill> = comparison
        .skills
        .iter()
        .filter(|skill| !arguments.different || skill.differs())
        .collect();
    output.table(&table(&comparison.clients, &shown))?;
    output.data(&reasons(&comparison.clients, &shown, output))?;
    for client in &comparison.clients {
        if let Some(fault) = &client.fault {
            output.note(&format!("{} sees nothing: {fault}", client.name))?;
            for diagnostic in fault.diagnostics() {
                output.diagnostic(diagnostic)?;
            }
        }
    }
    let different = comparison.skills.iter().filter(|skill| skill.differs());
    output.note(&format!(
        "{} seen by {}; {}",
        counted(comparison.skills.len(), "skill", "skills"),
        counted(comparison.clients.len(), "client", "clients"),
        match different.count() {
            0 => "all see the same".to_owned(),
            count => format!("{count} not alike in all"),
        }
    ))?;
    Ok(Exit::Done)
}

fn table(clients: &[ComparedClient], skills: &[&ComparedSkill]) -> Table {
    let heads = clients.iter().map(|client| client.name.clone());
    let heads = std::iter::once("NAME".to_owned()).chain(heads).collect();
    let mut table = Table::of_columns(heads, LastColumn::Wrapped);
    for skill in skills {
        let cells = skill.views.iter().map(|view| cell(view, &skill.name));
        table.cells(std::iter::once(skill.name.clone()).chain(cells).collect());
    }
    table
}

/// A word for what a client makes of a skill, with the name where it is another one there.
fn cell(view: &View, usual: &str) -> String {
    let word = match view.sight {
        Sight::Listed => "yes",
        Sight::Absent => "-",
        other => other.as_str(),
    };
    match view.name.as_deref() {
        Some(name) if name != usual => format!("{word} as {name}"),
        _ => word.to_owned(),
    }
}

/// Beneath each client what is not listed in full, skills with one reason together.
fn reasons(clients: &[ComparedClient], skills: &[&ComparedSkill], output: &Output) -> String {
    let most = match output.verbosity {
        Verbosity::Verbose => usize::MAX,
        _ => NAMED,
    };
    let mut text = String::new();
    for (column, client) in clients.iter().enumerate() {
        let mut groups: BTreeMap<(Sight, String), Vec<&str>> = BTreeMap::new();
        for skill in skills {
            let Some(view) = skill.views.get(column) else {
                continue;
            };
            if view.sight != Sight::Listed {
                // A reason that names the skill is the same reason for another one.
                let name = format!(" `{}`", skill.name);
                let key = (view.sight, view.why.join("; ").replace(&name, ""));
                groups.entry(key).or_default().push(&skill.name);
            }
        }
        if groups.is_empty() {
            continue;
        }
        text.push_str(&format!("\n{}\n", printable_line(&client.name)));
        for ((sight, why), names) in groups {
            let more = names.len().saturating_sub(most);
            let named: Vec<&str> = names.into_iter().take(most).collect();
            let line = format!("{}: {why}: {}", sight.as_str(), named.join(", "));
            text.push_str("  ");
            text.push_str(&printable_line(&line));
            if more > 0 {
                text.push_str(&format!(" and {more} more"));
            }
            text.push('\n');
        }
    }
    text
}

fn view(comparison: &Comparison) -> CompareView<'_> {
    let clients = &comparison.clients;
    CompareView {
        schema: SCHEMA,
        clients: clients
            .iter()
            .map(|client| ClientView {
                name: &client.name,
                title: &client.title,
                fault: client.fault.as_ref().map(ToString::to_string),
            })
            .collect(),
        skills: comparison
            .skills
            .iter()
            .map(|skill| ComparedView {
                file: skill.file.to_string_lossy().into_owned(),
                name: &skill.name,
                differs: skill.differs(),
                clients: clients
                    .iter()
                    .zip(&skill.views)
                    .map(|(client, view)| (client.name.as_str(), sight(view)))
                    .collect(),
            })
            .collect(),
    }
}

fn sight(view: &View) -> SightView<'_> {
    SightView {
        sight: view.sight.as_str(),
        name: view.name.as_deref(),
        why: &view.why,
    }
}
