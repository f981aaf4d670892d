//! Prowess's own dialect: everything that the others know.
//!
//! | field | read from |
//! |---|---|
//! | name, description, license, compatibility | the top level |
//! | homepage | `homepage` of the block, then the top level's `homepage`, `website`, `url` |
//! | emoji | the block, then the top level |
//! | requirements | `requires` and `os` of the block and of the top level, which must all hold |
//! | resident | the top level's `always` |
//! | skip-requires | the block's `always` |
//! | `execution` and the keys beside it | the top level |
//! | trigger | the top level's `paths`, else `triggers`; with `inputs` beside it a task |
//! | `arguments`, `argument-hint` | the top level |
//!
//! The block is the first of `metadata.prowess`, `openclaw`, `clawdbot`, `nanobot` and `jianmu`
//! that is a mapping, whole. In a block from the last two, `always` means resident as those clients
//! mean it, and never skip-requires: there it does not lift requirements.
//!
//! Fields that restrict or grant are read in three spellings (`allowed-tools`, `allowed_tools`,
//! `allowedTools`), since a restriction that is overlooked widens what the skill may do; two
//! spellings in one header make the skill invalid.

use super::contract::ContractKeys;
use super::fields::{Flag, Text};
use super::invoked::InvokedKeys;
use super::reader::Reader;
use super::requirements::{Lists, entry};
use crate::codes::dialect::{DISPATCH, FIELD_IGNORED, METADATA_UNREADABLE};
use crate::json5::json5_tree;
use crate::{CommandDispatch, Entry, Invocation, Manifest, Node};

const BLOCKS: [&str; 5] = ["prowess", "openclaw", "clawdbot", "nanobot", "jianmu"];

/// The top-level entries that this dialect reads.
#[derive(Default)]
struct Top<'d> {
    name: Option<&'d Entry<'d>>,
    description: Option<&'d Entry<'d>>,
    when_to_use: Option<&'d Entry<'d>>,
    license: Option<&'d Entry<'d>>,
    compatibility: Option<&'d Entry<'d>>,
    homepage: Option<&'d Entry<'d>>,
    website: Option<&'d Entry<'d>>,
    url: Option<&'d Entry<'d>>,
    emoji: Option<&'d Entry<'d>>,
    metadata: Option<&'d Entry<'d>>,
    model: Option<&'d Entry<'d>>,
    user: Option<&'d Entry<'d>>,
    dispatch: Option<&'d Entry<'d>>,
    dispatch_tool: Option<&'d Entry<'d>>,
    dispatch_mode: Option<&'d Entry<'d>>,
    allowed_tools: Option<&'d Entry<'d>>,
    disallowed_tools: Option<&'d Entry<'d>>,
    always: Option<&'d Entry<'d>>,
    requires: Option<&'d Entry<'d>>,
    os: Option<&'d Entry<'d>>,
    contract: ContractKeys<'d>,
    invoked: InvokedKeys<'d>,
    unread: Vec<Box<str>>,
}

impl<'d> Top<'d> {
    fn collect(reader: &mut Reader<'d>) -> Self {
        let mut top = Self::default();
        for entry in reader.entries() {
            let slot = match &*entry.key {
                "name" => &mut top.name,
                "description" => &mut top.description,
                "when_to_use" | "when-to-use" => &mut top.when_to_use,
                "license" => &mut top.license,
                "compatibility" => &mut top.compatibility,
                "homepage" => &mut top.homepage,
                "website" => &mut top.website,
                "url" => &mut top.url,
                "emoji" => &mut top.emoji,
                "metadata" => &mut top.metadata,
                "disable-model-invocation"
                | "disable_model_invocation"
                | "disableModelInvocation" => &mut top.model,
                "user-invocable" | "user_invocable" | "userInvocable" => &mut top.user,
                "command-dispatch" | "command_dispatch" => &mut top.dispatch,
                "command-tool" | "command_tool" => &mut top.dispatch_tool,
                "command-arg-mode" | "command_arg_mode" => &mut top.dispatch_mode,
                "allowed-tools" | "allowed_tools" | "allowedTools" => &mut top.allowed_tools,
                "disallowed-tools" | "disallowed_tools" | "disallowedTools" => {
                    &mut top.disallowed_tools
                }
                "always" => &mut top.always,
                "requires" => &mut top.requires,
                "os" => &mut top.os,
                other => {
                    let slot = top.contract.slot(other);
                    match slot.or_else(|| top.invoked.slot(other)) {
                        Some(slot) => slot,
                        None => {
                            top.unread.push(other.into());
                            continue;
                        }
                    }
                }
            };
            if let Some(first) = slot.replace(entry) {
                reader.spelled_twice(first, entry);
            }
        }
        top
    }
}

