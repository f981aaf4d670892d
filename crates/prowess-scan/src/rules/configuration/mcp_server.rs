//! Servers of tools that an agent starts or speaks to by itself.

use prowess_base::Span;
use prowess_format::Node;

use super::{brief, is_part_of_another, shipped_or_shown, words_for};
use crate::codes;
use crate::configuration::{
    Reach, STARTS, Starter, Walk, commands, entries, install_at, is_unknown, package_name, reach,
    settings, text, texts, walk,
};
use crate::host::{self, HostKind};
use crate::rules::{Check, Phase, Rule, windows};
use crate::signal::{Signals, Strength};
use crate::unit::Unit;

pub(crate) static RULE: Rule = Rule {
    code: codes::MCP_SERVER,
    id: "mcp-server",
    class: 16,
    phase: Phase::Execute,
    strengths: &[Strength::Strong, Strength::Weak, Strength::Note],
    why: "a server's tools and their descriptions reach the model, and its program runs as the person",
    advice: "name a version of the server, give it only its own keys, and speak to it over `https`",
    check: Check::Text {
        hints: &[
            "mcp add",
            "mcpServers",
            "mcp_servers",
            "mcp-servers",
            "\"servers\"",
            "\"mcp\"",
            "[mcp",
        ],
        run,
    },
};

const SERVERS: &[&str] = &["mcpServers", "mcp_servers", "mcp-servers", "servers", "mcp"];

/// Keys of others than a server of one's own: who gets one can act as the person there.
pub(super) const FOREIGN_KEYS: &[&str] = &[
    "ANTHROPIC_API_KEY",
    "OPENAI_API_KEY",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_ACCESS_KEY_ID",
    "GITHUB_TOKEN",
    "GH_TOKEN",
    "NPM_TOKEN",
    "SSH_PRIVATE_KEY",
    "GOOGLE_APPLICATION_CREDENTIALS",
    "CLAUDE_CODE_OAUTH_TOKEN",
    "GEMINI_API_KEY",
];

/// Tools of agents: a server of that name is taken for the agent's own.
const TOOLS: &[&str] = &[
    "bash",
    "read",
    "write",
    "edit",
    "grep",
    "glob",
    "task",
    "webfetch",
    "websearch",
];

fn run(unit: &Unit<'_>, places: &[u32], signals: &mut Signals) {
    if !is_part_of_another(unit) {
        added(unit, places, signals);
    }
    let Some(root) = settings(unit) else { return };
    for command in commands(&root) {
        if command.starter != Starter::Server {
            continue;
        }
        if let Some((strength, message)) = weigh_command(&command.text, command.label) {
            let strength = shipped_or_shown(unit, strength, strength.min(Strength::Weak));
            signals.push(&RULE, strength, unit, command.span, message);
        }
    }
    walk(&root, &mut |keys, node| {
        let before = keys.iter().rev().nth(1).copied().unwrap_or("");
        if node.as_mapping().is_some() && SERVERS.contains(&before) {
            let name = keys.last().copied().unwrap_or("");
            weigh_server(unit, name, node, signals);
        }
        Walk::Into
    });
}

/// `claude mcp add NAME -- COMMAND` and `claude mcp add-json NAME '{…}'`: a server that a command puts into an agent's settings.
fn added(unit: &Unit<'_>, places: &[u32], signals: &mut Signals) {
    const ADD: &str = "mcp add";
    /// Longest command, in bytes.
    const COMMAND: usize = 400;
    for (window, text) in windows(&unit.text, places, 0, COMMAND) {
        for (at, _) in text.match_indices(ADD) {
            let rest = text.get(at + ADD.len()..).unwrap_or("");
            let rest = rest
                .get(..rest.floor_char_boundary(COMMAND))
                .unwrap_or(rest);
            let end = rest.find(['\n', '`']).unwrap_or(rest.len());
            let line = rest.get(..end).unwrap_or("");
            let (options, command) = match (line.split_once(" -- "), line.split_once('{')) {
                (Some((options, command)), _) => (options, command.to_owned()),
                (_, Some((options, entry))) if line.starts_with("-json") => (
                    options.trim_end_matches(['\'', '"', ' ']),
                    command_of(entry),
                ),
                _ => continue,
            };
            let name = options.split_whitespace().last().unwrap_or("");
            if let Some((strength, message)) = weigh_command(&command, name) {
                let span = Span::new(at, at + ADD.len() + end).shifted(window.start as usize);
                signals.push(&RULE, strength, unit, span, message);
            }
        }
    }
}

