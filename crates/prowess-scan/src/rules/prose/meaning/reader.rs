//! From a passage to its sentences, and what the words of each stand for.

use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};

use super::lexicon::LEXICON;
use super::senses::*;

/// One word that stands for something.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    pub(super) senses: Senses,
    /// In the passage.
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether what it stands for is denied: by a word before it, or, in languages that deny at the end, behind
    /// it.
    pub(super) denied: bool,
}

/// The longest sentence, in bytes and in marks: a longer one is read as several.
const LONGEST: usize = 1000;
const MARKS: usize = 48;

/// A sentence, an item of a list or a line of a table.
#[derive(Debug)]
pub(super) struct Sentence {
    /// In the order of their starts.
    pub(super) marks: Vec<Mark>,
    /// What all marks stand for.
    pub(super) senses: Senses,
    /// What the marks that are not denied stand for.
    pub(super) excuses: Senses,
    /// In the passage.
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether a heading stands right before it.
    pub(super) opens: bool,
}

impl Sentence {
    /// The marks that stand for one of `senses`.
    pub(super) fn marks(&self, senses: Senses) -> impl Iterator<Item = &Mark> {
        self.marks
            .iter()
            .filter(move |mark| mark.senses.meets(senses))
    }

    fn of(mut marks: Vec<Mark>, range: Range<usize>, opens: bool, part: &str) -> Self {
        let denied: Vec<bool> = marks
            .iter()
            .map(|mark| is_denied(&marks, mark, part))
            .collect();
        for (mark, denied) in marks.iter_mut().zip(denied) {
            mark.denied = denied;
        }
        let mut sentence = Self {
            marks,
            senses: Senses::NONE,
            excuses: Senses::NONE,
            start: range.start,
            end: range.end,
            opens,
        };
        silences(&mut sentence, part);
        pages_and_passwords(&mut sentence, part);
        let senses = sentence.marks.iter().map(|mark| mark.senses);
        sentence.senses = senses.fold(Senses::NONE, Senses::with);
        let affirmed = sentence.marks.iter().filter(|mark| !mark.denied);
        sentence.excuses = affirmed
            .map(|mark| mark.senses)
            .fold(Senses::NONE, Senses::with);
        sentence
    }
}

/// Whether `mark` is denied among the marks of its sentence.
fn is_denied(marks: &[Mark], mark: &Mark, part: &str) -> bool {
    /// How far a denial reaches, in bytes.
    const BEFORE: usize = 48;
    const BEHIND: usize = 36;
    marks.iter().any(|other| {
        let is_before = other.end <= mark.start && mark.start - other.end < BEFORE;
        let is_behind = other.start >= mark.end
            && other.start - mark.end < BEHIND
            && part.get(mark.end..other.start).is_some_and(|between| {
                !between.contains([',', ';', '、', '，'])
                    && !between.contains(" und ")
                    && !between.contains("고 ")
            });
        other.senses.meets(NOT) && is_before || other.senses.meets(LATE) && is_behind
    })
}

/// A passage in small letters, with one blank between its words, and where each of its bytes came from.
struct Plain {
    text: String,
    places: Vec<u32>,
    /// Where sentences end in `text`, and whether a heading ends there.
    ends: Vec<(usize, bool)>,
}

/// The automaton over every word of the lexicon, and what belongs to each.
struct Words {
    automaton: AhoCorasick,
    entries: Vec<Entry>,
}

struct Entry {
    senses: Senses,
    /// Whether letters may follow.
    is_stem: bool,
}

static WORDS: LazyLock<Words> = LazyLock::new(Words::new);

impl Words {
    #[expect(
        clippy::expect_used,
        reason = "the lexicon is part of the program, and a test builds the automaton"
    )]
    fn new() -> Self {
        let mut known: std::collections::BTreeMap<&str, Entry> = std::collections::BTreeMap::new();
        for (senses, words) in LEXICON {
            for word in words.split('|') {
                let (word, is_stem) = match word.strip_suffix('~') {
                    Some(stem) => (stem, true),
                    None => (word, false),
                };
                let entry = known.entry(word).or_insert(Entry {
                    senses: Senses::NONE,
                    is_stem,
                });
                entry.senses = entry.senses | *senses;
                entry.is_stem |= is_stem;
            }
        }
        Self {
            automaton: AhoCorasick::builder()
                .match_kind(MatchKind::Standard)
                .build(known.keys())
                .expect("words make an automaton"),
            entries: known.into_values().collect(),
        }
    }

    /// The marks of a plain text, the longest of those that hold one another.
    fn marks(&self, text: &str) -> Vec<Mark> {
        let mut marks: Vec<Mark> = self
            .automaton
            .find_overlapping_iter(text)
            .filter_map(|found| {
                let entry = self.entries.get(found.pattern().as_usize())?;
                let before = text.get(..found.start())?.chars().next_back();
                let after = text.get(found.end()..)?.chars().next();
                let word = text.get(found.range())?;
                let (first, last) = (word.chars().next()?, word.chars().next_back()?);
                let joins = |one: char, other: Option<char>| {
                    is_letter(one) && other.is_some_and(|other| is_letter(other) || other == '_')
                };
                (!joins(first, before)
                    && (before != Some('-') || first == '.')
                    && (entry.is_stem || !joins(last, after)))
                .then_some(Mark {
                    senses: entry.senses,
                    start: found.start(),
                    end: found.end(),
                    denied: false,
                })
            })
            .collect();
        marks.extend(addresses(text));
        marks.sort_by_key(|mark| (mark.start, std::cmp::Reverse(mark.end)));
        let mut end = 0;
        marks.retain(|mark| {
            let is_outside = mark.end > end;
            end = end.max(mark.end);
            is_outside
        });
        marks
    }
}