pub(super) fn read(reader: &mut Reader<'_>) -> Manifest {
    let mut top = Top::collect(reader);
    let mut manifest = Manifest {
        name: reader.name(top.name),
        description: reader.description(top.description),
        when_to_use: reader.text(top.when_to_use).map(Box::from),
        license: reader.text(top.license).map(Box::from),
        compatibility: reader.text(top.compatibility).map(Box::from),
        invocation: invocation(reader, &top),
        dispatch: dispatch(reader, &top).map(Box::new),
        allowed_tools: reader.granted_tools(top.allowed_tools).into(),
        disallowed_tools: reader.denied_tools(top.disallowed_tools),
        contract: reader.contract(&top.contract),
        arguments: reader.arguments(&top.invoked),
        unread_keys: std::mem::take(&mut top.unread).into(),
        ..Manifest::default()
    };
    manifest.trigger = reader.trigger(&top.invoked, manifest.contract.as_deref());
    if let Some(always) = top.always {
        manifest.resident = reader.flag(always, Flag::No) == Flag::Yes;
    }
    let mut lists = Lists::default();
    if let Some(entry) = top.metadata
        && let Some(metadata) = reader.metadata(entry)
    {
        client_block(reader, &metadata, &mut manifest, &mut lists);
    }
    if let Some(requires) = top.requires {
        reader.requires(requires, &mut lists);
    }
    if let Some(os) = top.os {
        reader.systems(os, &mut lists.os);
    }
    let skip = manifest.requirements.skip;
    manifest.requirements = lists.finish();
    manifest.requirements.skip = skip;
    for entry in [top.homepage, top.website, top.url] {
        if manifest.homepage.is_none() {
            manifest.homepage = reader.text(entry).map(Box::from);
        }
    }
    if manifest.emoji.is_none() {
        manifest.emoji = reader.text(top.emoji).map(Box::from);
    }
    manifest
}

fn invocation(reader: &mut Reader<'_>, top: &Top<'_>) -> Invocation {
    let mut invocation = Invocation::default();
    if let Some(entry) = top.model {
        invocation.model = reader.flag(entry, Flag::Yes) == Flag::No;
    }
    if let Some(entry) = top.user {
        invocation.user = reader.flag(entry, Flag::No) == Flag::Yes;
    }
    invocation
}

fn dispatch<'d>(reader: &mut Reader<'d>, top: &Top<'d>) -> Option<CommandDispatch> {
    let entry = top.dispatch?;
    let word = reader.text(top.dispatch)?;
    if !word.eq_ignore_ascii_case("tool") {
        reader.warn(
            DISPATCH,
            entry.key_span,
            || format!("`{}` knows only `tool`, not `{word}`", entry.key),
            "write `tool`, or remove the line",
        );
        return None;
    }
    if let Some(mode) = top.dispatch_mode
        && let Some(word) = Text::of(&mode.value).given()
        && !word.eq_ignore_ascii_case("raw")
    {
        reader.warn(
            DISPATCH,
            mode.key_span,
            || format!("`{}` knows only `raw`, not `{word}`", mode.key),
            "remove the line: `raw` is what happens",
        );
    }
    let tool = reader.text(top.dispatch_tool);
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

fn client_block(
    reader: &mut Reader<'_>,
    metadata: &Node<'_>,
    manifest: &mut Manifest,
    lists: &mut Lists,
) {
    let Some(entries) = metadata.as_mapping() else {
        return;
    };
    for name in BLOCKS {
        let Some(entry) = entry(entries, name) else {
            continue;
        };
        if let Some(block) = entry.value.as_mapping() {
            return client_fields(reader, name, block, manifest, lists);
        }
        // A block may be JSON in a string, as the whole of `metadata` may be.
        match Text::of(&entry.value) {
            Text::Given(text) if text.starts_with('{') => {
                match json5_tree(text, entry.value.span, reader.limits) {
                    Ok(block) => {
                        let block = block.as_mapping().unwrap_or(&[]);
                        return client_fields(reader, name, block, manifest, lists);
                    }
                    Err(fault) => reader.fail(
                        METADATA_UNREADABLE,
                        entry.key_span,
                        || format!("`metadata.{name}` cannot be read: {}", fault.message),
                        "write a mapping below it",
                    ),
                }
            }
            Text::Blank => {}
            _ => reader.ignored_block(entry),
        }
    }
}

fn client_fields(
    reader: &mut Reader<'_>,
    block_name: &str,
    block: &[Entry<'_>],
    manifest: &mut Manifest,
    lists: &mut Lists,
) {
    for entry in block {
        match &*entry.key {
            "always" => {
                let always = reader.flag(entry, Flag::No) == Flag::Yes;
                if matches!(block_name, "nanobot" | "jianmu") {
                    manifest.resident |= always;
                } else {
                    manifest.requirements.skip = always;
                }
            }
            "emoji" => manifest.emoji = described(reader, entry),
            "homepage" => manifest.homepage = described(reader, entry),
            "primaryEnv" => manifest.primary_env = described(reader, entry),
            "skillKey" => manifest.skill_key = described(reader, entry),
            "os" => reader.systems(entry, &mut lists.os),
            "requires" => reader.requires(entry, lists),
            "install" => manifest.install = reader.installs(entry).into(),
            _ => {}
        }
    }
}

fn described(reader: &mut Reader<'_>, entry: &Entry<'_>) -> Option<Box<str>> {
    let text = Text::of(&entry.value);
    if matches!(text, Text::List | Text::Mapping) {
        reader.ignored(FIELD_IGNORED, entry, text.fault());
    }
    text.given().map(Box::from)
}
