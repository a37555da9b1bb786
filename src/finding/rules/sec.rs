//! Family SEC: security.

use super::base::ADVICE;
use crate::{
    crd::Release,
    finding::{Mend, Rule, Severity},
};

/// The rules, by number.
pub(crate) const SEC: &[Rule] = &[
    Rule {
        code: "SEC001",
        name: "unauthenticated-facade",
        severity: Severity::Error,
        summary: "A variable opens the facades to everybody.",
        why: "Whoever reaches the agent can use it and its models at your cost. A value that Go does not take for true switches nothing on. An error when a facade is exposed or the workspace is for production, a warning elsewhere; also where podOverrides.extraEnvFrom takes over a ConfigMap or Secret that is not in scope, and may hold the variable.",
        bad: "facades:\n- type: websocket\n  expose: {enabled: true}\n  extraEnv: [{name: OMNIA_FACADE_ALLOW_UNAUTHENTICATED, value: \"true\"}]\nexternalAuth: {}",
        good: "facades:\n- type: websocket\nexternalAuth: {clientKeys: {}}",
        fix: "Remove the variable, and set up externalAuth.",
        ..ADVICE
    },
    Rule {
        code: "SEC002",
        name: "exposed-without-auth",
        severity: Severity::Error,
        summary: "A facade is exposed, and callers have no way to prove who they are.",
        why: "The route answers 401 to everybody, or lets everybody in where OMNIA_FACADE_ALLOW_UNAUTHENTICATED is set. Exposing adds no authentication.",
        bad: "facades:\n- {type: websocket, expose: {enabled: true}}\nexternalAuth: {}",
        good: "facades:\n- {type: websocket, expose: {enabled: true}}\nexternalAuth: {clientKeys: {}}",
        fix: "Add clientKeys, oidc or edgeTrust under externalAuth.",
        ..ADVICE
    },
    Rule {
        code: "SEC003",
        name: "edge-trust-is-spoofable",
        severity: Severity::Warning,
        summary: "Callers are who a header says they are.",
        why: "The header alone lets a caller in. Unless the edge removes it from every request, anybody can write it and be anybody. An error where a facade is exposed, or where a header gives a role.",
        bad: "externalAuth: {edgeTrust: {}}",
        good: "externalAuth: {clientKeys: {}}",
        fix: "Remove the headers of callers at the edge, and let nothing but the edge reach the pods.",
        ..ADVICE
    },
    Rule {
        code: "SEC004",
        name: "trust-end-user-header",
        severity: Severity::Warning,
        summary: "Whoever holds a key may act for any user.",
        why: "The header for the end user is taken as it comes, so that a holder of a key reads the memory of anybody and hands on the rights of anybody.",
        bad: "externalAuth: {clientKeys: {trustEndUserHeader: true}}",
        good: "externalAuth: {clientKeys: {}}",
        fix: "Keep it for backends that you trust.",
        ..ADVICE
    },
    Rule {
        code: "SEC005",
        name: "default-role-elevated",
        summary: "Keys give another role than viewer.",
        why: "Tool policies decide by the role. Any text is taken, so a slip goes unnoticed.",
        bad: "externalAuth: {clientKeys: {defaultRole: admin}}",
        good: "externalAuth: {clientKeys: {defaultRole: viewer}}",
        fix: "Leave viewer, and give more to single keys.",
        ..ADVICE
    },
    Rule {
        code: "SEC006",
        name: "client-key-secret-shape",
        severity: Severity::Error,
        summary: "The Secret of a client's key is not as the facade wants it.",
        why: "The facade skips it and only says so in its debug log: the client gets 401. It needs both labels, and in keyHash the 32 bytes of the digest; the 64 hex digits of it are the usual slip.",
        bad: "apiVersion: v1\nkind: Secret\nmetadata:\n  name: agent-support-clientkey-web\n  namespace: agents\n  labels: {omnia.altairalabs.ai/credential-kind: agent-client-key, omnia.altairalabs.ai/agent: support}\nstringData: {keyHash: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08}\n---\nfacades:\n- type: websocket",
        good: "apiVersion: v1\nkind: Secret\nmetadata:\n  name: agent-support-clientkey-web\n  namespace: agents\n  labels: {omnia.altairalabs.ai/credential-kind: agent-client-key, omnia.altairalabs.ai/agent: support}\ndata: {keyHash: n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=}\n---\nfacades:\n- type: websocket",
        fix: "Put the digest itself into data, as base64.",
        ..ADVICE
    },
    Rule {
        code: "SEC007",
        name: "secret-in-plain-env",
        severity: Severity::Error,
        summary: "A secret stands in a manifest.",
        why: "It is in the history of the repository and in etcd, and everybody who may read agents has it. Info where only the name looks like one.",
        bad: "runtime:\n  extraEnv: [{name: OPENAI_API_KEY, value: sk-proj-0123456789abcdef0123456789}]",
        good: "runtime:\n  extraEnv: [{name: OPENAI_API_KEY, valueFrom: {secretKeyRef: {name: openai, key: api-key}}}]",
        fix: "Put it into a Secret and refer to it; a secret that was committed has to be replaced.",
        ..ADVICE
    },
    Rule {
        code: "SEC008",
        name: "policy-broker-bypass",
        severity: Severity::Error,
        mend: Mend::Safe,
        summary: "A variable takes the place of the wiring that enforces tool policies.",
        why: "Tool calls then ask another broker, or pass when it does not answer: policies are off, and nothing says so.",
        bad: "runtime:\n  extraEnv: [{name: POLICY_BROKER_FAIL_MODE, value: open}]",
        good: "runtime:\n  extraEnv: [{name: LOG_LEVEL, value: info}]",
        fix: "Remove the variable.",
        ..ADVICE
    },
    Rule {
        code: "SEC009",
        name: "mgmt-plane-trust-override",
        severity: Severity::Error,
        mend: Mend::Safe,
        summary: "A variable changes whose tokens the management plane takes.",
        why: "Who holds the keys at that address can make tokens of the dashboard and do with the agent what they like.",
        bad: "facades:\n- type: websocket\n  extraEnv: [{name: OMNIA_MGMT_PLANE_JWKS_URL, value: \"https://keys.example.com/jwks\"}]",
        good: "facades:\n- type: websocket",
        fix: "Remove the variable; the operator sets it.",
        ..ADVICE
    },
    Rule {
        code: "SEC010",
        name: "bearer-over-plain-http",
        severity: Severity::Warning,
        summary: "A credential is sent without encryption.",
        why: "Everybody on the way can read and use it.",
        bad: "a2aClients:\n- {name: billing, url: \"http://billing.example.com\", authentication: {secretRef: {name: billing}}}",
        good: "a2aClients:\n- {name: billing, url: \"https://billing.example.com\", authentication: {secretRef: {name: billing}}}",
        fix: "Use https for the address.",
        ..ADVICE
    },
    Rule {
        code: "SEC011",
        name: "hidden-is-not-protected",
        summary: "A hidden agent can be reached.",
        why: "The label only keeps it out of lists: who knows the name calls it as ever.",
        bad: "metadata:\n  labels: {omnia.altairalabs.ai/hidden: \"true\"}",
        good: "metadata:\n  labels: {team: a}",
        fix: "Protect it by externalAuth.",
        ..ADVICE
    },
    Rule {
        code: "SEC012",
        name: "policy-not-enforcing",
        summary: "A policy does not enforce what it says.",
        why: "In mode audit or permissive calls are noted and let through; with onFailure: allow they pass whenever the policy cannot be asked. A warning for the latter beside an enforcing mode.",
        bad: "kind: ToolPolicy\nspec:\n  selector: {registry: tools}\n  mode: audit\n  rules: [{name: none, deny: {cel: \"false\", message: Never.}}]",
        good: "kind: ToolPolicy\nspec:\n  selector: {registry: tools}\n  mode: enforce\n  rules: [{name: none, deny: {cel: \"false\", message: Never.}}]",
        fix: "Enforce, and deny on failure, once the policy has proved itself.",
        ..ADVICE
    },
    Rule {
        code: "SEC013",
        name: "anonymous-workspace-access",
        severity: Severity::Error,
        summary: "A workspace is open to everybody.",
        why: "Whoever reaches the dashboard may read it, and change it in role editor or owner. A warning for viewers outside of production.",
        bad: "kind: Workspace\nspec: {anonymousAccess: {enabled: true, role: owner}}",
        good: "kind: Workspace\nspec: {anonymousAccess: {enabled: false}}",
        fix: "Switch it off, and bind roles to groups.",
        ..ADVICE
    },
    Rule {
        code: "SEC014",
        name: "network-isolation-weak",
        severity: Severity::Warning,
        summary: "The network of a workspace is open.",
        why: "A pod that is taken over reaches the others, in this namespace and elsewhere.",
        bad: "kind: Workspace\nspec: {environment: production, networkPolicy: {isolate: true, allowPrivateNetworks: true}}",
        good: "kind: Workspace\nspec: {environment: production, networkPolicy: {isolate: true}}",
        fix: "Isolate the namespace, and name what may be reached in allowTo.",
        ..ADVICE
    },
    Rule {
        code: "SEC015",
        name: "host-path-volume",
        severity: Severity::Error,
        summary: "A directory of the node is mounted.",
        why: "Who controls the container reads, and may write, files of the node. Pod Security refuses such pods in most clusters.",
        bad: "podOverrides:\n  extraVolumes: [{name: host, hostPath: {path: /}}]\n  extraVolumeMounts: [{name: host, mountPath: /host}]",
        good: "podOverrides:\n  extraVolumes: [{name: host, emptyDir: {}}]\n  extraVolumeMounts: [{name: host, mountPath: /host}]",
        fix: "Use a claim, a ConfigMap or an emptyDir.",
        ..ADVICE
    },
    Rule {
        code: "SEC016",
        name: "insecure-source",
        severity: Severity::Warning,
        summary: "Content is read over a connection that proves nothing.",
        why: "Who sits in between can put other prompts or skills in place of yours.",
        bad: "kind: SkillSource\nspec: {type: git, interval: 5m, git: {url: \"http://git.example.com/skills\"}}",
        good: "kind: SkillSource\nspec: {type: git, interval: 5m, git: {url: \"https://git.example.com/skills\"}}",
        fix: "Use https, or an OCI registry with TLS.",
        ..ADVICE
    },
    Rule {
        code: "SEC017",
        name: "simulated-agent-in-production",
        severity: Severity::Warning,
        summary: "An agent that callers reach gives made-up answers.",
        why: "Handlers echo and demo, the mock provider and Providers of type mock ask no model. It is found where a facade is exposed or the Workspace of the namespace is for production.",
        bad: "facades:\n- {type: websocket, handler: demo, expose: {enabled: true}}",
        good: "facades:\n- {type: websocket, expose: {enabled: true}}",
        fix: "Use the handler runtime and a real provider.",
        ..ADVICE
    },
    Rule {
        code: "SEC018",
        name: "sandbox-on-public-agent",
        severity: Severity::Warning,
        only: Some(Release::Current),
        summary: "An agent with sandboxes can be reached from outside.",
        why: "Callers get a shell in a pod of your cluster.",
        bad: "sandbox: {enabled: true}\nfacades:\n- {type: websocket, expose: {enabled: true}}",
        good: "sandbox: {enabled: true}\nfacades:\n- type: websocket",
        fix: "Authenticate callers, and limit the tools by a ToolPolicy.",
        ..ADVICE
    },
    Rule {
        code: "SEC019",
        name: "secret-manifest-in-git",
        summary: "A Secret stands beside the manifests with its content.",
        why: "Everybody who reads the repository has it, and its history keeps it.",
        bad: "apiVersion: v1\nkind: Secret\nmetadata: {name: model, namespace: agents}\nstringData: {api-key: example}\n---\nfacades:\n- type: websocket",
        good: "facades:\n- type: websocket",
        fix: "Use sealed or external Secrets.",
        ..ADVICE
    },
    Rule {
        code: "SEC020",
        name: "oidc-session-claim-implications",
        only: Some(Release::Current),
        summary: "Sessions are tied to a claim of the token.",
        why: "Tokens without the claim get 401 (missing_session_claim), and resuming a session needs the session-api of the service group.",
        bad: "externalAuth: {oidc: {issuer: \"https://id.example.com\", audience: support, sessionClaim: sid}}",
        good: "externalAuth: {oidc: {issuer: \"https://id.example.com\", audience: support}}",
        fix: "Make sure that all tokens have the claim.",
        ..ADVICE
    },
    Rule {
        code: "SEC021",
        name: "memory-facet-pinning",
        only: Some(Release::Current),
        summary: "Memory is pinned to one facet.",
        why: "A WebSocket client that names another gets 403. Without the pin the client chooses, which keeps memories apart but guards nothing.",
        bad: "memory: {enabled: true, facet: \"client:acme\"}",
        good: "memory: {enabled: true}",
        fix: "Nothing, when it is meant.",
        ..ADVICE
    },
    Rule {
        code: "SEC022",
        name: "schema-file-reference",
        severity: Severity::Warning,
        summary: "A schema of a function refers to a file, which is opened where the operator runs.",
        why: "The webhook follows the reference when it compiles the schema, whatever comes of it: who may write agents can probe the file system of the operator.",
        bad: "inputSchema:\n  $ref: file:///etc/schemas/input.json",
        good: "inputSchema:\n  type: object\n  properties:\n    text: {type: string}",
        fix: "Write the definition into the schema.",
        ..ADVICE
    },
];
