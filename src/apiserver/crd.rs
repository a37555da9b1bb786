//! The judgement on a CRD with the validation of its defaults and of its rules.

use crate::{
    crd::{
        Additional, CrdFault, Schema,
        accept::{self, Checks, DefaultCheck},
    },
    yaml::Node,
};

use super::{
    Cause,
    cel::{check_rules, rules},
    prune,
    release::KubeVersion,
    validate_schema::Walk,
    validate_text, value_text,
};

/// What keeps the API server from taking the CRD `node`: [`accept::faults`] with its defaults validated and its rules compiled.
///
/// Metadata in the defaults of embedded resources is not judged. Recurses as deep as the schema and its defaults are nested.
pub fn faults(node: &Node<'_>, kube: KubeVersion) -> Vec<CrdFault> {
    accept::faults(node, Checks { default: &|check| default(check, kube), rules: &|check| check_rules::faults(check, kube) })
}

fn default(check: &DefaultCheck<'_>, kube: KubeVersion) -> Vec<CrdFault> {
    let mut faults = Vec::new();
    let mut add = |field: String, message: String| faults.push(CrdFault { field, message, span: check.value.span });
    if !check.inside_metadata && !prune::value(&mut check.value.clone(), check.schema).is_empty() {
        let value = value_text::bad_value(check.value, kube);
        add(check.field.clone(), format!("Invalid value: {value}: must not have unknown fields"));
    }
    let mut schema = check.schema.clone();
    forget_int_or_string(&mut schema);
    let causes = validate_text::causes(&Walk::over(check.value, None, &schema, kube), kube);
    let sound = causes.is_empty();
    for cause in causes {
        let below = if cause.field.is_empty() { String::new() } else { format!(".{}", cause.field) };
        add(format!("{}{below}", check.field), cause.message);
    }
    for cause in if sound { rules(check, kube) } else { Vec::new() } {
        // Only the validation of schemas puts a point before an index.
        let below = match cause.field.as_str() {
            "" | "<nil>" => String::new(),
            field if field.starts_with('[') => field.to_owned(),
            field => format!(".{field}"),
        };
        add(format!("{}{below}", check.field), cause.message);
    }
    faults
}

/// What the rules say of a default: first as one that does not change, then as a new one.
fn rules(check: &DefaultCheck<'_>, kube: KubeVersion) -> Vec<Cause> {
    let run = |old| {
        let outcome = rules::value(check.value, old, check.schema, check.resource, kube, rules::OBJECT_BUDGET);
        // Where nothing changes a rule only warns, but the server does not look at it like that here.
        outcome.causes.into_iter().chain(outcome.warnings).collect::<Vec<_>>()
    };
    let unchanged = run(Some(check.value));
    if unchanged.is_empty() { run(None) } else { unchanged }
}

/// The server's validation of defaults, unlike that of objects, takes any type where `x-kubernetes-int-or-string` stands.
fn forget_int_or_string(schema: &mut Schema) {
    schema.int_or_string = false;
    let junctors = [&mut schema.all_of, &mut schema.any_of, &mut schema.one_of].into_iter().flatten();
    let single = [schema.not.as_deref_mut(), schema.items.as_deref_mut()].into_iter().flatten();
    let additional = match &mut schema.additional {
        Some(Additional::Schema(schema)) => Some(&mut **schema),
        _ => None,
    };
    let properties = schema.properties.schemas_mut();
    junctors.chain(single).chain(additional).chain(properties).for_each(forget_int_or_string);
}
