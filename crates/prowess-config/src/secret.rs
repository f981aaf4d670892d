//! Secrets and references to them. A value never leaves through `Debug`, JSON or a message.

use std::fmt;

use prowess_base::Environment;
use serde::{Serialize, Serializer};

/// Text that is shown to nobody: `Debug` and JSON print `(hidden)`.
#[derive(Clone, PartialEq, Eq)]
pub struct Masked(String);

impl Masked {
    /// Hides `text`.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The hidden text, for handing it to the program that it is meant for.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Masked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(hidden)")
    }
}

impl Serialize for Masked {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str("(hidden)")
    }
}

/// A secret as a configuration holds it: the value itself, or where it is to be had.
///
/// References are kept as they are; nothing is read or run here. The forms are OpenClaw's
/// (`$NAME`, `${NAME}`, `{ source, provider, id }`) and `${secret:NAME}`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Secret {
    /// The value stands in the configuration.
    Plain(Masked),
    /// In an environment variable: `$NAME`, `${NAME}` or `{ source = "env", id = "NAME" }`.
    Variable(String),
    /// In the engine's own store: `${secret:NAME}` or `{ source = "store", id = "NAME" }`.
    Stored(String),
    /// In a file: `{ source = "file", id = "…" }`.
    File {
        /// Who reads it, where that is named.
        provider: Option<String>,
        /// The file, in the provider's words.
        id: String,
    },
    /// Told by a program: `{ source = "exec", id = "…" }`.
    Program {
        /// Which program, where that is named.
        provider: Option<String>,
        /// What it is asked for.
        id: String,
    },
}

/// Why a secret cannot be understood. No variant holds any of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SecretFault {
    /// `${` within other text: it would be handed on as it stands.
    #[error("holds `${{` within other text; a reference must be the whole value")]
    Embedded,
    /// `${…}` around something that is no name.
    #[error("is a reference to something that is no name")]
    Name,
    /// Not a string and not a table with `source` and `id`.
    #[error("must be a string, or a table with `source` and `id`")]
    Shape,
    /// A `source` that is not known.
    #[error("has an unknown `source`: known are `env`, `store`, `file` and `exec`")]
    Source,
}

/// What is known about a secret's value without reading or running anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SecretState {
    /// There is a value, and it is not empty.
    Present,
    /// There is a value, and it is empty.
    Empty,
    /// The reference leads nowhere.
    Missing,
    /// It would have to be asked for.
    Unknown,
}

impl Secret {
    /// Reads the string form. Text without `${` that is no `$NAME` is the value itself.
    ///
    /// # Errors
    ///
    /// Where the text looks like a reference and is none.
    pub fn parse(text: &str) -> Result<Self, SecretFault> {
        if let Some(name) = text
            .strip_prefix("${")
            .and_then(|rest| rest.strip_suffix('}'))
            .filter(|name| !name.contains("${"))
        {
            return match name.strip_prefix("secret:") {
                Some(stored) if is_stored_name(stored) => Ok(Self::Stored(stored.to_owned())),
                None if is_variable_name(name) => Ok(Self::Variable(name.to_owned())),
                _ => Err(SecretFault::Name),
            };
        }
        if text.contains("${") {
            return Err(SecretFault::Embedded);
        }
        Ok(match text.strip_prefix('$') {
            Some(name) if is_variable_name(name) => Self::Variable(name.to_owned()),
            _ => Self::Plain(Masked::new(text)),
        })
    }

    /// Reads the table form.
    ///
    /// # Errors
    ///
    /// Where the source is not known or the name is none.
    pub fn from_source(
        source: &str,
        provider: Option<&str>,
        id: &str,
    ) -> Result<Self, SecretFault> {
        let provider = provider.map(str::to_owned);
        match source {
            "env" if is_variable_name(id) => Ok(Self::Variable(id.to_owned())),
            "store" if is_stored_name(id) => Ok(Self::Stored(id.to_owned())),
            "env" | "store" => Err(SecretFault::Name),
            "file" | "exec" if id.is_empty() => Err(SecretFault::Name),
            "file" => Ok(Self::File {
                provider,
                id: id.to_owned(),
            }),
            "exec" => Ok(Self::Program {
                provider,
                id: id.to_owned(),
            }),
            _ => Err(SecretFault::Source),
        }
    }

