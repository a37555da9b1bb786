//! Family OPS: what serves operations well.

use super::base::ADVICE;
use crate::{
    crd::Release,
    finding::{Rule, Severity},
};

/// The rules, by number.
pub(crate) const OPS: &[Rule] = &[
    Rule {
        code: "OPS001",
        name: "image-tag-latest",
        severity: Severity::Warning,
        summary: "An image has no fixed version.",
        why: "Nodes keep what they pulled first, so that pods of one agent run different versions, and nobody can say which.",
        bad: "framework: {type: custom, image: \"example.com/runtime:latest\"}",
        good: "framework: {type: custom, image: \"example.com/runtime:1.4.2\"}",
        fix: "Name a version or a digest.",
        ..ADVICE
    },
    Rule {
        code: "OPS002",
        name: "floating-pack-in-production",
        summary: "An agent follows a channel of its pack.",
        why: "Whoever publishes a version changes the agent at once, without a rollout and without a commit.",
        bad: "promptPackRef: {name: support}",
        good: "promptPackRef: {name: support, version: 1.0.0}",
        fix: "Pin a version, and let a rollout with a trigger follow the channel.",
        ..ADVICE
    },
    Rule {
        code: "OPS003",
        name: "memory-context-in-production",
        summary: "Several pods keep the working context in memory.",
        why: "A conversation that reaches another pod, or the same one after a restart, has forgotten what was said. A rollout and the autoscaler of the service group make several pods, too. A warning where the Workspace of the namespace is for production.",
        bad: "runtime: {replicas: 3}",
        good: "runtime: {replicas: 3}\ncontext: {type: redis, storeRef: {name: redis}}",
        fix: "Use context.type: redis.",
        ..ADVICE
    },
    Rule {
        code: "OPS004",
        name: "single-replica",
        summary: "An exposed agent has one pod.",
        why: "There is no PodDisruptionBudget, and nobody answers while the node is drained.",
        bad: "facades:\n- {type: websocket, expose: {enabled: true}}",
        good: "facades:\n- {type: websocket, expose: {enabled: true}}\nruntime: {replicas: 2}",
        fix: "Run two pods or more.",
        ..ADVICE
    },
    Rule {
        code: "OPS005",
        name: "no-memory-limit",
        summary: "The runtime has no limit of memory.",
        why: "A leak takes the memory of the node, and other pods are killed for it.",
        bad: "runtime:\n  resources: {requests: {cpu: 100m, memory: 256Mi}}",
        good: "runtime:\n  resources: {requests: {cpu: 100m, memory: 256Mi}, limits: {memory: 512Mi}}",
        fix: "Set resources.limits.memory.",
        ..ADVICE
    },
    Rule {
        code: "OPS006",
        name: "loose-output-schema",
        summary: "The output schema of a function takes nearly anything.",
        why: "What the model leaves out or adds reaches the callers, where a strict schema would answer 502 output_invalid.",
        bad: "mode: function\noutputSchema: {type: object}",
        good: "mode: function\noutputSchema: {type: object, required: [text], additionalProperties: false, properties: {text: {type: string}}}",
        fix: "List the properties with their types, require them, and set additionalProperties: false.",
        ..ADVICE
    },
    Rule {
        code: "OPS007",
        name: "function-without-rate-limit",
        only: Some(Release::Current),
        summary: "Nothing limits how often an agent is invoked.",
        why: "Each invocation costs money, and callers from outside may send as many as they like.",
        bad: "mode: function\nfacades:\n- type: rest",
        good: "mode: function\nfacades:\n- type: rest\nrateLimit: {maxInvocationsPerMinute: 60}",
        fix: "Set rateLimit.maxInvocationsPerMinute.",
        ..ADVICE
    },
    Rule {
        code: "OPS008",
        name: "max-replicas-default",
        summary: "An autoscaler may make a hundred pods.",
        why: "That is the greatest number unless maxReplicas is set.",
        bad: "runtime:\n  autoscaling: {enabled: true}",
        good: "runtime:\n  autoscaling: {enabled: true, maxReplicas: 5}",
        fix: "Set maxReplicas.",
        ..ADVICE
    },
    Rule {
        code: "OPS009",
        name: "voice-agent-tuning",
        summary: "A voice agent runs with settings for text.",
        why: "Calls last longer than 30 s and are cut when a pod is replaced, and a pod takes far fewer calls than the threshold of 1000 connections assumes.",
        bad: "duplex: {enabled: true}",
        good: "duplex: {enabled: true}\nfacades:\n- {type: websocket, drainTimeout: 300s}",
        fix: "Set drainTimeout to about 300s, and connectionThreshold to about 20 where KEDA scales.",
        ..ADVICE
    },
    Rule {
        code: "OPS010",
        name: "gitops-owned-rollout-fields",
        summary: "The operator writes fields of a manifest that has a rollout.",
        why: "On promotion, rollback and trigger it writes promptPackRef, providers, toolRegistryRef and rollout.candidate. A tool that keeps the cluster like the repository undoes that.",
        bad: "runtime: {replicas: 10}\nrollout:\n  trafficRouting: {mode: replicaWeighted}\n  candidate: {promptPackRef: {name: support, version: 1.1.0}}\n  steps: [{setWeight: 50}, {pause: {}}]",
        good: "runtime: {replicas: 10}",
        fix: "Let the tool ignore these fields, or commit the promoted spec.",
        ..ADVICE
    },
    Rule {
        code: "OPS011",
        name: "affinity-disables-spread",
        summary: "An affinity switches the spread over zones off.",
        why: "The operator spreads pods only where no affinity is set; an empty one counts as set, and all pods may land in one zone.",
        bad: "runtime: {replicas: 3, affinity: {}}",
        good: "runtime: {replicas: 3}",
        fix: "Add an anti-affinity of your own, or remove the field.",
        ..ADVICE
    },
    Rule {
        code: "OPS012",
        name: "telemetry-off",
        summary: "Little can be seen of what the agent does, or far too much.",
        why: "Without events and logs nobody finds out why an answer was wrong; logs of level debug are large and may hold what users said.",
        bad: "facades:\n- type: websocket\n  extraEnv: [{name: LOG_LEVEL, value: debug}]",
        good: "facades:\n- type: websocket\n  extraEnv: [{name: LOG_LEVEL, value: info}]",
        fix: "Record lifecycle events at least, and log at level info.",
        ..ADVICE
    },
    Rule {
        code: "OPS013",
        name: "long-sync-function",
        summary: "A function answers while the caller waits.",
        why: "A call ends after 30 s (504 sync_timeout), and its body may have 1 MiB (413).",
        bad: "mode: function\nfacades:\n- type: rest",
        good: "mode: function\nfacades:\n- {type: rest, async: {enabled: true}}",
        fix: "Use streams or asynchronous invocations for longer work.",
        ..ADVICE
    },
    Rule {
        code: "OPS014",
        name: "eval-worker-shared",
        summary: "Agents of one service group set different pods for their eval worker.",
        why: "There is one worker for the group, and only one of the agents has a say.",
        bad: "metadata: {name: support}\nspec:\n  evals: {enabled: true, podOverrides: {priorityClassName: low}}\n---\nmetadata: {name: billing}\nspec:\n  evals: {enabled: true, podOverrides: {priorityClassName: high}}",
        good: "metadata: {name: support}\nspec:\n  evals: {enabled: true, podOverrides: {priorityClassName: low}}\n---\nmetadata: {name: billing}\nspec:\n  evals: {enabled: true, podOverrides: {priorityClassName: low}}",
        fix: "Set it in the Workspace's service group.",
        ..ADVICE
    },
    Rule {
        code: "OPS015",
        name: "crd-and-operator-skew",
        severity: Severity::Warning,
        summary: "The CRDs of the cluster are not those of a release that this tool knows.",
        why: "The server drops or refuses fields that its CRDs lack, also when the operator would read them; fields that only they have, this tool knows nothing of. Those of the cluster judge, and the rules about the operator are those of the release that fits best. CRDs come in a chart of their own, which an upgrade of the platform may leave behind.",
        bad: "",
        good: "",
        fix: "Upgrade the chart omnia-crds along with the operator; `kubectl omnia schema diff` shows what differs.",
        ..ADVICE
    },
];
