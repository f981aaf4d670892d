//! `openhands/headers.jsonl`, the strict reading: whether a file loads, and every field that is kept.
//! Of `metadata` nothing is kept here; a lenient reading is for plugins, which are not here yet.

use prowess_base::Diagnostic;
use prowess_format::{Dialect, Document, Limits, Reading, Source, Trigger};
use prowess_tests::Vector;
use serde_json::{Value, json};

use crate::compare::{Answers, run};

#[test]
fn openhands_headers() {
    run("openhands/headers.jsonl", "dialect", answer);
}

fn answer(vector: &Vector) -> Answers {
    let bytes = vector.bytes();
    let limits = Limits::default();
    let (source, mut diagnostics) = Source::decode(&bytes);
    let (document, parsing) = Document::parse(&source.text, &limits);
    diagnostics.extend(parsing);
    let mut reading = Dialect::OpenHands.read(&document, vector.text("input.dir"), &limits);
    diagnostics.append(&mut reading.diagnostics);
    let loads = !diagnostics.iter().any(Diagnostic::is_error);
    let body = source
        .text
        .get(document.body.start as usize..)
        .unwrap_or("");

    let strict = vector.value("output.strict");
    Answers {
        ours: if loads {
            json!({"loaded": true, "skill": skill(reading, vector.text("input.dir"), body)})
        } else {
            json!({"loaded": false})
        },
        theirs: match strict.get("skill") {
            Some(skill) => json!({"loaded": true, "skill": kept(skill)}),
            None => json!({"loaded": false}),
        },
    }
}

fn skill(reading: Reading, folder: &str, body: &str) -> Value {
    let manifest = reading.manifest;
    let inputs = match manifest.trigger.as_deref() {
        Some(Trigger::Task { inputs, .. }) => json!(inputs),
        _ => json!([]),
    };
    json!({
        "name": manifest.name.as_deref().unwrap_or(folder),
        "description": cut(manifest.description.as_deref()),
        "license": manifest.license,
        "compatibility": manifest.compatibility,
        "allowed_tools": manifest.allowed_tools,
        "disable_model_invocation": !manifest.invocation.model,
        "trigger": without_inputs(&json!(manifest.trigger)),
        "inputs": inputs,
        "mcp_tools": manifest.mcp_servers,
        "content": lines(body.trim()),
    })
}

/// The fields of their skill that are kept here. No tools and an empty list of tools are one.
fn kept(skill: &Value) -> Value {
    let mut skill = skill.clone();
    let fields = skill.as_object_mut().expect("a skill");
    for gone in ["type", "metadata", "version", "resources", "source"] {
        fields.remove(gone);
    }
    let tools = fields.entry("allowed_tools").or_insert(Value::Null);
    if tools.is_null() {
        *tools = json!([]);
    }
    let description = fields.entry("description").or_insert(Value::Null);
    *description = cut(description.as_str());
    // The sentence about missing variables is added when the body is used.
    let content = fields.entry("content").or_insert(Value::Null);
    if let Some((body, _)) = content
        .as_str()
        .and_then(|text| text.rsplit_once("\n\nIf the user"))
    {
        *content = json!(body);
    }
    skill
}

/// A description that is too long is cut when it is shown: here only its first half is compared, up to
/// where that program cuts the longest of them.
fn cut(description: Option<&str>) -> Value {
    const LONGEST: usize = 1024;
    const FIRST: usize = 400;
    description.map_or(Value::Null, |text| {
        let count = text.chars().count();
        if count > LONGEST || text.contains("<response clipped>") {
            json!(text.chars().take(FIRST).collect::<String>())
        } else {
            json!(text)
        }
    })
}

/// Python reads every line end as one.
fn lines(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

fn without_inputs(trigger: &Value) -> Value {
    let mut trigger = trigger.clone();
    if let Some(fields) = trigger.as_object_mut() {
        fields.remove("inputs");
    }
    trigger
}
