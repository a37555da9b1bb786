//! ADM010, OPS014, RUN084, RUN092 and RUN096: what depends on the Workspace of a namespace, and on its other agents.

use super::{Remarks, Scene, related, service_group::DEFAULT_GROUP};
use crate::{
    lint::agent::{Agent, MOST_PODS},
    world::{Field, Object, Scope},
};

/// The registry that stands for the skills of other agents.
const A2A: &str = "a2a";

/// The Workspace of a namespace.
pub(super) fn of_namespace<'w>(scene: &Scene<'w>, namespace: &str) -> Option<&'w Object> {
    scene.workspaces.of(namespace).first().copied()
}

/// The autoscaling of an agent's service group, where it is switched on and the agent has none of its own.
pub(super) fn shared_autoscaling<'w>(scene: &Scene<'w>, agent: &Agent<'w>) -> Option<Field<'w>> {
    if agent.autoscaling().exists() {
        return None;
    }
    let groups = of_namespace(scene, &agent.object.namespace)?.spec().get("services").items();
    let wanted = agent.spec.get("serviceGroup").text().unwrap_or(DEFAULT_GROUP);
    let group = groups.into_iter().find(|group| group.get("name").str() == wanted)?;
    Some(group.get("autoscaling")).filter(|shared| shared.get("enabled").is_true())
}

/// The most pods that an agent may have, rollouts apart: an autoscaler of its service group counts where it has none of its own.
pub(super) fn most_pods<'w>(scene: &Scene<'w>, agent: &Agent<'w>) -> i64 {
    match shared_autoscaling(scene, agent) {
        Some(shared) => shared.get("maxReplicas").int().unwrap_or(MOST_PODS),
        None => agent.most_pods(),
    }
}

pub(super) fn agent<'w>(scene: &Scene<'w>, agent: &'w Object, remarks: &mut Remarks<'w>) {
    if scene.is_current() {
        sandbox(scene, agent, remarks);
        quota(scene, agent, remarks);
        policy(scene, agent, remarks);
    }
    eval_worker(scene, agent, remarks);
}

/// RUN084: sandboxes live in the storage of the Workspace.
fn sandbox<'w>(scene: &Scene<'w>, agent: &'w Object, remarks: &mut Remarks<'w>) {
    let enabled = agent.spec().at("sandbox.enabled");
    if !enabled.is_true() {
        return;
    }
    match of_namespace(scene, &agent.namespace) {
        Some(workspace) if !workspace.spec().at("storage.enabled").is_true() => {
            let message = format!("{} has no storage: claims fail with NoWorkspaceStorage", workspace.id());
            remarks.found("RUN084", &enabled, message);
        }
        Some(_) => {}
        None => match scene.world.scope("Workspace", "") {
            Scope::Complete => {
                let message =
                    format!("no Workspace is for the namespace {}: claims fail with NoWorkspaceStorage", agent.namespace);
                remarks.found("RUN084", &enabled, message);
            }
            scope => remarks.open("RUN084", "Workspace", scope),
        },
    }
}

/// RUN096: how many pods and agents the Workspace allows.
fn quota<'w>(scene: &Scene<'w>, agent: &'w Object, remarks: &mut Remarks<'w>) {
    let Some(workspace) = of_namespace(scene, &agent.namespace) else { return };
    let quotas = workspace.spec().at("quotas.agents");
    let (autoscaling, replicas) = (agent.spec().at("runtime.autoscaling"), agent.spec().at("runtime.replicas"));
    let (field, pods) = if autoscaling.get("enabled").is_true() {
        let most = autoscaling.get("maxReplicas");
        let pods = most.int().unwrap_or(MOST_PODS);
        (most, pods)
    } else {
        let pods = replicas.int().unwrap_or(1);
        (replicas, pods)
    };
    if let Some(most) = quotas.get("maxReplicasPerAgent").int().filter(|most| pods > *most) {
        let message = format!("{} allows {most} pods for an agent: it gets no more", workspace.id());
        let finding = remarks.found("RUN096", &field, message);
        related(finding, agent, &quotas.get("maxReplicasPerAgent"), "the quota".to_owned());
    }
    let Some(most) = quotas.get("maxAgentRuntimes").int() else { return };
    let mut agents = scene.world.list("AgentRuntime", &agent.namespace);
    if agents.position(|other| std::ptr::eq(other, agent)).is_some_and(|before| before as i64 >= most) {
        let message = format!("{} allows {most} agents, and this is one more", workspace.id());
        let finding = remarks.found("RUN096", &agent.root().at("metadata.name"), message);
        related(finding, agent, &quotas.get("maxAgentRuntimes"), "the quota".to_owned());
    }
}

/// RUN092: skills of other agents are tools that a policy has to allow.
fn policy<'w>(scene: &Scene<'w>, agent: &'w Object, remarks: &mut Remarks<'w>) {
    let exposed = agent.spec().all("a2aClients[].exposeAsTools").into_iter().find(|field| field.is_true());
    let Some(field) = exposed else { return };
    let covered =
        scene.world.list("ToolPolicy", &agent.namespace).any(|policy| policy.spec().at("selector.registry").str() == A2A);
    if !covered {
        let message = "no ToolPolicy is for the registry a2a: where policies are enforced, each call of such a tool is denied";
        remarks.found("RUN092", &field, message);
    }
}

/// OPS014: the agents of one service group share an eval worker.
fn eval_worker<'w>(scene: &Scene<'w>, agent: &'w Object, remarks: &mut Remarks<'w>) {
    let own = agent.spec().at("evals.podOverrides");
    let group = |agent: &Object| agent.spec().get("serviceGroup").text().unwrap_or(DEFAULT_GROUP).to_owned();
    if !agent.spec().at("evals.enabled").is_true() || !own.exists() {
        return;
    }
    let others = scene.world.list("AgentRuntime", &agent.namespace).take_while(|other| !std::ptr::eq(*other, agent));
    let sharing = others.filter(|other| other.spec().at("evals.enabled").is_true() && group(other) == group(agent));
    let differs = sharing.map(|other| other.spec().at("evals.podOverrides")).find(|other| other.json() != own.json());
    if let Some(other) = differs {
        let message = format!("{} shares the eval worker, and only one agent's settings of its pods count", other.object().id());
        remarks.found("OPS014", &own, message);
    }
}

/// ADM010: a namespace belongs to one Workspace.
pub(super) fn workspace<'w>(scene: &Scene<'w>, workspace: &'w Object, remarks: &mut Remarks<'w>) {
    let claimed = workspace.spec().at("namespace.name");
    let first = scene.workspaces.of(claimed.str()).first().filter(|first| !std::ptr::eq(**first, workspace));
    if let Some(first) = first.filter(|_| claimed.text().is_some()).map(|first| first.spec().at("namespace.name")) {
        let message = format!("{} has the namespace {} already", first.object().id(), claimed.str());
        let finding = remarks.found("ADM010", &claimed, message);
        related(finding, workspace, &first, "the other one".to_owned());
    }
}
