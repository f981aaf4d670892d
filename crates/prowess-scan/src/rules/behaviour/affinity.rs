//! What belongs to a skill: the hosts and variables that it declares, and the secrets of the tool it is for.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use crate::pattern::Pattern;

use crate::asset::Asset;
use crate::host::{self, HostKind};
use crate::rules::Scene;

static ADDRESS: LazyLock<Pattern> =
    LazyLock::new(|| Pattern::new(r#"(?i)\bhttps?://[^\s'"`<>)\]}]+"#));

/// Most addresses of the instructions that are looked at.
const ADDRESSES: usize = 2_000;

/// What a skill says that it speaks to and needs.
#[derive(Debug, Default)]
pub(super) struct Declared {
    /// Hosts that the header names.
    header: BTreeSet<String>,
    /// The header's text in lower case, where a host may stand without a scheme: `uses the example.com CLI`.
    text: String,
    /// Addresses of repositories that the header names, in lower case.
    repositories: Vec<String>,
    /// Hosts that the instructions name, and how often.
    body: BTreeMap<String, usize>,
    /// Variables that the header asks for.
    pub(super) variables: BTreeSet<String>,
    /// How often the skill says each word: see [`Declared::is_namesake`].
    words: OnceCell<BTreeMap<String, usize>>,
}

impl Declared {
    pub(super) fn of(scene: &Scene<'_>) -> Self {
        let mut declared = Self::default();
        let Some(skill) = scene.skill else {
            return declared;
        };
        let manifest = &skill.manifest;
        let text = scene
            .package
            .file(skill.file)
            .and_then(|file| file.text())
            .unwrap_or("");
        let header = text.get(..skill.body.start as usize).unwrap_or("");
        let written = manifest.homepage.as_deref().into_iter();
        // A command in the header declares nothing: it is what is to be weighed.
        let is_fetched = |at: usize| {
            let line = header.get(..at).unwrap_or("").rsplit('\n').next();
            let line = line.unwrap_or("").to_ascii_lowercase();
            ["curl ", "wget ", "iwr ", "irm ", "bash ", "fetch "]
                .iter()
                .any(|word| line.contains(word))
        };
        let mut at = 0;
        for found in ADDRESS.find_iter(header) {
            if is_fetched(found.start()) {
                declared
                    .text
                    .push_str(header.get(at..found.start()).unwrap_or(""));
                at = found.end();
            }
        }
        declared.text.push_str(header.get(at..).unwrap_or(""));
        declared.text.make_ascii_lowercase();
        for address in ADDRESS
            .find_iter(header)
            .filter(|found| !is_fetched(found.start()))
            .map(|found| found.as_str())
            .chain(written)
        {
            if host::kind(address) == HostKind::UserContent {
                declared.repositories.push(address.to_ascii_lowercase());
            }
            declared.header.extend(host::name(address));
        }
        for found in ADDRESS.find_iter(skill.body.slice(text)).take(ADDRESSES) {
            if let Some(name) = host::name(found.as_str()) {
                *declared.body.entry(name).or_default() += 1;
            }
        }
        declared
            .variables
            .extend(manifest.primary_env.iter().map(|name| name.to_string()));
        declared.variables.extend(
            manifest
                .requirements
                .env
                .iter()
                .map(|name| name.to_string()),
        );
        declared
    }

    /// Whether the header names the host, or another of its owner.
    pub(super) fn in_header(&self, host: &str) -> bool {
        self.header.iter().any(|own| host::is_same_site(own, host))
            || host::kind(host) == HostKind::Named
                && host::site(host).is_some_and(|site| {
                    self.text
                        .split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '-')))
                        .any(|word| word.trim_matches('.') == site)
                })
    }

    /// Whether the header or the instructions name the host: what a skill speaks of openly.
    pub(super) fn knows(&self, host: &str) -> bool {
        self.in_header(host)
            || matches!(
                host::kind(host),
                HostKind::Named | HostKind::UserContent | HostKind::Registry | HostKind::Installer
            ) && self.body.keys().any(|own| host::is_same_site(own, host))
    }

    /// Whether a host carries the name of what the skill is for, as a vendor's own does: `cli.example.sh` in
    /// a skill for Example. The name stands in the header, or time and again in the instructions; a name on
    /// a host that anybody can have a part of, or beneath a domain that costs nothing, tells nothing.
    pub(super) fn is_namesake(&self, scene: &Scene<'_>, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        let Some((label, beneath)) = host::site(&host).and_then(|site| site.split_once('.')) else {
            return false;
        };
        let label = label.replace('-', "");
        let is_generic = COMMON.contains(&&*label) || GENERIC.contains(&&*label);
        if label.len() < SHORTEST_NAME || is_generic || CHEAP.contains(&beneath) {
            return false;
        }
        let words = self.words.get_or_init(|| self.words_of(scene));
        let is_said = |word: &str| words.get(word).is_some_and(|often| *often >= OFTEN);
        // `getexample.com`, `exampleai.com`.
        let is_within = BEFORE_NAMES
            .iter()
            .filter_map(|before| label.strip_prefix(before))
            .chain(
                BEHIND_NAMES
                    .iter()
                    .filter_map(|behind| label.strip_suffix(behind)),
            )
            .any(|name| name.len() > SHORTEST_NAME && !GENERIC.contains(&name) && is_said(name));
        is_said(&label) || is_within
    }

    /// How often the skill says each word, and each two words as one, outside of addresses. One in the header
    /// counts for as many as make a name.
    fn words_of(&self, scene: &Scene<'_>) -> BTreeMap<String, usize> {
        let mut words = BTreeMap::new();
        count(&self.text, OFTEN, &mut words);
        let Some(skill) = scene.skill else {
            return words;
        };
        let text = scene
            .package
            .file(skill.file)
            .and_then(|file| file.text())
            .unwrap_or("");
        let body = skill.body.slice(text);
        let mut from = 0;
        for address in ADDRESS.find_iter(body).take(ADDRESSES) {
            count(body.get(from..address.start()).unwrap_or(""), 1, &mut words);
            from = address.end();
        }
        count(body.get(from..).unwrap_or(""), 1, &mut words);
        words
    }

    /// Whether an address of a shared host belongs to whom the header names: `github.com/OWNER`.
    pub(super) fn is_owner_of(&self, url: &str) -> bool {
        let owner = |url: &str| {
            let path = url
                .split_once("://")
                .map_or(url, |(_, rest)| rest)
                .to_ascii_lowercase();
            path.split('/').nth(1).map(str::to_owned)
        };
        let Some(wanted) = owner(url) else {
            return false;
        };
        self.repositories
            .iter()
            .any(|own| owner(own).as_deref() == Some(wanted.as_str()))
    }
}

