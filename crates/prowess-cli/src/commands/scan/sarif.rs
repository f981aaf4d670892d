//! The report as SARIF 2.1.0.

use std::collections::BTreeMap;

use prowess::Scanned;
use prowess::base::{Diagnostic, Severity as Weight};
use prowess::scan::{Coverage, Finding, Report, Severity};
use serde_json::{Value, json};

use super::{path_of, weight};
use crate::output::Output;

/// One run: findings are results, with fingerprints and suppressions; what could not be judged is a
/// notification of the run.
pub(super) fn log(scanned: &Scanned, output: &Output) -> Value {
    let found: Vec<(&Report, &Finding)> = scanned
        .reports
        .iter()
        .flat_map(|report| report.findings.iter().map(move |finding| (report, finding)))
        .collect();
    let diagnostics: Vec<Diagnostic> = found
        .iter()
        .map(|(report, finding)| diagnostic(report, finding))
        .chain(scanned.diagnostics.iter().cloned())
        .collect();
    let mut log = output.sarif(&diagnostics);
    let Some(run) = log.pointer_mut("/runs/0") else {
        return log;
    };
    if let Some(results) = run.get_mut("results").and_then(Value::as_array_mut) {
        for (result, (report, finding)) in results.iter_mut().zip(&found) {
            complete(result, report, finding);
        }
    }
    let rules = run.pointer_mut("/tool/driver/rules");
    if let Some(rules) = rules.and_then(Value::as_array_mut) {
        weigh(rules, &found);
    }
    let gaps: Vec<Value> = scanned
        .reports
        .iter()
        .flat_map(|report| gaps(report, output))
        .collect();
    let fields = [
        (
            "invocations",
            json!([{ "executionSuccessful": true, "toolExecutionNotifications": gaps }]),
        ),
        (
            "properties",
            json!({ "verdict": scanned.verdict().to_string(), "packages": packages(scanned) }),
        ),
    ];
    insert(run, fields);
    log
}

fn diagnostic(report: &Report, finding: &Finding) -> Diagnostic {
    let severity = match finding.severity {
        Severity::Critical | Severity::High => Weight::Error,
        Severity::Medium | Severity::Low => Weight::Warning,
        Severity::Info => Weight::Advice,
    };
    let mut diagnostic = Diagnostic::new(finding.code, severity, &*finding.message)
        .in_file(path_of(report, &finding.file))
        .help(finding.advice);
    diagnostic.place.clone_from(&finding.place);
    diagnostic
}

fn complete(result: &mut Value, report: &Report, finding: &Finding) {
    let mut fields = vec![(
        "properties",
        json!({
            "rule": finding.rule,
            "severity": weight(finding.severity),
            "package": report.name,
            "evidence": finding.evidence,
            "why": finding.why,
            "weighed": finding.weighed,
        }),
    )];
    if !finding.fingerprint.is_empty() {
        let prints = json!({ "prowess/v1": finding.fingerprint });
        fields.push(("partialFingerprints", prints));
    }
    if let Some(suppressed) = &finding.suppressed {
        let told = json!([{
            "kind": "external",
            "status": "accepted",
            "justification": format!(
                "{} ({}, until {})", suppressed.reason, suppressed.owner, suppressed.until
            ),
        }]);
        fields.push(("suppressions", told));
    }
    insert(result, fields);
}

/// Gives each rule the weight of its gravest finding, as code hosts read it.
fn weigh(rules: &mut [Value], found: &[(&Report, &Finding)]) {
    let mut gravest: BTreeMap<String, Severity> = BTreeMap::new();
    for (_, finding) in found {
        let known = gravest
            .entry(finding.code.to_string())
            .or_insert(finding.severity);
        *known = (*known).max(finding.severity);
    }
    for rule in rules {
        let id = rule.get("id").and_then(Value::as_str).unwrap_or("");
        let Some(severity) = gravest.get(id) else {
            continue;
        };
        let score = match severity {
            Severity::Critical => "9.5",
            Severity::High => "8.0",
            Severity::Medium => "5.0",
            Severity::Low => "2.0",
            Severity::Info => "0.0",
        };
        let properties = json!({ "security-severity": score, "tags": ["security"] });
        insert(rule, [("properties", properties)]);
    }
}

/// What of a package could not be judged.
fn gaps(report: &Report, output: &Output) -> impl Iterator<Item = Value> {
    report.coverage.iter().filter_map(|file| {
        let Coverage::Opaque(why) = &file.coverage else {
            return None;
        };
        let path = output.path(&path_of(report, &file.file));
        let text = format!("{path}: not judged: {why}");
        Some(json!({ "level": "warning", "message": { "text": text } }))
    })
}

fn packages(scanned: &Scanned) -> Vec<Value> {
    scanned
        .reports
        .iter()
        .map(|report| {
            json!({
                "name": report.name,
                "path": report.origin.to_string_lossy(),
                "verdict": report.verdict.to_string(),
                "digest": report.digest,
            })
        })
        .collect()
}

fn insert(object: &mut Value, fields: impl IntoIterator<Item = (&'static str, Value)>) {
    if let Value::Object(map) = object {
        map.extend(
            fields
                .into_iter()
                .map(|(key, value)| (key.to_owned(), value)),
        );
    }
}
