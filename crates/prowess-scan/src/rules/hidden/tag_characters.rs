//! Text in Unicode's tag characters, for which nothing is drawn.

use crate::codes;
use crate::derive::hidden;
use crate::rules::{Check, Phase, Rule};
use crate::signal::{Signals, Strength};
use crate::unit::{Origin, Unit};

use super::shown;

pub(crate) static RULE: Rule = Rule {
    code: codes::TAG_CHARACTERS,
    id: "tag-characters",
    class: 3,
    phase: Phase::Hide,
    strengths: &[Strength::Conclusive, Strength::Weak],
    why: "a model reads these characters as text, and a person sees nothing of them",
    advice: "delete the characters; the message shows what they spell",
    check: Check::Text {
        hints: &[],
        run: check,
    },
};

fn check(unit: &Unit<'_>, _places: &[u32], signals: &mut Signals) {
    // Fewer letters than a word may be what is left of a flag.
    const WORD: usize = 4;
    if !matches!(unit.origin, Origin::File | Origin::Decoded) {
        return;
    }
    for (span, spelled) in hidden::tags(&unit.text) {
        let letters = spelled.chars().filter(char::is_ascii_alphabetic).count();
        let strength = match letters >= WORD {
            true => Strength::Conclusive,
            false => Strength::Weak,
        };
        signals.push(
            &RULE,
            strength,
            unit,
            span,
            format!("tag characters spell `{}`", shown(&spelled)),
        );
    }
}
