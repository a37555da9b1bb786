//! The conditions of an agent that are False, and the field behind each reason.

use super::{
    Chain, Edit, Evidence, Gravity, Link,
    messages::{self, Words},
};
use crate::{rollout::Condition, world::Scope};

/// Where the edit is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Target {
    /// The agent.
    Agent,
    /// The ToolRegistry that it names.
    Registry,
    /// The Workspace of its namespace.
    Workspace,
    /// The PromptPack that serves.
    Pack,
    /// The operator's own permissions.
    Operator,
    /// The agent, by the words of the message.
    Message(Words),
}

/// A condition that is False for a reason; the empty reason stands for all others.
pub(super) struct Row {
    pub kind: &'static str,
    pub reason: &'static str,
    gravity: Gravity,
    target: Target,
    pub field: &'static str,
    write: &'static str,
}

const fn row(kind: &'static str, reason: &'static str, gravity: Gravity, field: &'static str, write: &'static str) -> Row {
    Row { kind, reason, gravity, target: Target::Agent, field, write }
}

const fn at(target: Target, row: Row) -> Row {
    Row { target, ..row }
}

use Gravity::{Fault, Lack};

#[cfg(test)]
impl Row {
    pub(super) fn is_about_the_agent(&self) -> bool {
        self.target == Target::Agent
    }
}

/// In the order in which the operator checks. Reasons: crosswalk of the platform's reference of conditions.
pub(super) const ROWS: &[Row] = &[
    row("PromptPackReady", "", Fault, "spec.promptPackRef", "a pack of the namespace, and a version of it that is valid"),
    row(
        "ProviderReady",
        "",
        Fault,
        "spec.providers",
        "Providers of the namespace that are Ready and have the role of their entry",
    ),
    row("ToolRegistryReady", "ToolRegistryCrossNamespace", Fault, "spec.toolRegistryRef.namespace", "nothing: leave it out"),
    row("ToolRegistryReady", "", Lack, "spec.toolRegistryRef.name", "a ToolRegistry of the namespace"),
    row("FrameworkReady", "", Fault, "spec.framework.image", "the image of the framework: the operator has none for it"),
    at(
        Target::Registry,
        row(
            "DeploymentReady",
            "ToolAuthUnsupported",
            Fault,
            "spec.handlers[].auth",
            "an authentication that the type of the handler can do",
        ),
    ),
    row(
        "DeploymentReady",
        "AwaitingPodTemplateInputs",
        Fault,
        "spec.promptPackRef.name",
        "a published pack, or have the claim of the Workspace's content created",
    ),
    at(Target::Message(messages::DEPLOYMENT), row("DeploymentReady", "", Fault, "spec.podOverrides", "")),
    at(Target::Message(messages::SERVICE), row("ServiceReady", "", Fault, "metadata.name", "")),
    row(
        "CapabilitiesSatisfied",
        "",
        Fault,
        "spec.framework.image",
        "a runtime that reports these capabilities, or leave out what asks for them (duplex, rest and mcp facades)",
    ),
    row(
        "ExternalAuth",
        "",
        Fault,
        "spec.externalAuth",
        "clientKeys, oidc or edgeTrust; or leave managementPlane of the facades on",
    ),
    at(
        Target::Operator,
        row("OIDCJWKSReady", "SecretWriteFailed", Lack, "rules", "the right to write the Secret that the message names"),
    ),
    row("OIDCJWKSReady", "", Lack, "spec.externalAuth.oidc.issuer", "the base URL of the issuer, as its tokens have it"),
    row("AutoscalingReady", "KEDANotInstalled", Lack, "spec.runtime.autoscaling.type", "hpa; or install KEDA"),
    row("AutoscalingReady", "", Lack, "spec.runtime.autoscaling", "an autoscaler that the API server takes"),
    at(Target::Message(messages::ROUTING), row("TrafficRouting", "", Lack, "spec.rollout.trafficRouting.mode", "")),
    row("PrivacyPolicyResolved", "", Lack, "spec.privacyPolicyRef.name", "a SessionPrivacyPolicy of the namespace"),
    row("AsyncInvocationReady", "", Lack, "spec.facades[].async.enabled", "false; or give the operator a Redis (redis.default)"),
    row("Volumes", "", Fault, "spec.runtime.volumes", "claims that exist, or create the one that the message names"),
    at(
        Target::Workspace,
        row("SessionRecording", "WorkspaceNotFound", Lack, "spec.namespace.name", "the namespace of the agent, in a Workspace"),
    ),
    at(
        Target::Workspace,
        row("SessionRecording", "NoSessionService", Lack, "spec.services[].session", "a session-api for the group of the agent"),
    ),
    row("SessionRecording", "", Lack, "spec.serviceGroup", "a service group of the Workspace"),
    at(
        Target::Workspace,
        row(
            "WithinWorkspaceQuota",
            "AgentRuntimeQuotaExceeded",
            Fault,
            "spec.quotas.agents.maxAgentRuntimes",
            "more, or delete an agent of the Workspace",
        ),
    ),
    row("WithinWorkspaceQuota", "", Lack, "spec.runtime.replicas", "no more than the Workspace allows an agent"),
    row(
        "IdleTimeoutValid",
        "",
        Lack,
        "metadata.annotations[\"omnia.altairalabs.ai/idle-timeout\"]",
        "a duration above zero, as in 2h",
    ),
    row("A2AClientsResolved", "", Lack, "spec.a2aClients", "agents of the namespace with an a2a facade, or the address in url"),
    row("A2ATaskStoreShared", "", Lack, "spec.facades[].a2a.taskStore.type", "redis, with redisSecretRef; or run one pod"),
    row("ReservedEnvClean", "", Lack, "spec.runtime.extraEnv", "nothing for the variables that the message names"),
    row("SandboxConnectionsValid", "", Lack, "spec.sandbox.connections", "sandboxes and roles that the ToolRegistry has"),
    at(
        Target::Pack,
        row("PackContentValid", "", Lack, "spec.source.configMapRef.name", "a pack without the faults that the message names"),
    ),
];

