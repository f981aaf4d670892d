//! `metadata` and the blocks of the clients in it.

use std::borrow::Cow;

use super::reader::Reader;
use crate::codes::dialect::{BLOCK_IGNORED, METADATA_IGNORED, METADATA_UNREADABLE};
use crate::json5::json5_tree;
use crate::{Entry, Node, NodeKind, Scalar, ScalarStyle, Value};

/// The blocks that some client reads.
const BLOCKS: [&str; 5] = ["prowess", "openclaw", "clawdbot", "nanobot", "jianmu"];

const HELP: &str = "write it as a YAML mapping, or as JSON that opens with `{`";

impl<'d> Reader<'d> {
    /// The mapping that `metadata` holds, read from JSON (JSON5, as OpenClaw reads it) where it is
    /// text that opens with `{`.
    ///
    /// What is certainly no mapping is ignored with a warning; what may be one and cannot be read
    /// is an error, since it may hold restrictions (invariant 1).
    pub(super) fn metadata(&mut self, entry: &'d Entry<'d>) -> Option<Cow<'d, Node<'d>>> {
        match &entry.value.kind {
            NodeKind::Mapping(_) => self.metadata_mapping(entry),
            NodeKind::Sequence(_) => self.ignore_metadata(entry, "a list"),
            NodeKind::Scalar(scalar) => match scalar.value() {
                Value::Null => None,
                Value::Text(text) => self.metadata_text(entry, text),
                _ => self.ignore_metadata(entry, "a number or a flag"),
            },
        }
    }

    /// A mapping. YAML also reads JSON with comments, and JSON without quotes or blanks
    /// (`{os:"linux"}`), but takes them for parts of keys and values: then the text is read as
    /// JSON.
    fn metadata_mapping(&mut self, entry: &'d Entry<'d>) -> Option<Cow<'d, Node<'d>>> {
        let node = &entry.value;
        let source = node.span.slice(self.document.text);
        if !source.starts_with('{') {
            return Some(Cow::Borrowed(node));
        }
        match misread_json(node) {
            Doubt::None => Some(Cow::Borrowed(node)),
            doubt => match json5_tree(source, node.span, self.limits) {
                Ok(node) => Some(Cow::Owned(node)),
                Err(_) if doubt == Doubt::Slight => Some(Cow::Borrowed(node)),
                Err(fault) => self.unreadable_metadata(entry, &fault.message),
            },
        }
    }

    fn metadata_text(&mut self, entry: &'d Entry<'d>, text: &'d str) -> Option<Cow<'d, Node<'d>>> {
        let text = text.trim();
        if text.starts_with('{') {
            return match json5_tree(text, entry.value.span, self.limits) {
                Ok(node) => Some(Cow::Owned(node)),
                Err(fault) => self.unreadable_metadata(entry, &fault.message),
            };
        }
        let names_a_block = text.lines().any(|line| {
            let key = line.split(':').next().unwrap_or("").trim();
            line.contains(':') && BLOCKS.contains(&key.trim_matches(['"', '\'']))
        });
        if names_a_block {
            return self.unreadable_metadata(entry, "it is text, not a mapping");
        }
        self.ignore_metadata(entry, "text")
    }

    fn unreadable_metadata<T>(&mut self, entry: &Entry<'_>, fault: &str) -> Option<T> {
        self.fail(
            METADATA_UNREADABLE,
            entry.key_span,
            || format!("`metadata` may hold requirements and cannot be read: {fault}"),
            HELP,
        );
        None
    }

    fn ignore_metadata<T>(&mut self, entry: &Entry<'_>, kind: &str) -> Option<T> {
        self.warn(
            METADATA_IGNORED,
            entry.key_span,
            || format!("`metadata` is {kind}, not a mapping, so it is ignored"),
            HELP,
        );
        None
    }

    pub(super) fn ignored_block(&mut self, entry: &Entry<'_>) {
        self.warn(
            BLOCK_IGNORED,
            entry.key_span,
            || {
                format!(
                    "`{}` below `metadata` is no mapping, so it is ignored",
                    entry.key
                )
            },
            "write a mapping below it",
        );
    }
}

/// Whether YAML seems to have misread JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Doubt {
    None,
    /// A value looks like a comment, and may also be meant as it stands.
    Slight,
    /// A key begins with a comment, or holds its own value.
    Strong,
}

fn misread_json(node: &Node<'_>) -> Doubt {
    let opens = |text: &str| text.starts_with("//") || text.starts_with("/*");
    match &node.kind {
        NodeKind::Scalar(Scalar { text, style }) => {
            let plain = *style == ScalarStyle::Plain;
            if plain && (opens(text) || text.contains(" //") || text.contains(" /*")) {
                Doubt::Slight
            } else {
                Doubt::None
            }
        }
        NodeKind::Sequence(elements) => elements
            .iter()
            .map(misread_json)
            .max()
            .unwrap_or(Doubt::None),
        NodeKind::Mapping(entries) => {
            let of_entry = |entry: &Entry<'_>| {
                if opens(&entry.key) || (entry.key.contains(':') && entry.value.is_null()) {
                    Doubt::Strong
                } else {
                    misread_json(&entry.value)
                }
            };
            entries.iter().map(of_entry).max().unwrap_or(Doubt::None)
        }
    }
}
