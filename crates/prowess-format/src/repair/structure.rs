//! Values with a structure: what would make YAML read them.

use prowess_base::{Code, Span};

use super::brackets;
use super::fields::{Field, ends_line};
use super::lines::{BLANKS, Key, Line};
use super::patch::Patch;
use super::text::quoted_scalar;
use crate::codes::parse::{INDENT_MISSING, JSON_IN_HEADER, QUOTES_MISSING, TAB_INDENT};
use crate::document::json::holds_comment;
use crate::field::{Role, restricts_inside};
use crate::{Limits, Node, NodeKind, ScalarStyle, json5_tree};

/// Patches that may make a field readable.
pub(super) struct Attempt {
    /// What is wrong if they do.
    pub(super) code: Code,
    /// The patches.
    pub(super) patches: Vec<Patch>,
}

/// Ways to read the value of `field` with its structure, the most faithful first.
pub(super) fn attempts(text: &str, field: &Field<'_>, limits: &Limits) -> Vec<Attempt> {
    let value = field.value_span();
    let written = value.slice(text);
    let mut attempts = Vec::new();
    let swallows = |line: &Line<'_>| line.indent() == 0 && line.looks_like_a_right();
    match written.chars().next() {
        Some('{' | '[' | '"' | '\'' | '>' | '|') if field.rest.iter().any(swallows) => {}
        Some('{' | '[') => {
            let whole =
                brackets::closed(written).is_some_and(|length| ends_line(written.get(length..)));
            if whole {
                bracketed(text, field, value, limits, &mut attempts);
            }
        }
        Some('"' | '\'' | '>' | '|') if !field.rest.is_empty() => attempts.push(Attempt {
            code: INDENT_MISSING,
            patches: indent(field),
        }),
        _ if field.value.text.is_empty() => block(text, field, &mut attempts),
        _ => {}
    }
    attempts.retain(|attempt| !attempt.patches.is_empty());
    attempts
}

fn bracketed(
    text: &str,
    field: &Field<'_>,
    value: Span,
    limits: &Limits,
    attempts: &mut Vec<Attempt>,
) {
    let json = json5_tree(value.slice(text), value, limits).map(|tree| {
        // On a line of its own it must be indented.
        let mut replacement = if field.value.text.is_empty() {
            "  ".to_owned()
        } else {
            String::new()
        };
        write_json(&tree, &mut replacement);
        Attempt {
            code: JSON_IN_HEADER,
            patches: vec![Patch {
                span: value,
                replacement,
            }],
        }
    });
    let indented = Attempt {
        code: INDENT_MISSING,
        patches: indent(field),
    };
    // YAML would take a comment for a part of a key.
    match json {
        Ok(json) if holds_comment(value.slice(text)) => attempts.push(json),
        Ok(json) => attempts.extend([indented, json]),
        Err(_) => attempts.push(indented),
    }
    if field.role() != Role::Restriction {
        let mut patches = quote_elements(text, value);
        patches.extend(indent(field));
        attempts.push(Attempt {
            code: QUOTES_MISSING,
            patches,
        });
    }
}

/// Two blanks before every line below the key.
fn indent(field: &Field<'_>) -> Vec<Patch> {
    field
        .rest
        .iter()
        .filter(|line| !line.is_blank())
        .map(|line| Patch::insert(line.span.start as usize, "  "))
        .collect()
}

/// Block lines: tabs as indentation, values that need quotes.
fn block(text: &str, field: &Field<'_>, attempts: &mut Vec<Attempt>) {
    let tabs = tabs(field);
    if !tabs.is_empty() {
        attempts.push(Attempt {
            code: TAB_INDENT,
            patches: tabs,
        });
    }
    // Below a restriction nothing is mended: quotes could turn a requirement into text.
    if field.role() != Role::Restriction || field.key.eq_ignore_ascii_case("metadata") {
        attempts.push(Attempt {
            code: QUOTES_MISSING,
            patches: quote_lines(text, field),
        });
    }
}

/// Two blanks for every tab that indents, if no line is indented with both.
fn tabs(field: &Field<'_>) -> Vec<Patch> {
    let mut patches = Vec::new();
    for line in field.rest.iter().filter(|line| !line.is_blank()) {
        let indent = line.indent();
        let blanks = line.text.get(..indent).unwrap_or("");
        if blanks.contains('\t') && blanks.contains(' ') {
            return Vec::new();
        }
        if blanks.starts_with('\t') {
            let start = line.span.start as usize;
            patches.push(Patch {
                span: Span::new(start, start + indent),
                replacement: "  ".repeat(indent),
            });
        } else if !blanks.is_empty() {
            return Vec::new();
        }
    }
    patches
}

