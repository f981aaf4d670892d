//! `nanobot/context.jsonl`: bodies put into a context.

use prowess_tests::Vector;
use serde_json::json;

use crate::compare::{Answers, run};
use crate::nanobot_prompt::{Edition, context, load, stage, texts};

#[test]
fn nanobot_context() {
    run("nanobot/context.jsonl", "prompt", |vector| {
        answer(vector, Edition::August)
    });
}

#[test]
fn nanobot_2026_03_context() {
    run("nanobot/context.jsonl", "prompt-2026-03", |vector| {
        answer(vector, Edition::March)
    });
}

fn answer(vector: &Vector, edition: Edition) -> Answers {
    let stage = stage(vector.value("input.tree"));
    let snapshot = load(&stage, vector, edition);
    let ours = context(&stage, &snapshot, &texts(vector, "input.names"));
    Answers {
        ours: json!({"context": ours}),
        theirs: json!({"context": edition.answer(vector, "context")}),
    }
}
