//! `fixtures/RULE.toml`: where each rule fires, and where it is silent.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use prowess_scan::{Severity, rule_ids, scan};
use serde::Deserialize;

use crate::example::{File, package};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fixture {
    fires: Vec<Case>,
    silent: Vec<Case>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    files: BTreeMap<String, File>,
}

/// Each rule has a case that makes it speak and one that does not, and they do.
#[test]
fn every_rule_fires_and_is_silent() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut faults = Vec::new();
    for rule in rule_ids() {
        let path = folder.join(format!("{rule}.toml"));
        let Ok(text) = std::fs::read_to_string(&path) else {
            faults.push(format!("{rule}: no fixture"));
            continue;
        };
        let fixture: Fixture = match toml::from_str(&text) {
            Ok(fixture) => fixture,
            Err(error) => {
                faults.push(format!("{rule}: {error}"));
                continue;
            }
        };
        for (cases, expected) in [(&fixture.fires, true), (&fixture.silent, false)] {
            if cases.is_empty() {
                faults.push(format!("{rule}: no case for {expected}"));
            }
            for case in cases {
                let report = scan(&package("example", &case.files));
                // What stands next to the words of an honest sentence is told, but weighs nothing.
                let least = if expected {
                    Severity::Info
                } else {
                    Severity::Low
                };
                let found = report
                    .findings
                    .iter()
                    .any(|finding| finding.rule == rule && finding.severity >= least);
                if found != expected {
                    let others: BTreeSet<_> =
                        report.findings.iter().map(|finding| finding.rule).collect();
                    faults.push(format!(
                        "{rule}: `{}` fires: {found}; all: {others:?}",
                        case.name
                    ));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// No fixture is left of a rule that is no more.
#[test]
fn every_fixture_has_a_rule() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let rules: BTreeSet<&str> = rule_ids().collect();
    for entry in std::fs::read_dir(folder).expect("fixtures") {
        let name = entry
            .expect("an entry")
            .file_name()
            .into_string()
            .expect("a name");
        let rule = name.strip_suffix(".toml").expect("a TOML file").to_owned();
        assert!(rules.contains(rule.as_str()), "{name} belongs to no rule");
    }
}
