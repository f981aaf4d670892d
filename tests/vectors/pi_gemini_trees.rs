//! `trees.jsonl` and `projects.jsonl`: what pi and Gemini list of a folder of skills, and of a whole
//! project with a home.

use std::sync::Arc;

use prowess_base::Surroundings;
use prowess_catalog::{
    Catalog, Entry, Profile, Request, Root, Scope, ScopeJudge, Snapshot, Trust, Verdict,
};
use prowess_tests::{Stage, Vector};
use serde_json::{Value, json};

use crate::compare::{Answers, run};
use crate::one_skill::load_skills;

#[test]
fn trees_pi() {
    run("trees.jsonl", "pi", |vector| {
        let (stage, snapshot) = tree(vector, Profile::pi());
        let listed = snapshot.entries.iter().filter(|entry| entry.is_eligible());
        Answers {
            ours: stage.contract_value(&skills(listed)),
            theirs: vector.value("output.pi.load").clone(),
        }
    });
}

/// That loader gives every skill it finds; one name once comes later.
#[test]
fn trees_gemini() {
    run("trees.jsonl", "gemini", |vector| {
        let (stage, snapshot) = tree(vector, Profile::gemini());
        let is_found =
            |entry: &&Entry| matches!(entry.verdict, Verdict::Eligible | Verdict::Shadowed { .. });
        let listed = snapshot.entries.iter().filter(is_found);
        Answers {
            ours: by_path(stage.contract_value(&skills(listed))),
            theirs: by_path(vector.value("output.gemini.skills_sorted_by_path").clone()),
        }
    });
}

#[test]
fn projects_pi() {
    run("projects.jsonl", "pi", |vector| {
        let (stage, snapshot) = project(vector, Profile::pi());
        let listed = snapshot.entries.iter().filter(|entry| entry.is_eligible());
        let ours = listed.map(|entry| {
            let mut skill = skill(entry);
            let scope = snapshot.root(entry.root).map(|root| root.scope.as_str());
            if let Some(fields) = skill.as_object_mut() {
                fields.insert("scope".to_owned(), json!(scope));
            }
            skill
        });
        let collisions = snapshot
            .entries
            .iter()
            .filter_map(|entry| collision(entry, &snapshot));
        let theirs = vector.value("output.pi.diagnostics").as_array();
        let their_collisions = theirs
            .into_iter()
            .flatten()
            .map(|told| json!({"winner": told.get("winner"), "loser": told.get("loser")}));
        Answers {
            ours: stage.contract_value(&json!({
                "skills": ours.collect::<Vec<_>>(),
                "collisions": collisions.collect::<Vec<_>>(),
            })),
            theirs: json!({
                "skills": vector.value("output.pi.skills"),
                "collisions": their_collisions.collect::<Vec<_>>(),
            }),
        }
    });
}

#[test]
fn projects_gemini() {
    run("projects.jsonl", "gemini", |vector| {
        let (stage, snapshot) = project(vector, Profile::gemini());
        let listed = snapshot.entries.iter().filter(|entry| entry.is_eligible());
        Answers {
            ours: by_path(stage.contract_value(&skills(listed))),
            theirs: by_path(vector.value("output.gemini.skills_sorted_by_path").clone()),
        }
    });
}

fn tree(vector: &Vector, profile: Profile) -> (Stage, Arc<Snapshot>) {
    let stage = Stage::new()
        .with_folder("{HOME}", "home")
        .with_folder("{WS}", "ws");
    stage.build_tree(vector.value("input.tree"));
    let snapshot = load_skills(&stage, profile);
    (stage, snapshot)
}

/// Leaves a project's skills out: its user has not said that it may be trusted.
struct Untrusted;

impl prowess_catalog::Judge for Untrusted {
    fn judge(&self, _: &Entry, root: &Root) -> (Trust, Option<String>) {
        match root.scope {
            Scope::Project => (Trust::Blocked, None),
            _ => (Trust::Trusted, None),
        }
    }
}

fn project(vector: &Vector, profile: Profile) -> (Stage, Arc<Snapshot>) {
    let stage = Stage::new()
        .with_folder("{HOME}", "home")
        .with_folder("{WS}", "ws");
    stage.build_tree(vector.value("input.tree"));
    let current = stage.expand(vector.text("input.cwd"));
    std::fs::create_dir_all(&current).unwrap_or_else(|error| panic!("{current}: {error}"));
    let mut surroundings = Surroundings::bare(current);
    surroundings.home = Some(stage.place("{HOME}").to_path_buf());
    let mut request = Request::new(profile, surroundings);
    request.judge = match vector.field("input.trusted") {
        Some(Value::Bool(false)) => Arc::new(Untrusted),
        _ => Arc::new(ScopeJudge::Everything),
    };
    let snapshot = Catalog::new(request).load();
    (stage, snapshot)
}

fn skills<'e>(entries: impl Iterator<Item = &'e Entry>) -> Value {
    entries.map(skill).collect()
}

fn skill(entry: &Entry) -> Value {
    // Of a folder that a link leads to, the path by which it is listed.
    let file = match (&entry.listed, entry.file.file_name()) {
        (Some(folder), Some(name)) => folder.join(name),
        _ => entry.file.to_path_buf(),
    };
    let mut skill = json!({"name": entry.name, "description": entry.description, "path": file});
    if let (false, Some(fields)) = (entry.manifest.invocation.model, skill.as_object_mut()) {
        fields.insert("disable_model_invocation".to_owned(), json!(true));
    }
    skill
}

/// One name twice; that program says nothing of a file that is reached twice.
fn collision(entry: &Entry, snapshot: &Snapshot) -> Option<Value> {
    let Verdict::Shadowed { by } = entry.verdict else {
        return None;
    };
    let winner = snapshot.entry(by)?;
    let real = |entry: &Entry| std::fs::canonicalize(&entry.file).ok();
    let is_same = real(winner) == real(entry);
    (!is_same).then(|| json!({"winner": winner.file, "loser": entry.file}))
}

fn by_path(skills: Value) -> Value {
    let Value::Array(mut skills) = skills else {
        return skills;
    };
    skills.sort_by_key(|skill| skill.get("path").map(ToString::to_string));
    Value::Array(skills)
}
