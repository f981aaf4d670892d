//! The index of a site: which skills it offers, and the digest of each.
//!
//! The form is version 0.2.0 of the draft on discovery through well-known addresses
//! (<https://github.com/cloudflare/agent-skills-discovery-rfc>). An index without a `$schema` is of version 0.1.0, or of a draft between:
//! it lists the files of each skill, with digests or without.

use prowess_net::shown;
use std::collections::BTreeMap;

use prowess_base::{Digest, SkillName};
use serde_json::{Map, Value};
use url::Url;

use crate::{Error, TreePath};

/// What an index of version 0.2.0 says its form is.
const SCHEMA: &str = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

/// Most entries of an index that are read. Those beyond are told.
pub const ENTRIES: usize = 1000;

/// Most files of a skill that an index lists one by one: each of them is a request.
pub const FILES: usize = 512;

/// Most characters of a description (the standard, field `description`).
const DESCRIPTION: usize = 1024;

/// What a site offers.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Index {
    /// Where it came from in the end. Addresses in it are relative to this one.
    pub url: Url,
    /// The digest of its bytes.
    pub digest: Digest,
    /// The skills, by their names.
    pub entries: Vec<IndexEntry>,
    /// Entries that cannot be used, and why.
    pub left_out: Vec<String>,
}

/// One skill of an index.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct IndexEntry {
    /// Its name.
    pub name: SkillName,
    /// What the index says that it does.
    pub description: String,
    /// Where it is.
    pub artifact: Artifact,
    /// What the user has to be told beside it.
    pub warnings: Vec<String>,
}

/// Where the bytes of a skill are.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Artifact {
    /// One SKILL.md, which is the whole skill.
    SkillFile {
        /// Its address.
        url: Url,
        /// The digest of its bytes.
        digest: Digest,
    },
    /// An archive with the SKILL.md at its root.
    Archive {
        /// Its address.
        url: Url,
        /// The digest of its bytes.
        digest: Digest,
    },
    /// Files that are fetched one by one, as the forms before 0.2.0 have them.
    Files {
        /// The folder that they are in; it ends in a slash.
        folder: Url,
        /// Each path, with a digest where the index gives one.
        files: BTreeMap<TreePath, Option<Digest>>,
    },
}

impl Index {
    /// Reads an index that came from `url`. An entry that cannot be used is left out and told; the others are as good as they are.
    ///
    /// # Errors
    ///
    /// [`Error::Answer`] where it is no index, or of a form that is not known.
    pub fn read(bytes: &[u8], url: &Url) -> Result<Self, Error> {
        let fault = |reason: String| Error::Answer {
            url: shown(url),
            reason,
        };
        let value: Value =
            serde_json::from_slice(bytes).map_err(|error| fault(format!("no JSON: {error}")))?;
        let top = value
            .as_object()
            .ok_or_else(|| fault("no index: it is no object".to_owned()))?;
        let form = Form::of(top).map_err(fault)?;
        let skills = top
            .get("skills")
            .and_then(Value::as_array)
            .ok_or_else(|| fault("no index: it has no list `skills`".to_owned()))?;
        let mut index = Self {
            url: url.clone(),
            digest: Digest::of(bytes),
            entries: Vec::new(),
            left_out: Vec::new(),
        };
        if skills.len() > ENTRIES {
            index.left_out.push(format!(
                "{} entries of the index beyond the first {ENTRIES}",
                skills.len() - ENTRIES
            ));
        }
        let mut names: BTreeMap<&str, usize> = BTreeMap::new();
        for name in skills
            .iter()
            .filter_map(|skill| skill.get("name")?.as_str())
        {
            *names.entry(name).or_default() += 1;
        }
        for (at, skill) in skills.iter().take(ENTRIES).enumerate() {
            let name = skill.get("name").and_then(Value::as_str);
            let is_twice = name.is_some_and(|name| names.get(name).is_some_and(|&count| count > 1));
            let entry = match is_twice {
                // Which of them is meant would depend on who reads.
                true => Err("the index has several entries of this name".to_owned()),
                false => entry(skill, form, url),
            };
            match entry {
                Ok(entry) => index.entries.push(entry),
                Err(reason) => {
                    let name = name.map_or_else(|| format!("entry {}", at + 1), quoted);
                    index.left_out.push(format!("{name}: {reason}"));
                }
            }
        }
        index
            .entries
            .sort_by(|one, other| one.name.as_str().cmp(other.name.as_str()));
        Ok(index)
    }
}

/// Which form an index has.
#[derive(Clone, Copy)]
enum Form {
    /// 0.2.0: a type, an address and a digest.
    Artifacts,
    /// Before: a list of files.
    Lists,
}

