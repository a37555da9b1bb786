//! The path of a field as people write it (`agentruntime.spec.rollout.steps[].pause`), and the way it goes through a schema.

use std::fmt;

use super::super::nearest::nearest;
use super::super::schema::{Additional, Schema};

/// One step of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// `.name`.
    Field(String),
    /// `[]`, `[0]`, `[*]`, `[key]` or `{}`: an item of a list or a value of a map.
    Level,
}

/// Why a path leads nowhere.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    /// An object lacks the field.
    #[error("{} has no field {field:?}", named(kind, parent))]
    NoField {
        /// The kind.
        kind: String,
        /// The path up to the object, `spec.rollout`; the kind where it is the root.
        parent: String,
        /// The name that was asked for.
        field: String,
        /// Fields of the same object that may be meant, nearest first.
        near: Vec<String>,
        /// Paths at which a field of that very name does exist, at most three.
        elsewhere: Vec<String>,
    },
    /// What stands there has no fields.
    #[error("{} is {type_text}: it has no field {field:?}", named(kind, parent))]
    NoObject {
        /// The kind.
        kind: String,
        /// The path up to the value.
        parent: String,
        /// Its type, as kubectl writes it.
        type_text: String,
        /// The name that was asked for.
        field: String,
    },
    /// A list or a map was asked for its items, and it is none.
    #[error("{} is {type_text}, neither a list nor a map", named(kind, parent))]
    NoLevel {
        /// The kind.
        kind: String,
        /// The path up to the value.
        parent: String,
        /// Its type, as kubectl writes it.
        type_text: String,
    },
}

/// Cuts a path into the word for the resource and the steps behind it; the group behind the word is passed over.
///
/// `agentruntimes.omnia.altairalabs.ai.spec.facades[].type` is `agentruntimes` and `spec`, `facades`, an item, `type`.
pub fn split<'p>(path: &'p str, group: &str) -> (&'p str, Vec<Step>) {
    let (word, rest) = path.split_at(path.find(['.', '[', '{']).unwrap_or(path.len()));
    let behind_group = rest.strip_prefix('.').and_then(|rest| rest.strip_prefix(group));
    let rest = behind_group.filter(|rest| rest.is_empty() || rest.starts_with(['.', '[', '{'])).unwrap_or(rest);
    (word, steps(rest))
}

/// The steps of a path without its resource.
pub fn steps(path: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut rest = path;
    while let Some(first) = rest.chars().next() {
        let closing = match first {
            '.' => {
                rest = &rest[1..];
                continue;
            }
            '[' => ']',
            '{' => '}',
            _ => {
                let end = rest.find(['.', '[', '{']).unwrap_or(rest.len());
                steps.push(Step::Field(rest[..end].to_owned()));
                rest = &rest[end..];
                continue;
            }
        };
        steps.push(Step::Level);
        rest = rest.find(closing).map_or("", |end| &rest[end + 1..]);
    }
    steps
}

/// A schema and how it was reached.
#[derive(Debug, Clone)]
pub struct Place<'s> {
    /// The schema.
    pub schema: &'s Schema,
    /// The path with every level (`spec.facades[].type`); empty at the root.
    pub path: String,
    /// The object of which it is a field, and whether that object requires it.
    pub required: bool,
    /// The objects on the way, from the root on, each with the part of the path behind it.
    pub above: Vec<(&'s Schema, String, String)>,
}

/// Follows `steps` from the root of the kind's schema. Lists and maps on the way are passed through, as kubectl does.
///
/// # Errors
///
/// [`PathError`] when a field does not exist.
pub fn follow<'s>(kind: &str, root: &'s Schema, steps: &[Step]) -> Result<Place<'s>, PathError> {
    let mut place = Place { schema: root, path: String::new(), required: false, above: Vec::new() };
    for step in steps {
        match step {
            Step::Level => {
                let Some((level, below)) = level(place.schema) else {
                    return Err(PathError::NoLevel {
                        kind: kind.to_owned(),
                        parent: shown(kind, &place.path),
                        type_text: super::type_text(place.schema),
                    });
                };
                place.enter(level, below);
                place.required = false;
            }
            Step::Field(name) => place.field(kind, root, name)?,
        }
    }
    Ok(place)
}

impl<'s> Place<'s> {
    fn field(&mut self, kind: &str, root: &'s Schema, name: &str) -> Result<(), PathError> {
        while self.schema.property(name).is_none()
            && self.schema.properties.is_empty()
            && let Some((text, below)) = level(self.schema)
        {
            self.enter(text, below);
        }
        let object = self.schema;
        if let Some(below) = object.property(name) {
            let separator = if self.path.is_empty() { "" } else { "." };
            self.above.push((object, self.path.clone(), String::new()));
            self.enter(&format!("{separator}{name}"), below);
            self.required = object.required.iter().any(|required| required == name);
            return Ok(());
        }
        let parent = shown(kind, &self.path);
        if object.properties.is_empty() {
            let type_text = super::type_text(object);
            return Err(PathError::NoObject { kind: kind.to_owned(), parent, type_text, field: name.to_owned() });
        }
        let near = nearest(name, object.properties.iter().map(|property| property.name.as_str()));
        let near = near.into_iter().map(str::to_owned).collect();
        let mut elsewhere = Vec::new();
        find(root, name, &mut String::new(), &mut elsewhere);
        elsewhere.sort_by_key(|path| path.len());
        elsewhere.truncate(3);
        Err(PathError::NoField { kind: kind.to_owned(), parent, field: name.to_owned(), near, elsewhere })
    }

    fn enter(&mut self, text: &str, below: &'s Schema) {
        self.path.push_str(text);
        for (_, _, behind) in &mut self.above {
            behind.push_str(text);
        }
        self.schema = below;
    }
}

/// The schema of the items of a list or the values of a map.
pub(super) fn level(schema: &Schema) -> Option<(&'static str, &Schema)> {
    match (&schema.items, &schema.additional) {
        (Some(items), _) => Some(("[]", items)),
        (None, Some(Additional::Schema(values))) => Some(("{}", values)),
        _ => None,
    }
}

fn shown(kind: &str, path: &str) -> String {
    if path.is_empty() { kind.to_owned() } else { path.to_owned() }
}

fn named(kind: &str, parent: &str) -> String {
    if parent == kind { kind.to_owned() } else { format!("{parent} of {kind}") }
}

/// Collects the paths of the fields called `name`; `path` is where `schema` stands. Recurses with the depth of the schema.
fn find(schema: &Schema, name: &str, path: &mut String, found: &mut Vec<String>) {
    let length = path.len();
    for property in &schema.properties {
        if !path.is_empty() {
            path.push('.');
        }
        path.push_str(&property.name);
        if property.name == name {
            found.push(path.clone());
        }
        find(&property.schema, name, path, found);
        path.truncate(length);
    }
    if let Some((text, below)) = level(schema) {
        path.push_str(text);
        find(below, name, path, found);
        path.truncate(length);
    }
}

impl fmt::Display for Step {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field(name) => write!(formatter, ".{name}"),
            Self::Level => formatter.write_str("[]"),
        }
    }
}
