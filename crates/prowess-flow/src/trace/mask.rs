//! What a trace must not show.

/// Secret texts, which a trace shows as `***` wherever they are found.
#[derive(Debug, Clone, Default)]
pub struct Mask {
    secrets: Vec<String>,
}

/// What stands for a secret.
pub(super) const HIDDEN: &str = "***";

impl Mask {
    /// Masks these texts. Texts of fewer than four bytes are left alone: they are found everywhere.
    #[must_use]
    pub fn new(secrets: impl IntoIterator<Item = String>) -> Self {
        const SHORTEST: usize = 4;
        let mut secrets: Vec<String> = secrets
            .into_iter()
            .filter(|secret| secret.len() >= SHORTEST)
            .collect();
        // The longest first, so that one that holds another is hidden whole.
        secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
        secrets.dedup();
        Self { secrets }
    }

    /// The text with what is secret hidden.
    #[must_use]
    pub fn apply(&self, text: &str) -> String {
        let mut shown = text.to_owned();
        for secret in &self.secrets {
            if shown.contains(secret.as_str()) {
                shown = shown.replace(secret.as_str(), HIDDEN);
            }
        }
        shown
    }

    /// The same for every text of a document, keys included.
    #[must_use]
    pub fn apply_json(&self, document: serde_json::Value) -> serde_json::Value {
        use serde_json::Value;
        if self.secrets.is_empty() {
            return document;
        }
        match document {
            Value::String(text) => Value::String(self.apply(&text)),
            Value::Array(items) => items
                .into_iter()
                .map(|item| self.apply_json(item))
                .collect(),
            Value::Object(fields) => fields
                .into_iter()
                .map(|(key, value)| (self.apply(&key), self.apply_json(value)))
                .collect(),
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A secret is hidden wherever it stands, the longer of two whole.
    #[test]
    fn hidden() {
        let mask = Mask::new(["key-1".to_owned(), "key-12345".to_owned(), "ab".to_owned()]);
        assert_eq!(mask.apply("a key-12345, key-1 ab"), "a ***, *** ab");
        let document = serde_json::json!({"key-1": ["x key-1"], "n": 1});
        assert_eq!(
            mask.apply_json(document),
            serde_json::json!({"***": ["x ***"], "n": 1})
        );
    }
}
