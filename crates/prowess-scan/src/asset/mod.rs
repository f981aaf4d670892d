//! What a path stands for.

mod places;

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use serde::Serialize;

use places::{End, HOMES, PATTERNS, PERSONAL};

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
    /// What a person keeps: documents, pictures, what was downloaded.
    Personal,
    /// Anything else: the workspace, or not known.
    Other,
}

/// Longest path that is looked at, in bytes; no system takes longer ones.
const BOUND: usize = 4_096;

static AUTOMATON: LazyLock<AhoCorasick> = LazyLock::new(automaton);

#[expect(
    clippy::expect_used,
    reason = "the patterns are part of the program, and a test builds the automaton"
)]
fn automaton() -> AhoCorasick {
    AhoCorasick::new(PATTERNS.iter().map(|(pattern, ..)| *pattern)).expect("patterns")
}

/// What the file or folder at `path` is, as far as the path tells. It may be written as any system,
/// shell or language writes it (`~`, `$HOME`, `%USERPROFILE%`, `C:\Users\…`), with parts that are not known.
pub(crate) fn classify(path: &str) -> Asset {
    if path.is_empty() || path.len() > BOUND || path.contains('\n') {
        return Asset::Other;
    }
    let path = normalized(path);
    let best = AUTOMATON
        .find_overlapping_iter(&path)
        .filter_map(|found| {
            let index = found.pattern().as_usize();
            let (_, end, asset) = PATTERNS.get(index)?;
            let rest = path.get(found.end()..)?;
            let fits = match end {
                End::Open => true,
                End::Whole => rest.trim_end_matches('/').is_empty(),
                End::Part => rest
                    .chars()
                    .next()
                    .is_none_or(|next| matches!(next, '/' | '*' | '{' | '"' | '\'')),
            };
            fits.then_some((index, *asset))
        })
        .min_by_key(|(index, _)| *index);
    if let Some((_, asset)) = best {
        return asset;
    }
    by_place(path.trim_start_matches('/'), &path)
}

/// Whether a path stands for the home folder, or for a whole folder in which a person keeps what is theirs.
pub(crate) fn is_personal_folder(path: &str) -> bool {
    if path.is_empty() || path.len() > BOUND || path.contains('\n') {
        return false;
    }
    let path = normalized(path);
    path.strip_prefix("/~").is_some_and(|inside| {
        let inside = inside.trim_matches(['/', '*']);
        inside.is_empty() || PERSONAL.contains(&inside)
    })
}

impl Asset {
    /// What it is, in a message about what is read or sent.
    pub(crate) const fn in_words(self) -> &'static str {
        match self {
            Self::SshKeys => "private keys of SSH",
            Self::CloudCredentials => "credentials of a cloud",
            Self::ToolCredentials => "credentials of a tool",
            Self::PasswordStore => "a store of passwords",
            Self::BrowserProfile => "a browser's profile",
            Self::Wallet => "a wallet",
            Self::DotEnv => "a `.env` file",
            Self::AgentSecrets => "keys of an agent",
            Self::SystemSecrets => "secrets of the system",
            Self::PrivateHistory => "private messages or history",
            _ => "a file",
        }
    }

    /// Whether it holds secrets or private things of a person.
    pub(crate) const fn is_secret(self) -> bool {
        matches!(
            self,
            Self::SshKeys
                | Self::CloudCredentials
                | Self::ToolCredentials
                | Self::PasswordStore
                | Self::BrowserProfile
                | Self::Wallet
                | Self::DotEnv
                | Self::AgentSecrets
                | Self::SystemSecrets
                | Self::PrivateHistory
        )
    }
}

/// In lower case, with `/`, `~` for every home, and a `/` before a relative path.
fn normalized(path: &str) -> String {
    let path = path.trim().trim_matches(['"', '\'', '`']);
    let path = match path.strip_prefix("file:") {
        // SQLite takes settings behind the path.
        Some(path) => path
            .trim_start_matches("//")
            .split('?')
            .next()
            .unwrap_or(path),
        None => path,
    };
    let mut path: String = path
        .chars()
        .map(|character| match character {
            '\\' => '/',
            other => other.to_ascii_lowercase(),
        })
        .collect();
    while path.contains("//") {
        path = path.replace("//", "/");
    }
    for (prefix, stands_for) in HOMES {
        if let Some(rest) = path.strip_prefix(prefix)
            && (rest.is_empty() || rest.starts_with('/'))
        {
            path = format!("{stands_for}{rest}");
            break;
        }
    }
    let after_drive = match path.as_bytes() {
        [letter, b':', b'/', ..] if letter.is_ascii_alphabetic() => path.get(2..).unwrap_or(""),
        _ => path.as_str(),
    };
    for people in ["/home/", "/users/"] {
        if let Some(rest) = after_drive.strip_prefix(people) {
            let rest = rest.find('/').and_then(|at| rest.get(at..)).unwrap_or("");
            return format!("/~{rest}");
        }
    }
    match after_drive.strip_prefix("./").unwrap_or(after_drive) {
        absolute if absolute.starts_with('/') => absolute.to_owned(),
        relative => format!("/{relative}"),
    }
}

