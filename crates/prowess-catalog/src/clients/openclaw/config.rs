//! `openclaw.json`.

use std::path::{Path, PathBuf};

use prowess_base::{Diagnostic, Surroundings, normalize_name};
use prowess_config::Origin;
use prowess_format::{Node, NodeKind, ScalarStyle, Value, to_json};
use serde_json::Value as Json;

use super::super::{ClientConfig, ConfigText, at, is_mapping};
use crate::{EntrySettings, SecretPresence, Settings};

/// The agent that OpenClaw takes where none is named.
pub(super) const DEFAULT_AGENT: &str = "main";

/// The longest identifier of an agent.
const AGENT_LENGTH: usize = 64;

/// Reads an `openclaw.json` for one agent; without one, agents' filters are not looked at.
///
/// # Errors
///
/// `PW250` with the place where the text is broken. The program itself does not start then.
pub fn read_config(
    text: &str,
    file: &Path,
    agent: Option<&str>,
    surroundings: &Surroundings,
) -> Result<ClientConfig, Box<Diagnostic>> {
    let source = ConfigText::new(text, file);
    let tree = source.tree()?;
    let mut reader = Reader {
        source: &source,
        surroundings,
        config: ClientConfig::default(),
    };
    if let Some(skills) = tree.get("skills") {
        reader.entries(skills);
        reader.allow_list(skills);
        reader.load(skills);
        reader.limits(at(skills, &["limits"]));
    }
    let own = agent.and_then(|agent| own_entry(&tree, agent));
    reader.limits(own.and_then(|own| own.get("skillsLimits")));
    reader.workspace(&tree, own);
    if agent.is_some() {
        reader.filter(&tree, own);
    }
    let mut config = reader.config;
    config.settings.values = to_json(&tree);
    Ok(config)
}

struct Reader<'r, 't> {
    source: &'r ConfigText<'t>,
    surroundings: &'r Surroundings,
    config: ClientConfig,
}

impl Reader<'_, '_> {
    fn settings(&mut self) -> &mut Settings {
        &mut self.config.settings
    }

    fn tell(&mut self, name: &str, node: &Node<'_>, wanted: &str, then: &str) {
        let diagnostic = self.source.misshapen(name, node.span, wanted, then);
        self.config.diagnostics.push(diagnostic);
    }

    fn entries(&mut self, skills: &Node<'_>) {
        let Some(node) = skills.get("entries") else {
            return;
        };
        let Some(entries) = node.as_mapping() else {
            self.tell(
                "skills.entries",
                node,
                "an object",
                "write one object with the skills' keys",
            );
            return;
        };
        for entry in entries {
            let name = format!("skills.entries.{}", entry.key);
            if entry.value.is_null() {
                continue;
            }
            if !is_mapping(&entry.value) {
                self.tell(&name, &entry.value, "an object", "write an object");
                continue;
            }
            let read = self.entry(&name, entry.key_span, &entry.value);
            let key = normalize_name(&entry.key).into_owned();
            self.settings().entries.insert(key, read);
        }
    }

    fn entry(
        &mut self,
        name: &str,
        key_span: prowess_base::Span,
        node: &Node<'_>,
    ) -> EntrySettings {
        let mut read = EntrySettings {
            origin: Some(self.source.origin(name, key_span)),
            ..EntrySettings::default()
        };
        if let Some(enabled) = node.get("enabled") {
            match enabled.as_scalar().map(|scalar| scalar.value()) {
                Some(Value::Boolean(value)) => {
                    read.enabled = Some(value);
                    let name = format!("{name}.enabled");
                    read.origin = Some(self.source.origin(name, enabled.span));
                }
                _ => self.tell(
                    &format!("{name}.enabled"),
                    enabled,
                    "a boolean",
                    "write `true` or `false` without quotation marks; anything else does nothing",
                ),
            }
        }
        read.api_key = node.get("apiKey").and_then(presence);
        for variable in at(node, &["env"]).and_then(Node::as_mapping).unwrap_or(&[]) {
            match presence(&variable.value) {
                Some(presence) if variable.value.as_scalar().is_some() => {
                    read.env.insert(variable.key.to_string(), presence);
                }
                _ => self.tell(
                    &format!("{name}.env.{}", variable.key),
                    &variable.value,
                    "text",
                    "write the value as text",
                ),
            }
        }
        read
    }

