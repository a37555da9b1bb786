//! What the server computes of an expression before any value is there, and what can go wrong with that.
//!
//! Source: `interpreter/decorators.go` of cel-go, `pkg/cel/library/regex.go` of apiserver.

use cel::common::ast::{CallExpr, Expr, IdedExpr, LiteralValue};

use super::{
    check::Checked,
    library::{self, Tools},
    lower::literal_value,
    value::{Fault, Value},
    walk::children,
};
use crate::crd::Pattern;

/// Why the program of `checked` cannot be made, if so.
pub(super) fn fault(checked: &Checked) -> Option<String> {
    node(&checked.expr).err()
}

/// The value of a literal, and of a conversion of one, as deep as conversions are nested; why it has none.
///
/// Recurses as deep as the expression is nested.
fn node(expr: &IdedExpr) -> Result<Option<Value<'static>>, String> {
    let mut values = Vec::new();
    for child in children(expr) {
        values.push(node(child)?);
    }
    match &expr.expr {
        Expr::Literal(literal) => Ok(Some(literal_value(literal))),
        Expr::Call(call) => {
            if let Some(error) = pattern(call) {
                return Err(error);
            }
            match values.as_slice() {
                [Some(argument)] if call.target.is_none() => convert(&call.func_name, argument),
                _ => Ok(None),
            }
        }
        _ => Ok(None),
    }
}

/// Why the literal argument of the conversion `function` cannot be converted, if so; nothing for other functions.
pub(super) fn conversion_fault(function: &str, literal: &LiteralValue) -> Option<String> {
    convert(function, &literal_value(literal)).err()
}

/// The value that the conversion `function` makes of `argument`; nothing when it is no conversion.
fn convert(function: &str, argument: &Value<'static>) -> Result<Option<Value<'static>>, String> {
    let Some(function) = library::find(function, false, 1).filter(|function| function.converts) else { return Ok(None) };
    match (function.run)(&mut Tools::default(), None, std::slice::from_ref(argument)) {
        Ok(value) => Ok(Some(value)),
        Err(Fault::Error(text)) => Err(text.into_owned()),
        Err(Fault::CostLimit | Fault::Internal(_)) => Ok(None),
    }
}

/// What is wrong with a regular expression that is known already: it is compiled once.
fn pattern(call: &CallExpr) -> Option<String> {
    let argument = match (call.func_name.as_str(), &call.target) {
        ("matches" | "find" | "findAll", Some(_)) => call.args.first(),
        ("matches", None) => call.args.get(1),
        _ => None,
    };
    match argument.map(|argument| &argument.expr) {
        Some(Expr::Literal(LiteralValue::String(pattern))) => Pattern::syntax_error(pattern.inner()),
        _ => None,
    }
}
