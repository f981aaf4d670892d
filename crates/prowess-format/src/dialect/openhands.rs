//! OpenHands SDK 1.58.2.
//!
//! | file | name | MCP servers |
//! |---|---|---|
//! | SKILL.md | the header's or the folder's, which have to be equal and of the standard's form | from `.mcp.json` beside it |
//! | another Markdown file | the header's, whatever it is, else from its path | `mcp_tools` of the header |
//!
//! A field of a wrong kind drops the whole skill in that client, so it makes the skill invalid here.
//! A description is not needed. What brings a skill in follows from three keys, the first that is
//! there and not empty: `paths`, `inputs`, `triggers`.

use std::sync::Arc;

use prowess_base::{SkillName, Span};

use super::fields::{Flag, Text};
use super::reader::Reader;
use super::yaml11::Kind;
use crate::codes::dialect::{
    FIELD_IGNORED, FIELD_REFUSED, METADATA_UNREADABLE, NAME_REFUSED, NAME_UNUSABLE, NO_HEADER,
    TRIGGER_IGNORED,
};
use crate::{
    Document, Entry, Header, Limits, Manifest, McpServers, Node, NodeKind, Reading, TaskInput,
    Trigger, to_json,
};

/// The entries that this dialect reads.
#[derive(Default)]
struct Fields<'d> {
    name: Option<&'d Entry<'d>>,
    description: Option<&'d Entry<'d>>,
    license: Option<&'d Entry<'d>>,
    compatibility: Option<&'d Entry<'d>>,
    metadata: Option<&'d Entry<'d>>,
    allowed_tools: Option<&'d Entry<'d>>,
    model: Option<&'d Entry<'d>>,
    triggers: Option<&'d Entry<'d>>,
    inputs: Option<&'d Entry<'d>>,
    paths: Option<&'d Entry<'d>>,
    mcp_tools: Option<&'d Entry<'d>>,
    unread: Vec<Box<str>>,
}

impl<'d> Fields<'d> {
    fn collect(reader: &mut Reader<'d>) -> Self {
        let mut fields = Self::default();
        for entry in reader.entries() {
            let slot = match &*entry.key {
                "name" => &mut fields.name,
                "description" => &mut fields.description,
                "license" => &mut fields.license,
                "compatibility" => &mut fields.compatibility,
                "metadata" => &mut fields.metadata,
                "allowed-tools" | "allowed_tools" => &mut fields.allowed_tools,
                "disable-model-invocation" | "disable_model_invocation" => &mut fields.model,
                "triggers" => &mut fields.triggers,
                "inputs" => &mut fields.inputs,
                "paths" => &mut fields.paths,
                "mcp_tools" => &mut fields.mcp_tools,
                other => {
                    fields.unread.push(other.into());
                    continue;
                }
            };
            if let Some(first) = slot.replace(entry) {
                reader.spelled_twice(first, entry);
            }
        }
        fields
    }
}

/// A SKILL.md in `folder`.
pub(super) fn read(reader: &mut Reader<'_>, folder: &str) -> Manifest {
    let mut fields = Fields::collect(reader);
    let name = fields.name.map(|entry| strict_name(reader, entry, folder));
    if name.is_none() {
        refuse_form(reader, folder);
    }
    if let Some(entry) = fields.mcp_tools.take() {
        reader.warn(
            FIELD_IGNORED,
            entry.key_span,
            || "`mcp_tools` means nothing in a SKILL.md".to_owned(),
            "name the servers in `.mcp.json` beside it",
        );
    }
    manifest(reader, &fields, name, folder)
}

/// Reads another Markdown file of a folder with skills, of which `name` is the name where its header
/// has none.
#[must_use]
pub fn read_note(document: &Document<'_>, name: &str, limits: &Limits) -> Reading {
    let mut reader = Reader::new(document, limits);
    let fields = Fields::collect(&mut reader);
    let declared = fields.name.and_then(|entry| loose_name(&mut reader, entry));
    let mut manifest = manifest(&mut reader, &fields, declared, name);
    manifest.resident = manifest.trigger.is_none();
    manifest.mcp_servers = fields
        .mcp_tools
        .and_then(|entry| mcp_servers(&mut reader, entry));
    Reading {
        manifest,
        diagnostics: reader.into_diagnostics(),
        body: document.body,
    }
}

/// How a text that has no header here begins all the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Opening {
    /// As text.
    Text,
    /// This client, and no other, reads a header here: behind blanks, between lines of more than
    /// three dashes, as JSON.
    OwnHeader,
    /// As something that no one reads as a header and that names a restriction.
    Restriction,
}

