//! The two parts of a `SKILL.md`, header and body, in no client's dialect.

use prowess_base::{Diagnostic, Span};

use crate::{Limits, Node};

/// The parsed text of a `SKILL.md`.
#[derive(Debug, Clone, PartialEq)]
pub struct Document<'t> {
    /// The whole text.
    pub text: &'t str,
    /// The header.
    pub header: Header<'t>,
    /// Where the body stands: everything behind the closing fence's line, or the whole text where
    /// there is no header. Nothing of it is changed or copied.
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
    #[must_use]
    pub fn parse(text: &'t str, limits: &Limits) -> (Self, Vec<Diagnostic>) {
        let _ = limits;
        (
            Self {
                text,
                header: Header::Absent,
                body: Span::new(0, text.len()),
            },
            Vec::new(),
        )
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
