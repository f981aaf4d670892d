//! Looking at a catalogue again.
//!
//! A refresh asks the system for the state of the folders that were listed and of the files that
//! were found, and for nothing else. Nothing changed: the same snapshot. Files changed and their
//! names did not: those entries alone are read and judged again. Anything else: every root is
//! searched again, and known headers are kept.

use std::path::Path;
use std::sync::Arc;

use prowess_fs::{EntryKind, FileIdentity, Folder};
use rayon::prelude::*;

use crate::content::{Library, beneath};
use crate::discover::Watched;
use crate::file_kind;
use crate::judging::{apply_gates, judge_one};
use crate::load::{FEW, racy};
use crate::read::Reader;
use crate::{Catalog, Content, Entry, Error, Reason, Root, RootStatus, Snapshot, Verdict, gates};

/// What a look at the disk told.
#[derive(Debug, PartialEq, Eq)]
enum Look {
    /// These entries are to be read again; none may be.
    Files(Vec<usize>),
    /// Folders or names changed: every root is to be searched again.
    Folders,
}

impl Catalog {
    /// The catalogue as it is now. Where nothing changed it is the very snapshot of before.
    pub fn refresh(&mut self) -> Arc<Snapshot> {
        let Some(before) = self.current.clone() else {
            return self.load();
        };
        let programs_changed = self.programs.look_again();
        let Look::Files(changed) = self.look(&before) else {
            return self.load();
        };
        if changed.is_empty() && !programs_changed {
            return before;
        }
        match self.update(&before, &changed, programs_changed) {
            Some(snapshot) => {
                let snapshot = Arc::new(snapshot);
                self.current = Some(Arc::clone(&snapshot));
                snapshot
            }
            None => self.load(),
        }
    }

    /// The text of the eligible skill that `query` means, as it stands now. Where its file changed
    /// since it was judged, the catalogue is refreshed and the skill judged again first.
    ///
    /// # Errors
    ///
    /// As [`Snapshot::get_eligible`] and [`Snapshot::content`]; [`Error::Changed`] where the file
    /// changes all the while.
    pub fn activate(&mut self, query: &str) -> Result<Content, Error> {
        let snapshot = match &self.current {
            Some(current) => Arc::clone(current),
            None => self.load(),
        };
        let stale = match snapshot.get_eligible(query) {
            Ok(id) => match snapshot.content(id) {
                Ok(content) => return Ok(content),
                Err(error) => error,
            },
            Err(error) => error,
        };
        let now = self.refresh();
        if now.version == snapshot.version {
            return Err(stale);
        }
        now.content(now.get_eligible(query)?)
    }

    fn look(&self, before: &Snapshot) -> Look {
        if !self.watched.iter().all(is_as_it_was) {
            return Look::Folders;
        }
        let folders: Vec<Option<Folder>> = before
            .roots
            .iter()
            .map(|root| match root.status {
                RootStatus::Read => Folder::open(&root.path).ok(),
                _ => None,
            })
            .collect();
        let states: Vec<State> = if before.entries.len() < FEW {
            before
                .entries
                .iter()
                .map(|entry| state(entry, before, &folders, &self.reader))
                .collect()
        } else {
            (0..before.entries.len())
                .into_par_iter()
                .with_min_len(FEW)
                .map(|position| {
                    before.entries.get(position).map_or(State::Gone, |entry| {
                        state(entry, before, &folders, &self.reader)
                    })
                })
                .collect()
        };
        if states.contains(&State::Gone) {
            return Look::Folders;
        }
        let mut changed: Vec<usize> = states
            .iter()
            .enumerate()
            .filter(|(_, state)| **state == State::Changed)
            .map(|(position, _)| position)
            .chain(self.racy.iter().copied())
            .collect();
        changed.sort_unstable();
        changed.dedup();
        Look::Files(changed)
    }

    /// The snapshot with some entries read again. Nothing where one of them changed so that others
    /// are concerned.
    fn update(
        &mut self,
        before: &Snapshot,
        changed: &[usize],
        programs_changed: bool,
    ) -> Option<Snapshot> {
        let taken = self.now();
        let mut fresh = Vec::with_capacity(changed.len());
        let library = Library {
            roots: &before.roots,
            embedded: self.request.embedded.as_deref(),
            file_bytes: self.plan.discovery.file_bytes,
        };
        let mut bytes = Vec::new();
        for &position in changed {
            let old = before.entries.get(position)?;
            let is_same = |new: &Entry| {
                new.identity == old.identity
                    && new.header == old.header
                    && new.companion == old.companion
                    && old.identity.inode != 0
            };
            let Ok(identity) = library.read(old, &mut bytes) else {
                // A file that could not be read before and still cannot is no news.
                if old.identity.inode == 0 && (is_invalid(old) || old.is_stale()) {
                    continue;
                }
                return None;
            };
            let root = before.root(old.root)?;
            let name = file_kind::name_of_entry(old, root);
            let header = self.reader.read(&old.file, &name, &bytes);
            let mut new = Entry {
                root: old.root,
                file: Arc::clone(&old.file),
                listed: old.listed.clone(),
                identity,
                ..Entry::default()
            };
            header.put_into(&mut new);
            if is_same(&new) {
                continue;
            }
            let stays_apart = new.name == old.name
                && is_invalid(&new) == is_invalid(old)
                && old
                    .diagnostics
                    .iter()
                    .all(|known| known.code.number() < 200)
                && !matches!(old.verdict, Verdict::BeyondLimit { .. })
                && new.identity.links == old.identity.links
                && !self.contested.contains(&position);
            if !stays_apart {
                return None;
            }
            fresh.push((position, new));
        }
        self.programs.add(
            fresh
                .iter()
                .flat_map(|(_, entry)| gates::wanted_programs(entry)),
        );
        let host = self.host();
        let mut snapshot = before.clone();
        let changed_now: Vec<usize> = fresh.iter().map(|(position, _)| *position).collect();
        for (position, mut entry) in fresh {
            let blocked = (entry.verdict == Verdict::Eligible)
                .then(|| judge_one(&*self.request.judge, &mut entry, &before.roots))
                .flatten();
            apply_gates(&mut entry, &before.roots, &host, blocked);
            snapshot.entries.update(position, |slot| *slot = entry);
        }
        if programs_changed {
            let wanting = before
                .entries
                .iter()
                .enumerate()
                .filter(|(_, entry)| gates::wanted_programs(entry).next().is_some());
            for (position, entry) in wanting {
                if !changed_now.contains(&position) {
                    ask_again(&mut snapshot, position, entry, &before.roots, &host);
                }
            }
        }
        let touched: Vec<Entry> = changed
            .iter()
            .filter_map(|&position| snapshot.entries.get(position).cloned())
            .collect();
        let still_racy = racy(&touched, taken);
        self.racy = still_racy
            .into_iter()
            .filter_map(|index| changed.get(index).copied())
            .collect();
        snapshot.seal();
        Some(snapshot)
    }
}

