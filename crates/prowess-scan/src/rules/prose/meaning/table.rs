//! The frames, and what some of them ask for beside their words.

use super::frames::{Deed, Frame, distance, frame, is_object};
use super::reader::{Mark, Sentence};
use super::senses::*;

/// Where something may go.
const DEST: Senses = ADDRESS.with(PUBLIC).with(PASTED);

/// Things that are taken, or not.
pub(super) const THINGS: Senses = HARD.with(OWN).with(SOFT).with(PRIVATE);

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
        SEND.with(PUT),
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
        .near(&[SEND.with(PUT), ADDRESS.with(PASTED)])
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
        .fits(is_of_it)
        .within(40)
        .near(&[SEND, ADDRESS]),
    frame(Deed::Hides, OMIT, &[REPORT])
        .fits(is_of_it)
        .within(40)
        .near(&[YIELD]),
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
    frame(Deed::Overrides, VOID, &[BOUNDS, MODEL]).within(100),
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
    frame(Deed::Crowds, OFF.with(IGNORE), &[SKILLS])
        .within(40)
        .always(),
    frame(
        Deed::Crowds,
        HUSHED,
        &[RUN.with(SEND).with(PUT).with(EACH).with(ALL)],
    )
    .fits(|_, centre, _| !centre.senses.meets(QUIET))
    .always(),
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
    frame(Deed::MovesMoney, PAY, &[ADDRESS, DECEIVE]).within(160),
    frame(Deed::MovesMoney, PAY, &[ACCOUNT])
        .near(&[DECEIVE.with(HUSHED)])
        .within(160),
    frame(Deed::LeansOnJudge, JUDGE, &[CLEAN, RATE, THIS])
        .within(160)
        .unless(WHEN.with(CONSENT)),
    frame(Deed::Deceives, DECEIVE, &[PERSON.with(GAIN).with(HEALTH)])
        .within(160)
        .always(),
    frame(Deed::Deceives, GAIN, &[FAIR])
        .within(100)
        .near(&[DECEIVE.with(HUSHED)]),
    frame(Deed::Deceives, GAIN, &[DECEIVE.with(HUSHED)]).within(200),
    frame(Deed::Deceives, OFF, &[HEALTH, PERSON, TELL]).within(80),
    frame(Deed::MovesMoney, PAY.with(SEND), &[DRAINED, ACCOUNT]).within(160),
    frame(Deed::MovesMoney, PAY, &[MONEY])
        .near(&[HUSHED.with(DECEIVE)])
        .within(160),
];

/// Whether a word is a deed, not the name of one (`the bypass`).
fn is_verb(_: &Sentence, centre: &Mark, part: &str) -> bool {
    let before = part.get(..centre.start).unwrap_or("").trim_end();
    !["the", "a", "no", "any"].iter().any(|article| {
        before
            .strip_suffix(article)
            .is_some_and(|rest| rest.ends_with([' ', '\n', '(']))
    })
}

/// Whether what is left out was named before (`leave that out`).
fn is_of_it(_: &Sentence, centre: &Mark, part: &str) -> bool {
    const IT: [&str; 6] = ["it", "that", "this", "them", "these", "both"];
    let words = part.get(centre.start..centre.end).unwrap_or("");
    let next = part
        .get(centre.end..)
        .and_then(|rest| rest.split_whitespace().next());
    let is_it = |word: &str| IT.iter().any(|it| word.eq_ignore_ascii_case(it));
    words.split(' ').skip(1).any(is_it) || next.is_some_and(is_it) || !words.is_ascii()
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
