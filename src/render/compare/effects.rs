//! What people outside of an agent's pods notice of a change.

use super::{Key, Objects};
use crate::render::Tree;

/// What a change is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EffectKind {
    /// The ports of a Service.
    Port,
    /// The hosts under which an agent is reached from outside.
    Host,
    /// What an agent may do.
    Permission,
    /// How many pods there are.
    Replicas,
}

/// Something that is different.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effect {
    /// What it is about.
    pub kind: EffectKind,
    /// `Kind/name` of the object.
    pub object: String,
    /// As it was; empty when there was none.
    pub old: Vec<String>,
    /// As it is; empty when there is none.
    pub new: Vec<String>,
}

/// Where it shows: kinds, and what is read of their objects.
type Reading = (EffectKind, &'static [&'static str], fn(&Tree) -> Vec<String>);

const READINGS: &[Reading] = &[
    (EffectKind::Port, &["Service"], |service| texts(service, "spec.ports", port)),
    (EffectKind::Host, &["HTTPRoute"], |route| texts(route, "spec.hostnames", Tree::json)),
    (EffectKind::Host, &["VirtualService"], |service| texts(service, "spec.hosts", Tree::json)),
    (EffectKind::Permission, &["Role", "ClusterRole"], |role| texts(role, "rules", Tree::json)),
    (EffectKind::Permission, &["RoleBinding", "ClusterRoleBinding"], binding),
    (EffectKind::Permission, &["Deployment"], |deployment| text(deployment, "spec.template.spec.serviceAccountName")),
    (EffectKind::Replicas, &["Deployment"], |deployment| text(deployment, "spec.replicas")),
    (EffectKind::Replicas, &["HorizontalPodAutoscaler"], |hpa| bounds(hpa, ["spec.minReplicas", "spec.maxReplicas"])),
    (EffectKind::Replicas, &["ScaledObject"], |scaled| bounds(scaled, ["spec.minReplicaCount", "spec.maxReplicaCount"])),
];

/// The effects of a change of an agent's objects.
pub(super) fn effects(old: &Objects<'_>, new: &Objects<'_>) -> Vec<Effect> {
    let keys: std::collections::BTreeSet<&Key> = old.keys().chain(new.keys()).collect();
    let mut effects = Vec::new();
    for (kind, kinds, read) in READINGS {
        for key in keys.iter().filter(|key| kinds.contains(&key.0.as_str())) {
            let of = |objects: &Objects<'_>| objects.get(*key).map_or_else(Vec::new, |tree| read(tree));
            let (old, new) = (of(old), of(new));
            if old != new {
                effects.push(Effect { kind: *kind, object: format!("{}/{}", key.0, key.2), old, new });
            }
        }
    }
    effects
}

fn text(tree: &Tree, path: &str) -> Vec<String> {
    tree.at(path).map(|value| plain(&value.json())).into_iter().collect()
}

fn texts(tree: &Tree, path: &str, item: fn(&Tree) -> serde_json::Value) -> Vec<String> {
    match tree.at(path) {
        Some(Tree::List(items)) => items.iter().map(|one| plain(&item(one))).collect(),
        _ => Vec::new(),
    }
}

fn plain(value: &serde_json::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned)
}

fn port(port: &Tree) -> serde_json::Value {
    let part = |path: &str| port.at(path).map(|value| plain(&value.json())).unwrap_or_default();
    format!("{} {}", part("name"), part("port")).trim().into()
}

fn binding(tree: &Tree) -> Vec<String> {
    let role = ["roleRef.kind", "roleRef.name"].map(|path| text(tree, path).concat()).join("/");
    let subject = |subject: &Tree| -> serde_json::Value {
        ["kind", "namespace", "name"].map(|path| text(subject, path).concat()).join("/").into()
    };
    texts(tree, "subjects", subject).into_iter().map(|subject| format!("{subject} has {role}")).collect()
}

fn bounds(tree: &Tree, paths: [&str; 2]) -> Vec<String> {
    let [least, most] = paths.map(|path| text(tree, path).concat());
    vec![format!("{least}..{most}")]
}
