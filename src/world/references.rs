//! The fields of Omnia's kinds that name other objects: one table, for all who follow references.

use super::{Field, Object};

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
    for group in GROUPS.iter().filter(|group| group.kind == object.kind) {
        let above = object.root().all(group.below);
        for (rule, above) in group.fields.iter().flat_map(|rule| above.iter().map(move |above| (rule, above))) {
            found.extend(above.all(rule.path).into_iter().filter_map(|holder| reference(rule, holder)));
        }
    }
    found
}

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
pub fn home(object: &Object) -> Option<&str> {
    match object.kind.as_str() {
        "Workspace" => object.spec().at("namespace.name").text(),
        _ => Some(object.namespace.as_str()).filter(|namespace| !namespace.is_empty()),
    }
}

/// The kinds that objects of a kind refer to, each once and sorted.
pub fn targets(kind: &str) -> Vec<&'static str> {
    let groups = GROUPS.iter().filter(|group| group.kind == kind);
    let mut targets: Vec<&str> = groups.flat_map(|group| group.fields).map(|rule| rule.target).collect();
    targets.sort_unstable();
    targets.dedup();
    targets
}

/// Fields of a kind that stand below one path.
struct Group {
    kind: &'static str,
    below: &'static str,
    fields: &'static [ReferenceField],
}

const fn group(kind: &'static str, below: &'static str, fields: &'static [ReferenceField]) -> Group {
    Group { kind, below, fields }
}

/// A field with a `name` of an object in the same namespace.
const fn own(path: &'static str, target: &'static str) -> ReferenceField {
    ReferenceField { path, name: "name", target, namespace: Namespace::Own, entries: Entries::Any }
}

/// The same with a `namespace` beside the name.
const fn anywhere(path: &'static str, target: &'static str) -> ReferenceField {
    ReferenceField { namespace: Namespace::Field, ..own(path, target) }
}

/// A field that holds the name under another key; under none where it is the name itself.
const fn named(path: &'static str, name: &'static str, target: &'static str) -> ReferenceField {
    ReferenceField { name, ..own(path, target) }
}

/// An object of which these entries are read.
const fn fixed(path: &'static str, target: &'static str, entries: &'static [&'static str]) -> ReferenceField {
    ReferenceField { entries: Entries::Fixed(entries), ..own(path, target) }
}

/// An object of which the entry is read that `key` names.
const fn entry(path: &'static str, target: &'static str) -> ReferenceField {
    ReferenceField { entries: Entries::Named("key"), ..own(path, target) }
}

/// An object in no namespace.
const fn of_cluster(rule: ReferenceField) -> ReferenceField {
    ReferenceField { namespace: Namespace::Cluster, ..rule }
}

const AGENT: &[ReferenceField] = &[
    own("promptPackRef", "PromptPack"),
    own("rollout.candidate.promptPackRef", "PromptPack"),
    anywhere("providers[].providerRef", "Provider"),
    anywhere("rollout.candidate.providerRefs[].providerRef", "Provider"),
    anywhere("toolRegistryRef", "ToolRegistry"),
    anywhere("rollout.candidate.toolRegistryRef", "ToolRegistry"),
    own("privacyPolicyRef", "SessionPrivacyPolicy"),
    named("rollout.steps[].analysis", "templateName", "RolloutAnalysis"),
    own("rollout.trafficRouting.istio.virtualService", "VirtualService"),
    own("rollout.trafficRouting.istio.destinationRule", "DestinationRule"),
    fixed("facades[].a2a.taskStore.redisSecretRef", "Secret", &["url"]),
    fixed("context.storeRef", "Secret", &["url"]),
    own("media.storage.secretRef", "Secret"),
    named("media.storage.local.volumeClaim", "", "PersistentVolumeClaim"),
    named("sandbox.connections[].connection", "", "Connection"),
];

const A2A_CLIENT: &[ReferenceField] =
    &[anywhere("agentRuntimeRef", "AgentRuntime"), fixed("authentication.secretRef", "Secret", &["token"])];

const ENV: &[ReferenceField] = &[entry("valueFrom.secretKeyRef", "Secret"), entry("valueFrom.configMapKeyRef", "ConfigMap")];

const VOLUME: &[ReferenceField] = &[
    named("persistentVolumeClaim", "claimName", "PersistentVolumeClaim"),
    named("secret", "secretName", "Secret"),
    own("configMap", "ConfigMap"),
    own("projected.sources[].secret", "Secret"),
    own("projected.sources[].configMap", "ConfigMap"),
];

const POD: &[ReferenceField] = &[
    entry("extraEnv[].valueFrom.secretKeyRef", "Secret"),
    entry("extraEnv[].valueFrom.configMapKeyRef", "ConfigMap"),
    own("extraEnvFrom[].secretRef", "Secret"),
    own("extraEnvFrom[].configMapRef", "ConfigMap"),
    own("imagePullSecrets[]", "Secret"),
    named("extraVolumes[].persistentVolumeClaim", "claimName", "PersistentVolumeClaim"),
    named("extraVolumes[].secret", "secretName", "Secret"),
    own("extraVolumes[].configMap", "ConfigMap"),
    named("serviceAccountName", "", "ServiceAccount"),
    of_cluster(named("priorityClassName", "", "PriorityClass")),
];

/// Only consoles have none.
const RUNTIME: &[ReferenceField] = &[of_cluster(named("runtimeClassName", "", "RuntimeClass"))];

