//! What a project file may do to a key.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Component, Path};

use crate::{KeyPath, Shape, Tightening, Value};

/// Most names that a message lists.
const MAX_LISTED: usize = 5;

/// What holds without the project.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Base<'a> {
    /// The user's value, or the preset where that is one.
    pub(crate) value: Option<&'a Value>,
    /// Whether the user has values beneath this path, for `values.<path>`.
    pub(crate) has_values_beneath: bool,
    /// The workspace P.
    pub(crate) workspace: &'a Path,
}

/// What becomes of a project's word.
#[derive(Debug, PartialEq)]
pub(crate) enum Weighed {
    /// It holds.
    Applies(Value),
    /// A part of it holds; the rest is refused for the reason.
    Partly(Value, String),
    /// It says what holds anyway.
    NoEffect,
    /// It does not hold, for the reason.
    Refused(String),
}

/// Weighs a project's `value` for `path` against what holds without it. A reason is fit for
/// "a project file …".
pub(crate) fn weigh(
    tightening: Tightening,
    path: &KeyPath,
    value: &Value,
    base: Base<'_>,
) -> Weighed {
    match (tightening, value) {
        (Tightening::Smaller, Value::Number(number)) => match base.value {
            Some(Value::Number(users)) if number > users => {
                Weighed::Refused(format!("cannot raise `{path}` from {users} to {number}"))
            }
            _ => Weighed::Applies(value.clone()),
        },
        (Tightening::OnlyFalse, Value::Flag(false)) => Weighed::Applies(value.clone()),
        (Tightening::OnlyFalse, Value::Flag(true)) => match base.value {
            Some(Value::Flag(false)) => {
                Weighed::Refused(format!("cannot set `{path}` back to `true`"))
            }
            _ => Weighed::NoEffect,
        },
        (Tightening::Fewer, Value::Names(names)) => match base.value {
            Some(Value::Names(allowed)) => fewer(path, names, allowed),
            _ => Weighed::Applies(value.clone()),
        },
        (Tightening::BeneathProject, Value::Folders(_)) => beneath(path, value, base.workspace),
        (Tightening::Stricter, Value::Text(word)) => stricter(path, word, base.value),
        (Tightening::FalseOverSet, Value::Any(serde_json::Value::Bool(false))) => {
            match base.value {
                Some(Value::Any(serde_json::Value::Bool(false))) => Weighed::NoEffect,
                None if !base.has_values_beneath => Weighed::NoEffect,
                _ => Weighed::Applies(value.clone()),
            }
        }
        // A value of another shape than the key's does not come here; were it to, it must not hold.
        _ => Weighed::Refused(format!("cannot set `{path}`")),
    }
}

/// The user's list without what the project's lacks.
fn fewer(path: &KeyPath, names: &[String], allowed: &[String]) -> Weighed {
    let wanted: BTreeSet<&String> = names.iter().collect();
    let known: BTreeSet<&String> = allowed.iter().collect();
    let kept = allowed
        .iter()
        .filter(|name| wanted.contains(name))
        .cloned()
        .collect();
    let refused: Vec<&str> = names
        .iter()
        .filter(|name| !known.contains(name))
        .map(String::as_str)
        .collect();
    if refused.is_empty() {
        Weighed::Applies(Value::Names(kept))
    } else {
        Weighed::Partly(
            Value::Names(kept),
            format!("cannot add {} to `{path}`", listed(&refused)),
        )
    }
}

/// The folders that lie beneath the workspace as they are written.
fn beneath(path: &KeyPath, value: &Value, workspace: &Path) -> Weighed {
    let Value::Folders(folders) = value else {
        return Weighed::NoEffect;
    };
    let (inside, outside): (Vec<_>, Vec<_>) = folders
        .iter()
        .cloned()
        .partition(|folder| is_beneath(&folder.path, workspace));
    if outside.is_empty() {
        return Weighed::Applies(value.clone());
    }
    let outside: Vec<_> = outside
        .iter()
        .map(|folder| folder.path.to_string_lossy())
        .collect();
    let names: Vec<&str> = outside.iter().map(AsRef::as_ref).collect();
    let why = format!(
        "cannot add {} to `{path}`: not beneath {}",
        listed(&names),
        workspace.display()
    );
    if inside.is_empty() {
        Weighed::Refused(why)
    } else {
        Weighed::Partly(Value::Folders(inside), why)
    }
}

/// Whether `path` is `workspace` or beneath it, with no `..` that a link could turn elsewhere: where a
/// project's file may lead.
#[must_use]
pub fn is_beneath(path: &Path, workspace: &Path) -> bool {
    path.strip_prefix(workspace).is_ok_and(|rest| {
        rest.components()
            .all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
    })
}

fn stricter(path: &KeyPath, word: &str, users: Option<&Value>) -> Weighed {
    let Shape::Word(words) = path.key.spec().shape else {
        return Weighed::Refused(format!("cannot set `{path}`"));
    };
    let rank = |wanted: &str| words.iter().position(|&word| word == wanted);
    match users {
        Some(Value::Text(users)) if rank(word) < rank(users) => {
            Weighed::Refused(format!("cannot loosen `{path}` from `{users}` to `{word}`"))
        }
        Some(Value::Text(users)) if users == word => Weighed::NoEffect,
        _ => Weighed::Applies(Value::Text(word.to_owned())),
    }
}

fn listed(names: &[&str]) -> String {
    let mut text = String::new();
    for (index, name) in names.iter().take(MAX_LISTED).enumerate() {
        let _ = write!(text, "{}`{name}`", if index == 0 { "" } else { ", " });
    }
    if names.len() > MAX_LISTED {
        let _ = write!(text, " and {} more", names.len() - MAX_LISTED);
    }
    text
}
