//! Text to values.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Data, Element, Type, Value};
use crate::{Fault, Status};

/// The names of enumerations that scripts and ports know, with their numbers.
pub type Enums = BTreeMap<Arc<str>, i64>;

/// Reads `text` as a value of type `to`, by the rules of BehaviorTree.CPP: a number may have any
/// text behind it (`42abc` is 42) but neither a blank nor a plus sign in front.
pub(crate) fn parse(text: &str, to: &Type, enums: &Enums) -> Result<Value, Fault> {
    let data = match to {
        Type::Untyped | Type::String => return Ok(Value::text(text)),
        Type::Variant => return Err(Fault::NoStringConverter { to: Type::Variant }),
        Type::Bool => Data::Int(i64::from(flag(text)?)),
        Type::Status => Data::Int(status(text)?),
        Type::Enum(_) => Data::Int(enumerated(text, to, enums)?),
        Type::UInt64 => Data::Unsigned(unsigned(text)?),
        Type::Float | Type::Double => Data::Real(real(text, to)?),
        Type::List(element) => Data::List(Arc::new(pieces(text, *element, enums)?)),
        Type::Queue(element) => Data::Queue(Arc::new(
            pieces(text, *element, enums)?.into_iter().collect(),
        )),
        Type::Json => Data::Json(Arc::new(document(text))),
        integer => Data::Int(integer_of(text, integer)?),
    };
    Ok(Value::new(to.clone(), data))
}

fn failed(text: &str, to: &'static str) -> Fault {
    Fault::StringConversion {
        text: text.into(),
        to,
    }
}

fn flag(text: &str) -> Result<bool, Fault> {
    match text {
        "1" | "true" | "True" | "TRUE" => Ok(true),
        "0" | "false" | "False" | "FALSE" => Ok(false),
        _ => Err(Fault::StringToBool { text: text.into() }),
    }
}

fn status(text: &str) -> Result<i64, Fault> {
    Status::of_name(text)
        .map(|status| i64::from(status.number()))
        .ok_or_else(|| failed(text, "NodeStatus"))
}

/// A registered name or a whole integer.
fn enumerated(text: &str, to: &Type, enums: &Enums) -> Result<i64, Fault> {
    if let Some(number) = enums.get(text) {
        return Ok(*number);
    }
    let is_plain = !text.starts_with('+');
    match text.parse::<i32>() {
        Ok(number) if is_plain => Ok(number.into()),
        _ => Err(Fault::NoStringConverter { to: to.clone() }),
    }
}

fn integer_of(text: &str, to: &Type) -> Result<i64, Fault> {
    let prefix = integer_prefix(text);
    let number: i64 = prefix.parse().map_err(|_| failed(text, "integer"))?;
    match to.bounds() {
        Some((low, high)) if number < low || number > high => Err(Fault::NumberOutOfRange),
        _ => Ok(number),
    }
}

fn unsigned(text: &str) -> Result<u64, Fault> {
    let prefix = integer_prefix(text);
    prefix.parse().map_err(|_| failed(text, "integer"))
}

fn integer_prefix(text: &str) -> &str {
    let (_, digits) = text.split_at(usize::from(text.starts_with('-')));
    let count = digits.bytes().take_while(u8::is_ascii_digit).count();
    let end = text.len() - digits.len() + count;
    text.get(..end).unwrap_or("")
}

fn real(text: &str, to: &Type) -> Result<f64, Fault> {
    let name = if *to == Type::Float {
        "float"
    } else {
        "double"
    };
    let number = prefix_number(text).ok_or_else(|| failed(text, name))?;
    if *to != Type::Float {
        return Ok(number);
    }
    #[expect(clippy::cast_possible_truncation, reason = "a float is meant")]
    let narrow = number as f32;
    let is_lost = (narrow.is_infinite() && number.is_finite()) || (narrow == 0.0 && number != 0.0);
    if is_lost {
        return Err(failed(text, name));
    }
    Ok(narrow.into())
}

