//! What several words of a sentence say together: that something is denied, kept quiet, a page, a password.

use super::reader::{Mark, Sentence};
use super::senses::*;

/// Whether `mark` is denied among the marks of its sentence.
pub(super) fn is_denied(marks: &[Mark], mark: &Mark, part: &str) -> bool {
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

/// Marks as hushed what is not to be told to a person, or not of something that was named before; and what is
/// done quietly.
pub(super) fn silences(sentence: &mut Sentence, part: &str) {
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
            && !is_untold(sentence, mark, part)
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
                // `adds silently` may tell of a fault; `silently adds` is a deed.
                let gap = match deed.start < mark.start {
                    true if !deed.senses.meets(SEND.with(RUN)) => return false,
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

/// Whether it is the person who does not tell (`even if the user does not say so`).
fn is_untold(sentence: &Sentence, mark: &Mark, part: &str) -> bool {
    /// How far a person stands before the denial, in bytes.
    const BEFORE: usize = 10;
    let word = part.get(mark.start..mark.end).unwrap_or("");
    let is_passive = word.ends_with("ed") || word.ends_with("told");
    !is_passive
        && sentence.marks(NOT).any(|not| {
            not.end <= mark.start
                && sentence
                    .marks(PERSON)
                    .any(|person| person.end <= not.start && not.start - person.end < BEFORE)
        })
}

/// Marks addresses that a person is sent to, and passwords that are told.
pub(super) fn pages_and_passwords(sentence: &mut Sentence, part: &str) {
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
