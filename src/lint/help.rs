//! What to do about a cause: the nearest name, the level where a field belongs, what became of it.

use super::{
    cause::{Scene, types},
    history, rule,
};
use crate::{
    apiserver::Cause,
    crd::{
        Release, Schema, Type,
        explain::{PathError, follow, steps},
        nearest::nearest,
    },
    finding,
};

/// The help of a finding; empty when there is nothing to add.
pub(super) fn of(code: &str, cause: &Cause, scene: &Scene<'_>) -> String {
    let hint = match code {
        "SCH001" => unknown_field(cause, scene),
        code if cause.message.starts_with("unknown field ") => known_past(code, cause, scene),
        "SCH004" | "DEP008" | "DEP012" | "DEP014" => nearest_value(cause, scene),
        "SCH016" => Some(newer(scene)),
        "SCH002" => missing(cause, scene),
        "SCH003" => shape(cause),
        "YAML003" | "YAML004" | "YAML005" | "YAML007" => Some(format!("quote it: \"{}\"", scene.text.slice(cause.span))),
        _ => rule::help(code, cause, scene),
    };
    hint.unwrap_or_else(|| finding::find(code).map(|rule| rule.fix.to_owned()).unwrap_or_default())
}

fn newer(scene: &Scene<'_>) -> String {
    let asked = scene.linter.release.map_or("the schema in use", Release::name);
    format!("release {} brought it; {asked} does not have it", Release::Current.name())
}

fn known_past(code: &str, cause: &Cause, scene: &Scene<'_>) -> Option<String> {
    if code == "SCH016" {
        return Some(newer(scene));
    }
    history::hint(scene.kind, &cause.field).or_else(|| unknown_field(cause, scene))
}

fn unknown_field(cause: &Cause, scene: &Scene<'_>) -> Option<String> {
    if let Some(hint) = history::hint(scene.kind, &cause.field) {
        return Some(hint);
    }
    match follow(scene.kind, scene.schema?, &steps(&cause.field)).err()? {
        PathError::NoField { field, near, elsewhere, .. } => {
            if let Some(near) = near.first() {
                return Some(format!("did you mean {near}?"));
            }
            // A name that is everywhere says nothing about what was meant.
            if !elsewhere.is_empty() && elsewhere.len() < 3 {
                return Some(format!("{field} belongs to {}", elsewhere.join(" or ")));
            }
            let (parent, _) = cause.field.rsplit_once('.').unwrap_or(("", &cause.field));
            valid_names(schema_at(scene.schema?, parent)?, parent)
        }
        PathError::NoObject { parent, type_text, .. } => Some(format!("{parent} is {type_text} and has no fields")),
        PathError::NoLevel { .. } => None,
    }
}

/// The schema at `path` (`spec.facades[0].type`), as far as it exists.
pub(super) fn schema_at<'s>(root: &'s Schema, path: &str) -> Option<&'s Schema> {
    follow("", root, &steps(path)).ok().map(|place| place.schema)
}

/// The names that are valid at a level that has few of them.
fn valid_names(level: &Schema, parent: &str) -> Option<String> {
    const FEW: usize = 12;
    let names: Vec<&str> = level.properties.iter().map(|property| property.name.as_str()).collect();
    if names.is_empty() {
        return Some(format!("{} has no fields in the schema", if parent.is_empty() { "the object" } else { parent }));
    }
    (names.len() <= FEW).then(|| format!("fields here: {}", names.join(", ")))
}

/// The value of `Unsupported value: "x": supported values: ...`.
pub(super) fn unsupported(message: &str) -> Option<String> {
    let rest = message.strip_prefix("Unsupported value: ")?;
    let (value, _) = rest.split_once(": supported values: ")?;
    serde_json::from_str(value).ok()
}

fn nearest_value(cause: &Cause, scene: &Scene<'_>) -> Option<String> {
    if let Some(hint) = history::hint(scene.kind, &cause.field) {
        return Some(hint);
    }
    let value = unsupported(&cause.message)?;
    if let Some(hint) = history::value_hint(scene.kind, &cause.field, &value) {
        return Some(hint.to_owned());
    }
    let values = schema_at(scene.schema?, &cause.field)?.enumeration.as_ref()?;
    let near = nearest(&value, values.iter().filter_map(|value| value.as_str()));
    let near = near.first()?;
    Some(format!("did you mean {near}?"))
}

/// What the missing field looks like.
fn missing(cause: &Cause, scene: &Scene<'_>) -> Option<String> {
    let schema = schema_at(scene.schema?, &cause.field)?;
    let name = cause.field.rsplit('.').next().unwrap_or(&cause.field);
    let what = match schema.kind? {
        Type::Array => "a list",
        Type::Object => "an object",
        Type::String => "a string",
        Type::Integer | Type::Number => "a number",
        Type::Boolean => "true or false",
    };
    let values =
        schema.enumeration.as_ref().map(|values| values.iter().filter_map(|value| value.as_str()).collect::<Vec<_>>().join(", "));
    Some(match values {
        Some(values) if !values.is_empty() => format!("add {name}, one of {values}"),
        _ => format!("add {name}, {what}"),
    })
}

fn shape(cause: &Cause) -> Option<String> {
    match types(&cause.message)? {
        ("array", _) => Some("write a list: each item on a line of its own, after a dash".to_owned()),
        ("object", "array") => Some("write one object, not a list".to_owned()),
        ("object", _) => Some("write an object: its fields below, indented".to_owned()),
        ("integer", "number") => Some("write a whole number that fits 64 bits".to_owned()),
        ("integer" | "number" | "boolean", "string") => Some("write it without quotes".to_owned()),
        _ => None,
    }
}
