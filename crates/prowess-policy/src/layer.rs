//! One set of rules, and what it matches.

use std::collections::BTreeSet;

use crate::name::key;
use crate::openclaw::GROUPS;
use crate::pipeline::Tool;

/// One set of rules. What it denies goes; where it allows something, all else goes. It can add nothing.
///
/// An entry is the name of a tool, with `*` for any letters, a group (`group:fs`, `group:plugins`), or the plugin whose tools are meant.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Layer {
    /// What a person would call it: the key of the setting.
    pub name: String,
    /// What stays; empty: everything.
    pub allow: Vec<String>,
    /// What goes, also where it is allowed.
    pub deny: Vec<String>,
    /// Whether entries of `allow` that match nothing are told: those that a person wrote.
    pub is_told: bool,
}

/// The tools of plugins, as groups.
pub(crate) struct Plugins {
    /// Each plugin's id in small letters, with its tools.
    tools: Vec<(String, Vec<String>)>,
}

impl Plugins {
    pub(crate) fn of(tools: &[Tool<'_>]) -> Self {
        let mut plugins: Vec<(String, Vec<String>)> = Vec::new();
        for tool in tools {
            let Some(plugin) = tool.plugin else { continue };
            let plugin = plugin.trim().to_lowercase();
            let name = key(tool.name);
            match plugins.iter_mut().find(|(known, _)| *known == plugin) {
                Some((_, tools)) => tools.push(name),
                None => plugins.push((plugin, vec![name])),
            }
        }
        Self { tools: plugins }
    }

    fn of_plugin(&self, id: &str) -> Option<&[String]> {
        let found = self.tools.iter().find(|(known, _)| known == id)?;
        Some(&found.1)
    }
}

/// The entries of a list as patterns: groups and plugins replaced by their tools, doubles left out.
pub(crate) fn expand(entries: &[String], plugins: &Plugins) -> Vec<String> {
    let mut expanded = Vec::new();
    for entry in entries {
        let entry = key(entry);
        if entry == "group:plugins" && !plugins.tools.is_empty() {
            expanded.extend(plugins.tools.iter().flat_map(|(_, tools)| tools.clone()));
        } else if let Some(tools) = plugins.of_plugin(&entry) {
            expanded.extend(tools.iter().cloned());
        } else {
            expand_group(entry, &mut expanded);
        }
    }
    unique(expanded)
}

/// The entries of a list with OpenClaw's groups replaced by their tools.
pub(crate) fn expand_groups<S: AsRef<str>>(entries: &[S]) -> Vec<String> {
    let mut expanded = Vec::new();
    for entry in entries {
        expand_group(key(entry.as_ref()), &mut expanded);
    }
    unique(expanded)
}

fn expand_group(entry: String, expanded: &mut Vec<String>) {
    match GROUPS.iter().find(|(name, _)| *name == entry) {
        Some((_, tools)) => expanded.extend(tools.iter().map(|tool| (*tool).to_owned())),
        None if entry.is_empty() => {}
        None => expanded.push(entry),
    }
}

pub(crate) fn unique(list: Vec<String>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    list.into_iter()
        .filter(|entry| seen.insert(entry.clone()))
        .collect()
}

/// The patterns of a layer, ready to be asked.
pub(crate) struct Patterns {
    /// What stays; nothing: everything.
    pub(crate) allow: Option<Vec<String>>,
    pub(crate) deny: Vec<String>,
}

impl Patterns {
    pub(crate) fn of(layer: &Layer, plugins: &Plugins) -> Self {
        Self {
            allow: (!layer.allow.is_empty()).then(|| expand(&layer.allow, plugins)),
            deny: expand(&layer.deny, plugins),
        }
    }

    /// The pattern that takes a tool away.
    pub(crate) fn denied(&self, name: &str) -> Option<&str> {
        first(&self.deny, name)
    }

    /// Whether a tool stays as far as `allow` goes.
    pub(crate) fn allows(&self, name: &str) -> bool {
        let Some(allow) = &self.allow else {
            return true;
        };
        first(allow, name).is_some()
            || (name == "apply_patch" && first(allow, "write").is_some())
            || (name == "skills_read" && first(allow, "read").is_some())
    }
}

fn first<'p>(patterns: &'p [String], name: &str) -> Option<&'p str> {
    let found = patterns.iter().find(|pattern| matches(pattern, name));
    found.map(String::as_str)
}

/// Whether a pattern matches a name; `*` stands for any letters and nothing else is special.
pub(crate) fn matches(pattern: &str, name: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else {
        return pattern == name;
    };
    let Some(mut left) = name.strip_prefix(start) else {
        return false;
    };
    let mut parts = rest.split('*').peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return left.ends_with(part);
        }
        match left.find(part) {
            Some(at) => left = left.get(at + part.len()..).unwrap_or_default(),
            None => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn stars_stand_for_any_letters() {
        for (pattern, name) in [
            ("*", ""),
            ("*", "read"),
            ("r*d", "read"),
            ("*_p*", "apply_patch"),
            ("a*b*c", "aXbYbZc"),
            ("re*ad", "read"),
        ] {
            assert!(matches(pattern, name), "`{pattern}` `{name}`");
        }
        for (pattern, name) in [
            ("r*d", "reads"),
            ("r.ad", "read"),
            ("aa*aa", "aaa"),
            ("", "read"),
        ] {
            assert!(!matches(pattern, name), "`{pattern}` `{name}`");
        }
    }
}
