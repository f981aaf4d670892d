//! `nanobot/headers.jsonl`, the fields that the dialect decides: description, block, requirements,
//! residence and the identity of plugins' skills.

use prowess_base::Diagnostic;
use prowess_format::{Document, Limits, Source, nanobot};
use prowess_tests::Vector;
use serde_json::json;

use crate::compare::{Answers, run};
use crate::nanobot_prompt::{Edition, add};

#[test]
fn nanobot_headers() {
    run("nanobot/headers.jsonl", "dialect", |vector| {
        answer(vector, Edition::August)
    });
}

#[test]
fn nanobot_2026_03_headers() {
    run("nanobot/headers.jsonl", "dialect-2026-03", |vector| {
        answer(vector, Edition::March)
    });
}

/// What the vectors' environment has; no program is on the path.
const VARIABLES: [&str; 4] = ["HOME", "LANG", "TZ", "PATH"];

fn answer(vector: &Vector, edition: Edition) -> Answers {
    // Which files are listed is the catalogue's answer.
    if vector.text("input.file") != "SKILL.md" {
        return Answers {
            ours: json!(null),
            theirs: json!(null),
        };
    }
    let folder = vector.text("input.dir");
    let bytes = vector.bytes();
    let limits = Limits::default();
    let (source, mut diagnostics) = Source::decode(&bytes);
    let (document, parsing) = Document::parse(&source.text, &limits);
    diagnostics.extend(parsing);
    let dialect = edition.profile().dialect;
    let reading = dialect.read(&document, folder, &limits);
    diagnostics.extend(reading.diagnostics);
    let manifest = reading.manifest;

    let requirements = &manifest.requirements;
    let programs = requirements.bins.iter().map(|name| format!("CLI: {name}"));
    let variables = requirements
        .env
        .iter()
        .filter(|name| !VARIABLES.contains(&&***name))
        .map(|name| format!("ENV: {name}"));
    let missing: Vec<String> = programs.chain(variables).collect();
    let is_valid = !diagnostics.iter().any(Diagnostic::is_error);
    let block = match edition {
        Edition::March => nanobot::lines::block(&document),
        Edition::August => nanobot::block(&document, &limits),
    };
    let mut ours = json!({
        "valid": is_valid,
        "description": manifest.description,
        "nanobot_metadata": block,
        "available": missing.is_empty(),
        "missing": missing.join(", "),
        "always": manifest.resident && missing.is_empty(),
    });
    let field = |name: &str| edition.answer(vector, name).cloned();
    let mut theirs = json!({
        "valid": true,
        "description": field("description"),
        "nanobot_metadata": field("nanobot_metadata"),
        "available": field("available"),
        "missing": field("missing"),
        "always": field("always"),
    });
    if edition == Edition::August {
        let is_identity = nanobot::is_plugin_identity(&document, folder);
        add(&mut ours, "valid_plugin_identity", json!(is_identity));
        let is_identity = field("valid_plugin_identity");
        add(&mut theirs, "valid_plugin_identity", json!(is_identity));
    }
    Answers { ours, theirs }
}
