//! The header asks for tools to be approved in advance.

use prowess_base::Span;

use crate::codes;
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};
use crate::unit::Origin;

pub(crate) static RULE: Rule = Rule {
    code: codes::TOOL_GRANT,
    id: "tool-grant",
    class: 13,
    phase: Phase::Power,
    strengths: &[Strength::Strong, Strength::Weak, Strength::Note],
    why: "a tool that is approved in advance is used without a person being asked",
    advice: "name the commands that the skill needs, as in `Bash(git status:*)`",
    check: Check::Package(check),
};

/// Programs with which any other can be run: to approve one is to approve all.
const OPEN_ENDED: &[&str] = &[
    "sudo",
    "sh",
    "bash",
    "zsh",
    "eval",
    "env",
    "xargs",
    "ssh",
    "osascript",
    "powershell",
    "pwsh",
];

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    let Some(skill) = scene.skill else { return };
    let unit = scene
        .units
        .iter()
        .find(|unit| unit.file == skill.file && unit.origin == Origin::File);
    let Some(unit) = unit else { return };
    let header = skill.header.slice(&unit.text);
    for tool in skill.manifest.allowed_tools.iter() {
        let Some((strength, message)) = weigh(tool) else {
            continue;
        };
        let span = header.find(&**tool).map_or(Span::default(), |start| {
            Span::new(start, start + tool.len())
        });
        signals.push(&RULE, strength, unit, span, message);
    }
    for mode in ["bypassPermissions", "dangerously-skip-permissions"] {
        if let Some(start) = header.find(mode) {
            let span = Span::new(start, start + mode.len());
            let message = format!("the header asks for `{mode}`");
            signals.push(&RULE, Strength::Strong, unit, span, message);
        }
    }
}

fn weigh(tool: &str) -> Option<(Strength, String)> {
    if matches!(tool.trim(), "*" | "all" | "All" | "**") {
        return Some((
            Strength::Weak,
            format!("approves every tool in advance (`{tool}`)"),
        ));
    }
    let (name, rest) = tool.split_once('(').unwrap_or((tool, ""));
    let is_shell = ["bash", "shell", "exec", "terminal", "execute", "powershell"]
        .iter()
        .any(|shell| name.trim().eq_ignore_ascii_case(shell));
    if !is_shell {
        return None;
    }
    let pattern = rest.trim_end_matches(')').trim();
    let program = pattern
        .split([':', ' ', '*'])
        .next()
        .unwrap_or("")
        .rsplit('/')
        .next()
        .unwrap_or("");
    if matches!(pattern, "" | "*" | ":*" | "*:*" | "**" | "* *") {
        Some((
            Strength::Note,
            format!("approves every command in advance (`{tool}`)"),
        ))
    } else if OPEN_ENDED.contains(&program) {
        Some((
            Strength::Weak,
            format!(
                "approves `{program}` in advance, with which any command can be run (`{tool}`)"
            ),
        ))
    } else {
        None
    }
}