/// Shortest name of a vendor that is looked for.
const SHORTEST_NAME: usize = 3;

/// What vendors write before and behind their names for hosts.
const BEFORE_NAMES: &[&str] = &["get", "use", "try"];
const BEHIND_NAMES: &[&str] = &["ai", "app", "hq", "inc", "labs", "llm"];

/// How often a skill says the name of what it is for, at least.
const OFTEN: usize = 3;

/// Adds the words of a text, and each two words as one, each `times`.
fn count(text: &str, times: usize, words: &mut BTreeMap<String, usize>) {
    let mut before = String::new();
    for word in text.split(|character: char| !character.is_ascii_alphanumeric()) {
        if word.is_empty() || word.len() > 40 {
            continue;
        }
        let word = word.to_ascii_lowercase();
        if !before.is_empty() {
            *words.entry(format!("{before}{word}")).or_default() += times;
        }
        *words.entry(word.clone()).or_default() += times;
        before = word;
    }
}

/// Domains beneath which a name costs next to nothing.
const CHEAP: &[&str] = &[
    "xyz", "top", "click", "icu", "cyou", "buzz", "rest", "quest", "monster", "zip", "mov", "lol",
    "gdn", "work", "site", "online", "store", "fun", "space", "website", "live", "tk", "ml", "ga",
    "cf", "gq", "pw", "cc", "su", "ru",
];

/// Parts of names of variables that say that it is a secret.
const SECRET: &[&str] = &[
    "KEY",
    "TOKEN",
    "SECRET",
    "PASSW",
    "CREDENTIAL",
    "PRIVATE",
    "MNEMONIC",
    "SEED",
    "COOKIE",
    "SESSION",
    "KEYCHAIN:",
    "PAT",
];

/// Whether a variable holds a secret, by its name.
pub(super) fn is_looking_secret(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    SECRET.iter().any(|part| match *part {
        "PAT" => name.ends_with("_PAT"),
        part => name.contains(part),
    })
}

/// Words in names of variables and hosts that name no owner.
const COMMON: &[&str] = &[
    "api", "key", "token", "secret", "access", "auth", "password", "url", "base", "id", "bearer",
    "private", "client", "user", "account", "app", "bot", "session", "cookie", "the", "my", "env",
    "service", "pat", "keychain", "cli", "dev", "prod",
];

/// Words in names of hosts, besides, that name no vendor.
const GENERIC: &[&str] = &[
    "install",
    "installer",
    "setup",
    "tool",
    "tools",
    "agent",
    "agents",
    "skill",
    "skills",
    "update",
    "updates",
    "download",
    "downloads",
    "server",
    "code",
    "data",
    "docs",
    "run",
    "get",
    "web",
    "cloud",
    "static",
    "assets",
    "files",
    "script",
    "scripts",
    "file",
    "helper",
    "test",
];

