//! What a scalar means to PyYAML, which reads YAML 1.1.

use serde_json::Value as Json;

use crate::{Node, NodeKind, Scalar, ScalarStyle};

/// What a scalar means.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Kind {
    Null,
    Boolean(bool),
    Integer(i64),
    Float(f64),
    /// A date, with or without a time.
    Date,
    Text,
}

impl Kind {
    pub(super) fn of(scalar: &Scalar<'_>) -> Self {
        if scalar.style == ScalarStyle::Text {
            return Self::Text;
        }
        let text = &*scalar.text;
        match text {
            "" | "~" | "null" | "Null" | "NULL" => return Self::Null,
            "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => {
                return Self::Boolean(true);
            }
            "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => {
                return Self::Boolean(false);
            }
            ".nan" | ".NaN" | ".NAN" => return Self::Float(f64::NAN),
            _ => {}
        }
        let starts_number = text
            .starts_with(|first: char| first.is_ascii_digit() || matches!(first, '+' | '-' | '.'));
        if !starts_number {
            Self::Text
        } else if is_date(text) {
            Self::Date
        } else {
            integer(text)
                .map(Self::Integer)
                .or_else(|| float(text).map(Self::Float))
                .unwrap_or(Self::Text)
        }
    }
}

/// Python's truth of the value.
pub(super) fn is_true(node: &Node<'_>) -> bool {
    match &node.kind {
        NodeKind::Sequence(elements) => !elements.is_empty(),
        NodeKind::Mapping(entries) => !entries.is_empty(),
        NodeKind::Scalar(scalar) => match Kind::of(scalar) {
            Kind::Null => false,
            Kind::Boolean(value) => value,
            Kind::Integer(value) => value != 0,
            Kind::Float(value) => value != 0.0,
            Kind::Date => true,
            Kind::Text => !scalar.text.is_empty(),
        },
    }
}

/// The value as JSON; a date stays text.
pub(super) fn to_json(node: &Node<'_>) -> Json {
    match &node.kind {
        NodeKind::Sequence(elements) => elements.iter().map(to_json).collect(),
        NodeKind::Mapping(entries) => entries
            .iter()
            .map(|entry| (entry.key.to_string(), to_json(&entry.value)))
            .collect(),
        NodeKind::Scalar(scalar) => match Kind::of(scalar) {
            Kind::Null => Json::Null,
            Kind::Boolean(value) => value.into(),
            Kind::Integer(value) => value.into(),
            Kind::Float(value) => value.into(),
            Kind::Date | Kind::Text => (*scalar.text).into(),
        },
    }
}

fn unsigned(text: &str) -> (i64, &str) {
    match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    }
}

/// Binary, octal with a leading `0`, hexadecimal, decimal with `_`, and base 60. Numbers beyond
/// 64 bits are cut to the largest: only whether they are zero counts.
fn integer(text: &str) -> Option<i64> {
    let (sign, text) = unsigned(text);
    let radix = |digits: &str, radix: u32| {
        let is_digit = |digit: char| digit == '_' || digit.is_digit(radix);
        let digits =
            Some(digits).filter(|digits| !digits.is_empty() && digits.chars().all(is_digit))?;
        Some(
            digits
                .chars()
                .filter_map(|digit| digit.to_digit(radix))
                .fold(0_i64, |value, digit| {
                    value
                        .saturating_mul(i64::from(radix))
                        .saturating_add(i64::from(digit))
                }),
        )
    };
    let value = if let Some(digits) = text.strip_prefix("0b") {
        radix(digits, 2)
    } else if let Some(digits) = text.strip_prefix("0x") {
        radix(digits, 16)
    } else if text == "0" {
        Some(0)
    } else if let Some(digits) = text.strip_prefix('0') {
        radix(digits, 8)
    } else if let Some((first, rest)) = text.split_once(':') {
        let first = Some(first).filter(|first| first.starts_with(|c: char| c.is_ascii_digit()))?;
        rest.split(':').try_fold(radix(first, 10)?, |value, part| {
            Some(value.saturating_mul(60).saturating_add(sixtieth(part)?))
        })
    } else {
        Some(text)
            .filter(|text| text.starts_with(|first: char| first.is_ascii_digit()))
            .and_then(|text| radix(text, 10))
    };
    value.map(|value| sign * value)
}

fn sixtieth(part: &str) -> Option<i64> {
    let fits = match part.as_bytes() {
        [units] => units.is_ascii_digit(),
        [tens, units] => (b'0'..=b'5').contains(tens) && units.is_ascii_digit(),
        _ => false,
    };
    if fits { part.parse().ok() } else { None }
}

