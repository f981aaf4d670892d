//! What operations tell.

use std::path::PathBuf;

use prowess_base::Digest;

use crate::change::{How, Recovered};
use crate::door::Admission;
use crate::fetch::Revision;
use crate::lock::LockedSkill;
use crate::merge::{Brought, Conflict};
use crate::{Error, Scope};

/// A kept skill by the scope and the name that it has there.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SkillKey {
    /// Whom it is for.
    pub scope: Scope,
    /// Its folder beneath that of the scope.
    pub name: String,
}

impl std::fmt::Display for SkillKey {
    /// `weather (project)`
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.name, self.scope)
    }
}

impl From<&LockedSkill> for SkillKey {
    fn from(locked: &LockedSkill) -> Self {
        Self {
            scope: locked.scope,
            name: locked.name.clone(),
        }
    }
}

/// What came of one skill that was put in its place, or is there already.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Skill {
    /// Which.
    pub key: SkillKey,
    /// Its folder.
    pub place: PathBuf,
    /// Where it comes from, as the lock keeps it.
    pub source: String,
    /// The folder in the source.
    pub path: String,
    /// What exactly was read there.
    pub revision: Revision,
    /// The digest of the tree as the source has it: that of the lock.
    pub digest: Digest,
    /// What became of it.
    pub became: Became,
    /// The clients that have it now.
    pub clients: Vec<ClientPlace>,
    /// What the door says; nothing where no new bytes came in.
    pub admission: Option<Admission>,
    /// What the source brought to files that were there.
    pub brought: Vec<Brought>,
    /// What both sides changed. Where the skill is [`Became::Conflicting`], the user has to choose.
    pub conflicts: Vec<Conflict>,
    /// What else a person has to be told.
    pub warnings: Vec<String>,
}

/// What became of a skill.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Became {
    /// It is there, and was not.
    New,
    /// It was kept, its folder was gone, and is there again.
    Back,
    /// It was there with the same files, and is kept from now on.
    Taken,
    /// It was there as it should be.
    Same,
    /// It is as its source has it now, with what the user made of it.
    Updated {
        /// What had been read of the source before.
        from: Revision,
    },
    /// It stays as it is, because both sides changed the same.
    Conflicting,
}

/// How a client has a skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientPlace {
    /// The client.
    pub client: String,
    /// The name in its folder.
    pub at: PathBuf,
    /// How it has it.
    pub has: ClientHas,
}

/// How a client has a skill, or why it has not.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClientHas {
    /// By a link or a copy that was made, or a link that was there. In a dry run: as it would be tried first.
    Placed(How),
    /// By a copy that was there and is as it should be.
    CopyThere,
    /// By a copy that somebody has changed; it is left as it is, and not up to date.
    ChangedCopy,
    /// Not any more.
    Gone,
}

/// What could not be done.
#[derive(Debug)]
pub struct Failed {
    /// The skills that it is about.
    pub skills: Vec<SkillKey>,
    /// Why.
    pub error: Error,
}

impl Failed {
    /// What could not be done with one skill.
    pub(super) fn of(key: SkillKey, error: Error) -> Self {
        Self {
            skills: vec![key],
            error,
        }
    }
}

/// What was changed on the disk; in a dry run what would be.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Made {
    /// The places that are different now: folders of skills, links, copies, `prowess.toml`, locks.
    pub places: Vec<PathBuf>,
    /// The number of the change in the history, by which it can be taken back; nothing where nothing changed.
    pub record: Option<u64>,
    /// What was ended that another run had begun.
    pub recovered: Recovered,
    /// Links and folders of clients that were left, because they are not ours.
    pub not_ours: Vec<PathBuf>,
    /// Staging folders that could not be removed; the next run tries again.
    pub left: Vec<PathBuf>,
    /// What else a person has to be told.
    pub warnings: Vec<String>,
}
