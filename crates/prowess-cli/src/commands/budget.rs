//! How much of a budget a catalogue uses, for a person and as JSON.

use prowess::catalog::WindowUnit;
use prowess::prompt::{
    BudgetBound, BudgetReport, Rendered, TruncatedReason, Truncation, WindowLimit,
};
use serde::Serialize;

use crate::output::counted;

/// How much of the budget is used. Limits that are not there do not hold.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub(super) struct BudgetView {
    /// Most skills.
    #[serde(skip_serializing_if = "Option::is_none")]
    skill_limit: Option<u32>,
    /// Most characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    character_limit: Option<u32>,
    /// Most tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    token_limit: Option<u32>,
    /// What the share of the model's context window allows.
    #[serde(skip_serializing_if = "Option::is_none")]
    window: Option<WindowView>,
    /// Skills listed.
    skills: u32,
    /// Characters used, as the style counts them.
    characters: u32,
    /// Tokens used, where there is a limit of tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    tokens: Option<TokensView>,
    /// Whether a limit changed something.
    over: bool,
    /// Which limits changed something: `skills`, `characters`, `description`, `tokens`, `window`. Of those
    /// on the whole text it is the one that decided.
    binding: Vec<&'static str>,
    /// Whether skills are left out for want of room.
    truncated: bool,
    /// What there was too little of: `count`, `chars`, `tokens` or `window`.
    #[serde(skip_serializing_if = "Option::is_none")]
    truncated_reason: Option<&'static str>,
}

/// What the share of a context window allows.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
struct WindowView {
    /// The tokens that the window holds; nothing where that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    window: Option<u32>,
    /// Most of the text.
    most: u32,
    /// In what: `tokens` or `characters`.
    unit: &'static str,
}

/// A number of tokens.
#[derive(Serialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
struct TokensView {
    /// How many.
    count: u32,
    /// How they were counted: in a vocabulary, or `estimate`.
    tokenizer: &'static str,
    /// Whether that is exact.
    exact: bool,
}

impl BudgetView {
    pub(super) fn new(rendered: &Rendered) -> Self {
        let truncation = Truncation::of(rendered);
        let report = &rendered.budget;
        Self {
            skill_limit: report.skill_limit,
            character_limit: report.character_limit,
            token_limit: report.token_limit,
            window: report.window.map(|limit| WindowView {
                window: limit.window,
                most: limit.most,
                unit: unit(limit.unit),
            }),
            skills: report.skills,
            characters: report.characters,
            tokens: report.tokens.map(|tokens| TokensView {
                count: tokens.count,
                tokenizer: tokens.tokenizer.as_str(),
                exact: tokens.tokenizer.is_exact(),
            }),
            over: !report.binding.is_empty(),
            binding: report.binding.iter().map(|bound| bound.as_str()).collect(),
            truncated: truncation.truncated,
            truncated_reason: truncation.truncated_reason.map(TruncatedReason::as_str),
        }
    }
}

fn unit(unit: WindowUnit) -> &'static str {
    match unit {
        WindowUnit::Tokens => "tokens",
        WindowUnit::Characters => "characters",
    }
}

/// What is used, each with its limit, and a line with the limits that bind.
pub(super) fn used(report: &BudgetReport) -> String {
    let most =
        |limit: Option<u32>| limit.map_or_else(String::new, |limit| format!(" (at most {limit})"));
    let mut text = format!(
        "{}{} in {} characters{}",
        counted(report.skills as usize, "skill", "skills"),
        most(report.skill_limit),
        report.characters,
        most(report.most_characters()),
    );
    if let Some(tokens) = report.tokens {
        let how = match tokens.tokenizer.is_exact() {
            true => tokens.tokenizer.as_str(),
            false => "estimated",
        };
        let limit = most(report.most_tokens());
        text.push_str(&format!(", {} tokens, {how}{limit}", tokens.count));
    }
    if !report.binding.is_empty() {
        let limits: Vec<String> = report
            .binding
            .iter()
            .map(|bound| limit(*bound, report))
            .collect();
        text.push_str("\nlimited by ");
        text.push_str(&limits.join(" and "));
    }
    text
}

/// A limit that binds, in words.
fn limit(bound: BudgetBound, report: &BudgetReport) -> String {
    let number = |limit: Option<u32>| limit.unwrap_or(u32::MAX);
    match (bound, &report.window) {
        (BudgetBound::Skills, _) => format!("{} skills", number(report.skill_limit)),
        (BudgetBound::Characters, _) => format!("{} characters", number(report.character_limit)),
        (BudgetBound::Description, _) => {
            format!(
                "{} characters a description",
                number(report.description_limit)
            )
        }
        (BudgetBound::Tokens, _) => format!("{} tokens", number(report.token_limit)),
        (
            BudgetBound::Window,
            Some(WindowLimit {
                window,
                most,
                unit: of,
                ..
            }),
        ) => match window {
            Some(window) => format!(
                "{most} {}, the share of a window of {window} tokens",
                unit(*of)
            ),
            None => format!(
                "{most} {}, while the window is not known (`--window`)",
                unit(*of)
            ),
        },
        (BudgetBound::Window, None) => "the share of the window".to_owned(),
    }
}
