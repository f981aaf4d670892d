//! pi 1.6.0, from its vectors.
//!
//! Three fields count: `name`, `description` and `disable-model-invocation`. A name or description
//! that YAML 1.2 does not read as text counts as missing; neither is trimmed. The name's form is not
//! held to: the folder need not be called like it, and a fault is only told.

use super::last_block::as_cut;
use super::reader::Reader;
use crate::codes::dialect::NAME_UNUSABLE;
use crate::dialect::fields::{Flag, Text};
use crate::{Entry, Invocation, Manifest, Node, Value};

pub(super) fn read(reader: &mut Reader<'_>) -> Manifest {
    let [mut name, mut description, mut model, mut metadata] = [None::<&Entry<'_>>; 4];
    let mut unread = Vec::new();
    for entry in reader.entries() {
        let slot = match &*entry.key {
            "name" => &mut name,
            "description" => &mut description,
            "disable-model-invocation" => &mut model,
            "metadata" => &mut metadata,
            other => {
                unread.push(other.into());
                continue;
            }
        };
        *slot = Some(entry);
    }
    if let Some(metadata) = metadata {
        reader.metadata(metadata);
    }
    let mut invocation = Invocation::default();
    if let Some(entry) = model {
        invocation.model = reader.flag(entry, Flag::Yes) == Flag::No;
    }
    Manifest {
        name: name.and_then(|entry| self::name(reader, entry)),
        description: self::description(reader, description).map(Into::into),
        invocation,
        unread_keys: unread.into(),
        ..Manifest::default()
    }
}

/// Text that YAML 1.2 reads as text, blanks included.
pub(super) fn text<'n>(node: &'n Node<'_>) -> Option<&'n str> {
    match node.as_scalar()?.value() {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

fn name(reader: &mut Reader<'_>, entry: &Entry<'_>) -> Option<Box<str>> {
    let name = text(&entry.value).filter(|name| !name.is_empty());
    if name.is_none() {
        reader.warn(
            NAME_UNUSABLE,
            entry.key_span,
            || "`name` is no text to this client; the folder's name counts".to_owned(),
            "write the name as text, or remove the line",
        );
    }
    name.map(Box::from)
}

fn description<'d>(reader: &mut Reader<'d>, entry: Option<&'d Entry<'d>>) -> Option<&'d str> {
    let Some(entry) = entry else {
        reader.no_description(None);
        return None;
    };
    match text(&entry.value).filter(|text| !text.trim().is_empty()) {
        Some(text) => Some(as_cut(reader, entry, text)),
        None => {
            let fault = match Text::of(&entry.value) {
                Text::Given(_) => "a number or a flag, not text",
                other => other.fault(),
            };
            reader.no_description(Some((entry, fault)));
            None
        }
    }
}
