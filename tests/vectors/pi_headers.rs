//! `pi/headers.jsonl`: what one SKILL.md is to pi: listed or not, under which name, with which
//! description, hidden from the model or not, and how it is told.

use prowess_tests::Vector;
use serde_json::{Value, json};

use crate::compare::{Answers, run};
use crate::one_skill::OneSkill;

#[test]
fn pi_headers() {
    run("pi/headers.jsonl", "all", answer);
}

fn answer(vector: &Vector) -> Answers {
    let one = OneSkill::new(vector, prowess_catalog::Profile::pi());
    let skills: Vec<Value> = one
        .counting()
        .map(|entry| {
            json!({
                "name": entry.name,
                "description": entry.description,
                "file": entry.file,
                "disable_model_invocation": !entry.manifest.invocation.model,
            })
        })
        .collect();
    let ours = json!({
        "skills": one.stage.contract_value(&json!(skills)),
        "catalogue": one.stage.contract(one.rendered().catalogue()),
    });
    // What stands before the list are sentences.
    let prompt = vector.text("output.prompt");
    let list = prompt.find("<available_skills>");
    let theirs = json!({
        "skills": vector.value("output.skills"),
        "catalogue": list.and_then(|start| prompt.get(start..)).unwrap_or(""),
    });
    Answers { ours, theirs }
}
