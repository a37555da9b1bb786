//! The two Deployments of an agent.

use super::{Chain, Edit, Evidence, Gravity, Link, messages, packs::is_false};
use crate::{
    apiserver::cel::Timestamp,
    rollout::Deployment,
    world::{Field, Object, Scope, references},
};

/// For how long the operator may take to notice a change, in seconds.
const PATIENCE: i64 = 60;

/// How long a pod may take to start, in seconds: the probes begin after 15 and need three failures, and images have to be fetched.
const STARTUP: i64 = 120;

/// What the Deployments show beyond their pods; `found` are the problems that may explain it already.
pub(super) fn find(evidence: &Evidence<'_>, found: &[Chain]) -> Vec<Chain> {
    if evidence.scene.agent.deleted {
        return vec![leaving(evidence)];
    }
    let is_explained = found.iter().any(|chain| chain.gravity == Gravity::Fault);
    let deployments = evidence.deployments();
    let mut chains: Vec<Chain> = deployments.iter().filter_map(|deployment| refused(evidence, deployment)).collect();
    if !is_explained && chains.is_empty() {
        chains.extend(deployments.iter().filter_map(|deployment| late(evidence, deployment)));
        if chains.is_empty() {
            chains.extend(not_ready(evidence));
        }
        chains.extend(scaled_to_zero(evidence));
        chains.extend(unnoticed(evidence));
        if chains.is_empty() {
            chains.extend(absent(evidence));
        }
    }
    chains
}

/// The agent is being deleted, and the operator has to take its finalizer away.
fn leaving(evidence: &Evidence<'_>) -> Chain {
    let metadata = evidence.agent.root().get("metadata");
    let since = metadata.get("deletionTimestamp").str();
    let names: Vec<&str> = metadata.get("finalizers").items().iter().map(Field::str).collect();
    let waited = Timestamp::parse_rfc3339(since).map_or(0, |time| evidence.now / 1_000_000_000 - time.seconds);
    let gravity = if waited < PATIENCE { Gravity::Note } else { Gravity::Fault };
    let links = vec![
        Link::new(evidence.id(), format!("it has been deleted at {since}")),
        Link::new(evidence.id(), format!("it waits for its finalizers: {}", names.join(", "))),
    ];
    let write = "nothing by hand: the operator takes its own away once it runs; see its log";
    Chain::new("being-deleted", gravity, links, Edit::new(evidence.id(), "metadata.finalizers", write))
}

/// The API server takes no pod.
fn refused(evidence: &Evidence<'_>, deployment: &Object) -> Option<Chain> {
    let conditions = deployment.root().at("status.conditions").items();
    let failure =
        conditions.iter().find(|found| found.get("type").str() == "ReplicaFailure" && found.get("status").str() == "True")?;
    let message = failure.get("message").str();
    let links = vec![
        Link::new(deployment.id(), "its ReplicaSet cannot create all of its pods"),
        Link::new(deployment.id(), format!("{}: {message}", failure.get("reason").str())),
    ];
    Some(Chain::new("pods-refused", Gravity::Fault, links, messages::edit(evidence, message, messages::ADMISSION)))
}

/// No pod tells why.
fn late(evidence: &Evidence<'_>, deployment: &Object) -> Option<Chain> {
    let conditions = deployment.root().at("status.conditions").items();
    let late = conditions
        .iter()
        .find(|found| is_false(found, "Progressing") && found.get("reason").str() == "ProgressDeadlineExceeded")?;
    let read = Deployment::read(deployment);
    let links = vec![
        Link::new(deployment.id(), format!("{} of {} pods ready", read.ready, read.replicas)),
        Link::new(deployment.id(), format!("ProgressDeadlineExceeded: {}", late.get("message").str())),
    ];
    let write = "an image that becomes ready; no pod tells what it lacks: see its log with kubectl logs";
    Some(Chain::new("progress-deadline", Gravity::Fault, links, Edit::new(evidence.id(), "spec.framework.image", write)))
}

