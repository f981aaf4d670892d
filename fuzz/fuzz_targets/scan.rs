//! Any bytes as a SKILL.md and as a program beside it: nothing panics, every file has a row, and a scan
//! never passes what it could not judge.
//!
//! The first byte says in which language the program is, the second how much of the rest is the SKILL.md.

#![no_main]

use libfuzzer_sys::fuzz_target;
use prowess_scan::openclaw::Edition;
use prowess_scan::{Package, RuleSet, Verdict, scan};

/// Names of which each makes another reader look at the file.
const NAMES: [&str; 24] = [
    "scripts/run.sh",
    "scripts/run.py",
    "scripts/run.js",
    "scripts/run.ts",
    "scripts/run.ps1",
    "data.json",
    "reference.md",
    "run.bat",
    "run.rb",
    "run.php",
    "main.go",
    "src/main.rs",
    "Makefile",
    "Dockerfile",
    "page.html",
    "data.yaml",
    "pyproject.toml",
    "package.json",
    ".mcp.json",
    ".claude/settings.json",
    ".vscode/tasks.json",
    "requirements.txt",
    "setup.py",
    "hooks/hooks.json",
];

fuzz_target!(|bytes: &[u8]| {
    let [language, share, rest @ ..] = bytes else {
        return;
    };
    let name = NAMES[usize::from(*language) % NAMES.len()];
    let (skill, program) = rest.split_at(rest.len() * usize::from(*share) / 255);
    let package = Package::of_files(
        "a",
        [
            ("SKILL.md".to_owned(), skill.to_vec()),
            (name.to_owned(), program.to_vec()),
        ],
    );
    // A panic ends the fuzzer before anything catches it.
    let own = scan(&package);
    let theirs = RuleSet::OpenClaw(Edition::June2026).scan(&package);
    for report in [own, theirs] {
        assert!(report.coverage.len() >= package.files.len());
        let complete = report.coverage.iter().all(|file| file.coverage.is_complete());
        assert!(complete || report.verdict != Verdict::Pass);
    }
});
