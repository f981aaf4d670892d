//! What a tool answers.

use serde_json::Value;

/// What a tool answers, as text for a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    text: String,
    rest: Option<Value>,
}

impl Output {
    /// All of the answer.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            rest: None,
        }
    }

    /// A part of the answer, and the arguments with which the same tool gives the part that follows.
    #[must_use]
    pub fn part(text: impl Into<String>, rest: Value) -> Self {
        Self {
            text: text.into(),
            rest: Some(rest),
        }
    }

    /// The arguments for what follows; nothing where this is the end.
    #[must_use]
    pub fn rest(&self) -> Option<&Value> {
        self.rest.as_ref()
    }

    /// The answer for a model: at most `most` characters of it, and where something is missing the call that gives it.
    #[must_use]
    pub fn shown(&self, tool: &str, most: usize) -> String {
        let count = self.text.chars().count();
        let kept = match self.text.char_indices().nth(most) {
            Some((end, _)) => self.text.get(..end).unwrap_or_default(),
            None => &self.text,
        };
        match (&self.rest, count > most) {
            (None, false) => kept.to_owned(),
            (Some(rest), false) => format!("{kept}\n[there is more: call `{tool}` with {rest}]"),
            (_, true) => format!(
                "{kept}\n[the first {most} of {count} characters; call `{tool}` again with arguments that ask for less]"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_missing_is_told_with_the_call_for_it() {
        assert_eq!(Output::text("äöü").shown("read", 3), "äöü");
        let cut = Output::text("äöüß").shown("read", 3);
        assert!(
            cut.starts_with("äöü\n[the first 3 of 4 characters"),
            "{cut}"
        );
        let part = Output::part("ab", json!({ "path": "x", "offset": 2 })).shown("read", 9);
        assert_eq!(
            part,
            "ab\n[there is more: call `read` with {\"path\":\"x\",\"offset\":2}]"
        );
    }
}
