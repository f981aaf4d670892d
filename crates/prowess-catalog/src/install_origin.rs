//! What OpenClaw's installer left beside a skill: the name it was installed by, which is the skill's
//! key in the configuration where the header gives none (OpenClaw 2026.6.11).

use std::path::Path;

use prowess_format::Manifest;
use prowess_fs::{Folder, Links};

/// The installer's note, beneath the skill's folder.
const NOTE: &str = ".openclaw/source-origin.json";

/// Largest note that is read, in bytes.
const BOUND: u64 = 16 * 1024;

/// Puts the key of the installer's note into a header without a key of its own. An empty key counts
/// as none here.
pub(crate) fn add_key(manifest: &mut Manifest, file: &Path) {
    if manifest
        .skill_key
        .as_deref()
        .is_some_and(|key| !key.is_empty())
    {
        return;
    }
    if let Some(slug) = file.parent().and_then(slug) {
        manifest.skill_key = Some(slug.into());
    }
}

fn slug(folder: &Path) -> Option<String> {
    let folder = Folder::open(folder).ok()?;
    let mut bytes = Vec::new();
    folder
        .file(Path::new(NOTE), Links::Refused)
        .and_then(|file| file.read(BOUND, &mut bytes))
        .ok()?;
    let note: serde_json::Value = serde_json::from_slice(&bytes).ok()?;
    let slug = note.get("slug")?.as_str()?.trim();
    (!slug.is_empty()).then(|| slug.to_owned())
}
