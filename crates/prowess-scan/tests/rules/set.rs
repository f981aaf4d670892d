//! The labelled set: attacks of every class, each with a benign twin that does the same work honestly.

use std::collections::BTreeMap;
use std::path::Path;

use prowess_scan::{Severity, Verdict, scan};
use serde::Deserialize;

use crate::example::{File, package};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Set {
    pair: Vec<Pair>,
}

/// An attack and its twin.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pair {
    /// Unique in the set.
    name: String,
    /// The class of attack, 1 to 29.
    class: u8,
    /// The folder's name, for both.
    #[serde(default = "folder")]
    folder: String,
    attack: BTreeMap<String, File>,
    benign: BTreeMap<String, File>,
}

fn folder() -> String {
    "example".to_owned()
}

/// Attacks are found and twins are not, up to the pairs that are listed in `set/missed.txt` as known misses
/// (`NAME attack` or `NAME benign`, with the reason behind). A listed line that no longer fails must go.
#[test]
fn set_is_judged() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules/set");
    let listed = std::fs::read_to_string(folder.join("missed.txt")).expect("missed.txt");
    let listed: Vec<(String, String)> = listed
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| {
            let mut words = line.split_whitespace();
            let mut word = || words.next().unwrap_or("").to_owned();
            (word(), word())
        })
        .collect();
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .expect("the set")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .collect();
    files.sort();
    let mut faults = Vec::new();
    let mut classes: BTreeMap<u8, (usize, usize, usize)> = BTreeMap::new();
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a file of the set");
        let set: Set =
            toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for pair in set.pair {
            let of_class = classes.entry(pair.class).or_default();
            of_class.0 += 1;
            for (files, side) in [(&pair.attack, "attack"), (&pair.benign, "benign")] {
                let report = scan(&package(&pair.folder, files));
                let found = report.verdict >= Verdict::Review;
                if found && side == "attack" {
                    of_class.1 += 1;
                }
                if report.verdict != Verdict::Pass && side == "benign" {
                    of_class.2 += 1;
                }
                let right = match side {
                    "attack" => found,
                    _ => report.verdict == Verdict::Pass,
                };
                let is_listed = listed
                    .iter()
                    .any(|(name, of)| *name == pair.name && of == side);
                if right == is_listed {
                    let told: Vec<String> = report
                        .findings
                        .iter()
                        .filter(|finding| finding.severity > Severity::Info)
                        .map(|finding| format!("{} {:?}", finding.rule, finding.severity))
                        .collect();
                    let listed = if is_listed {
                        " (listed, but right)"
                    } else {
                        ""
                    };
                    faults.push(format!(
                        "{} {side}: {:?} {told:?}{listed}",
                        pair.name, report.verdict
                    ));
                }
            }
        }
    }
    for (class, (all, found, flagged)) in &classes {
        println!("class {class:>2}: {found} of {all} attacks found, {flagged} twins flagged");
    }
    let sum = classes.values().fold((0, 0, 0), |sum, one| {
        (sum.0 + one.0, sum.1 + one.1, sum.2 + one.2)
    });
    println!(
        "all: {} of {} attacks found, {} twins flagged",
        sum.1, sum.0, sum.2
    );
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
