//! From Python's syntax tree to a [`Program`].

use prowess_base::Span;
use tree_sitter::Node as Tree;

use super::decode;
use super::parse::{self, DEPTH, children, fields, span};
use super::script::{Adds, Call, Expression, Function, Node, Program, Reach, Statement, Target};

/// The program that a tree of Python stands for.
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

    fn block(&mut self, node: Tree<'_>, depth: u16) -> Vec<Statement> {
        let mut statements = Vec::new();
        for child in children(node) {
            self.statement(child, depth, &mut statements);
        }
        statements
    }

    fn field_block(&mut self, node: Tree<'_>, field: &str, depth: u16) -> Vec<Statement> {
        match node.child_by_field_name(field) {
            Some(body) => self.block(body, depth),
            None => Vec::new(),
        }
    }

    fn statement(&mut self, node: Tree<'_>, depth: u16, into: &mut Vec<Statement>) {
        if depth > DEPTH {
            self.program.reach = Reach::Cut;
            return;
        }
        let depth = depth + 1;
        match node.kind() {
            "expression_statement" => {
                for child in children(node) {
                    self.statement(child, depth, into);
                }
            }
            "assignment" | "augmented_assignment" => {
                let assignment = self.assignment(node, depth);
                into.extend(assignment);
            }
            "import_statement" => {
                for name in fields(node, "name") {
                    let (module, bind) = self.imported(name);
                    // `import a.b` binds `a`.
                    let bind =
                        bind.unwrap_or_else(|| module.split('.').next().unwrap_or("").to_owned());
                    let module = if name.kind() == "aliased_import" {
                        module
                    } else {
                        bind.clone()
                    };
                    into.push(Statement::Import {
                        module,
                        name: None,
                        bind,
                    });
                }
            }
            "import_from_statement" => {
                let module = node
                    .child_by_field_name("module_name")
                    .map(|module| self.written(module).to_owned())
                    .unwrap_or_default();
                for name in fields(node, "name") {
                    let (original, bind) = self.imported(name);
                    into.push(Statement::Import {
                        module: module.clone(),
                        bind: bind.unwrap_or_else(|| original.clone()),
                        name: Some(original),
                    });
                }
                if children(node)
                    .iter()
                    .any(|child| child.kind() == "wildcard_import")
                {
                    into.push(Statement::Import {
                        module,
                        name: None,
                        bind: "*".to_owned(),
                    });
                }
            }
            "function_definition" => {
                let index = self.function(node, depth);
                into.push(Statement::Define(index));
            }
            "decorated_definition" => {
                for child in children(node) {
                    self.statement(child, depth, into);
                }
            }
            "class_definition" => {
                let body = self.field_block(node, "body", depth);
                into.extend(body);
            }
            "return_statement" => {
                let value = match node.named_child(0) {
                    Some(value) => self.expression(value, depth),
                    None => Expression::unknown(span(node)),
                };
                into.push(Statement::Return(value));
            }
            "if_statement" | "try_statement" | "match_statement" | "while_statement" => {
                let mut branches = Vec::new();
                if let Some(condition) = node.child_by_field_name("condition") {
                    let condition = self.expression(condition, depth);
                    into.push(Statement::Expression(condition));
                }
                for child in children(node) {
                    match child.kind() {
                        "block" => branches.push(self.block(child, depth)),
                        "elif_clause" | "else_clause" | "except_clause" | "finally_clause"
                        | "case_clause" => {
                            let mut inner = Vec::new();
                            for part in children(child) {
                                if part.kind() == "block" {
                                    inner.extend(self.block(part, depth));
                                } else if child.kind() == "elif_clause" {
                                    let condition = self.expression(part, depth);
                                    inner.push(Statement::Expression(condition));
                                }
                            }
                            branches.push(inner);
                        }
                        _ => {}
                    }
                }
                into.push(Statement::Branches(branches));
            }
            "for_statement" => {
                if let (Some(left), Some(right)) = (
                    node.child_by_field_name("left"),
                    node.child_by_field_name("right"),
                ) {
                    let target = self.target(left, depth);
                    let value = self.each_of(right, depth);
                    into.push(Statement::Assign {
                        target,
                        value,
                        adds: Adds::No,
                    });
                }
                let body = self.field_block(node, "body", depth);
                into.push(Statement::Branches(vec![body]));
            }
            "with_statement" => {
                for clause in children(node) {
                    if clause.kind() == "with_clause" {
                        for item in children(clause) {
                            let Some(value) = item.child_by_field_name("value") else {
                                continue;
                            };
                            self.with_item(value, depth, into);
                        }
                    }
                }
                let body = self.field_block(node, "body", depth);
                into.extend(body);
            }
            "block" | "ERROR" | "module" => {
                for child in children(node) {
                    self.statement(child, depth, into);
                }
            }
            "exec_statement" | "print_statement" => {
                let arguments = children(node)
                    .into_iter()
                    .map(|child| self.expression(child, depth))
                    .collect();
                let name = if node.kind() == "exec_statement" {
                    "exec"
                } else {
                    "print"
                };
                into.push(Statement::Expression(Expression {
                    span: span(node),
                    node: Node::Call(Box::new(Call {
                        callee: Expression {
                            span: span(node),
                            node: Node::Name(name.to_owned()),
                        },
                        arguments,
                        named: Vec::new(),
                    })),
                }));
            }
            "delete_statement" | "pass_statement" | "break_statement" | "continue_statement"
            | "global_statement" | "nonlocal_statement" => {}
            "raise_statement" | "assert_statement" => {
                for child in children(node) {
                    let value = self.expression(child, depth);
                    into.push(Statement::Expression(value));
                }
            }
            _ => {
                let value = self.expression(node, depth);
                into.push(Statement::Expression(value));
            }
        }
    }

    fn with_item(&mut self, value: Tree<'_>, depth: u16, into: &mut Vec<Statement>) {
        if value.kind() == "as_pattern" {
            let inner = value.named_child(0);
            let alias = value
                .child_by_field_name("alias")
                .and_then(|alias| alias.named_child(0));
            if let (Some(inner), Some(alias)) = (inner, alias) {
                let value = self.expression(inner, depth);
                let target = self.target(alias, depth);
                into.push(Statement::Assign {
                    target,
                    value,
                    adds: Adds::No,
                });
            }
        } else {
            let value = self.expression(value, depth);
            into.push(Statement::Expression(value));
        }
    }

    fn imported(&self, node: Tree<'_>) -> (String, Option<String>) {
        if node.kind() == "aliased_import" {
            let name = node
                .child_by_field_name("name")
                .map(|name| self.written(name).to_owned());
            let alias = node
                .child_by_field_name("alias")
                .map(|alias| self.written(alias).to_owned());
            (name.unwrap_or_default(), alias)
        } else {
            (self.written(node).to_owned(), None)
        }
    }

    fn assignment(&mut self, node: Tree<'_>, depth: u16) -> Option<Statement> {
        let left = node.child_by_field_name("left")?;
        let right = node.child_by_field_name("right")?;
        let value = if matches!(right.kind(), "assignment" | "augmented_assignment") {
            if depth >= DEPTH {
                self.program.reach = Reach::Cut;
                return None;
            }
            let inner = self.assignment(right, depth + 1)?;
            Expression {
                span: span(right),
                node: Node::Assign(Box::new(inner)),
            }
        } else {
            self.expression(right, depth)
        };
        let adds = if node.kind() == "augmented_assignment" {
            Adds::Yes
        } else {
            Adds::No
        };
        Some(Statement::Assign {
            target: self.target(left, depth),
            value,
            adds,
        })
    }

    fn target(&mut self, node: Tree<'_>, depth: u16) -> Target {
        if depth > DEPTH {
            self.program.reach = Reach::Cut;
            return Target::Nothing;
        }
        match node.kind() {
            "identifier" => Target::Name(self.written(node).to_owned()),
            "attribute" => match (
                node.child_by_field_name("object"),
                node.child_by_field_name("attribute"),
            ) {
                (Some(object), Some(name)) => {
                    let object = self.expression(object, depth + 1);
                    Target::Member(Box::new(object), self.written(name).to_owned())
                }
                _ => Target::Nothing,
            },
            "subscript" => match (
                node.child_by_field_name("value"),
                node.child_by_field_name("subscript"),
            ) {
                (Some(value), Some(key)) => {
                    let value = self.expression(value, depth + 1);
                    let key = self.expression(key, depth + 1);
                    Target::Item(Box::new(value), Box::new(key))
                }
                _ => Target::Nothing,
            },
            "pattern_list" | "tuple_pattern" | "list_pattern" | "tuple" | "list" => Target::Parts(
                children(node)
                    .into_iter()
                    .map(|part| (None, self.target(part, depth + 1)))
                    .collect(),
            ),
            "as_pattern_target" | "list_splat_pattern" | "parenthesized_expression" => {
                match node.named_child(0) {
                    Some(inner) => self.target(inner, depth + 1),
                    None => Target::Nothing,
                }
            }
            _ => Target::Nothing,
        }
    }

    fn function(&mut self, node: Tree<'_>, depth: u16) -> usize {
        let name = node
            .child_by_field_name("name")
            .map(|name| self.written(name).to_owned())
            .unwrap_or_default();
        let mut parameters = Vec::new();
        if let Some(list) = node.child_by_field_name("parameters") {
            for parameter in children(list) {
                let name = parameter
                    .child_by_field_name("name")
                    .or_else(|| (parameter.kind() == "identifier").then_some(parameter))
                    .or_else(|| parameter.named_child(0));
                let value = parameter.child_by_field_name("value");
                let Some(name) = name else { continue };
                let name = self.written(name).trim_start_matches('*').to_owned();
                if matches!(name.as_str(), "self" | "cls") {
                    continue;
                }
                let default = value.map(|value| self.expression(value, depth));
                parameters.push((Target::Name(name), default));
            }
        }
        let body = match node.child_by_field_name("body") {
            Some(body) if body.kind() == "block" => self.block(body, depth),
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

    /// One of what a value holds, in no known place.
    fn each_of(&mut self, node: Tree<'_>, depth: u16) -> Expression {
        let value = self.expression(node, depth);
        Expression {
            span: span(node),
            node: Node::Any(vec![value]),
        }
    }

    fn expression(&mut self, node: Tree<'_>, depth: u16) -> Expression {
        let place = span(node);
        if depth > DEPTH {
            self.program.reach = Reach::Cut;
            return Expression::unknown(place);
        }
        let depth = depth + 1;
        let lowered = match node.kind() {
            "identifier" => Node::Name(self.written(node).to_owned()),
            "integer" | "float" | "true" | "false" => Node::Text(self.written(node).to_owned()),
            "none" => Node::Text(String::new()),
            "string" => self.string(node, depth),
            "concatenated_string" => Node::Concat(self.all(node, depth)),
            "binary_operator" => return self.binary(node, depth),
            "attribute" => match (
                node.child_by_field_name("object"),
                node.child_by_field_name("attribute"),
            ) {
                (Some(object), Some(name)) => {
                    let name = self.written(name).to_owned();
                    Node::Member(Box::new(self.expression(object, depth)), name)
                }
                _ => Node::Unknown,
            },
            "subscript" => {
                let value = node.child_by_field_name("value");
                let key = node.child_by_field_name("subscript");
                match (value, key) {
                    (Some(value), Some(key)) if key.kind() == "slice" => {
                        let range = self.written(key).to_owned();
                        Node::Slice(Box::new(self.expression(value, depth)), range)
                    }
                    (Some(value), Some(key)) => {
                        let value = self.expression(value, depth);
                        Node::Item(Box::new(value), Box::new(self.expression(key, depth)))
                    }
                    _ => Node::Unknown,
                }
            }
            "call" => self.call(node, depth),
            "list" | "tuple" | "set" | "expression_list" => Node::List(self.all(node, depth)),
            "dictionary" => {
                let mut pairs = Vec::new();
                for child in children(node) {
                    let key = child.child_by_field_name("key");
                    let value = child
                        .child_by_field_name("value")
                        .or_else(|| child.named_child(0));
                    let Some(value) = value else { continue };
                    let key = key.map(|key| self.expression(key, depth));
                    pairs.push((key, self.expression(value, depth)));
                }
                Node::Map(pairs)
            }
            "parenthesized_expression"
            | "await"
            | "list_splat"
            | "dictionary_splat"
            | "yield"
            | "type"
            | "interpolation"
            | "not_operator"
            | "unary_operator" => {
                if node.kind() == "unary_operator" && self.written(node).len() < 24 {
                    Node::Text(self.written(node).to_owned())
                } else {
                    match node
                        .child_by_field_name("expression")
                        .or_else(|| node.named_child(0))
                    {
                        Some(inner) => return self.expression(inner, depth),
                        None => Node::Unknown,
                    }
                }
            }
            "lambda" => Node::Function(self.function(node, depth)),
            "named_expression" => match (
                node.child_by_field_name("name"),
                node.child_by_field_name("value"),
            ) {
                (Some(name), Some(value)) => Node::Assign(Box::new(Statement::Assign {
                    target: Target::Name(self.written(name).to_owned()),
                    value: self.expression(value, depth),
                    adds: Adds::No,
                })),
                _ => Node::Unknown,
            },
            "list_comprehension"
            | "set_comprehension"
            | "generator_expression"
            | "dictionary_comprehension" => self.comprehension(node, depth),
            "conditional_expression" | "boolean_operator" | "comparison_operator" => {
                Node::Any(self.all(node, depth))
            }
            "pair" => Node::List(self.all(node, depth)),
            "assignment" | "augmented_assignment" => match self.assignment(node, depth) {
                Some(assignment) => Node::Assign(Box::new(assignment)),
                None => Node::Unknown,
            },
            _ => Node::Any(self.all(node, depth)),
        };
        Expression {
            span: place,
            node: lowered,
        }
    }

    fn all(&mut self, node: Tree<'_>, depth: u16) -> Vec<Expression> {
        children(node)
            .into_iter()
            .map(|child| self.expression(child, depth))
            .collect()
    }

    fn comprehension(&mut self, node: Tree<'_>, depth: u16) -> Node {
        let clause = children(node)
            .into_iter()
            .find(|child| child.kind() == "for_in_clause");
        let body = node.child_by_field_name("body");
        let (Some(clause), Some(body)) = (clause, body) else {
            return Node::Any(self.all(node, depth));
        };
        let left = clause.child_by_field_name("left");
        let right = clause.child_by_field_name("right");
        match (left, right) {
            (Some(left), Some(right)) => {
                let target = self.target(left, depth);
                let source = self.expression(right, depth);
                let made = self.expression(body, depth);
                Node::Each(Box::new((target, source, made)))
            }
            _ => Node::Any(self.all(node, depth)),
        }
    }

    fn string(&mut self, node: Tree<'_>, depth: u16) -> Node {
        let start = node
            .child(0)
            .map(|start| self.written(start).to_ascii_lowercase())
            .unwrap_or_default();
        let is_raw = start.contains('r');
        let mut parts = Vec::new();
        for child in children(node) {
            match child.kind() {
                "string_content" => {
                    let written = self.written(child);
                    let mut content = if is_raw {
                        written.to_owned()
                    } else {
                        decode::escapes(written)
                    };
                    if start.contains('f') {
                        content = content.replace("{{", "{").replace("}}", "}");
                    }
                    parts.push(Expression {
                        span: span(child),
                        node: Node::Text(content),
                    });
                }
                "interpolation" => parts.push(self.expression(child, depth)),
                _ => {}
            }
        }
        match parts.len() {
            0 => Node::Text(String::new()),
            1 => parts.pop().map_or(Node::Unknown, |part| part.node),
            _ => Node::Concat(parts),
        }
    }

    /// Left within left is walked without recursion, so that a long sum has no depth.
    fn binary(&mut self, node: Tree<'_>, depth: u16) -> Expression {
        let mut right_sides = Vec::new();
        let mut at = node;
        while at.kind() == "binary_operator" {
            let (Some(left), Some(right)) = (
                at.child_by_field_name("left"),
                at.child_by_field_name("right"),
            ) else {
                break;
            };
            let operator = at
                .child_by_field_name("operator")
                .map_or("", |operator| operator.kind());
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
        let Some(callee) = node.child_by_field_name("function") else {
            return Node::Unknown;
        };
        let callee = self.expression(callee, depth);
        let mut arguments = Vec::new();
        let mut named = Vec::new();
        if let Some(list) = node.child_by_field_name("arguments") {
            if list.kind() == "generator_expression" {
                arguments.push(self.expression(list, depth));
            } else {
                for argument in children(list) {
                    if argument.kind() == "keyword_argument" {
                        let name = argument.child_by_field_name("name");
                        let value = argument.child_by_field_name("value");
                        if let (Some(name), Some(value)) = (name, value) {
                            let value = self.expression(value, depth);
                            named.push((self.written(name).to_owned(), value));
                        }
                    } else {
                        arguments.push(self.expression(argument, depth));
                    }
                }
            }
        }
        Node::Call(Box::new(Call {
            callee,
            arguments,
            named,
        }))
    }
}

/// Two expressions with an operator between them; a sum of sums is one.
pub(super) fn combined(
    left: Expression,
    operator: &str,
    right: Expression,
    place: Span,
) -> Expression {
    let node = match operator {
        "+" => {
            if let Node::Concat(mut parts) = left.node {
                parts.push(right);
                Node::Concat(parts)
            } else {
                Node::Concat(vec![left, right])
            }
        }
        "/" => Node::Join(Box::new(left), Box::new(right)),
        "%" => Node::Format(Box::new(left), Box::new(right)),
        _ => {
            if let Node::Any(mut parts) = left.node {
                parts.push(right);
                Node::Any(parts)
            } else {
                Node::Any(vec![left, right])
            }
        }
    };
    Expression { span: place, node }
}
