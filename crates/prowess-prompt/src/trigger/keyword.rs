//! Words in a message.

use prowess_catalog::TriggerRule;

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
            TriggerRule::AsciiBoundaries | TriggerRule::WholeTokens => text.to_lowercase(),
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
            TriggerRule::AsciiBoundaries | TriggerRule::WholeTokens => {
                between_ascii_boundaries(&self.text, &word.to_lowercase())
            }
        }
    }
}

/// Whether `word` stands in `text` with no ASCII letter or digit directly before or after it. Both
/// are in lower case.
fn between_ascii_boundaries(text: &str, word: &str) -> bool {
    if word.is_empty() {
        return false;
    }
    let mut from = 0;
    while let Some(rest) = text.get(from..)
        && let Some(found) = rest.find(word)
    {
        let (start, end) = (from + found, from + found + word.len());
        let before = text.get(..start).and_then(|text| text.chars().next_back());
        let after = text.get(end..).and_then(|text| text.chars().next());
        let is_part = |beside: Option<char>| beside.is_some_and(|c| c.is_ascii_alphanumeric());
        if !is_part(before) && !is_part(after) {
            return true;
        }
        // Words may overlap in a text: the next search begins one character on.
        from = start + word.chars().next().map_or(1, char::len_utf8);
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(words: &[&str], message: &str) -> Option<String> {
        let words: Vec<Box<str>> = words.iter().map(|word| (*word).into()).collect();
        Message::new(TriggerRule::AsciiBoundaries, message)
            .find(&words)
            .map(str::to_owned)
    }

    /// Only letters and digits of ASCII beside a word make it part of another one.
    #[test]
    fn ascii_boundaries() {
        assert_eq!(find(&["git"], "digit Git!"), Some("git".to_owned()));
        assert_eq!(find(&["git"], "github"), None);
        assert_eq!(find(&["план"], "планы"), Some("план".to_owned()));
        assert_eq!(find(&["c++"], "c++17"), None);
        assert_eq!(find(&["aa a"], "aaa a"), None);
        assert_eq!(find(&["", "x*"], "xx* x*"), Some("x*".to_owned()));
    }
}
