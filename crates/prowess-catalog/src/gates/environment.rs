//! Environment variables. Only their presence is looked at; no value is kept and nothing is run.

use super::{Host, entry_of};
use crate::{Entry, EntrySettings, Gates, Reason, SecretPresence};

pub(super) fn missing(entry: &Entry, host: &Host<'_>) -> Vec<Reason> {
    let wanted = &entry.manifest.requirements.env;
    if wanted.is_empty() {
        return Vec::new();
    }
    let given = match host.gates {
        Gates::Nanobot | Gates::Programs | Gates::SystemAndPrograms => None,
        _ => entry_of(entry, host.settings),
    };
    wanted
        .iter()
        .filter(|name| !host.surroundings.environment.is_set(name))
        .filter_map(|name| unmet(entry, given, name))
        .collect()
}

/// Why a variable that the surroundings do not set is not given by the entry's settings either.
fn unmet(entry: &Entry, given: Option<&EntrySettings>, name: &str) -> Option<Reason> {
    let from_key = given
        .and_then(|given| given.api_key.as_ref())
        .filter(|_| entry.manifest.primary_env.as_deref() == Some(name));
    let from_env = given.and_then(|given| given.env.get(name));
    let sources = [from_env, from_key];
    if sources
        .iter()
        .any(|source| matches!(source, Some(SecretPresence::Present)))
    {
        return None;
    }
    let reference = sources.into_iter().find_map(|source| match source {
        Some(SecretPresence::Missing { reference }) => Some(reference.clone()),
        _ => None,
    });
    Some(match reference {
        Some(reference) => Reason::Secret {
            name: name.to_owned(),
            reference,
        },
        None => Reason::Environment {
            name: name.to_owned(),
        },
    })
}
