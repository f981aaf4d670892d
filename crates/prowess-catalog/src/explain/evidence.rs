//! What a gate was held against, for a reader.

use prowess_config::Origin;

use crate::gates::{self, Gate, Host};
use crate::{ConfigDefaults, Entry, Gates, Reason, Root, SecretPresence, is_truthy};

/// Why a gate holds.
pub(super) fn met(gate: Gate, entry: &Entry, root: &Root, host: &Host<'_>) -> String {
    let requirements = &entry.manifest.requirements;
    let none = || "nothing is asked for".to_owned();
    match gate {
        Gate::Enabled => "nothing turns it off".to_owned(),
        Gate::AllowList => match &host.settings.allow_built_in {
            None => "there is no allow-list of built-in skills".to_owned(),
            Some((_, origin)) if root.scope == crate::Scope::BuiltIn => {
                format!("allowed by {origin}")
            }
            Some(_) => "it holds for built-in skills only".to_owned(),
        },
        Gate::OperatingSystem if requirements.os.is_empty() => none(),
        Gate::OperatingSystem => format!(
            "made for {}, this is {}{}",
            requirements.os.join(", "),
            host.surroundings.platform.as_str(),
            host.remote
                .map(|remote| format!(", the remote host {}", remote.platforms.join(", ")))
                .unwrap_or_default()
        ),
        Gate::Programs => list(&requirements.bins, |name| program(name, host)),
        Gate::AnyPrograms if requirements.any_bins.is_empty() => none(),
        Gate::AnyPrograms => requirements
            .any_bins
            .iter()
            .find_map(|name| program(name, host))
            .unwrap_or_else(none),
        Gate::Environment => list(&requirements.env, |name| variable(name, entry, host)),
        Gate::Configuration => list(&requirements.config, |path| {
            let given = is_truthy(&host.settings.values, path, ConfigDefaults::None);
            Some(if given {
                format!("`{path}` is set")
            } else {
                format!("`{path}` is on by default")
            })
        }),
        Gate::Tools => list(&requirements.tools, |name| {
            Some(format!("`{name}` is there"))
        }),
        Gate::AgentFilter => match &host.settings.agent_filter {
            None => "the agent has no filter".to_owned(),
            Some((_, origin)) => format!("named by {origin}"),
        },
        Gate::Judge => none(),
    }
}

/// Why a gate does not hold, with what a person can do.
pub(super) fn unmet(gate: Gate, reasons: &[Reason], host: &Host<'_>) -> String {
    let said: Vec<String> = reasons.iter().map(ToString::to_string).collect();
    let mut text = said.join("; ");
    if let Some(Reason::Program { searched, .. } | Reason::AnyProgram { searched, .. }) =
        reasons.first()
    {
        let folders = if searched.is_empty() {
            "PATH is empty".to_owned()
        } else {
            format!("searched {}", searched.join(", "))
        };
        text = format!("{text}; {folders}");
    }
    if gate.is_of_host() && host.gates == Gates::Own {
        text.push_str(
            "; where the skill runs elsewhere, `force` in its settings entry passes this",
        );
    }
    text
}

/// The setting that decided against a skill, where one did.
pub(super) fn origin<'h>(gate: Gate, entry: &Entry, host: &Host<'h>) -> Option<&'h Origin> {
    let settings = host.settings;
    match gate {
        Gate::Enabled => gates::entry_of(entry, settings)
            .filter(|found| found.enabled == Some(false))
            .and_then(|found| found.origin.as_ref())
            .or_else(|| {
                let mut disabled = settings.disabled.iter();
                disabled
                    .find(|(name, _)| *name == *entry.name)
                    .map(|(_, origin)| origin)
            }),
        Gate::AllowList => settings.allow_built_in.as_ref().map(|(_, origin)| origin),
        Gate::AgentFilter => settings.agent_filter.as_ref().map(|(_, origin)| origin),
        _ => None,
    }
}

fn list(wanted: &[Box<str>], tell: impl Fn(&str) -> Option<String>) -> String {
    if wanted.is_empty() {
        return "nothing is asked for".to_owned();
    }
    let told: Vec<String> = wanted.iter().filter_map(|name| tell(name)).collect();
    told.join(", ")
}

fn program(name: &str, host: &Host<'_>) -> Option<String> {
    if let Some(path) = host.programs.find(name) {
        return Some(format!("`{name}` is {}", path.display()));
    }
    let remote = host.remote?;
    remote
        .bins
        .iter()
        .any(|known| known == name)
        .then(|| format!("`{name}` is on the remote host"))
}

fn variable(name: &str, entry: &Entry, host: &Host<'_>) -> Option<String> {
    if host.surroundings.environment.is_set(name) {
        return Some(format!("`{name}` is set"));
    }
    let found = gates::entry_of(entry, host.settings)?;
    match found.env.get(name) {
        Some(SecretPresence::Present) => Some(format!("`{name}` is given by the settings")),
        _ => Some(format!("`{name}` gets the settings' API key")),
    }
}
