//! The grammar that most headers keep to, read in one pass.
//!
//! ```text
//! header   := mapping at column zero
//! mapping  := (blanks key ":" (" "+ (inline | block) | below)? " "* LF)+   keys at one column
//! below    := LF, then a mapping or a list further in, or a list at the same column
//! list     := (blanks "-" " "+ inline " "* LF)+                       every dash at one column
//! block    := ("|" | ">") "-"? LF, then lines further in than the key, at one column (in "|" also
//!             further in), with blank lines between but not before
//! inline   := plain | quoted | flow, to the end of the line
//! key      := [A-Za-z_] [A-Za-z0-9_-]*
//! plain    := first rest*          no ": ", no ":" at the end, no " #"
//! quoted   := '"' (char | '\"' | '\\' | '\/' | '\n')* '"' | "'" char* "'"
//! flow     := "{" (quoted ":" " "* value ("," ...)?)? "}" | "[" (value ("," value)*)? "]"
//! value    := flow | quoted | plain without ",[]{}#" and with ":" only inside a word
//! ```
//!
//! Between them only blank lines. A comment, a tab, a CR, a control or line-separating character, a value
//! that goes on below, a key given twice, and anything that passes a bound are declined.
//! Whatever is read must be the tree that `general` reads, without a diagnostic: two readers that
//! disagree are a security fault. Property tests and the corpus hold the two together.

mod flow;

use std::borrow::Cow;

use prowess_base::Span;

use crate::{Entry, Limits, Node, NodeKind, Scalar, ScalarStyle};

/// Reads the header at `span` of `text`; nothing where it is not of this grammar.
pub(crate) fn read<'t>(text: &'t str, span: Span, limits: &Limits) -> Option<Node<'t>> {
    let end = span.end as usize;
    let bytes = text.as_bytes().get(..end)?;
    if !is_simple(bytes.get(span.start as usize..)?) {
        return None;
    }
    let mut reader = Reader {
        text,
        bytes,
        at: span.start as usize,
        nodes: limits.nodes,
        depth: limits.depth.min(DEPTH_BOUND),
    };
    let root = reader.mapping(0, 0)?;
    (reader.at == end).then_some(root)
}

/// Nesting beyond this is for the general reader.
const DEPTH_BOUND: usize = 32;

/// Most keys of one mapping that are compared one by one.
const KEYS_BOUND: usize = 48;

/// Longest quoted key: a longer one may be no key to YAML (1,024 characters).
const KEY_BOUND: usize = 256;

/// Whether no character stands there that YAML treats in a way of its own: controls, tabs and CR,
/// U+0080 to U+009F, U+2028 and U+2029, U+FEFF, U+FFFE and U+FFFF.
fn is_simple(bytes: &[u8]) -> bool {
    // One pass without a branch tells whether there is anything to look at; most headers have
    // nothing.
    let suspect =
        |byte: u8| (byte < b' ') & (byte != b'\n') | matches!(byte, 0x7F | 0xC2 | 0xE2 | 0xEF);
    if !bytes.iter().fold(false, |any, &byte| any | suspect(byte)) {
        return true;
    }
    bytes.iter().enumerate().all(|(index, &byte)| {
        let next = || bytes.get(index + 1..index + 3);
        match byte {
            0xC2 => next().is_some_and(|next| next.first() >= Some(&0xA0)),
            0xE2 => !matches!(next(), Some([0x80, 0xA8 | 0xA9])),
            0xEF => !matches!(next(), Some([0xBB, 0xBF] | [0xBF, 0xBE | 0xBF])),
            byte => !suspect(byte),
        }
    })
}

struct Reader<'t> {
    text: &'t str,
    /// The text up to the end of the header.
    bytes: &'t [u8],
    at: usize,
    nodes: usize,
    depth: usize,
}

