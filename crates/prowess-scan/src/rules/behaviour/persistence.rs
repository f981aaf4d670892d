//! Something is made to run again by itself.

use std::collections::HashMap;

use prowess_base::Span;

use crate::asset::Asset;
use crate::codes;
use crate::fact::{Act, Sink, Source};
use crate::host::{self, HostKind};
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};
use crate::unit::UnitId;

pub(crate) static RULE: Rule = Rule {
    code: codes::PERSISTENCE,
    id: "persistence",
    class: 10,
    phase: Phase::Persist,
    strengths: &[
        Strength::Conclusive,
        Strength::Strong,
        Strength::Weak,
        Strength::Note,
    ],
    why: "it goes on after the work is done, without anybody asking for it",
    advice: "let the person set up what is to run again",
    check: Check::Package(check),
};

/// What a program does that is written to run later: its facts stand where it is written.
#[derive(Debug, Clone, Copy, Default)]
struct Later {
    /// It speaks to the network.
    speaks: bool,
    /// It runs what it fetches or decodes.
    runs_foreign: bool,
    /// It loads a program into every other.
    preloads: bool,
    /// It turns a protection off.
    disables: bool,
}

/// What is done in each place.
fn by_place(scene: &Scene<'_>) -> HashMap<(UnitId, Span), Later> {
    let mut places: HashMap<(UnitId, Span), Later> = HashMap::new();
    for fact in &scene.facts {
        let is_new: fn(&mut Later) = match &fact.act {
            Act::Fetches { url } if host::kind(url) == HostKind::Loopback => continue,
            Act::Fetches { .. }
            | Act::Sends { .. }
            | Act::Connects { .. }
            | Act::HandsOverShell { .. } => |later| later.speaks = true,
            Act::Flows {
                from: Source::Network(url),
                to: Sink::Program,
                ..
            } if url
                .as_deref()
                .is_none_or(|url| host::kind(url) != HostKind::Installer) =>
            {
                |later| later.runs_foreign = true
            }
            Act::Preloads { .. } => |later| later.preloads = true,
            Act::Disables { .. } => |later| later.disables = true,
            _ => continue,
        };
        is_new(places.entry((fact.unit, fact.span)).or_default());
    }
    places
}

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    let places = by_place(scene);
    for (fact, unit) in scene.facts() {
        match &fact.act {
            Act::Writes { path, asset } => {
                let strength = match asset {
                    // A command for another machine is no path of this one.
                    Asset::AuthorizedKeys if path.contains(['>', '|', ';']) => Strength::Note,
                    Asset::AuthorizedKeys => Strength::Strong,
                    Asset::Scheduler if path.to_ascii_lowercase().contains("currentversion") => {
                        Strength::Strong
                    }
                    Asset::Scheduler | Asset::ShellStart | Asset::GitHooks => Strength::Weak,
                    _ => continue,
                };
                let later = places.get(&(fact.unit, fact.span)).copied();
                let later = later.unwrap_or_default();
                let (strength, then) = match later {
                    // It fetches anew each time; a program that was fetched once is weighed where it is run.
                    Later {
                        runs_foreign: true,
                        speaks: true,
                        ..
                    } => (Strength::Conclusive, ", which runs what it fetches"),
                    Later { speaks: true, .. } => {
                        (Strength::Strong, ", which speaks to the network")
                    }
                    Later { preloads: true, .. } => {
                        (Strength::Strong, ", which loads a program into every other")
                    }
                    Later { disables: true, .. } => {
                        (Strength::Strong, ", which turns a protection off for good")
                    }
                    _ => (strength, ""),
                };
                signals.push(
                    &RULE,
                    strength,
                    unit,
                    fact.span,
                    format!("writes to `{path}`{then}"),
                );
            }
            Act::Flows {
                from: Source::Network(_) | Source::Decoded,
                to:
                    Sink::File(
                        Asset::Scheduler
                        | Asset::ShellStart
                        | Asset::GitHooks
                        | Asset::AuthorizedKeys,
                    ),
                ..
            } => {
                signals.push(
                    &RULE,
                    Strength::Conclusive,
                    unit,
                    fact.span,
                    "makes something run again that is fetched or decoded",
                );
            }
            Act::Runs { program, arguments } => {
                let starts = match program.as_str() {
                    "launchctl" => arguments
                        .iter()
                        .any(|word| matches!(word.as_str(), "load" | "bootstrap" | "submit")),
                    "systemctl" => arguments.iter().any(|word| word == "enable"),
                    "schtasks" => arguments
                        .iter()
                        .any(|word| word.eq_ignore_ascii_case("/create")),
                    _ => false,
                };
                if starts {
                    signals.push(
                        &RULE,
                        Strength::Note,
                        unit,
                        fact.span,
                        format!("has `{program}` start something by itself"),
                    );
                }
            }
            _ => {}
        }
    }
}
