//! The header as a tree that knows where every part stands in the text.
//!
//! The tree belongs to no client: it has YAML 1.2's three kinds of node, keeps the order of keys
//! and keeps keys that nobody reads. A scalar keeps its text; what that text means under the YAML
//! core schema is asked for with [`Scalar::value`].

use std::borrow::Cow;

use prowess_base::Span;

/// One node of a header.
#[derive(Debug, Clone, PartialEq)]
pub struct Node<'t> {
    /// Where it stands in the text of the file. For a node that a repair made, the span of the
    /// text that it was made from.
    pub span: Span,
    /// What it is.
    pub kind: NodeKind<'t>,
}

/// The three kinds of node.
#[derive(Debug, Clone, PartialEq)]
pub enum NodeKind<'t> {
    /// Text, a number, a boolean or nothing.
    Scalar(Scalar<'t>),
    /// A list.
    Sequence(Vec<Node<'t>>),
    /// Keys with values, in the order of the text. Keys are unique.
    Mapping(Vec<Entry<'t>>),
}

/// One key of a mapping with its value.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry<'t> {
    /// The key as text.
    pub key: Cow<'t, str>,
    /// Where the key stands.
    pub key_span: Span,
    /// The value.
    pub value: Node<'t>,
}

/// A scalar: its text after quotes and escapes are taken away, and how it was written.
#[derive(Debug, Clone, PartialEq)]
pub struct Scalar<'t> {
    /// The text. For a plain `1.10` it is `1.10`.
    pub text: Cow<'t, str>,
    /// How it was written.
    pub style: ScalarStyle,
}

/// How a scalar was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScalarStyle {
    /// Without quotes; the only style whose text can mean something other than text.
    Plain,
    /// In `'` or `"`, a block (`|`, `>`), or tagged `!!str`.
    Text,
}

/// What a scalar means under the YAML 1.2 core schema.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value<'a> {
    /// Empty, `~`, `null`, `Null` or `NULL`.
    Null,
    /// `true` or `false` in one of the three letter cases.
    Boolean(bool),
    /// An integer that fits; `0o` and `0x` included.
    Integer(i64),
    /// Any other number, `.inf` and `.nan` included.
    Float(f64),
    /// Text.
    Text(&'a str),
}

impl<'t> Node<'t> {
    /// The same node with its own text.
    #[must_use]
    pub fn into_owned(self) -> Node<'static> {
        let own = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        let kind = match self.kind {
            NodeKind::Scalar(scalar) => NodeKind::Scalar(Scalar {
                text: own(scalar.text),
                style: scalar.style,
            }),
            NodeKind::Sequence(elements) => {
                NodeKind::Sequence(elements.into_iter().map(Node::into_owned).collect())
            }
            NodeKind::Mapping(entries) => NodeKind::Mapping(
                entries
                    .into_iter()
                    .map(|entry| Entry {
                        key: own(entry.key),
                        key_span: entry.key_span,
                        value: entry.value.into_owned(),
                    })
                    .collect(),
            ),
        };
        Node {
            span: self.span,
            kind,
        }
    }

    /// The scalar, if it is one.
    #[must_use]
    pub fn as_scalar(&self) -> Option<&Scalar<'t>> {
        match &self.kind {
            NodeKind::Scalar(scalar) => Some(scalar),
            _ => None,
        }
    }

    /// The elements, if it is a list.
    #[must_use]
    pub fn as_sequence(&self) -> Option<&[Node<'t>]> {
        match &self.kind {
            NodeKind::Sequence(elements) => Some(elements),
            _ => None,
        }
    }

    /// The entries, if it is a mapping.
    #[must_use]
    pub fn as_mapping(&self) -> Option<&[Entry<'t>]> {
        match &self.kind {
            NodeKind::Mapping(entries) => Some(entries),
            _ => None,
        }
    }

    /// The value under `key`, if it is a mapping that has it.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Node<'t>> {
        self.as_mapping()?
            .iter()
            .find(|entry| entry.key == key)
            .map(|entry| &entry.value)
    }

    /// Whether it is a scalar that means nothing (`Value::Null`).
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.as_scalar()
            .is_some_and(|scalar| scalar.value() == Value::Null)
    }
}

