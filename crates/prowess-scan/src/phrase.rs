//! Patterns for sentences, written the way they are spoken.

use regex::Regex;

/// What may stand between two words: blanks, line ends with the marks of a quotation or a list, and
/// the marks of emphasis.
const BETWEEN: &str = r#"[\s*_`>"'“”‘’,#/\\-]{1,8}"#;

/// What may stand in a gap: most of the rest of a sentence.
const GAP: &str = r"[^.!?。！？]{0,60}?";

/// A pattern of the program.
#[expect(
    clippy::expect_used,
    reason = "the patterns are part of the program, and the fixtures of each rule build them"
)]
pub(crate) fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a pattern of the program")
}

/// A pattern for a phrase, in either case: a blank stands for anything between two words
/// (`ignore  **previous**`, or a line end), with `?` for that or nothing, `…` for at most 60 characters of the
/// same sentence. In a class of characters both are themselves.
pub(crate) fn phrase(pattern: &str) -> Regex {
    let mut written = String::with_capacity(2 * pattern.len() + 4);
    written.push_str("(?i)");
    let mut characters = pattern.chars().peekable();
    let mut in_class = false;
    while let Some(character) = characters.next() {
        match character {
            '\\' => {
                written.push(character);
                written.extend(characters.next());
            }
            ' ' if !in_class => {
                written.push_str(BETWEEN);
                if characters.next_if_eq(&'?').is_some() {
                    written.insert_str(written.len() - BETWEEN.len(), "(?:");
                    written.push_str(")?");
                }
            }
            '…' if !in_class => written.push_str(GAP),
            _ => {
                match character {
                    '[' => in_class = true,
                    ']' => in_class = false,
                    _ => {}
                }
                written.push(character);
            }
        }
    }
    regex(&written)
}

/// A phrase as a static: `phrase!(NAME = "…")`.
macro_rules! phrases {
    ($($(#[$doc:meta])* $name:ident = $pattern:expr;)*) => {
        $($(#[$doc])* static $name: std::sync::LazyLock<regex::Regex> =
            std::sync::LazyLock::new(|| $crate::phrase::phrase($pattern));)*
    };
}

pub(crate) use phrases;

#[cfg(test)]
mod tests {
    use super::*;

    /// Blanks, emphasis and line ends stand between words; a gap ends with the sentence.
    #[test]
    fn spoken() {
        let pattern = phrase(r"\bsend … home\b");
        assert!(pattern.is_match("Send\n> **all of it** home"));
        assert!(!pattern.is_match("Send it. Then go home"));
    }
}
