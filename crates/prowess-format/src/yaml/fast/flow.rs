//! Flow collections on one line: JSON, and lists of plain elements.

use prowess_base::Span;

use super::{KEY_BOUND, KEYS_BOUND, Reader, begins_plain};
use crate::{Entry, Node, NodeKind, ScalarStyle};

impl<'t> Reader<'t> {
    /// A flow collection on one line.
    pub(super) fn flow(&mut self, open: u8, depth: usize) -> Option<Node<'t>> {
        self.count(depth)?;
        let start = self.at;
        self.at += 1;
        let mut entries: Vec<Entry<'t>> = Vec::new();
        let mut elements: Vec<Node<'t>> = Vec::new();
        let close = if open == b'{' { b'}' } else { b']' };
        self.blanks();
        while self.byte(self.at)? != close {
            if open == b'{' {
                let entry = self.flow_entry(depth + 1)?;
                if entries.len() > KEYS_BOUND || entries.iter().any(|other| other.key == entry.key)
                {
                    return None;
                }
                entries.push(entry);
            } else {
                elements.push(self.flow_value(depth + 1)?);
            }
            self.blanks();
            match self.byte(self.at)? {
                b',' => {
                    self.at += 1;
                    self.blanks();
                    // YAML takes a comma at the end; that is left to the general reader.
                    if self.byte(self.at)? == close {
                        return None;
                    }
                }
                byte if byte == close => {}
                _ => return None,
            }
        }
        self.at += 1;
        let kind = if open == b'{' {
            NodeKind::Mapping(entries)
        } else {
            NodeKind::Sequence(elements)
        };
        let span = Span::new(start, self.at);
        Some(Node { span, kind })
    }

    fn flow_entry(&mut self, depth: usize) -> Option<Entry<'t>> {
        if self.byte(self.at)? != b'"' {
            return None;
        }
        self.count(depth)?;
        let key = self.quoted(b'"')?;
        let NodeKind::Scalar(text) = key.kind else {
            return None;
        };
        if text.text.len() > KEY_BOUND || self.byte(self.at)? != b':' {
            return None;
        }
        self.at += 1;
        self.blanks();
        Some(Entry {
            key: text.text,
            key_span: key.span,
            value: self.flow_value(depth)?,
        })
    }

    fn flow_value(&mut self, depth: usize) -> Option<Node<'t>> {
        match self.byte(self.at)? {
            open @ (b'{' | b'[') => self.flow(open, depth),
            quote @ (b'"' | b'\'') => {
                self.count(depth)?;
                let value = self.quoted(quote)?;
                // A colon would make it a key.
                (self.byte(self.at)? != b':').then_some(value)
            }
            first => {
                self.count(depth)?;
                self.flow_plain(first)
            }
        }
    }

    fn flow_plain(&mut self, first: u8) -> Option<Node<'t>> {
        if !begins_plain(first) || first == b'/' {
            return None;
        }
        let start = self.at;
        let mut end = start;
        loop {
            match self.byte(self.at)? {
                b',' | b']' | b'}' => break,
                b' ' => {
                    // A comment to JSON5.
                    if self.byte(self.at + 1)? == b'/' {
                        return None;
                    }
                }
                b':' => {
                    let next = self.byte(self.at + 1)?;
                    if !(next.is_ascii_alphanumeric() || matches!(next, b'*' | b'/')) {
                        return None;
                    }
                    end = self.at + 1;
                }
                b'\n' | b'{' | b'[' | b'#' | b'"' | b'\'' => return None,
                _ => end = self.at + 1,
            }
            self.at += 1;
        }
        self.borrowed(start, end, start..end, ScalarStyle::Plain)
    }
}
