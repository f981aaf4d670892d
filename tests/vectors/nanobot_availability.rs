//! `nanobot/availability.jsonl`: which skills are available and what is missing.

use prowess_base::{Environment, Surroundings};
use prowess_catalog::{Catalog, Entry, Listing, Request, ScopeJudge};
use prowess_tests::{Stage, Vector};
use serde_json::{Value, json};
use std::sync::Arc;

use crate::compare::{Answers, run};
use crate::nanobot_prompt::{Edition, add};

#[test]
fn nanobot_availability() {
    run("nanobot/availability.jsonl", "gates", |vector| {
        answer(vector, Edition::August)
    });
}

#[test]
fn nanobot_2026_03_availability() {
    run("nanobot/availability.jsonl", "gates-2026-03", |vector| {
        answer(vector, Edition::March)
    });
}

fn answer(vector: &Vector, edition: Edition) -> Answers {
    let stage = Stage::new()
        .with_folder("{HOME}", "home")
        .with_folder("{WS}", "ws");
    stage.build_tree(vector.value("input.tree"));
    let mut request = Request::new(edition.profile(), surroundings(&stage, vector));
    request.workspace = Some(stage.place("{WS}").to_path_buf());
    request.judge = Arc::new(ScopeJudge::Everything);
    let snapshot = Catalog::new(request).load();

    let names = |entries: &mut dyn Iterator<Item = &Entry>| -> Vec<String> {
        entries.map(|entry| entry.name.to_string()).collect()
    };
    let residents = snapshot.residents().filter_map(|id| snapshot.entry(id));
    let first = snapshot.list(Listing::Everything).next();
    let entry = first.expect("a skill was found");
    let missing = entry.verdict.missing();
    let text = missing.to_string();
    let is_available = entry.is_eligible();
    let mut ours = json!({
        "listed_available": names(&mut snapshot.eligible()),
        "always": names(&mut residents.into_iter()),
        "requirements": {"check": is_available, "missing": text},
    });
    if edition == Edition::August {
        add(&mut ours, "availability", json!([is_available, text]));
        add(
            &mut ours,
            "skill_requirements",
            json!({
                "bins": entry.manifest.requirements.bins,
                "env": entry.manifest.requirements.env,
                "missing_bins": missing.programs,
                "missing_env": missing.variables,
            }),
        );
    }
    // Stated apart: what a header says is compared where dialects are.
    let mut theirs = match edition {
        Edition::March => vector.value("output.old").clone(),
        Edition::August => vector.value("output.new").clone(),
    };
    if let Value::Object(fields) = &mut theirs {
        fields.shift_remove("nanobot_metadata");
    }
    Answers {
        ours,
        theirs: stage.contract_value(&theirs),
    }
}

/// `PATH` is the named folders, or one that is missing; a few variables are always there.
fn surroundings(stage: &Stage, vector: &Vector) -> Surroundings {
    let mut environment = Environment::default();
    let home = stage.place("{HOME}");
    environment.set("HOME", home);
    environment.set("LANG", "C.UTF-8");
    environment.set("TZ", "UTC");
    let folders = vector.field("input.path").and_then(Value::as_array);
    let folders: Vec<String> = folders
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .map(|folder| stage.expand(folder))
        .collect();
    if folders.is_empty() {
        environment.set("PATH", home.join("missing"));
    } else {
        environment.set("PATH", folders.join(":"));
    }
    for (name, value) in vector
        .field("input.env")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        environment.set(name, value.as_str().unwrap_or(""));
    }
    Surroundings {
        home: Some(home.to_path_buf()),
        environment,
        ..Surroundings::bare(stage.place("{WS}"))
    }
}
