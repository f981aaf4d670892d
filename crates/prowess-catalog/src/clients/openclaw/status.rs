//! The status of one skill as OpenClaw's `skills` commands show it.
//!
//! It is not the loader's verdict: 2026.6.11 lets skip-requires pass the operating system here, and
//! reads its names more freely (corrections 22 and 23).

use serde::Serialize;

use crate::gates::{Gate, Host, entry_of, is_openclaw_status_match};
use crate::{Catalog, ConfigDefaults, Entry, EntryId, Root, Scope, is_truthy};

/// The status of one skill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Status {
    /// The key of its entry in the configuration.
    pub skill_key: String,
    /// Skip-requires.
    pub always: bool,
    /// Turned off by its entry.
    pub disabled: bool,
    /// A bundled skill that is not on the allow-list.
    pub blocked_by_allowlist: bool,
    /// Not in the agent's list.
    pub blocked_by_agent_filter: bool,
    /// Not turned off or blocked by the allow-list, and nothing is missing.
    pub eligible: bool,
    /// Made for other operating systems.
    pub platform_incompatible: bool,
    /// Eligible, in the agent's list, and the model may start it.
    pub model_visible: bool,
    /// The user may start it.
    pub user_invocable: bool,
    /// Eligible, in the agent's list, and the user may start it.
    pub command_visible: bool,
    /// From the bundled folder.
    pub bundled: bool,
    /// The variable that its API key goes to.
    pub primary_env: Option<String>,
    /// What it asks for.
    pub requirements: Needs,
    /// What of it is not there.
    pub missing: Needs,
    /// Every configuration path that it asks for.
    pub config_checks: Vec<ConfigCheck>,
}

/// Requirements by kind.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Needs {
    /// Programs that must all be there.
    pub bins: Vec<String>,
    /// Programs of which one must be there.
    pub any_bins: Vec<String>,
    /// Variables that must all be set.
    pub env: Vec<String>,
    /// Configuration paths that must all be set.
    pub config: Vec<String>,
    /// Operating systems of which one must be here.
    pub os: Vec<String>,
}

impl Needs {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// One configuration path with its answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ConfigCheck {
    /// The dotted path.
    pub path: String,
    /// Whether its value counts as set.
    pub satisfied: bool,
}

/// The status of one entry of the last snapshot; nothing where there is no such entry.
#[must_use]
pub fn status(catalog: &Catalog, id: EntryId) -> Option<Status> {
    let snapshot = catalog.snapshot()?;
    let entry = snapshot.entry(id)?;
    let root = snapshot.root(entry.root)?;
    Some(of(entry, root, &catalog.host()))
}

fn of(entry: &Entry, root: &Root, host: &Host<'_>) -> Status {
    let wanted = &entry.manifest.requirements;
    let texts =
        |list: &[Box<str>]| -> Vec<String> { list.iter().map(ToString::to_string).collect() };
    let requirements = Needs {
        bins: texts(&wanted.bins),
        any_bins: texts(&wanted.any_bins),
        env: texts(&wanted.env),
        config: texts(&wanted.config),
        os: texts(&wanted.os),
    };
    let config_checks: Vec<ConfigCheck> = requirements
        .config
        .iter()
        .map(|path| ConfigCheck {
            path: path.clone(),
            satisfied: is_truthy(&host.settings.values, path, ConfigDefaults::OpenClaw),
        })
        .collect();
    let fails = |gate: Gate| !gate.unmet(entry, root, host).is_empty();
    let missing = if wanted.skip {
        Needs::default()
    } else {
        missing(entry, &requirements, &config_checks, root, host)
    };
    let disabled = entry_of(entry, host.settings).is_some_and(|found| found.enabled == Some(false));
    let blocked_by_allowlist = fails(Gate::AllowList);
    let blocked_by_agent_filter = fails(Gate::AgentFilter);
    let eligible = !disabled && !blocked_by_allowlist && missing.is_empty();
    let shown = eligible && !blocked_by_agent_filter;
    let invocation = entry.manifest.invocation;
    Status {
        skill_key: entry.skill_key().to_owned(),
        always: wanted.skip,
        disabled,
        blocked_by_allowlist,
        blocked_by_agent_filter,
        eligible,
        platform_incompatible: !missing.os.is_empty(),
        model_visible: shown && invocation.model,
        user_invocable: invocation.user,
        command_visible: shown && invocation.user,
        bundled: root.scope == Scope::BuiltIn,
        primary_env: entry.manifest.primary_env.as_deref().map(str::to_owned),
        requirements,
        missing,
        config_checks,
    }
}

fn missing(
    entry: &Entry,
    wanted: &Needs,
    checks: &[ConfigCheck],
    root: &Root,
    host: &Host<'_>,
) -> Needs {
    let remote = |name: &str| {
        host.remote
            .is_some_and(|remote| remote.bins.iter().any(|known| known == name))
    };
    let is_there = |name: &String| host.programs.is_there(name) || remote(name);
    let is_system = |written: &String| {
        let platforms = host.remote.map_or(&[][..], |remote| &remote.platforms);
        std::iter::once(host.surroundings.platform.as_str())
            .chain(platforms.iter().map(String::as_str))
            .any(|platform| is_openclaw_status_match(written, platform))
    };
    let unset = Gate::Environment.unmet(entry, root, host);
    let is_unset = |name: &&String| {
        unset.iter().any(|reason| match reason {
            crate::Reason::Environment { name: unset }
            | crate::Reason::Secret { name: unset, .. } => unset == *name,
            _ => false,
        })
    };
    let unless = |holds: bool, list: &[String]| if holds { Vec::new() } else { list.to_vec() };
    Needs {
        bins: wanted
            .bins
            .iter()
            .filter(|name| !is_there(name))
            .cloned()
            .collect(),
        any_bins: unless(wanted.any_bins.iter().any(is_there), &wanted.any_bins),
        env: wanted.env.iter().filter(is_unset).cloned().collect(),
        config: checks
            .iter()
            .filter(|check| !check.satisfied)
            .map(|check| check.path.clone())
            .collect(),
        os: unless(wanted.os.iter().any(is_system), &wanted.os),
    }
}
