//! The report for a person.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use prowess::Scanned;
use prowess::base::{Diagnostic, Severity as Weight};
use prowess::scan::{BlastRadius, CapabilitySet, Coverage, Finding, Report, Severity, Verdict};

use super::{counted_findings, path_of, weight};
use crate::output::{Output, Verbosity, counted, printable_line};

/// Most names of one kind that are shown, unless everything is asked for.
const NAMES: usize = 8;
/// Most files that were not judged and are named, unless everything is asked for.
const GAPS: usize = 5;

/// Prints what was found: a package after the other, what is wrong outside of them first.
pub(super) fn print(scanned: &Scanned, explain: bool, output: &mut Output) -> std::io::Result<()> {
    let all = output.verbosity == Verbosity::Verbose;
    let told: Vec<&Diagnostic> = scanned
        .diagnostics
        .iter()
        .filter(|diagnostic| all || diagnostic.severity > Weight::Advice)
        .collect();
    output.problems(&told)?;
    let how = if explain { How::Full } else { How::Short };
    let mut text = String::new();
    for (index, report) in scanned.reports.iter().enumerate() {
        if index > 0 && how == How::Full {
            text.push('\n');
        }
        package(&mut text, report, how, output);
    }
    for across in &scanned.across {
        let message = printable_line(&across.message);
        let _ = writeln!(text, "together: {message}");
        let reports = across.skills.iter();
        for report in reports.filter_map(|index| scanned.reports.get(*index)) {
            let _ = writeln!(text, "  {}", printable_line(&output.path(&report.origin)));
        }
    }
    output.data(&text)
}

/// How much is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum How {
    Short,
    Full,
}

fn package(text: &mut String, report: &Report, how: How, output: &Output) {
    let style = style_of_verdict(report.verdict);
    let path = printable_line(&output.path(&report.origin));
    let word = report.verdict;
    let _ = write!(text, "{path}: {style}{word}{style:#}");
    let told = counted_findings(report)
        .filter(|finding| finding.severity > Severity::Info)
        .count();
    let notes = counted_findings(report).count() - told;
    let suppressed = report.findings.len() - told - notes;
    let gaps = gaps(report).count();
    let counts: Vec<String> = [
        (told, "finding", "findings"),
        (suppressed, "suppressed", "suppressed"),
        (gaps, "file not judged", "files not judged"),
    ]
    .into_iter()
    .filter(|(count, ..)| *count > 0)
    .map(|(count, one, several)| counted(count, one, several))
    .collect();
    if !counts.is_empty() {
        let _ = write!(text, " — {}", counts.join(", "));
    }
    text.push('\n');
    for finding in &report.findings {
        let is_told = finding.severity > Severity::Info && finding.suppressed.is_none();
        if is_told || how == How::Full {
            tell(text, report, finding, how, output);
        }
    }
    not_judged(text, report, how);
    abilities(text, report, how);
    if how == How::Full {
        let radius = match report.blast_radius {
            BlastRadius::Text => "text that a model reads",
            BlastRadius::Workspace => "files of the workspace",
            BlastRadius::Machine => "the network or programs of this machine",
            BlastRadius::Account => "secrets, what stays, or what other programs do",
        };
        let _ = writeln!(text, "  could reach: {radius}");
        match &report.digest {
            Some(digest) => {
                let _ = writeln!(text, "  digest: {digest}");
            }
            None => text.push_str("  digest: none, not everything could be read\n"),
        }
    } else if notes > 0 && told + gaps > 0 {
        let notes = counted(notes, "note", "notes");
        let _ = writeln!(text, "  and {notes} (`--explain` shows all)");
    }
}

fn tell(text: &mut String, report: &Report, finding: &Finding, how: How, output: &Output) {
    let style = style_of_severity(finding.severity);
    let path = printable_line(&output.path(&path_of(report, &finding.file)));
    let _ = write!(text, "  {path}:");
    if let Some(place) = &finding.place {
        let _ = write!(text, "{}:{}:", place.start.line, place.start.column);
    }
    let word = weight(finding.severity);
    let message = printable_line(&finding.message);
    let _ = writeln!(text, " {style}{word}[{}]{style:#}: {message}", finding.code);
    let evidence = printable_line(&finding.evidence);
    if !evidence.is_empty() {
        let _ = writeln!(text, "    | {evidence}");
    }
    if let Some(suppressed) = &finding.suppressed {
        let (owner, reason) = (
            printable_line(&suppressed.owner),
            printable_line(&suppressed.reason),
        );
        let until = suppressed.until;
        let _ = writeln!(text, "    suppressed by {owner} until {until}: {reason}");
    }
    if how == How::Full {
        let _ = writeln!(text, "    rule: {}", finding.rule);
        let _ = writeln!(text, "    why: {}", finding.why);
        for weighed in &finding.weighed {
            let _ = writeln!(text, "    weighed: {}", printable_line(weighed));
        }
        let _ = writeln!(text, "    fingerprint: {}", finding.fingerprint);
    }
    let _ = writeln!(text, "    help: {}", finding.advice);
}

