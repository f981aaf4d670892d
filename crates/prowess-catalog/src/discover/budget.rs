//! The budget of [`Search::Levels`](crate::Search::Levels): how many folders of one root are listed,
//! and how many entries of one folder and of all.

use std::cmp::Ordering;
use std::ffi::{OsStr, OsString};
use std::path::Path;

use prowess_fs::{EntryKind, Folder, Listing};

use crate::{Discovery, HiddenFolders};

/// Folders listed per candidate (OpenClaw 2026.6.11).
const FOLDERS_PER_CANDIDATE: u64 = 6;

/// Entries listed of one folder at least, where anything is listed.
const LEAST_ENTRIES: u64 = 1_000;

/// Entries listed of one folder per candidate.
const ENTRIES_PER_CANDIDATE: u64 = 10;

/// Entries that are looked at to find the first ones by name, whatever the budget is.
const HARD_BOUND: usize = 1_000_000;

/// What is left for one root.
#[derive(Debug)]
pub(super) struct Budget<'a> {
    discovery: &'a Discovery,
    folders: u64,
    entries: u64,
    /// Something was not listed.
    pub(super) is_spent: bool,
}

/// The folders in one folder.
#[derive(Debug, Default)]
pub(super) struct Children {
    /// By the code units of their names, as JavaScript sorts.
    pub(super) folders: Vec<(OsString, EntryKind)>,
    /// Links among the entries, wherever they lead.
    pub(super) has_links: bool,
    /// Entries that were listed.
    pub(super) listed: u64,
    /// Whether there are more.
    pub(super) is_cut: bool,
}

/// Whether links to folders count as folders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LinkedFolders {
    Counted,
    Passed,
}

impl<'a> Budget<'a> {
    /// The budget of one root.
    pub(super) fn new(discovery: &'a Discovery) -> Self {
        let candidates = u64::from(discovery.candidates);
        Self {
            discovery,
            folders: candidates.saturating_mul(FOLDERS_PER_CANDIDATE),
            entries: entries_per_folder(discovery).saturating_mul(candidates + 1),
            is_spent: false,
        }
    }

    /// Lists the folders in a folder as far as the budget goes. Of too many entries the first by
    /// name count, so that the result does not depend on the system's order.
    pub(super) fn list(
        &mut self,
        folder: &Folder,
        linked: LinkedFolders,
        listing: &mut Listing,
    ) -> Result<Children, prowess_fs::Error> {
        if self.folders == 0 || self.entries == 0 {
            self.is_spent = true;
            return Ok(Children::default());
        }
        self.folders -= 1;
        folder.list(HARD_BOUND, listing)?;
        let most = entries_per_folder(self.discovery).min(self.entries);
        let listed = (listing.len() as u64).min(most);
        let is_cut = listing.len() as u64 > most;
        self.entries -= listed;
        self.is_spent |= is_cut;
        let mut children = Children {
            listed,
            is_cut,
            ..Children::default()
        };
        let first = usize::try_from(listed).unwrap_or(usize::MAX);
        for (name, kind) in listing.iter().take(first) {
            if self.is_passed(name) {
                continue;
            }
            children.has_links |= kind == EntryKind::Link;
            let is_folder = match kind {
                EntryKind::Folder => true,
                EntryKind::Link => {
                    linked == LinkedFolders::Counted && folder.path().join(name).is_dir()
                }
                EntryKind::File | EntryKind::Other => false,
            };
            if is_folder {
                children.folders.push((name.to_owned(), kind));
            }
        }
        children
            .folders
            .sort_by(|(one, _), (other, _)| by_code_units(one, other));
        Ok(children)
    }

    /// Entries of one folder that are listed at most.
    pub(super) fn per_folder(&self) -> u64 {
        entries_per_folder(self.discovery)
    }

    fn is_passed(&self, name: &OsStr) -> bool {
        let is_hidden = name.as_encoded_bytes().first() == Some(&b'.');
        super::is_temporary(name)
            || (is_hidden && self.discovery.hidden_folders == HiddenFolders::Skipped)
            || self
                .discovery
                .skipped
                .iter()
                .any(|skipped| name == skipped.as_str())
    }
}

fn entries_per_folder(discovery: &Discovery) -> u64 {
    if discovery.candidates == 0 {
        return 0;
    }
    let wanted = u64::from(discovery.candidates).saturating_mul(ENTRIES_PER_CANDIDATE);
    u64::from(discovery.entries).min(wanted.max(LEAST_ENTRIES))
}

/// Compares as JavaScript compares strings: by UTF-16 code units, in which characters beyond U+FFFF
/// come before some below.
fn by_code_units(one: &OsStr, other: &OsStr) -> Ordering {
    match (one.to_str(), other.to_str()) {
        (Some(one), Some(other)) => one.encode_utf16().cmp(other.encode_utf16()),
        _ => one.cmp(other),
    }
}

/// Whether a path beneath a folder has a SKILL.md, links followed.
pub(super) fn has_skill_file(folder: &Path) -> bool {
    folder.join(super::ground::SKILL_FILE).exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names sort by code units: capitals first, and beyond U+FFFF before U+FF5E.
    #[test]
    fn order() {
        let mut names = ["b", "Z", "\u{ff5e}", "\u{1f9ea}", "a"].map(OsString::from);
        names.sort_by(|one, other| by_code_units(one, other));
        assert_eq!(names, ["Z", "a", "b", "\u{1f9ea}", "\u{ff5e}"]);
    }
}
