//! One candidate with everything that was found out about it.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use prowess_base::Diagnostic;
use prowess_format::Manifest;
use serde::{Deserialize, Serialize};

use crate::{FileKind, Reason, RootId, Verdict};

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

impl Trust {
    /// `trusted`, `untrusted` or `blocked`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Trusted => "trusted",
            Self::Untrusted => "untrusted",
            Self::Blocked => "blocked",
        }
    }
}

/// One candidate: where it is, what its header says, what became of it.
///
/// Made by the catalogue; a host that makes one by hand starts from [`Entry::default`].
#[derive(Debug, Clone, PartialEq)]
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
    pub description: Arc<str>,
    /// How far it is followed.
    pub trust: Trust,
    /// Warnings and advice of loading it. Errors are in [`Verdict::Invalid`].
    pub diagnostics: Box<[Diagnostic]>,
    /// What became of it.
    pub verdict: Verdict,
    /// Its folder as it is listed beneath the root, where `file` is elsewhere because a link led there.
    pub listed: Option<Arc<Path>>,
    /// The trusted entry of the same name that this untrusted one replaced.
    pub replaces: Option<EntryId>,
    /// What is wrong with its file as it stands now, where this is the last entry that could be
    /// read; empty for one that is as its file says. A stale entry is listed and not activated.
    pub stale: Box<[Diagnostic]>,
    /// Requirements that are not met and that a `force` setting passes.
    pub forced: Box<[Reason]>,
    /// A digest of the header's text as it was read; zeros where there is none.
    pub header: [u8; 16],
    /// What kind of file it is written in.
    pub kind: FileKind,
    /// Where `description` comes from.
    pub described: Described,
    /// The identity of the file beside it that was read with it, where there is one.
    pub companion: Option<Box<FileIdentity>>,
}

/// Where the description of a skill comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Described {
    /// The header, or what the profile puts in place of it.
    #[default]
    Header,
    /// The first line of the body that is no heading, for want of another.
    Body {
        /// Characters of the body behind that line.
        more: u32,
    },
}

impl Default for Entry {
    /// An eligible entry of the first root without a file: for hosts that make entries by hand.
    fn default() -> Self {
        Self {
            name: Box::default(),
            root: RootId(0),
            file: Arc::from(Path::new("")),
            identity: FileIdentity::default(),
            manifest: Arc::default(),
            description: Arc::from(""),
            trust: Trust::Untrusted,
            diagnostics: Box::default(),
            verdict: Verdict::Eligible,
            listed: None,
            replaces: None,
            stale: Box::default(),
            forced: Box::default(),
            header: [0; 16],
            kind: FileKind::Skill,
            described: Described::Header,
            companion: None,
        }
    }
}

impl Entry {
    /// The skill's folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.file.parent().unwrap_or(&self.file)
    }

    /// The name of its folder as it is listed beneath the root; replacement characters stand for
    /// what is not Unicode.
    #[must_use]
    pub fn folder_name(&self) -> Cow<'_, str> {
        let folder = self.listed.as_deref().or_else(|| self.file.parent());
        folder
            .and_then(Path::file_name)
            .map_or(Cow::Borrowed(""), |name| name.to_string_lossy())
    }

    /// Whether it counts.
    #[must_use]
    pub fn is_eligible(&self) -> bool {
        self.verdict == Verdict::Eligible
    }

    /// Whether it is the last that could be read of a file that cannot be used as it stands.
    #[must_use]
    pub fn is_stale(&self) -> bool {
        !self.stale.is_empty()
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
