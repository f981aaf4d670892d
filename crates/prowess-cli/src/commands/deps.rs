//! `prowess deps NAME`

use std::time::Duration;

use prowess::catalog::EntryId;
use prowess::store::Host;
use prowess::store::dependencies::{Needs, Outcome, Way};
use prowess::{BuiltIns, Engine};
use serde::Serialize;

use crate::arguments::{Deps, Global, OutputFormat};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::keeping::{Asked, Line, busy, to_end};
use crate::output::{LastColumn, Output, SCHEMA, Table, printable_text};
use crate::session::{self, Forms, listed};

/// What a skill needs, as `--json` prints it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct DepsView<'d> {
    /// The version of this form.
    schema: u32,
    /// The skill.
    name: &'d str,
    /// What is missing, and the ways to get it; after `--install` what is missing then.
    #[cfg_attr(feature = "generate", schemars(with = "NeedsShape"))]
    needs: &'d Needs,
    /// What came of `--install`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "generate", schemars(with = "Option<OutcomeShape>"))]
    installed: Option<&'d Outcome>,
}

/// Tells what a skill needs, and gets it where that is asked for.
pub(super) fn run(arguments: &Deps, global: &Global, output: &mut Output) -> Result<Exit, Failure> {
    let engine = session::open(global, BuiltIns::LaidOut, Forms::TextAndJson, output)?;
    let id = engine.find(&arguments.name)?;
    let (name, needs) = needs_of(&engine, id)?;
    let Some(way) = &arguments.install else {
        tell(&name, &needs, None, output)?;
        return Ok(exit(&needs));
    };
    if needs.has_programs() && way.is_empty() {
        tell(&name, &needs, None, output)?;
        output.note(&format!(
            "every program that `{name}` needs is there, nothing is installed"
        ))?;
        return Ok(exit(&needs));
    }
    let way = chosen(&name, &needs, way)?.id.clone();
    let outcome = {
        let line = Line::of(output);
        let ask = Asked::of(arguments.yes, arguments.no_input, &line);
        let host = Host {
            ask: &ask,
            progress: &line,
            busy: &busy,
        };
        let time = Duration::from_secs(arguments.timeout.into());
        to_end(async { Ok(engine.meet(id, &way, time, &host).await?) })?
    };
    // A new look, with what is installed now on its PATH.
    let engine = session::open_silently(global, BuiltIns::LaidOut, Forms::TextAndJson, output)?;
    let (name, needs) = needs_of(&engine, engine.find(&arguments.name)?)?;
    tell(&name, &needs, Some(&outcome), output)?;
    Ok(match outcome.ok {
        true => exit(&needs),
        false => Exit::Outside,
    })
}

fn needs_of(engine: &Engine, id: EntryId) -> Result<(String, Needs), Failure> {
    let entry = engine.snapshot().entry(id);
    let needs = entry.and_then(|entry| Some((entry.name.to_string(), engine.needs(id)?)));
    needs.ok_or_else(|| Failure::new(Exit::Bug, "the skill is in no catalogue"))
}

/// The way that is meant: the named one, else the one that helps.
fn chosen<'n>(name: &str, needs: &'n Needs, way: &str) -> Result<&'n Way, Failure> {
    let known = || {
        let ids: Vec<&str> = needs.ways.iter().map(|way| way.id.as_str()).collect();
        format!("there are {}", listed(&ids))
    };
    if !way.is_empty() {
        let found = needs.ways.iter().find(|known| known.id == way);
        return found.ok_or_else(|| {
            let message = format!("`{name}` offers no way `{way}` on this machine");
            match needs.ways.is_empty() {
                true => Failure::new(Exit::NotFound, message),
                false => Failure::new(Exit::NotFound, message).help(known()),
            }
        });
    }
    match needs.helping().as_slice() {
        [one] => Ok(one),
        [] => Err(Failure::new(
            Exit::NotFound,
            format!("`{name}` does not say how to get what is missing"),
        )
        .help("install it yourself, then `prowess why` tells whether it is found")),
        _ => Err(
            Failure::new(Exit::Usage, format!("`{name}` offers several ways"))
                .help(format!("say which with `--install ID`: {}", known())),
        ),
    }
}

fn exit(needs: &Needs) -> Exit {
    match needs.is_met() {
        true => Exit::Done,
        false => Exit::Problems,
    }
}

