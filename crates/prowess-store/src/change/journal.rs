//! What a change is going to do, written down before it does it.

use std::path::{Path, PathBuf};

use prowess_fs::Access;
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::disk::{Disk, is_there, node};
use crate::objects::{read_versioned, state};

/// The version of the form that this program writes.
const VERSION: u64 = 1;

/// Most bytes of a journal: some 100,000 moves.
const BYTES: u64 = 64 << 20;

/// The moves of a change, and what has to be cleared away after it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Journal {
    version: u64,
    /// The staging folders.
    pub(super) stages: Vec<PathBuf>,
    /// Folders that were made for the change, outermost first. They go again where it is taken back.
    pub(super) made: Vec<PathBuf>,
    /// What is moved, in this order.
    pub(super) moves: Vec<Move>,
}

/// One move. Of each, one side is in a staging folder, and tells whether it is done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "move", rename_all = "kebab-case")]
pub(super) enum Move {
    /// What lies in a place is put aside, as long as it is what lay there when the change was planned: days may be between
    /// a death and the next run.
    Out {
        place: PathBuf,
        kept: PathBuf,
        /// Its device and inode, where the system has such.
        node: Option<[u64; 2]>,
    },
    /// Something of the user's goes along from the old folder to the new one, both put aside.
    Carry { from: PathBuf, to: PathBuf },
    /// What is staged is put where nothing is.
    In { staged: PathBuf, place: PathBuf },
    /// A file is put where one is, in one rename, so that readers always find one. `kept` is a copy of the old.
    Replace {
        staged: PathBuf,
        place: PathBuf,
        kept: PathBuf,
    },
}