impl<'t> Reader<'t> {
    /// Reads the mapping whose keys stand at column `indent`, from the start of a line.
    fn mapping(&mut self, indent: usize, depth: usize) -> Option<Node<'t>> {
        self.count(depth)?;
        let mut entries: Vec<Entry<'t>> = Vec::with_capacity(4);
        while self.next_line() == Some(indent) {
            let start = self.at + indent;
            let (key, behind) = self.key(start)?;
            let key_span = Span::new(start, start + key.len());
            if entries.len() > KEYS_BOUND || entries.iter().any(|entry| entry.key == key) {
                return None;
            }
            self.count(depth + 1)?;
            self.at = behind;
            let value = match self.inline_start() {
                Some(mark @ (b'|' | b'>')) => {
                    self.count(depth + 1)?;
                    self.block(mark, indent)?
                }
                Some(first) => {
                    let value = self.inline(first, depth + 1)?;
                    self.line_end()?;
                    value
                }
                None => {
                    self.line_end()?;
                    self.below(indent, depth + 1, key_span)?
                }
            };
            if self.next_line().is_some_and(|next| next > indent) {
                return None;
            }
            entries.push(Entry {
                key: Cow::Borrowed(key),
                key_span,
                value,
            });
        }
        let span = Span {
            start: entries.first()?.key_span.start,
            end: entries.last()?.value.span.end,
        };
        let kind = NodeKind::Mapping(entries);
        Some(Node { span, kind })
    }

    /// Reads the block scalar whose mark stands here, below a key at column `outer`.
    fn block(&mut self, mark: u8, outer: usize) -> Option<Node<'t>> {
        self.at += 1;
        let strip = self.byte(self.at) == Some(b'-');
        if strip {
            self.at += 1;
        }
        self.line_end()?;
        let column = self.spaces();
        let start = self.at + column;
        if column <= outer || self.byte(start)? == b'\n' {
            return None;
        }
        let mut text = String::new();
        let mut end = start;
        let mut blank_lines = 0;
        loop {
            let spaces = self.spaces();
            match self.byte(self.at + spaces) {
                None => break,
                Some(b'\n') if spaces <= column => {
                    blank_lines += 1;
                    self.at += spaces + 1;
                    continue;
                }
                Some(b'\n') => return None,
                Some(_) if spaces <= outer => break,
                Some(_) if spaces < column || (spaces > column && mark == b'>') => return None,
                Some(_) => {}
            }
            let from = self.at + column;
            let length = memchr::memchr(b'\n', self.bytes.get(from..)?)?;
            if from > start {
                if mark == b'|' || blank_lines > 0 {
                    let breaks = blank_lines + usize::from(mark == b'|');
                    text.extend(std::iter::repeat_n('\n', breaks));
                } else {
                    text.push(' ');
                }
            }
            blank_lines = 0;
            let line = self.text.get(from..from + length)?;
            text.push_str(line);
            end = from + line.trim_end_matches(' ').len();
            self.at = from + length + 1;
        }
        if !strip {
            text.push('\n');
        }
        Some(scalar(
            Span::new(start, end),
            Cow::Owned(text),
            ScalarStyle::Text,
        ))
    }

    /// How many blanks stand here.
    fn spaces(&self) -> usize {
        let rest = self.bytes.get(self.at..).unwrap_or(&[]);
        rest.iter().take_while(|&&byte| byte == b' ').count()
    }

    /// Reads what stands below a key without a value on its line.
    fn below(&mut self, indent: usize, depth: usize, key: Span) -> Option<Node<'t>> {
        let next = self.next_line();
        let is_list = next.is_some_and(|next| self.byte(self.at + next) == Some(b'-'));
        match next {
            Some(next) if is_list && next >= indent => self.list(next, indent, depth),
            Some(next) if next > indent => self.mapping(next, depth),
            _ => {
                self.count(depth)?;
                let span = Span {
                    start: key.end,
                    end: key.end,
                };
                Some(scalar(span, Cow::Borrowed(""), ScalarStyle::Plain))
            }
        }
    }

    /// Reads the list whose dashes stand at column `indent`, below a key at column `outer`.
    fn list(&mut self, indent: usize, outer: usize, depth: usize) -> Option<Node<'t>> {
        self.count(depth)?;
        let mut elements: Vec<Node<'t>> = Vec::with_capacity(4);
        while self.next_line() == Some(indent) {
            let dash = self.at + indent;
            match self.bytes.get(dash..dash + 2) {
                Some(b"- ") => {}
                // At the column of the key the next key ends the list.
                _ if indent == outer && self.byte(dash) != Some(b'-') => break,
                _ => return None,
            }
            self.at = dash + 1;
            let first = self.inline_start()?;
            let element = self.inline(first, depth + 1)?;
            self.line_end()?;
            if self.next_line().is_some_and(|next| next > indent) {
                return None;
            }
            elements.push(element);
        }
        let span = elements.first()?.span.to(elements.last()?.span);
        let kind = NodeKind::Sequence(elements);
        Some(Node { span, kind })
    }

    /// Skips blank lines and gives the column at which the next one begins; nothing at the end.
    fn next_line(&mut self) -> Option<usize> {
        loop {
            let column = self.spaces();
            match self.byte(self.at + column) {
                Some(b'\n') => self.at += column + 1,
                Some(_) => return Some(column),
                None => {
                    self.at += column;
                    return None;
                }
            }
        }
    }

    /// The key at `start` and where the value may begin.
    fn key(&self, start: usize) -> Option<(&'t str, usize)> {
        let rest = self.bytes.get(start..)?;
        if !matches!(rest.first(), Some(b'a'..=b'z' | b'A'..=b'Z' | b'_')) {
            return None;
        }
        let length = rest.iter().position(
            |byte| !matches!(byte, b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'-'),
        )?;
        let behind = start + length + 1;
        let is_key = length < KEY_BOUND
            && rest.get(length) == Some(&b':')
            && matches!(self.byte(behind), None | Some(b' ' | b'\n'));
        is_key.then_some((self.text.get(start..start + length)?, behind))
    }

    /// Skips blanks and gives the first byte of a value, if the line has one.
    fn inline_start(&mut self) -> Option<u8> {
        self.blanks();
        self.byte(self.at).filter(|&byte| byte != b'\n')
    }

    fn inline(&mut self, first: u8, depth: usize) -> Option<Node<'t>> {
        match first {
            b'{' | b'[' => self.flow(first, depth),
            b'"' | b'\'' => {
                self.count(depth)?;
                self.quoted(first)
            }
            _ => {
                self.count(depth)?;
                self.plain(first)
            }
        }
    }

    /// A plain scalar to the end of the line.
    fn plain(&mut self, first: u8) -> Option<Node<'t>> {
        if !begins_plain(first) {
            return None;
        }
        let start = self.at;
        let rest = self.bytes.get(start..)?;
        let length = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        let line = rest.get(..length)?;
        let mut previous = 0;
        for &byte in line {
            if (previous == b':' && byte == b' ') || (previous == b' ' && byte == b'#') {
                return None;
            }
            previous = byte;
        }
        let blanks = line.iter().rev().take_while(|&&byte| byte == b' ').count();
        let line = line.get(..length - blanks)?;
        if line.last() == Some(&b':') {
            return None;
        }
        self.at = start + length;
        self.borrowed(
            start,
            start + line.len(),
            start..start + line.len(),
            ScalarStyle::Plain,
        )
    }

    /// A quoted scalar on one line.
    fn quoted(&mut self, quote: u8) -> Option<Node<'t>> {
        let start = self.at;
        let rest = self.bytes.get(start + 1..)?;
        let length = rest
            .iter()
            .position(|&byte| byte == quote || matches!(byte, b'\n' | b'\\'))?;
        match rest.get(length) {
            Some(&byte) if byte == quote => {}
            // In `'` a backslash is a backslash; that is left to the general reader.
            Some(b'\\') if quote == b'"' => return self.escaped(start),
            _ => return None,
        }
        let end = start + 1 + length + 1;
        if quote == b'\'' && self.byte(end) == Some(b'\'') {
            return None;
        }
        self.at = end;
        self.borrowed(start, end, start + 1..end - 1, ScalarStyle::Text)
    }

    /// A scalar in `"` with the escapes that mean one plain character.
    fn escaped(&mut self, start: usize) -> Option<Node<'t>> {
        let mut text = String::new();
        let mut from = start + 1;
        let mut at = from;
        loop {
            match self.byte(at)? {
                b'"' => break,
                b'\n' => return None,
                b'\\' => {
                    text.push_str(self.text.get(from..at)?);
                    text.push(match self.byte(at + 1)? {
                        b'"' => '"',
                        b'\\' => '\\',
                        b'/' => '/',
                        b'n' => '\n',
                        _ => return None,
                    });
                    at += 2;
                    from = at;
                }
                _ => at += 1,
            }
        }
        text.push_str(self.text.get(from..at)?);
        self.at = at + 1;
        let span = Span::new(start, at + 1);
        Some(scalar(span, Cow::Owned(text), ScalarStyle::Text))
    }

    /// Takes the end of the line, if nothing but blanks stands before it.
    fn line_end(&mut self) -> Option<()> {
        self.blanks();
        match self.byte(self.at) {
            Some(b'\n') => self.at += 1,
            Some(_) => return None,
            None => {}
        }
        Some(())
    }

    fn blanks(&mut self) {
        while self.byte(self.at) == Some(b' ') {
            self.at += 1;
        }
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied()
    }

    /// Counts a node as the general reader does: keys are nodes.
    fn count(&mut self, depth: usize) -> Option<()> {
        self.nodes = self.nodes.checked_sub(1)?;
        (depth <= self.depth).then_some(())
    }

    fn borrowed(
        &self,
        start: usize,
        end: usize,
        text: std::ops::Range<usize>,
        style: ScalarStyle,
    ) -> Option<Node<'t>> {
        let text = Cow::Borrowed(self.text.get(text)?);
        Some(scalar(Span::new(start, end), text, style))
    }
}