    fn allow_list(&mut self, skills: &Node<'_>) {
        const NAME: &str = "skills.allowBundled";
        let Some(node) = skills.get("allowBundled") else {
            return;
        };
        match node.as_sequence() {
            Some(elements) => {
                let list = normalize_filter(elements.iter().map(to_json));
                let origin = self.source.origin(NAME, node.span);
                self.settings().allow_built_in = Some((list, origin));
            }
            None => self.tell(
                NAME,
                node,
                "a list",
                "write a list of names; as it is, it allows all",
            ),
        }
    }

    fn load(&mut self, skills: &Node<'_>) {
        let folders = |key| at(skills, &["load", key]).and_then(Node::as_sequence);
        for element in folders("extraDirs").unwrap_or(&[]) {
            if let Some(path) = self.path(element) {
                let origin = self.source.origin("skills.load.extraDirs", element.span);
                self.settings().extra_roots.push((path, origin));
            }
        }
        for element in folders("allowSymlinkTargets").unwrap_or(&[]) {
            if let Some(path) = self.path(element) {
                self.settings().link_targets.push(path);
            }
        }
    }

    /// A folder: `~` is the home folder, other relative ones are beneath the current folder.
    fn path(&mut self, node: &Node<'_>) -> Option<PathBuf> {
        match text(node).map(str::trim) {
            Some("") => None,
            Some(path) => {
                let path = self.surroundings.expand_home(Path::new(path));
                Some(self.surroundings.current_dir.join(path))
            }
            None => {
                self.tell("skills.load", node, "a path", "write the path as text");
                None
            }
        }
    }

    fn limits(&mut self, node: Option<&Node<'_>>) {
        for limit in node.and_then(Node::as_mapping).unwrap_or(&[]) {
            let number = limit.value.as_scalar().map(|scalar| scalar.value());
            match number {
                Some(Value::Integer(number)) if number >= 0 => {
                    let key = limit.key.to_string();
                    self.settings().limits.insert(key, number.unsigned_abs());
                }
                _ => self.tell(
                    &format!("skills.limits.{}", limit.key),
                    &limit.value,
                    "a whole number",
                    "write a whole number of at least 0",
                ),
            }
        }
    }

    fn workspace(&mut self, tree: &Node<'_>, own: Option<&Node<'_>>) {
        let named = own
            .and_then(|own| own.get("workspace"))
            .or_else(|| at(tree, &["agents", "defaults", "workspace"]));
        self.config.workspace = named.and_then(|node| self.path(node));
    }

    fn filter(&mut self, tree: &Node<'_>, own: Option<&Node<'_>>) {
        let of_own = own.and_then(|own| Some(("agents.list[].skills", own.get("skills")?)));
        let of_all = || {
            let node = at(tree, &["agents", "defaults", "skills"])?;
            (!node.is_null()).then_some(("agents.defaults.skills", node))
        };
        if let Some((name, node)) = of_own.or_else(of_all) {
            let elements = node.as_sequence().unwrap_or(&[]);
            let filter = normalize_filter(elements.iter().map(to_json));
            let origin: Origin = self.source.origin(name, node.span);
            self.settings().agent_filter = Some((filter, origin));
        }
    }
}

/// The first entry of `agents.list` for an agent.
fn own_entry<'n, 't>(tree: &'n Node<'t>, agent: &str) -> Option<&'n Node<'t>> {
    let wanted = agent_id(agent);
    at(tree, &["agents", "list"])?
        .as_sequence()?
        .iter()
        .find(|entry| {
            entry
                .get("id")
                .and_then(text)
                .is_some_and(|id| agent_id(id) == wanted)
        })
}

/// An agent's identifier as OpenClaw compares it: lower case, other characters than letters, digits,
/// `_` and `-` as one `-`, none at the ends.
fn agent_id(written: &str) -> String {
    let mut id = String::new();
    for character in written.trim().to_lowercase().chars() {
        if character.is_ascii_alphanumeric() || matches!(character, '_' | '-') {
            id.push(character);
        } else if !id.ends_with('-') {
            id.push('-');
        }
    }
    let id: String = id.trim_matches('-').chars().take(AGENT_LENGTH).collect();
    if id.is_empty() {
        DEFAULT_AGENT.to_owned()
    } else {
        id
    }
}

