//! `nanobot/availability.jsonl`: which skills are available and what is missing. Only answers of the
//! newer program count.

use prowess_base::{Environment, Surroundings};
use prowess_catalog::{Catalog, Entry, Listing, Profile, Reason, Request, ScopeJudge, Verdict};
use prowess_tests::{Stage, Vector};
use serde_json::{Value, json};
use std::sync::Arc;

use crate::compare::{Answers, run};

#[test]
fn nanobot_availability() {
    run("nanobot/availability.jsonl", "gates", answer);
}

fn answer(vector: &Vector) -> Answers {
    let stage = Stage::new()
        .with_folder("{HOME}", "home")
        .with_folder("{WS}", "ws");
    stage.build_tree(vector.value("input.tree"));
    let mut request = Request::new(Profile::nanobot(), surroundings(&stage, vector));
    request.workspace = Some(stage.place("{WS}").to_path_buf());
    request.judge = Arc::new(ScopeJudge::Everything);
    let snapshot = Catalog::new(request).load();

    let names = |entries: &mut dyn Iterator<Item = &Entry>| -> Vec<String> {
        entries.map(|entry| entry.name.to_string()).collect()
    };
    let residents = snapshot.residents().filter_map(|id| snapshot.entry(id));
    let first = snapshot.list(Listing::Everything).next();
    let entry = first.expect("a skill was found");
    let missing = missing(entry);
    let text: Vec<String> = missing
        .bins
        .iter()
        .map(|name| format!("CLI: {name}"))
        .chain(missing.env.iter().map(|name| format!("ENV: {name}")))
        .collect();
    let text = text.join(", ");
    let is_available = entry.is_eligible();
    let ours = json!({
        "listed_available": names(&mut snapshot.eligible()),
        "always": names(&mut residents.into_iter()),
        "requirements": {"check": is_available, "missing": text},
        "availability": [is_available, text],
        "skill_requirements": {
            "bins": entry.manifest.requirements.bins,
            "env": entry.manifest.requirements.env,
            "missing_bins": missing.bins,
            "missing_env": missing.env,
        },
    });
    // Stated apart: what a header says is compared where dialects are.
    let mut theirs = vector.value("output.new").clone();
    if let Value::Object(fields) = &mut theirs {
        fields.shift_remove("nanobot_metadata");
    }
    Answers {
        ours,
        theirs: stage.contract_value(&theirs),
    }
}

struct Missing {
    bins: Vec<String>,
    env: Vec<String>,
}

fn missing(entry: &Entry) -> Missing {
    let Verdict::Ineligible { reasons } = &entry.verdict else {
        return Missing {
            bins: Vec::new(),
            env: Vec::new(),
        };
    };
    let program = |reason: &Reason| match reason {
        Reason::Program { name, .. } => Some(name.clone()),
        _ => None,
    };
    let variable = |reason: &Reason| match reason {
        Reason::Environment { name } => Some(name.clone()),
        _ => None,
    };
    Missing {
        bins: reasons.iter().filter_map(program).collect(),
        env: reasons.iter().filter_map(variable).collect(),
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
