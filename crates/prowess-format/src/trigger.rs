//! What brings a skill into a conversation without being asked for.

use serde::{Deserialize, Serialize};

/// What brings a skill's body into a conversation without the model or the user naming the skill.
/// A skill has one kind of trigger.
///
/// Words and patterns are as the author wrote them. How they are compared with a message or a path
/// is a matter of the client's profile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "type")]
#[non_exhaustive]
pub enum Trigger {
    /// A message holds one of these words.
    Keyword {
        /// The words, first to last.
        keywords: Box<[Box<str>]>,
    },
    /// A message holds one of these words, and the skill is a task with values that the user gives.
    Task {
        /// The words, first to last; `/NAME` is one of them.
        triggers: Box<[Box<str>]>,
        /// The values.
        #[serde(skip_serializing_if = "<[_]>::is_empty", default)]
        inputs: Box<[TaskInput]>,
    },
    /// A tool touches a file whose path fits one of these patterns. Such a skill is a rule: no model
    /// starts it.
    Path {
        /// The patterns, relative to the workspace.
        paths: Box<[Box<str>]>,
    },
}

/// One value that the user gives to a task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskInput {
    /// Its name, which the body may hold as `${NAME}`.
    pub name: Box<str>,
    /// What it is.
    pub description: Box<str>,
}

impl Trigger {
    /// The words that a message is searched for, none for a trigger by path.
    #[must_use]
    pub fn words(&self) -> &[Box<str>] {
        match self {
            Self::Keyword { keywords: words }
            | Self::Task {
                triggers: words, ..
            } => words,
            Self::Path { .. } => &[],
        }
    }

    /// The patterns that a path is compared with, none for a trigger by words.
    #[must_use]
    pub fn paths(&self) -> &[Box<str>] {
        match self {
            Self::Path { paths } => paths,
            Self::Keyword { .. } | Self::Task { .. } => &[],
        }
    }

    /// Whether it is a task that asks the user for values: it names some, or `body` holds a variable,
    /// `${NAME}`.
    #[must_use]
    pub fn asks_for_values(&self, body: &str) -> bool {
        match self {
            Self::Task { inputs, .. } => !inputs.is_empty() || has_variable(body),
            Self::Keyword { .. } | Self::Path { .. } => false,
        }
    }
}

fn has_variable(text: &str) -> bool {
    text.split("${").skip(1).any(|rest| {
        let name = rest.split_once('}').map_or("", |(name, _)| name);
        name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A variable is a name in braces; what only begins like one is none.
    #[test]
    fn variables() {
        assert!(has_variable("a ${} ${_B1} c"));
        for text in ["${1}", "$A", "${B", "${a-b}"] {
            assert!(!has_variable(text), "{text}");
        }
    }
}