/// Conditions whose False says that nothing goes on, or only what the others say: the first line of every chain has that.
const SILENT: [&str; 2] = ["RolloutActive", "Ready"];

/// One chain for each condition that is False and that `explained` does not hold.
pub(super) fn find(evidence: &Evidence<'_>, explained: &[&str]) -> Vec<Chain> {
    let conditions = &evidence.scene.agent.status.conditions;
    let is_problem = |condition: &&Condition| {
        condition.status == "False"
            && !SILENT.contains(&condition.kind.as_str())
            && !explained.contains(&condition.kind.as_str())
            && !is_stale(evidence, condition)
    };
    let mut found: Vec<(usize, Chain)> =
        conditions.iter().filter(is_problem).map(|condition| chain(evidence, condition)).collect();
    found.sort_by_key(|(place, _)| *place);
    found.into_iter().map(|(_, chain)| chain).collect()
}

/// Conditions that stay after their cause is gone.
fn is_stale(evidence: &Evidence<'_>, condition: &Condition) -> bool {
    let agent = &evidence.scene.agent;
    let spec = evidence.agent.spec();
    match condition.kind.as_str() {
        // Two writes that cross; the next pass repairs it.
        "DeploymentReady" => condition.message.contains("Operation cannot be fulfilled"),
        "ToolRegistryReady" => !spec.get("toolRegistryRef").exists(),
        "TrafficRouting" => agent.rollout.is_none(),
        // Counts for the generation that it was seen at.
        "CapabilitiesSatisfied" => {
            let items = evidence.agent.root().at("status.conditions").items();
            let own = items.iter().find(|found| found.get("type").str() == condition.kind);
            own.and_then(|found| found.get("observedGeneration").int()).is_some_and(|seen| seen != agent.generation)
        }
        _ => false,
    }
}

fn chain(evidence: &Evidence<'_>, condition: &Condition) -> (usize, Chain) {
    let told = Link::new(evidence.id(), format!("{} is False ({}): {}", condition.kind, condition.reason, condition.message));
    let known = |row: &&Row| row.kind == condition.kind && (row.reason.is_empty() || row.reason == condition.reason);
    let place = ROWS.iter().position(|row| known(&row)).unwrap_or(ROWS.len());
    let Some(row) = ROWS.get(place) else {
        let edit = Edit::new(evidence.id(), "spec", "what the message asks for");
        return (place, Chain::new(cause(condition), Lack, vec![told], edit));
    };
    if let Some(again) = looked_up(evidence, row.kind, &told) {
        return (place, again);
    }
    let spec = evidence.agent.spec();
    let edit = match row.target {
        Target::Agent => Edit::new(evidence.id(), row.field, row.write),
        Target::Registry => Edit::new(format!("ToolRegistry/{}", spec.at("toolRegistryRef.name").str()), row.field, row.write),
        Target::Workspace => Edit::new(format!("Workspace of {}", evidence.agent.namespace), row.field, row.write),
        Target::Pack => Edit::new(format!("PromptPack of {}", spec.at("promptPackRef.name").str()), row.field, row.write),
        Target::Operator => Edit::new("ClusterRole of the operator", row.field, row.write),
        Target::Message(words) => messages::edit(evidence, &condition.message, words),
    };
    (place, Chain::new(cause(condition), row.gravity, vec![told], edit))
}

/// What was looked up is as it should be: the condition is older than that.
fn looked_up(evidence: &Evidence<'_>, kind: &str, told: &Link) -> Option<Chain> {
    let referred = match kind {
        "PromptPackReady" => "PromptPack",
        "ProviderReady" => "Provider",
        "ToolRegistryReady" => "ToolRegistry",
        _ => return None,
    };
    if *evidence.world.scope(referred, &evidence.agent.namespace) != Scope::Complete {
        return None;
    }
    let text = format!("each {referred} that it names is there now, and as it should be: the operator has not looked again");
    let edit =
        Edit::new(evidence.id(), "metadata.annotations", "any annotation: each write to the agent makes the operator look again");
    Some(Chain::new("condition-outdated", Fault, vec![told.clone(), Link::new(evidence.id(), text)], edit))
}

fn cause(condition: &Condition) -> String {
    format!("{}/{}", condition.kind, condition.reason)
}
