//! RUN098 and RUN100, where agents use the registry: the operator leaves the handler out, and the agents run without its tools. And REF031,
//! the tools that policies name.

use super::{Remarks, Scene, did_you_mean};
use crate::{
    finding::Severity,
    lint::{
        check::{self, Subject},
        run::LEFT_OUT,
    },
    world::{Field, Lookup, Object},
};

pub(super) fn registry<'w>(scene: &Scene<'w>, registry: &'w Object, remarks: &mut Remarks<'w>) {
    let mut agents = scene.world.list("AgentRuntime", &registry.namespace);
    let Some(agent) = agents.find(|agent| agent.spec().at("toolRegistryRef.name").str() == registry.name) else { return };
    if !registry.accepted {
        return;
    }
    let subject = Subject { object: registry, spec: registry.spec(), release: scene.release, operator: scene.operator };
    for mut finding in LEFT_OUT.iter().flat_map(|(code, look)| check::by_rule(code, *look, &subject)) {
        finding.severity = Severity::Warning;
        finding.message = format!("{}; {} runs without it", finding.message, agent.id());
        remarks.take(registry, finding);
    }
}

/// Types of handlers that bring the tools that they describe, and no others.
const DESCRIBED: [&str; 3] = ["http", "grpc", "client"];

/// The names of the tools of a registry; nothing where some of them are known to a server alone.
fn tools(registry: &Object) -> Option<Vec<&str>> {
    let handlers = registry.spec().get("handlers").items();
    let known = handlers.iter().all(|handler| DESCRIBED.contains(&handler.get("type").str()));
    known.then(|| handlers.iter().map(|handler| handler.at("tool.name").str()).collect())
}

/// REF031, for the tools that a part of a policy names beside a registry.
fn declared<'w>(scene: &Scene<'w>, part: &Field<'w>, remarks: &mut Remarks<'w>) {
    let namespace = part.object().namespace.as_str();
    let Lookup::Found(registry) = scene.world.get("ToolRegistry", namespace, part.get("registry").str()) else { return };
    let Some(there) = tools(registry) else { return };
    for tool in part.get("tools").items().into_iter().filter(|tool| tool.text().is_some_and(|name| !name.contains('*'))) {
        if !there.contains(&tool.str()) {
            let near = did_you_mean(tool.str(), there.iter().copied());
            let message = format!("{} has no tool {:?}: the policy never matches it", registry.id(), tool.str());
            let finding = remarks.found("REF031", &tool, message);
            if !near.is_empty() {
                finding.help = near;
            }
        }
    }
}

pub(super) fn tool_policy<'w>(scene: &Scene<'w>, policy: &'w Object, remarks: &mut Remarks<'w>) {
    declared(scene, &policy.spec().get("selector"), remarks);
}

pub(super) fn agent_policy<'w>(scene: &Scene<'w>, policy: &'w Object, remarks: &mut Remarks<'w>) {
    policy.spec().at("toolAccess.rules").items().iter().for_each(|rule| declared(scene, rule, remarks));
}
