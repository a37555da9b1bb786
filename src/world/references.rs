//! The references of objects, from one table of fields ([`super::reference_fields`]) for all who follow them.

use std::{collections::HashMap, sync::LazyLock};

use super::{Field, Object, TextObject, reference_fields::GROUPS, steps};

/// A field that names an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReferenceField {
    /// Its path below the one of the group; `[]` stands for the items of a list, `{}` for the values of a map.
    pub path: &'static str,
    /// The key below it that holds the name; empty where the field itself is the name.
    pub name: &'static str,
    /// The kind of the object that is named.
    pub target: &'static str,
    /// In which namespace that object is.
    pub namespace: Namespace,
    /// Which entries of it are read.
    pub entries: Entries,
}

/// In which namespace the object of a reference is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Namespace {
    /// In that of the object that names it; for a Workspace, the one that it is for.
    Own,
    /// The same, unless `namespace` beside the name says otherwise.
    Field,
    /// In none.
    Cluster,
}

/// Which entries of a Secret or ConfigMap a reference reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entries {
    /// None in particular.
    Any,
    /// These.
    Fixed(&'static [&'static str]),
    /// The one that this key beside the name names.
    Named(&'static str),
}

/// A reference of an object.
#[derive(Debug, Clone)]
pub struct Reference<'w> {
    /// What kind of reference it is.
    pub rule: &'static ReferenceField,
    /// The field with the name.
    pub field: Field<'w>,
    /// The field that the rule's path leads to; the same where that is the name.
    pub holder: Field<'w>,
    /// The name.
    pub name: &'w str,
    /// The namespace that the object has to be in, empty for kinds without; none where it hangs on who uses the object.
    pub namespace: Option<&'w str>,
    /// Whether the platform does without the object.
    pub optional: bool,
}

impl<'w> Reference<'w> {
    /// The `namespace` beside the name, when it names another namespace than that of the object.
    pub fn foreign_namespace(&self) -> Option<Field<'w>> {
        let field = self.holder.get("namespace");
        let foreign = field.text().is_some() && field.text() != home(self.holder.object());
        (self.rule.namespace == Namespace::Field && foreign).then_some(field)
    }

    /// The entries that are read.
    pub fn entries(&self) -> Vec<&'w str> {
        match self.rule.entries {
            Entries::Any => Vec::new(),
            Entries::Fixed(keys) => keys.to_vec(),
            Entries::Named(key) => self.holder.get(key).text().into_iter().collect(),
        }
    }
}

/// The references of an object, in the order of the table.
pub fn references(object: &Object) -> Vec<Reference<'_>> {
    let mut found = Vec::new();
    for group in OF_KINDS.get(object.kind.as_str()).into_iter().flatten() {
        let above = object.root().behind(&group.below);
        for ((rule, path), above) in group.fields.iter().flat_map(|field| above.iter().map(move |above| (field, above))) {
            found.extend(above.behind(path).into_iter().filter_map(|holder| reference(rule, holder)));
        }
    }
    found
}

/// A group of the table with its paths taken apart: every object asks for all of them, and most are not there.
struct Paths {
    below: Vec<&'static str>,
    fields: Vec<(&'static ReferenceField, Vec<&'static str>)>,
}

static OF_KINDS: LazyLock<HashMap<&'static str, Vec<Paths>>> = LazyLock::new(|| {
    let mut kinds: HashMap<_, Vec<Paths>> = HashMap::new();
    for group in GROUPS {
        let fields = group.fields.iter().map(|rule| (rule, steps(rule.path).collect())).collect();
        kinds.entry(group.kind).or_default().push(Paths { below: steps(group.below).collect(), fields });
    }
    kinds
});

fn reference<'w>(rule: &'static ReferenceField, holder: Field<'w>) -> Option<Reference<'w>> {
    let field = if rule.name.is_empty() { holder.clone() } else { holder.get(rule.name) };
    let name = field.text()?;
    let namespace = match rule.namespace {
        Namespace::Own => home(holder.object()),
        Namespace::Field => holder.get("namespace").text().or_else(|| home(holder.object())),
        Namespace::Cluster => Some(""),
    };
    let optional = holder.get("optional").is_true();
    Some(Reference { rule, field, holder, name, namespace, optional })
}

