//! From a source to the skills that it holds, as bytes in memory.

use serde::{Deserialize, Serialize};

use crate::{Source, Tree};

/// What a source holds.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Harvest {
    /// Where it came from.
    pub source: Source,
    /// What exactly was read, so that the same can be read again.
    pub revision: Revision,
    /// The skills, by their paths.
    pub skills: Vec<Offered>,
    /// What was left out, and why.
    pub left_out: Vec<String>,
}

/// One skill of a source.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Offered {
    /// The folder in the source; empty where the source is the skill.
    pub path: String,
    /// The name of its header, else of its folder.
    pub name: String,
    /// The description of its header, where there is one.
    pub description: Option<String>,
    /// Its files.
    pub tree: Tree,
}

/// What exactly of a source was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
#[non_exhaustive]
pub enum Revision {
    /// A commit, in full.
    Commit {
        /// 40 or 64 hexadecimal digits.
        commit: String,
    },
    /// A file with this digest, of the bytes as they were sent.
    File {
        /// `sha256:…`
        digest: String,
    },
    /// A version of a registry, with the digest of its archive.
    Version {
        /// The version.
        version: String,
        /// `sha256:…`
        digest: String,
    },
    /// A folder of this machine: what it holds can change, only the digests of the lock hold it.
    Folder,
}
