//! Scans every package beneath the folders given and prints what speaks against each, for reading one by one.
//!
//! ```sh
//! cargo run --release -p prowess-scan --example survey -- FOLDER... > survey.tsv
//! ```
//!
//! Standard output has one line a finding of medium severity or above in each package that does not pass:
//! verdict, package, rule, severity, `FILE:LINE`, evidence, what it was weighed by. A package without such a
//! finding has one line with `-`. Standard error has how many packages got which verdict.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program for the terminal"
)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use prowess_scan::{Limits, Package, Report, Severity, Verdict, scan};
use rayon::prelude::*;

fn main() {
    let mut folders = Vec::new();
    for root in std::env::args_os().skip(1) {
        packages(Path::new(&root), &mut folders);
    }
    let reports: Vec<(PathBuf, Report)> = folders
        .into_par_iter()
        .filter_map(|folder| match Package::open(&folder, &Limits::default()) {
            Ok(package) => Some((folder, scan(&package))),
            Err(error) => {
                eprintln!("{}: {error}", folder.display());
                None
            }
        })
        .collect();
    let mut verdicts: BTreeMap<Verdict, usize> = BTreeMap::new();
    let mut rules: BTreeMap<(&str, Severity), usize> = BTreeMap::new();
    for (folder, report) in &reports {
        *verdicts.entry(report.verdict).or_default() += 1;
        tell(folder, report, &mut rules);
    }
    for (verdict, count) in &verdicts {
        eprintln!("{verdict:?}: {count} of {}", reports.len());
    }
    for ((rule, severity), count) in &rules {
        eprintln!("  {rule} {severity:?}: {count} packages");
    }
}

/// Adds the topmost folders at or beneath `folder` that hold a skill.
fn packages(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    let mut entries: Vec<_> = entries.flatten().collect();
    entries.sort_by_key(std::fs::DirEntry::file_name);
    let is_skill = |entry: &std::fs::DirEntry| entry.file_name().eq_ignore_ascii_case("SKILL.md");
    if entries.iter().any(is_skill) {
        found.push(folder.to_path_buf());
        return;
    }
    for entry in entries {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            packages(&entry.path(), found);
        }
    }
}

/// Prints the findings of a package that does not pass, and counts each rule once.
fn tell<'r>(folder: &Path, report: &'r Report, rules: &mut BTreeMap<(&'r str, Severity), usize>) {
    if report.verdict == Verdict::Pass {
        return;
    }
    let verdict = report.verdict;
    let folder = folder.display();
    let mut seen = Vec::new();
    for finding in &report.findings {
        if finding.severity < Severity::Medium {
            continue;
        }
        if !seen.contains(&(finding.rule, finding.severity)) {
            seen.push((finding.rule, finding.severity));
            *rules.entry((finding.rule, finding.severity)).or_default() += 1;
        }
        let line = finding.place.as_ref().map_or(0, |place| place.start.line);
        println!(
            "{verdict:?}\t{folder}\t{}\t{:?}\t{}:{line}\t{:?}\t{}",
            finding.rule,
            finding.severity,
            finding.file,
            finding.evidence,
            finding.weighed.join("; "),
        );
    }
    if seen.is_empty() {
        println!("{verdict:?}\t{folder}\t-\t-\t-\t-\t-");
    }
}
