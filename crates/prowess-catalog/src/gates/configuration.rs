//! Configuration values, by dotted path.

use serde_json::Value;

use super::Host;
use crate::{Entry, Gates, Reason};

/// What a client takes for a value that its configuration does not give.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConfigDefaults {
    /// Nothing.
    None,
    /// OpenClaw 2026.6.11: `browser.enabled` and `browser.evaluateEnabled` are on. They count for
    /// these very texts alone, and only where nothing at all is given (`null` is given).
    OpenClaw,
}

pub(super) fn missing(entry: &Entry, host: &Host<'_>) -> Vec<Reason> {
    let defaults = match host.gates {
        Gates::OpenClaw => ConfigDefaults::OpenClaw,
        _ => ConfigDefaults::None,
    };
    let paths = entry.manifest.requirements.config.iter();
    paths
        .filter(|path| !is_truthy(&host.settings.values, path, defaults))
        .map(|path| Reason::Configuration {
            path: path.to_string(),
        })
        .collect()
}

/// The value at a dotted path; parts that are empty are passed over, so `.` is the whole
/// configuration. Lists have numbered elements and a `length`, as in OpenClaw.
fn config_value<'v>(values: &'v Value, path: &str) -> Option<Found<'v>> {
    let mut found = Found::Value(values);
    for part in path.split('.').filter(|part| !part.is_empty()) {
        let Found::Value(value) = found else {
            return None;
        };
        found = match value {
            Value::Object(fields) => Found::Value(fields.get(part)?),
            Value::Array(elements) if part == "length" => Found::Length(elements.len()),
            Value::Array(elements) => Found::Value(elements.get(part.parse::<usize>().ok()?)?),
            _ => return None,
        };
    }
    Some(found)
}

/// What stands at a path.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Found<'v> {
    /// A value.
    Value(&'v Value),
    /// The length of a list.
    Length(usize),
}

/// Whether the value at a path counts as set: `true`, a number other than 0, text that is not
/// blank, a list or an object. No configuration at all is an empty object.
#[must_use]
pub fn is_truthy(values: &Value, path: &str, defaults: ConfigDefaults) -> bool {
    let is_root = path.split('.').all(str::is_empty);
    match config_value(values, path) {
        Some(Found::Value(Value::Null)) => is_root,
        Some(Found::Value(Value::Bool(value))) => *value,
        Some(Found::Value(Value::Number(value))) => value.as_f64() != Some(0.0),
        Some(Found::Value(Value::String(text))) => !text.trim().is_empty(),
        Some(Found::Value(Value::Array(_) | Value::Object(_))) => true,
        Some(Found::Length(length)) => length != 0,
        None => {
            defaults == ConfigDefaults::OpenClaw
                && matches!(path, "browser.enabled" | "browser.evaluateEnabled")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Emptiness, zero and blanks do not count; a default counts only where nothing is given.
    #[test]
    fn truth() {
        let values = serde_json::json!({
            "a": {"zero": 0, "text": "no", "blank": " ", "list": [], "off": false, "null": null},
            "browser": {"enabled": null}
        });
        let truthy = |path| is_truthy(&values, path, ConfigDefaults::OpenClaw);
        let paths = [
            "a.zero",
            "a.text",
            "a.blank",
            "a.list",
            "a.off",
            "a.null",
            "a.none",
            "a.list.length",
        ];
        assert_eq!(
            paths.map(truthy),
            [false, true, false, true, false, false, false, false]
        );
        assert_eq!(
            ["browser.enabled", "browser.evaluateEnabled", "."].map(truthy),
            [false, true, true]
        );
    }
}
