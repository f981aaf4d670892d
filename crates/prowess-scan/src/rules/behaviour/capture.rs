//! Keys, screen, clipboard or passwords of a person are recorded.

use super::affinity::Declared;
use crate::codes;
use crate::fact::{Act, Capture, Sink, Source};
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};

pub(crate) static RULE: Rule = Rule {
    code: codes::CAPTURE,
    id: "capture",
    class: 5,
    phase: Phase::Collect,
    strengths: &[Strength::Conclusive, Strength::Strong, Strength::Note],
    why: "a person types and sees more than the work needs",
    advice: "ask the person for the one thing that is needed",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    let declared = Declared::of(scene);
    for (fact, unit) in scene.facts() {
        let Act::Captures { what } = &fact.act else {
            continue;
        };
        let host = scene.facts.iter().find_map(|other| match &other.act {
            Act::Flows {
                from: Source::Person,
                to: Sink::Network(host),
                ..
            } if other.unit == fact.unit => Some(host),
            _ => None,
        });
        let is_foreign =
            host.is_some_and(|host| host.as_deref().is_none_or(|host| !declared.knows(host)));
        let (alone, sent, what) = match what {
            Capture::Keys => (Strength::Strong, Strength::Conclusive, "keys"),
            Capture::Password => (Strength::Note, Strength::Conclusive, "a password"),
            Capture::Clipboard => (Strength::Note, Strength::Strong, "the clipboard"),
            Capture::Screen => (Strength::Note, Strength::Strong, "the screen"),
            Capture::Camera => (Strength::Note, Strength::Strong, "the camera"),
            Capture::Microphone => (Strength::Note, Strength::Strong, "the microphone"),
        };
        let strength = if is_foreign { sent } else { alone };
        let sends = if is_foreign { " and sends it" } else { "" };
        signals.push(
            &RULE,
            strength,
            unit,
            fact.span,
            format!("records {what}{sends}"),
        );
    }
}
