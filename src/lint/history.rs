//! What became of fields that older releases had, and where people look for fields that were never there.

/// A field that is gone, or was never there.
pub struct Past {
    /// The kind.
    pub kind: &'static str,
    /// The path with `[]` for items; it and everything below it is meant.
    pub path: &'static str,
    /// The day it left the published schema; empty when it never was in one.
    left: &'static str,
    /// What to write instead, a sentence without its full stop.
    pub now: &'static str,
    /// What a migration does.
    pub fate: Fate,
    /// It is still taken, but another field is meant to be used.
    pub is_superseded: bool,
}

/// What a migration does to an old field or value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// Nothing: a person has to decide.
    Ask,
    /// The field goes.
    Drop,
    /// It moves to this path. The `[]` of the old path are the same items; `[0]` is made; `[type=a2a]` is the one item with that member.
    Move(&'static str),
    /// The value becomes this one.
    Become(&'static str),
}

const fn past(kind: &'static str, path: &'static str, left: &'static str, now: &'static str) -> Past {
    Past { kind, path, left, now, fate: Fate::Ask, is_superseded: false }
}

impl Past {
    const fn drops(mut self) -> Self {
        self.fate = Fate::Drop;
        self
    }

    const fn moves(mut self, to: &'static str) -> Self {
        self.fate = Fate::Move(to);
        self
    }

    const fn superseded(mut self) -> Self {
        self.is_superseded = true;
        self
    }
}

/// A value that is not taken any more.
pub struct PastValue {
    /// The kind.
    pub kind: &'static str,
    /// The path with `[]` for items.
    pub path: &'static str,
    /// The value.
    pub value: &'static str,
    /// What to write instead, a sentence without its full stop.
    pub now: &'static str,
    /// What a migration does.
    pub fate: Fate,
}

const fn value(kind: &'static str, path: &'static str, value: &'static str, fate: Fate, now: &'static str) -> PastValue {
    PastValue { kind, path, value, now, fate }
}

const AGENT: &str = "AgentRuntime";

/// The fields.
pub const HISTORY: &[Past] = &[
    past(
        AGENT,
        "spec.providerSecretRef",
        "2026-01-02",
        "name a Provider under spec.providers[].providerRef; its key lives in the Provider",
    ),
    past(AGENT, "spec.provider", "2026-03-20", "make a Provider object and name it under spec.providers[].providerRef"),
    past(
        AGENT,
        "spec.providerRef",
        "2026-03-20",
        "it became an entry of the list spec.providers: {name: default, providerRef: {name: ...}}",
    )
    .moves("spec.providers[0].providerRef"),
    past(
        AGENT,
        "spec.providerRefs",
        "",
        "an agent lists its providers under spec.providers; providerRefs exists in a rollout's candidate only",
    ),
    past(
        AGENT,
        "spec.providers[].ref",
        "",
        "write providerRef: {name: ...}; ref belongs to the configuration of the deploy program",
    ),
    past(AGENT, "spec.facade", "2026-06-27", "it became the list spec.facades").moves("spec.facades[0]"),
    past(AGENT, "spec.a2a", "2026-06-27", "it moved into the facade: spec.facades[] with type a2a, settings under a2a")
        .moves("spec.facades[type=a2a].a2a"),
    past(AGENT, "spec.session", "2026-06-24", "it is spec.context now").moves("spec.context"),
    past(AGENT, "spec.invocationRecording", "2026-05-20", "recording is no setting of the agent any more"),
    past(AGENT, "spec.evals.judges", "2026-02-28", "list the judges under spec.providers"),
    past(
        AGENT,
        "spec.evals.sampling.llmJudgeRate",
        "2026-03-09",
        "it became extendedRate, and sampling left later; sample in the triggers of the pack",
    )
    .moves("spec.evals.sampling.extendedRate"),
    past(AGENT, "spec.evals.sampling", "", "evals have no sampling any more; sample in the triggers of the pack").drops(),
    past(AGENT, "spec.evals.rateLimit", "", "evals are not throttled any more").drops(),
    past(AGENT, "spec.evals.sessionCompletion", "", "sessions complete after a fixed time now").drops(),
    past(AGENT, "spec.memory.embedding", "2026-06-21", "embedding is set up in the Workspace's services"),
    past(AGENT, "spec.memory.extraction", "2026-06-21", "extraction is a matter of the MemoryPolicy"),
    past(AGENT, "spec.memory.purpose", "2026-06-21", "memory has no purpose any more").drops(),
    past(AGENT, "spec.memory.retention", "2026-06-21", "retention is a matter of the MemoryPolicy"),
    past(AGENT, "spec.podOverrides.affinity", "2026-06-29", "it is spec.runtime.affinity").moves("spec.runtime.affinity"),
    past(AGENT, "spec.podOverrides.topologySpreadConstraints", "2026-06-29", "pods are spread by the operator").drops(),
    past(AGENT, "spec.evals.podOverrides.affinity", "2026-06-29", "the eval worker takes no affinity any more"),
    past(AGENT, "spec.evals.podOverrides.topologySpreadConstraints", "2026-06-29", "pods are spread by the operator").drops(),
    past(
        AGENT,
        "spec.externalAuth.allowManagementPlane",
        "2026-06-27",
        "each facade has managementPlane: spec.facades[].managementPlane",
    )
    .drops(),
    past(AGENT, "spec.externalAuth.apiKeys", "2026-07-11", "it became spec.externalAuth.clientKeys"),
    past(AGENT, "spec.externalAuth.sharedToken", "2026-07-11", "use spec.externalAuth.clientKeys"),
    past(AGENT, "spec.externalAuth.edgeTrust.headerMapping.role", "2026-07-10", "roles are not taken from headers any more"),
    past(AGENT, "spec.externalAuth.oidc.claimMapping.role", "2026-07-10", "roles are not taken from claims any more"),
    past(AGENT, "spec.facades[].a2a.authentication", "", "callers are authenticated by spec.externalAuth for all facades"),
    past(
        AGENT,
        "spec.facades[].a2a.enabled",
        "",
        "the entry in the list switches the protocol on; delete the entry to switch it off",
    )
    .drops(),
    past(
        AGENT,
        "spec.facades[].mcp.enabled",
        "",
        "the entry in the list switches the protocol on; delete the entry to switch it off",
    )
    .drops(),
    past(AGENT, "spec.framework.version", "", "the image decides on the version").drops(),
    past(AGENT, "spec.rollout.candidate.promptPackVersion", "2026-06-16", "it became promptPackRef: {name: ..., version: ...}")
        .moves("spec.rollout.candidate.promptPackRef.version"),
    past(AGENT, "spec.rollout.rollback.cooldown", "", "it had no effect in any release").drops(),
    past(AGENT, "spec.runtime.env", "", "it is called extraEnv: spec.runtime.extraEnv"),
    past(AGENT, "spec.env", "", "write spec.runtime.extraEnv, or extraEnv of a facade"),
    past(AGENT, "spec.extraEnv", "", "write spec.runtime.extraEnv, or extraEnv of a facade"),
    past(AGENT, "spec.facades[].env", "", "it is called extraEnv"),
    past(AGENT, "spec.resources", "", "it belongs to the runtime: spec.runtime.resources"),
    past(AGENT, "spec.replicas", "", "it belongs to the runtime: spec.runtime.replicas"),
    past(AGENT, "spec.facades[].a2a.clients", "", "they are a list of the agent: spec.a2aClients")
        .moves("spec.a2aClients")
        .superseded(),
    past(AGENT, "spec.facades[].a2a.conversationTTL", "", "it is not read any more").drops().superseded(),
    past(AGENT, "spec.facades[].a2a.agentCard.capabilities", "", "every card says the same of them").drops().superseded(),
    past("PromptPack", "spec.rollout", "2026-04-07", "rollouts belong to the agent: spec.rollout of the AgentRuntime"),
    past("Provider", "spec.secretRef", "2026-04-28", "it moved to spec.credential.secretRef").moves("spec.credential.secretRef"),
    past("Provider", "spec.validateCredentials", "2026-02-07", "credentials are not tried out any more").drops(),
    past("ToolRegistry", "spec.tools", "2026-01-03", "it became spec.handlers"),
    past(
        "ToolRegistry",
        "spec.handlers[].retries",
        "2026-04-12",
        "each protocol has its retryPolicy, such as httpConfig.retryPolicy",
    ),
    past("ToolRegistry", "spec.handlers[].selector", "2026-07-08", "name the endpoint in the handler's configuration"),
    past("ToolRegistry", "spec.handlers[].httpConfig.authType", "", "credentials belong to the auth of the handler")
        .moves("spec.handlers[].auth.type")
        .superseded(),
    past("ToolRegistry", "spec.handlers[].httpConfig.authSecretRef", "", "credentials belong to the auth of the handler")
        .moves("spec.handlers[].auth.secretRef")
        .superseded(),
    past("ToolRegistry", "spec.handlers[].openAPIConfig.authType", "", "credentials belong to the auth of the handler")
        .moves("spec.handlers[].auth.type")
        .superseded(),
    past("ToolRegistry", "spec.handlers[].openAPIConfig.authSecretRef", "", "credentials belong to the auth of the handler")
        .moves("spec.handlers[].auth.secretRef")
        .superseded(),
    past("ToolRegistry", "spec.selector", "", "name the endpoint in each handler's configuration"),
    past("AgentPolicy", "spec.claimMapping", "", "claims are mapped by the agent: spec.externalAuth.oidc.claimMapping"),
    past("Workspace", "spec.quotas", "2026-04-08", "quotas came back with the current release only"),
    past("Workspace", "spec.services[].memory.retention", "2026-04-25", "name a MemoryPolicy: memory.policyRef"),
    past("Workspace", "spec.services[].session.retention", "2026-04-25", "name a SessionRetentionPolicy: session.policyRef"),
    past(
        "Workspace",
        "spec.services[].evalWorker.podOverrides.affinity",
        "2026-06-29",
        "the eval worker takes no affinity any more",
    ),
    past("Workspace", "spec.services[].memory.podOverrides.affinity", "2026-06-29", "the service takes no affinity any more"),
    past("Workspace", "spec.services[].session.podOverrides.affinity", "2026-06-29", "the service takes no affinity any more"),
    past(
        "Workspace",
        "spec.services[].evalWorker.podOverrides.topologySpreadConstraints",
        "2026-06-29",
        "pods are spread by the operator",
    )
    .drops(),
    past(
        "Workspace",
        "spec.services[].memory.podOverrides.topologySpreadConstraints",
        "2026-06-29",
        "pods are spread by the operator",
    )
    .drops(),
    past(
        "Workspace",
        "spec.services[].session.podOverrides.topologySpreadConstraints",
        "2026-06-29",
        "pods are spread by the operator",
    )
    .drops(),
];

/// The values.
pub const VALUES: &[PastValue] = &[
    value(
        AGENT,
        "spec.duplex.mode",
        "audio",
        Fate::Drop,
        "the modes are realtime and cascaded now, and the runtime chooses without one",
    ),
    value(
        AGENT,
        "spec.duplex.mode",
        "audiovideo",
        Fate::Drop,
        "the modes are realtime and cascaded now, and the runtime chooses without one",
    ),
    value(AGENT, "spec.framework.type", "autogen", Fate::Ask, "use custom with an image of your own"),
    value(AGENT, "spec.framework.type", "crewai", Fate::Ask, "use custom with an image of your own"),
    value(
        AGENT,
        "spec.facades[].type",
        "grpc",
        Fate::Ask,
        "no facade speaks gRPC any more; use websocket, a2a, or custom with an image",
    ),
    value(
        AGENT,
        "spec.memory.retrieval.strategy",
        "graph",
        Fate::Ask,
        "there is no graph retrieval any more; use keyword, semantic or composite",
    ),
    value("Provider", "spec.platform.type", "aws", Fate::Become("bedrock"), "the platform is called bedrock now"),
    value("Provider", "spec.platform.type", "gcp", Fate::Become("vertex"), "the platform is called vertex now"),
    value("Provider", "spec.role", "inference", Fate::Become("llm"), "for a chat model the role is called llm now"),
    value("Provider", "spec.type", "auto", Fate::Ask, "nothing guesses the type any more; name it"),
    value("Provider", "spec.type", "bedrock", Fate::Ask, "name the maker of the model, and set platform.type: bedrock with auth"),
    value("Provider", "spec.type", "vertex", Fate::Ask, "name the maker of the model, and set platform.type: vertex with auth"),
    value("Provider", "spec.type", "azure-ai", Fate::Ask, "name the maker of the model, and set platform.type: azure with auth"),
];

/// Kinds that have another name now.
pub const RENAMED_KINDS: &[(&str, &str)] = &[("MemoryRetentionPolicy", "MemoryPolicy")];

/// What is known of the unknown field `path` (`spec.facades[0].a2a.enabled`) of `kind`: a sentence without its full stop.
pub(super) fn hint(kind: &str, path: &str) -> Option<String> {
    let general = without_indices(path);
    let entry = HISTORY
        .iter()
        .filter(|past| past.kind == kind && is_at_or_below(&general, past.path))
        .max_by_key(|past| past.path.len())?;
    let left = if entry.left.is_empty() { String::new() } else { format!("the field left the schema on {}: ", entry.left) };
    Some(left + entry.now)
}

/// What is known of a value that the schema of `kind` does not take at `path`: a sentence without its full stop.
pub(super) fn value_hint(kind: &str, path: &str, value: &str) -> Option<&'static str> {
    let general = without_indices(path);
    let is_it = |past: &&PastValue| past.kind == kind && past.path == general && past.value == value;
    VALUES.iter().find(is_it).map(|past| past.now)
}

