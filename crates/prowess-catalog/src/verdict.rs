//! What becomes of a candidate, and the reasons.

use std::fmt;
use std::sync::Arc;

use prowess_base::Diagnostic;
use serde::{Deserialize, Serialize};

use crate::EntryId;

/// What became of a candidate. Every candidate has exactly one.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "verdict")]
#[non_exhaustive]
pub enum Verdict {
    /// It counts.
    Eligible,
    /// It won its name and does not count; all reasons that were found, in the order of the gates.
    Ineligible {
        /// Why.
        reasons: Box<[Reason]>,
    },
    /// Another candidate has its name and goes first.
    Shadowed {
        /// The winner.
        by: EntryId,
    },
    /// It cannot be used; at least one of the diagnostics is an error. It shadows nothing.
    Invalid {
        /// What is wrong.
        diagnostics: Box<[Diagnostic]>,
    },
    /// A bound of the profile was reached before it.
    BeyondLimit {
        /// Which.
        bound: Bound,
    },
}

/// A bound that left candidates out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "bound", content = "limit")]
#[non_exhaustive]
pub enum Bound {
    /// Candidates beneath one root.
    CandidatesPerRoot(u32),
    /// Skills loaded from one source.
    SkillsPerSource(u32),
    /// Bytes of a SKILL.md.
    FileBytes(u64),
}

/// Why a skill that won its name does not count. Its display form is the sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "kebab-case", tag = "reason")]
#[non_exhaustive]
pub enum Reason {
    /// A setting turns it off.
    #[error("turned off by {origin}")]
    Disabled {
        /// The setting, with file and line where known.
        origin: String,
    },
    /// A built-in skill that is not on the allow-list.
    #[error("not on the allow-list of built-in skills ({origin})")]
    NotAllowed {
        /// The setting.
        origin: String,
    },
    /// Made for other operating systems.
    #[error("made for {}, this is {here}", wanted.join(", "))]
    OperatingSystem {
        /// What it is made for, as written.
        wanted: Vec<String>,
        /// What is here.
        here: String,
    },
    /// A program is missing.
    #[error("program `{name}` not found on PATH ({} folders searched)", searched.len())]
    Program {
        /// The program.
        name: String,
        /// The folders that were searched.
        searched: Arc<[String]>,
    },
    /// None of several programs is there.
    #[error("none of the programs {} found on PATH", names.join(", "))]
    AnyProgram {
        /// The programs.
        names: Vec<String>,
        /// The folders that were searched.
        searched: Arc<[String]>,
    },
    /// An environment variable is not set.
    #[error("environment variable `{name}` is not set")]
    Environment {
        /// The variable.
        name: String,
    },
    /// A secret reference leads nowhere.
    #[error("secret `{reference}` for `{name}` not found")]
    Secret {
        /// The variable it is for.
        name: String,
        /// The reference.
        reference: String,
    },
    /// A configuration value is missing or false.
    #[error("configuration `{path}` is not set")]
    Configuration {
        /// The dotted path.
        path: String,
    },
    /// A tool of the agent is missing, or the tools are not known.
    #[error("tool `{name}` is not there")]
    Tool {
        /// The tool.
        name: String,
    },
    /// The agent's skill filter leaves it out.
    #[error("not in the agent's skill list ({origin})")]
    AgentFilter {
        /// The setting.
        origin: String,
    },
    /// The judge refuses it.
    #[error("refused: {why}")]
    Judge {
        /// Why.
        why: String,
    },
}

impl fmt::Display for Bound {
    /// `beyond the 300 candidates of one root`, …
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CandidatesPerRoot(limit) => {
                write!(f, "beyond the {limit} candidates of one root")
            }
            Self::SkillsPerSource(limit) => write!(f, "beyond the {limit} skills of one source"),
            Self::FileBytes(limit) => write!(f, "larger than {limit} bytes"),
        }
    }
}

/// What a skill asks for and does not get. Its display form is the one of Nanobot and Jianmu: `CLI: x`
/// for programs, then `ENV: Y` for variables, then `OS: z` for the systems it is made for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Missing<'v> {
    /// Programs that are not there.
    pub programs: Vec<&'v str>,
    /// Variables that are not set.
    pub variables: Vec<&'v str>,
    /// The systems that it is made for, where this is none of them.
    pub systems: Vec<&'v str>,
}

impl fmt::Display for Missing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = [
            ("CLI: ", &self.programs),
            ("ENV: ", &self.variables),
            ("OS: ", &self.systems),
        ];
        let mut separator = "";
        for (kind, names) in kinds {
            for name in names {
                write!(f, "{separator}{kind}{name}")?;
                separator = ", ";
            }
        }
        Ok(())
    }
}

impl Verdict {
    /// The programs, variables and systems among the reasons; nothing for another verdict.
    #[must_use]
    pub fn missing(&self) -> Missing<'_> {
        let mut missing = Missing::default();
        let Self::Ineligible { reasons } = self else {
            return missing;
        };
        for reason in reasons {
            match reason {
                Reason::Program { name, .. } => missing.programs.push(name),
                Reason::Environment { name } => missing.variables.push(name),
                Reason::OperatingSystem { wanted, .. } => {
                    missing.systems.extend(wanted.iter().map(String::as_str));
                }
                _ => {}
            }
        }
        missing
    }

    /// The verdict's word: `eligible`, `ineligible`, `shadowed`, `invalid` or `beyond-limit`.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Eligible => "eligible",
            Self::Ineligible { .. } => "ineligible",
            Self::Shadowed { .. } => "shadowed",
            Self::Invalid { .. } => "invalid",
            Self::BeyondLimit { .. } => "beyond-limit",
        }
    }
}
