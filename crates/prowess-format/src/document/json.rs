//! JSON5 that YAML reads as something else.
//!
//! In `{ // note⏎ "requires": … }` YAML reads the comment as a part of the key, and in `{a:1}` it reads
//! one key `a:1` without a value. Where a field may restrict the skill, such a reading would lose
//! the restriction in silence, so the author's JSON counts there.

use prowess_base::{Diagnostic, Severity};

use crate::codes::parse::{JSON_IN_HEADER, RESTRICTION_UNREADABLE};
use crate::field::Role;
use crate::json5::json5_tree;
use crate::yaml::Notes;
use crate::{Entry, Limits, Node, NodeKind, ScalarStyle};

/// Reads the fields of `root` that restrict, or may, as JSON5 where they are written in brackets
/// and YAML took comments or colons of it for text.
pub(super) fn prefer<'t>(root: &mut Node<'t>, text: &'t str, limits: &Limits, notes: &mut Notes) {
    let NodeKind::Mapping(entries) = &mut root.kind else {
        return;
    };
    for entry in entries {
        if Role::of(&entry.key) != Role::Restriction {
            continue;
        }
        let (key, span) = (&entry.key, entry.value.span);
        let written = span.slice(text);
        let doubt = doubt(&entry.value, text);
        if doubt == Doubt::None || !written.starts_with(['{', '[']) {
            continue;
        }
        match json5_tree(written, span, limits) {
            Ok(tree) => {
                entry.value = tree;
                notes.add(Severity::Warning, || {
                    Diagnostic::new(
                        JSON_IN_HEADER,
                        Severity::Warning,
                        format!("`{key}` is JSON that YAML reads otherwise; it was read as JSON5"),
                    )
                    .at(text, span)
                    .help("take comments out and put a blank behind every colon")
                });
            }
            // The value may be meant as it stands; no restriction is lost with it.
            Err(_) if doubt == Doubt::Slight => {}
            Err(broken) => notes.add(Severity::Error, || {
                Diagnostic::new(
                    RESTRICTION_UNREADABLE,
                    Severity::Error,
                    format!(
                        "`{key}` cannot be read and may restrict the skill: {}",
                        broken.message
                    ),
                )
                .at(text, span)
                .help("take comments out and put a blank behind every colon")
            }),
        }
    }
}

/// Whether YAML seems to have read JSON otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Doubt {
    None,
    /// A value holds what is a comment to JSON5.
    Slight,
    /// A key holds a comment, or its own value.
    Strong,
}

fn doubt(node: &Node<'_>, text: &str) -> Doubt {
    match &node.kind {
        NodeKind::Scalar(scalar) if scalar.style == ScalarStyle::Plain => {
            if holds_comment(&scalar.text) {
                Doubt::Slight
            } else {
                Doubt::None
            }
        }
        NodeKind::Scalar(_) => Doubt::None,
        NodeKind::Sequence(elements) => elements
            .iter()
            .map(|element| doubt(element, text))
            .max()
            .unwrap_or(Doubt::None),
        NodeKind::Mapping(entries) => {
            let of_entry = |entry: &Entry<'_>| {
                let is_plain = !entry.key_span.slice(text).starts_with(['"', '\'']);
                let holds_value = entry.key.contains(':') && entry.value.is_null();
                if is_plain && (holds_comment(&entry.key) || holds_value) {
                    Doubt::Strong
                } else {
                    doubt(&entry.value, text)
                }
            };
            entries.iter().map(of_entry).max().unwrap_or(Doubt::None)
        }
    }
}

/// Whether `//` or `/*` stands at the start of `text`, or behind a blank or a bracket.
pub(crate) fn holds_comment(text: &str) -> bool {
    text.match_indices('/').any(|(at, _)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let rest = text.get(at + 1..).unwrap_or("");
        before.is_none_or(|before| before.is_whitespace() || matches!(before, '{' | '[' | ','))
            && rest.starts_with(['/', '*'])
    })
}
