//! Which install option a machine gets (specs/openclaw.md 8.1).

use prowess_base::Platform;
use serde::Serialize;

use crate::{InstallKind, InstallSpec};

/// Whether Homebrew is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Brew {
    /// It is there, and is preferred.
    Preferred,
    /// It is there; `uv` and Node packages go before it.
    Present,
    /// It is not there.
    Missing,
}

/// The program that installs Node packages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum NodeManager {
    /// `npm`
    #[default]
    Npm,
    /// `pnpm`
    Pnpm,
    /// `yarn`
    Yarn,
    /// `bun`
    Bun,
}

impl NodeManager {
    /// The manager with this name, in any letter case and with blanks around it; `npm` for any
    /// other word.
    #[must_use]
    pub fn from_setting(word: &str) -> Self {
        match word.trim().to_ascii_lowercase().as_str() {
            "pnpm" => Self::Pnpm,
            "yarn" => Self::Yarn,
            "bun" => Self::Bun,
            _ => Self::Npm,
        }
    }

    /// Its name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Npm => "npm",
            Self::Pnpm => "pnpm",
            Self::Yarn => "yarn",
            Self::Bun => "bun",
        }
    }
}

/// The machine that an option is chosen for.
#[derive(Debug, Clone)]
pub struct Machine<'a> {
    /// Its operating system; compared exactly with a specification's `os`.
    pub platform: &'a Platform,
    /// Whether Homebrew is there.
    pub brew: Brew,
    /// What installs Node packages.
    pub node_manager: NodeManager,
}

/// One way to install that is offered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct InstallOption<'m> {
    /// The identifier that [`find`] knows it by.
    pub id: String,
    /// Which installer.
    pub kind: InstallKind,
    /// What a person sees.
    pub label: String,
    /// Programs that it brings.
    pub bins: &'m [Box<str>],
}

/// The options for a machine: all downloads where there is nothing else, else exactly one, in the
/// order preferred Homebrew, uv, Node, Homebrew, Go, download. None where no specification is for
/// this operating system, or `os`, the skill's own list, excludes it.
///
/// Identifiers count through the whole list, so that [`find`] finds them; OpenClaw counts through
/// those that are left for the operating system, and then installs another one.
#[must_use]
pub fn options<'m>(
    specs: &'m [InstallSpec],
    os: &[Box<str>],
    machine: &Machine<'_>,
) -> Vec<InstallOption<'m>> {
    let is_here = |list: &[Box<str>]| {
        list.is_empty() || list.iter().any(|name| **name == *machine.platform.as_str())
    };
    if !is_here(os) {
        return Vec::new();
    }
    let left: Vec<(usize, &InstallSpec)> = specs
        .iter()
        .enumerate()
        .filter(|(_, spec)| is_here(&spec.os))
        .collect();
    let option = |(index, spec): (usize, &'m InstallSpec)| InstallOption {
        id: identifier(index, spec),
        kind: spec.kind,
        label: label(spec, machine.node_manager),
        bins: &spec.bins,
    };
    if left
        .iter()
        .all(|(_, spec)| spec.kind == InstallKind::Download)
    {
        return left.into_iter().map(option).collect();
    }
    let first = |kind: InstallKind| left.iter().find(|(_, spec)| spec.kind == kind).copied();
    let brew = first(InstallKind::Brew);
    brew.filter(|_| machine.brew == Brew::Preferred)
        .or_else(|| first(InstallKind::Uv))
        .or_else(|| first(InstallKind::Node))
        .or_else(|| brew.filter(|_| machine.brew != Brew::Missing))
        .or_else(|| first(InstallKind::Go))
        .or_else(|| first(InstallKind::Download))
        .or(brew)
        .map(option)
        .into_iter()
        .collect()
}

/// The specification that an identifier names: its own, trimmed, else `KIND-INDEX` in the list.
#[must_use]
pub fn find<'m>(specs: &'m [InstallSpec], id: &str) -> Option<&'m InstallSpec> {
    specs
        .iter()
        .enumerate()
        .find(|(index, spec)| identifier(*index, spec) == id)
        .map(|(_, spec)| spec)
}

fn identifier(index: usize, spec: &InstallSpec) -> String {
    match &spec.id {
        Some(id) => id.trim().to_owned(),
        None => format!("{}-{index}", spec.kind.as_str()),
    }
}

fn label(spec: &InstallSpec, node_manager: NodeManager) -> String {
    let own = spec.label.as_deref().map(str::trim).unwrap_or("");
    let package = spec.package.as_deref();
    match (spec.kind, package) {
        (InstallKind::Node, Some(package)) => {
            return format!("Install {package} ({})", node_manager.as_str());
        }
        _ if !own.is_empty() => return own.to_owned(),
        _ => {}
    }
    let target = match spec.kind {
        InstallKind::Brew => spec.formula.as_deref(),
        InstallKind::Go => spec.module.as_deref(),
        InstallKind::Node | InstallKind::Uv => package,
        InstallKind::Download => {
            let url = spec.url.as_deref().unwrap_or("");
            let last = url.rsplit('/').next().filter(|last| !last.is_empty());
            return format!("Download {}", last.unwrap_or(url));
        }
    };
    match target {
        Some(target) => format!("Install {target} ({})", spec.kind.as_str()),
        None => "Run installer".to_owned(),
    }
}