fn is_at_or_below(path: &str, ancestor: &str) -> bool {
    path.strip_prefix(ancestor).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// The path with `[]` in place of each `[N]`.
pub(super) fn without_indices(path: &str) -> String {
    let mut general = String::with_capacity(path.len());
    let mut rest = path;
    while let Some(open) = rest.find('[') {
        let (before, bracket) = rest.split_at(open);
        general.push_str(before);
        match bracket.find(']') {
            Some(close) if bracket[1..close].bytes().all(|byte| byte.is_ascii_digit()) => {
                general.push_str("[]");
                rest = &bracket[close + 1..];
            }
            _ => {
                general.push('[');
                rest = &bracket[1..];
            }
        }
    }
    general + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_exact_entry_answers() {
        assert!(hint(AGENT, "spec.facade").is_some_and(|text| text.contains("spec.facades")));
        assert!(hint(AGENT, "spec.facades[0].a2a.enabled").is_some_and(|text| text.contains("delete the entry")));
        assert!(hint(AGENT, "spec.evals.sampling.llmJudgeRate").is_some_and(|text| text.contains("extendedRate")));
        assert!(
            hint("Provider", "spec.secretRef")
                .is_some_and(|text| text.contains("2026-04-28") && text.contains("credential.secretRef"))
        );
        assert_eq!(hint("Provider", "spec.facade"), None);
        assert_eq!(hint(AGENT, "spec.facadeX"), None);
    }

    #[test]
    fn indices_are_generalised() {
        assert_eq!(without_indices("spec.a[12].b[0]"), "spec.a[].b[]");
        assert_eq!(without_indices("spec.m[key].b"), "spec.m[key].b");
    }
}
