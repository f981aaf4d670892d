//! The skills that OpenClaw stores with a session.

use std::collections::BTreeSet;
use std::path::PathBuf;

use serde::Serialize;

use crate::{Entry, EntryId, Snapshot, SourceInfo};

/// One skill of `skills[]` in a stored snapshot: what is needed to give it its variables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionSkill {
    /// Its name.
    pub name: String,
    /// The variable that its API key goes to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub primary_env: Option<String>,
    /// The variables that it asks for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub required_env: Vec<String>,
}

/// One skill of `resolvedSkills[]`: one that the prompt may show.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ResolvedSkill {
    /// Its name.
    pub name: String,
    /// Its description.
    pub description: String,
    /// The SKILL.md, not shortened.
    pub file_path: PathBuf,
    /// The skill's folder.
    pub base_dir: PathBuf,
    /// The digest of its text; nothing where the file cannot be read.
    pub prompt_version: Option<String>,
    /// The label of its root.
    pub source: String,
    /// Where it comes from.
    pub source_info: SourceInfo,
    /// Whether the model may not start it; always `false` here, since others are left out.
    pub disable_model_invocation: bool,
}

/// Every eligible skill, in listing order.
#[must_use]
pub fn session_skills(snapshot: &Snapshot) -> Vec<SessionSkill> {
    let texts = |list: &[Box<str>]| list.iter().map(ToString::to_string).collect();
    snapshot
        .eligible()
        .map(|entry| SessionSkill {
            name: entry.name.to_string(),
            primary_env: entry.manifest.primary_env.as_deref().map(str::to_owned),
            required_env: texts(&entry.manifest.requirements.env),
        })
        .collect()
}

/// Every eligible skill that the model may start, in listing order. Their files are read for the
/// versions.
#[must_use]
pub fn resolved_skills(snapshot: &Snapshot) -> Vec<ResolvedSkill> {
    let shown =
        |(_, entry): &(EntryId, &Entry)| entry.is_eligible() && entry.manifest.invocation.model;
    snapshot
        .entries
        .with_ids()
        .filter(shown)
        .map(|(id, entry)| {
            let source_info = snapshot.source_info(entry);
            ResolvedSkill {
                name: entry.name.to_string(),
                description: entry.description.to_string(),
                file_path: entry.path(),
                base_dir: entry.folder().to_path_buf(),
                prompt_version: snapshot.prompt_version(id),
                source: source_info.source.clone(),
                source_info,
                disable_model_invocation: false,
            }
        })
        .collect()
}

/// Whether two filters name the same skills; no filter and an empty one differ.
#[must_use]
pub fn is_same_filter(one: Option<&[String]>, other: Option<&[String]>) -> bool {
    let set = |filter: &[String]| filter.iter().cloned().collect::<BTreeSet<_>>();
    one.map(set) == other.map(set)
}
