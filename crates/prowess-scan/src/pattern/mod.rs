//! Patterns that cost little where they do not stand.
//!
//! Nearly every pattern is looked for in many texts and stands in few. With Unicode's borders of words and
//! gaps of up to sixty characters, it is slow to build and slow to run over text that is not plain ASCII. So
//! each pattern has a *sieve* before it: a pattern over bytes that matches wherever the exact one does, and in
//! a few places more. It knows no borders of words, counts nothing, and takes every byte beyond ASCII for
//! any character, so that it is a small automaton that runs at the speed of memory. Only what it lets through is
//! given to the exact pattern, which alone says what was found, and which is built when it is first needed.

mod loose;
mod plain;
mod sieve;

use std::sync::OnceLock;

use regex::{Regex, bytes};

use sieve::Sieve;

use crate::phrase::regex;

/// A pattern of the program, built when it is first needed.
#[derive(Debug)]
pub(crate) struct Pattern {
    written: String,
    /// Nothing where the pattern has no looser form.
    sieve: OnceLock<Option<Sieve>>,
    /// The exact pattern for texts of ASCII alone, which knows no other letters: a fraction of it to build.
    /// Nothing where that cannot be written.
    plain: OnceLock<Option<bytes::Regex>>,
    exact: OnceLock<Regex>,
}

/// Where a pattern, or a group of it, stands in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Match<'t> {
    text: &'t str,
    start: usize,
    end: usize,
}

impl<'t> Match<'t> {
    const fn new(text: &'t str, range: std::ops::Range<usize>) -> Self {
        Self {
            text,
            start: range.start,
            end: range.end,
        }
    }

    pub(crate) const fn start(&self) -> usize {
        self.start
    }

    pub(crate) const fn end(&self) -> usize {
        self.end
    }

    pub(crate) const fn range(&self) -> std::ops::Range<usize> {
        self.start..self.end
    }

    pub(crate) fn as_str(&self) -> &'t str {
        self.text.get(self.range()).unwrap_or("")
    }
}

/// A place of a pattern in a text, with its groups.
#[derive(Debug)]
pub(crate) struct Groups<'t> {
    text: &'t str,
    found: Found<'t>,
}

#[derive(Debug)]
enum Found<'t> {
    Plain(bytes::Captures<'t>),
    Exact(regex::Captures<'t>),
}

impl<'t> Groups<'t> {
    /// The group with this number, where it stands; the whole is group 0.
    pub(crate) fn get(&self, group: usize) -> Option<Match<'t>> {
        let range = match &self.found {
            Found::Plain(found) => found.get(group)?.range(),
            Found::Exact(found) => found.get(group)?.range(),
        };
        Some(Match::new(self.text, range))
    }

    /// The group with this name, where it stands.
    pub(crate) fn name(&self, group: &str) -> Option<Match<'t>> {
        let range = match &self.found {
            Found::Plain(found) => found.name(group)?.range(),
            Found::Exact(found) => found.name(group)?.range(),
        };
        Some(Match::new(self.text, range))
    }

    /// The text of the group with this name; an empty one where it does not stand.
    pub(crate) fn text(&self, group: &str) -> &'t str {
        self.name(group).map_or("", |group| group.as_str())
    }

    /// How many groups the pattern has, the whole counted.
    pub(crate) fn len(&self) -> usize {
        match &self.found {
            Found::Plain(found) => found.len(),
            Found::Exact(found) => found.len(),
        }
    }

    /// Every group, in their order; the whole is the first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Option<Match<'t>>> {
        (0..self.len()).map(|group| self.get(group))
    }
}

/// A pattern in one text. What it is looked for with is settled once, whatever is asked then.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Search<'p, 't> {
    text: &'t str,
    engine: Engine<'p>,
}

