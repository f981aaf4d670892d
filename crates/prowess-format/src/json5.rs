//! JSON5 as a tree.
//!
//! Clients put JSON into `metadata`, and some write it as JSON5: comments, trailing commas, keys
//! without quotes, text in `'`. The reader is our own because a [`Node`] keeps numbers as they are
//! written and must not nest beyond the bound; <https://spec.json5.org> is the grammar.

use std::borrow::Cow;

use prowess_base::{Diagnostic, Severity, Span};

use crate::codes::parse::{BEYOND_BOUND, DUPLICATE_KEY, JSON_UNREADABLE};
use crate::yaml::Keys;
use crate::{Entry, Limits, Node, NodeKind, Scalar, ScalarStyle};

/// Reads the JSON5 value that `text` is. Every node gets `span`, the place of the value in the
/// file, since `text` may be unescaped or folded already.
///
/// `Infinity` and `NaN` become `.inf` and `.nan`; other numbers keep their text.
///
/// # Errors
///
/// A diagnostic of severity `Error` without a place, for the caller to place with
/// [`Diagnostic::at`]: `text` is no JSON5 (`PW121`), has a key twice (`PW105`), or passes `limits`
/// (`PW110`).
#[expect(
    clippy::result_large_err,
    reason = "the caller keeps the diagnostic, and a broken value is rare"
)]
pub fn json5_tree<'t>(text: &'t str, span: Span, limits: &Limits) -> Result<Node<'t>, Diagnostic> {
    Reader::new(text, Places::All(span), limits)
        .whole()
        .map_err(|diagnostic| *diagnostic)
}

/// Reads a JSON5 file. Every node gets its own place in `text`, and so does a diagnostic.
///
/// # Errors
///
/// As [`json5_tree`], with a place.
#[expect(
    clippy::result_large_err,
    reason = "the caller keeps the diagnostic, and a broken value is rare"
)]
pub fn json5_document<'t>(text: &'t str, limits: &Limits) -> Result<Node<'t>, Diagnostic> {
    let mut reader = Reader::new(text, Places::Own, limits);
    reader.whole().map_err(|diagnostic| {
        let end = text
            .get(reader.at..)
            .and_then(|rest| rest.chars().next())
            .map_or(0, char::len_utf8);
        diagnostic.at(text, Span::new(reader.at, reader.at + end))
    })
}

/// Deepest nesting whatever the limits say: reading is recursive.
const DEPTH_BOUND: usize = 128;

