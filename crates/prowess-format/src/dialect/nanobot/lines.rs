//! Nanobot of 2026-03, which reads no YAML: every line with a colon is a key and a value.
//!
//! Blanks around both and quotes around a value are taken away, the last of several equal keys
//! counts, and indentation means nothing. So every value is text, `always: false` makes a skill
//! resident, a block (`|`, `>`) is its mark, and a nested key is a top-level one. `metadata` counts
//! only as JSON on its own line.
//!
//! A requirement that stands elsewhere in `metadata` is lost to that client. Here it holds all the
//! same, with a warning; a form at which that client stops makes the skill invalid.

use std::sync::Arc;

use serde_json::Value as Json;

use super::{find_block, unread};
use crate::codes::dialect::{CLIENT_HABIT, NO_DESCRIPTION};
use crate::dialect::reader::Reader;
use crate::dialect::requirements::{Lists, entry};
use crate::strict::python::strip;
use crate::{Document, Entry, Header, Manifest, NodeKind};

/// What that client reads of a header.
struct Fields<'t>(Vec<(&'t str, &'t str)>);

impl<'t> Fields<'t> {
    fn of(document: &Document<'t>) -> Self {
        let Header::Mapping { span, .. } = &document.header else {
            return Self(Vec::new());
        };
        let lines = span.slice(document.text).split(['\n', '\r']);
        let fields = lines.filter_map(|line| line.split_once(':'));
        Self(
            fields
                .map(|(key, value)| (strip(key), strip(value).trim_matches(['"', '\''])))
                .collect(),
        )
    }

    fn get(&self, key: &str) -> Option<&'t str> {
        let mut fields = self.0.iter().rev();
        fields
            .find_map(|(known, value)| (*known == key).then_some(*value))
            .filter(|value| !value.is_empty())
    }

    /// The client's block below `metadata`, whatever it is; nothing where this client reads none.
    fn block(&self) -> Option<Json> {
        let metadata: Json = serde_json::from_str(self.get("metadata")?).ok()?;
        let Json::Object(mut metadata) = metadata else {
            return None;
        };
        metadata
            .remove("nanobot")
            .or_else(|| metadata.remove("openclaw"))
    }
}

/// The block that this client reads, whatever it is; an empty object where there is none.
#[must_use]
pub fn block(document: &Document<'_>) -> Json {
    Fields::of(document)
        .block()
        .unwrap_or_else(|| Json::Object(serde_json::Map::new()))
}

pub(in crate::dialect) fn read(reader: &mut Reader<'_>, folder: &str) -> Manifest {
    let fields = Fields::of(reader.document);
    let block = fields.block();
    let top = reader.entries();
    let mut manifest = Manifest {
        description: Some(description(reader, &fields, folder)),
        resident: fields.get("always").is_some()
            || block
                .as_ref()
                .and_then(|block| block.get("always"))
                .is_some_and(is_true),
        unread_keys: unread(top),
        ..Manifest::default()
    };
    if let Some(word) = fields.get("always")
        && ["false", "no", "off", "0"].contains(&&*word.to_ascii_lowercase())
        && let Some(always) = entry(top, "always")
    {
        reader.warn(
            CLIENT_HABIT,
            always.key_span,
            || "`always` is true to this client, whatever the word".to_owned(),
            "remove the line",
        );
    }
    if let Some(metadata) = entry(top, "metadata") {
        let reading = match block {
            Some(_) => As::Client,
            None => As::Author,
        };
        manifest.requirements = requirements(reader, metadata, reading).finish();
    }
    manifest
}

fn description(reader: &mut Reader<'_>, fields: &Fields<'_>, folder: &str) -> Arc<str> {
    if let Some(text) = fields.get("description") {
        return text.into();
    }
    if let Header::Mapping { span, .. } = &reader.document.header {
        let start = prowess_base::Span::new(span.start as usize, span.start as usize);
        reader.warn(
            NO_DESCRIPTION,
            start,
            || format!("this client finds no `description`, so it takes the name `{folder}`"),
            "write the description behind its key, on one line",
        );
    }
    folder.into()
}

/// For whom requirements are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum As {
    /// That client reads them: it stops at another form than a mapping of lists.
    Client,
    /// That client reads none of `metadata`, and its author wrote them.
    Author,
}

