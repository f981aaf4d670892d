//! JSON, read as loosely as any tool reads it.

use std::borrow::Cow;

use prowess_base::Span;
use prowess_format::{Entry, Node, NodeKind, Scalar, ScalarStyle};

use super::{DEPTH, NODES};

/// The first value of `text`, or the members that it begins with where its braces were left away, as
/// documents do. Never fails on what stands inside: what cannot be read is left out. A key may stand
/// twice in a mapping of the result.
pub(super) fn read(text: &str) -> Option<Node<'_>> {
    let mut reader = Reader {
        text,
        at: 0,
        nodes: 0,
    };
    reader.blanks();
    match reader.peek()? {
        b'{' | b'[' => reader.value(0),
        b'"' => {
            let start = reader.at;
            let entries = reader.entries(0);
            Some(reader.node(start, NodeKind::Mapping(entries)))
        }
        _ => None,
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    nodes: usize,
}

impl<'t> Reader<'t> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn node(&self, start: usize, kind: NodeKind<'t>) -> Node<'t> {
        Node {
            span: Span::new(start, self.at),
            kind,
        }
    }

    /// Past blanks, the byte order mark and comments.
    fn blanks(&mut self) {
        loop {
            let rest = self.rest();
            let skipped = rest.len()
                - rest
                    .trim_start_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}')
                    .len();
            self.at += skipped;
            let rest = self.rest();
            if rest.starts_with("//") || rest.starts_with('#') {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                self.at += rest.find("*/").map_or(rest.len(), |end| end + 2);
            } else {
                return;
            }
        }
    }

    fn value(&mut self, depth: usize) -> Option<Node<'t>> {
        self.blanks();
        self.nodes += 1;
        let start = self.at;
        let is_past_bound = depth >= DEPTH || self.nodes > NODES;
        match self.peek()? {
            b'{' | b'[' if is_past_bound => {
                self.skip();
                None
            }
            b'{' => {
                self.at += 1;
                let entries = self.entries(depth + 1);
                Some(self.node(start, NodeKind::Mapping(entries)))
            }
            b'[' => {
                self.at += 1;
                let elements = self.elements(depth + 1);
                Some(self.node(start, NodeKind::Sequence(elements)))
            }
            b'"' | b'\'' => {
                let text = self.string();
                Some(self.scalar(start, text, ScalarStyle::Text))
            }
            _ => {
                let text = self.bare();
                Some(self.scalar(start, Cow::Borrowed(text), ScalarStyle::Plain))
            }
        }
    }

    fn scalar(&self, start: usize, text: Cow<'t, str>, style: ScalarStyle) -> Node<'t> {
        self.node(start, NodeKind::Scalar(Scalar { text, style }))
    }

    /// The members of an object whose brace was read, up to and with what closes it.
    fn entries(&mut self, depth: usize) -> Vec<Entry<'t>> {
        let mut entries = Vec::new();
        loop {
            self.blanks();
            let start = self.at;
            match self.peek() {
                None => break,
                Some(b'}' | b']') => {
                    self.at += 1;
                    break;
                }
                Some(b',' | b':') => {
                    self.at += 1;
                    continue;
                }
                Some(_) => {}
            }
            let key = match self.peek() {
                Some(b'"' | b'\'') => self.string(),
                _ => Cow::Borrowed(self.bare()),
            };
            let key_span = Span::new(start, self.at);
            self.blanks();
            if self.peek() == Some(b':') {
                self.at += 1;
                if let Some(value) = self.value(depth) {
                    entries.push(Entry {
                        key,
                        key_span,
                        value,
                    });
                }
            }
            self.forward(start);
        }
        entries
    }

    /// The elements of a list whose bracket was read, up to and with what closes it.
    fn elements(&mut self, depth: usize) -> Vec<Node<'t>> {
        let mut elements = Vec::new();
        loop {
            self.blanks();
            let start = self.at;
            match self.peek() {
                None => break,
                Some(b'}' | b']') => {
                    self.at += 1;
                    break;
                }
                Some(b',' | b':') => self.at += 1,
                Some(_) => elements.extend(self.value(depth)),
            }
            self.forward(start);
        }
        elements
    }

    /// At least one character past `start`.
    fn forward(&mut self, start: usize) {
        if self.at == start {
            self.at += self.rest().chars().next().map_or(0, char::len_utf8);
        }
    }

    /// Past a value that is nested too deep, without keeping it.
    fn skip(&mut self) {
        let mut open = 0_usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'"' | b'\'' => {
                    self.string();
                    continue;
                }
                b'{' | b'[' => open += 1,
                b'}' | b']' => open = open.saturating_sub(1),
                _ => {}
            }
            self.at += 1;
            if open == 0 {
                return;
            }
        }
    }

    /// A text in quotes, to the quote that closes it or the end.
    fn string(&mut self) -> Cow<'t, str> {
        let quote = self.peek().unwrap_or(b'"');
        self.at += 1;
        let start = self.at;
        let bytes = self.text.as_bytes();
        let mut is_escaped = false;
        while let Some(byte) = self.peek() {
            if byte == quote {
                break;
            }
            if byte == b'\\' {
                is_escaped = true;
                self.at += 1;
            }
            self.at += 1;
        }
        self.at = self.at.min(bytes.len());
        let inner = self.text.get(start..self.at).unwrap_or("");
        self.at = (self.at + 1).min(bytes.len());
        if is_escaped {
            Cow::Owned(unescaped(inner))
        } else {
            Cow::Borrowed(inner)
        }
    }

    /// A word without quotes.
    fn bare(&mut self) -> &'t str {
        let rest = self.rest();
        let end = rest
            .find(|c: char| c.is_whitespace() || ",:{}[]\"'".contains(c))
            .unwrap_or(rest.len());
        self.at += end;
        rest.get(..end).unwrap_or("")
    }
}

/// The text that the escapes of a JSON string stand for.
fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(rest.get(..at).unwrap_or(""));
        let mut behind = rest.get(at + 1..).unwrap_or("").chars();
        match behind.next() {
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('r') => out.push('\r'),
            Some('b') => out.push('\u{8}'),
            Some('f') => out.push('\u{C}'),
            Some('u') => {
                let (text, used) = code_units(behind.as_str());
                out.push_str(&text);
                behind = behind.as_str().get(used..).unwrap_or("").chars();
            }
            Some('\n') | None => {}
            Some(other) => out.push(other),
        }
        rest = behind.as_str();
    }
    out.push_str(rest);
    out
}

/// The characters of `XXXX`, and of `\uXXXX` directly behind it, and how many bytes they take.
fn code_units(text: &str) -> (String, usize) {
    let mut units = Vec::new();
    let mut used = 0;
    let unit = |at: usize| {
        let digits = text.get(at..at + 4)?;
        u16::from_str_radix(digits, 16).ok()
    };
    while let Some(code) = unit(used) {
        units.push(code);
        used += 4;
        if text.get(used..used + 2) != Some("\\u") || unit(used + 2).is_none() {
            break;
        }
        used += 2;
    }
    (String::from_utf16_lossy(&units), used)
}
