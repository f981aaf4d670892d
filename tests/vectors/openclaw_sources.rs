//! `openclaw/sources.jsonl`: where skills come from, which of one name goes first, and what is said
//! about folders, links and limits.

use std::path::Path;
use std::sync::Arc;

use prowess_base::Surroundings;
use prowess_catalog::clients::openclaw::read_config;
use prowess_catalog::discover::{Escape, Found, Notice, Outcome, Place, Plan, Visitor, Walk};
use prowess_catalog::{
    Catalog, Discovery, FileIdentity, Profile, Request, Root, RootRule, Settings, Verdict,
};
use prowess_tests::{Stage, Vector};
use serde_json::{Value, json};

use crate::compare::{Answers, run};

#[test]
fn openclaw_sources() {
    run("openclaw/sources.jsonl", "all", answer);
}

fn answer(vector: &Vector) -> Answers {
    let stage = Stage::new()
        .with_folder("{HOME}", "home")
        .with_folder("{WS}", "home/ws")
        .with_name("{STATE}", "home/.openclaw")
        .with_folder("{BUNDLED}", "bundled")
        .with_folder("{OUT}", "out");
    stage.build_tree(vector.value("input.tree"));
    let surroundings = surroundings(&stage);
    let config = stage.expand_value(vector.value("input.config"));
    let file = stage.place("{STATE}").join("openclaw.json");
    let config = read_config(&config.to_string(), &file, None, &surroundings)
        .unwrap_or_else(|diagnostic| panic!("{diagnostic:?}"));
    let mut profile = Profile::openclaw();
    if vector.field("input.opts.workspaceOnly") == Some(&json!(true)) {
        profile.roots.retain(|rule| {
            matches!(rule, RootRule::Workspace { source, .. } if source == "openclaw-workspace")
        });
    }
    let ours = json!({
        "skills": skills(&profile, &surroundings, &config.settings, &stage),
        "warnings": sorted(warnings(&profile, &surroundings, &config.settings, &stage)),
    });
    let mut theirs = vector.output.clone();
    let masked = vector.value("output.warnings").as_array().map(|warnings| {
        let masked = warnings
            .iter()
            .map(|warning| without_words(warning.clone()));
        sorted(masked.collect())
    });
    if let Some(fields) = theirs.as_object_mut() {
        fields.insert("warnings".to_owned(), json!(masked));
    }
    Answers {
        ours: stage.contract_value(&ours),
        theirs,
    }
}

fn surroundings(stage: &Stage) -> Surroundings {
    let mut surroundings = Surroundings::bare(stage.place("{WS}"));
    surroundings.home = Some(stage.place("{HOME}").to_path_buf());
    let bundled = stage.place("{BUNDLED}").as_os_str();
    surroundings
        .environment
        .set("OPENCLAW_BUNDLED_SKILLS_DIR", bundled);
    surroundings
}

/// The skills that won their names, whether or not they are eligible.
fn skills(
    profile: &Profile,
    surroundings: &Surroundings,
    settings: &Settings,
    stage: &Stage,
) -> Vec<Value> {
    let mut request = Request::new(profile.clone(), surroundings.clone());
    request.workspace = Some(stage.place("{WS}").to_path_buf());
    request.settings = settings.clone();
    let snapshot = Catalog::new(request).load();
    let won = |verdict: &Verdict| matches!(verdict, Verdict::Eligible | Verdict::Ineligible { .. });
    snapshot
        .entries
        .iter()
        .filter(|entry| won(&entry.verdict))
        .map(|entry| {
            let mut skill = json!({
                "name": entry.name,
                "source": snapshot.root(entry.root).map(|root| &root.source),
                "filePath": entry.file,
                "baseDir": entry.folder(),
                "description": entry.description,
                "skillKey": entry.skill_key(),
            });
            if let (Some(listed), Some(fields)) = (&entry.listed, skill.as_object_mut()) {
                let name = listed.file_name().unwrap_or_default().to_string_lossy();
                fields.insert("syncSourceDir".to_owned(), json!(entry.folder()));
                fields.insert("syncDirName".to_owned(), json!(name));
            }
            skill
        })
        .collect()
}

struct Nothing;

impl Visitor for Nothing {
    type Output = ();

    fn known(&self, _file: &Arc<Path>, _identity: &FileIdentity) -> Option<()> {
        None
    }

    fn read(&self, _file: &Arc<Path>, _folder: &str, _identity: FileIdentity, _bytes: &[u8]) {}
}

/// Every warning that the program has, as its fields.
fn warnings(
    profile: &Profile,
    surroundings: &Surroundings,
    settings: &Settings,
    stage: &Stage,
) -> Vec<Value> {
    let plan = Plan::new(profile, surroundings, stage.place("{WS}"), settings);
    plan.walk_all(&Nothing)
        .iter()
        .flat_map(|walk| warnings_of(walk, &plan.discovery))
        .map(|fields| {
            let mut fields = fields;
            if let Some(fields) = fields.as_object_mut() {
                fields.insert("level".to_owned(), json!("warn"));
                fields.insert("subsystem".to_owned(), json!("skills"));
            }
            fields
        })
        .collect()
}

