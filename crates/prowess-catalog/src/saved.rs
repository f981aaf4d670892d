//! A snapshot as JSON, saved and loaded.
//!
//! The version is never taken from the file: it is made again from what was loaded, so that an
//! edited or half-written file cannot pass for a fresh one.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use prowess_base::{Diagnostic, Digest};
use prowess_format::Manifest;
use serde::{Deserialize, Serialize};

use crate::{
    Bound, Described, Entry, EntryId, Error, FileIdentity, FileKind, Profile, PromptStyle, Reason,
    Root, RootId, Snapshot, Trust, Verdict,
};

/// The schema that is written, and the newest that is read.
const SCHEMA: u64 = 1;

/// Hexadecimal digits of a digest in `promptVersion`, as in OpenClaw.
const VERSION_DIGITS: usize = 16;

/// A whole snapshot. Keys are written in this order.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Saved {
    schema: u64,
    version: String,
    profile: String,
    roots: Vec<Root>,
    entries: Vec<SavedEntry>,
    diagnostics: Vec<Diagnostic>,
}

/// One entry. The keys up to `disableModelInvocation` are OpenClaw's (2026.6.11).
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SavedEntry {
    name: String,
    description: String,
    file_path: PathBuf,
    base_dir: PathBuf,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    prompt_version: Option<String>,
    source: String,
    source_info: SourceInfo,
    disable_model_invocation: bool,
    #[serde(flatten)]
    verdict: SavedVerdict,
    trust: Trust,
    root: RootId,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    listed: Option<PathBuf>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    replaces: Option<EntryId>,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    stale: Vec<Diagnostic>,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    forced: Vec<Reason>,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    notes: Vec<Diagnostic>,
    identity: String,
    header: String,
    #[serde(skip_serializing_if = "is_default", default)]
    kind: FileKind,
    #[serde(skip_serializing_if = "is_default", default)]
    described: Described,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    companion: Option<String>,
    manifest: Manifest,
}

/// Where a skill comes from, in OpenClaw's form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SourceInfo {
    /// The SKILL.md.
    pub path: PathBuf,
    /// The label of its root.
    pub source: String,
    /// `user` for roots outside the workspace that are the user's, else `project`.
    pub scope: String,
    /// Always `top-level`: the skill was found in a root, not brought by another one.
    pub origin: String,
    /// The skill's folder.
    pub base_dir: PathBuf,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "verdict")]
enum SavedVerdict {
    Eligible,
    Ineligible { reasons: Vec<Reason> },
    Shadowed { by: EntryId },
    Invalid { diagnostics: Vec<Diagnostic> },
    BeyondLimit { bound: Bound },
}

impl Snapshot {
    /// The snapshot as JSON text, with a `schema` number. In the OpenClaw style every eligible entry
    /// has a `promptVersion`, for which its file is read.
    ///
    /// Paths that are no Unicode are written with replacement characters, so that their entries
    /// count as changed when the text is read again.
    ///
    /// # Errors
    ///
    /// [`Error::NotASnapshot`], which no snapshot is known to give.
    pub fn to_json(&self) -> Result<String, Error> {
        let with_versions = self.profile.style == PromptStyle::OpenClaw;
        let entries = self.entries.with_ids().map(|(id, entry)| {
            let wants = with_versions && entry.is_eligible();
            let prompt_version = if wants { self.prompt_version(id) } else { None };
            saved(self, entry, prompt_version)
        });
        let saved = Saved {
            schema: SCHEMA,
            version: self.version.to_string(),
            profile: self.profile.name.clone(),
            roots: self.roots.iter().map(root_as_text).collect(),
            entries: entries.collect(),
            diagnostics: as_text(&self.diagnostics),
        };
        Ok(serde_json::to_string_pretty(&saved)?)
    }

