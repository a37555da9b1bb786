//! Family RUN: the other kinds, and what a schema cannot say.

use super::base::{ADVICE, OPERATOR};
use crate::{
    crd::Release,
    finding::{Mend, Rule, Severity},
};

/// The rules, by number.
pub(crate) const RUN_KINDS: &[Rule] = &[
    Rule {
        code: "RUN097",
        name: "function-schema-not-object",
        severity: Severity::Warning,
        summary: "A schema of a function takes no value that there can be.",
        why: "Functions take and give JSON objects. A root of another type, a required property that is not allowed, or bounds that exclude each other refuse every call (400 input_invalid or 502 output_invalid).",
        bad: "mode: function\noutputSchema: {type: string}",
        good: "mode: function\noutputSchema: {type: object, required: [text], additionalProperties: false, properties: {text: {type: string}}}",
        fix: "Wrap the value in an object, or correct the schema.",
        ..ADVICE
    },
    Rule {
        code: "RUN098",
        name: "tool-handler-incomplete",
        summary: "A handler of tools lacks what its type needs.",
        why: "The registry reports HandlersValid False (ValidationFailed) and leaves the handler out. Agents run without its tools and say nothing of it: a warning where one of them is in scope.",
        bad: "kind: ToolRegistry\nspec:\n  handlers:\n  - {name: search, type: http, httpConfig: {endpoint: \"https://search.example.com\"}}",
        good: "kind: ToolRegistry\nspec:\n  handlers:\n  - name: search\n    type: http\n    httpConfig: {endpoint: \"https://search.example.com\"}\n    tool: {name: search, description: Searches., inputSchema: {type: object}}",
        fix: "Add the block of the type; http, grpc and client need tool as well.",
        ..OPERATOR
    },
    Rule {
        code: "RUN099",
        name: "tool-auth-unsupported",
        summary: "A handler of tools has an authentication that its type cannot do, or whose Secret is not there.",
        why: "Agents that use the registry get no pods: DeploymentReady is False (ToolAuthUnsupported), phase Failed. Without the Secret or its key the work on those agents ends with an error.",
        bad: "kind: ToolRegistry\nspec:\n  handlers:\n  - {name: files, type: mcp, mcpConfig: {transport: stdio, command: files}, auth: {type: bearer, secretRef: {name: files, key: token}}}",
        good: "kind: ToolRegistry\nspec:\n  handlers:\n  - {name: files, type: mcp, mcpConfig: {transport: sse, endpoint: \"https://files.example.com\"}, auth: {type: bearer, secretRef: {name: files, key: token}}}",
        fix: "Use sse or streamable-http, or remove the authentication; make the Secret first, with the key that is named.",
        ..OPERATOR
    },
    Rule {
        code: "RUN100",
        name: "tool-retry-policy-invalid",
        summary: "A retry policy cannot work.",
        why: "The registry reports HandlersValid False and leaves the handler out, and the agents run without it: a warning where one of them is in scope. Unset, the first wait is 100ms and the longest 30s, so a first wait of a minute alone is wrong.",
        bad: "kind: ToolRegistry\nspec:\n  handlers:\n  - name: search\n    type: http\n    httpConfig: {endpoint: \"https://search.example.com\", retryPolicy: {maxAttempts: 3, initialBackoff: 1m}}\n    tool: {name: search, description: Searches., inputSchema: {type: object}}",
        good: "kind: ToolRegistry\nspec:\n  handlers:\n  - name: search\n    type: http\n    httpConfig: {endpoint: \"https://search.example.com\", retryPolicy: {maxAttempts: 3, initialBackoff: 1m, maxBackoff: 5m}}\n    tool: {name: search, description: Searches., inputSchema: {type: object}}",
        fix: "Raise maxBackoff; write a multiplier of 1.0 or more and names of gRPC such as UNAVAILABLE.",
        ..OPERATOR
    },
    Rule {
        code: "RUN101",
        name: "duplicate-tool-or-handler-name",
        severity: Severity::Warning,
        summary: "Two handlers or tools of a registry have one name.",
        why: "One of them hides the other.",
        bad: "kind: ToolRegistry\nspec:\n  handlers:\n  - {name: a, type: client, tool: {name: ask, description: Asks., inputSchema: {type: object}}}\n  - {name: b, type: client, tool: {name: ask, description: Asks., inputSchema: {type: object}}}",
        good: "kind: ToolRegistry\nspec:\n  handlers:\n  - {name: a, type: client, tool: {name: ask, description: Asks., inputSchema: {type: object}}}\n  - {name: b, type: client, tool: {name: show, description: Shows., inputSchema: {type: object}}}",
        fix: "Rename one of them.",
        ..OPERATOR
    },
    Rule {
        code: "RUN102",
        name: "tool-policy-does-not-compile",
        summary: "An expression of a ToolPolicy does not compile.",
        why: "The policy reports Compiled False (CompileError) and is not enforced; onFailure decides on the calls.",
        bad: "kind: ToolPolicy\nspec:\n  selector: {registry: tools}\n  rules: [{name: large, deny: {cel: \"amount >\", message: Too large.}}]",
        good: "kind: ToolPolicy\nspec:\n  selector: {registry: tools}\n  rules: [{name: large, deny: {cel: \"amount > 100\", message: Too large.}}]",
        fix: "Correct the expression; a header has either a value or an expression.",
        ..OPERATOR
    },
    Rule {
        code: "RUN103",
        name: "tool-policy-header-case",
        severity: Severity::Warning,
        mend: Mend::Safe,
        summary: "A ToolPolicy asks for a header by a name that no header has.",
        why: "Names of headers are compared as Go writes them, with a capital at the start of each part. The policy reports HeaderRefsCanonical False, and the header is never there.",
        bad: "kind: ToolPolicy\nspec:\n  selector: {registry: tools}\n  rules: [{name: team, deny: {cel: 'headers[\"X-Omnia-Claim-team\"] != \"a\"', message: Not yours.}}]",
        good: "kind: ToolPolicy\nspec:\n  selector: {registry: tools}\n  rules: [{name: team, deny: {cel: 'headers[\"X-Omnia-Claim-Team\"] != \"a\"', message: Not yours.}}]",
        fix: "Write X-Omnia-Claim-Team, or use identity.claims.",
        ..OPERATOR
    },
    Rule {
        code: "RUN104",
        name: "memory-policy-invalid",
        summary: "A MemoryPolicy has a value that the operator does not take.",
        why: "The policy reports PolicyValid False (ValidationFailed), phase Error, and memories are not looked after. Schedules have five or six fields of numbers, without names of days.",
        bad: "kind: MemoryPolicy\nspec: {schedule: \"0 3 * * MON\", tiers: {}}",
        good: "kind: MemoryPolicy\nspec: {schedule: \"0 3 * * 1\", tiers: {}}",
        fix: "Write numbers in schedules, shares from 0 to 1, and a ttl.default within ttl.maxAge.",
        ..OPERATOR
    },
    Rule {
        code: "RUN105",
        name: "agent-policy-needs-mesh",
        severity: Severity::Warning,
        summary: "An AgentPolicy cannot be applied.",
        why: "Istio enforces it. Without it, or with a tool that has no name, the policy reports Valid or Applied False, and onFailure decides.",
        bad: "kind: AgentPolicy\nspec: {toolAccess: {mode: allowlist, rules: [{registry: tools, tools: [\"\"]}]}}",
        good: "kind: AgentPolicy\nspec: {toolAccess: {mode: allowlist, rules: [{registry: tools, tools: [search]}]}}",
        fix: "Name the tools, and make sure that the Service of the agent is in the mesh.",
        ..OPERATOR
    },
    Rule {
        code: "RUN106",
        name: "provider-credential-strategy",
        summary: "A Provider does not say where its credential is.",
        why: "CredentialConfigured is False, the phase Error, and agents that use the Provider stay Pending (ProviderNotReady).",
        bad: "kind: Provider\nspec: {type: openai, model: gpt-4o, credential: {}}",
        good: "kind: Provider\nspec: {type: openai, model: gpt-4o, credential: {secretRef: {name: openai}}}",
        fix: "Name a Secret in credential.secretRef.",
        ..OPERATOR
    },
    Rule {
        code: "RUN107",
        name: "provider-defaults-invalid",
        mend: Mend::Suggested,
        summary: "A default of a Provider cannot be read.",
        why: "A runtime that loads the Provider ends at its start.",
        bad: "kind: Provider\nspec: {type: claude, model: claude-sonnet-4-5, credential: {secretRef: {name: claude}}, defaults: {requestTimeout: \"30\"}}",
        good: "kind: Provider\nspec: {type: claude, model: claude-sonnet-4-5, credential: {secretRef: {name: claude}}, defaults: {requestTimeout: 30s}}",
        fix: "Write a duration such as 30s, and prices as decimal numbers.",
        ..OPERATOR
    },
    Rule {
        code: "RUN108",
        name: "arena-job-inconsistent",
        severity: Severity::Warning,
        summary: "An ArenaJob has settings that do nothing, or that always pass.",
        why: "Blocks of another type are not read, and thresholds on percentiles and on the time to the first token are not measured and count as passed: the gate never fails.",
        bad: "kind: ArenaJob\nspec: {sourceRef: {name: suite}, type: loadtest, loadTest: {thresholds: [{metric: latency_p95, operator: \"<\", value: 2s}]}}",
        good: "kind: ArenaJob\nspec: {sourceRef: {name: suite}, type: loadtest, loadTest: {thresholds: [{metric: latency_avg, operator: \"<\", value: 2s}]}}",
        fix: "Use latency_avg or error_rate, and the block of the type.",
        ..ADVICE
    },
    Rule {
        code: "RUN109",
        name: "skill-source-problem",
        severity: Severity::Warning,
        summary: "A source is read never, all the time, or from several places.",
        why: "An interval of zero stops it (SourceAvailable False, InvalidInterval); a very short one asks the server without end. Of several references one counts, and it is not said which.",
        bad: "kind: SkillSource\nspec: {type: git, interval: 0s, git: {url: \"https://git.example.com/skills\"}}",
        good: "kind: SkillSource\nspec: {type: git, interval: 5m, git: {url: \"https://git.example.com/skills\"}}",
        fix: "Write 5m or more, and one of branch, tag and commit.",
        ..OPERATOR
    },
    Rule {
        code: "RUN110",
        name: "workspace-unusable",
        summary: "A workspace is set up so that little works in it.",
        why: "Without a service group nothing is recorded, without a binding nobody sees it, and a network without a way out reaches no model.",
        bad: "kind: Workspace\nspec: {displayName: Team A, namespace: {name: team-a}, services: []}",
        good: "kind: Workspace\nspec:\n  displayName: Team A\n  namespace: {name: team-a}\n  services: [{name: default, mode: external, external: {sessionURL: \"https://session.example.com\", memoryURL: \"https://memory.example.com\"}}]\n  roleBindings: [{groups: [team-a], role: editor}]",
        fix: "Add a service group called default and a binding.",
        ..ADVICE
    },
    Rule {
        code: "RUN111",
        name: "hpa-scale-window-surprise",
        summary: "Pods are taken away the moment the load falls.",
        why: "Sessions on them end. An HPA takes up to half of the pods away each minute.",
        bad: "runtime:\n  autoscaling: {enabled: true, maxReplicas: 5, scaleDownStabilizationSeconds: 0}",
        good: "runtime:\n  autoscaling: {enabled: true, maxReplicas: 5, scaleDownStabilizationSeconds: 300}",
        fix: "Leave the default of 300 seconds.",
        ..ADVICE
    },
    Rule {
        code: "RUN112",
        name: "dev-agent-content-claim",
        severity: Severity::Info,
        only: Some(Release::Current),
        summary: "An agent on a live pack has no storage to read it from.",
        why: "The operator makes the pods only once the claim workspace-NAMESPACE-content is there; until then DeploymentReady is False (AwaitingPodTemplateInputs). The Workspace makes it where its storage is enabled.",
        bad: "promptPackRef: {name: live-pack}  # and a Workspace without storage",
        good: "promptPackRef: {name: live-pack}  # and a Workspace with storage: {enabled: true}",
        fix: "Set storage.enabled: true in the Workspace of the namespace.",
        ..OPERATOR
    },
];
