//! A secret flows to the network.

use std::collections::BTreeSet;

use super::affinity::{Declared, is_looking_secret, is_related};
use crate::asset::Asset;
use crate::codes;
use crate::fact::{Act, Sink, Source};
use crate::host::HostKind;
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};

pub(crate) static RULE: Rule = Rule {
    code: codes::SECRET_FLOW,
    id: "secret-flow",
    class: 6,
    phase: Phase::Send,
    strengths: &[
        Strength::Conclusive,
        Strength::Strong,
        Strength::Weak,
        Strength::Note,
    ],
    why: "what has left the machine cannot be called back",
    advice: "send a key only to the service that it is for, and declare the service and the variable in the header",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    let declared = Declared::of(scene);
    let hosts = hosts(scene);
    for (fact, unit) in scene.facts() {
        let Act::Flows { from, to, .. } = &fact.act else {
            continue;
        };
        let (host, is_proof) = match to {
            Sink::Network(host) => (host.as_deref(), false),
            Sink::Authorization(host) => (host.as_deref(), true),
            _ => continue,
        };
        let kind = host.map_or(HostKind::Named, crate::host::kind);
        let is_foreign = matches!(
            kind,
            HostKind::Collector | HostKind::RawAddress | HostKind::Paste | HostKind::ChatHook
        );
        let is_own = host.is_none_or(|host| declared.knows(host)) && !is_foreign;
        if matches!(kind, HostKind::Loopback | HostKind::Metadata) {
            continue;
        }
        let (what, strength) = match from {
            Source::File(Asset::DotEnv) => (
                "a `.env` file".to_owned(),
                match (is_foreign, is_own, is_proof) {
                    (true, ..) => Strength::Conclusive,
                    (_, true, _) | (_, _, true) => Strength::Note,
                    _ => Strength::Strong,
                },
            ),
            Source::File(asset) if asset.is_secret() => {
                let what = asset.in_words().to_owned();
                let strength = if host.is_some_and(|host| is_related(*asset, host)) && !is_foreign {
                    Strength::Note
                } else if is_proof
                    && host.is_none_or(|host| declared.knows(host))
                    && !is_foreign
                    && matches!(
                        asset,
                        Asset::AgentSecrets | Asset::ToolCredentials | Asset::CloudCredentials
                    )
                {
                    Strength::Weak
                } else if host.is_none() {
                    Strength::Strong
                } else {
                    Strength::Conclusive
                };
                (what, strength)
            }
            Source::Variable(name) if is_looking_secret(name) => {
                let is_its_own = host.is_none_or(|host| super::affinity::is_named_for(name, host))
                    || declared.variables.contains(name);
                // The key of a tunnel goes to that tunnel.
                let is_of_service = kind == HostKind::Collector
                    && host.is_some_and(|host| super::affinity::is_named_for(name, host));
                let strength = match (is_foreign, is_own || is_its_own, is_proof) {
                    _ if is_of_service => Strength::Weak,
                    // A name that is written in other letters than it shows.
                    _ if host.is_some_and(|host| {
                        host.split('.').any(|part| part.starts_with("xn--"))
                    }) =>
                    {
                        Strength::Strong
                    }
                    (true, _, false) if kind != HostKind::ChatHook => Strength::Conclusive,
                    (true, _, _) if kind == HostKind::ChatHook => Strength::Note,
                    (true, ..) => Strength::Strong,
                    (_, true, _) => Strength::Note,
                    // Its owner is spoken to as well, and is another.
                    (_, _, true)
                        if host.is_some()
                            && hosts
                                .iter()
                                .any(|host| super::affinity::is_named_for(name, host)) =>
                    {
                        Strength::Strong
                    }
                    (_, _, true) => Strength::Weak,
                    // In the payload for a host that nothing speaks of.
                    _ => Strength::Strong,
                };
                (format!("`{name}`"), strength)
            }
            Source::Machine if is_foreign && kind != HostKind::ChatHook => {
                ("facts about the machine".to_owned(), Strength::Strong)
            }
            _ => continue,
        };
        let to = host.unwrap_or("a host that is computed");
        signals.push(
            &RULE,
            strength,
            unit,
            fact.span,
            format!("sends {what} to `{to}`"),
        );
    }
}

/// Every named host that the code of a package speaks to.
fn hosts(scene: &Scene<'_>) -> BTreeSet<String> {
    let addresses = scene.facts.iter().filter_map(|fact| match &fact.act {
        Act::Fetches { url } | Act::Sends { url: Some(url) } => Some(url),
        _ => None,
    });
    let names = addresses.filter_map(|url| crate::host::name(url));
    names
        .filter(|name| crate::host::kind(name) == HostKind::Named)
        .collect()
}
