//! The table of the fields that name other objects, by kind.

use super::references::{Entries, Namespace, ReferenceField};

/// Fields of a kind that stand below one path.
#[derive(Debug)]
pub struct Group {
    /// The kind.
    pub kind: &'static str,
    /// The path, in which `[]` stands for the items of a list.
    pub below: &'static str,
    /// The fields; their paths begin there.
    pub fields: &'static [ReferenceField],
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

/// All of them.
pub const GROUPS: &[Group] = &[
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
