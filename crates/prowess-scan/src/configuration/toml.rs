//! TOML as a tree of nodes.

use std::borrow::Cow;

use prowess_base::Span;
use prowess_format::{Entry, Node, NodeKind, Scalar, ScalarStyle};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::DEPTH;

/// What `text` holds. Faults in it are passed over.
pub(super) fn read(text: &str) -> Option<Node<'_>> {
    let (table, _) = DeTable::parse_recoverable(text);
    let span = span(&table);
    Some(Node {
        span,
        kind: mapping(table.into_inner(), 0),
    })
}

fn span<T>(value: &Spanned<T>) -> Span {
    let range = value.span();
    Span::new(range.start, range.end)
}

fn mapping<'t>(table: DeTable<'t>, depth: usize) -> NodeKind<'t> {
    let entries = table.into_iter().map(|(key, value)| Entry {
        key_span: span(&key),
        key: key.into_inner(),
        value: node(value, depth + 1),
    });
    NodeKind::Mapping(entries.collect())
}

fn node<'t>(value: Spanned<DeValue<'t>>, depth: usize) -> Node<'t> {
    let plain = |text: &str| {
        NodeKind::Scalar(Scalar {
            text: Cow::Owned(text.to_owned()),
            style: ScalarStyle::Plain,
        })
    };
    let span = span(&value);
    let kind = match value.into_inner() {
        _ if depth > DEPTH => plain(""),
        DeValue::String(text) => NodeKind::Scalar(Scalar {
            text,
            style: ScalarStyle::Text,
        }),
        DeValue::Integer(number) => plain(number.as_str()),
        DeValue::Float(number) => plain(number.as_str()),
        DeValue::Boolean(true) => plain("true"),
        DeValue::Boolean(false) => plain("false"),
        DeValue::Datetime(_) => plain(""),
        DeValue::Array(elements) => NodeKind::Sequence(
            elements
                .into_iter()
                .map(|element| node(element, depth + 1))
                .collect(),
        ),
        DeValue::Table(table) => mapping(table, depth),
    };
    Node { span, kind }
}
