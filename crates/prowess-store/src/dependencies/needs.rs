//! What a skill needs and does not find, and the ways to get it.

use prowess_base::Platform;
use prowess_catalog::{Programs, Reason};
use prowess_format::install::{Brew, InstallOption, Machine, find, options};
use prowess_format::{InstallKind, Manifest};
use serde::Serialize;

use super::{Preferences, command};

/// What a skill needs and does not find, and the ways to get it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Needs {
    /// Programs that are not there.
    pub programs: Vec<String>,
    /// Programs one of which would have to be there.
    pub one_of: Vec<String>,
    /// What else the skill asks for and does not get, a line each. No installer brings it.
    pub others: Vec<String>,
    /// The ways that are offered on this machine, whether or not anything is missing.
    pub ways: Vec<Way>,
}

/// One way to get what a skill needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Way {
    /// What it is asked for by.
    pub id: String,
    /// Which installer.
    pub kind: InstallKind,
    /// What a person sees.
    pub label: String,
    /// Programs that it brings, as the skill says.
    pub bins: Vec<String>,
    /// The program that is run, and its arguments; nothing for a download, or where it is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<Vec<String>>,
    /// The address that is fetched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Why it is not run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
}

impl Needs {
    /// What a skill needs: of its programs as they are looked up now, of everything else as `reasons`, those of its
    /// verdict, tell.
    #[must_use]
    pub fn of(
        manifest: &Manifest,
        reasons: &[Reason],
        programs: &Programs,
        platform: &Platform,
        preferences: Preferences,
    ) -> Self {
        let requirements = &manifest.requirements;
        let is_missing = |name: &&str| !programs.is_there(name);
        let bins = requirements.bins.iter().map(AsRef::as_ref);
        let missing = bins.filter(is_missing);
        let has_one = requirements
            .any_bins
            .iter()
            .any(|name| programs.is_there(name));
        let one_of: &[Box<str>] = match has_one {
            true => &[],
            false => &requirements.any_bins,
        };
        let others = reasons
            .iter()
            .filter(|reason| !matches!(reason, Reason::Program { .. } | Reason::AnyProgram { .. }));
        Self {
            programs: missing.map(str::to_owned).collect(),
            one_of: one_of.iter().map(|name| name.to_string()).collect(),
            others: others.map(ToString::to_string).collect(),
            ways: ways(manifest, programs, platform, preferences),
        }
    }

    /// Whether no program is missing.
    #[must_use]
    pub fn has_programs(&self) -> bool {
        self.programs.is_empty() && self.one_of.is_empty()
    }

    /// Whether nothing at all is missing.
    #[must_use]
    pub fn is_met(&self) -> bool {
        self.has_programs() && self.others.is_empty()
    }

    /// The ways that bring a missing program, as they say; else those that do not say what they bring.
    #[must_use]
    pub fn helping(&self) -> Vec<&Way> {
        let brings = |way: &&Way| {
            way.bins
                .iter()
                .any(|bin| self.programs.contains(bin) || self.one_of.contains(bin))
        };
        let helping: Vec<&Way> = self.ways.iter().filter(brings).collect();
        match helping.is_empty() {
            true => self.ways.iter().filter(|way| way.bins.is_empty()).collect(),
            false => helping,
        }
    }
}

/// The ways that OpenClaw's picker offers (specs/openclaw.md 8.1).
fn ways(
    manifest: &Manifest,
    programs: &Programs,
    platform: &Platform,
    preferences: Preferences,
) -> Vec<Way> {
    let brew = match (programs.is_there("brew"), preferences.prefer_brew) {
        (false, _) => Brew::Missing,
        (true, true) => Brew::Preferred,
        (true, false) => Brew::Present,
    };
    let machine = Machine {
        platform,
        brew,
        node_manager: preferences.node_manager,
    };
    options(&manifest.install, &manifest.requirements.os, &machine)
        .into_iter()
        .map(|option| way(option, manifest, preferences))
        .collect()
}

fn way(option: InstallOption<'_>, manifest: &Manifest, preferences: Preferences) -> Way {
    let spec = find(&manifest.install, &option.id);
    let command = spec.map(|spec| command(spec, preferences.node_manager));
    let is_download = option.kind == InstallKind::Download;
    let (command, refused) = match command {
        Some(Ok(command)) => (Some(command), None),
        Some(Err(fault)) if !is_download => (None, Some(fault.to_string())),
        _ => (None, None),
    };
    Way {
        command,
        refused,
        url: spec
            .filter(|_| is_download)
            .and_then(|spec| spec.url.as_deref().map(str::to_owned)),
        bins: option.bins.iter().map(|bin| bin.to_string()).collect(),
        id: option.id,
        kind: option.kind,
        label: option.label,
    }
}
