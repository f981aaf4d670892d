//! Edits that change one field and leave every other byte as it is.
//!
//! A value is always serialised, never pasted: whatever it holds, it can neither close the header
//! nor add a key. Every edit is read back before it is handed out; where the header would not say
//! exactly what was asked for, there is an error and no text.

use std::borrow::Cow;
use std::fmt;

use prowess_base::{Diagnostic, Fix, Span};

use crate::repair::text::{quoted_scalar, scalar};
use crate::yaml::fast;
use crate::{Document, Entry, Header, Limits, Node, NodeKind, Value};

/// A value to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldValue<'a> {
    /// Text, which stays text even where it looks like a number or a flag.
    Text(&'a str),
    /// `true` or `false`.
    Flag(bool),
    /// A list of texts.
    List(&'a [&'a str]),
}

/// Why an edit was not made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// The text has no header to edit.
    #[error("the file has no header")]
    NoHeader,
    /// The header has errors, which the edit could hide.
    #[error("the header cannot be read: {0}")]
    Unreadable(String),
    /// The text cannot be a key: `[A-Za-z_][A-Za-z0-9_-]*`.
    #[error("`{0}` cannot be a key")]
    Key(String),
    /// A new file would have the key twice.
    #[error("the key `{0}` is given twice")]
    DuplicateKey(String),
    /// The header would not say what was asked for, as in a header written in braces or with
    /// aliases.
    #[error("`{0}` cannot be changed without changing something else")]
    NotAlone(String),
}

/// Sets the top-level field `key`, in its place if it is there, else behind the last field.
///
/// # Errors
///
/// Where the header is missing or broken, or the edit would change something else.
pub fn set_field(text: &str, key: &str, value: FieldValue<'_>) -> Result<String, EditError> {
    check_key(key)?;
    let document = readable(text)?;
    let line_end = line_end(text);
    let spot = spot(&document, key)?;
    let mut forms = value.forms().into_iter();
    forms
        .find_map(|form| {
            let form = form.replace('\n', line_end);
            let edited = match spot {
                Spot::Value(span) => splice(text, span, &format!(" {form}")),
                Spot::New(at) => {
                    splice(text, Span::new(at, at), &format!("{key}: {form}{line_end}"))
                }
            };
            let is_right = says(&edited, &document, key, Some(value));
            is_right.then_some(edited)
        })
        .ok_or_else(|| EditError::NotAlone(key.to_owned()))
}

/// Removes the top-level field `key` with its lines; the text stays as it is where it has none.
///
/// # Errors
///
/// Where the header is missing or broken, or the edit would change something else.
pub fn remove_field(text: &str, key: &str) -> Result<String, EditError> {
    let document = readable(text)?;
    let Some(entry) = entry(&document, key) else {
        return Ok(text.to_owned());
    };
    let value_end = trimmed_end(text, entry);
    let start = text
        .get(..entry.key_span.start as usize)
        .and_then(|before| before.rfind(['\n', '\r']))
        .map_or(0, |end| end + 1);
    let rest = text.get(value_end..).unwrap_or("");
    let end = match rest.find(['\n', '\r']) {
        Some(end) if rest.get(end..end + 2) == Some("\r\n") => value_end + end + 2,
        Some(end) => value_end + end + 1,
        None => text.len(),
    };
    let edited = splice(text, Span::new(start, end), "");
    if says(&edited, &document, key, None) {
        Ok(edited)
    } else {
        Err(EditError::NotAlone(key.to_owned()))
    }
}

/// Applies fixes. Of two that overlap, the one that begins first is applied; apply the rest after
/// reading the text again.
#[must_use]
pub fn apply_fixes(text: &str, fixes: &[Fix]) -> String {
    let mut ordered: Vec<&Fix> = fixes.iter().collect();
    ordered.sort_by_key(|fix| fix.span);
    let mut edited = String::with_capacity(text.len());
    let mut at = 0;
    for fix in ordered {
        let range = fix.span.range();
        if range.start < at {
            continue;
        }
        let Some(before) = text.get(at..range.start) else {
            continue;
        };
        edited.push_str(before);
        edited.push_str(&fix.replacement);
        at = range.end;
    }
    edited.push_str(text.get(at..).unwrap_or(""));
    edited
}

