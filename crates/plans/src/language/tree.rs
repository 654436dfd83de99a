//! The syntax tree of an accepted plan: exactly the constructs of the plan language, names resolved.

use crate::tools::ToolId;
use std::ops::Range;

/// Where something stands, in bytes of the text.
pub type Span = Range<usize>;

/// A plan.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    /// Its statements.
    pub body: Vec<Stmt>,
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: StmtKind,
}

/// The statements.
#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    /// `f(x)`
    Expr(Expr),
    /// `a = b = x`, the targets left to right.
    Assign(Vec<Target>, Expr),
    /// `a += x`: read, compute, store.
    Augment(Target, Expr),
    /// `if … elif …`, and the `else`.
    If(Vec<(Expr, Vec<Stmt>)>, Vec<Stmt>),
    /// `for target in items:`
    For(Target, Expr, Vec<Stmt>),
    /// `raise x`
    Raise(Expr),
}

/// What is assigned to.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: TargetKind,
}

/// The targets.
#[derive(Clone, Debug, PartialEq)]
pub enum TargetKind {
    /// `x`
    Name(Box<str>),
    /// `a, b`
    Unpack(Vec<Target>),
    /// `x.name`
    Attribute(Expr),
    /// `x[index]`
    Item(Expr, Expr),
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: ExprKind,
}

/// The expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A constant: whether it is true as a condition, and its text.
    Literal(bool, Box<str>),
    /// A variable.
    Name(Box<str>),
    /// A function or class that every plan may name, not called here: `int`, `SharingPermission`.
    Known(Box<str>),
    /// `x.name`
    Attribute(Box<Expr>, Box<str>),
    /// `x[index]`
    Item(Box<Expr>, Box<Expr>),
    /// `[…]`, `(…)`, `{…}`; an element may be [`ExprKind::Starred`].
    Display(Vec<Expr>),
    /// `{k: v}`; no key for `**v`.
    Dict(Vec<(Option<Expr>, Expr)>),
    /// An f-string: what is put into it.
    Text(Vec<Expr>),
    /// A comprehension: its elements (two for a dict), and its clauses.
    Comprehension(Vec<Expr>, Vec<Clause>),
    /// `(x := value)`
    Walrus(Box<str>, Box<Expr>),
    /// `not x`
    Not(Box<Expr>),
    /// `-x`, `+x`, `~x`
    Unary(Box<Expr>),
    /// `x + y`, with the operator.
    Binary(&'static str, Box<Expr>, Box<Expr>),
    /// `x and y`, `x or y`: whether it is `and`.
    Logic(bool, Vec<Expr>),
    /// `x == y`
    Compare(Comparison, Box<Expr>, Box<Expr>),
    /// `then if test else otherwise`: test, then, otherwise.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `f(…)`
    Call(Callee, Vec<Argument>),
    /// `*x`, within a display.
    Starred(Box<Expr>),
}

/// The comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `is`
    Is,
    /// `is not`
    IsNot,
    /// `in`
    In,
    /// `not in`
    NotIn,
}

/// What is called.
#[derive(Clone, Debug, PartialEq)]
pub enum Callee {
    /// A tool.
    Tool(ToolId),
    /// A built-in function, or a class: made of its arguments.
    Function(Box<str>),
    /// A method of a value.
    Method(Box<Expr>, Box<str>),
}

/// An argument of a call.
#[derive(Clone, Debug, PartialEq)]
pub struct Argument {
    /// How it is passed.
    pub pass: Pass,
    /// What is passed.
    pub value: Expr,
}

/// How an argument is passed.
#[derive(Clone, Debug, PartialEq)]
pub enum Pass {
    /// By position.
    Position,
    /// By name.
    Name(Box<str>),
    /// `*x`
    Star,
    /// `**x`
    DoubleStar,
}

/// `for target in items if … if …` of a comprehension.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// The variable.
    pub target: Target,
    /// What it runs over.
    pub items: Expr,
    /// The filters.
    pub tests: Vec<Expr>,
}
