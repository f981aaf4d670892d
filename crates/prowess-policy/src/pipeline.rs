//! The layers in their order, and what they leave.

use std::collections::BTreeSet;

use crate::layer::{Layer, Patterns, Plugins};
use crate::name::key;
use crate::openclaw::{CORE, GROUPS};

/// A tool that is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tool<'t> {
    /// Its name.
    pub name: &'t str,
    /// The plugin that brings it; `bundle-mcp` for one of an MCP server.
    pub plugin: Option<&'t str>,
}

impl<'t> Tool<'t> {
    /// A tool that the program itself brings.
    #[must_use]
    pub const fn own(name: &'t str) -> Self {
        Self { name, plugin: None }
    }
}

/// Layers of rules. A later one sees what the earlier ones left.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pipeline {
    layers: Vec<Layer>,
    /// Who has a parent gets none but these, compared name by name.
    ceiling: Option<BTreeSet<String>>,
}

/// The layer of [`Pipeline::within`].
const PARENT: &str = "what the parent may use";

/// What a pipeline leaves of some tools.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Decision {
    /// The tools that are left, in their order, as indexes of the list that was given.
    pub kept: Vec<usize>,
    /// The others, in the order of the layers.
    pub removed: Vec<Removed>,
    /// What a person should look at in the rules.
    pub notes: Vec<Note>,
}

/// A tool that a layer took away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removed {
    /// The tool, as index of the list that was given.
    pub tool: usize,
    /// The name of the layer.
    pub layer: String,
    /// What of the layer did it.
    pub by: By,
}

/// What of a layer took a tool away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum By {
    /// A pattern of what it denies.
    Denied {
        /// The pattern, groups resolved.
        pattern: String,
    },
    /// It allows others, and not this one.
    NotAllowed,
}

/// What a person should look at in the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// Entries that match no tool and are none that is known.
    Unknown {
        /// The layer.
        layer: String,
        /// The entries.
        entries: Vec<String>,
    },
    /// Entries that are known tools which are not there.
    Absent {
        /// The layer.
        layer: String,
        /// The entries.
        entries: Vec<String>,
    },
    /// Sections of tools are configured that the profile does not allow; they do not widen it.
    NotWidened {
        /// The profile.
        profile: String,
        /// The sections: `tools.exec`.
        sections: Vec<String>,
        /// The tools that would have to be allowed.
        tools: Vec<String>,
    },
}

impl Pipeline {
    /// A pipeline of these layers, in their order.
    #[must_use]
    pub fn new(layers: Vec<Layer>) -> Self {
        Self {
            layers,
            ceiling: None,
        }
    }

    /// The layers in their order.
    #[must_use]
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// What is left of the tools, and what took away each of the others.
    #[must_use]
    pub fn decide(&self, tools: &[Tool<'_>]) -> Decision {
        let plugins = Plugins::of(tools);
        let mut left: Vec<(usize, String)> = tools
            .iter()
            .enumerate()
            .map(|(index, tool)| (index, key(tool.name)))
            .collect();
        let mut decision = Decision::default();
        if let Some(ceiling) = &self.ceiling {
            left.retain(|(index, _)| {
                let is_kept = tools
                    .get(*index)
                    .is_some_and(|tool| ceiling.contains(tool.name));
                if !is_kept {
                    decision.removed.push(Removed {
                        tool: *index,
                        layer: PARENT.to_owned(),
                        by: By::NotAllowed,
                    });
                }
                is_kept
            });
        }
        for layer in &self.layers {
            if layer.is_told {
                decision.notes.extend(notes(layer, tools));
            }
            let patterns = Patterns::of(layer, &plugins);
            left.retain(|(index, name)| {
                let by = match patterns.denied(name) {
                    Some(pattern) => By::Denied {
                        pattern: pattern.to_owned(),
                    },
                    None if patterns.allows(name) => return true,
                    None => By::NotAllowed,
                };
                decision.removed.push(Removed {
                    tool: *index,
                    layer: layer.name.clone(),
                    by,
                });
                false
            });
        }
        decision.kept = left.into_iter().map(|(index, _)| index).collect();
        decision
    }

    /// The pipeline of a sub-agent: of what its parent may use, what these layers leave. Names are compared as they are: a
    /// tool that is called like a group, a plugin or a pattern stands for itself.
    #[must_use]
    pub fn within<'n>(mut self, parent: impl IntoIterator<Item = &'n str>) -> Self {
        let parent: BTreeSet<String> = parent.into_iter().map(str::to_owned).collect();
        self.ceiling = Some(match self.ceiling {
            Some(known) => known.intersection(&parent).cloned().collect(),
            None => parent,
        });
        self
    }
}

impl Decision {
    /// What took a tool away; nothing where it is left.
    #[must_use]
    pub fn why_not(&self, tool: usize) -> Option<&Removed> {
        self.removed.iter().find(|removed| removed.tool == tool)
    }
}

/// Entries of `allow` that no tool answers to.
fn notes(layer: &Layer, tools: &[Tool<'_>]) -> Vec<Note> {
    let mut unknown = Vec::new();
    let mut absent = Vec::new();
    for entry in &layer.allow {
        let name = key(entry);
        let is_group = GROUPS.iter().any(|(group, _)| *group == name) || name == "group:plugins";
        let is_there = || {
            tools.iter().any(|tool| {
                key(tool.name) == name
                    || tool
                        .plugin
                        .is_some_and(|plugin| plugin.trim().to_lowercase() == name)
            })
        };
        if name == "*" || is_group || is_there() {
            continue;
        }
        match CORE.contains(&name.as_str()) {
            true => absent.push(entry.clone()),
            false => unknown.push(entry.clone()),
        }
    }
    let note = |entries: Vec<String>, make: fn(String, Vec<String>) -> Note| {
        (!entries.is_empty()).then(|| make(layer.name.clone(), entries))
    };
    let unknown = note(unknown, |layer, entries| Note::Unknown { layer, entries });
    let absent = note(absent, |layer, entries| Note::Absent { layer, entries });
    unknown.into_iter().chain(absent).collect()
}