/// The command of a server that is written as JSON on a command line: its texts, without the keys.
fn command_of(entry: &str) -> String {
    let mut words = Vec::new();
    let mut parts = entry.split('"').skip(1);
    while let Some(text) = parts.next() {
        let Some(behind) = parts.next() else { break };
        let is_key = behind.trim_start().starts_with(':');
        if !is_key && text != "stdio" {
            words.push(text);
        }
    }
    words.join(" ")
}

fn weigh_command(command: &str, name: &str) -> Option<(Strength, String)> {
    // Windows starts scripts of Node through its shell.
    let command = ["cmd /c ", "cmd.exe /c "]
        .iter()
        .find_map(|start| command.strip_prefix(start))
        .unwrap_or(command);
    let reach = reach(command);
    if reach == Reach::Foreign {
        let message = format!("server `{name}` {}: `{}`", words_for(reach), brief(command));
        return Some((Strength::Strong, message));
    }
    let is_shell = [
        "sh ",
        "bash ",
        "zsh ",
        "powershell ",
        "pwsh ",
        "/bin/sh ",
        "/bin/bash ",
    ]
    .iter()
    .any(|shell| command.starts_with(shell));
    if is_shell && command.contains(" -") {
        let strength = if reach == Reach::Network {
            Strength::Strong
        } else {
            Strength::Weak
        };
        let message = format!(
            "server `{name}` is a text for a shell: `{}`",
            brief(command)
        );
        return Some((strength, message));
    }
    let runs = STARTS
        .iter()
        .filter(|start| command.starts_with(**start))
        .find_map(|_| install_at(command, 0))?;
    let (package, _) = *runs.packages.first()?;
    if package.contains("://") && is_unknown(package) {
        let is_code_host = host::kind(package.trim_start_matches("git+")) == HostKind::UserContent;
        let strength = if is_code_host {
            Strength::Weak
        } else {
            Strength::Strong
        };
        return Some((
            strength,
            format!("server `{name}` is taken from `{package}`"),
        ));
    }
    let (_, is_pinned) = package_name(runs.manager, package);
    (!is_pinned).then(|| {
        let message = format!("server `{name}` runs whatever `{package}` is at that moment");
        (Strength::Weak, message)
    })
}

fn weigh_server(unit: &Unit<'_>, name: &str, server: &Node<'_>, signals: &mut Signals) {
    if TOOLS.iter().any(|tool| tool.eq_ignore_ascii_case(name)) {
        let message = format!("server `{name}` is named after a tool of agents");
        signals.push(&RULE, Strength::Weak, unit, server.span, message);
    }
    let urls = ["url", "serverUrl", "httpUrl", "endpoint"];
    for entry in entries(server, &urls) {
        let Some(url) = text(&entry.value) else {
            continue;
        };
        if !url.contains("://") || !is_unknown(url) {
            continue;
        }
        let host = host::name(url).unwrap_or_default();
        let key = entries(server, &["headers", "env"])
            .flat_map(|entry| entry.value.as_mapping().unwrap_or(&[]))
            .flat_map(|entry| texts(&entry.value))
            .find_map(|value| FOREIGN_KEYS.iter().find(|key| value.contains(**key)));
        // `GITHUB_TOKEN` for a host of GitHub is at home.
        let key = key.filter(|key| {
            let owner = key.split('_').next().unwrap_or("").to_ascii_lowercase();
            let aliases = match owner.as_str() {
                "gh" => "github",
                owner => owner,
            };
            !host.contains(aliases)
        });
        let (strength, message) = match (host::kind(url), key) {
            (_, Some(key)) => (
                Strength::Strong,
                format!("server `{name}` at `{host}` is given `{key}`"),
            ),
            (HostKind::RawAddress | HostKind::Collector | HostKind::Paste, _) => (
                Strength::Strong,
                format!("server `{name}` is at `{host}`, an address of nobody"),
            ),
            _ if url.starts_with("http://") => (
                Strength::Weak,
                format!("server `{name}` is spoken to in the open, at `{host}`"),
            ),
            _ => (Strength::Note, format!("server `{name}` is at `{host}`")),
        };
        let strength = shipped_or_shown(unit, strength, strength.min(Strength::Weak));
        signals.push(&RULE, strength, unit, entry.value.span, message);
    }
}
