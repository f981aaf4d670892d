//! From what a model sent to arguments that hold to a schema.
//!
//! Models send numbers as texts, objects as JSON in a text, and objects within an object called `arguments`. What is meant beyond doubt
//! is taken; everything else is told, all faults at once. The rules are those of Nanobot (the page on it, 7, and its golden vectors).

use std::fmt;

use serde_json::{Map, Number, Value};

/// Whose way of reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Reading {
    /// Ours: Nanobot's, with the words of JSON for true and false.
    #[default]
    Own,
    /// Nanobot's.
    Nanobot,
    /// Nanobot's of March 2026: an object or nothing, and further parameters are never refused.
    Nanobot2026March,
}

/// What was sent is no object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the arguments have to be an object, not {got}")]
pub struct Unreadable {
    /// What it is instead.
    pub got: Shape,
}

/// A kind of value, for messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Nothing.
    Null,
    /// True or false.
    Boolean,
    /// A number.
    Number,
    /// A text.
    Text,
    /// A list.
    List,
    /// An object.
    Object,
}

impl Shape {
    /// The kind of a value.
    #[must_use]
    pub const fn of(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(_) => Self::Boolean,
            Value::Number(_) => Self::Number,
            Value::String(_) => Self::Text,
            Value::Array(_) => Self::List,
            Value::Object(_) => Self::Object,
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Null => "nothing",
            Self::Boolean => "true or false",
            Self::Number => "a number",
            Self::Text => "a text",
            Self::List => "a list",
            Self::Object => "an object",
        })
    }
}

/// One way in which arguments do not hold to a schema. Paths are `a.b[0]`.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Fault {
    /// A parameter that has to be there.
    Missing {
        /// Which.
        path: String,
    },
    /// A value of another kind.
    Type {
        /// Which.
        path: String,
        /// The word of the schema.
        expected: String,
    },
    /// A number that is too small.
    AtLeast {
        /// Which.
        path: String,
        /// The bound.
        bound: Number,
    },
    /// A number that is too great.
    AtMost {
        /// Which.
        path: String,
        /// The bound.
        bound: Number,
    },
    /// A value that is none of those that are allowed.
    OneOf {
        /// Which.
        path: String,
        /// Those that are.
        allowed: Vec<Value>,
    },
    /// A text that is too short.
    Shorter {
        /// Which.
        path: String,
        /// The fewest characters.
        bound: u64,
    },
    /// A text that is too long.
    Longer {
        /// Which.
        path: String,
        /// The most characters.
        bound: u64,
    },
    /// A list that has too few entries.
    FewerItems {
        /// Which.
        path: String,
        /// The fewest.
        bound: u64,
    },
    /// A list that has too many entries.
    MoreItems {
        /// Which.
        path: String,
        /// The most.
        bound: u64,
    },
    /// A parameter that is not known, where the schema allows no others.
    Unexpected {
        /// Which.
        path: String,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { path } => write!(f, "`{path}` has to be given"),
            Self::Type { path, expected } => write!(f, "`{path}` has to be of the type {expected}"),
            Self::AtLeast { path, bound } => write!(f, "`{path}` has to be {bound} or more"),
            Self::AtMost { path, bound } => write!(f, "`{path}` has to be {bound} or less"),
            Self::OneOf { path, allowed } => {
                let allowed: Vec<String> = allowed.iter().map(Value::to_string).collect();
                write!(f, "`{path}` has to be one of {}", allowed.join(", "))
            }
            Self::Shorter { path, bound } => {
                write!(f, "`{path}` has to have {bound} characters or more")
            }
            Self::Longer { path, bound } => {
                write!(f, "`{path}` has to have {bound} characters or fewer")
            }
            Self::FewerItems { path, bound } => {
                write!(f, "`{path}` has to have {bound} entries or more")
            }
            Self::MoreItems { path, bound } => {
                write!(f, "`{path}` has to have {bound} entries or fewer")
            }
            Self::Unexpected { path } => write!(f, "`{path}` is not known: leave it out"),
        }
    }
}

/// Most levels that are looked into; what lies deeper is taken as it is.
const DEPTH: usize = 32;

