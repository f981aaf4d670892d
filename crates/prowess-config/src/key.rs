//! What a key is: its path, its shape, who may set it.

use std::fmt;

use prowess_base::normalize_name;
use serde::Serialize;

use crate::Key;

/// Everything there is to know about one key of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeySpec {
    /// The dotted path. `<…>` stands for a name of the user's; `<path>` for one or more.
    pub path: &'static str,
    /// What values look like.
    pub shape: Shape,
    /// What holds where nobody sets it.
    pub preset: Preset,
    /// Who may set it.
    pub authority: Authority,
    /// Environment variables that set it, strongest first.
    pub variables: &'static [Variable],
    /// The flag of the command line that sets it.
    pub flag: Option<&'static str>,
    /// What it does, in one line.
    pub about: &'static str,
}

/// What the values of a key look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Shape {
    /// `true` or `false`.
    Flag,
    /// A whole number within bounds, both included.
    Number {
        /// Smallest.
        least: u64,
        /// Largest.
        most: u64,
    },
    /// A string that is not empty.
    Text,
    /// A day, as a date of TOML or as text in the same form.
    Day,
    /// One of these words, from the loosest to the strictest where that means something.
    Word(&'static [&'static str]),
    /// A list of names.
    Names,
    /// A list of folders. Relative ones start at the file's folder, for a variable or a flag at
    /// the current folder; `~/` is the home folder.
    Folders,
    /// A secret or a reference to one.
    Secret,
    /// Anything, at any depth.
    Values,
}

impl fmt::Display for Shape {
    /// `a whole number from 1 to 64`, fit for "must be …".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag => f.write_str("`true` or `false`"),
            Self::Number { least, most } => write!(f, "a whole number from {least} to {most}"),
            Self::Text => f.write_str("a string that is not empty"),
            Self::Day => f.write_str("a day such as `2027-03-01`"),
            Self::Word(words) => {
                f.write_str("one of ")?;
                words.iter().enumerate().try_for_each(|(index, word)| {
                    write!(f, "{}`{word}`", if index == 0 { "" } else { ", " })
                })
            }
            Self::Names => f.write_str("a list of names"),
            Self::Folders => f.write_str("a list of folders"),
            Self::Secret => f.write_str("a secret or a reference to one"),
            Self::Values => f.write_str("any value"),
        }
    }
}

/// What holds where nobody sets a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Preset {
    /// What the profile says.
    Profile,
    /// This flag.
    Flag(bool),
    /// This text.
    Text(&'static str),
    /// No value, which means this.
    Absent(&'static str),
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Profile => f.write_str("the profile's"),
            Self::Flag(flag) => write!(f, "`{flag}`"),
            Self::Text(text) => write!(f, "`{text}`"),
            Self::Absent(meaning) => f.write_str(meaning),
        }
    }
}

/// Who may set a key. Flags, environment variables and the user's file are the user's word; this
/// is about the project's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Authority {
    /// The project too.
    Anyone,
    /// The project too, where it only makes things tighter.
    RestrictOnly(Tightening),
    /// The user alone.
    UserOnly,
}

impl Authority {
    /// `anyone`, `restrict-only` or `user-only`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Anyone => "anyone",
            Self::RestrictOnly(_) => "restrict-only",
            Self::UserOnly => "user-only",
        }
    }
}

impl Serialize for Authority {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// How a project file may make a key tighter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Tightening {
    /// With a number that is not larger than the user's, or than the profile's where the user
    /// says nothing.
    Smaller,
    /// With `false`.
    OnlyFalse,
    /// With names that the user allows too.
    Fewer,
    /// With folders beneath the project's own.
    BeneathProject,
    /// With a word that stands later in the list of the key's words.
    Stricter,
    /// With `false` where the user has a value.
    FalseOverSet,
}

impl Tightening {
    /// What a project file may do, fit for "a project file may …".
    #[must_use]
    pub const fn allowance(self) -> &'static str {
        match self {
            Self::Smaller => "lower it",
            Self::OnlyFalse => "set it to `false`",
            Self::Fewer => "take names away",
            Self::BeneathProject => "add folders beneath the project",
            Self::Stricter => "choose a stricter word",
            Self::FalseOverSet => "set a value of the user's to `false`",
        }
    }
}

/// An environment variable that sets a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: &'static str,
    /// How its text is used.
    pub usage: VariableUse,
}

/// How the text of an environment variable is used. An empty variable counts as not set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VariableUse {
    /// It is the value: lists of names with commas, lists of folders as `PATH` is written.
    Value,
    /// Whatever it says, it means this value, as `NO_COLOR` does.
    Presence(&'static str),
}

/// One key with the names filled in: `skills.entries.gh.enabled`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KeyPath {
    /// Which key of the table.
    pub key: Key,
    /// What stands for each `<…>` of its path, skill and agent names in NFC.
    pub names: Vec<String>,
}

/// What a dotted path leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Resolved {
    /// To a key.
    Leaf(KeyPath),
    /// To a table of keys.
    Section,
    /// To nothing that is known.
    Unknown,
}

impl KeyPath {
    /// The key without names to fill in.
    #[must_use]
    pub const fn plain(key: Key) -> Self {
        Self {
            key,
            names: Vec::new(),
        }
    }

    /// The key with names for each `<…>`.
    pub(crate) fn named(key: Key, names: &[&str]) -> Self {
        Self {
            key,
            names: names.iter().map(|&name| name.to_owned()).collect(),
        }
    }

