//! Whether a text does a thing, tells to do it, warns of it, or only names it.
//!
//! What decides stands near: the clause before the words, the quotation they stand in, the line that
//! leads into a list, a table or a block of code, the comment above a line of code, and the headings. An
//! order beats all of it: a lead-in that says "run this" makes what follows an order under any heading,
//! and a negation that orders ("never skip", "do not hesitate to") forbids nothing.
//!
//! At most [`REACH`] bytes before a place are looked at, so that many places in one text stay linear.

mod code;
mod prose;

use prowess_base::Span;
use serde::Serialize;

use crate::unit::{Language, Mapping, Origin, Unit};

/// How far back a heading is looked for, in bytes.
const REACH: usize = 4096;

/// How a text stands to what it names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Stance {
    /// It does it, or tells to do it.
    Does,
    /// It describes, quotes or teaches it: a lesson, an example of an attack, a test's input.
    Describes,
    /// It forbids it, warns of it, or lists it to be refused.
    Forbids,
}

/// How the text around `span` stands to it.
pub(crate) fn of(unit: &Unit<'_>, span: Span) -> Stance {
    let own = match unit.language {
        Language::Markdown | Language::Plain | Language::Markup => {
            // What is not seen speaks for itself: the visible text around it must not excuse it.
            if unit.origin.is_out_of_sight() || matches!(unit.mapping, Mapping::Whole(_)) {
                prose::of_sentence(&unit.text, span)
            } else {
                return prose::of(unit.file_text, unit.in_file(span));
            }
        }
        Language::Json | Language::Yaml | Language::Toml => code::of_data(&unit.text, span),
        _ => code::of(&unit.text, span),
    };
    let told_around = unit.file_language == Language::Markdown
        && matches!(
            unit.origin,
            Origin::Fence | Origin::CodeSpan | Origin::Embedded | Origin::Decoded
        );
    if own != Stance::Does || !told_around {
        return own;
    }
    let span = unit.in_file(span);
    match unit.origin {
        Origin::CodeSpan => prose::of(unit.file_text, span),
        _ => prose::of_block(unit.file_text, span),
    }
}

/// Whether `at` stands in a fenced block of a Markdown text.
pub(crate) fn is_in_block(text: &str, at: usize) -> bool {
    prose::in_block(text, at)
}

/// The part of `text` before `at`, at most `reach` bytes of it.
fn back(text: &str, at: usize, reach: usize) -> &str {
    let end = text.floor_char_boundary(at.min(text.len()));
    let start = text.ceil_char_boundary(end.saturating_sub(reach));
    text.get(start..end).unwrap_or("")
}

/// The part of `text` from `at` on, at most `reach` bytes of it.
fn ahead(text: &str, at: usize, reach: usize) -> &str {
    let start = text.ceil_char_boundary(at.min(text.len()));
    let end = text.floor_char_boundary(start.saturating_add(reach).min(text.len()));
    text.get(start..end).unwrap_or("")
}

#[cfg(test)]
mod tests;
