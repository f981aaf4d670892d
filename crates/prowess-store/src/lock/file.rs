//! Locks on the disk.

use std::path::{Path, PathBuf};

use prowess_base::Digest;
use prowess_fs::Access;

use super::read::{MIGRATIONS, Migration, read};
use super::{Lock, LockedSkill};
use crate::change::Step;
use crate::{Error, Places, Scope};

/// Most bytes of a lock: some 500,000 files.
const BYTES: u64 = 64 << 20;

/// Who keeps a lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Keeper {
    /// The workspace: it comes with the project, and speaks of the workspace and project scopes alone.
    Workspace,
    /// The user, in their data folder.
    User,
}

impl Keeper {
    /// Who keeps the lock that a scope is written down in.
    #[must_use]
    pub const fn of(scope: Scope) -> Self {
        match scope {
            Scope::Workspace | Scope::Project => Self::Workspace,
            Scope::User | Scope::Managed => Self::User,
        }
    }

    /// The scope of a skill of which nothing else is said: that of `.agents/skills`, where every client looks.
    #[must_use]
    pub const fn usual_scope(self) -> Scope {
        match self {
            Self::Workspace => Scope::Project,
            Self::User => Scope::User,
        }
    }
}

/// A lock with the file that it was read from.
#[derive(Debug, Clone)]
pub struct LockFile {
    /// What it says; nothing where there is no file.
    pub lock: Lock,
    path: PathBuf,
    keeper: Keeper,
    before: Option<Digest>,
    older: Option<Older>,
}

/// A file of an older version, which is kept beside the new one.
#[derive(Debug, Clone)]
struct Older {
    bytes: Vec<u8>,
    backup: PathBuf,
    /// The digest of what has the backup's name already.
    there: Option<Digest>,
}

impl LockFile {
    /// Reads the lock of a keeper. Nothing is written: an older version becomes the present one by the next change, and is
    /// kept as `prowess.lock.v1` and so on.
    ///
    /// # Errors
    ///
    /// [`Error::Newer`]; [`Error::State`] for what is no lock, for one that holds both sides of a merge, and for one that
    /// contradicts itself; [`Error::Disk`].
    pub fn open(places: &Places, keeper: Keeper) -> Result<Self, Error> {
        Self::open_with(places, keeper, MIGRATIONS)
    }

    fn open_with(places: &Places, keeper: Keeper, migrations: &[Migration]) -> Result<Self, Error> {
        let path = places.lock(keeper.usual_scope());
        let Some(bytes) = read_file(&path)? else {
            return Ok(Self {
                lock: Lock::default(),
                path,
                keeper,
                before: None,
                older: None,
            });
        };
        let (lock, version) = read(&path, &bytes, keeper, migrations)?;
        let before = Some(Digest::of(&bytes));
        let older = match version {
            None => None,
            Some(version) => {
                let backup = path.with_file_name(format!("prowess.lock.v{version}"));
                let there = read_file(&backup)?.map(|bytes| Digest::of(&bytes));
                Some(Older {
                    bytes,
                    backup,
                    there,
                })
            }
        };
        Ok(Self {
            lock,
            path,
            keeper,
            before,
            older,
        })
    }

    /// Reads the text of a lock that stands somewhere else, as in the history; of no bytes one that keeps nothing.
    ///
    /// # Errors
    ///
    /// As [`LockFile::open`].
    pub(crate) fn parse(path: &Path, bytes: &[u8], keeper: Keeper) -> Result<Lock, Error> {
        match bytes.is_empty() {
            true => Ok(Lock::default()),
            false => read(path, bytes, keeper, MIGRATIONS).map(|(lock, _)| lock),
        }
    }

    /// The steps that make the file say what `lock` says; none where it does already.
    #[must_use]
    pub fn steps(&self, lock: &Lock) -> Vec<Step> {
        if self.before.is_none() && lock.skills.is_empty() {
            return Vec::new();
        }
        let bytes = lock.to_string().into_bytes();
        if self.before == Some(Digest::of(&bytes)) {
            return Vec::new();
        }
        let access = match self.keeper {
            Keeper::Workspace => Access::Shared,
            Keeper::User => Access::Private,
        };
        let step = |path: &PathBuf, bytes: Vec<u8>, before| Step::File {
            path: path.clone(),
            bytes: Some(bytes),
            before,
            access,
        };
        let backup = self
            .older
            .iter()
            .map(|older| step(&older.backup, older.bytes.clone(), older.there));
        backup
            .chain([step(&self.path, bytes, self.before)])
            .collect()
    }
}

/// Both locks that hold at one place: every question about kept skills is asked of both (IN-10).
#[derive(Debug, Clone)]
pub struct Locks {
    /// The workspace's.
    pub workspace: LockFile,
    /// The user's.
    pub user: LockFile,
}

impl Locks {
    /// Reads both.
    ///
    /// # Errors
    ///
    /// As [`LockFile::open`].
    pub fn open(places: &Places) -> Result<Self, Error> {
        Ok(Self {
            workspace: LockFile::open(places, Keeper::Workspace)?,
            user: LockFile::open(places, Keeper::User)?,
        })
    }

    /// Every kept skill, each with its scope, the workspace's first.
    pub fn skills(&self) -> impl Iterator<Item = &LockedSkill> {
        self.workspace
            .lock
            .skills
            .iter()
            .chain(&self.user.lock.skills)
    }

    /// The lock that a scope is written down in.
    #[must_use]
    pub fn of(&self, scope: Scope) -> &LockFile {
        match Keeper::of(scope) {
            Keeper::Workspace => &self.workspace,
            Keeper::User => &self.user,
        }
    }
}

fn read_file(path: &Path) -> Result<Option<Vec<u8>>, Error> {
    match prowess_fs::read(path, BYTES) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(prowess_fs::Error::NotFound { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests;