fn tell(
    name: &str,
    needs: &Needs,
    outcome: Option<&Outcome>,
    output: &mut Output,
) -> Result<(), Failure> {
    if output.format == OutputFormat::Json {
        output.json(&DepsView {
            schema: SCHEMA,
            name,
            needs,
            installed: outcome,
        })?;
        return Ok(());
    }
    if let Some(outcome) = outcome {
        told(outcome, output)?;
    }
    output.data(&missing(name, needs))?;
    if outcome.is_none() && !needs.ways.is_empty() && !needs.has_programs() {
        let mut table = Table::new(["WAY", "GIVES", "BY"], LastColumn::Wrapped);
        for way in &needs.ways {
            table.row([way.id.clone(), way.bins.join(" "), by(way)]);
        }
        output.table(&table)?;
        output.note(&format!(
            "`prowess deps {name} --install` gets it, after a question"
        ))?;
    }
    Ok(())
}

/// What came of an installer.
fn told(outcome: &Outcome, output: &mut Output) -> Result<(), Failure> {
    if !outcome.ok {
        for said in [&outcome.stdout, &outcome.stderr] {
            output.aside(&printable_text(said))?;
        }
    }
    for warning in &outcome.warnings {
        output.warning(warning)?;
    }
    output.data(&printable_text(&format!("{}\n", outcome.message)))?;
    Ok(())
}

fn missing(name: &str, needs: &Needs) -> String {
    if needs.is_met() {
        return format!("{name}: everything that it needs is here\n");
    }
    let mut text = String::new();
    for program in &needs.programs {
        text.push_str(&format!("{name}: program `{program}` is missing\n"));
    }
    if !needs.one_of.is_empty() {
        let names = listed(&needs.one_of);
        text.push_str(&format!("{name}: one of the programs {names} is missing\n"));
    }
    for other in &needs.others {
        text.push_str(&format!("{name}: {other}\n"));
    }
    printable_text(&text)
}

/// What is run or fetched.
fn by(way: &Way) -> String {
    match (&way.command, &way.url, &way.refused) {
        (Some(command), _, _) => command.join(" "),
        (_, Some(url), _) => url.clone(),
        (_, _, Some(refused)) => format!("not run: {refused}"),
        _ => way.label.clone(),
    }
}

#[cfg(feature = "generate")]
mod shapes {
    //! The shapes of what the library prints.

    #![expect(dead_code, reason = "only their shapes are used")]

    use schemars::JsonSchema;

    /// What a skill needs and does not find, and the ways to get it.
    #[derive(JsonSchema)]
    #[serde(rename_all = "camelCase")]
    pub(crate) struct NeedsShape {
        /// Programs that are not there.
        programs: Vec<String>,
        /// Programs one of which would have to be there.
        one_of: Vec<String>,
        /// What else is missing, a line each. No installer brings it.
        others: Vec<String>,
        /// The ways that are offered on this machine.
        ways: Vec<WayShape>,
    }

    /// One way to get what a skill needs.
    #[derive(JsonSchema)]
    struct WayShape {
        /// What it is asked for by.
        id: String,
        /// `brew`, `node`, `go`, `uv` or `download`.
        kind: String,
        /// What a person sees.
        label: String,
        /// Programs that it brings, as the skill says.
        bins: Vec<String>,
        /// The program that is run, and its arguments.
        command: Option<Vec<String>>,
        /// The address that is fetched.
        url: Option<String>,
        /// Why it is not run.
        refused: Option<String>,
    }

    /// What came of an installer.
    #[derive(JsonSchema)]
    #[serde(rename_all = "camelCase")]
    pub(crate) struct OutcomeShape {
        /// Whether it is installed now.
        ok: bool,
        /// What there is to say in one line.
        message: String,
        /// The end of what the program said.
        stdout: String,
        /// The end of what it said on its other stream.
        stderr: String,
        /// Its exit code; nothing where no program was run, or it was stopped.
        #[schemars(required)]
        code: Option<i32>,
        /// What the user has to know beside it.
        warnings: Option<Vec<String>>,
        /// `unknown-installer`, `missing-installer` or `refused`: why nothing was tried.
        skip_reason: Option<String>,
    }
}

#[cfg(feature = "generate")]
use shapes::{NeedsShape, OutcomeShape};
