//! What a configuration turns off or leaves out.

use std::borrow::Cow;

use prowess_base::normalize_name;

use super::Host;
use crate::{Entry, EntrySettings, Gates, Reason, Root, Scope, Settings};

/// What the settings say about an entry, found by its key in NFC.
pub(crate) fn entry_of<'s>(entry: &Entry, settings: &'s Settings) -> Option<&'s EntrySettings> {
    if settings.entries.is_empty() {
        return None;
    }
    settings.entries.get(&*normalize_name(entry.skill_key()))
}

pub(super) fn not_enabled(entry: &Entry, host: &Host<'_>) -> Vec<Reason> {
    let mut reasons = Vec::new();
    if let Some(found) = entry_of(entry, host.settings)
        && found.enabled == Some(false)
    {
        let origin = found.origin.as_ref().map_or_else(
            || format!("`skills.entries.{}.enabled`", entry.skill_key()),
            ToString::to_string,
        );
        reasons.push(Reason::Disabled { origin });
    }
    let named = host
        .settings
        .disabled
        .iter()
        .find(|(name, _)| normalize_name(name) == entry.name.as_ref())
        .filter(|_| host.gates != Gates::Programs);
    let at_path = host
        .settings
        .disabled_paths
        .iter()
        .find(|(path, _)| **path == *entry.file || *path == entry.folder());
    let origins = [
        named.map(|(_, origin)| origin),
        at_path.map(|(_, origin)| origin),
    ];
    reasons.extend(
        origins
            .into_iter()
            .flatten()
            .map(|origin| Reason::Disabled {
                origin: origin.to_string(),
            }),
    );
    reasons
}

/// Built-in skills alone are held to the list, by key or by name. An empty list is no restriction
/// to OpenClaw; here it allows none, as it says.
pub(super) fn not_allowed(entry: &Entry, root: &Root, host: &Host<'_>) -> Vec<Reason> {
    let Some((allowed, origin)) = &host.settings.allow_built_in else {
        return Vec::new();
    };
    let unrestricted = match host.gates {
        Gates::OpenClaw => allowed.iter().all(|name| name.trim().is_empty()),
        _ => false,
    };
    if root.scope != Scope::BuiltIn || unrestricted {
        return Vec::new();
    }
    let is_named = names(allowed)
        .any(|name| *name == *entry.name || *name == *normalize_name(entry.skill_key()));
    if is_named {
        Vec::new()
    } else {
        vec![Reason::NotAllowed {
            origin: origin.to_string(),
        }]
    }
}

/// Names are compared exactly; an empty list leaves every skill out.
pub(super) fn not_in_filter(entry: &Entry, host: &Host<'_>) -> Vec<Reason> {
    let Some((filter, origin)) = &host.settings.agent_filter else {
        return Vec::new();
    };
    if names(filter).any(|name| *name == *entry.name) {
        Vec::new()
    } else {
        vec![Reason::AgentFilter {
            origin: origin.to_string(),
        }]
    }
}

fn names(list: &[String]) -> impl Iterator<Item = Cow<'_, str>> {
    list.iter().map(|name| normalize_name(name.trim()))
}
