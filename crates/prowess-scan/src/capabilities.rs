//! What a package says it does, what was seen of it, and how far it could reach.

use std::collections::BTreeSet;

use prowess_format::InstallKind;

use crate::asset::Asset;
use crate::fact::{Act, Sink, Source};
use crate::host::{self, HostKind};
use crate::report::{BlastRadius, Capabilities, CapabilitySet};
use crate::rules::Scene;
use crate::stance::Stance;

/// Most entries of a list; a package that does more is told by the first of them.
const MOST: usize = 200;

/// What the header declares, and what code and prose were seen to do.
pub(crate) fn of(scene: &Scene<'_>) -> Capabilities {
    Capabilities {
        declared: declared(scene),
        observed: observed(scene),
    }
}

/// How far a package that does these things could reach if it meant harm.
pub(crate) fn blast_radius(scene: &Scene<'_>, observed: &CapabilitySet) -> BlastRadius {
    let meant = || {
        scene
            .facts
            .iter()
            .filter(|fact| fact.stance == Stance::Does)
    };
    let account = !observed.persistence.is_empty()
        || !observed.agent_configuration.is_empty()
        || meant().any(|fact| match &fact.act {
            Act::Reads { asset, .. } | Act::Writes { asset, .. } | Act::Deletes { asset, .. } => {
                asset.is_secret()
                    || matches!(asset, Asset::System | Asset::Device | Asset::Everything)
            }
            Act::ReadsEnvironment => true,
            Act::Flows { from, to, .. } => {
                matches!(from, Source::Environment)
                    || matches!(from, Source::File(asset) if asset.is_secret())
                    || matches!((from, to), (Source::Network(_), Sink::Program))
            }
            _ => false,
        });
    if account {
        return BlastRadius::Account;
    }
    let machine = !observed.hosts.is_empty()
        || !observed.commands.is_empty()
        || !observed.packages.is_empty()
        || meant().any(|fact| {
            matches!(
                fact.act,
                Act::Sends { .. } | Act::Connects { .. } | Act::Fetches { .. } | Act::Evaluates
            )
        });
    if machine {
        BlastRadius::Machine
    } else if !observed.reads.is_empty() || !observed.writes.is_empty() {
        BlastRadius::Workspace
    } else {
        BlastRadius::Text
    }
}

/// What the header says.
fn declared(scene: &Scene<'_>) -> CapabilitySet {
    let Some(skill) = scene.skill else {
        return CapabilitySet::default();
    };
    let manifest = &skill.manifest;
    let needs = &manifest.requirements;
    let mut set = Collected::default();
    set.tools.extend(texts(&manifest.allowed_tools));
    set.tools.extend(texts(&needs.tools));
    set.commands.extend(texts(&needs.bins));
    set.commands.extend(texts(&needs.any_bins));
    set.environment.extend(texts(&needs.env));
    set.environment
        .extend(manifest.primary_env.as_deref().map(str::to_owned));
    set.hosts
        .extend(manifest.homepage.as_deref().and_then(host::name));
    for spec in manifest.install.iter() {
        let named = match spec.kind {
            InstallKind::Brew => &spec.formula,
            InstallKind::Go => &spec.module,
            InstallKind::Node | InstallKind::Uv => &spec.package,
            InstallKind::Download => &spec.url,
        };
        set.packages.extend(
            named
                .as_deref()
                .map(|name| format!("{}:{name}", spec.kind.as_str())),
        );
        set.hosts.extend(spec.url.as_deref().and_then(host::name));
        set.commands.extend(texts(&spec.bins));
    }
    if let Some(servers) = &manifest.mcp_servers
        && let Some(servers) = servers.0.as_object()
    {
        set.agent_configuration
            .extend(servers.keys().map(|name| format!("mcp:{name}")));
    }
    set.finish()
}

fn texts(list: &[Box<str>]) -> impl Iterator<Item = String> + '_ {
    list.iter().map(|text| text.to_string())
}

/// What code and prose do. What is forbidden or described is not done.
fn observed(scene: &Scene<'_>) -> CapabilitySet {
    let mut set = Collected::default();
    for fact in &scene.facts {
        if fact.stance != Stance::Does {
            continue;
        }
        match &fact.act {
            Act::Runs { program, .. } => {
                set.commands.insert(program.clone());
            }
            Act::Fetches { url } => set.host(Some(url)),
            Act::Sends { url } => set.host(url.as_deref()),
            Act::Connects { host, .. } => set.host(host.as_deref()),
            Act::Reads { path, asset } => {
                if !matches!(asset, Asset::Other | Asset::Temporary) {
                    set.reads.insert(path.clone());
                }
            }
            Act::Writes { path, asset } | Act::Deletes { path, asset } => {
                set.writes.insert(path.clone());
                match asset {
                    Asset::ShellStart
                    | Asset::Scheduler
                    | Asset::GitHooks
                    | Asset::AuthorizedKeys
                    | Asset::EditorSettings => {
                        set.persistence.insert(path.clone());
                    }
                    Asset::AgentInstructions | Asset::AgentSettings | Asset::OtherSkills => {
                        set.agent_configuration.insert(path.clone());
                    }
                    _ => {}
                }
            }
            Act::ReadsVariable { name } => {
                set.environment.insert(name.clone());
            }
            Act::ReadsEnvironment => {
                set.environment.insert("*".to_owned());
            }
            Act::Installs {
                manager, package, ..
            } => {
                set.packages.insert(format!("{manager}:{package}"));
            }
            Act::HandsOverShell { host } => set.host(host.as_deref()),
            Act::Preloads { variable } => {
                set.persistence.insert(variable.clone());
            }
            Act::Evaluates | Act::Captures { .. } | Act::Disables { .. } | Act::Flows { .. } => {}
        }
    }
    set.finish()
}

/// Capabilities while they are collected: each once.
#[derive(Debug, Default)]
struct Collected {
    tools: BTreeSet<String>,
    commands: BTreeSet<String>,
    hosts: BTreeSet<String>,
    reads: BTreeSet<String>,
    writes: BTreeSet<String>,
    environment: BTreeSet<String>,
    packages: BTreeSet<String>,
    persistence: BTreeSet<String>,
    agent_configuration: BTreeSet<String>,
}

impl Collected {
    fn host(&mut self, address: Option<&str>) {
        let Some(address) = address else { return };
        if host::kind(address) != HostKind::Loopback {
            self.hosts.extend(host::name(address));
        }
    }

    fn finish(self) -> CapabilitySet {
        let list = |set: BTreeSet<String>| -> Vec<String> { set.into_iter().take(MOST).collect() };
        CapabilitySet {
            tools: list(self.tools),
            commands: list(self.commands),
            hosts: list(self.hosts),
            reads: list(self.reads),
            writes: list(self.writes),
            environment: list(self.environment),
            packages: list(self.packages),
            persistence: list(self.persistence),
            agent_configuration: list(self.agent_configuration),
        }
    }
}
