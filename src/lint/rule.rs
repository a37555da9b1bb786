//! What explains a rule of the schema that does not hold: what it means, its expression, and what its parts were.

use super::{cause::Scene, help::schema_at};
use crate::{
    apiserver::{Cause, cel},
    crd::{Schema, Version},
    finding,
    yaml::Node,
};

/// The variable for the stored value.
const OLD: &str = "oldSelf";

/// What the rule of the cause means, what to do, and its expression; none when the cause is not that a rule does not hold.
pub(super) fn help(code: &str, cause: &Cause, scene: &Scene<'_>) -> Option<String> {
    let documented = finding::find(code).filter(|rule| rule.family() == "CEL")?;
    let expression = expression(cause, scene.schema?)?;
    // What stands for any rule says nothing of this one.
    let meaning = if code < "CEL900" { format!("{} ", documented.summary) } else { String::new() };
    Some(format!("{meaning}{}\nrule: {expression}", documented.fix))
}

/// Whether the rule that says the cause compares with the stored value.
pub(super) fn is_transition(cause: &Cause, scene: &Scene<'_>) -> bool {
    scene.schema.and_then(|schema| expression(cause, schema)).is_some_and(|expression| expression.contains(OLD))
}

fn expression<'s>(cause: &Cause, root: &'s Schema) -> Option<&'s str> {
    let reference = cause.rule.as_ref()?;
    let schema = if reference.path.is_empty() { root } else { schema_at(root, &reference.path)? };
    Some(schema.rules.get(reference.index)?.rule.trim())
}

/// What the parts of the rule were for `object`, a replacement of `old` if that is given; empty when no rule says the cause.
///
/// Recursive as deep as the object is nested.
pub(super) fn trace(cause: &Cause, object: &Node<'_>, old: Option<&Node<'_>>, version: &Version) -> Vec<cel::Step> {
    let Some(trace) = cause.rule.as_ref().and_then(|rule| cel::rules::trace(object, old, version, rule)) else {
        return Vec::new();
    };
    let mut steps = trace.steps;
    if trace.expression.contains(OLD) {
        // The stored value comes from another text, and so do variables that may stand for its items.
        steps.iter_mut().filter(|step| !step.text.starts_with("self")).for_each(|step| step.span = None);
    }
    steps
}
