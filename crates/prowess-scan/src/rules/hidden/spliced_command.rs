//! The name of a program, cut up so that a search does not find it.

use crate::codes;
use crate::derive::{sniff, spliced};
use crate::rules::{Check, Phase, Rule};
use crate::signal::{Signals, Strength};
use crate::unit::{Language, Origin, Unit};

use super::shown;

pub(crate) static RULE: Rule = Rule {
    code: codes::SPLICED_COMMAND,
    id: "spliced-command",
    class: 9,
    phase: Phase::Hide,
    strengths: &[Strength::Strong],
    why: "the shell runs a program whose name stands nowhere",
    advice: "write the command in one piece",
    check: Check::Text {
        hints: &["''", "\"\"", "$'", "$@", "$*", "${", "$IFS", "\\", "`", "^"],
        run: check,
    },
};

fn check(unit: &Unit<'_>, _places: &[u32], signals: &mut Signals) {
    let is_shell = matches!(
        unit.language,
        Language::Shell | Language::PowerShell | Language::Batch
    );
    if !is_shell || unit.origin == Origin::Normalized {
        return;
    }
    for (span, word) in spliced::words(&unit.text, unit.language) {
        if sniff::is_program(&word) {
            let message = format!("the name of `{}` is cut up", shown(&word));
            signals.push(&RULE, Strength::Strong, unit, span, message);
        }
    }
}
