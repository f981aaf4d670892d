//! `openhands/prompt.jsonl`, `messages.jsonl`, `triggers.jsonl` and `globs.jsonl`: the list that a model is
//! given, and what messages and touched files bring in. Sentences are masked on both sides.

use std::path::Path;
use std::sync::Arc;

use prowess_catalog::{Described, Entry, FileKind, Profile, Snapshot, TriggerRule, Trust};
use prowess_format::{Manifest, Trigger};
use prowess_prompt::{
    Asks, Fired, Firing, Message, Recalled, RenderOptions, after_message, after_touch,
    matches_path, render, triggered_by_message, triggered_by_path,
};
use prowess_tests::Vector;
use serde_json::{Value, json};

use crate::compare::{Answers, run};

/// As long as the real folder was when the vectors were made: it counts where a text is cut.
const WORKSPACE: &str = "/tmp/workspace-1";

#[test]
fn openhands_prompt() {
    run("openhands/prompt.jsonl", "style", prompt);
}

#[test]
fn openhands_messages() {
    run("openhands/messages.jsonl", "trigger", message);
}

#[test]
fn openhands_triggers() {
    run("openhands/triggers.jsonl", "trigger", |vector| {
        let keywords: Vec<Box<str>> = texts(vector.value("input.keywords"));
        let message = Message::new(TriggerRule::AsciiBoundaries, vector.text("input.message"));
        Answers {
            ours: json!({"matched_keyword": message.find(&keywords)}),
            theirs: vector.output.clone(),
        }
    });
}

#[test]
fn openhands_globs() {
    run("openhands/globs.jsonl", "trigger", |vector| Answers {
        ours: json!({
            "matches": matches_path(vector.text("input.pattern"), vector.text("input.path")),
        }),
        theirs: vector.output.clone(),
    });
}

fn texts(list: &Value) -> Vec<Box<str>> {
    let texts = list.as_array().into_iter().flatten();
    texts.filter_map(Value::as_str).map(Box::from).collect()
}

/// The skills of a line, made by hand as that program makes them.
fn snapshot(vector: &Vector) -> Snapshot {
    let skills = vector.value("input.skills").as_array();
    let entries: Vec<Entry> = skills.into_iter().flatten().map(entry).collect();
    Snapshot::new(
        Arc::new(Profile::openhands()),
        Vec::new(),
        entries.into(),
        Vec::new(),
    )
}

fn entry(skill: &Value) -> Entry {
    let text = |field: &str| skill.get(field).and_then(Value::as_str);
    let description = text("description").filter(|text| !text.is_empty());
    let content = text("content").unwrap_or("");
    let (shown, described) = match description {
        Some(description) => (description, Described::Header),
        None => first_line(content),
    };
    let mut manifest = Manifest::default();
    manifest.invocation.model = skill.get("disable_model_invocation") != Some(&json!(true));
    manifest.trigger = skill
        .get("trigger")
        .map(|trigger| trigger_of(trigger, skill));
    if matches!(manifest.trigger.as_deref(), Some(Trigger::Path { .. })) {
        manifest.invocation.model = false;
    }
    Entry {
        name: text("name").unwrap_or("").into(),
        file: Path::new(&text("source").unwrap_or("").replace("{WS}", WORKSPACE)).into(),
        manifest: Arc::new(manifest),
        description: shown.into(),
        described,
        kind: FileKind::Note,
        trust: Trust::Trusted,
        ..Entry::default()
    }
}

fn trigger_of(trigger: &Value, skill: &Value) -> Box<Trigger> {
    let mut trigger = trigger.clone();
    if let (Some(fields), Some(inputs)) = (trigger.as_object_mut(), skill.get("inputs")) {
        fields.insert("inputs".to_owned(), inputs.clone());
    }
    serde_json::from_value(trigger).expect("a trigger")
}

/// What the catalogue keeps of a body without a description. There the whole content counts, here
/// the body without blanks around it.
fn first_line(content: &str) -> (&str, Described) {
    let mut rest = content;
    while !rest.is_empty() {
        let line = rest.split('\n').next().unwrap_or("");
        let trimmed = line.trim();
        if !trimmed.is_empty() && !trimmed.starts_with('#') {
            let more = rest[line.len()..].chars().count();
            let more = u32::try_from(more).expect("a small number");
            return (trimmed, Described::Body { more });
        }
        rest = rest.get(line.len() + 1..).unwrap_or("");
    }
    ("", Described::Body { more: 0 })
}