fn gaps(report: &Report) -> impl Iterator<Item = (&str, &str)> {
    report
        .coverage
        .iter()
        .filter_map(|file| match &file.coverage {
            Coverage::Opaque(why) => Some((&*file.file, &**why)),
            _ => None,
        })
}

fn not_judged(text: &mut String, report: &Report, how: How) {
    let most = match how {
        How::Short => GAPS,
        How::Full => usize::MAX,
    };
    for (file, why) in gaps(report).take(most) {
        let (file, why) = (printable_line(file), printable_line(why));
        let _ = writeln!(text, "  not judged: {file}: {why}");
    }
    let more = gaps(report).count().saturating_sub(most);
    if more > 0 {
        let more = counted(more, "file more", "files more");
        let _ = writeln!(text, "  not judged: {more} (`--explain` shows all)");
    }
    if how == How::Full {
        for file in &report.coverage {
            let state = match &file.coverage {
                Coverage::Text => "judged",
                Coverage::Opened => "opened",
                Coverage::Inert(kind) => kind,
                _ => continue,
            };
            let _ = writeln!(text, "  {state}: {}", printable_line(&file.file));
        }
    }
}

/// What the package does: all of it, or what it does not say itself and a person wants to know of one
/// that is not let in at once.
fn abilities(text: &mut String, report: &Report, how: How) {
    let capabilities = &report.capabilities;
    for ((kind, observed), (_, declared)) in kinds(&capabilities.observed)
        .into_iter()
        .zip(kinds(&capabilities.declared))
    {
        match how {
            How::Short if report.verdict == Verdict::Pass => {}
            How::Short => {
                let new: Vec<&String> = observed
                    .iter()
                    .filter(|name| !declared.contains(name))
                    .collect();
                line(text, "does", kind, &new, NAMES);
            }
            How::Full => {
                line(
                    text,
                    "says",
                    kind,
                    &declared.iter().collect::<Vec<_>>(),
                    usize::MAX,
                );
                line(
                    text,
                    "does",
                    kind,
                    &observed.iter().collect::<Vec<_>>(),
                    usize::MAX,
                );
            }
        }
    }
}

fn kinds(set: &CapabilitySet) -> [(&'static str, &[String]); 9] {
    [
        ("tools", &set.tools),
        ("commands", &set.commands),
        ("hosts", &set.hosts),
        ("reads", &set.reads),
        ("writes", &set.writes),
        ("variables", &set.environment),
        ("packages", &set.packages),
        ("stays", &set.persistence),
        ("changes agents", &set.agent_configuration),
    ]
}

fn line(text: &mut String, verb: &str, kind: &str, names: &[&String], most: usize) {
    if names.is_empty() {
        return;
    }
    let shown: Vec<String> = names
        .iter()
        .take(most)
        .map(|name| format!("`{}`", printable_line(name)))
        .collect();
    let _ = write!(text, "  {verb}: {kind} {}", shown.join(", "));
    if names.len() > most {
        let _ = write!(text, " and {} more", names.len() - most);
    }
    text.push('\n');
}

const fn style_of_verdict(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Block => AnsiColor::Red.on_default().bold(),
        Verdict::Review => AnsiColor::Yellow.on_default().bold(),
        Verdict::Incomplete => AnsiColor::Cyan.on_default().bold(),
        Verdict::Pass => AnsiColor::Green.on_default().bold(),
    }
}

const fn style_of_severity(severity: Severity) -> Style {
    match severity {
        Severity::Critical | Severity::High => AnsiColor::Red.on_default().bold(),
        Severity::Medium | Severity::Low => AnsiColor::Yellow.on_default().bold(),
        Severity::Info => AnsiColor::Cyan.on_default().bold(),
    }
}
