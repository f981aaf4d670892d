//! Skills that are put away: out of every root, and back again.
//!
//! `<data>/archive/<key>.json` tells of one: its entry of the lock, its wish, and what its folder held, by digests. The bytes are
//! among the [`Objects`](crate::objects::Objects), which are not collected as long as the file is there.

use std::path::{Path, PathBuf};

use prowess_base::Digest;
use prowess_fs::{Access, EntryKind, TEMPORARY};
use serde::{Deserialize, Serialize};

use crate::change::Step;
use crate::disk::is_there;
use crate::lock::{Keeper, LockedSkill};
use crate::objects::{Manifest, entries, read_versioned, state};
use crate::{Error, Places, Scope};

/// The version of the form that this program writes.
const VERSION: u64 = 1;

/// Most bytes of such a file: some 100,000 files of a skill.
const BYTES: u64 = 64 << 20;

/// One skill that is put away.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Archived {
    version: u64,
    /// The workspace that it belongs to; nothing where it is the user's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workspace: Option<PathBuf>,
    /// When it was put away, in seconds since 1970.
    pub at: u64,
    /// Its entry of the lock.
    pub locked: LockedSkill,
    /// What its folder held, with what the user had added.
    pub held: Manifest,
    /// Whether it was wanted.
    pub wanted: bool,
}

impl Archived {
    /// A skill that is put away now.
    pub(crate) fn new(
        places: &Places,
        at: u64,
        locked: LockedSkill,
        held: Manifest,
        wanted: bool,
    ) -> Self {
        let workspace = match Keeper::of(locked.scope) {
            Keeper::Workspace => Some(places.workspace.clone()),
            Keeper::User => None,
        };
        Self {
            version: VERSION,
            workspace,
            at,
            locked,
            held,
            wanted,
        }
    }

    /// The step that writes it down.
    ///
    /// # Errors
    ///
    /// [`Error::Taken`] where another one of its name is put away already.
    pub(crate) fn step(&self, places: &Places) -> Result<Step, Error> {
        let path = path(places, self.locked.scope, &self.locked.name);
        if is_there(&path)? {
            return Err(Error::Taken { path });
        }
        let bytes = serde_json::to_vec(self).map_err(|error| state(&path, &error))?;
        Ok(Step::File {
            before: None,
            path,
            bytes: Some(bytes),
            access: Access::Private,
        })
    }

    /// The step that takes the file away again.
    pub(crate) fn end(&self, places: &Places) -> Result<Step, Error> {
        let path = path(places, self.locked.scope, &self.locked.name);
        Ok(Step::File {
            before: digest_of(&path)?,
            path,
            bytes: None,
            access: Access::Private,
        })
    }

    /// The objects that it needs.
    pub(crate) fn objects(&self) -> impl Iterator<Item = Digest> {
        let base = self.locked.files.values();
        self.held.files.values().chain(base).copied()
    }
}

/// Every skill that is put away, of every workspace, by scope and name.
///
/// # Errors
///
/// [`Error::Newer`], [`Error::State`], [`Error::Disk`].
pub(crate) fn all(places: &Places) -> Result<Vec<Archived>, Error> {
    let folder = places.data.join("archive");
    if !is_there(&folder)? {
        return Ok(Vec::new());
    }
    let mut all = Vec::new();
    for path in entries(&folder, EntryKind::File)? {
        let name = path.file_name().unwrap_or_default().as_encoded_bytes();
        if !name.starts_with(TEMPORARY.as_bytes()) {
            let bytes = prowess_fs::read(&path, BYTES)?;
            all.push(read_versioned::<Archived>(&path, &bytes, VERSION)?);
        }
    }
    let key = |of: &Archived| {
        (
            of.locked.scope,
            of.locked.name.clone(),
            of.workspace.clone(),
        )
    };
    all.sort_by_key(key);
    Ok(all)
}

/// The file of a skill: one name a workspace and scope.
fn path(places: &Places, scope: Scope, name: &str) -> PathBuf {
    let workspace = match Keeper::of(scope) {
        Keeper::Workspace => places.workspace.as_path(),
        Keeper::User => Path::new(""),
    };
    let key = Digest::of(workspace.as_os_str().as_encoded_bytes()).short_hex(16);
    places
        .data
        .join("archive")
        .join(format!("{name}.{scope}.{key}.json"))
}

fn digest_of(path: &Path) -> Result<Option<Digest>, Error> {
    match prowess_fs::read(path, BYTES) {
        Ok(bytes) => Ok(Some(Digest::of(&bytes))),
        Err(prowess_fs::Error::NotFound { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}
