//! `openclaw/prompt.jsonl`: catalogues, path compaction, versions, the skills section.
//!
//! Sentences are masked on both sides. What a prompt measures is compared all the same: the budget
//! counts with the lengths of that program's own sentences.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use prowess_base::{Digest, Surroundings};
use prowess_catalog::clients::openclaw as client;
use prowess_catalog::{Catalog, Entry, EntryId, Profile, Request, ScopeJudge, Snapshot, Verdict};
use prowess_config::{Layer, Origin};
use prowess_prompt::{Homes, Omission, RenderOptions, Rendered, Visibility, openclaw, render};
use prowess_tests::{Stage, Vector, mask_sentences};
use serde_json::{Value, json};

use crate::compare::{Answers, run};

/// The home that the operating system knew when the vectors were made, whatever `HOME` said.
const NATIVE_HOME: &str = "/home/ann";

#[test]
fn openclaw_prompt() {
    run("openclaw/prompt.jsonl", "prompt", answer);
}

fn answer(vector: &Vector) -> Answers {
    let (ours, theirs) = match vector.text("input.op") {
        "version" => {
            let digest = Digest::of(vector.text("input.text").as_bytes());
            let ours = json!({"version": openclaw::version(&digest)});
            (ours, vector.output.clone())
        }
        "compactHomePath" => {
            let homes = vector.value("input.homes").as_array().into_iter().flatten();
            let homes = Homes::new(homes.filter_map(Value::as_str));
            let path = vector.text("input.filePath");
            let ours = json!({"filePath": homes.compact(path)});
            (ours, vector.output.clone())
        }
        "systemPromptSection" => section(vector),
        "promptForRun" => {
            let saved = vector.field("input.snapshotPrompt").and_then(Value::as_str);
            let fresh = || snapshot(vector, |rendered| rendered.text.clone());
            let prompt = openclaw::prompt_for_run(saved, fresh);
            let theirs = vector.text("output.prompt");
            (json!(masked(&prompt)), json!(masked(theirs)))
        }
        "snapshot" => {
            let ours = snapshot(vector, |rendered| {
                json!({
                    "prompt": masked(&rendered.text),
                    "remote": first_line(vector, &rendered.text),
                    "info": info(rendered),
                })
            });
            let prompt = vector.text("output.prompt");
            let theirs = json!({
                "prompt": masked(prompt),
                "remote": first_line(vector, prompt),
                "info": vector.value("output.info"),
            });
            (ours, theirs)
        }
        other => panic!("no such function here: {other}"),
    };
    Answers { ours, theirs }
}

/// The tags stay, everything between two of them is one mask.
fn masked(prompt: &str) -> String {
    mask_sentences(prompt, |line| line.trim_start().starts_with('<'))
}

/// The line of the remote note, where one is given: it is the caller's text and stays.
fn first_line<'p>(vector: &Vector, prompt: &'p str) -> Option<&'p str> {
    vector.field("input.remoteNote")?;
    prompt.lines().next()
}

fn info(rendered: &Rendered) -> Value {
    let any = |property: &dyn Fn(Visibility) -> bool| {
        rendered
            .skills
            .iter()
            .any(|shown| property(shown.visibility))
    };
    let is_truncated = any(&|visibility| {
        matches!(
            visibility,
            Visibility::Omitted {
                reason: Omission::SkillBudget | Omission::CharacterBudget
            }
        )
    });
    let is_compact = any(&|visibility| visibility == Visibility::NameOnly);
    let note = if is_truncated {
        Some("truncated")
    } else {
        is_compact.then_some("compact")
    };
    json!({
        "chars": rendered.budget.characters,
        "included": rendered.budget.skills,
        "note": note,
        "descriptions": any(&|visibility| visibility == Visibility::Full),
    })
}

/// The tool that the section names and the catalogue that it ends with.
fn section(vector: &Vector) -> (Value, Value) {
    let tools: Vec<String> = vector
        .value("input.toolNames")
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|tool| tool.as_str().map(str::to_owned))
        .collect();
    let mode = match vector.text("input.promptMode") {
        "full" => openclaw::PromptMode::Full,
        "minimal" => openclaw::PromptMode::Minimal,
        _ => openclaw::PromptMode::None,
    };
    let catalogue = vector.text("input.skillsPrompt");
    let readers = Profile::openclaw().read_tools;
    let ours = openclaw::section(catalogue, Some(&tools), &readers, mode);
    let outline = |section: Option<&str>| {
        section.map(|section| {
            let tool = section
                .split("with `")
                .nth(1)
                .and_then(|rest| rest.split('`').next());
            json!({"tool": tool, "whole": section.ends_with(catalogue.trim())})
        })
    };
    let theirs = vector.value("output.section").as_str();
    (json!(outline(ours.as_deref())), json!(outline(theirs)))
}

