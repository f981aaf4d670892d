//! What a path stands for.

use serde::Serialize;

/// What a file or folder is, as far as its path tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub(crate) enum Asset {
    /// `~/.ssh` and private keys.
    SshKeys,
    /// `~/.aws`, `~/.config/gcloud`, `~/.azure`, `~/.kube`.
    CloudCredentials,
    /// `~/.netrc`, `~/.npmrc`, `~/.pypirc`, `~/.git-credentials`, `~/.docker/config.json`, `gh` tokens.
    ToolCredentials,
    /// Keychains and password stores.
    PasswordStore,
    /// Cookies, logins and profiles of browsers.
    BrowserProfile,
    /// Wallets and seed phrases.
    Wallet,
    /// `.env` files.
    DotEnv,
    /// Configuration of agents that holds keys: `~/.openclaw`, `~/.claude.json`, `~/.codex/auth.json`.
    AgentSecrets,
    /// `/etc/shadow`, `/etc/passwd`, `/proc/*/environ`.
    SystemSecrets,
    /// Chats, mail and history of shells.
    PrivateHistory,
    /// Files that tell an agent what to do: AGENTS.md, CLAUDE.md, SOUL.md, `.cursorrules`, MEMORY.md.
    AgentInstructions,
    /// Hooks, permissions and MCP servers of agents: `.claude/settings.json`, `.mcp.json`.
    AgentSettings,
    /// Folders of other skills.
    OtherSkills,
    /// `~/.bashrc` and its kin.
    ShellStart,
    /// cron, launchd, systemd, scheduled tasks, autostart, the registry's `Run` keys.
    Scheduler,
    /// Git hooks and `core.hooksPath`.
    GitHooks,
    /// `authorized_keys`.
    AuthorizedKeys,
    /// Tasks and settings of editors.
    EditorSettings,
    /// System folders and settings: `/etc`, `/usr`, `/boot`, `sudoers`, `hosts`.
    System,
    /// A device or control socket: `/dev/sda`, `docker.sock`.
    Device,
    /// The home folder as a whole, or `/`.
    Everything,
    /// Something else in the home folder.
    Home,
    /// Temporary files.
    Temporary,
    /// Beneath the skill's own folder.
    Own,
    /// Anything else: the workspace, or not known.
    Other,
}
