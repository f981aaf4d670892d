//! A program fetches what the model is then told to follow.

use super::affinity::Declared;
use crate::codes;
use crate::fact::{Act, Sink, Source};
use crate::host::{self, HostKind};
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};
use crate::unit::Origin;

pub(crate) static RULE: Rule = Rule {
    code: codes::REMOTE_MODEL_INSTRUCTIONS,
    id: "remote-model-instructions",
    class: 26,
    phase: Phase::Execute,
    strengths: &[Strength::Strong, Strength::Weak],
    why: "whoever holds that address decides tomorrow what the model does, whatever was read today",
    advice: "ship the instructions with the skill; let programs print data",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    let declared = Declared::of(scene);
    for (fact, unit) in scene.facts() {
        let Act::Flows {
            from: Source::Network(url),
            to: Sink::Model,
            over,
        } = &fact.act
        else {
            continue;
        };
        if unit.origin != Origin::File {
            continue;
        }
        let address = url.as_deref().unwrap_or("an address that is computed");
        let is_own = url
            .as_deref()
            .and_then(host::name)
            .is_some_and(|host| declared.in_header(&host));
        let strength = match url.as_deref().map(host::kind) {
            Some(HostKind::Loopback) => continue,
            _ if is_own => Strength::Weak,
            _ => Strength::Strong,
        };
        let span = over
            .first()
            .filter(|(id, _)| *id == fact.unit)
            .map_or(fact.span, |(_, span)| *span);
        signals.push(
            &RULE,
            strength,
            unit,
            span,
            format!("prints what it fetches from `{address}` for the model to follow"),
        );
    }
}
