//! How one family of clients reads a header.
//!
//! A dialect decides what a key means; it never decides that a header is YAML ([`Document`]
//! does). In every dialect a restriction that cannot be read for certain makes the skill invalid
//! (an `Error`), and a grant that cannot be read grants nothing.

mod agentskills;
mod claude_code;
mod codex;
mod contract;
mod fields;
mod gemini;
mod hermes;
mod invoked;
pub mod jianmu;
mod last_block;
mod metadata;
pub mod nanobot;
pub mod openclaw;
pub mod openhands;
mod own;
mod pi;
mod reader;
mod requirements;
mod tools;
mod yaml11;

use prowess_base::{Diagnostic, Span};

use crate::{Document, Limits, Manifest};
use reader::Reader;

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
    /// pi 1.6.0.
    Pi,
    /// gemini-cli-core 0.61.0.
    Gemini,
    /// Claude Code, as documented.
    ClaudeCode,
    /// Codex, as documented.
    Codex,
    /// Hermes, as documented.
    Hermes,
    /// Nanobot of 2026-03, line by line.
    NanobotLines,
    /// Jianmu.
    Jianmu,
    /// OpenHands SDK 1.58.2.
    OpenHands,
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
    ///
    /// The diagnostics are those of the dialect; [`Document::parse`] has told its own, and an
    /// error there counts like one here.
    #[must_use]
    pub fn read(self, document: &Document<'_>, folder: &str, limits: &Limits) -> Reading {
        let mut reader = Reader::new(document, limits);
        let manifest = match self {
            Self::Own => own::read(&mut reader),
            Self::AgentSkills => agentskills::read(&mut reader),
            Self::OpenClaw => openclaw::read(&mut reader),
            Self::Nanobot => nanobot::read(&mut reader, folder),
            Self::Pi => pi::read(&mut reader),
            Self::Gemini => gemini::read(&mut reader),
            Self::ClaudeCode => claude_code::read(&mut reader),
            Self::Codex => codex::read(&mut reader),
            Self::Hermes => hermes::read(&mut reader),
            Self::NanobotLines => nanobot::lines::read(&mut reader, folder),
            Self::Jianmu => jianmu::read(&mut reader),
            Self::OpenHands => openhands::read(&mut reader, folder),
        };
        Reading {
            manifest,
            diagnostics: reader.into_diagnostics(),
            body: document.body,
        }
    }

    /// Reads the header of a Markdown file that is a skill without being a SKILL.md. `name` is the one
    /// that its place gives it. Only OpenHands tells it from a SKILL.md.
    #[must_use]
    pub fn read_note(self, document: &Document<'_>, name: &str, limits: &Limits) -> Reading {
        match self {
            Self::OpenHands => openhands::read_note(document, name, limits),
            _ => self.read(document, name, limits),
        }
    }
}
