//! Nanobot of 2026-08.
//!
//! The folder's name is the skill's name whatever the header says. A description that is no text
//! gives way to the folder's name. `metadata.nanobot` counts if it is there, whatever it is, else
//! `metadata.openclaw`; of `requires` only `bins` and `env` are checked. Both `always` fields make
//! the skill resident, by Python's truth.
//!
//! Where that client loads a skill without a requirement that its author plainly wrote, this
//! module reads it (text with commas) or makes the skill invalid.

pub mod lines;

use std::borrow::Cow;
use std::sync::Arc;

use prowess_base::Span;
use serde_json::Value as Json;

use super::fields::Text;
use super::last_block::{LastBlock, cut_header};
use super::reader::Reader;
use super::requirements::{Lists, entry, find};
use super::yaml11::{self, Kind, is_true};
use crate::codes::dialect::{CLIENT_HABIT, NO_DESCRIPTION};
use crate::{Document, Entry, Header, Limits, Manifest, Node, NodeKind};

pub(super) fn read(reader: &mut Reader<'_>, folder: &str) -> Manifest {
    let top = reader.entries();
    let mut manifest = Manifest {
        description: Some(description(reader, folder)),
        unread_keys: unread(top),
        ..Manifest::default()
    };
    if let Some(always) = entry(top, "always") {
        manifest.resident = resident(reader, always);
    }
    if let Some(metadata) = entry(top, "metadata").and_then(|entry| reader.metadata(entry))
        && let Some(block) = find_block(&metadata)
    {
        let entries = match &block.value.kind {
            NodeKind::Mapping(entries) => entries.as_slice(),
            _ => {
                if !block.value.is_null() {
                    reader.ignored_block(block);
                }
                &[]
            }
        };
        if let Some(always) = entry(entries, "always") {
            manifest.resident |= resident(reader, always);
        }
        let mut lists = Lists::default();
        if let Some(requires) = entry(entries, "requires") {
            for part in reader.requires_entries(requires) {
                match &*part.key {
                    "bins" => reader.list(part, &mut lists.bins),
                    "env" => reader.list(part, &mut lists.env),
                    _ => {}
                }
            }
        }
        manifest.requirements = lists.finish();
    }
    manifest
}

/// The top-level keys that no edition of this client reads.
fn unread(top: &[Entry<'_>]) -> Box<[Box<str>]> {
    top.iter()
        .filter(|entry| !["description", "metadata", "always"].contains(&&*entry.key))
        .map(|entry| (*entry.key).into())
        .collect()
}

/// The description, which may be blanks; the folder's name where there is none.
fn description(reader: &mut Reader<'_>, folder: &str) -> Arc<str> {
    const HELP: &str =
        "write the description as text, in quotes if YAML reads it as something else";
    let found = entry(reader.entries(), "description");
    if let Some(entry) = found {
        let text = text(&entry.value).map(|text| as_cut(reader, entry, text));
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            return text.into();
        }
        reader.warn(
            NO_DESCRIPTION,
            entry.key_span,
            || format!("`description` is no text to this client, so it takes the name `{folder}`"),
            HELP,
        );
    } else if let Header::Mapping { span, .. } = &reader.document.header {
        reader.warn(
            NO_DESCRIPTION,
            Span::new(span.start as usize, span.start as usize),
            || format!("the header has no `description`, so this client takes the name `{folder}`"),
            HELP,
        );
    }
    folder.into()
}

/// This client cuts the header before the line end that stands in front of the closing fence, so
/// a block (`|`, `>`) that ends there loses it.
fn as_cut<'n>(reader: &Reader<'_>, entry: &Entry<'_>, text: &'n str) -> &'n str {
    let loses = match LastBlock::of(reader, entry) {
        LastBlock::No => false,
        LastBlock::KeepsAll => true,
        LastBlock::Marked => !cut_header(reader).ends_with(['\n', '\r']),
    };
    match text.strip_suffix('\n') {
        Some(shorter) if loses => shorter,
        _ => text,
    }
}

/// A value that this client's YAML 1.1 reads as text, blanks included.
fn text<'n>(node: &'n Node<'_>) -> Option<&'n str> {
    let scalar = node.as_scalar()?;
    (Kind::of(scalar) == Kind::Text).then_some(&*scalar.text)
}

/// Truth in Python: also the text `"false"`, which is told.
fn resident(reader: &mut Reader<'_>, entry: &Entry<'_>) -> bool {
    let resident = is_true(&entry.value);
    let word_for_no = Text::of(&entry.value)
        .given()
        .is_some_and(|word| word.eq_ignore_ascii_case("false") || word.eq_ignore_ascii_case("no"));
    if resident && word_for_no {
        reader.warn(
            CLIENT_HABIT,
            entry.key_span,
            || "`always` in quotes is true to this client, whatever the word".to_owned(),
            "write `false` without quotes, or remove the line",
        );
    }
    resident
}

fn find_block<'n>(metadata: &'n Node<'n>) -> Option<&'n Entry<'n>> {
    let entries = metadata.as_mapping()?;
    entry(entries, "nanobot").or_else(|| entry(entries, "openclaw"))
}

/// The block that this client reads, as JSON; empty where there is none or it is no mapping.
#[must_use]
pub fn block(document: &Document<'_>, limits: &Limits) -> Json {
    let mut reader = Reader::new(document, limits);
    let metadata: Option<Cow<'_, Node<'_>>> =
        entry(reader.entries(), "metadata").and_then(|entry| reader.metadata(entry));
    metadata
        .as_deref()
        .and_then(find_block)
        .filter(|block| block.value.as_mapping().is_some())
        .map_or_else(
            || Json::Object(serde_json::Map::new()),
            |block| yaml11::to_json(&block.value),
        )
}

/// Whether a plugin's skill may be listed by this client: the declared name is the folder's and of
/// 1-64 `a`-`z`, `0`-`9` and single inner `-`, and the description has 1-1,024 characters without
/// the blanks around it (specs/nanobot.md 1, `valid_skill_metadata`). Other skills are never
/// checked.
#[must_use]
pub fn is_plugin_identity(document: &Document<'_>, folder: &str) -> bool {
    let root = document.root().and_then(Node::as_mapping).unwrap_or(&[]);
    let field = |key: &str| find(root, key).and_then(text);
    let name_fits = field("name")
        .is_some_and(|name| name == folder && prowess_base::SkillName::fault(name).is_none());
    let description_fits =
        field("description").is_some_and(|text| (1..=1024).contains(&text.trim().chars().count()));
    name_fits && description_fits
}
