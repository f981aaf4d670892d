//! The version of a catalogue.

use std::fmt::Write as _;

use serde_json::json;
use sha1::{Digest as _, Sha1};

use crate::{Listing, Snapshot};

/// The version of the catalogue: SHA-1, in hexadecimal digits, over name, path, source, availability,
/// residence and time of last change of every skill that won its name. A file that is written anew
/// makes another version; the order in which skills were found does not.
///
/// Which bytes the client itself digests is not documented. Here they are a line of JSON a skill, the
/// lines sorted: its versions are equal among Prowess' own, and not with the client's.
#[must_use]
pub fn version(snapshot: &Snapshot) -> String {
    let mut lines: Vec<String> = snapshot
        .list(Listing::WithUnavailable)
        .map(|entry| {
            let line = json!({
                "name": entry.name,
                "path": entry.file.to_string_lossy(),
                "source": snapshot.source_of(entry),
                "available": entry.is_eligible(),
                "always": entry.manifest.resident,
                "mtime": entry.identity.modified,
            });
            format!("{line}\n")
        })
        .collect();
    lines.sort_unstable();
    let mut digest = Sha1::new();
    for line in &lines {
        digest.update(line);
    }
    let mut version = String::with_capacity(40);
    for byte in digest.finalize() {
        // Writing to a text does not fail.
        let _ = write!(version, "{byte:02x}");
    }
    version
}
