//! Files that tools read by themselves: hooks, settings, servers, tasks, packages.
//!
//! They are known by what they hold, not by what they are called: the same settings may lie in a file, in
//! the header of a SKILL.md, or in a block of a text that tells a model to write them.

mod commands;
mod dependency;
mod json;
mod reach;
mod toml;

pub(crate) use commands::{Command, Starter, commands, derive};
pub(crate) use dependency::{Manager, STARTS, install_at, package_name};
pub(crate) use reach::{Reach, is_unknown, reach};

use prowess_format::{Document, Entry, Header, Limits, Node, yaml_document};

use crate::unit::{Language, Origin, Unit};

/// Deepest nesting of settings that is looked into.
const DEPTH: usize = 64;
/// Most values of settings that are looked at: a file of a million values is data, and no tool's settings.
const NODES: usize = 100_000;

fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.depth = DEPTH;
    limits.nodes = NODES;
    limits
}

/// What stands in a text that holds settings, with the place of every part in the unit's text: a JSON,
/// YAML or TOML text, or the header of a SKILL.md. Nothing where it is neither or cannot be read.
///
/// JSON is read as loosely as any client reads it: comments, quotes of both kinds, missing and trailing
/// commas, and keys that stand twice, of which every one counts.
pub(crate) fn settings<'u>(unit: &'u Unit<'_>) -> Option<Node<'u>> {
    let text: &'u str = &unit.text;
    match unit.language {
        Language::Json => json::read(text),
        Language::Yaml => yaml_document(text, &limits()).ok().flatten(),
        Language::Toml => toml::read(text),
        Language::Markdown if has_header(unit) => match Document::parse(text, &limits()).0.header {
            Header::Mapping { root, .. } => Some(root),
            _ => None,
        },
        // Settings without an ending that tells, and blocks without a language.
        Language::Plain | Language::JavaScript => {
            let starts = text.trim_start_matches(['\u{FEFF}', ' ', '\t', '\r', '\n']);
            let first = starts.lines().next().unwrap_or("").trim_end();
            if starts.starts_with('{') {
                json::read(text)
            } else if starts.starts_with('[') && first.ends_with(']') {
                toml::read(text)
            } else {
                None
            }
        }
        _ => None,
    }
}

/// Whether [`settings`] may find any in a unit, for those that would look through much text first.
pub(crate) fn may_hold_settings(unit: &Unit<'_>) -> bool {
    match unit.language {
        Language::Json | Language::Yaml | Language::Toml => true,
        Language::Plain | Language::JavaScript => true,
        Language::Markdown => has_header(unit),
        _ => false,
    }
}

/// Whether a text of Markdown begins as a file with a header does.
fn has_header(unit: &Unit<'_>) -> bool {
    unit.origin == Origin::File && unit.text.starts_with("---")
}

/// Whether to look at what a node holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Walk {
    Into,
    Past,
}

/// Calls `visit` for `root` and everything in it, outermost first, with the keys that lead there.
/// Elements of a list have the keys of the list.
pub(crate) fn walk<'n>(
    root: &'n Node<'n>,
    visit: &mut dyn FnMut(&[&'n str], &'n Node<'n>) -> Walk,
) {
    walk_from(root, &mut Vec::new(), visit);
}

/// Recursive: the readers bound the depth.
fn walk_from<'n>(
    node: &'n Node<'n>,
    keys: &mut Vec<&'n str>,
    visit: &mut dyn FnMut(&[&'n str], &'n Node<'n>) -> Walk,
) {
    if visit(keys, node) == Walk::Past {
        return;
    }
    for element in node.as_sequence().unwrap_or(&[]) {
        walk_from(element, keys, visit);
    }
    for entry in node.as_mapping().unwrap_or(&[]) {
        keys.push(&entry.key);
        walk_from(&entry.value, keys, visit);
        keys.pop();
    }
}

/// The text of a scalar.
pub(crate) fn text<'n>(node: &'n Node<'n>) -> Option<&'n str> {
    node.as_scalar().map(|scalar| &*scalar.text)
}

/// The texts of a scalar, or of a list of them.
pub(crate) fn texts<'n>(node: &'n Node<'n>) -> impl Iterator<Item = &'n str> {
    let one = text(node);
    let many = node.as_sequence().unwrap_or(&[]);
    one.into_iter().chain(many.iter().filter_map(text))
}

/// The entries of a mapping whose key is one of `keys`, letter case aside.
pub(crate) fn entries<'n>(
    node: &'n Node<'n>,
    keys: &'n [&'n str],
) -> impl Iterator<Item = &'n Entry<'n>> {
    let all = node.as_mapping().unwrap_or(&[]);
    all.iter()
        .filter(move |entry| keys.iter().any(|key| key.eq_ignore_ascii_case(&entry.key)))
}

#[cfg(test)]
mod tests;
