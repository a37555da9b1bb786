//! What the API server says of objects that it does not take.

use super::{Tree, autoscaling, pod_faults, service};
use crate::apiserver::{KubeVersion, dns_subdomain, label_key, label_value};

/// The API server's sentence about an object that its validation refuses.
pub(super) fn invalid(kind: &str, name: &str, causes: &str) -> String {
    format!("{kind} {name:?} is invalid: {causes}")
}

/// Why the API server refuses an object, as far as a manifest that it takes can bring that about.
pub(super) fn refusal(object: &Tree) -> Option<String> {
    let kind = text(object, "kind");
    let metadata = || if kind == "Deployment" { None } else { metadata(object) };
    metadata().or_else(|| match kind {
        "Deployment" => pod_faults::refusal(object),
        "HorizontalPodAutoscaler" => autoscaling::refusal(object),
        "Service" => service::refusal(object),
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

/// Why the API server refuses the metadata of an object: names of agents, of waypoints and of users' own become labels.
fn metadata(object: &Tree) -> Option<String> {
    let Some(Tree::Map(labels)) = object.at("metadata.labels") else { return None };
    let release = KubeVersion::default();
    let faults = labels.entries().flat_map(|(key, value)| {
        let value = value.text().unwrap_or_default();
        let of_key = label_key(key, release).into_iter().map(move |fault| (key, fault));
        of_key.chain(label_value(value, release).into_iter().map(move |fault| (value, fault)))
    });
    let (text_of, fault) = faults.into_iter().next()?;
    let cause = format!("metadata.labels: Invalid value: {text_of:?}: {fault}");
    let kind = match text(object, "apiVersion").split_once('/') {
        Some((group, _)) => format!("{}.{group}", text(object, "kind")),
        None => text(object, "kind").to_owned(),
    };
    Some(invalid(&kind, text(object, "metadata.name"), &cause))
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
