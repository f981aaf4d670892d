//! Every case of a room that is built is a test or is listed with its reason.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use prowess_tests::shared_dir;
use serde_json::Value;

/// The kinds whose rooms are built.
const DUE: [&str; 10] = ["FM", "NM", "DS", "GT", "PR", "SL", "TR", "WA", "SC", "IN"];

/// What no test is named by is what `not-here.md` lists, no more and no less.
#[test]
fn every_case_is_held_or_listed() {
    let Some(shared) = shared_dir() else {
        return;
    };
    let cases = fs::read_to_string(shared.join("cases/cases.jsonl")).expect("the cases");
    let due: BTreeSet<String> = cases
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("a case"))
        .filter_map(|case| case["id"].as_str().map(str::to_owned))
        .filter(|id| DUE.iter().any(|kind| id.starts_with(kind)))
        .collect();
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut held = BTreeSet::new();
    for folder in ["crates", "tests"] {
        names(&workspace.join(folder), &mut held);
    }
    let not_here = include_str!("not-here.md");
    let listed: BTreeSet<String> = not_here
        .lines()
        .filter_map(|line| line.strip_prefix("- **")?.split_once("**:"))
        .map(|(id, _)| id.to_owned())
        .collect();
    let missing: BTreeSet<String> = due.difference(&held).cloned().collect();
    assert_eq!(missing, listed);
}

/// The cases that tests of the Rust files in a folder are named by.
fn names(folder: &Path, held: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            names(&path, held);
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = fs::read_to_string(&path).expect("a source");
            held.extend(text.lines().filter_map(case));
        }
    }
}

/// The case that a line names: `FM-17` for `fn fm_17_indented_dashes() {`.
fn case(line: &str) -> Option<String> {
    let line = line.trim_start();
    let name = line
        .strip_prefix("async ")
        .unwrap_or(line)
        .strip_prefix("fn ")?;
    let mut parts = name.splitn(3, '_');
    let (kind, number) = (parts.next()?.to_uppercase(), parts.next()?);
    let is_number = number.len() == 2 && number.bytes().all(|byte| byte.is_ascii_digit());
    (DUE.contains(&kind.as_str()) && is_number).then(|| format!("{kind}-{number}"))
}
