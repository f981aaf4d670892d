//! Data leaves in names that are looked up.

use crate::codes;
use crate::fact::{Act, Sink, Source};
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};

pub(crate) static RULE: Rule = Rule {
    code: codes::DNS_EXFILTRATION,
    id: "dns-exfiltration",
    class: 6,
    phase: Phase::Send,
    strengths: &[Strength::Conclusive, Strength::Strong, Strength::Weak],
    why: "a look-up passes where no connection does, and whoever owns the name reads it",
    advice: "do not let it in",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    for (fact, unit) in scene.facts() {
        let Act::Flows {
            from,
            to: Sink::Name(beneath),
            ..
        } = &fact.act
        else {
            continue;
        };
        let strength = match from {
            Source::File(_) | Source::Environment => Strength::Conclusive,
            // A machine that looks up its own name asks for its own address.
            Source::Machine if beneath.is_none() => Strength::Weak,
            Source::Machine => Strength::Strong,
            Source::Variable(name) if super::affinity::is_looking_secret(name) => {
                Strength::Conclusive
            }
            _ => continue,
        };
        let beneath = beneath.as_deref().unwrap_or("a name that is computed");
        signals.push(
            &RULE,
            strength,
            unit,
            fact.span,
            format!("puts data into a name beneath `{beneath}`"),
        );
    }
}
