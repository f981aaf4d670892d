//! `prowess install [SOURCE…]`

use std::path::PathBuf;

use prowess::store::change::Means;
use prowess::store::operations::{self as store, LockUse, Pick, Restore, Store};
use prowess::store::source::Parsed;
use prowess::{BuiltIns, Engine};
use serde::Serialize;

use crate::arguments::{Global, Install, OutputFormat};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::keeping::{Manner, Told, run_of, view, with_store};
use crate::output::{LastColumn, Output, SCHEMA, Table};
use crate::session::{self, Forms, listed};

/// Installs skills of sources, or puts everything in its place again that is kept.
pub(super) fn run(
    arguments: &Install,
    global: &Global,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let engine = session::open(global, BuiltIns::Embedded, Forms::TextAndJson, output)?;
    if arguments.sources.is_empty() {
        return restore(arguments, &engine, output);
    }
    let sources: Vec<Parsed> = arguments
        .sources
        .iter()
        .map(|text| engine.source(text))
        .collect::<Result<_, _>>()?;
    if arguments.list {
        return list(&sources, arguments, &engine, output);
    }
    if sources.len() > 1 && (arguments.rename.is_some() || !arguments.skill.is_empty()) {
        return Err(Failure::new(
            Exit::Usage,
            "`--skill` and `--as` are for one source",
        ));
    }
    let requests: Vec<store::Install> = sources
        .into_iter()
        .map(|parsed| request(arguments, parsed))
        .collect();
    let manner = Manner::of(&arguments.asking, &arguments.accept_risk);
    let (done, stopped) = with_store(&engine, manner, output, async |store: Store<'_>| {
        let mut done = Vec::new();
        for request in &requests {
            match store.install(request).await {
                Ok(installed) => done.push(installed),
                // What was installed before is told all the same.
                Err(error) if !done.is_empty() => return Ok((done, Some(Failure::from(error)))),
                Err(error) => return Err(error.into()),
            }
        }
        Ok((done, None))
    })?;
    let run = run_of(arguments.dry_run);
    let mut told = Told::new(run, output);
    let mut is_new = false;
    let mut outside = Vec::new();
    for installed in done {
        outside.extend(installed.outside);
        is_new |= installed.made.record.is_some();
        told.skills(&installed.skills);
        told.failed(installed.failed);
        for refused in &installed.refused {
            told.view().refused.push(refused.into());
            told.warning(format!(
                "`{}` may not be kept: {}",
                refused.name, refused.error
            ));
        }
        for line in installed.left_out {
            told.note(&line);
            told.view().left_out.push(line);
        }
        told.made(&installed.made);
    }
    if is_new {
        next(arguments, &outside, &mut told);
    }
    let exit = told.print()?;
    match stopped {
        Some(failure) => Err(failure),
        None => Ok(exit),
    }
}

/// What a person does next.
fn next(arguments: &Install, outside: &[PathBuf], told: &mut Told<'_>) {
    use crate::arguments::KeptScope;
    if !matches!(arguments.scope, KeptScope::Project | KeptScope::Workspace) {
        return;
    }
    match outside.first() {
        None => told.note(
            "commit `prowess.toml` and `prowess.lock`; `prowess install` then gives everyone the same bytes",
        ),
        Some(place) => told.note(format!(
            "`prowess.lock` names `{}`, which others do not have: a source with an address, or one in this workspace, gives everyone the same bytes",
            place.display()
        )),
    }
}

fn request(arguments: &Install, parsed: Parsed) -> store::Install {
    store::Install {
        source: parsed.source,
        login: parsed.login,
        pick: match (arguments.all, arguments.skill.is_empty()) {
            (true, _) => Pick::All,
            (false, true) => Pick::Only,
            (false, false) => Pick::Named(arguments.skill.clone()),
        },
        name: arguments.rename.clone(),
        scope: arguments.scope.into(),
        targets: arguments.target.clone(),
        means: match arguments.copy {
            true => Means::Copy,
            false => Means::Link,
        },
        conflicts: (&arguments.conflicts).into(),
        run: run_of(arguments.dry_run),
    }
}

