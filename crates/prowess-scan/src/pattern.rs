//! Patterns that cost little where they do not stand.
//!
//! Nearly every pattern is looked for in many texts and stands in few. With Unicode's borders of words and
//! gaps of up to sixty characters, it is slow to build and slow to run over text that is not plain ASCII. So
//! each pattern has a *sieve* before it: a pattern over bytes that matches wherever the exact one does, and in
//! a few places more. It knows no borders of words, counts nothing, and takes every byte beyond ASCII for
//! any character, so that it is a small automaton that runs at the speed of memory. Only what it lets through is
//! given to the exact pattern, which alone says what was found, and which is built when it is first needed.

use std::fmt;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::OnceLock;

use memchr::memmem;
use regex::{Captures, Regex};
use regex_automata::Input;
use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::nfa::thompson::{self, WhichCaptures};
use regex_automata::util::pool::Pool;
use regex_automata::util::syntax;

use crate::phrase::regex;

/// A pattern of the program, built when it is first needed.
#[derive(Debug)]
pub(crate) struct Pattern {
    written: String,
    /// Nothing where the pattern has no looser form.
    sieve: OnceLock<Option<Sieve>>,
    /// The exact pattern for texts of ASCII alone, which knows no other letters: a fraction of it to build.
    /// Nothing where that cannot be written.
    plain: OnceLock<Option<regex::bytes::Regex>>,
    exact: OnceLock<Regex>,
}

/// Where a pattern stands in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Match<'t> {
    text: &'t str,
    start: usize,
    end: usize,
}

impl<'t> Match<'t> {
    pub(crate) fn start(&self) -> usize {
        self.start
    }

    pub(crate) fn end(&self) -> usize {
        self.end
    }

    pub(crate) fn range(&self) -> std::ops::Range<usize> {
        self.start..self.end
    }

    pub(crate) fn as_str(&self) -> &'t str {
        self.text.get(self.range()).unwrap_or("")
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

    pub(crate) fn is_match(&self, text: &str) -> bool {
        self.may_match(text)
            && match self.plain(text) {
                Some(plain) => plain.is_match(text.as_bytes()),
                None => self.exact().is_match(text),
            }
    }

    pub(crate) fn find<'t>(&self, text: &'t str) -> Option<Match<'t>> {
        self.find_iter(text).next()
    }

    pub(crate) fn find_iter<'t>(&self, text: &'t str) -> impl Iterator<Item = Match<'t>> {
        let may_match = self.may_match(text);
        let plain = may_match.then(|| self.plain(text)).flatten();
        let exact = (may_match && plain.is_none()).then(|| self.exact());
        let of_plain = plain
            .into_iter()
            .flat_map(move |plain| plain.find_iter(text.as_bytes()))
            .map(|found| found.range());
        let of_exact = exact
            .into_iter()
            .flat_map(move |exact| exact.find_iter(text))
            .map(|found| found.range());
        of_plain.chain(of_exact).map(move |range| Match {
            text,
            start: range.start,
            end: range.end,
        })
    }

    pub(crate) fn captures_iter<'t>(&self, text: &'t str) -> impl Iterator<Item = Captures<'t>> {
        let exact = self.may_match(text).then(|| self.exact());
        exact
            .into_iter()
            .flat_map(move |exact| exact.captures_iter(text))
    }

    /// Whether the sieve lets a text through. Where a letter stands that counts as another, the sieve
    /// says nothing.
    fn may_match(&self, text: &str) -> bool {
        let sieve = self
            .sieve
            .get_or_init(|| Sieve::new(&loosened(&self.written)?));
        match sieve {
            Some(sieve) => sieve.lets_through(text.as_bytes()),
            None => true,
        }
    }

    /// The pattern for `text`, where that is of ASCII alone.
    fn plain(&self, text: &str) -> Option<&regex::bytes::Regex> {
        if !text.is_ascii() {
            return None;
        }
        let plain = self.plain.get_or_init(|| {
            regex::bytes::RegexBuilder::new(&plain(&self.written)?)
                .unicode(false)
                .build()
                .ok()
        });
        plain.as_ref()
    }

    fn exact(&self) -> &Regex {
        self.exact.get_or_init(|| regex(&self.written))
    }
}

/// An automaton that says whether a looser form of a pattern stands in a text.
///
/// It runs forward alone, is built while it runs, and keeps no places: it costs a fraction of a whole
/// engine to build, of which many are built to look at one small package.
struct Sieve {
    automaton: DFA,
    /// What each thread has built of it so far.
    caches: Pool<Cache, NewCache>,
}

