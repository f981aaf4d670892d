//! Shell read as a program: words are put together as a shell would, pipes and redirections carry what
//! flows through them, and every command goes to [`super::command`].

use std::collections::HashMap;

use prowess_base::Span;
use tree_sitter::Node;

use super::machine::Machine;
use super::parse::{self, DEPTH, children, fields, span};
use super::value::Value;
use super::{HOLE, decode, patterns};
use crate::asset;
use crate::fact::{Act, Sink, Source};
use crate::unit::Language;

/// Most calls of functions within calls.
const CALLS: usize = 8;

/// What a shell remembers.
#[derive(Debug)]
pub(super) struct Shell {
    pub(super) variables: HashMap<String, Value>,
    pub(super) aliases: HashMap<String, String>,
    functions: HashMap<String, String>,
    /// The arguments of the functions that are being called.
    arguments: Vec<Vec<Value>>,
    descriptors: HashMap<String, Value>,
}

impl Default for Shell {
    fn default() -> Self {
        let known = [
            ("HOME", "~"),
            ("USERPROFILE", "~"),
            ("XDG_CONFIG_HOME", "~/.config"),
            ("TMPDIR", "/tmp"),
            ("PWD", "."),
            ("IFS", " "),
        ];
        Self {
            variables: known
                .into_iter()
                .map(|(name, text)| (name.to_owned(), Value::known(text)))
                .collect(),
            aliases: HashMap::new(),
            functions: HashMap::new(),
            arguments: Vec::new(),
            descriptors: HashMap::new(),
        }
    }
}

/// A text that is being read, so that nodes find their words.
#[derive(Clone, Copy)]
struct Reading<'t> {
    text: &'t str,
}

