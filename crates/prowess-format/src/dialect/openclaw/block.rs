//! The client's block below `metadata` (specs/openclaw.md 1.5).

use std::borrow::Cow;

use serde::Serialize;

use super::super::reader::Reader;
use super::item_text;
use super::javascript::trim;
use crate::codes::dialect::CLIENT_HABIT;
use crate::dialect::fields::Flag;
use crate::json5::json5_tree;
use crate::{Document, Entry, InstallSpec, Limits, Node, NodeKind, Value};

/// The block as this client resolves it, in the form that its own JSON has.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Block {
    /// Requirements are not checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub always: Option<bool>,
    /// The skill's sign.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub emoji: Option<Box<str>>,
    /// Where to read more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub homepage: Option<Box<str>>,
    /// The key of its configuration entry. It may be empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skill_key: Option<Box<str>>,
    /// The variable that its API key goes to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub primary_env: Option<Box<str>>,
    /// Operating systems.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub os: Box<[Box<str>]>,
    /// Requirements, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requires: Option<Requires>,
    /// Ways to install what it needs.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub install: Box<[InstallSpec]>,
}

/// The four lists that this client checks.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Requires {
    /// Programs, all of them.
    pub bins: Box<[Box<str>]>,
    /// Programs, one of them.
    pub any_bins: Box<[Box<str>]>,
    /// Variables.
    pub env: Box<[Box<str>]>,
    /// Configuration paths.
    pub config: Box<[Box<str>]>,
}

/// The block of a document, if it has one.
#[must_use]
pub fn block(document: &Document<'_>, limits: &Limits) -> Option<Block> {
    find(&mut Reader::new(document, limits))
}

pub(super) fn find(reader: &mut Reader<'_>) -> Option<Block> {
    let entry = reader
        .entries()
        .iter()
        .find(|entry| entry.key == "metadata")?;
    let metadata = metadata(reader, entry)?;
    in_metadata(reader, &metadata)
}

/// This client reads metadata on one line as JSON5, all else as YAML. Where JSON5 fails it has no
/// metadata and no requirements; here YAML's reading counts then.
fn metadata<'d>(reader: &mut Reader<'d>, entry: &'d Entry<'d>) -> Option<Cow<'d, Node<'d>>> {
    let source = entry.value.span.slice(reader.document.text);
    if entry.value.as_mapping().is_some()
        && source.starts_with('{')
        && !source.contains(['\n', '\r'])
        && let Ok(node) = json5_tree(source, entry.value.span, reader.limits)
    {
        return Some(Cow::Owned(node));
    }
    reader.metadata(entry)
}

fn in_metadata(reader: &mut Reader<'_>, metadata: &Node<'_>) -> Option<Block> {
    for name in ["openclaw", "clawdbot"] {
        let Some(entry) = metadata
            .as_mapping()?
            .iter()
            .find(|entry| entry.key == name)
        else {
            continue;
        };
        match &entry.value.kind {
            NodeKind::Mapping(entries) => return Some(read(reader, entries)),
            // An array is an object there, without any of the keys.
            NodeKind::Sequence(_) => {
                reader.ignored_block(entry);
                return Some(Block::default());
            }
            NodeKind::Scalar(_) if entry.value.is_null() => {}
            NodeKind::Scalar(_) => reader.ignored_block(entry),
        }
    }
    None
}

fn read(reader: &mut Reader<'_>, entries: &[Entry<'_>]) -> Block {
    let mut block = Block::default();
    for entry in entries {
        match &*entry.key {
            "always" => block.always = real_boolean(reader, entry),
            "emoji" => block.emoji = string(&entry.value),
            "homepage" => block.homepage = string(&entry.value),
            "skillKey" => block.skill_key = string(&entry.value),
            "primaryEnv" => block.primary_env = string(&entry.value),
            "os" => block.os = list(reader, entry),
            "requires" => block.requires = requires(reader, entry),
            "install" => block.install = reader.installs(entry),
            _ => {}
        }
    }
    block
}

fn real_boolean(reader: &mut Reader<'_>, entry: &Entry<'_>) -> Option<bool> {
    match entry.value.as_scalar().map(crate::Scalar::value) {
        Some(Value::Boolean(value)) => Some(value),
        Some(Value::Null) => None,
        _ => {
            reader.unknown_flag(entry, Flag::No);
            None
        }
    }
}

/// Text that is text to JSON: numbers and flags are not, and nothing is trimmed.
fn string(node: &Node<'_>) -> Option<Box<str>> {
    match node.as_scalar()?.value() {
        Value::Text(text) => Some(text.into()),
        _ => None,
    }
}

fn requires(reader: &mut Reader<'_>, entry: &Entry<'_>) -> Option<Requires> {
    if entry.value.is_null() {
        return None;
    }
    let mut requires = Requires::default();
    for part in reader.requires_entries(entry) {
        let list = match &*part.key {
            "bins" => &mut requires.bins,
            "anyBins" => &mut requires.any_bins,
            "env" => &mut requires.env,
            "config" => &mut requires.config,
            _ => continue,
        };
        *list = self::list(reader, part);
    }
    Some(requires)
}

/// A list, each element made text; or text with commas. Elsewhere this client has an empty list,
/// which would lift the requirement.
fn list(reader: &mut Reader<'_>, entry: &Entry<'_>) -> Box<[Box<str>]> {
    match &entry.value.kind {
        NodeKind::Sequence(elements) => {
            if elements.iter().any(|element| element.as_scalar().is_none()) {
                reader.warn(
                    CLIENT_HABIT,
                    entry.key_span,
                    || {
                        format!(
                            "`{}` holds a list or a mapping; this client makes text of it, which is never there",
                            entry.key
                        )
                    },
                    "write a list of names",
                );
            }
            elements
                .iter()
                .map(item_text)
                .filter(|item| !item.is_empty())
                .collect()
        }
        NodeKind::Scalar(scalar) => match scalar.value() {
            Value::Text(text) => text
                .split(',')
                .map(trim)
                .filter(|part| !part.is_empty())
                .map(Box::from)
                .collect(),
            Value::Null => Box::default(),
            _ => {
                reader.unreadable(entry, "is a number or a flag, not a list");
                Box::default()
            }
        },
        NodeKind::Mapping(_) => {
            reader.unreadable(entry, "is a mapping, not a list");
            Box::default()
        }
    }
}
