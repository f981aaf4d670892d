//! The locks of `npx skills`: one a project, one a user.

use serde_json::{Map, Value};

use super::{Entry, folder, skill_folder, source, text};
use crate::Source;
use crate::lock::Origin;
use crate::source::GitSource;

/// Reads one skill. A user's lock says the whole address, a project's only what stands for it there; a kind of source
/// whose host is nowhere is not guessed.
pub(super) fn skill(_name: &str, entry: &Map<String, Value>) -> Result<Entry, String> {
    let place = text(entry, "source").ok_or("it has no `source`")?;
    let kind = text(entry, "sourceType");
    let place = text(entry, "sourceUrl").unwrap_or(place);
    let is_whole = place.contains("://") || place.starts_with("git@");
    let source = match kind {
        // The first versions knew no other kind.
        Some("github") | None if !is_whole => github(place)?,
        Some("github" | "gitlab" | "git" | "direct-url") | None if is_whole => source(place)?,
        Some("well-known") if is_whole => source(&format!("well-known+{place}"))?,
        Some("local") => folder(place)?,
        Some("gitlab" | "git" | "well-known" | "direct-url") => {
            return Err(format!("the host of `{place}` is not written down"));
        }
        Some(other) => return Err(format!("`{other}` is no kind of source that is known")),
        None => return Err(format!("`{place}` is no source that is known")),
    };
    let mut origin = Origin::of(source);
    if let Some(reference) = text(entry, "ref") {
        match origin.source {
            Source::Git(_) => origin.requested = Some(reference.to_owned()),
            _ => {
                return Err(format!(
                    "such a source has no reference, `{reference}` is given"
                ));
            }
        }
    }
    if let Some(path) = text(entry, "skillPath") {
        origin = origin.at(&skill_folder(path)?);
    }
    let mut lost = Vec::new();
    for (key, reason) in [
        (
            "computedHash",
            "it is taken over other bytes than are installed, in an order that depends on the locale",
        ),
        (
            "skillFolderHash",
            "it names a tree of Git, and is no digest of the files",
        ),
        ("pluginName", "plugins are not kept"),
    ] {
        if let Some(value) = text(entry, key) {
            lost.push(format!("`{key}` `{value}`: {reason}"));
        }
    }
    Ok(Entry {
        origin,
        pin: None,
        lost,
    })
}

/// `owner/repo` at GitHub; nothing else of the shorthand may stand there.
fn github(place: &str) -> Result<Source, String> {
    let Source::Git(git) = source(place)? else {
        return Err(format!("`{place}` is no repository of GitHub"));
    };
    let plain = GitSource::of(git.url.clone());
    match git == plain {
        true => Ok(Source::Git(git)),
        false => Err(format!("`{place}` is no repository of GitHub")),
    }
}

/// What a user's lock holds besides skills.
pub(super) fn lost(file: &Map<String, Value>) -> Vec<String> {
    ["dismissed", "lastSelectedAgents"]
        .into_iter()
        .filter(|key| file.contains_key(*key))
        .map(|key| format!("`{key}`: it is a setting of that program"))
        .collect()
}
