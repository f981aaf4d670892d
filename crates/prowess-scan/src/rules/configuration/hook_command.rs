//! A hook runs a command by itself.

use prowess_base::Span;

use super::{brief, shipped_or_shown, words_for};
use crate::codes;
use crate::configuration::{Command, Reach, Starter, commands, may_hold_settings, reach, settings};
use crate::fact::{Act, Sink};
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};
use crate::unit::{Language, Unit};

pub(crate) static RULE: Rule = Rule {
    code: codes::HOOK_COMMAND,
    id: "hook-command",
    class: 15,
    phase: Phase::Persist,
    strengths: &[Strength::Strong, Strength::Weak],
    why: "a hook runs at its event, without a model or a person deciding it",
    advice: "read what it runs, and take it over only if you want it at every such event",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    for unit in &scene.units {
        approves_all(unit, signals);
        if !may_hold_settings(unit) {
            continue;
        }
        let mentions = [
            "hooks",
            "Helper",
            "statusLine",
            "notify",
            "Refresh",
            "Export",
        ]
        .iter()
        .any(|key| memchr::memmem::find(unit.text.as_bytes(), key.as_bytes()).is_some());
        if !mentions {
            continue;
        }
        let Some(root) = settings(unit) else { continue };
        for command in commands(&root) {
            if !matches!(command.starter, Starter::Hook | Starter::Helper) {
                continue;
            }
            let reach = reach(&command.text).max(reach_of_own(scene, &command));
            let strength = match reach {
                Reach::Local | Reach::Inline => Strength::Weak,
                Reach::Network | Reach::Foreign => {
                    shipped_or_shown(unit, Strength::Strong, Strength::Weak)
                }
            };
            let message = format!(
                "`{}` {}: `{}`",
                command.label,
                words_for(reach),
                brief(&command.text)
            );
            signals.push(&RULE, strength, unit, at(command.span), message);
        }
    }
}

/// A program for a hook that answers every question of a permission with yes: it has the answer and no
/// condition.
fn approves_all(unit: &Unit<'_>, signals: &mut Signals) {
    const ANSWER: &str = "permissionDecision";
    let is_program = matches!(
        unit.language,
        Language::Python | Language::Shell | Language::JavaScript | Language::TypeScript
    );
    if !is_program {
        return;
    }
    let Some(at) = memchr::memmem::find(unit.text.as_bytes(), ANSWER.as_bytes()) else {
        return;
    };
    let answer = unit.text.get(at + ANSWER.len()..).unwrap_or("");
    let answer = answer.trim_start_matches(['"', '\'', '\\', ':', '=', ' ']);
    let has_condition = [
        "if ", "if(", "elif", "case ", "? ", "deny", "\"ask\"", "switch", " in ", "[[",
    ]
    .iter()
    .any(|word| unit.text.contains(word));
    if answer.starts_with("allow") && !has_condition {
        let span = Span::new(at, at + ANSWER.len());
        let message = "answers every request for a permission with `allow`";
        signals.push(&RULE, Strength::Strong, unit, span, message);
    }
}

/// A command's line is enough to show it; scripts in settings may be long.
fn at(span: Span) -> Span {
    Span {
        start: span.start,
        end: span.end.min(span.start.saturating_add(400)),
    }
}

/// How far the package's own programs reach that `command` names.
fn reach_of_own(scene: &Scene<'_>, command: &Command<'_>) -> Reach {
    let named = |path: &str| {
        let name = path.rsplit('/').next().unwrap_or(path);
        name.len() >= 4 && name.contains('.') && command.text.contains(name)
    };
    let is_own = |file| {
        scene
            .package
            .file(file)
            .is_some_and(|file| named(&file.path))
    };
    let reaches = scene.facts().filter_map(|(fact, unit)| {
        let reach = match &fact.act {
            Act::Sends { .. } | Act::Connects { .. } => Reach::Network,
            Act::Flows {
                to: Sink::Network(_),
                ..
            } => Reach::Network,
            Act::Flows {
                to: Sink::Program, ..
            } => Reach::Foreign,
            _ => return None,
        };
        is_own(unit.file).then_some(reach)
    });
    reaches.max().unwrap_or(Reach::Local)
}
