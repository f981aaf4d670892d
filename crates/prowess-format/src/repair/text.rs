//! Values that are text, written so that YAML does not take them for it.

use std::fmt::Write as _;

use prowess_base::{Code, Span};

use super::brackets;
use super::fields::{Field, ends_line};
use super::lines::{BLANKS, Line};
use crate::codes::parse::{INDENT_MISSING, QUOTES_MISSING, QUOTES_UNBALANCED, TEXT_ON_BLOCK_LINE};

/// The text of a value and what hid it from YAML.
pub(super) struct Found {
    /// The code of what was wrong.
    pub(super) code: Code,
    /// Where the text stands.
    pub(super) span: Span,
    /// The text.
    pub(super) text: String,
}

/// Reads the value of `field` as text; nothing where it has none, or where a line of it looks like
/// a field that takes or gives rights.
pub(super) fn read(field: &Field<'_>) -> Option<Found> {
    if field.rest.iter().any(Line::looks_like_a_right) {
        return None;
    }
    let rest = continuation(&field.rest);
    let indented = rest.iter().all(|line| line.is_blank() || line.indent() > 0);
    let value = field.value.text;
    let (code, first) = if let Some(text) = behind_block_mark(value) {
        (TEXT_ON_BLOCK_LINE, text.to_owned())
    } else if value.starts_with(['"', '\'']) {
        return quoted(field, rest, indented);
    } else if value.starts_with(['[', '{']) && !is_text_in_brackets(value) {
        return None;
    } else if rest.is_empty() {
        (QUOTES_MISSING, without_comment(value).to_owned())
    } else if indented {
        (QUOTES_MISSING, value.to_owned())
    } else {
        (INDENT_MISSING, value.to_owned())
    };
    if first.is_empty() {
        return None;
    }
    let end = match rest.last() {
        Some(line) => line.span.start as usize + line.text.trim_end_matches(BLANKS).len(),
        None if code == QUOTES_MISSING => field.value.span.start as usize + first.len(),
        None => field.value.span.end as usize,
    };
    Some(Found {
        code,
        span: Span::new(field.value.span.start as usize, end),
        text: join(first, rest, indented),
    })
}

/// The lines below a value without blank lines and comments at their end.
fn continuation<'a, 't>(rest: &'a [Line<'t>]) -> &'a [Line<'t>] {
    let end = rest
        .iter()
        .rposition(|line| !line.is_blank() && !line.is_comment())
        .map_or(0, |last| last + 1);
    rest.get(..end).unwrap_or(&[])
}

/// The text behind `>`, `|` and their signs on the same line.
fn behind_block_mark(value: &str) -> Option<&str> {
    let signs = value.strip_prefix(['>', '|'])?;
    let text =
        signs.trim_start_matches(|sign: char| sign.is_ascii_digit() || matches!(sign, '+' | '-'));
    (signs.len() - text.len() <= 2 && text.starts_with([' ', '\t']))
        .then(|| text.trim_start_matches(BLANKS))
        .filter(|text| !text.is_empty() && !text.starts_with('#'))
}

/// Whether a value that begins with a bracket goes on behind it, as `[text](address) more` and
/// `[one] [two]` do.
fn is_text_in_brackets(value: &str) -> bool {
    brackets::closed(value).is_some_and(|length| !ends_line(value.get(length..)))
}

/// A value that begins with a quotation mark and does not end with its pair.
fn quoted(field: &Field<'_>, rest: &[Line<'_>], indented: bool) -> Option<Found> {
    let value = field.value.text;
    let quote = value.chars().next()?;
    let last = rest.last();
    let end = last.map_or(field.value.span.end as usize, |line| {
        line.span.start as usize + line.text.trim_end_matches(BLANKS).len()
    });
    let first = match brackets::quoted(value, quote) {
        Some(length) => {
            let (inside, behind) = value.split_at_checked(length)?;
            let behind = behind.trim_start_matches(BLANKS);
            // A mark around the main part holds the text; around a word it is part of it.
            let wraps = inside.len() >= behind.len() && inside.len() > 2;
            if wraps {
                let mut text = unquote(inside, quote);
                if !behind.is_empty() && !behind.starts_with('#') {
                    text.push(' ');
                    text.push_str(behind);
                }
                text
            } else {
                value.to_owned()
            }
        }
        // A second mark somewhere below would leave open what belongs to it.
        None if rest.iter().any(|line| line.text.contains(quote)) => return None,
        None => unquote(value, quote),
    };
    Some(Found {
        code: QUOTES_UNBALANCED,
        span: Span::new(field.value.span.start as usize, end),
        text: join(first, rest, indented),
    })
}

/// The text in `quoted`, which begins with `quote` and may end with it.
fn unquote(quoted: &str, quote: char) -> String {
    let inside = quoted.strip_prefix(quote).unwrap_or(quoted);
    let inside = inside.strip_suffix(quote).unwrap_or(inside);
    if quote == '"' {
        inside.replace("\\\"", "\"").replace("\\\\", "\\")
    } else {
        inside.replace("''", "'")
    }
}

/// A value without the comment behind it.
fn without_comment(value: &str) -> &str {
    value
        .split_once(" #")
        .map_or(value, |(value, _)| value)
        .trim_end_matches(BLANKS)
}

/// The value with the lines below it. Indented lines are folded, as YAML folds them; where a line
/// is not indented the author meant the lines as they stand.
fn join(mut text: String, rest: &[Line<'_>], indented: bool) -> String {
    let mut blank = false;
    for line in rest {
        if line.is_blank() {
            blank = true;
            if !indented {
                text.push('\n');
            }
            continue;
        }
        match (indented, blank) {
            (true, false) => text.push(' '),
            (true, true) | (false, _) => text.push('\n'),
        }
        blank = false;
        let line = if indented {
            line.text.trim_matches(BLANKS)
        } else {
            line.text.trim_end_matches(BLANKS)
        };
        text.push_str(line);
    }
    text
}

/// `text` as a YAML value that is that text whatever it holds: in quotes, or as a block where it
/// has several lines. `indent` blanks stand before a line of the block.
pub(crate) fn scalar(text: &str, indent: usize) -> String {
    if is_block(text) {
        let mut block = "|-".to_owned();
        for line in text.split('\n') {
            block.push('\n');
            if !line.is_empty() {
                block.extend(std::iter::repeat_n(' ', indent));
                block.push_str(line);
            }
        }
        return block;
    }
    quoted_scalar(text)
}

/// `text` as a YAML value on one line, in double quotes.
pub(crate) fn quoted_scalar(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            character if is_printable(character) => quoted.push(character),
            character => match u32::from(character) {
                code @ 0..=0xFF => _ = write!(quoted, "\\x{code:02x}"),
                code @ 0x100..=0xFFFF => _ = write!(quoted, "\\u{code:04x}"),
                code => _ = write!(quoted, "\\U{code:08x}"),
            },
        }
    }
    quoted.push('"');
    quoted
}

/// Whether a literal block gives `text` back: several lines, the first of them not blank and not
/// indented, no line end at the end, nothing that needs an escape.
fn is_block(text: &str) -> bool {
    text.contains('\n')
        && !text.starts_with(['\n', ' ', '\t'])
        && !text.ends_with('\n')
        && text.split('\n').all(|line| {
            (line.is_empty() || !line.trim_matches(BLANKS).is_empty())
                && line
                    .chars()
                    .all(|character| character == '\t' || is_printable(character))
        })
}

/// Whether YAML takes the character as it stands, and so does every reader.
pub(crate) fn is_printable(character: char) -> bool {
    !character.is_control()
        && !matches!(
            character,
            '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}'
        )
}
