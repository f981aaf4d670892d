//! How skills that were called enter a message.

use std::borrow::Cow;

use prowess_catalog::{CallForm, Entry};

use super::{By, SkillText};
use crate::activation::{self, ActivationForm, for_context, nanobot_body};
use crate::escape::one_line;
use crate::trigger::{Asks, Recalled, after_message, after_touch};

/// One skill on its way into a message.
pub(super) struct Part<'s> {
    pub(super) entry: Cow<'s, Entry>,
    /// Nothing where its name alone is written.
    pub(super) text: Option<SkillText>,
    /// What brought it in; nothing for a command.
    pub(super) by: Option<By>,
}

/// The message with skills in it. `message` is what the user wrote, as far as no skill has taken it.
pub(super) fn compose(form: CallForm, parts: &[Part<'_>], message: &str) -> String {
    match form {
        CallForm::Body => bodies(parts, message),
        CallForm::Reference => references(parts, message),
        CallForm::Block => block(parts, message),
        CallForm::Recalled => recalled(parts, message),
    }
}

fn bodies(parts: &[Part<'_>], message: &str) -> String {
    let mut out = String::new();
    for part in parts {
        let Some(text) = &part.text else { continue };
        separate(&mut out);
        activation::write(
            &mut out,
            &part.entry,
            &text.body,
            text.resources.as_ref(),
            ActivationForm::default(),
        );
    }
    if !message.trim().is_empty() {
        separate(&mut out);
        out.push_str(message);
    }
    out
}

fn separate(out: &mut String) {
    if !out.is_empty() {
        out.push_str("\n\n");
    }
}

/// The skills by name, and behind them what the user wrote. The model reads the skills itself.
fn references(parts: &[Part<'_>], message: &str) -> String {
    let mut out = String::new();
    match parts {
        [part] => {
            out.push_str("The user asks for the skill \"");
            one_line(&mut out, &part.entry.name);
            out.push_str("\": follow it for what they want.");
        }
        parts => {
            out.push_str("The user asks for these skills: read each one's SKILL.md first.");
            for part in parts {
                out.push_str("\n- ");
                one_line(&mut out, &part.entry.name);
            }
        }
    }
    if !message.trim().is_empty() {
        out.push_str("\n\nWhat they want:\n");
        out.push_str(message);
    }
    out
}

/// What the user wrote, and behind it one block with the bodies (Nanobot).
fn block(parts: &[Part<'_>], message: &str) -> String {
    let mut out = message.to_owned();
    separate(&mut out);
    out.push_str(&active_skills(parts));
    out
}

/// What the user wrote, and behind it the skills that its words and then those that touched files
/// bring in (OpenHands).
fn recalled(parts: &[Part<'_>], message: &str) -> String {
    let files: Vec<_> = parts
        .iter()
        .map(|part| part.entry.file.to_string_lossy())
        .collect();
    let (mut by_words, mut by_paths) = (Vec::new(), Vec::new());
    for (part, file) in parts.iter().zip(&files) {
        let Some(text) = &part.text else { continue };
        let (by, list) = match &part.by {
            Some(By::Path { pattern, .. }) => (pattern, &mut by_paths),
            Some(By::Word { word } | By::Mention { written: word }) => (word, &mut by_words),
            Some(By::Command { name }) => (name, &mut by_words),
            None => (&part.entry.name, &mut by_words),
        };
        list.push(Recalled {
            by,
            location: Some(file)
                .filter(|file| !file.is_empty())
                .map(|file| &**file),
            body: &text.body,
            asks: Asks::of(&part.entry, &text.body),
        });
    }
    let mut out = message.to_owned();
    for blocks in [after_message(&by_words, ""), after_touch(&by_paths)] {
        if !blocks.is_empty() {
            separate(&mut out);
            out.push_str(&blocks);
        }
    }
    out
}

fn active_skills(parts: &[Part<'_>]) -> String {
    let bodies: Vec<(&str, String)> = parts
        .iter()
        .filter_map(|part| {
            let text = part.text.as_ref()?;
            Some((&*part.entry.name, nanobot_body(&text.body, text.header)))
        })
        .collect();
    format!(
        "[Active Skills — instructions for this user turn]\n{}\n[/Active Skills]",
        for_context(&bodies)
    )
}
