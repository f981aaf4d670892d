//! OpenClaw 2026.6.11.
//!
//! That client makes every top-level value text first (`flat`), reads `metadata` back from that
//! text as JSON5, and looks for the block `openclaw`, then `clawdbot`. This module gives the same
//! answers, with two exceptions that hold in every dialect: a flag with an unknown word takes its
//! safe value, and a requirement that cannot be read makes the skill invalid.

mod block;
mod flat;
mod javascript;

pub use block::{Block, Requires, block};
pub use flat::flat_fields;

use std::borrow::Cow;
use std::sync::Arc;

use flat::FlatFields;
use javascript::trim;

use super::fields::Flag;
use super::reader::Reader;
use crate::codes::dialect::{CLIENT_HABIT, DISPATCH};
use crate::{CommandDispatch, Entry, Invocation, Manifest, Node, Requirements};

/// `String(value)` without the blanks around it, as this client reads an element of a list.
pub(crate) fn item_text(node: &Node<'_>) -> Box<str> {
    trim(&javascript::text(node)).into()
}

const READ_KEYS: [&str; 15] = [
    "name",
    "description",
    "homepage",
    "website",
    "url",
    "emoji",
    "metadata",
    "user-invocable",
    "disable-model-invocation",
    "command-dispatch",
    "command_dispatch",
    "command-tool",
    "command_tool",
    "command-arg-mode",
    "command_arg_mode",
];

pub(super) fn read(reader: &mut Reader<'_>) -> Manifest {
    let fields = FlatFields::new(reader.document);
    let name = described(reader, &fields, "name");
    let description = described(reader, &fields, "description");
    if description.is_none() {
        let entry = top_level(reader, "description");
        reader.no_description(entry.map(|entry| (entry, "empty")));
    }
    let mut manifest = Manifest {
        name: name.map(Box::from),
        description: description.map(Arc::from),
        invocation: Invocation {
            model: flag(
                reader,
                &fields,
                "disable-model-invocation",
                Flag::Yes,
                Flag::No,
            ) == Flag::No,
            user: flag(reader, &fields, "user-invocable", Flag::No, Flag::Yes) == Flag::Yes,
        },
        dispatch: dispatch(reader, &fields).map(Box::new),
        unread_keys: reader
            .entries()
            .iter()
            .filter(|entry| !READ_KEYS.contains(&&*entry.key))
            .map(|entry| (*entry.key).into())
            .collect(),
        ..Manifest::default()
    };
    let block = block::find(reader).unwrap_or_default();
    let homepage = block.homepage.or_else(|| first_present(&fields));
    manifest.homepage = homepage
        .as_deref()
        .map(trim)
        .filter(|text| !text.is_empty())
        .map(Box::from);
    manifest.emoji = block.emoji.or_else(|| boxed(&fields, "emoji"));
    manifest.primary_env = block.primary_env;
    manifest.skill_key = block.skill_key;
    let requires = block.requires.unwrap_or_default();
    manifest.requirements = Requirements {
        skip: block.always == Some(true),
        os: block.os,
        bins: requires.bins,
        any_bins: requires.any_bins,
        env: requires.env,
        config: requires.config,
        tools: Box::default(),
    };
    manifest.install = block.install.into();
    manifest
}

fn boxed(fields: &FlatFields<'_>, key: &str) -> Option<Box<str>> {
    fields.get(key).map(Box::from)
}

fn first_present(fields: &FlatFields<'_>) -> Option<Box<str>> {
    ["homepage", "website", "url"]
        .into_iter()
        .find_map(|key| boxed(fields, key))
}

fn top_level<'d>(reader: &Reader<'d>, key: &str) -> Option<&'d Entry<'d>> {
    reader.entries().iter().find(|entry| entry.key == key)
}

/// Text that this client makes of any value; told where it was no text.
fn described<'f>(
    reader: &mut Reader<'_>,
    fields: &'f FlatFields<'_>,
    key: &str,
) -> Option<Cow<'f, str>> {
    let text = fields.get(key).filter(|text| !text.is_empty())?;
    if let Some(entry) = top_level(reader, key)
        && (entry.value.is_null() || entry.value.as_scalar().is_none())
    {
        let short: String = text.chars().take(60).collect();
        reader.warn(
            CLIENT_HABIT,
            entry.key_span,
            || format!("`{key}` is no text; this client takes it as `{short}`"),
            "write it as text",
        );
    }
    Some(text)
}

fn flag(
    reader: &mut Reader<'_>,
    fields: &FlatFields<'_>,
    key: &str,
    safe: Flag,
    default: Flag,
) -> Flag {
    let entry = top_level(reader, key);
    match (fields.get(key), entry) {
        (None, None) => default,
        (Some(word), entry) => Flag::of_word(&word).unwrap_or_else(|| match entry {
            Some(entry) => reader.unknown_flag(entry, safe),
            None => safe,
        }),
        (None, Some(entry)) => reader.unknown_flag(entry, safe),
    }
}

/// The dash-spelled key hides the other, also when it is empty.
fn dispatch(reader: &mut Reader<'_>, fields: &FlatFields<'_>) -> Option<CommandDispatch> {
    let either = |dashes: &str, underscores: &str| {
        let text = fields.get(dashes).or_else(|| fields.get(underscores));
        text.map(|text| trim(&text).to_owned())
            .filter(|text| !text.is_empty())
    };
    let word = either("command-dispatch", "command_dispatch")?;
    let entry =
        top_level(reader, "command-dispatch").or_else(|| top_level(reader, "command_dispatch"))?;
    if word.to_lowercase() != "tool" {
        reader.warn(
            DISPATCH,
            entry.key_span,
            || format!("`{}` knows only `tool`, not `{word}`", entry.key),
            "write `tool`, or remove the line",
        );
        return None;
    }
    let mode = either("command-arg-mode", "command_arg_mode");
    if mode.is_some_and(|mode| mode.to_lowercase() != "raw") {
        reader.warn(
            DISPATCH,
            entry.key_span,
            || "the argument mode of the command is not known; it counts as `raw`".to_owned(),
            "remove `command-arg-mode`: `raw` is what happens",
        );
    }
    let tool = either("command-tool", "command_tool");
    if tool.is_none() {
        reader.warn(
            DISPATCH,
            entry.key_span,
            || "the command is to call a tool, and `command-tool` names none".to_owned(),
            "name the tool in `command-tool`",
        );
    }
    tool.map(|tool| CommandDispatch { tool: tool.into() })
}
