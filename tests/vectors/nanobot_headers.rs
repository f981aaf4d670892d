//! `nanobot/headers.jsonl`, the fields that the dialect decides: description, block, requirements,
//! residence and the identity of plugins' skills. Only answers of the newer program count.

use prowess_base::Diagnostic;
use prowess_format::{Dialect, Document, Limits, Source, nanobot};
use prowess_tests::Vector;
use serde_json::json;

use crate::compare::{Answers, run};

#[test]
fn nanobot_headers() {
    run("nanobot/headers.jsonl", "dialect", answer);
}

/// What the vectors' environment has; no program is on the path.
const VARIABLES: [&str; 4] = ["HOME", "LANG", "TZ", "PATH"];

fn answer(vector: &Vector) -> Answers {
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
    let reading = Dialect::Nanobot.read(&document, folder, &limits);
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
    let ours = json!({
        "valid": is_valid,
        "description": manifest.description,
        "nanobot_metadata": nanobot::block(&document, &limits),
        "available": missing.is_empty(),
        "missing": missing.join(", "),
        "always": manifest.resident && missing.is_empty(),
        "valid_plugin_identity": nanobot::is_plugin_identity(&document, folder),
    });
    let field = |name: &str| vector.value(&format!("output.new.{name}")).clone();
    let theirs = json!({
        "valid": true,
        "description": field("description"),
        "nanobot_metadata": field("nanobot_metadata"),
        "available": field("available"),
        "missing": field("missing"),
        "always": field("always"),
        "valid_plugin_identity": field("valid_plugin_identity"),
    });
    Answers { ours, theirs }
}