type NewCache = Box<dyn Fn() -> Cache + Send + Sync + UnwindSafe + RefUnwindSafe>;

impl Sieve {
    /// Nothing where `loose` is no pattern.
    fn new(loose: &str) -> Option<Self> {
        let automaton = DFA::builder()
            .thompson(thompson::Config::new().which_captures(WhichCaptures::None))
            .syntax(syntax::Config::new().utf8(false))
            .configure(
                DFA::config()
                    .cache_capacity(CACHE)
                    .skip_cache_capacity_check(true),
            )
            .build(loose);
        debug_assert!(automaton.is_ok(), "no sieve of {loose}: {automaton:?}");
        let automaton = automaton.ok()?;
        let model = automaton.clone();
        let new: NewCache = Box::new(move || model.create_cache());
        Some(Self {
            automaton,
            caches: Pool::new(new),
        })
    }

    /// Whether the looser form stands in `text`, or nothing can be said of it.
    fn lets_through(&self, text: &[u8]) -> bool {
        let input = Input::new(text).earliest(true);
        let found = self
            .automaton
            .try_search_fwd(&mut self.caches.get(), &input);
        !matches!(found, Ok(None)) || is_beyond(text)
    }
}

impl fmt::Debug for Sieve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sieve")
    }
}

/// Most bytes of an automaton that each thread keeps; beyond, it is built anew.
const CACHE: usize = 1 << 20;

/// Whether a letter beyond ASCII stands in a text that is one of ASCII's where case does not count: the
/// long s, and the sign of the kelvin.
fn is_beyond(text: &[u8]) -> bool {
    !text.is_ascii()
        && (memmem::find(text, "\u{17f}".as_bytes()).is_some()
            || memmem::find(text, "\u{212a}".as_bytes()).is_some())
}

/// The bytes of characters beyond ASCII, as members of a class.
const FOREIGN: &str = r"\x80-\xff";

/// One character beyond ASCII, loosely.
const FOREIGN_CHARACTER: &str = r"[\x80-\xff]{1,4}";

/// A pattern over bytes that matches what `pattern` does in texts of ASCII alone, where classes and borders
/// of words are those of ASCII: every other character is a byte that stands in no such text. Nothing where
/// `pattern` names classes of Unicode.
fn plain(pattern: &str) -> Option<String> {
    const NEVER: &str = r"\xff";
    let mut plain = String::with_capacity(pattern.len());
    let mut rest = pattern;
    while let Some(character) = rest.chars().next() {
        let behind = rest.get(character.len_utf8()..)?;
        rest = match character {
            '\\' => {
                let escaped = behind.chars().next()?;
                let after = behind.get(escaped.len_utf8()..)?;
                match escaped {
                    'x' | 'u' => {
                        let (code, after) = code_point(escaped, after)?;
                        match code.is_ascii() {
                            true => plain.push_str(&format!("\\x{:02x}", u32::from(code))),
                            false => plain.push_str(NEVER),
                        }
                        after
                    }
                    'p' | 'P' => return None,
                    _ if escaped.is_ascii() => {
                        plain.push('\\');
                        plain.push(escaped);
                        after
                    }
                    _ => {
                        plain.push_str(NEVER);
                        after
                    }
                }
            }
            _ if character.is_ascii() => {
                plain.push(character);
                behind
            }
            _ => {
                plain.push_str(NEVER);
                behind
            }
        };
    }
    Some(plain)
}