impl Journal {
    pub(super) fn new() -> Self {
        Self {
            version: VERSION,
            stages: Vec::new(),
            made: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// The places that are different once every move is done.
    pub(super) fn places(&self) -> Vec<PathBuf> {
        let mut places: Vec<PathBuf> = Vec::new();
        for one in &self.moves {
            if let Move::Out { place, .. } | Move::In { place, .. } | Move::Replace { place, .. } =
                one
                && !places.contains(place)
            {
                places.push(place.clone());
            }
        }
        places
    }
}

/// The files of one user's journal.
pub(super) struct State {
    /// Which staging folders there may be. It is there before they are, and goes after them.
    intent: PathBuf,
    /// The change happens.
    pub(super) journal: PathBuf,
    /// The change is taken back. The journal gets this name, so that a full disk does not stand in the way.
    pub(super) back: PathBuf,
}

/// Carries moves out; those that are done are passed over.
///
/// # Errors
///
/// [`Error::Taken`], [`Error::Disk`].
pub(super) fn forward(disk: &dyn Disk, moves: &[Move]) -> Result<(), Error> {
    for one in moves {
        match one {
            Move::Out {
                place,
                kept,
                node: was,
            } => {
                if !is_there(kept)? {
                    if was.is_some() && node(place)? != *was {
                        return Err(Error::Taken {
                            path: place.clone(),
                        });
                    }
                    disk.rename(place, kept)?;
                }
            }
            Move::Carry { from, to } => {
                if is_there(from)? {
                    disk.rename(from, to)?;
                }
            }
            Move::In { staged, place } => {
                if is_there(staged)? {
                    disk.rename(staged, place).map_err(taken)?;
                }
            }
            Move::Replace { staged, place, .. } => {
                if is_there(staged)? {
                    disk.replace(staged, place)?;
                }
            }
        }
    }
    Ok(())
}

/// Takes moves back, those that were done, last first. Nothing that is there is replaced, but for files by their own
/// former selves.
fn back(disk: &dyn Disk, moves: &[Move]) -> Result<(), Error> {
    for one in moves.iter().rev() {
        match one {
            Move::Replace {
                staged,
                place,
                kept,
            } => {
                if !is_there(staged)? && is_there(kept)? {
                    disk.replace(kept, place)?;
                }
            }
            Move::In { staged, place } => {
                if !is_there(staged)? {
                    disk.rename(place, staged)?;
                }
            }
            Move::Carry { from, to } => {
                if is_there(to)? && !is_there(from)? {
                    disk.rename(to, from)?;
                }
            }
            Move::Out { place, kept, .. } => {
                if is_there(kept)? {
                    disk.rename(kept, place).map_err(taken)?;
                }
            }
        }
    }
    Ok(())
}

/// Something came into a place after it was looked at.
fn taken(error: prowess_fs::Error) -> Error {
    match error {
        prowess_fs::Error::Exists { path } => Error::Taken { path },
        other => other.into(),
    }
}

/// Reads a journal; nothing where there is none.
pub(super) fn read(path: &Path) -> Result<Option<Journal>, Error> {
    let bytes = match prowess_fs::read(path, BYTES) {
        Ok(bytes) => bytes,
        Err(prowess_fs::Error::NotFound { .. }) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    read_versioned(path, &bytes, VERSION).map(Some)
}

impl State {
    pub(super) fn in_folder(folder: &Path) -> Self {
        Self {
            intent: folder.join("intent.json"),
            journal: folder.join("journal.json"),
            back: folder.join("back.json"),
        }
    }

    /// The names of what will be made, before any of it is.
    pub(super) fn write_intent(
        &self,
        disk: &dyn Disk,
        journal: &Journal,
        left: &[PathBuf],
    ) -> Result<(), Error> {
        let mut intent = Journal {
            moves: Vec::new(),
            ..journal.clone()
        };
        intent.stages.extend_from_slice(left);
        self.write(disk, &self.intent, &intent)
    }

    pub(super) fn write_journal(&self, disk: &dyn Disk, journal: &Journal) -> Result<(), Error> {
        self.write(disk, &self.journal, journal)
    }

    fn write(&self, disk: &dyn Disk, path: &Path, journal: &Journal) -> Result<(), Error> {
        let text = serde_json::to_vec(journal).map_err(|error| state(path, &error))?;
        Ok(disk.write(path, &text, Access::Private)?)
    }

    /// Removes a journal whose change has not begun. Where that fails, nothing may be cleared away.
    pub(super) fn discard_journal(&self, disk: &dyn Disk, cause: &Error) -> Result<(), Error> {
        match disk.remove(&self.journal) {
            Err(_) if is_there(&self.journal).unwrap_or(true) => {
                Err(pending(&self.journal, &cause.to_string()))
            }
            _ => Ok(()),
        }
    }

    /// Takes a change back that has begun, because of `cause`.
    pub(super) fn take_back(
        &self,
        disk: &dyn Disk,
        journal: &Journal,
        cause: &Error,
        left: &[PathBuf],
    ) -> Result<Vec<PathBuf>, Error> {
        let cause = cause.to_string();
        // Once a file is back that was replaced, the change can no longer be carried out: the direction is written down.
        let turned = disk.rename(&self.journal, &self.back);
        if turned.is_err() && !is_there(&self.back).unwrap_or(false) {
            return Err(pending(&self.journal, &cause));
        }
        self.finish_taking_back(disk, journal, &cause, left)
    }

    /// Ends the taking back of a change.
    pub(super) fn finish_taking_back(
        &self,
        disk: &dyn Disk,
        journal: &Journal,
        cause: &str,
        left: &[PathBuf],
    ) -> Result<Vec<PathBuf>, Error> {
        let ended = back(disk, &journal.moves).and_then(|()| Ok(disk.remove(&self.back)?));
        match ended {
            Err(error) if is_there(&self.back).unwrap_or(true) => {
                Err(pending(&self.back, &format!("{cause}; then {error}")))
            }
            _ => Ok(self.clear_taken_back(disk, journal, left)),
        }
    }

    /// Clears away after a change that is not, or no longer, made. Its journal is gone. Gives the staging folders that stay,
    /// of this change and of those of `left`.
    pub(super) fn clear_taken_back(
        &self,
        disk: &dyn Disk,
        journal: &Journal,
        left: &[PathBuf],
    ) -> Vec<PathBuf> {
        let left = remove_stages(disk, journal, left);
        if left.is_empty() {
            for folder in journal.made.iter().rev() {
                // An empty folder that stays is no harm.
                let _ = disk.remove_empty(folder);
            }
            // The next run removes it.
            let _ = disk.remove(&self.intent);
        }
        left
    }

    /// Clears away after a change that is made. Its journal is gone. Gives what stays as [`State::clear_taken_back`] does.
    pub(super) fn clear_done(
        &self,
        disk: &dyn Disk,
        journal: &Journal,
        left: &[PathBuf],
    ) -> Vec<PathBuf> {
        let left = remove_stages(disk, journal, left);
        if left.is_empty() {
            // The next run removes it.
            let _ = disk.remove(&self.intent);
        }
        left
    }

    /// The names of staging folders that may be there.
    pub(super) fn intent(&self) -> &Path {
        &self.intent
    }
}

fn remove_stages(disk: &dyn Disk, journal: &Journal, left: &[PathBuf]) -> Vec<PathBuf> {
    let remains = |stage: &&PathBuf| disk.remove(stage).is_err() && is_there(stage).unwrap_or(true);
    let stages = journal.stages.iter().chain(left);
    stages.filter(remains).cloned().collect()
}

fn pending(journal: &Path, reason: &str) -> Error {
    Error::Pending {
        journal: journal.to_path_buf(),
        reason: reason.to_owned(),
    }
}
