//! `gemini/headers.jsonl`: what one SKILL.md is to Gemini: listed or not, under which name, with
//! which description and body.

use prowess_catalog::Profile;
use prowess_tests::Vector;
use serde_json::json;

use crate::compare::{Answers, run};
use crate::one_skill::OneSkill;

#[test]
fn gemini_headers() {
    run("gemini/headers.jsonl", "all", answer);
}

fn answer(vector: &Vector) -> Answers {
    let one = OneSkill::new(vector, Profile::gemini());
    let listed: Vec<&str> = one.counting().map(|entry| &*entry.name).collect();
    let mut ours = json!({"listed": listed});
    let mut theirs = json!({"listed": vector.value("output.listed")});
    // Other files are read by that program's loader and never found by its search.
    let is_listed = vector
        .value("output.listed")
        .as_array()
        .is_some_and(|it| !it.is_empty());
    if is_listed
        && let (Some(entry), Some(theirs), Some(ours)) = (
            one.counting().next(),
            theirs.as_object_mut(),
            ours.as_object_mut(),
        )
    {
        ours.insert("description".to_owned(), json!(entry.description));
        ours.insert("body".to_owned(), json!(one.body().trim()));
        for field in ["description", "body"] {
            theirs.insert(
                field.to_owned(),
                vector.value(&format!("output.{field}")).clone(),
            );
        }
    }
    Answers { ours, theirs }
}
