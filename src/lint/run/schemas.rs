//! RUN097: JSON Schemas of functions that nothing can satisfy. What they allow too much of is said by OPS006.

use crate::{
    lint::{agent::Agent, check::Findings},
    world::Field,
};

/// Pairs of keywords of which the first may not be above the second.
const BOUNDS: &[(&str, &str)] =
    &[("minimum", "maximum"), ("minLength", "maxLength"), ("minItems", "maxItems"), ("minProperties", "maxProperties")];

/// The types of JSON that are no objects.
const OTHERS: [&str; 6] = ["array", "boolean", "integer", "null", "number", "string"];

/// RUN097.
pub(super) fn function_schema_not_object(agent: &Agent<'_>, said: &mut Findings) {
    if !agent.is_function() {
        return;
    }
    for schema in ["inputSchema", "outputSchema"].map(|name| agent.spec.get(name)).iter().filter(|schema| schema.exists()) {
        let kind = schema.get("type");
        let kinds = kind.items();
        // A type that JSON does not have is a matter of ADM001.
        if OTHERS.contains(&kind.str()) || !kinds.is_empty() && kinds.iter().all(|kind| OTHERS.contains(&kind.str())) {
            said.at(&kind, "the root of the schema is no object, and functions take and give objects");
        }
        unsatisfiable(schema, said);
    }
}

/// What no value can satisfy, in a schema and those of its properties.
fn unsatisfiable(schema: &Field<'_>, said: &mut Findings) {
    let properties = schema.get("properties");
    if schema.get("additionalProperties").bool() == Some(false) {
        let unknown = schema.get("required").items().into_iter().filter(|name| !properties.get(name.str()).exists());
        for name in unknown.filter(|_| !schema.get("patternProperties").exists()) {
            said.at(&name, format!("{:?} is required and not allowed: it is not among the properties", name.str()));
        }
    }
    for (least, most) in BOUNDS {
        let (low, high) = (schema.get(least), schema.get(most));
        if let (Some(from), Some(to)) = (number(&low), number(&high))
            && from > to
        {
            said.at(&low, format!("{least} {from} is above {most} {to}"));
        }
    }
    let values = schema.get("enum");
    if values.exists() && values.items().is_empty() {
        said.at(&values, "an empty enum takes no value");
    }
    let default = schema.get("default");
    if default.exists() && jsonschema::validator_for(&schema.json()).is_ok_and(|known| !known.is_valid(&default.json())) {
        said.at(&default, "the default is none of the values that the schema takes");
    }
    properties.entries().iter().for_each(|(_, property)| unsatisfiable(property, said));
    let items = schema.get("items");
    if items.exists() {
        unsatisfiable(&items, said);
    }
}

fn number(field: &Field<'_>) -> Option<f64> {
    field.json().as_f64()
}
