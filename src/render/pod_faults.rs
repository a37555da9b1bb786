//! What the API server finds wrong with a Deployment whose pods hold what users wrote.
//!
//! Only what a user can bring about through a manifest that was accepted: the rest of Kubernetes' validation cannot fail here.
//! Source: `k8s.io/kubernetes/pkg/apis/core/validation`.

use std::{cmp::Ordering, collections::BTreeSet};

use super::{Tree, refused};
use crate::apiserver::{KubeVersion, Quantity, dns_label, dns_subdomain, label_key, label_value};

/// Where the spec of the pods is.
const POD: &str = "spec.template.spec";

/// Fields of volume sources and of references that must not be empty.
const NEEDED: &[(&str, &[&str])] = &[
    ("configMap", &["name"]),
    ("secret", &["secretName"]),
    ("persistentVolumeClaim", &["claimName"]),
    ("hostPath", &["path"]),
    ("nfs", &["server", "path"]),
    ("csi", &["driver"]),
];

/// The API server's sentence about a Deployment that it refuses.
pub(super) fn refusal(deployment: &Tree) -> Option<String> {
    let mut faults = Faults::default();
    faults.deployment(deployment);
    let name = deployment.at("metadata.name").and_then(Tree::text).unwrap_or_default();
    let causes = match faults.0.as_slice() {
        [] => return None,
        [cause] => cause.clone(),
        several => format!("[{}]", several.join(", ")),
    };
    Some(refused::invalid("Deployment.apps", name, &causes))
}

#[derive(Default)]
struct Faults(Vec<String>);

fn text<'t>(tree: &'t Tree, path: &str) -> &'t str {
    tree.at(path).and_then(Tree::text).unwrap_or_default()
}

fn number(tree: &Tree) -> Option<i64> {
    if let Tree::Leaf(value, _) = tree { value.as_i64() } else { None }
}

fn items<'t>(tree: &'t Tree, path: &str) -> &'t [Tree] {
    if let Some(Tree::List(items)) = tree.at(path) { items } else { &[] }
}

fn members<'t>(tree: &'t Tree, path: &str) -> Vec<(&'t str, &'t Tree)> {
    if let Some(Tree::Map(map)) = tree.at(path) { map.entries().collect() } else { Vec::new() }
}

/// The keys of a map but `name`: the kinds of a volume, the sources of a variable.
fn kinds(tree: &Tree) -> Vec<&str> {
    let Tree::Map(map) = tree else { return Vec::new() };
    map.entries().map(|(key, _)| key).filter(|key| !matches!(*key, "name" | "prefix")).collect()
}

impl Faults {
    fn required(&mut self, path: &str, more: &str) {
        let colon = if more.is_empty() { "" } else { ": " };
        self.0.push(format!("{path}: Required value{colon}{more}"));
    }

    fn invalid(&mut self, path: &str, value: &str, why: &str) {
        self.0.push(format!("{path}: Invalid value: {value:?}: {why}"));
    }

    fn all_invalid(&mut self, path: &str, value: &str, faults: Vec<String>) {
        faults.iter().for_each(|fault| self.invalid(path, value, fault));
    }

    fn deployment(&mut self, deployment: &Tree) {
        if let Some(replicas) = deployment.at("spec.replicas").and_then(number).filter(|replicas| *replicas < 0) {
            self.invalid("spec.replicas", &replicas.to_string(), "must be greater than or equal to 0");
        }
        self.labels("spec.template.labels", &members(deployment, "spec.template.metadata.labels"));
        for (key, _) in members(deployment, "spec.template.metadata.annotations") {
            self.all_invalid("spec.template.annotations", key, label_key(&key.to_lowercase(), KubeVersion::default()));
        }
        let Some(pod) = deployment.at(POD) else { return };
        self.labels(&format!("{POD}.nodeSelector"), &members(pod, "nodeSelector"));
        for name in ["serviceAccountName", "priorityClassName", "runtimeClassName"] {
            if let Some(value) = pod.at(name).and_then(Tree::text) {
                self.all_invalid(&format!("{POD}.{name}"), value, dns_subdomain(value));
            }
        }
        items(pod, "tolerations").iter().enumerate().for_each(|(index, toleration)| self.toleration(index, toleration));
        let volumes = self.volumes(items(pod, "volumes"));
        for (index, container) in items(pod, "containers").iter().enumerate() {
            self.container(&format!("{POD}.containers[{index}]"), container, &volumes);
        }
    }

