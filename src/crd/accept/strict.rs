//! Decoding a CRD: fields that no CRD has, and values of a wrong type in fields that the compiled form has no use for.

use super::super::fault::{CrdFault, Faults, Path};
use crate::yaml::{Node, Value};

/// What a field holds.
#[derive(Clone, Copy)]
enum Shape {
    /// Anything.
    Any,
    /// A string.
    Text,
    /// `true` or `false`.
    Flag,
    /// An integer.
    Integer,
    /// A list of one shape.
    List(&'static Shape),
    /// A map of one shape.
    Map(&'static Shape),
    /// A struct.
    Fields(&'static [(&'static str, Shape)]),
    /// A schema.
    Schema,
    /// A schema or something else. The server reads it apart and does not look for unknown fields in it.
    SchemaOr,
}

const TEXTS: Shape = Shape::List(&Shape::Text);

static SCHEMA: &[(&str, Shape)] = &[
    ("id", Shape::Text),
    ("$schema", Shape::Text),
    ("$ref", Shape::Text),
    ("description", Shape::Text),
    ("type", Shape::Text),
    ("format", Shape::Text),
    ("title", Shape::Text),
    ("default", Shape::Any),
    ("maximum", Shape::Any),
    ("exclusiveMaximum", Shape::Flag),
    ("minimum", Shape::Any),
    ("exclusiveMinimum", Shape::Flag),
    ("maxLength", Shape::Integer),
    ("minLength", Shape::Integer),
    ("pattern", Shape::Text),
    ("maxItems", Shape::Integer),
    ("minItems", Shape::Integer),
    ("uniqueItems", Shape::Flag),
    ("multipleOf", Shape::Any),
    ("enum", Shape::List(&Shape::Any)),
    ("maxProperties", Shape::Integer),
    ("minProperties", Shape::Integer),
    ("required", TEXTS),
    ("items", Shape::SchemaOr),
    ("allOf", Shape::List(&Shape::Schema)),
    ("oneOf", Shape::List(&Shape::Schema)),
    ("anyOf", Shape::List(&Shape::Schema)),
    ("not", Shape::Schema),
    ("properties", Shape::Map(&Shape::Schema)),
    ("additionalProperties", Shape::SchemaOr),
    ("patternProperties", Shape::Map(&Shape::Schema)),
    ("dependencies", Shape::Map(&Shape::SchemaOr)),
    ("additionalItems", Shape::SchemaOr),
    ("definitions", Shape::Map(&Shape::Schema)),
    ("externalDocs", Shape::Fields(&[("description", Shape::Text), ("url", Shape::Text)])),
    ("example", Shape::Any),
    ("nullable", Shape::Flag),
    ("x-kubernetes-preserve-unknown-fields", Shape::Flag),
    ("x-kubernetes-embedded-resource", Shape::Flag),
    ("x-kubernetes-int-or-string", Shape::Flag),
    ("x-kubernetes-list-map-keys", TEXTS),
    ("x-kubernetes-list-type", Shape::Text),
    ("x-kubernetes-map-type", Shape::Text),
    (
        "x-kubernetes-validations",
        Shape::List(&Shape::Fields(&[
            ("rule", Shape::Text),
            ("message", Shape::Text),
            ("messageExpression", Shape::Text),
            ("reason", Shape::Text),
            ("fieldPath", Shape::Text),
            ("optionalOldSelf", Shape::Flag),
        ])),
    ),
];

static VERSION: Shape = Shape::Fields(&[
    ("name", Shape::Text),
    ("served", Shape::Flag),
    ("storage", Shape::Flag),
    ("deprecated", Shape::Flag),
    ("deprecationWarning", Shape::Text),
    ("schema", Shape::Fields(&[("openAPIV3Schema", Shape::Schema)])),
    (
        "subresources",
        Shape::Fields(&[
            ("status", Shape::Fields(&[])),
            (
                "scale",
                Shape::Fields(&[
                    ("specReplicasPath", Shape::Text),
                    ("statusReplicasPath", Shape::Text),
                    ("labelSelectorPath", Shape::Text),
                ]),
            ),
        ]),
    ),
    (
        "additionalPrinterColumns",
        Shape::List(&Shape::Fields(&[
            ("name", Shape::Text),
            ("type", Shape::Text),
            ("format", Shape::Text),
            ("description", Shape::Text),
            ("priority", Shape::Integer),
            ("jsonPath", Shape::Text),
        ])),
    ),
    ("selectableFields", Shape::List(&Shape::Fields(&[("jsonPath", Shape::Text)]))),
]);