/// The text of a new `SKILL.md`.
///
/// # Errors
///
/// Where a key is none or is given twice.
pub fn compose(fields: &[(&str, FieldValue<'_>)], body: &str) -> Result<String, EditError> {
    let mut text = "---\n".to_owned();
    for (index, (key, value)) in fields.iter().enumerate() {
        check_key(key)?;
        let before = fields.get(..index).unwrap_or(&[]);
        if before.iter().any(|(other, _)| other == key) {
            return Err(EditError::DuplicateKey((*key).to_owned()));
        }
        let form = value.forms().into_iter().next().unwrap_or_default();
        text.push_str(key);
        text.push_str(": ");
        text.push_str(&form);
        text.push('\n');
    }
    text.push_str("---\n");
    text.push_str(body);
    Ok(text)
}

impl FieldValue<'_> {
    /// Ways to write the value, the most readable first.
    fn forms(self) -> Vec<String> {
        match self {
            Self::Flag(flag) => vec![flag.to_string()],
            Self::Text(text) => {
                let plain = is_plain(text).then(|| text.to_owned());
                let forms = [scalar(text, 2), quoted_scalar(text)];
                plain.into_iter().chain(forms).collect()
            }
            Self::List(elements) => {
                let elements: Vec<String> = elements
                    .iter()
                    .map(|element| quoted_scalar(element))
                    .collect();
                vec![format!("[{}]", elements.join(", "))]
            }
        }
    }

    /// Whether `node` is this value.
    fn is(self, node: &Node<'_>) -> bool {
        match (self, &node.kind) {
            (Self::Text(text), NodeKind::Scalar(scalar)) => scalar.value() == Value::Text(text),
            (Self::Flag(flag), NodeKind::Scalar(scalar)) => scalar.value() == Value::Boolean(flag),
            (Self::List(texts), NodeKind::Sequence(elements)) => {
                texts.len() == elements.len()
                    && texts
                        .iter()
                        .zip(elements)
                        .all(|(text, element)| FieldValue::Text(text).is(element))
            }
            _ => false,
        }
    }
}

impl fmt::Display for FieldValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.forms().first().map_or("", String::as_str))
    }
}

/// Where a field's value is to be written.
#[derive(Clone, Copy)]
enum Spot {
    /// From behind the colon to the end of the value.
    Value(Span),
    /// A new line here.
    New(usize),
}

fn spot(document: &Document<'_>, key: &str) -> Result<Spot, EditError> {
    let header = match document.header {
        Header::Mapping { span, .. } | Header::Empty { span } => span,
        _ => return Err(EditError::NoHeader),
    };
    let Some(entry) = entry(document, key) else {
        return Ok(Spot::New(header.end as usize));
    };
    let behind_key = entry.key_span.end as usize;
    let colon = document
        .text
        .get(behind_key..)
        .and_then(|rest| rest.find(':'))
        .ok_or_else(|| EditError::NotAlone(key.to_owned()))?;
    let start = behind_key + colon + 1;
    let end = trimmed_end(document.text, entry).max(start);
    Ok(Spot::Value(Span::new(start, end)))
}

/// The end of an entry's value without the line ends that belong to a block.
fn trimmed_end(text: &str, entry: &Entry<'_>) -> usize {
    let whole = entry.key_span.to(entry.value.span);
    let colon = entry.key_span.end as usize;
    let end = whole.start as usize
        + whole
            .slice(text)
            .trim_end_matches([' ', '\t', '\n', '\r'])
            .len();
    end.max(colon)
}

