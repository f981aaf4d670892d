//! OpenHands' parts of `trees.jsonl`, `projects.jsonl` and `openhands/headers.jsonl`: what is found in a
//! folder of skills, in a project and in a home, and in which order.

use std::path::Path;
use std::sync::Arc;

use prowess_base::Surroundings;
use prowess_catalog::{
    Catalog, Described, Entry, FileKind, Profile, Request, RootRule, Scope, ScopeJudge, Snapshot,
};
use prowess_format::Trigger;
use prowess_tests::{Stage, Vector};
use serde_json::{Map, Value, json};

use crate::compare::{Answers, run};

#[test]
fn trees_openhands() {
    run("trees.jsonl", "openhands", tree);
}

#[test]
fn openhands_scans() {
    run("openhands/headers.jsonl", "scan", scan);
}

#[test]
fn projects_openhands() {
    run("projects.jsonl", "openhands", project);
}

fn stage() -> Stage {
    Stage::new()
        .with_folder("{HOME}", "home")
        .with_folder("{WS}", "ws")
}

fn load(stage: &Stage, current: &Path, keep: impl Fn(&RootRule) -> bool) -> Arc<Snapshot> {
    let mut profile = Profile::openhands();
    profile.roots.retain(keep);
    load_profile(stage, current, profile)
}

fn load_profile(stage: &Stage, current: &Path, profile: Profile) -> Arc<Snapshot> {
    let mut surroundings = Surroundings::bare(current);
    surroundings.home = Some(stage.place("{HOME}").to_path_buf());
    let mut request = Request::new(profile, surroundings);
    request.judge = Arc::new(ScopeJudge::Everything);
    Catalog::new(request).load()
}

/// The skills of `{WS}/skills` alone.
fn load_folder(stage: &Stage) -> Arc<Snapshot> {
    let mut profile = Profile::openhands();
    profile.roots = vec![RootRule::Workspace {
        source: "skills".to_owned(),
        folder: "skills".into(),
        scope: Scope::Project,
    }];
    load_profile(stage, stage.place("{WS}"), profile)
}

/// The three categories in which that program keeps what it loads from one folder.
fn category(entry: &Entry) -> &'static str {
    match (entry.kind, &entry.manifest.trigger) {
        (FileKind::Skill, _) => "agent",
        (_, None) => "repo",
        (_, Some(_)) => "knowledge",
    }
}

fn of_category<'s>(snapshot: &'s Snapshot, wanted: &'s str) -> impl Iterator<Item = &'s Entry> {
    snapshot
        .eligible()
        .filter(move |entry| category(entry) == wanted)
}

fn tree(vector: &Vector) -> Answers {
    let stage = stage();
    stage.build_tree(vector.value("input.tree"));
    let snapshot = load_folder(&stage);
    let theirs = vector.value("output.openhands");
    let mut ours = Map::new();
    let mut wanted = Map::new();
    for name in ["repo", "knowledge", "agent"] {
        let Some(listed) = theirs.get(name) else {
            continue;
        };
        let entries: Value = of_category(&snapshot, name)
            .map(|entry| match name {
                "agent" => json!({
                    "name": entry.name, "path": entry.file, "description": described(entry),
                }),
                _ => json!({"name": entry.name, "path": entry.file}),
            })
            .collect();
        ours.insert(name.to_owned(), stage.contract_value(&entries));
        wanted.insert(
            name.to_owned(),
            fields(listed, &["name", "path", "description"]),
        );
    }
    Answers {
        ours: ours.into(),
        theirs: wanted.into(),
    }
}

/// A description that a header gives.
fn described(entry: &Entry) -> Option<&str> {
    (entry.described == Described::Header).then_some(&*entry.description)
}

/// Every object of a list cut down to these fields.
fn fields(list: &Value, kept: &[&str]) -> Value {
    let cut = |object: &Value| -> Value {
        let field = |name: &&str| Some(((*name).to_owned(), object.get(*name)?.clone()));
        kept.iter().filter_map(field).collect::<Map<_, _>>().into()
    };
    list.as_array().into_iter().flatten().map(cut).collect()
}

fn scan(vector: &Vector) -> Answers {
    let stage = stage();
    let (folder, file) = (vector.text("input.dir"), vector.text("input.file"));
    stage.write(&format!("{{WS}}/skills/{folder}/{file}"), vector.bytes());
    let snapshot = load_folder(&stage);
    let names = |name: &str| -> Value {
        of_category(&snapshot, name)
            .map(|entry| json!(entry.name))
            .collect()
    };
    let theirs = vector.value("output.scan");
    let field = |name: &str| theirs.get(name).cloned().unwrap_or_default();
    Answers {
        ours: json!({
            "repo": names("repo"), "knowledge": names("knowledge"), "agent": names("agent"),
        }),
        theirs: json!({
            "repo": field("repo"), "knowledge": field("knowledge"), "agent": field("agent"),
        }),
    }
}

fn project(vector: &Vector) -> Answers {
    let stage = stage();
    stage.build_tree(vector.value("input.tree"));
    let current = stage.expand(vector.text("input.cwd"));
    let current = Path::new(&current);
    let is_users = |rule: &RootRule| matches!(rule, RootRule::Home { .. });
    let project = load(&stage, current, |rule| !is_users(rule));
    let user = load(&stage, current, is_users);
    let merged = load(&stage, current, |_| true);
    let whole = |snapshot: &Snapshot| -> Value { snapshot.eligible().map(skill).collect() };
    let short = |entry: &Entry| json!({"name": entry.name, "path": entry.file});
    let ours = json!({
        "project": whole(&project),
        "user": whole(&user),
        "merged": merged.eligible().map(short).collect::<Value>(),
    });
    let theirs = vector.value("output.openhands");
    Answers {
        ours: stage.contract_value(&ours),
        theirs: json!({
            "project": theirs["project"],
            "user": theirs["user"],
            "merged": theirs["merged_user_then_project"],
        }),
    }
}

fn skill(entry: &Entry) -> Value {
    let kind = match category(entry) {
        "agent" => "agentskills",
        other => other,
    };
    let trigger = match entry.manifest.trigger.as_deref() {
        Some(Trigger::Task { triggers, .. }) => json!({"type": "task", "triggers": triggers}),
        other => json!(other),
    };
    json!({
        "name": entry.name,
        "type": kind,
        "description": described(entry).filter(|text| !text.is_empty()),
        "path": entry.file,
        "trigger": trigger,
    })
}
