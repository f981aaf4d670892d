//! The search of [`Search::FoldersAndFiles`](crate::Search::FoldersAndFiles): OpenHands'.
//!
//! A folder directly beneath the root with a SKILL.md, in any letter case, is a skill, and nothing in
//! it is searched. Every other Markdown file beneath the root, however deep, is one too, `README.md`
//! aside. Candidates stand in this order: files by path, then skills' folders by name.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use prowess_fs::{EntryKind, Links, Listed, Listing};

use super::candidate::{Attempt, Scratch, is_skill_file, joined, listed_folder};
use super::ground::{Ground, Place, SKILL_FILE};
use super::{Found, Notice, Place as Level, Searched, Visitor, Watched};
use crate::file_kind::{FileKind, InstructionScope, name_by_place};
use crate::{Bound, RootStatus};

/// Searches a root.
pub(super) fn search<V: Visitor>(ground: &Ground<'_, V>) -> Searched<V::Output> {
    let mut search = Files::new(ground);
    search.run();
    search.finish()
}

/// A search that takes folders one by one, each listed once.
pub(super) struct Files<'a, 'g, V: Visitor> {
    pub(super) ground: &'a Ground<'g, V>,
    scratch: Scratch,
    pub(super) files: Vec<(PathBuf, Found<V::Output>)>,
    folders: Vec<Found<V::Output>>,
    notices: Vec<Notice>,
    pub(super) watched: Vec<Watched>,
    status: RootStatus,
    /// Entries listed so far.
    entries: usize,
}

impl<'a, 'g, V: Visitor> Files<'a, 'g, V> {
    pub(super) fn new(ground: &'a Ground<'g, V>) -> Self {
        Self {
            ground,
            scratch: Scratch::default(),
            files: Vec::new(),
            folders: Vec::new(),
            notices: Vec::new(),
            watched: Vec::new(),
            status: RootStatus::Read,
            entries: 0,
        }
    }

    fn run(&mut self) {
        let Some(top) = self.list(Path::new("")) else {
            return;
        };
        let mut below = Vec::new();
        let lasting = |(name, _): &(&OsStr, EntryKind)| !super::is_temporary(name);
        for (name, kind) in top.iter().filter(lasting) {
            let path = PathBuf::from(name);
            let is_skill = match kind {
                EntryKind::Folder => {
                    let place = Arc::clone(&self.ground.top);
                    self.skill_folder(&place, &path)
                }
                EntryKind::Link => self.linked_folder(&path),
                EntryKind::File | EntryKind::Other => true,
            };
            if !is_skill && kind == EntryKind::Folder {
                below.push(path);
            }
        }
        self.notes(Path::new(""), &top);
        for _ in 1..self.ground.plan.discovery.depth {
            for path in std::mem::take(&mut below) {
                let Some(listing) = self.list(&path) else {
                    continue;
                };
                self.notes(&path, &listing);
                let inner = folders(&listing).map(|name| path.join(name));
                below.extend(inner);
            }
        }
        for path in below {
            self.notices.push(Notice::FoldersBeyond {
                path: self.ground.top.listed.join(path),
                bound: self.ground.plan.discovery.depth,
            });
        }
    }

    /// Lists a folder of the root. Nothing where it cannot be listed or there are too many entries,
    /// which is told.
    pub(super) fn list(&mut self, path: &Path) -> Option<Listing> {
        let bound = self.ground.plan.discovery.entries as usize;
        let at = joined(&self.ground.top.listed, path);
        let mut listing = Listing::default();
        let opened = self.ground.top.folder.folder(path, Links::Refused);
        let left = bound.saturating_sub(self.entries);
        let listed = opened.and_then(|folder| {
            let identity = folder.identity()?;
            folder.list(left, &mut listing)?;
            Ok(identity)
        });
        let is_root = path.as_os_str().is_empty();
        match listed {
            Ok(identity) => self.watched.push(Watched {
                path: at.clone(),
                identity: Some(identity),
            }),
            Err(error) => {
                let reason = error.reason();
                if is_root {
                    self.status = RootStatus::Unreadable {
                        reason: reason.clone(),
                    };
                }
                self.notices.push(Notice::Unreadable { path: at, reason });
                return None;
            }
        }
        self.entries += listing.len();
        if listing.listed() == Listed::BeyondBound {
            let count = listing.len() as u64;
            self.notices.push(Notice::EntriesBeyond {
                path: at,
                place: if is_root { Level::Root } else { Level::Below },
                children: 0,
                listed: count,
                bound: bound as u64,
            });
            return None;
        }
        Some(listing)
    }

