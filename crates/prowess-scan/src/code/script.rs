//! One form for programs of Python and JavaScript: what they assign, call and return, without what does not
//! matter here.

use prowess_base::Span;

/// A program.
#[derive(Debug, Default)]
pub(super) struct Program {
    pub(super) functions: Vec<Function>,
    /// Whether parts of it lie deeper within each other than is followed.
    pub(super) reach: Reach,
    pub(super) body: Vec<Statement>,
}

/// How much of a tree became a program.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Reach {
    #[default]
    Whole,
    /// Not what lies too deep.
    Cut,
}

/// A function, method or lambda.
#[derive(Debug)]
pub(super) struct Function {
    /// Empty where it has none.
    pub(super) name: String,
    pub(super) parameters: Vec<(Target, Option<Expression>)>,
    pub(super) body: Vec<Statement>,
}

/// What a program does in order.
#[derive(Debug)]
pub(super) enum Statement {
    Assign {
        target: Target,
        value: Expression,
        /// `+=`.
        adds: Adds,
    },
    Expression(Expression),
    Return(Expression),
    /// Each is taken once.
    Branches(Vec<Vec<Self>>),
    /// A function under its name.
    Define(usize),
    /// `import MODULE as BIND`, `from MODULE import NAME as BIND`.
    Import {
        module: String,
        name: Option<String>,
        bind: String,
    },
}

/// Whether an assignment adds to what was there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Adds {
    Yes,
    No,
}

/// What is assigned to.
#[derive(Debug)]
pub(super) enum Target {
    Name(String),
    Member(Box<Expression>, String),
    Item(Box<Expression>, Box<Expression>),
    /// Parts by their place, or by their key.
    Parts(Vec<(Option<String>, Self)>),
    Nothing,
}

/// What has a value, and where it stands.
#[derive(Debug)]
pub(super) struct Expression {
    pub(super) span: Span,
    pub(super) node: Node,
}

#[derive(Debug)]
pub(super) enum Node {
    Text(String),
    Name(String),
    Member(Box<Expression>, String),
    Item(Box<Expression>, Box<Expression>),
    /// `text[::-1]`, `text[1:4]`, by what stands between the brackets.
    Slice(Box<Expression>, String),
    Call(Box<Call>),
    Concat(Vec<Expression>),
    /// `a / b`, which joins paths in Python.
    Join(Box<Expression>, Box<Expression>),
    /// `format % values`.
    Format(Box<Expression>, Box<Expression>),
    List(Vec<Expression>),
    /// Keys and values; without a key: everything of another map.
    Map(Vec<(Option<Expression>, Expression)>),
    Function(usize),
    /// One of them, or all of them in a way that is not known.
    Any(Vec<Expression>),
    /// Everything that `source` gives, made by `made` with `bind` for each.
    Each(Box<(Target, Expression, Expression)>),
    Assign(Box<Statement>),
    Unknown,
}

/// A call, or a construction.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) callee: Expression,
    pub(super) arguments: Vec<Expression>,
    pub(super) named: Vec<(String, Expression)>,
}

impl Expression {
    pub(super) fn unknown(span: Span) -> Self {
        Self {
            span,
            node: Node::Unknown,
        }
    }
}
