//! Compiles the rules of a schema as the server does when a CRD is submitted.
//!
//! Source: `pkg/apiserver/schema/cel/compilation.go` of apiextensions-apiserver.

use super::{
    Environment,
    check::{Checked, check},
    compile_constant, estimate,
    estimate_size::{least_size, most_values},
    types::{Objects, Place, Type},
};
use crate::crd::{Rule, Schema};

/// The name of the type of `self`; the server makes up a new number each time.
const SELF_TYPE: &str = "selfType1";

/// A rule whose expressions compile.
#[derive(Debug, Clone)]
pub struct Compiled {
    /// The rule.
    pub rule: Checked,
    /// The expression for the message.
    pub message: Option<Checked>,
}

/// An expression that does not compile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompileError {
    /// The expression for the message, not the rule.
    pub in_message: bool,
    /// What is wrong (`compilation failed: ERROR: ...`), in several lines.
    pub text: String,
}

/// What the compiler makes of the parts of a rule.
#[derive(Debug)]
pub(super) struct Outcome {
    /// The rule, or what is wrong with it; none when there is no rule.
    pub(super) rule: Option<Result<Checked, String>>,
    /// The same for the expression for the message, which is looked at only when the rule compiles.
    pub(super) message: Option<Result<Checked, String>>,
}

/// Compiles `rule`, which stands on `schema`; `root` tells that this is the schema of the whole resource.
///
/// # Errors
///
/// The rule or the expression for its message does not compile, or has the wrong type.
pub fn compile(rule: &Rule, schema: &Schema, root: bool, environment: Environment) -> Result<Compiled, CompileError> {
    let outcome = parts(rule, Place::new(schema, root), environment);
    let error = |in_message| move |text| CompileError { in_message, text };
    let empty = || Err("the rule is empty".to_owned());
    Ok(Compiled {
        rule: outcome.rule.unwrap_or_else(empty).map_err(error(false))?,
        message: outcome.message.transpose().map_err(error(true))?,
    })
}

/// Compiles the rule and the expression for its message.
pub(super) fn parts(rule: &Rule, place: Place<'_>, environment: Environment) -> Outcome {
    let mut outcome = Outcome { rule: None, message: None };
    if rule.rule.trim().is_empty() {
        return outcome;
    }
    let mut objects = Objects::default();
    let Some(this) = place.type_at(SELF_TYPE, &mut objects) else {
        outcome.rule = Some(Err("failed to convert to declType for CEL validation rules".to_owned()));
        return outcome;
    };
    let old = if rule.optional_old_self == Some(true) { Type::optional(this.clone()) } else { this.clone() };
    let variables = [("self", this), ("oldSelf", old)];
    let mut expression = |source: &str, wanted: &Type, (prefix, program): (&str, &str), wrong: &str| {
        let checked = check(source, environment, &variables, &mut objects)
            .map_err(|issues| format!("{prefix}compilation failed: {}", issues.display(source)))?;
        if checked.result() != wanted {
            return Err(wrong.to_owned());
        }
        match compile_constant::fault(&checked) {
            Some(fault) => Err(format!("{program} instantiation failed: {fault}")),
            None => Ok(checked),
        }
    };
    let checked = expression(&rule.rule, &Type::Bool, ("", "program"), "cel expression must evaluate to a bool");
    let compiles = checked.is_ok();
    outcome.rule = Some(checked);
    if let Some(source) = rule.message_expression.as_deref().filter(|source| compiles && !source.is_empty()) {
        outcome.message = Some(expression(
            source,
            &Type::String,
            ("messageExpression ", "messageExpression"),
            "messageExpression must evaluate to a string",
        ));
    }
    outcome
}

/// What `checked` costs at most for one value.
pub(super) fn most_cost(checked: &Checked, place: Place<'_>, environment: Environment) -> u64 {
    estimate::cost(checked, place, environment).max
}

/// How often a value of the schema can occur in an object when nothing bounds it.
pub(super) fn most_often(place: Place<'_>) -> u64 {
    most_values(least_size(place))
}
