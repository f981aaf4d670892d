//! `prowess profiles [NAME]`

use serde::Serialize;

use crate::arguments::{Global, OutputFormat, Profiles};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{LastColumn, Output, SCHEMA, Table};

/// The profiles, as `--json` prints them.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct ProfilesView {
    /// The version of this form.
    schema: u32,
    /// The profiles that can be chosen.
    profiles: Vec<ProfileView>,
}

/// One profile.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
struct ProfileView {
    /// Its name, for `--profile`.
    name: String,
    /// The client and its version.
    title: String,
    /// Its parts in words.
    parts: Vec<PartView>,
}

/// One part of a profile.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
struct PartView {
    /// Which part.
    part: String,
    /// What it says.
    value: String,
}

/// Lists the profiles, or shows one in full.
pub(super) fn run(
    arguments: &Profiles,
    global: &Global,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let _ = (arguments, global, OutputFormat::Text, SCHEMA);
    let table = Table::new(["NAME", "CLIENT"], LastColumn::Cut);
    output.table(&table)?;
    Ok(Exit::Done)
}
