//! `prowess scan [PATH…]`

mod sarif;
#[cfg(feature = "generate")]
mod shapes;
mod text;

use std::path::PathBuf;

use prowess::base::Diagnostic;
use prowess::scan::openclaw::Edition;
use prowess::scan::{Across, Finding, Report, RuleSet, Severity, Verdict};
use prowess::{BuiltIns, Engine, Scanned};
use serde::Serialize;

use crate::arguments::{Global, OutputFormat, Scan, ScanLevel, ScanRules};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{Output, SCHEMA, counted};
use crate::panic;
use crate::session::{self, Forms};

/// What was scanned, as `--json` prints it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(crate) struct ScanView<'s> {
    /// The version of this form.
    schema: u32,
    /// The rules that judged, with their version.
    rule_set: &'static str,
    /// The worst verdict: `block`, `review`, `incomplete` or `pass`.
    #[cfg_attr(feature = "generate", schemars(with = "String"))]
    verdict: Verdict,
    /// Every package, in order of path.
    #[cfg_attr(feature = "generate", schemars(with = "Vec<shapes::ReportShape>"))]
    packages: &'s [Report],
    /// What shows of several packages together.
    #[cfg_attr(feature = "generate", schemars(with = "Vec<shapes::AcrossShape>"))]
    across: &'s [Across],
    /// What is outside of every package.
    #[cfg_attr(
        feature = "generate",
        schemars(with = "Vec<super::shapes::DiagnosticShape>")
    )]
    diagnostics: &'s [Diagnostic],
}

/// Scans packages.
pub(super) fn run(arguments: &Scan, global: &Global, output: &mut Output) -> Result<Exit, Failure> {
    let engine = session::open(global, BuiltIns::Embedded, Forms::Problems, output)?;
    let rule_set = match arguments.ruleset {
        ScanRules::Own => RuleSet::Own,
        ScanRules::OpenClaw => RuleSet::OpenClaw(Edition::June2026),
        ScanRules::OpenClawMarch2026 => RuleSet::OpenClaw(Edition::March2026),
    };
    let scanned = panic::caught(|| scan(&engine, arguments, rule_set))?;
    if arguments.installed
        && let Err(error) = engine.keep_verdicts(&scanned)
    {
        output.warning(&format!("what the scan blocks is not remembered: {error}"))?;
    }
    match output.format {
        OutputFormat::Json => output.json(&ScanView {
            schema: SCHEMA,
            rule_set: rule_set.as_str(),
            verdict: scanned.verdict(),
            packages: &scanned.reports,
            across: &scanned.across,
            diagnostics: &scanned.diagnostics,
        })?,
        OutputFormat::Sarif => output.json(&sarif::log(&scanned, output))?,
        OutputFormat::Text => text::print(&scanned, arguments.explain, output)?,
    }
    output.note(&summary(&scanned))?;
    Ok(if reaches(&scanned, arguments.fail_on) {
        Exit::Problems
    } else {
        Exit::Done
    })
}

/// Everything that was asked for, each package once.
fn scan(engine: &Engine, arguments: &Scan, rule_set: RuleSet) -> Result<Scanned, prowess::Error> {
    let here = [PathBuf::from(".")];
    match arguments.paths.as_slice() {
        _ if arguments.installed => Ok(engine.scan_installed(rule_set)),
        [] => engine.scan(&here, rule_set),
        paths => engine.scan(paths, rule_set),
    }
}

/// Whether what was found is as bad as the level, or worse.
fn reaches(scanned: &Scanned, level: ScanLevel) -> bool {
    let weighs = |least: Severity| {
        let mut findings = scanned.reports.iter().flat_map(|report| &report.findings);
        findings.any(|finding| finding.suppressed.is_none() && finding.severity >= least)
    };
    match level {
        ScanLevel::Block => scanned.verdict() >= Verdict::Block,
        ScanLevel::Review => scanned.verdict() >= Verdict::Review,
        ScanLevel::Incomplete => scanned.verdict() >= Verdict::Incomplete,
        ScanLevel::Low => weighs(Severity::Low),
        ScanLevel::Medium => weighs(Severity::Medium),
        ScanLevel::High => weighs(Severity::High),
        ScanLevel::Critical => weighs(Severity::Critical),
    }
}

/// `3 skills scanned: 1 block, 2 pass`
fn summary(scanned: &Scanned) -> String {
    let counts: Vec<String> = [
        Verdict::Block,
        Verdict::Review,
        Verdict::Incomplete,
        Verdict::Pass,
    ]
    .into_iter()
    .filter_map(|verdict| {
        let of_it = |report: &&Report| report.verdict == verdict;
        let count = scanned.reports.iter().filter(of_it).count();
        (count > 0).then(|| format!("{count} {verdict}"))
    })
    .collect();
    let mut text = counted(scanned.reports.len(), "skill", "skills");
    text.push_str(" scanned");
    if !counts.is_empty() {
        text.push_str(": ");
        text.push_str(&counts.join(", "));
    }
    if !scanned.is_whole() {
        text.push_str("; not everything could be looked at");
    }
    let is_beside = |diagnostic: &&Diagnostic| diagnostic.code == prowess::codes::NOT_SCANNED;
    let beside = scanned.diagnostics.iter().filter(is_beside).count();
    if beside > 0 {
        let paths = counted(beside, "path", "paths");
        text.push_str(&format!(
            "; {paths} beside them in no skill, not scanned (`-v` names them)"
        ));
    }
    text
}

const fn weight(severity: Severity) -> &'static str {
    match severity {
        Severity::Info => "info",
        Severity::Low => "low",
        Severity::Medium => "medium",
        Severity::High => "high",
        Severity::Critical => "critical",
    }
}

/// Where a file of a package lies, fit to be shown: what lies in an archive is `ARCHIVE!/PATH`.
fn path_of(report: &Report, file: &str) -> PathBuf {
    let origin = &report.origin;
    if origin.is_dir() {
        return origin.join(file);
    }
    if origin.file_name().is_some_and(|name| name == file) {
        return origin.clone();
    }
    let mut path = origin.clone().into_os_string();
    path.push("!/");
    path.push(file);
    path.into()
}

/// The findings that are not suppressed.
fn counted_findings(report: &Report) -> impl Iterator<Item = &Finding> {
    report
        .findings
        .iter()
        .filter(|finding| finding.suppressed.is_none())
}
