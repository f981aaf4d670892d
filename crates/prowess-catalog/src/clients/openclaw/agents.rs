//! The workspaces of several agents, for a menu of all their commands.

use std::path::{Path, PathBuf};

use prowess_base::{Diagnostic, Surroundings};
use serde_json::Value as Json;

use super::config::{DEFAULT_AGENT, read_config};
use crate::Settings;

/// A workspace and the settings with which its skills are seen.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct AgentWorkspace {
    /// The workspace; nothing where neither the agent nor the defaults name one.
    pub workspace: Option<PathBuf>,
    /// The settings. Their filter has the skills of every agent that works there, and is none where
    /// one of them has none.
    pub settings: Settings,
}

/// The workspaces of the agents in an `openclaw.json`, each once, in the order of `agents.list`; that
/// of the one agent that there is where the list has none.
///
/// # Errors
///
/// As [`read_config`].
pub fn agent_workspaces(
    text: &str,
    file: &Path,
    surroundings: &Surroundings,
) -> Result<Vec<AgentWorkspace>, Box<Diagnostic>> {
    let all = read_config(text, file, None, surroundings)?;
    let list = all.settings.values.pointer("/agents/list");
    let list = list.and_then(Json::as_array).into_iter().flatten();
    let mut agents: Vec<&str> = list.filter_map(|agent| agent.get("id")?.as_str()).collect();
    if agents.is_empty() {
        agents.push(DEFAULT_AGENT);
    }
    let mut workspaces: Vec<AgentWorkspace> = Vec::new();
    for agent in agents {
        let config = read_config(text, file, Some(agent), surroundings)?;
        let known = workspaces
            .iter_mut()
            .find(|known| known.workspace == config.workspace);
        match known {
            Some(known) => merge_filters(&mut known.settings, config.settings),
            None => workspaces.push(AgentWorkspace {
                workspace: config.workspace,
                settings: config.settings,
            }),
        }
    }
    Ok(workspaces)
}

fn merge_filters(settings: &mut Settings, other: Settings) {
    let merged = settings.agent_filter.take().zip(other.agent_filter);
    settings.agent_filter = merged.map(|((mut names, origin), (others, _))| {
        for name in others {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        (names, origin)
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Agents of one workspace share a filter, in which one without a filter stands for all skills.
    #[test]
    fn shared_workspaces() {
        let text = "{agents: {defaults: {workspace: '/d'}, list: [
            {id: 'a', workspace: '/w', skills: ['x']}, {id: 'b', skills: ['y']},
            {id: 'c', workspace: '/w', skills: ['z', 'x']}, {id: 'd'}]}}";
        let surroundings = Surroundings::bare("/c");
        let workspaces = agent_workspaces(text, Path::new("/o.json"), &surroundings).unwrap();
        let told: Vec<_> = workspaces
            .into_iter()
            .map(|one| {
                (
                    one.workspace.unwrap(),
                    one.settings.agent_filter.map(|(names, _)| names),
                )
            })
            .collect();
        let names = vec!["x".to_owned(), "z".to_owned()];
        assert_eq!(told, [("/w".into(), Some(names)), ("/d".into(), None)]);
        let one = agent_workspaces("{}", Path::new("/o.json"), &surroundings).unwrap();
        assert_eq!(one.len(), 1);
    }
}
