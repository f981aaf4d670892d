//! Request bins, out-of-band testing, tunnels and throw-away hosts are spoken to.

use std::cell::OnceCell;

use super::affinity::Declared;
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
    strengths: &[Strength::Strong, Strength::Weak, Strength::Note],
    why: "whoever opened that bin or tunnel reads what arrives, and nobody knows who that is",
    advice: "speak to a service with an owner",
    check: Check::Package(check),
};

/// Where metadata services of clouds hand out keys.
const CLOUD_KEYS: &[&str] = &[
    "security-credentials",
    "identity-credentials",
    "identity/oauth2/token",
    "service-accounts/",
    "user-data",
    "/v2/credentials",
];

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    let declared = OnceCell::new();
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
            // A skill for that very service.
            HostKind::Collector
                if host::name(address).is_some_and(|name| {
                    declared
                        .get_or_init(|| Declared::of(scene))
                        .is_namesake(scene, &name)
                }) =>
            {
                Strength::Weak
            }
            HostKind::Collector => Strength::Strong,
            // Which way the packets to a public resolver would leave is how programs learn their own address.
            HostKind::RawAddress if is_resolver(address) => Strength::Note,
            HostKind::RawAddress if sends => Strength::Strong,
            // The keys of the machine's own account in the cloud.
            HostKind::Metadata if CLOUD_KEYS.iter().any(|path| address.contains(path)) => {
                Strength::Strong
            }
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

/// Whether an address is that of a resolver of names that everybody may ask.
fn is_resolver(address: &str) -> bool {
    const RESOLVERS: [&str; 10] = [
        "8.8.8.8",
        "8.8.4.4",
        "1.1.1.1",
        "1.0.0.1",
        "9.9.9.9",
        "208.67.222.222",
        "208.67.220.220",
        "114.114.114.114",
        "223.5.5.5",
        "119.29.29.29",
    ];
    RESOLVERS.contains(&address)
}