impl Scalar<'_> {
    /// What the text means under the YAML 1.2 core schema (specification 10.3.2).
    #[must_use]
    pub fn value(&self) -> Value<'_> {
        if self.style == ScalarStyle::Text {
            return Value::Text(&self.text);
        }
        core_value(&self.text)
    }
}

fn core_value(text: &str) -> Value<'_> {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Value::Null,
        "true" | "True" | "TRUE" => return Value::Boolean(true),
        "false" | "False" | "FALSE" => return Value::Boolean(false),
        ".nan" | ".NaN" | ".NAN" => return Value::Float(f64::NAN),
        _ => {}
    }
    let first = text.as_bytes().first().copied().unwrap_or(0);
    if !(first.is_ascii_digit() || matches!(first, b'+' | b'-' | b'.')) {
        return Value::Text(text);
    }
    integer(text)
        .or_else(|| float(text))
        .unwrap_or(Value::Text(text))
}

fn integer(text: &str) -> Option<Value<'_>> {
    if let Some(digits) = text.strip_prefix("0o") {
        return radix(digits, 8);
    }
    if let Some(digits) = text.strip_prefix("0x") {
        return radix(digits, 16);
    }
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // What does not fit is still a number to the core schema.
    Some(text.parse().map_or_else(
        |_| Value::Float(text.parse().unwrap_or(f64::INFINITY)),
        Value::Integer,
    ))
}

fn radix(digits: &str, radix: u32) -> Option<Value<'_>> {
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
        return None;
    }
    let wide = digits
        .chars()
        .filter_map(|digit| digit.to_digit(radix))
        .fold(0_f64, |sum, digit| {
            sum * f64::from(radix) + f64::from(digit)
        });
    Some(i64::from_str_radix(digits, radix).map_or(Value::Float(wide), Value::Integer))
}

fn float(text: &str) -> Option<Value<'_>> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if matches!(unsigned, ".inf" | ".Inf" | ".INF") {
        let value = if text.starts_with('-') {
            f64::NEG_INFINITY
        } else {
            f64::INFINITY
        };
        return Some(Value::Float(value));
    }
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mantissa_fits =
        all_digits(whole) && all_digits(fraction) && !(whole.is_empty() && fraction.is_empty());
    let exponent_fits = exponent.is_none_or(|exponent| {
        let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        !digits.is_empty() && all_digits(digits)
    });
    if mantissa_fits && exponent_fits {
        text.parse().ok().map(Value::Float)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> Value<'_> {
        core_value(text)
    }

    /// The core schema's own examples, and words that only YAML 1.1 or a client reads otherwise.
    #[test]
    fn core_schema() {
        assert_eq!(plain(""), Value::Null);
        assert_eq!(plain("~"), Value::Null);
        assert_eq!(plain("nUll"), Value::Text("nUll"));
        assert_eq!(plain("True"), Value::Boolean(true));
        assert_eq!(plain("yes"), Value::Text("yes"));
        assert_eq!(plain("007"), Value::Integer(7));
        assert_eq!(plain("0o14"), Value::Integer(12));
        assert_eq!(plain("0x3A"), Value::Integer(58));
        assert_eq!(plain("-0x3A"), Value::Text("-0x3A"));
        assert_eq!(plain("1e3"), Value::Float(1000.0));
        assert_eq!(plain("1."), Value::Float(1.0));
        assert_eq!(plain("."), Value::Text("."));
        assert_eq!(plain("-.INF"), Value::Float(f64::NEG_INFINITY));
        assert_eq!(plain("12e03"), Value::Float(12000.0));
        assert_eq!(plain("1_000"), Value::Text("1_000"));
        assert_eq!(plain("2025-01-02"), Value::Text("2025-01-02"));
        assert_eq!(plain("99999999999999999999"), Value::Float(1e20));
        assert_eq!(plain("+"), Value::Text("+"));
    }
}
