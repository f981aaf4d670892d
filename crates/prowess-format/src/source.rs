//! Bytes of a file as text.

use std::borrow::Cow;

use prowess_base::Diagnostic;

/// How the bytes of a file were encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8 without a byte order mark.
    Utf8,
    /// UTF-8 with one, which is not part of the text.
    Utf8WithMark,
    /// UTF-16, little end first, with a mark.
    Utf16LittleEndian,
    /// UTF-16, big end first, with a mark.
    Utf16BigEndian,
}

/// The decoded text of a file. Spans everywhere in this crate are byte offsets in `text`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source<'b> {
    /// The text, without a byte order mark, line ends as they stand.
    pub text: Cow<'b, str>,
    /// How the bytes were encoded.
    pub encoding: Encoding,
}

impl<'b> Source<'b> {
    /// Decodes `bytes`: UTF-8 with or without a byte order mark, UTF-16 with one.
    ///
    /// Bytes that are no text of that encoding give an `Error` diagnostic (with line and column
    /// of the first one) and U+FFFD in their place.
    #[must_use]
    pub fn decode(bytes: &'b [u8]) -> (Self, Vec<Diagnostic>) {
        let _ = bytes;
        (
            Self {
                text: Cow::Borrowed(""),
                encoding: Encoding::Utf8,
            },
            Vec::new(),
        )
    }
}