    fn labels(&mut self, path: &str, labels: &[(&str, &Tree)]) {
        for (key, value) in labels {
            self.all_invalid(path, key, label_key(key, KubeVersion::default()));
            let value = value.text().unwrap_or_default();
            self.all_invalid(path, value, label_value(value, KubeVersion::default()));
        }
    }

    fn toleration(&mut self, index: usize, toleration: &Tree) {
        let path = format!("{POD}.tolerations[{index}]");
        let [key, operator, value, effect] = ["key", "operator", "value", "effect"].map(|field| text(toleration, field));
        if !key.is_empty() {
            self.all_invalid(&format!("{path}.key"), key, label_key(key, KubeVersion::default()));
        } else if operator != "Exists" {
            self.invalid(
                &format!("{path}.operator"),
                operator,
                "operator must be Exists when `key` is empty, which means \"match all values and all keys\"",
            );
        }
        if toleration.at("tolerationSeconds").is_some() && effect != "NoExecute" {
            self.invalid(&format!("{path}.effect"), effect, "effect must be 'NoExecute' when `tolerationSeconds` is set");
        }
        match operator {
            "" | "Equal" => self.all_invalid(&format!("{path}.operator"), value, label_value(value, KubeVersion::default())),
            "Exists" if value.is_empty() => {}
            "Exists" => self.invalid(&format!("{path}.operator"), value, "value must be empty when `operator` is 'Exists'"),
            other => {
                self.0.push(format!("{path}.operator: Unsupported value: {other:?}: supported values: \"Equal\", \"Exists\""))
            }
        }
        if !matches!(effect, "" | "NoSchedule" | "PreferNoSchedule" | "NoExecute") {
            let supported = "supported values: \"NoSchedule\", \"PreferNoSchedule\", \"NoExecute\"";
            self.0.push(format!("{path}.effect: Unsupported value: {effect:?}: {supported}"));
        }
    }

