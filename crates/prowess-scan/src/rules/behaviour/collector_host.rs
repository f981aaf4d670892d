//! Request bins, out-of-band testing, tunnels and throw-away hosts are spoken to.

use crate::codes;
use crate::fact::Act;
use crate::host::{self, HostKind};
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};

pub(crate) static RULE: Rule = Rule {
    code: codes::COLLECTOR_HOST,
    id: "collector-host",
    class: 6,
    phase: Phase::Send,
    why: "whoever opened that bin or tunnel reads what arrives, and nobody knows who that is",
    advice: "speak to a service with an owner",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    for (fact, unit) in scene.facts() {
        let (address, sends) = match &fact.act {
            Act::Sends { url: Some(url) } => (url, true),
            Act::Fetches { url } => (url, false),
            Act::Connects {
                host: Some(host), ..
            } => (host, true),
            _ => continue,
        };
        let strength = match host::kind(address) {
            HostKind::Collector => Strength::Strong,
            HostKind::RawAddress if sends => Strength::Strong,
            HostKind::RawAddress | HostKind::Metadata => Strength::Weak,
            HostKind::Paste => Strength::Weak,
            HostKind::ChatHook => Strength::Note,
            _ => continue,
        };
        signals.push(
            &RULE,
            strength,
            unit,
            fact.span,
            format!("speaks to `{address}`"),
        );
    }
}
