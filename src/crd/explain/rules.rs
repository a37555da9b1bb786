//! The rules of the embedded CRDs by their codes.

use crate::{
    crd::{
        Additional, Definition, Release, Rule, Schema,
        compile::{self, Descriptions},
        embedded,
    },
    yaml::read_json,
};

/// A rule of the embedded CRDs and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmbeddedRule {
    /// `AgentRuntime`.
    pub kind: &'static str,
    /// The path of the value whose rule it is (`spec.promptPackRef`), with `[]` for the items of a list and `{}` for the values of a map.
    pub path: String,
    /// The expression.
    pub expression: String,
    /// What the server says when it does not hold.
    pub message: String,
    /// The releases that have it in just this way, newest first.
    pub releases: Vec<Release>,
}

/// The rules that have the code `code`, by kind, release and place; empty when no embedded CRD has one.
pub fn embedded_rules(code: &str) -> Vec<EmbeddedRule> {
    let mut found: Vec<EmbeddedRule> = Vec::new();
    for kind in embedded::kinds() {
        for release in Release::ALL {
            let Some(definition) = kind.blob(release).and_then(compiled) else { continue };
            let schemas = definition.versions.iter().map(|version| &version.schema);
            schemas.for_each(|schema| {
                each(schema, &mut String::new(), &mut |path, rule| {
                    if rule.code.as_deref() != Some(code) {
                        return;
                    }
                    let message = rule.message.clone().unwrap_or_default();
                    let same = |one: &&mut EmbeddedRule| {
                        one.kind == kind.kind && one.path == path && one.expression == rule.rule && one.message == message
                    };
                    match found.iter_mut().find(same) {
                        Some(known) if known.releases.contains(&release) => {}
                        Some(known) => known.releases.push(release),
                        None => found.push(EmbeddedRule {
                            kind: kind.kind,
                            path: path.to_owned(),
                            expression: rule.rule.clone(),
                            message,
                            releases: vec![release],
                        }),
                    }
                });
            });
        }
    }
    found
}

fn compiled(blob: &[u8]) -> Option<Definition> {
    compile::definition(&read_json(std::str::from_utf8(blob).ok()?).ok()?, Descriptions::Skip).ok()
}

/// Calls `visit` with each rule of `schema` and of all below it. Recursive as deep as the schema, which is one of the embedded.
fn each<'s>(schema: &'s Schema, path: &mut String, visit: &mut impl FnMut(&str, &'s Rule)) {
    schema.rules.iter().for_each(|rule| visit(path, rule));
    let length = path.len();
    for property in schema.properties.iter() {
        if !path.is_empty() {
            path.push('.');
        }
        path.push_str(&property.name);
        each(&property.schema, path, visit);
        path.truncate(length);
    }
    let items = schema.items.as_deref().map(|items| ("[]", items));
    let values = match &schema.additional {
        Some(Additional::Schema(values)) => Some(("{}", &**values)),
        _ => None,
    };
    for (step, below) in items.into_iter().chain(values) {
        path.push_str(step);
        each(below, path, visit);
        path.truncate(length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_found_wherever_it_stands() {
        let rules = embedded_rules("CEL012");
        let places: Vec<_> = rules.iter().map(|rule| (rule.kind, rule.path.as_str(), rule.releases.len())).collect();
        let expected = [
            ("AgentRuntime", "spec.promptPackRef", Release::ALL.len()),
            ("AgentRuntime", "spec.rollout.candidate.promptPackRef", Release::ALL.len()),
        ];
        assert_eq!(places, expected);
    }

    #[test]
    fn each_release_has_its_own_form() {
        let rules = embedded_rules("CEL013");
        let releases: Vec<_> = rules.iter().map(|rule| rule.releases.as_slice()).collect();
        assert_eq!(releases, [[Release::Current], [Release::R2026_07]]);
        assert!(embedded_rules("SCH001").is_empty());
    }
}