const FETCHED: &[ReferenceField] = &[own("git.secretRef", "Secret"), own("oci.secretRef", "Secret")];

const COPIED: &[ReferenceField] = &[entry("configMap", "ConfigMap")];

const DATABASE: &[ReferenceField] = &[fixed("database.secretRef", "Secret", &["POSTGRES_CONN"])];

const REDIS: &[ReferenceField] = &[entry("redis.existingSecret", "Secret"), anywhere("redis.serviceRef", "Service")];

const GROUPS: &[Group] = &[
    group("AgentRuntime", "spec", AGENT),
    group("AgentRuntime", "spec.a2aClients[]", A2A_CLIENT),
    group("AgentRuntime", "spec.facades[].a2a.clients[]", A2A_CLIENT),
    group("AgentRuntime", "spec.facades[].extraEnv[]", ENV),
    group("AgentRuntime", "spec.runtime.extraEnv[]", ENV),
    group("AgentRuntime", "spec.runtime.volumes[]", VOLUME),
    group("AgentRuntime", "spec.podOverrides", POD),
    group("AgentRuntime", "spec.podOverrides", RUNTIME),
    group("AgentRuntime", "spec.evals.podOverrides", POD),
    group("AgentRuntime", "spec.evals.podOverrides", RUNTIME),
    group("Provider", "spec", &[entry("credential.secretRef", "Secret"), entry("auth.credentialsSecretRef", "Secret")]),
    group("PromptPack", "spec.source", &[fixed("configMapRef", "ConfigMap", &["pack.json"])]),
    group("PromptPack", "spec.skills[]", &[named("source", "", "SkillSource")]),
    group("PromptPackSource", "spec", FETCHED),
    group("SkillSource", "spec", FETCHED),
    group("SkillSource", "spec", COPIED),
    group("ArenaSource", "spec", FETCHED),
    group("ArenaSource", "spec", COPIED),
    group("ArenaTemplateSource", "spec", FETCHED),
    group("ArenaTemplateSource", "spec", COPIED),
    group(
        "ToolRegistry",
        "spec.handlers[]",
        &[
            entry("auth.secretRef", "Secret"),
            entry("httpConfig.authSecretRef", "Secret"),
            entry("openAPIConfig.authSecretRef", "Secret"),
        ],
    ),
    group(
        "ArenaJob",
        "spec",
        &[
            own("sourceRef", "ArenaSource"),
            own("toolRegistries[]", "ToolRegistry"),
            anywhere("providers{}[].providerRef", "Provider"),
            anywhere("providers{}{}.providerRef", "Provider"),
            named("output.pvc", "claimName", "PersistentVolumeClaim"),
            fixed("output.s3.secretRef", "Secret", &["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]),
        ],
    ),
    group("ArenaJob", "spec.workers.podOverrides", POD),
    group("ArenaJob", "spec.workers.podOverrides", RUNTIME),
    group("ArenaDevSession", "spec", &[of_cluster(named("workspace", "", "Workspace"))]),
    group("ArenaDevSession", "spec.podOverrides", POD),
    group("RolloutAnalysis", "spec.metrics[].provider.arenaEval", &[of_cluster(named("workspace", "", "Workspace"))]),
    group("SessionPrivacyPolicy", "spec.encryption", &[own("secretRef", "Secret")]),
    group("ToolPolicy", "spec.selector", &[named("registry", "", "ToolRegistry")]),
    group("AgentPolicy", "spec.toolAccess.rules[]", &[named("registry", "", "ToolRegistry")]),
    group("AgentPolicy", "spec.selector.agents[]", &[named("", "", "AgentRuntime")]),
    group(
        "MemoryPolicy",
        "spec.consolidation.functionRefs",
        &[
            anywhere("crossScopeCandidates", "AgentRuntime"),
            anywhere("entityDuplicateCandidates", "AgentRuntime"),
            anywhere("staleObservations", "AgentRuntime"),
        ],
    ),
    group("Workspace", "spec.services[]", &[own("privacyPolicyRef", "SessionPrivacyPolicy")]),
    group("Workspace", "spec.services[]", REDIS),
    group("Workspace", "spec.services[].session", DATABASE),
    group("Workspace", "spec.services[].session", REDIS),
    group("Workspace", "spec.services[].session", &[of_cluster(own("policyRef", "SessionRetentionPolicy"))]),
    group("Workspace", "spec.services[].session.podOverrides", POD),
    group("Workspace", "spec.services[].session.podOverrides", RUNTIME),
    group("Workspace", "spec.services[].memory", DATABASE),
    group("Workspace", "spec.services[].memory", REDIS),
    group("Workspace", "spec.services[].memory", &[own("providerRef", "Provider"), of_cluster(own("policyRef", "MemoryPolicy"))]),
    group("Workspace", "spec.services[].memory.podOverrides", POD),
    group("Workspace", "spec.services[].memory.podOverrides", RUNTIME),
    group("Workspace", "spec.services[].evalWorker.podOverrides", POD),
    group("Workspace", "spec.services[].evalWorker.podOverrides", RUNTIME),
    group("Workspace", "spec.privacy", DATABASE),
    group("Workspace", "spec.runtime", &[named("serviceAccountName", "", "ServiceAccount")]),
    group("Workspace", "spec.runtime", RUNTIME),
];

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
        assert!(targets("AgentRuntime").contains(&"Provider") && targets("Nothing").is_empty());
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