    /// Reads what [`Snapshot::to_json`] wrote. `profile` is the profile that it was made with.
    ///
    /// # Errors
    ///
    /// [`Error::NotASnapshot`], [`Error::Schema`] for a newer schema, [`Error::OtherProfile`].
    pub fn from_json(text: &str, profile: Arc<Profile>) -> Result<Self, Error> {
        #[derive(Deserialize)]
        struct Head {
            schema: u64,
        }
        let head: Head = serde_json::from_str(text)?;
        if head.schema > SCHEMA {
            return Err(Error::Schema {
                found: head.schema,
                known: SCHEMA,
            });
        }
        let saved: Saved = serde_json::from_str(text)?;
        if saved.profile != profile.name {
            return Err(Error::OtherProfile {
                found: saved.profile,
                wanted: profile.name.clone(),
            });
        }
        let entries = saved.entries.into_iter().map(loaded).collect();
        Ok(Self::new(profile, saved.roots, entries, saved.diagnostics))
    }

    /// `sha256:` and sixteen digits of the digest of an entry's text, as OpenClaw 2026.6.11 tells a
    /// model which edition of a skill it read. Nothing where the file cannot be read or is not the
    /// one that was judged.
    #[must_use]
    pub fn prompt_version(&self, id: EntryId) -> Option<String> {
        let digest = self.digest(id).ok()?;
        Some(format!("sha256:{}", digest.short_hex(VERSION_DIGITS)))
    }

    /// The digest of an entry's text as UTF-8. The file is read for it.
    ///
    /// # Errors
    ///
    /// As [`Snapshot::content`].
    pub fn digest(&self, id: EntryId) -> Result<Digest, Error> {
        Ok(self.content(id)?.digest())
    }

    /// Where an entry comes from, in OpenClaw's form.
    #[must_use]
    pub fn source_info(&self, entry: &Entry) -> SourceInfo {
        let root = self.root(entry.root);
        let is_user = root
            .is_some_and(|root| matches!(root.scope, crate::Scope::User | crate::Scope::Managed));
        SourceInfo {
            path: entry.path(),
            source: root.map_or_else(String::new, |root| root.source.clone()),
            scope: if is_user { "user" } else { "project" }.to_owned(),
            origin: "top-level".to_owned(),
            base_dir: entry.folder().to_path_buf(),
        }
    }
}

fn saved(snapshot: &Snapshot, entry: &Entry, prompt_version: Option<String>) -> SavedEntry {
    let source_info = snapshot.source_info(entry);
    SavedEntry {
        name: entry.name.to_string(),
        description: entry.description.to_string(),
        file_path: text_path(&entry.file),
        base_dir: text_path(entry.folder()),
        prompt_version,
        source: source_info.source.clone(),
        source_info: SourceInfo {
            path: text_path(&source_info.path),
            base_dir: text_path(&source_info.base_dir),
            ..source_info
        },
        disable_model_invocation: !entry.manifest.invocation.model,
        verdict: match &entry.verdict {
            Verdict::Eligible => SavedVerdict::Eligible,
            Verdict::Ineligible { reasons } => SavedVerdict::Ineligible {
                reasons: reasons.to_vec(),
            },
            Verdict::Shadowed { by } => SavedVerdict::Shadowed { by: *by },
            Verdict::Invalid { diagnostics } => SavedVerdict::Invalid {
                diagnostics: as_text(diagnostics),
            },
            Verdict::BeyondLimit { bound } => SavedVerdict::BeyondLimit { bound: *bound },
        },
        trust: entry.trust,
        root: entry.root,
        listed: entry.listed.as_deref().map(text_path),
        replaces: entry.replaces,
        stale: as_text(&entry.stale),
        forced: entry.forced.to_vec(),
        notes: as_text(&entry.diagnostics),
        identity: write_identity(&entry.identity),
        header: entry
            .header
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect(),
        kind: entry.kind,
        described: entry.described,
        companion: entry.companion.as_deref().map(write_identity),
        manifest: Manifest::clone(&entry.manifest),
    }
}

