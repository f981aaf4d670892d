//! A program is fetched from the network and run.

use super::affinity::Declared;
use crate::codes;
use crate::fact::{Act, Sink, Source};
use crate::host::{self, HostKind};
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};

pub(crate) static RULE: Rule = Rule {
    code: codes::FETCH_AND_RUN,
    id: "fetch-and-run",
    class: 7,
    phase: Phase::Execute,
    why: "what runs is decided by whoever holds that address at that moment",
    advice: "ship the program with the skill, or fetch a pinned version and check its digest first",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    let declared = Declared::of(scene);
    for (fact, unit) in scene.facts() {
        let Act::Flows {
            from: Source::Network(url),
            to: Sink::Program,
            ..
        } = &fact.act
        else {
            continue;
        };
        let strength = match url.as_deref() {
            Some(url) => strength(url, &declared),
            None => Strength::Weak,
        };
        let url = url.as_deref().unwrap_or("an address that is computed");
        signals.push(
            &RULE,
            strength,
            unit,
            fact.span,
            format!("runs what it fetches from `{url}`"),
        );
    }
}

fn strength(url: &str, declared: &Declared) -> Strength {
    let name = host::name(url);
    match host::kind(url) {
        HostKind::Installer => Strength::Note,
        HostKind::Loopback | HostKind::Private => Strength::Weak,
        HostKind::Registry => Strength::Weak,
        HostKind::RawAddress
        | HostKind::Paste
        | HostKind::Collector
        | HostKind::Metadata
        | HostKind::ChatHook => Strength::Conclusive,
        // A repository, or a release of one, is what most tools are installed from; a file of anybody's is not.
        HostKind::UserContent => {
            let is_repository = url.ends_with(".git")
                || url.contains("/releases/")
                || url
                    .split_once("://")
                    .map_or(url, |(_, rest)| rest)
                    .matches('/')
                    .count()
                    == 2
                || url.starts_with("git@");
            if is_repository || declared.is_owner_of(url) {
                Strength::Weak
            } else {
                Strength::Strong
            }
        }
        HostKind::Named => match name {
            Some(name) if declared.in_header(&name) && url.starts_with("https://") => {
                Strength::Weak
            }
            Some(_) => Strength::Strong,
            // The host is a variable.
            None => Strength::Weak,
        },
    }
}
