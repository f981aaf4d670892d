//! The faults of the agentskills.io reference library in one short form, made from our
//! [`StrictFault`] and from the library's own sentences, which are never compared as such.

use prowess_format::strict::{StrictFault, SubsetValue};
use serde_json::Value;

/// What a crash of the library is called, whatever its exception.
pub const CRASH: &str = "crash";

/// Kind, field and figures of a fault.
#[must_use]
pub fn fault_label(fault: &StrictFault) -> String {
    if fault.is_crash() {
        return CRASH.to_owned();
    }
    match fault {
        StrictFault::NotAFolder => "not a folder".to_owned(),
        StrictFault::FileMissing => "no file".to_owned(),
        StrictFault::NoOpeningFence => "no opening fence".to_owned(),
        StrictFault::NoClosingFence => "no closing fence".to_owned(),
        StrictFault::Yaml(_) => "yaml".to_owned(),
        StrictFault::NotMapping => "no mapping".to_owned(),
        StrictFault::UnexpectedFields(fields) => format!("unexpected: {}", fields.join(", ")),
        StrictFault::NameMissing => "missing: name".to_owned(),
        StrictFault::NameEmpty => "empty: name".to_owned(),
        StrictFault::NameTooLong(length) => format!("name: length {length}"),
        StrictFault::NameNotLowerCase => "name: case".to_owned(),
        StrictFault::NameEdgeHyphen => "name: edge hyphen".to_owned(),
        StrictFault::NameDoubleHyphen => "name: double hyphen".to_owned(),
        StrictFault::NameCharacter(_) => "name: character".to_owned(),
        StrictFault::FolderDiffers { folder, name } => format!("folder: {folder} / {name}"),
        StrictFault::DescriptionMissing => "missing: description".to_owned(),
        StrictFault::DescriptionEmpty => "empty: description".to_owned(),
        StrictFault::DescriptionTooLong(length) => format!("description: length {length}"),
        StrictFault::CompatibilityNotText => "compatibility: no text".to_owned(),
        StrictFault::CompatibilityTooLong(length) => format!("compatibility: length {length}"),
        other => format!("unknown: {other:?}"),
    }
}

/// The same of one of the library's sentences. Which sentence is which is recognised by as few
/// words as tell them apart.
#[must_use]
pub fn sentence_label(sentence: &str) -> String {
    let quoted = |index: usize| sentence.split('\'').nth(index).unwrap_or("");
    let length = || {
        let figure = sentence.rsplit('(').next().unwrap_or("");
        figure.trim_end_matches(" chars)").to_owned()
    };
    let has = |words: &str| sentence.contains(words);
    let starts = |words: &str| sentence.starts_with(words);
    if starts("Invalid YAML") {
        "yaml".to_owned()
    } else if starts("Unexpected fields") {
        let listed = sentence.split_once(": ").map_or("", |(_, rest)| rest);
        let fields = listed
            .rsplit_once(". Only [")
            .map_or("", |(fields, _)| fields);
        format!("unexpected: {fields}")
    } else if starts("Missing required field") {
        let field = sentence.rsplit(' ').next().unwrap_or("");
        format!("missing: {field}")
    } else if starts("Missing required file") || has(" not found in ") {
        "no file".to_owned()
    } else if starts("Not a directory") {
        "not a folder".to_owned()
    } else if starts("SKILL.md must start") {
        "no opening fence".to_owned()
    } else if has("not properly closed") {
        "no closing fence".to_owned()
    } else if has("must be a YAML mapping") {
        "no mapping".to_owned()
    } else if has("must be a non-empty string") {
        format!("empty: {}", quoted(1))
    } else if has("'compatibility' must be") {
        "compatibility: no text".to_owned()
    } else if starts("Directory name") {
        let pair = sentence
            .strip_prefix("Directory name '")
            .and_then(|rest| rest.strip_suffix('\''))
            .and_then(|rest| rest.split_once("' must match skill name '"));
        let (folder, name) = pair.unwrap_or_default();
        format!("folder: {folder} / {name}")
    } else if starts("Description exceeds") {
        format!("description: length {}", length())
    } else if starts("Compatibility exceeds") {
        format!("compatibility: length {}", length())
    } else if starts("Skill name") && has("character limit") {
        format!("name: length {}", length())
    } else if starts("Skill name") && has("lowercase") {
        "name: case".to_owned()
    } else if starts("Skill name") && has("start or end") {
        "name: edge hyphen".to_owned()
    } else if starts("Skill name") && has("consecutive") {
        "name: double hyphen".to_owned()
    } else if starts("Skill name") && has("invalid characters") {
        "name: character".to_owned()
    } else {
        format!("unknown: {sentence}")
    }
}

/// A value of the library's YAML subset as JSON.
#[must_use]
pub fn subset_json(value: &SubsetValue) -> Value {
    match value {
        SubsetValue::Text(text) => Value::String(text.clone()),
        SubsetValue::List(elements) => elements.iter().map(subset_json).collect(),
        SubsetValue::Map(entries) => Value::Object(
            entries
                .iter()
                .map(|(key, value)| (key.clone(), subset_json(value)))
                .collect(),
        ),
    }
}
