//! `openclaw/frontmatter.jsonl`: a file → flat map, block, invocation, and what the skill is
//! called and says.

use prowess_base::Diagnostic;
use prowess_format::{Dialect, Document, Limits, Source, openclaw};
use prowess_tests::Vector;
use serde_json::{Value, json};

use crate::compare::{Answers, run};

#[test]
fn openclaw_frontmatter() {
    run("openclaw/frontmatter.jsonl", "all", answer);
}

fn answer(vector: &Vector) -> Answers {
    let folder = vector.text("input.folder");
    let bytes = vector.bytes();
    let limits = Limits::default();
    let (source, mut diagnostics) = Source::decode(&bytes);
    let (document, parsing) = Document::parse(&source.text, &limits);
    diagnostics.extend(parsing);
    let reading = Dialect::OpenClaw.read(&document, folder, &limits);
    diagnostics.extend(reading.diagnostics);
    let manifest = reading.manifest;

    let loads = !diagnostics.iter().any(Diagnostic::is_error);
    let if_loads = |value: Value| if loads { value } else { Value::Null };
    let name = manifest.name.as_deref().unwrap_or(folder);
    let fields: serde_json::Map<String, Value> = openclaw::flat_fields(&document)
        .into_iter()
        .map(|(key, value)| (key, value.into()))
        .collect();
    let ours = json!({
        "frontmatter": fields,
        "metadata": openclaw::block(&document, &limits),
        "invocation": {
            "userInvocable": manifest.invocation.user,
            "disableModelInvocation": !manifest.invocation.model,
        },
        "loads": loads,
        "name": if_loads(json!(name)),
        "description": if_loads(json!(manifest.description)),
        "skillKey": if_loads(json!(manifest.skill_key.as_deref().unwrap_or(name))),
        "emoji": if_loads(json!(manifest.emoji)),
        "homepage": if_loads(json!(manifest.homepage)),
    });
    let theirs = vector.output_fields(&[
        "frontmatter",
        "metadata",
        "invocation",
        "loads",
        "name",
        "description",
        "skillKey",
        "emoji",
        "homepage",
    ]);
    Answers { ours, theirs }
}