fn prompt(vector: &Vector) -> Answers {
    let snapshot = snapshot(vector);
    let mut budget = snapshot.profile.budget;
    if let Some(most) = vector
        .field("input.max_description_length")
        .and_then(Value::as_u64)
    {
        budget.description = u32::try_from(most).ok();
    }
    let options = RenderOptions {
        budget: Some(budget),
        ..RenderOptions::default()
    };
    let rendered = render(&snapshot, &options);
    let theirs = vector.text("output.prompt").replace("{WS}", WORKSPACE);
    // Without skills that program writes a list that says so; here there is nothing to tell.
    let theirs = match snapshot.entries.is_empty() {
        true => String::new(),
        false => theirs,
    };
    Answers {
        ours: json!(without_notices(rendered.catalogue())),
        theirs: json!(without_notices(&theirs)),
    }
}

/// The hints about what is left out, cut down to their numbers, and the notice in the middle of a long
/// description to nothing.
fn without_notices(text: &str) -> String {
    let text = masked(text, "&lt;response clipped&gt;", "&lt;/NOTE&gt;", |_| {
        "«»".to_owned()
    });
    let text = masked(&text, " [… ", " …] ", |_| "«»".to_owned());
    masked(&text, "... [", "]", |hint| {
        format!("... [{}]", hint.split(' ').next().unwrap_or(""))
    })
}

/// The text with what stands from `open` to `close` put into another form.
fn masked(text: &str, open: &str, close: &str, form: impl Fn(&str) -> String) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(open) {
        let Some((inner, behind)) = after.split_once(close) else {
            break;
        };
        out.push_str(before);
        out.push_str(&form(inner));
        rest = behind;
    }
    out.push_str(rest);
    out
}

fn message(vector: &Vector) -> Answers {
    let snapshot = snapshot(vector);
    let mut fired = Fired::default();
    for name in vector.field("input.skip").map(texts).unwrap_or_default() {
        fired.add(&name);
    }
    let field = |name: &str| vector.input.get(name).and_then(Value::as_str);
    let firings = match (field("path"), field("message")) {
        (Some(path), _) => triggered_by_path(&snapshot, path, &fired),
        (None, message) => triggered_by_message(&snapshot, message.unwrap_or(""), &fired),
    };
    let recalled: Vec<Recalled<'_>> = firings
        .iter()
        .map(|firing| recalled(vector, &snapshot, *firing))
        .collect();
    let text = match field("path") {
        Some(_) => after_touch(&recalled),
        None => after_message(&recalled, field("suffix").unwrap_or("")),
    };
    let names: Vec<_> = firings
        .iter()
        .filter_map(|firing| Some(&*snapshot.entry(firing.entry)?.name))
        .collect();
    let answer = |text: &str, names: Value| match text {
        "" => Value::Null,
        text => json!({"text": without_sentences(text), "names": names}),
    };
    let theirs = vector
        .field("output.text")
        .and_then(Value::as_str)
        .unwrap_or("");
    let their_names = vector.field("output.names").cloned().unwrap_or_default();
    Answers {
        ours: answer(&text, json!(names)),
        theirs: answer(&theirs.replace("{WS}", WORKSPACE), their_names),
    }
}

fn recalled<'r>(vector: &'r Vector, snapshot: &'r Snapshot, firing: Firing<'r>) -> Recalled<'r> {
    let entry = snapshot.entry(firing.entry).expect("an entry");
    let skill = &vector.value("input.skills")[firing.entry.0 as usize];
    let body = skill["content"].as_str().unwrap_or("");
    let location = entry.file.to_str().filter(|file| !file.is_empty());
    Recalled {
        by: firing.by,
        location,
        body,
        asks: Asks::of(entry, body),
    }
}

/// The sentences of a block: of the first, what stands between its quotes stays; the second, the one
/// in parentheses and the one that asks for values are marks alone.
fn without_sentences(text: &str) -> String {
    let mut after_tag = None;
    let lines = text.split('\n').map(|line| {
        let place = after_tag.take();
        if line == "<EXTRA_INFO>" {
            after_tag = Some(1);
            return line.to_owned();
        }
        let is_asking = line.starts_with("If the user") || line.starts_with("Where the user");
        match place {
            Some(1) => {
                let by = line
                    .split_once('"')
                    .and_then(|(_, rest)| rest.rsplit_once('"'));
                after_tag = Some(2);
                format!("«{}»", by.map_or("", |(by, _)| by))
            }
            Some(_) if line.starts_with("It may") => "«»".to_owned(),
            _ if is_asking => "«»".to_owned(),
            _ if line.starts_with('(') && line.ends_with(')') => "«()»".to_owned(),
            _ => line.to_owned(),
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}
