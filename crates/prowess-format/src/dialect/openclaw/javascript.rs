//! How JavaScript turns values into text.

use std::fmt::Write as _;

use crate::{Entry, Node, NodeKind, Value};

/// White space to `String.prototype.trim` (ECMAScript, `WhiteSpace` and `LineTerminator`).
pub(super) fn is_blank(character: char) -> bool {
    matches!(
        character,
        '\t' | '\n' | '\u{b}' | '\u{c}' | '\r' | ' ' | '\u{a0}' | '\u{1680}' | '\u{2000}'
            ..='\u{200a}'
                | '\u{2028}'
                | '\u{2029}'
                | '\u{202f}'
                | '\u{205f}'
                | '\u{3000}'
                | '\u{feff}'
    )
}

pub(super) fn trim(text: &str) -> &str {
    text.trim_matches(is_blank)
}

/// `String(number)`.
pub(super) fn number_text(number: f64) -> String {
    ryu_js::Buffer::new().format(number).to_owned()
}

/// `String(value)`, as list items are read.
pub(super) fn text(node: &Node<'_>) -> String {
    match &node.kind {
        NodeKind::Scalar(scalar) => match scalar.value() {
            Value::Null => "null".to_owned(),
            Value::Text(text) => text.to_owned(),
            other => scalar_text(other),
        },
        NodeKind::Sequence(elements) => {
            let parts: Vec<String> = elements
                .iter()
                .map(|element| {
                    if element.is_null() {
                        String::new()
                    } else {
                        text(element)
                    }
                })
                .collect();
            parts.join(",")
        }
        NodeKind::Mapping(_) => "[object Object]".to_owned(),
    }
}

/// `String(value)` of a scalar that is no text.
pub(super) fn scalar_text(value: Value<'_>) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Boolean(value) => value.to_string(),
        // Every number is a double there.
        Value::Integer(value) => number_text(value as f64),
        Value::Float(value) => number_text(value),
        Value::Text(text) => text.to_owned(),
    }
}

/// `JSON.stringify(value)`.
pub(super) fn json(node: &Node<'_>) -> String {
    let mut out = String::new();
    write_json(node, &mut out);
    out
}

fn write_json(node: &Node<'_>, out: &mut String) {
    match &node.kind {
        NodeKind::Scalar(scalar) => match scalar.value() {
            Value::Text(text) => write_string(text, out),
            Value::Float(value) if !value.is_finite() => out.push_str("null"),
            other => out.push_str(&scalar_text(other)),
        },
        NodeKind::Sequence(elements) => {
            out.push('[');
            for (index, element) in elements.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_json(element, out);
            }
            out.push(']');
        }
        NodeKind::Mapping(entries) => {
            out.push('{');
            for (index, entry) in in_object_order(entries).into_iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_string(&entry.key, out);
                out.push(':');
                write_json(&entry.value, out);
            }
            out.push('}');
        }
    }
}

/// Keys in the order of a JavaScript object: array indexes ascending, then the rest as inserted.
fn in_object_order<'n, 't>(entries: &'n [Entry<'t>]) -> Vec<&'n Entry<'t>> {
    let index = |entry: &Entry<'_>| {
        let number: u32 = entry.key.parse().ok()?;
        (number != u32::MAX && number.to_string() == *entry.key).then_some(number)
    };
    let mut ordered: Vec<_> = entries.iter().collect();
    ordered.sort_by_key(|entry| index(entry).map_or((1, 0), |number| (0, number)));
    ordered
}

fn write_string(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            control if control < ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(control));
            }
            other => out.push(other),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers are doubles, minus zero is zero, and large ones get an exponent.
    #[test]
    fn numbers() {
        let texts = [9_007_199_254_740_993_i64 as f64, -0.0, 1e21, 1.50, 1e-9].map(number_text);
        assert_eq!(texts, ["9007199254740992", "0", "1e+21", "1.5", "1e-9"]);
    }

    /// List items become text however deep they are; `null` is a word outside a list in a list.
    #[test]
    fn items() {
        let list = crate::json::from_json(&serde_json::json!([null, [1, null, ["a"]], {"x": 1}]));
        let items: Vec<String> = list.as_sequence().unwrap().iter().map(text).collect();
        assert_eq!(items, ["null", "1,,a", "[object Object]"]);
    }

    /// Array indexes come first and in order, control characters are escaped.
    #[test]
    fn objects() {
        let value = crate::json::from_json(&serde_json::json!({"b": "\u{1}", "10": 1, "9": true}));
        assert_eq!(json(&value), r#"{"9":true,"10":1,"b":"\u0001"}"#);
    }
}
