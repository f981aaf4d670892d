//! `openclaw/install.jsonl`: install specifications, the option that a machine gets, the command
//! that is run, and the specification that an identifier names.

use prowess_base::Platform;
use prowess_format::install::{Brew, Machine, find, options};
use prowess_format::{InstallSpec, from_json};
use prowess_store::dependencies::{Preferences, command};
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
        "command" => return run_command(vector),
        other => panic!("no such operation: {other}"),
    };
    Answers {
        ours,
        theirs: vector.output.clone(),
    }
}

/// The command, or that there is none: the words why are ours.
fn run_command(vector: &Vector) -> Answers {
    let spec: InstallSpec =
        serde_json::from_value(vector.value("input.spec").clone()).expect("a specification");
    let command = command(&spec, preferences(vector).node_manager);
    let has_error = vector.output.get("error").is_some_and(Value::is_string);
    Answers {
        ours: json!({ "argv": command.as_ref().ok(), "error": command.is_err() }),
        theirs: json!({ "argv": vector.output.get("argv"), "error": has_error }),
    }
}

fn preferences(vector: &Vector) -> Preferences {
    Preferences::from_openclaw(&json!({ "skills": { "install": vector.value("input.prefs") } }))
}

fn specs(vector: &Vector) -> Box<[InstallSpec]> {
    InstallSpec::list_from_node(&from_json(vector.value("input.install")))
}

fn pick(vector: &Vector) -> Value {
    let present = vector.value("input.present");
    let has_brew = present
        .as_array()
        .is_some_and(|names| names.contains(&json!("brew")));
    let preferences = preferences(vector);
    let machine = Machine {
        platform: &Platform::from_node_name(vector.text("input.platform")),
        brew: match (has_brew, preferences.prefer_brew) {
            (false, _) => Brew::Missing,
            (true, true) => Brew::Preferred,
            (true, false) => Brew::Present,
        },
        node_manager: preferences.node_manager,
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
