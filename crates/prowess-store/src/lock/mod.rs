//! `prowess.lock`: which skills are kept, from where, and with which bytes. TOML, sorted, without times; verdicts and trust
//! are not in it. The form is described in `docs/lock-format.md`.

use std::collections::BTreeMap;

use prowess_base::Digest;
use serde::{Deserialize, Serialize};

use crate::fetch::Revision;
use crate::{Scope, TreePath};

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