/// The namespace in which an object looks for others.
pub fn home<'w>(object: &'w TextObject<'_>) -> Option<&'w str> {
    match object.kind.as_str() {
        "Workspace" => object.spec().at("namespace.name").text(),
        _ => Some(object.namespace.as_str()).filter(|namespace| !namespace.is_empty()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        world::Origin,
        yaml::{self, Text},
    };

    fn object(kind: &str, namespace: &str, spec: &str) -> Object {
        let text = Text::new(format!("spec: {spec}").into_bytes()).unwrap();
        Object {
            group: "omnia.altairalabs.ai".to_owned(),
            version: "v1alpha1".to_owned(),
            kind: kind.to_owned(),
            namespace: namespace.to_owned(),
            name: "a".to_owned(),
            root: yaml::read(&text).documents.remove(0).root.into_owned(),
            origin: Origin::Cluster { context: "c".into() },
            accepted: true,
        }
    }

    /// Path, target, namespace and name of each reference.
    fn listed(object: &Object) -> Vec<String> {
        let row = |reference: &Reference<'_>| {
            let namespace = reference.namespace.unwrap_or("?");
            format!("{} {} {namespace}/{}", reference.field.path(), reference.rule.target, reference.name)
        };
        references(object).iter().map(row).collect()
    }

    #[test]
    fn the_references_of_an_agent_are_found() {
        let agent = object(
            "AgentRuntime",
            "team",
            "{promptPackRef: {name: p}, providers: [{name: a, providerRef: {name: x, namespace: other}}, {name: b, providerRef: {name: z}}],
              facades: [{type: a2a, extraEnv: [{name: A, valueFrom: {secretKeyRef: {name: s, key: k, optional: true}}}]}],
              podOverrides: {runtimeClassName: gvisor, imagePullSecrets: [{name: pull}]}}",
        );
        let expected = [
            "spec.promptPackRef.name PromptPack team/p",
            "spec.providers[0].providerRef.name Provider other/x",
            "spec.providers[1].providerRef.name Provider team/z",
            "spec.facades[0].extraEnv[0].valueFrom.secretKeyRef.name Secret team/s",
            "spec.podOverrides.imagePullSecrets[0].name Secret team/pull",
            "spec.podOverrides.runtimeClassName RuntimeClass /gvisor",
        ];
        assert_eq!(listed(&agent), expected);
        let found = references(&agent);
        assert_eq!(
            found[1].foreign_namespace().map(|field| field.path().to_owned()).as_deref(),
            Some("spec.providers[0].providerRef.namespace")
        );
        assert!(found[2].foreign_namespace().is_none());
        assert_eq!((found[3].optional, found[3].entries()), (true, vec!["k"]));
    }

    #[test]
    fn a_workspace_looks_in_the_namespace_that_it_is_for() {
        let workspace = object(
            "Workspace",
            "",
            "{namespace: {name: team}, services: [{name: default, memory: {database: {secretRef: {name: d}}, policyRef: {name: m}},
              redis: {serviceRef: {name: r, namespace: infra}}}]}",
        );
        let expected = [
            "spec.services[0].redis.serviceRef.name Service infra/r",
            "spec.services[0].memory.database.secretRef.name Secret team/d",
            "spec.services[0].memory.policyRef.name MemoryPolicy /m",
        ];
        assert_eq!(listed(&workspace), expected);
        assert_eq!(references(&workspace)[1].entries(), ["POSTGRES_CONN"]);
    }

    #[test]
    fn names_stand_in_lists_and_maps_too() {
        let policy = object("AgentPolicy", "team", "{selector: {agents: [a, b]}}");
        assert_eq!(
            listed(&policy),
            ["spec.selector.agents[0] AgentRuntime team/a", "spec.selector.agents[1] AgentRuntime team/b"]
        );
        let memory = object("MemoryPolicy", "", "{consolidation: {functionRefs: {staleObservations: {name: f}}}}");
        assert_eq!(listed(&memory), ["spec.consolidation.functionRefs.staleObservations.name AgentRuntime ?/f"]);
    }

    /// A path that no schema has would never find anything.
    #[test]
    fn every_path_is_in_the_schema() {
        use crate::crd::{
            Catalog, Release,
            explain::{follow, steps},
        };
        let catalog = Catalog::new(Release::Current);
        for group in GROUPS {
            let definition = catalog.definitions().find(|definition| definition.kind == group.kind).unwrap();
            let root = &definition.versions[0].schema;
            for rule in group.fields {
                let path: Vec<&str> = [group.below, rule.path, rule.name].into_iter().filter(|part| !part.is_empty()).collect();
                let steps = steps(&path.join("."));
                let longest = (0..=steps.len())
                    .rev()
                    .find_map(|end| follow(group.kind, root, &steps[..end]).ok().map(|place| (end, place)));
                let (end, place) = longest.unwrap();
                assert!(
                    end == steps.len() || place.schema.preserve_unknown,
                    "{} {}: {:?}",
                    group.kind,
                    path.join("."),
                    steps[end]
                );
            }
        }
    }
}
