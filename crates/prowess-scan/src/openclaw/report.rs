//! OpenClaw's findings as a report of ours.

use prowess_base::{Place, Span};

use super::{Edition, File, Finding, Options, Severity, scan_content, scan_files};
use crate::package::{Content, Coverage, Package};
use crate::report::{CoveredFile, Report};
use crate::{RuleSet, Verdict, codes, judge, scanner, secret};

/// Scans a package by OpenClaw's rules: its programs, and the text of its SKILL.md.
pub(crate) fn scan(package: &Package, edition: Edition) -> Report {
    let files: Vec<File<'_>> = package
        .files
        .iter()
        // Links and what lies in archives is not looked at.
        .filter(|file| file.container.is_none() && !matches!(file.content, Content::Link(_)))
        .map(|file| File {
            path: &file.path,
            bytes: file.text().map_or(0, |text| text.len() as u64),
            text: file.text(),
        })
        .collect();
    let summary = scan_files(&files, &Options::default(), edition);
    let mut read = summary.read;
    let mut findings = summary.findings;
    if edition == Edition::June2026
        && let Some((path, text)) = files
            .iter()
            .find(|file| file.path == "SKILL.md")
            .and_then(|file| Some((file.path, file.text?)))
    {
        read.push(path.to_owned());
        findings.extend(scan_content(text).into_iter().map(|finding| Finding {
            file: path.to_owned(),
            ..finding
        }));
    }
    let coverage: Vec<CoveredFile> = package
        .files
        .iter()
        .map(|file| CoveredFile {
            file: file.path.clone(),
            coverage: match &file.coverage {
                Coverage::Text if read.contains(&file.path) => Coverage::Text,
                Coverage::Text | Coverage::Opened => {
                    Coverage::Opaque("OpenClaw does not look at it".to_owned())
                }
                known => known.clone(),
            },
        })
        .collect();
    let complete = coverage.iter().all(|file| file.coverage.is_complete());
    let verdict = match findings.iter().map(|finding| finding.severity).max() {
        Some(Severity::Critical) => Verdict::Block,
        Some(Severity::Warn) => Verdict::Review,
        None if !complete => Verdict::Incomplete,
        None => Verdict::Pass,
    };
    let mut findings: Vec<crate::Finding> = findings
        .into_iter()
        .map(|finding| ours(package, finding))
        .collect();
    findings.sort_by(|one, other| {
        (
            other.severity,
            &one.file,
            &one.place.as_ref().map(|place| place.span.start),
        )
            .cmp(&(
                one.severity,
                &other.file,
                &other.place.as_ref().map(|place| place.span.start),
            ))
    });
    Report {
        verdict,
        findings,
        coverage,
        rule_set: RuleSet::OpenClaw(edition).as_str(),
        ..scanner::scan(package)
    }
}

fn ours(package: &Package, finding: Finding) -> crate::Finding {
    let text = package
        .files
        .iter()
        .find(|file| file.path == finding.file)
        .and_then(|file| file.text());
    let (severity, word) = match finding.severity {
        Severity::Critical => (crate::Severity::Critical, "critical"),
        // A person is to look at it, as at what we call high.
        Severity::Warn => (crate::Severity::High, "warn"),
    };
    crate::Finding {
        code: codes::OPENCLAW,
        rule: finding.rule_id,
        severity,
        place: text.map(|text| Place::of(text, line_span(text, finding.line))),
        message: finding.message.to_owned(),
        evidence: secret::mask(&finding.evidence),
        why: "a scanner of OpenClaw says so by a pattern alone",
        advice: "look at the line, and scan by our own rules",
        weighed: vec![format!("`{word}` in OpenClaw")],
        fingerprint: judge::fingerprint(finding.rule_id, &finding.file, &finding.evidence),
        suppressed: None,
        file: finding.file,
    }
}

/// Where a line stands, counted from 1, without blanks at its ends.
fn line_span(text: &str, line: u32) -> Span {
    let before = (line as usize).saturating_sub(1);
    let start: usize = text
        .split('\n')
        .take(before)
        .map(|line| line.len() + 1)
        .sum();
    let line = text
        .get(start..)
        .unwrap_or("")
        .split('\n')
        .next()
        .unwrap_or("");
    let indent = line.len() - line.trim_start().len();
    Span::new(start + indent, start + indent + line.trim().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scan(files: &[(&str, &str)], edition: Edition) -> Report {
        let package = Package::of_files("a", files.iter().copied());
        RuleSet::OpenClaw(edition).scan(&package)
    }

    /// A finding points at its line, critical ones come first, and what OpenClaw leaves out is told.
    #[test]
    fn told() {
        let report = scan(
            &[
                ("SKILL.md", "# A\n\n  rm -rf ~\n"),
                ("b.js", "a\n\teval(1)\n"),
                ("c.py", "eval(1)\n"),
            ],
            Edition::June2026,
        );
        let found: Vec<_> = report
            .findings
            .iter()
            .map(|finding| {
                let place = finding
                    .place
                    .as_ref()
                    .map(|place| (place.start.line, place.start.column));
                (finding.rule, &*finding.file, place)
            })
            .collect();
        assert_eq!(
            found,
            [
                ("dynamic-code-execution", "b.js", Some((2, 2))),
                ("destructive-delete", "SKILL.md", Some((3, 3))),
            ]
        );
        let gaps: Vec<_> = report
            .coverage
            .iter()
            .filter(|file| !file.coverage.is_complete())
            .map(|file| &*file.file)
            .collect();
        assert_eq!((report.verdict, gaps), (Verdict::Block, vec!["c.py"]));
    }

    /// A package that OpenClaw reads whole and says nothing of passes; one that it does not, does not.
    #[test]
    fn silent() {
        let verdict = |files: &[(&str, &str)], edition| scan(files, edition).verdict;
        let skill = ("SKILL.md", "# A\n");
        assert_eq!(verdict(&[skill], Edition::June2026), Verdict::Pass);
        assert_eq!(verdict(&[skill], Edition::March2026), Verdict::Incomplete);
        assert_eq!(
            verdict(&[skill, ("r.md", "x")], Edition::June2026),
            Verdict::Incomplete
        );
    }
}
