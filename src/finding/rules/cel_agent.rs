//! Family CEL: the rules of AgentRuntime.

use crate::finding::{Mend, Origin, Rule, Severity};

/// What the rules of the platform's schemas have in common: the server refuses the object, and only a person can tell what is meant.
pub(super) const REFUSED: Rule = Rule {
    code: "",
    name: "",
    severity: Severity::Error,
    origin: Origin::Cel,
    since: "0.1.0",
    only: None,
    mend: Mend::ByHand,
    summary: "",
    why: "",
    bad: "",
    good: "",
    fix: "",
};

/// The rules with a number below 100.
pub(crate) const CEL_AGENT: &[Rule] = &[
    Rule {
        code: "CEL001",
        name: "function-requires-input-schema",
        summary: "A function has no input schema.",
        why: "Callers of a function send one JSON document, and the facade checks it against `inputSchema` before any model is called. The server refuses a function without one.",
        bad: "spec:\n  mode: function\n  facades:\n  - type: rest\n  outputSchema: {type: object}",
        good: "spec:\n  mode: function\n  facades:\n  - type: rest\n  inputSchema: {type: object}\n  outputSchema: {type: object}",
        fix: "Describe the input in `spec.inputSchema`; `{type: object}` takes any object.",
        ..REFUSED
    },
    Rule {
        code: "CEL002",
        name: "function-requires-output-schema",
        summary: "A function has no output schema.",
        why: "A function promises its callers the shape of the answer, and the platform holds the model to `outputSchema`. The server refuses a function without one.",
        bad: "spec:\n  mode: function\n  facades:\n  - type: rest\n  inputSchema: {type: object}",
        good: "spec:\n  mode: function\n  facades:\n  - type: rest\n  inputSchema: {type: object}\n  outputSchema: {type: object}",
        fix: "Describe the answer in `spec.outputSchema`.",
        ..REFUSED
    },
    Rule {
        code: "CEL003",
        name: "input-schema-in-agent-mode",
        summary: "An agent has an input schema, which only functions use.",
        why: "In mode `agent`, the default, users send messages and nothing would check them against the schema, so the server refuses it.",
        bad: "spec:\n  facades:\n  - type: websocket\n  inputSchema: {type: object}",
        good: "spec:\n  mode: function\n  facades:\n  - type: rest\n  inputSchema: {type: object}\n  outputSchema: {type: object}",
        fix: "Remove the schema, or set `mode: function` and give the function its `rest` facade and both schemas.",
        ..REFUSED
    },
    Rule {
        code: "CEL004",
        name: "output-schema-in-agent-mode",
        summary: "An agent has an output schema, which only functions use.",
        why: "In mode `agent`, the default, the answers are free text and nothing would check them, so the server refuses the schema.",
        bad: "spec:\n  mode: agent\n  outputSchema: {type: object}",
        good: "spec:\n  mode: agent",
        fix: "Remove the schema, or set `mode: function` and give the function its `rest` facade and both schemas.",
        ..REFUSED
    },
    Rule {
        code: "CEL005",
        name: "output-format-in-agent-mode",
        summary: "An agent sets the output format, which only functions have.",
        why: "`outputFormat` says how a function makes the model keep to its output schema. An agent has no such schema, and the server refuses the field.",
        bad: "spec:\n  facades:\n  - type: websocket\n  outputFormat: json",
        good: "spec:\n  facades:\n  - type: websocket",
        fix: "Remove `spec.outputFormat`.",
        ..REFUSED
    },
    Rule {
        code: "CEL006",
        name: "duplicate-facade-type",
        summary: "Two facades have the same type.",
        why: "The type names the facade's port and routes, so each one may appear once. An entry without a type counts as `websocket`.",
        bad: "spec:\n  facades:\n  - port: 8080\n  - type: websocket\n    port: 8081",
        good: "spec:\n  facades:\n  - type: websocket\n    port: 8081",
        fix: "Merge the two entries, or make a second AgentRuntime for the other one.",
        ..REFUSED
    },
    Rule {
        code: "CEL007",
        name: "facade-not-allowed-in-agent-mode",
        summary: "An agent has a facade that only functions have.",
        why: "Facades of type `rest` and `mcp` carry single calls, an agent holds conversations over `websocket`, `a2a` or a facade of your own. The server refuses the mixture. `mode` is `agent` when it is left out.",
        bad: "spec:\n  facades:\n  - type: rest",
        good: "spec:\n  facades:\n  - type: websocket",
        fix: "Set `mode: function` and both schemas if this is a function, else choose another facade.",
        ..REFUSED
    },
    Rule {
        code: "CEL008",
        name: "facade-not-allowed-in-function-mode",
        summary: "A function has a facade that only agents have.",
        why: "A function is called over `rest`, and over `mcp` beside it; there is no conversation that the other types could carry. Often the type was left out: it is `websocket` then.",
        bad: "spec:\n  mode: function\n  facades:\n  - port: 8080\n  inputSchema: {type: object}\n  outputSchema: {type: object}",
        good: "spec:\n  mode: function\n  facades:\n  - type: rest\n    port: 8080\n  inputSchema: {type: object}\n  outputSchema: {type: object}",
        fix: "Use `type: rest`, with `type: mcp` beside it where tools should be able to call the function.",
        ..REFUSED
    },
    Rule {
        code: "CEL009",
        name: "function-needs-exactly-one-rest",
        summary: "A function does not have exactly one `rest` facade.",
        why: "All calls of a function end at its `rest` facade, those over `mcp` too, so the server refuses a function with none or with several.",
        bad: "spec:\n  mode: function\n  facades:\n  - type: mcp\n  inputSchema: {type: object}\n  outputSchema: {type: object}",
        good: "spec:\n  mode: function\n  facades:\n  - type: rest\n  - type: mcp\n  inputSchema: {type: object}\n  outputSchema: {type: object}",
        fix: "Add `- type: rest`, or remove all but one of them.",
        ..REFUSED
    },
    Rule {
        code: "CEL010",
        name: "custom-facade-needs-image",
        summary: "A custom facade names no image.",
        why: "The platform brings images for its own types only. Without one there is nothing to run, and the server refuses the facade; an empty name counts as none.",
        bad: "spec:\n  facades:\n  - type: custom",
        good: "spec:\n  facades:\n  - type: custom\n    image: registry.example.com/facade:1.4.0",
        fix: "Set `image` of the facade.",
        ..REFUSED
    },
    Rule {
        code: "CEL011",
        name: "trigger-needs-pinned-version",
        summary: "A rollout has a trigger, but the agent's pack version is not pinned.",
        why: "The trigger starts a rollout when its channel gets a new version, and moves `promptPackRef.version` at the end. An agent that follows a track has the new version already, so that nothing would be left to roll out; the server refuses it.",
        bad: "spec:\n  promptPackRef:\n    name: support\n    track: stable\n  rollout:\n    trigger: {promptPackChannel: stable}\n    steps:\n    - setWeight: 100",
        good: "spec:\n  promptPackRef:\n    name: support\n    version: \"1.4.0\"\n  rollout:\n    trigger: {promptPackChannel: stable}\n    steps:\n    - setWeight: 100",
        fix: "Set `spec.promptPackRef.version` and remove `track`.",
        ..REFUSED
    },
    Rule {
        code: "CEL012",
        name: "version-and-track",
        summary: "A pack reference has both a version and a track.",
        why: "A version pins the pack, a track follows its channel; both together have no meaning. The server looks whether the fields are there, so that even an empty one counts.",
        bad: "spec:\n  promptPackRef:\n    name: support\n    version: \"1.4.0\"\n    track: stable",
        good: "spec:\n  promptPackRef:\n    name: support\n    track: stable",
        fix: "Keep one of the two fields. The same holds for `spec.rollout.candidate.promptPackRef`.",
        ..REFUSED
    },
    Rule {
        code: "CEL013",
        name: "redis-context-needs-store-ref",
        summary: "The context is kept in Redis, but no Secret says where that is.",
        why: "The runtime takes the address from the entry `url` of the Secret. Release 2026-07 asks for the block `storeRef` only, later ones for a name in it.",
        bad: "spec:\n  context:\n    type: redis\n    ttl: 24h",
        good: "spec:\n  context:\n    type: redis\n    ttl: 24h\n    storeRef: {name: redis}",
        fix: "Name the Secret in `spec.context.storeRef`, or use `type: memory`.",
        ..REFUSED
    },
    Rule {
        code: "CEL014",
        name: "media-backend-block-missing",
        summary: "The media storage has a type, but not the block of that type.",
        why: "Each of `s3`, `gcs`, `azure` and `local` has its settings in the block of the same name. The server refuses a type without them; blocks of other types do no harm and are not read.",
        bad: "spec:\n  media:\n    storage:\n      type: gcs",
        good: "spec:\n  media:\n    storage:\n      type: gcs\n      gcs: {bucket: support-media}",
        fix: "Add the block, or set the type of the one that is there.",
        ..REFUSED
    },
    Rule {
        code: "CEL015",
        name: "extra-env-on-secondary-facade",
        summary: "A facade other than the primary one has extra environment variables.",
        why: "All facades run in one container, which has one environment: that of the primary facade, which is `websocket`, else `rest`, else `a2a`, else `custom`. The server refuses variables that would get lost. Release 2026-07 accepts and ignores them.",
        bad: "spec:\n  facades:\n  - type: websocket\n  - type: a2a\n    extraEnv:\n    - {name: LOG_LEVEL, value: debug}",
        good: "spec:\n  facades:\n  - type: websocket\n    extraEnv:\n    - {name: LOG_LEVEL, value: debug}\n  - type: a2a",
        fix: "Move the variables to the primary facade.",
        ..REFUSED
    },
    Rule {
        code: "CEL016",
        name: "custom-facade-not-alone",
        summary: "A custom facade stands beside another facade.",
        why: "Your own container takes the place of the platform's facade container, so nothing would serve the others. The server refuses it; release 2026-07 accepts it and runs only one of them.",
        bad: "spec:\n  facades:\n  - type: websocket\n  - type: custom\n    image: registry.example.com/facade:1.4.0",
        good: "spec:\n  facades:\n  - type: custom\n    image: registry.example.com/facade:1.4.0",
        fix: "Make a second AgentRuntime for the other facades.",
        ..REFUSED
    },
    Rule {
        code: "CEL017",
        name: "both-planes-disabled",
        summary: "A facade is open neither to clients nor to the console.",
        why: "`dataPlane: false` keeps clients out and `managementPlane: false` the console. With both, nobody could reach the facade, and the server refuses it.",
        bad: "spec:\n  facades:\n  - type: websocket\n    dataPlane: false\n    managementPlane: false",
        good: "spec:\n  facades:\n  - type: websocket\n    dataPlane: false",
        fix: "Remove one of the two fields, or the whole facade.",
        ..REFUSED
    },
    Rule {
        code: "CEL018",
        name: "scale-to-zero-without-triggers",
        summary: "The agent may scale to zero, but nothing would wake it up.",
        why: "Without triggers the connections to the pods are counted, and where no pod is left there are none to count. The server refuses `minReplicas: 0` without `keda.triggers`, also in the defaults of a Workspace's service group. Release 2026-07 accepts it.",
        bad: "spec:\n  runtime:\n    autoscaling:\n      enabled: true\n      type: keda\n      minReplicas: 0",
        good: "spec:\n  runtime:\n    autoscaling:\n      enabled: true\n      type: keda\n      minReplicas: 0\n      keda:\n        triggers:\n        - type: cron\n          metadata: {timezone: UTC, start: 0 8 * * *, end: 0 18 * * *, desiredReplicas: \"1\"}",
        fix: "Set `minReplicas: 1`, or add a trigger that works without pods: a schedule, a queue, a metric of another service.",
        ..REFUSED
    },
    Rule {
        code: "CEL019",
        name: "a2a-clients-in-both-places",
        summary: "Clients for A2A stand in the old and in the new list.",
        why: "`spec.a2aClients` replaces the list below the `a2a` facade. The server refuses both, because it could not tell which one is meant. An empty list does no harm.",
        bad: "spec:\n  a2aClients:\n  - {name: billing, url: https://billing.example.com}\n  facades:\n  - type: a2a\n    a2a:\n      clients:\n      - {name: orders, url: https://orders.example.com}",
        good: "spec:\n  a2aClients:\n  - {name: billing, url: https://billing.example.com}\n  - {name: orders, url: https://orders.example.com}\n  facades:\n  - type: a2a",
        fix: "Move all entries to `spec.a2aClients`.",
        ..REFUSED
    },
    Rule {
        code: "CEL020",
        name: "s3-region-required",
        summary: "The S3 media storage has no region.",
        why: "Requests to S3 are signed for a region. The server refuses a storage without one, also where `endpoint` names another service, which takes any region. Release 2026-07 accepts it, and the agent fails when it starts.",
        bad: "spec:\n  media:\n    storage:\n      type: s3\n      s3: {bucket: support-media}",
        good: "spec:\n  media:\n    storage:\n      type: s3\n      s3: {bucket: support-media, region: eu-central-1}",
        fix: "Set `s3.region`.",
        ..REFUSED
    },
    Rule {
        code: "CEL021",
        name: "sandbox-connection-exactly-one",
        summary: "A sandbox connection is both bound and unbound, or neither.",
        why: "An entry either names the connection for the role or takes the role's connection away with `unbind: true`. The server refuses both and neither; an empty name and `unbind: false` count as nothing.",
        bad: "spec:\n  sandbox:\n    connections:\n    - {sandbox: workspace, role: vcs, connection: github, unbind: true}",
        good: "spec:\n  sandbox:\n    connections:\n    - {sandbox: workspace, role: vcs, connection: github}",
        fix: "Keep one of `connection` and `unbind: true`.",
        ..REFUSED
    },
    Rule {
        code: "CEL022",
        name: "a2a-client-target",
        summary: "A client for A2A has two targets, or none.",
        why: "The agent to call is named by `agentRuntimeRef`, when it runs in the cluster, or by `url`. The server refuses both and neither. Release 2026-07 accepts them, and the agent is not reached.",
        bad: "spec:\n  a2aClients:\n  - name: billing",
        good: "spec:\n  a2aClients:\n  - name: billing\n    agentRuntimeRef: {name: billing}",
        fix: "Set exactly one of the two fields.",
        ..REFUSED
    },
    Rule {
        code: "CEL023",
        name: "sandbox-grace-not-positive",
        summary: "A grace period of the sandbox is not longer than zero.",
        why: "Sandboxes and mounts are given back after these times without use. Zero or less would take them away while they are used, and the server refuses it.",
        bad: "spec:\n  sandbox:\n    enabled: true\n    releaseGrace: 0s",
        good: "spec:\n  sandbox:\n    enabled: true\n    releaseGrace: 30s",
        fix: "Write a longer time, or leave `releaseGrace` (2m) and `mountReleaseGrace` (5m) out.",
        ..REFUSED
    },
];
