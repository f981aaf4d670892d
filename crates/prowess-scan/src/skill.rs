//! The SKILL.md of a package.

use prowess_base::{Diagnostic, Span};
use prowess_format::{Dialect, Document, Header, Limits, Manifest};

use crate::{FileId, Package};

/// The package's SKILL.md, read as our own profile reads it.
#[derive(Debug, Clone)]
pub(crate) struct Skill {
    pub(crate) file: FileId,
    pub(crate) manifest: Manifest,
    /// What the reader of the header had to say.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Where a client may read the header: all of the text where it is not closed.
    pub(crate) header: Span,
    /// Where the body stands in the file's text: all of it where no header can be read, so that nothing in it
    /// is taken for a header's word.
    pub(crate) body: Span,
    /// Where Markdown may begin: with the body, or at the start where not every client ends the header there.
    pub(crate) markdown: u32,
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
        let all = Span::new(0, text.len());
        let before = Span {
            start: 0,
            end: reading.body.start,
        };
        let (header, body) = match document.header {
            Header::Unterminated { .. } => (all, all),
            Header::Unreadable { .. } => (before, all),
            _ => (before, reading.body),
        };
        let is_closed_by_all = match document.header {
            Header::Mapping { span, .. } | Header::Empty { span } => {
                !span.slice(text).contains("---")
            }
            _ => false,
        };
        Some(Self {
            file,
            manifest: reading.manifest,
            diagnostics,
            header,
            body,
            markdown: if is_closed_by_all { body.start } else { 0 },
            description,
        })
    }
}