    /// Takes a folder directly beneath the root as a skill where it is one.
    fn skill_folder(&mut self, place: &Arc<Place>, path: &Path) -> bool {
        match self
            .ground
            .attempt(place, path, SKILL_FILE, &mut self.scratch)
        {
            Attempt::Skill(found) => {
                self.folders.push(found);
                true
            }
            Attempt::Broken(notice) => {
                self.notices.push(notice);
                false
            }
            Attempt::Closed(error) => {
                let path = listed_folder(place, path);
                let reason = error.reason();
                self.notices.push(Notice::Unreadable { path, reason });
                true
            }
            Attempt::None => self.other_case(place, path),
        }
    }

    /// A folder whose skill file differs from SKILL.md in letter case.
    fn other_case(&mut self, place: &Arc<Place>, path: &Path) -> bool {
        let bound = self.ground.plan.discovery.entries as usize;
        let mut listing = Listing::default();
        let opened = place.folder.folder(path, Links::Refused);
        let listed = opened.and_then(|folder| {
            let identity = folder.identity()?;
            folder.list(bound, &mut listing)?;
            Ok(identity)
        });
        // A folder that is searched later is watched then.
        if let (Ok(identity), false) = (listed, Arc::ptr_eq(place, &self.ground.top)) {
            self.watched.push(Watched {
                path: listed_folder(place, path),
                identity: Some(identity),
            });
        }
        let name = listing
            .iter()
            .find(|(name, kind)| *kind == EntryKind::File && is_skill_file(name))
            .and_then(|(name, _)| name.to_str());
        let Some(name) = name else {
            return false;
        };
        match self.ground.attempt(place, path, name, &mut self.scratch) {
            Attempt::Skill(found) => {
                self.folders.push(found);
                true
            }
            _ => false,
        }
    }

    /// A link directly beneath the root may lead to a skill's folder. Gives whether it needs no
    /// other look: deeper files are only searched in folders.
    fn linked_folder(&mut self, path: &Path) -> bool {
        match self.ground.linked(&self.ground.top, path) {
            Ok(Some(place)) => {
                self.skill_folder(&Arc::new(place), Path::new(""));
            }
            Ok(None) => {}
            Err(unreachable) => {
                // A link to a file may be a note, which says the same about it.
                let is_note = path.to_str().is_some_and(is_note);
                self.notices
                    .extend((!is_note).then_some(unreachable.notice));
                self.watched.extend(unreachable.watched);
            }
        }
        true
    }

    /// Takes the Markdown files of a folder that are no skill's own.
    fn notes(&mut self, folder: &Path, listing: &Listing) {
        let names = listing
            .iter()
            .filter(|(_, kind)| matches!(kind, EntryKind::File | EntryKind::Link))
            .filter_map(|(name, _)| name.to_str())
            .filter(|name| is_note(name));
        let names: Vec<String> = names.map(str::to_owned).collect();
        for name in names {
            self.file(folder, &name, InstructionScope::All);
        }
    }

    /// Takes one file under the name that its place gives it.
    pub(super) fn file(&mut self, folder: &Path, name: &str, scope: InstructionScope) {
        let relative = folder.join(name);
        let called = name_by_place(FileKind::of(&relative), &relative, scope);
        let top = Arc::clone(&self.ground.top);
        let scratch = &mut self.scratch;
        let attempt = self.ground.attempt_as(&called, &top, folder, name, scratch);
        match attempt {
            Attempt::Skill(found) => self.files.push((relative, found)),
            Attempt::Broken(notice) => self.notices.push(notice),
            Attempt::None | Attempt::Closed(_) => {}
        }
    }

    pub(super) fn finish(mut self) -> Searched<V::Output> {
        // Part by part, as paths compare.
        self.files.sort_by(|(one, _), (other, _)| one.cmp(other));
        let files = self.files.into_iter().map(|(_, found)| found);
        let mut candidates: Vec<Found<V::Output>> = files.chain(self.folders).collect();
        let bound = self.ground.plan.discovery.candidates;
        let found = candidates.len();
        if found > bound as usize {
            for candidate in candidates.iter_mut().skip(bound as usize) {
                candidate.set_beyond(Bound::CandidatesPerRoot(bound));
            }
            self.notices.push(Notice::CandidatesBeyond {
                path: self.ground.root.path.clone(),
                found: found as u64,
                bound,
            });
        }
        self.notices
            .sort_by(|one, other| one.path().cmp(other.path()));
        Searched {
            candidates,
            notices: self.notices,
            watched: self.watched,
            status: self.status,
        }
    }
}

/// The folders of a listing, those aside that stand for a moment only.
pub(super) fn folders(listing: &Listing) -> impl Iterator<Item = &OsStr> {
    let is_folder = |(name, kind): &(&OsStr, EntryKind)| {
        *kind == EntryKind::Folder && !super::is_temporary(name)
    };
    listing.iter().filter(is_folder).map(|(name, _)| name)
}

/// Whether a file of this name is a skill without a folder of its own.
fn is_note(name: &str) -> bool {
    name.ends_with(".md") && name != "README.md" && !is_skill_file(OsStr::new(name))
}
