//! From the words of kubelet, scheduler and API server to the field of the agent behind them.

use super::{Edit, Evidence};
use crate::world::{Field, references};

/// A part of a message, and the field of the agent that it is about. The first one that occurs counts.
pub(super) type Words = &'static [(&'static str, &'static str, &'static str)];

/// Why a pod fits on no node.
pub(super) const SCHEDULER: Words = &[
    ("untolerated taint", "spec.podOverrides.tolerations", "a toleration of the taint that the message names"),
    ("node affinity/selector", "spec.podOverrides.nodeSelector", "labels that nodes have"),
    ("node selector", "spec.podOverrides.nodeSelector", "labels that nodes have"),
    ("affinity", "spec.runtime.affinity", "rules that nodes can meet"),
    ("Insufficient", "spec.runtime.resources.requests", "no more than a node has left, or add nodes"),
    ("topology spread", "spec.runtime.replicas", "no more pods than the nodes take"),
    ("persistentvolumeclaim", "spec.runtime.volumes", "a PersistentVolumeClaim that exists"),
    ("PersistentVolume", "spec.runtime.volumes", "a PersistentVolumeClaim that a volume can be bound to"),
    ("", "spec.runtime.resources.requests", "what the nodes can give; the message tells what they lack"),
];

/// Why the API server takes no pod of a ReplicaSet.
pub(super) const ADMISSION: Words = &[
    ("exceeded quota", "spec.runtime.resources", "no more than the ResourceQuota of the namespace leaves"),
    ("must specify", "spec.runtime.resources", "the requests and limits that the ResourceQuota asks for"),
    ("serviceaccount", "spec.podOverrides.serviceAccountName", "a ServiceAccount of the namespace"),
    ("service account", "spec.podOverrides.serviceAccountName", "a ServiceAccount of the namespace"),
    ("PriorityClass", "spec.podOverrides.priorityClassName", "a PriorityClass of the cluster"),
    ("RuntimeClass", "spec.podOverrides.runtimeClassName", "a RuntimeClass of the cluster"),
    ("hostPath", "spec.runtime.volumes", "volumes that the security level of the namespace allows"),
    ("cpu", "spec.runtime.resources", "values that the LimitRange of the namespace allows"),
    ("memory", "spec.runtime.resources", "values that the LimitRange of the namespace allows"),
    ("", "spec.podOverrides", "pods that the API server takes; the message tells what it refuses"),
];

/// Why the API server does not take the Deployment.
pub(super) const DEPLOYMENT: Words = &[
    (".volumeMounts", "spec.runtime.volumeMounts", "mounts of volumes that there are, each at a place of its own"),
    (".volumes", "spec.runtime.volumes", "volumes with one source and a name of their own"),
    (".env", "spec.runtime.extraEnv", "variables with a name and one source"),
    (".resources", "spec.runtime.resources", "requests that are not above the limits"),
    (".tolerations", "spec.podOverrides.tolerations", "tolerations that Kubernetes takes"),
    ("ffinity", "spec.runtime.affinity", "rules that Kubernetes takes"),
    ("odeSelector", "spec.podOverrides.nodeSelector", "labels that Kubernetes takes"),
    (".image", "spec.framework.image", "the name of an image"),
    (".ports", "spec.facades", "ports of their own for the facades"),
    ("metadata.name", "metadata.name", "a shorter name, of small letters, digits and dashes"),
    ("labels", "spec.podOverrides.labels", "labels that Kubernetes takes"),
    ("annotations", "spec.podOverrides.annotations", "annotations that Kubernetes takes"),
    ("", "spec.podOverrides", "what the API server takes; the message tells what it refuses"),
];

/// Why weights are not carried out.
pub(super) const ROUTING: Words = &[
    ("VirtualService", "spec.rollout.trafficRouting.istio.virtualService.name", "a VirtualService of the namespace"),
    ("DestinationRule", "spec.rollout.trafficRouting.istio.destinationRule.name", "a DestinationRule of the namespace"),
    ("", "spec.rollout.trafficRouting.mode", "replicaWeighted, which needs no mesh; or have the mesh installed"),
];

/// Why the API server does not take the Service.
pub(super) const SERVICE: Words = &[
    ("ports", "spec.facades", "a port of its own for each facade"),
    ("", "metadata.name", "a name of at most 63 small letters, digits and dashes that begins with a letter"),
];

