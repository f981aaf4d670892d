//! From signals to findings with a severity, and from findings to a verdict.

use prowess_base::Place;

use crate::report::{
    BlastRadius, Capabilities, CoveredFile, Finding, Provenance, Report, Severity, Verdict,
};
use crate::rules::Scene;
use crate::scanner::RULE_SET_VERSION;
use crate::signal::{Signal, Signals, Strength};
use crate::stance::Stance;

/// Weighs everything that was noticed.
pub(crate) fn judge(scene: &Scene<'_>, signals: Signals) -> Report {
    let findings: Vec<Finding> = signals
        .all
        .iter()
        .map(|signal| finding(scene, signal))
        .collect();
    let complete = scene
        .package
        .files
        .iter()
        .all(|file| file.coverage.is_complete());
    let verdict = verdict(&findings, complete);
    let name = scene.skill.and_then(|skill| skill.manifest.name.as_deref());
    Report {
        name: name.unwrap_or(&scene.package.name).to_owned(),
        origin: scene.package.origin.clone(),
        verdict,
        blast_radius: BlastRadius::Text,
        findings,
        capabilities: Capabilities::default(),
        provenance: Provenance::default(),
        digest: scene.package.digest,
        coverage: scene
            .package
            .files
            .iter()
            .map(|file| CoveredFile {
                file: file.path.clone(),
                coverage: file.coverage.clone(),
            })
            .collect(),
        rule_set: RULE_SET_VERSION,
    }
}

/// What the findings that nobody suppressed come to, where everything was judged or not.
pub(crate) fn verdict(findings: &[Finding], complete: bool) -> Verdict {
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

fn finding(scene: &Scene<'_>, signal: &Signal) -> Finding {
    let file = scene.package.file(signal.file);
    let text = file.and_then(|file| file.text()).unwrap_or("");
    let place = signal.span.map(|span| Place::of(text, span));
    let evidence = match (&signal.evidence, signal.span) {
        (Some(evidence), _) => evidence.clone(),
        (None, Some(span)) => crate::signal::line_around(text, span),
        (None, None) => String::new(),
    };
    let severity = match (signal.strength, signal.stance) {
        (Strength::Note, _) | (_, Stance::Forbids) => Severity::Info,
        (Strength::Weak, _) => Severity::Low,
        (Strength::Strong, Stance::Does) => Severity::High,
        (Strength::Strong, Stance::Describes) => Severity::Low,
        (Strength::Conclusive, Stance::Does) => Severity::Critical,
        (Strength::Conclusive, Stance::Describes) => Severity::Medium,
    };
    Finding {
        code: signal.rule.code,
        rule: signal.rule.id,
        severity,
        file: file.map(|file| file.path.clone()).unwrap_or_default(),
        place,
        message: signal.message.clone(),
        fingerprint: String::new(),
        evidence,
        why: signal.rule.why,
        advice: signal.rule.advice,
        weighed: Vec::new(),
        suppressed: None,
    }
}
