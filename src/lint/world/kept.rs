//! What is kept of an object once its file is done: the parts that the rules across objects read, and nothing else. A folder has thousands.
//!
//! [`READ`] and the table of references say which parts these are. A test watches all reads of the rules over all fixtures, and fails when
//! one is outside of them.

use std::{collections::HashMap, sync::LazyLock};

use crate::{
    world::{Object, REFERENCE_FIELDS, TextObject, steps},
    yaml::{Entry, Node, Value},
};

/// The fields that are read of objects of every kind.
const ALWAYS: [&str; 3] = ["metadata.name", "metadata.namespace", "metadata.ownerReferences"];

/// The fields that are read of objects of a kind beside the references. `[]` stands for the items of a list; what is below is kept as well.
const READ: &[(&str, &[&str])] = &[
    ("AgentRuntime", &["metadata", "spec", "status"]),
    ("ConfigMap", &["data", "stringData", "binaryData"]),
    ("DestinationRule", &["spec"]),
    ("PersistentVolumeClaim", &["spec"]),
    ("PromptPack", &["metadata.labels", "spec", "status"]),
    ("Provider", &["spec", "status.phase"]),
    ("RolloutAnalysis", &["spec"]),
    ("Secret", &["metadata.labels", "metadata.annotations", "data", "stringData", "binaryData", "sops"]),
    ("ToolRegistry", &["spec"]),
    ("ToolPolicy", &["spec.selector"]),
    ("VirtualService", &["spec"]),
    ("Workspace", &["spec"]),
];

/// Which parts of a value are read.
#[derive(Debug, Default)]
struct Parts {
    /// All of it.
    whole: bool,
    /// By key; `[]` stands for the items of a list, `{}` for the values of a map.
    below: Vec<(&'static str, Parts)>,
}

static KINDS: LazyLock<HashMap<&'static str, Parts>> = LazyLock::new(|| {
    let mut kinds: HashMap<&'static str, Parts> = HashMap::new();
    let listed = READ.iter().flat_map(|(kind, paths)| paths.iter().map(|path| (*kind, "", *path)));
    let references =
        REFERENCE_FIELDS.iter().flat_map(|group| group.fields.iter().map(|field| (group.kind, group.below, field.path)));
    for (kind, above, path) in listed.chain(references) {
        kinds.entry(kind).or_insert_with(always).at(above).at(path).whole = true;
    }
    kinds
});

static OTHERS: LazyLock<Parts> = LazyLock::new(always);

fn always() -> Parts {
    let mut parts = Parts::default();
    ALWAYS.iter().for_each(|path| parts.at(path).whole = true);
    parts
}

impl Parts {
    fn of(kind: &str) -> &'static Self {
        KINDS.get(kind).unwrap_or(&OTHERS)
    }

    fn at(&mut self, path: &'static str) -> &mut Self {
        steps(path).fold(self, |parts, step| {
            let place = parts.below.iter().position(|(known, _)| *known == step).unwrap_or_else(|| {
                parts.below.push((step, Self::default()));
                parts.below.len() - 1
            });
            &mut parts.below[place].1
        })
    }

    fn below(&self, step: &str) -> Option<&Self> {
        self.below.iter().find(|(known, _)| *known == step).map(|(_, parts)| parts)
    }

    fn take(&self, node: &mut Node<'_>) {
        match &mut node.value {
            _ if self.whole => {}
            Value::Map(map) => {
                map.shadowed = None;
                map.entries.retain_mut(|entry| self.take_member(entry));
                map.entries.shrink_to_fit();
            }
            Value::List(items) => {
                let Some(parts) = self.below("[]") else { return };
                items.iter_mut().for_each(|item| parts.take_item(item));
                items.shrink_to_fit();
            }
            _ => {}
        }
    }

    fn take_member(&self, entry: &mut Entry<'_>) -> bool {
        let parts = self.below(&entry.key).or_else(|| self.below("{}"));
        parts.map(|parts| parts.take(&mut entry.value)).is_some()
    }

    /// The first key of an item stays without its value: where it is written, the item is shown to be.
    fn take_item(&self, item: &mut Node<'_>) {
        let Value::Map(map) = &mut item.value else { return self.take(item) };
        if self.whole {
            return;
        }
        let mut is_first = true;
        map.shadowed = None;
        map.entries.retain_mut(|entry| {
            let (is_first, is_read) = (std::mem::take(&mut is_first), self.take_member(entry));
            if is_first && !is_read {
                entry.value = Node::default();
            }
            is_first || is_read
        });
        map.entries.shrink_to_fit();
    }
}

