//! Words of a shell: quotes, variables, substitutions and braces.

use prowess_base::Span;
use tree_sitter::Node;

use super::bound::Bound;
use super::machine::Machine;
use super::parse::{self, DEPTH, children, span};
use super::shell::Reading;
use super::value::Value;
use super::{decode, patterns};
use crate::fact::{Act, Source};

impl Machine<'_> {
    /// The words that one word of the text becomes: more than one where an unquoted variable holds blanks.
    pub(super) fn words(
        &mut self,
        read: Reading<'_>,
        node: Node<'_>,
        depth: u16,
        into: &mut Vec<Value>,
    ) {
        let value = self.word(read, node, depth);
        let is_split = match node.kind() {
            "simple_expansion" | "expansion" | "command_substitution" => true,
            "concatenation" => parse::text(node, read.text).contains("IFS"),
            _ => false,
        };
        if is_split && value.text.contains(char::is_whitespace) {
            for part in value.text.split_whitespace() {
                let mut word = Value::known(part);
                word.taints.clone_from(&value.taints);
                into.push(word);
            }
        } else if matches!(node.kind(), "word" | "concatenation")
            && value.text.starts_with('{')
            && value.text.contains(',')
        {
            into.extend(braces(&value.text).into_iter().map(Value::known));
        } else {
            into.push(value);
        }
    }

    /// What a word stands for.
    pub(super) fn word(&mut self, read: Reading<'_>, node: Node<'_>, depth: u16) -> Value {
        if depth > DEPTH {
            self.leave_out(Bound::Nesting);
            return Value::unknown();
        }
        if !self.step() {
            return Value::unknown();
        }
        let depth = depth + 1;
        let written = parse::text(node, read.text);
        match node.kind() {
            "word" | "regex" | "variable_name" | "number" | "extglob_pattern" => {
                self.with_variables(written, span(node))
            }
            "raw_string" => Value::known(written.trim_matches('\'')),
            "ansi_c_string" => Value::known(decode::escapes(
                written.trim_start_matches("$'").trim_end_matches('\''),
            )),
            "string" | "translated_string" | "concatenation" | "array" | "command_name" => {
                let mut whole = Value::empty();
                let quoted = node.kind() == "string";
                let inner = children(node);
                let mut at = node.start_byte() + usize::from(quoted);
                for (index, part) in inner.iter().enumerate() {
                    if quoted && part.start_byte() > at {
                        // Blanks between parts are not in the tree.
                        whole.push(&Value::known(
                            read.text.get(at..part.start_byte()).unwrap_or(""),
                        ));
                    }
                    if node.kind() == "array" && index > 0 {
                        whole.push(&Value::known(" "));
                    }
                    let text = parse::text(*part, read.text);
                    if quoted && part.kind() != "string_content" {
                        // The grammar takes blanks of a string into the variable behind them.
                        let blanks = text.len() - text.trim_start().len();
                        whole.push(&Value::known(text.get(..blanks).unwrap_or("")));
                    }
                    let value = match part.kind() {
                        "string_content" => Value::known(decode::in_double_quotes(text)),
                        _ => self.word(read, *part, depth),
                    };
                    whole.push(&value);
                    at = part.end_byte();
                }
                if inner.is_empty() && !quoted && node.kind() != "array" {
                    whole.push(&Value::known(written));
                }
                whole
            }
            "simple_expansion" => {
                self.variable(written.trim_start().trim_start_matches('$'), span(node))
            }
            "expansion" => self.expansion(read, node, depth),
            "command_substitution" => {
                let mut out = Value::empty();
                for child in children(node) {
                    let one = if child.kind() == "file_redirect" {
                        let (mut input, mut outputs) = (Value::empty(), Vec::new());
                        self.redirect(read, child, &mut input, &mut outputs, depth);
                        input
                    } else {
                        self.statement(read, child, &Value::empty(), depth)
                    };
                    out.push(&one);
                }
                out.text.truncate(out.text.trim_end().len());
                out
            }
            "process_substitution" => {
                let mut out = Value::empty();
                for child in children(node) {
                    let one = self.statement(read, child, &Value::empty(), depth);
                    out.push(&one);
                }
                // Its text is what would be read from the path that it becomes.
                out
            }
            "arithmetic_expansion" => Value::unknown(),
            _ => Value::known(decode::backslashes(written)),
        }
    }

    /// A word in which the grammar leaves variables standing.
    pub(super) fn with_variables(&mut self, written: &str, place: Span) -> Value {
        if !written.contains('$') {
            return Value::known(decode::backslashes(written));
        }
        let mut value = Value::empty();
        let mut at = 0;
        for found in VARIABLE.captures_iter(written) {
            let (Some(whole), Some(name)) = (found.get(0), found.get(1)) else {
                continue;
            };
            let before = written.get(at..whole.start()).unwrap_or("");
            value.push(&Value::known(decode::backslashes(before)));
            value.push(&self.variable(name.as_str(), place));
            at = whole.end();
        }
        let rest = written.get(at..).unwrap_or("");
        value.push(&Value::known(decode::backslashes(rest)));
        value
    }

    pub(super) fn expansion(&mut self, read: Reading<'_>, node: Node<'_>, depth: u16) -> Value {
        let inner = children(node);
        let written = parse::text(node, read.text).trim_start();
        let Some(name) = inner.iter().find(|child| {
            matches!(
                child.kind(),
                "variable_name" | "special_variable_name" | "subscript"
            )
        }) else {
            return Value::unknown();
        };
        let name_text = parse::text(*name, read.text);
        let name_text = name_text.split('[').next().unwrap_or(name_text);
        let mut value = self.variable(name_text, span(node));
        let rest = written
            .trim_start_matches("${")
            .trim_start_matches(['!', '#'])
            .get(name_text.len()..)
            .unwrap_or("")
            .trim_end_matches('}');
        if written.starts_with("${!") {
            // The name of the variable is in a variable.
            let target = value.text.clone();
            return self.variable(&target, span(node)).tainted_by(&value);
        }
        if written.starts_with("${#") {
            return Value::unknown();
        }
        if let Some(default) = rest
            .strip_prefix(":-")
            .or_else(|| rest.strip_prefix('-'))
            .or_else(|| rest.strip_prefix(":="))
        {
            if !value.is_known() || value.text.is_empty() {
                let fallback = match inner.last() {
                    Some(last) if last.start_byte() > name.start_byte() => {
                        self.word(read, *last, depth)
                    }
                    _ => Value::known(default),
                };
                value = Value {
                    text: fallback.text.clone(),
                    ..value
                }
                .tainted_by(&fallback);
            }
            return value;
        }
        if !value.is_known() {
            return value;
        }
        if let Some(slice) = rest.strip_prefix(':') {
            value.text = decode::slice(&value.text, slice);
        } else if let Some(replacement) = rest.strip_prefix("//").or_else(|| rest.strip_prefix('/'))
        {
            let (from, to) = replacement.split_once('/').unwrap_or((replacement, ""));
            if !from.is_empty() {
                value.text = value.text.replace(from, to);
            }
        } else if let Some(prefix) = rest.strip_prefix("##").or_else(|| rest.strip_prefix('#')) {
            value.text = value
                .text
                .strip_prefix(prefix)
                .unwrap_or(&value.text)
                .to_owned();
        } else if let Some(suffix) = rest.strip_prefix("%%").or_else(|| rest.strip_prefix('%')) {
            value.text = value
                .text
                .strip_suffix(suffix)
                .unwrap_or(&value.text)
                .to_owned();
        }
        value
    }

    pub(super) fn variable(&mut self, name: &str, place: Span) -> Value {
        if let Some(value) = self.shell.variables.get(name) {
            return value.clone().through(self.unit, self.place(place));
        }
        if let Some(arguments) = self.shell.arguments.last() {
            match name {
                "@" | "*" => {
                    let mut all = Value::empty();
                    for (index, argument) in arguments.iter().enumerate() {
                        if index > 0 {
                            all.push(&Value::known(" "));
                        }
                        all.push(argument);
                    }
                    return if arguments.is_empty() {
                        Value::unknown()
                    } else {
                        all
                    };
                }
                _ => {
                    if let Ok(index) = name.parse::<usize>() {
                        let index = index.checked_sub(1);
                        let argument = index.and_then(|index| arguments.get(index));
                        return argument.cloned().unwrap_or_else(Value::unknown);
                    }
                }
            }
        }
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if !is_name {
            return Value::unknown();
        }
        self.fact(
            place,
            Act::ReadsVariable {
                name: name.to_owned(),
            },
        );
        self.value_of(Source::Variable(name.to_owned()), place)
    }
}

