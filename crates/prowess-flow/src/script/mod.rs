//! The script language of conditions and script leaves, as BehaviorTree.CPP 4 defines it.
//!
//! ```text
//! statements  assignment (";"+ or nothing between them)
//! assignment  ternary [":=" | "=" | "+=" | "-=" | "*=" | "/=" assignment]
//! ternary     or ["?" assignment ":" ternary]
//! or, and     "||", "&&": both sides are always evaluated
//! comparison  "==" "!=" "<" ">" "<=" ">=": chains compare neighbours
//! bits        "|" "^", below them "&"
//! sum         "+" "-" "..", below them "*" "/"
//! unary       "-" "!" "~", then a literal, a name or "(" assignment ")"
//! ```
//!
//! Integer literals are 64 bits wide; every result of an operator is a real.

mod evaluate;
mod lex;
mod parse;

use std::fmt;
use std::sync::Arc;

pub(crate) use self::evaluate::Scope;
use self::parse::Expression;
use crate::Fault;

/// Most bytes of a script.
const LONGEST: usize = 64 << 10;

/// A script that was read.
#[derive(Clone)]
pub struct Script {
    text: Arc<str>,
    statements: Arc<[Expression]>,
}

impl Script {
    /// Reads a script.
    ///
    /// # Errors
    ///
    /// A fault of the script's text, with the byte where it is.
    pub fn read(text: &str) -> Result<Self, Fault> {
        if text.len() > LONGEST {
            return Err(Fault::TooLarge {
                what: "bytes of a script",
                bound: LONGEST,
            });
        }
        let statements = parse::statements(text)?;
        Ok(Self {
            text: text.into(),
            statements: statements.into(),
        })
    }

    /// Its text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The names that it reads, and those that it writes, each once in the order in which they are
    /// met.
    #[must_use]
    pub fn names(&self) -> Names {
        let mut names = Names::default();
        for statement in self.statements.iter() {
            statement.collect_names(&mut names);
        }
        names
    }

    /// The value of a script that is one literal.
    pub(crate) fn constant(&self) -> Option<&crate::Value> {
        match &*self.statements {
            [Expression::Literal(value)] => Some(value),
            _ => None,
        }
    }
}

impl fmt::Debug for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Script").field(&self.text).finish()
    }
}

impl PartialEq for Script {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

/// The names in a script.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names {
    /// Read before anything in the script writes them.
    pub read: Vec<Arc<str>>,
    /// Made by `:=`.
    pub made: Vec<Arc<str>>,
    /// Assigned by `=` and its kin, which need an entry.
    pub assigned: Vec<Arc<str>>,
}
