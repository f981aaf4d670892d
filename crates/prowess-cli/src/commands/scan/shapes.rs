//! The shapes of reports, for the schema.

#![expect(dead_code, reason = "only their shapes are used")]

use schemars::JsonSchema;

use crate::commands::shapes::PlaceShape;

/// Everything that a scan says about one package.
#[derive(JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReportShape {
    /// The skill's name: the header's, else the folder's.
    name: String,
    /// Where it was read from.
    origin: String,
    /// `block`, `review`, `incomplete` or `pass`.
    verdict: String,
    /// What it could reach if it meant harm: `text`, `workspace`, `machine` or `account`.
    blast_radius: String,
    /// What was noticed, gravest first.
    findings: Vec<FindingShape>,
    /// What it says it does, and what was seen.
    capabilities: CapabilitiesShape,
    /// Where it comes from, as far as it says so itself.
    provenance: ProvenanceShape,
    /// The digest of the whole tree; null where not every byte could be read.
    digest: Option<String>,
    /// What was read, file by file.
    coverage: Vec<CoveredShape>,
    /// The rules that judged, with their version.
    rule_set: String,
}

/// One thing that was noticed.
#[derive(JsonSchema)]
struct FindingShape {
    /// The rule's code.
    code: String,
    /// The rule's name.
    rule: String,
    /// `info`, `low`, `medium`, `high` or `critical`.
    severity: String,
    /// The file in the package; `ARCHIVE!/PATH` inside an archive.
    file: String,
    /// Where in it.
    place: Option<PlaceShape>,
    /// What was found.
    message: String,
    /// The text that shows it, secrets masked.
    evidence: String,
    /// Why it matters.
    why: String,
    /// What to do about it.
    advice: String,
    /// What made it weigh more or less than the rule says alone.
    weighed: Option<Vec<String>>,
    /// Names this finding over small changes of the text.
    fingerprint: String,
    /// Who took it on themselves; it then does not count.
    suppressed: Option<SuppressedShape>,
}

/// The mark of a finding that does not count.
#[derive(JsonSchema)]
struct SuppressedShape {
    /// Who took it on themselves.
    owner: String,
    /// Why.
    reason: String,
    /// The last day on which it holds, such as `2027-03-01`.
    until: String,
}

/// What a package says it does, and what was seen of it.
#[derive(JsonSchema)]
struct CapabilitiesShape {
    /// From the header.
    declared: CapabilitySetShape,
    /// From code and prose.
    observed: CapabilitySetShape,
}

/// One set of capabilities.
#[derive(JsonSchema)]
#[serde(rename_all = "camelCase")]
struct CapabilitySetShape {
    /// Tools of the agent.
    tools: Vec<String>,
    /// Programs that are run.
    commands: Vec<String>,
    /// Hosts that are spoken to.
    hosts: Vec<String>,
    /// Paths that are read.
    reads: Vec<String>,
    /// Paths that are written.
    writes: Vec<String>,
    /// Variables that are read; `*` is all of them.
    environment: Vec<String>,
    /// Packages that are installed.
    packages: Vec<String>,
    /// Ways of staying after the work is done.
    persistence: Vec<String>,
    /// Files that decide what an agent does.
    agent_configuration: Vec<String>,
}

/// Where a package comes from, as it says.
#[derive(JsonSchema)]
struct ProvenanceShape {
    /// The header's author.
    author: Option<String>,
    /// The header's version.
    version: Option<String>,
    /// The header's licence.
    license: Option<String>,
    /// The header's homepage or repository.
    homepage: Option<String>,
    /// Files that say how the package got here.
    records: Option<Vec<String>>,
}

/// What was read of one file.
#[derive(JsonSchema)]
struct CoveredShape {
    /// The file in the package.
    file: String,
    /// `text`, `opened`, `inert` or `opaque`. Only the last is not judged.
    state: String,
    /// The kind of an inert file, or why it was not judged.
    detail: Option<String>,
}

/// What shows of several packages together. It changes no verdict.
#[derive(JsonSchema)]
pub(super) struct AcrossShape {
    /// `same-body`, `like-names` or `feeds`.
    kind: String,
    /// The packages, by their places in `packages`, from 0.
    skills: Vec<usize>,
    /// What was found.
    message: String,
}
