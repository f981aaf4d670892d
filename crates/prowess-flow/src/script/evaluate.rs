//! Expressions to values, on a blackboard.

use std::cmp::Ordering;
use std::sync::Arc;

use super::Script;
use super::parse::{Assignment, Binary, Comparison, Expression, Unary};
use crate::Fault;
use crate::blackboard::{BoardId, Boards};
use crate::value::{Data, Enums, Type, Value, prefix_number};

/// Reals this near count as equal: the step of a `float` at 1, as there.
const NEAR: f64 = 1.192_092_895_507_812_5e-7;

/// Where a script runs.
pub(crate) struct Scope<'s> {
    pub(crate) boards: &'s mut Boards,
    pub(crate) board: BoardId,
    pub(crate) enums: &'s Enums,
}

impl Script {
    /// Runs the statements and gives the value of the last.
    pub(crate) fn run(&self, scope: &mut Scope<'_>) -> Result<Value, Fault> {
        let mut last = Value::empty(Type::Untyped);
        for statement in self.statements.iter() {
            last = scope.evaluate(statement)?;
        }
        Ok(last)
    }

    /// Runs it as a condition.
    pub(crate) fn holds(&self, scope: &mut Scope<'_>) -> Result<bool, Fault> {
        self.run(scope)?.cast_bool()
    }
}

fn truth(holds: bool) -> Value {
    Value::real(f64::from(u8::from(holds)))
}

fn unset(operator: &'static str, side: &'static str) -> Fault {
    Fault::ScriptOperandUnset { operator, side }
}

