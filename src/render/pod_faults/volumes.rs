//! The volumes of pods.

use std::{cmp::Ordering, collections::BTreeSet};

use serde_json::json;

use super::{
    Faults, POD, Tree,
    environment::{IN_FILES, Volumes},
    integer, items, kinds, members, number, text, texts,
};
use crate::apiserver::{Quantity, dns_label, dns_subdomain};

const MODE: &str = "must be a number between 0 and 0777 (octal), both inclusive";

/// Sources that the server drops, since their features are off.
const OFF: &[&str] = &["clusterTrustBundle", "podCertificate"];

/// Texts and lists that a source must have, and what is said beside it.
const NEEDED: &[(&str, &[(&str, &str)])] = &[
    ("awsElasticBlockStore", &[("volumeID", "")]),
    ("azureDisk", &[("diskName", ""), ("diskURI", "")]),
    ("azureFile", &[("secretName", ""), ("shareName", "")]),
    ("cephfs", &[("monitors", "")]),
    ("cinder", &[("volumeID", "")]),
    ("configMap", &[("name", "")]),
    ("csi", &[("driver", "")]),
    ("ephemeral", &[("volumeClaimTemplate", "")]),
    ("flexVolume", &[("driver", "")]),
    ("gcePersistentDisk", &[("pdName", "")]),
    ("gitRepo", &[("repository", "")]),
    ("glusterfs", &[("endpoints", ""), ("path", "")]),
    ("hostPath", &[("path", "")]),
    ("iscsi", &[("targetPortal", ""), ("iqn", "")]),
    ("nfs", &[("server", ""), ("path", "")]),
    ("persistentVolumeClaim", &[("claimName", "")]),
    ("photonPersistentDisk", &[("pdID", "")]),
    ("portworxVolume", &[("volumeID", "")]),
    ("quobyte", &[("registry", "must be a host:port pair or multiple pairs separated by commas"), ("volume", "")]),
    ("rbd", &[("monitors", ""), ("image", "")]),
    ("scaleIO", &[("gateway", ""), ("system", ""), ("volumeName", "")]),
    ("secret", &[("secretName", "")]),
    ("storageos", &[("volumeName", "")]),
    ("vsphereVolume", &[("volumePath", "")]),
];

/// References to Secrets that must have a name where they stand at all.
const SECRETS: &[(&str, &str)] =
    &[("csi", "nodePublishSecretRef"), ("cinder", "secretRef"), ("storageos", "secretRef"), ("flexVolume", "secretRef")];