/// Loads the skills of a line from disk, so that order, gates and filters are the catalogue's, puts
/// the paths of the line in their place, and renders.
fn snapshot<T>(vector: &Vector, use_it: impl FnOnce(&Rendered) -> T) -> T {
    let nothing = Vec::new();
    let skills = vector.field("input.skills").and_then(Value::as_array);
    let skills = skills.unwrap_or(&nothing);
    let (loaded, agent) = load(vector, skills);
    let index_of = |entry: &Entry| entry.folder_name().parse::<usize>().ok();
    let field = |entry: &Entry, name: &str| -> Option<&str> {
        skills.get(index_of(entry)?)?.get(name)?.as_str()
    };

    let mut contents: HashMap<EntryId, &str> = HashMap::new();
    let mut entries = Vec::new();
    for (id, entry) in loaded.entries.with_ids() {
        let mut moved = entry.clone();
        moved.file = Path::new(field(entry, "filePath").unwrap_or("")).into();
        moved.description = field(entry, "description").unwrap_or("").into();
        // The function is given skills that are merged already; equal names are all listed.
        if let Verdict::Shadowed { .. } = moved.verdict {
            moved.verdict = Verdict::Eligible;
        }
        contents.extend(field(entry, "content").map(|content| (id, content)));
        entries.push(moved);
    }
    let snapshot = Snapshot::new(
        Arc::clone(&loaded.profile),
        loaded.roots.clone(),
        entries.into(),
        Vec::new(),
    );

    let state = vector.field("input.stateDir").and_then(Value::as_str);
    let home = vector.field("input.env.HOME").and_then(Value::as_str);
    let home = home.unwrap_or_else(|| vector.text("input.home"));
    let mut homes = Homes::new([home, NATIVE_HOME]).with_native(NATIVE_HOME);
    for folder in ["skills", "plugin-skills"] {
        homes = homes.keeping(format!("{}/{folder}", state.unwrap_or("/none")));
    }
    let digest = |id: EntryId, _: &Entry| {
        let content = contents.get(&id)?;
        Some(Digest::of(content.as_bytes()))
    };
    let note = vector.field("input.remoteNote").and_then(Value::as_str);
    let options = RenderOptions {
        homes,
        digest: Some(&digest),
        // The program gives no note to an agent without skills.
        remote_note: note.filter(|_| agent == Agent::HasSkills),
        ..RenderOptions::default()
    };
    use_it(&render(&snapshot, &options))
}

/// Whether the agent's settings leave it any skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Agent {
    HasSkills,
    HasNone,
}

fn load(vector: &Vector, skills: &[Value]) -> (Arc<Snapshot>, Agent) {
    let stage = Stage::new()
        .with_folder("{HOME}", "home")
        .with_folder("{WS}", "ws");
    for (index, skill) in skills.iter().enumerate() {
        let metadata = json!({"openclaw": skill.get("metadata").unwrap_or(&Value::Null)});
        let hidden = skill
            .get("disableModelInvocation")
            .unwrap_or(&json!(false))
            .clone();
        let text = format!(
            "---\nname: {}\ndescription: d\nmetadata: {metadata}\ndisable-model-invocation: {hidden}\n---\n",
            skill["name"]
        );
        stage.write(&format!("{{WS}}/skills/{index:04}/SKILL.md"), text);
    }
    let mut surroundings = Surroundings::bare(stage.place("{WS}"));
    surroundings.home = Some(stage.place("{HOME}").to_path_buf());
    surroundings.environment.set("PATH", "/none");

    let config = vector.field("input.config").unwrap_or(&Value::Null);
    let agent = vector.field("input.agentId").and_then(Value::as_str);
    let mut request = Request::new(Profile::openclaw(), surroundings.clone());
    if config.is_object() {
        let file = Path::new("openclaw.json");
        let config = client::read_config(&config.to_string(), file, agent, &surroundings);
        request.settings = config.expect("a configuration").settings;
    }
    if let Some(filter) = vector.field("input.skillFilter").and_then(Value::as_array) {
        let filter = client::normalize_filter(filter.iter().cloned());
        let origin = Origin {
            layer: Layer::Flag,
            name: "skillFilter".to_owned(),
            file: None,
            line: None,
        };
        request.settings.agent_filter = Some((filter, origin));
    }
    request.workspace = Some(stage.place("{WS}").to_path_buf());
    request.judge = Arc::new(ScopeJudge::Everything);
    let agent = match &request.settings.agent_filter {
        Some((filter, _)) if filter.is_empty() => Agent::HasNone,
        _ => Agent::HasSkills,
    };
    (Catalog::new(request).load(), agent)
}
