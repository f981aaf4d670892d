//! What a blackboard entry and a port hold: a type and, where there is one, a value.

mod convert;
mod parse;
mod types;

use std::collections::VecDeque;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use self::parse::Enums;
pub(crate) use self::parse::{parse, prefix_number};
pub use self::types::{Element, Type};
use crate::Status;

/// How a value is kept. As in BehaviorTree.CPP, integers of every width are 64 bits wide inside and
/// reals are doubles: the type beside the data tells what they stand for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Data {
    /// No value yet.
    Empty,
    /// An integer, a flag (0 or 1), a status or a name of an enumeration.
    Int(i64),
    /// An unsigned integer of 64 bits.
    Unsigned(u64),
    /// A real number.
    Real(#[serde(with = "self::types::real")] f64),
    /// Text.
    Text(Arc<str>),
    /// A list.
    List(Arc<Vec<Value>>),
    /// A queue, which loops consume.
    Queue(Arc<VecDeque<Value>>),
    /// A document.
    Json(Arc<serde_json::Value>),
}

/// A value with its type. The type stays where the value is missing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Value {
    #[serde(rename = "type")]
    kind: Type,
    data: Data,
}

impl Value {
    /// A value of this type; the data are taken as they are.
    #[must_use]
    pub fn new(kind: Type, data: Data) -> Self {
        Self { kind, data }
    }

    /// No value yet, of this type.
    #[must_use]
    pub fn empty(kind: Type) -> Self {
        Self::new(kind, Data::Empty)
    }

    /// Text.
    #[must_use]
    pub fn text(text: impl Into<Arc<str>>) -> Self {
        Self::new(Type::String, Data::Text(text.into()))
    }

    /// An integer of 64 bits.
    #[must_use]
    pub fn int(number: i64) -> Self {
        Self::new(Type::Int64, Data::Int(number))
    }

    /// A real number.
    #[must_use]
    pub fn real(number: f64) -> Self {
        Self::new(Type::Double, Data::Real(number))
    }

    /// A flag.
    #[must_use]
    pub fn flag(flag: bool) -> Self {
        Self::new(Type::Bool, Data::Int(i64::from(flag)))
    }

    /// A status, kept as its number.
    #[must_use]
    pub fn status(status: Status) -> Self {
        Self::new(Type::Status, Data::Int(i64::from(status.number())))
    }

    /// A document.
    #[must_use]
    pub fn json(document: serde_json::Value) -> Self {
        Self::new(Type::Json, Data::Json(Arc::new(document)))
    }

    /// A list of this kind of element.
    #[must_use]
    pub fn list(element: Element, items: Vec<Value>) -> Self {
        Self::new(Type::List(element), Data::List(Arc::new(items)))
    }

    /// A queue of this kind of element.
    #[must_use]
    pub fn queue(element: Element, items: impl IntoIterator<Item = Value>) -> Self {
        let items = Arc::new(items.into_iter().collect());
        Self::new(Type::Queue(element), Data::Queue(items))
    }

    /// Its type.
    #[must_use]
    pub fn kind(&self) -> &Type {
        &self.kind
    }

    /// Its data.
    #[must_use]
    pub fn data(&self) -> &Data {
        &self.data
    }

    pub(crate) fn data_mut(&mut self) -> &mut Data {
        &mut self.data
    }

    /// Whether there is no value yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.data == Data::Empty
    }

    /// Whether a number is kept: an integer, a real, a flag, a status or a name of an enumeration.
    #[must_use]
    pub fn is_number(&self) -> bool {
        matches!(self.data, Data::Int(_) | Data::Unsigned(_) | Data::Real(_))
    }

    /// Whether text is kept.
    #[must_use]
    pub fn is_text(&self) -> bool {
        matches!(self.data, Data::Text(_))
    }

    /// The text, where text is kept.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match &self.data {
            Data::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The items of a list, a queue or a JSON array.
    #[must_use]
    pub fn items(&self) -> Option<Vec<Value>> {
        match &self.data {
            Data::List(items) => Some(items.to_vec()),
            Data::Queue(items) => Some(items.iter().cloned().collect()),
            Data::Json(document) => {
                let items = document.as_array()?;
                Some(items.iter().map(Self::from_json).collect())
            }
            _ => None,
        }
    }

    /// A JSON value in the nearest type: text, flag, integer, real, else a document.
    #[must_use]
    pub fn from_json(document: &serde_json::Value) -> Self {
        match document {
            serde_json::Value::Null => Self::empty(Type::Untyped),
            serde_json::Value::Bool(flag) => Self::flag(*flag),
            serde_json::Value::String(text) => Self::text(text.as_str()),
            serde_json::Value::Number(number) => match (number.as_i64(), number.as_u64()) {
                (Some(number), _) => Self::int(number),
                (None, Some(number)) => Self::new(Type::UInt64, Data::Unsigned(number)),
                (None, None) => Self::real(number.as_f64().unwrap_or(f64::NAN)),
            },
            other => Self::json(other.clone()),
        }
    }

    /// The value as JSON; a missing value and a real that JSON cannot hold are null.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        match &self.data {
            Data::Empty => serde_json::Value::Null,
            Data::Int(number) => match (&self.kind, number) {
                (Type::Bool, 0 | 1) => (*number == 1).into(),
                (Type::Status, _) => match Status::of_number(*number) {
                    Some(status) => status.as_str().into(),
                    None => (*number).into(),
                },
                _ => (*number).into(),
            },
            Data::Unsigned(number) => (*number).into(),
            Data::Real(number) => (*number).into(),
            Data::Text(text) => (&**text).into(),
            Data::List(items) => items.iter().map(Self::to_json).collect(),
            Data::Queue(items) => items.iter().map(Self::to_json).collect(),
            Data::Json(document) => (**document).clone(),
        }
    }

    /// Bytes that the value takes on a blackboard, for the bound on them: its text or eight for a
    /// number, and eight for each value of a list.
    #[must_use]
    pub fn size(&self) -> usize {
        const WORD: usize = 8;
        match &self.data {
            Data::Empty => 0,
            Data::Int(_) | Data::Unsigned(_) | Data::Real(_) => WORD,
            Data::Text(text) => text.len(),
            Data::List(items) => items.iter().map(|item| WORD + item.size()).sum(),
            Data::Queue(items) => items.iter().map(|item| WORD + item.size()).sum(),
            Data::Json(document) => json_size(document),
        }
    }
}

fn json_size(document: &serde_json::Value) -> usize {
    const WORD: usize = 8;
    match document {
        serde_json::Value::String(text) => WORD + text.len(),
        serde_json::Value::Array(items) => WORD + items.iter().map(json_size).sum::<usize>(),
        serde_json::Value::Object(fields) => fields
            .iter()
            .fold(WORD, |sum, (key, value)| sum + key.len() + json_size(value)),
        _ => WORD,
    }
}
