//! `prowess stale`

use std::time::Duration;

use prowess::BuiltIns;
use prowess::store::operations::{Proposal, Stale as Found, Store};
use serde::Serialize;

use crate::arguments::{Global, OutputFormat, Stale};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::keeping::{Manner, with_store};
use crate::output::{LastColumn, Output, SCHEMA, Table, counted};
use crate::session::{self, Forms};

/// The seconds of a day.
const DAY: u64 = 24 * 60 * 60;

/// Which kept skills nobody uses, as `--json` prints it.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct StaleView {
    /// The version of this form.
    schema: u32,
    /// The kept skills, by scope and name.
    skills: Vec<UseView>,
}

/// What is known of the uses of one kept skill.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
struct UseView {
    /// Its folder beneath that of the scope.
    name: String,
    /// `workspace`, `project`, `user` or `managed`.
    scope: String,
    /// `keep`, `archive` or `unknown`.
    proposal: &'static str,
    /// Whole days since its last use, or since it came, where it is proposed to be put away.
    unused_days: Option<u64>,
    /// How often it was used.
    count: Option<u64>,
}

/// Proposes skills to be put away that nobody has used for long.
pub(super) fn run(
    arguments: &Stale,
    global: &Global,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let engine = session::open(global, BuiltIns::Embedded, Forms::TextAndJson, output)?;
    let within = Duration::from_secs(u64::from(arguments.days) * DAY);
    let stale = with_store(&engine, Manner::QUIET, output, async |store: Store<'_>| {
        Ok(store.stale(within)?)
    })?;
    if output.format == OutputFormat::Json {
        output.json(&StaleView {
            schema: SCHEMA,
            skills: stale.iter().map(UseView::from).collect(),
        })?;
        return Ok(Exit::Done);
    }
    let mut table = Table::new(["SKILL", "SCOPE", "USED", "PROPOSAL"], LastColumn::Wrapped);
    for one in &stale {
        let view = UseView::from(one);
        let used = view.count.map_or_else(
            || "not known".to_owned(),
            |count| {
                counted(
                    usize::try_from(count).unwrap_or(usize::MAX),
                    "time",
                    "times",
                )
            },
        );
        let proposal = match view.unused_days {
            Some(days) => format!("archive, unused for {days} days"),
            None => view.proposal.to_owned(),
        };
        table.row([view.name, view.scope, used, proposal]);
    }
    match stale.is_empty() {
        true => output.note("nothing is kept here")?,
        false => output.table(&table)?,
    }
    let is_proposed = |one: &&Found| matches!(one.proposal, Proposal::Archive { .. });
    let names: Vec<&str> = stale
        .iter()
        .filter(is_proposed)
        .map(|one| one.key.name.as_str())
        .collect();
    if !names.is_empty() {
        output.note(&format!(
            "`prowess archive {}` puts them away",
            names.join(" ")
        ))?;
    }
    Ok(Exit::Done)
}

impl From<&Found> for UseView {
    fn from(found: &Found) -> Self {
        let (proposal, unused) = match found.proposal {
            Proposal::Keep => ("keep", None),
            Proposal::Archive { unused } => ("archive", Some(unused.as_secs() / DAY)),
            _ => ("unknown", None),
        };
        Self {
            name: found.key.name.clone(),
            scope: found.key.scope.to_string(),
            proposal,
            unused_days: unused,
            count: found.uses.map(|uses| uses.count),
        }
    }
}
