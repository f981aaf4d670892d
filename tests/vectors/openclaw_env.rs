//! `openclaw/env.jsonl`: what OpenClaw lets settings of a skill put into the environment.
//!
//! What is compared is what one run of one skill after another would be given. OpenClaw changes its own environment and takes it back;
//! here the skill's programs alone are given the variables, so that there is nothing to take back.

use std::collections::BTreeMap;

use prowess_policy::environment::{
    Needs, Secret, Suspicion, blocked, given, is_blocked, suspicion,
};
use prowess_tests::Vector;
use serde_json::{Value, json};

use crate::compare::{Answers, run};

#[test]
fn openclaw_env() {
    run("openclaw/env.jsonl", "env", answer);
}

fn answer(vector: &Vector) -> Answers {
    let ours = match vector.text("input.op") {
        "apply" => return applied(vector),
        "alwaysBlocked" => {
            let names = vector.value("input.names").as_array().expect("names");
            let names = names.iter().filter_map(Value::as_str);
            let blocked: BTreeMap<&str, bool> =
                names.map(|name| (name, is_blocked(name))).collect();
            json!({ "blocked": blocked })
        }
        "alwaysBlockedTable" => {
            let (names, starts) = blocked();
            json!({ "names": names, "prefixes": starts })
        }
        "valueWarning" => {
            let theirs = vector.output.get("warning").and_then(Value::as_str);
            return Answers {
                ours: json!(suspicion(vector.text("input.value")).map(word)),
                theirs: json!(theirs.map(meant)),
            };
        }
        other => panic!("an operation `{other}`"),
    };
    Answers {
        ours,
        theirs: vector.output.clone(),
    }
}

const fn word(suspicion: Suspicion) -> &'static str {
    match suspicion {
        Suspicion::Nul => "nul",
        Suspicion::Long => "long",
        Suspicion::Base64 => "base64",
        _ => "another",
    }
}

fn meant(warning: &str) -> &'static str {
    match warning {
        text if text.contains("null bytes") => "nul",
        text if text.contains("maximum length") => "long",
        text if text.contains("base64") => "base64",
        other => panic!("a warning `{other}`"),
    }
}

fn applied(vector: &Vector) -> Answers {
    let input = vector.value("input");
    let entries = input
        .get("entries")
        .or_else(|| input.get("config")?.get("skills")?.get("entries"))
        .unwrap_or(&Value::Null);
    let outside = input.get("env").unwrap_or(&Value::Null);
    let by_name = vector.text("input.via") == "snapshot";
    let mut injected: BTreeMap<String, Value> = BTreeMap::new();
    let mut blocked: Vec<String> = Vec::new();
    let mut suspicious: Vec<String> = Vec::new();
    let mut is_fault = false;
    for skill in input
        .get("skills")
        .and_then(Value::as_array)
        .expect("skills")
    {
        let field = |name: &str| skill.get(name).and_then(Value::as_str);
        let name = field("name").expect("a name");
        let key = field("skillKey").filter(|_| !by_name).unwrap_or(name);
        let required = skill.get("requiresEnv").cloned().unwrap_or(json!([]));
        let required: Vec<String> = serde_json::from_value(required).expect("texts");
        let needs = Needs {
            key: field("primaryEnv"),
            variables: &required,
        };
        let is_set = |name: &str| ["PATH", "HOME"].contains(&name) || outside.get(name).is_some();
        let Ok(given) = given(entries.get(key).unwrap_or(&Value::Null), &needs, &is_set) else {
            is_fault = true;
            break;
        };
        for (variable, value) in given.variables {
            match value {
                Secret::Plain(text) => drop(injected.entry(variable).or_insert(json!(text))),
                Secret::Kept { .. } => is_fault = true,
            }
        }
        blocked.extend(
            given
                .blocked
                .iter()
                .map(|variable| format!("{name}: {variable}")),
        );
        let told = given.suspicious.iter();
        suspicious
            .extend(told.map(|(variable, why)| format!("{name}: {variable}: {}", word(*why))));
    }
    blocked.sort();
    suspicious.sort();
    let (mut their_blocked, mut their_suspicious) = (Vec::new(), Vec::new());
    let warnings = vector.output.get("warnings").and_then(Value::as_array);
    for warning in warnings.into_iter().flatten().filter_map(Value::as_str) {
        let (kind, rest) = warning.split_once(" for ").expect("a warning");
        let (skill, names) = rest.split_once(": ").expect("names");
        for part in names.split(", ") {
            match kind.starts_with("Blocked") {
                true => their_blocked.push(format!("{skill}: {part}")),
                false => {
                    let (name, why) = part.split_once(": ").expect("a reason");
                    their_suspicious.push(format!("{skill}: {name}: {}", meant(why)));
                }
            }
        }
    }
    their_blocked.sort();
    their_suspicious.sort();
    Answers {
        ours: json!([injected, is_fault, blocked, suspicious]),
        theirs: json!([
            vector.output.get("injected"),
            vector.output.get("error").is_some(),
            their_blocked,
            their_suspicious
        ]),
    }
}
