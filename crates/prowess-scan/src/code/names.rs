//! Names of programs, what they are bound to, and the parts of things.

use std::rc::Rc;

use prowess_base::Span;

use super::machine::Machine;
use super::script::{Adds, Expression, Node, Program, Target};
use super::value::{Kind, Value};
use crate::fact::{Act, Source};

impl Machine<'_> {
    pub(super) fn import(&mut self, module: &str, name: Option<&str>, bind: &str) {
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

    /// Takes a program of the package, which others may name by its path, by its name, or by the end of its
    /// path. They are offered in their order, and a tail is that of the first.
    pub(super) fn offers(&mut self, path: &str, id: crate::unit::UnitId) {
        let last = path.rsplit('/').next().unwrap_or("").to_owned();
        self.library.entry(last).or_insert(id);
        self.library.insert(path.to_owned(), id);
        let mut tail = path;
        loop {
            if !self.tails.contains_key(tail) {
                self.tails.insert(tail.to_owned(), id);
            }
            match tail.split_once('/') {
                Some((_, behind)) => tail = behind,
                None => break,
            }
        }
    }

    /// The program of the package that an import names.
    pub(super) fn module(&self, module: &str) -> Option<crate::unit::UnitId> {
        if self.tails.is_empty() || module.is_empty() {
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
        .find_map(|path| self.tails.get(path).copied())
    }

    pub(super) fn bind(&mut self, name: &str, value: Value) {
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

    pub(super) fn assign_to(
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
    pub(super) fn taint_root(&mut self, object: &Expression, value: &Value) {
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
    pub(super) fn set_member(&mut self, holder: &Value, name: &str, value: &Value, span: Span) {
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

    pub(super) fn member(&mut self, object: &Value, name: &str) -> Value {
        self.member_at(object, name, Span::new(0, 0))
    }

    pub(super) fn member_at(&mut self, object: &Value, name: &str, span: Span) -> Value {
        if name == "__dict__" {
            return object.clone();
        }
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

    pub(super) fn item_at(&mut self, object: &Value, key: &Value, span: Span) -> Value {
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
}

/// Names that mean the same thing under another one.
pub(super) fn global(name: &str) -> String {
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unit::UnitId;

    /// An import names a program by its path, its name or the end of its path; of several it is the first.
    #[test]
    fn imports() {
        let mut machine = Machine::new(&[], UnitId(0));
        assert_eq!(machine.module("a"), None);
        for (path, id) in [
            ("lib/a.py", 1),
            ("a.py", 2),
            ("xb.py", 3),
            ("js/c/index.js", 4),
        ] {
            machine.offers(path, UnitId(id));
        }
        for (module, expected) in [
            ("a", Some(1)),
            (".lib.a", Some(1)),
            ("./c", Some(4)),
            ("b", None),
            ("", None),
        ] {
            assert_eq!(machine.module(module), expected.map(UnitId), "{module}");
        }
    }
}
