//! What became of a rendering: the text, and for every skill what a model sees of it.

use std::ops::Range;

use prowess_base::Diagnostic;
use prowess_catalog::{EntryId, WindowUnit};
use serde::Serialize;

use crate::Tokenizer;

/// What a model is told, and what became of every eligible skill.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Rendered {
    /// The text; empty where there is nothing to tell.
    pub text: String,
    /// The parts of the text, in order.
    pub parts: Vec<Part>,
    /// Every eligible skill in listing order.
    pub skills: Vec<Shown>,
    /// How much of the budget is used, and what bound.
    pub budget: BudgetReport,
    /// What was shortened and left out, and why.
    pub diagnostics: Vec<Diagnostic>,
}

/// One part of the text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Part {
    /// Which.
    pub kind: PartKind,
    /// Where in the text, in bytes.
    pub range: Range<usize>,
}

/// The parts that a text may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum PartKind {
    /// The bodies of residents.
    Residents,
    /// A line about a remote host.
    RemoteNote,
    /// What the model is to do with the catalogue.
    Introduction,
    /// The list of skills.
    Catalogue,
    /// What was left out and how to reach it.
    LimitNote,
    /// Skills that do not count, with reasons.
    Unavailable,
}

/// What a model sees of one eligible skill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Shown {
    /// The skill.
    pub entry: EntryId,
    /// How much of it.
    pub visibility: Visibility,
    /// Its lines in the text, in bytes; nothing where it is omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<Range<usize>>,
}

/// How much of an eligible skill a model sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case", tag = "visibility")]
#[non_exhaustive]
pub enum Visibility {
    /// Name, description and whatever the style shows; of a resident the body.
    Full,
    /// A part of the description.
    Shortened {
        /// Most characters of the description that were allowed.
        limit: u32,
        /// Characters that the description has.
        of: u32,
    },
    /// The name and no description.
    NameOnly,
    /// Nothing.
    Omitted {
        /// Why.
        reason: Omission,
    },
}

/// Why a model does not see an eligible skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Omission {
    /// Its header keeps it from the model (`disable-model-invocation`).
    NotForModel,
    /// The conversation has its body already.
    Active,
    /// The budget's number of skills is reached.
    SkillBudget,
    /// The budget's number of characters is reached.
    CharacterBudget,
    /// The budget's number of tokens is reached.
    TokenBudget,
    /// The budget's share of the model's context window is reached.
    WindowBudget,
    /// The model has no tool that reads skills.
    NoReadTool,
    /// It is a rule for files, which a tool that touches one brings in.
    Rule,
    /// It is for another family of models (OpenHands).
    OtherModel,
    /// Its body is in every prompt, and the host gave none (OpenHands).
    BodyMissing,
}

impl Omission {
    /// Whether a bound of the budget is the reason.
    #[must_use]
    pub fn is_for_room(self) -> bool {
        matches!(
            self,
            Self::SkillBudget | Self::CharacterBudget | Self::TokenBudget | Self::WindowBudget
        )
    }

    /// The reason as a clause: lower case, no full stop.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NotForModel => "its header keeps it from the model (`disable-model-invocation`)",
            Self::Active => "the conversation has its body already",
            Self::SkillBudget => "the catalogue holds as many skills as its budget allows",
            Self::CharacterBudget => "the catalogue holds as many characters as its budget allows",
            Self::TokenBudget => "the catalogue holds as many tokens as its budget allows",
            Self::WindowBudget => "the catalogue takes its whole share of the context window",
            Self::Rule => "it is a rule: touching a file that it is for brings it in",
            Self::OtherModel => "it is for another family of models",
            Self::BodyMissing => "its body goes into every prompt, and there is none at hand",
            Self::NoReadTool => "the model has no tool that reads skills",
        }
    }
}

/// How much of the budget is used, and what bound.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct BudgetReport {
    /// Most skills.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skill_limit: Option<u32>,
    /// Most characters of the catalogue with its introduction and notes, residents' bodies aside.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub character_limit: Option<u32>,
    /// Most characters of one description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description_limit: Option<u32>,
    /// Most tokens of the same text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token_limit: Option<u32>,
    /// What the share of the model's context window allows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window: Option<WindowLimit>,
    /// Skills listed.
    pub skills: u32,
    /// Characters used, counted as the style counts: Unicode scalar values; in OpenClaw's style
    /// UTF-16 units, with that program's own sentences in place of ours; in the styles with a line a
    /// skill those of the list alone.
    pub characters: u32,
    /// Tokens used, where there is a bound of tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<TokenCount>,
    /// Which bounds changed something. Of those on the whole text it is the one that decided.
    pub binding: Vec<BudgetBound>,
}

impl BudgetReport {
    /// Most characters of the text: the smallest of the limits in characters.
    #[must_use]
    pub fn most_characters(&self) -> Option<u32> {
        self.smallest(self.character_limit, WindowUnit::Characters)
    }

    /// Most tokens of the text: the smallest of the limits in tokens.
    #[must_use]
    pub fn most_tokens(&self) -> Option<u32> {
        self.smallest(self.token_limit, WindowUnit::Tokens)
    }

    fn smallest(&self, limit: Option<u32>, unit: WindowUnit) -> Option<u32> {
        let window = self.window.filter(|window| window.unit == unit);
        limit
            .into_iter()
            .chain(window.map(|window| window.most))
            .min()
    }
}

/// What the share of a context window allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct WindowLimit {
    /// The tokens that the window holds; nothing where that is not known, and `most` stands in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window: Option<u32>,
    /// Most tokens or characters of the text.
    pub most: u32,
    /// Which of the two.
    pub unit: WindowUnit,
}

/// A number of tokens and how they were counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct TokenCount {
    /// How many.
    pub count: u32,
    /// Exactly or by a guess.
    pub tokenizer: Tokenizer,
}

/// A bound of a budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BudgetBound {
    /// The number of skills.
    Skills,
    /// The number of characters.
    Characters,
    /// The number of characters of one description.
    Description,
    /// The number of tokens.
    Tokens,
    /// The share of the model's context window.
    Window,
}

impl BudgetBound {
    /// `skills`, `characters`, `description`, `tokens` or `window`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Skills => "skills",
            Self::Characters => "characters",
            Self::Description => "description",
            Self::Tokens => "tokens",
            Self::Window => "window",
        }
    }
}

impl Rendered {
    /// The text of a part; empty where there is none of it.
    #[must_use]
    pub fn part(&self, kind: PartKind) -> &str {
        self.parts
            .iter()
            .find(|part| part.kind == kind)
            .and_then(|part| self.text.get(part.range.clone()))
            .unwrap_or("")
    }

    /// What a model sees of one skill; nothing for one that is not eligible.
    #[must_use]
    pub fn shown(&self, entry: EntryId) -> Option<&Shown> {
        self.skills.iter().find(|shown| shown.entry == entry)
    }

    /// The lines of one skill as they stand in the text.
    #[must_use]
    pub fn lines(&self, entry: EntryId) -> Option<&str> {
        self.text.get(self.shown(entry)?.range.clone()?)
    }
}
