//! A compiled expression: the tree that is evaluated, with names resolved, macros expanded and constants computed.

use std::{borrow::Cow, sync::Arc};

use super::{library::Function, lower, value::Value};
use crate::crd::Pattern;

/// A compiled expression.
#[derive(Debug)]
pub struct Program {
    /// The expression.
    pub root: Expr,
    /// How many variables the comprehensions need.
    pub locals: usize,
    /// Whether `oldSelf` occurs.
    pub uses_old_self: bool,
}

/// Why an expression cannot be run, in the server's words behind `rule compile error: `.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct CompileError(pub Cow<'static, str>);

impl Program {
    /// Compiles `source`. What only a type checker finds is not found here.
    ///
    /// # Errors
    ///
    /// It is not CEL, or it uses names that no release knows.
    pub fn compile(source: &str) -> Result<Self, CompileError> {
        lower::compile(source)
    }
}

/// A node of an expression.
#[derive(Debug)]
pub struct Expr {
    /// What it is.
    pub kind: Kind,
    /// The name of a variable that the expression has given, for traces.
    pub name: Option<Arc<str>>,
}

/// The kinds of expressions.
#[derive(Debug)]
pub enum Kind {
    /// A constant.
    Const(Value<'static>),
    /// `self`.
    SelfValue,
    /// `oldSelf`.
    OldSelf,
    /// A variable of a comprehension.
    Local(usize),
    /// `a.b`, `a.?b`, `has(a.b)`.
    Select(Box<Select>),
    /// `a[b]`, `a[?b]`.
    Index(Box<Index>),
    /// `a && b`.
    And(Box<[Expr; 2]>),
    /// `a || b`.
    Or(Box<[Expr; 2]>),
    /// `a ? b : c`.
    Conditional(Box<[Expr; 3]>),
    /// `a.or(b)` of optionals.
    OrOptional(Box<[Expr; 2]>),
    /// `a.orValue(b)`.
    OrValue(Box<[Expr; 2]>),
    /// `a in [...]` where the list is constant.
    InConstant(Box<Expr>, Value<'static>),
    /// A call of a function or operator.
    Call(Box<Call>),
    /// A list.
    List(Vec<Item>),
    /// A map.
    Map(Vec<Entry>),
    /// `accumulator + [item]`; the number is the variable of the accumulator.
    Append(usize, Box<Item>),
    /// `accumulator` with an entry more; the number is the variable of the accumulator.
    Insert(usize, Box<[Expr; 2]>),
    /// `accumulator` with the entries of a map more.
    InsertAll(usize, Box<Expr>),
    /// A comprehension.
    Fold(Box<Fold>),
}

/// A selection of a field.
#[derive(Debug)]
pub struct Select {
    /// Of what.
    pub operand: Expr,
    /// The name as it stands in the expression.
    pub field: Arc<str>,
    /// The key of an object, where the name is no escape of one.
    pub key: Option<Arc<str>>,
    /// `has`.
    pub test: bool,
    /// `.?`.
    pub optional: bool,
}

/// An index.
#[derive(Debug)]
pub struct Index {
    /// Of what.
    pub operand: Expr,
    /// Which.
    pub index: Expr,
    /// `[?`.
    pub optional: bool,
}

/// A call.
#[derive(Debug)]
pub struct Call {
    /// The function.
    pub function: &'static Function,
    /// The arguments; the target comes first.
    pub args: Vec<Expr>,
    /// The regular expression, when the call has a constant one.
    pub pattern: Option<Pattern>,
}

/// An item of a list.
#[derive(Debug)]
pub struct Item {
    /// The value.
    pub value: Expr,
    /// `?value`: the item is there when the optional has a value.
    pub optional: bool,
}

/// An entry of a map.
#[derive(Debug)]
pub struct Entry {
    /// The key.
    pub key: Expr,
    /// The value.
    pub value: Expr,
    /// `?key: value`: the entry is there when the optional has a value.
    pub optional: bool,
}

/// A comprehension.
#[derive(Debug)]
pub struct Fold {
    /// What is gone through.
    pub range: Expr,
    /// The names of the variables as written.
    pub names: Vec<String>,
    /// The variable of the item, of the index or of the key.
    pub variable: usize,
    /// The variable of the value, where there are two.
    pub second: Option<usize>,
    /// The variable of the accumulator.
    pub accumulator: usize,
    /// The first value of the accumulator.
    pub initial: Expr,
    /// Go on while this is not false.
    pub condition: Expr,
    /// The next value of the accumulator.
    pub step: Expr,
    /// The value of the comprehension.
    pub result: Expr,
}
