//! From a source to the skills that it holds, as bytes in memory.

pub mod archive;
mod choose;
pub mod fetcher;
pub mod folder;
pub mod git;
mod harvest;
pub mod registry;
pub mod site;
mod skill_file;
pub mod web;

use serde::{Deserialize, Serialize};

pub use choose::Choice;
pub(crate) use choose::folder_name;
pub use harvest::{Entry, Files, Found, SkillFolder, find, gather};
pub use web::Via;

use crate::{Source, Tree, TreeError, TreeLimits};

/// How much is taken from a source. What a skill may hold counts for the skill alone, not for the repository or archive that it
/// comes with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// What one skill may hold.
    pub tree: TreeLimits,
    /// Most bytes of a SKILL.md, the only file that a catalogue reads.
    pub skill_file_bytes: u64,
    /// Most bytes of an archive as it is sent.
    pub archive_bytes: u64,
    /// Most bytes that are unpacked from an archive.
    pub unpacked_bytes: u64,
    /// Most unpacked bytes for one byte of an archive.
    pub ratio: u64,
    /// From so many unpacked bytes on the ratio counts: a picture of one colour is no attack.
    pub ratio_from: u64,
    /// Most entries of an archive, or of a folder with all that is beneath it.
    pub entries: usize,
}

impl Default for Limits {
    /// A tree of the default limits; 1 MiB a SKILL.md; archives of 256 MiB that unpack to 512 MiB, beyond 64 MiB at most 200 to 1; 50,000
    /// entries.
    fn default() -> Self {
        Self {
            tree: TreeLimits::default(),
            skill_file_bytes: 1 << 20,
            archive_bytes: 256 << 20,
            unpacked_bytes: 512 << 20,
            ratio: 200,
            ratio_from: 64 << 20,
            entries: 50_000,
        }
    }
}

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
    /// Skills that are there and may not be kept, and why. The others are as good as they are.
    pub refused: Vec<RefusedSkill>,
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
    /// What the user has to be told beside it: that nothing vouches for the bytes, or what a registry thinks of it. None of it is
    /// a reason to trust.
    pub warnings: Vec<String>,
}

/// A skill of a source that may not be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RefusedSkill {
    /// The folder in the source; empty where the source is the skill.
    pub path: String,
    /// The name of its header, where that could be read, else of its folder.
    pub name: String,
    /// Why.
    pub error: TreeError,
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
