//! Editors, containers and code hosts run commands of a folder that is opened, built or pushed.

use prowess_format::Node;

use super::{brief, words_for};
use crate::codes;
use crate::configuration::{
    Reach, Starter, Walk, commands, entries, may_hold_settings, reach, settings, text, walk,
};
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};
use crate::unit::{Origin, Unit};

pub(crate) static RULE: Rule = Rule {
    code: codes::EDITOR_TASK,
    id: "editor-task",
    class: 10,
    phase: Phase::Persist,
    strengths: &[Strength::Strong, Strength::Weak, Strength::Note],
    why: "the command runs when the folder is opened, built or pushed, not when the skill is used",
    advice: "leave such files out of a skill, or read what they run before the folder is opened",
    check: Check::Package(check),
};

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    for unit in &scene.units {
        let has = |key: &str| memchr::memmem::find(unit.text.as_bytes(), key.as_bytes()).is_some();
        let starts_by_itself = || has("folderOpen") || has("initializeCommand") || has("Command\"");
        if may_hold_settings(unit)
            && starts_by_itself()
            && let Some(root) = settings(unit)
        {
            tasks(unit, &root, signals);
        }
        if has("steps:") && has("jobs:") {
            workflow(unit, &unit.text, signals);
        }
        if unit.origin == Origin::File {
            let path = scene.package.file(unit.file).map_or("", |file| &*file.path);
            by_name(unit, path, signals);
        }
    }
}

/// Tasks that start when the folder is opened, and commands of containers.
fn tasks(unit: &Unit<'_>, root: &Node<'_>, signals: &mut Signals) {
    walk(root, &mut |_, node| {
        let options = entries(node, &["runOptions"])
            .flat_map(|options| entries(&options.value, &["runOn"]))
            .chain(entries(node, &["runOn"]));
        for run_on in options {
            if text(&run_on.value) == Some("folderOpen") {
                let command = entries(node, &["command"])
                    .find_map(|entry| text(&entry.value))
                    .unwrap_or("a task");
                let message = format!("`{}` runs when the folder is opened", brief(command));
                signals.push(&RULE, Strength::Strong, unit, node.span, message);
            }
        }
        Walk::Into
    });
    for command in commands(root) {
        if command.starter != Starter::Container {
            continue;
        }
        let reach = reach(&command.text);
        // The first one runs on the person's machine, the others within the container.
        let strength = match reach {
            Reach::Network | Reach::Foreign if command.label == "initializeCommand" => {
                Strength::Strong
            }
            Reach::Foreign => Strength::Weak,
            _ if command.label == "initializeCommand" => Strength::Weak,
            _ => Strength::Note,
        };
        let message = format!(
            "`{}` {} with the container: `{}`",
            command.label,
            words_for(reach),
            brief(&command.text)
        );
        signals.push(&RULE, strength, unit, command.span, message);
    }
}

/// Workflows that run what a stranger wrote, or give every secret away. They are read as text: what
/// their expressions say stands in any field.
fn workflow(unit: &Unit<'_>, text: &str, signals: &mut Signals) {
    let mut tell = |needle: &str, strength: Strength, message: &str| {
        if let Some(start) = text.find(needle) {
            let span = prowess_base::Span::new(start, start + needle.len());
            signals.push(&RULE, strength, unit, span, message);
        }
    };
    tell(
        "toJSON(secrets)",
        Strength::Strong,
        "a workflow reads every secret of the repository (`toJSON(secrets)`)",
    );
    let takes_strangers = text.contains("pull_request_target") || text.contains("issue_comment");
    if takes_strangers && text.contains("github.event.pull_request.head") {
        tell(
            "github.event.pull_request.head",
            Strength::Strong,
            "a workflow with the repository's rights runs what a pull request brings",
        );
    }
    for field in [
        "discussion.body",
        "issue.body",
        "issue.title",
        "comment.body",
    ] {
        // Within a command it is put in as it stands; elsewhere it is data.
        let needle = format!("${{{{ github.event.{field} }}}}");
        let in_command = text.find(&needle).filter(|at| {
            let line = text
                .get(..*at)
                .and_then(|before| before.rsplit('\n').next());
            line.is_some_and(|line| line.contains("run:") || line.contains("echo"))
        });
        if in_command.is_some() {
            tell(
                &needle,
                Strength::Strong,
                "a workflow runs what anybody writes into an issue or discussion",
            );
        }
    }
}

/// Whole files that are run.
fn by_name(unit: &Unit<'_>, path: &str, signals: &mut Signals) {
    let name = path.rsplit('/').next().unwrap_or(path);
    let is_hook =
        path.contains(".husky/") || path.contains(".git/hooks/") || path.contains(".githooks/");
    if name != ".envrc" && !is_hook {
        return;
    }
    let is_sample = name.ends_with(".sample") || path.contains(".husky/_/");
    let commands: String = unit
        .text
        .lines()
        .filter(|line| !line.trim_start().starts_with('#'))
        .flat_map(|line| [line, "\n"])
        .collect();
    let reach = reach(&commands);
    let strength = match reach {
        _ if is_sample => return,
        Reach::Network | Reach::Foreign => Strength::Strong,
        _ => Strength::Note,
    };
    let first = prowess_base::Span::new(0, unit.text.find('\n').unwrap_or(unit.text.len()));
    let message = format!("`{name}` {} by itself", words_for(reach));
    signals.push(&RULE, strength, unit, first, message);
}