/// The skills that an agent is held to: its own list in place of the defaults' one. `null` as an
/// agent's own list means none.
#[must_use]
pub fn agent_filter(config: &Json, agent: &str) -> Option<Vec<String>> {
    let wanted = agent_id(agent);
    let agents = config.get("agents")?;
    let own = agents
        .get("list")
        .and_then(Json::as_array)
        .into_iter()
        .flatten()
        .find(|entry| {
            let id = entry.get("id").and_then(Json::as_str);
            id.is_some_and(|id| agent_id(id) == wanted)
        })
        .and_then(|entry| entry.get("skills"));
    let of_all = || {
        let skills = agents.get("defaults")?.get("skills")?;
        (!skills.is_null()).then_some(skills)
    };
    let list = own.or_else(of_all)?;
    let elements = list.as_array().into_iter().flatten().cloned();
    Some(normalize_filter(elements))
}

/// A list of names as OpenClaw takes it: every value as text, trimmed, blank ones left out.
#[must_use]
pub fn normalize_filter(values: impl IntoIterator<Item = Json>) -> Vec<String> {
    values
        .into_iter()
        .map(|value| match value {
            Json::String(text) => text.trim().to_owned(),
            other => other.to_string(),
        })
        .filter(|name| !name.is_empty())
        .collect()
}

fn text<'n>(node: &'n Node<'_>) -> Option<&'n str> {
    node.as_scalar()
        .filter(|scalar| scalar.style == ScalarStyle::Text)
        .map(|scalar| scalar.text.as_ref())
}

/// Whether a value or a reference to one is there. References are not followed: the program counts
/// them as set, and nothing is run to find out.
fn presence(node: &Node<'_>) -> Option<SecretPresence> {
    match &node.kind {
        NodeKind::Mapping(_) => Some(SecretPresence::Present),
        NodeKind::Sequence(_) => None,
        NodeKind::Scalar(_) => match text(node) {
            Some("") => Some(SecretPresence::Empty),
            Some(_) => Some(SecretPresence::Present),
            None => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, agent: Option<&str>) -> ClientConfig {
        let surroundings = Surroundings {
            home: Some("/home/ann".into()),
            ..Surroundings::bare("/w")
        };
        read_config(text, Path::new("/c/openclaw.json"), agent, &surroundings).unwrap()
    }

    /// Every part of `skills` that the catalogue uses, in JSON5, with the deciding line.
    #[test]
    fn skills() {
        let config = read(
            "{ // comment\n skills: {\n  allowBundled: ['gh'],\n  load: {extraDirs: ['~/x', 'y'], \
             allowSymlinkTargets: ['/t']},\n  limits: {maxSkillsInPrompt: 9},\n  entries: {gh: {\n   \
             enabled: false, apiKey: {source: 'env', id: 'K'}, env: {A: 'v', B: ''}}}}}",
            None,
        );
        assert_eq!(config.diagnostics, []);
        let settings = config.settings;
        let entry = &settings.entries["gh"];
        assert_eq!(entry.enabled, Some(false));
        let origin = entry.origin.as_ref().unwrap();
        assert_eq!(
            origin.to_string(),
            "`skills.entries.gh.enabled` in /c/openclaw.json:7"
        );
        assert_eq!(entry.api_key, Some(SecretPresence::Present));
        assert_eq!(
            [entry.env.get("A"), entry.env.get("B")],
            [Some(&SecretPresence::Present), Some(&SecretPresence::Empty)]
        );
        let folders: Vec<_> = settings.extra_roots.iter().map(|(path, _)| path).collect();
        assert_eq!(folders, [Path::new("/home/ann/x"), Path::new("/w/y")]);
        assert_eq!(settings.link_targets, [PathBuf::from("/t")]);
        assert_eq!(settings.limits["maxSkillsInPrompt"], 9);
        assert_eq!(settings.allow_built_in.unwrap().0, ["gh"]);
    }

    /// Corrections 26: `"false"` does not disable, and is told; an entry that is no object too.
    #[test]
    fn other_forms() {
        let config = read(
            "{skills: {entries: {a: {enabled: 'false'}, b: 1, c: null}}}",
            None,
        );
        assert_eq!(config.diagnostics.len(), 2);
        assert_eq!(config.settings.entries["a"].enabled, None);
    }

    /// An agent's own list replaces the defaults; identifiers compare normalised; without an agent
    /// there is no filter.
    #[test]
    fn filters() {
        let text = "{agents: {defaults: {skills: ['x']}, list: [{id: 'a1', skills: null}]}}";
        let filter = |agent| {
            read(text, agent)
                .settings
                .agent_filter
                .map(|(list, _)| list)
        };
        assert_eq!(filter(Some(" A1")), Some(Vec::new()));
        assert_eq!(filter(Some("other")), Some(vec!["x".to_owned()]));
        assert_eq!(filter(None), None);
    }
}
