//! From signals to findings with a severity, and from findings to a verdict.
//!
//! What a signal weighs when it is meant, and what changes that, in this order:
//!
//! | | note | weak | strong | conclusive |
//! |---|---|---|---|---|
//! | does it, or tells to | info | low | high | critical |
//! | describes it | info | info | low | medium |
//! | forbids it | info | info | info | info |
//! | and out of sight (concealed, hidden, decoded) | | +1 | +1 | |
//! | and in the description | | +1 | | |
//! | and in prose that nothing points to | | | −1 | |
//! | and in a place for examples that nothing points to | | −1 | −1 | −1 |
//!
//! Then its company, over what is meant in the instructions and in what is reached from them, and in
//! programs that nothing points to:
//!
//! - strong signals of two phases of an attack, one of which draws in, hides, collects or sends: the
//!   gravest is critical;
//! - weak signals of three phases, one of which does: the gravest is high;
//! - weak signals of two phases: the gravest is medium.
//!
//! Nothing is dropped: what weighs little stays as `info` or `low`. A critical finding blocks, a high one
//! asks for a person; where neither is and something was not judged, the verdict says so.

mod told;
mod weigh;

use std::collections::BTreeMap;

pub(crate) use told::fingerprint;

use crate::codes;
use crate::failure::Failures;
use crate::package::{Coverage, FileId};
use crate::report::{CoveredFile, Finding, Report, Severity, Verdict};
use crate::rules::Scene;
use crate::scanner::RULE_SET_VERSION;
use crate::signal::Signals;
use crate::{capabilities, provenance};

/// Weighs everything that was noticed. `failures` are parts of the scan that did not come to an
/// end.
pub(crate) fn judge(scene: &Scene<'_>, signals: &Signals, failures: &Failures) -> Report {
    let weighed = weigh::weigh(scene, &signals.all);
    let mut findings = told::findings(scene, weighed, &signals.beyond);
    findings.extend(told::failures(scene, failures));
    let coverage = coverage(scene);
    let complete = coverage.iter().all(|file| file.coverage.is_complete());
    let verdict = verdict(&findings, complete);
    let name = scene.skill.and_then(|skill| skill.manifest.name.as_deref());
    let capabilities = capabilities::of(scene);
    Report {
        name: name.unwrap_or(&scene.package.name).to_owned(),
        origin: scene.package.origin.clone(),
        verdict,
        blast_radius: capabilities::blast_radius(scene, &capabilities.observed),
        findings,
        capabilities,
        provenance: provenance::of(scene),
        digest: scene.package.digest,
        coverage,
        rule_set: RULE_SET_VERSION,
    }
}

/// What the findings that nobody suppressed come to, where everything was judged or not. What failed
/// leaves the scan incomplete whoever suppresses it.
pub(crate) fn verdict(findings: &[Finding], complete: bool) -> Verdict {
    let complete = complete
        && findings
            .iter()
            .all(|finding| finding.code != codes::SCAN_INCOMPLETE);
    let counted = findings
        .iter()
        .filter(|finding| finding.suppressed.is_none());
    match counted.map(|finding| finding.severity).max() {
        Some(Severity::Critical) => Verdict::Block,
        Some(Severity::High) => Verdict::Review,
        _ if !complete => Verdict::Incomplete,
        _ => Verdict::Pass,
    }
}

/// What was read of each file, what was left in it at a bound included.
fn coverage(scene: &Scene<'_>) -> Vec<CoveredFile> {
    let mut left: BTreeMap<FileId, &str> = BTreeMap::new();
    for (file, reason) in &scene.left {
        left.entry(*file).or_insert(reason);
    }
    scene
        .package
        .with_ids()
        .map(|(id, file)| {
            let left = left.get(&id);
            CoveredFile {
                file: file.path.clone(),
                coverage: match left {
                    Some(reason) if file.coverage.is_complete() => {
                        Coverage::Opaque((*reason).to_owned())
                    }
                    _ => file.coverage.clone(),
                },
            }
        })
        .collect()
}

#[cfg(test)]
mod tests;
