//! `prowess adopt NAME`

use prowess::BuiltIns;
use prowess::store::lock::Origin;
use prowess::store::operations::{self as store, Store};

use crate::arguments::{Adopt, Global};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::keeping::{Manner, Told, run_of, with_store};
use crate::output::Output;
use crate::session::{self, Forms};

/// Keeps a skill that lies there already.
pub(super) fn run(
    arguments: &Adopt,
    global: &Global,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let engine = session::open(global, BuiltIns::Embedded, Forms::TextAndJson, output)?;
    let run = run_of(arguments.dry_run);
    let from = match &arguments.from {
        Some(text) => Some(engine.source(text)?),
        None => None,
    };
    let (source, login) = match from {
        Some(parsed) => (Some(parsed.source), parsed.login),
        None => (None, None),
    };
    let request = store::Adopt {
        name: arguments.name.clone(),
        scope: arguments.scope.into(),
        origin: source.map(Origin::of),
        at: None,
        login,
        targets: arguments.target.clone(),
        run,
    };
    let manner = Manner::of(&arguments.asking, &arguments.accept_risk);
    let adopted = with_store(&engine, manner, output, async |store: Store<'_>| {
        Ok(store.adopt(&request).await?)
    })?;
    let mut told = Told::new(run, output);
    told.skills(std::slice::from_ref(&adopted.skill));
    told.made(&adopted.made);
    told.print()
}
