//! Skill names: the strict form of the standard, and the folded form for look-up.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use unicode_normalization::{UnicodeNormalization, is_nfc};

/// A name in Unicode normal form C, in which names are compared.
#[must_use]
pub fn normalize_name(name: &str) -> Cow<'_, str> {
    if name.is_ascii() || is_nfc(name) {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(name.nfc().collect())
    }
}

/// What is wrong with a name under the agentskills.io rules (specification, field `name`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NameFault {
    /// No character at all.
    Empty,
    /// More than [`SkillName::MAX_LENGTH`] characters; the count is given.
    TooLong(usize),
    /// A `-` at the start or the end.
    EdgeHyphen,
    /// Two `-` in a row.
    DoubleHyphen,
    /// A character other than `a`-`z`, `0`-`9` and `-`; the first one is given.
    Character(char),
}

impl fmt::Display for NameFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("it is empty"),
            Self::TooLong(length) => {
                write!(
                    f,
                    "it has {length} characters, at most {} are allowed",
                    SkillName::MAX_LENGTH
                )
            }
            Self::EdgeHyphen => f.write_str("it starts or ends with `-`"),
            Self::DoubleHyphen => f.write_str("it holds `--`"),
            Self::Character(character) => {
                write!(
                    f,
                    "it holds `{}`, only `a`-`z`, `0`-`9` and `-` are allowed",
                    character.escape_debug()
                )
            }
        }
    }
}

/// The text is no skill name of the standard.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` is no skill name: {fault}")]
pub struct InvalidName {
    /// The text.
    pub name: String,
    /// The first fault found.
    pub fault: NameFault,
}

/// A name that every known client accepts: 1-64 of `a`-`z`, `0`-`9` and single inner `-`
/// (agentskills.io specification, field `name`).
///
/// Skills with other names load; this is the form for names that Prowess itself creates.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SkillName(String);

impl SkillName {
    /// Longest name, in characters.
    pub const MAX_LENGTH: usize = 64;

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The first fault of `name`, or nothing.
    #[must_use]
    pub fn fault(name: &str) -> Option<NameFault> {
        let length = name.chars().count();
        if length == 0 {
            Some(NameFault::Empty)
        } else if let Some(other) = name
            .chars()
            .find(|c| !matches!(c, 'a'..='z' | '0'..='9' | '-'))
        {
            Some(NameFault::Character(other))
        } else if name.starts_with('-') || name.ends_with('-') {
            Some(NameFault::EdgeHyphen)
        } else if name.contains("--") {
            Some(NameFault::DoubleHyphen)
        } else if length > Self::MAX_LENGTH {
            Some(NameFault::TooLong(length))
        } else {
            None
        }
    }
}

impl FromStr for SkillName {
    type Err = InvalidName;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        match Self::fault(name) {
            None => Ok(Self(name.to_owned())),
            Some(fault) => Err(InvalidName {
                name: name.to_owned(),
                fault,
            }),
        }
    }
}

impl fmt::Display for SkillName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A name with letter case, blanks, `_` and `-` folded away step by step, for look-up only.
///
/// Two names that fold alike are still two names.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FoldedName(String);

impl FoldedName {
    /// Folds case, and turns every run of blanks, `_` and `-` into one `-`.
    #[must_use]
    pub fn new(name: &str) -> Self {
        let mut folded = String::with_capacity(name.len());
        let mut pending = false;
        for character in normalize_name(name.trim())
            .chars()
            .flat_map(char::to_lowercase)
        {
            if character.is_whitespace() || matches!(character, '_' | '-') {
                pending = true;
                continue;
            }
            if pending && !folded.is_empty() {
                folded.push('-');
            }
            pending = false;
            folded.push(character);
        }
        Self(folded)
    }

    /// The folded text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The folded text with its separators removed, the widest look-up.
    #[must_use]
    pub fn without_separators(&self) -> String {
        self.0.replace('-', "")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// NM-02: each fault has its own reason; the longest name and digits pass.
    #[test]
    fn nm_02_names() {
        let fault = |name: &str| SkillName::fault(name);
        assert_eq!(fault("my--skill"), Some(NameFault::DoubleHyphen));
        assert_eq!(fault("-a"), Some(NameFault::EdgeHyphen));
        assert_eq!(fault("a-"), Some(NameFault::EdgeHyphen));
        assert_eq!(fault(&"a".repeat(65)), Some(NameFault::TooLong(65)));
        assert_eq!(fault(&"a".repeat(64)), None);
        assert_eq!(fault("a-1"), None);
        assert_eq!(fault(""), Some(NameFault::Empty));
        assert_eq!(fault("My Tool"), Some(NameFault::Character('M')));
    }

    /// Case, blanks, `_` and `-` fold; composed and decomposed forms are one.
    #[test]
    fn folding() {
        for name in ["My Tool", "my_tool", "my-tool", " MY__TOOL "] {
            assert_eq!(FoldedName::new(name).as_str(), "my-tool");
        }
        assert_eq!(FoldedName::new("My Tool").without_separators(), "mytool");
        assert_eq!(normalize_name("cafe\u{301}"), "café");
    }
}
