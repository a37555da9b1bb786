//! The words of the server for what the schema refuses.

use std::{collections::HashSet, fmt::Write as _};

use crate::{
    crd::{Schema, Type},
    yaml::{
        Node, Number, Value,
        go::{float64, quote},
    },
};

use super::{
    cause::{Cause, Reason, Stage},
    release::KubeVersion,
    validate_number::Bound,
    validate_schema::{Failure, Walk, What},
    value_text::{bad_value, json, push_plain},
};

/// The causes for what a walk has found, each text once.
pub(super) fn causes(walk: &Walk<'_>, kube: KubeVersion) -> Vec<Cause> {
    let mut seen = HashSet::new();
    let mut causes = Vec::with_capacity(walk.failures().len());
    for failure in walk.failures() {
        let path = walk.path(failure);
        let words = words(failure, &path, kube);
        if seen.insert(words.identity) {
            causes.push(Cause {
                stage: Stage::Schema,
                reason: words.reason,
                field: words.field,
                message: words.message,
                span: failure.span,
                related: None,
                masked: false,
                rule: None,
            });
        }
    }
    causes
}

struct Words {
    reason: Reason,
    field: String,
    message: String,
    /// The validator's own text, by which it drops repetitions.
    identity: String,
}

fn words(failure: &Failure<'_>, path: &str, kube: KubeVersion) -> Words {
    let value = || bad_value(failure.node, kube);
    let detail = |reason, text: &str, detail: String| (reason, format!("{text}: {detail}"), detail);
    let invalid = |value: String, text: String| detail(Reason::Invalid, &format!("Invalid value: {value}"), text);
    let combined = |text: String| detail(Reason::Invalid, "Invalid value: \"\"", format!("{} {text}", quote(path)));
    let count = || match &failure.node.value {
        Value::List(items) => items.len(),
        Value::Map(map) => map.len(),
        _ => 0,
    };
    let (reason, message, identity) = match failure.what {
        What::Type(schema, actual) => type_words(path, &type_names(schema), actual),
        What::TypeOfFormat(format, actual) => type_words(path, format, actual),
        What::Format(format) => type_words(path, format, failure.node.as_str().unwrap_or_default()),
        What::AnyOf => combined("must validate at least one schema (anyOf)".to_owned()),
        What::OneOfNone => combined("must validate one and only one schema (oneOf). Found none valid".to_owned()),
        What::OneOfMany(valid) => {
            combined(format!("must validate one and only one schema (oneOf). Found {valid} valid alternatives"))
        }
        What::AllOf => combined("must validate all the schemas (allOf)".to_owned()),
        What::AllOfNone => combined("must validate all the schemas (allOf). None validated".to_owned()),
        What::Not => combined("must not validate the schema (not)".to_owned()),
        What::MaxLength(limit) => (
            Reason::TooLong,
            format!("Too long: {}", too_long(limit, kube)),
            format!("{path} in body should be at most {limit} chars long"),
        ),
        What::MinLength(limit) => invalid(value(), format!("{path} in body should be at least {limit} chars long")),
        What::Pattern(pattern) => {
            let source = pattern.source();
            invalid(
                value(),
                match pattern.error() {
                    Some(error) => format!("{path} in body should match '{source}, but pattern is invalid: {error}'"),
                    None => format!("{path} in body should match '{source}'"),
                },
            )
        }
        What::OutOfRange(name, schema) => {
            let kind = type_names(schema);
            let format = match (schema.kind, schema.format.as_deref()) {
                (Some(Type::Integer), Some(format @ ("int32" | "int64")))
                | (Some(Type::Number), Some(format @ ("float" | "double"))) => {
                    format!("with format {format}")
                }
                _ => "(default format)".to_owned(),
            };
            detail(Reason::Invalid, "Invalid value: \"\"", format!("{name} value must be of type {kind} {format} in {path}"))
        }
        What::MultipleOf(factor) => {
            invalid(compared(failure.node, factor), format!("{path} in body should be a multiple of {factor}"))
        }
        What::MultipleOfNotPositive(factor) => {
            invalid(factor.to_string(), format!("factor MultipleOf declared for {path} must be positive: {factor}"))
        }
        What::Minimum(limit, exclusive) => {
            let relation = if exclusive { "greater than" } else { "greater than or equal to" };
            invalid(compared(failure.node, limit), format!("{path} in body should be {relation} {limit}"))
        }
        What::Maximum(limit, exclusive) => {
            let relation = if exclusive { "less than" } else { "less than or equal to" };
            invalid(compared(failure.node, limit), format!("{path} in body should be {relation} {limit}"))
        }
        What::MinItems(limit) => invalid(count().to_string(), format!("{path} in body should have at least {limit} items")),
        What::MinProperties(limit) => {
            invalid(count().to_string(), format!("{path} in body should have at least {limit} properties"))
        }
        What::MaxItems(limit) => (
            Reason::TooMany,
            format!("Too many: {}", too_many(count(), limit, kube)),
            format!("{path} in body should have at most {limit} items"),
        ),
        What::MaxProperties(limit) => (
            Reason::TooMany,
            format!("Too many: {}", too_many(count(), limit, kube)),
            format!("{path} in body should have at most {limit} properties"),
        ),
        What::Enum(schema) => enum_words(failure.node, path, schema, kube),
        What::Forbidden(key) => invalid(quote(key), format!("{path}.{key} in body is a forbidden property")),
        What::Required(key) => (Reason::Required, "Required value".to_owned(), format!("{path}.{key} in body is required")),
    };
    let field = match failure.what {
        What::AnyOf | What::OneOfNone | What::OneOfMany(_) | What::AllOf | What::AllOfNone | What::Not | What::OutOfRange(..) => {
            String::new()
        }
        What::Required(key) => field(&format!("{path}.{key}")),
        _ => field(path),
    };
    Words { reason, field, message, identity }
}

