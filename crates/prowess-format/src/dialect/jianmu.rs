//! Jianmu, by its documentation of SkillsCatalog; its source was not seen.
//!
//! | field | read from |
//! |---|---|
//! | name, description, `execution` and the keys beside it | the top level |
//! | resident | `always` at the top level, and in a block `jianmu` or `nanobot` |
//! | requirements | `requires` with `bins`, `env` and `os`, and `os`, at the top level and in the block |
//!
//! The block is the first of `metadata.jianmu`, `nanobot` and `openclaw` that is a mapping;
//! `metadata` may be JSON in a string. `always` in an `openclaw` block means something else to its
//! own client and nothing here.

use super::contract::ContractKeys;
use super::fields::Flag;
use super::reader::Reader;
use super::requirements::{Lists, entry};
use crate::{Document, Entry, Limits, Manifest, Node, to_json};
use serde_json::Value as Json;

const BLOCKS: [&str; 3] = ["jianmu", "nanobot", "openclaw"];

pub(super) fn read(reader: &mut Reader<'_>) -> Manifest {
    let [mut name, mut description, mut always] = [None::<&Entry<'_>>; 3];
    let [mut requires, mut os, mut metadata] = [None::<&Entry<'_>>; 3];
    let mut contract = ContractKeys::default();
    let mut unread = Vec::new();
    for entry in reader.entries() {
        let slot = match &*entry.key {
            "name" => &mut name,
            "description" => &mut description,
            "always" => &mut always,
            "requires" => &mut requires,
            "os" => &mut os,
            "metadata" => &mut metadata,
            other => match contract.slot(other) {
                Some(slot) => slot,
                None => {
                    unread.push(other.into());
                    continue;
                }
            },
        };
        *slot = Some(entry);
    }
    let mut manifest = Manifest {
        name: reader.name(name),
        description: reader.description(description),
        resident: always.is_some_and(|always| reader.flag(always, Flag::No) == Flag::Yes),
        contract: reader.contract(&contract),
        unread_keys: unread.into(),
        ..Manifest::default()
    };
    let mut lists = Lists::default();
    if let Some(requires) = requires {
        reader.requires(requires, &mut lists);
    }
    if let Some(os) = os {
        reader.systems(os, &mut lists.os);
    }
    if let Some(metadata) = metadata.and_then(|entry| reader.metadata(entry)) {
        client_block(reader, &metadata, &mut manifest, &mut lists);
    }
    manifest.requirements = lists.finish();
    manifest
}

fn client_block(
    reader: &mut Reader<'_>,
    metadata: &Node<'_>,
    manifest: &mut Manifest,
    lists: &mut Lists,
) {
    let blocks = metadata.as_mapping().unwrap_or(&[]);
    let found = BLOCKS.into_iter().find_map(|name| {
        let block = entry(blocks, name)?;
        let fields = block.value.as_mapping();
        if fields.is_none() && !block.value.is_null() {
            reader.ignored_block(block);
        }
        Some((name, fields?))
    });
    let Some((name, fields)) = found else {
        return;
    };
    for field in fields {
        match &*field.key {
            "always" if name != "openclaw" => {
                manifest.resident |= reader.flag(field, Flag::No) == Flag::Yes;
            }
            "requires" => reader.requires(field, lists),
            "os" => reader.systems(field, &mut lists.os),
            _ => {}
        }
    }
}

/// `metadata` as JSON, read from JSON where it is text; `null` where there is none.
#[must_use]
pub fn metadata(document: &Document<'_>, limits: &Limits) -> Json {
    let mut reader = Reader::new(document, limits);
    entry(reader.entries(), "metadata")
        .and_then(|entry| reader.metadata(entry))
        .map_or(Json::Null, |metadata| to_json(&metadata))
}

#[cfg(test)]
mod tests {
    use prowess_base::Diagnostic;
    use serde_json::json;

    use super::*;
    use crate::Dialect;

    fn read(text: &str) -> (Manifest, Vec<Diagnostic>) {
        let limits = Limits::default();
        let (document, mut diagnostics) = Document::parse(text, &limits);
        let reading = Dialect::Jianmu.read(&document, "folder", &limits);
        diagnostics.extend(reading.diagnostics);
        (reading.manifest, diagnostics)
    }

    /// Requirements with their systems, at the top level and in JSON in `metadata`; `always` of an
    /// `openclaw` block makes nothing resident and lifts nothing.
    #[test]
    fn requirements() {
        let lists = |manifest: &Manifest| {
            let requires = &manifest.requirements;
            json!([
                requires.bins,
                requires.env,
                requires.os,
                requires.skip,
                manifest.resident
            ])
        };
        for (fields, expected) in [
            (
                "always: true\nrequires: {bins: [node], env: [KEY], os: [macos]}",
                json!([["node"], ["KEY"], ["macos"], false, true]),
            ),
            (
                "metadata: {\"jianmu\": {\"always\": true, \"requires\": {\"bins\": [\"node\"]}}}",
                json!([["node"], [], [], false, true]),
            ),
            (
                "metadata: '{\"openclaw\": {\"always\": true, \"os\": [\"win\"], \"requires\": {\"env\": [\"KEY\"]}}}'",
                json!([[], ["KEY"], ["win"], false, false]),
            ),
            (
                "metadata:\n  nanobot: {always: true}\n  openclaw: {requires: {bins: [node]}}",
                json!([[], [], [], false, true]),
            ),
        ] {
            let text = format!("---\nname: a\ndescription: d\n{fields}\n---\n");
            let (manifest, diagnostics) = read(&text);
            assert_eq!(lists(&manifest), expected, "{fields}");
            assert_eq!(diagnostics, []);
        }
    }

    /// Keys of other clients mean nothing here and are named as unread.
    #[test]
    fn unread() {
        let (manifest, _) =
            read("---\nname: a\ndescription: d\nuser-invocable: no\nrole: r\n---\n");
        assert_eq!(manifest.unread_keys, ["user-invocable".into()].into());
        assert!(manifest.invocation.user);
        assert_eq!(manifest.contract.unwrap().role, Some("r".into()));
    }
}
