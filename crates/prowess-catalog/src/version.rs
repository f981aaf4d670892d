//! What a snapshot's version is made of.
//!
//! A version is a digest of content, never a counter: a restart, another process or another order
//! of listing gives the same version for the same catalogue and another one for any other.

use blake3::Hasher;
use prowess_base::Diagnostic;

use crate::{Entries, Entry, Profile, Root, RootStatus, SnapshotVersion, Trust, Verdict};

/// Raised when the same catalogue is to have another version, as when readers learn a new field.
const SCHEMA: u32 = 1;

/// The version of a snapshot of these parts.
pub(crate) fn of(profile: &Profile, roots: &[Root], entries: &Entries) -> SnapshotVersion {
    let mut bytes = Bytes::default();
    bytes.number(u64::from(SCHEMA));
    bytes.text(&profile.name);
    bytes.debug(&profile.budget);
    bytes.debug(&profile.style);
    bytes.number(roots.len() as u64);
    for root in roots {
        bytes.text(&root.source);
        bytes.debug(&root.scope);
        bytes.raw(root.path.as_os_str().as_encoded_bytes());
        bytes.number(u64::from(matches!(root.status, RootStatus::Read)));
    }
    for digest in entries.digests() {
        bytes.raw(digest);
    }
    SnapshotVersion(short(&bytes.0))
}

/// A digest of a few neighbouring entries.
pub(crate) fn digest_of_entries(entries: &[Entry]) -> [u8; 16] {
    let mut bytes = Bytes(Vec::with_capacity(entries.len() * 256));
    for entry in entries {
        bytes.entry(entry);
    }
    short(&bytes.0)
}

/// The first half of a BLAKE3 digest: enough to tell catalogues apart, nothing is signed with it.
pub(crate) fn short(bytes: &[u8]) -> [u8; 16] {
    let mut digest = [0; 16];
    Hasher::new().update(bytes).finalize_xof().fill(&mut digest);
    digest
}

/// Values one after the other, each with its length, so that no two lists give the same bytes.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn number(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    fn raw(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    fn text(&mut self, text: &str) {
        self.raw(text.as_bytes());
    }

    /// An enum-valued part by its name in the source; renaming a variant makes new versions, which
    /// costs one rebuild.
    fn debug(&mut self, value: &dyn std::fmt::Debug) {
        self.text(&format!("{value:?}"));
    }

    fn entry(&mut self, entry: &Entry) {
        self.text(&entry.name);
        self.number(u64::from(entry.root.0));
        self.raw(entry.file.as_os_str().as_encoded_bytes());
        let identity = &entry.identity;
        for number in [
            identity.device,
            identity.inode,
            identity.size,
            identity.modified.cast_unsigned(),
            identity.changed.cast_unsigned(),
            identity.links,
        ] {
            self.number(number);
        }
        self.0.extend_from_slice(&entry.header);
        self.text(&entry.description);
        if let Some(companion) = &entry.companion {
            self.debug(companion);
        }
        self.number(match entry.trust {
            Trust::Trusted => 0,
            Trust::Untrusted => 1,
            Trust::Blocked => 2,
        });
        let replaces = entry.replaces.map_or(u64::MAX, |id| u64::from(id.0));
        self.number(replaces);
        self.verdict(&entry.verdict);
        if entry.is_stale() {
            self.diagnostics(&entry.stale);
        }
        self.number(entry.forced.len() as u64);
        for reason in &entry.forced {
            self.debug(reason);
        }
    }

    fn verdict(&mut self, verdict: &Verdict) {
        self.text(verdict.word());
        match verdict {
            Verdict::Eligible => {}
            Verdict::Ineligible { reasons } => {
                self.number(reasons.len() as u64);
                for reason in reasons {
                    self.debug(reason);
                }
            }
            Verdict::Shadowed { by } => self.number(u64::from(by.0)),
            Verdict::Invalid { diagnostics } => self.diagnostics(diagnostics),
            Verdict::BeyondLimit { bound } => self.debug(bound),
        }
    }

    fn diagnostics(&mut self, diagnostics: &[Diagnostic]) {
        self.number(diagnostics.len() as u64);
        for diagnostic in diagnostics {
            self.number(u64::from(diagnostic.code.number()));
            self.text(&diagnostic.message);
        }
    }
}
