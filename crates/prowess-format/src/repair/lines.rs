//! The lines of a header and the keys at their start.

use prowess_base::Span;

use crate::field::Role;

/// What YAML knows as blanks. Other white space is text.
pub(super) const BLANKS: [char; 2] = [' ', '\t'];

/// One line, without its end.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<'t> {
    /// Where it stands.
    pub(super) span: Span,
    /// Its text.
    pub(super) text: &'t str,
}

impl Line<'_> {
    /// Blanks (spaces and tabs) at the start.
    pub(super) fn indent(&self) -> usize {
        self.text.len() - self.text.trim_start_matches(BLANKS).len()
    }

    /// Whether nothing but blanks stands on it.
    pub(super) fn is_blank(&self) -> bool {
        self.text.trim_matches(BLANKS).is_empty()
    }

    /// Whether it is a comment alone.
    pub(super) fn is_comment(&self) -> bool {
        self.text.trim_start_matches(BLANKS).starts_with('#')
    }

    /// Whether it marks one side of a merge conflict.
    pub(super) fn marks_conflict(&self) -> bool {
        self.text.starts_with("<<<<<<< ")
            || self.text.starts_with(">>>>>>> ")
            || self.text.trim_end_matches(BLANKS) == "======="
    }

    /// Whether it looks like a field that takes or gives rights, at whatever indentation. Such a
    /// line is never taken for text.
    pub(super) fn looks_like_a_right(&self) -> bool {
        let text = self.text.trim_start_matches([' ', '\t', '-']);
        Key::at_start(text)
            .is_some_and(|key| matches!(Role::of(key.name), Role::Restriction | Role::Grant))
    }
}

/// The lines of `span`, which end at LF, CRLF or CR.
pub(super) fn lines(text: &str, span: Span) -> impl Iterator<Item = Line<'_>> {
    let mut at = span.start as usize;
    let end = span.end as usize;
    std::iter::from_fn(move || {
        if at >= end {
            return None;
        }
        let rest = text.get(at..end)?;
        let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let line = Line {
            span: Span::new(at, at + length),
            text: rest.get(..length)?,
        };
        let ends = rest.get(length..)?;
        at += length + if ends.starts_with("\r\n") { 2 } else { 1 };
        Some(line)
    })
}

/// A key at the start of a text, with the colon behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Key<'t> {
    /// The key without quotes.
    pub(super) name: &'t str,
    /// Bytes up to and with the colon.
    pub(super) length: usize,
}

impl<'t> Key<'t> {
    /// The key that `text` begins with: a word of ASCII letters, digits, `_`, `-` and `.`, perhaps
    /// in quotes, then `:` and a blank or the end.
    pub(super) fn at_start(text: &'t str) -> Option<Self> {
        let quote = text
            .chars()
            .next()
            .filter(|first| matches!(first, '"' | '\''));
        let word = text.get(quote.map_or(0, char::len_utf8)..)?;
        let length = word
            .find(|character: char| {
                !(character.is_ascii_alphanumeric() || matches!(character, '_' | '-' | '.'))
            })
            .unwrap_or(word.len());
        let name = word.get(..length)?;
        if !name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_') {
            return None;
        }
        let mut rest = word.get(length..)?;
        if let Some(quote) = quote {
            rest = rest.strip_prefix(quote)?;
        }
        let rest = rest.trim_start_matches(BLANKS).strip_prefix(':')?;
        (rest.is_empty() || rest.starts_with([' ', '\t', '\r', '\n'])).then(|| Self {
            name,
            length: text.len() - rest.len(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is a key and what is text.
    #[test]
    fn keys() {
        let key = |text| Key::at_start(text).map(|key| (key.name, key.length));
        assert_eq!(key("name: x"), Some(("name", 5)));
        assert_eq!(key("\"a-b\" : x"), Some(("a-b", 7)));
        assert_eq!(key("name:"), Some(("name", 5)));
        for text in [
            "http://x",
            "two words: x",
            "- a: b",
            " a: b",
            "名: x",
            "",
            "'a: b",
        ] {
            assert_eq!(key(text), None, "{text}");
        }
    }
}