/// Puts everything in its place again that the locks keep.
fn restore(arguments: &Install, engine: &Engine, output: &mut Output) -> Result<Exit, Failure> {
    let only_with_source = [
        (arguments.all, "--all"),
        (arguments.list, "--list"),
        (!arguments.skill.is_empty(), "--skill"),
        (arguments.rename.is_some(), "--as"),
        (!arguments.target.is_empty(), "--target"),
    ];
    if let Some((_, flag)) = only_with_source.iter().find(|(is_given, _)| *is_given) {
        return Err(
            Failure::new(Exit::Usage, format!("`{flag}` needs a source"))
                .help("`prowess install SOURCE` installs; without a source the lock is restored"),
        );
    }
    let run = run_of(arguments.dry_run);
    let request = Restore {
        locks: match arguments.frozen {
            true => LockUse::Frozen,
            false => LockUse::Written,
        },
        run,
    };
    let manner = Manner::of(&arguments.asking, &arguments.accept_risk);
    let restored = with_store(engine, manner, output, async |store: Store<'_>| {
        Ok(store.restore(&request).await?)
    })?;
    let mut told = Told::new(run, output);
    if restored.skills.is_empty() && restored.failed.is_empty() {
        told.note("nothing is kept here; `prowess install SOURCE` begins");
    }
    told.skills(&restored.skills);
    super::verify::differing(&restored.found, &mut told);
    told.failed(restored.failed);
    for (file, fault) in &restored.faults {
        let at = fault
            .line
            .map_or_else(String::new, |line| format!(":{line}"));
        let file = file.display();
        let line = format!(
            "{file}{at}: `{}` does not hold: {}",
            fault.name, fault.reason
        );
        told.warning(&line);
        told.view().left_out.push(line);
    }
    let unwanted: Vec<String> = restored
        .unwanted
        .iter()
        .map(|key| key.name.clone())
        .collect();
    if !unwanted.is_empty() {
        told.note(format!(
            "nobody wants {} any more; `prowess remove` takes them away",
            listed(&unwanted)
        ));
    }
    for key in &restored.unwanted {
        told.view().unwanted.push(key.into());
    }
    told.made(&restored.made);
    told.print()
}

/// What sources hold, as `--list --json` prints it.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct OfferedView {
    /// The version of this form.
    schema: u32,
    /// The sources, in the order of the arguments.
    sources: Vec<SourceView>,
}

/// What one source holds.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
struct SourceView {
    /// The source.
    source: String,
    /// What exactly was read: a commit, a version, a digest; nothing for a folder.
    revision: Option<String>,
    /// Its skills, by their paths.
    skills: Vec<OfferView>,
    /// Skills that may not be kept.
    refused: Vec<view::RefusedView>,
    /// What was left out, and why.
    left_out: Vec<String>,
}

/// One skill of a source.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
struct OfferView {
    /// Its name.
    name: String,
    /// Its folder in the source.
    path: String,
    /// What it does.
    description: Option<String>,
    /// The digest of its files.
    digest: String,
}

fn list(
    sources: &[Parsed],
    arguments: &Install,
    engine: &Engine,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let manner = Manner::of(&arguments.asking, &[]);
    let harvests = with_store(engine, manner, output, async |store: Store<'_>| {
        let mut harvests = Vec::new();
        for parsed in sources {
            harvests.push(store.list(&parsed.source, parsed.login.as_ref()).await?);
        }
        Ok(harvests)
    })?;
    if output.format == OutputFormat::Json {
        let sources = harvests.iter().map(|harvest| SourceView {
            source: harvest.source.to_string(),
            revision: view::revision(&harvest.revision),
            skills: harvest
                .skills
                .iter()
                .map(|skill| OfferView {
                    name: skill.name.clone(),
                    path: skill.path.clone(),
                    description: skill.description.clone(),
                    digest: skill.tree.digest().to_string(),
                })
                .collect(),
            refused: harvest
                .refused
                .iter()
                .map(view::RefusedView::from)
                .collect(),
            left_out: harvest.left_out.clone(),
        });
        output.json(&OfferedView {
            schema: SCHEMA,
            sources: sources.collect(),
        })?;
        return Ok(Exit::Done);
    }
    for harvest in &harvests {
        let mut table = Table::new(["SKILL", "PATH", "DESCRIPTION"], LastColumn::Wrapped);
        for skill in &harvest.skills {
            table.row([
                skill.name.clone(),
                skill.path.clone(),
                skill.description.clone().unwrap_or_default(),
            ]);
        }
        output.table(&table)?;
        for refused in &harvest.refused {
            output.warning(&format!(
                "`{}` may not be kept: {}",
                refused.name, refused.error
            ))?;
        }
        for line in &harvest.left_out {
            output.note(line)?;
        }
    }
    Ok(Exit::Done)
}
