//! What a schema says of a field: the data behind `kubectl omnia explain FIELD`.

mod path;
mod rules;

/// What `metadata` holds: a CRD may not describe it.
const METADATA: &str = "Name, namespace, labels and annotations of the object.";

pub use path::{PathError, Place, Step, follow, split, steps};
pub use rules::{EmbeddedRule, embedded_rules};

use super::definition::Definition;
use super::schema::{Additional, ListType, Rule, Schema, Type};
use crate::yaml::{JsonForm, Node, to_json};

/// What is known of a field.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation<'s> {
    /// `omnia.altairalabs.ai`.
    pub group: &'s str,
    /// `AgentRuntime`.
    pub kind: &'s str,
    /// `v1alpha1`.
    pub version: &'s str,
    /// `spec.rollout.steps`, with `[]` and `{}` where the way went through a list or a map; empty for the kind itself.
    pub path: String,
    /// The type as kubectl writes it: `[]Object`.
    pub type_text: String,
    /// Whether the object that has the field wants it.
    pub required: bool,
    /// What the server puts there when the field is absent, as JSON.
    pub default: Option<String>,
    /// What the value must keep to.
    pub constraints: Vec<Constraint>,
    /// The prose.
    pub description: Option<&'s str>,
    /// The fields of the object, or of the items of the list or map that it is; in the order of their names.
    pub fields: Vec<Field<'s>>,
    /// The rules of the field, then those of objects above it that name it.
    pub rules: Vec<RuleAt<'s>>,
}

/// A bound on a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constraint {
    /// What it is about: empty for the value itself, `[]` for its items, `{}` for its values.
    pub of: String,
    /// The keyword of the schema (`enum`, `minimum`, `x-kubernetes-list-type`); `immutable` for a field that may not change.
    pub keyword: &'static str,
    /// Its value: JSON, but a pattern and the names of types stand bare.
    pub value: String,
}

/// A field of an object, in short.
#[derive(Debug, Clone, PartialEq)]
pub struct Field<'s> {
    /// The key.
    pub name: &'s str,
    /// The type as kubectl writes it.
    pub type_text: String,
    /// Whether the object wants it.
    pub required: bool,
    /// The first sentence of the description.
    pub summary: Option<&'s str>,
    /// The schema, to go on.
    pub schema: &'s Schema,
}

/// A rule and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleAt<'s> {
    /// The path of the object whose rule it is; empty for the root.
    pub path: String,
    /// The rule.
    pub rule: &'s Rule,
}

/// Explains the field that `steps` lead to, in the stored version of a kind; none when it has no version.
///
/// # Errors
///
/// [`PathError`] when there is no such field.
pub fn explain<'s>(definition: &'s Definition, steps: &[Step]) -> Result<Option<Explanation<'s>>, PathError> {
    let Some(version) = definition.versions.iter().find(|version| version.storage).or(definition.versions.first()) else {
        return Ok(None);
    };
    let place = follow(&definition.kind, &version.schema, steps)?;
    let schema = place.schema;
    Ok(Some(Explanation {
        group: &definition.group,
        kind: &definition.kind,
        version: &version.name,
        type_text: type_text(schema),
        required: place.required,
        default: schema.default.as_deref().map(json),
        constraints: constraints(schema),
        description: schema.description.as_deref().or((place.path == "metadata").then_some(METADATA)),
        fields: fields(schema),
        rules: rules(&place),
        path: place.path,
    }))
}

/// The type as kubectl explains it: `string`, `Object`, `[]Object`, `map[string]string`; `IntOrString` where both are taken.
pub fn type_text(schema: &Schema) -> String {
    let mut text = String::new();
    let mut schema = schema;
    loop {
        match path::level(schema) {
            Some(("[]", items)) => {
                text.push_str("[]");
                schema = items;
            }
            Some((_, values)) if schema.properties.is_empty() => {
                text.push_str("map[string]");
                schema = values;
            }
            _ => break,
        }
    }
    text.push_str(match schema.kind {
        None if schema.int_or_string => "IntOrString",
        None | Some(Type::Object) => "Object",
        Some(Type::Array) => "[]Object",
        Some(kind) => type_name(kind),
    });
    text
}

const fn type_name(kind: Type) -> &'static str {
    match kind {
        Type::String => "string",
        Type::Integer => "integer",
        Type::Number => "number",
        Type::Boolean => "boolean",
        Type::Array => "array",
        Type::Object => "object",
    }
}

/// The fields of an object, or of the objects that a list or map holds, in the order of their names.
pub fn fields(schema: &Schema) -> Vec<Field<'_>> {
    let mut object = schema;
    while object.properties.is_empty()
        && let Some((_, below)) = path::level(object)
    {
        object = below;
    }
    let mut fields: Vec<_> = object
        .properties
        .iter()
        .map(|property| Field {
            name: &property.name,
            type_text: type_text(&property.schema),
            required: object.required.contains(&property.name),
            summary: match &property.schema.description {
                Some(description) => Some(first_sentence(description)),
                None => (property.name == "metadata").then_some(METADATA),
            },
            schema: &property.schema,
        })
        .collect();
    fields.sort_by_key(|field| field.name);
    fields
}

/// The text up to its first full stop that ends a sentence, or its first paragraph.
fn first_sentence(text: &str) -> &str {
    let paragraph = text.split("\n\n").next().unwrap_or(text).trim();
    let mut stops = paragraph.match_indices(". ").map(|(index, _)| index + 1);
    let abbreviated = |end: &usize| ["e.g.", "i.e.", "etc.", "vs."].iter().any(|word| paragraph[..*end].ends_with(word));
    let end = stops.find(|end| !abbreviated(end)).unwrap_or(paragraph.len());
    &paragraph[..end]
}

