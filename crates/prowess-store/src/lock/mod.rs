//! `prowess.lock`: which skills are kept, from where, and with which bytes. TOML, sorted, without times; verdicts and trust
//! are not in it. The form is described in `docs/lock-format.md`.

mod file;
pub mod import;
mod origin;
mod read;
mod write;

use std::collections::{BTreeMap, BTreeSet};

use prowess_base::{Digest, Execution, TreeDigest};
use serde::{Deserialize, Serialize};

pub use file::{Keeper, LockFile, Locks};
pub use origin::Origin;

use crate::fetch::Revision;
use crate::objects::Manifest;
use crate::{Error, Scope, Tree, TreePath};

/// The version of the form that this program writes.
pub const VERSION: u64 = 1;

/// The whole lock.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lock {
    /// [`VERSION`].
    pub version: u64,
    /// Every kept skill, by scope and then by folder.
    #[serde(default, rename = "skill")]
    pub skills: Vec<LockedSkill>,
}

/// One kept skill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LockedSkill {
    /// The folder that it is kept in: its name beneath the scope's folder.
    pub name: String,
    /// Whom it is for.
    pub scope: Scope,
    /// Where it comes from, with its host ([`crate::Source`]'s own form).
    pub source: String,
    /// The branch, tag or version that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requested: Option<String>,
    /// The folder in the source.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub path: String,
    /// What exactly was read.
    pub revision: Revision,
    /// The digest of the tree.
    pub digest: Digest,
    /// Clients whose folders have a link to it or a copy of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<String>,
    /// The digest of each file; those that may be executed are in `executable`.
    pub files: BTreeMap<TreePath, Digest>,
    /// The files that may be executed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub executable: Vec<TreePath>,
}

impl Default for Lock {
    /// A lock that keeps nothing.
    fn default() -> Self {
        Self {
            version: VERSION,
            skills: Vec::new(),
        }
    }
}

impl Lock {
    /// The skill of a scope that is kept in this folder.
    #[must_use]
    pub fn get(&self, scope: Scope, name: &str) -> Option<&LockedSkill> {
        self.skills
            .iter()
            .find(|skill| skill.scope == scope && skill.name == name)
    }

    /// Puts a skill in, instead of the one with its scope and name.
    pub fn put(&mut self, skill: LockedSkill) {
        self.remove(skill.scope, &skill.name);
        self.skills.push(skill);
        self.sort();
    }

    /// Takes a skill out.
    pub fn remove(&mut self, scope: Scope, name: &str) -> Option<LockedSkill> {
        let at = self
            .skills
            .iter()
            .position(|skill| skill.scope == scope && skill.name == name)?;
        Some(self.skills.remove(at))
    }

    fn sort(&mut self) {
        self.skills
            .sort_by(|one, other| one.key().cmp(&other.key()));
    }
}

impl LockedSkill {
    /// The entry of a skill that is kept as it came.
    #[must_use]
    pub fn new(name: &str, scope: Scope, origin: &Origin, revision: Revision, tree: &Tree) -> Self {
        let Manifest { files, executable } = Manifest::of(tree);
        Self {
            name: name.to_owned(),
            scope,
            source: origin.source.to_string(),
            requested: origin.requested.clone(),
            path: origin.path.clone(),
            revision,
            digest: tree.digest(),
            targets: Vec::new(),
            files,
            executable: executable.into_iter().collect(),
        }
    }

    /// Where it comes from.
    ///
    /// # Errors
    ///
    /// [`Error::Source`]; not for an entry of a lock that was read, whose sources have been looked at.
    pub fn origin(&self) -> Result<Origin, Error> {
        let mut origin = Origin::of(self.source.parse()?);
        if self.requested.is_some() {
            origin.requested.clone_from(&self.requested);
        }
        if !self.path.is_empty() {
            origin.path.clone_from(&self.path);
        }
        Ok(origin)
    }

    /// Its files by their digests.
    #[must_use]
    pub fn manifest(&self) -> Manifest {
        Manifest {
            files: self.files.clone(),
            executable: self.executable.iter().cloned().collect(),
        }
    }

    /// The digest of a tree with these files, the modes taken from the lock: that of the skill where nothing is
    /// different.
    pub(crate) fn digest_with<'f>(
        &self,
        files: impl IntoIterator<Item = (&'f TreePath, Digest)>,
    ) -> Digest {
        let executable: BTreeSet<&TreePath> = self.executable.iter().collect();
        let mut digest = TreeDigest::new();
        for (path, of_file) in files {
            let execution = match executable.contains(path) {
                true => Execution::Executable,
                false => Execution::Plain,
            };
            digest.file(path.as_str(), execution, of_file);
        }
        digest.finish()
    }

    /// What a lock is sorted by, and has once.
    fn key(&self) -> (Scope, &str) {
        (self.scope, &self.name)
    }
}
