//! Stable diagnostic codes and the pages that explain them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A stable diagnostic code such as `PW102`.
///
/// The hundreds tell the room: 1 format, 2 catalogue, 3 prompt, 4 scan, 5 store, 6 flow, 7 tools,
/// runtime and agent, 9 configuration and command line. A code is never given a second meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(u16);

impl Code {
    /// The code with this number, `102` for `PW102`.
    #[must_use]
    pub const fn new(number: u16) -> Self {
        Self(number)
    }

    /// The number behind `PW`.
    #[must_use]
    pub const fn number(self) -> u16 {
        self.0
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PW{:03}", self.0)
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}

/// The text is no diagnostic code.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no diagnostic code: expected `PW` and three digits, as in `PW102`")]
pub struct ParseCodeError(String);

impl FromStr for Code {
    type Err = ParseCodeError;

    /// Reads `PW102`, `pw102` or `102`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let digits = match text.get(..2) {
            Some(prefix) if prefix.eq_ignore_ascii_case("pw") => text.get(2..).unwrap_or(""),
            _ => text,
        };
        if digits.len() != 3 || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(ParseCodeError(text.to_owned()));
        }
        digits
            .parse()
            .map(Self)
            .map_err(|_| ParseCodeError(text.to_owned()))
    }
}

/// The documentation of one code. Each crate that owns codes lists its pages in a static table.
#[derive(Debug, Clone, Copy)]
pub struct CodePage {
    /// The code.
    pub code: Code,
    /// What is wrong, in a few words, lower case.
    pub title: &'static str,
    /// The page as Markdown: what it means, why it matters, how to mend it, with an example.
    pub text: &'static str,
}

/// Defines diagnostic codes with their pages, in ascending order: a constant for each, and the table
/// `PAGES`. The page of `PW102` is the file `codes/PW102.md` of the crate that calls the macro.
///
/// ```ignore
/// prowess_base::codes! {
///     /// A header without a closing fence.
///     UNTERMINATED = 102 "header that is not closed";
/// }
/// ```
#[macro_export]
macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $number:literal $title:literal;)*) => {
        $($(#[$doc])* pub const $name: $crate::Code = $crate::Code::new($number);)*

        /// The pages of these codes, in ascending order.
        pub static PAGES: &[$crate::CodePage] = &[$($crate::CodePage {
            code: $name,
            title: $title,
            text: include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"), "/codes/PW", stringify!($number), ".md"
            )),
        },)*];
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A code is read back from what it is printed as, in either case, with or without prefix.
    #[test]
    fn round_trip() {
        for text in ["PW102", "pw102", "102"] {
            assert_eq!(text.parse(), Ok(Code::new(102)));
        }
        assert_eq!(Code::new(102).to_string(), "PW102");
    }

    /// Anything else is refused.
    #[test]
    fn refused() {
        for text in ["", "PW", "PW1", "PW1024", "+12", "PWabc", "é12"] {
            assert!(text.parse::<Code>().is_err(), "{text}");
        }
    }
}
