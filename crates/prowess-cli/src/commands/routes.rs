//! `prowess routes`

use prowess::BuiltIns;
use prowess::catalog::Listing;
use prowess::prompt::{Detail, RoutingOptions, routed, routing_line};
use serde::Serialize;

use crate::arguments::{Global, OutputFormat, Routes};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{Output, SCHEMA};
use crate::session::{self, Forms};

/// One line a skill, as `--json` prints them.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct RoutesView<'s> {
    /// The version of this form.
    schema: u32,
    /// The skills in the order of the catalogue.
    routes: Vec<RouteView<'s>>,
}

/// One skill and its line.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
struct RouteView<'s> {
    /// Its name.
    name: &'s str,
    /// The role that it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<&'s str>,
    /// Its line.
    line: String,
}

/// Prints the lines.
pub(super) fn run(
    arguments: &Routes,
    global: &Global,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let engine = session::open(global, BuiltIns::Embedded, Forms::TextAndJson, output)?;
    let (listing, missing) = match arguments.unavailable {
        true => (Listing::WithUnavailable, Detail::Shown),
        false => (Listing::Eligible, Detail::Left),
    };
    let options = RoutingOptions {
        listing,
        missing,
        role: arguments.role.as_deref(),
        ..RoutingOptions::default()
    };
    let routes: Vec<RouteView<'_>> = routed(engine.snapshot(), &options)
        .map(|(_, entry)| RouteView {
            name: &entry.name,
            role: entry
                .manifest
                .contract
                .as_deref()
                .and_then(|contract| contract.role.as_deref()),
            line: routing_line(entry, &options),
        })
        .collect();
    if output.format == OutputFormat::Json {
        output.json(&RoutesView {
            schema: SCHEMA,
            routes,
        })?;
        return Ok(Exit::Done);
    }
    if routes.is_empty() {
        output.note(&match &arguments.role {
            Some(role) => format!("no skill is for the role `{role}`"),
            None => "there is no skill to choose".to_owned(),
        })?;
        return Ok(Exit::Done);
    }
    let text: String = routes
        .iter()
        .flat_map(|route| [route.line.as_str(), "\n"])
        .collect();
    output.foreign(&text)?;
    Ok(Exit::Done)
}