    /// The reference in its short form, for messages; nothing for a plain value.
    #[must_use]
    pub fn reference(&self) -> Option<String> {
        match self {
            Self::Plain(_) => None,
            Self::Variable(name) => Some(format!("${{{name}}}")),
            Self::Stored(name) => Some(format!("${{secret:{name}}}")),
            Self::File { id, .. } => Some(format!("file:{id}")),
            Self::Program { id, .. } => Some(format!("exec:{id}")),
        }
    }

    /// What is known about the value. Only the given environment is looked at: a stored secret, a
    /// file and a program are [`SecretState::Unknown`].
    #[must_use]
    pub fn state(&self, environment: &Environment) -> SecretState {
        match self {
            Self::Plain(value) if value.expose().is_empty() => SecretState::Empty,
            Self::Plain(_) => SecretState::Present,
            Self::Variable(name) => match environment.get(name) {
                None => SecretState::Missing,
                Some(value) if value.is_empty() => SecretState::Empty,
                Some(_) => SecretState::Present,
            },
            Self::Stored(_) | Self::File { .. } | Self::Program { .. } => SecretState::Unknown,
        }
    }
}

impl Serialize for Secret {
    /// The reference, or `(hidden)`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Plain(value) => value.serialize(serializer),
            other => serializer.collect_str(&other.reference().unwrap_or_default()),
        }
    }
}

/// A POSIX variable name.
fn is_variable_name(name: &str) -> bool {
    !name.starts_with(|first: char| first.is_ascii_digit())
        && !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn is_stored_name(name: &str) -> bool {
    !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each written form gives its kind; what is nearly a reference is refused, not taken as text.
    #[test]
    fn forms() {
        let variable = Ok(Secret::Variable("A_1".to_owned()));
        assert_eq!(Secret::parse("$A_1"), variable);
        assert_eq!(Secret::parse("${A_1}"), variable);
        assert_eq!(Secret::from_source("env", None, "A_1"), variable);
        let stored = Ok(Secret::Stored("missing-one".to_owned()));
        assert_eq!(Secret::parse("${secret:missing-one}"), stored);
        assert_eq!(Secret::from_source("store", None, "missing-one"), stored);
        assert_eq!(
            Secret::parse("pa$$word"),
            Ok(Secret::Plain(Masked::new("pa$$word")))
        );
        assert_eq!(Secret::parse("$1"), Ok(Secret::Plain(Masked::new("$1"))));
        assert_eq!(Secret::parse("Bearer ${A}"), Err(SecretFault::Embedded));
        assert_eq!(Secret::parse("${A}${B}"), Err(SecretFault::Embedded));
        assert_eq!(Secret::parse("${a b}"), Err(SecretFault::Name));
        assert_eq!(Secret::parse("${secret:}"), Err(SecretFault::Name));
        assert_eq!(
            Secret::from_source("vault", None, "x"),
            Err(SecretFault::Source)
        );
    }

    /// Presence is told from the environment alone.
    #[test]
    fn states() {
        let environment: Environment = [("SET", "x"), ("EMPTY", "")].into_iter().collect();
        let state = |text| Secret::parse(text).unwrap().state(&environment);
        assert_eq!(state("x"), SecretState::Present);
        assert_eq!(state(""), SecretState::Empty);
        assert_eq!(state("$SET"), SecretState::Present);
        assert_eq!(state("$EMPTY"), SecretState::Empty);
        assert_eq!(state("$GONE"), SecretState::Missing);
        assert_eq!(state("${secret:x}"), SecretState::Unknown);
    }

    /// Neither `Debug` nor JSON shows a value; a reference is shown as it is.
    #[test]
    fn hidden() {
        let plain = Secret::parse("sk-123").unwrap();
        assert_eq!(format!("{plain:?}"), "Plain((hidden))");
        assert_eq!(serde_json::to_value(&plain).unwrap(), "(hidden)");
        let reference = Secret::parse("$TOKEN").unwrap();
        assert_eq!(serde_json::to_value(&reference).unwrap(), "${TOKEN}");
    }
}
