//! Shell read as a program: words are put together as a shell would, pipes and redirections carry what
//! flows through them, and every command goes to [`super::command`].

use std::collections::HashMap;

use prowess_base::Span;
use tree_sitter::Node;

use super::bound::Bound;
use super::machine::Machine;
use super::parse::{self, DEPTH, children, fields, span};
use super::value::Value;
use super::words::spread_braces;
use super::{HOLE, patterns};
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
    pub(super) functions: HashMap<String, String>,
    /// The arguments of the functions that are being called.
    pub(super) arguments: Vec<Vec<Value>>,
    pub(super) descriptors: HashMap<String, Value>,
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
pub(super) struct Reading<'t> {
    pub(super) text: &'t str,
}

impl Machine<'_> {
    /// Reads a shell program.
    pub(super) fn shell(&mut self, text: &str) -> Value {
        let spread = spread_braces(text);
        let text = spread.as_deref().unwrap_or(text);
        let tree = match parse::parse(Language::Shell, text) {
            Ok(tree) => tree,
            Err(bound) => {
                self.leave_out(bound);
                patterns::shell(self, text);
                return Value::unknown();
            }
        };
        let reading = Reading { text };
        let input = self.input.clone();
        self.statement(reading, tree.root_node(), &input, 0)
    }

    /// Runs a statement with this on its input; what comes out of it.
    pub(super) fn statement(
        &mut self,
        read: Reading<'_>,
        node: Node<'_>,
        input: &Value,
        depth: u16,
    ) -> Value {
        if depth > DEPTH {
            self.leave_out(Bound::Nesting);
            return Value::unknown();
        }
        if !self.step() || !self.enter() {
            return Value::unknown();
        }
        let out = self.statement_within(read, node, input, depth + 1);
        self.leave();
        out
    }

    pub(super) fn statement_within(
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

    pub(super) fn fork_bomb(&mut self, span: Span) -> Value {
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
    pub(super) fn substitutions(&mut self, read: Reading<'_>, node: Node<'_>, depth: u16) {
        if depth > DEPTH {
            self.leave_out(Bound::Nesting);
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

    pub(super) fn assign(&mut self, read: Reading<'_>, node: Node<'_>, depth: u16) {
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
    pub(super) fn simple(
        &mut self,
        read: Reading<'_>,
        node: Node<'_>,
        input: &Value,
        depth: u16,
    ) -> Value {
        let mut input = input.clone();
        let mut redirects = Vec::new();
        let mut words: Vec<Value> = Vec::new();
        let mut is_assignment = true;
        let mut end = node.start_byte();
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
                    let before = words.len();
                    self.words(read, child, depth, &mut words);
                    // What stands without a blank between is one word, also where the grammar cuts it.
                    if before > 0 && child.start_byte() == end && words.len() == before + 1 {
                        let cut = words.pop();
                        if let (Some(first), Some(cut)) = (words.last_mut(), cut) {
                            first.push(&cut);
                        }
                    }
                }
            }
            end = child.end_byte();
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
        let is_own =
            self.shell.functions.contains_key(&name) || self.shell.aliases.contains_key(&name);
        if is_own && self.shell.arguments.len() >= CALLS {
            self.leave_out(Bound::Calls);
        } else if is_own && self.follows() {
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

    pub(super) fn redirected(
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
            // `a || b > c`: the last of them is redirected, though the grammar takes them together.
            Some(body) if body.kind() == "list" => {
                let parts = children(body);
                let mut out = Value::empty();
                for (index, part) in parts.iter().enumerate() {
                    let one = self.statement(read, *part, &input, depth);
                    if index + 1 == parts.len() {
                        out = one;
                    }
                }
                out
            }
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

    pub(super) fn here_document<'n>(
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

    pub(super) fn redirect(
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
    pub(super) fn pour(&mut self, out: Value, outputs: Vec<(Value, Span)>, place: Span) -> Value {
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
