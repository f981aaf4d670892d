//! `openclaw/policy.jsonl`: which tools OpenClaw's rules leave.
//!
//! Warnings are sentences: what they name is compared. An empty list of what is allowed allows everything, in
//! both programs, and is left out on both sides.

use prowess_policy::openclaw::{
    CORE, GROUPS, Input, PROFILES, SANDBOX_ALLOW, SANDBOX_DENY, Sender, expanded, pipeline,
};
use prowess_policy::{Layer, Note, Tool, key};
use prowess_tests::Vector;
use serde_json::{Map, Value, json};

use crate::compare::{Answers, run};

#[test]
fn openclaw_policy() {
    run("openclaw/policy.jsonl", "policy", answer);
}

fn answer(vector: &Vector) -> Answers {
    let theirs = || vector.output.clone();
    match vector.text("input.op") {
        "tables" => Answers {
            ours: tables(vector),
            theirs: theirs(),
        },
        "normalizeToolName" => Answers {
            ours: json!({ "name": key(vector.text("input.name")) }),
            theirs: theirs(),
        },
        "expandToolGroups" => {
            let list: Vec<String> = serde_json::from_value(vector.value("input.list").clone())
                .expect("a list of texts");
            Answers {
                ours: json!({ "list": expanded(&list) }),
                theirs: theirs(),
            }
        }
        "pipeline" => Answers {
            ours: decided(vector),
            theirs: told(&vector.output),
        },
        other => panic!("an operation `{other}`"),
    }
}

fn tables(vector: &Vector) -> Value {
    let named = |list: &[(&str, &[&str])]| -> Map<String, Value> {
        list.iter()
            .map(|(name, tools)| ((*name).to_owned(), json!(tools)))
            .collect()
    };
    let profiles = vector.value("output.profiles").as_object();
    let profiles: Map<String, Value> = profiles
        .expect("profiles")
        .keys()
        .map(|name| {
            let known = PROFILES.iter().find(|(known, _)| known == name);
            let value = known.map_or(Value::Null, |(_, allow)| json!({ "allow": allow }));
            (name.clone(), value)
        })
        .collect();
    json!({
        "groups": named(GROUPS),
        "profiles": profiles,
        "coreToolIds": CORE,
        "sandboxDefaultAllow": SANDBOX_ALLOW,
        "sandboxDefaultDeny": SANDBOX_DENY,
    })
}

fn decided(vector: &Vector) -> Value {
    let input = vector.value("input");
    let text = |name: &str| input.get(name).and_then(Value::as_str);
    let group = input
        .get("group")
        .and_then(|group| Some((group.get("channel")?.as_str()?, group.get("id")?.as_str()?)));
    let sender = input.get("sender").map(|sender| {
        let field = |name: &str| sender.get(name).and_then(Value::as_str);
        Sender {
            channel: field("channel"),
            id: field("id"),
            e164: field("e164"),
            username: field("username"),
            name: field("name"),
        }
    });
    let (pipeline, mut notes) = pipeline(&Input {
        config: input.get("config"),
        agent: text("agentId"),
        session_key: text("sessionKey"),
        sessions: input.get("store"),
        provider: text("provider"),
        model: text("model"),
        group,
        sender,
        is_sandboxed: input.get("sandboxed") == Some(&json!(true)),
    });
    let tools = input.get("tools").and_then(Value::as_array).expect("tools");
    let tools: Vec<Tool<'_>> = tools.iter().map(tool).collect();
    let decision = pipeline.decide(&tools);
    notes.extend(decision.notes);
    let kept = decision.kept.iter().filter_map(|index| tools.get(*index));
    let policies: Map<String, Value> = pipeline
        .layers()
        .iter()
        .map(|layer| (layer.name.clone(), shown(layer)))
        .collect();
    json!({
        "tools": kept.map(|tool| tool.name).collect::<Vec<_>>(),
        "notes": notes.iter().map(note).collect::<Vec<_>>(),
        "policies": policies,
    })
}

fn tool(value: &Value) -> Tool<'_> {
    match value.as_str() {
        Some(name) => Tool::own(name),
        None => Tool {
            name: value.get("name").and_then(Value::as_str).expect("a name"),
            plugin: value.get("pluginId").and_then(Value::as_str),
        },
    }
}

fn shown(layer: &Layer) -> Value {
    let mut value = Map::new();
    for (name, list) in [("allow", &layer.allow), ("deny", &layer.deny)] {
        if !list.is_empty() {
            value.insert(name.to_owned(), json!(list));
        }
    }
    Value::Object(value)
}

fn note(note: &Note) -> Value {
    match note {
        Note::Unknown { layer, entries } => json!(["unknown", layer, entries.join(", ")]),
        Note::Absent { layer, entries } => json!(["absent", layer, entries.join(", ")]),
        Note::NotWidened {
            profile,
            sections,
            tools,
        } => json!(["not widened", profile, sections.join(" / "), tools]),
        other => panic!("a note {other:?}"),
    }
}

/// Their answer in the same form.
fn told(output: &Value) -> Value {
    let lines = |name: &str| {
        let lines = output.get(name).and_then(Value::as_array);
        lines.into_iter().flatten().filter_map(Value::as_str)
    };
    let console = lines("console").map(|line| {
        let profile = between(line, "profile \"", "\"");
        let sections = between(line, "sections (", ")");
        let tools = format!("[{}]", between(line, "alsoAllow: [", "]"));
        let tools: Value = serde_json::from_str(&tools).expect("a list");
        json!(["not widened", profile, sections, tools])
    });
    let warnings = lines("warnings").map(|line| {
        let kind = match line.contains("shipped core tools") {
            true => "absent",
            false => "unknown",
        };
        let layer = between(line, "tools: ", " allowlist");
        json!([kind, layer, between(line, "entries (", "). These")])
    });
    let notes: Vec<Value> = console.chain(warnings).collect();
    let mut policies = output.get("policies").cloned().unwrap_or(json!({}));
    for layer in policies.as_object_mut().expect("policies").values_mut() {
        if let Some(layer) = layer.as_object_mut() {
            layer.retain(|_, list| list.as_array().is_none_or(|list| !list.is_empty()));
        }
    }
    json!({ "tools": output.get("tools"), "notes": notes, "policies": policies })
}

fn between<'l>(line: &'l str, start: &str, end: &str) -> &'l str {
    let rest = line.split_once(start).expect(start).1;
    rest.split_once(end).expect(end).0
}
