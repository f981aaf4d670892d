//! `prowess outdated [NAME…]`

use prowess::BuiltIns;
use prowess::store::operations::{Looked, Store};
use prowess::store::status::Freshness;
use serde::Serialize;

use crate::arguments::{Global, Outdated, OutputFormat};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::keeping::{Manner, view, with_store};
use crate::output::{LastColumn, Output, SCHEMA, Table};
use crate::session::{self, Forms};

/// Whether kept skills have something newer, as `--json` prints it.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct OutdatedView {
    /// The version of this form.
    schema: u32,
    /// The skills, by scope and name.
    skills: Vec<LookedView>,
}

/// What a look at the source of one skill says.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
struct LookedView {
    /// Its folder beneath that of the scope.
    name: String,
    /// `workspace`, `project`, `user` or `managed`.
    scope: String,
    /// Where it comes from.
    source: String,
    /// What was read of the source when it was kept; nothing for a folder.
    revision: Option<String>,
    /// `up-to-date`, `newer` or `unknown`.
    state: &'static str,
    /// What the source has now, where it is newer.
    newer: Option<String>,
    /// Why it is not known.
    reason: Option<String>,
}

/// Looks at the sources of kept skills.
pub(super) fn run(
    arguments: &Outdated,
    global: &Global,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let engine = session::open(global, BuiltIns::Embedded, Forms::TextAndJson, output)?;
    let selection = (&arguments.kept).into();
    let manner = Manner {
        offline: arguments.offline,
        ..Manner::QUIET
    };
    let looked = with_store(&engine, manner, output, async |store: Store<'_>| {
        Ok(store.outdated(&selection).await?)
    })?;
    if output.format == OutputFormat::Json {
        output.json(&OutdatedView {
            schema: SCHEMA,
            skills: looked.iter().map(LookedView::from).collect(),
        })?;
    } else if looked.is_empty() {
        output.note("nothing is kept here")?;
    } else {
        let mut table = Table::new(["SKILL", "SCOPE", "STATE", "SOURCE"], LastColumn::Wrapped);
        for one in &looked {
            let state = match &one.freshness {
                Freshness::UpToDate => "up to date",
                Freshness::Newer { .. } => "newer",
                _ => "unknown",
            };
            table.row([
                one.key.name.clone(),
                one.key.scope.to_string(),
                state.to_owned(),
                one.source.clone(),
            ]);
        }
        output.table(&table)?;
    }
    for one in &looked {
        if let Freshness::Unknown { reason } = &one.freshness {
            output.warning(&format!("{}: {reason}", one.key.name))?;
        }
    }
    let is_newer = |one: &Looked| matches!(one.freshness, Freshness::Newer { .. });
    let is_known = |one: &Looked| is_newer(one) || one.freshness == Freshness::UpToDate;
    if looked.iter().any(is_newer) {
        output.note("`prowess update` brings what is newer")?;
    }
    Ok(if !looked.iter().all(is_known) {
        // Never a success: what could not be looked at is not up to date.
        Exit::Outside
    } else if looked.iter().any(is_newer) {
        Exit::Problems
    } else {
        Exit::Done
    })
}

impl From<&Looked> for LookedView {
    fn from(looked: &Looked) -> Self {
        let (state, newer, reason) = match &looked.freshness {
            Freshness::UpToDate => ("up-to-date", None, None),
            Freshness::Newer { revision } => ("newer", view::revision(revision), None),
            Freshness::Unknown { reason } => ("unknown", None, Some(reason.clone())),
            _ => ("unknown", None, None),
        };
        Self {
            name: looked.key.name.clone(),
            scope: looked.key.scope.to_string(),
            source: looked.source.clone(),
            revision: view::revision(&looked.revision),
            state,
            newer,
            reason,
        }
    }
}
