//! Words in a message.

use prowess_base::normalize_name;
use prowess_catalog::TriggerRule;

use crate::boundary::{is_boundary, is_end_of_word, is_part_of_word, is_within_word};

/// A message, made ready once for many searches.
#[derive(Debug, Clone)]
pub struct Message {
    rule: TriggerRule,
    /// The text in the form in which words are compared.
    text: String,
}

impl Message {
    /// A message that is searched by this rule.
    #[must_use]
    pub fn new(rule: TriggerRule, text: &str) -> Self {
        let text = match rule {
            TriggerRule::Never => String::new(),
            TriggerRule::AsciiBoundaries => text.to_lowercase(),
            TriggerRule::WholeTokens => fold(text),
        };
        Self { rule, text }
    }

    /// The first of `words` that the message holds. Words are literal; an empty one is in no message.
    #[must_use]
    pub fn find<'w>(&self, words: &'w [Box<str>]) -> Option<&'w str> {
        let mut words = words.iter();
        words.find(|word| self.holds(word)).map(|word| &**word)
    }

    fn holds(&self, word: &str) -> bool {
        match self.rule {
            TriggerRule::Never => false,
            TriggerRule::AsciiBoundaries => {
                let is_part =
                    |beside: Option<char>| beside.is_some_and(|c| c.is_ascii_alphanumeric());
                stands_in(&self.text, &word.to_lowercase(), |around| {
                    !is_part(around.before) && !is_part(around.after)
                })
            }
            TriggerRule::WholeTokens => stands_in(&self.text, &fold(word), is_whole_token),
        }
    }
}

/// The form in which words are compared: Unicode normal form C, letter case folded (each character
/// in upper case and then in lower case, so that `ß` and `SS`, `ς` and `σ` are equal), runs of blanks
/// as one.
fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut is_blank = false;
    for character in normalize_name(text.trim()).chars() {
        if character.is_whitespace() {
            is_blank = true;
            continue;
        }
        if std::mem::take(&mut is_blank) {
            folded.push(' ');
        }
        let upper = character.to_uppercase();
        folded.extend(upper.flat_map(char::to_lowercase));
    }
    folded
}

/// The ends of a word in a text and what stands beside them.
struct Around {
    before: Option<char>,
    first: Option<char>,
    last: Option<char>,
    after: Option<char>,
}

/// Whether a word begins and ends where tokens do. One that begins with punctuation does not stand
/// behind a letter (`.net` is not in `asp.net`).
fn is_whole_token(around: &Around) -> bool {
    let begins = match around.first {
        Some(first) if !is_part_of_word(first) => !is_within_word(around.before),
        first => is_boundary(around.before, first),
    };
    begins && is_end_of_word(around.last, around.after)
}

/// Whether `word` stands anywhere in `text` as `fits` asks.
fn stands_in(text: &str, word: &str, fits: impl Fn(&Around) -> bool) -> bool {
    let mut from = 0;
    while let Some(rest) = text.get(from..)
        && let Some(found) = rest.find(word)
    {
        let Some(first) = word.chars().next() else {
            return false;
        };
        let (start, end) = (from + found, from + found + word.len());
        let around = Around {
            before: text.get(..start).and_then(|text| text.chars().next_back()),
            first: Some(first),
            last: word.chars().next_back(),
            after: text.get(end..).and_then(|text| text.chars().next()),
        };
        if fits(&around) {
            return true;
        }
        // Words may overlap in a text: the next search begins one character on.
        from = start + first.len_utf8();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find_by(rule: TriggerRule, words: &[&str], message: &str) -> Option<String> {
        let words: Vec<Box<str>> = words.iter().map(|word| (*word).into()).collect();
        let message = Message::new(rule, message);
        message.find(&words).map(str::to_owned)
    }

    /// Only letters and digits of ASCII beside a word make it part of another one.
    #[test]
    fn ascii_boundaries() {
        let find =
            |words: &[&str], message: &str| find_by(TriggerRule::AsciiBoundaries, words, message);
        assert_eq!(find(&["git"], "digit Git!"), Some("git".to_owned()));
        assert_eq!(find(&["git"], "github"), None);
        assert_eq!(find(&["план"], "планы"), Some("план".to_owned()));
        assert_eq!(find(&["c++"], "c++17"), None);
        assert_eq!(find(&["aa a"], "aaa a"), None);
        assert_eq!(find(&["", "x*"], "xx* x*"), Some("x*".to_owned()));
    }

    /// A word has to be a token of its own, where a change of script ends one; case folds in all
    /// scripts, composed and decomposed forms are one, and where words are not parted a substring is
    /// enough.
    #[test]
    fn whole_tokens() {
        for (word, held, not_held) in [
            ("ai", "build an AI.", "maintain"),
            ("git", "用git提交", "用digit计数"),
            ("部署", "请帮我部署网站", "天气怎么样"),
            ("straße", "DIE STRASSE.", "strassen"),
            ("όσος", "ΌΣΟΣ", "όσοι"),
            ("cafe\u{301}", "un CAFÉ noir", "cafe noir"),
            ("tax form", "Tax \n form, please", "taxform"),
            ("/brew", "now /brew", "a/brew"),
            ("c++", "C++17", "c+"),
            (".net", "a .NET app", "asp.net"),
            ("배포", "배포를 해줘", "재배포"),
            ("план", "ПЛАН", "планы"),
        ] {
            let find = |message| find_by(TriggerRule::WholeTokens, &[word], message);
            assert_eq!(find(held).as_deref(), Some(word), "{word} in {held}");
            assert_eq!(find(not_held), None, "{word} in {not_held}");
        }
        assert_eq!(find_by(TriggerRule::WholeTokens, &["", " "], "a  b"), None);
    }
}
