//! Bytes of a file as text.

use std::borrow::Cow;

use prowess_base::{Diagnostic, Severity, Span};

use crate::codes::parse::{NOT_TEXT, UTF_16};

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
    /// of the first one) and U+FFFD in their place. No other encoding is guessed: a guess always
    /// succeeds and gives wrong text.
    #[must_use]
    pub fn decode(bytes: &'b [u8]) -> (Self, Vec<Diagnostic>) {
        match bytes {
            [0xFF, 0xFE, rest @ ..] => decode_utf16(rest, Encoding::Utf16LittleEndian),
            [0xFE, 0xFF, rest @ ..] => decode_utf16(rest, Encoding::Utf16BigEndian),
            [0xEF, 0xBB, 0xBF, rest @ ..] => decode_utf8(rest, Encoding::Utf8WithMark),
            _ => decode_utf8(bytes, Encoding::Utf8),
        }
    }
}

fn decode_utf8(bytes: &[u8], encoding: Encoding) -> (Source<'_>, Vec<Diagnostic>) {
    match std::str::from_utf8(bytes) {
        Ok(text) => {
            let text = Cow::Borrowed(text);
            (Source { text, encoding }, Vec::new())
        }
        Err(error) => {
            let text = String::from_utf8_lossy(bytes);
            // What comes before the first bad byte is the same in the replaced text.
            let start = error.valid_up_to();
            let span = Span::new(start, start + char::REPLACEMENT_CHARACTER.len_utf8());
            let diagnostic = not_text(&text, span, "UTF-8");
            (Source { text, encoding }, vec![diagnostic])
        }
    }
}

fn decode_utf16<'b>(bytes: &[u8], encoding: Encoding) -> (Source<'b>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let (pairs, rest) = bytes.as_chunks::<2>();
    let units = pairs.iter().map(|pair| match encoding {
        Encoding::Utf16BigEndian => u16::from_be_bytes(*pair),
        _ => u16::from_le_bytes(*pair),
    });
    let mut text = String::with_capacity(bytes.len());
    let mut first_fault = None;
    for unit in char::decode_utf16(units) {
        text.push(unit.unwrap_or_else(|_| {
            first_fault.get_or_insert(text.len());
            char::REPLACEMENT_CHARACTER
        }));
    }
    if !rest.is_empty() {
        first_fault.get_or_insert(text.len());
        text.push(char::REPLACEMENT_CHARACTER);
    }
    match first_fault {
        Some(start) => {
            let span = Span::new(start, start + char::REPLACEMENT_CHARACTER.len_utf8());
            diagnostics.push(not_text(&text, span, "UTF-16"));
        }
        None => diagnostics.push(
            Diagnostic::new(
                UTF_16,
                Severity::Warning,
                "the file is UTF-16; most clients read UTF-8 only",
            )
            .at(&text, Span::default())
            .help("save it as UTF-8"),
        ),
    }
    let text = Cow::Owned(text);
    (Source { text, encoding }, diagnostics)
}

fn not_text(text: &str, span: Span, encoding: &str) -> Diagnostic {
    Diagnostic::new(
        NOT_TEXT,
        Severity::Error,
        format!("the bytes here are not {encoding}"),
    )
    .at(text, span)
    .help("save the file as UTF-8")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(diagnostics: &[Diagnostic]) -> Vec<String> {
        diagnostics
            .iter()
            .map(|diagnostic| diagnostic.code.to_string())
            .collect()
    }

    /// FM-04: one mark is dropped, a second one is data; without a mark nothing is copied.
    #[test]
    fn fm_04_byte_order_mark() {
        let (source, diagnostics) = Source::decode(b"\xEF\xBB\xBF\xEF\xBB\xBFa");
        assert_eq!(source.text, "\u{feff}a");
        assert_eq!(source.encoding, Encoding::Utf8WithMark);
        assert_eq!(diagnostics, []);
        assert!(matches!(
            Source::decode("é".as_bytes()).0.text,
            Cow::Borrowed("é")
        ));
    }

    /// FM-39: UTF-16 of either order is read by its mark, pairs included, with a warning.
    #[test]
    fn fm_39_utf16() {
        let units: Vec<u16> = "\u{feff}a🪁".encode_utf16().collect();
        let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        for (bytes, encoding) in [
            (little, Encoding::Utf16LittleEndian),
            (big, Encoding::Utf16BigEndian),
        ] {
            let (source, diagnostics) = Source::decode(&bytes);
            assert_eq!((&*source.text, source.encoding), ("a🪁", encoding));
            assert_eq!(codes(&diagnostics), ["PW101"]);
        }
    }

    /// A bad byte is an error with its line and column, and is replaced.
    #[test]
    fn bad_bytes() {
        let (source, diagnostics) = Source::decode(b"ab\nc\xFFd");
        assert_eq!(source.text, "ab\nc\u{fffd}d");
        assert_eq!(codes(&diagnostics), ["PW100"]);
        let place = diagnostics[0].place.as_ref().unwrap();
        assert_eq!((place.start.line, place.start.column), (2, 2));
        assert_eq!(codes(&Source::decode(b"\xFF\xFEa\0b").1), ["PW100"]);
    }
}
