//! The containers of pods.

use std::collections::BTreeSet;

use super::{Faults, Tree, environment::Volumes, integer, is_true, items, text};

impl Faults {
    /// A container of a pod with these volumes.
    pub(super) fn container(&mut self, path: &str, container: &Tree, volumes: &Volumes<'_>) {
        for (index, port) in items(container, "ports").iter().enumerate() {
            let path = format!("{path}.ports[{index}].containerPort");
            match integer(port, "containerPort").unwrap_or_default() {
                0 => self.required(&path, ""),
                1..=65535 => {}
                number => self.invalid_number(&path, number, "must be between 1 and 65535, inclusive"),
            }
        }
        self.environment(path, container, volumes);
        self.mounts(&format!("{path}.volumeMounts"), items(container, "volumeMounts"), volumes);
        let policy = text(container, "imagePullPolicy");
        if !policy.is_empty() {
            self.pull_policy(&format!("{path}.imagePullPolicy"), policy);
        }
        self.resources(&format!("{path}.resources"), container);
    }

    /// When an image is pulled.
    pub(super) fn pull_policy(&mut self, path: &str, policy: &str) {
        self.one_of(path, policy, &["Always", "IfNotPresent", "Never"]);
    }

    fn mounts(&mut self, list: &str, mounts: &[Tree], volumes: &Volumes<'_>) {
        let mut seen = BTreeSet::new();
        for (index, mount) in mounts.iter().enumerate() {
            let path = format!("{list}[{index}]");
            let (name, target, below) = (text(mount, "name"), text(mount, "mountPath"), text(mount, "subPath"));
            if name.is_empty() {
                self.required(&format!("{path}.name"), "");
            }
            if !volumes.contains_key(name) {
                self.0.push(format!("{path}.name: Not found: {name:?}"));
            }
            if target.is_empty() {
                self.required(&format!("{path}.mountPath"), "");
            }
            if !seen.insert(target) {
                self.invalid(&format!("{path}.mountPath"), target, "must be unique");
            }
            // The server does not say which of the mounts it means here.
            self.descending(&format!("{list}.subPath"), below);
            let expression = text(mount, "subPathExpr");
            if !below.is_empty() && !expression.is_empty() {
                self.invalid(&format!("{path}.subPathExpr"), expression, "subPathExpr and subPath are mutually exclusive");
            }
            self.descending(&format!("{list}.subPathExpr"), expression);
            self.propagation(list, mount);
        }
    }

    /// What a mount shows of later mounts below it. No container of an agent is privileged.
    fn propagation(&mut self, list: &str, mount: &Tree) {
        let propagation = mount.at("mountPropagation").and_then(Tree::text);
        if let Some(word) = propagation {
            let path = format!("{list}.mountPropagation");
            self.one_of(&path, word, &["Bidirectional", "HostToContainer", "None"]);
            if word == "Bidirectional" {
                self.forbidden(&path, "Bidirectional mount propagation is available only to privileged containers");
            }
        }
        let Some(recursive) = mount.at("recursiveReadOnly").and_then(Tree::text) else { return };
        let path = format!("{list}.recursiveReadOnly");
        self.one_of(&path, recursive, &["Disabled", "Enabled", "IfPossible"]);
        if matches!(recursive, "Enabled" | "IfPossible") {
            if !is_true(mount, "readOnly") {
                self.forbidden(&path, "may only be specified when readOnly is true");
            }
            if propagation.is_some_and(|word| word != "None") {
                self.forbidden(&path, "may only be specified when mountPropagation is None or not specified");
            }
        }
    }
}
