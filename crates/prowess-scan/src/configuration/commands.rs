//! Commands in settings: each becomes a text of its own, so that all rules and the reader of shell see it.

use std::borrow::Cow;
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use prowess_base::Span;
use prowess_format::Node;

use super::{Walk, entries, settings, texts, walk};
use crate::unit::{Language, Origin, Unit};

/// What starts a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Starter {
    /// An event of an agent or of Git.
    Hook,
    /// The agent, for keys, status lines and notices (`apiKeyHelper`, `statusLine`).
    Helper,
    /// The agent, as a server of tools.
    Server,
    /// Installing the package (`postinstall`).
    Install,
    /// Somebody who calls it by name (`npm run build`).
    Script,
    /// An editor's task.
    Task,
    /// Making or starting a development container.
    Container,
    /// A workflow of a code host.
    Workflow,
    /// An install specification of a skill.
    Specification,
}

/// A command that stands in settings.
#[derive(Debug, Clone)]
pub(crate) struct Command<'n> {
    /// Where it stands in the unit's text, arguments included.
    pub(crate) span: Span,
    /// The command with its arguments.
    pub(crate) text: Cow<'n, str>,
    pub(crate) starter: Starter,
    /// The key that is nearest: the event, the server's name, the script's name.
    pub(crate) label: &'n str,
}

const SERVERS: &[&str] = &[
    "mcpServers",
    "mcp_servers",
    "mcp-servers",
    "mcp",
    "servers",
    "lspServers",
    "context_servers",
];
const HELPERS: &[&str] = &[
    "apiKeyHelper",
    "awsAuthRefresh",
    "awsCredentialExport",
    "otelHeadersHelper",
    "gcpAuthRefresh",
    "notify",
];
const CONTAINER: &[&str] = &[
    "initializeCommand",
    "onCreateCommand",
    "updateContentCommand",
    "postCreateCommand",
    "postStartCommand",
    "postAttachCommand",
];
const INSTALL: &[&str] = &[
    "preinstall",
    "install",
    "postinstall",
    "prepare",
    "preprepare",
    "postprepare",
    "prepublish",
    "preuninstall",
    "uninstall",
    "postuninstall",
    "dependencies",
    "post-install-cmd",
    "pre-install-cmd",
    "post-update-cmd",
    "post-autoload-dump",
];
const COMMAND: &[&str] = &[
    "command",
    "cmd",
    "bash",
    "powershell",
    "run",
    "script",
    "shell",
];
/// What a hook has beside its command.
const OPTIONS: &[&str] = &[
    "type",
    "prompt",
    "matcher",
    "timeout",
    "name",
    "description",
    "if",
    "once",
    "async",
    "statusMessage",
    "enabled",
    "internal",
];
const SPECIFICATION: &[&str] = &[
    "command",
    "commands",
    "run",
    "script",
    "shell",
    "cmd",
    "postInstall",
    "post_install",
];

/// One of these stands in every text that holds a command.
static KEYS: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .build([
            "command",
            "hooks",
            "scripts",
            "helper",
            "authrefresh",
            "credentialexport",
            "notify",
            "steps",
            "install",
        ])
        .ok()
});

/// Gives each command that stands in `unit` as a text of its own to `found`.
pub(crate) fn derive<'p>(unit: &Unit<'p>, found: &mut dyn FnMut(Unit<'p>)) {
    let holds_settings = match unit.language {
        Language::Json | Language::Yaml | Language::Toml => true,
        Language::Markdown => unit.origin == Origin::File && unit.text.starts_with("---"),
        Language::Plain => unit.text.trim_start().starts_with(['{', '[']),
        _ => false,
    };
    let mentions = || KEYS.as_ref().is_none_or(|keys| keys.is_match(&*unit.text));
    if !holds_settings || !mentions() {
        return;
    }
    let Some(root) = settings(unit) else { return };
    for command in commands(&root) {
        let written = command.span.slice(&unit.text);
        found(match written.find(&*command.text) {
            Some(at) => {
                let start = command.span.start as usize + at;
                let span = Span::new(start, start + command.text.len());
                unit.part(span, Language::Shell, Origin::Embedded)
            }
            None => unit.derived(
                command.span,
                command.text.into_owned(),
                Language::Shell,
                Origin::Embedded,
            ),
        });
    }
}

