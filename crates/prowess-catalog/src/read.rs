//! From the bytes of one SKILL.md to what the catalogue keeps of it.

use std::path::Path;
use std::sync::Arc;

use prowess_base::{Diagnostic, normalize_name};
use prowess_format::{Dialect, Document, Limits, Manifest, Source};

use crate::shared::SharedLists;
use crate::stale;
use crate::version::short;
use crate::{Identity, Profile, Verdict, install_origin};

/// How the files of one profile are read.
#[derive(Debug)]
pub(crate) struct Reader {
    lists: SharedLists,
    dialect: Dialect,
    identity: Identity,
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
}

impl Reader {
    pub(crate) fn new(profile: &Profile) -> Self {
        Self {
            dialect: profile.dialect,
            identity: profile.identity,
            limits: Limits::default(),
            lists: SharedLists::default(),
        }
    }

    /// Reads one file. `folder` is the name of the skill's folder beneath its root.
    pub(crate) fn read(&self, file: &Path, folder: &str, bytes: &[u8]) -> Header {
        let (source, mut diagnostics) = Source::decode(bytes);
        let (document, found) = Document::parse(&source.text, &self.limits);
        diagnostics.extend(found);
        let mut reading = self.dialect.read(&document, folder, &self.limits);
        diagnostics.extend(reading.diagnostics);
        if self.dialect == Dialect::OpenClaw {
            install_origin::add_key(&mut reading.manifest, file);
        }
        let header = source.text.get(..document.body.start as usize);
        self.header(
            file,
            folder,
            reading.manifest,
            diagnostics,
            short(header.unwrap_or("").as_bytes()),
        )
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
        }
    }
}