/// Which place a node gets.
#[derive(Clone, Copy)]
enum Places {
    /// This one, all of them.
    All(Span),
    /// Its own in the text.
    Own,
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    places: Places,
    nodes: usize,
    depth: usize,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str, places: Places, limits: &Limits) -> Self {
        Self {
            text,
            at: 0,
            places,
            nodes: limits.nodes,
            depth: limits.depth.min(DEPTH_BOUND),
        }
    }

    fn whole(&mut self) -> Result<Node<'t>, Box<Diagnostic>> {
        let node = self.value(0)?;
        self.blanks()?;
        match self.peek() {
            None => Ok(node),
            Some(_) => Err(self.fault("nothing more")),
        }
    }

    /// The place of what began at `start` and ends here.
    fn place(&self, start: usize) -> Span {
        match self.places {
            Places::All(span) => span,
            Places::Own => Span::new(start, self.at),
        }
    }

    fn value(&mut self, depth: usize) -> Result<Node<'t>, Box<Diagnostic>> {
        self.blanks()?;
        if depth > self.depth {
            return Err(beyond(format!(
                "JSON nests deeper than {} levels",
                self.depth
            )));
        }
        let Some(nodes) = self.nodes.checked_sub(1) else {
            return Err(beyond("JSON has too many nodes".to_owned()));
        };
        self.nodes = nodes;
        let start = self.at;
        let kind = match self.peek() {
            Some('{') => self.object(depth)?,
            Some('[') => self.array(depth)?,
            Some(quote @ ('"' | '\'')) => {
                let text = self.string(quote)?;
                let style = ScalarStyle::Text;
                NodeKind::Scalar(Scalar { text, style })
            }
            _ => self.word()?,
        };
        Ok(Node {
            span: self.place(start),
            kind,
        })
    }

    fn object(&mut self, depth: usize) -> Result<NodeKind<'t>, Box<Diagnostic>> {
        self.skip('{');
        let mut entries: Vec<Entry<'t>> = Vec::new();
        let mut keys = Keys::default();
        loop {
            self.blanks()?;
            if self.skip('}') {
                return Ok(NodeKind::Mapping(entries));
            }
            let start = self.at;
            let key = self.key()?;
            let key_span = self.place(start);
            self.blanks()?;
            if !self.skip(':') {
                return Err(self.fault("`:`"));
            }
            let value = self.value(depth + 1)?;
            if keys.find(&entries, &key).is_some() {
                let message = format!("duplicate key `{key}` in JSON");
                return Err(Box::new(
                    Diagnostic::new(DUPLICATE_KEY, Severity::Error, message)
                        .help("remove one of the two"),
                ));
            }
            keys.insert(&key);
            entries.push(Entry {
                key,
                key_span,
                value,
            });
            self.blanks()?;
            if !self.skip(',') && self.peek() != Some('}') {
                return Err(self.fault("`,` or `}`"));
            }
        }
    }

    fn array(&mut self, depth: usize) -> Result<NodeKind<'t>, Box<Diagnostic>> {
        self.skip('[');
        let mut elements = Vec::new();
        loop {
            self.blanks()?;
            if self.skip(']') {
                return Ok(NodeKind::Sequence(elements));
            }
            elements.push(self.value(depth + 1)?);
            self.blanks()?;
            if !self.skip(',') && self.peek() != Some(']') {
                return Err(self.fault("`,` or `]`"));
            }
        }
    }

    fn key(&mut self) -> Result<Cow<'t, str>, Box<Diagnostic>> {
        match self.peek() {
            Some(quote @ ('"' | '\'')) => self.string(quote),
            Some(first) if first.is_alphabetic() || matches!(first, '_' | '$') => {
                Ok(Cow::Borrowed(self.take_while(|character| {
                    character.is_alphanumeric() || matches!(character, '_' | '$')
                })))
            }
            _ => Err(self.fault("a key")),
        }
    }

    fn word(&mut self) -> Result<NodeKind<'t>, Box<Diagnostic>> {
        let start = self.at;
        let word = self.take_while(|character| {
            character.is_ascii_alphanumeric() || matches!(character, '+' | '-' | '.')
        });
        let unsigned = word.strip_prefix(['+', '-']).unwrap_or(word);
        let text = match unsigned {
            "Infinity" if word.starts_with('-') => "-.inf",
            "Infinity" => ".inf",
            "NaN" => ".nan",
            "true" | "false" | "null" if unsigned.len() == word.len() => word,
            number if is_number(number) => word,
            _ => {
                self.at = start;
                return Err(self.fault("a value"));
            }
        };
        Ok(NodeKind::Scalar(Scalar {
            text: Cow::Borrowed(text),
            style: ScalarStyle::Plain,
        }))
    }

    fn string(&mut self, quote: char) -> Result<Cow<'t, str>, Box<Diagnostic>> {
        self.skip(quote);
        let plain = self
            .take_while(|character| character != quote && !matches!(character, '\\' | '\n' | '\r'));
        if self.skip(quote) {
            return Ok(Cow::Borrowed(plain));
        }
        let mut text = plain.to_owned();
        loop {
            match self.next() {
                Some(character) if character == quote => return Ok(Cow::Owned(text)),
                Some('\\') => self.escape(&mut text)?,
                Some('\n' | '\r') | None => return Err(self.fault("a closing quotation mark")),
                Some(character) => text.push(character),
            }
        }
    }

    fn escape(&mut self, text: &mut String) -> Result<(), Box<Diagnostic>> {
        let escaped = match self.next() {
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('v') => '\u{b}',
            Some('0') if !self.peek().is_some_and(|next| next.is_ascii_digit()) => '\0',
            Some('x') => match self.code_unit(2).and_then(char::from_u32) {
                Some(character) => character,
                None => return Err(self.fault("two hexadecimal digits")),
            },
            Some('u') => match self.code_point() {
                Some(character) => character,
                None => return Err(self.fault("four hexadecimal digits")),
            },
            Some('\r') => {
                self.skip('\n');
                return Ok(());
            }
            Some('\n' | '\u{2028}' | '\u{2029}') => return Ok(()),
            Some(character) if !character.is_ascii_digit() => character,
            _ => return Err(self.fault("an escape")),
        };
        text.push(escaped);
        Ok(())
    }

    fn code_unit(&mut self, digits: usize) -> Option<u32> {
        let text = self.text.get(self.at..self.at + digits)?;
        if !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        self.at += digits;
        u32::from_str_radix(text, 16).ok()
    }

    /// `\uXXXX`, or the two halves of a pair; a half alone becomes U+FFFD.
    fn code_point(&mut self) -> Option<char> {
        let unit = self.code_unit(4)?;
        if (0xD800..0xDC00).contains(&unit) {
            let start = self.at;
            if self.skip('\\')
                && self.skip('u')
                && let Some(low @ 0xDC00..0xE000) = self.code_unit(4)
            {
                return char::from_u32(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00));
            }
            self.at = start;
        }
        Some(char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    /// Skips blanks, line ends and comments.
    fn blanks(&mut self) -> Result<(), Box<Diagnostic>> {
        loop {
            self.take_while(|character| character.is_whitespace() || character == '\u{feff}');
            let rest = self.rest();
            if rest.starts_with("//") {
                self.take_while(|character| !matches!(character, '\n' | '\r'));
            } else if let Some(comment) = rest.strip_prefix("/*") {
                match comment.find("*/") {
                    Some(end) => self.at += end + 4,
                    None => return Err(self.fault("`*/`")),
                }
            } else {
                return Ok(());
            }
        }
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let character = self.peek()?;
        self.at += character.len_utf8();
        Some(character)
    }

    fn skip(&mut self, character: char) -> bool {
        let found = self.peek() == Some(character);
        if found {
            self.at += character.len_utf8();
        }
        found
    }

    fn take_while(&mut self, holds: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let end = rest
            .find(|character| !holds(character))
            .unwrap_or(rest.len());
        self.at += end;
        rest.get(..end).unwrap_or("")
    }

    fn fault(&self, expected: &str) -> Box<Diagnostic> {
        let found = match self.peek() {
            Some(character) => format!("`{}`", character.escape_debug()),
            None => "the end".to_owned(),
        };
        let message = format!("JSON is broken: expected {expected}, found {found}");
        Box::new(
            Diagnostic::new(JSON_UNREADABLE, Severity::Error, message)
                .help("look for a bracket, a quotation mark or a comma that is missing"),
        )
    }
}