impl Machine<'_> {
    /// Reads a shell program.
    pub(super) fn shell(&mut self, text: &str) -> Value {
        let spread = spread_braces(text);
        let text = spread.as_deref().unwrap_or(text);
        let Some(tree) = parse::parse(Language::Shell, text) else {
            patterns::shell(self, text);
            return Value::unknown();
        };
        let reading = Reading { text };
        let input = self.input.clone();
        self.statement(reading, tree.root_node(), &input, 0)
    }

    /// Runs a statement with this on its input; what comes out of it.
    fn statement(&mut self, read: Reading<'_>, node: Node<'_>, input: &Value, depth: u16) -> Value {
        if depth > DEPTH || !self.step() || !self.enter() {
            return Value::unknown();
        }
        let out = self.statement_within(read, node, input, depth + 1);
        self.leave();
        out
    }

    fn statement_within(
        &mut self,
        read: Reading<'_>,
        node: Node<'_>,
        input: &Value,
        depth: u16,
    ) -> Value {
        match node.kind() {
            "command" => self.simple(read, node, input, depth),
            "pipeline" => {
                let mut carried = input.clone();
                for part in children(node) {
                    carried = self.statement(read, part, &carried, depth);
                }
                carried
            }
            "list" => {
                // Left within left: walked without recursion, so that a long chain has no depth.
                let mut parts = Vec::new();
                let mut at = node;
                while at.kind() == "list" {
                    let inner = children(at);
                    parts.extend(inner.iter().skip(1).rev().copied());
                    let Some(first) = inner.first() else { break };
                    at = *first;
                }
                parts.push(at);
                let mut out = Value::empty();
                for part in parts.into_iter().rev() {
                    let one = self.statement(read, part, input, depth);
                    out.push(&one);
                }
                out
            }
            "redirected_statement" => self.redirected(read, node, input, depth),
            "variable_assignment" => {
                self.assign(read, node, depth);
                Value::empty()
            }
            "declaration_command" => {
                for child in children(node) {
                    if child.kind() == "variable_assignment" {
                        self.assign(read, child, depth);
                    }
                }
                let word = parse::text(node, read.text)
                    .split_whitespace()
                    .collect::<Vec<_>>();
                match word.as_slice() {
                    ["export", "-p"] | ["declare", "-x" | "-p"] | ["export"] => {
                        self.fact(span(node), Act::ReadsEnvironment);
                        self.value_of(Source::Environment, span(node))
                    }
                    _ => Value::empty(),
                }
            }
            "unset_command" => {
                let words: Vec<Value> = parse::text(node, read.text)
                    .split_whitespace()
                    .map(Value::known)
                    .collect();
                self.command(words, input, span(node))
            }
            "function_definition" => {
                let name = node.child_by_field_name("name");
                let body = node.child_by_field_name("body");
                if let (Some(name), Some(body)) = (name, body) {
                    let name = parse::text(name, read.text).to_owned();
                    let text = parse::text(body, read.text).to_owned();
                    if parse::text(body, read.text).contains(&format!("{name}|{name}")) {
                        return self.fork_bomb(span(node));
                    }
                    self.shell.functions.insert(name, text);
                    self.shell.arguments.push(Vec::new());
                    self.statement(read, body, &Value::empty(), depth);
                    self.shell.arguments.pop();
                }
                Value::empty()
            }
            "for_statement" => {
                let values: Vec<Value> = fields(node, "value")
                    .into_iter()
                    .map(|word| self.word(read, word, depth))
                    .collect();
                if let Some(variable) = node.child_by_field_name("variable") {
                    let name = parse::text(variable, read.text).to_owned();
                    // Each word in its turn would multiply the work: the words are one text.
                    let mut all = Value::empty();
                    for (index, value) in values.iter().enumerate() {
                        if index > 0 {
                            all.push(&Value::known(" "));
                        }
                        all.push(value);
                    }
                    self.shell.variables.insert(name, all);
                }
                match node.child_by_field_name("body") {
                    Some(body) => self.statement(read, body, input, depth),
                    None => Value::empty(),
                }
            }
            "test_command" | "comment" | "heredoc_body" => {
                self.substitutions(read, node, depth);
                Value::empty()
            }
            "command_substitution"
            | "simple_expansion"
            | "expansion"
            | "string"
            | "raw_string"
            | "word"
            | "concatenation" => {
                // A word where a command is expected: `$(curl …)` alone on a line runs what it gives.
                let value = self.word(read, node, depth);
                self.flows(&value, &Sink::Program, span(node));
                value
            }
            _ => {
                let mut out = Value::empty();
                for child in children(node) {
                    let one = self.statement(read, child, input, depth);
                    out.push(&one);
                }
                out
            }
        }
    }

    fn fork_bomb(&mut self, span: Span) -> Value {
        self.fact(
            span,
            Act::Runs {
                program: ":(){ :|:& };:".to_owned(),
                arguments: Vec::new(),
            },
        );
        Value::empty()
    }

    /// Everything in `$(…)` within a node is run too.
    fn substitutions(&mut self, read: Reading<'_>, node: Node<'_>, depth: u16) {
        if depth > DEPTH {
            return;
        }
        for child in children(node) {
            if matches!(
                child.kind(),
                "command_substitution" | "process_substitution"
            ) {
                self.word(read, child, depth + 1);
            } else {
                self.substitutions(read, child, depth + 1);
            }
        }
    }

    fn assign(&mut self, read: Reading<'_>, node: Node<'_>, depth: u16) {
        let Some(name) = node.child_by_field_name("name") else {
            return;
        };
        let value = match node.child_by_field_name("value") {
            Some(value) => self.word(read, value, depth),
            None => Value::empty(),
        };
        let name = parse::text(name, read.text);
        let appends = parse::text(node, read.text)
            .get(name.len()..)
            .is_some_and(|rest| rest.starts_with("+="));
        let name = name.split('[').next().unwrap_or(name).to_owned();
        if appends && let Some(before) = self.shell.variables.get_mut(&name) {
            before.push(&value);
            return;
        }
        self.shell.variables.insert(name, value);
    }

    /// A command with its words and redirections.
    fn simple(&mut self, read: Reading<'_>, node: Node<'_>, input: &Value, depth: u16) -> Value {
        let mut input = input.clone();
        let mut redirects = Vec::new();
        let mut words: Vec<Value> = Vec::new();
        let mut is_assignment = true;
        let mut cursor = node.walk();
        let mut kept = Vec::new();
        for child in node.children(&mut cursor) {
            match child.kind() {
                "variable_assignment" if is_assignment => {
                    let name = child
                        .child_by_field_name("name")
                        .map(|name| parse::text(name, read.text));
                    if let Some(name) = name {
                        kept.push((name.to_owned(), self.shell.variables.get(name).cloned()));
                    }
                    self.assign(read, child, depth);
                }
                "file_redirect" | "herestring_redirect" => redirects.push(child),
                "comment" => {}
                "command_name" => {
                    is_assignment = false;
                    let inner = child.named_child(0).unwrap_or(child);
                    self.words(read, inner, depth, &mut words);
                }
                _ => {
                    is_assignment = false;
                    self.words(read, child, depth, &mut words);
                }
            }
        }
        let mut outputs = Vec::new();
        for redirect in redirects {
            self.redirect(read, redirect, &mut input, &mut outputs, depth);
        }
        let out = if words.is_empty() {
            Value::empty()
        } else {
            self.call(words, &input, span(node))
        };
        for (name, before) in kept {
            if let Some(before) = before {
                self.shell.variables.insert(name, before);
            }
        }
        self.pour(out, outputs, span(node))
    }

    /// A command by its words: a function or alias of this shell, or a program.
    pub(super) fn call(&mut self, words: Vec<Value>, input: &Value, span: Span) -> Value {
        let name = words
            .first()
            .map(|word| word.text.clone())
            .unwrap_or_default();
        if self.shell.arguments.len() < CALLS && self.step() {
            if let Some(body) = self.shell.functions.get(&name).cloned() {
                let arguments = words.into_iter().skip(1).collect();
                self.shell.arguments.push(arguments);
                let out = self.nested(&body, input, span);
                self.shell.arguments.pop();
                return out;
            }
            if let Some(stands_for) = self.shell.aliases.remove(&name) {
                let mut all: Vec<Value> = stands_for.split_whitespace().map(Value::known).collect();
                all.extend(words.into_iter().skip(1));
                let out = self.call(all, input, span);
                self.shell.aliases.insert(name, stands_for);
                return out;
            }
        }
        self.command(words, input, span)
    }

    /// Runs a text as a shell program, told at `place`.
    pub(super) fn nested(&mut self, text: &str, input: &Value, place: Span) -> Value {
        let before = std::mem::replace(&mut self.input, input.clone());
        let out = self.code(Language::Shell, text, Some(place));
        self.input = before;
        out
    }

    fn redirected(
        &mut self,
        read: Reading<'_>,
        node: Node<'_>,
        input: &Value,
        depth: u16,
    ) -> Value {
        let mut input = input.clone();
        let mut outputs = Vec::new();
        let mut behind = Vec::new();
        let mut redirects = fields(node, "redirect");
        if redirects.is_empty() {
            redirects = children(node)
                .into_iter()
                .filter(|child| child.kind().ends_with("_redirect"))
                .collect();
        }
        for redirect in redirects {
            if redirect.kind() == "heredoc_redirect" {
                self.here_document(read, redirect, &mut input, &mut outputs, &mut behind, depth);
            } else {
                self.redirect(read, redirect, &mut input, &mut outputs, depth);
            }
        }
        let out = match node.child_by_field_name("body") {
            // `exec 5<>/dev/tcp/…` and its kin have no body that runs.
            Some(body) => self.statement(read, body, &input, depth),
            None => input.clone(),
        };
        let mut out = self.pour(out, outputs, span(node));
        for next in behind {
            out = self.statement(read, next, &out, depth);
        }
        out
    }

    fn here_document<'n>(
        &mut self,
        read: Reading<'_>,
        node: Node<'n>,
        input: &mut Value,
        outputs: &mut Vec<(Value, Span)>,
        behind: &mut Vec<Node<'n>>,
        depth: u16,
    ) {
        for child in children(node) {
            match child.kind() {
                "heredoc_body" => {
                    let mut content = Value::empty();
                    let mut at = child.start_byte();
                    for part in children(child) {
                        if part.kind() == "heredoc_content" {
                            continue;
                        }
                        content.push(&Value::known(
                            read.text.get(at..part.start_byte()).unwrap_or(""),
                        ));
                        let value = self.word(read, part, depth);
                        content.push(&value);
                        at = part.end_byte();
                    }
                    content.push(&Value::known(
                        read.text.get(at..child.end_byte()).unwrap_or(""),
                    ));
                    *input = content;
                }
                "file_redirect" | "herestring_redirect" => {
                    self.redirect(read, child, input, outputs, depth);
                }
                // The rest of the line behind `<<EOF`: `| bash`, `&& …`.
                "pipeline" => behind.extend(children(child)),
                "heredoc_start" | "heredoc_end" | "file_descriptor" => {}
                _ if child.is_named() => behind.push(child),
                _ => {}
            }
        }
    }

    fn redirect(
        &mut self,
        read: Reading<'_>,
        node: Node<'_>,
        input: &mut Value,
        outputs: &mut Vec<(Value, Span)>,
        depth: u16,
    ) {
        let place = span(node);
        if node.kind() == "herestring_redirect" {
            if let Some(word) = children(node).into_iter().next_back() {
                *input = self.word(read, word, depth);
            }
            return;
        }
        let written = parse::text(node, read.text);
        let descriptor: String = written.chars().take_while(char::is_ascii_digit).collect();
        let operator = written.get(descriptor.len()..).unwrap_or("");
        let targets: Vec<Value> = fields(node, "destination")
            .into_iter()
            .map(|word| self.word(read, word, depth))
            .collect();
        let Some(target) = targets.into_iter().next() else {
            return;
        };
        if let Some(rest) = target
            .text
            .strip_prefix("/dev/tcp/")
            .or_else(|| target.text.strip_prefix("/dev/udp/"))
        {
            let (host, port) = rest.split_once('/').unwrap_or((rest, ""));
            let known = (!host.contains(HOLE)).then(|| host.to_owned());
            self.fact(
                place,
                Act::Connects {
                    host: known.clone(),
                    port: port.parse().ok(),
                },
            );
            let connection = self.value_of(Source::Network(known), place);
            if !descriptor.is_empty() {
                self.shell
                    .descriptors
                    .insert(descriptor.clone(), connection.clone());
            }
            if operator.starts_with('<') {
                *input = connection;
            }
            if !operator.starts_with('<') || operator.starts_with("<>") {
                outputs.push((target, place));
            }
            return;
        }
        if operator.starts_with("<&") {
            if let Some(value) = self.shell.descriptors.get(&target.text) {
                *input = value.clone();
            }
        } else if operator.starts_with('<') {
            *input = self.read_file(&target, place);
        } else if operator.starts_with(">&")
            && target.text.chars().all(|c| c.is_ascii_digit() || c == '-')
        {
        } else {
            outputs.push((target, place));
        }
    }

    /// What a command gives goes where its redirections say; what is left for the pipe.
    fn pour(&mut self, out: Value, outputs: Vec<(Value, Span)>, place: Span) -> Value {
        if outputs.is_empty() {
            return out;
        }
        for (target, at) in outputs {
            if target.text.starts_with("/dev/tcp/") || target.text.starts_with("/dev/udp/") {
                let host = target.text.split('/').nth(3).unwrap_or("").to_owned();
                if out.name() == Some("shell") {
                    self.fact(
                        place,
                        Act::HandsOverShell {
                            host: (!host.contains(HOLE)).then_some(host),
                        },
                    );
                } else {
                    let address = Value::known(host);
                    self.send(&address, &out, &Value::empty(), at);
                }
            } else if asset::classify(&target.text) != asset::Asset::Other
                || !target.text.starts_with("/dev/")
            {
                self.write_file(&target, out.clone(), at);
            }
        }
        Value::empty()
    }

    /// The words that one word of the text becomes: more than one where an unquoted variable holds blanks.
    fn words(&mut self, read: Reading<'_>, node: Node<'_>, depth: u16, into: &mut Vec<Value>) {
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
    fn word(&mut self, read: Reading<'_>, node: Node<'_>, depth: u16) -> Value {
        if depth > DEPTH || !self.step() {
            return Value::unknown();
        }
        let depth = depth + 1;
        let written = parse::text(node, read.text);
        match node.kind() {
            "word" | "regex" | "variable_name" | "number" | "extglob_pattern" => {
                Value::known(decode::backslashes(written))
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
                    let value = match part.kind() {
                        "string_content" => {
                            Value::known(decode::in_double_quotes(parse::text(*part, read.text)))
                        }
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
            "simple_expansion" => self.variable(written.trim_start_matches('$'), span(node)),
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

    fn expansion(&mut self, read: Reading<'_>, node: Node<'_>, depth: u16) -> Value {
        let inner = children(node);
        let written = parse::text(node, read.text);
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

    fn variable(&mut self, name: &str, place: Span) -> Value {
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

patterns::pattern!(
    BRACES,
    r"(?:^|[;|&(\s])\{[A-Za-z0-9_./$-]+(?:,[^\s{},]*)+\}"
);

/// A text whose commands that are written as one brace expansion, which the grammar does not know, are
/// written with blanks; as long as before.
fn spread_braces(text: &str) -> Option<String> {
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
fn braces(text: &str) -> Vec<String> {
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

impl Shell {
    /// The arguments of a program that is run within another.
    pub(super) fn push_arguments(&mut self, arguments: Vec<Value>) {
        self.arguments.push(arguments);
    }

    pub(super) fn pop_arguments(&mut self) {
        self.arguments.pop();
    }
}