fn scalar(span: Span, text: Cow<'_, str>, style: ScalarStyle) -> Node<'_> {
    let kind = NodeKind::Scalar(Scalar { text, style });
    Node { span, kind }
}

/// Whether a plain scalar may begin with the byte. YAML allows more (`-x`, `:x`, `?x`).
fn begins_plain(byte: u8) -> bool {
    matches!(byte,
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'/' | b'(' | b'.' | b'~' | b'<' | b'$'
        | b'+' | b'^' | b'=' | b';' | 0x80..)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reads(header: &str) -> bool {
        read(header, Span::new(0, header.len()), &Limits::default()).is_some()
    }

    /// What the grammar holds is read, without the general reader.
    #[test]
    fn read_fast() {
        for header in [
            "name: x\ndescription: Makes a thing. Use it, don't ask; see https://x.y/#z\n",
            "a: \"x: # \\\"y\\\"\"\nb: 'z'\n\nc:\nd: 1.10  \n",
            "metadata: {\"a\":{\"b\": [\"c\", 1, true],\"d\":{}}}\n",
            "l:\n  - a b\n  - \"c\"\nm:\n- x\nn: [a, Bash(git:*), https://x]\n",
            "a: >-\n  b\n  c  \n\n  d\n\ne: |\n  f\n   g\n\n\n  h\ni:\n  j: >\n    k\nl: m\n",
            "m:\n  o:\n    e: x\n    r:\n      bins: [a]\n  p: q\nr: s",
        ] {
            assert!(reads(header), "{header}");
        }
    }

    /// What could mean something else is declined.
    #[test]
    fn declined() {
        for header in [
            "",
            "\n",
            "a: b: c",
            "a: b:",
            "a: b #c",
            "# c\na: b",
            "a: b\n  c",
            "a:\n  b: c\n d: e",
            "a: 1\na: 2",
            "a: {\"b\":1,\"b\":2}",
            "a: *b",
            "a: &b c",
            "a: !!str c",
            "a: >+\n  b\n",
            "a: |2\n  b\n",
            "a: | # c\n  b\n",
            "a: >\n\n  b\n",
            "a: >\n  b\n   c\n",
            "a: >\n    b\n  c\n",
            "a: >\nb: c\n",
            "a: >\n  b\n     \n  c\n",
            "a: \"b\\x41\"",
            "a: \"b\" c",
            "a: 'b''c'",
            "a: [b, [c: d]]",
            "a: [b,]",
            "a: {b: c}",
            "a: [\"b\": c]",
            "a:\tb",
            "a: b\r\n",
            "a: \u{feff}b",
            "a: b\u{85}c",
            "a: b\u{2028}c",
            "l:\n  - a: b\n",
            "l:\n  -\n",
            "l:\n  - a\n  b: c\n",
            "l:\n  - a\n    b\n",
            " a: b\nc: d",
            "...",
            "a: {\"b\" : 1}",
        ] {
            assert!(!reads(header), "{header}");
        }
    }

    /// The bounds are those of the general reader.
    #[test]
    fn bounds() {
        let within = |nodes| {
            let limits = Limits {
                nodes,
                ..Limits::default()
            };
            let header = "a: 1\nb: 2\n";
            read(header, Span::new(0, header.len()), &limits).is_some()
        };
        assert!(within(5) && !within(4));
        assert!(!reads(&format!(
            "a: {}{}",
            "[".repeat(100),
            "]".repeat(100)
        )));
    }
}
