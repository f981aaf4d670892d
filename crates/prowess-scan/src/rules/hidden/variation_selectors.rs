//! Variation selectors in a row: bytes that nobody sees.

use prowess_base::Span;

use crate::codes;
use crate::derive::hidden;
use crate::rules::{Check, Phase, Rule};
use crate::signal::{Signals, Strength};
use crate::unit::{Origin, Unit};

pub(crate) static RULE: Rule = Rule {
    code: codes::VARIATION_SELECTORS,
    id: "variation-selectors",
    class: 3,
    phase: Phase::Hide,
    strengths: &[Strength::Conclusive, Strength::Strong],
    why: "one selector chooses how a character is drawn; several in a row carry bytes",
    advice: "delete the selectors",
    check: Check::Text {
        hints: &[],
        run: check,
    },
};

/// Shorter rows come from editing emoji.
const ROW: usize = 3;
/// So many bytes are a text.
const TEXT: usize = 8;

fn check(unit: &Unit<'_>, _places: &[u32], signals: &mut Signals) {
    let text: &str = &unit.text;
    let bytes = text.as_bytes();
    if !matches!(unit.origin, Origin::File | Origin::Decoded) || text.is_ascii() {
        return;
    }
    // Every selector begins with one of these bytes.
    let mut end = 0;
    while let Some(at) = memchr::memchr2(0xef, 0xf3, bytes.get(end..).unwrap_or(&[])) {
        let start = end + at;
        let row: Vec<char> = text
            .get(start..)
            .unwrap_or("")
            .chars()
            .take_while(|character| hidden::selector_byte(*character).is_some())
            .collect();
        let length: usize = row.iter().map(|character| character.len_utf8()).sum();
        end = start + length.max(1);
        if row.len() < ROW {
            continue;
        }
        let strength = match row.len() >= TEXT {
            true => Strength::Conclusive,
            false => Strength::Strong,
        };
        let message = format!("{} variation selectors in a row", row.len());
        signals.push(
            &RULE,
            strength,
            unit,
            Span::new(start, start + length),
            message,
        );
    }
}
