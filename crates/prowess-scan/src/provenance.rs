//! Where a package says it comes from. Nothing of it is verified.

use prowess_format::{Document, Limits};

use crate::report::Provenance;
use crate::rules::Scene;

/// Files that tell how a package got where it is, by the end of their paths.
const RECORDS: &[&str] = &[
    ".clawhub/origin.json",
    ".clawdhub/origin.json",
    "_meta.json",
    "skill.oms.sig",
    "skills-lock.json",
    ".skill-lock.json",
    "prowess.lock",
];

/// What the header and the files beside it say.
pub(crate) fn of(scene: &Scene<'_>) -> Provenance {
    let mut records: Vec<String> = scene
        .package
        .files
        .iter()
        .filter(|file| file.container.is_none())
        .filter(|file| {
            RECORDS.iter().any(|record| {
                file.path
                    .strip_suffix(record)
                    .is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
            })
        })
        .map(|file| file.path.clone())
        .collect();
    records.sort();
    let Some(skill) = scene.skill else {
        return Provenance {
            records,
            ..Provenance::default()
        };
    };
    let text = scene
        .package
        .file(skill.file)
        .and_then(|file| file.text())
        .unwrap_or("");
    let (document, _) = Document::parse(text, &Limits::default());
    let metadata = document.get("metadata");
    // A value of `metadata`, else of the header itself; text alone.
    let said = |keys: &[&str]| {
        keys.iter().find_map(|key| {
            metadata
                .and_then(|node| node.get(key))
                .or_else(|| document.get(key))
                .and_then(|node| node.as_scalar())
                .map(|scalar| scalar.text.trim().to_owned())
                .filter(|text| !text.is_empty())
        })
    };
    let manifest = &skill.manifest;
    Provenance {
        author: said(&["author", "publisher", "maintainer"]),
        version: said(&["version"]),
        license: manifest.license.as_deref().map(str::to_owned),
        homepage: manifest
            .homepage
            .as_deref()
            .map(str::to_owned)
            .or_else(|| said(&["homepage", "repository", "url"])),
        records,
    }
}
