//! `prowess lock import FILE…`

use prowess::BuiltIns;
use prowess::store::Scope;
use prowess::store::operations::{Import, Store};

use crate::arguments::{Global, LockCommand, LockFiles, LockImport};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::keeping::{Manner, Told, run_of, with_store};
use crate::output::Output;
use crate::session::{self, Forms};

/// Does something with locks.
pub(super) fn run(
    arguments: &LockFiles,
    global: &Global,
    output: &mut Output,
) -> Result<Exit, Failure> {
    match &arguments.command {
        LockCommand::Import(arguments) => import(arguments, global, output),
    }
}

/// Keeps the skills that files of other programs name.
fn import(arguments: &LockImport, global: &Global, output: &mut Output) -> Result<Exit, Failure> {
    let engine = session::open(global, BuiltIns::Embedded, Forms::TextAndJson, output)?;
    let run = run_of(arguments.dry_run);
    let requests: Vec<Import> = arguments
        .files
        .iter()
        .map(|file| Import {
            file: file.clone(),
            scope: arguments.scope.map(Scope::from),
            targets: Vec::new(),
            run,
        })
        .collect();
    let manner = Manner::of(&arguments.asking, &arguments.accept_risk);
    let imported = with_store(&engine, manner, output, async |store: Store<'_>| {
        let mut imported = Vec::new();
        for request in &requests {
            imported.push(store.import(request).await?);
        }
        Ok(imported)
    })?;
    let mut told = Told::new(run, output);
    for file in imported {
        told.skills(&file.skills);
        told.failed(file.failed);
        for refused in &file.refused {
            let line = format!(
                "`{}` cannot be taken over: {}",
                refused.name, refused.reason
            );
            told.warning(&line);
            told.view().left_out.push(line);
        }
        for lost in file.lost {
            told.note(&lost);
            told.view().left_out.push(lost);
        }
        for made in &file.made {
            told.made(made);
        }
    }
    told.print()
}
