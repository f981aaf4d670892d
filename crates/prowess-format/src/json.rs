//! Between header nodes and JSON values.

use std::borrow::Cow;

use prowess_base::Span;
use serde_json::Value as Json;

use crate::{Entry, Node, NodeKind, Scalar, ScalarStyle, Value};

/// The node as JSON, scalars under the YAML core schema. What JSON has no number for (`.inf`,
/// `.nan`) is `null`, as JavaScript writes it.
#[must_use]
pub fn to_json(node: &Node<'_>) -> Json {
    match &node.kind {
        NodeKind::Scalar(scalar) => match scalar.value() {
            Value::Null => Json::Null,
            Value::Boolean(value) => value.into(),
            Value::Integer(value) => value.into(),
            Value::Float(value) => value.into(),
            Value::Text(text) => text.into(),
        },
        NodeKind::Sequence(elements) => elements.iter().map(to_json).collect(),
        NodeKind::Mapping(entries) => entries
            .iter()
            .map(|entry| (entry.key.to_string(), to_json(&entry.value)))
            .collect(),
    }
}

/// The node as JSON, every scalar as the text that its author wrote (`1.10`, `007`, `yes`) and
/// nothing as `null` (case FM-28).
#[must_use]
pub fn to_json_as_written(node: &Node<'_>) -> Json {
    match &node.kind {
        NodeKind::Scalar(_) if node.is_null() => Json::Null,
        NodeKind::Scalar(scalar) => (*scalar.text).into(),
        NodeKind::Sequence(elements) => elements.iter().map(to_json_as_written).collect(),
        NodeKind::Mapping(entries) => entries
            .iter()
            .map(|entry| (entry.key.to_string(), to_json_as_written(&entry.value)))
            .collect(),
    }
}

/// A JSON value as a node without a place, for callers that have JSON and no header.
#[must_use]
pub fn from_json(json: &Json) -> Node<'static> {
    let scalar = |text: String, style| {
        NodeKind::Scalar(Scalar {
            text: Cow::Owned(text),
            style,
        })
    };
    let kind = match json {
        Json::Null => scalar("null".to_owned(), ScalarStyle::Plain),
        Json::Bool(value) => scalar(value.to_string(), ScalarStyle::Plain),
        Json::Number(value) => scalar(value.to_string(), ScalarStyle::Plain),
        Json::String(text) => scalar(text.clone(), ScalarStyle::Text),
        Json::Array(elements) => NodeKind::Sequence(elements.iter().map(from_json).collect()),
        Json::Object(fields) => {
            let entry = |(key, value): (&String, &Json)| Entry {
                key: Cow::Owned(key.clone()),
                key_span: Span::default(),
                value: from_json(value),
            };
            NodeKind::Mapping(fields.iter().map(entry).collect())
        }
    };
    Node {
        span: Span::default(),
        kind,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// JSON survives the way through a node.
    #[test]
    fn round_trip() {
        let json = serde_json::json!({"a": [1, -2.5, true, null, "1", ""], "b": {}});
        assert_eq!(to_json(&from_json(&json)), json);
    }
}
