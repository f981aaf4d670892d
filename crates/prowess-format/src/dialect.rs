//! How one family of clients reads a header.

use prowess_base::{Diagnostic, Span};

use crate::{Document, Limits, Manifest};

/// How one family of clients reads a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Dialect {
    /// Prowess's own: everything that the others know.
    #[default]
    Own,
    /// The six fields of agentskills.io.
    AgentSkills,
    /// OpenClaw 2026.6.11.
    OpenClaw,
    /// Nanobot of 2026-08.
    Nanobot,
}

/// What one header says in one dialect.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// The header in its typed form. Restrictions that could not be read are at their safe value.
    pub manifest: Manifest,
    /// What there is to say. An `Error` means: the skill must not be used.
    pub diagnostics: Vec<Diagnostic>,
    /// Where the body stands in the text.
    pub body: Span,
}

impl Dialect {
    /// Reads a header. `folder` is the name of the folder that the file is in.
    #[must_use]
    pub fn read(self, document: &Document<'_>, folder: &str, limits: &Limits) -> Reading {
        let _ = (folder, limits);
        Reading {
            manifest: Manifest::default(),
            diagnostics: Vec::new(),
            body: document.body,
        }
    }
}
