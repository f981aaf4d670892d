//! `openclaw/install.jsonl`: install specifications, the option that a machine gets, and the
//! specification that an identifier names.

use prowess_base::Platform;
use prowess_format::install::{Brew, Machine, NodeManager, find, options};
use prowess_format::{InstallSpec, from_json};
use prowess_tests::Vector;
use serde_json::{Value, json};

use crate::compare::{Answers, run};

#[test]
fn openclaw_install() {
    run("openclaw/install.jsonl", "all", answer);
}

fn answer(vector: &Vector) -> Answers {
    let ours = match vector.text("input.op") {
        "spec" => json!({ "spec": InstallSpec::from_node(&from_json(vector.value("input.spec"))) }),
        "list" => {
            let specs = specs(vector);
            json!({ "install": if specs.is_empty() { Value::Null } else { json!(specs) } })
        }
        "pick" => pick(vector),
        "findSpec" => json!({ "spec": find(&specs(vector), vector.text("input.installId")) }),
        other => panic!("no such operation: {other}"),
    };
    Answers {
        ours,
        theirs: vector.output.clone(),
    }
}

fn specs(vector: &Vector) -> Box<[InstallSpec]> {
    InstallSpec::list_from_node(&from_json(vector.value("input.install")))
}

fn pick(vector: &Vector) -> Value {
    let present = vector.value("input.present");
    let has_brew = present
        .as_array()
        .is_some_and(|names| names.contains(&json!("brew")));
    let prefers_others = vector.field("input.prefs.preferBrew") == Some(&json!(false));
    let manager = vector
        .field("input.prefs.nodeManager")
        .and_then(Value::as_str);
    let machine = Machine {
        platform: &Platform::from_node_name(vector.text("input.platform")),
        brew: match (has_brew, prefers_others) {
            (false, _) => Brew::Missing,
            (true, true) => Brew::Present,
            (true, false) => Brew::Preferred,
        },
        node_manager: NodeManager::from_setting(manager.unwrap_or("")),
    };
    let os: Vec<Box<str>> = vector
        .field("input.skillOs")
        .and_then(Value::as_array)
        .map_or_else(Vec::new, |names| {
            names
                .iter()
                .filter_map(Value::as_str)
                .map(Box::from)
                .collect()
        });
    json!({ "options": options(&specs(vector), &os, &machine) })
}