impl Scope<'_> {
    fn evaluate(&mut self, expression: &Expression) -> Result<Value, Fault> {
        match expression {
            Expression::Literal(value) => Ok(value.clone()),
            Expression::Name(name) => self.name(name),
            Expression::Unary(operator, operand) => {
                let operand = self.evaluate(operand)?;
                unary(*operator, &operand)
            }
            Expression::Binary(operator, sides) => {
                let left = self.evaluate(&sides.0)?;
                let right = self.evaluate(&sides.1)?;
                binary(*operator, &left, &right)
            }
            Expression::Comparison(first, chain) => self.chain(first, chain),
            Expression::Choice(parts) => {
                let condition = self.evaluate(&parts.0)?.cast_double()?;
                let chosen = if condition == 0.0 { &parts.2 } else { &parts.1 };
                self.evaluate(chosen)
            }
            Expression::Assignment(operator, sides) => self.assign(*operator, &sides.0, &sides.1),
        }
    }

    /// The names of enumerations hide entries.
    fn name(&self, name: &Arc<str>) -> Result<Value, Fault> {
        if let Some(number) = self.enums.get(name) {
            #[expect(clippy::cast_precision_loss, reason = "enumerations are small")]
            return Ok(Value::real(*number as f64));
        }
        self.boards
            .entry(self.board, name)
            .map(|entry| entry.value.clone())
            .ok_or_else(|| Fault::ScriptUnknownName { name: name.clone() })
    }

    fn chain(
        &mut self,
        first: &Expression,
        chain: &[(Comparison, Expression)],
    ) -> Result<Value, Fault> {
        let mut left = self.evaluate(first)?;
        for (comparison, operand) in chain {
            let right = self.evaluate(operand)?;
            if !self.compare(*comparison, &left, &right)? {
                return Ok(truth(false));
            }
            left = right;
        }
        Ok(truth(true))
    }

    fn compare(&self, with: Comparison, left: &Value, right: &Value) -> Result<bool, Fault> {
        if left.is_empty() {
            return Err(unset(with.as_str(), "left"));
        }
        if right.is_empty() {
            return Err(unset(with.as_str(), "right"));
        }
        if let (Some(left), Some(right)) = (left.as_text(), right.as_text()) {
            return Ok(match with {
                Comparison::Equal => left == right,
                Comparison::NotEqual => left != right,
                Comparison::Less => left < right,
                Comparison::Greater => left > right,
                Comparison::LessEqual => left <= right,
                Comparison::GreaterEqual => left >= right,
            });
        }
        let are_scalars = [left, right]
            .iter()
            .all(|value| value.is_text() || value.is_number());
        if !are_scalars {
            return Err(Fault::ScriptComparisonTypes {
                left: left.kind().clone(),
                right: right.kind().clone(),
            });
        }
        let (left, right) = (self.number(left)?, self.number(right)?);
        let near = (left - right).abs() <= NEAR;
        let order = left.partial_cmp(&right);
        // With something that is not a number every order holds, as there.
        Ok(match with {
            Comparison::Equal => near,
            Comparison::NotEqual => !near,
            Comparison::Less => order.is_none_or(Ordering::is_lt),
            Comparison::Greater => order.is_none_or(Ordering::is_gt),
            Comparison::LessEqual => order.is_none_or(Ordering::is_le),
            Comparison::GreaterEqual => order.is_none_or(Ordering::is_ge),
        })
    }

    /// A number, or what text stands for beside a number: the name of an enumeration, `true`,
    /// `false`, or the number it begins with.
    fn number(&self, value: &Value) -> Result<f64, Fault> {
        let Some(text) = value.as_text() else {
            return value.cast_double();
        };
        if let Some(number) = self.enums.get(text) {
            #[expect(clippy::cast_precision_loss, reason = "enumerations are small")]
            return Ok(*number as f64);
        }
        match text {
            "true" => Ok(1.0),
            "false" => Ok(0.0),
            _ => prefix_number(text).ok_or_else(|| Fault::StringToNumber { text: text.into() }),
        }
    }

    fn assign(
        &mut self,
        operator: Assignment,
        target: &Expression,
        value: &Expression,
    ) -> Result<Value, Fault> {
        let Expression::Name(name) = target else {
            return Err(Fault::ScriptTargetNotName);
        };
        if self.boards.entry(self.board, name).is_none() {
            if operator != Assignment::Create {
                return Err(Fault::ScriptMissingEntry { name: name.clone() });
            }
            self.boards.create(self.board, name, &Type::Untyped)?;
        }
        let value = self.evaluate(value)?;
        if value.is_empty() {
            return Err(unset(operator.as_str(), "right"));
        }
        // The right side may have removed nothing: scripts cannot remove entries.
        let Some(entry) = self.boards.entry(self.board, name) else {
            return Err(Fault::ScriptMissingEntry { name: name.clone() });
        };
        let (kind, current) = (entry.kind.clone(), entry.value.clone());
        let new = match operator {
            Assignment::Create | Assignment::Existing => {
                self.plain_value(name, &kind, &current, value)?
            }
            _ => compound_value(operator, current, &value)?,
        };
        self.boards.overwrite(self.board, name, new.clone())?;
        Ok(new)
    }

    fn plain_value(
        &self,
        name: &Arc<str>,
        kind: &Type,
        current: &Value,
        value: Value,
    ) -> Result<Value, Fault> {
        let is_free = current.is_empty() && *kind == Type::Untyped;
        if is_free {
            return Ok(value);
        }
        if let Some(text) = value.as_text()
            && !current.is_text()
        {
            if kind.reads_text() {
                return value.read_as_text_entry(kind, text, self.enums);
            }
            if current.is_number() && *kind != Type::Status {
                return Ok(Value::real(self.number(&value)?));
            }
            return Err(Fault::ScriptTextToOther {
                name: name.clone(),
                to: current.kind().clone(),
            });
        }
        let mut target = current.clone();
        value
            .copy_into(&mut target)
            .map_err(|_| Fault::ScriptTypeMismatch {
                name: name.clone(),
                from: value.kind().clone(),
                to: current.kind().clone(),
            })?;
        Ok(target)
    }
}

impl Value {
    /// Text that goes into an entry of this type.
    fn read_as_text_entry(&self, kind: &Type, text: &str, enums: &Enums) -> Result<Value, Fault> {
        crate::value::parse(text, kind, enums)
    }
}