/// What a path is that no pattern names: by where it starts.
fn by_place(relative: &str, path: &str) -> Asset {
    let starts = |folders: &[&str]| {
        folders.iter().any(|folder| {
            path.strip_prefix(folder)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    };
    if starts(&["/~"]) || relative.starts_with('~') {
        return match path.trim_start_matches("/~").trim_matches(['/', '*']) {
            "" => Asset::Everything,
            rest if PERSONAL.contains(&rest.split('/').next().unwrap_or("")) => Asset::Personal,
            _ => Asset::Home,
        };
    }
    if path == "/" || path == "/*" {
        return Asset::Everything;
    }
    if path.starts_with("/dev/") {
        let harmless = [
            "/dev/null",
            "/dev/stdin",
            "/dev/stdout",
            "/dev/stderr",
            "/dev/tty",
            "/dev/urandom",
            "/dev/random",
            "/dev/zero",
            "/dev/fd",
            "/dev/shm",
        ];
        return if starts(&harmless) || path.starts_with("/dev/tcp") {
            Asset::Other
        } else {
            Asset::Device
        };
    }
    if starts(&[
        "/tmp",
        "/var/tmp",
        "/private/tmp",
        "/private/var",
        "/var/folders",
    ]) || ["$tmpdir", "${tmpdir}", "%temp%", "$env:temp", "%tmp%"]
        .iter()
        .any(|temporary| relative.starts_with(temporary))
    {
        return Asset::Temporary;
    }
    if starts(&[
        "/etc",
        "/usr",
        "/boot",
        "/bin",
        "/sbin",
        "/lib",
        "/sys",
        "/proc",
        "/system",
        "/windows",
        "/opt",
        "/var",
        "/library",
        "/program files",
    ]) {
        return Asset::System;
    }
    Asset::Other
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same place is known however it is written.
    #[test]
    fn spellings() {
        for path in [
            "~/.ssh/id_ed25519",
            "$HOME/.ssh/id_rsa",
            "${HOME}/.ssh",
            "/home/ann/.ssh/*",
            "/Users/ann/.ssh/id_rsa",
            r"C:\Users\ann\.ssh\id_rsa",
            r"%USERPROFILE%\.ssh\id_rsa",
            r"$env:USERPROFILE\.ssh\id_rsa",
            "/root/.ssh/id_rsa",
            "~//.ssh",
            "\u{FFFC}/.ssh/id_rsa",
        ] {
            assert_eq!(classify(path), Asset::SshKeys, "{path}");
        }
    }

    /// A folder of what a person keeps is told from the files in it.
    #[test]
    fn personal_folders() {
        for (path, expected) in [
            ("~", true),
            ("$HOME/Documents/", true),
            (r"%USERPROFILE%\Desktop\*", true),
            ("~/Documents/report.pdf", false),
            ("~/notes", false),
            ("Documents", false),
        ] {
            assert_eq!(is_personal_folder(path), expected, "{path}");
        }
    }

    /// One path of every kind, and its harmless neighbours.
    #[test]
    fn kinds() {
        for (path, asset) in [
            ("~/.ssh/id_rsa.pub", Asset::Other),
            ("~/.ssh/authorized_keys", Asset::AuthorizedKeys),
            ("~/.aws/credentials", Asset::CloudCredentials),
            ("~/.config/gh/hosts.yml", Asset::ToolCredentials),
            (
                "~/Library/Keychains/login.keychain-db",
                Asset::PasswordStore,
            ),
            (
                r"%LOCALAPPDATA%\Google\Chrome\User Data\Default\Login Data",
                Asset::BrowserProfile,
            ),
            ("~/.config/solana/id.json", Asset::Wallet),
            (".env", Asset::DotEnv),
            (".env.local", Asset::DotEnv),
            (".env.example", Asset::Other),
            ("src/environment.py", Asset::Other),
            ("~/.openclaw/openclaw.json", Asset::AgentSecrets),
            ("~/.claude/settings.json", Asset::AgentSettings),
            ("~/.claude/skills/other/SKILL.md", Asset::OtherSkills),
            ("AGENTS.md", Asset::AgentInstructions),
            ("~/.bashrc", Asset::ShellStart),
            ("~/Library/LaunchAgents/a.plist", Asset::Scheduler),
            ("/etc/cron.d/a", Asset::Scheduler),
            (
                r"HKCU:\Software\Microsoft\Windows\CurrentVersion\Run",
                Asset::Scheduler,
            ),
            (".git/hooks/pre-commit", Asset::GitHooks),
            ("/etc/shadow", Asset::SystemSecrets),
            ("/proc/self/environ", Asset::SystemSecrets),
            ("~/.zsh_history", Asset::PrivateHistory),
            ("/var/run/docker.sock", Asset::Device),
            ("/dev/sda", Asset::Device),
            ("/dev/null", Asset::Other),
            ("/tmp/x", Asset::Temporary),
            ("~", Asset::Everything),
            (r"C:\Users\Public\x.dll", Asset::Home),
            ("~/.ssh/control-*", Asset::Other),
            ("/", Asset::Everything),
            ("~/notes.txt", Asset::Home),
            ("/usr/local/bin/x", Asset::System),
            ("out/report.md", Asset::Other),
        ] {
            assert_eq!(classify(path), asset, "{path}");
        }
    }
}
