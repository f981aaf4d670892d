//! Programs of Python and JavaScript, read as if they ran: names, functions, lists and texts. What their
//! libraries do is in [`super::python_library`] and [`super::javascript_library`].

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use prowess_base::Span;

use super::bound::Bound;
use super::machine::Machine;
use super::names::global;
use super::script::{Adds, Expression, Node, Program, Reach, Statement};
use super::value::{FunctionId, Kind, Value};
use super::{javascript, parse, python};
use crate::unit::Language;

/// Most calls within calls.
pub(super) const CALLS: usize = 16;

/// Where a program keeps its values.
#[derive(Debug, Default)]
pub(super) struct Scopes {
    pub(super) scopes: Vec<HashMap<String, Value>>,
    /// What is kept in things: `self.key`, `this.key`, by the last name.
    pub(super) members: HashMap<String, Value>,
    /// Functions by their names, methods included.
    pub(super) functions: HashMap<String, FunctionId>,
    pub(super) called: HashSet<FunctionId>,
    pub(super) language: Option<Language>,
}

impl Machine<'_> {
    /// Reads a program of Python, JavaScript or TypeScript; what it prints.
    pub(super) fn script(&mut self, language: Language, text: &str) -> Value {
        let tree = match parse::parse(language, text) {
            Ok(tree) => tree,
            Err(bound) => {
                self.leave_out(bound);
                return self.other_script(text);
            }
        };
        let program = match language {
            Language::Python => python::program(tree.root_node(), text),
            _ => javascript::program(tree.root_node(), text),
        };
        drop(tree);
        if program.reach == Reach::Cut {
            self.leave_out(Bound::Nesting);
        }
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
    pub(super) fn call_the_rest(&mut self, index: usize, program: &Rc<Program>) {
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

    pub(super) fn block(
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

    pub(super) fn run_statement(
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

    pub(super) fn evaluate_within(
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
    pub(super) fn element(&mut self, value: Value, span: Span) -> Value {
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
