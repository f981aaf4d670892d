//! Models of nodes, and the document that holds them.

use prowess_flow::{Direction, Models, NodeModel, Registry};
use prowess_tests::Vector;
use serde_json::{Value, json};

use super::leaves::{Log, register};
use super::values::set;
use crate::compare::Answers;

pub(super) fn answer(vector: &Vector) -> Answers {
    match vector.text("input.kind") {
        "models_xml" => document(vector),
        _ => one(vector),
    }
}

fn one(vector: &Vector) -> Answers {
    let mut registry = Registry::default();
    register(&mut registry, &Log::default());
    let id = vector.text("input.registration_id");
    let is_builtin = vector.text("input.kind") == "builtin";
    let ports: Vec<Value> = vector
        .value("input.ports")
        .as_array()
        .into_iter()
        .flatten()
        .map(|port| {
            let mut port = port.clone();
            let fields = port.as_object_mut().expect("a port");
            fields.remove("has_description");
            if !is_builtin {
                fields.remove("type_name");
            }
            port
        })
        .collect();
    let model = registry.model(id);
    let ours = match model {
        Some(model) => shown(model, is_builtin),
        // The only one that is no node of the registry.
        None if id == "SubTree" => {
            let document = registry.models_document(Models::All);
            let has_port = document
                .contains("<input_port name=\"_autoremap\" type=\"bool\" default=\"false\"");
            json!({"type": "SubTree", "ports": if has_port { ports.clone().into() } else { Value::Null }})
        }
        None => Value::Null,
    };
    Answers {
        ours,
        theirs: json!({"type": vector.value("input.type"), "ports": ports}),
    }
}

fn shown(model: &NodeModel, with_names: bool) -> Value {
    let mut ports: Vec<_> = model.ports.iter().collect();
    ports.sort_by(|left, right| left.name.cmp(&right.name));
    let ports: Vec<Value> = ports
        .into_iter()
        .map(|port| {
            let direction = match port.direction {
                Direction::Input => "input",
                Direction::Output => "output",
                Direction::InOut => "inout",
            };
            let mut shown = json!({
                "name": port.name,
                "direction": direction,
                "type": port.kind.to_string(),
                "default": port.default,
            });
            if with_names {
                let name = port.kind.cpp_name().into();
                set(&mut shown, "type_name", name);
            }
            shown
        })
        .collect();
    json!({"type": model.kind.as_str(), "ports": ports})
}

/// The shape of the document: what is at its top, how many nodes of the engine it holds, and that an
/// empty one has its two elements.
fn document(vector: &Vector) -> Answers {
    let registry = Registry::default();
    let all = registry.models_document(Models::All);
    let is_model = |line: &&str| {
        let indent = line.len() - line.trim_start().len();
        indent == 8 && !line.trim_start().starts_with("</") && !line.contains("\"ForEach\"")
    };
    let root = all.lines().next();
    Answers {
        ours: json!({
            "root": root,
            "builtin_count": all.lines().filter(is_model).count(),
            "ends": all.ends_with("</root>\n"),
        }),
        theirs: json!({
            "root": "<root BTCPP_format=\"4\">",
            "builtin_count": vector.value("input.builtin_count"),
            "ends": true,
        }),
    }
}