fn compound_value(operator: Assignment, current: Value, value: &Value) -> Result<Value, Fault> {
    if current.is_empty() {
        return Err(unset(operator.as_str(), "left"));
    }
    let mut result = current.clone();
    if value.is_number() {
        if !current.is_number() {
            return Err(Fault::ScriptCompoundNotNumber);
        }
        let (left, right) = (current.cast_double()?, value.cast_double()?);
        result = Value::real(match operator {
            Assignment::Add => left + right,
            Assignment::Subtract => left - right,
            Assignment::Multiply => left * right,
            _ => left / right,
        });
    } else if value.is_text() {
        if operator != Assignment::Add {
            return Err(Fault::ScriptCompoundOnText);
        }
        result = joined(&current, value)?;
    }
    let mut target = current;
    result.copy_into(&mut target)?;
    Ok(target)
}

fn joined(left: &Value, right: &Value) -> Result<Value, Fault> {
    let (left, right) = (left.cast(&Type::String)?, right.cast(&Type::String)?);
    let text = [left.as_text(), right.as_text()];
    Ok(Value::text(text.map(Option::unwrap_or_default).concat()))
}

fn unary(operator: Unary, operand: &Value) -> Result<Value, Fault> {
    if operand.is_text() {
        return Err(Fault::ScriptUnaryOnText);
    }
    if !operand.is_number() {
        return Err(Fault::ScriptUnaryNotNumber);
    }
    let number = operand.cast_double()?;
    Ok(match operator {
        Unary::Negate => Value::real(-number),
        Unary::Not => truth(number == 0.0),
        Unary::Complement => {
            const BOUND: f64 = 9_223_372_036_854_775_808.0;
            if !(-BOUND..=BOUND).contains(&number) {
                return Err(Fault::NumberOutOfRange);
            }
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_precision_loss,
                reason = "in range; results are reals"
            )]
            Value::real(!(number as i64) as f64)
        }
    })
}

fn binary(operator: Binary, left: &Value, right: &Value) -> Result<Value, Fault> {
    if left.is_empty() {
        return Err(unset(operator.as_str(), "left"));
    }
    if right.is_empty() {
        return Err(unset(operator.as_str(), "right"));
    }
    if operator == Binary::Concat {
        // At least one side must be text; there, two numbers give an empty value without an error.
        let is_scalar = |value: &Value| value.is_text() || value.is_number();
        let has_text = left.is_text() || right.is_text();
        if has_text && is_scalar(left) && is_scalar(right) {
            return joined(left, right);
        }
        return Err(Fault::ScriptOperands { operator: ".." });
    }
    if left.is_text() && right.is_text() && operator == Binary::Add {
        return joined(left, right);
    }
    if !left.is_number() || !right.is_number() {
        return Err(Fault::ScriptOperands {
            operator: operator.as_str(),
        });
    }
    match operator {
        Binary::BitAnd | Binary::BitOr | Binary::BitXor => bits(operator, left, right),
        Binary::And | Binary::Or => {
            left.cast_double()?;
            right.cast_double()?;
            let truth_of = |value: &Value| value.cast_bool().map_err(|_| Fault::ScriptNotFlag);
            let (left, right) = (truth_of(left)?, truth_of(right)?);
            Ok(truth(match operator {
                Binary::And => left && right,
                _ => left || right,
            }))
        }
        _ => {
            let (left, right) = (left.cast_double()?, right.cast_double()?);
            Ok(Value::real(match operator {
                Binary::Add => left + right,
                Binary::Subtract => left - right,
                Binary::Multiply => left * right,
                _ => left / right,
            }))
        }
    }
}

fn bits(operator: Binary, left: &Value, right: &Value) -> Result<Value, Fault> {
    left.cast_double()?;
    right.cast_double()?;
    let integer = |value: &Value| match value.data() {
        Data::Int(number) => Ok(*number),
        _ => value
            .cast_integer(&Type::Int64)
            .map_err(|_| Fault::ScriptBitsNotInteger),
    };
    let (left, right) = (integer(left)?, integer(right)?);
    let result = match operator {
        Binary::BitAnd => left & right,
        Binary::BitOr => left | right,
        _ => left ^ right,
    };
    #[expect(clippy::cast_precision_loss, reason = "results are reals")]
    Ok(Value::real(result as f64))
}