impl Opening {
    /// Lines of what is no header that are looked at.
    const LINES: usize = 100;
    const RESTRICTIONS: [&str; 3] = [
        "disable-model-invocation",
        "disable_model_invocation",
        "paths",
    ];

    fn of(text: &str) -> Self {
        let text = text.trim_start();
        let mut lines = text.lines();
        let first = lines.next().unwrap_or("").trim_end();
        let dashes = first.trim_start_matches('-');
        if first == "{" || (dashes.is_empty() && first.len() >= 3) {
            return Self::OwnHeader;
        }
        let looks_like_one = ["---", "+++", "{"]
            .iter()
            .any(|mark| first.starts_with(mark));
        let names_one = |line: &str| {
            Self::RESTRICTIONS.iter().any(|key| {
                line.trim_start_matches(['"', '\'', ' ', '{'])
                    .starts_with(key)
            })
        };
        if looks_like_one && lines.take(Self::LINES).any(names_one) {
            Self::Restriction
        } else {
            Self::Text
        }
    }
}

/// Refuses a text whose header is not read here and may restrict the skill: no description is
/// needed, so nothing else would tell of it.
fn refuse_unread_header(reader: &mut Reader<'_>) {
    let message = match (&reader.document.header, Opening::of(reader.document.text)) {
        (Header::Absent, Opening::OwnHeader) => "this client alone reads a header here",
        (Header::Absent, Opening::Restriction) => {
            "this begins like a header, is none, and may restrict the skill"
        }
        _ => return,
    };
    reader.fail(
        NO_HEADER,
        Span::new(0, 0),
        || message.to_owned(),
        "begin the file with a line of exactly `---`, and close the header with another",
    );
}

/// The header in its typed form. `place` is the name where it declares none.
fn manifest(
    reader: &mut Reader<'_>,
    fields: &Fields<'_>,
    declared: Option<&str>,
    place: &str,
) -> Manifest {
    refuse_unread_header(reader);
    if let Some(entry) = fields.metadata
        && entry.value.as_mapping().is_none()
        && !entry.value.is_null()
    {
        reader.fail(
            METADATA_UNREADABLE,
            entry.key_span,
            || "`metadata` is no mapping, with which this client drops the skill".to_owned(),
            "write a mapping below it",
        );
    }
    let mut manifest = Manifest {
        description: text(reader, fields.description).map(Arc::from),
        license: text(reader, fields.license).map(Box::from),
        compatibility: text(reader, fields.compatibility).map(Box::from),
        allowed_tools: allowed_tools(reader, fields.allowed_tools).into(),
        trigger: trigger(reader, fields, declared.unwrap_or(place)).map(Box::new),
        unread_keys: fields.unread.clone().into(),
        name: declared.map(Box::from),
        ..Manifest::default()
    };
    if let Some(entry) = fields.model {
        manifest.invocation.model = reader.flag(entry, Flag::Yes) == Flag::No;
    }
    if matches!(manifest.trigger.as_deref(), Some(Trigger::Path { .. })) {
        manifest.invocation.model = false;
    }
    manifest
}

/// The declared name, which has to be the folder's.
fn strict_name<'d>(reader: &mut Reader<'d>, entry: &'d Entry<'d>, folder: &str) -> &'d str {
    let name = match entry.value.as_scalar() {
        Some(scalar) if Kind::of(scalar) != Kind::Null => &*scalar.text,
        _ => "",
    };
    let fault = match SkillName::fault(name) {
        Some(fault) => fault.to_string(),
        None if name != folder => format!("the folder is called `{folder}`"),
        None => return name,
    };
    reader.fail(
        NAME_REFUSED,
        entry.key_span,
        || format!("this client refuses the name `{name}`: {fault}"),
        "give the folder and `name` the same name, of `a`-`z`, `0`-`9` and single inner `-`",
    );
    name
}

/// The folder's name stands for the header's, and is held to the same form.
fn refuse_form(reader: &mut Reader<'_>, folder: &str) {
    if let Some(fault) = SkillName::fault(folder) {
        reader.fail(
            NAME_REFUSED,
            Span::new(0, 0),
            || format!("this client refuses the folder's name `{folder}`: {fault}"),
            "rename the folder to `a`-`z`, `0`-`9` and single inner `-`",
        );
    }
}