fn is_number(text: &str) -> bool {
    if let Some(digits) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        return !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    }
    text.starts_with(|first: char| first.is_ascii_digit() || first == '.')
        && text.parse::<f64>().is_ok()
}

fn beyond(message: String) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::new(BEYOND_BOUND, Severity::Error, message)
            .help("move data out of the header into a file beside it"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Node<'_>, Box<Diagnostic>> {
        json5_tree(text, Span::default(), &Limits::default()).map_err(Box::new)
    }

    fn text(node: Option<&Node<'_>>) -> Option<String> {
        Some(node?.as_scalar()?.text.to_string())
    }

    /// In a file every key and value has its own place, and a fault has the place where reading
    /// ended.
    #[test]
    fn places() {
        let text = "{a: [1],\n b: 'x'}";
        let node = json5_document(text, &Limits::default()).unwrap();
        let entries = node.as_mapping().unwrap();
        let places: Vec<_> = entries
            .iter()
            .map(|entry| (entry.key_span.slice(text), entry.value.span.slice(text)))
            .collect();
        assert_eq!(places, [("a", "[1]"), ("b", "'x'")]);
        let broken = json5_document("{\n a 1}", &Limits::default()).unwrap_err();
        let start = broken.place.unwrap().start;
        assert_eq!((start.line, start.column), (2, 4));
    }

    /// Comments, trailing commas, bare keys, both quotes, escapes and pairs; numbers keep their
    /// text.
    #[test]
    fn json5() {
        let node = read(
            "// c\n{a: 1.10, 'b': [1, 0x10,], /* c */ \"c\": 'x\\ud83e\\ude81\\n\\\ny', d: -Infinity,}",
        )
        .unwrap();
        assert_eq!(text(node.get("a")), Some("1.10".to_owned()));
        assert_eq!(text(node.get("c")), Some("x🪁\ny".to_owned()));
        assert_eq!(text(node.get("d")), Some("-.inf".to_owned()));
        let elements = node.get("b").unwrap().as_sequence().unwrap();
        assert_eq!(text(elements.get(1)), Some("0x10".to_owned()));
    }

    /// What is no JSON5 is refused, and so are a key given twice and deep nesting.
    #[test]
    fn refused() {
        for (text, code) in [
            ("", 121),
            ("{", 121),
            ("{\"a\":1", 121),
            ("{a 1}", 121),
            ("{} x", 121),
            ("'a", 121),
            ("tru", 121),
            ("[1 2]", 121),
            ("/*", 121),
            ("{a: 1, 'a': 2}", 105),
        ] {
            assert_eq!(read(text).unwrap_err().code.number(), code, "{text}");
        }
        assert_eq!(read(&"[".repeat(100_000)).unwrap_err().code.number(), 110);
    }
}
