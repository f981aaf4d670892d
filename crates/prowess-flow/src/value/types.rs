//! The types of ports, entries and values.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What a list or a queue holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Element {
    /// Flags.
    Bool,
    /// Integers of 32 bits.
    Int,
    /// Reals.
    Double,
    /// Text.
    String,
}

impl Element {
    /// The type of one element.
    #[must_use]
    pub fn kind(self) -> Type {
        match self {
            Self::Bool => Type::Bool,
            Self::Int => Type::Int,
            Self::Double => Type::Double,
            Self::String => Type::String,
        }
    }

    fn as_str(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::Int => "int",
            Self::Double => "double",
            Self::String => "string",
        }
    }

    fn of_name(name: &str) -> Option<Self> {
        let all = [Self::Bool, Self::Int, Self::Double, Self::String];
        all.into_iter().find(|element| element.as_str() == name)
    }
}

/// The type of a port, an entry or a value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Type {
    /// Anything, until the first typed write (`any`, the untyped port).
    Untyped,
    /// Anything, always (`Any`, the variant type of BehaviorTree.CPP).
    Variant,
    /// `bool`
    Bool,
    /// `int8`
    Int8,
    /// `int16`
    Int16,
    /// `int`, 32 bits
    Int,
    /// `int64`
    Int64,
    /// `uint8`
    UInt8,
    /// `uint16`
    UInt16,
    /// `uint`, 32 bits
    UInt,
    /// `uint64`
    UInt64,
    /// `float`
    Float,
    /// `double`
    Double,
    /// `string`
    String,
    /// `NodeStatus`
    Status,
    /// An enumeration that the host registered, by name.
    Enum(Arc<str>),
    /// `vector<…>`
    List(Element),
    /// `queue<…>`
    Queue(Element),
    /// `json`: a document; not in BehaviorTree.CPP.
    Json,
}

impl Type {
    /// Whether an entry of this type is locked to it.
    #[must_use]
    pub fn is_strong(&self) -> bool {
        !matches!(self, Self::Untyped | Self::Variant)
    }

    /// Whether text can be turned into this type without knowing the enumerations.
    #[must_use]
    pub fn reads_text(&self) -> bool {
        !matches!(self, Self::Untyped | Self::Enum(_) | Self::Status)
    }

    /// The bounds of an integer type, or nothing for other types. `uint64` is bounded by `i64` here
    /// because larger numbers are kept apart.
    #[must_use]
    pub fn bounds(&self) -> Option<(i64, i64)> {
        Some(match self {
            Self::Int8 => (i8::MIN.into(), i8::MAX.into()),
            Self::Int16 => (i16::MIN.into(), i16::MAX.into()),
            Self::Int => (i32::MIN.into(), i32::MAX.into()),
            Self::Int64 => (i64::MIN, i64::MAX),
            Self::UInt8 => (0, u8::MAX.into()),
            Self::UInt16 => (0, u16::MAX.into()),
            Self::UInt => (0, u32::MAX.into()),
            Self::UInt64 => (0, i64::MAX),
            _ => return None,
        })
    }

    /// The name that Groot2 shows: the C++ name, as BehaviorTree.CPP writes it into its models.
    #[must_use]
    pub fn cpp_name(&self) -> String {
        match self {
            Self::Untyped => "BT::AnyTypeAllowed".to_owned(),
            Self::Variant => "BT::Any".to_owned(),
            Self::Bool => "bool".to_owned(),
            Self::Int8 => "signed char".to_owned(),
            Self::Int16 => "short".to_owned(),
            Self::Int => "int".to_owned(),
            Self::Int64 => "long".to_owned(),
            Self::UInt8 => "unsigned char".to_owned(),
            Self::UInt16 => "unsigned short".to_owned(),
            Self::UInt => "unsigned int".to_owned(),
            Self::UInt64 => "unsigned long".to_owned(),
            Self::Float => "float".to_owned(),
            Self::Double => "double".to_owned(),
            Self::String => "std::string".to_owned(),
            Self::Status => "BT::NodeStatus".to_owned(),
            Self::Enum(name) => name.to_string(),
            Self::List(element) => format!("std::vector<{}>", element.kind().cpp_name()),
            Self::Queue(element) => {
                format!("std::shared_ptr<std::deque<{}>>", element.kind().cpp_name())
            }
            Self::Json => "json".to_owned(),
        }
    }

    /// The type of this name: ours ([`Display`](fmt::Display)) or the C++ one. Unknown names are
    /// enumerations.
    #[must_use]
    pub fn of_name(name: &str) -> Self {
        let simple = [
            Self::Untyped,
            Self::Variant,
            Self::Bool,
            Self::Int8,
            Self::Int16,
            Self::Int,
            Self::Int64,
            Self::UInt8,
            Self::UInt16,
            Self::UInt,
            Self::UInt64,
            Self::Float,
            Self::Double,
            Self::String,
            Self::Status,
            Self::Json,
        ];
        let elements = [
            Element::Bool,
            Element::Int,
            Element::Double,
            Element::String,
        ];
        let lists = elements.into_iter().map(Self::List);
        let queues = elements.into_iter().map(Self::Queue);
        simple
            .into_iter()
            .chain(lists)
            .chain(queues)
            .find(|kind| kind.to_string() == name || kind.cpp_name() == name)
            .unwrap_or_else(|| Self::Enum(name.into()))
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Untyped => "any",
            Self::Variant => "Any",
            Self::Bool => "bool",
            Self::Int8 => "int8",
            Self::Int16 => "int16",
            Self::Int => "int",
            Self::Int64 => "int64",
            Self::UInt8 => "uint8",
            Self::UInt16 => "uint16",
            Self::UInt => "uint",
            Self::UInt64 => "uint64",
            Self::Float => "float",
            Self::Double => "double",
            Self::String => "string",
            Self::Status => "NodeStatus",
            Self::Json => "json",
            Self::Enum(name) => name,
            Self::List(element) => return write!(f, "vector<{}>", element.as_str()),
            Self::Queue(element) => return write!(f, "queue<{}>", element.as_str()),
        })
    }
}

impl Serialize for Type {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Type {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self::of_name(&String::deserialize(deserializer)?))
    }
}

impl Serialize for Element {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Element {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::of_name(&name).ok_or_else(|| serde::de::Error::custom("no kind of element"))
    }
}

/// Reals in checkpoints, as their bits: JSON has no infinity, and no number of it is exact in every
/// reader.
pub(crate) mod real {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        number.to_bits().serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        u64::deserialize(deserializer).map(f64::from_bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every type is read back from either of its names.
    #[test]
    fn names_round_trip() {
        let kinds = [
            Type::Untyped,
            Type::Variant,
            Type::UInt,
            Type::Status,
            Type::List(Element::Bool),
            Type::Queue(Element::String),
            Type::Enum("Color".into()),
        ];
        for kind in kinds {
            assert_eq!(Type::of_name(&kind.to_string()), kind);
            assert_eq!(Type::of_name(&kind.cpp_name()), kind);
        }
    }
}