/// Quotes around the values of block lines that are text and not YAML.
fn quote_lines(text: &str, field: &Field<'_>) -> Vec<Patch> {
    let mut patches = Vec::new();
    // The keys above the current line with their indentation.
    let mut above: Vec<(usize, &str)> = Vec::new();
    let mut in_block_text = None;
    for line in &field.rest {
        if line.is_blank() || line.is_comment() {
            continue;
        }
        let indent = line.indent();
        if in_block_text.is_some_and(|outer| indent > outer) {
            continue;
        }
        in_block_text = None;
        let mut at = indent;
        let mut rest = line.text.get(at..).unwrap_or("");
        while let Some(behind) = rest.strip_prefix("- ") {
            at += rest.len() - behind.trim_start_matches(BLANKS).len();
            rest = behind.trim_start_matches(BLANKS);
        }
        while above.last().is_some_and(|(outer, _)| *outer >= at) {
            above.pop();
        }
        if let Some(key) = Key::at_start(rest) {
            above.push((at, key.name));
            let value = rest.get(key.length..).unwrap_or("");
            at += key.length + (value.len() - value.trim_start_matches(BLANKS).len());
            rest = value.trim_start_matches(BLANKS);
        }
        let value = rest.trim_end_matches(BLANKS);
        if value.starts_with(['>', '|']) {
            in_block_text = Some(indent);
            continue;
        }
        if above.iter().any(|(_, key)| restricts_inside(key)) {
            continue;
        }
        let start = line.span.start as usize + at;
        let span = Span::new(start, start + value.len());
        if value.starts_with('[') && brackets::closed(value).is_some() {
            patches.extend(quote_elements(text, span));
        } else if needs_quotes(value) {
            patches.push(Patch {
                span,
                replacement: quoted_scalar(value),
            });
        }
    }
    patches
}

/// Whether the value of a block line is text that YAML does not read as one.
fn needs_quotes(value: &str) -> bool {
    let Some(first) = value.chars().next() else {
        return false;
    };
    match first {
        '@' | '`' | '%' | '*' | ',' | ']' | '}' => true,
        '"' | '\'' => {
            brackets::quoted(value, first).is_none_or(|length| !ends_line(value.get(length..)))
        }
        '{' | '&' | '!' | '#' => false,
        _ => value.contains(": ") || value.ends_with(':'),
    }
}

/// Quotes around elements of a one-line list that begin with a character which YAML reserves.
fn quote_elements(text: &str, list: Span) -> Vec<Patch> {
    let mut patches = Vec::new();
    let written = list.slice(text);
    let mut at_start = false;
    let mut skip_to = 0;
    for (index, character) in written.char_indices() {
        if index < skip_to {
            continue;
        }
        match character {
            '[' | ',' => at_start = true,
            ' ' | '\t' => {}
            '"' | '\'' if at_start => {
                let rest = written.get(index..).unwrap_or("");
                skip_to = index + brackets::quoted(rest, character).unwrap_or(1);
                at_start = false;
            }
            '@' | '`' | '%' if at_start => {
                let rest = written.get(index..).unwrap_or("");
                let end = rest
                    .find([',', ']', '[', '{', '}', '\n', '\r'])
                    .unwrap_or(rest.len());
                let element = rest.get(..end).unwrap_or("").trim_end_matches(BLANKS);
                let start = list.start as usize + index;
                patches.push(Patch {
                    span: Span::new(start, start + element.len()),
                    replacement: quoted_scalar(element),
                });
                skip_to = index + element.len();
                at_start = false;
            }
            _ => at_start = false,
        }
    }
    patches
}

/// A tree as one line of JSON, which YAML reads as the same tree.
fn write_json(node: &Node<'_>, json: &mut String) {
    match &node.kind {
        NodeKind::Scalar(value) if value.style == ScalarStyle::Plain => {
            json.push_str(&value.text);
        }
        NodeKind::Scalar(value) => json.push_str(&quoted_scalar(&value.text)),
        NodeKind::Sequence(elements) => {
            json.push('[');
            for (index, element) in elements.iter().enumerate() {
                if index > 0 {
                    json.push_str(", ");
                }
                write_json(element, json);
            }
            json.push(']');
        }
        NodeKind::Mapping(entries) => {
            json.push('{');
            for (index, entry) in entries.iter().enumerate() {
                if index > 0 {
                    json.push_str(", ");
                }
                json.push_str(&quoted_scalar(&entry.key));
                json.push_str(": ");
                write_json(&entry.value, json);
            }
            json.push('}');
        }
    }
}