/// Pods are missing, and nothing tells why. Young ones may just start.
fn not_ready(evidence: &Evidence<'_>) -> Option<Chain> {
    let (ready, wanted) = evidence.counts().filter(|(ready, wanted)| ready < wanted)?;
    let is_unready = |pod: &&&Object| {
        let conditions = pod.root().at("status.conditions").items();
        !conditions.iter().any(|found| found.get("type").str() == "Ready" && found.get("status").str() == "True")
    };
    let pod = evidence.pods.iter().find(is_unready);
    let born = pod.map_or(evidence.agent, |pod| *pod).root().at("metadata.creationTimestamp").str().to_owned();
    let age = Timestamp::parse_rfc3339(&born).map(|time| evidence.now / 1_000_000_000 - time.seconds);
    let (cause, gravity) = match age {
        Some(..STARTUP) => ("pods-starting", Gravity::Note),
        _ if ready == 0 => ("pods-not-ready", Gravity::Fault),
        _ => ("pods-not-ready", Gravity::Lack),
    };
    let mut links = vec![Link::new(evidence.id(), format!("{ready} of {wanted} pods are ready, and no condition tells why"))];
    let namespace = &evidence.agent.namespace;
    let write = match pod {
        Some(pod) => {
            let since = age.map(|age| format!(" for {age} s")).unwrap_or_default();
            links.push(Link::new(pod.id(), format!("it has been there{since}, and is not ready")));
            format!("nothing that could be told from here: see kubectl logs -n {namespace} {} --all-containers", pod.name)
        }
        None => format!("nothing that could be told from here: no pod was seen; see kubectl describe deployment -n {namespace}"),
    };
    Some(Chain::new(cause, gravity, links, Edit::new(evidence.id(), "spec", write)))
}

fn scaled_to_zero(evidence: &Evidence<'_>) -> Option<Chain> {
    let replicas = evidence.agent.spec().at("runtime.replicas");
    let scales = evidence.agent.spec().at("runtime.autoscaling.enabled").is_true();
    if scales || replicas.int() != Some(0) || evidence.counts() != Some((0, 0)) {
        return None;
    }
    let links = vec![Link::new(evidence.id(), "spec.runtime.replicas is 0, so that nothing serves")];
    Some(Chain::new("no-replicas", Gravity::Fault, links, Edit::new(evidence.id(), "spec.runtime.replicas", "1 or more")))
}

/// A pass of the operator that fails without a word, or an operator that does not run.
fn unnoticed(evidence: &Evidence<'_>) -> Option<Chain> {
    let agent = &evidence.scene.agent;
    let (seen, is) = (agent.status.observed_generation, agent.generation);
    if seen >= is {
        return None;
    }
    let waited = evidence.now / 1_000_000_000 - last_change(evidence.agent)?;
    let text = format!("the operator has seen generation {seen} of {is}; the last change is {waited} s old");
    if waited < PATIENCE {
        let edit = Edit::new(evidence.id(), "metadata.annotations", "nothing yet: look again in a minute");
        return Some(Chain::new("not-observed-yet", Gravity::Note, vec![Link::new(evidence.id(), text)], edit));
    }
    let mut links = vec![Link::new(evidence.id(), text)];
    links.push(Link::new(
        evidence.id(),
        "the operator does not run, or each of its passes over the agent fails without a condition",
    ));
    Some(Chain::new("not-observed", Gravity::Fault, links, silent(evidence)))
}

/// When a field outside of the status was last written, in seconds since 1970; the creation where nobody is named.
fn last_change(agent: &Object) -> Option<i64> {
    let metadata = agent.root().get("metadata");
    let entries = metadata.get("managedFields").items();
    let own = entries.iter().filter(|entry| entry.get("subresource").str() != "status");
    let times = own.map(|entry| entry.get("time").str()).chain([metadata.get("creationTimestamp").str()]);
    times.filter_map(|time| Timestamp::parse_rfc3339(time).map(|time| time.seconds)).max()
}

/// The operator makes no Deployment, and no condition tells why.
fn absent(evidence: &Evidence<'_>) -> Option<Chain> {
    let agent = &evidence.scene.agent;
    let is_known = *evidence.world.scope("Deployment", &agent.namespace) == Scope::Complete;
    let is_new = last_change(evidence.agent).is_some_and(|at| evidence.now / 1_000_000_000 - at < PATIENCE);
    if !is_known || is_new || evidence.scene.stable.is_some() {
        return None;
    }
    let links = vec![Link::new(evidence.id(), format!("there is no Deployment {}, and no condition tells why", agent.name))];
    Some(Chain::new("no-deployment", Gravity::Fault, links, silent(evidence)))
}

/// What makes the operator fail without a word: Secrets of tools that are not there, whose data nobody should read to look.
fn silent(evidence: &Evidence<'_>) -> Edit {
    let name = evidence.agent.spec().at("toolRegistryRef.name").str();
    let registry = evidence.world.get("ToolRegistry", &evidence.agent.namespace, name).found();
    let found = registry.map(references).unwrap_or_default();
    let secret = found.iter().find(|reference| reference.rule.target == "Secret");
    match (secret, registry) {
        (Some(secret), Some(registry)) => {
            let write = format!(
                "a Secret that exists, with the key: {:?} was not looked at; else see the log of the operator",
                secret.name
            );
            Edit::new(registry.id(), secret.field.path(), write)
        }
        _ => Edit::new(
            evidence.id(),
            "metadata.annotations",
            "any annotation, to wake the operator; if that does not help, see its log",
        ),
    }
}
