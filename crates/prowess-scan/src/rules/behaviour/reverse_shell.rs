//! A shell is handed to the other end of a connection.

use crate::codes;
use crate::fact::Act;
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};

pub(crate) static RULE: Rule = Rule {
    code: codes::REVERSE_SHELL,
    id: "reverse-shell",
    class: 7,
    phase: Phase::Execute,
    strengths: &[Strength::Conclusive],
    why: "whoever sits there then owns the machine",
    advice: "do not let it in",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    for (fact, unit) in scene.facts() {
        if let Act::HandsOverShell { host } = &fact.act {
            let host = host.as_deref().unwrap_or("the other end of a connection");
            signals.push(
                &RULE,
                Strength::Conclusive,
                unit,
                fact.span,
                format!("hands a shell to `{host}`"),
            );
        }
    }
}
