//! What OpenClaw's menu of commands holds beside skills.

/// The names and aliases of the commands that are built in, in alphabetical order. No skill gets one
/// of them.
pub const BUILT_IN_COMMANDS: [&str; 59] = [
    "acp",
    "activation",
    "agents",
    "allowlist",
    "approve",
    "bash",
    "btw",
    "commands",
    "compact",
    "config",
    "context",
    "crestodian",
    "debug",
    "diagnostics",
    "elev",
    "elevated",
    "exec",
    "export",
    "export-session",
    "export-trajectory",
    "fast",
    "focus",
    "goal",
    "help",
    "id",
    "mcp",
    "model",
    "models",
    "name",
    "new",
    "plugin",
    "plugins",
    "queue",
    "reason",
    "reasoning",
    "reset",
    "restart",
    "send",
    "session",
    "side",
    "skill",
    "status",
    "steer",
    "stop",
    "subagents",
    "t",
    "tasks",
    "tell",
    "think",
    "thinking",
    "tools",
    "trace",
    "trajectory",
    "tts",
    "unfocus",
    "usage",
    "v",
    "verbose",
    "whoami",
];

/// Where a skill comes from, as a command says it: `bundled`, `workspace` or `unknown`.
#[must_use]
pub fn command_source(source: &str) -> &'static str {
    match source {
        "openclaw-bundled" => "bundled",
        "openclaw-workspace"
        | "openclaw-extra"
        | "openclaw-managed"
        | "agents-skills-project"
        | "agents-skills-personal" => "workspace",
        _ => "unknown",
    }
}