    /// Finds what `segments` lead to.
    pub(crate) fn resolve(segments: &[String]) -> Resolved {
        let mut section = false;
        for &key in Key::ALL {
            match matching(key, segments) {
                Some(Resolved::Section) => section = true,
                Some(found) => return found,
                None => {}
            }
        }
        if section {
            Resolved::Section
        } else {
            Resolved::Unknown
        }
    }

    /// The fixed names that may stand after `prefix`, for near matches.
    pub(crate) fn siblings(prefix: &[String]) -> Vec<&'static str> {
        let mut names: Vec<_> = Key::ALL
            .iter()
            .filter_map(|key| {
                let mut pattern = key.spec().path.split('.');
                prefix
                    .iter()
                    .all(|segment| {
                        pattern
                            .next()
                            .is_some_and(|part| is_placeholder(part) || part == segment)
                    })
                    .then(|| pattern.next())
                    .flatten()
            })
            .filter(|part| !is_placeholder(part))
            .collect();
        names.dedup();
        names
    }
}

/// How `segments` match one key's path: wholly, as the beginning of it, or not.
fn matching(key: Key, segments: &[String]) -> Option<Resolved> {
    let spec = key.spec();
    let mut pattern = spec.path.split('.');
    let mut names = Vec::new();
    let mut segments = segments.iter();
    while let Some(segment) = segments.next() {
        match pattern.next()? {
            "<path>" => {
                names.push(segment.clone());
                names.extend(segments.by_ref().cloned());
            }
            "<skill>" | "<agent>" => names.push(normalize_name(segment).into_owned()),
            part if is_placeholder(part) => names.push(segment.clone()),
            part if part == segment => {}
            _ => return None,
        }
    }
    Some(match pattern.next() {
        Some(_) => Resolved::Section,
        None => Resolved::Leaf(KeyPath { key, names }),
    })
}

pub(crate) fn is_placeholder(part: &str) -> bool {
    part.starts_with('<')
}

impl fmt::Display for KeyPath {
    /// As it is written in a file, names quoted where TOML asks for it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut names = self.names.iter();
        for (index, part) in self.key.spec().path.split('.').enumerate() {
            if index > 0 {
                f.write_str(".")?;
            }
            match part {
                "<path>" => {
                    let rest: Vec<&String> = names.by_ref().collect();
                    for (index, name) in rest.into_iter().enumerate() {
                        if index > 0 {
                            f.write_str(".")?;
                        }
                        write_segment(f, name)?;
                    }
                }
                part if is_placeholder(part) => match names.next() {
                    Some(name) => write_segment(f, name)?,
                    None => f.write_str(part)?,
                },
                part => f.write_str(part)?,
            }
        }
        Ok(())
    }
}

impl Serialize for KeyPath {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Writes one part of a dotted key, quoted where it is no bare key of TOML.
pub(crate) fn write_segment(out: &mut impl fmt::Write, segment: &str) -> fmt::Result {
    let bare = !segment.is_empty()
        && segment
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    if bare {
        out.write_str(segment)
    } else {
        write!(out, "\"{}\"", segment.escape_debug())
    }
}

/// A dotted path as it is written in a file.
pub(crate) fn dotted(segments: &[String]) -> String {
    let mut text = String::new();
    for (index, segment) in segments.iter().enumerate() {
        if index > 0 {
            text.push('.');
        }
        let _ = write_segment(&mut text, segment);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolve(path: &[&str]) -> Resolved {
        let segments: Vec<String> = path.iter().map(|&part| part.to_owned()).collect();
        KeyPath::resolve(&segments)
    }

    /// A path leads to a key with its names, to a section, or to nothing.
    #[test]
    fn resolving() {
        assert_eq!(
            resolve(&["skills", "entries", "a.b", "env", "TOKEN"]),
            Resolved::Leaf(KeyPath::named(Key::EntryEnv, &["a.b", "TOKEN"]))
        );
        assert_eq!(resolve(&["skills", "entries", "gh"]), Resolved::Section);
        assert_eq!(resolve(&["values"]), Resolved::Section);
        assert_eq!(
            resolve(&["values", "a", "b"]),
            Resolved::Leaf(KeyPath::named(Key::Values, &["a", "b"]))
        );
        assert_eq!(resolve(&["profile", "x"]), Resolved::Unknown);
        assert_eq!(resolve(&["skill", "depth"]), Resolved::Unknown);
    }

    /// The names of skills are composed, so that both Unicode forms are one entry (NM-07).
    #[test]
    fn names_in_nfc() {
        assert_eq!(
            resolve(&["skills", "entries", "cafe\u{301}", "enabled"]),
            Resolved::Leaf(KeyPath::named(Key::EntryEnabled, &["café"]))
        );
    }

    /// A path is shown as a file would hold it.
    #[test]
    fn shown() {
        let shown = |key, names| KeyPath::named(key, names).to_string();
        assert_eq!(
            shown(Key::EntryEnv, &["a.b", "TOKEN"]),
            "skills.entries.\"a.b\".env.TOKEN"
        );
        assert_eq!(shown(Key::Values, &["a", "b c"]), "values.a.\"b c\"");
        assert_eq!(
            shown(Key::EntryEnabled, &[]),
            "skills.entries.<skill>.enabled"
        );
    }
}