/// Whether a character is part of a word that is set apart by blanks.
fn is_letter(character: char) -> bool {
    character.is_alphanumeric()
        && !matches!(character, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

/// The sentences of `part`, with places in it.
pub(super) fn sentences(part: &str) -> Vec<Sentence> {
    let plain = plain(part);
    let marks = WORDS.marks(&plain.text);
    let place = |at: usize| {
        plain
            .places
            .get(at)
            .map_or(part.len(), |place| *place as usize)
    };
    let mut marks = marks.into_iter().peekable();
    let mut sentences = Vec::with_capacity(plain.ends.len());
    let mut start = 0;
    let mut opens = false;
    for (end, heading) in &plain.ends {
        while start < *end {
            let mut own = Vec::new();
            while let Some(mark) = marks.next_if(|mark| mark.start < *end && own.len() < MARKS) {
                own.push(Mark {
                    start: place(mark.start),
                    end: place(mark.end),
                    ..mark
                });
            }
            let ends = match marks.peek() {
                Some(next) if next.start < *end => next.start,
                _ => *end,
            };
            sentences.push(Sentence::of(own, place(start)..place(ends), opens, part));
            opens = false;
            start = ends;
        }
        opens = *heading;
    }
    sentences
}

/// Marks as hushed what is not to be told to a person, or not of something that was named before; and what is
/// done quietly.
fn silences(sentence: &mut Sentence, part: &str) {
    /// How far a denial stands before what is not to be told, and a quiet word from its deed, in bytes.
    const NEAR: usize = 40;
    const BESIDE: usize = 20;
    let has_person = sentence.marks(PERSON).next().is_some();
    let is_silence = |mark: &Mark| {
        let denied = sentence.marks(NOT).any(|not| {
            let between = part.get(not.end..mark.start);
            between.is_some_and(|text| text.len() < NEAR && !text.contains([',', ';', ':']))
                || not.senses.meets(LATE) && not.start >= mark.end && not.start - mark.end < NEAR
        });
        let behind = part.get(mark.end..).unwrap_or("");
        let is_of_it = behind
            .trim_start()
            .split(|character: char| !character.is_alphanumeric())
            .next()
            .is_some_and(|word| IT.contains(&word))
            || part
                .get(mark.start..mark.end)
                .is_some_and(|words| words.split(' ').skip(1).any(|word| IT.contains(&word)));
        denied
            && (has_person || is_of_it)
            && !behind.starts_with(':')
            && !sentence.marks(UNTIL).any(|until| until.start > mark.start)
    };
    let is_quiet_deed = |mark: &Mark| {
        let before = part.get(..mark.start).unwrap_or("").trim_end();
        if FAULTS.iter().any(|fault| before.ends_with(fault)) {
            return false;
        }
        sentence
            .marks(SEND.with(RUN).with(PUT).with(READ).with(SEEK))
            .any(|deed| {
                let gap = match deed.start < mark.start {
                    true => mark.start.saturating_sub(deed.end),
                    false => deed.start.saturating_sub(mark.end),
                };
                gap < BESIDE && !deed.denied
            })
    };
    let hushed: Vec<bool> = sentence
        .marks
        .iter()
        .map(|mark| {
            mark.senses.meets(TELL) && is_silence(mark)
                || mark.senses.meets(QUIET) && is_quiet_deed(mark)
        })
        .collect();
    for (mark, hushed) in sentence.marks.iter_mut().zip(hushed) {
        if hushed {
            mark.senses = mark.senses | HUSHED;
        }
    }
}

/// Marks addresses that a person is sent to, and passwords that are told.
fn pages_and_passwords(sentence: &mut Sentence, part: &str) {
    /// How far the word before a page stands from it, in bytes.
    const NEAR: usize = 24;
    let mut before: Option<Mark> = None;
    for mark in &mut sentence.marks {
        let is_page = mark.senses.meets(ADDRESS)
            && before.is_some_and(|word| mark.start.saturating_sub(word.end) < NEAR);
        if is_page {
            mark.senses = mark.senses | PAGE;
        }
        if mark.senses.meets(VISIT.with(FROM)) {
            before = Some(*mark);
        } else if mark.senses.meets(FETCH.with(RUN)) {
            before = None;
        }
        if mark.senses.meets(KEYWORD) && gives(part.get(mark.end..).unwrap_or("")) {
            mark.senses = mark.senses | GIVEN;
        }
    }
}

/// Whether a password follows: a short word behind a colon, in marks of its own, or with a digit in it.
fn gives(behind: &str) -> bool {
    const LINKS: [&str; 18] = [
        "is",
        "ist",
        "lautet",
        "es",
        "est",
        "é",
        "for",
        "the",
        "archive",
        "от",
        "для",
        "архива",
        "del",
        "archivo",
        "de",
        "do",
        "arquivo",
        "l'archive",
    ];
    let mut is_told = false;
    for word in behind.split_whitespace().take(4) {
        let bare = word.trim_matches(|character: char| !character.is_alphanumeric());
        is_told |= word.starts_with([':', '：', '=', '`', '"', '“', '«', '「', '为', '是']);
        let is_word = (3..=24).contains(&bare.chars().count()) && bare.is_ascii();
        if bare.is_empty() || LINKS.contains(&bare) {
            is_told |= word.ends_with([':', '=']);
            continue;
        }
        return is_word && (is_told || bare.bytes().any(|byte| byte.is_ascii_digit()));
    }
    false
}

/// What is quiet of itself: no deed is hidden by it.
const FAULTS: [&str; 10] = [
    "fail",
    "fails",
    "failed",
    "failing",
    "errors",
    "breaks",
    "dropped",
    "skipped",
    "ignored",
    "truncated",
];

/// What stands for something that was named before.
const IT: [&str; 24] = [
    "it",
    "this",
    "that",
    "them",
    "these",
    "those",
    "anything",
    "any",
    "of",
    "so",
    "es",
    "das",
    "davon",
    "dies",
    "lo",
    "esto",
    "nada",
    "le",
    "cela",
    "rien",
    "isso",
    "об",
    "это",
    "этого",
];

/// The text of a passage in small letters.
fn plain(part: &str) -> Plain {
    let mut plain = Plain {
        text: String::with_capacity(part.len() + 8),
        places: Vec::with_capacity(part.len() + 8),
        ends: Vec::new(),
    };
    let mut in_heading = part.starts_with('#');
    let mut previous = ' ';
    for (at, character) in part.char_indices() {
        let rest = || part.get(at + character.len_utf8()..).unwrap_or("");
        match character {
            'a'..='z' | '0'..='9' => plain.push(character, at),
            'A'..='Z' => plain.push(character.to_ascii_lowercase(), at),
            '\n' => {
                let next = rest().trim_start_matches([' ', '\t', '\r', '>']);
                if in_heading || next.starts_with('\n') || opens_line(next) {
                    plain.end(in_heading);
                }
                in_heading = next.starts_with('#');
                plain.blank(at);
            }
            '.' | '!' | '?' => {
                plain.push(character, at);
                let rest = rest();
                let is_end =
                    rest.is_empty() || rest.starts_with([' ', '\n', '\r', '"', '”', ')', '*', '`']);
                if is_end && !plain.text.ends_with("e.g.") && !plain.text.ends_with("i.e.") {
                    plain.end(false);
                }
            }
            '。' | '！' | '？' => {
                plain.push(' ', at);
                plain.end(false);
            }
            '"' | '\'' if ends_item(rest()) => plain.end(false),
            // A group of a pattern of expressions, not words in brackets.
            ')' if rest().starts_with(['?', '*', '+', '|']) => plain.end(false),
            '*' if rest().starts_with('.') => plain.push('*', at),
            '\'' | '’' if previous.is_alphanumeric() => plain.push('\'', at),
            '*' | '`' | '"' | '“' | '”' | '„' | '«' | '»' | '「' | '」' | '‘' | '’' | '\''
            | '|' | '>' | '(' | ')' | '[' | ']' | '{' | '}' => plain.blank(at),
            _ if character.is_whitespace() => plain.blank(at),
            _ => {
                for small in character.to_lowercase() {
                    plain.push(small, at);
                }
            }
        }
        previous = character;
    }
    plain.end(false);
    plain
}

impl Plain {
    fn push(&mut self, character: char, at: usize) {
        self.text.push(character);
        let place = u32::try_from(at).unwrap_or(u32::MAX);
        self.places.resize(self.text.len(), place);
        if self.text.len() - self.ends.last().map_or(0, |(end, _)| *end) > LONGEST {
            self.end(false);
        }
    }

    fn blank(&mut self, at: usize) {
        if !self.text.ends_with(' ') {
            self.push(' ', at);
        }
    }

    fn end(&mut self, heading: bool) {
        let at = self.text.len();
        if self.ends.last().map_or(0, |(end, _)| *end) < at {
            self.ends.push((at, heading));
        } else if let Some((_, last)) = self.ends.last_mut() {
            *last |= heading;
        }
    }
}

/// Whether a quotation mark, with this behind it, ends an item of a list in a program.
fn ends_item(rest: &str) -> bool {
    let next = rest.strip_prefix(',').map(str::trim_start);
    rest.starts_with("),")
        || next.is_some_and(|next| next.starts_with(['"', '\'', '(']) || next.starts_with("r\""))
}

/// Whether a line opens an item, a row, a block or a heading.
fn opens_line(line: &str) -> bool {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    line.starts_with(['#', '|', '•'])
        || line.starts_with("```")
        || line.starts_with("- ")
        || line.starts_with("* ")
        || line.starts_with("+ ")
        || line.starts_with("---")
        || digits > 0
            && line
                .get(digits..)
                .is_some_and(|rest| rest.starts_with(['.', ')', '、']))
}

/// Addresses of hosts that are not the machine itself, and of mail.
fn addresses(text: &str) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut start = 0;
    for word in text.split(' ') {
        let at = start;
        start += word.len() + 1;
        let bytes = word.as_bytes();
        let from = match (bytes.contains(&b':'), bytes.contains(&b'@'), bytes.first()) {
            (true, ..) if let Some(from) = host_of(word) => from,
            (_, true, _) if is_mail(word) => {
                marks.push(Mark {
                    senses: ADDRESS | MAILBOX,
                    start: at,
                    end: at + word.len(),
                    denied: false,
                });
                continue;
            }
            (.., Some(first)) if first.is_ascii_digit() && is_number_address(word) => 0,
            (.., Some(b'0' | b'b')) if is_account(word) => {
                marks.push(Mark {
                    senses: ACCOUNT,
                    start: at,
                    end: at + word.len(),
                    denied: false,
                });
                continue;
            }
            _ => continue,
        };
        marks.push(Mark {
            senses: ADDRESS,
            start: at + from,
            end: at + word.len(),
            denied: false,
        });
    }
    marks
}

/// Where an address starts in a word, if it is one of another host.
fn host_of(word: &str) -> Option<usize> {
    const SCHEMES: [&str; 5] = ["http", "https", "ws", "wss", "ftp"];
    const OWN: [&str; 8] = [
        "localhost",
        "127.",
        "0.0.0.0",
        "[::1]",
        "$",
        "<",
        "your",
        "{",
    ];
    let at = word.find("://")?;
    let before = word.get(..at)?;
    let scheme = before
        .rsplit(|character: char| !character.is_ascii_alphabetic())
        .next()?;
    let host = word.get(at + 3..)?;
    let is_own = host.is_empty() || OWN.iter().any(|own| host.starts_with(own));
    (SCHEMES.contains(&scheme) && !is_own).then_some(at - scheme.len())
}

/// Whether a word is the account of a wallet.
fn is_account(word: &str) -> bool {
    let word = word.trim_end_matches(['.', ',', ';', ':']);
    match (word.strip_prefix("0x"), word.strip_prefix("bc1")) {
        (Some(digits), _) => {
            digits.len() >= 8 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
        }
        (_, Some(rest)) => {
            rest.len() >= 20 && rest.bytes().all(|byte| byte.is_ascii_alphanumeric())
        }
        _ => false,
    }
}

fn is_mail(word: &str) -> bool {
    let word = word.trim_matches(|character: char| !character.is_alphanumeric());
    word.split_once('@').is_some_and(|(name, host)| {
        !name.is_empty()
            && !name.contains('/')
            && host.contains('.')
            && host.split('.').all(|part| !part.is_empty())
            && host.chars().next().is_some_and(char::is_alphabetic)
            && host
                .rsplit('.')
                .next()
                .is_some_and(|end| end.chars().take_while(|c| c.is_alphabetic()).count() >= 2)
    })
}

fn is_number_address(word: &str) -> bool {
    let word = word.trim_matches(|character: char| !character.is_ascii_digit());
    let mut parts = word.split([':', '/']).next().unwrap_or("").split('.');
    let is_part = |part: Option<&str>| part.is_some_and(|part| part.parse::<u8>().is_ok());
    is_part(parts.next())
        && is_part(parts.next())
        && is_part(parts.next())
        && is_part(parts.next())
        && parts.next().is_none()
        && !word.starts_with("127.")
        && !word.starts_with("0.0")
}
