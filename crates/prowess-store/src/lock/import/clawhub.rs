//! What ClawHub's clients write: one lock a workspace, one file a skill.

use serde_json::{Map, Value};
use url::Url;

use super::{Entry, Pin, source, text};
use crate::Source;
use crate::lock::Origin;
use crate::source::{REGISTRY, RegistrySource};

/// Reads an entry of the lock.
pub(super) fn skill(slug: &str, entry: &Map<String, Value>) -> Result<Entry, String> {
    read(slug, entry, text(entry, "version"))
}

/// Reads the file in a skill.
pub(super) fn origin(slug: &str, file: &Map<String, Value>) -> Result<Entry, String> {
    read(slug, file, text(file, "installedVersion"))
}

fn read(slug: &str, entry: &Map<String, Value>, version: Option<&str>) -> Result<Entry, String> {
    let registry = text(entry, "registry").unwrap_or(REGISTRY);
    let url = Url::parse(registry).map_err(|error| format!("its `registry`: {error}"))?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err("its `registry` holds user information".to_owned());
    }
    let written = Source::Registry(RegistrySource {
        registry: url,
        owner: text(entry, "ownerHandle").map(str::to_owned),
        slug: slug.to_owned(),
        version: None,
    });
    // Through the form that files keep, whose rules hold for every part.
    let origin = Origin::of(source(&written.to_string())?);
    let mut lost = Vec::new();
    if let Some(address) = text(entry, "sourceUrl") {
        lost.push(format!(
            "`sourceUrl` `{}`: the registry says it",
            address.escape_debug()
        ));
    }
    let artifact = entry.get("artifact").and_then(Value::as_object);
    let archive = artifact.and_then(|artifact| {
        let hex = text(artifact, "sha256")?;
        let digest = format!("sha256:{hex}").parse().ok();
        match text(artifact, "kind") {
            Some("archive") => digest,
            kind => {
                let kind = kind.unwrap_or("artifact").escape_debug();
                lost.push(format!(
                    "the digest of its `{kind}`: archives alone are fetched"
                ));
                None
            }
        }
    });
    let pin = version.map(|version| Pin::Version {
        version: version.to_owned(),
        archive,
    });
    if entry.contains_key("verification") || entry.contains_key("trustState") {
        lost.push("what that program thought of its trust: it is judged anew".to_owned());
    }
    Ok(Entry { origin, pin, lost })
}
