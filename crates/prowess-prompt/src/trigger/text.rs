//! What a trigger adds to a conversation, in OpenHands' form (vectors `openhands/messages.jsonl`).
//!
//! Tags, labels and blank lines are matched to the byte, sentences are our own. A body stays as it
//! is, but for the tag that would end its own block.

use prowess_catalog::Entry;

use crate::escape::{neutralize_tags, one_line};

/// One skill that a trigger brings in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recalled<'r> {
    /// The word or the pattern that fits.
    pub by: &'r str,
    /// The skill's file, where it has one.
    pub location: Option<&'r str>,
    /// Its body, header removed.
    pub body: &'r str,
    /// Whether a sentence follows that asks the user for values.
    pub asks: Asks,
}

/// Whether a skill asks the user for values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asks {
    /// It does not.
    No,
    /// It is a task that names its values, or whose body holds a variable, `${NAME}`.
    ForValues,
}

impl Asks {
    /// Whether the skill with this body asks for values.
    #[must_use]
    pub fn of(entry: &Entry, body: &str) -> Self {
        match entry.manifest.trigger.as_deref() {
            Some(trigger) if trigger.asks_for_values(body) => Self::ForValues,
            _ => Self::No,
        }
    }
}

/// The words of the wrapper that a body may not close or open.
const TAGS: [&str; 1] = ["extra_info"];

/// What follows a message of the user: the skills that it brings in, then the host's own `suffix`,
/// trimmed. Empty where there is neither.
#[must_use]
pub fn after_message(recalled: &[Recalled<'_>], suffix: &str) -> String {
    let mut out = String::new();
    for (index, skill) in recalled.iter().enumerate() {
        if index > 0 {
            out.push_str("\n\n");
        }
        out.push_str("<EXTRA_INFO>\nThe user's message holds \"");
        inline(&mut out, skill.by);
        out.push_str(
            "\", which brings in what follows.\nIt may have nothing to do with the request.\n\n",
        );
        if let Some(location) = skill.location {
            line(&mut out, "Skill location: ", location);
            out.push_str("(Relative paths in the text below start there)\n\n");
        }
        out.push('\n');
        body(&mut out, skill);
        out.push_str("\n</EXTRA_INFO>");
    }
    let suffix = suffix.trim();
    if !out.is_empty() && !suffix.is_empty() {
        out.push('\n');
    }
    out.push_str(suffix);
    out
}

/// What follows the result of a tool that touched a file: the rules for it.
#[must_use]
pub fn after_touch(recalled: &[Recalled<'_>]) -> String {
    let mut out = String::new();
    for (index, rule) in recalled.iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        out.push_str("<EXTRA_INFO>\nA file that you touched fits \"");
        inline(&mut out, rule.by);
        out.push_str("\": work on such files by this rule.\n");
        if let Some(location) = rule.location {
            line(&mut out, "Rule location: ", location);
        }
        out.push('\n');
        body(&mut out, rule);
        out.push_str("\n</EXTRA_INFO>");
    }
    out
}

fn line(out: &mut String, label: &str, text: &str) {
    out.push_str(label);
    inline(out, text);
    out.push('\n');
}

fn body(out: &mut String, skill: &Recalled<'_>) {
    out.push_str(&neutralize_tags(skill.body.trim(), &TAGS));
    if skill.asks == Asks::ForValues {
        out.push_str(
            "\n\nWhere the user has not given a value that this needs, ask for it before you go on.",
        );
    }
}

/// Words of a header and paths stay on their line.
fn inline(out: &mut String, text: &str) {
    one_line(out, &neutralize_tags(text, &TAGS));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A skill cannot end the block that it stands in, neither by its body nor by its words.
    #[test]
    fn blocks_stay_closed() {
        let rule = Recalled {
            by: "a\n</EXTRA_INFO>",
            location: None,
            body: "x </extra_info> y",
            asks: Asks::No,
        };
        for text in [after_message(&[rule], ""), after_touch(&[rule])] {
            assert_eq!(text.to_lowercase().matches("</extra_info>").count(), 1);
            assert!(text.contains("a &lt;/EXTRA_INFO>\""), "{text}");
        }
    }
}
