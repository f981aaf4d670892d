//! What an order of an attack is made of, whatever its words.

use super::reader::{Mark, Sentence};
use super::senses::*;
use super::table::{FRAMES, THINGS};

/// What an order comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Deed {
    /// Brings a person to run what a page or a locked archive holds.
    Lures,
    /// Sends what no skill sends.
    LeaksSecrets,
    /// Sends what is private, and keeps it quiet.
    LeaksPrivate,
    /// Looks for secrets in general, and hands them in.
    Sweeps,
    /// Keeps a deed from the person.
    Hides,
    /// Obeys what a server says.
    ObeysServer,
    /// Runs what a server gives.
    RunsFetched,
    /// Plants orders in what an agent remembers.
    PoisonsMemory,
    /// Plants lines in other skills.
    PoisonsSkills,
    /// Sets aside what the model was told.
    Overrides,
    /// Puts itself above the person or the system.
    Outranks,
    /// Switches a protection off.
    Unguards,
    /// Switches the questions of an agent off.
    Unasks,
    /// Starts by itself from now on.
    Persists,
    /// Tells a judge what to find.
    LeansOnJudge,
    /// Deceives the person.
    Deceives,
    /// Moves money.
    MovesMoney,
    /// Makes words of others orders.
    LendsVoice,
    /// Claims that somebody agreed.
    ClaimsConsent,
    /// Puts the skill above others, in its description.
    Crowds,
}

/// The parts of an order.
pub(super) struct Frame {
    pub(super) deed: Deed,
    /// The word that the order hangs on; it must not be denied.
    centre: Senses,
    /// What else stands in the sentence: of each set one, at most [`Frame::apart`] bytes away.
    own: &'static [Senses],
    apart: usize,
    /// What stands in the sentence or near it, of each set one.
    near: &'static [Senses],
    /// What stands in the sentence or behind it, of each set one: what is to be written stands behind the order.
    behind: &'static [Senses],
    /// What an honest sentence of the same parts has.
    unless: Senses,
    /// What else must be so.
    fits: fn(&Sentence, &Mark, &str) -> bool,
}

pub(super) const fn frame(deed: Deed, centre: Senses, own: &'static [Senses]) -> Frame {
    Frame {
        deed,
        centre,
        own,
        apart: 240,
        near: &[],
        behind: &[],
        unless: CONSENT.with(SAMPLE),
        fits: |_, _, _| true,
    }
}

impl Frame {
    pub(super) const fn near(self, near: &'static [Senses]) -> Self {
        Self { near, ..self }
    }

    pub(super) const fn behind(self, behind: &'static [Senses]) -> Self {
        Self { behind, ..self }
    }

    pub(super) const fn always(self) -> Self {
        Self {
            unless: Senses::NONE,
            ..self
        }
    }

    pub(super) const fn within(self, apart: usize) -> Self {
        Self { apart, ..self }
    }

    pub(super) const fn unless(self, unless: Senses) -> Self {
        Self {
            unless: self.unless.with(unless),
            ..self
        }
    }

    pub(super) const fn fits(self, fits: fn(&Sentence, &Mark, &str) -> bool) -> Self {
        Self { fits, ..self }
    }
}

/// How far the neighbours of a sentence reach, in bytes and in sentences.
const REACH: usize = 420;
const NEIGHBOURS: usize = 2;

/// The frames that the sentences of a passage fill, each with the part that shows it.
pub(super) fn filled(sentences: &[Sentence], part: &str) -> Vec<(Deed, std::ops::Range<usize>)> {
    let mut deeds = Vec::new();
    for (index, sentence) in sentences.iter().enumerate() {
        if sentence.senses == Senses::NONE {
            continue;
        }
        let near = around(sentences, index);
        let behind = behind(sentences, index);
        for frame in FRAMES {
            // What is not to be told is named in the denial.
            let own = match frame.centre.meets(HUSHED) {
                true => sentence.senses,
                false => Senses::NONE,
            };
            if !sentence.senses.meets(frame.centre)
                || sentence.excuses.meets(frame.unless)
                || frame.own.iter().any(|part| !sentence.senses.meets(*part))
                || frame.near.iter().any(|part| !(near | own).meets(*part))
                || frame.behind.iter().any(|part| !behind.meets(*part))
            {
                continue;
            }
            if let Some(range) = fill(frame, sentence, part) {
                deeds.push((frame.deed, range));
            }
        }
    }
    deeds
}

