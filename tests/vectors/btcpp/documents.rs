//! Documents that load or not.

use prowess_flow::{Forest, Limits, Plan, Registry, Seeds};
use prowess_tests::Vector;
use serde_json::{Value, json};

use super::leaves::{Log, register};
use super::{faults, setup};
use crate::compare::Answers;

pub(super) fn answer(vector: &Vector) -> Answers {
    let mut registry = Registry::default();
    register(&mut registry, &Log::default());
    setup::enums(vector, &mut registry);
    let mut forest = Forest::new(&registry, Limits::default());
    let main = vector.field("input.setup.main").and_then(Value::as_str);
    let also = vector.field("input.setup.also").and_then(Value::as_array);
    for text in also.into_iter().flatten() {
        forest.read_text("also.xml", text.as_str().expect("text"));
    }
    match vector.field("input.files") {
        Some(files) => {
            let file = |path: &str| {
                let text = files.get(path).and_then(Value::as_str);
                text.map(|text| text.as_bytes().to_vec())
            };
            let bytes = file("main.xml").expect("a main file");
            forest.read("main.xml", &bytes, &mut |path: &str| {
                file(path).ok_or_else(|| "there is none".to_owned())
            });
        }
        None => forest.read_text("tree.xml", vector.text("input.xml")),
    }
    let registered: Vec<String> = forest.trees().map(str::to_owned).collect();
    let field = |name: &str| {
        vector
            .field(&format!("input.{name}"))
            .cloned()
            .unwrap_or_default()
    };
    match forest.compile(main, Seeds::new(&Limits::default())) {
        Ok(plan) => Answers {
            ours: loaded(&plan, registered),
            theirs: json!({
                "loads": field("loads"),
                "main": field("main"),
                "registered": field("registered"),
                "subtrees": field("subtrees"),
                "nodes": by_number(field("nodes")),
                "error": field("error"),
            }),
        },
        Err(findings) => {
            let ours = faults::first(&findings);
            let theirs = field("error");
            Answers {
                ours: json!({"loads": false, "error": faults::ours(&ours, &theirs)}),
                theirs: json!({"loads": field("loads"), "error": faults::theirs(&theirs, &ours)}),
            }
        }
    }
}

/// There, the nodes of a subtree are listed after those of the tree that holds it.
fn by_number(mut nodes: Value) -> Value {
    if let Some(nodes) = nodes.as_array_mut() {
        nodes.sort_by_key(|node| node[3].as_u64());
    }
    nodes
}

fn loaded(plan: &Plan, registered: Vec<String>) -> Value {
    let nodes: Vec<Value> = plan
        .nodes()
        .iter()
        .map(|node| {
            json!([
                node.path,
                node.model.id,
                node.model.kind.as_str(),
                node.id.number()
            ])
        })
        .collect();
    let subtrees: Vec<_> = plan.subtrees().collect();
    json!({
        "loads": true,
        "main": plan.main(),
        "registered": registered,
        "subtrees": subtrees,
        "nodes": nodes,
        "error": null,
    })
}