fn loose_name<'n>(reader: &mut Reader<'_>, entry: &'n Entry<'_>) -> Option<&'n str> {
    match entry.value.as_scalar() {
        Some(scalar) if Kind::of(scalar) != Kind::Null => Some(&scalar.text),
        _ => {
            reader.warn(
                NAME_UNUSABLE,
                entry.key_span,
                || {
                    let fault = Text::of(&entry.value).fault();
                    format!("`name` is {fault}; the file's name counts")
                },
                "write the name as text, or remove the line",
            );
            None
        }
    }
}

/// Text as it stands, blanks included; anything else but nothing is refused.
fn text<'n>(reader: &mut Reader<'_>, entry: Option<&'n Entry<'_>>) -> Option<&'n str> {
    let entry = entry?;
    match entry
        .value
        .as_scalar()
        .map(|scalar| (Kind::of(scalar), scalar))
    {
        Some((Kind::Text, scalar)) => Some(&scalar.text),
        Some((Kind::Null, _)) => None,
        _ => {
            refuse(reader, entry, "text");
            None
        }
    }
}

fn refuse(reader: &mut Reader<'_>, entry: &Entry<'_>, wanted: &str) {
    reader.fail(
        FIELD_REFUSED,
        entry.key_span,
        || {
            format!(
                "`{}` is not {wanted}, with which this client drops the skill",
                entry.key
            )
        },
        "write it as this client reads it, text in quotes where YAML takes it for something else",
    );
}

/// Text is split at blanks and keeps its commas. What holds parentheses is split as elsewhere: a
/// tool must not be granted without the pattern behind it.
fn allowed_tools(reader: &mut Reader<'_>, entry: Option<&Entry<'_>>) -> Vec<Box<str>> {
    let plain = entry
        .and_then(|entry| entry.value.as_scalar())
        .filter(|scalar| Kind::of(scalar) == Kind::Text && !scalar.text.contains(['(', ')']));
    match plain {
        Some(scalar) => scalar.text.split_whitespace().map(Box::from).collect(),
        None => reader.granted_tools(entry).into_vec(),
    }
}

/// What brings the skill in. Keys that are there and cannot be read are refused.
fn trigger(reader: &mut Reader<'_>, fields: &Fields<'_>, name: &str) -> Option<Trigger> {
    let triggers = fields
        .triggers
        .map(|entry| (entry, entry.value.as_sequence()));
    if let Some((entry, None)) = triggers {
        refuse(reader, entry, "a list");
    }
    let words = triggers.and_then(|(entry, words)| Some((entry, words?)));
    let paths = fields.paths.map(|entry| paths(reader, entry));
    if let Some(paths) = paths.filter(|paths| !paths.is_empty()) {
        let unused = words.filter(|(_, words)| !words.is_empty());
        for entry in unused
            .map(|(entry, _)| entry)
            .into_iter()
            .chain(fields.inputs)
        {
            reader.warn(
                TRIGGER_IGNORED,
                entry.key_span,
                || format!("`{}` does not count beside `paths`", entry.key),
                "make two skills of it, one with `paths` and one without",
            );
        }
        return Some(Trigger::Path { paths });
    }
    let mut words: Vec<Box<str>> = match words {
        Some((entry, words)) => texts(reader, entry, words),
        None => Vec::new(),
    };
    if let Some(entry) = fields.inputs {
        let inputs = inputs(reader, entry);
        let command = format!("/{name}");
        if !words.iter().any(|word| **word == *command) {
            words.push(command.into());
        }
        return Some(Trigger::Task {
            triggers: words.into(),
            inputs,
        });
    }
    (!words.is_empty()).then(|| Trigger::Keyword {
        keywords: words.into(),
    })
}

/// Patterns, from a list or from text with commas; blank ones are left out.
fn paths(reader: &mut Reader<'_>, entry: &Entry<'_>) -> Box<[Box<str>]> {
    let patterns: Option<Vec<&str>> = match &entry.value.kind {
        NodeKind::Scalar(scalar) => match Kind::of(scalar) {
            Kind::Null => Some(Vec::new()),
            Kind::Text => Some(scalar.text.split(',').collect()),
            _ => None,
        },
        NodeKind::Sequence(elements) => elements
            .iter()
            .map(|element| Some(&*element.as_scalar()?.text))
            .collect(),
        NodeKind::Mapping(_) => None,
    };
    let Some(patterns) = patterns else {
        refuse(reader, entry, "text or a list of texts");
        return Box::default();
    };
    let trimmed = patterns.into_iter().map(str::trim);
    trimmed
        .filter(|pattern| !pattern.is_empty())
        .map(Box::from)
        .collect()
}