/// A path that JSON can hold.
fn text_path(path: &Path) -> PathBuf {
    PathBuf::from(path.to_string_lossy().into_owned())
}

fn root_as_text(root: &Root) -> Root {
    Root {
        path: text_path(&root.path),
        ..root.clone()
    }
}

fn as_text(diagnostics: &[Diagnostic]) -> Vec<Diagnostic> {
    diagnostics
        .iter()
        .map(|diagnostic| {
            let mut diagnostic = diagnostic.clone();
            diagnostic.file = diagnostic.file.as_deref().map(text_path);
            for related in &mut diagnostic.related {
                related.file = text_path(&related.file);
            }
            diagnostic
        })
        .collect()
}

fn loaded(saved: SavedEntry) -> Entry {
    Entry {
        name: saved.name.into(),
        root: saved.root,
        file: saved.file_path.into(),
        identity: read_identity(&saved.identity).unwrap_or_default(),
        manifest: Arc::new(saved.manifest),
        description: saved.description.into(),
        trust: saved.trust,
        diagnostics: saved.notes.into(),
        verdict: match saved.verdict {
            SavedVerdict::Eligible => Verdict::Eligible,
            SavedVerdict::Ineligible { reasons } => Verdict::Ineligible {
                reasons: reasons.into(),
            },
            SavedVerdict::Shadowed { by } => Verdict::Shadowed { by },
            SavedVerdict::Invalid { diagnostics } => Verdict::Invalid {
                diagnostics: diagnostics.into(),
            },
            SavedVerdict::BeyondLimit { bound } => Verdict::BeyondLimit { bound },
        },
        listed: saved.listed.map(Into::into),
        replaces: saved.replaces,
        stale: saved.stale.into(),
        forced: saved.forced.into(),
        header: read_header(&saved.header).unwrap_or_default(),
        kind: saved.kind,
        described: saved.described,
        companion: saved
            .companion
            .map(|identity| Box::new(read_identity(&identity).unwrap_or_default())),
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The numbers of an identity as one text: JSON readers lose digits of such numbers.
fn write_identity(identity: &FileIdentity) -> String {
    format!(
        "{}:{}:{}:{}:{}:{}",
        identity.device,
        identity.inode,
        identity.size,
        identity.modified,
        identity.changed,
        identity.links
    )
}

/// The identity behind a text. One that cannot be read becomes the identity of no file, so that the
/// entry counts as changed.
fn read_identity(text: &str) -> Option<FileIdentity> {
    let mut numbers = text.split(':');
    let mut identity = FileIdentity::default();
    identity.device = numbers.next()?.parse().ok()?;
    identity.inode = numbers.next()?.parse().ok()?;
    identity.size = numbers.next()?.parse().ok()?;
    identity.modified = numbers.next()?.parse().ok()?;
    identity.changed = numbers.next()?.parse().ok()?;
    identity.links = numbers.next()?.parse().ok()?;
    numbers.next().is_none().then_some(identity)
}

fn read_header(hex: &str) -> Option<[u8; 16]> {
    let mut digest = [0; 16];
    if hex.len() != 32 || !hex.is_ascii() {
        return None;
    }
    for (index, byte) in digest.iter_mut().enumerate() {
        *byte = u8::from_str_radix(hex.get(index * 2..index * 2 + 2)?, 16).ok()?;
    }
    Some(digest)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An identity and a header digest survive their text; other texts are none.
    #[test]
    fn texts() {
        let mut identity = FileIdentity::default();
        identity.inode = u64::MAX;
        identity.modified = -1;
        assert_eq!(read_identity(&write_identity(&identity)), Some(identity));
        assert_eq!(read_identity("1:2:3"), None);
        assert_eq!(read_header(&"ab".repeat(16)), Some([0xab; 16]));
        assert_eq!(read_header("é"), None);
    }
}
