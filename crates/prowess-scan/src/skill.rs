//! The SKILL.md of a package.

use prowess_base::{Diagnostic, Span};
use prowess_format::{Dialect, Document, Limits, Manifest};

use crate::{FileId, Package};

/// The package's SKILL.md, read as our own profile reads it.
#[derive(Debug, Clone)]
pub(crate) struct Skill {
    pub(crate) file: FileId,
    pub(crate) manifest: Manifest,
    /// What the reader of the header had to say.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Where the body stands in the file's text.
    pub(crate) body: Span,
    /// Where the value of `description` stands in the file's text.
    pub(crate) description: Option<Span>,
}

impl Skill {
    /// The SKILL.md at the top of the package (`skill.md` where there is no other), if it has one.
    pub(crate) fn of(package: &Package) -> Option<Self> {
        let named = |name: &str| package.with_ids().find(|(_, file)| file.path == name);
        let (file, text) = named("SKILL.md")
            .or_else(|| named("skill.md"))
            .and_then(|(id, file)| file.text().map(|text| (id, text)))?;
        let limits = Limits::default();
        let (document, mut diagnostics) = Document::parse(text, &limits);
        let reading = Dialect::Own.read(&document, &package.name, &limits);
        diagnostics.extend(reading.diagnostics);
        let description = document.get("description").map(|node| node.span);
        Some(Self {
            file,
            manifest: reading.manifest,
            diagnostics,
            body: reading.body,
            description,
        })
    }
}
