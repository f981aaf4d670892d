//! The scanner of OpenClaw, as a rule set of its own: the same rules, severities, lines and evidence,
//! so that what OpenClaw says of a skill can be known before it says it.
//!
//! It reads far less than our own rules do: program texts of JavaScript and TypeScript, and the text of
//! SKILL.md. What OpenClaw leaves out silently (other files, its caps) is told in the report's coverage.
//!
//! Facts: OpenClaw 2026.6.11. The rules are regular expressions of JavaScript there; what differs
//! between the two languages (blanks, word borders, lengths in UTF-16 units) is done by hand here.

mod content;
mod files;
mod javascript;
mod report;
mod source;

use serde::Serialize;

pub use content::scan_content;
pub use files::{File, Options, Reach, Summary, is_scannable, scan_files};
pub(crate) use report::scan;
pub use source::scan_source;

/// Which of OpenClaw's scanners.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Edition {
    /// The scanner of 2026.6.11: a call is asked for where something is sent, comments do not count for
    /// rules over several lines, and a secret must be near to what sends it.
    June2026,
    /// The scanner up to 2026.3, which was content with words.
    March2026,
}

/// A finding in OpenClaw's words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Finding {
    /// OpenClaw's name of the rule.
    pub rule_id: &'static str,
    /// OpenClaw's severity.
    pub severity: Severity,
    /// The file, relative to the folder with `/`; empty where one text was scanned.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// What it means, in our words.
    pub message: &'static str,
    /// The line without blanks at its ends, cut at 120 UTF-16 units.
    pub evidence: String,
}

/// OpenClaw's severities. `info` is there and no rule has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Told; blocks nothing.
    Warn,
    /// Enough to refuse a skill, where OpenClaw refuses any.
    Critical,
}

/// What every rule of OpenClaw's has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Rule {
    id: &'static str,
    severity: Severity,
    message: &'static str,
}

impl Rule {
    /// The finding of this rule in a line, counted from 0.
    fn finding(&self, line: usize, evidence: String) -> Finding {
        Finding {
            rule_id: self.id,
            severity: self.severity,
            file: String::new(),
            line: u32::try_from(line).unwrap_or(u32::MAX).saturating_add(1),
            message: self.message,
            evidence,
        }
    }
}