/// Whether a variable is named for the owner of a host: `NOTION_API_KEY` and `api.notion.com`.
pub(super) fn is_named_for(variable: &str, host: &str) -> bool {
    let host = host.to_ascii_lowercase();
    let site = host::site(&host).unwrap_or(&host).replace(['-', '.'], "");
    variable
        .to_ascii_lowercase()
        .split(['_', ':', '-', '.'])
        .filter(|word| word.len() > 2 && !COMMON.contains(word))
        .any(|word| site.contains(word))
}

/// Whether secrets of this kind are for the owner of `host`.
pub(super) fn is_related(asset: Asset, host: &str) -> bool {
    let owners: &[&str] = match asset {
        Asset::CloudCredentials => &[
            "amazonaws.com",
            "aws.amazon.com",
            "googleapis.com",
            "google.com",
            "azure.com",
            "microsoftonline.com",
            "digitalocean.com",
            "aliyuncs.com",
            "oraclecloud.com",
            "terraform.io",
        ],
        Asset::ToolCredentials => &[
            "github.com",
            "gitlab.com",
            "npmjs.org",
            "pypi.org",
            "docker.com",
            "docker.io",
            "crates.io",
            "huggingface.co",
            "rubygems.org",
            "cloudflare.com",
            "vercel.com",
            "netlify.com",
        ],
        Asset::AgentSecrets => &[
            "anthropic.com",
            "claude.ai",
            "openai.com",
            "chatgpt.com",
            "googleapis.com",
            "githubcopilot.com",
            "openrouter.ai",
        ],
        _ => return false,
    };
    owners.iter().any(|owner| {
        host == *owner
            || host
                .strip_suffix(owner)
                .is_some_and(|rest| rest.ends_with('.'))
    })
}

/// Whether the skill is for the tool whose secrets lie at `path`: its name or description says so.
pub(super) fn is_about(scene: &Scene<'_>, asset: Asset, path: &str) -> bool {
    let Some(skill) = scene.skill else {
        return false;
    };
    let words = format!(
        "{} {}",
        skill.manifest.name.as_deref().unwrap_or(""),
        skill.manifest.description.as_deref().unwrap_or("")
    )
    .to_ascii_lowercase();
    let tools: &[&str] = match asset {
        Asset::SshKeys => &["ssh", "gpg", "server", "deploy", "remote"],
        Asset::BrowserProfile => &[
            "browser", "chrome", "cookie", "firefox", "safari", "bookmark",
        ],
        Asset::Wallet => &[
            "wallet", "solana", "ethereum", "bitcoin", "crypto", "on-chain", "onchain",
        ],
        Asset::PasswordStore => &["password", "keychain", "1password", "bitwarden", "secret"],
        Asset::PrivateHistory => &[
            "history",
            "message",
            "mail",
            "session",
            "conversation",
            "chat",
            "transcript",
        ],
        Asset::AgentSecrets => &[
            "claude", "codex", "openclaw", "clawdbot", "agent", "nanobot", "hermes", "gemini",
        ],
        Asset::CloudCredentials => &[
            "aws",
            "amazon",
            "gcloud",
            "google",
            "azure",
            "kube",
            "k8s",
            "cloud",
            "terraform",
        ],
        Asset::ToolCredentials => &[
            "git",
            "npm",
            "docker",
            "pypi",
            "publish",
            "registry",
            "huggingface",
        ],
        _ => &[],
    };
    let _ = path;
    tools.iter().any(|tool| words.contains(tool))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A host bears the name of what a skill is for, and neither a word that all use nor a cheap domain does.
    #[test]
    fn namesakes() {
        let skill = "---\nname: example-cli\ndescription: Runs the Example Works command.\n---\nUse tools.\n";
        let package = crate::Package::of_files("example-cli", [("SKILL.md", skill)]);
        let skill = crate::skill::Skill::of(&package);
        let scene = Scene {
            package: &package,
            skill: skill.as_ref(),
            roles: Vec::new(),
            units: Vec::new(),
            facts: Vec::new(),
            left: Vec::new(),
        };
        let declared = Declared::of(&scene);
        for host in ["get.example.dev", "exampleworks.com", "example-works.com"] {
            assert!(declared.is_namesake(&scene, host), "{host}");
        }
        for host in ["tools.dev", "example.xyz", "other.dev", "example.other.dev"] {
            assert!(!declared.is_namesake(&scene, host), "{host}");
        }
    }

    /// Names of variables say whose they are and whether they are secret.
    #[test]
    fn variables() {
        assert!(is_looking_secret("NOTION_API_KEY") && !is_looking_secret("EDITOR"));
        assert!(is_named_for("NOTION_API_KEY", "api.notion.com"));
        assert!(!is_named_for("OPENAI_API_KEY", "collect.example.net"));
        assert!(is_related(Asset::CloudCredentials, "s3.amazonaws.com"));
        assert!(!is_related(Asset::CloudCredentials, "evilamazonaws.com"));
    }
}
