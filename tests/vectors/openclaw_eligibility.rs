//! `openclaw/eligibility.jsonl`: what the loader keeps, and what the status tells.

use std::path::Path;
use std::sync::Arc;

use prowess_base::{Environment, Platform, Surroundings};
use prowess_catalog::clients::openclaw;
use prowess_catalog::{Catalog, Profile, RemoteHost, Request, ScopeJudge, Settings};
use prowess_config::Origin;
use prowess_tests::{Stage, Vector};
use serde_json::{Value, json};

use crate::compare::{Answers, run};

#[test]
fn openclaw_eligibility() {
    run("openclaw/eligibility.jsonl", "gates", answer);
}

fn answer(vector: &Vector) -> Answers {
    let stage = Stage::new()
        .with_folder("{HOME}", "home")
        .with_folder("{WS}", "home/ws")
        .with_folder("{BUNDLED}", "bundled")
        .with_folder("{BIN}", "bin");
    let folder = match vector.text("input.source") {
        "openclaw-bundled" => "{BUNDLED}",
        "openclaw-managed" => "{HOME}/.openclaw/skills",
        "agents-skills-personal" => "{HOME}/.agents/skills",
        "agents-skills-project" => "{WS}/.agents/skills",
        "openclaw-extra" => "{HOME}/extra/skills",
        _ => "{WS}/skills",
    };
    stage.write(&format!("{folder}/demo/SKILL.md"), header(vector));
    put_programs(&stage, vector);

    let remote = field(vector, "input.remote");
    let mut request = Request::new(Profile::openclaw(), surroundings(&stage, vector));
    request.workspace = Some(stage.place("{WS}").to_path_buf());
    request.judge = Arc::new(ScopeJudge::Everything);
    request.remote = remote.is_object().then(|| RemoteHost {
        platforms: texts(&remote["platforms"]),
        bins: texts(&remote["bins"]),
    });

    request.settings = settings(&stage, vector, None);
    if let Some(filter) = field(vector, "input.skillFilter").as_array() {
        let filter = openclaw::normalize_filter(filter.iter().cloned());
        request.settings.agent_filter = Some((filter, Origin::default_of("skillFilter")));
    }
    let mut loader = Catalog::new(request.clone());
    let is_kept = loader.load().eligible().count() == 1;

    let agent = field(vector, "input.agentId").as_str();
    request.settings = settings(&stage, vector, agent);
    let mut catalog = Catalog::new(request);
    let snapshot = catalog.load();
    let id = snapshot.get("demo").expect("the skill is there");
    let status = openclaw::status(&catalog, id).expect("its status");
    Answers {
        ours: json!({"loaderEligible": is_kept, "status": status}),
        theirs: vector.output_fields(&["loaderEligible", "status"]),
    }
}

fn header(vector: &Vector) -> String {
    let mut text = format!("---\nname: {}\ndescription: d\n", vector.text("input.name"));
    let fields = field(vector, "input.frontmatter").as_object();
    for (key, value) in fields.into_iter().flatten() {
        text.push_str(&format!("{key}: {}\n", value.as_str().unwrap_or("")));
    }
    let metadata = field(vector, "input.metadata");
    if !metadata.is_null() {
        text.push_str(&format!("metadata: {}\n", json!({"openclaw": metadata})));
    }
    text.push_str("---\nBody.\n");
    text
}

fn put_programs(stage: &Stage, vector: &Vector) {
    let mut tree = serde_json::Map::new();
    let mut put = |list: &str, form: fn() -> Value| {
        for name in texts(field(vector, &format!("input.{list}"))) {
            tree.insert(format!("{{BIN}}/{name}"), form());
        }
    };
    put("present", || json!({"exec": "x"}));
    put("nonExecutable", || json!({"noexec": "x"}));
    put("presentDirs", || json!({"dir": true}));
    stage.build_tree(&Value::Object(tree));
}

fn surroundings(stage: &Stage, vector: &Vector) -> Surroundings {
    let mut environment = Environment::default();
    for (name, value) in field(vector, "input.env").as_object().into_iter().flatten() {
        environment.set(name, value.as_str().unwrap_or(""));
    }
    match vector.text("input.path") {
        "bin" => environment.set("PATH", stage.place("{BIN}")),
        "empty" => environment.set("PATH", ""),
        _ => {}
    }
    environment.set("OPENCLAW_BUNDLED_SKILLS_DIR", stage.place("{BUNDLED}"));
    Surroundings {
        home: Some(stage.place("{HOME}").to_path_buf()),
        environment,
        platform: Platform::from_node_name(vector.text("input.platform")),
        ..Surroundings::bare(stage.place("{WS}"))
    }
}

fn settings(stage: &Stage, vector: &Vector, agent: Option<&str>) -> Settings {
    let config = match field(vector, "input.config") {
        Value::Null => json!({}),
        config => config.clone(),
    };
    let file = Path::new("openclaw.json");
    let surroundings = surroundings(stage, vector);
    let read = openclaw::read_config(&config.to_string(), file, agent, &surroundings);
    let mut settings = read.expect("a configuration").settings;
    if vector.text("input.source") == "openclaw-extra" {
        let extra = stage.place("{HOME}").join("extra/skills");
        settings
            .extra_roots
            .push((extra, Origin::default_of("extra")));
    }
    settings
}

/// A field of the line; `null` where the line does not have it.
fn field<'v>(vector: &'v Vector, path: &str) -> &'v Value {
    vector.field(path).unwrap_or(&Value::Null)
}

fn texts(list: &Value) -> Vec<String> {
    let elements = list.as_array().into_iter().flatten();
    elements
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect()
}
