//! OPS006, OPS007 and OPS013: functions.

use crate::{
    lint::{agent::Agent, check::Findings},
    world::Field,
};

/// OPS006.
pub(super) fn loose_output_schema(agent: &Agent<'_>, said: &mut Findings) {
    for schema in ["outputSchema", "inputSchema"].map(|name| agent.spec.get(name)).iter().filter(|schema| schema.exists()) {
        let loose = looseness(schema);
        if agent.is_function() && !loose.is_empty() {
            said.at(schema, format!("the schema {}", loose.join(", ")));
        }
    }
}

/// What a schema leaves open.
fn looseness(schema: &Field<'_>) -> Vec<String> {
    if schema.node().is_none_or(|node| node.as_map().is_none()) || schema.get("$ref").exists() {
        return Vec::new();
    }
    let properties = schema.get("properties").entries();
    let mut loose = Vec::new();
    if properties.is_empty() {
        loose.push("lists no properties".to_owned());
    }
    if schema.get("required").items().is_empty() {
        loose.push("requires nothing".to_owned());
    }
    if !schema.get("additionalProperties").exists() {
        loose.push("takes any other property".to_owned());
    }
    let typed = |property: &Field<'_>| {
        ["type", "$ref", "enum", "const", "anyOf", "oneOf", "allOf"].iter().any(|key| property.get(key).exists())
    };
    if let Some((name, _)) = properties.iter().find(|(_, property)| !typed(property)) {
        loose.push(format!("gives {name} no type"));
    }
    loose
}

/// OPS007.
pub(super) fn function_without_rate_limit(agent: &Agent<'_>, said: &mut Findings) {
    let limit = agent.spec.get("rateLimit");
    if !limit.exists() && (agent.is_function() || agent.is_exposed()) {
        said.at(&limit, "callers may invoke it as often as they like");
    }
}

/// OPS013.
pub(super) fn long_sync_function(agent: &Agent<'_>, said: &mut Findings) {
    let asynchronous = agent.facades.iter().any(|facade| facade.field.at("async.enabled").is_true());
    if agent.is_function() && !asynchronous {
        said.at(&agent.spec.get("mode"), "a call ends after 30 s; what may take longer needs a stream or async");
    }
}
