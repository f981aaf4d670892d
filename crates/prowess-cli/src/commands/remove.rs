//! `prowess remove NAME…`

use prowess::BuiltIns;
use prowess::store::change::Extras;
use prowess::store::operations::{self as store, Store};

use crate::arguments::{Global, Remove};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::keeping::{Manner, Told, run_of, with_store};
use crate::output::Output;
use crate::session::{self, Forms};

/// Takes kept skills away, with their links, their entries in the lock and their wishes.
pub(super) fn run(
    arguments: &Remove,
    global: &Global,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let engine = session::open(global, BuiltIns::Embedded, Forms::TextAndJson, output)?;
    let run = run_of(arguments.dry_run);
    let request = store::Remove {
        selection: (&arguments.kept).into(),
        clients: arguments.target.clone(),
        extras: match arguments.with_extras {
            true => Extras::Removed,
            false => Extras::Kept,
        },
        run,
    };
    let removed = with_store(&engine, Manner::QUIET, output, async |store: Store<'_>| {
        Ok(store.remove(&request)?)
    })?;
    let mut told = Told::new(run, output);
    let verb = match arguments.target.is_empty() {
        true => ("would remove", "removed"),
        false => ("would take from clients:", "taken from clients:"),
    };
    told.removed(&removed.skills, verb);
    told.failed(removed.failed);
    told.made(&removed.made);
    if removed.made.record.is_some() {
        told.note("`prowess undo` takes it back");
    }
    told.print()
}
