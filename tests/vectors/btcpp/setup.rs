//! What a line sets up before its tree is made.

use prowess_flow::{Data, Limits, Registry, Seeds, Type, Value as FlowValue};
use prowess_tests::Vector;
use serde_json::Value;

/// Enumerations that scripts and ports know.
pub(super) fn enums(vector: &Vector, registry: &mut Registry) {
    let enums = vector.field("input.setup.enums").and_then(Value::as_object);
    for (name, number) in enums.into_iter().flatten() {
        registry.enumerate(name, number.as_i64().expect("a number"));
    }
}

/// Entries of the root blackboard.
pub(super) fn seeds(vector: &Vector) -> Seeds {
    let mut seeds = Seeds::new(&Limits::default());
    let entries = vector.field("input.setup.bb").and_then(Value::as_array);
    for entry in entries.into_iter().flatten() {
        let field = |name: &str| entry[name].as_str().expect("text");
        let (key, kind, text) = (field("key"), field("type"), field("value"));
        let done = match kind {
            "string" => seeds.value(key, FlowValue::text(text)),
            "strong_string" => seeds.typed(key, &Type::String, &FlowValue::text(text)),
            _ => match kind.strip_prefix("declared_") {
                Some(kind) => seeds.declare(key, &Type::of_name(kind)),
                None => {
                    let kind = Type::of_name(kind);
                    let value = value(&kind, text);
                    seeds.typed(key, &kind, &value)
                }
            },
        };
        done.expect("a seed");
    }
    seeds
}

fn value(kind: &Type, text: &str) -> FlowValue {
    match kind {
        Type::Enum(_) => {
            let number = text.parse().expect("a number");
            FlowValue::new(kind.clone(), Data::Int(number))
        }
        Type::Variant => FlowValue::text(text),
        _ => FlowValue::text(text)
            .read_as(kind, &prowess_flow::Enums::new())
            .expect("a value"),
    }
}
