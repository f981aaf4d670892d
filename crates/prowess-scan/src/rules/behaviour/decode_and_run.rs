//! A literal is decoded and run.

use crate::codes;
use crate::fact::{Act, Sink, Source};
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};

pub(crate) static RULE: Rule = Rule {
    code: codes::DECODE_AND_RUN,
    id: "decode-and-run",
    class: 9,
    phase: Phase::Hide,
    strengths: &[Strength::Conclusive],
    why: "what is encoded is not meant to be read before it runs",
    advice: "ship the program as a text",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    for (fact, unit) in scene.facts() {
        if let Act::Flows {
            from: Source::Decoded,
            to: Sink::Program,
            ..
        } = &fact.act
        {
            signals.push(
                &RULE,
                Strength::Conclusive,
                unit,
                fact.span,
                "decodes a literal and runs it",
            );
        }
    }
}
