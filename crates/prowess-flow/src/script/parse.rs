//! Tokens to expressions.

use std::sync::Arc;

use super::Names;
use super::lex::{Kind, Sign, Token, tokens};
use crate::{Fault, Value};

/// How deep expressions may nest.
const DEPTH: usize = 128;

/// One statement or a part of it.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Expression {
    Literal(Value),
    Name(Arc<str>),
    Unary(Unary, Box<Expression>),
    Binary(Binary, Box<(Expression, Expression)>),
    /// The first operand, then each comparison with its right side.
    Comparison(Box<Expression>, Vec<(Comparison, Expression)>),
    /// Condition, then, else.
    Choice(Box<(Expression, Expression, Expression)>),
    /// Target, which must be a name, and value.
    Assignment(Assignment, Box<(Expression, Expression)>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unary {
    Negate,
    Not,
    Complement,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Concat,
    BitAnd,
    BitOr,
    BitXor,
    And,
    Or,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    NotEqual,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Assignment {
    Create,
    Existing,
    Add,
    Subtract,
    Multiply,
    Divide,
}

/// The statements of a script, at least one.
pub(super) fn statements(text: &str) -> Result<Vec<Expression>, Fault> {
    let tokens = tokens(text)?;
    if tokens.is_empty() {
        return Err(Fault::ScriptEmpty);
    }
    let mut reader = Reader {
        text,
        tokens: &tokens,
        next: 0,
        depth: 0,
    };
    let mut statements = Vec::new();
    while reader.next < tokens.len() {
        statements.push(reader.assignment()?);
        while reader.take(Sign::Semicolon) {}
    }
    Ok(statements)
}

struct Reader<'t> {
    text: &'t str,
    tokens: &'t [Token],
    next: usize,
    depth: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<Sign> {
        match self.tokens.get(self.next)?.kind {
            Kind::Sign(sign) => Some(sign),
            _ => None,
        }
    }

    fn take(&mut self, sign: Sign) -> bool {
        let found = self.peek() == Some(sign);
        self.next += usize::from(found);
        found
    }

    /// Where the next token stands and what it is; the end of the script where there is none.
    fn here(&self) -> (usize, Arc<str>) {
        match self.tokens.get(self.next) {
            Some(token) => (
                token.span.start as usize,
                token.span.slice(self.text).into(),
            ),
            None => (self.text.len(), "".into()),
        }
    }

    fn expect(&mut self, sign: Sign, expected: &'static str) -> Result<(), Fault> {
        if self.take(sign) {
            return Ok(());
        }
        let (position, got) = self.here();
        Err(Fault::ScriptTokenExpected {
            expected,
            got,
            position,
        })
    }

    fn assignment(&mut self) -> Result<Expression, Fault> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(Fault::ScriptTooDeep { bound: DEPTH });
        }
        let (target, is_choice) = self.choice()?;
        // A choice is no target; what follows it is another statement.
        if is_choice {
            self.depth -= 1;
            return Ok(target);
        }
        let operator = match self.peek() {
            Some(Sign::Create) => Assignment::Create,
            Some(Sign::Assign) => Assignment::Existing,
            Some(Sign::AddTo) => Assignment::Add,
            Some(Sign::TakeFrom) => Assignment::Subtract,
            Some(Sign::MultiplyBy) => Assignment::Multiply,
            Some(Sign::DivideBy) => Assignment::Divide,
            _ => {
                self.depth -= 1;
                return Ok(target);
            }
        };
        self.next += 1;
        let value = self.assignment()?;
        self.depth -= 1;
        Ok(Expression::Assignment(operator, Box::new((target, value))))
    }

    fn ternary(&mut self) -> Result<Expression, Fault> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(Fault::ScriptTooDeep { bound: DEPTH });
        }
        let (expression, _) = self.choice()?;
        self.depth -= 1;
        Ok(expression)
    }

    /// A choice, or what could be its condition.
    fn choice(&mut self) -> Result<(Expression, bool), Fault> {
        let condition = self.binary(0)?;
        if !self.take(Sign::Question) {
            return Ok((condition, false));
        }
        let then = self.assignment()?;
        self.expect(Sign::Colon, ":")?;
        let otherwise = self.ternary()?;
        let choice = Expression::Choice(Box::new((condition, then, otherwise)));
        Ok((choice, true))
    }

    /// Operators of at least this rank. They associate to the left; comparisons form chains.
    fn binary(&mut self, least: u8) -> Result<Expression, Fault> {
        let mut left = self.unary()?;
        let mut length = 0;
        while let Some((rank, operator)) = self.peek().and_then(Sign::operator) {
            if rank < least {
                break;
            }
            // Chains to the left are as deep to evaluate as brackets are.
            length += 1;
            if length > DEPTH {
                return Err(Fault::ScriptTooDeep { bound: DEPTH });
            }
            left = match operator {
                Operator::Binary(operator) => {
                    self.next += 1;
                    let right = self.binary(rank + 1)?;
                    Expression::Binary(operator, Box::new((left, right)))
                }
                Operator::Comparison(_) => self.chain(left, rank)?,
            };
        }
        Ok(left)
    }

    /// The comparisons that follow one another.
    fn chain(&mut self, first: Expression, rank: u8) -> Result<Expression, Fault> {
        let mut chain = Vec::new();
        while let Some((_, Operator::Comparison(comparison))) = self.peek().and_then(Sign::operator)
        {
            self.next += 1;
            chain.push((comparison, self.binary(rank + 1)?));
        }
        Ok(Expression::Comparison(Box::new(first), chain))
    }

    fn unary(&mut self) -> Result<Expression, Fault> {
        let operator = match self.peek() {
            Some(Sign::Minus) => Unary::Negate,
            Some(Sign::Not) => Unary::Not,
            Some(Sign::Complement) => Unary::Complement,
            _ => return self.atom(),
        };
        self.next += 1;
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(Fault::ScriptTooDeep { bound: DEPTH });
        }
        let operand = self.unary()?;
        self.depth -= 1;
        Ok(Expression::Unary(operator, Box::new(operand)))
    }

    fn atom(&mut self) -> Result<Expression, Fault> {
        let atom = match self.tokens.get(self.next).map(|token| &token.kind) {
            Some(Kind::Literal(value)) => Expression::Literal(value.clone()),
            Some(Kind::Name(name)) => Expression::Name(name.clone()),
            Some(Kind::Sign(Sign::Open)) => {
                self.next += 1;
                let inner = self.assignment()?;
                self.expect(Sign::Close, ")")?;
                return Ok(inner);
            }
            _ => {
                let (position, got) = self.here();
                return Err(Fault::ScriptOperandExpected { got, position });
            }
        };
        self.next += 1;
        Ok(atom)
    }
}

