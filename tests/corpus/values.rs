//! Where YAML 1.2 reads a header, we read the same values.

use prowess_base::Diagnostic;
use prowess_format::{Document, Header, Node, NodeKind, Value};
use prowess_tests::note;
use serde::Deserialize;
use serde_json::Value as Json;

use crate::sample::{Sample, rows, with_document};

#[derive(Deserialize)]
struct Row {
    path: String,
    header: String,
    yaml: Option<String>,
    body_line: Option<u32>,
    data: Option<Json>,
}

/// What YAML 1.2 reads is equal here, value by value, with the same first body line; where it
/// finds no header or no end, so do we; what it refuses is repaired or an error, never silent.
#[test]
fn equal_to_yaml_1_2() {
    let Some(sample) = Sample::open() else {
        return;
    };
    let (mut equal, mut different, mut broken) = (0, Vec::new(), 0);
    for row in rows::<Row>("yaml12.jsonl") {
        let fault = with_document(&sample.bytes(&row.path), |document, diagnostics| {
            compare(&row, document, diagnostics)
        });
        match fault {
            Some(fault) => different.push(format!("{}: {fault}", row.path)),
            None if row.yaml.as_deref() == Some("error") => broken += 1,
            None => equal += 1,
        }
    }
    note(&format!(
        "corpus yaml12: {equal} equal, {broken} broken and told, {} different",
        different.len()
    ));
    assert!(different.is_empty(), "{}", different.join("\n"));
}

fn compare(row: &Row, document: &Document<'_>, diagnostics: &[Diagnostic]) -> Option<String> {
    let is_error = diagnostics.iter().any(Diagnostic::is_error);
    match (row.header.as_str(), row.yaml.as_deref()) {
        ("none", _) => {
            (document.header != Header::Absent).then(|| format!("{:?}", document.header))
        }
        ("unclosed", _) => (!matches!(document.header, Header::Unterminated { .. }))
            .then(|| "not unterminated".to_owned()),
        (_, Some("error")) => diagnostics
            .is_empty()
            .then(|| "read without a word".to_owned()),
        // A header that is text and no mapping is YAML, and no header.
        (_, Some("ok")) if !matches!(row.data, Some(Json::Object(_) | Json::Null)) => {
            (!is_error).then(|| "no mapping and no error".to_owned())
        }
        _ if is_error => Some(format!("{diagnostics:?}")),
        _ => {
            let data = row.data.as_ref().unwrap();
            let found = document.root().map_or(Json::Null, json);
            let body_line = document
                .text
                .get(..document.body.start as usize)
                .unwrap()
                .matches('\n')
                .count()
                + 1;
            if !same(&found, data) {
                Some(format!("found {found}\n  expected {data}"))
            } else if row.body_line != u32::try_from(body_line).ok() && !document.body().is_empty()
            {
                Some(format!("body at line {body_line}"))
            } else {
                None
            }
        }
    }
}

/// The core-schema value of a node.
fn json(node: &Node<'_>) -> Json {
    match &node.kind {
        NodeKind::Scalar(scalar) => match scalar.value() {
            Value::Null => Json::Null,
            Value::Boolean(value) => value.into(),
            Value::Integer(value) => value.into(),
            Value::Float(value) => value.into(),
            Value::Text(text) => text.into(),
        },
        NodeKind::Sequence(elements) => elements.iter().map(json).collect(),
        NodeKind::Mapping(entries) => Json::Object(
            entries
                .iter()
                .map(|entry| (entry.key.to_string(), json(&entry.value)))
                .collect(),
        ),
    }
}

/// Equality in which `1` and `1.0` are one number, as they are in JSON.
fn same(left: &Json, right: &Json) -> bool {
    match (left, right) {
        (Json::Number(left), Json::Number(right)) => left.as_f64() == right.as_f64(),
        (Json::Array(left), Json::Array(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .zip(right)
                    .all(|(left, right)| same(left, right))
        }
        (Json::Object(left), Json::Object(right)) => {
            left.keys().eq(right.keys())
                && left
                    .values()
                    .zip(right.values())
                    .all(|(left, right)| same(left, right))
        }
        _ => left == right,
    }
}
