//! Cutting text at a length without breaking a character that a reader sees.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation as _;

/// What stands for text that was left out.
pub(crate) const ELLIPSIS: char = '…';

/// Characters as the own style counts them: Unicode scalar values.
pub(crate) fn length(text: &str) -> usize {
    text.chars().count()
}

/// The longest start of `text` of at most `limit` scalar values that ends between two extended
/// grapheme clusters (UAX 29), so that a joined emoji is kept or dropped whole.
pub(crate) fn clusters(text: &str, limit: usize) -> &str {
    // In ASCII a cluster is one byte, CRLF aside.
    let ascii = text
        .as_bytes()
        .get(..limit.saturating_add(1))
        .unwrap_or(text.as_bytes());
    if ascii.is_ascii() && !ascii.contains(&b'\r') {
        return text.get(..limit.min(text.len())).unwrap_or("");
    }
    let mut used = 0;
    let mut end = 0;
    for cluster in text.graphemes(true) {
        used += length(cluster);
        if used > limit {
            break;
        }
        end += cluster.len();
    }
    text.get(..end).unwrap_or("")
}

/// The text, or its start and `…` where it has more than `limit` scalar values. The result has at
/// most `limit` of them.
pub(crate) fn ellipsize(text: &str, limit: usize) -> Cow<'_, str> {
    if text.len() <= limit || length(text) <= limit {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(with_ellipsis(text, limit))
    }
}

/// The start of `text` and `…`, at most `limit` scalar values in all; nothing for a limit of 0.
/// The cut falls between two words where one ends in the last fifth.
pub(crate) fn with_ellipsis(text: &str, limit: usize) -> String {
    let Some(room) = limit.checked_sub(1) else {
        return String::new();
    };
    let start = clusters(text, room);
    let inside_word = start.len() < text.len()
        && !text
            .get(start.len()..)
            .is_some_and(|rest| rest.starts_with(char::is_whitespace));
    let word_end = start
        .rfind(char::is_whitespace)
        .filter(|&at| inside_word && at * 5 >= start.len() * 4)
        .unwrap_or(start.len());
    let kept = start.get(..word_end).unwrap_or(start).trim_end();
    let mut cut = String::with_capacity(kept.len() + ELLIPSIS.len_utf8());
    cut.push_str(kept);
    cut.push(ELLIPSIS);
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A joined emoji is three scalar values and more, and is kept or dropped whole.
    #[test]
    fn joined_emoji() {
        let text = "ab👨‍👩‍👧c";
        for limit in 2..7 {
            assert_eq!(clusters(text, limit), "ab", "{limit}");
        }
        assert_eq!(clusters(text, 7), "ab👨‍👩‍👧");
    }

    /// A text at its limit is whole; one character more costs the ellipsis its place.
    #[test]
    fn limits() {
        assert_eq!(ellipsize("日本語", 3), "日本語");
        assert_eq!(ellipsize("日本語", 2), "日…");
        assert_eq!(ellipsize("abc", 1), "…");
        assert_eq!(ellipsize("abc", 0), "");
    }

    /// A word near the end is not cut in two; a long one without blanks is.
    #[test]
    fn words() {
        assert_eq!(ellipsize("one two three four", 16), "one two three…");
        assert_eq!(ellipsize("onetwothreefour", 10), "onetwothr…");
    }
}
