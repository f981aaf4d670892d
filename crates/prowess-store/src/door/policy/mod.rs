//! The user's own program that has a say before a skill is scanned: OpenClaw's `security.installPolicy` (OpenClaw 2026.6).
//!
//! It gets one JSON object on its standard input and the folder with the files, and answers with one JSON object. Whatever goes
//! wrong means no: a program that cannot be run, one that others could have changed, one that is late, loud or silent, one that
//! fails, and an answer that is none.

mod answer;
mod openclaw;
mod request;
mod run;
mod safe;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use prowess_base::Surroundings;
use prowess_fs::{Access, Folder, Listing, Lock};

pub(crate) use answer::{Answer, Decision};

use super::Offer;
use crate::change::private_folder;
use crate::{Error, Tree};

/// The folder of a data folder in which files lie while the program looks at them.
const FOLDER: &str = "policy";

/// The folder of the skill in it.
const SKILL: &str = "skill";

/// The file that is locked meanwhile: one program looks at a time.
const LOCK: &str = "lock";

/// A program that has a say, from the user's own configuration alone.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Policy {
    /// The program, absolute. Neither a link nor one that others than the user and root could change.
    pub command: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Its whole environment.
    pub environment: BTreeMap<OsString, OsString>,
    /// How long it may take.
    pub time: Duration,
    /// How long it may say nothing.
    pub silence: Duration,
    /// Most bytes that it may say, on both outputs together.
    pub output_bytes: usize,
    /// Where it must lie; empty: anywhere.
    pub trusted_folders: Vec<PathBuf>,
    /// The user, on systems that number them.
    pub user: Option<u32>,
    /// Why the configuration of it cannot be read.
    fault: Option<String>,
}

impl Policy {
    /// A program by itself: 10 seconds, 1 MiB, nothing in its environment.
    #[must_use]
    pub fn new(command: impl Into<PathBuf>, user: Option<u32>) -> Self {
        let time = Duration::from_secs(10);
        Self {
            command: command.into(),
            arguments: Vec::new(),
            environment: BTreeMap::new(),
            time,
            silence: time,
            output_bytes: 1 << 20,
            trusted_folders: Vec::new(),
            user,
            fault: None,
        }
    }

    /// One whose configuration cannot be read: it lets nothing in.
    #[must_use]
    pub fn broken(reason: String) -> Self {
        Self {
            fault: Some(reason),
            ..Self::new(PathBuf::new(), None)
        }
    }

    /// The program that OpenClaw's own configuration names: the value of its `security.installPolicy`. Nothing where that is not
    /// on, or not for skills.
    #[must_use]
    pub fn of_openclaw(setting: &serde_json::Value, surroundings: &Surroundings) -> Option<Self> {
        openclaw::read(setting, surroundings)
    }

    /// What the program says of a skill.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] where it says no, and for whatever goes wrong.
    pub(crate) fn decide(&self, data: &Path, offer: &Offer<'_>) -> Result<Answer, Error> {
        let answer = self.ask(data, offer).map_err(|why| {
            refused(
                offer,
                format!("the policy program could not be asked: {why}"),
            )
        })?;
        match &answer.decision {
            Decision::Block { reason } => Err(refused(
                offer,
                format!("the policy program says no: {}", answer.shown(reason)),
            )),
            Decision::Allow | Decision::Ask { .. } => Ok(answer),
        }
    }

    /// Everything up to its answer; what went wrong in words.
    fn ask(&self, data: &Path, offer: &Offer<'_>) -> Result<Answer, String> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        safe::check(self)?;
        let laid = Laid::out(data, offer.tree).map_err(|error| error.to_string())?;
        let request = request::of(offer, &laid.path);
        let bytes = serde_json::to_vec(&request).map_err(|error| error.to_string())?;
        if bytes.len() > request::BYTES {
            return Err(format!(
                "the question is longer than {} bytes",
                request::BYTES
            ));
        }
        answer::read(&run::run(self, &bytes)?)
    }
}

fn refused(offer: &Offer<'_>, reason: String) -> Error {
    Error::Refused {
        name: offer.name.to_owned(),
        reason,
    }
}

/// The files of a skill on the disk, for nobody but the user and their program. They go when this goes; what a run that died
/// left is removed by the next.
struct Laid {
    folder: Folder,
    path: PathBuf,
    _lock: Lock,
}

impl Laid {
    fn out(data: &Path, tree: &Tree) -> Result<Self, Error> {
        let folder = private_folder(data, Path::new(FOLDER))?;
        let lock = Lock::acquire(&folder, Path::new(LOCK))?;
        sweep(&folder)?;
        let laid = Self {
            path: folder.path().join(SKILL),
            folder,
            _lock: lock,
        };
        laid.folder
            .create_folder(Path::new(SKILL), Access::Private)?;
        for (path, file) in tree.files() {
            let path = Path::new(SKILL).join(path.as_str());
            if let Some(parent) = path.parent() {
                laid.folder.create_folders(parent, Access::Private)?;
            }
            let access = match file.executable {
                true => Access::Executable,
                false => Access::Private,
            };
            laid.folder.create_file(&path, &file.bytes, access)?;
        }
        Ok(laid)
    }
}

impl Drop for Laid {
    fn drop(&mut self) {
        // Where that fails, the next run tries again.
        let _ = self.folder.remove_tree(Path::new(SKILL));
    }
}

/// Removes what a run that died left.
fn sweep(folder: &Folder) -> Result<(), Error> {
    let mut listing = Listing::default();
    folder.list(10_000, &mut listing)?;
    for (name, _) in listing.iter().filter(|(name, _)| *name != LOCK) {
        folder.remove_tree(Path::new(name))?;
    }
    Ok(())
}
