//! What other programs have written down of the skills that they installed, as wanted skills of ours.
//!
//! No such file holds the digest of each file of a skill, so that none of them becomes a lock at once: the skills are fetched
//! anew, where a file says it from the very commit or version, and locked as they come. What cannot be carried over is told
//! with each skill. Fields that are not known are passed over: the files belong to others and grow.

mod clawhub;
mod github;
mod npx;
mod openclaw;

use std::path::Path;

use prowess_base::{Digest, SkillName};
use serde_json::{Map, Value};

use super::Origin;
use super::read::conflict_line;
use crate::fetch::folder_name;
use crate::{Error, Scope, Source};

/// Most bytes of such a file.
pub const BYTES: u64 = 16 << 20;

/// The files that are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// `skills-lock.json` of a project, version 1 (`npx skills`).
    SkillsLock,
    /// `.skill-lock.json` of a user, up to version 3 (`npx skills`).
    SkillLock,
    /// `.clawhub/lock.json` of a workspace, also in `.clawdhub`.
    ClawhubLock,
    /// `.clawhub/origin.json` in a skill, also in `.clawdhub`.
    ClawhubOrigin,
    /// `.openclaw/source-origin.json` in a skill.
    OpenclawOrigin,
    /// The `metadata.github-*` of a `SKILL.md` (`gh skill`).
    GithubMetadata,
}

impl Form {
    /// The form of a file by its path.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        let folder = || path.parent()?.file_name()?.to_str();
        match name {
            "skills-lock.json" => Some(Self::SkillsLock),
            ".skill-lock.json" => Some(Self::SkillLock),
            "SKILL.md" => Some(Self::GithubMetadata),
            "lock.json" if matches!(folder(), Some(".clawhub" | ".clawdhub")) => {
                Some(Self::ClawhubLock)
            }
            "origin.json" if matches!(folder(), Some(".clawhub" | ".clawdhub")) => {
                Some(Self::ClawhubOrigin)
            }
            "source-origin.json" if folder() == Some(".openclaw") => Some(Self::OpenclawOrigin),
            _ => None,
        }
    }

    /// Whom the skills of such a file are for, where the form says it: a file within a skill does not.
    #[must_use]
    pub const fn scope(self) -> Option<Scope> {
        match self {
            Self::SkillsLock => Some(Scope::Project),
            Self::SkillLock => Some(Scope::User),
            Self::ClawhubLock => Some(Scope::Workspace),
            Self::ClawhubOrigin | Self::OpenclawOrigin | Self::GithubMetadata => None,
        }
    }

    /// The newest version that is known.
    const fn newest(self) -> u64 {
        match self {
            Self::SkillLock => 3,
            _ => 1,
        }
    }
}

/// What a file says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Imported {
    /// The skills that can be fetched, by their names.
    pub skills: Vec<ImportedSkill>,
    /// Those that cannot, by their names.
    pub refused: Vec<NotImported>,
    /// What the file holds besides skills and is not carried over.
    pub lost: Vec<String>,
}

/// One skill of such a file.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImportedSkill {
    /// The name of its folder.
    pub name: SkillName,
    /// Where it comes from.
    pub origin: Origin,
    /// What exactly was installed, where the file says it.
    pub pin: Option<Pin>,
    /// What the file says of it and is not carried over, and why.
    pub lost: Vec<String>,
}

/// What exactly was installed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pin {
    /// A commit in full.
    Commit(String),
    /// A version of a registry.
    Version {
        /// The version.
        version: String,
        /// The digest of its archive, as it was sent.
        archive: Option<Digest>,
    },
}

/// One skill that cannot be carried over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotImported {
    /// Its name in the file.
    pub name: String,
    /// Why.
    pub reason: String,
}