/// The bounds of a value, and of the plain values that it holds when it is a list or a map.
fn constraints(schema: &Schema) -> Vec<Constraint> {
    let mut constraints = Vec::new();
    let mut of = String::new();
    let mut schema = schema;
    loop {
        own_constraints(schema, &of, &mut constraints);
        match path::level(schema) {
            Some((text, below)) if schema.properties.is_empty() => {
                of.push_str(text);
                schema = below;
            }
            _ => return constraints,
        }
    }
}

fn own_constraints(schema: &Schema, of: &str, constraints: &mut Vec<Constraint>) {
    let mut add = |keyword, value: Option<String>| {
        if let Some(value) = value {
            constraints.push(Constraint { of: of.to_owned(), keyword, value });
        }
    };
    let count = |number: Option<i64>| number.map(|number| number.to_string());
    let number = |number: Option<f64>| number.map(|number| number.to_string());
    let flag = |set: bool| set.then(|| "true".to_owned());
    add("enum", schema.enumeration.as_ref().map(|values| format!("[{}]", values.iter().map(json).collect::<Vec<_>>().join(","))));
    add("format", schema.format.clone());
    add("pattern", schema.pattern.as_ref().map(|pattern| pattern.source().to_owned()));
    add("minLength", count(schema.min_length));
    add("maxLength", count(schema.max_length));
    add("minimum", number(schema.minimum));
    add("exclusiveMinimum", flag(schema.exclusive_minimum));
    add("maximum", number(schema.maximum));
    add("exclusiveMaximum", flag(schema.exclusive_maximum));
    add("multipleOf", number(schema.multiple_of));
    add("minItems", count(schema.min_items));
    add("maxItems", count(schema.max_items));
    add("minProperties", count(schema.min_properties));
    add("maxProperties", count(schema.max_properties));
    add("required", (!schema.required.is_empty()).then(|| schema.required.join(", ")));
    let (list_type, keys) = match &schema.list_type {
        None => (None, None),
        Some(ListType::Atomic) => (Some("atomic"), None),
        Some(ListType::Set) => (Some("set"), None),
        Some(ListType::Map(keys)) => (Some("map"), Some(keys.join(", "))),
    };
    add("x-kubernetes-list-type", list_type.map(str::to_owned));
    add("x-kubernetes-list-map-keys", keys);
    add("x-kubernetes-map-type", schema.map_atomic.then(|| "atomic".to_owned()));
    add("nullable", flag(schema.nullable));
    add("x-kubernetes-preserve-unknown-fields", flag(schema.preserve_unknown));
    add("additionalProperties", flag(schema.additional == Some(Additional::Allowed(true))));
    add("immutable", flag(schema.rules.iter().any(forbids_change)));
}

/// Whether the rule says that the value stays what it is.
fn forbids_change(rule: &Rule) -> bool {
    let text: String = rule.rule.chars().filter(|letter| !letter.is_whitespace()).collect();
    text == "self==oldSelf" || text == "oldSelf==self"
}

/// The rules of the place, then those of the objects above that name the field, nearest first.
fn rules<'s>(place: &Place<'s>) -> Vec<RuleAt<'s>> {
    let own = place.schema.rules.iter().map(|rule| RuleAt { path: place.path.clone(), rule });
    let above = place.above.iter().rev().flat_map(|(object, path, behind)| {
        let name = format!("self.{}", behind.trim_start_matches('.'));
        let naming = object.rules.iter().filter(move |rule| mentions(&rule.rule, &name));
        naming.map(|rule| RuleAt { path: path.clone(), rule })
    });
    own.chain(above).collect()
}

/// Whether the expression selects the field `name` (`self.mode`).
fn mentions(rule: &str, name: &str) -> bool {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    rule.match_indices(name).any(|(start, _)| {
        let (before, after) = (rule[..start].chars().next_back(), rule[start + name.len()..].chars().next());
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    })
}

fn json(node: &Node<'_>) -> String {
    to_json(node, JsonForm::Sent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_cut_into_steps() {
        let group = "omnia.altairalabs.ai";
        let field = |name: &str| Step::Field(name.to_owned());
        let cases = [
            ("ar", "ar", vec![]),
            ("ar.spec.mode", "ar", vec![field("spec"), field("mode")]),
            (
                "AgentRuntime.spec.facades[0].type",
                "AgentRuntime",
                vec![field("spec"), field("facades"), Step::Level, field("type")],
            ),
            ("agentruntimes.omnia.altairalabs.ai.spec{}", "agentruntimes", vec![field("spec"), Step::Level]),
            ("agentruntimes.omnia.altairalabs.ai", "agentruntimes", vec![]),
            ("ar..spec[", "ar", vec![field("spec"), Step::Level]),
            ("", "", vec![]),
        ];
        for (path, word, steps) in cases {
            assert_eq!(split(path, group), (word, steps), "{path}");
        }
    }

    #[test]
    fn the_first_sentence_ends_at_its_stop() {
        let cases = [
            ("One. Two.", "One."),
            ("One with e.g. two. Three", "One with e.g. two."),
            ("Only one", "Only one"),
            ("Heading\n\nMore. Text", "Heading"),
        ];
        for (text, sentence) in cases {
            assert_eq!(first_sentence(text), sentence);
        }
    }

    #[test]
    fn a_rule_mentions_whole_names_only() {
        assert!(mentions("!has(self.mode) || true", "self.mode"));
        assert!(mentions("self.mode=='x'", "self.mode"));
        assert!(!mentions("self.modeX == 1", "self.mode"));
        assert!(!mentions("myself.mode == 1", "self.mode"));
    }
}
