//! What Nanobot tells a model, in both of its editions: the loader and the texts that the modules
//! beside this one compare.

use std::sync::Arc;

use prowess_base::{Environment, Surroundings};
use prowess_catalog::{
    Catalog, Entry, EntryId, Profile, Reason, Request, RootRule, Scope, ScopeJudge, Snapshot,
    Verdict,
};
use prowess_config::{Layer, Origin};
use prowess_prompt::{HeaderRemoved, RenderOptions, RootNames, for_context, nanobot_body, render};
use prowess_tests::{Stage, Vector};
use serde_json::{Value, json};

/// Which Nanobot answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Edition {
    March,
    August,
}

impl Edition {
    pub(crate) fn profile(self) -> Profile {
        match self {
            Self::March => Profile::nanobot_2026_03(),
            Self::August => Profile::nanobot(),
        }
    }

    /// A field of its answer.
    pub(crate) fn answer<'v>(self, vector: &'v Vector, field: &str) -> Option<&'v Value> {
        let edition = match self {
            Self::March => "old",
            Self::August => "new",
        };
        vector.field(&format!("output.{edition}.{field}"))
    }
}

/// Adds a field to an answer.
pub(crate) fn add(answer: &mut Value, name: &str, field: Value) {
    if let Some(fields) = answer.as_object_mut() {
        fields.insert(name.to_owned(), field);
    }
}

/// A home, a workspace, and the tree of a line in them.
pub(crate) fn stage(tree: &Value) -> Stage {
    let stage = Stage::new()
        .with_folder("{HOME}", "home")
        .with_folder("{WS}", "ws");
    stage.build_tree(tree);
    stage
}

/// The catalogue of a stage; the built-in skills are in `{HOME}/builtin`.
pub(crate) fn load(stage: &Stage, vector: &Vector, edition: Edition) -> Arc<Snapshot> {
    let mut profile = edition.profile();
    for rule in &mut profile.roots {
        if let RootRule::BuiltIn { source } = rule {
            *rule = RootRule::Fixed {
                source: source.clone(),
                path: stage.place("{HOME}").join("builtin"),
                scope: Scope::BuiltIn,
            };
        }
    }
    let mut request = Request::new(profile, surroundings(stage, vector));
    request.workspace = Some(stage.place("{WS}").to_path_buf());
    request.judge = Arc::new(ScopeJudge::Everything);
    for name in texts(vector, "input.disabled") {
        let origin = Origin {
            layer: Layer::User,
            name: "disabledSkills".to_owned(),
            file: None,
            line: None,
        };
        request.settings.disabled.push((name, origin));
    }
    Catalog::new(request).load()
}

fn surroundings(stage: &Stage, vector: &Vector) -> Surroundings {
    let home = stage.place("{HOME}");
    let mut environment = Environment::default();
    environment.set("HOME", home);
    let folders: Vec<_> = texts(vector, "input.path")
        .iter()
        .map(|folder| stage.expand(folder))
        .collect();
    if folders.is_empty() {
        environment.set("PATH", home.join("missing"));
    } else {
        environment.set("PATH", folders.join(":"));
    }
    let variables = vector.field("input.env").and_then(Value::as_object);
    for (name, value) in variables.into_iter().flatten() {
        environment.set(name, value.as_str().unwrap_or(""));
    }
    Surroundings {
        home: Some(home.to_path_buf()),
        environment,
        ..Surroundings::bare(stage.place("{WS}"))
    }
}

pub(crate) fn texts(vector: &Vector, path: &str) -> Vec<String> {
    let texts = vector.field(path).and_then(Value::as_array);
    let texts = texts.into_iter().flatten().filter_map(Value::as_str);
    texts.map(str::to_owned).collect()
}

/// Listed, available or not: nobody turned it off.
fn is_listed(entry: &Entry) -> bool {
    match &entry.verdict {
        Verdict::Eligible => true,
        Verdict::Ineligible { reasons } => {
            let is_setting = |reason: &Reason| matches!(reason, Reason::Disabled { .. });
            !reasons.iter().any(is_setting)
        }
        _ => false,
    }
}

/// The summary alone: the list, placeholders put back.
pub(crate) fn summary(
    stage: &Stage,
    snapshot: &Snapshot,
    exclude: &[String],
    root_names: RootNames,
) -> Value {
    let excluded = |entry: &Entry| exclude.iter().any(|name| **name == *entry.name);
    let active: Vec<EntryId> = snapshot
        .entries
        .with_ids()
        .filter(|(_, entry)| excluded(entry))
        .map(|(id, _)| id)
        .collect();
    let options = RenderOptions {
        active: &active,
        root_names,
        ..RenderOptions::default()
    };
    json!(stage.contract(render(snapshot, &options).catalogue()))
}

/// Bodies for a context: every listed skill of these folder names, in their order.
pub(crate) fn context(stage: &Stage, snapshot: &Snapshot, names: &[String]) -> Value {
    let bodies: Vec<(&str, String)> = names
        .iter()
        .filter_map(|name| {
            let mut entries = snapshot.entries.with_ids();
            let (id, _) = entries.find(|(_, entry)| is_listed(entry) && *entry.name == **name)?;
            let content = snapshot.content(id).ok()?;
            let header = if content.body.start > 0 {
                HeaderRemoved::Yes
            } else {
                HeaderRemoved::No
            };
            Some((name.as_str(), nanobot_body(content.body(), header)))
        })
        .collect();
    json!(stage.contract(&for_context(&bodies)))
}