fn requirements<'d>(reader: &mut Reader<'d>, metadata: &'d Entry<'d>, reading: As) -> Lists {
    let mut lists = Lists::default();
    let Some(tree) = reader.metadata(metadata) else {
        return lists;
    };
    let Some(block) = find_block(&tree) else {
        return lists;
    };
    let Some(entries) = block.value.as_mapping() else {
        match reading {
            As::Client => reader.unreadable(block, "is no mapping, at which this client stops"),
            As::Author => reader.ignored_block(block),
        }
        return lists;
    };
    let Some(requires) = entry(entries, "requires") else {
        return lists;
    };
    if reading == As::Client && requires.value.as_mapping().is_none() {
        reader.unreadable(requires, "is no mapping, at which this client stops");
        return lists;
    }
    for part in reader.requires_entries(requires) {
        let list = match &*part.key {
            "bins" => &mut lists.bins,
            "env" => &mut lists.env,
            _ => continue,
        };
        match (&part.value.kind, reading) {
            (NodeKind::Sequence(elements), As::Client)
                if elements.iter().all(|element| element.as_scalar().is_some()) =>
            {
                // Blank names too: this client looks for them and finds none.
                let texts = elements.iter().filter_map(|element| element.as_scalar());
                list.extend(texts.map(|scalar| Box::from(&*scalar.text)));
            }
            (NodeKind::Mapping(entries), As::Client) => {
                list.extend(entries.iter().map(|entry| Box::from(&*entry.key)));
            }
            (NodeKind::Scalar(_), As::Client) if part.value.is_null() => {
                reader.unreadable(part, "is empty, at which this client stops");
            }
            _ => reader.list(part, list),
        }
    }
    if reading == As::Author && !(lists.bins.is_empty() && lists.env.is_empty()) {
        reader.warn(
            CLIENT_HABIT,
            metadata.key_span,
            || {
                "this client reads no requirement here, since `metadata` is no JSON on its own \
                 line; they hold all the same"
                    .to_owned()
            },
            "write `metadata: {\"nanobot\": …}` on one line",
        );
    }
    lists
}

/// Python's truth of a JSON value.
fn is_true(value: &Json) -> bool {
    match value {
        Json::Null => false,
        Json::Bool(value) => *value,
        Json::Number(number) => number.as_f64() != Some(0.0),
        Json::String(text) => !text.is_empty(),
        Json::Array(elements) => !elements.is_empty(),
        Json::Object(fields) => !fields.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use prowess_base::Diagnostic;

    use crate::{Dialect, Document, Limits, Manifest};

    fn read(fields: &str) -> (Manifest, Vec<Diagnostic>) {
        let text = format!("---\nname: a\n{fields}\n---\n");
        let limits = Limits::default();
        let (document, mut diagnostics) = Document::parse(&text, &limits);
        let reading = Dialect::NanobotLines.read(&document, "folder", &limits);
        diagnostics.extend(reading.diagnostics);
        (reading.manifest, diagnostics)
    }

    /// A value is what stands behind its colon, without quotes; the last of a key counts, also
    /// where it is nested.
    #[test]
    fn lines() {
        for (fields, description) in [
            (
                "description: Use when: sorting # bolts",
                "Use when: sorting # bolts",
            ),
            ("description: '\"both kinds\"'", "both kinds"),
            ("description: \"it's \"", "it's "),
            ("description: >-\n  folded", ">-"),
            ("description: d\nmetadata:\n  description: inner", "inner"),
            ("description:\n  - a", "folder"),
            ("license: MIT", "folder"),
        ] {
            assert_eq!(read(fields).0.description.as_deref(), Some(description));
        }
    }

    /// Every word makes a skill resident, and a "no" is told.
    #[test]
    fn always() {
        let (manifest, diagnostics) = read("description: d\nalways: false");
        assert!(manifest.resident);
        assert_eq!(diagnostics.len(), 1);
        let (manifest, _) = read("description: d\nmetadata: {\"openclaw\": {\"always\": 0}}");
        assert!(!manifest.resident);
    }

    /// Invariant 1: a requirement holds although this client does not read it, and a form at which
    /// it stops makes the skill invalid.
    #[test]
    fn requirements() {
        let requirement = |fields: &str| {
            let (manifest, diagnostics) = read(&format!("description: d\n{fields}"));
            let is_valid = !diagnostics.iter().any(Diagnostic::is_error);
            let bins = manifest.requirements.bins.join("+");
            (is_valid, diagnostics.len(), bins)
        };
        for (fields, expected) in [
            (
                "metadata: {\"nanobot\": {\"requires\": {\"bins\": [\"q\", \" \"]}}}",
                (true, 0, "q+ "),
            ),
            (
                "metadata: {\"nanobot\": {\"requires\": {\"bins\": {\"q\": 1}}}}",
                (true, 0, "q"),
            ),
            (
                "metadata:\n  nanobot:\n    requires:\n      bins: [q]",
                (true, 1, "q"),
            ),
            (
                "metadata: {nanobot: {requires: {bins: [q]}}}",
                (true, 1, "q"),
            ),
            (
                "metadata: {\"nanobot\": {\"requires\": null}}",
                (false, 1, ""),
            ),
            ("metadata: {\"nanobot\": null}", (false, 1, "")),
            (
                "metadata: {\"nanobot\": {\"requires\": {\"bins\": null}}}",
                (false, 1, ""),
            ),
        ] {
            let (is_valid, said, bins) = expected;
            assert_eq!(
                requirement(fields),
                (is_valid, said, bins.to_owned()),
                "{fields}"
            );
        }
    }
}