/// The object that was meant.
///
/// # Errors
///
/// [`Unreadable`].
pub fn read(sent: Value, reading: Reading) -> Result<Map<String, Value>, Unreadable> {
    let object = |value: Value| match value {
        Value::Object(fields) => Ok(fields),
        other => Err(Unreadable {
            got: Shape::of(&other),
        }),
    };
    if reading == Reading::Nanobot2026March {
        return object(sent);
    }
    let of_text = |text: String| match text.trim() {
        "" => Ok(Map::new()),
        trimmed => match serde_json::from_str(trimmed) {
            Ok(value) => object(value),
            Err(_) => object(Value::String(text)),
        },
    };
    let mut fields = match sent {
        Value::Null => return Ok(Map::new()),
        Value::String(text) => of_text(text)?,
        other => object(other)?,
    };
    if fields.len() != 1 {
        return Ok(fields);
    }
    match fields.remove("arguments") {
        None => Ok(fields),
        Some(Value::Object(inner)) => Ok(inner),
        Some(Value::String(text)) => {
            of_text(text.clone()).or_else(|_| object(serde_json::json!({ "arguments": text })))
        }
        Some(other) => object(serde_json::json!({ "arguments": other })),
    }
}

/// Takes values for what they mean where that is beyond doubt: `"3"` is 3 where an integer is wanted.
#[must_use]
pub fn cast(arguments: Map<String, Value>, schema: &Value, reading: Reading) -> Map<String, Value> {
    cast_fields(arguments, schema, reading, DEPTH)
}

fn cast_fields(
    fields: Map<String, Value>,
    schema: &Value,
    reading: Reading,
    depth: usize,
) -> Map<String, Value> {
    let properties = schema.get("properties");
    let cast = |(name, value): (String, Value)| {
        let value = match properties.and_then(|properties| properties.get(&name)) {
            Some(schema) => cast_value(value, schema, reading, depth),
            None => value,
        };
        (name, value)
    };
    fields.into_iter().map(cast).collect()
}

fn cast_value(value: Value, schema: &Value, reading: Reading, depth: usize) -> Value {
    let Some(deeper) = depth.checked_sub(1) else {
        return value;
    };
    match (kind(schema), value) {
        (Some("integer"), Value::String(text)) => match text.trim().parse::<i64>() {
            Ok(number) => number.into(),
            Err(_) => Value::String(text),
        },
        (Some("number"), Value::String(text)) => {
            let number = text.trim().parse::<f64>().ok().and_then(Number::from_f64);
            number.map_or(Value::String(text), Value::Number)
        }
        (Some("boolean"), Value::String(text)) => match text.to_lowercase().as_str() {
            "true" | "1" | "yes" => Value::Bool(true),
            "false" | "0" | "no" => Value::Bool(false),
            _ => Value::String(text),
        },
        (Some("string"), Value::Number(number)) => Value::String(number.to_string()),
        (Some("string"), Value::Bool(flag)) => Value::String(
            match (flag, reading) {
                (true, Reading::Own) => "true",
                (false, Reading::Own) => "false",
                (true, _) => "True",
                (false, _) => "False",
            }
            .to_owned(),
        ),
        (Some("array"), Value::Array(list)) => {
            let Some(items) = schema.get("items") else {
                return Value::Array(list);
            };
            let cast = list
                .into_iter()
                .map(|item| cast_value(item, items, reading, deeper));
            Value::Array(cast.collect())
        }
        (Some("object"), Value::Object(fields)) => {
            Value::Object(cast_fields(fields, schema, reading, deeper))
        }
        (_, value) => value,
    }
}

/// The one type of a schema, `null` aside.
fn kind(schema: &Value) -> Option<&str> {
    match schema.get("type")? {
        Value::String(kind) => Some(kind),
        Value::Array(kinds) => {
            let mut kinds = kinds
                .iter()
                .filter_map(Value::as_str)
                .filter(|kind| *kind != "null");
            let first = kinds.next()?;
            kinds.next().is_none().then_some(first)
        }
        _ => None,
    }
}

/// Every way in which arguments do not hold to a schema: what is missing first, then in their own order.
#[must_use]
pub fn check(arguments: &Map<String, Value>, schema: &Value, reading: Reading) -> Vec<Fault> {
    let mut faults = Vec::new();
    check_fields(arguments, schema, "", reading, DEPTH, &mut faults);
    faults
}

fn check_fields(
    fields: &Map<String, Value>,
    schema: &Value,
    path: &str,
    reading: Reading,
    depth: usize,
    faults: &mut Vec<Fault>,
) {
    let at = |name: &str| match path {
        "" => name.to_owned(),
        path => format!("{path}.{name}"),
    };
    let required = schema.get("required").and_then(Value::as_array);
    let required = required.into_iter().flatten().filter_map(Value::as_str);
    for name in required.filter(|name| !fields.contains_key(*name)) {
        faults.push(Fault::Missing { path: at(name) });
    }
    let is_closed = schema.get("additionalProperties") == Some(&Value::Bool(false))
        && reading != Reading::Nanobot2026March;
    let properties = schema.get("properties");
    for (name, value) in fields {
        match properties.and_then(|properties| properties.get(name)) {
            Some(schema) => check_value(value, schema, &at(name), reading, depth, faults),
            None if is_closed => faults.push(Fault::Unexpected { path: at(name) }),
            None => {}
        }
    }
}