fn warnings_of(walk: &Walk<()>, discovery: &Discovery) -> Vec<Value> {
    let about_folders = walk
        .notices
        .iter()
        .filter_map(|notice| about_folder(notice, &walk.root, discovery));
    let about_files = walk
        .candidates
        .iter()
        .filter_map(|found| about_file(found, &walk.root, discovery));
    about_folders.chain(about_files).collect()
}

fn about_folder(notice: &Notice, root: &Root, discovery: &Discovery) -> Option<Value> {
    let candidates = discovery.candidates;
    let skills = discovery.skills_per_source;
    let depth = discovery.depth;
    Some(match notice {
        Notice::LinkOut { .. } => escape(notice, root)?,
        Notice::ChildrenBeyond {
            path,
            place: Place::Root,
            children,
            ..
        } => json!({
            "dir": root.path, "baseDir": path, "childDirCount": children,
            "maxCandidatesPerRoot": candidates, "maxSkillsLoadedPerSource": skills,
        }),
        Notice::ChildrenBeyond { path, children, .. } => json!({
            "dir": root.path, "baseDir": root.path, "nestedDir": path,
            "nestedChildDirCount": children, "maxCandidatesPerRoot": candidates,
            "maxSkillsLoadedPerSource": skills, "maxGroupedSkillScanDepth": depth,
        }),
        Notice::EntriesBeyond {
            path,
            place: Place::Root,
            children,
            listed,
            bound,
        } => json!({
            "dir": root.path, "baseDir": path, "childDirCount": children,
            "scannedEntryCount": listed, "maxEntriesToScan": bound,
            "maxCandidatesPerRoot": candidates, "maxSkillsLoadedPerSource": skills,
        }),
        Notice::EntriesBeyond {
            path,
            children,
            listed,
            bound,
            ..
        } => json!({
            "dir": root.path, "baseDir": root.path, "nestedDir": path,
            "nestedChildDirCount": children, "scannedEntryCount": listed,
            "maxEntriesToScan": bound, "maxCandidatesPerRoot": candidates,
            "maxSkillsLoadedPerSource": skills, "maxGroupedSkillScanDepth": depth,
        }),
        Notice::BudgetBeyond { path } => json!({
            "dir": root.path, "baseDir": path, "maxCandidatesPerRoot": candidates,
            "maxSkillsLoadedPerSource": skills, "maxGroupedSkillScanDepth": depth,
        }),
        _ => return None,
    })
}

fn about_file(found: &Found<()>, root: &Root, discovery: &Discovery) -> Option<Value> {
    let refusal = match &found.outcome {
        Outcome::Refused { notice, .. } => Some(&**notice),
        _ => found.notices.first(),
    };
    match refusal? {
        notice @ Notice::LinkOut { .. } => escape(notice, root),
        Notice::TooLarge { size, .. } => {
            let listed = found.listed.as_deref().or_else(|| found.file.parent())?;
            let file = listed.join("SKILL.md");
            let max = discovery.file_bytes;
            let name = listed.strip_prefix(&root.path).ok()?;
            Some(if name.as_os_str().is_empty() {
                json!({"dir": listed, "filePath": file, "size": size, "maxSkillFileBytes": max})
            } else {
                json!({"skill": name, "filePath": file, "size": size, "maxSkillFileBytes": max})
            })
        }
        _ => None,
    }
}

fn escape(notice: &Notice, root: &Root) -> Option<Value> {
    let Notice::LinkOut {
        bounds,
        real_bounds,
        path,
        target,
        escape,
        ..
    } = notice
    else {
        return None;
    };
    let reason = match escape {
        Escape::Link => "symlink-escape",
        Escape::BuiltInLink => "bundled-symlink-escape",
        Escape::Path => "path-escape",
        Escape::BuiltInPath => "bundled-root-escape",
    };
    Some(json!({
        "source": root.source, "rootDir": bounds, "rootRealPath": real_bounds,
        "path": path, "realPath": target, "reason": reason,
    }))
}

fn without_words(mut warning: Value) -> Value {
    if let Some(fields) = warning.as_object_mut() {
        fields.remove("message");
    }
    warning
}

fn sorted(mut warnings: Vec<Value>) -> Vec<Value> {
    let key = |warning: &Value| {
        let mut fields: Vec<String> = warning
            .as_object()
            .map(|fields| {
                fields
                    .iter()
                    .map(|(key, value)| format!("{key}={value}"))
                    .collect()
            })
            .unwrap_or_default();
        fields.sort();
        fields
    };
    warnings.sort_by_key(key);
    warnings
}
