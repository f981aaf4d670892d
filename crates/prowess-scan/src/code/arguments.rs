//! The arguments of a command: flags with and without values, and plain words.

use super::value::Value;

/// The arguments of a command whose flags with values are known.
pub(super) struct Arguments<'a> {
    words: &'a [Value],
    with_value: &'a [&'a str],
}

impl<'a> Arguments<'a> {
    pub(super) fn new(words: &'a [Value], with_value: &'a [&'a str]) -> Self {
        Self { words, with_value }
    }

    /// The words that are neither flags nor their values.
    pub(super) fn plain(&mut self) -> Vec<Value> {
        let mut plain = Vec::new();
        let mut words = self.words.iter();
        while let Some(word) = words.next() {
            if self.with_value.contains(&word.text.as_str()) {
                words.next();
            } else if !word.text.starts_with('-') || word.text == "-" {
                plain.push(word.clone());
            }
        }
        plain
    }

    /// The value of a flag: the next word, what stands behind `=`, or the rest of a short flag.
    pub(super) fn value(&mut self, flag: &str) -> Option<Value> {
        let mut words = self.words.iter();
        while let Some(word) = words.next() {
            if word.text == flag {
                return words.next().cloned();
            }
            let is_long = flag.starts_with("--");
            if let Some(rest) = word.text.strip_prefix(flag)
                && let Some(rest) = if is_long {
                    rest.strip_prefix('=')
                } else {
                    Some(rest)
                }
                && !rest.is_empty()
            {
                return Some(Value::known(rest).tainted_by(word));
            }
        }
        None
    }
}

/// Whether a short flag is given, alone or among others: `-i` in `-ni`.
pub(super) fn has_flag(words: &[Value], flag: char) -> bool {
    words.iter().any(|word| {
        word.text
            .strip_prefix('-')
            .is_some_and(|flags| !flags.starts_with('-') && flags.len() < 8 && flags.contains(flag))
    })
}
