//! What the API server finds wrong with a Deployment whose pods hold what users wrote.
//!
//! Only what a user can bring about through a manifest that was accepted, or through a flag of the operator: the rest of Kubernetes'
//! validation cannot fail here. Source: `k8s.io/kubernetes/pkg/apis/core/validation`.

mod affinity;
mod annotations;
mod container;
mod environment;
mod resources;
mod volumes;

#[cfg(test)]
mod tests;

use serde_json::Value;

use super::{Tree, refused};
use crate::apiserver::{KubeVersion, dns_subdomain, label_key, label_value};

/// Where the spec of the pods is.
const POD: &str = "spec.template.spec";

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

/// The causes in the server's words and order.
#[derive(Default)]
struct Faults(Vec<String>);

fn text<'t>(tree: &'t Tree, path: &str) -> &'t str {
    tree.at(path).and_then(Tree::text).unwrap_or_default()
}

fn number(tree: &Tree) -> Option<i64> {
    if let Tree::Leaf(value, _) = tree { value.as_i64() } else { None }
}

fn integer(tree: &Tree, path: &str) -> Option<i64> {
    tree.at(path).and_then(number)
}

fn is_true(tree: &Tree, path: &str) -> bool {
    matches!(tree.at(path), Some(Tree::Leaf(Value::Bool(true), _)))
}

fn items<'t>(tree: &'t Tree, path: &str) -> &'t [Tree] {
    if let Some(Tree::List(items)) = tree.at(path) { items } else { &[] }
}

fn texts<'t>(tree: &'t Tree, path: &str) -> Vec<&'t str> {
    items(tree, path).iter().map(|item| item.text().unwrap_or_default()).collect()
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

    fn forbidden(&mut self, path: &str, why: &str) {
        self.0.push(format!("{path}: Forbidden: {why}"));
    }

    fn invalid(&mut self, path: &str, value: &str, why: &str) {
        self.0.push(format!("{path}: Invalid value: {value:?}: {why}"));
    }

    fn invalid_number(&mut self, path: &str, value: i64, why: &str) {
        self.0.push(format!("{path}: Invalid value: {value}: {why}"));
    }

    fn all_invalid(&mut self, path: &str, value: &str, faults: Vec<String>) {
        faults.iter().for_each(|fault| self.invalid(path, value, fault));
    }

    /// A word that is none of those that the field can hold; `words` are in the order of the alphabet.
    fn one_of(&mut self, path: &str, word: &str, words: &[&str]) {
        if !words.contains(&word) {
            let words: Vec<_> = words.iter().map(|word| format!("{word:?}")).collect();
            self.0.push(format!("{path}: Unsupported value: {word:?}: supported values: {}", words.join(", ")));
        }
    }

    /// A path below some directory.
    fn descending(&mut self, path: &str, value: &str) {
        if value.starts_with('/') {
            self.invalid(path, value, "must be a relative path");
        }
        self.no_backsteps(path, value);
    }

    fn no_backsteps(&mut self, path: &str, value: &str) {
        if value.split('/').any(|part| part == "..") {
            self.invalid(path, value, "must not contain '..'");
        }
    }

    /// A path of a file in a volume.
    fn file_path(&mut self, path: &str, value: &str) {
        self.descending(path, value);
        if value.starts_with("..") && value != ".." && !value.starts_with("../") {
            self.invalid(path, value, "must not start with '..'");
        }
    }

    fn deployment(&mut self, deployment: &Tree) {
        self.labels("metadata.labels", &members(deployment, "metadata.labels"));
        if let Some(replicas) = integer(deployment, "spec.replicas").filter(|replicas| *replicas < 0) {
            self.invalid_number("spec.replicas", replicas, "must be greater than or equal to 0");
        }
        self.labels("spec.template.labels", &members(deployment, "spec.template.metadata.labels"));
        self.annotations(deployment);
        let Some(pod) = deployment.at(POD) else { return };
        let volumes = self.volumes(items(pod, "volumes"));
        for (index, container) in items(pod, "containers").iter().enumerate() {
            self.container(&format!("{POD}.containers[{index}]"), container, &volumes);
        }
        self.labels(&format!("{POD}.nodeSelector"), &members(pod, "nodeSelector"));
        if let Some(affinity) = pod.at("affinity") {
            self.affinity(affinity);
        }
        for name in ["serviceAccountName", "priorityClassName", "runtimeClassName"] {
            if let Some(value) = pod.at(name).and_then(Tree::text) {
                self.all_invalid(&format!("{POD}.{name}"), value, dns_subdomain(value));
            }
        }
        items(pod, "tolerations").iter().enumerate().for_each(|(index, toleration)| self.toleration(index, toleration));
    }

    fn labels(&mut self, path: &str, labels: &[(&str, &Tree)]) {
        for (key, value) in labels {
            self.label_key(path, key);
            self.label_value(path, value.text().unwrap_or_default());
        }
    }

    fn label_key(&mut self, path: &str, key: &str) {
        self.all_invalid(path, key, label_key(key, KubeVersion::default()));
    }

    fn label_value(&mut self, path: &str, value: &str) {
        self.all_invalid(path, value, label_value(value, KubeVersion::default()));
    }

    fn toleration(&mut self, index: usize, toleration: &Tree) {
        let path = format!("{POD}.tolerations[{index}]");
        let [key, operator, value, effect] = ["key", "operator", "value", "effect"].map(|field| text(toleration, field));
        let operator_path = format!("{path}.operator");
        if !key.is_empty() {
            self.label_key(&format!("{path}.key"), key);
        } else if operator != "Exists" {
            let why = "operator must be Exists when `key` is empty, which means \"match all values and all keys\"";
            self.invalid(&operator_path, operator, why);
        }
        if toleration.at("tolerationSeconds").is_some() && effect != "NoExecute" {
            self.invalid(&format!("{path}.effect"), effect, "effect must be 'NoExecute' when `tolerationSeconds` is set");
        }
        match operator {
            "" | "Equal" => {
                let faults = label_value(value, KubeVersion::default());
                if !faults.is_empty() {
                    self.invalid(&operator_path, value, &faults.join(";"));
                }
            }
            "Exists" if value.is_empty() => {}
            "Exists" => self.invalid(&operator_path, value, "value must be empty when `operator` is 'Exists'"),
            // The server names those that compare numbers among the known ones, but takes them only with a feature that is off.
            "Gt" | "Lt" => {
                let known = "supported values: \"Equal\", \"Exists\", \"Lt\", \"Gt\"";
                self.0.push(format!("{operator_path}: Unsupported value: {operator:?}: {known}"));
            }
            other => self.one_of(&operator_path, other, &["Equal", "Exists"]),
        }
        if !effect.is_empty() {
            self.one_of(&format!("{path}.effect"), effect, &["NoSchedule", "PreferNoSchedule", "NoExecute"]);
        }
    }
}
