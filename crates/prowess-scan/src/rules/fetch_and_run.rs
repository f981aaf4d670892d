//! A program is fetched from the network and run.

use crate::codes;
use crate::fact::{Act, Sink, Source};
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};

pub(crate) static RULE: Rule = Rule {
    code: codes::FETCH_AND_RUN,
    id: "fetch-and-run",
    class: 7,
    phase: Phase::Execute,
    why: "what runs is decided by whoever holds that address at that moment",
    advice: "ship the program with the skill, or fetch a pinned version and check its digest first",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    for (fact, unit) in scene.facts() {
        if let Act::Flows {
            from: Source::Network(url),
            to: Sink::Program,
            ..
        } = &fact.act
        {
            let url = url.as_deref().unwrap_or("an address that is computed");
            signals.push(
                &RULE,
                Strength::Strong,
                unit,
                fact.span,
                format!("runs what it fetches from `{url}`"),
            );
        }
    }
}
