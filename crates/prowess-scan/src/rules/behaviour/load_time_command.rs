//! A command runs when the skill is loaded.

use std::sync::LazyLock;

use crate::pattern::Pattern;
use prowess_base::Span;

use crate::asset::{self, Asset};
use crate::codes;
use crate::fact::{Act, Sink};
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};
use crate::unit::{Origin, Role, Unit};

pub(crate) static RULE: Rule = Rule {
    code: codes::LOAD_TIME_COMMAND,
    id: "load-time-command",
    class: 14,
    phase: Phase::Execute,
    strengths: &[Strength::Strong, Strength::Weak, Strength::Note],
    why: "it runs before anybody has read a word",
    advice: "let the model run it when it is needed",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    for (fact, unit) in scene.facts() {
        if unit.origin != Origin::LoadCommand {
            continue;
        }
        let (strength, what) = match &fact.act {
            Act::Runs { program, .. } => (Strength::Note, format!("runs `{program}` on loading")),
            Act::Fetches { url } => (Strength::Strong, format!("fetches `{url}` on loading")),
            Act::Sends { .. } | Act::Connects { .. } => {
                (Strength::Strong, "sends something on loading".to_owned())
            }
            Act::Writes { path, asset } => {
                let strength = match asset {
                    Asset::Other | Asset::Temporary => Strength::Weak,
                    _ => Strength::Strong,
                };
                (strength, format!("writes `{path}` on loading"))
            }
            Act::Deletes { path, .. } => (Strength::Strong, format!("deletes `{path}` on loading")),
            Act::Reads { path, asset } if asset.is_secret() => {
                (Strength::Strong, format!("reads `{path}` on loading"))
            }
            Act::ReadsEnvironment => (
                Strength::Strong,
                "reads the whole environment on loading".to_owned(),
            ),
            Act::Installs { package, .. } => {
                (Strength::Weak, format!("installs `{package}` on loading"))
            }
            Act::Flows {
                to: Sink::Program, ..
            } => (
                Strength::Strong,
                "runs what it fetches or decodes on loading".to_owned(),
            ),
            Act::Flows {
                to: Sink::Model, ..
            } => (
                Strength::Strong,
                "shows what it fetches to the model on loading".to_owned(),
            ),
            _ => continue,
        };
        signals.push(&RULE, strength, unit, fact.span, what);
    }
    for unit in &scene.units {
        if unit.role == Role::Instructions && unit.origin == Origin::File {
            included(unit, signals);
        }
    }
}

/// `@PATH`: a file that a client puts into the text in front of the model.
static INCLUDED: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(r"(?m)(?:^|[\s(,;:])@((?:~|\$HOME|\.{1,2}|[A-Za-z]:)?[/\\][^\s`'\x22),;]{2,200})")
});

fn included(unit: &Unit<'_>, signals: &mut Signals) {
    for found in INCLUDED.captures_iter(&unit.text) {
        let Some(path) = found.get(1) else { continue };
        let asset = asset::classify(path.as_str());
        if asset.is_secret() {
            let span = Span::new(path.start(), path.end());
            let message = format!("puts `{}` before the model on loading", path.as_str());
            signals.push(&RULE, Strength::Strong, unit, span, message);
        }
    }
}