/// Fields that hold one of some words.
const WORDS: &[(&str, &str, &[&str])] = &[
    ("hostPath", "type", &["", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"]),
    ("azureDisk", "cachingMode", &["None", "ReadOnly", "ReadWrite"]),
    ("azureDisk", "kind", &["Dedicated", "Managed", "Shared"]),
];

/// Numbers from 0 to 255, and the words of the server about them.
const NUMBERS: &[(&str, &str, &str)] = &[
    ("awsElasticBlockStore", "partition", "must be between 1 and 255, inclusive"),
    ("gcePersistentDisk", "partition", "must be between 1 and 255, inclusive"),
    ("iscsi", "lun", "must be between 0 and 255, inclusive"),
    ("fc", "lun", "must be between 0 and 255, inclusive"),
];

impl Faults {
    /// The volumes that are in order, by their names: to the server, the others are not there.
    pub(super) fn volumes<'t>(&mut self, volumes: &'t [Tree]) -> Volumes<'t> {
        let mut taken = Volumes::new();
        for (index, volume) in volumes.iter().enumerate() {
            let before = self.0.len();
            let path = format!("{POD}.volumes[{index}]");
            self.source(&path, volume);
            let name = text(volume, "name");
            if name.is_empty() {
                self.required(&format!("{path}.name"), "");
            } else {
                self.all_invalid(&format!("{path}.name"), name, dns_label(name));
            }
            if taken.contains_key(name) {
                self.0.push(format!("{path}.name: Duplicate value: {name:?}"));
            }
            if self.0.len() == before {
                taken.insert(name, volume);
            }
        }
        taken
    }

    fn source(&mut self, path: &str, volume: &Tree) {
        let mut kinds = kinds(volume);
        // The server looks for an emptyDir first.
        kinds.sort_by_key(|kind| *kind != "emptyDir");
        for kind in kinds.iter().skip(1) {
            self.forbidden(&format!("{path}.{kind}"), "may not specify more than 1 volume type");
        }
        for kind in kinds {
            let Some(source) = volume.at(kind) else { continue };
            // The server calls one of them by the name of its own type.
            let word = if kind == "gcePersistentDisk" { "persistentDisk" } else { kind };
            let path = format!("{path}.{word}");
            self.tables(&path, kind, source);
            self.mode(&path, "defaultMode", source);
            self.keys(&path, kind, source);
            match kind {
                "emptyDir" => self.size_limit(&path, source),
                "projected" => self.projected(&path, source),
                "downwardAPI" => items(source, "items").iter().for_each(|file| self.pod_file(&path, file)),
                "ephemeral" => self.claim(&format!("{path}.volumeClaimTemplate.spec"), source),
                _ => self.particular(&path, kind, source),
            }
        }
    }

    /// What tables say of a source.
    fn tables(&mut self, path: &str, kind: &str, source: &Tree) {
        for (field, more) in NEEDED.iter().filter(|(own, _)| *own == kind).flat_map(|(_, fields)| *fields) {
            let is_empty = |value: &Tree| matches!(value, Tree::Leaf(value, _) if *value == json!("") || *value == json!([]));
            if source.at(field).is_none_or(is_empty) {
                self.required(&format!("{path}.{field}"), more);
            }
        }
        for (_, field) in SECRETS.iter().filter(|(own, _)| *own == kind) {
            if source.at(field).is_some_and(|secret| text(secret, "name").is_empty()) {
                self.required(&format!("{path}.{field}.name"), "");
            }
        }
        for (_, field, words) in WORDS.iter().filter(|(own, _, _)| *own == kind) {
            if let Some(word) = source.at(field).and_then(Tree::text) {
                self.one_of(&format!("{path}.{field}"), word, words);
            }
        }
        for (_, field, words) in NUMBERS.iter().filter(|(own, _, _)| *own == kind) {
            if let Some(value) = integer(source, field).filter(|value| !(0..=255).contains(value)) {
                self.invalid_number(&format!("{path}.{field}"), value, words);
            }
        }
    }

    /// What is asked of one kind of source alone.
    fn particular(&mut self, path: &str, kind: &str, source: &Tree) {
        let field = |name: &str| text(source, name);
        match kind {
            "hostPath" => self.no_backsteps(&format!("{path}.path"), field("path")),
            "nfs" if !field("path").starts_with('/') => {
                self.invalid(&format!("{path}.path"), field("path"), "must be an absolute path");
            }
            "gitRepo" => self.descending(&format!("{path}.directory"), field("directory")),
            "csi" => self.driver(&format!("{path}.driver"), field("driver")),
            "image" if !field("pullPolicy").is_empty() => {
                self.pull_policy(&format!("{path}.pullPolicy"), field("pullPolicy"));
            }
            "storageos" if !field("volumeName").is_empty() => {
                self.all_invalid(&format!("{path}.volumeName"), field("volumeName"), dns_label(field("volumeName")));
            }
            "azureDisk" => self.disk(&format!("{path}.diskURI"), source),
            "fc" => self.fibre_channel(path, source),
            "flocker" => self.flocker(path, source),
            "iscsi" if !field("iqn").is_empty() => self.qualified_name(&format!("{path}.iqn"), field("iqn")),
            _ => {}
        }
    }

    fn driver(&mut self, path: &str, driver: &str) {
        if driver.len() > 63 {
            self.0.push(format!("{path}: Too long: may not be more than 63 bytes"));
        }
        if !driver.is_empty() {
            self.all_invalid(path, driver, dns_subdomain(&driver.to_lowercase()));
        }
    }

    fn disk(&mut self, path: &str, source: &Tree) {
        let (kind, uri) = (text(source, "kind"), text(source, "diskURI"));
        let (start, words) = match kind {
            "Managed" => (
                "/subscriptions/",
                "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}",
            ),
            _ => ("https://", "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd"),
        };
        if !uri.starts_with(start) {
            self.one_of(path, uri, &[words]);
        }
    }

    fn fibre_channel(&mut self, path: &str, source: &Tree) {
        let (targets, ids) = (texts(source, "targetWWNs"), texts(source, "wwids"));
        let path_of_targets = format!("{path}.targetWWNs");
        match (targets.is_empty(), ids.is_empty()) {
            (true, true) => self.required(&path_of_targets, "must specify either targetWWNs or wwids, but not both"),
            (false, false) => {
                let why = "targetWWNs and wwids can not be specified simultaneously";
                self.invalid(&path_of_targets, &targets.join(","), why);
            }
            _ => {}
        }
        if !targets.is_empty() && source.at("lun").is_none() {
            self.required(&format!("{path}.lun"), "lun is required if targetWWNs is specified");
        }
    }

    fn flocker(&mut self, path: &str, source: &Tree) {
        let (name, id) = (text(source, "datasetName"), text(source, "datasetUUID"));
        match (name.is_empty(), id.is_empty()) {
            (true, true) => self.required(path, "one of datasetName and datasetUUID is required"),
            (false, false) => {
                self.invalid(path, "resource", "datasetName and datasetUUID can not be specified simultaneously");
            }
            _ => {}
        }
        if name.contains('/') {
            self.invalid(&format!("{path}.datasetName"), name, "must not contain '/'");
        }
    }

    /// The name of a target of iSCSI: a date and a domain, or a number of so many digits.
    fn qualified_name(&mut self, path: &str, name: &str) {
        let (kind, rest) = name.split_at_checked(3).unwrap_or(("", name));
        let digits = |count: usize| rest.len() == count + 1 && rest.bytes().skip(1).all(|byte| byte.is_ascii_alphanumeric());
        let is_well_formed = match kind {
            "iqn" => is_dated_name(rest),
            "eui" => digits(16),
            "naa" => digits(32),
            _ => return self.invalid(path, name, "must be valid format starting with iqn, eui, or naa"),
        };
        if !is_well_formed {
            self.invalid(path, name, "must be valid format");
        }
    }

    fn mode(&mut self, path: &str, field: &str, source: &Tree) {
        if let Some(mode) = integer(source, field).filter(|mode| !(0..=0o777).contains(mode)) {
            self.invalid_number(&format!("{path}.{field}"), mode, MODE);
        }
    }

    /// The keys of a ConfigMap or Secret that become files.
    fn keys(&mut self, path: &str, kind: &str, source: &Tree) {
        if !matches!(kind, "configMap" | "secret") {
            return;
        }
        for (index, item) in items(source, "items").iter().enumerate() {
            let path = format!("{path}.items[{index}]");
            for field in ["key", "path"].into_iter().filter(|field| text(item, field).is_empty()) {
                self.required(&format!("{path}.{field}"), "");
            }
            self.file_path(&format!("{path}.path"), text(item, "path"));
            self.mode(&path, "mode", item);
        }
    }

    fn size_limit(&mut self, path: &str, source: &Tree) {
        if text(source, "sizeLimit").starts_with('-') {
            self.forbidden(&format!("{path}.sizeLimit"), "SizeLimit field must be a valid resource quantity");
        }
    }

    /// A file with a field of the pod. The server does not say which of the files it means.
    fn pod_file(&mut self, path: &str, file: &Tree) {
        let name = text(file, "path");
        if name.is_empty() {
            self.required(&format!("{path}.path"), "");
        }
        self.file_path(&format!("{path}.path"), name);
        match (file.at("fieldRef"), file.at("resourceFieldRef")) {
            (Some(field), other) => {
                self.pod_field(&format!("{path}.fieldRef"), field, IN_FILES);
                if other.is_some() {
                    self.invalid(path, "resource", "fieldRef and resourceFieldRef can not be specified simultaneously");
                }
            }
            (None, Some(resource)) => {
                let path = format!("{path}.resourceFieldRef");
                if text(resource, "containerName").is_empty() {
                    self.required(&format!("{path}.containerName"), "");
                } else {
                    self.resource_field(&path, resource);
                }
            }
            (None, None) => self.required(path, "one of fieldRef and resourceFieldRef is required"),
        }
        self.mode(path, "mode", file);
    }

    fn projected(&mut self, path: &str, source: &Tree) {
        let mut files = BTreeSet::new();
        for (index, projection) in items(source, "sources").iter().enumerate() {
            let own = format!("{path}.sources[{index}]");
            let kinds: Vec<_> = kinds(projection).into_iter().filter(|kind| !OFF.contains(kind)).collect();
            for kind in &kinds {
                let Some(tree) = projection.at(kind) else { continue };
                self.projection(path, &format!("{own}.{kind}"), kind, tree);
                for name in items(tree, "items").iter().map(|item| text(item, "path")).filter(|name| !name.is_empty()) {
                    if !files.insert(name) {
                        let value = if *kind == "downwardAPI" { name } else { text(tree, "name") };
                        self.invalid(path, value, "conflicting duplicate paths");
                    }
                }
            }
            if kinds.len() > 1 {
                self.forbidden(&own, "may not specify more than 1 volume type per source");
            }
        }
    }

    /// One source of several; `volume` is the path of the whole.
    fn projection(&mut self, volume: &str, path: &str, kind: &str, source: &Tree) {
        match kind {
            "serviceAccountToken" => {
                let path_of_seconds = format!("{path}.expirationSeconds");
                match source.at("expirationSeconds").and_then(number) {
                    Some(seconds) if seconds < 600 => {
                        self.invalid_number(&path_of_seconds, seconds, "may not specify a duration less than 10 minutes");
                    }
                    Some(seconds) if seconds > 1 << 32 => {
                        let why = "may not specify a duration larger than 2^32 seconds";
                        self.invalid_number(&path_of_seconds, seconds, why);
                    }
                    _ => {}
                }
                let file = text(source, "path");
                if file.is_empty() {
                    self.required(&format!("{volume}.path"), "");
                } else {
                    self.file_path(&format!("{volume}.path"), file);
                }
            }
            "downwardAPI" => items(source, "items").iter().for_each(|file| self.pod_file(path, file)),
            _ => {
                if text(source, "name").is_empty() {
                    self.required(&format!("{path}.name"), "");
                }
                self.keys(path, kind, source);
            }
        }
    }

    /// The claim that is made for a pod.
    fn claim(&mut self, path: &str, source: &Tree) {
        let Some(spec) = source.at("volumeClaimTemplate.spec") else { return };
        let (modes, path_of_modes) = (texts(spec, "accessModes"), format!("{path}.accessModes"));
        if modes.is_empty() {
            self.required(&path_of_modes, "at least 1 access mode is required");
        }
        if let Some(selector) = spec.at("selector") {
            self.selector(&format!("{path}.selector"), selector);
        }
        for mode in &modes {
            self.one_of(&path_of_modes, mode, &["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"]);
        }
        if modes.contains(&"ReadWriteOncePod") && modes.iter().any(|mode| *mode != "ReadWriteOncePod") {
            self.forbidden(&path_of_modes, "may not use ReadWriteOncePod with other access modes");
        }
        let path_of_size = format!("{path}.resources[storage]");
        match members(spec, "resources.requests").into_iter().find(|(name, _)| *name == "storage") {
            None => self.required(&path_of_size, ""),
            Some((_, size)) => {
                let size = size.text().unwrap_or_default();
                let order = Quantity::parse(size).ok().zip(Quantity::parse("0").ok()).map(|(size, zero)| size.compare(&zero));
                if order != Some(Ordering::Greater) {
                    self.invalid(&path_of_size, size, "must be greater than zero");
                }
            }
        }
        let class = text(spec, "storageClassName");
        if !class.is_empty() {
            self.all_invalid(&format!("{path}.storageClassName"), class, dns_subdomain(class));
        }
        if let Some(mode) = spec.at("volumeMode").and_then(Tree::text) {
            self.one_of(&format!("{path}.volumeMode"), mode, &["Block", "Filesystem"]);
        }
    }
}

/// `.2001-04.com.example:storage`.
fn is_dated_name(text: &str) -> bool {
    let bytes = text.as_bytes();
    let digits = |range: std::ops::Range<usize>| bytes.get(range).is_some_and(|part| part.iter().all(u8::is_ascii_digit));
    let is_dated = text.starts_with('.') && digits(1..5) && bytes.get(5) == Some(&b'-') && digits(6..8);
    let Some((domain, rest)) = text.get(8..).and_then(|rest| rest.strip_prefix('.')).and_then(|rest| rest.split_once(':')) else {
        return false;
    };
    let is_domain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.');
    let is_plain = |c: char| !c.is_whitespace() && !",;*&$|".contains(c);
    is_dated && !domain.is_empty() && domain.bytes().all(is_domain) && !rest.is_empty() && rest.chars().all(is_plain)
}
