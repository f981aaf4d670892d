//! Text that markup keeps from being shown.

use prowess_base::Span;

use crate::codes;
use crate::rules::{Check, Phase, Rule};
use crate::signal::{Signals, Strength};
use crate::unit::{Language, Origin, Unit};

use super::hidden_comment::is_comment;
use super::intent::{self, Intent};

pub(crate) static RULE: Rule = Rule {
    code: codes::HIDDEN_MARKUP,
    id: "hidden-markup",
    class: 3,
    phase: Phase::Hide,
    strengths: &[Strength::Strong, Strength::Weak, Strength::Note],
    why: "a page does not show the text, and a model follows it like any other",
    advice: "say it in the open, or delete it",
    check: Check::Text {
        hints: &[],
        run: check,
    },
};

fn check(unit: &Unit<'_>, _places: &[u32], signals: &mut Signals) {
    if unit.origin != Origin::Concealed || is_comment(unit) {
        return;
    }
    match intent::of(&unit.text) {
        Some(Intent::Orders(span)) => {
            let what = "text that is not shown orders something";
            signals.push(&RULE, Strength::Strong, unit, span, what);
        }
        Some(Intent::Addresses(span)) => {
            let what = "text that is not shown speaks to whoever acts";
            signals.push(&RULE, Strength::Weak, unit, span, what);
        }
        // An alternative text or a title is read by whoever does not see the picture; an element of a
        // Markdown text that is kept from sight is for nobody.
        _ if is_element(unit) => {
            let span = Span::new(0, unit.text.len());
            signals.push(
                &RULE,
                Strength::Note,
                unit,
                span,
                "an element that is not shown",
            );
        }
        _ => {}
    }
}

fn is_element(unit: &Unit<'_>) -> bool {
    let start = unit.in_file(Span::new(0, unit.text.len())).range().start;
    unit.file_language == Language::Markdown
        && unit
            .file_text
            .get(..start)
            .is_some_and(|before| before.ends_with('>'))
}
