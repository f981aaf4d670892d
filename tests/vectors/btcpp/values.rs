//! Values as the vectors write them.

use prowess_flow::{BoardId, Boards, Data, Entry, Plan, Status, Value as FlowValue};
use serde_json::{Map, Value, json};

/// A value as text, or null where there is none.
pub(super) fn text(value: &FlowValue) -> Value {
    match value.data() {
        Data::Empty => Value::Null,
        Data::Int(number) => number.to_string().into(),
        Data::Unsigned(number) => number.to_string().into(),
        Data::Real(number) => real(*number).into(),
        Data::Text(text) => (&**text).into(),
        Data::List(items) => joined(items.iter()).into(),
        Data::Queue(items) => joined(items.iter()).into(),
        Data::Json(document) => document.to_string().into(),
    }
}

fn joined<'v>(items: impl Iterator<Item = &'v FlowValue>) -> String {
    let texts: Vec<String> = items
        .map(|item| text(item).as_str().unwrap_or_default().to_owned())
        .collect();
    texts.join(";")
}

/// The shortest text that is read back, as C++ prints it: with an exponent where that is shorter.
fn real(number: f64) -> String {
    if number.is_nan() {
        return if number.is_sign_negative() {
            "-nan"
        } else {
            "nan"
        }
        .to_owned();
    }
    if number.is_infinite() {
        return if number < 0.0 { "-inf" } else { "inf" }.to_owned();
    }
    let plain = format!("{number}");
    let scientific = format!("{number:e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let sign = if exponent < 0 { '-' } else { '+' };
    let scientific = format!("{mantissa}e{sign}{:02}", exponent.abs());
    if scientific.len() < plain.len() {
        scientific
    } else {
        plain
    }
}

/// `{t, v}` of a value.
pub(super) fn typed(value: &FlowValue) -> Value {
    json!({"t": value.kind().to_string(), "v": text(value)})
}

fn stored(value: &FlowValue) -> &'static str {
    match value.data() {
        Data::Empty => "empty",
        Data::Int(_) => "int64",
        Data::Unsigned(_) => "uint64",
        Data::Real(_) => "double",
        Data::Text(_) => "string",
        Data::List(_) | Data::Queue(_) | Data::Json(_) => "object",
    }
}

fn entry(entry: &Entry) -> Value {
    json!({
        "v": text(&entry.value),
        "t": entry.value.kind().to_string(),
        "decl": entry.kind.to_string(),
        "stored": stored(&entry.value),
    })
}

/// The entries of one blackboard.
pub(super) fn board(boards: &Boards, id: BoardId) -> Value {
    let entries = boards
        .entries(id)
        .map(|(key, found)| (key.to_owned(), entry(found)));
    Value::Object(entries.collect())
}

/// The blackboard of each tree in use, by its path.
pub(super) fn boards(plan: &Plan, boards: &Boards) -> Value {
    let mut all = Map::new();
    for (path, _) in plan.subtrees() {
        let id = plan.board(path).expect("a blackboard for each tree");
        all.insert(path.to_owned(), board(boards, id));
    }
    all.into()
}

pub(super) fn status(status: Status) -> Value {
    status.as_str().into()
}

/// Sets a field of an object.
pub(super) fn set(object: &mut Value, name: &str, value: Value) {
    let fields = object.as_object_mut().expect("an object");
    fields.insert(name.to_owned(), value);
}
