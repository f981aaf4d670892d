//! A description is made to be chosen, not to be read.

use std::collections::BTreeMap;

use prowess_base::Span;

use crate::codes;
use crate::rules::{Check, Phase, Rule};
use crate::signal::{Signals, Strength};
use crate::unit::{Origin, Unit};

pub(crate) static RULE: Rule = Rule {
    code: codes::DESCRIPTION_STUFFING,
    id: "description-stuffing",
    class: 2,
    phase: Phase::Lure,
    strengths: &[Strength::Weak],
    why: "a description full of key words is chosen for what it does not do",
    advice: "name the tasks in a few sentences",
    check: Check::Text { hints: &[], run },
};

/// Most characters of a description by the specification of Agent Skills; half as many again is no slip.
const LONG: usize = 1024 + 512;

/// Items of a list in a description that no person reads.
const ITEMS: usize = 80;

/// Fewest words whose repetition says something.
const WORDS: usize = 60;

fn run(unit: &Unit<'_>, _places: &[u32], signals: &mut Signals) {
    if unit.origin != Origin::Description {
        return;
    }
    let text: &str = &unit.text;
    let says = if text.chars().nth(LONG).is_some() {
        "has a description far longer than the specification allows"
    } else if text.matches([',', '，', '、', ';', '|']).count() >= ITEMS {
        "has a description that is a farm of key words"
    } else if repeats(text) {
        "has a description that says one word again and again"
    } else {
        return;
    };
    signals.push(&RULE, Strength::Weak, unit, Span::new(0, text.len()), says);
}

/// Whether one long word is a tenth of all words or more.
fn repeats(text: &str) -> bool {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut all = 0_usize;
    for word in text.split(|character: char| !character.is_alphanumeric()) {
        if word.is_empty() {
            continue;
        }
        all += 1;
        if word.len() > 4 {
            *counts.entry(word.to_lowercase()).or_default() += 1;
        }
    }
    all >= WORDS && counts.values().any(|count| count * 8 >= all)
}
