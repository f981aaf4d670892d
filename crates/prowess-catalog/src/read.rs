//! From the bytes of one SKILL.md to what the catalogue keeps of it.

use std::path::Path;
use std::sync::Arc;

use prowess_base::{Diagnostic, normalize_name};
use prowess_format::{Dialect, Document, Limits, Manifest, Source};

use crate::companion::{self, Companion};
use crate::shared::SharedLists;
use crate::stale;
use crate::version::short;
use crate::{
    Described, FileIdentity, FileKind, Identity, Profile, Search, Verdict, excerpt, file_kind,
    install_origin,
};

/// Characters of the sentence that OpenHands puts behind the body of a task that asks for values, with
/// the blank line before it.
const ASKING_SENTENCE: usize = 117;

/// How the files of one profile are read.
#[derive(Debug)]
pub(crate) struct Reader {
    lists: SharedLists,
    dialect: Dialect,
    identity: Identity,
    search: Search,
    companion: Companion,
    limits: Limits,
}

/// What one file says. Its body is not kept.
#[derive(Debug)]
pub(crate) struct Header {
    pub(crate) name: Box<str>,
    pub(crate) description: Arc<str>,
    pub(crate) manifest: Arc<Manifest>,
    /// What each field says that can be read alone, where the header as a whole cannot be used and
    /// someone asked for it.
    pub(crate) readable: Vec<Manifest>,
    /// Warnings and advice.
    pub(crate) diagnostics: Box<[Diagnostic]>,
    /// `Eligible` for now, or `Invalid`.
    pub(crate) verdict: Verdict,
    pub(crate) digest: [u8; 16],
    pub(crate) kind: FileKind,
    pub(crate) described: Described,
    pub(crate) companion: Option<Box<FileIdentity>>,
}

impl Reader {
    pub(crate) fn new(profile: &Profile) -> Self {
        Self {
            dialect: profile.dialect,
            identity: profile.identity,
            search: profile.discovery.search,
            companion: profile.companion,
            limits: Limits::default(),
            lists: SharedLists::default(),
        }
    }

    /// What kind of file this is. In most profiles every file is a SKILL.md.
    pub(crate) fn kind(&self, file: &Path) -> FileKind {
        match self.search {
            Search::Tree | Search::Levels => FileKind::Skill,
            Search::FoldersAndFiles => FileKind::of(file),
        }
    }

    /// The identity of the file beside a SKILL.md that is read with it; nothing where there is none
    /// or the profile knows none.
    pub(crate) fn companion(&self, file: &Path) -> Option<FileIdentity> {
        companion::identity(self.companion, file)
    }

    /// Reads one file. `name` is the one that its place gives it: that of the skill's folder beneath
    /// its root.
    pub(crate) fn read(&self, file: &Path, name: &str, bytes: &[u8]) -> Header {
        let kind = self.kind(file);
        let (source, mut diagnostics) = Source::decode(bytes);
        if kind == FileKind::Instructions {
            let manifest = file_kind::instructions(name);
            return self.header(file, name, manifest, diagnostics, short(&[]));
        }
        let (document, found) = Document::parse(&source.text, &self.limits);
        diagnostics.extend(found);
        let mut reading = match kind {
            FileKind::Note => self.dialect.read_note(&document, name, &self.limits),
            _ => self.dialect.read(&document, name, &self.limits),
        };
        diagnostics.extend(reading.diagnostics);
        if self.dialect == Dialect::OpenClaw {
            install_origin::add_key(&mut reading.manifest, file);
        }
        let mut companion = None;
        if kind == FileKind::Skill
            && let Some(read) = companion::read(self.companion, file)
        {
            companion = Some(Box::new(read.identity));
            read.put_into(&mut reading.manifest, &mut diagnostics);
        }
        let from_body = (self.search == Search::FoldersAndFiles
            && reading
                .manifest
                .description
                .as_deref()
                .unwrap_or("")
                .is_empty())
        .then(|| {
            let body = reading.body.slice(&source.text).trim();
            let trigger = reading.manifest.trigger.as_deref();
            let asks = trigger.is_some_and(|trigger| trigger.asks_for_values(body));
            excerpt::of(body, if asks { ASKING_SENTENCE } else { 0 })
        });
        let header = source.text.get(..document.body.start as usize);
        let digest = short(header.unwrap_or("").as_bytes());
        let mut header = self.header(file, name, reading.manifest, diagnostics, digest);
        header.companion = companion;
        if let Some(from_body) = from_body {
            header.description = from_body.line.into();
            header.described = Described::Body {
                more: from_body.more,
            };
        }
        header
    }

    /// The same, and, where the header cannot be used, what can be read of it field by field.
    pub(crate) fn read_again(&self, file: &Path, folder: &str, bytes: &[u8]) -> Header {
        let mut header = self.read(file, folder, bytes);
        if matches!(header.verdict, Verdict::Invalid { .. }) {
            let (source, _) = Source::decode(bytes);
            header.readable =
                stale::readable_fields(&source.text, self.dialect, folder, &self.limits);
        }
        header
    }

    /// What is kept of a file that may not or cannot be read.
    pub(crate) fn refused(&self, file: &Path, folder: &str, diagnostic: Diagnostic) -> Header {
        let manifest = Manifest::default();
        self.header(file, folder, manifest, vec![diagnostic], [0; 16])
    }

    fn header(
        &self,
        file: &Path,
        folder: &str,
        mut manifest: Manifest,
        diagnostics: Vec<Diagnostic>,
        digest: [u8; 16],
    ) -> Header {
        self.lists.share(&mut manifest);
        let name = match (self.identity, manifest.name.as_deref()) {
            (Identity::HeaderThenFolder | Identity::HeaderAnyCase, Some(name))
                if !name.is_empty() =>
            {
                name
            }
            _ => folder,
        };
        let description = match (&manifest.description, self.dialect) {
            (Some(description), _) => Arc::clone(description),
            (None, Dialect::Nanobot | Dialect::NanobotLines) => folder.into(),
            (None, _) => Arc::from(""),
        };
        let (errors, others): (Vec<_>, Vec<_>) = diagnostics
            .into_iter()
            .map(|diagnostic| diagnostic.in_file(file))
            .partition(Diagnostic::is_error);
        Header {
            name: normalize_name(name).into(),
            description,
            readable: Vec::new(),
            manifest: Arc::new(manifest),
            diagnostics: others.into(),
            verdict: if errors.is_empty() {
                Verdict::Eligible
            } else {
                Verdict::Invalid {
                    diagnostics: errors.into(),
                }
            },
            digest,
            kind: self.kind(file),
            described: Described::Header,
            companion: None,
        }
    }
}