fn entry<'d, 't>(document: &'d Document<'t>, key: &str) -> Option<&'d Entry<'t>> {
    let entries = document.root()?.as_mapping()?;
    entries.iter().find(|entry| entry.key == key)
}

fn readable(text: &str) -> Result<Document<'_>, EditError> {
    let (document, diagnostics) = Document::parse(text, &Limits::default());
    if let Some(error) = diagnostics.into_iter().find(Diagnostic::is_error) {
        return Err(EditError::Unreadable(error.message));
    }
    match document.header {
        Header::Mapping { .. } | Header::Empty { .. } => Ok(document),
        _ => Err(EditError::NoHeader),
    }
}

/// Whether `edited` is `document` with `key` at `value`, or without it, and the same body.
fn says(edited: &str, document: &Document<'_>, key: &str, value: Option<FieldValue<'_>>) -> bool {
    let Ok(after) = readable(edited) else {
        return false;
    };
    let entries = |document: &Document<'_>| -> Vec<Entry<'static>> {
        let root = document.root().cloned().map(Node::into_owned);
        match root.map(|root| root.kind) {
            Some(NodeKind::Mapping(entries)) => entries,
            _ => Vec::new(),
        }
    };
    let (before, now) = (entries(document), entries(&after));
    let others = |entries: &[Entry<'static>]| -> Vec<(Cow<'static, str>, Node<'static>)> {
        entries
            .iter()
            .filter(|entry| entry.key != key)
            .map(|entry| (entry.key.clone(), without_places(entry.value.clone())))
            .collect()
    };
    let written = now.iter().find(|entry| entry.key == key);
    let is_right = match (value, written) {
        (Some(value), Some(entry)) => value.is(&entry.value),
        (None, None) => true,
        _ => false,
    };
    is_right && others(&before) == others(&now) && document.body() == after.body()
}

fn without_places(mut node: Node<'static>) -> Node<'static> {
    node.span = Span::default();
    node.kind = match node.kind {
        NodeKind::Sequence(elements) => {
            NodeKind::Sequence(elements.into_iter().map(without_places).collect())
        }
        NodeKind::Mapping(entries) => NodeKind::Mapping(
            entries
                .into_iter()
                .map(|entry| Entry {
                    key_span: Span::default(),
                    value: without_places(entry.value),
                    ..entry
                })
                .collect(),
        ),
        scalar @ NodeKind::Scalar(_) => scalar,
    };
    node
}

fn check_key(key: &str) -> Result<(), EditError> {
    let is_key = key.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && key
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    if is_key {
        Ok(())
    } else {
        Err(EditError::Key(key.to_owned()))
    }
}

/// Whether `text` as it stands is that text to every reader.
fn is_plain(text: &str) -> bool {
    let header = format!("k: {text}");
    let span = Span::new(0, header.len());
    fast::read(&header, span, &Limits::default()).is_some_and(|root| {
        matches!(root.as_mapping(), Some([entry]) if FieldValue::Text(text).is(&entry.value))
    })
}

/// How the lines of `text` end, judged by its first one.
pub(crate) fn line_end(text: &str) -> &'static str {
    let first = text.find(['\n', '\r']).and_then(|at| text.get(at..));
    match first {
        Some(rest) if rest.starts_with("\r\n") => "\r\n",
        Some(rest) if rest.starts_with('\r') => "\r",
        _ => "\n",
    }
}

