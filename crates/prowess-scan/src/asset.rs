//! What a path stands for.

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
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
    /// What a person keeps: documents, pictures, what was downloaded.
    Personal,
    /// Anything else: the workspace, or not known.
    Other,
}

/// How a pattern must end in a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// At the end of a part, with or without more parts behind it.
    Part,
    /// Anywhere within a part: `/.env` for `.env.local`.
    Open,
    /// At the end of the whole path.
    Whole,
}

/// Patterns of lower-case paths with `/`, most telling first: of all that stand in a path, the first counts.
const PATTERNS: &[(&str, End, Asset)] = {
    use Asset::{
        AgentInstructions, AgentSecrets, AgentSettings, AuthorizedKeys, BrowserProfile,
        CloudCredentials, Device, DotEnv, EditorSettings, GitHooks, OtherSkills, PasswordStore,
        PrivateHistory, Scheduler, ShellStart, SshKeys, System, SystemSecrets, ToolCredentials,
        Wallet,
    };
    use End::{Open, Part, Whole};
    &[
        ("/authorized_keys", Open, AuthorizedKeys),
        ("/hooks/post-commit", Part, GitHooks),
        ("/hooks/pre-commit", Part, GitHooks),
        ("/hooks/pre-push", Part, GitHooks),
        ("/hooks/post-checkout", Part, GitHooks),
        ("/hooks/post-merge", Part, GitHooks),
        ("/library/caches", Part, Asset::Home),
        ("/default/cache", Part, Asset::Home),
        ("/code cache", Part, Asset::Home),
        ("/sitecustomize.py", Whole, ShellStart),
        ("/usercustomize.py", Whole, ShellStart),
        ("/.ssh/config", Part, System),
        ("/.ssh/known_hosts", Part, System),
        // Sockets of connections that are kept open.
        ("/.ssh/control", Open, Asset::Other),
        ("/.ssh/sockets", Part, Asset::Other),
        ("/.ssh/cm-", Open, Asset::Other),
        (".pub", Whole, Asset::Other),
        ("/.ssh", Part, SshKeys),
        ("/id_rsa", Open, SshKeys),
        ("/id_ed25519", Open, SshKeys),
        ("/id_ecdsa", Open, SshKeys),
        ("/id_dsa", Open, SshKeys),
        ("/.gnupg", Part, SshKeys),
        ("/secring.gpg", Part, SshKeys),
        ("/etc/ssh/ssh_host_", Open, SshKeys),
        // Clouds.
        ("/.aws/config", Part, System),
        ("/.aws", Part, CloudCredentials),
        ("/.config/gcloud", Part, CloudCredentials),
        ("/appdata/roaming/gcloud", Part, CloudCredentials),
        (
            "/application_default_credentials.json",
            Part,
            CloudCredentials,
        ),
        ("/.boto", Part, CloudCredentials),
        ("/.azure", Part, CloudCredentials),
        ("/.kube", Part, CloudCredentials),
        ("/.config/doctl", Part, CloudCredentials),
        ("/.oci", Part, CloudCredentials),
        ("/.aliyun", Part, CloudCredentials),
        ("/.tccli", Part, CloudCredentials),
        (
            "/.terraform.d/credentials.tfrc.json",
            Part,
            CloudCredentials,
        ),
        ("/.terraformrc", Part, CloudCredentials),
        ("/.s3cfg", Part, CloudCredentials),
        ("/.config/rclone", Part, CloudCredentials),
        ("/var/run/secrets/kubernetes.io", Part, CloudCredentials),
        ("/run/secrets", Part, CloudCredentials),
        // Tools.
        ("/.netrc", Part, ToolCredentials),
        ("/_netrc", Part, ToolCredentials),
        ("/.npmrc", Part, ToolCredentials),
        ("/.yarnrc.yml", Part, ToolCredentials),
        ("/.pypirc", Part, ToolCredentials),
        ("/.git-credentials", Part, ToolCredentials),
        ("/.config/git/credentials", Part, ToolCredentials),
        ("/.docker/config.json", Part, ToolCredentials),
        ("/.config/gh", Part, ToolCredentials),
        ("/.config/hub", Part, ToolCredentials),
        ("/.config/glab-cli", Part, ToolCredentials),
        ("/.cargo/credentials", Open, ToolCredentials),
        ("/.gem/credentials", Part, ToolCredentials),
        ("/.m2/settings.xml", Part, ToolCredentials),
        ("/.gradle/gradle.properties", Part, ToolCredentials),
        ("/.composer/auth.json", Part, ToolCredentials),
        ("/.pgpass", Part, ToolCredentials),
        ("/.my.cnf", Part, ToolCredentials),
        ("/.mylogin.cnf", Part, ToolCredentials),
        ("/.huggingface/token", Part, ToolCredentials),
        ("/.cache/huggingface/token", Part, ToolCredentials),
        ("/.vault-token", Part, ToolCredentials),
        ("/.wrangler/config", Part, ToolCredentials),
        ("/.config/.wrangler", Part, ToolCredentials),
        ("/.netlify/config.json", Part, ToolCredentials),
        ("/.vercel/auth.json", Part, ToolCredentials),
        ("/filezilla/recentservers.xml", Part, ToolCredentials),
        ("/filezilla/sitemanager.xml", Part, ToolCredentials),
        ("/.config/filezilla", Part, ToolCredentials),
        ("/.subversion/auth", Part, ToolCredentials),
        // Password stores.
        ("/library/keychains", Part, PasswordStore),
        ("login.keychain", Open, PasswordStore),
        ("/.local/share/keyrings", Part, PasswordStore),
        ("/.gnome2/keyrings", Part, PasswordStore),
        ("/kwalletd", Part, PasswordStore),
        ("/.password-store", Part, PasswordStore),
        (".kdbx", Whole, PasswordStore),
        ("/.config/bitwarden", Part, PasswordStore),
        ("/bitwarden cli", Part, PasswordStore),
        ("/application support/bitwarden", Part, PasswordStore),
        ("/.config/1password", Part, PasswordStore),
        ("/1password", Part, PasswordStore),
        ("/lastpass", Part, PasswordStore),
        ("/microsoft/credentials", Part, PasswordStore),
        ("/microsoft/protect", Part, PasswordStore),
        ("/microsoft/vault", Part, PasswordStore),
        // Wallets before browsers: many are extensions of them.
        ("nkbihfbeogaeaoehlefnkodbefgpgknn", Open, Wallet),
        ("bfnaelmomeimhlpmgjnjophhpkkoljpa", Open, Wallet),
        ("hnfanknocfeofbddgcijnmhnfnkdnaad", Open, Wallet),
        ("ibnejdfjmmkpcnlpebklmnkoeoihofec", Open, Wallet),
        ("/.bitcoin", Part, Wallet),
        ("/application support/bitcoin", Part, Wallet),
        ("/.ethereum", Part, Wallet),
        ("/library/ethereum", Part, Wallet),
        ("/.electrum", Part, Wallet),
        ("/electrum/wallets", Part, Wallet),
        ("/.config/solana", Part, Wallet),
        ("/.monero", Part, Wallet),
        ("/exodus", Part, Wallet),
        ("/exodus.wallet", Part, Wallet),
        ("/atomic/local storage", Part, Wallet),
        ("/coinomi", Part, Wallet),
        ("/ledger live", Part, Wallet),
        ("/trezor suite", Part, Wallet),
        ("/@trezor", Open, Wallet),
        ("/metamask", Part, Wallet),
        ("/phantom wallet", Part, Wallet),
        ("/.sui/sui_config", Part, Wallet),
        ("/.aptos/config.yaml", Part, Wallet),
        ("/wallet.dat", Part, Wallet),
        ("/.foundry/keystores", Part, Wallet),
        // Browsers.
        ("/google/chrome", Part, BrowserProfile),
        ("/google-chrome", Open, BrowserProfile),
        ("/.config/chromium", Part, BrowserProfile),
        ("/application support/chromium", Part, BrowserProfile),
        ("/chromium/user data", Part, BrowserProfile),
        ("/bravesoftware", Part, BrowserProfile),
        ("/microsoft edge", Open, BrowserProfile),
        ("/microsoft/edge", Part, BrowserProfile),
        ("/.config/microsoft-edge", Open, BrowserProfile),
        ("/.mozilla", Part, BrowserProfile),
        ("/mozilla/firefox", Part, BrowserProfile),
        ("/application support/firefox", Part, BrowserProfile),
        ("/application support/arc", Part, BrowserProfile),
        ("/opera software", Part, BrowserProfile),
        ("/vivaldi", Part, BrowserProfile),
        ("/library/safari", Part, BrowserProfile),
        ("/library/cookies", Part, BrowserProfile),
        ("/login data", Open, BrowserProfile),
        ("/cookies.sqlite", Part, BrowserProfile),
        ("/logins.json", Part, BrowserProfile),
        ("/key4.db", Part, BrowserProfile),
        ("/local extension settings", Part, BrowserProfile),
        ("/web data", Whole, BrowserProfile),
        // Agents: keys first, then hooks and permissions, other skills, instructions.
        ("/.claude.json", Part, AgentSecrets),
        ("/.claude/.credentials.json", Part, AgentSecrets),
        ("/.codex/auth.json", Part, AgentSecrets),
        ("/.gemini/oauth_creds.json", Part, AgentSecrets),
        ("/.openclaw/credentials", Part, AgentSecrets),
        ("/.openclaw/.env", Part, AgentSecrets),
        ("/.clawdbot/.env", Part, AgentSecrets),
        ("/.moltbot/.env", Part, AgentSecrets),
        ("/.hermes/.env", Part, AgentSecrets),
        ("/.clawdbot/credentials", Part, AgentSecrets),
        ("/.moltbot/credentials", Part, AgentSecrets),
        ("/auth-profiles.json", Part, AgentSecrets),
        ("/.openclaw/identity", Part, AgentSecrets),
        ("/.openclaw/openclaw.json", Part, AgentSecrets),
        ("/.clawdbot/clawdbot.json", Part, AgentSecrets),
        ("/.moltbot/moltbot.json", Part, AgentSecrets),
        ("/.nanobot/config.json", Part, AgentSecrets),
        ("/.hermes/auth.json", Part, AgentSecrets),
        ("/.local/share/opencode/auth.json", Part, AgentSecrets),
        ("/.config/github-copilot", Part, AgentSecrets),
        ("/.cursor/auth.json", Part, AgentSecrets),
        ("/.continue/config.json", Part, AgentSecrets),
        ("/.aider.conf.yml", Part, AgentSecrets),
        ("/.claude/settings", Open, AgentSettings),
        ("/.claude/hooks", Part, AgentSettings),
        ("/.mcp.json", Part, AgentSettings),
        ("/mcp.json", Part, AgentSettings),
        ("/mcp_config.json", Part, AgentSettings),
        ("/mcp_settings.json", Part, AgentSettings),
        ("/claude_desktop_config.json", Part, AgentSettings),
        ("/.codex/config.toml", Part, AgentSettings),
        ("/.codex/hooks.json", Part, AgentSettings),
        ("/.gemini/settings.json", Part, AgentSettings),
        ("/.cursor/hooks.json", Part, AgentSettings),
        ("/.cursor/permissions.json", Part, AgentSettings),
        ("/.openclaw/hooks", Part, AgentSettings),
        ("/.openclaw/exec-approvals.json", Part, AgentSettings),
        ("/.openclaw/cron", Part, Scheduler),
        ("/.claude/skills", Part, OtherSkills),
        ("/.codex/skills", Part, OtherSkills),
        ("/.agents/skills", Part, OtherSkills),
        ("/.openclaw/skills", Part, OtherSkills),
        ("/.openclaw/workspace/skills", Part, OtherSkills),
        ("/.clawdbot/skills", Part, OtherSkills),
        ("/.moltbot/skills", Part, OtherSkills),
        ("/.nanobot/workspace/skills", Part, OtherSkills),
        ("/.hermes/skills", Part, OtherSkills),
        ("/.gemini/skills", Part, OtherSkills),
        ("/.cursor/skills", Part, OtherSkills),
        ("/.config/opencode/skills", Part, OtherSkills),
        ("/clawd/skills", Part, OtherSkills),
        ("/.claude/plugins", Part, OtherSkills),
        ("/agents.md", Whole, AgentInstructions),
        ("/claude.md", Whole, AgentInstructions),
        ("/claude.local.md", Whole, AgentInstructions),
        ("/gemini.md", Whole, AgentInstructions),
        ("/soul.md", Whole, AgentInstructions),
        ("/memory.md", Whole, AgentInstructions),
        ("/heartbeat.md", Whole, AgentInstructions),
        ("/identity.md", Whole, AgentInstructions),
        ("/bootstrap.md", Whole, AgentInstructions),
        ("/user.md", Whole, AgentInstructions),
        ("/tools.md", Whole, AgentInstructions),
        ("/.cursorrules", Whole, AgentInstructions),
        ("/.windsurfrules", Whole, AgentInstructions),
        ("/.clinerules", Part, AgentInstructions),
        ("/.cursor/rules", Part, AgentInstructions),
        ("/.github/copilot-instructions.md", Whole, AgentInstructions),
        ("/.claude/commands", Part, AgentInstructions),
        ("/.claude/agents", Part, AgentInstructions),
        ("/.claude/rules", Part, AgentInstructions),
        ("/.claude/projects", Part, PrivateHistory),
        ("/.codex/sessions", Part, PrivateHistory),
        ("/.openclaw/agents", Part, PrivateHistory),
        ("/.openclaw/sessions", Part, PrivateHistory),
        ("/.claude", Whole, AgentSecrets),
        ("/.codex", Whole, AgentSecrets),
        ("/.openclaw", Whole, AgentSecrets),
        ("/.clawdbot", Whole, AgentSecrets),
        ("/.moltbot", Whole, AgentSecrets),
        ("/.nanobot", Whole, AgentSecrets),
        ("/.hermes", Whole, AgentSecrets),
        // What a person said, did and received.
        ("_history", Whole, PrivateHistory),
        ("/.local/share/fish/fish_history", Part, PrivateHistory),
        ("/consolehost_history.txt", Part, PrivateHistory),
        ("/library/messages", Part, PrivateHistory),
        ("/library/mail", Part, PrivateHistory),
        ("/.thunderbird", Part, PrivateHistory),
        ("/telegram desktop", Part, PrivateHistory),
        ("/tdata", Part, PrivateHistory),
        ("/.config/signal", Part, PrivateHistory),
        ("/application support/signal", Part, PrivateHistory),
        ("/discord/local storage", Part, PrivateHistory),
        ("/slack/local storage", Part, PrivateHistory),
        (
            "/library/group containers/group.com.apple.notes",
            Part,
            PrivateHistory,
        ),
        // Environment files, but not the examples that are shipped to be filled in.
        ("/.env.example", Part, Asset::Other),
        ("/.env.sample", Part, Asset::Other),
        ("/.env.template", Part, Asset::Other),
        ("/.env.", Open, DotEnv),
        ("/.env", Part, DotEnv),
        ("/.envrc", Part, EditorSettings),
        // Staying.
        ("/.bashrc", Part, ShellStart),
        ("/.bash_profile", Part, ShellStart),
        ("/.bash_login", Part, ShellStart),
        ("/.bash_logout", Part, ShellStart),
        ("/.profile", Part, ShellStart),
        ("/.zshrc", Part, ShellStart),
        ("/.zshenv", Part, ShellStart),
        ("/.zprofile", Part, ShellStart),
        ("/.zlogin", Part, ShellStart),
        ("/.config/fish", Part, ShellStart),
        ("/etc/profile", Open, ShellStart),
        ("/etc/bash.bashrc", Part, ShellStart),
        ("/etc/zshrc", Part, ShellStart),
        ("/etc/ld.so.preload", Part, ShellStart),
        ("/.pam_environment", Part, ShellStart),
        ("microsoft.powershell_profile.ps1", Whole, ShellStart),
        ("profile.ps1", Whole, ShellStart),
        ("$profile", Whole, ShellStart),
        ("/usercustomize.py", Whole, ShellStart),
        ("/sitecustomize.py", Whole, ShellStart),
        ("/etc/cron", Open, Scheduler),
        ("/var/spool/cron", Part, Scheduler),
        ("/launchagents", Part, Scheduler),
        ("/launchdaemons", Part, Scheduler),
        ("/etc/systemd/system", Part, Scheduler),
        ("/lib/systemd/system", Part, Scheduler),
        ("/.config/systemd/user", Part, Scheduler),
        ("/.local/share/systemd/user", Part, Scheduler),
        ("/.config/autostart", Part, Scheduler),
        ("/etc/xdg/autostart", Part, Scheduler),
        ("/etc/init.d", Part, Scheduler),
        ("/etc/rc.local", Part, Scheduler),
        ("/etc/periodic", Part, Scheduler),
        ("/start menu/programs/startup", Part, Scheduler),
        ("/startup", Whole, Scheduler),
        ("/windows/system32/tasks", Part, Scheduler),
        ("/currentversion/run", Open, Scheduler),
        ("/.git/hooks", Part, GitHooks),
        ("/.githooks", Part, GitHooks),
        ("/.config/git/hooks", Part, GitHooks),
        ("/.git-templates", Part, GitHooks),
        ("core.hookspath", Whole, GitHooks),
        ("/.vscode", Part, EditorSettings),
        ("/code/user/settings.json", Part, EditorSettings),
        ("/code/user/tasks.json", Part, EditorSettings),
        ("/.idea", Part, EditorSettings),
        ("/.vimrc", Part, EditorSettings),
        ("/.config/nvim", Part, EditorSettings),
        ("/.gitconfig", Part, EditorSettings),
        ("/.devcontainer", Part, EditorSettings),
        // The system.
        ("/etc/shadow", Open, SystemSecrets),
        ("/etc/gshadow", Open, SystemSecrets),
        ("/etc/passwd", Part, SystemSecrets),
        ("/etc/master.passwd", Part, SystemSecrets),
        ("/system32/config/sam", Part, SystemSecrets),
        ("/system32/config/system", Part, SystemSecrets),
        ("/ntds.dit", Part, SystemSecrets),
        ("/environ", Whole, SystemSecrets),
        ("/docker.sock", Part, Device),
        ("/containerd.sock", Part, Device),
        ("/podman.sock", Part, Device),
    ]
};

