//! Where a token of a text begins and ends, in any script.

use icu_properties::CodePointMapData;
use icu_properties::props::Script;

/// What a character is to the ones beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A letter of a script that has blanks between words.
    Letter(Script),
    /// A letter of a script that has none: any place between two of them may part two words.
    Spaceless,
    /// A digit, `_`, or another sign that belongs to the word it stands in.
    Joining,
    /// A combining mark, which belongs to the character before it.
    Mark,
    /// A blank or punctuation.
    Apart,
}

impl Kind {
    fn of(character: char) -> Self {
        if character.is_ascii() {
            return match character {
                'a'..='z' | 'A'..='Z' => Self::Letter(Script::Latin),
                '0'..='9' | '_' => Self::Joining,
                _ => Self::Apart,
            };
        }
        match CodePointMapData::<Script>::new().get(character) {
            Script::Inherited => Self::Mark,
            _ if !character.is_alphanumeric() => Self::Apart,
            Script::Han
            | Script::Hiragana
            | Script::Katakana
            | Script::Bopomofo
            | Script::Yi
            | Script::Thai
            | Script::Lao
            | Script::Khmer
            | Script::Myanmar
            | Script::Tibetan
            | Script::Javanese
            | Script::Balinese => Self::Spaceless,
            Script::Common => Self::Joining,
            script => Self::Letter(script),
        }
    }
}

/// Whether a character may be part of a word.
pub(crate) fn is_part_of_word(character: char) -> bool {
    Kind::of(character) != Kind::Apart
}

/// Whether a word goes on right before something that begins there: `before` is a letter or digit
/// of a script with blanks between words.
pub(crate) fn is_within_word(before: Option<char>) -> bool {
    before.is_some_and(|before| !matches!(Kind::of(before), Kind::Apart | Kind::Spaceless))
}

/// Whether a token may end between these two characters: at a blank or punctuation, where the
/// script changes, and anywhere in a script without blanks between words. Digits belong to the
/// letters beside them.
pub(crate) fn is_boundary(before: Option<char>, after: Option<char>) -> bool {
    let (Some(before), Some(after)) = (before, after) else {
        return true;
    };
    match (Kind::of(before), Kind::of(after)) {
        (_, Kind::Mark) => false,
        (Kind::Apart | Kind::Spaceless, _) | (_, Kind::Apart | Kind::Spaceless) => true,
        (Kind::Letter(one), Kind::Letter(other)) => one != other,
        _ => false,
    }
}

/// Whether a word that is looked for may end between these two characters. Korean writes particles
/// directly behind a word, so that one ends anywhere in Hangul.
pub(crate) fn is_end_of_word(last: Option<char>, after: Option<char>) -> bool {
    let is_hangul = |character: Option<char>| {
        character.is_some_and(|character| Kind::of(character) == Kind::Letter(Script::Hangul))
    };
    is_boundary(last, after) || (is_hangul(last) && is_hangul(after))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blanks, punctuation and a change of script part tokens; digits, `_` and marks do not; between
    /// two ideographs there is always a boundary.
    #[test]
    fn boundaries() {
        let at = |text: &str| {
            let mut characters = text.chars();
            is_boundary(characters.next(), characters.next())
        };
        for parted in [
            "a ", "-a", "a用", "用a", "部署", "aя", "サー", "1部", "กข", "",
        ] {
            assert!(at(parted), "{parted}");
        }
        for whole in ["ab", "é1", "_a", "e\u{301}", "яб", "배포", "用\u{fe00}"] {
            assert!(!at(whole), "{whole}");
        }
    }

    /// A particle may follow a Korean word, and nothing may go before it.
    #[test]
    fn korean() {
        assert!(is_end_of_word(Some('포'), Some('를')));
        assert!(!is_end_of_word(Some('t'), Some('s')));
        assert!(!is_boundary(Some('재'), Some('배')));
    }
}
