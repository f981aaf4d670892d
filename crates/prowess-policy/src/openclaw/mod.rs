//! OpenClaw's rules for tools (2026.6): its tables, and the layers that its configuration gives for one conversation.
//!
//! Facts: the page on OpenClaw, section 6, as the golden vectors correct it.

mod sender;
mod session;
mod tables;

use serde_json::Value;

pub use sender::Sender;
pub use tables::{CORE, GROUPS, PROFILES, SANDBOX_ALLOW, SANDBOX_DENY};

use crate::layer::{Layer, expand_groups, matches, unique};
use crate::name::key;
use crate::pipeline::{Note, Pipeline};
use session::Session;

/// For whom and where tools are decided.
#[derive(Debug, Clone, Copy, Default)]
pub struct Input<'i> {
    /// The configuration (`openclaw.json`).
    pub config: Option<&'i Value>,
    /// The agent, where it is said; else the session's.
    pub agent: Option<&'i str>,
    /// The session: `agent:ID:CHANNEL:group:GROUP`, `agent:ID:subagent:…`.
    pub session_key: Option<&'i str>,
    /// What is stored of sessions, by their keys.
    pub sessions: Option<&'i Value>,
    /// The provider of the model.
    pub provider: Option<&'i str>,
    /// The model.
    pub model: Option<&'i str>,
    /// The channel and the group that the caller says; it counts only where the session says the same.
    pub group: Option<(&'i str, &'i str)>,
    /// Who sent the message.
    pub sender: Option<Sender<'i>>,
    /// Whether programs run in a sandbox.
    pub is_sandboxed: bool,
}

/// The layers for one conversation, in OpenClaw's order, and what is to be told of the settings themselves.
#[must_use]
pub fn pipeline(input: &Input<'_>) -> (Pipeline, Vec<Note>) {
    let config = input.config.unwrap_or(&Value::Null);
    let session = Session::of(input);
    let global = config.get("tools").unwrap_or(&Value::Null);
    let agent = agent(config, session.agent.as_deref());
    let by_provider = |tools: &'_ Value| provider(tools, input).cloned().unwrap_or(Value::Null);
    let (global_provider, agent_provider) = (by_provider(global), by_provider(agent));

    let mut layers = Vec::new();
    let mut notes = Vec::new();
    if let Some((name, layer)) = profile("tools.profile", agent, global) {
        notes.extend(not_widened(name, &layer, agent, global));
        layers.push(layer);
    }
    let provider_profile = profile(
        "tools.byProvider.profile",
        &agent_provider,
        &global_provider,
    );
    layers.extend(provider_profile.map(|(_, layer)| layer));
    let id = session.agent.as_deref().unwrap_or("main");
    for (name, tools) in [
        ("tools.allow".to_owned(), global),
        ("tools.byProvider.allow".to_owned(), &global_provider),
        (format!("agents.{id}.tools.allow"), agent),
        (
            format!("agents.{id}.tools.byProvider.allow"),
            &agent_provider,
        ),
    ] {
        layers.extend(lists(&name, tools));
    }
    let group = session.group_tools(config, input.sender.as_ref());
    layers.extend(group.and_then(|tools| lists("group tools.allow", tools)));
    let by_sender = input
        .sender
        .as_ref()
        .and_then(|sender| sender.pick(global.get("toolsBySender")?));
    layers.extend(by_sender.and_then(|tools| lists("tools.toolsBySender", tools)));
    if input.is_sandboxed {
        layers.push(sandbox(agent, global));
    }
    if session.is_subagent {
        layers.push(subagent(&session, config, global));
        layers.extend(session.inherited());
    }
    (Pipeline::new(layers), notes)
}

/// Whether a skill's slash command may call a tool at all in this client, before any rule: its programs and files are never
/// offered there.
#[must_use]
pub fn is_dispatched(name: &str, plugin: Option<&str>) -> bool {
    let own = GROUPS.iter().find(|(group, _)| *group == "group:openclaw");
    plugin.is_some() || own.is_some_and(|(_, tools)| tools.contains(&name))
}

/// The settings of an agent's tools.
fn agent<'c>(config: &'c Value, id: Option<&str>) -> &'c Value {
    let find = || {
        let id = id?;
        let list = config.get("agents")?.get("list")?.as_array()?;
        let is_it = |agent: &&Value| {
            let known = agent.get("id").and_then(Value::as_str);
            known.is_some_and(|known| known.trim().to_lowercase() == id)
        };
        list.iter().find(is_it)?.get("tools")
    };
    find().unwrap_or(&Value::Null)
}

/// The settings for a provider and model, else for the provider.
fn provider<'c>(tools: &'c Value, input: &Input<'_>) -> Option<&'c Value> {
    let settings = tools.get("byProvider")?.as_object()?;
    let provider = input.provider?.trim().to_lowercase();
    let find = |wanted: &str| {
        let mut entries = settings.iter();
        let found = entries.find(|(name, _)| name.trim().to_lowercase() == wanted)?;
        Some(found.1)
    };
    let with_model = input.model.and_then(|model| {
        let model = model.trim().to_lowercase();
        find(&format!("{provider}/{model}"))
            .or_else(|| model.contains('/').then(|| find(&model)).flatten())
    });
    with_model.or_else(|| find(&provider))
}