/// A pattern over bytes that matches at least wherever `pattern` does; nothing where `pattern` holds
/// something that is not known here.
fn loosened(pattern: &str) -> Option<String> {
    let mut loose = String::with_capacity(2 * pattern.len());
    let mut rest = pattern;
    let mut flags = "i";
    for (prefix, kept) in [
        ("(?i)", "i"),
        ("(?ix)", "ix"),
        ("(?imx)", "imx"),
        ("(?im)", "im"),
    ] {
        if let Some(behind) = rest.strip_prefix(prefix) {
            (rest, flags) = (behind, kept);
        }
    }
    loose.push_str("(?");
    loose.push_str(flags);
    loose.push_str("-u)");
    let is_verbose = flags.contains('x');
    while let Some(character) = rest.chars().next() {
        let behind = rest.get(character.len_utf8()..)?;
        rest = match character {
            '\\' => escape(behind, &mut loose)?,
            '[' => class(behind, &mut loose)?,
            '{' => {
                let (inside, behind) = behind.split_once('}')?;
                let least: usize = inside.split(',').next()?.trim().parse().ok()?;
                loose.push_str(match least {
                    0 => "*",
                    1 => "+",
                    2 => "{2,}",
                    _ => "{3,}",
                });
                behind
            }
            '(' => group(behind, &mut loose)?,
            '.' => {
                one_of(".", ".", behind, &mut loose);
                behind
            }
            '#' if is_verbose => behind.split_once('\n').map_or("", |(_, behind)| behind),
            _ if character.is_ascii() => {
                loose.push(character);
                behind
            }
            _ => {
                literal(character, &mut loose);
                behind
            }
        };
    }
    Some(loose)
}

/// Writes a character beyond ASCII, in either case.
fn literal(character: char, loose: &mut String) {
    loose.push_str("(?u:");
    loose.push(character);
    loose.push(')');
}

/// Writes what begins a group, without its name; gives what follows.
fn group<'p>(behind: &'p str, loose: &mut String) -> Option<&'p str> {
    loose.push_str("(?:");
    match behind.strip_prefix('?') {
        None => Some(behind),
        Some(flags) => match flags
            .strip_prefix(':')
            .or_else(|| flags.strip_prefix("-u:"))
        {
            Some(behind) => Some(behind),
            None => flags
                .strip_prefix("P<")
                .or_else(|| flags.strip_prefix('<'))?
                .split_once('>')
                .map(|(_, behind)| behind),
        },
    }
}

/// Writes a class that stands for one character: `plain` in ASCII, or anything beyond it; where it is
/// repeated without end, `repeated` is the class with the bytes beyond ASCII in it.
fn one_of(plain: &str, repeated: &str, behind: &str, loose: &mut String) {
    if behind.starts_with(['*', '+', '{']) {
        loose.push_str(repeated);
    } else {
        for part in ["(?:", plain, "|", FOREIGN_CHARACTER, ")"] {
            loose.push_str(part);
        }
    }
}

/// Writes what an escape outside a class stands for; gives what follows.
fn escape<'p>(behind: &'p str, loose: &mut String) -> Option<&'p str> {
    let character = behind.chars().next()?;
    let after = behind.get(character.len_utf8()..)?;
    match character {
        // A border of words in Unicode is one that bytes do not know.
        'b' | 'B' => {}
        'w' | 'W' | 's' | 'S' | 'd' | 'D' => {
            let plain = format!("\\{character}");
            one_of(&plain, &format!("[{FOREIGN}{plain}]"), after, loose);
        }
        'x' | 'u' => {
            let (code, after) = code_point(character, after)?;
            if code.is_ascii() {
                loose.push_str(&format!("\\x{:02x}", u32::from(code)));
            } else {
                literal(code, loose);
            }
            return Some(after);
        }
        'p' | 'P' | '0'..='9' | 'A' | 'z' | 'k' | '<' | '>' => return None,
        _ if character.is_ascii() => {
            loose.push('\\');
            loose.push(character);
        }
        _ => literal(character, loose),
    }
    Some(after)
}

/// The character that `\x` or `\u` stands for, and what follows it.
fn code_point(kind: char, after: &str) -> Option<(char, &str)> {
    let (digits, after) = match after.strip_prefix('{') {
        Some(inside) => inside.split_once('}')?,
        None => after.split_at_checked(if kind == 'x' { 2 } else { 4 })?,
    };
    let code = u32::from_str_radix(digits, 16).ok()?;
    Some((char::from_u32(code)?, after))
}

