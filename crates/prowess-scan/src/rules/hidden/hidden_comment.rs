//! A comment that orders something.

use crate::codes;
use crate::rules::{Check, Phase, Rule};
use crate::signal::{Signals, Strength};
use crate::unit::{Language, Origin, Unit};

use super::intent::{self, Intent};

pub(crate) static RULE: Rule = Rule {
    code: codes::HIDDEN_COMMENT,
    id: "hidden-comment",
    class: 3,
    phase: Phase::Hide,
    strengths: &[Strength::Strong, Strength::Weak, Strength::Note],
    why: "a page does not show comments, and a model follows them like any other text",
    advice: "say it in the open, or delete it",
    check: Check::Text {
        hints: &[],
        run: check,
    },
};

fn check(unit: &Unit<'_>, _places: &[u32], signals: &mut Signals) {
    if unit.origin != Origin::Concealed || !is_comment(unit) {
        return;
    }
    match intent::of(&unit.text) {
        Some(Intent::Orders(span)) => {
            let what = "a comment orders what a reader of the page does not see";
            signals.push(&RULE, Strength::Strong, unit, span, what);
        }
        Some(Intent::Addresses(span)) => {
            let what = "a comment speaks to whoever acts";
            signals.push(&RULE, Strength::Weak, unit, span, what);
        }
        Some(Intent::Names(span)) => {
            let what = "a comment names something to run";
            signals.push(&RULE, Strength::Note, unit, span, what);
        }
        None => {}
    }
}

/// Whether a concealed text is a comment, not hidden by markup. The comments of a page of HTML speak of its
/// code.
pub(super) fn is_comment(unit: &Unit<'_>) -> bool {
    let whole = prowess_base::Span::new(0, unit.text.len());
    let start = unit.in_file(whole).range().start;
    let before = unit.file_text.get(..start).unwrap_or("");
    unit.file_language != Language::Markup
        && ["<!--", "<?", "<![CDATA[", "# (", "> ("]
            .iter()
            .any(|opens| before.ends_with(opens))
}