/// The edit of the agent that a message asks for. An object or a value that the agent names itself is more exact than the table.
pub(super) fn edit(evidence: &Evidence<'_>, message: &str, words: Words) -> Edit {
    if let Some(edit) = referred(evidence, message) {
        return edit;
    }
    let lower = message.to_lowercase();
    let known = words.iter().find(|(part, _, _)| lower.contains(&part.to_lowercase()));
    let (field, write) = known.map_or(("spec", "what the message asks for"), |(_, field, write)| (*field, *write));
    Edit::new(evidence.id(), field, write)
}

/// The kinds that pods mount and read.
const MOUNTED: [&str; 6] = ["Secret", "ConfigMap", "PersistentVolumeClaim", "ServiceAccount", "PriorityClass", "RuntimeClass"];

/// The edit for an object that a message quotes, where the agent refers to it.
pub(super) fn referred(evidence: &Evidence<'_>, message: &str) -> Option<Edit> {
    let found = references(evidence.agent);
    let is_meant = |reference: &&crate::world::Reference<'_>| {
        MOUNTED.contains(&reference.rule.target)
            && words(message).any(|word| word == reference.name || word.rsplit('/').next() == Some(reference.name))
            && mentions(message, reference.rule.target)
    };
    let reference = found.iter().find(is_meant)?;
    let kind = reference.rule.target;
    if let Some(key) = missing_key(message) {
        let named = reference.entries().contains(&key) && reference.holder.get("key").exists();
        if named {
            let write = format!("a key that {kind}/{} has; or add the key {key} to it", reference.name);
            return Some(Edit::new(evidence.id(), reference.holder.get("key").path(), write));
        }
        let part = if kind == "Secret" { "stringData" } else { "data" };
        return Some(Edit::new(format!("{kind}/{}", reference.name), format!("{part}.{key}"), "the value: the key is not there"));
    }
    let write = format!("the name of a {kind} that exists, or create {kind}/{}", reference.name);
    Some(Edit::new(evidence.id(), reference.field.path(), write))
}

/// The edit for a Secret or ConfigMap that a message quotes, and that the agent does not name itself.
pub(super) fn quoted(message: &str) -> Option<Edit> {
    let kind = ["Secret", "ConfigMap"].into_iter().find(|kind| mentions(message, kind))?;
    let part = if kind == "Secret" { "stringData" } else { "data" };
    if let Some(key) = missing_key(message) {
        let name =
            message.split_once(&format!("{kind} ")).map(|(_, rest)| rest.split([' ', ',', ';']).next().unwrap_or_default())?;
        let name = name.rsplit('/').next().unwrap_or(name);
        return Some(Edit::new(format!("{kind}/{name}"), format!("{part}.{key}"), "the value: the key is not there"));
    }
    let name = message.split('"').nth(1)?;
    let write = "create it with the entries that the pod reads: it is not there";
    Some(Edit::new(format!("{kind}/{name}"), part, write))
}

fn mentions(message: &str, kind: &str) -> bool {
    let lower = message.to_lowercase();
    let spaced = match kind {
        "ServiceAccount" => "service account",
        _ => kind,
    };
    lower.contains(&kind.to_lowercase()) || lower.contains(spaced)
}

/// The key of kubelet's `couldn't find key NAME in Secret NAMESPACE/NAME`, and of `references non-existent secret key: NAME`.
fn missing_key(message: &str) -> Option<&str> {
    let rest = ["find key ", "non-existent secret key: ", "non-existent config key: "]
        .into_iter()
        .find_map(|before| message.split_once(before).map(|(_, rest)| rest))?;
    rest.split([' ', ',', ';']).next().map(|key| key.trim_matches('"')).filter(|key| !key.is_empty())
}

/// The words of a message without what quotes and ends them.
fn words(message: &str) -> impl Iterator<Item = &str> {
    message.split(|c: char| c.is_whitespace() || "\"'`(),;:[]{}=".contains(c)).map(|word| word.trim_end_matches('.'))
}

/// The field of the agent's spec with the very value that a message quotes; values of less than two characters prove nothing.
pub(super) fn value(spec: &Field<'_>, message: &str) -> Option<String> {
    let quoted: Vec<&str> = message.split('"').skip(1).step_by(2).filter(|text| text.chars().count() > 1).collect();
    let mut found = Vec::new();
    leaves(spec, &mut found);
    found.into_iter().find(|field| quoted.contains(&field.str())).map(|field| field.path().to_owned())
}

fn leaves<'w>(field: &Field<'w>, found: &mut Vec<Field<'w>>) {
    let below: Vec<Field<'w>> = field.entries().into_iter().map(|(_, value)| value).chain(field.items()).collect();
    if below.is_empty() {
        found.push(field.clone());
    }
    below.iter().for_each(|field| leaves(field, found));
}
