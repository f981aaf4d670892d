//! MCP servers that a skill brings.

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value as Json;

/// MCP servers that a skill brings, in the form of its client's configuration: data, which nothing
/// here starts.
///
/// It may hold secrets. When it is written, every value of `env` and `headers` is written as
/// `**********`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct McpServers(pub Json);

/// What stands in place of a value that may be secret.
const MASK: &str = "**********";

/// Keys whose values may be secret.
const SECRET: [&str; 2] = ["env", "headers"];

impl Serialize for McpServers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Masked(&self.0, Part::Open).serialize(serializer)
    }
}

/// Whether a part of the configuration may be secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Open,
    Secret,
}

struct Masked<'j>(&'j Json, Part);

impl Serialize for Masked<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Json::Object(fields) => {
                let mut map = serializer.serialize_map(Some(fields.len()))?;
                for (key, value) in fields {
                    let part = match self.1 {
                        Part::Open if !SECRET.contains(&key.as_str()) => Part::Open,
                        _ => Part::Secret,
                    };
                    map.serialize_entry(key, &Masked(value, part))?;
                }
                map.end()
            }
            Json::Array(elements) => {
                let mut list = serializer.serialize_seq(Some(elements.len()))?;
                for element in elements {
                    list.serialize_element(&Masked(element, self.1))?;
                }
                list.end()
            }
            Json::Null => serializer.serialize_none(),
            _ if self.1 == Part::Secret => serializer.serialize_str(MASK),
            value => value.serialize(serializer),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Values of `env` and `headers` are never written, at whatever depth they stand.
    #[test]
    fn secrets_are_masked() {
        let servers = McpServers(json!({"mcpServers": {"a": {
            "command": "run", "args": ["-x"], "env": {"KEY": "s", "N": 1, "L": ["s"]},
            "headers": {"Authorization": "s"},
        }}}));
        assert_eq!(
            serde_json::to_value(&servers).unwrap(),
            json!({"mcpServers": {"a": {
                "command": "run", "args": ["-x"],
                "env": {"KEY": MASK, "N": MASK, "L": [MASK]},
                "headers": {"Authorization": MASK},
            }}})
        );
    }
}
