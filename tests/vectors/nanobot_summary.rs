//! `nanobot/summary.jsonl`: the list of skills in Nanobot's prompt.

use std::fs;

use prowess_prompt::RootNames;
use prowess_tests::{Stage, Vector};
use serde_json::json;

use crate::compare::{Answers, run};
use crate::nanobot_prompt::{Edition, load, stage, summary, texts};

#[test]
fn nanobot_summary() {
    run("nanobot/summary.jsonl", "prompt", |vector| {
        answer(vector, Edition::August)
    });
}

#[test]
fn nanobot_2026_03_summary() {
    run("nanobot/summary.jsonl", "prompt-2026-03", |vector| {
        answer(vector, Edition::March)
    });
}

fn answer(vector: &Vector, edition: Edition) -> Answers {
    let stage = stage(vector.value("input.tree"));
    let snapshot = load(&stage, vector, edition);
    let exclude = match edition {
        // Excluding is the later program's.
        Edition::March => Vec::new(),
        Edition::August => texts(vector, "input.exclude"),
    };
    let ours = summary(&stage, &snapshot, &exclude, root_names(&stage, vector));
    Answers {
        ours: json!({"summary": ours}),
        theirs: json!({"summary": edition.answer(vector, "summary")}),
    }
}

/// Roots have short names where the agent works in its own workspace.
fn root_names(stage: &Stage, vector: &Vector) -> RootNames {
    let Some(project) = vector.field("input.project").and_then(|path| path.as_str()) else {
        return RootNames::Short;
    };
    let real = |path: &str| fs::canonicalize(path).expect("a folder");
    if real(&stage.expand(project)) == real(&stage.expand("{WS}")) {
        RootNames::Short
    } else {
        RootNames::Absolute
    }
}
