//! From JavaScript's and TypeScript's syntax tree to a [`Program`].

use tree_sitter::Node as Tree;

use super::decode;
use super::parse::{self, DEPTH, children, fields, span};
use super::python::combined;
use super::script::{Adds, Call, Expression, Function, Node, Program, Reach, Statement, Target};

/// The program that a tree of JavaScript or TypeScript stands for.
pub(super) fn program(root: Tree<'_>, text: &str) -> Program {
    let mut lowering = Lowering {
        text,
        program: Program::default(),
    };
    let body = lowering.block(root, 0);
    lowering.program.body = body;
    lowering.program
}

struct Lowering<'t> {
    text: &'t str,
    program: Program,
}

impl Lowering<'_> {
    fn written(&self, node: Tree<'_>) -> &str {
        parse::text(node, self.text)
    }

    /// Functions first: they may be called before they are written.
    fn block(&mut self, node: Tree<'_>, depth: u16) -> Vec<Statement> {
        let mut statements = Vec::new();
        let all = children(node);
        let is_function = |child: &Tree<'_>| child.kind().ends_with("function_declaration");
        for child in all.iter().filter(|child| is_function(child)) {
            self.statement(*child, depth, &mut statements);
        }
        for child in all.iter().filter(|child| !is_function(child)) {
            self.statement(*child, depth, &mut statements);
        }
        statements
    }

    fn statement(&mut self, node: Tree<'_>, depth: u16, into: &mut Vec<Statement>) {
        if depth > DEPTH {
            self.program.reach = Reach::Cut;
            return;
        }
        let depth = depth + 1;
        match node.kind() {
            "lexical_declaration" | "variable_declaration" | "using_declaration" => {
                for declarator in children(node) {
                    let name = declarator.child_by_field_name("name");
                    let value = declarator.child_by_field_name("value");
                    if let (Some(name), Some(value)) = (name, value) {
                        let value = self.expression(value, depth);
                        let target = self.target(name, depth);
                        into.push(Statement::Assign {
                            target,
                            value,
                            adds: Adds::No,
                        });
                    }
                }
            }
            "function_declaration" | "generator_function_declaration" => {
                let index = self.function(node, depth);
                into.push(Statement::Define(index));
            }
            "class_declaration" | "abstract_class_declaration" | "class" => {
                if let Some(body) = node.child_by_field_name("body") {
                    self.class(body, depth, into);
                }
            }
            "import_statement" => self.import(node, into),
            "export_statement" => {
                for child in children(node) {
                    self.statement(child, depth, into);
                }
            }
            "return_statement" => {
                let value = match node.named_child(0) {
                    Some(value) => self.expression(value, depth),
                    None => Expression::unknown(span(node)),
                };
                into.push(Statement::Return(value));
            }
            "if_statement" | "while_statement" | "do_statement" | "switch_statement"
            | "try_statement" | "labeled_statement" | "for_statement" | "with_statement" => {
                let mut branches = Vec::new();
                for child in children(node) {
                    match child.kind() {
                        "parenthesized_expression" => {
                            let condition = self.expression(child, depth);
                            into.push(Statement::Expression(condition));
                        }
                        "else_clause" | "catch_clause" | "finally_clause" | "switch_body"
                        | "switch_case" | "switch_default" => {
                            let mut inner = Vec::new();
                            for part in children(child) {
                                self.statement(part, depth, &mut inner);
                            }
                            branches.push(inner);
                        }
                        _ => {
                            let mut inner = Vec::new();
                            self.statement(child, depth, &mut inner);
                            branches.push(inner);
                        }
                    }
                }
                into.push(Statement::Branches(branches));
            }
            "switch_case" | "switch_default" => {
                for child in children(node) {
                    self.statement(child, depth, into);
                }
            }
            "for_in_statement" => {
                let left = node.child_by_field_name("left");
                let right = node.child_by_field_name("right");
                if let (Some(left), Some(right)) = (left, right) {
                    let source = self.expression(right, depth);
                    let value = Expression {
                        span: span(right),
                        node: Node::Any(vec![source]),
                    };
                    let target = self.target(left, depth);
                    into.push(Statement::Assign {
                        target,
                        value,
                        adds: Adds::No,
                    });
                }
                if let Some(body) = node.child_by_field_name("body") {
                    let mut inner = Vec::new();
                    self.statement(body, depth, &mut inner);
                    into.push(Statement::Branches(vec![inner]));
                }
            }
            "statement_block" | "ERROR" | "program" => {
                let inner = self.block(node, depth);
                into.extend(inner);
            }
            "expression_statement" | "throw_statement" => {
                for child in children(node) {
                    let value = self.expression(child, depth);
                    into.push(Statement::Expression(value));
                }
            }
            "interface_declaration"
            | "type_alias_declaration"
            | "empty_statement"
            | "break_statement"
            | "continue_statement"
            | "hash_bang_line"
            | "debugger_statement" => {}
            _ => {
                let value = self.expression(node, depth);
                into.push(Statement::Expression(value));
            }
        }
    }

    fn class(&mut self, body: Tree<'_>, depth: u16, into: &mut Vec<Statement>) {
        for member in children(body) {
            match member.kind() {
                "method_definition" => {
                    let index = self.function(member, depth);
                    into.push(Statement::Define(index));
                }
                "class_static_block" => {
                    if let Some(body) = member.child_by_field_name("body") {
                        let inner = self.block(body, depth);
                        into.extend(inner);
                    }
                }
                _ => {
                    let name = member
                        .child_by_field_name("property")
                        .or_else(|| member.child_by_field_name("name"));
                    let value = member.child_by_field_name("value");
                    if let (Some(name), Some(value)) = (name, value) {
                        let value = self.expression(value, depth);
                        let name = self.written(name).trim_start_matches('#').to_owned();
                        let this = Expression {
                            span: span(member),
                            node: Node::Name("this".to_owned()),
                        };
                        into.push(Statement::Assign {
                            target: Target::Member(Box::new(this), name),
                            value,
                            adds: Adds::No,
                        });
                    }
                }
            }
        }
    }

    fn import(&mut self, node: Tree<'_>, into: &mut Vec<Statement>) {
        let Some(source) = node.child_by_field_name("source") else {
            return;
        };
        let module = self.written(source).trim_matches(['"', '\'']).to_owned();
        let mut clauses = children(node);
        while let Some(clause) = clauses.pop() {
            match clause.kind() {
                "import_clause" | "named_imports" => clauses.extend(children(clause)),
                "identifier" => into.push(Statement::Import {
                    module: module.clone(),
                    name: Some("default".to_owned()),
                    bind: self.written(clause).to_owned(),
                }),
                "namespace_import" => {
                    if let Some(name) = clause.named_child(0) {
                        into.push(Statement::Import {
                            module: module.clone(),
                            name: None,
                            bind: self.written(name).to_owned(),
                        });
                    }
                }
                "import_specifier" => {
                    let name = clause
                        .child_by_field_name("name")
                        .map(|name| self.written(name).to_owned());
                    let alias = clause
                        .child_by_field_name("alias")
                        .map(|alias| self.written(alias).to_owned());
                    if let Some(name) = name {
                        into.push(Statement::Import {
                            module: module.clone(),
                            bind: alias.unwrap_or_else(|| name.clone()),
                            name: Some(name),
                        });
                    }
                }
                _ => {}
            }
        }
        into.push(Statement::Import {
            module,
            name: None,
            bind: String::new(),
        });
    }

    fn function(&mut self, node: Tree<'_>, depth: u16) -> usize {
        let name = node
            .child_by_field_name("name")
            .map(|name| self.written(name).trim_start_matches('#').to_owned())
            .unwrap_or_default();
        let mut parameters = Vec::new();
        if let Some(one) = node.child_by_field_name("parameter") {
            parameters.push((self.target(one, depth), None));
        }
        if let Some(list) = node.child_by_field_name("parameters") {
            for parameter in children(list) {
                // TypeScript wraps the pattern and gives the value beside it.
                let pattern = parameter
                    .child_by_field_name("pattern")
                    .unwrap_or(parameter);
                let value = parameter
                    .child_by_field_name("value")
                    .or_else(|| parameter.child_by_field_name("right"));
                let default = value.map(|value| self.expression(value, depth));
                parameters.push((self.target(pattern, depth), default));
            }
        }
        let body = match node.child_by_field_name("body") {
            Some(body) if body.kind() == "statement_block" => self.block(body, depth),
            Some(body) => vec![Statement::Return(self.expression(body, depth))],
            None => Vec::new(),
        };
        self.program.functions.push(Function {
            name,
            parameters,
            body,
        });
        self.program.functions.len() - 1
    }

    fn target(&mut self, node: Tree<'_>, depth: u16) -> Target {
        if depth > DEPTH {
            self.program.reach = Reach::Cut;
            return Target::Nothing;
        }
        let depth = depth + 1;
        match node.kind() {
            "identifier" | "shorthand_property_identifier_pattern" => {
                Target::Name(self.written(node).to_owned())
            }
            "member_expression" => match (
                node.child_by_field_name("object"),
                node.child_by_field_name("property"),
            ) {
                (Some(object), Some(name)) => {
                    let name = self.written(name).trim_start_matches('#').to_owned();
                    Target::Member(Box::new(self.expression(object, depth)), name)
                }
                _ => Target::Nothing,
            },
            "subscript_expression" => match (
                node.child_by_field_name("object"),
                node.child_by_field_name("index"),
            ) {
                (Some(object), Some(key)) => {
                    let object = self.expression(object, depth);
                    Target::Item(Box::new(object), Box::new(self.expression(key, depth)))
                }
                _ => Target::Nothing,
            },
            "array_pattern" => Target::Parts(
                children(node)
                    .into_iter()
                    .map(|part| (None, self.target(part, depth)))
                    .collect(),
            ),
            "object_pattern" => {
                let mut parts = Vec::new();
                for part in children(node) {
                    let (key, inner) = match part.kind() {
                        "pair_pattern" => (
                            part.child_by_field_name("key"),
                            part.child_by_field_name("value"),
                        ),
                        "object_assignment_pattern" => (
                            part.child_by_field_name("left"),
                            part.child_by_field_name("left"),
                        ),
                        _ => (Some(part), Some(part)),
                    };
                    if let (Some(key), Some(inner)) = (key, inner) {
                        let key = self.written(key).trim_matches(['"', '\'']).to_owned();
                        let inner = self.target(inner, depth);
                        parts.push((Some(key), inner));
                    }
                }
                Target::Parts(parts)
            }
            "assignment_pattern" => match node.child_by_field_name("left") {
                Some(left) => self.target(left, depth),
                None => Target::Nothing,
            },
            "rest_pattern"
            | "parenthesized_expression"
            | "non_null_expression"
            | "as_expression" => match node.named_child(0) {
                Some(inner) => self.target(inner, depth),
                None => Target::Nothing,
            },
            _ => Target::Nothing,
        }
    }

    fn all(&mut self, node: Tree<'_>, depth: u16) -> Vec<Expression> {
        children(node)
            .into_iter()
            .map(|child| self.expression(child, depth))
            .collect()
    }

    fn expression(&mut self, node: Tree<'_>, depth: u16) -> Expression {
        let place = span(node);
        if depth > DEPTH {
            self.program.reach = Reach::Cut;
            return Expression::unknown(place);
        }
        let depth = depth + 1;
        let lowered = match node.kind() {
            "identifier" | "this" | "shorthand_property_identifier" | "import" | "super" => {
                Node::Name(self.written(node).to_owned())
            }
            "number" | "true" | "false" => Node::Text(self.written(node).to_owned()),
            "null" | "undefined" => Node::Text(String::new()),
            "string" => Node::Text(decode::escapes(
                self.written(node).trim_matches(['"', '\'']),
            )),
            "regex" => Node::Unknown,
            "template_string" => {
                let mut parts = Vec::new();
                for child in children(node) {
                    if child.kind() == "template_substitution" {
                        if let Some(inner) = child.named_child(0) {
                            parts.push(self.expression(inner, depth));
                        }
                    } else {
                        let content = decode::escapes(self.written(child));
                        parts.push(Expression {
                            span: span(child),
                            node: Node::Text(content),
                        });
                    }
                }
                Node::Concat(parts)
            }
            "binary_expression" => return self.binary(node, depth),
            "member_expression" => match (
                node.child_by_field_name("object"),
                node.child_by_field_name("property"),
            ) {
                (Some(object), Some(name)) => {
                    let name = self.written(name).trim_start_matches('#').to_owned();
                    Node::Member(Box::new(self.expression(object, depth)), name)
                }
                _ => Node::Unknown,
            },
            "subscript_expression" => match (
                node.child_by_field_name("object"),
                node.child_by_field_name("index"),
            ) {
                (Some(object), Some(key)) => {
                    let object = self.expression(object, depth);
                    Node::Item(Box::new(object), Box::new(self.expression(key, depth)))
                }
                _ => Node::Unknown,
            },
            "call_expression" | "new_expression" => self.call(node, depth),
            "array" => Node::List(self.all(node, depth)),
            "object" => {
                let mut pairs = Vec::new();
                for child in children(node) {
                    match child.kind() {
                        "pair" => {
                            let key = child.child_by_field_name("key");
                            let Some(value) = child.child_by_field_name("value") else {
                                continue;
                            };
                            let key = key.map(|key| {
                                if key.kind() == "computed_property_name" {
                                    let inner = key.named_child(0).unwrap_or(key);
                                    self.expression(inner, depth)
                                } else {
                                    let name =
                                        self.written(key).trim_matches(['"', '\'']).to_owned();
                                    Expression {
                                        span: span(key),
                                        node: Node::Text(name),
                                    }
                                }
                            });
                            pairs.push((key, self.expression(value, depth)));
                        }
                        "shorthand_property_identifier" => {
                            let name = self.written(child).to_owned();
                            let key = Expression {
                                span: span(child),
                                node: Node::Text(name),
                            };
                            pairs.push((Some(key), self.expression(child, depth)));
                        }
                        "method_definition" => {
                            let name = child
                                .child_by_field_name("name")
                                .map(|name| self.written(name).to_owned())
                                .unwrap_or_default();
                            let index = self.function(child, depth);
                            let key = Expression {
                                span: span(child),
                                node: Node::Text(name),
                            };
                            pairs.push((
                                Some(key),
                                Expression {
                                    span: span(child),
                                    node: Node::Function(index),
                                },
                            ));
                        }
                        _ => {
                            let inner = child.named_child(0).unwrap_or(child);
                            pairs.push((None, self.expression(inner, depth)));
                        }
                    }
                }
                Node::Map(pairs)
            }
            "arrow_function" | "function_expression" | "generator_function" => {
                Node::Function(self.function(node, depth))
            }
            "assignment_expression" | "augmented_assignment_expression" => {
                match (
                    node.child_by_field_name("left"),
                    node.child_by_field_name("right"),
                ) {
                    (Some(left), Some(right)) => {
                        let value = self.expression(right, depth);
                        let adds = if node.kind().starts_with("augmented") {
                            Adds::Yes
                        } else {
                            Adds::No
                        };
                        Node::Assign(Box::new(Statement::Assign {
                            target: self.target(left, depth),
                            value,
                            adds,
                        }))
                    }
                    _ => Node::Unknown,
                }
            }
            "parenthesized_expression"
            | "await_expression"
            | "spread_element"
            | "as_expression"
            | "satisfies_expression"
            | "non_null_expression"
            | "type_assertion" => match node.named_child(0) {
                Some(inner) => return self.expression(inner, depth),
                None => Node::Unknown,
            },
            "class" => {
                let mut statements = Vec::new();
                self.statement(node, depth, &mut statements);
                Node::Unknown
            }
            "sequence_expression" => {
                // The last is the value.
                let mut parts = self.all(node, depth);
                match parts.pop() {
                    Some(last) if parts.is_empty() => return last,
                    Some(last) => Node::Any(vec![
                        last,
                        Expression {
                            span: place,
                            node: Node::Any(parts),
                        },
                    ]),
                    None => Node::Unknown,
                }
            }
            "unary_expression" if self.written(node).len() < 12 => {
                Node::Text(self.written(node).to_owned())
            }
            _ => Node::Any(self.all(node, depth)),
        };
        Expression {
            span: place,
            node: lowered,
        }
    }

    fn binary(&mut self, node: Tree<'_>, depth: u16) -> Expression {
        let mut right_sides = Vec::new();
        let mut at = node;
        while at.kind() == "binary_expression" {
            let (Some(left), Some(right)) = (
                at.child_by_field_name("left"),
                at.child_by_field_name("right"),
            ) else {
                break;
            };
            let operator = at
                .child_by_field_name("operator")
                .map_or("", |operator| operator.kind());
            let operator = if operator == "+" { "+" } else { "any" };
            right_sides.push((operator, right, span(at)));
            at = left;
        }
        // Unlike operators nest: a long chain of them is taken as one heap of parts.
        let is_sum = right_sides.iter().all(|(operator, ..)| *operator == "+");
        if right_sides.len() > 64 && !is_sum {
            for side in &mut right_sides {
                side.0 = "any";
            }
        }
        let mut whole = self.expression(at, depth);
        for (operator, right, place) in right_sides.into_iter().rev() {
            let right = self.expression(right, depth);
            whole = combined(whole, operator, right, place);
        }
        whole
    }

    fn call(&mut self, node: Tree<'_>, depth: u16) -> Node {
        let callee = node
            .child_by_field_name("function")
            .or_else(|| node.child_by_field_name("constructor"));
        let Some(callee) = callee else {
            return Node::Unknown;
        };
        let callee = self.expression(callee, depth);
        let mut arguments = Vec::new();
        for list in fields(node, "arguments") {
            if list.kind() == "template_string" {
                arguments.push(self.expression(list, depth));
            } else {
                arguments.extend(self.all(list, depth));
            }
        }
        Node::Call(Box::new(Call {
            callee,
            arguments,
            named: Vec::new(),
        }))
    }
}
