//! `nanobot/context.jsonl`: bodies put into a context. Only answers of the newer program count.

use prowess_tests::Vector;
use serde_json::json;

use crate::compare::{Answers, run};
use crate::nanobot_prompt::{context, load, stage, texts};

#[test]
fn nanobot_context() {
    run("nanobot/context.jsonl", "prompt", answer);
}

fn answer(vector: &Vector) -> Answers {
    let stage = stage(vector.value("input.tree"));
    let snapshot = load(&stage, vector);
    let ours = context(&stage, &snapshot, &texts(vector, "input.names"));
    Answers {
        ours: json!({"context": ours}),
        theirs: json!({"context": vector.value("output.new.context")}),
    }
}