fn check_value(
    value: &Value,
    schema: &Value,
    path: &str,
    reading: Reading,
    depth: usize,
    faults: &mut Vec<Fault>,
) {
    let Some(deeper) = depth.checked_sub(1) else {
        return;
    };
    let path_of = || path.to_owned();
    if let Some(expected) = wrong_type(value, schema) {
        return faults.push(Fault::Type {
            path: path_of(),
            expected,
        });
    }
    let number = |name: &str| schema.get(name).and_then(Value::as_number);
    let count = |name: &str| schema.get(name).and_then(Value::as_u64);
    if let Some(allowed) = schema.get("enum").and_then(Value::as_array)
        && !allowed.contains(value)
    {
        faults.push(Fault::OneOf {
            path: path_of(),
            allowed: allowed.clone(),
        });
    }
    match value {
        Value::Number(found) => {
            let found = found.as_f64();
            let is_beyond =
                |bound: &Number, order| found.partial_cmp(&bound.as_f64()) == Some(order);
            if let Some(bound) = number("minimum")
                && is_beyond(bound, std::cmp::Ordering::Less)
            {
                let bound = bound.clone();
                faults.push(Fault::AtLeast {
                    path: path_of(),
                    bound,
                });
            }
            if let Some(bound) = number("maximum")
                && is_beyond(bound, std::cmp::Ordering::Greater)
            {
                let bound = bound.clone();
                faults.push(Fault::AtMost {
                    path: path_of(),
                    bound,
                });
            }
        }
        Value::String(text) => {
            let length = text.chars().count() as u64;
            if let Some(bound) = count("minLength").filter(|bound| length < *bound) {
                faults.push(Fault::Shorter {
                    path: path_of(),
                    bound,
                });
            }
            if let Some(bound) = count("maxLength").filter(|bound| length > *bound) {
                faults.push(Fault::Longer {
                    path: path_of(),
                    bound,
                });
            }
        }
        Value::Array(list) => {
            let length = list.len() as u64;
            if let Some(bound) = count("minItems").filter(|bound| length < *bound) {
                faults.push(Fault::FewerItems {
                    path: path_of(),
                    bound,
                });
            }
            if let Some(bound) = count("maxItems").filter(|bound| length > *bound) {
                faults.push(Fault::MoreItems {
                    path: path_of(),
                    bound,
                });
            }
            if let Some(items) = schema.get("items") {
                for (index, item) in list.iter().enumerate() {
                    let path = format!("{path}[{index}]");
                    check_value(item, items, &path, reading, deeper, faults);
                }
            }
        }
        Value::Object(fields) => check_fields(fields, schema, path, reading, deeper, faults),
        Value::Null | Value::Bool(_) => {}
    }
}

/// The type that a schema wants where a value is of another.
fn wrong_type(value: &Value, schema: &Value) -> Option<String> {
    let is_of = |kind: &str| match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => true,
    };
    match schema.get("type")? {
        Value::String(kind) => (!is_of(kind)).then(|| kind.clone()),
        Value::Array(kinds) => {
            let kinds: Vec<&str> = kinds.iter().filter_map(Value::as_str).collect();
            (!kinds.iter().any(|kind| is_of(kind))).then(|| kinds.join(" or "))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn any_value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            "[a-z0-9 ]{0,6}".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 24, 4, |inner| {
            let name = prop_oneof![
                "[a-c]",
                Just("type".to_owned()),
                Just("items".to_owned()),
                Just("properties".to_owned()),
                Just("required".to_owned())
            ];
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::vec((name, inner), 0..4)
                    .prop_map(|fields| Value::Object(fields.into_iter().collect())),
            ]
        })
    }

    proptest! {
        /// Any value, and any value for a schema: it ends, and what is cast twice is cast once.
        #[test]
        fn any_arguments_and_any_schema(sent in any_value(), schema in any_value()) {
            if let Ok(fields) = read(sent, Reading::Own) {
                let once = cast(fields, &schema, Reading::Own);
                prop_assert_eq!(cast(once.clone(), &schema, Reading::Own), once.clone());
                let _ = check(&once, &schema, Reading::Own);
            }
        }
    }

    #[test]
    fn depth_is_bounded() {
        let mut schema = json!({ "type": "integer" });
        let mut value = json!("1");
        for _ in 0..200 {
            schema = json!({ "type": "array", "items": schema });
            value = json!([value]);
        }
        let schema = json!({ "properties": { "a": schema } });
        let fields = Map::from_iter([("a".to_owned(), value)]);
        let cast = cast(fields, &schema, Reading::Own);
        assert!(check(&cast, &schema, Reading::Own).is_empty());
    }
}
