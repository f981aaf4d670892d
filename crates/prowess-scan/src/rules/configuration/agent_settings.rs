//! Settings that take an agent's guards away, or change what its programs load.

use std::collections::BTreeSet;

use prowess_format::Node;

use super::shipped_or_shown;
use crate::codes;
use crate::configuration::{Walk, settings, text, texts, walk};
use crate::rules::{Check, Phase, Rule};
use crate::signal::{Signals, Strength};
use crate::unit::Unit;

pub(crate) static RULE: Rule = Rule {
    code: codes::AGENT_SETTINGS,
    id: "agent-settings",
    class: 15,
    phase: Phase::Power,
    strengths: &[Strength::Strong, Strength::Weak],
    why: "with such settings an agent acts without asking, or loads foreign code into its programs",
    advice: "leave these settings to the person whose agent it is",
    check: Check::Text {
        hints: &[
            "permissions",
            "defaultMode",
            "skip-permissions",
            "skipPermissions",
            "skipDangerous",
            "enableAllProjectMcpServers",
            "autoApprove",
            "auto_approve",
            "approval_policy",
            "sandbox_mode",
            "dangerouslyDisable",
            "allowUnsandboxed",
            "NODE_OPTIONS",
            "LD_PRELOAD",
            "LD_LIBRARY_PATH",
            "DYLD_INSERT",
            "GIT_SSH",
            "GIT_EXTERNAL_DIFF",
            "BASH_ENV",
            "PYTHONSTARTUP",
            "PERL5OPT",
            "RUBYOPT",
            "GIT_PROXY_COMMAND",
            "PROMPT_COMMAND",
            "allowAutomaticTasks",
            "bypassPermissions",
            "yolo",
        ],
        run,
    },
};

/// Variables through which a program loads or starts another.
const INJECTED: &[&str] = &[
    "LD_PRELOAD",
    "LD_LIBRARY_PATH",
    "DYLD_INSERT_LIBRARIES",
    "GIT_SSH",
    "GIT_SSH_COMMAND",
    "GIT_EXTERNAL_DIFF",
    "GIT_PROXY_COMMAND",
    "BASH_ENV",
    "PYTHONSTARTUP",
    "PERL5OPT",
    "RUBYOPT",
    "PROMPT_COMMAND",
];

fn run(unit: &Unit<'_>, _: &[u32], signals: &mut Signals) {
    let Some(root) = settings(unit) else { return };
    let mut found = Vec::new();
    walk(&root, &mut |keys, node| {
        found.extend(weigh(keys, node).map(|weighed| (weighed, node.span)));
        Walk::Into
    });
    // Who shows how to take one guard away explains it; who takes several wants an agent without any.
    let taken: BTreeSet<&str> = found
        .iter()
        .map(|((_, message), _)| message.as_str())
        .collect();
    let shown = if taken.len() > 1 {
        Strength::Strong
    } else {
        Strength::Weak
    };
    for ((strength, message), span) in found {
        let strength = shipped_or_shown(unit, strength, shown.min(strength));
        signals.push(&RULE, strength, unit, span, message);
    }
}

fn weigh(keys: &[&str], node: &Node<'_>) -> Option<(Strength, String)> {
    let key = *keys.last()?;
    let is_under = |name: &str| keys.iter().any(|key| key.eq_ignore_ascii_case(name));
    if key.eq_ignore_ascii_case("allow") && (is_under("permissions") || keys.len() == 1) {
        node.as_sequence()?;
        let rule = texts(node).find(|rule| allows_everything(rule))?;
        let message = format!("the permissions allow every command (`{rule}`)");
        return Some((Strength::Strong, message));
    }
    if ["autoApprove", "auto_approve", "alwaysAllow"].contains(&key) && is_under("mcpServers") {
        let every = texts(node).any(|tool| matches!(tool, "*" | "true" | "all"));
        return every.then(|| (Strength::Weak, format!("`{key}` approves every tool")));
    }
    let value = text(node)?;
    let is_true = value.eq_ignore_ascii_case("true");
    let takes_guard = match key {
        "defaultMode" => matches!(value, "bypassPermissions"),
        "approval_policy" => value == "never",
        "sandbox_mode" => value == "danger-full-access",
        "dangerouslySkipPermissions"
        | "dangerously_skip_permissions"
        | "skipDangerousModePermissionPrompt"
        | "enableAllProjectMcpServers"
        | "dangerouslyDisableSandbox"
        | "allowUnsandboxedCommands"
        | "chat.tools.autoApprove"
        | "chat.tools.global.autoApprove"
        | "chat.tools.terminal.autoApprove"
        | "yolo"
        | "yoloMode" => is_true,
        "task.allowAutomaticTasks" => value == "on",
        _ => false,
    };
    if takes_guard {
        let message = format!("`{key}` is set to `{value}`");
        return Some((Strength::Strong, message));
    }
    let is_injected = INJECTED.contains(&key)
        || (key == "NODE_OPTIONS"
            && value.split([' ', '=']).any(|word| {
                [
                    "-r",
                    "--require",
                    "--import",
                    "--loader",
                    "--experimental-loader",
                ]
                .contains(&word)
            }));
    (is_injected && !value.is_empty()).then(|| {
        let message = format!("`{key}` makes programs load or start something else");
        (Strength::Strong, message)
    })
}

/// `*`, `Bash`, `Bash(*)`, `Bash(*:*)`, `Bash(sudo:*)`.
fn allows_everything(rule: &str) -> bool {
    let (tool, pattern) = rule.split_once('(').unwrap_or((rule, ""));
    let pattern = pattern.trim_end_matches(')');
    let is_shell = matches!(
        tool.trim(),
        "Bash" | "Shell" | "shell" | "bash" | "run_shell_command"
    );
    tool.trim() == "*" || (is_shell && matches!(pattern, "" | "*" | ":*" | "*:*" | "**" | "sudo:*"))
}