#[derive(Debug, Clone, Copy)]
enum Engine<'p> {
    /// The pattern does not stand in the text.
    None,
    Plain(&'p bytes::Regex),
    Exact(&'p Regex),
}

impl<'p, 't> Search<'p, 't> {
    pub(crate) fn is_match(&self) -> bool {
        match self.engine {
            Engine::None => false,
            Engine::Plain(plain) => plain.is_match(self.text.as_bytes()),
            Engine::Exact(exact) => exact.is_match(self.text),
        }
    }

    /// The first place at `from`, which lies on a border of characters, or behind it.
    pub(crate) fn find_at(&self, from: usize) -> Option<Match<'t>> {
        let range = match self.engine {
            Engine::None => return None,
            Engine::Plain(plain) => plain.find_at(self.text.as_bytes(), from)?.range(),
            Engine::Exact(exact) => exact.find_at(self.text, from)?.range(),
        };
        Some(Match::new(self.text, range))
    }

    /// As [`Self::find_at`], with the groups.
    pub(crate) fn captures_at(&self, from: usize) -> Option<Groups<'t>> {
        let text = self.text;
        let found = match self.engine {
            Engine::None => return None,
            Engine::Plain(plain) => Found::Plain(plain.captures_at(text.as_bytes(), from)?),
            Engine::Exact(exact) => Found::Exact(exact.captures_at(text, from)?),
        };
        Some(Groups { text, found })
    }

    /// Every place, none over another.
    pub(crate) fn find_iter(self) -> impl Iterator<Item = Match<'t>> + use<'p, 't> {
        let (plain, exact) = self.engines();
        let plain = plain
            .into_iter()
            .flat_map(move |plain| plain.find_iter(self.text.as_bytes()))
            .map(|found| found.range());
        let exact = exact
            .into_iter()
            .flat_map(move |exact| exact.find_iter(self.text))
            .map(|found| found.range());
        plain
            .chain(exact)
            .map(move |range| Match::new(self.text, range))
    }

    /// Every place, none over another, with its groups.
    pub(crate) fn captures_iter(self) -> impl Iterator<Item = Groups<'t>> + use<'p, 't> {
        let (plain, exact) = self.engines();
        let plain = plain
            .into_iter()
            .flat_map(move |plain| plain.captures_iter(self.text.as_bytes()))
            .map(Found::Plain);
        let exact = exact
            .into_iter()
            .flat_map(move |exact| exact.captures_iter(self.text))
            .map(Found::Exact);
        plain.chain(exact).map(move |found| Groups {
            text: self.text,
            found,
        })
    }

    const fn engines(&self) -> (Option<&'p bytes::Regex>, Option<&'p Regex>) {
        match self.engine {
            Engine::None => (None, None),
            Engine::Plain(plain) => (Some(plain), None),
            Engine::Exact(exact) => (None, Some(exact)),
        }
    }
}

impl Pattern {
    /// A pattern as [`Regex`] reads it.
    pub(crate) fn new(written: impl Into<String>) -> Self {
        Self {
            written: written.into(),
            sieve: OnceLock::new(),
            plain: OnceLock::new(),
            exact: OnceLock::new(),
        }
    }

    /// The pattern in `text`.
    pub(crate) fn search<'p, 't>(&'p self, text: &'t str) -> Search<'p, 't> {
        let engine = match self.may_match(text) {
            false => Engine::None,
            true => match self.plain(text) {
                Some(plain) => Engine::Plain(plain),
                None => Engine::Exact(self.exact()),
            },
        };
        Search { text, engine }
    }

    pub(crate) fn is_match(&self, text: &str) -> bool {
        self.search(text).is_match()
    }

