//! `prowess profiles [NAME]`

use prowess::catalog::Profile;
use serde::Serialize;

use crate::arguments::{OutputFormat, Profiles};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{LastColumn, Output, SCHEMA, Table};
use crate::session::listed;

/// The profiles, as `--json` prints them.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct ProfilesView {
    /// The version of this form.
    schema: u32,
    /// The profiles that can be chosen, or the one that was asked for.
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
    /// Its parts, in the keys and values of a profile's file.
    parts: Vec<PartView>,
}

/// One part of a profile.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
struct PartView {
    /// The key: `discovery.depth`.
    key: String,
    /// The value as it stands in a file.
    value: String,
}

/// Lists the profiles, or shows one in full.
pub(super) fn run(arguments: &Profiles, output: &mut Output) -> Result<Exit, Failure> {
    let surroundings = prowess::surroundings()?;
    output.set_place(&surroundings);
    let found = prowess::profiles(&surroundings)?;
    let shown: Vec<&Profile> = match &arguments.name {
        None => found.usable.iter().collect(),
        Some(name) => vec![one(&found.usable, name)?],
    };
    if output.format == OutputFormat::Json {
        output.json(&ProfilesView {
            schema: SCHEMA,
            profiles: shown.iter().map(|profile| view(profile)).collect(),
        })?;
    } else if let (Some(_), [profile]) = (&arguments.name, shown.as_slice()) {
        output.table(&parts(profile))?;
    } else {
        output.table(&names(&shown))?;
    }
    for diagnostic in found.broken.iter().flat_map(|broken| &broken.diagnostics) {
        output.diagnostic(diagnostic)?;
    }
    Ok(Exit::Done)
}

fn one<'p>(profiles: &'p [Profile], name: &str) -> Result<&'p Profile, Failure> {
    profiles
        .iter()
        .find(|profile| profile.name == name)
        .ok_or_else(|| {
            let known: Vec<&str> = profiles.iter().map(|profile| &*profile.name).collect();
            Failure::new(Exit::NotFound, format!("there is no profile `{name}`"))
                .help(format!("there are {}", listed(&known)))
        })
}

fn view(profile: &Profile) -> ProfileView {
    ProfileView {
        name: profile.name.clone(),
        title: profile.title.clone(),
        parts: profile
            .parts()
            .into_iter()
            .map(|part| PartView {
                key: part.key,
                value: part.value,
            })
            .collect(),
    }
}

fn names(profiles: &[&Profile]) -> Table {
    let mut table = Table::new(["NAME", "SKILLS AS THEY ARE SEEN BY"], LastColumn::Cut);
    for profile in profiles {
        table.row([profile.name.clone(), profile.title.clone()]);
    }
    table
}

/// Every part, in the keys and values of a profile's file.
fn parts(profile: &Profile) -> Table {
    let mut table = Table::new(["PART", "VALUE"], LastColumn::Wrapped);
    for part in profile.parts() {
        table.row([part.key, part.value]);
    }
    table
}
