//! What OpenClaw writes into a skill that came from Git or a folder.

use serde_json::{Map, Value};

use super::{Entry, Pin, folder, source, text};
use crate::Source;
use crate::lock::Origin;
use crate::lock::read::is_commit;

/// Reads the file. The skill is at the root of its source.
pub(super) fn origin(_slug: &str, file: &Map<String, Value>) -> Result<Entry, String> {
    match text(file, "source") {
        Some("path") => {
            let path = text(file, "spec").ok_or("it has no `spec`")?;
            Ok(Entry {
                origin: Origin::of(folder(path)?),
                pin: None,
                lost: Vec::new(),
            })
        }
        Some("git") => git(file),
        _ => Err("its `source` is neither `git` nor `path`".to_owned()),
    }
}

fn git(file: &Map<String, Value>) -> Result<Entry, String> {
    let git = file
        .get("git")
        .and_then(Value::as_object)
        .ok_or("it has no `git`")?;
    let url = text(git, "url").ok_or("its `git` has no `url`")?;
    let mut origin = Origin::of(match source(url)? {
        source @ Source::Git(_) => source,
        // An address that is taken for something else where nothing says that it is a repository.
        _ => source(&format!("git+{url}"))?,
    });
    origin.requested = text(git, "ref").map(str::to_owned);
    let mut lost = Vec::new();
    let pin = match text(git, "commit") {
        Some(commit) if is_commit(commit) => Some(Pin::Commit(commit.to_owned())),
        Some(commit) => {
            let commit = commit.escape_debug();
            lost.push(format!("`commit` `{commit}`: it is no commit in full"));
            None
        }
        None => None,
    };
    Ok(Entry { origin, pin, lost })
}
