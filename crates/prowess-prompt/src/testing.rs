//! Snapshots made by hand, for this crate's tests.

use std::path::PathBuf;
use std::sync::Arc;

use prowess_catalog::{Entry, Profile, Root, RootId, Snapshot, Trust};
use prowess_format::Manifest;

use crate::Visibility;

/// Three roots, `workspace`, `user` and `builtin`, highest precedence first.
pub(crate) fn roots() -> Vec<Root> {
    [
        ("workspace", "workspace"),
        ("user", "user"),
        ("builtin", "built-in"),
    ]
    .map(|(source, scope)| {
        serde_json::from_value(serde_json::json!({
            "source": source, "scope": scope, "path": format!("/{source}"), "status": "read",
            "found": 0,
        }))
        .unwrap()
    })
    .into()
}

/// A trusted, eligible skill in the folder of its name beneath a root.
pub(crate) fn skill(name: &str, root: u32, description: &str) -> Entry {
    let folder = ["/workspace", "/user", "/builtin"][root as usize];
    let mut manifest = Manifest::default();
    manifest.name = Some(name.into());
    manifest.description = Some(description.into());
    Entry {
        name: name.into(),
        root: RootId(root),
        file: PathBuf::from(folder).join(name).join("SKILL.md").into(),
        manifest: Arc::new(manifest),
        description: description.into(),
        trust: Trust::Trusted,
        ..Entry::default()
    }
}

/// The entry with its header changed.
pub(crate) fn with_header(mut entry: Entry, change: impl FnOnce(&mut Manifest)) -> Entry {
    change(Arc::make_mut(&mut entry.manifest));
    entry
}

/// A snapshot of these entries, which are in listing order.
pub(crate) fn snapshot(profile: Profile, entries: Vec<Entry>) -> Snapshot {
    Snapshot::new(Arc::new(profile), roots(), entries.into(), Vec::new())
}

/// A snapshot of trusted, eligible skills of these names in the workspace.
pub(crate) fn snapshot_of(profile: Profile, names: &[&str]) -> Snapshot {
    let entries = names.iter().map(|name| skill(name, 0, "d")).collect();
    snapshot(profile, entries)
}

/// How much of a skill is seen, as a number.
pub(crate) fn rank(visibility: Visibility) -> u64 {
    match visibility {
        Visibility::Full => u64::MAX,
        Visibility::Shortened { limit, .. } => u64::from(limit) + 2,
        Visibility::NameOnly => 1,
        Visibility::Omitted { .. } => 0,
    }
}
