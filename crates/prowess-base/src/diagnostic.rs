//! What the engine says about something it read.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::{Code, LineIndex, Position, Span};

/// How much a diagnostic weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Nothing is wrong; the thing could be better.
    Advice,
    /// Read with a loss, a guess or a difference between clients.
    Warning,
    /// Not usable as it stands.
    Error,
}

impl Severity {
    /// `advice`, `warning` or `error`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Advice => "advice",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A replacement that mends what a diagnostic is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fix {
    /// The bytes to replace, in the decoded text of the file.
    pub span: Span,
    /// What to put there.
    pub replacement: String,
}

/// Another place that belongs to a diagnostic, such as the first of two equal keys.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Related {
    /// The file; empty until [`Diagnostic::in_file`] names it.
    pub file: PathBuf,
    /// Where in it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub position: Option<Position>,
    /// What stands there.
    pub message: String,
}

/// Where in a text a diagnostic points, with the line itself, so that it can be shown without the
/// file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Byte span in the decoded text.
    pub span: Span,
    /// Line and column of the first character.
    pub start: Position,
    /// Line and column one past the last character.
    pub end: Position,
    /// The first line of the span, without its line end, cut at [`Place::LINE_BOUND`] characters.
    pub line_text: String,
}

impl Place {
    /// Longest line text that a place keeps, in characters.
    pub const LINE_BOUND: usize = 400;

    /// The place of `span` in `text`.
    #[must_use]
    pub fn of(text: &str, span: Span) -> Self {
        Self::indexed(&LineIndex::new(text), span)
    }

    /// The place of `span` in a text whose lines are known: for many places in one text.
    #[must_use]
    pub fn indexed(index: &LineIndex<'_>, span: Span) -> Self {
        let start = index.position(span.start as usize);
        let end = index.position(span.end as usize);
        let line_text = index
            .line(start.line)
            .chars()
            .take(Self::LINE_BOUND)
            .collect();
        Self {
            span,
            start,
            end,
            line_text,
        }
    }
}

/// One finding about one file: a stable code, a severity, a place, a sentence and what to do next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The stable code; `prowess explain` prints its page.
    pub code: Code,
    /// How much it weighs.
    pub severity: Severity,
    /// What is the matter: lower-case start, no full stop, literals in backticks.
    pub message: String,
    /// The file it is about.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub file: Option<PathBuf>,
    /// Where in the file.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<Place>,
    /// What to do next.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub help: Option<String>,
    /// A replacement that mends it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub fix: Option<Fix>,
    /// Other places that belong to it.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub related: Vec<Related>,
}

impl Diagnostic {
    /// A diagnostic without a place yet.
    #[must_use]
    pub fn new(code: Code, severity: Severity, message: impl Into<String>) -> Self {
        Self {
            code,
            severity,
            message: message.into(),
            file: None,
            place: None,
            help: None,
            fix: None,
            related: Vec::new(),
        }
    }

    /// Points it at `span` of `text`.
    #[must_use]
    pub fn at(mut self, text: &str, span: Span) -> Self {
        self.place = Some(Place::of(text, span));
        self
    }

    /// Names the file, unless one is named already. Other places that name no file yet are in the
    /// same one.
    #[must_use]
    pub fn in_file(mut self, file: impl AsRef<Path>) -> Self {
        let file = file.as_ref();
        self.file.get_or_insert_with(|| file.to_path_buf());
        for related in &mut self.related {
            if related.file.as_os_str().is_empty() {
                related.file = file.to_path_buf();
            }
        }
        self
    }

    /// Says what to do next.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Offers a replacement.
    #[must_use]
    pub fn fix(mut self, span: Span, replacement: impl Into<String>) -> Self {
        self.fix = Some(Fix {
            span,
            replacement: replacement.into(),
        });
        self
    }

    /// Adds another place that belongs to it.
    #[must_use]
    pub fn related(mut self, related: Related) -> Self {
        self.related.push(related);
        self
    }

    /// Whether the thing is not usable as it stands.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}
