//! What a description is made of: its language, sentences and words, as far as rules need it.

/// The languages in which descriptions are judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    /// English.
    English,
    /// Chinese.
    Chinese,
    /// Any other, or not enough text to tell. Rules about wording stay silent.
    Other,
}

impl Language {
    /// The language of a text: Chinese where at least a fifth of its letters are Chinese and none
    /// are kana, English where English's smallest words occur or every letter is ASCII.
    pub(super) fn of(text: &str) -> Self {
        let (mut letters, mut chinese, mut foreign) = (0, 0, 0);
        for character in text.chars().filter(|character| character.is_alphabetic()) {
            letters += 1;
            if is_chinese(character) {
                chinese += 1;
            } else if matches!(character, '\u{3040}'..='\u{30ff}') {
                return Self::Other;
            } else if !character.is_ascii() {
                foreign += 1;
            }
        }
        if letters == 0 {
            Self::Other
        } else if chinese * 5 >= letters {
            Self::Chinese
        } else if chinese + foreign == 0 || has_any(text, &ENGLISH_WORDS) {
            if has_any(text, &FOREIGN_WORDS) && !has_any(text, &ENGLISH_WORDS) {
                return Self::Other;
            }
            Self::English
        } else {
            Self::Other
        }
    }
}

const ENGLISH_WORDS: [&str; 8] = ["the", "and", "with", "for", "of", "to", "from", "when"];

/// Small words of languages that can be written in ASCII alone.
const FOREIGN_WORDS: [&str; 26] = [
    "und", "der", "die", "das", "mit", "el", "los", "las", "del", "que", "para", "por", "una",
    "les", "des", "pour", "avec", "dans", "sur", "com", "uma", "della", "yang", "untuk", "dan",
    "oder",
];

/// Whether a character is a Chinese ideograph.
pub(super) fn is_chinese(character: char) -> bool {
    matches!(character, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Whether one of `phrases`, in lower case, occurs in `text` as whole words, in any letter case.
/// A phrase that ends in `*` may go on within a word.
pub(super) fn has_any(text: &str, phrases: &[&str]) -> bool {
    phrases.iter().any(|phrase| has(text, phrase))
}

fn has(text: &str, phrase: &str) -> bool {
    let (phrase, goes_on) = match phrase.strip_suffix('*') {
        Some(start) => (start, true),
        None => (phrase, false),
    };
    let length = phrase.len();
    let bytes = text.as_bytes();
    let is_word = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    bytes.windows(length).enumerate().any(|(start, window)| {
        window.eq_ignore_ascii_case(phrase.as_bytes())
            && !(start > 0 && is_word(bytes.get(start - 1)))
            && (goes_on || !is_word(bytes.get(start + length)))
    })
}

/// Whether one of `parts` occurs in `text`; for scripts without blanks between words.
pub(super) fn contains_any(text: &str, parts: &[&str]) -> bool {
    parts.iter().any(|part| text.contains(part))
}

/// Sentences, clauses set apart by a dash or a semicolon, and lines, trimmed and not empty.
pub(super) fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        while !rest.is_empty() {
            let (sentence, behind) = split_sentence(rest);
            rest = behind;
            if sentence.chars().any(char::is_alphanumeric) {
                return Some(sentence);
            }
        }
        None
    })
}

fn split_sentence(text: &str) -> (&str, &str) {
    for (index, character) in text.char_indices() {
        let behind = text.get(index + character.len_utf8()..).unwrap_or("");
        let ends = match character {
            '.' | '!' | '?' => behind.starts_with(char::is_whitespace) || behind.is_empty(),
            '。' | '！' | '？' | '；' | ';' | '\n' | '—' => true,
            _ => false,
        };
        if ends {
            return (text.get(..index).unwrap_or("").trim(), behind);
        }
    }
    (text.trim(), "")
}

/// How many words a text has; two Chinese characters count as one.
pub(super) fn count(text: &str) -> usize {
    let chinese = text
        .chars()
        .filter(|&character| is_chinese(character))
        .count();
    let others = text
        .split(|character: char| character.is_whitespace() || is_chinese(character))
        .filter(|word| word.chars().any(char::is_alphanumeric))
        .count();
    others + chinese.div_ceil(2)
}

/// An estimate of how many tokens a model sees: four ASCII bytes are one, and every other
/// character is one.
pub(super) fn estimated_tokens(text: &str) -> usize {
    let ascii = text.bytes().filter(u8::is_ascii).count();
    let others = text
        .chars()
        .filter(|character| !character.is_ascii())
        .count();
    ascii.div_ceil(4) + others
}

#[cfg(test)]
mod tests {
    use super::*;

    /// English and Chinese are told from languages that are not judged.
    #[test]
    fn languages() {
        assert_eq!(Language::of("Sorts bolts by size"), Language::English);
        assert_eq!(
            Language::of("Reads café menus and writes"),
            Language::English
        );
        assert_eq!(Language::of("按大小分拣 bolts"), Language::Chinese);
        assert_eq!(
            Language::of("Sortiert Schrauben und Muttern"),
            Language::Other
        );
        assert_eq!(Language::of("ネジを分ける"), Language::Other);
        assert_eq!(Language::of("Сортирует болты"), Language::Other);
        assert_eq!(Language::of("123"), Language::Other);
    }

    /// Phrases are whole words in any letter case.
    #[test]
    fn phrases() {
        assert!(has_any("USE WHEN it rains", &["use when"]));
        assert!(!has_any("abuse whenever", &["use when"]));
        assert!(has_any("triggers on rain", &["trigger*"]));
        assert!(!has_any("a", &["use when"]));
    }

    /// A dot ends a sentence only before a blank; Chinese marks always do.
    #[test]
    fn sentence_ends() {
        let of = |text| sentences(text).collect::<Vec<_>>();
        assert_eq!(
            of("Reads v1.2 files. Use it!  "),
            ["Reads v1.2 files", "Use it"]
        );
        assert_eq!(of("分拣。使用"), ["分拣", "使用"]);
    }

    /// Words of both scripts count.
    #[test]
    fn counts() {
        assert_eq!(count("Sorts bolts — by size"), 4);
        assert_eq!(count("按大小 sort"), 3);
        assert_eq!(estimated_tokens("bolts 茶"), 3);
    }
}