    /// The names of the volumes.
    fn volumes<'t>(&mut self, volumes: &'t [Tree]) -> BTreeSet<&'t str> {
        let mut names = BTreeSet::new();
        for (index, volume) in volumes.iter().enumerate() {
            let path = format!("{POD}.volumes[{index}]");
            let name = text(volume, "name");
            if name.is_empty() {
                self.required(&format!("{path}.name"), "");
            } else if !names.insert(name) {
                self.0.push(format!("{path}.name: Duplicate value: {name:?}"));
            } else {
                self.all_invalid(&format!("{path}.name"), name, dns_label(name));
            }
            let kinds = kinds(volume);
            for kind in kinds.iter().skip(1) {
                self.0.push(format!("{path}.{kind}: Forbidden: may not specify more than 1 volume type"));
            }
            for kind in kinds {
                self.needed(&path, volume, kind);
            }
        }
        names
    }

    /// The fields that a source must have.
    fn needed(&mut self, path: &str, tree: &Tree, kind: &str) {
        let fields = NEEDED.iter().find(|(own, _)| *own == kind).map_or(&[][..], |(_, fields)| fields);
        for field in fields.iter().filter(|field| text(tree, &format!("{kind}.{field}")).is_empty()) {
            self.required(&format!("{path}.{kind}.{field}"), "");
        }
    }

    fn container(&mut self, path: &str, container: &Tree, volumes: &BTreeSet<&str>) {
        for (index, port) in items(container, "ports").iter().enumerate() {
            let number = port.at("containerPort").and_then(number).unwrap_or_default();
            if !(1..=65535).contains(&number) {
                let path = format!("{path}.ports[{index}].containerPort");
                self.invalid(&path, &number.to_string(), "must be between 1 and 65535, inclusive");
            }
        }
        for (index, variable) in items(container, "env").iter().enumerate() {
            self.variable(&format!("{path}.env[{index}]"), variable);
        }
        for (index, source) in items(container, "envFrom").iter().enumerate() {
            self.variables_from(&format!("{path}.envFrom[{index}]"), source);
        }
        self.mounts(path, items(container, "volumeMounts"), volumes);
        self.resources(&format!("{path}.resources"), container);
    }

    fn variable(&mut self, path: &str, variable: &Tree) {
        let name = text(variable, "name");
        if name.is_empty() {
            self.required(&format!("{path}.name"), "");
        } else if !name.bytes().all(|byte| matches!(byte, b' '..=b'~') && byte != b'=') {
            let why = "a valid environment variable name must consist only of printable ASCII characters other than '='";
            self.invalid(&format!("{path}.name"), name, why);
        }
        let Some(source) = variable.at("valueFrom") else { return };
        let path = format!("{path}.valueFrom");
        let kinds = kinds(source);
        if kinds.is_empty() {
            self.invalid(
                &path,
                "",
                "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`",
            );
        } else if !text(variable, "value").is_empty() {
            self.invalid(&path, "", "may not be specified when `value` is not empty");
        } else if kinds.len() > 1 {
            self.invalid(&path, "", "may not have more than one field specified at a time");
        }
        for kind in kinds.iter().filter(|kind| matches!(**kind, "secretKeyRef" | "configMapKeyRef")) {
            for field in ["name", "key"].iter().filter(|field| text(source, &format!("{kind}.{field}")).is_empty()) {
                self.required(&format!("{path}.{kind}.{field}"), "");
            }
        }
    }

    fn variables_from(&mut self, path: &str, source: &Tree) {
        let kinds = kinds(source);
        match kinds.as_slice() {
            [] => self.invalid(path, "", "must specify one of: `configMapRef` or `secretRef`"),
            [_] => {}
            _ => self.invalid(path, "", "may not have more than one field specified at a time"),
        }
        for kind in kinds.iter().filter(|kind| text(source, &format!("{kind}.name")).is_empty()) {
            self.required(&format!("{path}.{kind}.name"), "");
        }
    }

    fn mounts(&mut self, path: &str, mounts: &[Tree], volumes: &BTreeSet<&str>) {
        let mut seen = BTreeSet::new();
        for (index, mount) in mounts.iter().enumerate() {
            let path = format!("{path}.volumeMounts[{index}]");
            let (name, target, below) = (text(mount, "name"), text(mount, "mountPath"), text(mount, "subPath"));
            if name.is_empty() {
                self.required(&format!("{path}.name"), "");
            } else if !volumes.contains(name) {
                self.0.push(format!("{path}.name: Not found: {name:?}"));
            }
            if target.is_empty() {
                self.required(&format!("{path}.mountPath"), "");
            } else if !seen.insert(target) {
                self.invalid(&format!("{path}.mountPath"), target, "must be unique");
            }
            if below.starts_with('/') {
                self.invalid(&format!("{path}.subPath"), below, "must be a relative path");
            } else if below.split('/').any(|part| part == "..") {
                self.invalid(&format!("{path}.subPath"), below, "must not contain '..'");
            }
            if !below.is_empty() && !text(mount, "subPathExpr").is_empty() {
                let why = "subPathExpr and subPath are mutually exclusive";
                self.invalid(&format!("{path}.subPathExpr"), text(mount, "subPathExpr"), why);
            }
        }
    }

    fn resources(&mut self, path: &str, container: &Tree) {
        let limits = members(container, "resources.limits");
        for (kind, list) in [("limits", limits.clone()), ("requests", members(container, "resources.requests"))] {
            for (name, value) in list {
                self.resource(&format!("{path}.{kind}"), name, value);
            }
        }
        for (name, value) in members(container, "resources.requests") {
            let limit = limits.iter().find(|(own, _)| *own == name).and_then(|(_, limit)| limit.text());
            let Some((limit, request)) = limit.zip(value.text()) else {
                if is_extended(name) {
                    self.required(&format!("{path}.limits"), "Limit must be set for non overcommitable resources");
                }
                continue;
            };
            let order = Quantity::parse(request).ok().zip(Quantity::parse(limit).ok()).map(|(a, b)| a.compare(&b));
            match order {
                Some(Ordering::Greater | Ordering::Less) if is_extended(name) => {
                    self.invalid(&format!("{path}.requests"), request, &format!("must be equal to {name} limit of {limit}"));
                }
                Some(Ordering::Greater) => {
                    let why = format!("must be less than or equal to {name} limit of {limit}");
                    self.invalid(&format!("{path}.requests"), request, &why);
                }
                _ => {}
            }
        }
    }

    fn resource(&mut self, path: &str, name: &str, value: &Tree) {
        let is_standard = matches!(name, "cpu" | "memory" | "ephemeral-storage") || name.starts_with("hugepages-");
        if !is_standard {
            self.all_invalid(path, name, label_key(name, KubeVersion::default()));
            if !name.contains('/') {
                self.invalid(path, name, "must be a standard resource type or fully qualified");
            }
        }
        if value.text().is_some_and(|value| value.starts_with('-') && value != "-0") {
            let value = value.text().unwrap_or_default();
            self.invalid(&format!("{path}[{name}]"), value, "must be greater than or equal to 0");
        }
    }
}