/// Asks the gates again about an entry whose file did not change.
fn ask_again(
    snapshot: &mut Snapshot,
    position: usize,
    entry: &Entry,
    roots: &[Root],
    host: &gates::Host<'_>,
) {
    let was_blocked = match &entry.verdict {
        Verdict::Eligible => None,
        Verdict::Ineligible { reasons } => reasons.iter().find_map(|reason| match reason {
            Reason::Judge { why } => Some(why.clone()),
            _ => None,
        }),
        _ => return,
    };
    let mut again = Entry {
        verdict: Verdict::Eligible,
        forced: Box::default(),
        diagnostics: entry
            .diagnostics
            .iter()
            .filter(|known| !gates::is_note_of_gates(known.code))
            .cloned()
            .collect(),
        ..entry.clone()
    };
    apply_gates(&mut again, roots, host, was_blocked);
    if again != *entry {
        snapshot.entries.update(position, |slot| *slot = again);
    }
}

fn is_invalid(entry: &Entry) -> bool {
    matches!(entry.verdict, Verdict::Invalid { .. })
}

/// What the system says about a file that was found before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Same,
    Changed,
    Gone,
}

fn state(entry: &Entry, before: &Snapshot, folders: &[Option<Folder>], reader: &Reader) -> State {
    if entry.identity.inode == 0 {
        // Not on the disk, or not readable: the latter is tried again.
        let is_unread = is_invalid(entry) || entry.is_stale();
        return if is_unread && !before.is_embedded(entry) {
            State::Changed
        } else {
            State::Same
        };
    }
    let root = entry.root.0 as usize;
    let in_root = match (folders.get(root), before.roots.get(root)) {
        (Some(Some(folder)), Some(root)) if entry.listed.is_none() => {
            beneath(&entry.file, &root.path).map(|path| folder.identity_of(path))
        }
        _ => None,
    };
    let found = match in_root {
        Some(found) => found,
        None => match (entry.file.parent(), entry.file.file_name()) {
            (Some(folder), Some(name)) => {
                Folder::open(folder).and_then(|folder| folder.identity_of(Path::new(name)))
            }
            _ => return State::Gone,
        },
    };
    match found {
        Ok((identity, _))
            if identity == entry.identity
                && entry.companion.as_deref() == reader.companion(&entry.file).as_ref() =>
        {
            State::Same
        }
        Ok(_) => State::Changed,
        Err(_) => State::Gone,
    }
}

/// The identity of a file that a walk read beside the skills' own.
fn file_identity(path: &Path) -> Option<FileIdentity> {
    let folder = Folder::open(path.parent()?).ok()?;
    let (identity, kind) = folder.identity_of(Path::new(path.file_name()?)).ok()?;
    (kind == EntryKind::File).then_some(identity)
}

fn is_as_it_was(watched: &Watched) -> bool {
    let now = Folder::open(&watched.path).and_then(|folder| folder.identity());
    let now = now.or_else(|error| file_identity(&watched.path).ok_or(error));
    now.ok() == watched.identity
}

#[cfg(test)]
mod tests {
    use std::fs;

    use prowess_base::{FixedClock, Surroundings};

    use super::*;
    use crate::{Profile, Request};

    /// A file that had only just changed when it was read is to be read again, although the system
    /// says that it is the same; one that had settled is not.
    #[test]
    fn racy_files() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("skills/a/SKILL.md");
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, "---\nname: a\ndescription: d\n---\n").unwrap();
        let changed = fs::metadata(&file).unwrap().modified().unwrap();
        let look = |clock| {
            let mut request = Request::new(Profile::own(), Surroundings::bare(folder.path()));
            request.workspace = Some(folder.path().to_path_buf());
            request.clock = Some(Arc::new(FixedClock(clock)));
            let mut catalog = Catalog::new(request);
            let snapshot = catalog.load();
            catalog.look(&snapshot)
        };
        assert_eq!(look(changed), Look::Files(vec![0]));
        let later = changed + std::time::Duration::from_secs(60);
        assert_eq!(look(later), Look::Files(Vec::new()));
    }
}
