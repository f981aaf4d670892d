//! Code turns a protection off.

use crate::codes;
use crate::fact::{Act, Protection};
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};

pub(crate) static RULE: Rule = Rule {
    code: codes::SECURITY_DISABLED,
    id: "security-disabled",
    class: 12,
    phase: Phase::Power,
    strengths: &[Strength::Strong, Strength::Weak, Strength::Note],
    why: "the protection is there for what comes next",
    advice: "leave protections on, and mend what they complain about",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    for (fact, unit) in scene.facts() {
        let Act::Disables { what } = &fact.act else {
            continue;
        };
        let fetches = || {
            scene
                .facts
                .iter()
                .any(|other| other.unit == fact.unit && matches!(other.act, Act::Fetches { .. }))
        };
        let (strength, what) = match what {
            Protection::Certificates => (Strength::Note, "the check of certificates"),
            Protection::Quarantine if fetches() => (Strength::Strong, "the check of downloads"),
            Protection::Quarantine => (Strength::Weak, "the check of downloads"),
            Protection::Antivirus => (Strength::Strong, "a watcher of the system"),
            Protection::Integrity => (Strength::Strong, "the integrity of the system"),
            Protection::Firewall => (Strength::Weak, "the firewall"),
            Protection::Records => (Strength::Strong, "the record of what is done"),
            Protection::Approval => (Strength::Weak, "the question before an act"),
        };
        signals.push(
            &RULE,
            strength,
            unit,
            fact.span,
            format!("turns off {what}"),
        );
    }
}