impl Form {
    fn of(top: &Map<String, Value>) -> Result<Self, String> {
        match top.get("$schema") {
            None => Ok(Self::Lists),
            Some(Value::String(schema)) if schema == SCHEMA => Ok(Self::Artifacts),
            Some(Value::String(schema)) => Err(format!(
                "its form, {}, is not known to this program; a newer one may know it",
                quoted(schema)
            )),
            Some(_) => Err("its `$schema` is no text".to_owned()),
        }
    }
}

fn entry(value: &Value, form: Form, index: &Url) -> Result<IndexEntry, String> {
    let object = value.as_object().ok_or("it is no object")?;
    let text = |key: &str| object.get(key).and_then(Value::as_str);
    let name = text("name").ok_or("it has no `name`")?;
    if let Some(fault) = SkillName::fault(name) {
        return Err(fault.to_string());
    }
    let name: SkillName = name.parse().map_err(|_| "its name is none".to_owned())?;
    let description = text("description").unwrap_or_default();
    let description = description.chars().take(DESCRIPTION).collect();
    let artifact = match form {
        Form::Artifacts => artifact(object, index)?,
        Form::Lists => list(object, &name, index)?,
    };
    Ok(IndexEntry {
        name,
        description,
        warnings: warning(&artifact, index).into_iter().collect(),
        artifact,
    })
}

/// That an artifact comes from elsewhere, or that nothing vouches for it.
fn warning(artifact: &Artifact, index: &Url) -> Option<String> {
    match artifact {
        Artifact::SkillFile { url, .. } | Artifact::Archive { url, .. } => {
            let is_elsewhere = url.origin() != index.origin();
            is_elsewhere.then(|| format!("it comes from `{}`, not from the site itself", host(url)))
        }
        Artifact::Files { files, .. } => files.values().any(Option::is_none).then(|| {
            "the index has no digest for each of its files: nothing says that they are what was published"
                .to_owned()
        }),
    }
}

/// The host of an address, as it is shown.
pub(super) fn host(url: &Url) -> &str {
    url.host_str().unwrap_or_default()
}

fn artifact(object: &Map<String, Value>, index: &Url) -> Result<Artifact, String> {
    let text = |key: &str| {
        let value = object.get(key).and_then(Value::as_str);
        value.ok_or_else(|| format!("it has no `{key}`"))
    };
    let kind = text("type")?;
    let url = index.join(text("url")?);
    let url = url.map_err(|error| format!("its address is none: {error}"))?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err("its address holds user information".to_owned());
    }
    let digest = digest(text("digest")?)?;
    match kind {
        "skill-md" => Ok(Artifact::SkillFile { url, digest }),
        "archive" => Ok(Artifact::Archive { url, digest }),
        other => Err(format!(
            "its type, {}, is not known to this program",
            quoted(other)
        )),
    }
}

/// `sha256:` and 64 hexadecimal digits in lower case, as the draft says.
fn digest(text: &str) -> Result<Digest, String> {
    let fault = || format!("its digest, {}, is no `sha256:…`", quoted(text));
    let digits = text.strip_prefix("sha256:").ok_or_else(fault)?;
    let is_plain = digits
        .bytes()
        .all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
    match text.parse() {
        Ok(digest) if is_plain => Ok(digest),
        _ => Err(fault()),
    }
}

/// The files of an entry of the forms before 0.2.0. They are beside the index, in the folder of the skill's name.
fn list(object: &Map<String, Value>, name: &SkillName, index: &Url) -> Result<Artifact, String> {
    let listed = object
        .get("files")
        .and_then(Value::as_array)
        .ok_or("it has no list `files`, and the index says no form that has none")?;
    if listed.len() > FILES {
        return Err(format!("it has {} files, more than {FILES}", listed.len()));
    }
    let mut files = BTreeMap::new();
    for file in listed {
        let (path, of_file) = match file {
            Value::String(path) => (path.as_str(), None),
            file => {
                let text = |key: &str| file.get(key).and_then(Value::as_str);
                let path = text("path").ok_or("one of its files has no path")?;
                (path, Some(digest(text("digest").unwrap_or_default())?))
            }
        };
        let path = path
            .parse::<TreePath>()
            .map_err(|fault| format!("its file {}: {fault}", quoted(path)))?;
        if files.insert(path, of_file).is_some() {
            return Err("one of its files stands twice".to_owned());
        }
    }
    let folder = index.join(&format!("{name}/"));
    let folder = folder.map_err(|error| format!("its address is none: {error}"))?;
    Ok(Artifact::Files { folder, files })
}

/// A text from outside as it may be shown: on one line, bounded.
fn quoted(text: &str) -> String {
    let short: String = text.chars().take(80).collect();
    format!("`{}`", short.escape_debug())
}
