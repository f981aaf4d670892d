//! What an order of an attack is made of, whatever its words.

use super::reader::{Mark, Sentence};
use super::senses::*;

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

const fn frame(deed: Deed, centre: Senses, own: &'static [Senses]) -> Frame {
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
    const fn near(self, near: &'static [Senses]) -> Self {
        Self { near, ..self }
    }

    const fn behind(self, behind: &'static [Senses]) -> Self {
        Self { behind, ..self }
    }

    const fn always(self) -> Self {
        Self {
            unless: Senses::NONE,
            ..self
        }
    }

    const fn within(self, apart: usize) -> Self {
        Self { apart, ..self }
    }

    const fn unless(self, unless: Senses) -> Self {
        Self {
            unless: self.unless.with(unless),
            ..self
        }
    }

    const fn fits(self, fits: fn(&Sentence, &Mark, &str) -> bool) -> Self {
        Self { fits, ..self }
    }
}

const DEST: Senses = ADDRESS.with(PUBLIC);

/// Things that are taken, or not.
const THINGS: Senses = HARD.with(OWN).with(SOFT).with(PRIVATE);

pub(super) static FRAMES: &[Frame] = &[
    // Lures.
    frame(Deed::Lures, COPYING, &[COMMAND])
        .near(&[PAGE, TERMINAL.with(RUN)])
        .within(80),
    frame(Deed::Lures, WINRUN, &[]).near(&[PASTE.with(LOADER), ADDRESS]),
    frame(Deed::Lures, GIVEN, &[]).near(&[ARCHIVE, RUN.with(STARTS), ADDRESS]),
    frame(Deed::RunsFetched, LOADER, &[ADDRESS]).within(40),
    // Secrets that leave.
    frame(Deed::LeaksSecrets, SEND, &[HARD, DEST]),
    frame(Deed::LeaksSecrets, PUT.with(SEND), &[HARD, OUT]),
    frame(Deed::LeaksSecrets, PUT, &[HARD, PUBLIC]),
    frame(Deed::LeaksSecrets, READ, &[OWN, CONTENT])
        .near(&[SEND.with(PUT), ADDRESS])
        .within(80),
    frame(
        Deed::LeaksPrivate,
        SEND,
        &[PRIVATE.with(WHOLE), ALL.with(EACH), MAILBOX],
    ),
    frame(Deed::LeaksSecrets, PUT, &[HARD, ADDRESS]).near(&[READ.with(SEEK)]),
    frame(
        Deed::LeaksSecrets,
        READ.with(SEEK),
        &[HARD, SEND.with(PUT), PUBLIC],
    ),
    frame(Deed::LeaksSecrets, SEND, &[OWN, ADDRESS]).fits(is_direct),
    frame(Deed::LeaksSecrets, SEND, &[OWN, CONTENT.with(ALL), ADDRESS]),
    frame(Deed::LeaksSecrets, SEND, &[SOFT, ALL, ADDRESS])
        .within(120)
        .fits(is_all_secrets),
    frame(Deed::LeaksSecrets, READ.with(SEEK), &[HARD]).near(&[SEND, ADDRESS]),
    frame(
        Deed::LeaksSecrets,
        READ.with(SEEK),
        &[OWN, CONTENT.with(ALL)],
    )
    .near(&[SEND, ADDRESS])
    .within(100),
    frame(Deed::LeaksSecrets, SEEK, &[OWN, ALL])
        .near(&[SEND.with(PUT), ADDRESS])
        .within(40),
    frame(Deed::Sweeps, SEEK, &[HARD.with(SOFT), MACHINE.with(ALL)])
        .near(&[SEND.with(PUT), DEST])
        .fits(is_swept),
    // Private matter that leaves.
    frame(Deed::LeaksPrivate, SEND, &[PRIVATE.with(WHOLE), ADDRESS])
        .near(&[HUSHED.with(DISGUISE).with(AGREED).with(OMIT)]),
    frame(
        Deed::LeaksPrivate,
        PUT,
        &[PRIVATE, ADDRESS, DISGUISE.with(HUSHED).with(EACH)],
    ),
    frame(Deed::LeaksPrivate, SEND, &[WHOLE, ADDRESS]),
    // Silence.
    frame(Deed::Hides, HUSHED, &[]).near(&[SEND, DEST.with(HARD).with(PRIVATE)]),
    frame(Deed::Hides, HUSHED, &[]).near(&[RUN, ADDRESS]),
    frame(Deed::Hides, HUSHED, &[])
        .near(&[PUT.with(REPLACE).with(EDIT), MEMORY.with(BOOT).with(CRON)]),
    frame(Deed::Hides, OMIT, &[REPORT])
        .within(40)
        .near(&[SEND, ADDRESS]),
    // Orders from elsewhere.
    frame(Deed::ObeysServer, FETCH, &[ADDRESS, OBEY]).within(200),
    frame(Deed::ObeysServer, ORDERS, &[ADDRESS, OBEY]).within(120),
    frame(Deed::ObeysServer, OBEY, &[ANSWER])
        .within(60)
        .near(&[FETCH, ADDRESS]),
    frame(Deed::ObeysServer, FETCH, &[ADDRESS, REPLACE, THIS]).within(140),
    frame(Deed::RunsFetched, FETCH, &[ADDRESS, SAVE, RUN]).within(160),
    frame(Deed::RunsFetched, RUN, &[SCRIPT.with(ANSWER)])
        .near(&[FETCH, ADDRESS, SAVE, ALL.with(EACH).with(NOT)])
        .within(60),
    frame(Deed::ObeysServer, ORDERS, &[ADDRESS, OUTRANK]).within(120),
    frame(Deed::ObeysServer, ALL, &[ADDRESS, OBEY])
        .within(100)
        .fits(is_whatever),
    // What stays.
    frame(Deed::Persists, STARTUP, &[FETCH, ADDRESS, RUN, SCRIPT]).within(120),
    frame(
        Deed::PoisonsMemory,
        PUT.with(SAVE).with(REPLACE).with(EDIT),
        &[MEMORY],
    )
    .behind(&[YIELD.with(HUSHED).with(TRUST).with(OUTRANK)])
    .within(120),
    frame(
        Deed::PoisonsMemory,
        PUT.with(SAVE).with(REPLACE).with(EDIT),
        &[MEMORY],
    )
    .behind(&[OBEY, ADDRESS])
    .within(120),
    frame(
        Deed::PoisonsMemory,
        PUT.with(SAVE).with(REPLACE).with(EDIT),
        &[MEMORY],
    )
    .behind(&[SEND, ADDRESS, EACH.with(LASTING)])
    .within(120),
    frame(Deed::PoisonsMemory, REPLACE, &[MEMORY, THIS.with(SKILLS)]).within(120),
    frame(Deed::PoisonsSkills, PUT.with(REPLACE).with(EDIT), &[SKILLS])
        .behind(&[SCRIPT.with(OBEY).with(ADDRESS).with(OUTRANK)])
        .within(90),
    frame(
        Deed::Persists,
        PUT.with(ARRANGE),
        &[CRON, ADDRESS, RUN, FETCH.with(SCRIPT)],
    )
    .within(120),
    frame(
        Deed::Persists,
        ARRANGE,
        &[
            STARTUP.with(BOOT).with(CRON),
            DISGUISE.with(HUSHED).with(AGREED),
        ],
    ),
    frame(
        Deed::Persists,
        PUT.with(ARRANGE),
        &[BOOT.with(STARTUP), ADDRESS, FETCH.with(RUN).with(SEND)],
    )
    .within(120),
    // Rank.
    frame(Deed::Overrides, IGNORE, &[ORDERS, PRIOR])
        .within(60)
        .fits(is_prior_order),
    frame(Deed::Overrides, VOID, &[ORDERS, PRIOR.with(MODEL)]).within(140),
    frame(Deed::Overrides, FREED, &[MODEL]).within(60),
    frame(Deed::Outranks, OUTRANK, &[THIS, PERSON.with(PRIOR)]).fits(is_above),
    frame(
        Deed::LendsVoice,
        MESSAGES,
        &[ORDERS, OBEY.with(OUTRANK).with(THIS)],
    )
    .within(160),
    frame(Deed::LendsVoice, MESSAGES, &[ORDERS])
        .near(&[OBEY.with(OUTRANK)])
        .within(60),
    frame(Deed::Crowds, OUTRANK, &[SKILLS.with(PERSON).with(PRIOR)]).within(120),
    frame(Deed::Overrides, IGNORE, &[REFUSAL]).within(40),
    frame(Deed::LendsVoice, VOICE, &[]),
    // Protections.
    frame(Deed::Unguards, VOID, &[SHIELD, MODEL])
        .within(80)
        .unless(WHEN.with(UNTIL)),
    frame(Deed::ClaimsConsent, AGREED, &[OFF, SHIELD.with(ASKING)])
        .within(120)
        .unless(WHEN.with(UNTIL)),
    frame(Deed::Unguards, OFF, &[GUARD])
        .within(40)
        .fits(is_verb),
    frame(Deed::Unguards, OFF, &[SHIELD])
        .near(&[OBSTACLE.with(YIELD).with(HUSHED)])
        .within(40),
    frame(
        Deed::Unasks,
        OFF,
        &[ASKING, SETTINGS.with(LASTING).with(EACH)],
    )
    .within(80),
    frame(
        Deed::Unasks,
        YIELD,
        &[
            SETTINGS,
            LASTING
                .with(EACH)
                .with(ARRANGE)
                .with(OFF)
                .with(EDIT)
                .with(PUT),
        ],
    )
    .within(100),
    frame(Deed::ClaimsConsent, AGREED, &[])
        .near(&[
            SEND.with(PUT),
            HARD.with(PRIVATE).with(BOOT).with(WHOLE),
            ADDRESS.with(BOOT),
        ])
        .unless(WHEN.with(UNTIL)),
    frame(Deed::ClaimsConsent, AGREED, &[ASKING])
        .within(60)
        .unless(WHEN.with(UNTIL)),
    frame(Deed::ClaimsConsent, AGREED, &[YIELD])
        .within(80)
        .unless(WHEN.with(UNTIL)),
    // Judges, persons, money.
    frame(Deed::MovesMoney, PAY, &[ACCOUNT])
        .near(&[DECEIVE.with(HUSHED)])
        .within(160),
    frame(Deed::LeansOnJudge, JUDGE, &[CLEAN, RATE])
        .within(160)
        .unless(WHEN.with(CONSENT)),
    frame(Deed::Deceives, DECEIVE, &[PERSON.with(GAIN).with(HEALTH)])
        .within(160)
        .always(),
    frame(Deed::Deceives, GAIN, &[FAIR])
        .within(100)
        .near(&[DECEIVE.with(HUSHED)]),
    frame(Deed::Deceives, GAIN, &[DECEIVE.with(HUSHED)]).within(200),
    frame(Deed::Deceives, OFF, &[HEALTH, PERSON]).within(80),
    frame(Deed::MovesMoney, PAY.with(SEND), &[DRAINED, ACCOUNT]).within(160),
    frame(Deed::MovesMoney, PAY, &[MONEY])
        .near(&[HUSHED.with(DECEIVE)])
        .within(160),
];

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