/// The number that `text` begins with, as `std::from_chars` reads it; nothing where it begins with
/// none or with one that is too large or too small for a double.
pub(crate) fn prefix_number(text: &str) -> Option<f64> {
    let (negative, rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let number = match word_prefix(rest) {
        Some(number) => number,
        None => decimal_prefix(rest)?,
    };
    Some(if negative { -number } else { number })
}

fn word_prefix(text: &str) -> Option<f64> {
    let head = text.get(..3)?;
    if head.eq_ignore_ascii_case("inf") {
        Some(f64::INFINITY)
    } else if head.eq_ignore_ascii_case("nan") {
        Some(f64::NAN)
    } else {
        None
    }
}

fn decimal_prefix(text: &str) -> Option<f64> {
    let bytes = text.as_bytes();
    let digits_from = |start: usize| {
        let rest = bytes.get(start..).unwrap_or(&[]);
        rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
    };
    let whole = digits_from(0);
    let mut end = whole;
    let mut fraction = 0;
    if bytes.get(end) == Some(&b'.') {
        fraction = digits_from(end + 1);
        end += 1 + fraction;
    }
    if whole + fraction == 0 {
        return None;
    }
    let mantissa = text.get(..end)?;
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let digits = digits_from(end + 1 + sign);
        if digits > 0 {
            end += 1 + sign + digits;
        }
    }
    let number: f64 = text.get(..end)?.parse().ok()?;
    let is_zero = mantissa.bytes().all(|byte| matches!(byte, b'0' | b'.'));
    let in_range = number.is_finite() && (number != 0.0 || is_zero);
    in_range.then_some(number)
}

/// Elements between semicolons, or those of a JSON array behind `json:`.
fn pieces(text: &str, element: Element, enums: &Enums) -> Result<Vec<Value>, Fault> {
    if let Some(body) = text.strip_prefix("json:") {
        let items: Vec<serde_json::Value> =
            serde_json::from_str(body).map_err(|_| failed(text, "JSON array"))?;
        return items.iter().map(|item| json_piece(item, element)).collect();
    }
    let mut rest = text;
    let mut items = Vec::new();
    while !rest.is_empty() {
        let (piece, behind) = rest.split_once(';').unwrap_or((rest, ""));
        items.push(parse(piece, &element.kind(), enums)?);
        rest = behind;
    }
    Ok(items)
}

fn json_piece(item: &serde_json::Value, element: Element) -> Result<Value, Fault> {
    let fits = match element {
        Element::String => item.is_string(),
        Element::Bool => item.is_boolean(),
        Element::Int | Element::Double => item.is_number(),
    };
    match fits {
        true => Value::from_json(item).cast(&element.kind()),
        false => Err(failed(&item.to_string(), "element of this list")),
    }
}

/// JSON where the text is JSON, else the text itself as a JSON string.
fn document(text: &str) -> serde_json::Value {
    let body = text.strip_prefix("json:").unwrap_or(text);
    serde_json::from_str(body).unwrap_or_else(|_| text.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers are read by their longest prefix, without blanks, plus signs or hexadecimal digits.
    #[test]
    fn prefixes() {
        let read = |text| prefix_number(text);
        assert_eq!(read("12x"), Some(12.0));
        assert_eq!(read("1e"), Some(1.0));
        assert_eq!(read("-.5e1;"), Some(-5.0));
        assert_eq!(read("-inf"), Some(f64::NEG_INFINITY));
        for text in ["", " 1", "+1", ".", "x", "1e400", "1e-400", "-"] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(integer_prefix("-12.5"), "-12");
        assert_eq!(integer_prefix("+1"), "");
    }

    /// A semicolon at the end adds no element, two in a row add an empty one.
    #[test]
    fn lists() {
        let texts = |text| pieces(text, Element::String, &Enums::new()).map(|items| items.len());
        assert_eq!(texts("a;b;"), Ok(2));
        assert_eq!(texts("a;;b"), Ok(3));
        assert_eq!(texts(""), Ok(0));
    }
}
