//! The environment of containers, and the fields of pods that variables and files hold.

use std::collections::BTreeMap;

use super::{Faults, Tree, items, kinds, text};
use crate::apiserver::{KubeVersion, Quantity, canonical_quantity, dns_label, dns_subdomain, label_key};

const BAD_NAME: &str = "a valid environment variable name must consist only of printable ASCII characters other than '='";
const SEVERAL: &str = "may not have more than one field specified at a time";

/// The fields of a pod that a variable can hold.
const IN_VARIABLES: &[&str] = &[
    "metadata.name",
    "metadata.namespace",
    "metadata.uid",
    "spec.nodeName",
    "spec.serviceAccountName",
    "status.hostIP",
    "status.hostIPs",
    "status.podIP",
    "status.podIPs",
];

/// The fields of a pod that a file can hold.
pub(super) const IN_FILES: &[&str] =
    &["metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid"];

/// Fields of a pod that the server knows beyond those.
const OTHER_FIELDS: &[&str] = &["spec.restartPolicy", "spec.schedulerName", "status.phase", "status.nominatedNodeName"];

/// The resources of a container that can be told.
const RESOURCES: &[&str] =
    &["limits.cpu", "limits.ephemeral-storage", "limits.memory", "requests.cpu", "requests.ephemeral-storage", "requests.memory"];

const HUGE_PAGES: &[&str] = &["limits.hugepages-", "requests.hugepages-"];

const SIZES: &[&str] = &["1", "1k", "1M", "1G", "1T", "1P", "1E", "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei"];

/// The volumes of a pod by their names.
pub(super) type Volumes<'t> = BTreeMap<&'t str, &'t Tree>;

/// What is wrong with the name of a variable.
fn is_variable_name(name: &str) -> bool {
    name.bytes().all(|byte| matches!(byte, b' '..=b'~') && byte != b'=')
}

/// What is wrong with a key of a ConfigMap or Secret.
fn key_faults(key: &str) -> Vec<String> {
    let mut faults = Vec::new();
    if key.len() > 253 {
        faults.push("must be no more than 253 characters".to_owned());
    }
    if !key.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._".contains(&byte)) {
        faults.push(
            "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or \
             'key-name', regex used for validation is '[-._a-zA-Z0-9]+')"
                .to_owned(),
        );
    }
    if matches!(key, "." | "..") {
        faults.push(format!("must not be '{key}'"));
    } else if key.starts_with("..") {
        faults.push("must not start with '..'".to_owned());
    }
    faults
}

impl Faults {
    /// `env` and `envFrom` of a container.
    pub(super) fn environment(&mut self, path: &str, container: &Tree, volumes: &Volumes<'_>) {
        for (index, variable) in items(container, "env").iter().enumerate() {
            self.variable(&format!("{path}.env[{index}]"), variable);
        }
        for (index, source) in items(container, "envFrom").iter().enumerate() {
            self.variables_from(&format!("{path}.envFrom"), index, source);
        }
        for (index, variable) in items(container, "env").iter().enumerate() {
            self.file_volume(&format!("{path}.env[{index}].valueFrom.fileKeyRef.volumeName"), variable, volumes);
        }
    }

    fn variable(&mut self, path: &str, variable: &Tree) {
        let name = text(variable, "name");
        if name.is_empty() {
            self.required(&format!("{path}.name"), "");
        } else if !is_variable_name(name) {
            self.invalid(&format!("{path}.name"), name, BAD_NAME);
        }
        let Some(source) = variable.at("valueFrom") else { return };
        let path = format!("{path}.valueFrom");
        let kinds = kinds(source);
        for kind in &kinds {
            if let Some(tree) = source.at(kind) {
                self.value_from(&format!("{path}.{kind}"), kind, tree);
            }
        }
        if kinds.is_empty() {
            let why = "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`";
            self.invalid(&path, "", why);
        } else if !text(variable, "value").is_empty() {
            self.invalid(&path, "", "may not be specified when `value` is not empty");
        } else if kinds.len() > 1 {
            self.invalid(&path, "", SEVERAL);
        }
    }

    fn value_from(&mut self, path: &str, kind: &str, source: &Tree) {
        match kind {
            "fieldRef" => self.pod_field(path, source, IN_VARIABLES),
            "resourceFieldRef" => self.resource_field(path, source),
            "fileKeyRef" => self.file_key(path, source),
            _ => {
                self.object_name(&format!("{path}.name"), text(source, "name"));
                let key = text(source, "key");
                if key.is_empty() {
                    self.required(&format!("{path}.key"), "");
                } else {
                    self.all_invalid(&format!("{path}.key"), key, key_faults(key));
                }
            }
        }
    }

    /// The name of an object that has to be there.
    fn object_name(&mut self, path: &str, name: &str) {
        if name.is_empty() {
            self.required(path, "");
        } else {
            self.all_invalid(path, name, dns_subdomain(name));
        }
    }