/// Where personal folders start, as systems, shells and languages write them, in lower case; what each
/// stands for beneath `~`.
const HOMES: &[(&str, &str)] = &[
    ("$home", "~"),
    ("${home}", "~"),
    ("$env:home", "~"),
    ("${env:home}", "~"),
    ("%userprofile%", "~"),
    ("$env:userprofile", "~"),
    ("${env:userprofile}", "~"),
    ("$userprofile", "~"),
    ("%homedrive%%homepath%", "~"),
    ("%homepath%", "~"),
    ("%appdata%", "~/appdata/roaming"),
    ("$env:appdata", "~/appdata/roaming"),
    ("${env:appdata}", "~/appdata/roaming"),
    ("$appdata", "~/appdata/roaming"),
    ("%localappdata%", "~/appdata/local"),
    ("$env:localappdata", "~/appdata/local"),
    ("${env:localappdata}", "~/appdata/local"),
    ("$localappdata", "~/appdata/local"),
    ("$xdg_config_home", "~/.config"),
    ("${xdg_config_home}", "~/.config"),
    ("$codex_home", "~/.codex"),
    ("$openclaw_home", "~/.openclaw"),
    ("$hermes_home", "~/.hermes"),
    ("/root", "~"),
    ("hkcu:", "registry"),
    ("hklm:", "registry"),
    ("hkcu", "registry"),
    ("hklm", "registry"),
    ("hkey_current_user", "registry"),
    ("hkey_local_machine", "registry"),
];

/// Folders of the home folder that hold what a person keeps.
const PERSONAL: &[&str] = &[
    "documents",
    "desktop",
    "downloads",
    "pictures",
    "photos",
    "movies",
    "videos",
    "onedrive",
    "dropbox",
    "google drive",
    "icloud drive",
];

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