fn distance(one: &Mark, other: &Mark) -> usize {
    match one.start < other.start {
        true => other.start.saturating_sub(one.end),
        false => one.start.saturating_sub(other.end),
    }
}

/// Whether a thing is what is taken: not denied, and not where something is put (`add it to .env`).
fn is_object(mark: &Mark, part: &str) -> bool {
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

/// Whether a word is a deed, not the name of one (`the bypass`).
fn is_verb(_: &Sentence, centre: &Mark, part: &str) -> bool {
    let before = part.get(..centre.start).unwrap_or("").trim_end();
    !["the", "a", "no", "any"].iter().any(|article| {
        before
            .strip_suffix(article)
            .is_some_and(|rest| rest.ends_with([' ', '\n', '(']))
    })
}

/// Whether what an honest program reads for itself is sent as it is: right behind the word, and not where something
/// comes from.
fn is_direct(sentence: &Sentence, centre: &Mark, part: &str) -> bool {
    sentence.marks(OWN).any(|mark| {
        let between = part.get(centre.end..mark.start).unwrap_or("");
        mark.start >= centre.end
            && between.len() < 20
            && !between.contains(" from ")
            && !between.contains(" in ")
    })
}

/// Whether the secrets are those of nobody in particular: hard ones, or all of a kind.
fn is_swept(sentence: &Sentence, centre: &Mark, part: &str) -> bool {
    sentence.marks(HARD).any(|mark| is_object(mark, part))
        || sentence.marks(ALL).any(|all| {
            sentence
                .marks(SOFT)
                .any(|secret| distance(all, secret) < 48 && distance(secret, centre) < 60)
        })
}

/// Whether it is about whatever somebody says, not about all of something.
fn is_whatever(_: &Sentence, centre: &Mark, part: &str) -> bool {
    part.get(centre.start..centre.end)
        .is_some_and(|word| word.eq_ignore_ascii_case("whatever"))
}

/// Whether `all` stands right before a secret.
fn is_all_secrets(sentence: &Sentence, centre: &Mark, part: &str) -> bool {
    let word = part.get(centre.start..centre.end).unwrap_or("");
    sentence.marks(ALL).any(|all| {
        sentence.marks(SOFT).any(|secret| {
            let is_behind = secret.start >= centre.end || !word.is_ascii();
            is_behind && secret.start >= all.end && secret.start - all.end < 24
        })
    })
}

/// Whether the instructions are earlier ones, by words that stand together.
fn is_prior_order(sentence: &Sentence, _: &Mark, _: &str) -> bool {
    sentence.marks(ORDERS).any(|order| {
        sentence
            .marks(PRIOR)
            .any(|prior| distance(order, prior) <= 14)
    })
}

/// Whether a person or the system stands below: behind the word of rank, and not as whoever outranks (`by`).
fn is_above(sentence: &Sentence, rank: &Mark, part: &str) -> bool {
    sentence.marks(PERSON.with(PRIOR)).any(|other| {
        other.start >= rank.start
            && !part
                .get(rank.end..other.start)
                .unwrap_or("")
                .contains(" by ")
    })
}
