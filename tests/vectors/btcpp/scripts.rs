//! Scripts alone, on a blackboard.

use std::sync::Arc;

use prowess_flow::{BoardId, Fault, Forest, Limits, Manual, Registry, Script, Tree};
use prowess_tests::Vector;
use serde_json::{Value, json};

use super::{faults, setup, values};
use crate::compare::Answers;

pub(super) fn answer(vector: &Vector) -> Answers {
    let mut registry = Registry::default();
    setup::enums(vector, &mut registry);
    let mut forest = Forest::new(&registry, Limits::default());
    forest.read_text("tree.xml", EMPTY);
    let plan = forest
        .compile(None, setup::seeds(vector))
        .expect("a tree that does nothing");
    let mut tree = Tree::new(Arc::new(plan), Manual::new());
    let text = vector.text("input.script");
    let theirs = vector.value("input.result");
    let ours = match Script::read(text) {
        Err(fault) => failed("parse", &fault, theirs),
        Ok(_) => match tree.script(text) {
            Err(fault) => failed("run", &fault, theirs),
            Ok(value) => json!({
                "ok": true,
                "t": value.kind().to_string(),
                "v": values::text(&value),
                "as_bool": value.cast_bool().ok(),
            }),
        },
    };
    let mut theirs = theirs.clone();
    if let Some(error) = theirs.get_mut("error") {
        *error = faults::theirs(error, ours.get("error").unwrap_or(&Value::Null));
        // There a token is a byte, which may be half a character.
        let is_half = error["token"]
            .as_str()
            .is_some_and(|token| token.contains('\u{fffd}'));
        if is_half {
            values::set(
                error,
                "token",
                ours.pointer("/error/token").cloned().unwrap_or_default(),
            );
        }
    }
    Answers {
        ours: json!({"result": ours, "bb": values::board(tree.boards(), BoardId::ROOT)}),
        theirs: json!({"result": theirs, "bb": vector.value("input.final.bb")}),
    }
}

const EMPTY: &str =
    r#"<root BTCPP_format="4"><BehaviorTree ID="Main"><AlwaysSuccess/></BehaviorTree></root>"#;

fn failed(phase: &str, fault: &Fault, theirs: &Value) -> Value {
    let named = faults::named(fault);
    let theirs = theirs.get("error").unwrap_or(&Value::Null);
    json!({"ok": false, "phase": phase, "error": faults::ours(&named, theirs)})
}