/// The commands in settings, first to last.
pub(crate) fn commands<'n>(root: &'n Node<'n>) -> Vec<Command<'n>> {
    let mut found = Vec::new();
    walk(root, &mut |keys, node| match starter(keys, node) {
        Some((starter, label)) => {
            found.extend(command(node, starter, label));
            // A mapping with a command may hold more of them: hooks of a hook, several servers.
            if node.as_mapping().is_some() {
                Walk::Into
            } else {
                Walk::Past
            }
        }
        None => Walk::Into,
    });
    found
}

/// What starts the command that `node` is or holds, if it is or holds one.
fn starter<'n>(keys: &[&'n str], node: &'n Node<'n>) -> Option<(Starter, &'n str)> {
    let is_under = |names: &[&str]| keys.iter().any(|key| is_one_of(key, names));
    let last = keys.last().copied().unwrap_or("");
    let before = keys.iter().rev().nth(1).copied().unwrap_or("");
    if node.as_mapping().is_some() {
        entries(node, &["command", "cmd"]).next()?;
        return if is_under(SERVERS) {
            Some((Starter::Server, last))
        } else if is_under(&["hooks"]) {
            let event = keys.iter().rev().find(|key| **key != "hooks");
            Some((Starter::Hook, event.copied().unwrap_or("hooks")))
        } else if is_under(&["tasks"]) {
            Some((Starter::Task, last))
        } else if is_under(&["statusLine", "fileSuggestion"]) {
            Some((Starter::Helper, last))
        } else {
            None
        };
    }
    // `"hooks": {"pre-commit": "…"}`: an event's command without a mapping around it.
    let is_event = before == "hooks"
        && (keys.len() == 2 || keys.first() == Some(&"husky"))
        && !is_one_of(last, OPTIONS);
    // A list of words is one command; a list of lists or mappings is looked into.
    texts(node).next()?;
    if is_one_of(last, CONTAINER) || is_one_of(before, CONTAINER) {
        Some((Starter::Container, last))
    } else if is_one_of(last, HELPERS) && (last != "notify" || keys.len() == 1) {
        Some((Starter::Helper, last))
    } else if node.as_sequence().is_some() {
        None
    } else if is_under(&["hooks"]) && (is_event || is_one_of(last, COMMAND)) {
        // The mapping around `command` was given already.
        (last != "command" && last != "cmd").then_some((Starter::Hook, last))
    } else if before == "scripts" && keys.len() == 2 {
        let starter = if is_one_of(last, INSTALL) {
            Starter::Install
        } else {
            Starter::Script
        };
        Some((starter, last))
    } else if last == "run" && is_under(&["steps"]) {
        Some((Starter::Workflow, before))
    } else if is_under(&["install", "installers"]) && is_one_of(last, SPECIFICATION) {
        Some((Starter::Specification, last))
    } else {
        None
    }
}

fn command<'n>(node: &'n Node<'n>, starter: Starter, label: &'n str) -> Option<Command<'n>> {
    let parts: Vec<&Node<'_>> = if node.as_mapping().is_some() {
        entries(node, &["command", "cmd", "args", "arguments"])
            .map(|entry| &entry.value)
            .collect()
    } else {
        vec![node]
    };
    let words: Vec<&str> = parts.iter().flat_map(|part| texts(part)).collect();
    let span = parts
        .iter()
        .map(|part| part.span)
        .reduce(prowess_base::Span::to)?;
    let text = match words.as_slice() {
        [] => return None,
        [word] => Cow::Borrowed(*word),
        words => Cow::Owned(words.join(" ")),
    };
    // `"notify": true` and `"Stop": [...]` run nothing.
    let is_word = text.contains(|c: char| c.is_alphabetic());
    if !is_word || matches!(&*text, "true" | "false" | "null") || text.ends_with(".json") {
        return None;
    }
    Some(Command {
        span,
        text,
        starter,
        label,
    })
}

fn is_one_of(key: &str, names: &[&str]) -> bool {
    names.iter().any(|name| name.eq_ignore_ascii_case(key))
}
