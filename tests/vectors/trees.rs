//! `trees.jsonl`: what clients list of one folder of skills.

use prowess_base::Surroundings;
use prowess_catalog::{Catalog, Profile, Request, Verdict};
use prowess_tests::{Stage, Vector};
use serde_json::{Value, json};

use crate::compare::{Answers, run};

/// Nanobot as of 2026-08. The older one (`nanobot_old`) and the other clients belong to profiles that
/// there are not yet.
#[test]
fn trees_nanobot() {
    run("trees.jsonl", "nanobot", nanobot);
}

fn nanobot(vector: &Vector) -> Answers {
    let stage = Stage::new()
        .with_folder("{HOME}", "home")
        .with_folder("{WS}", "ws");
    stage.build_tree(vector.value("input.tree"));
    let surroundings = Surroundings::bare(stage.place("{WS}"));
    let mut request = Request::new(Profile::nanobot(), surroundings);
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
        theirs: vector.value("output.nanobot_new").clone(),
    }
}
