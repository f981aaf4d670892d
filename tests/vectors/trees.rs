//! `trees.jsonl`: what clients list of one folder of skills.

use prowess_base::Surroundings;
use prowess_catalog::{Catalog, Request, Verdict};
use prowess_tests::{Stage, Vector};
use serde_json::{Value, json};

use crate::compare::{Answers, run};
use crate::nanobot_prompt::Edition;

/// Nanobot as of 2026-08.
#[test]
fn trees_nanobot() {
    run("trees.jsonl", "nanobot", |vector| {
        nanobot(vector, Edition::August, "output.nanobot_new")
    });
}

/// Nanobot as of 2026-03.
#[test]
fn trees_nanobot_2026_03() {
    run("trees.jsonl", "nanobot-2026-03", |vector| {
        nanobot(vector, Edition::March, "output.nanobot_old")
    });
}

fn nanobot(vector: &Vector, edition: Edition, theirs: &str) -> Answers {
    let stage = Stage::new()
        .with_folder("{HOME}", "home")
        .with_folder("{WS}", "ws");
    stage.build_tree(vector.value("input.tree"));
    let surroundings = Surroundings::bare(stage.place("{WS}"));
    let mut request = Request::new(edition.profile(), surroundings);
    request.workspace = Some(stage.place("{WS}").to_path_buf());
    let snapshot = Catalog::new(request).load();
    let listed =
        |verdict: &Verdict| matches!(verdict, Verdict::Eligible | Verdict::Ineligible { .. });
    let ours: Vec<Value> = snapshot
        .entries
        .iter()
        .filter(|entry| listed(&entry.verdict))
        .map(|entry| {
            json!({
                "name": entry.name,
                "path": entry.file,
                "description": entry.description,
            })
        })
        .collect();
    Answers {
        ours: stage.contract_value(&json!(ours)),
        theirs: vector.value(theirs).clone(),
    }
}
