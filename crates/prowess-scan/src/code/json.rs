//! Values and JSON.

use super::value::{Kind, Value};

/// A list or map as JSON, where its texts are known.
pub(super) fn to_json(value: &Value) -> Value {
    fn json(value: &Value, depth: u8) -> serde_json::Value {
        if value.items.is_empty() || depth > 8 {
            return serde_json::Value::String(value.text.clone());
        }
        if value.items.iter().all(|(key, _)| key.is_empty()) {
            let items = value.items.iter().map(|(_, item)| json(item, depth + 1));
            return serde_json::Value::Array(items.collect());
        }
        let items = value
            .items
            .iter()
            .map(|(key, item)| (key.clone(), json(item, depth + 1)));
        serde_json::Value::Object(items.collect())
    }
    if value.items.is_empty() {
        return Value {
            kind: Kind::Plain,
            ..value.clone()
        };
    }
    Value::known(json(value, 0).to_string()).tainted_by(value)
}

/// What a text in JSON stands for, as far as it is known.
pub(super) fn json(text: &Value) -> Option<Value> {
    fn value(json: &serde_json::Value) -> Value {
        match json {
            serde_json::Value::String(text) => Value::known(text.as_str()),
            serde_json::Value::Array(items) => Value::list(
                items
                    .iter()
                    .map(|item| (String::new(), value(item)))
                    .collect(),
            ),
            serde_json::Value::Object(items) => Value::list(
                items
                    .iter()
                    .map(|(key, item)| (key.clone(), value(item)))
                    .collect(),
            ),
            other => Value::known(other.to_string()),
        }
    }
    if !text.is_known() {
        return None;
    }
    let json: serde_json::Value = serde_json::from_str(&text.text).ok()?;
    (json.is_object() || json.is_array()).then(|| value(&json).tainted_by(text))
}