/// Writes a class, given what follows its `[`; gives what follows its `]`.
fn class<'p>(behind: &'p str, loose: &mut String) -> Option<&'p str> {
    let (is_negated, mut rest) = match behind.strip_prefix('^') {
        Some(rest) => (true, rest),
        None => (false, behind),
    };
    let mut members = String::new();
    let mut is_foreign = is_negated;
    let mut is_first = true;
    loop {
        let (member, after) = member(rest)?;
        match member {
            Member::End if !is_first => {
                rest = after;
                break;
            }
            Member::End => members.push_str("\\]"),
            Member::Foreign => {
                is_foreign = true;
                // The other end of a range goes with it.
                if let Some(range) = after.strip_prefix('-')
                    && !range.starts_with(']')
                {
                    rest = self::member(range)?.1;
                    is_first = false;
                    continue;
                }
            }
            Member::Plain(written) => {
                // A range that ends beyond ASCII reaches its end.
                if let Some(range) = after.strip_prefix('-')
                    && !range.starts_with(']')
                    && let (Member::Foreign, behind) = self::member(range)?
                {
                    members.push_str(written);
                    members.push_str(r"-\x7f");
                    is_foreign = true;
                    rest = behind;
                    is_first = false;
                    continue;
                }
                is_foreign |= matches!(written, r"\w" | r"\W" | r"\s" | r"\S" | r"\d" | r"\D");
                members.push_str(written);
            }
        }
        is_first = false;
        rest = after;
    }
    match (is_negated, is_foreign, members.is_empty()) {
        (true, _, false) => {
            let class = format!("[^{members}]");
            let repeated = format!("(?:{class}|[{FOREIGN}])");
            one_of(&class, &repeated, rest, loose);
        }
        (true, _, true) => one_of(r"[\x00-\x7f]", r"[\x00-\xff]", rest, loose),
        (false, true, false) => {
            let class = format!("[{members}]");
            one_of(&class, &format!("[{FOREIGN}{members}]"), rest, loose);
        }
        (false, true, true) => one_of(
            &format!("[{FOREIGN}]"),
            &format!("[{FOREIGN}]"),
            rest,
            loose,
        ),
        (false, false, _) => {
            loose.push('[');
            loose.push_str(&members);
            loose.push(']');
        }
    }
    Some(rest)
}

/// One member of a class.
enum Member<'p> {
    /// One in ASCII, or a class of Perl's, as it is written.
    Plain(&'p str),
    /// One beyond ASCII.
    Foreign,
    /// The end of the class.
    End,
}

/// The first member of what is left of a class, and what follows it; nothing where it is more than a
/// character.
fn member(rest: &str) -> Option<(Member<'_>, &str)> {
    let character = rest.chars().next()?;
    let after = rest.get(character.len_utf8()..)?;
    match character {
        ']' => Some((Member::End, after)),
        '[' => None,
        '&' | '~' if after.starts_with(character) => None,
        '\\' => {
            let escaped = after.chars().next()?;
            let behind = after.get(escaped.len_utf8()..)?;
            let behind = match escaped {
                'x' | 'u' => {
                    let (code, behind) = code_point(escaped, behind)?;
                    if !code.is_ascii() {
                        return Some((Member::Foreign, behind));
                    }
                    behind
                }
                'p' | 'P' | 'b' => return None,
                _ if !escaped.is_ascii() => return Some((Member::Foreign, behind)),
                _ => behind,
            };
            let written = rest.get(..rest.len() - behind.len())?;
            Some((Member::Plain(written), behind))
        }
        _ if character.is_ascii() => Some((Member::Plain(rest.get(..1)?), after)),
        _ => Some((Member::Foreign, after)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::phrase::phrase;

    fn sieve(pattern: &Pattern) -> Sieve {
        let loose = loosened(&pattern.written).expect("a looser form");
        Sieve::new(&loose).expect("it is a pattern")
    }

    /// What the sieve of a pattern is.
    #[test]
    fn looser() {
        for (pattern, expected) in [
            (r"(?i)\bcurl\b", r"(?i-u)curl"),
            (r"(?i)a[^.。]{0,60}?b", r"(?i-u)a(?:[^.]|[\x80-\xff])*?b"),
            (
                r"(?i)\w+x\w",
                r"(?i-u)[\x80-\xff\w]+x(?:\w|[\x80-\xff]{1,4})",
            ),
            (r"(?i)[ée]v", r"(?i-u)(?:[e]|[\x80-\xff]{1,4})v"),
            (
                r"(?i)[а-яz]*(?P<n>не)",
                r"(?i-u)[\x80-\xffz]*(?:(?u:н)(?u:е))",
            ),
            (r"(?i)[]a]\x{200b}\x22", r"(?i-u)[\]a](?u:\u{200b})\x22"),
        ] {
            let expected = expected.replace(r"\u{200b}", "\u{200b}");
            assert_eq!(loosened(pattern).as_deref(), Some(&*expected), "{pattern}");
        }
        assert_eq!(loosened(r"[[:alpha:]]"), None);
        assert_eq!(loosened(r"(?s:.)\pL"), None);
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
