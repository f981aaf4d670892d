//! Statements of languages without a grammar here: where they end, and what they hold.

use std::sync::LazyLock;

use super::{HOME, Names};
use crate::asset;
use crate::code::decode;
use crate::code::patterns::pattern;
use crate::code::value::Value;
use crate::pattern::Pattern;

/// Longest statement that is looked at as one, in bytes; a longer one is read in parts.
const STATEMENT: usize = 8 << 10;
pattern!(
    INTERPOLATED,
    r"#\{([^}\n]{1,80})\}|\$\{?(\w+)\}?|\{\$(\w+)\}"
);

/// A statement taken apart.
pub(super) struct Parts<'t> {
    /// The statement without the insides of its texts.
    pub(super) bare: String,
    /// Texts and known names, put together between commas.
    pub(super) arguments: Vec<Value>,
    /// What stands between backticks.
    pub(super) backticks: Vec<String>,
    /// Every word outside of texts.
    pub(super) names: Vec<&'t str>,
}

impl<'t> Parts<'t> {
    pub(super) fn of(text: &'t str, known: &Names) -> Self {
        let mut parts = Self {
            bare: String::with_capacity(text.len()),
            arguments: Vec::new(),
            backticks: Vec::new(),
            names: Vec::new(),
        };
        let mut current: Option<Value> = None;
        let bytes = text.as_bytes();
        let mut at = 0;
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'"' | b'\'' | b'`' => {
                    let end = closing(bytes, at);
                    let inside = text.get(at + 1..end).unwrap_or("");
                    parts.bare.push(char::from(*byte));
                    parts.bare.push(char::from(*byte));
                    let literal = literal(inside, *byte, known);
                    if *byte == b'`' {
                        parts.backticks.push(literal.text.clone());
                    }
                    current.get_or_insert_with(Value::empty).push(&literal);
                    at = end + 1;
                }
                b',' => {
                    parts.bare.push(',');
                    parts.arguments.extend(current.take());
                    at += 1;
                }
                byte if byte.is_ascii_alphabetic() || *byte == b'_' => {
                    let end = bytes
                        .get(at..)
                        .unwrap_or(&[])
                        .iter()
                        .position(|byte| !(byte.is_ascii_alphanumeric() || *byte == b'_'))
                        .map_or(bytes.len(), |length| at + length);
                    let word = text.get(at..end).unwrap_or("");
                    parts.bare.push_str(word);
                    parts.names.push(word);
                    if matches!(word, "arg" | "args") {
                        parts.arguments.extend(current.take());
                    }
                    if let Some(value) = known.values.get(word) {
                        current.get_or_insert_with(Value::empty).push(value);
                    }
                    at = end.max(at + 1);
                }
                _ => {
                    let end = text.ceil_char_boundary(at + 1);
                    parts.bare.push_str(text.get(at..end).unwrap_or(""));
                    at = end;
                }
            }
        }
        if HOME.is_match(&parts.bare) || text.contains("HOME") {
            parts.arguments.insert(0, Value::known("~"));
        }
        parts.arguments.extend(current);
        parts
    }
}

/// Where the text that begins with the quote at `at` ends: at its other quote, or with the statement.
fn closing(bytes: &[u8], at: usize) -> usize {
    let quote = bytes.get(at).copied();
    let mut end = at + 1;
    while let Some(byte) = bytes.get(end) {
        match byte {
            b'\\' => end += 1,
            byte if Some(*byte) == quote => break,
            _ => {}
        }
        end += 1;
    }
    end.min(bytes.len())
}

/// A text with the known names that are put into it.
fn literal(inside: &str, quote: u8, known: &Names) -> Value {
    let escaped;
    let inside = if inside.contains('\\') && quote != b'`' {
        escaped = decode::escapes(inside);
        escaped.as_str()
    } else {
        inside
    };
    if quote == b'\'' || !inside.contains(['$', '#']) {
        return Value::known(inside);
    }
    let mut value = Value::empty();
    let mut at = 0;
    for found in INTERPOLATED.captures_iter(inside) {
        let whole = found.get(0).map_or(0..0, |whole| whole.range());
        value.push(&Value::known(inside.get(at..whole.start).unwrap_or("")));
        let name = (1..4).find_map(|group| found.get(group));
        let name = name.map_or("", |name| name.as_str());
        let name_only = name.trim_start_matches(['@', '$']);
        let held = known.values.get(name_only);
        match held {
            Some(held) => value.push(held),
            None if name.contains("home") || name.contains("HOME") => {
                value.push(&Value::known("~"));
            }
            None if found.get(1).is_some() => value.push(&Value::unknown()),
            None => value.push(&Value::known(inside.get(whole.clone()).unwrap_or(""))),
        }
        at = whole.end;
    }
    value.push(&Value::known(inside.get(at..).unwrap_or("")));
    value
}

