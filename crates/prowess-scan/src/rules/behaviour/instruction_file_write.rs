//! Code writes files that agents obey.

use crate::asset::Asset;
use crate::codes;
use crate::fact::{Act, Sink, Source};
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};

pub(crate) static RULE: Rule = Rule {
    code: codes::INSTRUCTION_FILE_WRITE,
    id: "instruction-file-write",
    class: 11,
    phase: Phase::Persist,
    strengths: &[Strength::Strong, Strength::Weak],
    why: "an agent obeys what stands there in every later conversation",
    advice: "show the person the text, and let them put it there",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    for (fact, unit) in scene.facts() {
        match &fact.act {
            Act::Writes {
                path,
                asset: Asset::AgentInstructions,
            } => {
                signals.push(
                    &RULE,
                    Strength::Weak,
                    unit,
                    fact.span,
                    format!("writes to `{path}`"),
                );
            }
            Act::Flows {
                from: Source::Network(_) | Source::Decoded,
                to: Sink::File(Asset::AgentInstructions),
                ..
            } => {
                signals.push(
                    &RULE,
                    Strength::Strong,
                    unit,
                    fact.span,
                    "writes what it fetches or decodes into instructions of an agent",
                );
            }
            _ => {}
        }
    }
}
