//! The automaton of a loose pattern.

use std::fmt;
use std::panic::{RefUnwindSafe, UnwindSafe};

use memchr::memmem;
use regex_automata::Input;
use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::nfa::thompson::{Builder, NFA, Transition};
use regex_automata::util::look::Look;
use regex_automata::util::pool::Pool;
use regex_automata::util::primitives::StateID;

use super::loose::{self, Border, Class, Loose, Most};

/// An automaton that says whether a looser form of a pattern stands in a text.
///
/// It runs forward alone, is built while it runs, and keeps no places: it costs a fraction of a whole
/// engine to build, of which many are built to look at one small package.
pub(super) struct Sieve {
    automaton: DFA,
    /// What each thread has built of it so far.
    caches: Pool<Cache, NewCache>,
}

type NewCache = Box<dyn Fn() -> Cache + Send + Sync + UnwindSafe + RefUnwindSafe>;

/// Most bytes of an automaton that each thread keeps; beyond, it is built anew.
const CACHE: usize = 1 << 20;

impl Sieve {
    /// Nothing where `pattern` has no looser form.
    pub(super) fn new(pattern: &str) -> Option<Self> {
        let nfa = compile(&loose::read(pattern)?)?;
        let config = DFA::config()
            .cache_capacity(CACHE)
            .skip_cache_capacity_check(true);
        let automaton = DFA::builder().configure(config).build_from_nfa(nfa).ok()?;
        let model = automaton.clone();
        let new: NewCache = Box::new(move || model.create_cache());
        Some(Self {
            automaton,
            caches: Pool::new(new),
        })
    }

    /// Whether the looser form stands in `text`, or nothing can be said of it.
    pub(super) fn lets_through(&self, text: &[u8]) -> bool {
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

/// Whether a letter beyond ASCII stands in a text that is one of ASCII's where case does not count: the
/// long s, and the sign of the kelvin.
fn is_beyond(text: &[u8]) -> bool {
    !text.is_ascii()
        && (memmem::find(text, "\u{17f}".as_bytes()).is_some()
            || memmem::find(text, "\u{212a}".as_bytes()).is_some())
}

/// The automaton of a pattern that may stand anywhere. It is made here and not by way of the text of a
/// pattern, whose reading takes most of the time. Nothing where it is too large.
fn compile(pattern: &Loose) -> Option<NFA> {
    let mut states = States(Builder::new());
    states.0.start_pattern().ok()?;
    let end = states.0.add_match().ok()?;
    let start = states.add(pattern, end)?;
    states.0.finish_pattern(start).ok()?;
    let anywhere = states.0.add_union(vec![start]).ok()?;
    let skipped = states.0.add_range(over(0, u8::MAX, anywhere)).ok()?;
    states.0.patch(anywhere, skipped).ok()?;
    states.0.build(start, anywhere).ok()
}

const fn over(start: u8, end: u8, next: StateID) -> Transition {
    Transition { start, end, next }
}

/// The states of an automaton. Each part is given the state behind it, and gives its first one.
struct States(Builder);

impl States {
    fn add(&mut self, part: &Loose, next: StateID) -> Option<StateID> {
        match part {
            Loose::Nothing => Some(next),
            Loose::Byte(byte) => self.0.add_range(over(*byte, *byte, next)).ok(),
            Loose::One(class) if class.foreign => {
                let ascii = self.members(*class, next)?;
                // A character of several bytes.
                let more = self.0.add_union(vec![next]).ok()?;
                let foreign = self.0.add_range(over(0x80, 0xff, more)).ok()?;
                self.0.patch(more, foreign).ok()?;
                self.0.add_union(vec![ascii, foreign]).ok()
            }
            Loose::One(class) => self.members(*class, next),
            Loose::Border(border) => {
                let look = match border {
                    Border::TextStart => Look::Start,
                    Border::TextEnd => Look::End,
                    Border::LineStart => Look::StartLF,
                    Border::LineEnd => Look::EndLF,
                };
                self.0.add_look(next, look).ok()
            }
            Loose::Sequence(parts) => {
                let mut next = next;
                for part in parts.iter().rev() {
                    next = self.add(part, next)?;
                }
                Some(next)
            }
            Loose::Choice(parts) => {
                let starts: Option<_> = parts.iter().map(|part| self.add(part, next)).collect();
                self.0.add_union(starts?).ok()
            }
            Loose::Repeat(part, _, Most::Once) => {
                let once = self.add(part, next)?;
                self.0.add_union(vec![once, next]).ok()
            }
            Loose::Repeat(part, least, Most::Unbounded) => {
                let again = self.0.add_union(vec![next]).ok()?;
                let mut start = self.repeated(part, again)?;
                self.0.patch(again, start).ok()?;
                if *least == 0 {
                    return Some(again);
                }
                for _ in 1..*least {
                    start = self.repeated(part, start)?;
                }
                Some(start)
            }
        }
    }

    /// A part that is repeated without end: of a class, every byte of a character counts.
    fn repeated(&mut self, part: &Loose, next: StateID) -> Option<StateID> {
        let Loose::One(class) = part else {
            return self.add(part, next);
        };
        let mut ranges = ranges(*class, next);
        if class.foreign {
            match ranges.last_mut().filter(|last| last.end == 0x7f) {
                Some(last) => last.end = 0xff,
                None => ranges.push(over(0x80, 0xff, next)),
            }
        }
        self.0.add_sparse(ranges).ok()
    }

    /// The members of a class in ASCII.
    fn members(&mut self, class: Class, next: StateID) -> Option<StateID> {
        self.0.add_sparse(ranges(class, next)).ok()
    }
}

/// The members of a class in ASCII, as ranges.
fn ranges(class: Class, next: StateID) -> Vec<Transition> {
    let mut ranges = Vec::new();
    let mut from = 0_u32;
    while from < 128 {
        let rest = class.ascii >> from;
        from += rest.trailing_zeros();
        if from >= 128 {
            break;
        }
        let length = (class.ascii >> from).trailing_ones();
        let byte = |at: u32| u8::try_from(at).unwrap_or(u8::MAX);
        ranges.push(over(byte(from), byte(from + length - 1), next));
        from += length;
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Members of a class as the fewest ranges.
    #[test]
    fn of_class() {
        for (ascii, expected) in [
            (0, vec![]),
            (u128::MAX, vec![(0, 127)]),
            (0b1101, vec![(0, 0), (2, 3)]),
            (1 << 127, vec![(127, 127)]),
        ] {
            let class = Class {
                ascii,
                foreign: false,
            };
            let ranges = ranges(class, StateID::ZERO);
            let ranges: Vec<(u8, u8)> = ranges.iter().map(|one| (one.start, one.end)).collect();
            assert_eq!(ranges, expected, "{ascii:b}");
        }
    }

    /// Letters of every script in every case that counts as theirs.
    #[test]
    fn cases() {
        for letter in ['é', 'σ', 'ß', 'д', 'о', 'å', 'µ', 'ÿ', '不'] {
            let sieve = Sieve::new(&letter.to_string()).expect("a sieve");
            let exact = regex::Regex::new(&format!("(?i){letter}")).expect("a pattern");
            let all: String = ('\u{80}'..'\u{3000}').collect();
            let cases: Vec<&str> = exact.find_iter(&all).map(|found| found.as_str()).collect();
            for case in cases {
                assert!(sieve.lets_through(case.as_bytes()), "{letter} {case}");
            }
            assert!(!sieve.lets_through("ツ".as_bytes()), "{letter}");
        }
    }
}
