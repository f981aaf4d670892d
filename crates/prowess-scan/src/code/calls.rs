//! Calls: of functions that were read, of libraries, of methods of texts, and of what runs programs.

use std::collections::HashMap;
use std::rc::Rc;

use prowess_base::Span;

use super::HOLE;
use super::bound::Bound;
use super::evaluate::CALLS;
use super::machine::Machine;
use super::script::{Adds, Call, Node, Program, Target};
use super::value::{FunctionId, Kind, Value};
use crate::fact::{Act, Sink, Source};
use crate::unit::Language;

impl Machine<'_> {
    pub(super) fn call_expression(
        &mut self,
        index: usize,
        program: &Rc<Program>,
        call: &Call,
        span: Span,
    ) -> Value {
        let callee = self.evaluate(index, program, &call.callee);
        let mut arguments = Vec::with_capacity(call.arguments.len());
        for argument in &call.arguments {
            arguments.push(self.evaluate(index, program, argument));
        }
        let mut named = Vec::with_capacity(call.named.len());
        for (name, value) in &call.named {
            named.push((name.clone(), self.evaluate(index, program, value)));
        }
        if let Kind::Function(id) = callee.kind {
            return self.call_function(id, &arguments, &named);
        }
        let name = callee.name().unwrap_or("").to_owned();
        if let Some(last) = name
            .strip_prefix("this.")
            .or_else(|| name.strip_prefix("self."))
            .or_else(|| name.strip_prefix("cls."))
            && let Some(id) = self.scopes.functions.get(last).copied()
        {
            return self.call_function(id, &arguments, &named);
        }
        // Passing the environment on to a program is what a shell does too; anything else reads it.
        for argument in &mut arguments {
            *argument = self.as_data(argument.clone(), span);
        }
        let receiver = Value {
            kind: Kind::Plain,
            ..callee.clone()
        };
        let known = match self.scopes.language {
            Some(Language::Python) => self.python_call(&name, &receiver, &arguments, &named, span),
            _ => self.javascript_call(&name, &receiver, &arguments, span),
        };
        let value = match known {
            Some(value) => value,
            None => self
                .text_method(&name, &receiver, &arguments, span)
                .unwrap_or_else(|| {
                    let mut value = Value::unknown();
                    for taint in &receiver.taints {
                        value.add_taints(std::slice::from_ref(taint));
                    }
                    for argument in arguments.iter().chain(named.iter().map(|(_, value)| value)) {
                        value.add_taints(&argument.through_unknown().taints);
                    }
                    if name.starts_with(|c: char| c.is_ascii_alphabetic()) {
                        value.kind = Kind::Named(format!("{name}()"));
                    }
                    value
                }),
        };
        self.change_receiver(call, &name, &arguments, &value);
        self.call_back(&arguments, &named, &receiver, &value);
        value
    }

    /// A function that is handed over is called with what it is handed over for.
    pub(super) fn call_back(
        &mut self,
        arguments: &[Value],
        named: &[(String, Value)],
        receiver: &Value,
        value: &Value,
    ) {
        for argument in arguments.iter().chain(named.iter().map(|(_, value)| value)) {
            let Kind::Function(id) = argument.kind else {
                continue;
            };
            let mut given = Value::unknown().tainted_by(value).tainted_by(receiver);
            for other in arguments.iter().chain(named.iter().map(|(_, value)| value)) {
                given.add_taints(&other.taints);
                for (_, item) in &other.items {
                    given.add_taints(&item.taints);
                }
            }
            self.call_function(id, &[given.clone(), given.clone(), given], &[]);
        }
    }

    /// `list.append(x)`, `socket.connect(…)`: the thing itself is another afterwards.
    pub(super) fn change_receiver(
        &mut self,
        call: &Call,
        name: &str,
        arguments: &[Value],
        value: &Value,
    ) {
        let Node::Member(object, method) = &call.callee.node else {
            return;
        };
        let changes = matches!(
            method.as_str(),
            "append"
                | "extend"
                | "update"
                | "add"
                | "push"
                | "unshift"
                | "insert"
                | "set"
                | "write"
                | "connect"
                | "setdefault"
                | "attach"
                | "add_header"
                | "appendleft"
                | "setRequestHeader"
                | "open"
        );
        let Node::Name(variable) = &object.node else {
            return;
        };
        if !changes {
            return;
        }
        let Some(holder) = self
            .scopes
            .scopes
            .iter_mut()
            .rev()
            .find_map(|scope| scope.get_mut(variable))
        else {
            return;
        };
        if matches!(method.as_str(), "connect" | "open") {
            if name.contains("socket")
                || name.contains("Socket")
                || name.contains("XMLHttpRequest")
                || name.contains("SSHClient")
            {
                holder.add_taints(&value.taints);
                holder.text.clone_from(&value.text);
            }
            return;
        }
        for argument in arguments {
            holder.add_taints(&argument.taints);
            if holder.items.len() < 512 && matches!(method.as_str(), "append" | "push" | "add") {
                holder.items.push((String::new(), argument.clone()));
            } else if matches!(method.as_str(), "extend" | "update") {
                holder.items.extend(argument.items.iter().take(64).cloned());
            }
        }
    }

    pub(super) fn call_function(
        &mut self,
        id: FunctionId,
        arguments: &[Value],
        named: &[(String, Value)],
    ) -> Value {
        let is_known = self.calls.contains(&id);
        if self.calls.len() >= CALLS {
            self.leave_out(Bound::Calls);
        }
        if is_known || self.calls.len() >= CALLS || !self.follows() || !self.enter() {
            let mut value = Value::unknown();
            for argument in arguments {
                value.add_taints(&argument.taints);
            }
            return value;
        }
        let Some(program) = self.programs.get(id.program).map(Rc::clone) else {
            self.leave();
            return Value::unknown();
        };
        let Some(function) = program.functions.get(id.index) else {
            self.leave();
            return Value::unknown();
        };
        self.calls.push(id);
        self.scopes.called.insert(id);
        // A function of another file is at home there: its places and its names are of that file.
        let home = self
            .homes
            .get(id.program)
            .copied()
            .unwrap_or((self.unit, self.outer));
        let here = (self.unit, self.outer);
        let is_foreign = home.0 != here.0;
        if is_foreign {
            (self.unit, self.outer) = home;
            let module = self.modules.get(&home.0).cloned().unwrap_or_default();
            self.scopes.scopes.push(module);
        }
        self.scopes.scopes.push(HashMap::new());
        for (place, (target, default)) in function.parameters.iter().enumerate() {
            let by_name = match target {
                Target::Name(name) => named
                    .iter()
                    .find(|(own, _)| own == name)
                    .map(|(_, value)| value.clone()),
                _ => None,
            };
            let value = match by_name.or_else(|| arguments.get(place).cloned()) {
                Some(value) => value,
                None => match default {
                    Some(default) => self.evaluate(id.program, &program, default),
                    None => Value::unknown(),
                },
            };
            match target {
                // Its own, though an outer scope may have the same name.
                Target::Name(name) => self.bind(name, value),
                _ => self.assign_to(id.program, &program, target, value, Adds::No),
            }
        }
        let returned = self.block(id.program, &program, &function.body);
        // Functions within are called while what they see is still there.
        let inner: Vec<FunctionId> = self
            .scopes
            .scopes
            .last()
            .map(|scope| {
                let mut inner: Vec<FunctionId> = scope
                    .values()
                    .filter_map(|value| match value.kind {
                        Kind::Function(inner) if inner.program == id.program => Some(inner),
                        _ => None,
                    })
                    .collect();
                inner.sort_by_key(|inner| inner.index);
                inner
            })
            .unwrap_or_default();
        for inner in inner {
            if !self.scopes.called.contains(&inner) {
                self.call_function(inner, &[], &[]);
            }
        }
        self.scopes.scopes.pop();
        if is_foreign {
            self.scopes.scopes.pop();
            (self.unit, self.outer) = here;
        }
        self.calls.pop();
        self.leave();
        returned.unwrap_or_else(Value::unknown)
    }

    /// Methods of texts and lists, the same in both languages.
    pub(super) fn text_method(
        &mut self,
        name: &str,
        receiver: &Value,
        arguments: &[Value],
        span: Span,
    ) -> Option<Value> {
        let method = name.rsplit('.').next().unwrap_or(name);
        let first = arguments.first();
        let all_known = receiver.is_known();
        Some(match method {
            "join" => {
                let (separator, list) = match self.scopes.language {
                    Some(Language::Python) => (receiver.text.clone(), first?.clone()),
                    _ => (
                        first.map_or(",".to_owned(), |value| value.text.clone()),
                        receiver.clone(),
                    ),
                };
                let mut whole = Value::empty().tainted_by(&list);
                if list.items.is_empty() {
                    whole.text = HOLE.to_string();
                }
                for (place, (_, item)) in list.items.iter().enumerate() {
                    if place > 0 {
                        whole.push(&Value::known(separator.as_str()));
                    }
                    whole.push(item);
                }
                whole
            }
            "format" => {
                let mut whole = receiver.clone();
                for argument in arguments {
                    whole.add_taints(&argument.taints);
                    whole.text = whole.text.replacen("{}", &argument.text, 1);
                }
                for (place, argument) in arguments.iter().enumerate() {
                    whole.text = whole.text.replace(&format!("{{{place}}}"), &argument.text);
                }
                whole
            }
            "replace" | "replaceAll" => {
                let (from, to) = (first?, arguments.get(1)?);
                let mut whole = receiver.clone().tainted_by(to);
                if all_known && from.is_known() && !from.text.is_empty() {
                    whole.text = whole.text.replace(&from.text, &to.text);
                }
                whole
            }
            "split" => {
                let separator = first.map_or(" ".to_owned(), |value| value.text.clone());
                if !all_known {
                    return Some(Value::unknown().tainted_by(receiver));
                }
                let items: Vec<(String, Value)> = if separator.is_empty() {
                    receiver
                        .text
                        .chars()
                        .take(512)
                        .map(|one| (String::new(), Value::known(one)))
                        .collect()
                } else {
                    receiver
                        .text
                        .split(separator.as_str())
                        .take(512)
                        .map(|part| (String::new(), Value::known(part)))
                        .collect()
                };
                Value::list(items).tainted_by(receiver)
            }
            "reverse" | "reversed" => {
                let mut list = receiver.clone();
                list.items.reverse();
                if !list.items.is_empty() {
                    list.add_taints(&self.value_of(Source::Decoded, span).taints);
                }
                list
            }
            "concat" => {
                let mut whole = receiver.clone();
                for argument in arguments {
                    whole.push(argument);
                    whole.items.extend(argument.items.iter().take(64).cloned());
                }
                whole
            }
            "lower" | "toLowerCase" => Value {
                text: receiver.text.to_lowercase(),
                ..receiver.clone()
            },
            "strip" | "trim" | "rstrip" | "lstrip" | "encode" | "decode" | "toString"
            | "string" | "copy" | "splitlines" | "read" | "text" | "json" | "readlines"
            | "readline" | "buffer" | "arrayBuffer" | "getvalue" | "valueOf" | "slice"
            | "substring" | "as_posix" | "expanduser" | "resolve" | "absolute" | "flat"
            | "values" | "entries" | "items" | "keys" | "get" | "map" | "filter" | "toArray"
            | "iter_content" | "read_text" | "hex" => {
                if method == "get"
                    && let Some(item) = first.and_then(|key| receiver.item(&key.text))
                {
                    return Some(item.clone());
                }
                receiver.clone()
            }
            _ => return None,
        })
    }

    /// A text becomes a program.
    pub(super) fn evaluates(&mut self, language: Language, text: &Value, span: Span) -> Value {
        self.fact(span, Act::Evaluates);
        self.flows(text, &Sink::Program, span);
        if text
            .text
            .chars()
            .any(|character| character != HOLE && !character.is_whitespace())
        {
            self.code(language, &text.text, Some(span))
        } else {
            Value::unknown().tainted_by(text)
        }
    }

    /// A command: the words of a list, or a line for a shell.
    pub(super) fn runs(
        &mut self,
        command: &Value,
        arguments: Option<&Value>,
        input: &Value,
        span: Span,
    ) -> Value {
        if command.items.is_empty() && arguments.is_none_or(|arguments| arguments.items.is_empty())
        {
            // What is put into a line as an argument is data; what begins it is the program.
            if command.text.trim_start().starts_with(HOLE) {
                self.flows(command, &Sink::Program, span);
            }
            let mut out = self.nested(&command.text, input, span);
            // What is put into the holes of a line reaches the programs that are run.
            let hidden: Vec<_> = command.taints.clone();
            out.add_taints(
                &Value {
                    taints: hidden,
                    ..Value::unknown()
                }
                .through_unknown()
                .taints,
            );
            return out;
        }
        let mut words = if command.items.is_empty() {
            vec![command.clone()]
        } else {
            command.items.iter().map(|(_, item)| item.clone()).collect()
        };
        if let Some(arguments) = arguments {
            words.extend(arguments.items.iter().map(|(_, item)| item.clone()));
        }
        self.call(words, input, span)
    }
}
