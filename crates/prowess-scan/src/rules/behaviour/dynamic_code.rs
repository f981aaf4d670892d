//! A text becomes a program.

use crate::codes;
use crate::fact::Act;
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};

pub(crate) static RULE: Rule = Rule {
    code: codes::DYNAMIC_CODE,
    id: "dynamic-code",
    class: 9,
    phase: Phase::Execute,
    strengths: &[Strength::Note],
    why: "what runs is decided while it runs",
    advice: "write the program down",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    for (fact, unit) in scene.facts() {
        if matches!(fact.act, Act::Evaluates) {
            signals.push(
                &RULE,
                Strength::Note,
                unit,
                fact.span,
                "runs a text as a program",
            );
        }
    }
}
