//! `[skills]` of `prowess.toml`: which skills are wanted, from where, and for which clients.
//!
//! ```toml
//! [skills]
//! weather = "github:ann/skills/weather"
//! review = { source = "https://git.example.com/team/skills", path = "review", ref = "v2", targets = ["claude-code"] }
//! ```
//!
//! The names of settings (`allow_built_in`, `entries`, `extra`) stand in the same table and are none of skills. A project's
//! file says what is wanted and no more: an entry with any other key (`trust`, `scan`) does not hold, and is told.

mod edit;

use std::collections::BTreeMap;
use std::path::Path;

use prowess_base::SkillName;
use toml_edit::{Item, TableLike};

pub use edit::{remove, set};

use crate::fetch::folder_name;
use crate::lock::{Keeper, Origin};
use crate::{Error, Scope, Source, TreePath};

/// What `[skills]` holds besides skills.
const SETTINGS: [&str; 3] = ["allow_built_in", "entries", "extra"];

/// The wanted skills of one file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Wanted {
    /// Each by the name of its folder.
    pub skills: BTreeMap<SkillName, WantedSkill>,
    /// Entries that do not hold, in the order of the file.
    pub faults: Vec<Fault>,
}

/// One wanted skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WantedSkill {
    /// Where it comes from.
    pub origin: Origin,
    /// Whom it is for.
    pub scope: Scope,
    /// The clients that get a link to it or a copy of it.
    pub targets: Vec<String>,
}

/// An entry that does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The entry's name.
    pub name: String,
    /// Its line, from 1 on; nothing where it is not known.
    pub line: Option<usize>,
    /// What is wrong.
    pub reason: String,
}

impl Wanted {
    /// Reads the file of a keeper: the workspace's `prowess.toml`, or the user's beside their lock. One entry that cannot
    /// be read does not keep the others from holding.
    ///
    /// # Errors
    ///
    /// [`Error::State`] where it is no TOML, or `[skills]` no table.
    pub fn read(path: &Path, text: &str, keeper: Keeper) -> Result<Self, Error> {
        let document =
            toml_edit::Document::parse(text).map_err(|error| syntax(path, text, &error))?;
        let mut wanted = Self::default();
        let Some(item) = document.get("skills") else {
            return Ok(wanted);
        };
        let table = item
            .as_table_like()
            .ok_or_else(|| fault(path, "`skills` is no table"))?;
        for (name, item) in table.iter() {
            if SETTINGS.contains(&name) || item.is_none() {
                continue;
            }
            let read = folder_name(name)
                .map_err(|error| error.to_string())
                .and_then(|name| Ok((name, read_skill(item, keeper)?)));
            match read {
                Ok((name, skill)) => drop(wanted.skills.insert(name, skill)),
                Err(reason) => wanted.faults.push(Fault {
                    name: name.to_owned(),
                    line: line_of(text, table, name),
                    reason,
                }),
            }
        }
        Ok(wanted)
    }
}

fn line_of(text: &str, table: &dyn TableLike, name: &str) -> Option<usize> {
    let span = table.key(name)?.span()?;
    Some(text.get(..span.start)?.matches('\n').count() + 1)
}

fn read_skill(item: &Item, keeper: Keeper) -> Result<WantedSkill, String> {
    if let Some(source) = item.as_str() {
        return Ok(WantedSkill {
            origin: Origin::of(read_source(source)?),
            scope: keeper.usual_scope(),
            targets: Vec::new(),
        });
    }
    let table = item
        .as_table_like()
        .ok_or("it is neither a source nor a table with one")?;
    let mut fields = Fields::default();
    for (key, item) in table.iter() {
        fields.take(key, item)?;
    }
    let source = fields.source.ok_or("it has no `source`")?;
    let mut origin = Origin::of(read_source(&source)?);
    match (&origin.requested, fields.requested) {
        (_, None) => {}
        (None, Some((key, requested))) => {
            let fitting = match origin.source {
                Source::Git(_) => "ref",
                Source::Registry(_) => "version",
                _ => return Err(format!("such a source has no `{key}`")),
            };
            if key != fitting {
                return Err(format!("such a source has `{fitting}`, not `{key}`"));
            }
            origin.requested = Some(requested);
        }
        (Some(_), Some((key, _))) => return Err(format!("its `source` says the `{key}` already")),
    }
    if let Some(path) = fields.path {
        if !origin.path.is_empty() {
            return Err("its `source` says the `path` already".to_owned());
        }
        let _: TreePath = path
            .parse()
            .map_err(|fault| format!("its `path` `{path}`: {fault}"))?;
        origin = origin.at(&path);
    }
    let scope = fields.scope.unwrap_or(keeper.usual_scope());
    if Keeper::of(scope) != keeper {
        return Err(format!("a file here says nothing of the scope `{scope}`"));
    }
    Ok(WantedSkill {
        origin,
        scope,
        targets: fields.targets,
    })
}

/// The keys of an entry, as they are written.
#[derive(Default)]
struct Fields {
    source: Option<String>,
    path: Option<String>,
    /// With the key that says it.
    requested: Option<(&'static str, String)>,
    scope: Option<Scope>,
    targets: Vec<String>,
}

impl Fields {
    fn take(&mut self, key: &str, item: &Item) -> Result<(), String> {
        let text = || {
            let text = item.as_str().filter(|text| !text.is_empty());
            text.map(str::to_owned)
                .ok_or_else(|| format!("its `{key}` is no text"))
        };
        match key {
            "source" => self.source = Some(text()?),
            "path" => self.path = Some(text()?),
            "ref" | "version" => {
                let key = if key == "ref" { "ref" } else { "version" };
                if self.requested.replace((key, text()?)).is_some() {
                    return Err("it has both `ref` and `version`".to_owned());
                }
            }
            "scope" => {
                let word = text()?;
                let scopes = [
                    Scope::Workspace,
                    Scope::Project,
                    Scope::User,
                    Scope::Managed,
                ];
                let scope = scopes.into_iter().find(|scope| scope.to_string() == word);
                self.scope = Some(scope.ok_or_else(|| format!("`{word}` is no scope"))?);
            }
            "targets" => {
                let list = item.as_array().ok_or("its `targets` are no list")?;
                let names = list.iter().map(|name| name.as_str().map(str::to_owned));
                self.targets = names
                    .collect::<Option<_>>()
                    .ok_or("its `targets` are no list of names")?;
            }
            // What is not known may have been meant to restrict: an entry holds whole or not at all.
            _ => return Err(format!("`{key}` is nothing that is said of a wanted skill")),
        }
        Ok(())
    }
}

fn read_source(text: &str) -> Result<Source, String> {
    text.parse().map_err(|error: Error| error.to_string())
}

fn syntax(path: &Path, text: &str, error: &toml_edit::TomlError) -> Error {
    let before = error.span().and_then(|span| text.get(..span.start));
    match before {
        Some(before) => fault(
            path,
            &format!(
                "line {}: {}",
                before.matches('\n').count() + 1,
                error.message()
            ),
        ),
        None => fault(path, error.message()),
    }
}

fn fault(path: &Path, reason: &str) -> Error {
    Error::State {
        path: path.to_path_buf(),
        reason: reason.to_owned(),
    }
}

#[cfg(test)]
mod tests;