/// A number with a dot (an exponent needs its sign and the dot), infinity, and base 60 with a
/// fraction.
fn float(text: &str) -> Option<f64> {
    let (sign, bare) = unsigned(text);
    let sign = sign as f64;
    if matches!(bare, ".inf" | ".Inf" | ".INF") {
        return Some(sign * f64::INFINITY);
    }
    if let Some((sixties, fraction)) = bare.split_once('.')
        && sixties.contains(':')
    {
        let whole = integer(sixties)?;
        let digits: String = fraction.chars().filter(|digit| *digit != '_').collect();
        let fraction: f64 = format!("0.{digits}0").parse().ok()?;
        return Some(sign * (whole as f64 + fraction));
    }
    let (mantissa, exponent) = match bare.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (bare, None),
    };
    let (whole, fraction) = mantissa.split_once('.')?;
    let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit() || b == b'_');
    let starts = |part: &str| part.starts_with(|first: char| first.is_ascii_digit());
    let mantissa_fits = digits(whole)
        && digits(fraction)
        && (starts(whole) || (whole.is_empty() && starts(fraction) && text.starts_with('.')));
    let exponent_fits = exponent.is_none_or(|exponent| {
        exponent.strip_prefix(['+', '-']).is_some_and(|digits| {
            !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
        })
    });
    if !mantissa_fits || !exponent_fits {
        return None;
    }
    let plain: String = bare.chars().filter(|digit| *digit != '_').collect();
    plain.parse::<f64>().ok().map(|value| sign * value)
}

/// `2026-01-02`, or that with a time.
fn is_date(text: &str) -> bool {
    let mut rest = text;
    let mut take = |lengths: std::ops::RangeInclusive<usize>| {
        let count = rest
            .bytes()
            .take_while(u8::is_ascii_digit)
            .count()
            .min(*lengths.end());
        rest = rest.get(count..).unwrap_or("");
        (lengths.contains(&count), rest)
    };
    let (year, after) = take(4..=4);
    let mut parts = after.splitn(3, '-');
    let (Some(""), Some(month), Some(day_and_time)) = (parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let count = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let (month_digits, day_digits) = (count(month), count(day_and_time));
    if !year || month_digits != month.len() || !(1..=2).contains(&month_digits) {
        return false;
    }
    let time = day_and_time.get(day_digits..).unwrap_or("");
    match day_digits {
        2 if time.is_empty() => month_digits == 2,
        1 | 2 => is_time(time),
        _ => false,
    }
}

/// `T` or blanks, `h:mm:ss`, a fraction, a zone.
fn is_time(text: &str) -> bool {
    let Some(rest) = text.strip_prefix(['T', 't']).or_else(|| {
        text.starts_with([' ', '\t'])
            .then(|| text.trim_start_matches([' ', '\t']))
    }) else {
        return false;
    };
    let mut parts = rest.splitn(3, ':');
    let (Some(hour), Some(minute), Some(second)) = (parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !(1..=2).contains(&hour.len())
        || !all_digits(hour)
        || minute.len() != 2
        || !all_digits(minute)
    {
        return false;
    }
    let Some((seconds, rest)) = second.split_at_checked(2) else {
        return false;
    };
    let rest = match rest.strip_prefix('.') {
        Some(fraction) => fraction.trim_start_matches(|digit: char| digit.is_ascii_digit()),
        None => rest,
    };
    let zone = rest.trim_start_matches([' ', '\t']);
    let zone_fits = match zone.strip_prefix(['+', '-']) {
        _ if zone == "Z" => true,
        _ if rest.is_empty() => true,
        Some(offset) => {
            let (hours, minutes) = offset.split_once(':').unwrap_or((offset, "00"));
            (1..=2).contains(&hours.len())
                && all_digits(hours)
                && minutes.len() == 2
                && all_digits(minutes)
        }
        None => false,
    };
    all_digits(seconds) && zone_fits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> Kind {
        Kind::of(&Scalar {
            text: text.into(),
            style: ScalarStyle::Plain,
        })
    }

    /// Words and numbers that YAML 1.1 and 1.2 read differently.
    #[test]
    fn version_1_1() {
        assert_eq!(plain("yes"), Kind::Boolean(true));
        assert_eq!(plain("Off"), Kind::Boolean(false));
        assert_eq!(plain("oN"), Kind::Text);
        assert_eq!(plain("017"), Kind::Integer(15));
        assert_eq!(plain("0o17"), Kind::Text);
        assert_eq!(plain("0b11"), Kind::Integer(3));
        assert_eq!(plain("1_000"), Kind::Integer(1000));
        assert_eq!(plain("1:30:00"), Kind::Integer(5400));
        assert_eq!(plain("1:90"), Kind::Text);
        assert_eq!(plain("089"), Kind::Text);
        assert_eq!(plain("1e3"), Kind::Text);
        assert_eq!(plain("1.5e+3"), Kind::Float(1500.0));
        assert_eq!(plain("1:30.5"), Kind::Float(90.5));
        assert_eq!(plain("."), Kind::Text);
        assert_eq!(plain("-"), Kind::Text);
    }

    /// Dates, with and without a time, and texts that only look like one.
    #[test]
    fn dates() {
        for date in [
            "2026-01-02",
            "2026-1-2 3:04:05",
            "2026-01-02T03:04:05.25Z",
            "2026-01-02 03:04:05 +1:30",
        ] {
            assert_eq!(plain(date), Kind::Date, "{date}");
        }
        for text in [
            "2026-1-2",
            "2026-01-02x",
            "20260-01-02",
            "2026-01",
            "2026-01-02T03:04",
        ] {
            assert_eq!(plain(text), Kind::Text, "{text}");
        }
    }
}
