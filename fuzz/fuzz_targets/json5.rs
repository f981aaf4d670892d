//! Any text as JSON5: nothing panics, and what a strict JSON reader takes is read as the same value.

#![no_main]

use libfuzzer_sys::fuzz_target;
use prowess_format::{Limits, json5_document, to_json};
use serde_json::Value;

fuzz_target!(|text: &str| {
    let read = json5_document(text, &Limits::default());
    let Ok(strict) = serde_json::from_str::<Value>(text) else { return };
    let Ok(node) = read else { return };
    assert!(same(&to_json(&node), &strict), "{} is not {strict}", to_json(&node));
});

/// Equal but for the form of numbers, which the tree keeps as text.
fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => left.as_f64() == right.as_f64(),
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| same(left, right))
        }
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left.iter().all(|(key, left)| right.get(key).is_some_and(|right| same(left, right)))
        }
        _ => left == right,
    }
}