    pub(crate) fn find<'t>(&self, text: &'t str) -> Option<Match<'t>> {
        self.search(text).find_at(0)
    }

    pub(crate) fn find_iter<'p, 't>(
        &'p self,
        text: &'t str,
    ) -> impl Iterator<Item = Match<'t>> + use<'p, 't> {
        self.search(text).find_iter()
    }

    pub(crate) fn captures<'t>(&self, text: &'t str) -> Option<Groups<'t>> {
        self.search(text).captures_at(0)
    }

    pub(crate) fn captures_iter<'p, 't>(
        &'p self,
        text: &'t str,
    ) -> impl Iterator<Item = Groups<'t>> + use<'p, 't> {
        self.search(text).captures_iter()
    }

    /// Whether the sieve lets a text through. Where a letter stands that counts as another, the sieve
    /// says nothing.
    fn may_match(&self, text: &str) -> bool {
        let sieve = self.sieve.get_or_init(|| Sieve::new(&self.written));
        match sieve {
            Some(sieve) => sieve.lets_through(text.as_bytes()),
            None => true,
        }
    }

    /// The pattern for `text`, where that is of ASCII alone.
    fn plain(&self, text: &str) -> Option<&bytes::Regex> {
        if !text.is_ascii() {
            return None;
        }
        let plain = self.plain.get_or_init(|| {
            bytes::RegexBuilder::new(&plain::plain(&self.written)?)
                .unicode(false)
                .build()
                .ok()
        });
        plain.as_ref()
    }

    fn exact(&self) -> &Regex {
        self.exact.get_or_init(|| regex(&self.written))
    }

    /// Builds all that it has, for tests of patterns that no text of theirs reaches.
    #[cfg(test)]
    pub(crate) fn build(&self) {
        self.may_match("");
        self.plain("");
        self.exact();
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::phrase::phrase;

    fn sieve(pattern: &Pattern) -> Sieve {
        Sieve::new(&pattern.written).expect("a sieve")
    }

    /// A sieve lets through what the pattern matches, in every script, and letters that count as others.
    #[test]
    fn lets_through() {
        for (pattern, text) in [
            (r"\bsend … home\b", "SEND\n> **它们。也** — home"),
            (r"\b(?:[ée]vite[zr]?|не|запрещ\w*)\b", "ÉVITEZ"),
            (r"\b(?:[ée]vite[zr]?|не|запрещ\w*)\b", "ЗАПРЕЩЕНО"),
            (r"^\W{2}\D.$", "—“é€"),
            (r"\w{3}[^x]{2,4}", "日本語のテ"),
            (r"skill", "\u{17f}\u{212a}ill"),
        ] {
            let pattern = phrase(pattern);
            let is_match = pattern.exact().is_match(text);
            assert_eq!(pattern.is_match(text), is_match, "{}", pattern.written);
        }
    }

    /// Groups stand where they do, in texts of ASCII alone and in others.
    #[test]
    fn groups() {
        let pattern = Pattern::new(r"(?i)(a)|(?P<b>b+)(\s)?");
        for (text, expected) in [
            ("xA BB", [Some(0..0), None, Some(3..5), None]),
            ("éA BB\u{a0}", [Some(0..0), None, Some(4..6), Some(6..8)]),
        ] {
            let all: Vec<Groups<'_>> = pattern.captures_iter(text).collect();
            let [one, other] = all.as_slice() else {
                panic!("two places in {text}")
            };
            assert_eq!(one.get(1).map(|group| group.as_str()), Some("A"));
            let found: Vec<_> = other
                .iter()
                .map(|group| group.map(|group| group.range()))
                .collect();
            assert_eq!(found.get(1..), expected.get(1..), "{text}");
            let search = pattern.search(text);
            let behind = one.get(0).map_or(0, |whole| whole.end());
            assert_eq!(search.find_at(behind), other.get(0), "{text}");
        }
        assert!(pattern.captures("xyz").is_none());
    }

    proptest! {
        /// In a text of ASCII alone a pattern finds the same without the other letters.
        #[test]
        fn same_in_plain_text(text in r#"[abskS .\n"\t_-]{0,24}"#) {
            static PATTERNS: std::sync::LazyLock<Vec<Pattern>> = std::sync::LazyLock::new(|| {
                [
                    r"\ba … b\b",
                    r"[^a.]{2}b\B",
                    r"(?:\w\W|[é不]s?)a{1,2}",
                    r"[а-яa-b\x{200b}]k?(?:不|\u{e9}|\x20)",
                    r"(?:s|.a)\S(?:\D)?",
                ]
                .map(phrase)
                .into()
            });
            for pattern in PATTERNS.iter() {
                prop_assert!(pattern.plain(&text).is_some());
                let exact: Vec<_> = pattern.exact().find_iter(&text).map(|found| found.range()).collect();
                let found: Vec<_> = pattern.find_iter(&text).map(|found| found.range()).collect();
                prop_assert_eq!(exact, found);
            }
        }

        /// Whatever a text holds, its sieve never hides a match of a pattern.
        #[test]
        fn never_hides(text in r#"[abs .\n—é不ſK"-]{0,24}"#) {
            static PATTERNS: std::sync::LazyLock<Vec<Pattern>> = std::sync::LazyLock::new(|| {
                [
                    r"\ba … b\b",
                    r"[^a.]{2}b\B",
                    r"(?:\w\W|[é不]s?)a{1,2}",
                    r"\bé?[\s-]{1,3}[^不]$",
                    r"(?:s|.a)\S(?:\D)?é",
                    r"a+?(?:b*|不{2,3})+\s{2}|^[ab]*é*$",
                ]
                .map(phrase)
                .into()
            });
            for pattern in PATTERNS.iter() {
                prop_assert_eq!(
                    pattern.exact().find(&text).map(|found| found.range()),
                    pattern.find(&text).map(|found| found.range())
                );
                let through = sieve(pattern).lets_through(text.as_bytes());
                prop_assert!(through || !pattern.exact().is_match(&text));
            }
        }
    }
}