patterns::pattern!(VARIABLE, r"\$\{?([A-Za-z_]\w*)\}?");
patterns::pattern!(
    BRACES,
    r"(?:^|[;|&(\s])\{[A-Za-z0-9_./$-]+(?:,[^\s{},]*)+\}"
);

/// A text whose commands that are written as one brace expansion, which the grammar does not know, are
/// written with blanks; as long as before.
pub(super) fn spread_braces(text: &str) -> Option<String> {
    if !text.contains('{') || !text.contains(',') {
        return None;
    }
    let mut spread: Option<String> = None;
    for found in BRACES.find_iter(text) {
        let words = found.as_str().replace(['{', '}', ','], " ");
        spread
            .get_or_insert_with(|| text.to_owned())
            .replace_range(found.range(), &words);
    }
    spread
}

/// The words of one brace expansion: `{curl,-s,url}`.
pub(super) fn braces(text: &str) -> Vec<String> {
    let (Some(open), Some(close)) = (text.find('{'), text.rfind('}')) else {
        return vec![text.to_owned()];
    };
    let (Some(before), Some(inner), Some(after)) = (
        text.get(..open),
        text.get(open + 1..close),
        text.get(close + 1..),
    ) else {
        return vec![text.to_owned()];
    };
    // A JSON object is no expansion.
    if inner.contains(['"', '{', ' ']) {
        return vec![text.to_owned()];
    }
    inner
        .split(',')
        .map(|part| format!("{before}{part}{after}"))
        .collect()
}