fn texts(reader: &mut Reader<'_>, entry: &Entry<'_>, elements: &[Node<'_>]) -> Vec<Box<str>> {
    let texts: Option<Vec<Box<str>>> = elements.iter().map(plain_text).collect();
    texts.unwrap_or_else(|| {
        refuse(reader, entry, "a list of texts");
        Vec::new()
    })
}

fn plain_text(node: &Node<'_>) -> Option<Box<str>> {
    let scalar = node.as_scalar()?;
    (Kind::of(scalar) == Kind::Text).then(|| (*scalar.text).into())
}

fn inputs(reader: &mut Reader<'_>, entry: &Entry<'_>) -> Box<[TaskInput]> {
    let of_node = |node: &Node<'_>| {
        Some(TaskInput {
            name: plain_text(node.get("name")?)?,
            description: plain_text(node.get("description")?)?,
        })
    };
    let elements = entry.value.as_sequence();
    let inputs: Option<Box<[_]>> =
        elements.and_then(|elements| elements.iter().map(of_node).collect());
    inputs.unwrap_or_else(|| {
        refuse(
            reader,
            entry,
            "a list of mappings with `name` and `description`",
        );
        Box::default()
    })
}

fn mcp_servers(reader: &mut Reader<'_>, entry: &Entry<'_>) -> Option<Box<McpServers>> {
    if entry.value.is_null() {
        return None;
    }
    if entry.value.as_mapping().is_none() {
        refuse(reader, entry, "a mapping");
        return None;
    }
    Some(Box::new(McpServers(to_json(&entry.value))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(header: &str) -> Reading {
        let text = format!("---\n{header}\n---\nBody\n");
        let (document, faults) = Document::parse(&text, &Limits::default());
        assert_eq!(faults, [], "{header}");
        read_note(&document, "sub/foo", &Limits::default())
    }

    /// A file that is no SKILL.md is resident unless something brings it in; its name is free, and
    /// servers stand in its header.
    #[test]
    fn notes() {
        let plain = note("mcp_tools:\n  s: {command: x}");
        assert_eq!(plain.manifest.name, None);
        assert!(plain.manifest.resident);
        let servers = McpServers(serde_json::json!({"s": {"command": "x"}}));
        assert_eq!(plain.manifest.mcp_servers, Some(Box::new(servers)));
        let named = note("name: Any Name\ntriggers: [a]");
        assert_eq!(named.manifest.name.as_deref(), Some("Any Name"));
        assert!(!named.manifest.resident);
        assert_eq!([plain.diagnostics, named.diagnostics], [[], []]);
    }

    /// A rule is for no model, whatever else its header says.
    #[test]
    fn rules() {
        let rule = note("paths: 'src/**, , *.rs'\ntriggers: [a]\ndisable-model-invocation: false");
        let paths = ["src/**", "*.rs"].map(Box::from).into();
        assert_eq!(
            rule.manifest.trigger,
            Some(Box::new(Trigger::Path { paths }))
        );
        assert!(!rule.manifest.invocation.model);
        let codes: Vec<_> = rule.diagnostics.iter().map(|told| told.code).collect();
        assert_eq!(codes, [TRIGGER_IGNORED]);
    }

    /// A tool with a pattern behind a blank is not granted without it.
    #[test]
    fn doubtful_grants() {
        let tools = |header: &str| note(header).manifest.allowed_tools;
        assert_eq!(*tools("allowed-tools: Bash (git *)"), []);
        assert_eq!(
            *tools("allowed_tools: Read, Write"),
            ["Read,".into(), "Write".into()]
        );
    }

    /// A header that is not read here is no licence: the skill is invalid where it may restrict.
    #[test]
    fn unread_headers() {
        let openings = [
            ("\n---\nname: a\n---\n", Opening::OwnHeader),
            ("----\nname: a\n----\n", Opening::OwnHeader),
            ("{\n  \"name\": \"a\"\n}\n", Opening::OwnHeader),
            ("+++\npaths = 'src/**'\n+++\n", Opening::Restriction),
            (
                "--- !map\ndisable-model-invocation: true\n---\n",
                Opening::Restriction,
            ),
            ("+++\nname = 'a'\n+++\n", Opening::Text),
            ("# Paths\n\npaths: all\n", Opening::Text),
        ];
        for (text, opening) in openings {
            assert_eq!(Opening::of(text), opening, "{text}");
        }
        let (document, _) = Document::parse(openings[0].0, &Limits::default());
        let reading = read_note(&document, "a", &Limits::default());
        assert_eq!(reading.diagnostics.len(), 1);
    }
}
