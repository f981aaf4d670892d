//! A repository is pushed to an address that the package brings.

use std::collections::{BTreeMap, BTreeSet};

use super::affinity::Declared;
use crate::codes;
use crate::fact::Act;
use crate::host::{self, HostKind};
use crate::rules::{Check, Phase, Rule, Scene};
use crate::signal::{Signals, Strength};

pub(crate) static RULE: Rule = Rule {
    code: codes::GIT_PUSH_FOREIGN,
    id: "git-push-foreign",
    class: 6,
    phase: Phase::Send,
    strengths: &[Strength::Strong, Strength::Weak],
    why: "the whole work, and what lies beside it, goes there",
    advice: "push to the remote that the person has set up",
    check: Check::Package(check),
};

/// Parts of names of hosts where everybody keeps code, and of names that only stand for one.
const OF_ALL: &[&str] = &[
    "github",
    "gitlab",
    "bitbucket",
    "codeberg",
    "gitee",
    "dev.azure",
    "huggingface",
    "heroku",
    "sr.ht",
    "your",
    "…",
    "<",
];

/// What the package does with remotes.
#[derive(Debug, Default)]
struct Remotes<'f> {
    /// The address of each that it sets.
    addresses: BTreeMap<&'f str, &'f str>,
    /// Those that it takes away again, so that nobody sees them.
    removed: BTreeSet<&'f str>,
    /// It puts files under version control that are ignored.
    takes_ignored: bool,
}

impl<'f> Remotes<'f> {
    fn of(scene: &'f Scene<'_>) -> Self {
        let mut remotes = Self::default();
        for fact in &scene.facts {
            let Act::Runs { program, arguments } = &fact.act else {
                continue;
            };
            if program != "git" {
                continue;
            }
            let mut words = arguments
                .iter()
                .map(String::as_str)
                .filter(|word| !word.starts_with('-'));
            match (words.next(), words.next(), words.next(), words.next()) {
                (Some("remote"), Some("add" | "set-url"), Some(name), Some(address)) => {
                    remotes.addresses.insert(name, address);
                }
                (Some("remote"), Some("remove" | "rm"), Some(name), _) => {
                    remotes.removed.insert(name);
                }
                (Some("add"), ..) => {
                    remotes.takes_ignored |= arguments
                        .iter()
                        .any(|word| matches!(word.as_str(), "-f" | "--force" | "-Af" | "-fA"));
                }
                _ => {}
            }
        }
        remotes
    }
}

fn check(scene: &Scene<'_>, signals: &mut Signals) {
    let declared = Declared::of(scene);
    let remotes = Remotes::of(scene);
    for (fact, unit) in scene.facts() {
        let Act::Runs { program, arguments } = &fact.act else {
            continue;
        };
        if program != "git" || !arguments.iter().any(|word| word == "push") {
            continue;
        }
        let is = |words: &[&str]| arguments.iter().any(|own| words.contains(&own.as_str()));
        let direct = arguments
            .iter()
            .find(|word| word.contains("://") || word.contains('@') && word.contains(':'));
        let named = arguments
            .iter()
            .filter(|word| !word.starts_with('-') && *word != "push")
            .find_map(|word| Some((word.as_str(), *remotes.addresses.get(word.as_str())?)));
        // A push of everything goes to where pushes go by themselves, which the package has set.
        let usual = is(&["--all", "--mirror"])
            .then(|| remotes.addresses.first_key_value())
            .flatten()
            .map(|(name, address)| (*name, *address));
        let (name, address) = match (direct, named.or(usual)) {
            (Some(address), _) => ("", address.as_str()),
            (None, Some(set)) => set,
            (None, None) => continue,
        };
        let Some(host) = host_of(address) else {
            continue;
        };
        if declared.in_header(&host) || is_placeholder(&host) {
            continue;
        }
        let is_kept_quiet = is(&["-q", "--quiet"])
            || remotes.removed.contains(name)
            || remotes.takes_ignored
            || has_login(address);
        // A host where everybody keeps code is where a person may push to; any other is its owner's.
        let is_of_all = matches!(
            host::kind(&host),
            HostKind::UserContent | HostKind::Registry
        ) || OF_ALL.iter().any(|word| host.contains(word));
        let strength = if (is_kept_quiet || direct.is_some()) && !is_of_all {
            Strength::Strong
        } else {
            Strength::Weak
        };
        signals.push(
            &RULE,
            strength,
            unit,
            fact.span,
            format!("pushes to `{address}`"),
        );
    }
}

/// The host of an address as Git takes it: `https://HOST/…`, `ssh://…`, `USER@HOST:…`.
fn host_of(address: &str) -> Option<String> {
    if address.contains("://") {
        return host::name(address);
    }
    let behind = address
        .split_once('@')
        .map_or(address, |(_, behind)| behind);
    let (host, _) = behind.split_once(':')?;
    (!host.contains('…')).then(|| host.to_ascii_lowercase())
}

/// Whether an address brings its own login: `https://USER:KEY@HOST`.
fn has_login(address: &str) -> bool {
    address.split_once("://").is_some_and(|(_, rest)| {
        let place = rest.split('/').next().unwrap_or("");
        place
            .rsplit_once('@')
            .is_some_and(|(login, _)| login.contains(':'))
    })
}

/// Whether a name of a host only stands for one.
fn is_placeholder(host: &str) -> bool {
    let bare = host.strip_prefix("git.").unwrap_or(host);
    matches!(
        bare,
        "example.com" | "example.org" | "host" | "server" | "localhost"
    )
}