/// Puts the arguments behind a format into it: `"curl %s | sh", address`.
pub(super) fn formatted(arguments: &mut Vec<Value>) {
    let Some(first) = arguments.first() else {
        return;
    };
    let marks = ["%s", "%v", "{}", "%@"];
    if arguments.len() < 2 || !marks.iter().any(|mark| first.text.contains(mark)) {
        return;
    }
    let mut rest = arguments.split_off(1).into_iter();
    if let Some(format) = arguments.first_mut() {
        for argument in rest.by_ref() {
            let Some(mark) = marks
                .iter()
                .filter_map(|mark| Some((format.text.find(mark)?, *mark)))
                .min()
            else {
                break;
            };
            format.text = format.text.replacen(mark.1, &argument.text, 1);
            format.add_taints(&argument.taints);
        }
    }
    arguments.extend(rest);
}

/// The path that parts make together, where they are joined or name something that matters only together.
pub(super) fn joined(bare: &str, arguments: &[Value]) -> Option<String> {
    if arguments.len() < 2 || arguments.len() > 8 {
        return None;
    }
    let parts: Vec<&str> = arguments
        .iter()
        .map(|argument| argument.text.trim_matches('/'))
        .filter(|part| !part.is_empty() && part.len() < 200)
        .collect();
    let path = parts.join("/");
    let joins = bare.to_ascii_lowercase().contains("join");
    (joins || asset::classify(&path).is_secret()).then_some(path)
}

static PERCENT: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"(?:%x|\bqx)\s*(?:\{([^}\n]{1,2000})\}|\(([^)\n]{1,2000})\)|\[([^\]\n]{1,2000})\]|/([^/\n]{1,2000})/)",
    )
});

/// Lines for a shell that stand in a statement as such: `%x{…}`, `qx(…)`, and what backticks hold.
pub(super) fn text_commands(text: &str, backticks: &[String], runs_backticks: bool) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    if runs_backticks {
        commands.extend(backticks.iter().take(16).cloned());
    }
    for found in PERCENT.captures_iter(text).take(16) {
        let inside = (1..5).find_map(|group| found.get(group));
        commands.extend(inside.map(|inside| inside.as_str().to_owned()));
    }
    commands
}

/// Whether a statement is a remark.
pub(super) fn is_comment(statement: &str) -> bool {
    ["#", "//", "--", "'", "/*", "* ", "REM ", ";"]
        .iter()
        .any(|mark| statement.starts_with(mark))
}

/// Where the statement that begins at `at` ends: at the end of a line or at a semicolon, where no bracket is open
/// and no text.
pub(super) fn statement_end(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let (mut open, mut quote) = (0_i32, None);
    let mut index = at;
    while let Some(byte) = bytes.get(index) {
        let here = index;
        index += 1;
        if here - at > STATEMENT {
            return text.ceil_char_boundary(index);
        }
        match (byte, quote) {
            (b'\\', _) => index += 1,
            (b'\n', _) => {
                quote = None;
                if open <= 0 {
                    return index.min(text.len());
                }
            }
            (byte, Some(mark)) if *byte == mark => quote = None,
            (_, Some(_)) => {}
            (b'"' | b'\'' | b'`', None) => quote = Some(*byte),
            (b'(' | b'[', None) => open += 1,
            (b')' | b']', None) => open -= 1,
            (b';', None) if open <= 0 => return index,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A statement ends with its line or at a semicolon, not within brackets or texts.
    #[test]
    fn statements() {
        let text = "a = 'x;y'; b(1,\n 2)\nc";
        let mut all = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let end = statement_end(text, at);
            all.push(text[at..end].trim());
            at = end;
        }
        assert_eq!(all, ["a = 'x;y';", "b(1,\n 2)", "c"]);
    }

    /// Names and texts are put together between commas, and formats are filled in.
    #[test]
    fn parts() {
        let mut names = Names::default();
        names
            .values
            .insert("u".to_owned(), Value::known("http://a.test"));
        let texts = |text: &str| -> Vec<String> {
            let mut arguments = Parts::of(text, &names).arguments;
            formatted(&mut arguments);
            arguments.into_iter().map(|one| one.text).collect()
        };
        assert_eq!(
            texts("f('curl ' .. u .. ' | sh', 2)"),
            ["curl http://a.test | sh"]
        );
        assert_eq!(texts("f(\"get %s now\", u)"), ["get http://a.test now"]);
        assert_eq!(
            texts("new('sh').arg(\"-c\").arg(u)"),
            ["sh", "-c", "http://a.test"]
        );
        assert_eq!(
            texts("f(\"get #{u} #{w}\")"),
            ["get http://a.test \u{FFFC}"]
        );
    }
}