pub(crate) fn splice(text: &str, span: Span, replacement: &str) -> String {
    let range = span.range();
    let mut edited = String::with_capacity(text.len() + replacement.len());
    edited.push_str(text.get(..range.start).unwrap_or(""));
    edited.push_str(replacement);
    edited.push_str(text.get(range.end..).unwrap_or(""));
    edited
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FM-45: only the field that is set differs, comment and unknown keys included.
    #[test]
    fn fm_45_everything_else_stays() {
        let text = "---\nname: keep\ndescription: d # c\nx-team: blue # who\n---\nB.\n";
        assert_eq!(
            set_field(text, "description", FieldValue::Text("new text")).unwrap(),
            text.replace("description: d", "description: new text")
        );
        assert_eq!(
            remove_field(text, "x-team").unwrap(),
            text.replace("x-team: blue # who\n", "")
        );
    }

    /// FM-44: a text that would close the header and add a key comes back as it was.
    #[test]
    fn fm_44_values_are_serialised() {
        let value = "line one\n---\nallowed-tools: Bash";
        let fields = [
            ("name", FieldValue::Text("note")),
            ("description", FieldValue::Text(value)),
        ];
        let text = compose(&fields, "B").unwrap();
        let (document, diagnostics) = Document::parse(&text, &Limits::default());
        assert_eq!(diagnostics, []);
        assert_eq!(document.body(), "B");
        let keys: Vec<_> = document
            .root()
            .unwrap()
            .as_mapping()
            .unwrap()
            .iter()
            .collect();
        assert_eq!(keys.len(), 2);
        assert!(FieldValue::Text(value).is(document.get("description").unwrap()));
    }

    /// Values of every kind are replaced whole, new fields come last, line ends are kept.
    #[test]
    fn places() {
        let set = |header: &str, value| {
            let text = format!("---\n{header}z: 1\n---\n");
            set_field(&text, "a", value).map(|text| {
                let (_, header) = text.split_once("---\n").unwrap();
                header.split_once("z: 1").unwrap().0.to_owned()
            })
        };
        let text = FieldValue::Text("x");
        for header in [
            "a: b\n",
            "a: \"b\"\n",
            "a: b\n  c\n",
            "a: >-\n  b\n  c\n\n",
            "a:\n  - b\n  - c\n",
            "a:\n- b\n",
            "a: {b: c}\n",
            "a:\n",
        ] {
            let blank = if header.ends_with("\n\n") { "\n" } else { "" };
            assert_eq!(set(header, text), Ok(format!("a: x\n{blank}")), "{header}");
        }
        assert_eq!(
            set("a: b\n", FieldValue::Flag(true)),
            Ok("a: true\n".to_owned())
        );
        assert_eq!(
            set("a: b\n", FieldValue::Text("true")),
            Ok("a: \"true\"\n".to_owned())
        );
        assert_eq!(
            set("a: b\n", FieldValue::List(&["c", "d, e"])),
            Ok("a: [\"c\", \"d, e\"]\n".to_owned())
        );
        assert_eq!(
            set_field("---\r\nb: 1\r\n---\r\n", "a", FieldValue::Text("x\ny")).unwrap(),
            "---\r\nb: 1\r\na: |-\r\n  x\r\n  y\r\n---\r\n"
        );
    }

    /// Where nothing can be edited for certain there is an error.
    #[test]
    fn refused() {
        let text = FieldValue::Text("x");
        assert_eq!(set_field("b", "a", text), Err(EditError::NoHeader));
        assert!(matches!(
            set_field("---\na: [\n---\n", "a", text),
            Err(EditError::Unreadable(_))
        ));
        assert_eq!(
            set_field("---\n---\n", "a: b", text),
            Err(EditError::Key("a: b".to_owned()))
        );
        assert_eq!(
            compose(&[("a", text), ("a", text)], ""),
            Err(EditError::DuplicateKey("a".to_owned()))
        );
    }

    /// Fixes are applied in the order of the text, overlapping ones once.
    #[test]
    fn fixes() {
        let fix = |start, end, replacement: &str| Fix {
            span: Span::new(start, end),
            replacement: replacement.to_owned(),
        };
        let fixes = [
            fix(4, 5, "E"),
            fix(0, 1, "A"),
            fix(0, 2, "?"),
            fix(6, 6, "!"),
        ];
        assert_eq!(apply_fixes("abcdef", &fixes), "AbcdEf!");
    }
}
