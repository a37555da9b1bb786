//! Family RUN: what the pods are given.

use super::base::{ADVICE, OPERATOR};
use crate::{
    crd::Release,
    finding::{Mend, Rule, Severity},
};

/// The rules, by number.
pub(crate) const RUN_PODS: &[Rule] = &[
    Rule {
        code: "RUN074",
        name: "operator-env-overridden",
        severity: Severity::Warning,
        summary: "A variable has a name that the operator sets itself.",
        why: "Of two entries of one name the last one counts. What is given in podOverrides comes last of all; lists of a container come after most of the operator's entries and before some. So either the wiring of the platform is replaced, or the entry does nothing; no condition tells which.",
        bad: "runtime:\n  extraEnv:\n  - {name: OMNIA_GRPC_PORT, value: \"9100\"}",
        good: "runtime:\n  extraEnv:\n  - {name: LOG_LEVEL, value: debug}",
        fix: "Remove the entry; use the field of the spec that sets it.",
        ..OPERATOR
    },
    Rule {
        code: "RUN075",
        name: "duplicate-env-name",
        severity: Severity::Warning,
        mend: Mend::Suggested,
        summary: "A variable is set twice for one container.",
        why: "The last entry counts, and those of podOverrides come after those of a container. The other value is lost without a word.",
        bad: "runtime:\n  extraEnv:\n  - {name: LOG_LEVEL, value: info}\n  - {name: LOG_LEVEL, value: debug}",
        good: "runtime:\n  extraEnv:\n  - {name: LOG_LEVEL, value: debug}",
        fix: "Keep one of the entries.",
        ..OPERATOR
    },
    Rule {
        code: "RUN076",
        name: "volume-mount-mismatch",
        summary: "Volumes and their mounts do not fit together.",
        why: "The API server refuses the Deployment (condition DeploymentReady, reason DeploymentFailed). A mount needs a volume of its name, names of volumes are unique DNS labels and not those of the operator, and a volume has one source.",
        bad: "runtime:\n  volumeMounts:\n  - {name: data, mountPath: /data}",
        good: "runtime:\n  volumes:\n  - {name: data, emptyDir: {}}\n  volumeMounts:\n  - {name: data, mountPath: /data}",
        fix: "Declare the volume, or correct the name.",
        ..OPERATOR
    },
    Rule {
        code: "RUN077",
        name: "mount-path-conflict",
        summary: "Two things are mounted at one place.",
        why: "The API server refuses the Deployment (condition DeploymentReady, reason DeploymentFailed). The operator's own mounts count as well: the pack, the tools and their secrets, content, tokens and media.",
        bad: "runtime:\n  volumes:\n  - {name: data, emptyDir: {}}\n  volumeMounts:\n  - {name: data, mountPath: /etc/omnia/pack}",
        good: "runtime:\n  volumes:\n  - {name: data, emptyDir: {}}\n  volumeMounts:\n  - {name: data, mountPath: /data}",
        fix: "Choose another path.",
        ..OPERATOR
    },
    Rule {
        code: "RUN078",
        name: "media-local-not-writable",
        severity: Severity::Warning,
        summary: "Media are kept in a directory that nobody can write to.",
        why: "Containers cannot write to their own file system. Without a claim, or a volume mounted there in both containers, every upload fails. A claim that only the pods of one node can write to fails the others.",
        bad: "media:\n  storage: {type: local, local: {basePath: /media}}",
        good: "media:\n  storage: {type: local, local: {basePath: /media, volumeClaim: media}}",
        fix: "Name a PersistentVolumeClaim that many pods can write to in local.volumeClaim.",
        ..OPERATOR
    },
    Rule {
        code: "RUN079",
        name: "media-fields-ignored",
        severity: Severity::Warning,
        mend: Mend::Suggested,
        summary: "A setting of the media storage does nothing.",
        why: "Only the block of the type in use is read, type none reads nothing, and gcs and local take no Secret. A URL that outlives the file it points to leads nowhere.",
        bad: "media:\n  storage: {type: gcs, gcs: {bucket: media}, secretRef: {name: keys}}",
        good: "media:\n  storage: {type: gcs, gcs: {bucket: media}}",
        fix: "Remove the field, or correct the type.",
        ..OPERATOR
    },
    Rule {
        code: "RUN080",
        name: "media-size-below-console",
        summary: "The console takes larger files than the storage.",
        why: "Such an upload is refused at the end. The console counts bytes after base64 (10485760 when unset), the storage bytes of the file (104857600 when unset).",
        bad: "console: {maxFileSize: 52428800}\nmedia:\n  storage: {type: s3, s3: {bucket: media, region: eu-central-1}, maxFileSizeBytes: 10485760}",
        good: "console: {maxFileSize: 10485760}\nmedia:\n  storage: {type: s3, s3: {bucket: media, region: eu-central-1}, maxFileSizeBytes: 10485760}",
        fix: "Bring the limits in line.",
        ..ADVICE
    },
    Rule {
        code: "RUN081",
        name: "context-store-ref-unused",
        severity: Severity::Warning,
        mend: Mend::Suggested,
        summary: "A store for the context is named, and the context is kept in memory.",
        why: "The reference is not read; the context is lost when a pod ends.",
        bad: "context: {type: memory, storeRef: {name: redis}}",
        good: "context: {type: redis, storeRef: {name: redis}}",
        fix: "Set type: redis, or remove storeRef.",
        ..OPERATOR
    },
    Rule {
        code: "RUN082",
        name: "sandbox-settings-without-enabled",
        severity: Severity::Warning,
        only: Some(Release::Current),
        mend: Mend::Suggested,
        summary: "Sandboxes are set up, but not switched on.",
        why: "A claim for a sandbox fails at once; it does not wait. That holds for the tools of a ToolRegistry with sandboxes as well.",
        bad: "sandbox: {maxConcurrent: 8}",
        good: "sandbox: {enabled: true, maxConcurrent: 8}",
        fix: "Set enabled: true, or remove the block.",
        ..OPERATOR
    },
    Rule {
        code: "RUN083",
        name: "sandbox-limits-inconsistent",
        severity: Severity::Warning,
        only: Some(Release::Current),
        summary: "The limits of sandboxes do not fit together.",
        why: "A conversation never gets more sandboxes than there are at all, nor than maxPerSession, whatever a ToolRegistry says; and a sandbox that is to outlive its conversation longer than idleTimeout is deleted before. REST and A2A conversations have no end that a grace could start at.",
        bad: "sandbox: {enabled: true, idleTimeout: 5m, releaseGrace: 10m}",
        good: "sandbox: {enabled: true, idleTimeout: 30m, releaseGrace: 10m}",
        fix: "Lower the grace, or maxPerSession.",
        ..OPERATOR
    },
    Rule {
        code: "RUN084",
        name: "sandbox-needs-workspace-storage",
        severity: Severity::Warning,
        only: Some(Release::Current),
        summary: "Sandboxes are switched on where the Workspace has no storage.",
        why: "Each claim for a sandbox fails (NoWorkspaceStorage).",
        bad: "sandbox: {enabled: true}\n---\nkind: Workspace\nspec:\n  namespace: {name: agents}\n  services: [{name: default, mode: external, external: {sessionURL: \"https://session.example.com\", memoryURL: \"https://memory.example.com\"}}]",
        good: "sandbox: {enabled: true}\n---\nkind: Workspace\nspec:\n  namespace: {name: agents}\n  services: [{name: default, mode: external, external: {sessionURL: \"https://session.example.com\", memoryURL: \"https://memory.example.com\"}}]\n  storage: {enabled: true}",
        fix: "Set storage.enabled in the Workspace of the namespace.",
        ..OPERATOR
    },
    Rule {
        code: "RUN085",
        name: "idle-timeout-annotation-invalid",
        only: Some(Release::Current),
        mend: Mend::Suggested,
        summary: "The annotation for idle agents holds no duration.",
        why: "The condition IdleTimeoutValid is False (InvalidIdleTimeout), and the agent is never taken away.",
        bad: "metadata:\n  annotations: {omnia.altairalabs.ai/idle-timeout: 2 hours}",
        good: "metadata:\n  annotations: {omnia.altairalabs.ai/idle-timeout: 2h}",
        fix: "Write a duration above zero, such as 2h.",
        ..OPERATOR
    },
    Rule {
        code: "RUN086",
        name: "idle-reaping-of-managed-agent",
        only: Some(Release::Current),
        summary: "The operator deletes the agent when nobody uses it.",
        why: "An agent that is kept in Git is made again by the next sync, and deleted again. An agent that was never used counts from its creation; the time is half to all of what is written.",
        bad: "metadata:\n  annotations: {omnia.altairalabs.ai/idle-timeout: 30m}",
        good: "metadata:\n  annotations: {team: a}",
        fix: "Remove the annotation from agents that are to stay.",
        ..ADVICE
    },
    Rule {
        code: "RUN087",
        name: "hidden-label-value",
        severity: Severity::Warning,
        only: Some(Release::Current),
        mend: Mend::Suggested,
        summary: "The label for hidden objects has a value that hides nothing.",
        why: "Only the text true hides an object from lists; with any other value it is listed as ever.",
        bad: "metadata:\n  labels: {omnia.altairalabs.ai/hidden: \"yes\"}",
        good: "metadata:\n  labels: {omnia.altairalabs.ai/hidden: \"true\"}",
        fix: "Write \"true\", or remove the label.",
        ..OPERATOR
    },
    Rule {
        code: "RUN088",
        name: "rate-limit-incomplete",
        severity: Severity::Warning,
        only: Some(Release::Current),
        summary: "A rate limit does not say how many invocations may pass.",
        why: "Without maxInvocationsPerMinute, or with a number below one, there is no limit. Each pod counts for itself.",
        bad: "rateLimit: {burst: 20}",
        good: "rateLimit: {maxInvocationsPerMinute: 60, burst: 20}",
        fix: "Set maxInvocationsPerMinute, 1 or more.",
        ..OPERATOR
    },
    Rule {
        code: "RUN089",
        name: "output-format-unsupported",
        summary: "The answers of a function have to keep to a schema, and its model may not be able to.",
        why: "Providers of type mock, ollama and vllm serve models of many kinds, and only some can be held to a schema. There is no fallback: each call of such a model fails with 502 runtime_error.",
        bad: "mode: function\noutputFormat: json_schema\nproviders: [{name: default, providerRef: {name: local}}]  # a Provider of type ollama",
        good: "mode: function\noutputFormat: json\nproviders: [{name: default, providerRef: {name: local}}]",
        fix: "Use outputFormat json or text, unless you know that the model keeps to schemas.",
        ..ADVICE
    },
    Rule {
        code: "RUN090",
        name: "deprecated-or-unused-a2a-card",
        severity: Severity::Info,
        summary: "The card that other agents see is poor.",
        why: "Callers choose by the description and the skills of the card. Skills with one id cannot be told apart, and without a card there is nothing but a name.",
        bad: "facades:\n- type: a2a\n  a2a: {agentCard: {name: support, description: Answers., skills: [{id: a, name: A}, {id: a, name: B}]}}",
        good: "facades:\n- type: a2a\n  a2a: {agentCard: {name: support, description: Answers., skills: [{id: a, name: A}, {id: b, name: B}]}}",
        fix: "Describe the agent, and give each skill an id of its own.",
        ..OPERATOR
    },
    Rule {
        code: "RUN091",
        name: "a2a-client-url-invalid",
        severity: Severity::Warning,
        mend: Mend::Suggested,
        summary: "The address of another agent is none that a client can use.",
        why: "Clients add the path of the card to an absolute http or https address; with anything else every call fails.",
        bad: "a2aClients:\n- {name: billing, url: \"https://billing.example.com/.well-known/agent.json\"}",
        good: "a2aClients:\n- {name: billing, url: \"https://billing.example.com\"}",
        fix: "Write the base address.",
        ..OPERATOR
    },
    Rule {
        code: "RUN092",
        name: "exposed-agent-tools-need-policy",
        only: Some(Release::Current),
        summary: "Skills of other agents are offered as tools, and no policy allows them.",
        why: "Where policies are enforced each call is decided under the registry a2a; without a ToolPolicy for it every call is denied.",
        bad: "a2aClients:\n- {name: billing, url: \"https://billing.example.com\", exposeAsTools: true}",
        good: "a2aClients:\n- {name: billing, url: \"https://billing.example.com\", exposeAsTools: true}\n---\nkind: ToolPolicy\nspec:\n  selector: {registry: a2a}\n  rules: [{name: none, deny: {cel: \"false\", message: Never.}}]",
        fix: "Add a ToolPolicy with selector.registry: a2a.",
        ..ADVICE
    },
    Rule {
        code: "RUN093",
        name: "pod-overrides-label-collision",
        severity: Severity::Warning,
        mend: Mend::Suggested,
        summary: "A label of the pods is one that the operator sets.",
        why: "The operator's value stands, and yours is lost without a word.",
        bad: "podOverrides:\n  labels: {app.kubernetes.io/name: mine}",
        good: "podOverrides:\n  labels: {example.com/team: a}",
        fix: "Use another key.",
        ..OPERATOR
    },
    Rule {
        code: "RUN094",
        name: "pod-overrides-conflict",
        summary: "Something is set for the pods in two places.",
        why: "podOverrides stands; the other value is lost. Annotations of the operator itself can be replaced that way too.",
        bad: "extraPodAnnotations: {example.com/a: \"1\"}\npodOverrides:\n  annotations: {example.com/a: \"2\"}",
        good: "podOverrides:\n  annotations: {example.com/a: \"2\"}",
        fix: "Keep one of the places.",
        ..ADVICE
    },
    Rule {
        code: "RUN095",
        name: "pod-overrides-service-account",
        summary: "The pods run as another ServiceAccount than the operator's.",
        why: "It takes the place of the agent's own account and of that of the Workspace, and the labels and annotations for cloud identities that the Workspace sets are left out as well.",
        bad: "podOverrides: {serviceAccountName: cloud}",
        good: "podOverrides: {priorityClassName: high}",
        fix: "Give the account the rights of the agent's own, and repeat the labels.",
        ..ADVICE
    },
    Rule {
        code: "RUN096",
        name: "workspace-quota-exceeded",
        severity: Severity::Warning,
        only: Some(Release::Current),
        summary: "An agent asks for more than its Workspace allows.",
        why: "It runs with as many pods as are allowed (ReplicasClamped), or not at all (AgentRuntimeQuotaExceeded).",
        bad: "runtime: {replicas: 20}\n---\nkind: Workspace\nspec:\n  namespace: {name: agents}\n  services: [{name: default, mode: external, external: {sessionURL: \"https://session.example.com\", memoryURL: \"https://memory.example.com\"}}]\n  quotas: {agents: {maxReplicasPerAgent: 5}}",
        good: "runtime: {replicas: 4}\n---\nkind: Workspace\nspec:\n  namespace: {name: agents}\n  services: [{name: default, mode: external, external: {sessionURL: \"https://session.example.com\", memoryURL: \"https://memory.example.com\"}}]\n  quotas: {agents: {maxReplicasPerAgent: 5}}",
        fix: "Ask for less, or raise the quota.",
        ..OPERATOR
    },
];
