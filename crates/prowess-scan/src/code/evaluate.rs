//! Programs of Python and JavaScript, read as if they ran: names, functions, lists and texts. What their
//! libraries do is in [`super::python_library`] and [`super::javascript_library`].

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use prowess_base::Span;

use super::machine::Machine;
use super::script::{Adds, Call, Expression, Node, Program, Statement, Target};
use super::value::{FunctionId, Kind, Value};
use super::{HOLE, javascript, parse, patterns, python};
use crate::fact::{Act, Sink, Source};
use crate::unit::Language;

/// Most calls within calls.
const CALLS: usize = 6;

/// Where a program keeps its values.
#[derive(Debug, Default)]
pub(super) struct Scopes {
    scopes: Vec<HashMap<String, Value>>,
    /// What is kept in things: `self.key`, `this.key`, by the last name.
    members: HashMap<String, Value>,
    /// Functions by their names, methods included.
    functions: HashMap<String, FunctionId>,
    called: HashSet<FunctionId>,
    pub(super) language: Option<Language>,
}

impl Machine<'_> {
    /// Reads a program of Python, JavaScript or TypeScript; what it prints.
    pub(super) fn script(&mut self, language: Language, text: &str) -> Value {
        let Some(tree) = parse::parse(language, text) else {
            patterns::file(self, "", text);
            return Value::unknown();
        };
        let program = match language {
            Language::Python => python::program(tree.root_node(), text),
            _ => javascript::program(tree.root_node(), text),
        };
        drop(tree);
        let program = Rc::new(program);
        self.programs.push(Rc::clone(&program));
        self.homes.push((self.unit, self.outer));
        let index = self.programs.len() - 1;
        let outer = std::mem::take(&mut self.scopes);
        let printed = std::mem::replace(&mut self.printed, Value::empty());
        self.scopes.language = Some(language);
        self.scopes.scopes.push(HashMap::new());
        self.block(index, &program, &program.body);
        self.call_the_rest(index, &program);
        let scopes = std::mem::replace(&mut self.scopes, outer);
        if self.is_outermost()
            && let Some(module) = scopes.scopes.into_iter().next()
        {
            self.modules.insert(self.unit, module);
        }
        std::mem::replace(&mut self.printed, printed)
    }

    /// Functions that nothing here called are called with what is not known.
    fn call_the_rest(&mut self, index: usize, program: &Rc<Program>) {
        for function in 0..program.functions.len() {
            let id = FunctionId {
                program: index,
                index: function,
            };
            if !self.scopes.called.contains(&id) {
                self.call_function(id, &[], &[]);
            }
        }
    }

    fn block(
        &mut self,
        index: usize,
        program: &Rc<Program>,
        statements: &[Statement],
    ) -> Option<Value> {
        let mut returned: Option<Value> = None;
        for statement in statements {
            if !self.step() {
                break;
            }
            if let Some(value) = self.run_statement(index, program, statement) {
                returned = Some(match returned {
                    Some(before) => before.or(&value),
                    None => value,
                });
            }
        }
        returned
    }

    fn run_statement(
        &mut self,
        index: usize,
        program: &Rc<Program>,
        statement: &Statement,
    ) -> Option<Value> {
        match statement {
            Statement::Expression(expression) => {
                self.evaluate(index, program, expression);
                None
            }
            Statement::Assign {
                target,
                value,
                adds,
            } => {
                let value = self.evaluate(index, program, value);
                self.assign_to(index, program, target, value, *adds);
                None
            }
            Statement::Return(value) => Some(self.evaluate(index, program, value)),
            Statement::Branches(branches) => {
                let mut returned: Option<Value> = None;
                for branch in branches {
                    if !self.enter() {
                        break;
                    }
                    let value = self.block(index, program, branch);
                    self.leave();
                    returned = match (returned, value) {
                        (Some(one), Some(other)) => Some(one.or(&other)),
                        (one, other) => one.or(other),
                    };
                }
                returned
            }
            Statement::Define(function) => {
                let id = FunctionId {
                    program: index,
                    index: *function,
                };
                if let Some(definition) = program.functions.get(*function) {
                    let value = Value {
                        kind: Kind::Function(id),
                        ..Value::unknown()
                    };
                    self.scopes.functions.insert(definition.name.clone(), id);
                    self.bind(&definition.name, value);
                }
                None
            }
            Statement::Import { module, name, bind } => {
                self.import(module, name.as_deref(), bind);
                None
            }
        }
    }

    fn import(&mut self, module: &str, name: Option<&str>, bind: &str) {
        let module = module.strip_prefix("node:").unwrap_or(module);
        if let Some(unit) = self.module(module) {
            self.read_unit(unit);
            let exports = self.modules.get(&unit).cloned().unwrap_or_default();
            match name {
                Some("default") | None if bind != "*" => {
                    let items = exports.into_iter().collect();
                    let mut value = Value::list(items);
                    value.kind = Kind::Named(format!("module:{}", unit.0));
                    self.bind(bind, value);
                }
                Some(name) => {
                    if let Some(value) = exports.get(name) {
                        self.bind(bind, value.clone());
                    }
                }
                None => {
                    for (name, value) in exports {
                        self.bind(&name, value);
                    }
                }
            }
            return;
        }
        let full = match name {
            Some("default") | None => module.to_owned(),
            Some(name) => format!("{module}.{name}"),
        };
        if !bind.is_empty() && bind != "*" {
            self.bind(bind, Value::named(full));
        }
    }

    /// The program of the package that an import names.
    pub(super) fn module(&self, module: &str) -> Option<crate::unit::UnitId> {
        if self.library.is_empty() || module.is_empty() {
            return None;
        }
        let stem = module.trim_start_matches(['.', '/']);
        let python = stem.replace('.', "/");
        [
            stem.to_owned(),
            format!("{stem}.js"),
            format!("{stem}.ts"),
            format!("{stem}.mjs"),
            format!("{stem}.cjs"),
            format!("{stem}/index.js"),
            format!("{python}.py"),
            format!("{python}/__init__.py"),
        ]
        .iter()
        .find_map(|path| {
            self.library
                .iter()
                .filter(|(own, _)| {
                    *own == path || own.ends_with(path) && own.ends_with(&format!("/{path}"))
                })
                .map(|(_, unit)| *unit)
                .min()
        })
    }

    fn bind(&mut self, name: &str, value: Value) {
        if let Some(scope) = self.scopes.scopes.last_mut() {
            scope.insert(name.to_owned(), value);
        }
    }

    pub(super) fn look_up(&self, name: &str) -> Option<&Value> {
        self.scopes
            .scopes
            .iter()
            .rev()
            .find_map(|scope| scope.get(name))
    }

    fn assign_to(
        &mut self,
        index: usize,
        program: &Rc<Program>,
        target: &Target,
        value: Value,
        adds: Adds,
    ) {
        match target {
            Target::Name(name) => {
                let value = match (adds, self.look_up(name)) {
                    (Adds::Yes, Some(before)) => {
                        let mut both = before.clone();
                        both.push(&value);
                        both.items.extend(value.items);
                        both
                    }
                    _ => value,
                };
                // A name of an outer scope that is added to stays there.
                let holder = self
                    .scopes
                    .scopes
                    .iter_mut()
                    .rev()
                    .find(|scope| scope.contains_key(name));
                match holder {
                    Some(scope) => {
                        scope.insert(name.clone(), value);
                    }
                    None => self.bind(name, value),
                }
            }
            Target::Member(object, name) => {
                self.taint_root(object, &value);
                let holder = self.evaluate(index, program, object);
                if holder.name() == Some("module") && name == "exports"
                    || holder.name() == Some("exports")
                    || holder.name() == Some("module.exports")
                {
                    let exported = if value.items.is_empty() {
                        vec![(name.clone(), value.clone())]
                    } else {
                        value.items.clone()
                    };
                    if let Some(scope) = self.scopes.scopes.first_mut() {
                        for (key, item) in exported {
                            scope.entry(key).or_insert(item);
                        }
                    }
                }
                self.set_member(&holder, name, &value, object.span);
                let value = match self.scopes.members.get(name) {
                    Some(before) => value.or(before),
                    None => value,
                };
                self.scopes.members.insert(name.clone(), value);
            }
            Target::Item(object, key) => {
                let key = self.evaluate(index, program, key).text;
                if let Node::Name(name) = &object.node
                    && let Some(holder) = self
                        .scopes
                        .scopes
                        .iter_mut()
                        .rev()
                        .find_map(|scope| scope.get_mut(name))
                {
                    holder.add_taints(&value.taints);
                    if holder.items.len() < 512 {
                        holder
                            .items
                            .retain(|(own, _)| *own != key || key.is_empty());
                        holder.items.push((key, value));
                    }
                } else {
                    self.taint_root(object, &value);
                    let holder = self.evaluate(index, program, object);
                    self.set_member(&holder, &key, &value, object.span);
                }
            }
            Target::Parts(parts) => {
                for (place, (key, part)) in parts.iter().enumerate() {
                    let item = match key {
                        Some(key) => self.member(&value, key),
                        None => match value.item(&place.to_string()) {
                            Some(item) => item.clone(),
                            None => Value::unknown().tainted_by(&value),
                        },
                    };
                    self.assign_to(index, program, part, item, Adds::No);
                }
            }
            Target::Nothing => {}
        }
    }

    /// What is put deep into a thing is in the thing: `report["files"][name] = text`.
    fn taint_root(&mut self, object: &Expression, value: &Value) {
        let mut at = object;
        while let Node::Member(inner, _) | Node::Item(inner, _) = &at.node {
            at = inner;
        }
        if let Node::Name(name) = &at.node
            && !matches!(name.as_str(), "self" | "this")
            && let Some(holder) = self
                .scopes
                .scopes
                .iter_mut()
                .rev()
                .find_map(|scope| scope.get_mut(name))
        {
            holder.add_taints(&value.taints);
        }
    }

    /// Something is put into a thing of a library.
    fn set_member(&mut self, holder: &Value, name: &str, value: &Value, span: Span) {
        let full = format!("{}.{name}", holder.name().unwrap_or(""));
        match full.as_str() {
            "ssl._create_default_https_context" => {
                self.fact(
                    span,
                    Act::Disables {
                        what: crate::fact::Protection::Certificates,
                    },
                );
            }
            "process.env.NODE_TLS_REJECT_UNAUTHORIZED" if value.text == "0" => {
                self.fact(
                    span,
                    Act::Disables {
                        what: crate::fact::Protection::Certificates,
                    },
                );
            }
            _ => {}
        }
    }

    pub(super) fn evaluate(
        &mut self,
        index: usize,
        program: &Rc<Program>,
        expression: &Expression,
    ) -> Value {
        if !self.step() || !self.enter() {
            return Value::unknown();
        }
        let value = self.evaluate_within(index, program, expression);
        self.leave();
        value
    }

    fn evaluate_within(
        &mut self,
        index: usize,
        program: &Rc<Program>,
        expression: &Expression,
    ) -> Value {
        let place = expression.span;
        match &expression.node {
            Node::Text(text) => Value::known(text.as_str()),
            Node::Name(name) => match self.look_up(name) {
                Some(value) => value.clone(),
                None => Value::named(global(name)),
            },
            Node::Member(object, name) => {
                let object = self.evaluate(index, program, object);
                self.member_at(&object, name, place)
            }
            Node::Item(object, key) => {
                let object = self.evaluate(index, program, object);
                let key = self.evaluate(index, program, key);
                self.item_at(&object, &key, place)
            }
            Node::Slice(object, range) => {
                let mut object = self.evaluate(index, program, object);
                if range.trim() == "::-1" {
                    let reversed: String = object.text.chars().rev().collect();
                    object = self.decoded(&object, |_| Some(reversed.clone()), place);
                } else if object.is_known() && !object.text.is_empty() {
                    let (from, to) = range.split_once(':').unwrap_or((range, ""));
                    let from: usize = from.trim().parse().unwrap_or(0);
                    let to: usize = to.trim().parse().unwrap_or(usize::MAX);
                    object.text = object
                        .text
                        .chars()
                        .skip(from)
                        .take(to.saturating_sub(from))
                        .collect();
                }
                object
            }
            Node::Call(call) => self.call_expression(index, program, call, place),
            Node::Concat(parts) => {
                let mut whole = Value::empty();
                let mut items = Vec::new();
                for part in parts {
                    let part = self.evaluate(index, program, part);
                    let part = self.as_data(part, place);
                    whole.push(&part);
                    items.extend(part.items);
                }
                items.truncate(512);
                whole.items = items;
                whole
            }
            Node::Join(left, right) => {
                let left = self.evaluate(index, program, left);
                let right = self.evaluate(index, program, right);
                let mut joined = left.clone().tainted_by(&right);
                joined.text = joined_path(&left.text, &right.text);
                joined
            }
            Node::Format(format, values) => {
                let format = self.evaluate(index, program, format);
                let values = self.evaluate(index, program, values);
                let mut whole = Value::empty().tainted_by(&format).tainted_by(&values);
                let mut items = values.texts().into_iter();
                for (place, part) in format.text.split("%s").enumerate() {
                    if place > 0 {
                        whole.push(&items.next().unwrap_or_else(Value::unknown));
                    }
                    whole.push(&Value::known(part));
                }
                whole
            }
            Node::List(parts) => {
                let items = parts
                    .iter()
                    .map(|part| {
                        let value = self.evaluate(index, program, part);
                        (String::new(), self.as_data(value, place))
                    })
                    .collect();
                Value::list(items)
            }
            Node::Map(pairs) => {
                let mut items = Vec::new();
                let mut spread = Value::empty();
                for (key, value) in pairs {
                    let value = self.evaluate(index, program, value);
                    match key {
                        Some(key) => {
                            let key = self.evaluate(index, program, key);
                            items.push((key.text, value));
                        }
                        None => {
                            let value = self.as_data(value, place);
                            items.extend(value.items.clone());
                            spread.add_taints(&value.taints);
                        }
                    }
                }
                Value::list(items).tainted_by(&spread)
            }
            Node::Function(function) => Value {
                kind: Kind::Function(FunctionId {
                    program: index,
                    index: *function,
                }),
                ..Value::unknown()
            },
            Node::Any(parts) => {
                let mut any: Option<Value> = None;
                for part in parts {
                    let part = self.evaluate(index, program, part);
                    let part = if parts.len() == 1 {
                        self.element(part, place)
                    } else {
                        part
                    };
                    any = Some(match any {
                        Some(before) => before.or(&part),
                        None => part,
                    });
                }
                any.unwrap_or_else(Value::unknown)
            }
            Node::Each(each) => {
                let (target, source, made) = &**each;
                let source = self.evaluate(index, program, source);
                let source = self.as_data(source, place);
                if source.items.is_empty() || source.items.len() > 256 {
                    let one = Value::unknown().tainted_by(&source);
                    self.assign_to(index, program, target, one, Adds::No);
                    let made = self.evaluate(index, program, made);
                    return Value::unknown().tainted_by(&made).tainted_by(&source);
                }
                let mut items = Vec::new();
                for (_, item) in source.items {
                    self.assign_to(index, program, target, item, Adds::No);
                    items.push((String::new(), self.evaluate(index, program, made)));
                    if !self.step() {
                        break;
                    }
                }
                Value::list(items)
            }
            Node::Assign(assignment) => match &**assignment {
                Statement::Assign {
                    target,
                    value,
                    adds,
                } => {
                    let value = self.evaluate(index, program, value);
                    self.assign_to(index, program, target, value.clone(), *adds);
                    value
                }
                _ => Value::unknown(),
            },
            Node::Unknown => Value::unknown(),
        }
    }

    /// One element of what a loop goes over: where all are known they are one text of lines, so that none is
    /// left out.
    fn element(&mut self, value: Value, span: Span) -> Value {
        let value = self.as_data(value, span);
        if value.items.is_empty() {
            // What stands for many paths (`~/.config/*/Cookies`) stands for each of them.
            if value.text.contains('/') {
                return value;
            }
            let kind = value.kind.clone();
            return Value {
                kind,
                ..Value::unknown().tainted_by(&value)
            };
        }
        let mut items = value.items.iter().map(|(_, item)| item);
        let mut one = items.next().cloned().unwrap_or_else(Value::unknown);
        one.add_taints(&value.taints);
        // The most telling of the paths and commands stands for all.
        for item in items {
            one.add_taints(&item.taints);
            let telling = |text: &str| crate::asset::classify(text).is_secret();
            if !telling(&one.text) && telling(&item.text) {
                one.text.clone_from(&item.text);
            }
            if one.items.is_empty() {
                one.items.clone_from(&item.items);
            }
        }
        one
    }

    /// The whole environment, where a value is the thing that holds it.
    pub(super) fn as_data(&mut self, value: Value, span: Span) -> Value {
        match value.name() {
            Some("os.environ" | "process.env" | "Deno.env" | "Bun.env") => self.environment(span),
            _ => value,
        }
    }

    fn member(&mut self, object: &Value, name: &str) -> Value {
        self.member_at(object, name, Span::new(0, 0))
    }

    fn member_at(&mut self, object: &Value, name: &str, span: Span) -> Value {
        if let Some(item) = object.item(name) {
            return item.clone();
        }
        if let Some(own) = object.name() {
            let own = match own {
                "builtins" | "__builtins__" | "globalThis" | "window" | "global" | "self"
                    if own != name =>
                {
                    if let Some(value) = self.scopes.members.get(name) {
                        return value.clone();
                    }
                    return Value::named(global(name));
                }
                "this" => "this",
                own => own,
            };
            if own == "process.env" || own == "Bun.env" || own == "import.meta.env" {
                self.fact(
                    span,
                    Act::ReadsVariable {
                        name: name.to_owned(),
                    },
                );
                return self.value_of(Source::Variable(name.to_owned()), span);
            }
            if let Some(value) = self.scopes.members.get(name)
                && (own == "this" || !own.contains('.'))
            {
                return value.clone();
            }
            if let Some(id) = self.scopes.functions.get(name)
                && (own == "this" || own == "self" || own == "cls")
            {
                return Value {
                    kind: Kind::Function(*id),
                    ..Value::unknown()
                };
            }
            return Value {
                kind: Kind::Named(format!("{own}.{name}")),
                ..object.clone()
            };
        }
        if let Some(value) = self.scopes.members.get(name) {
            return value.clone().tainted_by(object);
        }
        Value {
            kind: Kind::Named(format!(".{name}")),
            ..object.clone()
        }
    }

    fn item_at(&mut self, object: &Value, key: &Value, span: Span) -> Value {
        if let Some(item) = object.item(&key.text) {
            return item.clone();
        }
        match object.name() {
            Some("os.environ" | "process.env") => {
                let name = super::machine::readable(&key.text);
                self.fact(span, Act::ReadsVariable { name: name.clone() });
                self.value_of(Source::Variable(name), span)
            }
            Some(_)
                if key.is_known()
                    && !key.text.is_empty()
                    && !key.text.starts_with(|c: char| c.is_ascii_digit()) =>
            {
                self.member_at(object, &key.text, span)
            }
            _ => {
                let at: Option<usize> = key.text.parse().ok();
                match at {
                    Some(at) if object.is_known() && object.items.is_empty() => {
                        let one: String = object.text.chars().skip(at).take(1).collect();
                        Value::known(one).tainted_by(object)
                    }
                    _ => Value {
                        kind: Kind::Plain,
                        ..Value::unknown().tainted_by(object)
                    },
                }
            }
        }
    }

    fn call_expression(
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
    fn call_back(
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
    fn change_receiver(&mut self, call: &Call, name: &str, arguments: &[Value], value: &Value) {
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
        self.scopes.called.insert(id);
        if self.calls.len() >= CALLS || self.calls.contains(&id) || !self.step() || !self.enter() {
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
    fn text_method(
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

/// Names that mean the same thing under another one.
fn global(name: &str) -> String {
    name.to_owned()
}

/// What a text in JSON stands for, as far as it is known.
pub(super) fn json(text: &Value) -> Option<Value> {
    fn value(json: &serde_json::Value) -> Value {
        match json {
            serde_json::Value::String(text) => Value::known(text.as_str()),
            serde_json::Value::Array(items) => Value::list(
                items
                    .iter()
                    .map(|item| (String::new(), value(item)))
                    .collect(),
            ),
            serde_json::Value::Object(items) => Value::list(
                items
                    .iter()
                    .map(|(key, item)| (key.clone(), value(item)))
                    .collect(),
            ),
            other => Value::known(other.to_string()),
        }
    }
    if !text.is_known() {
        return None;
    }
    let json: serde_json::Value = serde_json::from_str(&text.text).ok()?;
    (json.is_object() || json.is_array()).then(|| value(&json).tainted_by(text))
}

/// Two parts of a path.
pub(super) fn joined_path(left: &str, right: &str) -> String {
    if right.starts_with(['/', '~']) && !left.is_empty() && right.len() > 1 {
        return right.to_owned();
    }
    format!(
        "{}/{}",
        left.trim_end_matches('/'),
        right.trim_start_matches("./")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An absolute part replaces what stands before it.
    #[test]
    fn paths() {
        assert_eq!(joined_path("~", ".ssh"), "~/.ssh");
        assert_eq!(joined_path("a/", "/b"), "/b");
    }
}
