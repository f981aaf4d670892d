//! A day of the calendar.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A day of the calendar in UTC, from 0000-01-01 to 9999-12-31, written as `2027-03-01` (RFC 3339,
/// `full-date`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day {
    // In this order days compare as dates do.
    year: u16,
    month: u8,
    day: u8,
}

/// A text that is no day.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no day such as `2027-03-01`")]
pub struct ParseDayError(String);

impl Day {
    /// The day of a moment, in UTC. A moment before 1970 is that year's first day, one after 9999 that
    /// year's last.
    #[must_use]
    pub fn of(moment: SystemTime) -> Self {
        const SECONDS: u64 = 24 * 60 * 60;
        let since = moment.duration_since(SystemTime::UNIX_EPOCH);
        let mut left = since.unwrap_or(Duration::ZERO).as_secs() / SECONDS;
        for year in 1970..=9999 {
            for month in 1..=12 {
                let length = u64::from(days_of(year, month));
                if left < length {
                    let day = u8::try_from(left).map_or(1, |left| left + 1);
                    return Self { year, month, day };
                }
                left -= length;
            }
        }
        Self {
            year: 9999,
            month: 12,
            day: 31,
        }
    }
}

/// How many days a month has, by the Gregorian calendar.
const fn days_of(year: u16, month: u8) -> u8 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => {
            29
        }
        2 => 28,
        _ => 31,
    }
}

impl FromStr for Day {
    type Err = ParseDayError;

    fn from_str(text: &str) -> Result<Self, ParseDayError> {
        let number = |part: Option<&str>, digits: usize| -> Option<u16> {
            part.filter(|part| part.len() == digits && part.bytes().all(|b| b.is_ascii_digit()))?
                .parse()
                .ok()
        };
        let read = || {
            let mut parts = text.split('-');
            let year = number(parts.next(), 4)?;
            let month = u8::try_from(number(parts.next(), 2)?).ok()?;
            let day = u8::try_from(number(parts.next(), 2)?).ok()?;
            let is_day = (1..=12).contains(&month) && (1..=days_of(year, month)).contains(&day);
            (parts.next().is_none() && is_day).then_some(Self { year, month, day })
        };
        read().ok_or_else(|| ParseDayError(text.chars().take(40).collect()))
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl Serialize for Day {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Day {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The day of a moment, over leap days and centuries.
    #[test]
    fn of_a_moment() {
        let day =
            |seconds| Day::of(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)).to_string();
        assert_eq!(day(0), "1970-01-01");
        assert_eq!(day(951_782_399), "2000-02-28");
        assert_eq!(day(951_782_400), "2000-02-29");
        assert_eq!(day(1_796_000_000), "2026-11-30");
        assert_eq!(day(4_107_542_400), "2100-03-01");
        assert_eq!(day(1 << 50), "9999-12-31");
    }

    /// What is written is read back, and what is no day is refused.
    #[test]
    fn round_trip() {
        for text in ["2024-02-29", "0000-01-01", "9999-12-31"] {
            assert_eq!(
                text.parse::<Day>().map(|day| day.to_string()),
                Ok(text.to_owned())
            );
        }
        for text in [
            "2023-02-29",
            "2023-13-01",
            "2023-1-01",
            "2023-01-01Z",
            "2023-01-00",
            "",
        ] {
            assert!(text.parse::<Day>().is_err(), "{text}");
        }
    }
}
