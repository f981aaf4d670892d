//! `prowess undo [NUMBER]`

use prowess::BuiltIns;
use prowess::store::operations::{self as store, Store};

use crate::arguments::{Global, Undo};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::keeping::{Manner, Told, run_of, with_store};
use crate::output::Output;
use crate::session::{self, Forms};

/// Takes a change of what is kept back.
pub(super) fn run(arguments: &Undo, global: &Global, output: &mut Output) -> Result<Exit, Failure> {
    let engine = session::open(global, BuiltIns::Embedded, Forms::TextAndJson, output)?;
    let run = run_of(arguments.dry_run);
    let request = store::Undo {
        record: arguments.number,
        run,
    };
    let undone = with_store(&engine, Manner::QUIET, output, async |store: Store<'_>| {
        Ok(store.undo(&request)?)
    })?;
    let mut told = Told::new(run, output);
    let verb = told.verb("would take back", "taken back");
    told.line(&format!("{verb}: {}", undone.deed));
    for key in &undone.skills {
        told.below(&format!("{key}, as it was before"));
    }
    told.view().undone = Some(undone.deed.clone());
    told.made(&undone.made);
    told.print()
}
