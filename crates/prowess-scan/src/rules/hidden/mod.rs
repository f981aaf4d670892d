//! What a person who looks at the package does not see.

pub(super) mod bidi_override;
pub(super) mod confusable_name;
pub(super) mod encoded_program;
pub(super) mod hidden_address;
pub(super) mod hidden_comment;
pub(super) mod hidden_markup;
mod intent;
pub(super) mod mixed_script;
pub(super) mod nested_encoding;
pub(super) mod padding;
pub(super) mod spliced_command;
pub(super) mod split_literal;
pub(super) mod tag_characters;
pub(super) mod terminal_escapes;
pub(super) mod variation_selectors;
pub(super) mod zero_width;

/// A text in one short line, for a message.
fn shown(text: &str) -> String {
    const LONGEST: usize = 80;
    let line: String = text
        .chars()
        .map(|character| match character.is_control() {
            true => ' ',
            false => character,
        })
        .take(LONGEST + 1)
        .collect();
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or("")),
        None => line,
    }
}
