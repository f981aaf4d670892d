//! `nanobot/registry.jsonl`: how Nanobot reads what a model sends, and what it says of it.
//!
//! Messages are sentences: what they name is compared. What a tool itself answers is no matter of the registry: there a text that begins
//! with `Error` is taken for a failure (March 2026), here a failure is one because the tool says so.

use prowess_tests::Vector;
use prowess_tools::{AnyTool, CallFault, Failure, Fault, Output, Reading, Registry, Shape};
use serde_json::{Value, json};

use crate::compare::{Answers, run};

#[test]
fn nanobot_registry() {
    run("nanobot/registry.jsonl", "new", |vector| {
        answer(vector, Reading::Nanobot)
    });
}

#[test]
fn nanobot_registry_2026_03() {
    run("nanobot/registry.jsonl", "old", |vector| {
        answer(vector, Reading::Nanobot2026March)
    });
}

struct Given {
    name: String,
    parameters: Value,
    returns: String,
}

impl AnyTool for Given {
    fn name(&self) -> &str {
        &self.name
    }

    fn description(&self) -> &'static str {
        ""
    }

    fn parameters(&self) -> &Value {
        &self.parameters
    }

    fn call(
        &self,
        arguments: Value,
    ) -> std::pin::Pin<Box<dyn Future<Output = Result<Output, Failure>> + Send + '_>> {
        let answer = match self.returns.split_once(':') {
            Some(("text", text)) => Ok(Output::text(text)),
            Some((_, text)) => Err(Failure(text.to_owned())),
            None => Ok(Output::text(arguments.to_string())),
        };
        Box::pin(std::future::ready(answer))
    }
}

fn answer(vector: &Vector, reading: Reading) -> Answers {
    let input = vector.value("input");
    let mut registry = Registry::reading(reading);
    for tool in input.get("tools").and_then(Value::as_array).expect("tools") {
        let text = |name: &str| {
            tool.get(name)
                .and_then(Value::as_str)
                .expect("a text")
                .to_owned()
        };
        let given = Given {
            name: text("name"),
            parameters: tool.get("parameters").cloned().expect("a schema"),
            returns: text("returns"),
        };
        registry
            .add_any(Box::new(given))
            .expect("names of their own");
    }
    let edition = if reading == Reading::Nanobot {
        "new"
    } else {
        "old"
    };
    let theirs = vector.output.get(edition).expect("an answer");
    if input.get("definitions").is_some() {
        let names: Vec<&str> = registry
            .definitions()
            .iter()
            .map(|tool| tool.name)
            .collect();
        return Answers {
            ours: json!({ "definitions": names }),
            theirs: theirs.clone(),
        };
    }
    let call = input.get("call").expect("a call");
    let name = call.get("name").and_then(Value::as_str).expect("a name");
    let sent = call.get("params").cloned().unwrap_or_default();
    let future = std::pin::pin!(registry.call(name, sent));
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    let std::task::Poll::Ready(called) = future.poll(&mut context) else {
        panic!("a tool of a test waits");
    };
    Answers {
        ours: match called {
            Ok(output) => json!({ "text": plain(&output.shown(name, usize::MAX)) }),
            Err(fault) => shown(&fault),
        },
        theirs: told(theirs.get("text").and_then(Value::as_str).expect("a text")),
    }
}

/// Fields of an object in one order.
fn plain(text: &str) -> Value {
    match serde_json::from_str::<Value>(text) {
        Ok(Value::Object(fields)) => {
            let sorted: std::collections::BTreeMap<String, Value> = fields.into_iter().collect();
            json!(sorted)
        }
        _ => json!(text),
    }
}

fn shown(fault: &CallFault) -> Value {
    match fault {
        CallFault::Unknown {
            name,
            nearest,
            available,
        } => json!(["unknown", name, nearest, available.join(", ")]),
        CallFault::NotObject { name, got } => {
            let got = match got {
                Shape::Null => "NoneType",
                Shape::Boolean => "bool",
                Shape::Number => "int",
                Shape::Text => "str",
                Shape::List => "list",
                Shape::Object => "dict",
            };
            json!(["no object", name, got])
        }
        CallFault::Invalid { name, faults } => {
            let faults: Vec<String> = faults.iter().map(as_they_say).collect();
            json!(["invalid", name, faults.join("; ")])
        }
        CallFault::Failed { failure, .. } => json!({ "text": failure.to_string() }),
        other => panic!("a fault {other:?}"),
    }
}

/// A fault in the form in which it can be compared.
fn as_they_say(fault: &Fault) -> String {
    match fault {
        Fault::Missing { path } => format!("missing required {path}"),
        Fault::Type { path, expected } => format!("{path} should be {expected}"),
        Fault::AtLeast { path, bound } => format!("{path} must be >= {bound}"),
        Fault::AtMost { path, bound } => format!("{path} must be <= {bound}"),
        Fault::OneOf { path, allowed } => {
            let allowed: Vec<String> = allowed
                .iter()
                .map(|value| format!("'{}'", value.as_str().expect("a text")))
                .collect();
            format!("{path} must be one of [{}]", allowed.join(", "))
        }
        Fault::Shorter { path, bound } => format!("{path} must be at least {bound} chars"),
        Fault::Longer { path, bound } => format!("{path} must be at most {bound} chars"),
        Fault::Unexpected { path } => format!("unexpected parameter {path}"),
        other => panic!("a fault {other:?}"),
    }
}

fn told(text: &str) -> Value {
    let text = text.split("\n\n[Analyze").next().unwrap_or_default();
    if let Some(arguments) = text.strip_prefix("ARGS ") {
        return json!({ "text": plain(arguments) });
    }
    let quoted = |text: &str| {
        let rest = text.split_once('\'').expect("a name").1;
        rest.split_once('\'').expect("a name").0.to_owned()
    };
    if let Some(rest) = text.strip_prefix("Error: Tool ") {
        let name = quoted(text);
        if let Some((_, got)) = rest.split_once("must be a JSON object, got ") {
            return json!(["no object", name, got.split('.').next()]);
        }
        let nearest = rest
            .split_once("Did you mean ")
            .map(|(_, rest)| quoted(rest));
        let available = rest.split_once("Available: ").expect("names").1;
        return json!(["unknown", name, nearest, available]);
    }
    if let Some(rest) = text.strip_prefix("Error: Invalid parameters for tool ") {
        let faults = rest.split_once("': ").expect("faults").1;
        return match faults.split_once("parameters must be an object, got ") {
            Some((_, got)) => json!(["no object", quoted(text), got]),
            None => json!(["invalid", quoted(text), faults]),
        };
    }
    json!({ "text": plain(text) })
}
