//! What a scan says.

use std::fmt;
use std::path::PathBuf;

use prowess_base::{Code, Digest, Place};
use serde::{Deserialize, Serialize};

use crate::{Coverage, Suppressed};

/// Everything that a scan says about one package.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Report {
    /// The skill's name: the header's, else the folder's.
    pub name: String,
    /// Where it was read from.
    pub origin: PathBuf,
    /// Whether to let it in.
    pub verdict: Verdict,
    /// What it could reach if it meant harm, whatever the verdict.
    pub blast_radius: BlastRadius,
    /// What was noticed, gravest first, then by file and place.
    pub findings: Vec<Finding>,
    /// What it says it does, and what was seen.
    pub capabilities: Capabilities,
    /// Where it comes from, as far as the package says.
    pub provenance: Provenance,
    /// The digest of the whole tree; nothing where not every byte could be read.
    pub digest: Option<Digest>,
    /// What was read, file by file, in the order of the paths.
    pub coverage: Vec<CoveredFile>,
    /// The version of the rules that judged.
    pub rule_set: &'static str,
}

/// Whether to let a package in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Nothing was found that speaks against it. Never said where something could not be read.
    Pass,
    /// Nothing was found, but not everything could be judged.
    Incomplete,
    /// A person should look at it first.
    Review,
    /// Do not let it in.
    Block,
}

impl fmt::Display for Verdict {
    /// The word that output and messages use.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pass => "pass",
            Self::Incomplete => "incomplete",
            Self::Review => "review",
            Self::Block => "block",
        })
    }
}

/// What a package could reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BlastRadius {
    /// It is text that a model reads.
    Text,
    /// It reads or writes files of the workspace.
    Workspace,
    /// It uses the network, or runs programs.
    Machine,
    /// It reaches secrets, stays, or changes what other programs do.
    Account,
}

/// How much a finding weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// A capability, or something named and not done.
    Info,
    /// Counts in company.
    Low,
    /// Worth reading.
    Medium,
    /// A person should look at it.
    High,
    /// Enough to refuse the package.
    Critical,
}

/// One thing that was noticed.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Finding {
    /// The rule's code.
    pub code: Code,
    /// The rule's name.
    pub rule: &'static str,
    /// How much it weighs here.
    pub severity: Severity,
    /// The file, relative to the package, with `/`; `ARCHIVE!/PATH` inside an archive.
    pub file: String,
    /// Where in it; nothing where it is about the whole file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// What was found.
    pub message: String,
    /// The text that shows it, secrets masked.
    pub evidence: String,
    /// Why it matters.
    pub why: &'static str,
    /// What to do about it.
    pub advice: &'static str,
    /// What made it weigh more or less than the rule says alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub weighed: Vec<String>,
    /// Names this finding over small changes of the text: rule, file and the evidence without blanks.
    pub fingerprint: String,
    /// Who took it on themselves, and until when. It then does not count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suppressed: Option<Suppressed>,
}

/// What a package says it does, and what was seen of it.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Capabilities {
    /// From the header.
    pub declared: CapabilitySet,
    /// From code and prose.
    pub observed: CapabilitySet,
}

/// One set of capabilities, each list sorted and without repeats.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CapabilitySet {
    /// Tools of the agent, as written.
    pub tools: Vec<String>,
    /// Programs that are run.
    pub commands: Vec<String>,
    /// Hosts that are spoken to.
    pub hosts: Vec<String>,
    /// Paths that are read, outside of the skill's own folder.
    pub reads: Vec<String>,
    /// Paths that are written.
    pub writes: Vec<String>,
    /// Variables that are read; `*` is all of them.
    pub environment: Vec<String>,
    /// Packages that are installed.
    pub packages: Vec<String>,
    /// Ways of staying after the work is done.
    pub persistence: Vec<String>,
    /// Files that decide what an agent does.
    pub agent_configuration: Vec<String>,
}

/// Where a package comes from, as far as it says so itself. Nothing of it is verified here.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Provenance {
    /// The header's author.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The header's version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The header's licence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub license: Option<String>,
    /// The header's homepage or repository.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub homepage: Option<String>,
    /// Files that say how the package got here: `.clawhub/origin.json`, `skill.oms.sig`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub records: Vec<String>,
}

/// What was read of one file.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CoveredFile {
    /// The file, as in [`Finding::file`].
    pub file: String,
    /// Whether everything it holds was judged.
    #[serde(flatten)]
    pub coverage: Coverage,
}
