//! Runs one vector file and counts.

use std::panic::{AssertUnwindSafe, catch_unwind};

use prowess_tests::{Vector, note, vectors};
use serde_json::Value;

use crate::differences::{self, Difference, Kind, Selection};

/// Both answers to one line, cut down to what is compared, sentences masked on both sides.
#[derive(Debug, PartialEq)]
pub(crate) struct Answers {
    /// What Prowess answers.
    pub(crate) ours: Value,
    /// What the vector says.
    pub(crate) theirs: Value,
}

/// Most differing lines that are printed in full.
const SHOWN: usize = 30;

/// Runs every line of `file` and fails where one differs that is not listed, or one is listed
/// that no longer differs. Says so and passes where the shared folder is missing.
///
/// `part` names the fields that `answer` compares, for files whose fields belong to several
/// rooms; an entry of `differences.toml` may be about one part.
pub(crate) fn run(file: &str, part: &str, answer: impl Fn(&Vector) -> Answers) {
    let Some(vectors) = vectors(file) else {
        return;
    };
    let listed = differences::load(file, part);
    let mut tally = Tally::default();
    let mut rules_in_use: Vec<Option<Use>> = listed.iter().map(|_| None).collect();
    for vector in &vectors {
        let selected = listed
            .iter()
            .enumerate()
            .find_map(|(index, entry)| Some((index, entry, entry.selects(vector)?)));
        if let Some((
            _,
            Difference {
                kind: Kind::NotOurs,
                ..
            },
            _,
        )) = selected
        {
            tally.listed += 1;
            continue;
        }
        let outcome = outcome(vector, &answer);
        match (outcome, selected) {
            (Outcome::Equal, None) => tally.equal += 1,
            (Outcome::Equal, Some((_, _, Selection::Exact))) => {
                tally.equal += 1;
                tally
                    .complaints
                    .push(format!("{}: listed, and no longer differs", vector.id));
            }
            (Outcome::Equal, Some((index, _, Selection::Rule))) => {
                tally.equal += 1;
                if let Some(slot) = rules_in_use.get_mut(index) {
                    slot.get_or_insert(Use::NeverDiffers);
                }
            }
            (Outcome::Different(_), Some((index, _, _))) => {
                tally.listed += 1;
                if let Some(slot) = rules_in_use.get_mut(index) {
                    *slot = Some(Use::Differs);
                }
            }
            (Outcome::Different(text), None) | (Outcome::Panic(text), _) => {
                tally.different += 1;
                tally.complaints.push(format!("{}: {text}", vector.id));
            }
        }
    }
    for (entry, in_use) in listed.iter().zip(rules_in_use) {
        if in_use == Some(Use::NeverDiffers) {
            tally
                .complaints
                .push(format!("no line differs any more: {}", entry.reason));
        }
    }
    tally.close(file, part);
}

/// What became of the lines that a rule selects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Use {
    NeverDiffers,
    Differs,
}

enum Outcome {
    Equal,
    Different(String),
    Panic(String),
}

fn outcome(vector: &Vector, answer: &impl Fn(&Vector) -> Answers) -> Outcome {
    let Ok(Answers { ours, theirs }) = catch_unwind(AssertUnwindSafe(|| answer(vector))) else {
        return Outcome::Panic("panicked".to_owned());
    };
    let mut found = Vec::new();
    collect_differences("", &ours, &theirs, &mut found);
    if found.is_empty() {
        Outcome::Equal
    } else {
        Outcome::Different(found.join("\n    "))
    }
}

#[derive(Debug, Default)]
struct Tally {
    equal: usize,
    different: usize,
    listed: usize,
    complaints: Vec<String>,
}

impl Tally {
    fn close(self, file: &str, part: &str) {
        for complaint in self.complaints.iter().take(SHOWN) {
            println!("  {complaint}");
        }
        if self.complaints.len() > SHOWN {
            println!("  and {} more", self.complaints.len() - SHOWN);
        }
        note(&format!(
            "vectors {file} ({part}): {} equal, {} different, {} listed",
            self.equal, self.different, self.listed
        ));
        assert!(
            self.complaints.is_empty(),
            "{file} ({part}): {} lines need a look",
            self.complaints.len()
        );
    }
}

/// Collects `path: ours … theirs …` for every leaf that differs. Objects compare without regard
/// to the order of keys, numbers by value.
fn collect_differences(path: &str, ours: &Value, theirs: &Value, found: &mut Vec<String>) {
    match (ours, theirs) {
        (Value::Object(left), Value::Object(right)) => {
            let mut keys: Vec<_> = left.keys().chain(right.keys()).collect();
            keys.sort_unstable();
            keys.dedup();
            for key in keys {
                let path = format!("{path}/{key}");
                match (left.get(key), right.get(key)) {
                    (Some(left), Some(right)) => collect_differences(&path, left, right, found),
                    (Some(left), None) => found.push(format!("{path}: ours {left}, theirs absent")),
                    (None, Some(right)) => {
                        found.push(format!("{path}: ours absent, theirs {right}"));
                    }
                    (None, None) => {}
                }
            }
        }
        (Value::Array(left), Value::Array(right)) if left.len() == right.len() => {
            for (index, (left, right)) in left.iter().zip(right).enumerate() {
                collect_differences(&format!("{path}/{index}"), left, right, found);
            }
        }
        (Value::Number(left), Value::Number(right)) if left.as_f64() == right.as_f64() => {}
        (left, right) if left == right => {}
        (left, right) => found.push(format!("{path}: ours {left}, theirs {right}")),
    }
}
