//! One candidate with everything that was found out about it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use prowess_base::Diagnostic;
use prowess_format::Manifest;
use serde::{Deserialize, Serialize};

use crate::{RootId, Verdict};

/// The position of an entry in [`crate::Snapshot::entries`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct EntryId(pub u32);

pub use prowess_fs::FileIdentity;

/// How far the engine follows a skill (ARCHITECTURE.md, *Trust and authority*).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trust {
    /// Everything that the policy allows.
    Trusted,
    /// Listed and readable, nothing automatic.
    Untrusted,
    /// Not used.
    Blocked,
}

/// One candidate: where it is, what its header says, what became of it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Entry {
    /// The name it is known by here: the header's or the folder's, as the profile says, in NFC.
    pub name: Box<str>,
    /// The root it was found beneath.
    pub root: RootId,
    /// The `SKILL.md`, absolute. For roots that follow links this is the real path, where the
    /// profile says so.
    pub file: Arc<Path>,
    /// The file's identity when it was read.
    pub identity: FileIdentity,
    /// What the header says.
    pub manifest: Arc<Manifest>,
    /// The description shown to a model; it may be the folder's name in a profile that falls back
    /// to it.
    pub description: Box<str>,
    /// How far it is followed.
    pub trust: Trust,
    /// Warnings and advice of loading it. Errors are in [`Verdict::Invalid`].
    pub diagnostics: Box<[Diagnostic]>,
    /// What became of it.
    pub verdict: Verdict,
}

impl Entry {
    /// The skill's folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.file.parent().unwrap_or(&self.file)
    }

    /// Whether it counts.
    #[must_use]
    pub fn is_eligible(&self) -> bool {
        self.verdict == Verdict::Eligible
    }

    /// The key of its entry in a configuration: the header's, else the name.
    #[must_use]
    pub fn skill_key(&self) -> &str {
        self.manifest.skill_key.as_deref().unwrap_or(&self.name)
    }

    /// The file's path as an owned value.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        self.file.to_path_buf()
    }
}
