//! Text from outside, made harmless for a terminal.

/// The text with characters that drive a terminal, or reorder what it shows, replaced by U+FFFD.
/// Line ends and tabs stay.
pub(crate) fn printable_text(text: &str) -> String {
    text.chars()
        .map(|character| match character {
            '\n' | '\t' => character,
            other => harmless(other),
        })
        .collect()
}

/// The text on one line: as [`printable_text`], and every run of blanks and line ends is one blank.
pub(crate) fn printable_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.extend(word.chars().map(harmless));
    }
    line
}

fn harmless(character: char) -> char {
    match character {
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => char::REPLACEMENT_CHARACTER,
        other if other.is_control() => char::REPLACEMENT_CHARACTER,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Escapes, carriage returns and bidirectional overrides cannot reach a terminal.
    #[test]
    fn harmless_text() {
        let text = "a\u{1b}[2J\r\n\tb\u{202e}c";
        assert_eq!(printable_text(text), "a\u{fffd}[2J\u{fffd}\n\tb\u{fffd}c");
        assert_eq!(printable_line(text), "a\u{fffd}[2J b\u{fffd}c");
    }
}
