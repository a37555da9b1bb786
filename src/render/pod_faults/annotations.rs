//! Annotations of pods that mean something to the API server.

use super::{Faults, POD, Tree, items, members, text};
use crate::apiserver::{KubeVersion, label_key};

const PATH: &str = "spec.template.annotations";

/// The most bytes that all keys and values of annotations may have together.
const MOST: usize = 256 * 1024;

const MIRROR: &str = "kubernetes.io/config.mirror";
const DELETION_COST: &str = "controller.kubernetes.io/pod-deletion-cost";
const SECCOMP_POD: &str = "seccomp.security.alpha.kubernetes.io/pod";
const SECCOMP_CONTAINER: &str = "container.seccomp.security.alpha.kubernetes.io/";
const APPARMOR: &str = "container.apparmor.security.beta.kubernetes.io/";

impl Faults {
    /// The annotations of the pods of a Deployment.
    pub(super) fn annotations(&mut self, deployment: &Tree) {
        let annotations = members(deployment, "spec.template.metadata.annotations");
        for (key, _) in &annotations {
            self.all_invalid(PATH, key, label_key(&key.to_lowercase(), KubeVersion::default()));
        }
        let size: usize = annotations.iter().map(|(key, value)| key.len() + value.text().map_or(0, str::len)).sum();
        if size > MOST {
            self.0.push(format!("{PATH}: Too long: may not be more than {MOST} bytes"));
        }
        let containers = items(deployment, "spec.template.spec.containers");
        for (key, value) in annotations {
            self.meaning(key, value.text().unwrap_or_default(), containers);
        }
    }

    fn meaning(&mut self, key: &str, value: &str, containers: &[Tree]) {
        let path = format!("{PATH}[{key}]");
        let named = |name: &str| containers.iter().position(|container| text(container, "name") == name);
        if let Some(container) = key.strip_prefix(APPARMOR) {
            if named(container).is_none() {
                self.invalid(&path, container, "container not found");
            }
            if !matches!(value, "" | "runtime/default" | "unconfined") && !value.starts_with("localhost/") {
                self.invalid(&path, value, &format!("invalid AppArmor profile name: {value:?}"));
            }
        } else if key == SECCOMP_POD {
            self.seccomp(key, value, &format!("{POD}.securityContext"));
        } else if let Some(container) = key.strip_prefix(SECCOMP_CONTAINER) {
            let index = named(container).filter(|index| containers[*index].at("securityContext.seccompProfile").is_some());
            let field = index.map(|index| format!("{POD}.containers[{index}].securityContext")).unwrap_or_default();
            self.seccomp(key, value, &field);
        } else if key == DELETION_COST {
            let is_integer = value.parse::<i32>().is_ok_and(|cost| cost.to_string() == value);
            if !is_integer {
                self.invalid(&path, value, "must be a 32bit integer");
            }
        } else if key == MIRROR {
            self.invalid(&path, value, "must set spec.nodeName if mirror pod annotation is set");
        }
    }

    /// A profile, which has to be that of the field `owner.seccompProfile` where there is such a field.
    fn seccomp(&mut self, key: &str, value: &str, owner: &str) {
        let path = format!("{PATH}.{key}");
        let is_default = matches!(value, "runtime/default" | "docker/default");
        match value.strip_prefix("localhost/") {
            Some(profile) => self.descending(&path, profile),
            None if is_default || value == "unconfined" => {}
            None => self.invalid(&path, value, "must be a valid seccomp profile"),
        }
        if !is_default && !owner.is_empty() {
            self.forbidden(&format!("{owner}.seccompProfile.type"), "seccomp type in annotation and field must match");
        }
    }
}
