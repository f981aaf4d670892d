//! Code writes into folders of skills.

use std::collections::HashSet;

use prowess_base::Span;

use crate::asset::Asset;
use crate::codes;
use crate::fact::{Act, Sink, Source};
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};
use crate::unit::UnitId;

pub(crate) static RULE: Rule = Rule {
    code: codes::OTHER_SKILLS_WRITE,
    id: "other-skills-write",
    class: 25,
    phase: Phase::Persist,
    strengths: &[Strength::Strong, Strength::Weak],
    why: "a skill that writes another decides what that one does",
    advice: "use the installer of the client",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    let speaking: HashSet<(UnitId, Span)> = scene
        .facts
        .iter()
        .filter(|fact| {
            matches!(
                fact.act,
                Act::Sends { .. } | Act::Fetches { .. } | Act::Connects { .. }
            )
        })
        .map(|fact| (fact.unit, fact.span))
        .collect();
    for (fact, unit) in scene.facts() {
        match &fact.act {
            Act::Writes {
                path,
                asset: Asset::OtherSkills,
            } => {
                // A program that speaks to the network is put into a skill, or something into each of them.
                let strength = if speaking.contains(&(fact.unit, fact.span)) || path.contains("/*/")
                {
                    Strength::Strong
                } else {
                    Strength::Weak
                };
                signals.push(
                    &RULE,
                    strength,
                    unit,
                    fact.span,
                    format!("writes to `{path}`"),
                );
            }
            Act::Flows {
                from: Source::Decoded,
                to: Sink::File(Asset::OtherSkills),
                ..
            } => {
                signals.push(
                    &RULE,
                    Strength::Strong,
                    unit,
                    fact.span,
                    "writes what it decodes into a folder of skills",
                );
            }
            _ => {}
        }
    }
}
