//! Strings in pieces so short that no word stands whole.

use prowess_base::Span;

use crate::codes;
use crate::rules::{Check, Phase, Rule};
use crate::signal::{Signals, Strength};
use crate::unit::{Mapping, Origin, Unit};

use super::shown;

pub(crate) static RULE: Rule = Rule {
    code: codes::SPLIT_LITERAL,
    id: "split-literal",
    class: 9,
    phase: Phase::Hide,
    strengths: &[Strength::Strong],
    why: "a word is cut up so that whoever searches for it finds nothing",
    advice: "write the string in one piece",
    check: Check::Text {
        hints: &[],
        run: check,
    },
};

fn check(unit: &Unit<'_>, _places: &[u32], signals: &mut Signals) {
    if unit.origin != Origin::Decoded {
        return;
    }
    let Mapping::Whole(place) = unit.mapping else {
        return;
    };
    let written = place.slice(unit.file_text);
    // Nothing but the marks between the pieces was taken away.
    let kept = written.chars().filter(|character| !is_mark(*character));
    let is_cut = unit
        .text
        .chars()
        .filter(|character| !is_mark(*character))
        .eq(kept);
    if is_cut && written.contains(['"', '\'']) {
        let message = format!("a string is cut into pieces: `{}`", shown(&unit.text));
        signals.push(
            &RULE,
            Strength::Strong,
            unit,
            Span::new(0, unit.text.len()),
            message,
        );
    }
}

const fn is_mark(character: char) -> bool {
    matches!(
        character,
        '"' | '\'' | '+' | '&' | '.' | ',' | ' ' | '\n' | '\r' | '\t'
    )
}
