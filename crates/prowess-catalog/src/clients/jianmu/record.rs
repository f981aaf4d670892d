//! One skill as this client's catalogue records it, and as a candidate for a run.

use std::path::PathBuf;

use prowess_format::{Contract, Document, Execution, Limits, Orchestration, jianmu};
use serde::Serialize;
use serde_json::Value as Json;

use crate::{EntryId, Listing, Missing, Snapshot};

/// One skill of the catalogue.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Record {
    /// Its name, as the header writes it.
    pub name: String,
    /// Its SKILL.md, absolute.
    pub path: PathBuf,
    /// `workspace`, `builtin`, or `explicit` for one that is outside both folders.
    pub source: String,
    /// What it does and when to use it.
    pub description: String,
    /// Whether its requirements are met.
    pub available: bool,
    /// Whether its body is in every prompt while it is available.
    pub always: bool,
    /// What it asks for.
    pub requires: Requires,
    /// Programs that are not there.
    pub missing_bins: Vec<String>,
    /// Variables that are not set.
    pub missing_env: Vec<String>,
    /// The systems that it is made for, where this is none of them.
    pub unsupported_os: Vec<String>,
    /// `metadata` of its header; `null` where it has none or its file cannot be read any more.
    pub raw_metadata: Json,
}

/// What a skill asks for, as its header writes it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Requires {
    /// Programs.
    pub bins: Vec<String>,
    /// Variables.
    pub env: Vec<String>,
    /// Operating systems, one of which must be here.
    pub os: Vec<String>,
}

/// A record with what a run needs to know.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Candidate {
    /// The record.
    #[serde(flatten)]
    pub record: Record,
    /// What runs it.
    pub execution: Execution,
    /// Who decides that a tree runs.
    pub orchestration: Orchestration,
    /// What goes in: names with what is said about them.
    pub inputs: serde_json::Map<String, Json>,
    /// What comes out.
    pub outputs: serde_json::Map<String, Json>,
    /// Outputs without which a run has failed.
    pub required: Vec<String>,
    /// The only tools that it may call; nothing: no such list.
    pub tools: Option<Vec<String>>,
    /// The role in a group of agents that it is for.
    pub role: Option<String>,
}

impl Record {
    /// The record of a skill that won its name; nothing for another entry. Its file is read again for
    /// `raw_metadata`.
    #[must_use]
    pub fn of(snapshot: &Snapshot, id: EntryId) -> Option<Self> {
        let entry = snapshot.entry(id)?;
        if !Listing::WithUnavailable.holds(entry) {
            return None;
        }
        let missing = entry.verdict.missing();
        let owned = |names: &[&str]| names.iter().map(ToString::to_string).collect();
        let wanted = &entry.manifest.requirements;
        Some(Self {
            name: entry.name.to_string(),
            path: entry.file.to_path_buf(),
            source: snapshot.source_of(entry).to_owned(),
            description: entry.description.to_string(),
            available: entry.is_eligible(),
            always: entry.manifest.resident,
            requires: Requires {
                bins: texts(&wanted.bins),
                env: texts(&wanted.env),
                os: texts(&wanted.os),
            },
            missing_bins: owned(&missing.programs),
            missing_env: owned(&missing.variables),
            unsupported_os: owned(&missing.systems),
            raw_metadata: raw_metadata(snapshot, id),
        })
    }

    /// What is missing: `CLI: node, ENV: KEY, OS: darwin`; empty where nothing is.
    #[must_use]
    pub fn missing_reasons(&self) -> String {
        fn borrowed(names: &[String]) -> Vec<&str> {
            names.iter().map(String::as_str).collect()
        }
        let missing = Missing {
            programs: borrowed(&self.missing_bins),
            variables: borrowed(&self.missing_env),
            systems: borrowed(&self.unsupported_os),
        };
        missing.to_string()
    }
}

impl Candidate {
    /// The candidate of a skill that won its name; nothing for another entry.
    #[must_use]
    pub fn of(snapshot: &Snapshot, id: EntryId) -> Option<Self> {
        let record = Record::of(snapshot, id)?;
        let contract = match &snapshot.entry(id)?.manifest.contract {
            Some(contract) => Contract::clone(contract),
            None => Contract::default(),
        };
        let ports = |ports: &[prowess_format::Port]| {
            let named = ports.iter();
            named
                .map(|port| (port.name.to_string(), port.schema.clone()))
                .collect()
        };
        Some(Self {
            record,
            execution: contract.execution,
            orchestration: contract.orchestration,
            inputs: ports(&contract.inputs),
            outputs: ports(&contract.outputs),
            required: texts(&contract.required),
            tools: contract.tools.as_deref().map(texts),
            role: contract.role.map(String::from),
        })
    }
}

/// The records of a list, in the order of the catalogue.
#[must_use]
pub fn records(snapshot: &Snapshot, listing: Listing) -> Vec<Record> {
    ids(snapshot, listing)
        .filter_map(|id| Record::of(snapshot, id))
        .collect()
}

/// The records of names, in the order in which they are asked for, each once. Letter case does not
/// count; a name that no skill has is left out.
#[must_use]
pub fn resolve_records<'n>(
    snapshot: &Snapshot,
    names: impl IntoIterator<Item = &'n str>,
) -> Vec<Record> {
    let found = snapshot.resolve(names).found;
    found
        .into_iter()
        .filter_map(|id| Record::of(snapshot, id))
        .collect()
}

/// The candidates of a list, in the order of the catalogue.
#[must_use]
pub fn candidates(snapshot: &Snapshot, listing: Listing) -> Vec<Candidate> {
    ids(snapshot, listing)
        .filter_map(|id| Candidate::of(snapshot, id))
        .collect()
}

fn ids(snapshot: &Snapshot, listing: Listing) -> impl Iterator<Item = EntryId> {
    snapshot
        .entries
        .with_ids()
        .filter(move |(_, entry)| listing.holds(entry))
        .map(|(id, _)| id)
}

fn texts(list: &[Box<str>]) -> Vec<String> {
    list.iter().map(ToString::to_string).collect()
}

fn raw_metadata(snapshot: &Snapshot, id: EntryId) -> Json {
    let Ok(content) = snapshot.content(id) else {
        return Json::Null;
    };
    let limits = Limits::default();
    let (document, _) = Document::parse(&content.text, &limits);
    jianmu::metadata(&document, &limits)
}
