//! Whether `root/skills` is taken as the root (OpenClaw 2026.6.11).
//!
//! It is where the root itself is no skill, nothing can be found elsewhere in it (a link counts as
//! something), and `skills` holds a skill. A skill is a SKILL.md whose header has a description.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use prowess_format::{Document, Limits, Source};
use prowess_fs::{Folder, Listing};

use super::Visitor;
use super::budget::{Budget, LinkedFolders, has_skill_file};
use super::candidate::joined;
use super::ground::{Ground, SKILL_FILE};
use crate::HardLinks;

/// The folder that may be the root instead.
pub(super) const NESTED: &str = "skills";

/// Whether the root's folder `skills` is to be searched in its place.
pub(super) fn takes_nested<V: Visitor>(ground: &Ground<'_, V>) -> bool {
    let root = &ground.top.folder;
    if is_loadable(ground, root, Path::new("")) {
        return false;
    }
    let nested_path = ground.top.listed.join(NESTED);
    let Ok(nested) = Folder::open(&nested_path) else {
        return false;
    };
    let is_other = !has_skill_file(&ground.top.listed) && holds_skill(ground, root, Where::Beside);
    !is_other && holds_skill(ground, &nested, Where::Within)
}

/// Where a skill is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Where {
    /// In the root without its folder `skills`; a link counts.
    Beside,
    /// In the folder `skills` and in itself; links are passed.
    Within,
}

fn holds_skill<V: Visitor>(ground: &Ground<'_, V>, folder: &Folder, place: Where) -> bool {
    let discovery = &ground.plan.discovery;
    let mut budget = Budget::new(discovery);
    let mut listing = Listing::default();
    let mut queue = VecDeque::from([(PathBuf::new(), 0)]);
    while let Some((path, depth)) = queue.pop_front() {
        let is_asked = place == Where::Within || depth > 0;
        if is_asked && is_loadable(ground, folder, &path) {
            return true;
        }
        let is_stop =
            place == Where::Beside && depth > 0 && has_skill_file(&joined(folder.path(), &path));
        if is_stop || depth >= discovery.depth {
            continue;
        }
        let opened = folder.folder(&path, prowess_fs::Links::Refused);
        let listed =
            opened.and_then(|inner| budget.list(&inner, LinkedFolders::Passed, &mut listing));
        let Ok(children) = listed else {
            continue;
        };
        let is_own =
            |name: &std::ffi::OsStr| place == Where::Beside && depth == 0 && name == NESTED;
        if place == Where::Beside && children.has_links {
            let is_only_nested = depth == 0
                && ground.top.listed.join(NESTED).is_symlink()
                && count_links(&listing) == 1;
            if !is_only_nested {
                return true;
            }
        }
        let folders = children.folders.into_iter().map(|(name, _)| name);
        for name in folders.take(discovery.candidates as usize) {
            if !is_own(&name) {
                queue.push_back((joined(&path, Path::new(&name)), depth + 1));
            }
        }
    }
    false
}

fn count_links(listing: &Listing) -> usize {
    let links = listing
        .iter()
        .filter(|(name, _)| name.as_encoded_bytes().first() != Some(&b'.'));
    links
        .filter(|(_, kind)| *kind == prowess_fs::EntryKind::Link)
        .count()
}

/// Whether the folder `path` has a SKILL.md that loads: within the bounds, with a description.
fn is_loadable<V: Visitor>(ground: &Ground<'_, V>, folder: &Folder, path: &Path) -> bool {
    let discovery = &ground.plan.discovery;
    let path = path.join(SKILL_FILE);
    let Ok(file) = folder.file(&path, prowess_fs::Links::Refused) else {
        return false;
    };
    if discovery.hard_links == HardLinks::Refused && file.identity().links > 1 {
        return false;
    }
    let mut bytes = Vec::new();
    if file.read(discovery.file_bytes, &mut bytes).is_err() {
        return false;
    }
    let limits = Limits::default();
    let (source, _) = Source::decode(&bytes);
    let (document, _) = Document::parse(&source.text, &limits);
    let reading = ground.plan.dialect.read(&document, "", &limits);
    let description = reading.manifest.description;
    description.is_some_and(|description| !description.trim().is_empty())
}
