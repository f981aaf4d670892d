//! `prowess edit NAME…`

use prowess::BuiltIns;
use prowess::store::operations::{self as store, Meaning, Run, Store};

use crate::arguments::{Edit, Global};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::keeping::{Manner, with_store};
use crate::output::Output;
use crate::session::{self, Forms};

/// Says of edits that they are meant, or not any more.
pub(super) fn run(arguments: &Edit, global: &Global, output: &mut Output) -> Result<Exit, Failure> {
    let engine = session::open(global, BuiltIns::Embedded, Forms::TextAndJson, output)?;
    let request = store::Edit {
        selection: (&arguments.kept).into(),
        meaning: match arguments.not_meant {
            true => Meaning::NotMeant,
            false => Meaning::Meant,
        },
        run: Run::Real,
    };
    let edited = with_store(&engine, Manner::QUIET, output, async |store: Store<'_>| {
        Ok(store.edit(&request)?)
    })?;
    super::verify::print(&edited.skills, None, output)?;
    for warning in &edited.made.warnings {
        output.warning(warning)?;
    }
    Ok(Exit::Done)
}
