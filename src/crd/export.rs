//! The embedded CRDs as objects for `kubectl apply`.

use serde_json::Value;

use super::embedded::Kind;
use super::release::Release;

/// The member of a rule that holds its code; of no meaning to the API server, which would refuse it.
const CODE: &str = "x-omnia-code";

/// The CustomResourceDefinition of a kind as the API server takes it. None when the release lacks the kind.
pub fn custom_resource_definition(kind: &Kind, release: Release) -> Option<Value> {
    let mut crd = serde_json::from_slice(kind.described(release)?).ok()?;
    drop_codes(&mut crd);
    Some(crd)
}

/// Recurses with the depth of the CRD.
fn drop_codes(value: &mut Value) {
    match value {
        Value::Object(members) => {
            if let Some(Value::Array(rules)) = members.get_mut("x-kubernetes-validations") {
                rules.iter_mut().filter_map(Value::as_object_mut).for_each(|rule| {
                    rule.remove(CODE);
                });
            }
            members.values_mut().for_each(drop_codes);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_codes),
        _ => {}
    }
}
