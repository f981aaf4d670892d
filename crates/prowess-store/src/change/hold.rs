//! Who changes what is kept: one process of a user at a time.

use std::path::{Path, PathBuf};

use prowess_fs::{Access, EntryKind, Folder, Links, Listing, Lock, TEMPORARY, TryLock};
use serde::{Deserialize, Serialize};

use super::fill;
use super::journal::{self, Journal, State};
use super::plan::Plan;
use super::{Applied, Change};
use crate::disk::{Disk, is_there};
use crate::objects::Objects;
use crate::{Error, Places};

/// The folder of a data folder that holds the lock on changes and the journal.
const FOLDER: &str = "change";

/// The file that is locked. It stays.
const LOCK: &str = "lock";

/// Who has the lock, or had it last.
const OWNER: &str = "owner.json";

/// Most bytes of the file that tells the owner.
const OWNER_BYTES: u64 = 4096;

/// The process that has the lock.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Owner {
    /// Its number.
    pub process: u32,
    /// Its machine, where that has a name: a data folder may be shared over the network.
    pub host: Option<String>,
}

impl std::fmt::Display for Owner {
    /// `process 4711 on alpha`
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "process {}", self.process)?;
        match &self.host {
            Some(host) => write!(f, " on {host}"),
            None => Ok(()),
        }
    }
}

/// What is done while another process changes what is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wait {
    /// It is waited for, however long it takes.
    ToItsEnd,
    /// The change is refused ([`Error::Busy`]).
    Never,
}

/// What was ended that another run began.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Recovered {
    /// There was nothing.
    #[default]
    Nothing,
    /// A change had only been prepared; what it had prepared is gone.
    Cleared,
    /// A change was half done, and is done now.
    Finished,
    /// A change was half done, and is taken back.
    TakenBack,
}

/// The right to change what is kept, until it goes away.
pub struct Held<'a> {
    places: &'a Places,
    disk: &'a dyn Disk,
    state: State,
    recovered: Recovered,
    /// Staging folders of earlier changes that could not be removed.
    left: Vec<PathBuf>,
    _lock: Lock,
}

/// Takes the lock on changes and ends what a run left behind that died. What a change is made from, such as the lock
/// file, is to be read after this.
///
/// `busy` is called once, where another process has the lock; it tells the user, and whether to wait.
///
/// # Errors
///
/// [`Error::Busy`], [`Error::Pending`] where a half-done change can be neither ended nor taken back, [`Error::Newer`] and
/// [`Error::State`] for its journal, [`Error::Disk`].
pub fn hold<'a>(
    places: &'a Places,
    disk: &'a dyn Disk,
    busy: &mut dyn FnMut(Option<&Owner>) -> Wait,
) -> Result<Held<'a>, Error> {
    let folder = private_folder(&places.data, Path::new(FOLDER))?;
    let lock = match Lock::try_acquire(&folder, Path::new(LOCK))? {
        TryLock::Held(lock) => lock,
        TryLock::Busy => {
            let owner = owner(&folder);
            match busy(owner.as_ref()) {
                Wait::ToItsEnd => Lock::acquire(&folder, Path::new(LOCK))?,
                Wait::Never => {
                    return Err(Error::Busy {
                        owner: owner
                            .map_or_else(|| "another process".to_owned(), |of| of.to_string()),
                    });
                }
            }
        }
    };
    // A hint for people who wait; nothing depends on it.
    let owner = Owner {
        process: std::process::id(),
        host: prowess_fs::host_name(),
    };
    if let Ok(text) = serde_json::to_vec(&owner) {
        let _ = folder.write(Path::new(OWNER), &text, Access::Private);
    }
    let state = State::in_folder(folder.path());
    let (recovered, left) = end(disk, &state)?;
    sweep(&folder);
    Ok(Held {
        places,
        disk,
        state,
        recovered,
        left,
        _lock: lock,
    })
}

/// Ends what a run left behind that died, and nothing else.
///
/// # Errors
///
/// As [`hold`].
pub fn recover(
    places: &Places,
    disk: &dyn Disk,
    busy: &mut dyn FnMut(Option<&Owner>) -> Wait,
) -> Result<Recovered, Error> {
    hold(places, disk, busy).map(|held| held.recovered)
}

