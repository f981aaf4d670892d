//! A profile in the words of its file.

use std::fmt::Write as _;
use std::path::Path;

use super::calls::Calls;
use super::words::Word;
use super::{Budget, Discovery, Profile, ReadTool, RootRule, WindowShare};

/// One part of a profile, as a person reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Part {
    /// The key as it stands in a profile's file: `discovery.depth`.
    pub key: String,
    /// The value as it stands there.
    pub value: String,
}

impl Profile {
    /// Every part, in the keys and values of a profile's file.
    #[must_use]
    pub fn parts(&self) -> Vec<Part> {
        let mut parts = Parts(Vec::new());
        parts.text("name", &self.name);
        parts.text("title", &self.title);
        for root in &self.roots {
            parts.add("roots", root_text(root));
        }
        parts.discovery(&self.discovery);
        parts.word("identity", self.identity);
        parts.word("collision", self.collision);
        parts.word("dialect", self.dialect);
        parts.word("companion", self.companion);
        parts.word("gates", self.gates);
        parts.word("order", self.order);
        parts.word("triggers", self.triggers);
        parts.calls(self.calls);
        parts.word("style", self.style);
        parts.budget(&self.budget);
        let tools: Vec<String> = self.read_tools.iter().map(tool_text).collect();
        parts.add("read_tools", format!("[{}]", tools.join(", ")));
        parts.0
    }
}

struct Parts(Vec<Part>);

impl Parts {
    fn add(&mut self, key: &str, value: String) {
        self.0.push(Part {
            key: key.to_owned(),
            value,
        });
    }

    fn text(&mut self, key: &str, value: &str) {
        self.add(key, quoted(value));
    }

    fn word<W: Word>(&mut self, key: &str, value: W) {
        self.add(key, quoted(value.word()));
    }

    fn bound(&mut self, key: &str, value: Option<u32>) {
        let text = value.map_or_else(|| quoted("none"), |value| value.to_string());
        self.add(key, text);
    }

    fn discovery(&mut self, discovery: &Discovery) {
        self.word("discovery.search", discovery.search);
        self.add("discovery.depth", discovery.depth.to_string());
        self.add("discovery.extra_depth", discovery.extra_depth.to_string());
        self.add("discovery.candidates", discovery.candidates.to_string());
        self.add("discovery.entries", discovery.entries.to_string());
        self.bound("discovery.skills_per_source", discovery.skills_per_source);
        self.add("discovery.file_bytes", discovery.file_bytes.to_string());
        self.word("discovery.file_names", discovery.file_names);
        self.word("discovery.hard_links", discovery.hard_links);
        self.word("discovery.links", discovery.links);
        self.word("discovery.aliases", discovery.aliases);
        self.add("discovery.skipped", list(&discovery.skipped));
        self.add("discovery.leaves", list(&discovery.leaves));
        self.word("discovery.hidden_folders", discovery.hidden_folders);
        self.word("discovery.root_skill", discovery.root_skill);
        self.add("discovery.loose_files", list(&discovery.loose_files));
        self.add("discovery.ignore_files", list(&discovery.ignore_files));
    }

    fn calls(&mut self, calls: Calls) {
        self.word("calls.commands", calls.commands);
        self.word("calls.mentions", calls.mentions);
        self.add("calls.stacked", calls.stacked.to_string());
        self.word("calls.arguments", calls.arguments);
        self.word("calls.form", calls.form);
    }

    fn budget(&mut self, budget: &Budget) {
        self.bound("budget.skills", budget.skills);
        self.bound("budget.characters", budget.characters);
        self.bound("budget.description", budget.description);
        self.bound("budget.tokens", budget.tokens);
        let window = budget.window.map(window_text);
        self.add("budget.window", window.unwrap_or_else(|| quoted("none")));
        self.word("budget.overflow", budget.overflow);
        self.word("budget.kept", budget.kept);
    }
}

fn window_text(window: WindowShare) -> String {
    let mut text = format!(
        "{{ thousandths = {}, unit = {}",
        window.thousandths,
        quoted(window.unit.word())
    );
    if let Some(characters) = window.without_window {
        // Writing to a text does not fail.
        let _ = write!(text, ", without_window = {characters}");
    }
    text.push_str(" }");
    text
}

fn root_text(root: &RootRule) -> String {
    let mut text = String::from("{ kind = ");
    let mut add = |key: &str, value: &str| {
        // Writing to a text does not fail.
        let _ = write!(text, ", {key} = {value}");
    };
    let path = |path: &Path| quoted(&path.to_string_lossy());
    let kind = match root {
        RootRule::Workspace {
            source,
            folder,
            scope,
        }
        | RootRule::Current {
            source,
            folder,
            scope,
        }
        | RootRule::Configured {
            source,
            folder,
            scope,
        }
        | RootRule::Home {
            source,
            folder,
            scope,
        } => {
            add("source", &quoted(source));
            add("folder", &path(folder));
            add("scope", &quoted(scope.word()));
            match root {
                RootRule::Current { .. } => "current",
                RootRule::Configured { .. } => "configured",
                RootRule::Home { .. } => "home",
                _ => "workspace",
            }
        }
        RootRule::Instructions { source, place } => {
            add("source", &quoted(source));
            add("place", &quoted(place.word()));
            "instructions"
        }
        RootRule::Ancestors { source, folders } => {
            add("source", &quoted(source));
            let folders: Vec<String> = folders
                .iter()
                .map(|folder| folder.to_string_lossy().into_owned())
                .collect();
            add("folders", &list(&folders));
            "ancestors"
        }
        RootRule::Managed { source } => {
            add("source", &quoted(source));
            "managed"
        }
        RootRule::BuiltIn { source } => {
            add("source", &quoted(source));
            "built-in"
        }
        RootRule::Fixed {
            source,
            path: folder,
            scope,
        } => {
            add("source", &quoted(source));
            add("path", &path(folder));
            add("scope", &quoted(scope.word()));
            "fixed"
        }
        RootRule::State {
            source,
            variable,
            home,
            folder,
            scope,
        } => {
            add("source", &quoted(source));
            add("variable", &quoted(variable));
            add("home", &path(home));
            add("folder", &path(folder));
            add("scope", &quoted(scope.word()));
            "state"
        }
        RootRule::Variable {
            source,
            variable,
            scope,
        } => {
            add("source", &quoted(source));
            add("variable", &quoted(variable));
            add("scope", &quoted(scope.word()));
            "variable"
        }
        RootRule::Extra { source, order } => {
            add("source", &quoted(source));
            add("order", &quoted(order.word()));
            "extra"
        }
        RootRule::Plugin { source } => {
            if let Some(source) = source {
                add("source", &quoted(source));
            }
            "plugin"
        }
    };
    text.insert_str("{ kind = ".len(), &quoted(kind));
    text.push_str(" }");
    text
}

fn tool_text(tool: &ReadTool) -> String {
    match tool {
        ReadTool::Exact(name) => quoted(name),
        ReadTool::AnyCase(name) => format!("{{ name = {}, case = \"any\" }}", quoted(name)),
        ReadTool::ByName(name) => format!("{{ name = {}, takes = \"name\" }}", quoted(name)),
    }
}

fn list(values: &[String]) -> String {
    let quoted: Vec<String> = values.iter().map(|value| quoted(value)).collect();
    format!("[{}]", quoted.join(", "))
}

/// A text as TOML writes it.
fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}
