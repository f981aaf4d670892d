//! What the key of a session and what is stored of it say.

use serde_json::Value;

use super::{Input, Sender, texts};
use crate::layer::{Layer, unique};
use crate::name::key;

/// One conversation.
pub(super) struct Session<'i> {
    /// The agent, in small letters.
    pub(super) agent: Option<String>,
    /// Whether it is one of a sub-agent.
    pub(super) is_subagent: bool,
    /// How deep it is below the first one.
    depth: u64,
    group: Option<(&'i str, &'i str)>,
    stored: &'i Value,
}

impl<'i> Session<'i> {
    pub(super) fn of(input: &Input<'i>) -> Self {
        let text = input.session_key.unwrap_or_default();
        let mut parts = text.split(':');
        let of_key = match (parts.next(), parts.next()) {
            (Some("agent"), Some(id)) if !id.is_empty() => Some(id),
            _ => None,
        };
        let agent = input.agent.or(of_key).map(|id| id.trim().to_lowercase());
        let stored = input
            .sessions
            .and_then(|sessions| sessions.get(text))
            .unwrap_or(&Value::Null);
        let by_key = text.split(':').filter(|part| *part == "subagent").count() as u64;
        let depth = stored.get("spawnDepth").and_then(Value::as_u64);
        Self {
            agent,
            is_subagent: by_key > 0,
            depth: depth.unwrap_or(by_key),
            group: group_of(text).filter(|(channel, group)| {
                input.group.is_none_or(|(said_channel, said)| {
                    said_channel == *channel && without_topic(said) == *group
                })
            }),
            stored,
        }
    }

    /// The rules of the group that the session is in, those for its sender first.
    pub(super) fn group_tools<'c>(
        &self,
        config: &'c Value,
        sender: Option<&Sender<'_>>,
    ) -> Option<&'c Value> {
        let (channel, group) = self.group?;
        let groups = config.get("channels")?.get(channel)?.get("groups")?;
        [group, "*"].into_iter().find_map(|id| {
            let group = groups.get(id)?;
            let by_sender = sender.and_then(|sender| sender.pick(group.get("toolsBySender")?));
            by_sender.or_else(|| group.get("tools"))
        })
    }

    /// Whether this sub-agent may have none of its own.
    pub(super) fn is_leaf(&self, config: &Value) -> bool {
        match self.stored.get("subagentRole").and_then(Value::as_str) {
            Some("orchestrator") => false,
            Some("leaf") => true,
            _ => {
                let most = config
                    .get("agents")
                    .and_then(|agents| {
                        agents
                            .get("defaults")?
                            .get("subagents")?
                            .get("maxSpawnDepth")
                    })
                    .and_then(Value::as_u64);
                self.depth >= most.unwrap_or(1)
            }
        }
    }

    /// What the one who began this sub-agent was not given, or was given alone.
    pub(super) fn inherited(&self) -> Option<Layer> {
        let list = |field: &str| {
            let texts = texts(self.stored.get(field)).unwrap_or_default();
            let names = texts.iter().map(|name| key(name));
            unique(names.filter(|name| !name.is_empty()).collect())
        };
        let layer = Layer {
            name: "inherited tools".to_owned(),
            allow: list("inheritedToolAllow"),
            deny: list("inheritedToolDeny"),
            is_told: false,
        };
        (!layer.allow.is_empty() || !layer.deny.is_empty()).then_some(layer)
    }
}

/// The channel and the group of a key.
fn group_of(key: &str) -> Option<(&str, &str)> {
    let rest = key.strip_prefix("agent:")?.split_once(':')?.1;
    let (channel, rest) = rest.split_once(':')?;
    let (kind, group) = rest.split_once(':')?;
    matches!(kind, "group" | "channel").then(|| (channel, without_topic(group)))
}

fn without_topic(group: &str) -> &str {
    group
        .split_once(":topic:")
        .map_or(group, |(group, _)| group)
}
