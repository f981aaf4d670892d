//! `openclaw/snapshot.jsonl`: filters and look-up. Versions by counter and the watcher's rules have
//! no counterpart here.

use prowess_catalog::clients::openclaw::{self, StatusName};
use prowess_tests::Vector;
use serde_json::{Value, json};

use crate::compare::{Answers, run};

#[test]
fn openclaw_snapshot() {
    run("openclaw/snapshot.jsonl", "catalog", answer);
}

fn answer(vector: &Vector) -> Answers {
    let input = |field: &str| vector.value(&format!("input.{field}"));
    let ours = match vector.text("input.op") {
        "normalizeSkillFilter" => json!({"filter": filter(input("filter"))}),
        "matchesSkillFilter" => {
            let (cached, next) = (filter(input("cached")), filter(input("next")));
            json!({"same": openclaw::is_same_filter(cached.as_deref(), next.as_deref())})
        }
        "effectiveAgentSkillFilter" => {
            let agent = vector.text("input.agentId");
            json!({"filter": openclaw::agent_filter(input("config"), agent)})
        }
        "resolveStatusEntry" => {
            let skills = names(input("skills"));
            let found = openclaw::resolve_status_entry(&skills, vector.text("input.query"));
            json!({"name": found.and_then(|position| skills.get(position)).map(|skill| skill.name)})
        }
        "normalizeIndexName" => json!({"name": openclaw::index_name(vector.text("input.name"))}),
        other => panic!("no such function here: {other}"),
    };
    Answers {
        ours,
        theirs: vector.output.clone(),
    }
}

fn filter(list: &Value) -> Option<Vec<String>> {
    let list = list.as_array()?;
    Some(openclaw::normalize_filter(list.iter().cloned()))
}

fn names(skills: &Value) -> Vec<StatusName<'_>> {
    let skills = skills.as_array().into_iter().flatten();
    skills
        .map(|skill| StatusName {
            name: skill["name"].as_str().unwrap_or(""),
            skill_key: skill["skillKey"].as_str().unwrap_or(""),
        })
        .collect()
}
