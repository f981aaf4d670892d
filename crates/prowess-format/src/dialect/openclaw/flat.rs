//! Every top-level value as text (specs/openclaw.md 1.3).
//!
//! Two parsers run there and their results are merged: a YAML parser, whose values become text,
//! and a line parser, whose values fill in for YAML nulls and for structures that stand on one
//! line with a colon in them.

use std::borrow::Cow;
use std::cell::OnceCell;

use super::javascript::{is_blank, json, scalar_text, trim};
use crate::{Document, Header, Node, NodeKind, Value};

/// The flat map of an OpenClaw header, in the order of the text: what that client's look-ups,
/// snapshots and status see. Made when asked for; reading a skill does not need it.
#[must_use]
pub fn flat_fields(document: &Document<'_>) -> Vec<(String, String)> {
    let fields = FlatFields::new(document);
    let from_yaml = document.root().and_then(Node::as_mapping).unwrap_or(&[]);
    let mut keys: Vec<&str> = from_yaml.iter().map(|entry| &*entry.key).collect();
    for line in fields.lines() {
        if !keys.contains(&line.key) {
            keys.push(line.key);
        }
    }
    keys.into_iter()
        // Setting it changes an object's prototype and leaves no key.
        .filter(|key| *key != "__proto__")
        .filter_map(|key| Some((key.to_owned(), fields.get(key)?.into_owned())))
        .collect()
}

/// The flat map, value by value.
pub(super) struct FlatFields<'d> {
    document: &'d Document<'d>,
    lines: OnceCell<Vec<Line<'d>>>,
}

/// One key as the line parser sees it.
struct Line<'d> {
    key: &'d str,
    value: Cow<'d, str>,
    /// Whether the value stands on the key's own line.
    inline: bool,
}

impl<'d> FlatFields<'d> {
    pub(super) fn new(document: &'d Document<'d>) -> Self {
        Self {
            document,
            lines: OnceCell::new(),
        }
    }

    /// The value of `key`, trimmed; it may be empty.
    pub(super) fn get(&self, key: &str) -> Option<Cow<'d, str>> {
        let Some(node) = self.document.get(key) else {
            return self.line(key).map(|line| line.value.clone());
        };
        match &node.kind {
            NodeKind::Scalar(scalar) => match scalar.value() {
                Value::Null => self.line(key).map(|line| line.value.clone()),
                Value::Text(text) => Some(Cow::Borrowed(trim(text))),
                other => Some(Cow::Owned(scalar_text(other))),
            },
            NodeKind::Sequence(_) | NodeKind::Mapping(_) => {
                let raw = self
                    .line(key)
                    .filter(|line| line.inline && line.value.contains(':'));
                Some(raw.map_or_else(|| Cow::Owned(json(node)), |line| line.value.clone()))
            }
        }
    }

    /// The last line that gives `key` a value.
    fn line(&self, key: &str) -> Option<&Line<'d>> {
        self.lines().iter().rev().find(|line| line.key == key)
    }

    fn lines(&self) -> &[Line<'d>] {
        self.lines.get_or_init(|| {
            let span = match &self.document.header {
                Header::Absent | Header::Unterminated { .. } => return Vec::new(),
                Header::Empty { span }
                | Header::Mapping { span, .. }
                | Header::Unreadable { span } => *span,
            };
            read_lines(span.slice(self.document.text))
        })
    }
}

fn read_lines(block: &str) -> Vec<Line<'_>> {
    let lines: Vec<&str> = split_lines(block).collect();
    let mut found = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let Some((key, raw)) = key_and_value(line) else {
            continue;
        };
        if !raw.is_empty() {
            let value = unquoted(raw);
            if !value.is_empty() {
                found.push(Line {
                    key,
                    value: Cow::Borrowed(value),
                    inline: true,
                });
            }
            continue;
        }
        let is_indented = |line: &&&str| line.starts_with([' ', '\t']);
        let rest = lines.get(index + 1..).unwrap_or(&[]);
        if rest.first().filter(is_indented).is_none() {
            continue;
        }
        let collected: Vec<&str> = rest
            .iter()
            .take_while(|line| is_indented(line) || line.is_empty())
            .copied()
            .collect();
        let joined = collected.join("\n");
        let value = trim(&joined);
        if !value.is_empty() {
            found.push(Line {
                key,
                value: Cow::Owned(value.to_owned()),
                inline: false,
            });
        }
    }
    found
}

fn split_lines(block: &str) -> impl Iterator<Item = &str> {
    block
        .split('\n')
        .flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'))
}

/// `key: value` with a key of letters, digits, `_` and `-` at the start of the line.
fn key_and_value(line: &str) -> Option<(&str, &str)> {
    let (key, rest) = line.split_once(':')?;
    let is_key = !key.is_empty()
        && key
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    let value = rest.trim_start_matches(is_blank);
    // Its pattern's `.` stops at these two, which are no line ends to YAML.
    let on_one_line = !value.contains(['\u{2028}', '\u{2029}']);
    (is_key && on_one_line).then(|| (key, trim(value)))
}

/// Takes one pair of equal quotes off.
fn unquoted(text: &str) -> &str {
    for quote in ['"', '\''] {
        if text.starts_with(quote) && text.ends_with(quote) {
            return text.get(1..text.len() - 1).unwrap_or("");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values on the line, below it, and the ones that are dropped; both line ends.
    #[test]
    fn line_parser() {
        let block = "a: 'x'\r\nb:\n  one\n\n  two\n\nc:\n\n  late\nd: \"\ne:e\n# f: g\nb c: no\n";
        let lines: Vec<_> = read_lines(block)
            .into_iter()
            .map(|line| (line.key.to_owned(), line.value.into_owned(), line.inline))
            .collect();
        let line = |key: &str, value: &str, inline| (key.to_owned(), value.to_owned(), inline);
        assert_eq!(
            lines,
            [
                line("a", "x", true),
                line("b", "one\n\n  two", false),
                line("e", "e", true)
            ]
        );
    }
}
