//! A broken header cut into its top-level fields.

use prowess_base::Span;

use super::brackets;
use super::lines::{BLANKS, Key, Line, lines};
use crate::field::Role;

/// A top-level field with the lines that belong to it.
#[derive(Debug)]
pub(super) struct Field<'t> {
    /// The key.
    pub(super) key: &'t str,
    /// From the key to the end of the last line that belongs to it.
    pub(super) span: Span,
    /// What stands behind the colon on its line, without blanks around it.
    pub(super) value: Line<'t>,
    /// The lines below.
    pub(super) rest: Vec<Line<'t>>,
}

impl Field<'_> {
    /// What the field does to the skill.
    pub(super) fn role(&self) -> Role {
        Role::of(self.key)
    }

    /// From the first character of the value to the end of the last line that is not blank.
    pub(super) fn value_span(&self) -> Span {
        let last = self.rest.iter().rev().find(|line| !line.is_blank());
        let first = if self.value.text.is_empty() {
            self.rest.iter().find(|line| !line.is_blank())
        } else {
            None
        };
        let start = first.map_or(self.value.span.start, |line| {
            line.span.start + u32::try_from(line.indent()).unwrap_or(0)
        });
        let end = last.map_or(self.value.span.end, |line| {
            line.span.start + u32::try_from(line.text.trim_end_matches(BLANKS).len()).unwrap_or(0)
        });
        Span {
            start,
            end: end.max(start),
        }
    }
}

/// Cuts `header` into fields. Where a line stands before the first key that is neither blank nor a
/// comment, that line is returned as the error.
pub(super) fn split(text: &str, header: Span) -> Result<Vec<Field<'_>>, Span> {
    let mut fields: Vec<Field<'_>> = Vec::new();
    // Lines up to here belong to the open field, whatever they look like.
    let mut held = 0;
    for line in lines(text, header) {
        let key = Key::at_start(line.text)
            .filter(|_| line.span.start >= held)
            .filter(|key| !fields.last().is_some_and(|field| goes_on(field, key)));
        match (key, fields.last_mut()) {
            (Some(key), _) => {
                let value = line.text.get(key.length..).unwrap_or("");
                let blanks = value.len() - value.trim_start_matches(BLANKS).len();
                let start = line.span.start as usize + key.length + blanks;
                let value = value.trim_matches(BLANKS);
                fields.push(Field {
                    key: key.name,
                    span: line.span,
                    value: Line {
                        span: Span::new(start, start + value.len()),
                        text: value,
                    },
                    rest: Vec::new(),
                });
                held = held.max(hold(text, start, header.end));
            }
            (None, Some(field)) => {
                field.span = field.span.to(line.span);
                field.rest.push(line);
            }
            (None, None) if line.is_blank() || line.is_comment() => {}
            (None, None) => return Err(line.span),
        }
    }
    Ok(fields)
}

/// Whether what looks like a key is a line of the text that `field` holds. Keys begin with small
/// letters; a capital letter inside a text that goes on without indentation begins a sentence.
fn goes_on(field: &Field<'_>, key: &Key<'_>) -> bool {
    key.name
        .starts_with(|first: char| first.is_ascii_uppercase())
        && Role::of(key.name) == Role::Other
        && field.rest.iter().any(|line| {
            !line.is_blank()
                && !line.is_comment()
                && line.indent() == 0
                && !line.text.starts_with("- ")
        })
}

/// Where the value that begins at `start` certainly does not end before: behind its closing
/// bracket or quotation mark.
fn hold(text: &str, start: usize, end: u32) -> u32 {
    let rest = text.get(start..end as usize).unwrap_or("");
    let value = rest.trim_start_matches([' ', '\t', '\n', '\r']);
    let from = start + (rest.len() - value.len());
    let length = match value.chars().next() {
        // On the key's own line or, for brackets, on the next.
        Some('{' | '[') => brackets::closed(value),
        Some(quote @ ('"' | '\'')) if from == start || !rest.starts_with(['\n', '\r']) => {
            brackets::quoted(value, quote).filter(|length| ends_line(value.get(*length..)))
        }
        _ => None,
    };
    u32::try_from(length.map_or(0, |length| from + length)).unwrap_or(0)
}

/// Whether nothing but blanks or a comment follows on the line.
pub(super) fn ends_line(rest: Option<&str>) -> bool {
    let rest = rest.unwrap_or("").trim_start_matches(BLANKS);
    rest.is_empty() || rest.starts_with(['\n', '\r', '#'])
}
