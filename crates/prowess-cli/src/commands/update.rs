//! `prowess update [NAME…]`

use prowess::BuiltIns;
use prowess::store::operations::{self as store, Store};

use crate::arguments::{Global, Update};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::keeping::{Manner, Told, run_of, with_store};
use crate::output::Output;
use crate::session::{self, Forms};

/// Brings kept skills to what their sources have now, with what the user made of them.
pub(super) fn run(
    arguments: &Update,
    global: &Global,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let engine = session::open(global, BuiltIns::Embedded, Forms::TextAndJson, output)?;
    let run = run_of(arguments.dry_run);
    let request = store::Update {
        selection: (&arguments.kept).into(),
        conflicts: (&arguments.conflicts).into(),
        run,
    };
    let manner = Manner::of(&arguments.asking, &arguments.accept_risk);
    let updated = with_store(&engine, manner, output, async |store: Store<'_>| {
        Ok(store.update(&request).await?)
    })?;
    let mut told = Told::new(run, output);
    if updated.skills.is_empty() && updated.failed.is_empty() {
        told.note("nothing is kept here");
    }
    told.skills(&updated.skills);
    told.failed(updated.failed);
    told.made(&updated.made);
    if updated.made.record.is_some() {
        told.note("`prowess undo` takes it back");
    }
    told.print()
}
