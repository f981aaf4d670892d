//! `nanobot/headers.jsonl`, the fields that belong to the prompt: the summary and the body in a
//! context. Only answers of the newer program count.

use prowess_prompt::RootNames;
use prowess_tests::{Stage, Vector};
use serde_json::{Value, json};

use crate::compare::{Answers, run};
use crate::nanobot_prompt::{context, load, stage, summary};

#[test]
fn nanobot_header_texts() {
    run("nanobot/headers.jsonl", "prompt", answer);
}

fn answer(vector: &Vector) -> Answers {
    let stage: Stage = stage(&json!({}));
    let folder = vector.text("input.dir");
    let file = vector.text("input.file");
    stage.write(&format!("{{WS}}/skills/{folder}/{file}"), vector.bytes());
    let snapshot = load(&stage, vector);
    let new = vector.value("output.new");
    let ours = json!({
        "summary": summary(&stage, &snapshot, &[], RootNames::Short),
        "context": context(&stage, &snapshot, &[folder.to_owned()]),
    });
    // A file of another name is not listed, and both texts are empty.
    let text = |field: &str| {
        new.get(field)
            .cloned()
            .unwrap_or(Value::String(String::new()))
    };
    Answers {
        ours,
        theirs: json!({"summary": text("summary"), "context": text("context")}),
    }
}