/// A number in the type in which it was compared.
fn compared(node: &Node<'_>, bound: Bound) -> String {
    match (&node.value, bound) {
        (Value::Number(Number::Int(value)), Bound::Int(_)) => value.to_string(),
        (Value::Number(number), _) => float64(number.as_f64()),
        _ => String::new(),
    }
}

fn type_words(path: &str, expected: &str, actual: &str) -> (Reason, String, String) {
    let actual = quote(actual);
    let detail = format!("{path} in body must be of type {expected}: {actual}");
    (Reason::TypeInvalid, format!("Invalid value: {actual}: {detail}"), detail)
}

fn enum_words(node: &Node<'_>, path: &str, schema: &Schema, kube: KubeVersion) -> (Reason, String, String) {
    let mut message = format!("Unsupported value: {}: supported values: ", bad_value(node, kube));
    let mut identity = format!("{path} in body should be one of [");
    for (index, allowed) in schema.enumeration.iter().flatten().enumerate() {
        if index > 0 {
            message.push_str(", ");
            identity.push(' ');
        }
        match allowed.as_str() {
            Some(text) => message.push_str(&quote(text)),
            None => message.push_str(&quote(&json(allowed))),
        }
        push_plain(&mut identity, allowed);
    }
    identity.push(']');
    (Reason::NotSupported, message, identity)
}

fn type_names(schema: &Schema) -> String {
    if schema.int_or_string {
        return "integer,string".to_owned();
    }
    schema.kind.map_or("", |kind| kind.name()).to_owned()
}

/// The validator's path as a field: without a dot at the beginning; a lone dot is no field.
fn field(path: &str) -> String {
    if path == "." { String::new() } else { path.strip_prefix('.').unwrap_or(path).to_owned() }
}

/// The text for a limit of length; the server says bytes and counts characters.
pub(super) fn too_long(limit: i64, kube: KubeVersion) -> String {
    if limit < 0 {
        "value is too long".to_owned()
    } else if !kube.at_least(32) {
        format!("may not be longer than {limit}")
    } else {
        let unit = if limit == 1 && kube.at_least(34) { "byte" } else { "bytes" };
        format!("may not be more than {limit} {unit}")
    }
}

fn too_many(count: usize, limit: i64, kube: KubeVersion) -> String {
    let mut text = format!("{count}: ");
    if limit < 0 {
        text.push_str("has too many items");
    } else {
        let unit = if limit == 1 && kube.at_least(34) { "item" } else { "items" };
        let _ = write!(text, "must have at most {limit} {unit}");
    }
    text
}
