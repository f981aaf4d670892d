//! Something is made to run again by itself.

use crate::asset::Asset;
use crate::codes;
use crate::fact::{Act, Sink, Source};
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};

pub(crate) static RULE: Rule = Rule {
    code: codes::PERSISTENCE,
    id: "persistence",
    class: 10,
    phase: Phase::Persist,
    why: "it goes on after the work is done, without anybody asking for it",
    advice: "let the person set up what is to run again",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    for (fact, unit) in scene.facts() {
        match &fact.act {
            Act::Writes { path, asset } => {
                let strength = match asset {
                    Asset::AuthorizedKeys => Strength::Strong,
                    Asset::Scheduler if path.to_ascii_lowercase().contains("currentversion") => {
                        Strength::Strong
                    }
                    Asset::Scheduler | Asset::ShellStart | Asset::GitHooks => Strength::Weak,
                    _ => continue,
                };
                // What is to run again speaks to the network.
                let speaks = scene.facts.iter().any(|other| {
                    other.unit == fact.unit
                        && other.span == fact.span
                        && matches!(
                            other.act,
                            Act::Fetches { .. } | Act::Sends { .. } | Act::Connects { .. }
                        )
                });
                let strength = if speaks { Strength::Strong } else { strength };
                signals.push(
                    &RULE,
                    strength,
                    unit,
                    fact.span,
                    format!("writes to `{path}`"),
                );
            }
            Act::Flows {
                from: Source::Network(_) | Source::Decoded,
                to:
                    Sink::File(
                        Asset::Scheduler
                        | Asset::ShellStart
                        | Asset::GitHooks
                        | Asset::AuthorizedKeys,
                    ),
                ..
            } => {
                signals.push(
                    &RULE,
                    Strength::Conclusive,
                    unit,
                    fact.span,
                    "makes something run again that is fetched or decoded",
                );
            }
            Act::Runs { program, arguments } => {
                let starts = match program.as_str() {
                    "launchctl" => arguments
                        .iter()
                        .any(|word| matches!(word.as_str(), "load" | "bootstrap" | "submit")),
                    "systemctl" => arguments.iter().any(|word| word == "enable"),
                    "schtasks" => arguments
                        .iter()
                        .any(|word| word.eq_ignore_ascii_case("/create")),
                    _ => false,
                };
                if starts {
                    signals.push(
                        &RULE,
                        Strength::Note,
                        unit,
                        fact.span,
                        format!("has `{program}` start something by itself"),
                    );
                }
            }
            _ => {}
        }
    }
}
