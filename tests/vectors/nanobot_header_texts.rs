//! `nanobot/headers.jsonl`, the fields that belong to the prompt: the summary and the body in a
//! context.

use prowess_prompt::RootNames;
use prowess_tests::{Stage, Vector};
use serde_json::{Value, json};

use crate::compare::{Answers, run};
use crate::nanobot_prompt::{Edition, context, load, stage, summary};

#[test]
fn nanobot_header_texts() {
    run("nanobot/headers.jsonl", "prompt", |vector| {
        answer(vector, Edition::August)
    });
}

#[test]
fn nanobot_2026_03_header_texts() {
    run("nanobot/headers.jsonl", "prompt-2026-03", |vector| {
        answer(vector, Edition::March)
    });
}

fn answer(vector: &Vector, edition: Edition) -> Answers {
    let stage: Stage = stage(&json!({}));
    let folder = vector.text("input.dir");
    let file = vector.text("input.file");
    stage.write(&format!("{{WS}}/skills/{folder}/{file}"), vector.bytes());
    let snapshot = load(&stage, vector, edition);
    let ours = json!({
        "summary": summary(&stage, &snapshot, &[], RootNames::Short),
        "context": context(&stage, &snapshot, &[folder.to_owned()]),
    });
    // A file of another name is not listed, and both texts are empty.
    let text = |field: &str| {
        edition
            .answer(vector, field)
            .cloned()
            .unwrap_or(Value::String(String::new()))
    };
    Answers {
        ours,
        theirs: json!({"summary": text("summary"), "context": text("context")}),
    }
}
