//! `prowess archive NAME…` and `prowess restore NAME…`

use prowess::BuiltIns;
use prowess::store::operations::{self as store, Store};
use serde::Serialize;

use crate::arguments::{Archive, Global, OutputFormat, Restore};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::keeping::{Manner, Told, run_of, with_store};
use crate::output::{LastColumn, Output, SCHEMA, Table};
use crate::session::{self, Forms};

/// Puts skills away, out of every folder in which skills are looked for.
pub(super) fn run(
    arguments: &Archive,
    global: &Global,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let engine = session::open(global, BuiltIns::Embedded, Forms::TextAndJson, output)?;
    let run = run_of(arguments.dry_run);
    let request = store::Archive {
        selection: (&arguments.kept).into(),
        run,
    };
    let away = with_store(&engine, Manner::QUIET, output, async |store: Store<'_>| {
        Ok(store.archive(&request)?)
    })?;
    let mut told = Told::new(run, output);
    told.removed(&away.skills, ("would put away", "put away"));
    told.failed(away.failed);
    told.made(&away.made);
    if away.made.record.is_some() {
        told.note("`prowess restore` lists what is put away, and brings it back");
    }
    told.print()
}

/// Skills that are put away, as `restore --json` prints them.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct ArchivedView {
    /// The version of this form.
    schema: u32,
    /// The skills.
    skills: Vec<AwayView>,
}

/// One skill that is put away.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
struct AwayView {
    /// Its folder beneath that of the scope.
    name: String,
    /// `workspace`, `project`, `user` or `managed`.
    scope: String,
    /// Where it comes from.
    source: String,
}

/// Brings skills back that were put away; without a name lists them.
pub(super) fn restore(
    arguments: &Restore,
    global: &Global,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let engine = session::open(global, BuiltIns::Embedded, Forms::TextAndJson, output)?;
    let run = run_of(arguments.dry_run);
    let manner = Manner::of(&arguments.asking, &arguments.accept_risk);
    if arguments.kept.names.is_empty() {
        let away = with_store(&engine, Manner::QUIET, output, async |store: Store<'_>| {
            Ok(store.archived()?)
        })?;
        if output.format == OutputFormat::Json {
            let skills = away.iter().map(|one| AwayView {
                name: one.locked.name.clone(),
                scope: one.locked.scope.to_string(),
                source: one.locked.source.clone(),
            });
            output.json(&ArchivedView {
                schema: SCHEMA,
                skills: skills.collect(),
            })?;
        } else if away.is_empty() {
            output.note("nothing is put away")?;
        } else {
            let mut table = Table::new(["SKILL", "SCOPE", "SOURCE"], LastColumn::Wrapped);
            for one in &away {
                table.row([
                    one.locked.name.clone(),
                    one.locked.scope.to_string(),
                    one.locked.source.clone(),
                ]);
            }
            output.table(&table)?;
        }
        return Ok(Exit::Done);
    }
    let request = store::Archive {
        selection: (&arguments.kept).into(),
        run,
    };
    let back = with_store(&engine, manner, output, async |store: Store<'_>| {
        Ok(store.bring_back(&request)?)
    })?;
    let mut told = Told::new(run, output);
    told.skills(&back.skills);
    told.failed(back.failed);
    told.made(&back.made);
    told.print()
}
