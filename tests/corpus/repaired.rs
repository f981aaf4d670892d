//! Broken headers are read as a person reads them, or refused with a place.

use prowess_base::Diagnostic;
use prowess_format::Document;
use prowess_tests::note;
use serde::Deserialize;

use crate::sample::{Sample, rows, with_document};

#[derive(Deserialize)]
struct Row {
    path: String,
    name: Option<String>,
    description_starts_with: Option<String>,
}

#[derive(Debug, PartialEq)]
enum Outcome {
    Right,
    Refused,
    Wrong(String),
}

/// At least 95 % of the broken headers are read right (or refused where a person can read
/// nothing), the rest is refused with a line, and none is read wrong.
#[test]
fn repaired_as_a_person_reads() {
    let Some(sample) = Sample::open() else {
        return;
    };
    let rows = rows::<Row>("repair.jsonl");
    let (mut right, mut refused, mut wrong) = (0, Vec::new(), Vec::new());
    for row in &rows {
        let outcome = with_document(&sample.bytes(&row.path), |document, diagnostics| {
            judge(row, document, diagnostics)
        });
        match outcome {
            Outcome::Right => right += 1,
            Outcome::Refused => refused.push(row.path.as_str()),
            Outcome::Wrong(reason) => wrong.push(format!("{}: {reason}", row.path)),
        }
    }
    note(&format!(
        "corpus repair: {right} right, {} wrong, {} refused of {}",
        wrong.len(),
        refused.len(),
        rows.len(),
    ));
    for path in &refused {
        println!("  refused: {path}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(right * 100 >= rows.len() * 95, "{right} of {}", rows.len());
}

fn judge(row: &Row, document: &Document<'_>, diagnostics: &[Diagnostic]) -> Outcome {
    if let Some(error) = diagnostics.iter().find(|found| found.is_error()) {
        return match (&error.place, &row.name) {
            (None, _) => Outcome::Wrong(format!("refused without a place: {}", error.message)),
            (Some(_), Some(_)) => Outcome::Refused,
            (Some(_), None) => Outcome::Right,
        };
    }
    let text = |key| Some(document.get(key)?.as_scalar()?.text.as_ref());
    if text("name") != row.name.as_deref() {
        return Outcome::Wrong(format!("name {:?}", text("name")));
    }
    let starts =
        |start: &str| text("description").is_some_and(|text| text.trim_start().starts_with(start));
    match &row.description_starts_with {
        Some(start) if starts(start) => Outcome::Right,
        _ => Outcome::Wrong(format!("description {:?}", text("description"))),
    }
}
