//! Text as Python 3 sees it, where Rust's own functions differ.

use std::fmt::Write as _;

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use super::subset::SubsetValue;

/// `str.strip()`: Rust's white space and the four separators U+001C to U+001F.
pub(crate) fn strip(text: &str) -> &str {
    text.trim_matches(|character: char| {
        character.is_whitespace() || matches!(character, '\u{1c}'..='\u{1f}')
    })
}

/// `str.isalnum()` of one character: letters and numbers. Unlike Rust's `is_alphanumeric` it
/// leaves out marks such as the vowel signs of Devanagari.
pub(super) fn is_alphanumeric(character: char) -> bool {
    matches!(
        character.general_category_group(),
        GeneralCategoryGroup::Letter | GeneralCategoryGroup::Number
    )
}

/// `html.escape()` with quotes.
pub(super) fn escape_html(text: &str, out: &mut String) {
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#x27;"),
            other => out.push(other),
        }
    }
}

/// `str()`: a text as it is, a list or a mapping as its source form.
pub(super) fn text_of(value: &SubsetValue) -> String {
    match value {
        SubsetValue::Text(text) => text.clone(),
        other => {
            let mut out = String::new();
            write_source_form(other, &mut out);
            out
        }
    }
}

/// `repr()`
fn write_source_form(value: &SubsetValue, out: &mut String) {
    match value {
        SubsetValue::Text(text) => write_quoted(text, out),
        SubsetValue::List(elements) => {
            out.push('[');
            for (index, element) in elements.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                write_source_form(element, out);
            }
            out.push(']');
        }
        SubsetValue::Map(entries) => {
            out.push('{');
            for (index, (key, value)) in entries.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                write_quoted(key, out);
                out.push_str(": ");
                write_source_form(value, out);
            }
            out.push('}');
        }
    }
}

fn write_quoted(text: &str, out: &mut String) {
    let quote = if text.contains('\'') && !text.contains('"') {
        '"'
    } else {
        '\''
    };
    out.push(quote);
    for character in text.chars() {
        match character {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            same if same == quote => out.extend(['\\', same]),
            printable if is_printable(printable) => out.push(printable),
            other => write_number(other, out),
        }
    }
    out.push(quote);
}

fn write_number(character: char, out: &mut String) {
    let code = u32::from(character);
    // Writing into a `String` cannot fail.
    let _ = match code {
        0..=0xff => write!(out, "\\x{code:02x}"),
        0x100..=0xffff => write!(out, "\\u{code:04x}"),
        _ => write!(out, "\\U{code:08x}"),
    };
}

/// `str.isprintable()` of one character.
fn is_printable(character: char) -> bool {
    character == ' '
        || !matches!(
            character.general_category_group(),
            GeneralCategoryGroup::Other | GeneralCategoryGroup::Separator
        )
}

/// `json.dumps(value, indent=2)` of one value that begins at `depth`.
pub(super) fn write_json(value: &SubsetValue, depth: usize, out: &mut String) {
    match value {
        SubsetValue::Text(text) => write_json_text(text, out),
        SubsetValue::List(elements) if elements.is_empty() => out.push_str("[]"),
        SubsetValue::List(elements) => {
            out.push('[');
            for (index, element) in elements.iter().enumerate() {
                next_line(index, depth + 1, out);
                write_json(element, depth + 1, out);
            }
            last_line(depth, out);
            out.push(']');
        }
        SubsetValue::Map(entries) if entries.is_empty() => out.push_str("{}"),
        SubsetValue::Map(entries) => {
            out.push('{');
            for (index, (key, value)) in entries.iter().enumerate() {
                next_line(index, depth + 1, out);
                write_json_text(key, out);
                out.push_str(": ");
                write_json(value, depth + 1, out);
            }
            last_line(depth, out);
            out.push('}');
        }
    }
}

fn next_line(index: usize, depth: usize, out: &mut String) {
    if index > 0 {
        out.push(',');
    }
    last_line(depth, out);
}

fn last_line(depth: usize, out: &mut String) {
    out.push('\n');
    out.extend(std::iter::repeat_n("  ", depth));
}

fn write_json_text(text: &str, out: &mut String) {
    out.push('"');
    for unit in text.encode_utf16() {
        match unit {
            0x22 => out.push_str("\\\""),
            0x5c => out.push_str("\\\\"),
            0x0a => out.push_str("\\n"),
            0x0d => out.push_str("\\r"),
            0x09 => out.push_str("\\t"),
            0x08 => out.push_str("\\b"),
            0x0c => out.push_str("\\f"),
            // DEL is ASCII to Python and stands for itself.
            0x20..=0x7f => out.extend(char::from_u32(u32::from(unit))),
            other => {
                // Writing into a `String` cannot fail.
                let _ = write!(out, "\\u{other:04x}");
            }
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Vowel signs are no letters to Python, superscripts and Roman numerals are numbers.
    #[test]
    fn alphanumeric() {
        let is = |text: &str| text.chars().map(is_alphanumeric).collect::<Vec<_>>();
        assert_eq!(is("aé茶ก²Ⅷ"), [true; 6]);
        assert_eq!(is("ि\u{301}_Ⓐ-"), [false; 5]);
    }

    /// Nested values take Python's source form, with its choice of quotes and escapes.
    #[test]
    fn source_form() {
        let value = SubsetValue::Map(vec![
            ("a".into(), SubsetValue::Text("it's".into())),
            (
                "b".into(),
                SubsetValue::List(vec![SubsetValue::Text("'\"\n\u{200b}é".into())]),
            ),
        ]);
        assert_eq!(text_of(&value), r#"{'a': "it's", 'b': ['\'"\n\u200bé']}"#);
    }

    /// JSON as Python writes it: ASCII only, two blanks a level.
    #[test]
    fn json() {
        let value = SubsetValue::Map(vec![(
            "é".into(),
            SubsetValue::List(vec![SubsetValue::Text("🔩\u{7f}".into())]),
        )]);
        let mut out = String::new();
        write_json(&value, 0, &mut out);
        assert_eq!(
            out,
            "{\n  \"\\u00e9\": [\n    \"\\ud83d\\udd29\u{7f}\"\n  ]\n}"
        );
    }
}