/// What the rules across objects read of an object.
pub(in crate::lint) fn keep(mut object: TextObject<'_>) -> Object {
    Parts::of(&object.kind).take(&mut object.root);
    object.into_owned()
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, path::Path, sync::Arc};

    use super::*;
    use crate::{
        apiserver::{KubeVersion, Operation, Request},
        crd::{Catalog, Release},
        lint,
        world::{Scope, World, load, reads},
        yaml::Text,
    };

    /// The objects of the folders of test data, one list for each folder: some are a case of several files.
    fn folders(folder: &Path, catalog: &Catalog, found: &mut Vec<Vec<Object>>) {
        let mut objects = Vec::new();
        let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        for path in paths {
            if path.is_dir() {
                folders(&path, catalog, found);
            } else if path.extension().is_some_and(|end| end == "yaml" || end == "json") {
                let text = Arc::new(Text::new(std::fs::read(&path).unwrap()).unwrap());
                let request =
                    Request { operation: Operation::Apply, release: KubeVersion::default(), namespace: None, source: "" };
                let loaded = load(&path.display().to_string(), text, catalog, &request).objects;
                found.push(loaded.clone());
                objects.extend(loaded);
            }
        }
        found.push(objects);
    }

    /// What the rules say of objects, as text.
    fn said(objects: Vec<Object>, release: Release, scope: &Scope) -> Vec<String> {
        let mut world = World::new(scope.clone());
        let again: Vec<Object> = objects.into_iter().filter_map(|object| world.add(object)).collect();
        let report = lint::world(&world, world.objects().len(), &again, Some(release), None, None);
        let findings = report.findings.iter().map(|(object, finding)| format!("{} {finding:?}", object.id()));
        let open = report.not_checked.iter().map(|(object, entry)| format!("{} {entry:?}", object.id()));
        findings.chain(open).collect()
    }

    fn is_kept(kind: &str, path: &str) -> bool {
        let mut parts = Parts::of(kind);
        for step in steps(path) {
            if parts.whole {
                return true;
            }
            match parts.below(step).or_else(|| parts.below("{}")) {
                Some(below) => parts = below,
                None => return false,
            }
        }
        true
    }

    #[test]
    fn the_rules_read_nothing_else_and_say_the_same() {
        let catalog = Catalog::new(Release::Current);
        let mut worlds = Vec::new();
        for folder in ["lint", "manifests", "render", "resolve", "rollout"] {
            folders(&Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata").join(folder), &catalog, &mut worlds);
        }
        let (mut lacking, mut differing) = (BTreeSet::new(), Vec::new());
        for objects in worlds {
            let kept: Vec<Object> = objects.iter().cloned().map(keep).collect();
            for (release, scope) in [(Release::Current, Scope::Complete), (Release::R2026_07, Scope::Open)] {
                let (whole, read) = reads::of(|| said(objects.clone(), release, &scope));
                lacking.extend(read.into_iter().filter(|(kind, path)| !is_kept(kind, path)));
                let partly = said(kept.clone(), release, &scope);
                differing.extend((partly != whole).then_some((whole, partly)));
            }
        }
        assert!(lacking.is_empty(), "a rule across objects reads fields that READ lacks: {lacking:#?}");
        assert!(differing.is_empty(), "{differing:#?}");
    }
}
