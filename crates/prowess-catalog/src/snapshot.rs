//! The result: an immutable view of all verdicts.

use std::fmt;
use std::sync::Arc;

use prowess_base::Diagnostic;
use serde::{Deserialize, Serialize};

use crate::content::Library;
use crate::load::EXPLICIT;
use crate::version;
use crate::{Embedded, Entries, Entry, EntryId, Profile, Root, RootId};

/// A digest over everything that decides what a model is told: verdicts, visibility inputs,
/// manifests and file identities. Equal versions mean equal catalogues, also across restarts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SnapshotVersion(pub(crate) [u8; 16]);

impl fmt::Display for SnapshotVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// All verdicts of one load, owned and immutable. Every later room takes it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Snapshot {
    /// The profile it was made with.
    pub profile: Arc<Profile>,
    /// The roots that were searched, highest precedence first.
    pub roots: Vec<Root>,
    /// Every candidate, in the profile's listing order among the eligible.
    pub entries: Entries,
    /// What there is to say about roots and folders.
    pub diagnostics: Vec<Diagnostic>,
    /// What it stands for.
    pub version: SnapshotVersion,
    /// Skills that are part of the program.
    pub(crate) embedded: Option<Arc<Embedded>>,
    /// Largest SKILL.md that is read, in bytes.
    pub(crate) file_bytes: u64,
}

impl Snapshot {
    /// A snapshot of these parts; the version is theirs.
    #[must_use]
    pub fn new(
        profile: Arc<Profile>,
        roots: Vec<Root>,
        entries: Entries,
        diagnostics: Vec<Diagnostic>,
    ) -> Self {
        let version = version::of(&profile, &roots, &entries);
        Self {
            file_bytes: profile.discovery.file_bytes,
            profile,
            roots,
            entries,
            diagnostics,
            version,
            embedded: None,
        }
    }

    /// The snapshot with what its files are read with.
    pub(crate) fn with_library(mut self, embedded: Option<Arc<Embedded>>, file_bytes: u64) -> Self {
        self.embedded = embedded;
        self.file_bytes = file_bytes;
        self
    }

    /// Makes the version anew after a change of entries.
    pub(crate) fn seal(&mut self) {
        self.version = version::of(&self.profile, &self.roots, &self.entries);
    }

    /// Whether an entry is part of the program and has no file of its own.
    #[must_use]
    pub fn is_embedded(&self, entry: &Entry) -> bool {
        self.embedded
            .as_ref()
            .is_some_and(|embedded| embedded.text(&entry.file).is_some())
    }

    pub(crate) fn library(&self) -> Library<'_> {
        Library {
            roots: &self.roots,
            embedded: self.embedded.as_deref(),
            file_bytes: self.file_bytes,
        }
    }

    /// The entry at a position.
    #[must_use]
    pub fn entry(&self, id: EntryId) -> Option<&Entry> {
        self.entries.get(id.0 as usize)
    }

    /// The root at a position.
    #[must_use]
    pub fn root(&self, id: RootId) -> Option<&Root> {
        self.roots.get(id.0 as usize)
    }

    /// The label of the source that an entry is from. One that the caller named by its path is of the
    /// root that it lies directly beneath, and `explicit` where there is none.
    #[must_use]
    pub fn source_of(&self, entry: &Entry) -> &str {
        let own = self.root(entry.root).map_or("", |root| &root.source);
        if own != EXPLICIT {
            return own;
        }
        let above = entry.folder().parent();
        let mut roots = self.roots.iter();
        roots
            .find(|root| root.source != EXPLICIT && above == Some(&root.path))
            .map_or(own, |root| &root.source)
    }

    /// The eligible entries in listing order.
    pub fn eligible(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| entry.is_eligible())
    }
}
