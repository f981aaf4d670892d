//! The two parts of a `SKILL.md`, header and body, in no client's dialect.

mod fences;
pub(crate) mod json;
#[cfg(test)]
mod tests;

use prowess_base::{Diagnostic, Severity, Span};

use crate::codes::parse::{NO_MAPPING, UNTERMINATED};
use crate::repair;
use crate::yaml::{Notes, fast, general};
use crate::{Limits, Node};
use fences::Fences;

/// The parsed text of a `SKILL.md`.
#[derive(Debug, Clone, PartialEq)]
pub struct Document<'t> {
    /// The whole text.
    pub text: &'t str,
    /// The header.
    pub header: Header<'t>,
    /// Where the body stands: everything behind the closing fence's line, the whole text where
    /// there is no header, nothing where the header is not closed. Nothing of it is changed or
    /// copied.
    pub body: Span,
}

/// What stands between the fences.
#[derive(Debug, Clone, PartialEq)]
pub enum Header<'t> {
    /// The text does not begin with a fence.
    Absent,
    /// A fence opens and none closes.
    Unterminated {
        /// The opening fence.
        fence: Span,
    },
    /// Nothing, blanks or comments stand between the fences.
    Empty {
        /// Between the fences.
        span: Span,
    },
    /// A mapping was read.
    Mapping {
        /// Between the fences.
        span: Span,
        /// The mapping.
        root: Node<'t>,
    },
    /// Something stands there and no mapping could be read from it; the diagnostics tell why.
    Unreadable {
        /// Between the fences.
        span: Span,
    },
}

impl<'t> Document<'t> {
    /// Parses any text. Fences are exactly three dashes at column zero plus blanks; YAML 1.2 with
    /// the repairs that this crate describes; duplicate keys, aliases, anchors, merge keys, tags
    /// and what passes `limits` are diagnostics.
    ///
    /// A missing or empty header gives no diagnostic here: what it means is for a dialect to say.
    #[must_use]
    pub fn parse(text: &'t str, limits: &Limits) -> (Self, Vec<Diagnostic>) {
        let (header, body, diagnostics) = match fences::find(text) {
            Fences::Absent => (Header::Absent, Span::new(0, text.len()), Vec::new()),
            Fences::Unterminated { fence, rest: _ } => {
                let diagnostic = Diagnostic::new(
                    UNTERMINATED,
                    Severity::Error,
                    "the header that begins here is not closed",
                )
                .at(text, fence)
                .help("put a line `---` behind the last field");
                let nothing = Span::new(text.len(), text.len());
                (Header::Unterminated { fence }, nothing, vec![diagnostic])
            }
            Fences::Found { header, body } => read_header(text, header, body, limits),
        };
        (Self { text, header, body }, diagnostics)
    }

    /// [`Document::parse`] without its fast path, for tests and measurements: the result is the
    /// same.
    #[doc(hidden)]
    #[must_use]
    pub fn parse_generally(text: &'t str, limits: &Limits) -> (Self, Vec<Diagnostic>) {
        let Fences::Found { header, body } = fences::find(text) else {
            return Self::parse(text, limits);
        };
        let body = Span::new(body, text.len());
        let (header, body, diagnostics) = read_header_generally(text, header, body, limits);
        (Self { text, header, body }, diagnostics)
    }

    /// The body as it stands.
    #[must_use]
    pub fn body(&self) -> &'t str {
        self.text.get(self.body.range()).unwrap_or("")
    }

    /// The header's mapping, if one was read.
    #[must_use]
    pub fn root(&self) -> Option<&Node<'t>> {
        match &self.header {
            Header::Mapping { root, .. } => Some(root),
            _ => None,
        }
    }

    /// The value of a top-level key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Node<'t>> {
        self.root()?.get(key)
    }
}

fn read_header<'t>(
    text: &'t str,
    span: Span,
    body: usize,
    limits: &Limits,
) -> (Header<'t>, Span, Vec<Diagnostic>) {
    let body = Span::new(body, text.len());
    if let Some(root) = fast::read(text, span, limits) {
        return (Header::Mapping { span, root }, body, Vec::new());
    }
    read_header_generally(text, span, body, limits)
}

/// What [`read_header`] does without the fast path.
fn read_header_generally<'t>(
    text: &'t str,
    span: Span,
    body: Span,
    limits: &Limits,
) -> (Header<'t>, Span, Vec<Diagnostic>) {
    let mut notes = Notes::default();
    let input = general::Input {
        yaml: span.slice(text),
        text,
        locate: &|inner: Span| inner.shifted(span.start as usize),
        limits,
    };
    match general::read(input, &mut notes) {
        Ok(None) => (Header::Empty { span }, body, notes.into_vec()),
        Ok(Some(mut root)) if root.as_mapping().is_some() => {
            json::prefer(&mut root, text, limits, &mut notes);
            (Header::Mapping { span, root }, body, notes.into_vec())
        }
        Ok(Some(root)) => {
            notes.add(Severity::Error, || {
                Diagnostic::new(NO_MAPPING, Severity::Error, "the header is no mapping")
                    .at(text, root.span)
                    .help("write it as `key: value` lines")
            });
            (Header::Unreadable { span }, body, notes.into_vec())
        }
        Err(general::Failure::Bound(diagnostic)) => {
            (Header::Unreadable { span }, body, vec![*diagnostic])
        }
        Err(general::Failure::Syntax { at, message }) => {
            match repair::read(text, span, limits, repair::Fault { at, message }) {
                Ok(repaired) => {
                    let span = repaired.header;
                    let mut root: Node<'t> = repaired.root;
                    let mut notes = Notes::default();
                    json::prefer(&mut root, text, limits, &mut notes);
                    let mut diagnostics = repaired.diagnostics;
                    diagnostics.extend(notes.into_vec());
                    let body = repaired
                        .body
                        .map_or(body, |start| Span::new(start, text.len()));
                    (Header::Mapping { span, root }, body, diagnostics)
                }
                Err(diagnostics) => (Header::Unreadable { span }, body, diagnostics),
            }
        }
    }
}
