//! From a passage to its sentences, and what the words of each stand for.

use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};

use super::address::addresses;
use super::derived::{is_denied, pages_and_passwords, silences};
use super::lexicon::words;
use super::plain::plain;
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
        for (senses, word) in words() {
            let (word, is_stem) = match word.strip_suffix('~') {
                Some(stem) => (stem, true),
                None => (word, false),
            };
            let entry = known.entry(word).or_insert(Entry {
                senses: Senses::NONE,
                is_stem,
            });
            entry.senses = entry.senses | senses;
            entry.is_stem |= is_stem;
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