static CRD: Shape = Shape::Fields(&[
    ("apiVersion", Shape::Text),
    ("kind", Shape::Text),
    ("metadata", Shape::Any),
    ("status", Shape::Any),
    (
        "spec",
        Shape::Fields(&[
            ("group", Shape::Text),
            (
                "names",
                Shape::Fields(&[
                    ("plural", Shape::Text),
                    ("singular", Shape::Text),
                    ("shortNames", TEXTS),
                    ("kind", Shape::Text),
                    ("listKind", Shape::Text),
                    ("categories", TEXTS),
                ]),
            ),
            ("scope", Shape::Text),
            ("versions", Shape::List(&VERSION)),
            (
                "conversion",
                Shape::Fields(&[
                    ("strategy", Shape::Text),
                    (
                        "webhook",
                        Shape::Fields(&[
                            (
                                "clientConfig",
                                Shape::Fields(&[
                                    ("url", Shape::Text),
                                    (
                                        "service",
                                        Shape::Fields(&[
                                            ("namespace", Shape::Text),
                                            ("name", Shape::Text),
                                            ("path", Shape::Text),
                                            ("port", Shape::Integer),
                                        ]),
                                    ),
                                    ("caBundle", Shape::Text),
                                ]),
                            ),
                            ("conversionReviewVersions", TEXTS),
                        ]),
                    ),
                ]),
            ),
            ("preserveUnknownFields", Shape::Flag),
        ]),
    ),
]);

/// Faults with a field are values of a wrong type, those without are unknown fields.
pub(super) fn check(node: &Node<'_>, faults: &mut Faults) {
    Walk { faults }.value(node, CRD, None, true);
}

/// A step of the path as the decoder writes it: map keys like fields.
type Step<'p> = Option<&'p Path<'p>>;

struct Walk<'f> {
    faults: &'f mut Faults,
}

impl Walk<'_> {
    fn value(&mut self, node: &Node<'_>, shape: Shape, path: Step<'_>, strict: bool) {
        let wanted = match (&node.value, shape) {
            (Value::Null, _) | (_, Shape::Any) | (Value::String(_), Shape::Text) | (Value::Bool(_), Shape::Flag) => return,
            (Value::Number(number), Shape::Integer) if number.as_i64().is_some() => return,
            (Value::List(items), Shape::List(of)) => {
                let root = Path::Root("");
                let path = path.unwrap_or(&root);
                return items
                    .iter()
                    .enumerate()
                    .for_each(|(index, item)| self.value(item, *of, Some(&path.index(index)), strict));
            }
            (Value::Map(_), Shape::Map(of)) => return self.entries(node, |_| Some(*of), path, strict),
            (Value::Map(_), Shape::Fields(fields)) => return self.entries(node, |key| shape_of(fields, key), path, strict),
            (Value::Map(_), Shape::Schema) => return self.entries(node, |key| shape_of(SCHEMA, key), path, strict),
            (Value::Map(_), Shape::SchemaOr) => return self.entries(node, |key| shape_of(SCHEMA, key), path, false),
            // `items` and `dependencies` may be lists, the others are judged where the schema is compiled.
            (_, Shape::SchemaOr) => return,
            (_, Shape::Text) => "a string",
            (_, Shape::Flag) => "true or false",
            (_, Shape::Integer) => "an integer",
            (_, Shape::List(_)) => "a list",
            (_, Shape::Map(_) | Shape::Fields(_) | Shape::Schema) => "a map",
        };
        let root = Path::Root("");
        self.faults.add(path.unwrap_or(&root), node.span, format_args!("must be {wanted}"));
    }

    fn entries(&mut self, node: &Node<'_>, shape: impl Fn(&str) -> Option<Shape>, path: Step<'_>, strict: bool) {
        let Some(map) = node.as_map() else { return };
        for entry in &map.entries {
            let here = path.map_or(Path::Root(&entry.key), |path| path.field(&entry.key));
            match shape(&entry.key) {
                Some(shape) => self.value(&entry.value, shape, Some(&here), strict),
                None if strict => {
                    let message = format!("unknown field \"{here}\"");
                    self.faults.push(CrdFault { field: String::new(), message, span: entry.key_span });
                }
                None => {}
            }
        }
    }
}

fn shape_of(fields: &[(&str, Shape)], key: &str) -> Option<Shape> {
    fields.iter().find(|(name, _)| *name == key).map(|(_, shape)| *shape)
}
