//! Whether skills were left out for want of room, and by what.

use serde::Serialize;

use crate::rendered::{Omission, Rendered, Visibility};

/// Whether skills were left out for want of room, and by what, in the words of OpenClaw 2026-03.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Truncation {
    /// Whether any was.
    pub truncated: bool,
    /// Why; nothing where none was. Where both a number of skills and the room for the text did it,
    /// the latter is named.
    pub truncated_reason: Option<TruncatedReason>,
}

/// Why skills were left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum TruncatedReason {
    /// The number of skills.
    Count,
    /// The characters of the text.
    Chars,
    /// The tokens of the text.
    Tokens,
    /// The text's share of the context window.
    Window,
}

impl TruncatedReason {
    /// `count`, `chars`, `tokens` or `window`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Count => "count",
            Self::Chars => "chars",
            Self::Tokens => "tokens",
            Self::Window => "window",
        }
    }
}

impl Truncation {
    /// What a rendering left out.
    #[must_use]
    pub fn of(rendered: &Rendered) -> Self {
        let reasons = rendered.skills.iter().filter_map(|shown| {
            let Visibility::Omitted { reason } = shown.visibility else {
                return None;
            };
            match reason {
                Omission::SkillBudget => Some(TruncatedReason::Count),
                Omission::CharacterBudget => Some(TruncatedReason::Chars),
                Omission::TokenBudget => Some(TruncatedReason::Tokens),
                Omission::WindowBudget => Some(TruncatedReason::Window),
                _ => None,
            }
        });
        let truncated_reason = reasons.reduce(|known, next| match known {
            TruncatedReason::Count => next,
            _ => known,
        });
        Self {
            truncated: truncated_reason.is_some(),
            truncated_reason,
        }
    }
}
