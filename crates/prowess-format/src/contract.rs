//! How a skill is run, what goes into it and what comes out.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// How a skill is run, what goes into it and what comes out: Jianmu's keys `execution`,
/// `orchestration`, `inputs`, `outputs`, `required`, `tools` and `role`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[non_exhaustive]
pub struct Contract {
    /// What runs it.
    pub execution: Execution,
    /// Who decides that a tree runs.
    pub orchestration: Orchestration,
    /// What goes in, in the order of the header.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub inputs: Box<[Port]>,
    /// What comes out, in the order of the header.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub outputs: Box<[Port]>,
    /// Outputs without which a run has failed.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub required: Box<[Box<str>]>,
    /// The only tools that it may call. Nothing: no such list; an empty list: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tools: Option<Box<[Box<str>]>>,
    /// The role in a group of agents that it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<Box<str>>,
}

/// One input or output.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Port {
    /// Its name.
    pub name: Box<str>,
    /// What the header says about it, in the manner of JSON Schema; `null` where it says nothing.
    pub schema: Json,
}

/// What runs a skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Execution {
    /// A model that reads it.
    #[default]
    #[serde(rename = "prompt")]
    Prompt,
    /// A behaviour tree.
    #[serde(rename = "bt")]
    Tree,
}

/// Who decides that a tree runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Orchestration {
    /// A model.
    #[default]
    React,
    /// No one: it runs as soon as it is the one skill that was chosen.
    Direct,
}

impl Execution {
    /// `prompt` or `bt`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Prompt => "prompt",
            Self::Tree => "bt",
        }
    }
}

impl Orchestration {
    /// `react` or `direct`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::React => "react",
            Self::Direct => "direct",
        }
    }
}