/// Whether a resource cannot be promised twice: devices.
fn is_extended(name: &str) -> bool {
    name.starts_with("hugepages-") || name.contains('/') && !name.contains("kubernetes.io/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{constant, map};
    use serde_json::{Value, json};

    fn tree(value: &Value) -> Tree {
        match value {
            Value::Object(members) if !members.is_empty() => {
                members.iter().fold(map(), |map, (key, value)| map.put(key.clone(), tree(value))).into()
            }
            Value::Array(items) if !items.is_empty() => Tree::List(items.iter().map(tree).collect()),
            other => constant(other.clone()),
        }
    }

    /// The causes for a container and volumes beside one that is in order.
    fn causes(container: Value, volumes: Value) -> String {
        let pod = json!({"containers": [container], "volumes": volumes});
        let deployment = json!({"metadata": {"name": "a"}, "spec": {"template": {"spec": pod}}});
        refusal(&tree(&deployment)).unwrap_or_default().replace("spec.template.spec.", "")
    }

    #[test]
    fn what_is_in_order_is_taken() {
        let container = json!({
            "image": "i", "ports": [{"containerPort": 8080}],
            "env": [{"name": "A"}, {"name": "a.b-c d"}, {"name": "S", "valueFrom": {"secretKeyRef": {"name": "s", "key": "k"}}}],
            "envFrom": [{"prefix": "P_", "secretRef": {"name": "s"}}],
            "volumeMounts": [{"name": "v", "mountPath": "/a", "subPath": "x/y..z"}, {"name": "v", "mountPath": "/b"}],
            "resources": {"requests": {"cpu": "1", "nvidia.com/gpu": "1"}, "limits": {"cpu": "1000m", "nvidia.com/gpu": "1"}}
        });
        assert_eq!(causes(container, json!([{"name": "v", "emptyDir": {}}, {"name": "w"}])), "");
    }

    #[test]
    fn containers_are_refused() {
        for (container, cause) in [
            (json!({"ports": [{"containerPort": 0}]}), "ports[0].containerPort: Invalid value"),
            (json!({"ports": [{"containerPort": 65536}]}), "ports[0].containerPort: Invalid value"),
            (json!({"env": [{"value": "1"}]}), "env[0].name: Required value"),
            (json!({"env": [{"name": "a=b"}]}), "env[0].name: Invalid value"),
            (json!({"env": [{"name": "A", "valueFrom": {}}]}), "env[0].valueFrom: Invalid value"),
            (
                json!({"env": [{"name": "A", "value": "1", "valueFrom": {"secretKeyRef": {"name": "s", "key": "k"}}}]}),
                "when `value` is not empty",
            ),
            (
                json!({"env": [{"name": "A", "valueFrom": {"fieldRef": {}, "secretKeyRef": {"name": "s", "key": "k"}}}]}),
                "more than one field",
            ),
            (json!({"env": [{"name": "A", "valueFrom": {"secretKeyRef": {"key": "k"}}}]}), "secretKeyRef.name: Required value"),
            (
                json!({"env": [{"name": "A", "valueFrom": {"configMapKeyRef": {"key": "k"}}}]}),
                "configMapKeyRef.name: Required value",
            ),
            (json!({"envFrom": [{"prefix": "A"}]}), "envFrom[0]: Invalid value"),
            (json!({"envFrom": [{"secretRef": {"optional": true}}]}), "envFrom[0].secretRef.name: Required value"),
            (json!({"volumeMounts": [{"name": "w", "mountPath": "/a"}]}), "volumeMounts[0].name: Not found"),
            (json!({"volumeMounts": [{"mountPath": "/a"}]}), "volumeMounts[0].name: Required value"),
            (json!({"volumeMounts": [{"name": "v"}]}), "volumeMounts[0].mountPath: Required value"),
            (
                json!({"volumeMounts": [{"name": "v", "mountPath": "/a"}, {"name": "v", "mountPath": "/a"}]}),
                "[1].mountPath: Invalid value",
            ),
            (json!({"volumeMounts": [{"name": "v", "mountPath": "/a", "subPath": "/x"}]}), "subPath: Invalid value"),
            (json!({"volumeMounts": [{"name": "v", "mountPath": "/a", "subPath": "x/.."}]}), "subPath: Invalid value"),
            (
                json!({"volumeMounts": [{"name": "v", "mountPath": "/a", "subPath": "x", "subPathExpr": "y"}]}),
                "mutually exclusive",
            ),
            (
                json!({"resources": {"requests": {"cpu": "2"}, "limits": {"cpu": "1500m"}}}),
                "less than or equal to cpu limit of 1500m",
            ),
            (json!({"resources": {"requests": {"a.b/c": "1"}, "limits": {"a.b/c": "2"}}}), "must be equal to a.b/c limit"),
            (json!({"resources": {"requests": {"a.b/c": "1"}}}), "Limit must be set"),
            (json!({"resources": {"limits": {"gpu": "1"}}}), "fully qualified"),
            (json!({"resources": {"limits": {"cpu": "-1"}}}), "greater than or equal to 0"),
        ] {
            let found = causes(container.clone(), json!([{"name": "v"}]));
            assert!(found.starts_with("Deployment.apps \"a\" is invalid: ") && found.contains(cause), "{container}: {found}");
        }
    }

    #[test]
    fn volumes_are_refused() {
        for (volumes, cause) in [
            (json!([{"emptyDir": {}}]), "volumes[0].name: Required value"),
            (json!([{"name": "v"}, {"name": "v"}]), "volumes[1].name: Duplicate value"),
            (json!([{"name": "V"}]), "volumes[0].name: Invalid value"),
            (json!([{"name": "v", "emptyDir": {}, "hostPath": {"path": "/x"}}]), "more than 1 volume type"),
            (json!([{"name": "v", "configMap": {"optional": true}}]), "configMap.name: Required value"),
            (json!([{"name": "v", "secret": {"optional": true}}]), "secret.secretName: Required value"),
            (
                json!([{"name": "v", "persistentVolumeClaim": {"readOnly": true}}]),
                "persistentVolumeClaim.claimName: Required value",
            ),
            (json!([{"name": "v", "nfs": {"server": "s"}}]), "nfs.path: Required value"),
        ] {
            let found = causes(json!({}), volumes.clone());
            assert!(found.contains(cause), "{volumes}: {found}");
        }
    }

    #[test]
    fn tolerations_and_labels_are_refused() {
        for (spec, cause) in [
            (json!({"tolerations": [{"value": "x"}]}), "tolerations[0].operator: Invalid value"),
            (json!({"tolerations": [{"key": "a", "operator": "Exists", "value": "x"}]}), "value must be empty"),
            (json!({"tolerations": [{"key": "a", "operator": "Has"}]}), "Unsupported value: \"Has\""),
            (json!({"tolerations": [{"key": "a", "effect": "No"}]}), "Unsupported value: \"No\""),
            (json!({"tolerations": [{"key": "a", "tolerationSeconds": 5}]}), "NoExecute"),
            (json!({"tolerations": [{"key": "a b"}]}), "tolerations[0].key: Invalid value"),
            (json!({"nodeSelector": {"a": "b c"}}), "nodeSelector: Invalid value"),
            (json!({"serviceAccountName": "A"}), "serviceAccountName: Invalid value"),
        ] {
            let deployment = json!({"metadata": {"name": "a"}, "spec": {"template": {"spec": spec}}});
            let found = refusal(&tree(&deployment)).unwrap_or_default();
            assert!(found.contains(cause), "{spec}: {found}");
        }
        let metadata = json!({"labels": {"a": "b c"}, "annotations": {"a b": ""}});
        let deployment = json!({"metadata": {"name": "a"}, "spec": {"replicas": -1, "template": {"metadata": metadata}}});
        let found = refusal(&tree(&deployment)).unwrap_or_default();
        assert_eq!(found.matches("Invalid value").count(), 3, "{found}");
    }
}
