//! Code writes hooks, permissions and servers of agents.

use crate::asset::Asset;
use crate::codes;
use crate::fact::{Act, Sink, Source};
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};

pub(crate) static RULE: Rule = Rule {
    code: codes::AGENT_SETTINGS_WRITE,
    id: "agent-settings-write",
    class: 15,
    phase: Phase::Persist,
    why: "these settings decide what an agent may do without asking",
    advice: "show the person the change, and let them make it",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    for (fact, unit) in scene.facts() {
        match &fact.act {
            Act::Writes {
                path,
                asset: Asset::AgentSettings,
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
                to: Sink::File(Asset::AgentSettings),
                ..
            } => {
                signals.push(
                    &RULE,
                    Strength::Strong,
                    unit,
                    fact.span,
                    "writes what it fetches or decodes into settings of an agent",
                );
            }
            _ => {}
        }
    }
}
