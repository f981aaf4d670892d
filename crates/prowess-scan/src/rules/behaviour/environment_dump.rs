//! The whole environment is read, kept or sent.

use super::affinity::Declared;
use crate::codes;
use crate::fact::{Act, Sink, Source};
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};

pub(crate) static RULE: Rule = Rule {
    code: codes::ENVIRONMENT_DUMP,
    id: "environment-dump",
    class: 5,
    phase: Phase::Collect,
    strengths: &[
        Strength::Conclusive,
        Strength::Strong,
        Strength::Weak,
        Strength::Note,
    ],
    why: "the environment holds the keys of everything that runs there",
    advice: "read the variables that are needed by their names",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    let declared = Declared::of(scene);
    for (fact, unit) in scene.facts() {
        let (strength, what) = match &fact.act {
            Act::ReadsEnvironment => (Strength::Note, "reads the whole environment".to_owned()),
            Act::Flows {
                from: Source::Environment,
                to,
                ..
            } => match to {
                Sink::Network(host) | Sink::Authorization(host) | Sink::Name(host) => {
                    let host = host.as_deref().unwrap_or("a host that is computed");
                    let is_local = crate::host::kind(host) == crate::host::HostKind::Loopback;
                    let strength = if is_local {
                        Strength::Weak
                    } else if declared.in_header(host) {
                        Strength::Strong
                    } else {
                        Strength::Conclusive
                    };
                    (strength, format!("sends the whole environment to `{host}`"))
                }
                Sink::File(_) => (
                    Strength::Weak,
                    "writes the whole environment into a file".to_owned(),
                ),
                _ => continue,
            },
            _ => continue,
        };
        signals.push(&RULE, strength, unit, fact.span, what);
    }
}
