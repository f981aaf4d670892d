//! The line end behind a block (`|`, `>`) that is the last value of a header.
//!
//! Many clients cut the header before the line end that stands in front of the closing fence, so
//! that such a block is one line end shorter to them than it stands in the file.

use prowess_base::Span;

use super::reader::Reader;
use crate::{Entry, Header};

/// What a value is to a client that cuts the header before its last line end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LastBlock {
    /// No block, or not the last value: the cut changes nothing.
    No,
    /// A block whose closing line ends are those of its mark alone (`|`, `>-`).
    Marked,
    /// A block that keeps every closing line end (`|+`).
    KeepsAll,
}

impl LastBlock {
    pub(super) fn of(reader: &Reader<'_>, entry: &Entry<'_>) -> Self {
        let Header::Mapping { span, .. } = &reader.document.header else {
            return Self::No;
        };
        let last = reader.entries().last();
        if last.is_none_or(|last| last.key != entry.key) {
            return Self::No;
        }
        let source = reader.document.text;
        let behind_key = Span::new(entry.key_span.end as usize, span.end as usize).slice(source);
        let mark = behind_key.trim_start_matches([':', ' ', '\t']);
        if !mark.starts_with(['|', '>']) {
            Self::No
        } else if mark.lines().next().is_some_and(|mark| mark.contains('+')) {
            Self::KeepsAll
        } else {
            Self::Marked
        }
    }
}

/// The header as such a client cuts it.
pub(super) fn cut_header<'d>(reader: &Reader<'d>) -> &'d str {
    let (Header::Mapping { span, .. } | Header::Empty { span } | Header::Unreadable { span }) =
        &reader.document.header
    else {
        return "";
    };
    let header = span.slice(reader.document.text);
    let header = header.strip_suffix('\n').unwrap_or(header);
    header.strip_suffix('\r').unwrap_or(header)
}

/// The text of a block as such a client reads it, where its reader puts the last line end back
/// (JavaScript's do).
pub(super) fn as_cut<'n>(reader: &Reader<'_>, entry: &Entry<'_>, text: &'n str) -> &'n str {
    match LastBlock::of(reader, entry) {
        LastBlock::KeepsAll => text.strip_suffix('\n').unwrap_or(text),
        LastBlock::No | LastBlock::Marked => text,
    }
}