impl Held<'_> {
    /// What was ended that another run began.
    #[must_use]
    pub fn recovered(&self) -> Recovered {
        self.recovered
    }

    /// The places that it is about.
    #[must_use]
    pub fn places(&self) -> &Places {
        self.places
    }

    /// The disk that it works on.
    #[must_use]
    pub fn disk(&self) -> &dyn Disk {
        self.disk
    }

    /// Looks whether a change can be made, without touching anything.
    ///
    /// # Errors
    ///
    /// As [`Held::apply`] before its journal.
    pub fn check(&self, change: &Change) -> Result<(), Error> {
        Plan::of(self.places, change).map(drop)
    }

    /// Makes a change. After an error everything is as it was, but for [`Error::Pending`].
    ///
    /// # Errors
    ///
    /// [`Error::Taken`] and [`Error::Extras`]; [`Error::Disk`] with [`prowess_fs::Error::Changed`] where a file is not what
    /// the change was made for, with [`prowess_fs::Error::Outside`] where a link leads out of the workspace, and for
    /// whatever else the disk says; [`Error::Name`]; [`Error::NotKept`] for a link to
    /// no skill; [`Error::Pending`] where neither the change nor its taking back could
    /// be ended, which the next run does.
    pub fn apply(&mut self, change: &Change) -> Result<Applied, Error> {
        let mut plan = Plan::of(self.places, change)?;
        if plan.journal.moves.is_empty() {
            return Ok(plan.applied);
        }
        let (disk, state) = (self.disk, &self.state);
        if let Some(memory) = &plan.memory {
            memory.keep(disk, &Objects::of(self.places))?;
        }
        let staged = state
            .write_intent(disk, &plan.journal, &self.left)
            .and_then(|()| fill::fill(disk, &mut plan));
        if let Err(error) = staged {
            self.left = state.clear_taken_back(disk, &plan.journal, &self.left);
            return Err(error);
        }
        if let Err(error) = state.write_journal(disk, &plan.journal) {
            // It may be in place although bringing it to the disk failed.
            state.discard_journal(disk, &error)?;
            self.left = state.clear_taken_back(disk, &plan.journal, &self.left);
            return Err(error);
        }
        let done = journal::forward(disk, &plan.journal.moves)
            .and_then(|()| Ok(disk.remove(&state.journal)?));
        match done {
            // The journal may be gone although bringing that to the disk failed: every move is done.
            Err(error) if is_there(&state.journal).unwrap_or(true) => {
                self.left = state.take_back(disk, &plan.journal, &error, &self.left)?;
                Err(error)
            }
            _ => {
                self.left = state.clear_done(disk, &plan.journal, &self.left);
                plan.applied.left.clone_from(&self.left);
                Ok(plan.applied)
            }
        }
    }
}

/// Ends what the files of the journal tell, and gives the staging folders that stay.
fn end(disk: &dyn Disk, state: &State) -> Result<(Recovered, Vec<PathBuf>), Error> {
    if let Some(journal) = journal::read(&state.back)? {
        let left =
            state.finish_taking_back(disk, &journal, "a change was being taken back", &[])?;
        return Ok((Recovered::TakenBack, left));
    }
    if let Some(journal) = journal::read(&state.journal)? {
        return end_journal(disk, state, &journal);
    }
    if let Some(journal) = journal::read(state.intent())? {
        let left = state.clear_taken_back(disk, &journal, &[]);
        return Ok((Recovered::Cleared, left));
    }
    Ok((Recovered::Nothing, Vec::new()))
}

fn end_journal(
    disk: &dyn Disk,
    state: &State,
    journal: &Journal,
) -> Result<(Recovered, Vec<PathBuf>), Error> {
    match journal::forward(disk, &journal.moves) {
        Ok(()) => {
            disk.remove(&state.journal)?;
            Ok((Recovered::Finished, state.clear_done(disk, journal, &[])))
        }
        Err(error) => {
            let left = state.take_back(disk, journal, &error, &[])?;
            Ok((Recovered::TakenBack, left))
        }
    }
}

fn owner(folder: &Folder) -> Option<Owner> {
    let mut bytes = Vec::new();
    let file = folder.file(Path::new(OWNER), Links::Refused).ok()?;
    file.read(OWNER_BYTES, &mut bytes).ok()?;
    serde_json::from_slice(&bytes).ok()
}

/// Removes what stood in this folder for a moment when a run died. The lock is held: nobody is writing here.
fn sweep(folder: &Folder) {
    let mut listing = Listing::default();
    let listed = folder
        .folder(Path::new(""), Links::Refused)
        .and_then(|again| again.list(10_000, &mut listing));
    if listed.is_err() {
        return;
    }
    for (name, kind) in listing.iter() {
        let is_temporary = name.as_encoded_bytes().starts_with(TEMPORARY.as_bytes());
        if is_temporary && kind == EntryKind::File {
            // It is tried again each time.
            let _ = folder.remove_file(Path::new(name));
        }
    }
}

/// A folder of the user's data, made where it is missing: for nobody but the user.
pub(crate) fn private_folder(data: &Path, within: &Path) -> Result<Folder, Error> {
    let mut base: &Path = data;
    let mut missing: Vec<&std::ffi::OsStr> = Vec::new();
    let root = loop {
        match Folder::open(base) {
            Ok(folder) => break folder,
            Err(error @ prowess_fs::Error::NotFound { .. }) => {
                let (Some(parent), Some(name)) = (base.parent(), base.file_name()) else {
                    return Err(error.into());
                };
                missing.push(name);
                base = parent;
            }
            Err(error) => return Err(error.into()),
        }
    };
    let path: PathBuf = missing.into_iter().rev().collect::<PathBuf>().join(within);
    Ok(root.create_folders(&path, Access::Private)?)
}