/// Reads a file.
///
/// # Errors
///
/// [`Error::State`] where it is not of its form, or holds both sides of a merge; [`Error::Newer`].
pub fn read(form: Form, path: &Path, bytes: &[u8]) -> Result<Imported, Error> {
    if form == Form::GithubMetadata {
        return Ok(github::read(path, bytes));
    }
    let fault = |reason: String| Error::State {
        path: path.to_path_buf(),
        reason,
    };
    if let Some(line) = std::str::from_utf8(bytes).ok().and_then(conflict_line) {
        return Err(fault(format!("line {line} holds both sides of a merge")));
    }
    let file: Map<String, Value> =
        serde_json::from_slice(bytes).map_err(|error| fault(error.to_string()))?;
    let version = file
        .get("version")
        .and_then(Value::as_u64)
        .ok_or_else(|| fault("it has no `version`".to_owned()))?;
    if version > form.newest() {
        return Err(Error::Newer {
            path: path.to_path_buf(),
            version,
        });
    }
    let mut imported = Imported::default();
    match form {
        Form::SkillsLock | Form::SkillLock => {
            each(&mut imported, skills(&file).map_err(fault)?, npx::skill);
            imported.lost = npx::lost(&file);
        }
        Form::ClawhubLock => each(&mut imported, skills(&file).map_err(fault)?, clawhub::skill),
        Form::ClawhubOrigin => one(&mut imported, &file, clawhub::origin),
        Form::OpenclawOrigin => one(&mut imported, &file, openclaw::origin),
        Form::GithubMetadata => {}
    }
    Ok(imported)
}

/// What a reader of one entry gives: all of a skill but its name.
struct Entry {
    origin: Origin,
    pin: Option<Pin>,
    lost: Vec<String>,
}

fn skills(file: &Map<String, Value>) -> Result<&Map<String, Value>, String> {
    file.get("skills")
        .and_then(Value::as_object)
        .ok_or_else(|| "its `skills` are no object".to_owned())
}

fn each(
    imported: &mut Imported,
    skills: &Map<String, Value>,
    read: fn(&str, &Map<String, Value>) -> Result<Entry, String>,
) {
    let mut skills: Vec<_> = skills.iter().collect();
    skills.sort_unstable_by_key(|(name, _)| *name);
    for (name, entry) in skills {
        let entry = match entry.as_object() {
            Some(entry) => read(name, entry),
            None => Err("it is no object".to_owned()),
        };
        imported.add(name, entry);
    }
}

/// A file that lies in a skill and tells of that one.
fn one(
    imported: &mut Imported,
    file: &Map<String, Value>,
    read: fn(&str, &Map<String, Value>) -> Result<Entry, String>,
) {
    match text(file, "slug") {
        Some(slug) => imported.add(slug, read(slug, file)),
        None => imported.add("", Err("it has no `slug`".to_owned())),
    }
}

impl Imported {
    fn add(&mut self, name: &str, entry: Result<Entry, String>) {
        let named = folder_name(name).map_err(|error| error.to_string());
        match entry.and_then(|entry| Ok((named?, entry))) {
            Ok((name, Entry { origin, pin, lost })) => self.skills.push(ImportedSkill {
                name,
                origin,
                pin,
                lost,
            }),
            Err(reason) => self.refused.push(NotImported {
                name: name.to_owned(),
                reason,
            }),
        }
    }
}

/// A text that is not empty.
fn text<'v>(entry: &'v Map<String, Value>, key: &str) -> Option<&'v str> {
    let text = entry.get(key)?.as_str()?;
    (!text.is_empty()).then_some(text)
}

fn source(text: &str) -> Result<Source, String> {
    text.parse().map_err(|error: Error| error.to_string())
}

/// A folder of this machine, in the form that files keep.
fn folder(path: &str) -> Result<Source, String> {
    source(&Source::Folder(path.into()).to_string())
}

/// The folder of a skill by the path of its `SKILL.md`, or of the folder itself.
fn skill_folder(path: &str) -> Result<String, String> {
    let folder = match path.rsplit_once('/') {
        Some((folder, file)) if file.eq_ignore_ascii_case("SKILL.md") => folder,
        None if path.eq_ignore_ascii_case("SKILL.md") => "",
        _ => path.trim_end_matches('/'),
    };
    if matches!(folder, "" | ".") {
        return Ok(String::new());
    }
    match folder.parse::<crate::TreePath>() {
        Ok(path) => Ok(path.to_string()),
        Err(fault) => Err(format!("its path `{path}`: {fault}")),
    }
}

#[cfg(test)]
mod tests;
