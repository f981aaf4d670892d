//! Places in a text.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// A range of byte offsets in a text, end excluded.
///
/// Texts that the engine reads are bounded well below 4 GiB, so offsets are 32 bits wide.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span of `start..end`; offsets past `u32::MAX` are clamped to it.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        let clamp = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Self {
            start: clamp(start),
            end: clamp(end.max(start)),
        }
    }

    /// The same range for slicing.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The text in the span, or nothing where the span does not lie on character borders of `text`.
    #[must_use]
    pub fn slice(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or("")
    }

    /// Whether no byte is in the span.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.start >= self.end
    }

    /// The span moved `by` bytes to the right.
    #[must_use]
    pub fn shifted(self, by: usize) -> Self {
        Self::new(self.start as usize + by, self.end as usize + by)
    }

    /// The smallest span that holds both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}

/// A line and a column, both 1-based; the column counts characters (Unicode scalar values).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Position {
    /// 1-based line.
    pub line: u32,
    /// 1-based column in characters.
    pub column: u32,
}

/// Line starts of a text, for turning offsets into lines and columns.
///
/// A line ends at LF, at CRLF, or at a CR that no LF follows.
#[derive(Debug)]
pub struct LineIndex<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> LineIndex<'t> {
    /// Indexes `text` in one pass.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for (index, &byte) in bytes.iter().enumerate() {
            let ends_line =
                byte == b'\n' || (byte == b'\r' && bytes.get(index + 1) != Some(&b'\n'));
            if ends_line {
                starts.push(index + 1);
            }
        }
        Self { text, starts }
    }

    /// The position of a byte offset; offsets past the end give the end.
    #[must_use]
    pub fn position(&self, offset: usize) -> Position {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.line_number(offset);
        let start = self.starts.get(line as usize - 1).copied().unwrap_or(0);
        let column = self
            .text
            .get(start..offset)
            .map_or(0, |before| before.chars().count())
            + 1;
        Position {
            line,
            column: u32::try_from(column).unwrap_or(u32::MAX),
        }
    }

    /// The 1-based line of a byte offset, without counting the characters before it.
    #[must_use]
    pub fn line_number(&self, offset: usize) -> u32 {
        let line = self.starts.partition_point(|&start| start <= offset).max(1);
        u32::try_from(line).unwrap_or(u32::MAX)
    }

    /// The text of a 1-based line without its line end; empty past the last line.
    #[must_use]
    pub fn line(&self, line: u32) -> &'t str {
        let index = (line as usize).saturating_sub(1);
        let Some(&start) = self.starts.get(index) else {
            return "";
        };
        let end = self
            .starts
            .get(index + 1)
            .copied()
            .unwrap_or(self.text.len());
        self.text
            .get(start..end)
            .unwrap_or("")
            .trim_end_matches(['\n', '\r'])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All three line ends count one line each, columns count characters.
    #[test]
    fn positions() {
        let text = "a\nbé\r\nc\rd";
        let index = LineIndex::new(text);
        let at = |needle: &str| {
            let position = index.position(text.find(needle).unwrap());
            (position.line, position.column)
        };
        assert_eq!(
            [at("a"), at("é"), at("c"), at("d")],
            [(1, 1), (2, 2), (3, 1), (4, 1)]
        );
        assert_eq!(
            (index.line(2), index.line(3), index.line(9)),
            ("bé", "c", "")
        );
        assert_eq!(index.position(999), Position { line: 4, column: 2 });
    }

    /// An offset inside a character belongs to that character.
    #[test]
    fn inside_a_character() {
        assert_eq!(
            LineIndex::new("é").position(1),
            Position { line: 1, column: 1 }
        );
    }
}
