//! How many tokens a text is.

use serde::Serialize;

/// With which vocabulary tokens are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Tokenizer {
    /// A guess from the text's length, for models whose vocabulary is not public: four ASCII
    /// characters a token, one of any other.
    #[default]
    Estimate,
    /// OpenAI's o200k, exactly.
    #[cfg(feature = "tokens")]
    O200k,
    /// OpenAI's cl100k, exactly.
    #[cfg(feature = "tokens")]
    Cl100k,
}

impl Tokenizer {
    /// `estimate`, `o200k` or `cl100k`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Estimate => "estimate",
            #[cfg(feature = "tokens")]
            Self::O200k => "o200k",
            #[cfg(feature = "tokens")]
            Self::Cl100k => "cl100k",
        }
    }

    /// The one of this name; nothing for a name that is not known, or whose vocabulary is not built
    /// in.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "estimate" => Some(Self::Estimate),
            #[cfg(feature = "tokens")]
            "o200k" => Some(Self::O200k),
            #[cfg(feature = "tokens")]
            "cl100k" => Some(Self::Cl100k),
            _ => None,
        }
    }

    /// The one of a model, told from its name, which may stand behind a provider's
    /// (`openai/gpt-5`): OpenAI's vocabularies for OpenAI's models, a guess for all others.
    #[must_use]
    pub fn of_model(model: &str) -> Self {
        /// Models that read o200k, by the start of their name.
        const O200K: [&str; 9] = [
            "gpt-4o", "gpt-4.", "gpt-5", "gpt-oss", "chatgpt", "codex", "o1", "o3", "o4",
        ];
        /// Earlier ones, which read cl100k.
        const CL100K: [&str; 2] = ["gpt-4", "gpt-3.5"];
        let name = model
            .rsplit('/')
            .next()
            .unwrap_or(model)
            .to_ascii_lowercase();
        let is_of = |family: &[&str]| family.iter().any(|start| name.starts_with(start));
        let vocabulary = if is_of(&O200K) {
            "o200k"
        } else if is_of(&CL100K) {
            "cl100k"
        } else {
            "estimate"
        };
        Self::named(vocabulary).unwrap_or_default()
    }

    /// Whether counts are exact.
    #[must_use]
    pub fn is_exact(self) -> bool {
        self != Self::Estimate
    }

    /// The tokens of a text. The first exact count of a process builds the vocabulary's tables.
    #[must_use]
    pub fn count(self, text: &str) -> u64 {
        match self {
            Self::Estimate => estimate(text),
            #[cfg(feature = "tokens")]
            Self::O200k => bpe_openai::o200k_base().count(text) as u64,
            #[cfg(feature = "tokens")]
            Self::Cl100k => bpe_openai::cl100k_base().count(text) as u64,
        }
    }
}

fn estimate(text: &str) -> u64 {
    let characters = text.chars().count() as u64;
    let ascii = text.bytes().filter(u8::is_ascii).count() as u64;
    ascii.div_ceil(4) + (characters - ascii)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A guess rounds up and counts every other character for itself.
    #[test]
    fn guesses() {
        let counts = ["", "a", "abcd", "abcde", "表格"].map(|text| Tokenizer::Estimate.count(text));
        assert_eq!(counts, [0, 1, 1, 2, 2]);
    }

    /// A model's family decides, behind a provider's name and in any letter case.
    #[cfg(feature = "tokens")]
    #[test]
    fn models() {
        for (model, expected) in [
            ("openai/GPT-5-codex", Tokenizer::O200k),
            ("gpt-4.1-mini", Tokenizer::O200k),
            ("o3", Tokenizer::O200k),
            ("gpt-4-turbo", Tokenizer::Cl100k),
            ("claude-opus-5", Tokenizer::Estimate),
            ("gemini-3-pro", Tokenizer::Estimate),
        ] {
            assert_eq!(Tokenizer::of_model(model), expected, "{model}");
        }
    }

    /// Counts are those that the vocabularies are published with.
    #[cfg(feature = "tokens")]
    #[test]
    fn exact() {
        assert_eq!(Tokenizer::Cl100k.count("tiktoken is great!"), 6);
        assert_eq!(Tokenizer::O200k.count("hello world"), 2);
    }
}