/// The layer of a profile: the narrower settings name it, else the wider ones. An unknown profile is no restriction.
fn profile<'c>(label: &str, narrow: &'c Value, wide: &'c Value) -> Option<(&'c str, Layer)> {
    let pick = |field: &str| narrow.get(field).or_else(|| wide.get(field));
    let name = pick("profile")?.as_str()?;
    let (_, allow) = PROFILES.iter().find(|(known, _)| *known == name)?;
    let mut allow: Vec<String> = allow.iter().map(|tool| (*tool).to_owned()).collect();
    allow.extend(texts(pick("alsoAllow")).unwrap_or_default());
    let layer = Layer {
        name: format!("{label} ({name})"),
        allow: unique(allow),
        deny: Vec::new(),
        is_told: false,
    };
    Some((name, layer))
}

/// Sections whose tools a profile does not allow.
fn not_widened(name: &str, layer: &Layer, agent: &Value, global: &Value) -> Option<Note> {
    const SECTIONS: [(&str, &[&str]); 2] = [
        ("exec", &["exec", "process"]),
        ("fs", &["read", "write", "edit"]),
    ];
    let allowed = expand_groups(&layer.allow);
    let mut sections = Vec::new();
    let mut tools = Vec::new();
    for (section, needed) in SECTIONS {
        let is_there = [agent, global]
            .iter()
            .any(|tools| tools.get(section).is_some_and(|section| !section.is_null()));
        let mut missing = needed
            .iter()
            .filter(|tool| !allowed.iter().any(|pattern| matches(pattern, tool)))
            .peekable();
        if is_there && missing.peek().is_some() {
            sections.push(format!("tools.{section}"));
            tools.extend(missing.map(|tool| (*tool).to_owned()));
        }
    }
    (!sections.is_empty()).then(|| Note::NotWidened {
        profile: name.to_owned(),
        sections,
        tools,
    })
}

/// The layer of `allow`, `alsoAllow` and `deny`; nothing where none of them says anything.
fn lists(name: &str, tools: &Value) -> Option<Layer> {
    let allow = texts(tools.get("allow"));
    let also = texts(tools.get("alsoAllow")).unwrap_or_default();
    let deny = texts(tools.get("deny"));
    if allow.is_none() && also.is_empty() && deny.is_none() {
        return None;
    }
    let mut allow = allow.unwrap_or_default();
    if !also.is_empty() {
        if allow.is_empty() {
            allow.push("*".to_owned());
        }
        allow.extend(also);
    }
    Some(Layer {
        name: name.to_owned(),
        allow: unique(allow),
        deny: deny.unwrap_or_default(),
        is_told: true,
    })
}

/// What may be used where programs run in a sandbox. What is allowed there by name is not denied by the defaults.
fn sandbox(agent: &Value, global: &Value) -> Layer {
    let tools = |tools: &'_ Value, field: &str| {
        texts(
            tools
                .get("sandbox")
                .and_then(|sandbox| sandbox.get("tools")?.get(field)),
        )
    };
    let pick = |field: &str| tools(agent, field).or_else(|| tools(global, field));
    let owned = |list: &[&str]| {
        list.iter()
            .map(|tool| (*tool).to_owned())
            .collect::<Vec<_>>()
    };
    let (allow, also, deny) = (pick("allow"), pick("alsoAllow"), pick("deny"));
    let also = also.unwrap_or_default();
    let explicit = expand_groups(&[allow.clone().unwrap_or_default(), also.clone()].concat());
    let deny = match deny {
        Some(deny) => expand_groups(&deny),
        None => SANDBOX_DENY
            .iter()
            .filter(|tool| !explicit.iter().any(|pattern| matches(pattern, tool)))
            .map(|tool| (*tool).to_owned())
            .collect(),
    };
    let allow = match allow {
        Some(allow) if allow.is_empty() => Vec::new(),
        allow => {
            let base = allow.unwrap_or_else(|| owned(SANDBOX_ALLOW));
            let mut allow = expand_groups(&[base, also].concat());
            let has = |list: &[String]| list.iter().any(|pattern| matches(pattern, "image"));
            if !has(&allow) && !has(&deny) {
                allow.push("image".to_owned());
            }
            allow
        }
    };
    Layer {
        name: "sandbox tools.allow".to_owned(),
        allow,
        deny,
        is_told: false,
    }
}

/// What sub-agents do not get, and those that may have none of their own still less.
fn subagent(session: &Session<'_>, config: &Value, global: &Value) -> Layer {
    let tools = global
        .get("subagents")
        .and_then(|subagents| subagents.get("tools"))
        .unwrap_or(&Value::Null);
    let allow = texts(tools.get("allow"));
    let also = texts(tools.get("alsoAllow")).unwrap_or_default();
    let explicit: Vec<String> = allow
        .iter()
        .flatten()
        .chain(&also)
        .map(|entry| key(entry))
        .collect();
    let mut deny: Vec<&str> = tables::SUBAGENT_DENY.to_vec();
    if session.is_leaf(config) {
        deny.extend(tables::LEAF_DENY);
    }
    let mut deny: Vec<String> = deny
        .into_iter()
        .filter(|tool| !explicit.iter().any(|entry| entry == tool))
        .map(str::to_owned)
        .collect();
    deny.extend(texts(tools.get("deny")).unwrap_or_default());
    let mut allow = allow.unwrap_or_default();
    if !allow.is_empty() {
        allow.extend(also);
    }
    Layer {
        name: "subagent tools.allow".to_owned(),
        allow: unique(allow),
        deny,
        is_told: false,
    }
}

/// The texts of a list; nothing where there is no list.
fn texts(value: Option<&Value>) -> Option<Vec<String>> {
    let list = value?.as_array()?;
    let texts = list.iter().filter_map(Value::as_str).map(str::to_owned);
    Some(texts.collect())
}

/// The list of a setting with OpenClaw's groups replaced by their tools, for those who show it.
#[must_use]
pub fn expanded(entries: &[String]) -> Vec<String> {
    expand_groups(entries)
}