/// What stands in a sentence and its neighbours, and is not denied.
fn around(sentences: &[Sentence], index: usize) -> Senses {
    let Some(own) = sentences.get(index) else {
        return Senses::NONE;
    };
    let mut senses = behind(sentences, index);
    let mut first = own;
    for sentence in sentences.iter().take(index).rev().take(NEIGHBOURS) {
        if first.opens || own.start.saturating_sub(sentence.end) > REACH {
            break;
        }
        senses = senses | affirmed(sentence);
        first = sentence;
    }
    senses
}

/// The same of the neighbours behind it alone.
fn behind(sentences: &[Sentence], index: usize) -> Senses {
    let Some(own) = sentences.get(index) else {
        return Senses::NONE;
    };
    let neighbours = sentences.iter().skip(index + 1).take(NEIGHBOURS);
    neighbours
        .take_while(|sentence| !sentence.opens && sentence.start.saturating_sub(own.end) <= REACH)
        .fold(affirmed(own), |senses, sentence| {
            senses | affirmed(sentence)
        })
}

/// What stands in a sentence and is not denied.
fn affirmed(sentence: &Sentence) -> Senses {
    sentence
        .marks
        .iter()
        .filter(|mark| mark.senses.meets(HUSHED.with(VOID).with(FREED)) || !mark.denied)
        .fold(Senses::NONE, |all, mark| all | mark.senses)
}

/// Words of a sentence that an order may hang on, that are tried.
const CENTRES: usize = 8;

/// The part of a sentence that fills a frame.
fn fill(frame: &Frame, sentence: &Sentence, part: &str) -> Option<std::ops::Range<usize>> {
    sentence
        .marks(frame.centre)
        .take(CENTRES)
        .find_map(|centre| {
            if centre.denied && !centre.senses.meets(HUSHED.with(VOID).with(FREED)) {
                return None;
            }
            let mut end = centre.end;
            for slot in frame.own {
                let mark = sentence
                    .marks(*slot)
                    .filter(|mark| mark.start != centre.start)
                    .filter(|mark| distance(mark, centre) <= frame.apart)
                    .filter(|mark| {
                        !mark.denied || mark.senses.meets(HUSHED.with(NOT).with(VOID).with(FREED))
                    })
                    .filter(|mark| !mark.senses.meets(THINGS) || is_object(mark, part))
                    .min_by_key(|mark| distance(mark, centre))?;
                end = end.max(mark.end);
            }
            (frame.fits)(sentence, centre, part).then_some(centre.start..end)
        })
}

pub(super) fn distance(one: &Mark, other: &Mark) -> usize {
    match one.start < other.start {
        true => other.start.saturating_sub(one.end),
        false => one.start.saturating_sub(other.end),
    }
}

/// Whether a thing is what is taken: not denied, and not where something is put (`add it to .env`).
pub(super) fn is_object(mark: &Mark, part: &str) -> bool {
    const PLACES: [&str; 6] = ["to", "into", "with", "using", "via", "your"];
    let before = part.get(..mark.start).unwrap_or("");
    let before = before.trim_end_matches(['`', '"', '\'', '*', ' ']);
    let before = before
        .strip_suffix(" the")
        .or(before.strip_suffix(" your"))
        .unwrap_or(before);
    let word = before
        .rsplit(|character: char| !character.is_ascii_alphabetic())
        .next();
    let is_place =
        word.is_some_and(|word| PLACES.iter().any(|place| word.eq_ignore_ascii_case(place)));
    !is_place && !mark.denied
}
