//! What the server computes of an expression before any value is there, and what can go wrong with that.
//!
//! Source: `interpreter/decorators.go` of cel-go, `pkg/cel/library/regex.go` of apiserver.

use cel::common::ast::{Expr, IdedExpr, LiteralValue};

use super::{check::Checked, walk::each};
use crate::crd::Pattern;

/// Why the program of `checked` cannot be made, if so.
pub(super) fn fault(checked: &Checked) -> Option<String> {
    let mut fault = None;
    each(&checked.expr, &mut |node| {
        if fault.is_none() {
            fault = pattern(node);
        }
    });
    fault
}

/// A regular expression that is known already is compiled once.
fn pattern(node: &IdedExpr) -> Option<String> {
    let Expr::Call(call) = &node.expr else { return None };
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
