//! `undo`: a change of the history is taken back.

use std::collections::BTreeSet;
use std::path::Path;

use prowess_base::Digest;

use super::books::wishes_path;
use super::report::{Made, SkillKey};
use super::{Books, Run, Store};
use crate::Error;
use crate::change::Step;
use crate::history::{History, Record};
use crate::lock::{Keeper, LockFile};
use crate::objects::Objects;
use crate::wanted::Wanted;

/// Most bytes of a file that is compared with what a change left.
const BYTES: u64 = 64 << 20;

/// What is to be taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Undo {
    /// The number of the change ([`Made::record`]); nothing: the last one of this workspace that has not been taken back.
    pub record: Option<u64>,
    /// Whether it is done.
    pub run: Run,
}

/// What came of it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Undone {
    /// What was taken back, as it was called: `update weather`.
    pub deed: String,
    /// Its number.
    pub record: u64,
    /// The skills that are as they were.
    pub skills: Vec<SkillKey>,
    /// What was changed. Taking back enters the history too, and can be taken back.
    pub made: Made,
}

impl Store<'_> {
    /// Takes a change back: skills with what the user had made of them, links, locks and wishes. The door is not asked, for what comes
    /// back has been here. It is done only where the skills are still as the change left them; what else the files with wishes
    /// and the locks say by now stays.
    ///
    /// # Errors
    ///
    /// [`Error::NothingToUndo`]; [`Error::State`] where old bytes are not kept any more; [`Error::Disk`] with
    /// [`prowess_fs::Error::Changed`] where something was changed since; those of the change.
    pub fn undo(&self, request: &Undo) -> Result<Undone, Error> {
        let history = History::of(self.places);
        let record = match request.record {
            Some(number) => match history.read(number) {
                Err(Error::Disk(prowess_fs::Error::NotFound { .. })) => {
                    return Err(Error::NothingToUndo);
                }
                other => other?,
            },
            None => last(&self.places.workspace, &history)?,
        };
        if record.workspace != self.places.workspace && is_of_workspace(&record) {
            return Err(Error::OtherWorkspace {
                workspace: record.workspace,
            });
        }
        let objects = Objects::of(self.places);
        let keys = keys(&record);
        let verb = format!("undo {}", record.deed);
        let ((), made, _) = self.make(&verb, request.run, |draft| {
            let change = record.undo(&objects)?;
            let (files, others): (Vec<Step>, Vec<Step>) = change
                .steps
                .into_iter()
                .partition(|step| matches!(step, Step::File { .. }));
            draft.steps.extend(others);
            for file in files {
                let Step::File {
                    path,
                    bytes,
                    before,
                    ..
                } = &file
                else {
                    continue;
                };
                let old = bytes.as_deref();
                if !draft.books.take_back(path, *before, old, &keys)? {
                    draft.steps.push(file);
                }
            }
            Ok(())
        })?;
        Ok(Undone {
            deed: record.deed,
            record: record.number,
            skills: keys.into_iter().collect(),
            made,
        })
    }
}

/// The skills that a change was about.
fn keys(record: &Record) -> BTreeSet<SkillKey> {
    let skills = record.skills.iter().map(|skill| (skill.scope, &skill.name));
    let links = record.links.iter().map(|link| (link.scope, &link.name));
    skills
        .chain(links)
        .map(|(scope, name)| SkillKey {
            scope,
            name: name.clone(),
        })
        .collect()
}

fn is_of_workspace(record: &Record) -> bool {
    let keys = keys(record);
    keys.is_empty()
        || keys
            .iter()
            .any(|key| Keeper::of(key.scope) == Keeper::Workspace)
}

/// The newest change made in a workspace that is not taken back. Taking back the taking back counts as doing it again.
fn last(workspace: &Path, history: &History) -> Result<Record, Error> {
    let mut taken_back = 0_usize;
    for record in history.records()? {
        if record.workspace != workspace {
            continue;
        }
        if undos(&record.deed) % 2 == 1 {
            taken_back += 1;
        } else if taken_back > 0 {
            taken_back -= 1;
        } else {
            return Ok(record);
        }
    }
    Err(Error::NothingToUndo)
}

/// How often a deed is a taking back.
fn undos(deed: &str) -> usize {
    let mut rest = deed;
    let mut count = 0;
    while let Some(inner) = rest.strip_prefix("undo ") {
        rest = inner;
        count += 1;
    }
    count
}

impl Books<'_> {
    /// Where a file is a lock, one with wishes or that of the edits, and is not as the change left it any more, makes what it says of
    /// some skills what its old bytes said of them, and leaves the rest. Says whether it has done so.
    fn take_back(
        &mut self,
        path: &Path,
        left: Option<Digest>,
        old: Option<&[u8]>,
        keys: &BTreeSet<SkillKey>,
    ) -> Result<bool, Error> {
        let now = match prowess_fs::read(path, BYTES) {
            Ok(bytes) => Some(Digest::of(&bytes)),
            Err(prowess_fs::Error::NotFound { .. }) => None,
            Err(error) => return Err(error.into()),
        };
        if now == left {
            return Ok(false);
        }
        let old = old.unwrap_or_default();
        // Edits are said of bytes; what was said of others by now stays.
        if path == self.places().data.join("edits.json") {
            return Ok(true);
        }
        for keeper in [Keeper::Workspace, Keeper::User] {
            let keys = keys.iter().filter(|key| Keeper::of(key.scope) == keeper);
            if path == self.places().lock(keeper.usual_scope()) {
                let old = LockFile::parse(path, old, keeper)?;
                for key in keys {
                    let lock = self.lock_mut(key.scope);
                    match old.get(key.scope, &key.name) {
                        Some(locked) => lock.put(locked.clone()),
                        None => drop(lock.remove(key.scope, &key.name)),
                    }
                }
                return Ok(true);
            }
            if path == wishes_path(self.places(), keeper) {
                let old = String::from_utf8_lossy(old);
                let old = Wanted::read(path, old.trim_start_matches('\u{feff}'), keeper)?;
                for key in keys {
                    let mut skills = old.skills.iter();
                    let wish = skills
                        .find(|(name, wish)| name.as_str() == key.name && wish.scope == key.scope);
                    match wish {
                        Some((name, wish)) => self.want(name, wish)?,
                        None => self.unwant(key.scope, &key.name)?,
                    }
                }
                return Ok(true);
            }
        }
        Ok(false)
    }
}