/// An operator between two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    Binary(Binary),
    Comparison(Comparison),
}

impl Sign {
    /// The operator of a sign, with its rank: the higher, the tighter.
    fn operator(self) -> Option<(u8, Operator)> {
        let comparison = |comparison| Some((2, Operator::Comparison(comparison)));
        let binary = |rank, binary| Some((rank, Operator::Binary(binary)));
        match self {
            Self::Or => binary(0, Binary::Or),
            Self::And => binary(1, Binary::And),
            Self::Equal => comparison(Comparison::Equal),
            Self::NotEqual => comparison(Comparison::NotEqual),
            Self::Less => comparison(Comparison::Less),
            Self::Greater => comparison(Comparison::Greater),
            Self::LessEqual => comparison(Comparison::LessEqual),
            Self::GreaterEqual => comparison(Comparison::GreaterEqual),
            Self::BitOr => binary(3, Binary::BitOr),
            Self::BitXor => binary(3, Binary::BitXor),
            Self::BitAnd => binary(4, Binary::BitAnd),
            Self::Plus => binary(5, Binary::Add),
            Self::Minus => binary(5, Binary::Subtract),
            Self::Concat => binary(5, Binary::Concat),
            Self::Times => binary(6, Binary::Multiply),
            Self::Divide => binary(6, Binary::Divide),
            _ => None,
        }
    }
}

impl Binary {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Concat => "..",
            Self::BitAnd => "&",
            Self::BitOr => "|",
            Self::BitXor => "^",
            Self::And => "&&",
            Self::Or => "||",
        }
    }
}

impl Comparison {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::Greater => ">",
            Self::LessEqual => "<=",
            Self::GreaterEqual => ">=",
        }
    }
}

impl Assignment {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Create => ":=",
            Self::Existing => "=",
            Self::Add => "+=",
            Self::Subtract => "-=",
            Self::Multiply => "*=",
            Self::Divide => "/=",
        }
    }
}

impl Expression {
    /// Adds the names in the order of evaluation.
    pub(super) fn collect_names(&self, names: &mut Names) {
        match self {
            Self::Literal(_) => {}
            Self::Name(name) => {
                let is_known = names.made.contains(name) || names.read.contains(name);
                if !is_known {
                    names.read.push(name.clone());
                }
            }
            Self::Unary(_, operand) => operand.collect_names(names),
            Self::Binary(_, sides) => {
                sides.0.collect_names(names);
                sides.1.collect_names(names);
            }
            Self::Comparison(first, chain) => {
                first.collect_names(names);
                for (_, operand) in chain {
                    operand.collect_names(names);
                }
            }
            Self::Choice(parts) => {
                parts.0.collect_names(names);
                parts.1.collect_names(names);
                parts.2.collect_names(names);
            }
            Self::Assignment(operator, sides) => {
                sides.1.collect_names(names);
                let Self::Name(name) = &sides.0 else { return };
                let list = match operator {
                    Assignment::Create => &mut names.made,
                    _ => &mut names.assigned,
                };
                if !list.contains(name) {
                    list.push(name.clone());
                }
            }
        }
    }
}
