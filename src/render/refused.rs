//! What the API server says of objects that it does not take.

use super::{Tree, autoscaling, pod_faults};
use crate::apiserver::dns_subdomain;

/// The API server's sentence about an object that its validation refuses.
pub(super) fn invalid(kind: &str, name: &str, causes: &str) -> String {
    format!("{kind} {name:?} is invalid: {causes}")
}

/// Why the API server refuses an object, as far as a manifest that it takes can bring that about.
pub(super) fn refusal(object: &Tree) -> Option<String> {
    metadata(object).or_else(|| match text(object, "kind") {
        "Deployment" => pod_faults::refusal(object),
        "HorizontalPodAutoscaler" => autoscaling::refusal(object),
        "RoleBinding" | "ClusterRoleBinding" => subject(object),
        _ => None,
    })
}

fn text<'t>(object: &'t Tree, path: &str) -> &'t str {
    object.at(path).and_then(Tree::text).unwrap_or_default()
}

/// Users name the account that a binding is for.
fn subject(binding: &Tree) -> Option<String> {
    let name = text(binding, "subjects[0].name");
    let fault = dns_subdomain(name).into_iter().next()?;
    let kind = format!("{}.rbac.authorization.k8s.io", text(binding, "kind"));
    Some(invalid(&kind, text(binding, "metadata.name"), &format!("subjects[0].name: Invalid value: {name:?}: {fault}")))
}

/// Why the API server refuses the metadata of an object: names of agents become values of labels, which are at most 63 bytes long.
fn metadata(object: &Tree) -> Option<String> {
    let Some(Tree::Map(labels)) = object.at("metadata.labels") else { return None };
    let value = labels.entries().filter_map(|(_, value)| value.text()).find(|value| value.len() > 63)?;
    let cause = format!("metadata.labels: Invalid value: {value:?}: must be no more than 63 bytes");
    Some(invalid(text(object, "kind"), text(object, "metadata.name"), &cause))
}

/// Whether a name may be that of a Service.
pub(super) fn is_dns_1035(name: &str) -> bool {
    let is_inner = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let bytes = name.as_bytes();
    bytes.len() <= 63
        && bytes.first().is_some_and(u8::is_ascii_lowercase)
        && bytes.iter().copied().all(is_inner)
        && bytes.last().is_some_and(|last| *last != b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_services_are_dns_1035_labels() {
        let longest = "a".repeat(63);
        let too_long = "a".repeat(64);
        for (name, expected) in [
            ("agent", true),
            ("a-1", true),
            (&longest, true),
            (&too_long, false),
            ("my.agent", false),
            ("7agents", false),
            ("a-", false),
            ("-a", false),
            ("A", false),
            ("", false),
        ] {
            assert_eq!(is_dns_1035(name), expected, "{name}");
        }
    }
}