    /// A field of the pod itself, one of `known`.
    pub(super) fn pod_field(&mut self, path: &str, reference: &Tree, known: &[&str]) {
        let field = text(reference, "fieldPath");
        let field_path = format!("{path}.fieldPath");
        if field.is_empty() {
            self.required(&field_path, "");
            return;
        }
        let version = text(reference, "apiVersion");
        if !matches!(version, "" | "v1") {
            self.invalid(&field_path, field, &format!("error converting fieldPath: unsupported pod version: {version}"));
            return;
        }
        if let Some((map, key)) = field.strip_suffix("']").and_then(|field| field.split_once("['")) {
            match map {
                "metadata.annotations" => self.all_invalid(path, key, label_key(&key.to_lowercase(), KubeVersion::default())),
                "metadata.labels" => self.label_key(path, key),
                _ => {
                    let why = format!("error converting fieldPath: field label does not support subscript: {field}");
                    self.invalid(&field_path, field, &why);
                }
            }
        } else if [IN_VARIABLES, IN_FILES, OTHER_FIELDS].iter().any(|fields| fields.contains(&field)) {
            self.one_of(&field_path, field, known);
        } else {
            self.invalid(&field_path, field, &format!("error converting fieldPath: field label not supported: {field}"));
        }
    }

    /// A resource of a container.
    pub(super) fn resource_field(&mut self, path: &str, reference: &Tree) {
        let resource = text(reference, "resource");
        let is_huge = HUGE_PAGES.iter().any(|prefix| resource.starts_with(prefix));
        if resource.is_empty() {
            self.required(&format!("{path}.resource"), "");
        } else if !is_huge {
            self.one_of(&format!("{path}.resource"), resource, RESOURCES);
        }
        self.divisor(&format!("{path}.divisor"), resource, text(reference, "divisor"));
    }

    fn divisor(&mut self, path: &str, resource: &str, divisor: &str) {
        let is_unset = Quantity::parse(divisor)
            .is_ok_and(|divisor| Quantity::parse("0").is_ok_and(|zero| divisor.compare(&zero) == std::cmp::Ordering::Equal));
        if divisor.is_empty() || is_unset {
            return;
        }
        let (words, known): (&str, &[&str]) = match resource.split_once('.').map(|(_, resource)| resource) {
            Some("cpu") => ("cpu", &["1m", "1"]),
            Some("memory") => ("memory", SIZES),
            Some("ephemeral-storage") => ("local ephemeral storage", SIZES),
            Some(other) if other.starts_with("hugepages-") => ("hugepages", SIZES),
            _ => return,
        };
        let written = canonical_quantity(divisor).unwrap_or_default();
        if !known.contains(&written.as_ref()) {
            let values = if words == "cpu" { "1m and 1".to_owned() } else { known.join(", ") };
            self.invalid(path, resource, &format!("only divisor's values {values} are supported with the {words} resource"));
        }
    }

    fn file_key(&mut self, path: &str, reference: &Tree) {
        let [key, volume, file] = ["key", "volumeName", "path"].map(|field| text(reference, field));
        if key.is_empty() {
            self.required(&format!("{path}.key"), "");
        } else if !is_variable_name(key) {
            self.invalid(&format!("{path}.key"), key, BAD_NAME);
        }
        if volume.is_empty() {
            self.required(&format!("{path}.volumeName"), "");
        } else {
            self.all_invalid(&format!("{path}.volumeName"), volume, dns_label(volume));
        }
        if file.is_empty() {
            self.required(&format!("{path}.path"), "");
        } else {
            self.no_backsteps(&format!("{path}.path"), file);
        }
    }

    /// The volume that a variable takes its value from.
    fn file_volume(&mut self, path: &str, variable: &Tree, volumes: &Volumes<'_>) {
        let Some(reference) = variable.at("valueFrom.fileKeyRef") else { return };
        let name = text(reference, "volumeName");
        match volumes.get(name) {
            None => self.0.push(format!("{path}: Not found: {name:?}")),
            Some(volume) if kinds(volume).iter().all(|kind| *kind == "emptyDir") => {}
            Some(_) => self.invalid(path, name, "referenced volume must be of type emptyDir"),
        }
    }

    fn variables_from(&mut self, list: &str, index: usize, source: &Tree) {
        let path = format!("{list}[{index}]");
        let (kinds, prefix) = (kinds(source), text(source, "prefix"));
        if !is_variable_name(prefix) {
            self.invalid(&format!("{path}.prefix"), prefix, BAD_NAME);
        }
        for kind in &kinds {
            self.object_name(&format!("{path}.{kind}.name"), source.at(kind).map_or("", |tree| text(tree, "name")));
        }
        match kinds.as_slice() {
            [] => self.invalid(list, "", "must specify one of: `configMapRef` or `secretRef`"),
            [_] => {}
            _ => self.invalid(list, "", SEVERAL),
        }
    }
}
