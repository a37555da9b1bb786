//! RUN013, RUN031, RUN090, RUN091, RUN129 and RUN132: agents that call and are called by agents.

use crate::{
    lint::{
        agent::Agent,
        check::{Findings, beside},
    },
    world::Field,
};

/// The path of an agent's card, which clients add themselves.
const CARDS: [&str; 2] = ["/.well-known/agent.json", "/.well-known/agent-card.json"];

fn task_stores<'w>(agent: &Agent<'w>) -> impl Iterator<Item = (Field<'w>, bool)> {
    let stores = agent.facades.iter().filter(|facade| facade.kind == "a2a").map(|facade| facade.field.at("a2a.taskStore"));
    stores.map(|store| {
        let redis = store.get("type").str() == "redis";
        (store, redis)
    })
}

/// The task stores that are in the memory of a pod.
pub(in crate::lint) fn memory_task_stores<'w>(agent: &Agent<'w>) -> Vec<Field<'w>> {
    task_stores(agent).filter(|(_, redis)| !redis).map(|(store, _)| store).collect()
}

fn clients<'w>(agent: &Agent<'w>) -> Vec<Field<'w>> {
    let of_facades = agent.facades.iter().flat_map(|facade| facade.field.at("a2a.clients").items());
    of_facades.chain(agent.spec.get("a2aClients").items()).collect()
}

/// RUN013.
pub(super) fn redis_task_store_without_url(agent: &Agent<'_>, said: &mut Findings) {
    for (store, _) in task_stores(agent).filter(|(_, redis)| *redis) {
        let url = store.get("redisURL");
        if store.get("redisSecretRef").exists() {
            continue;
        }
        match url.text() {
            None => {
                said.at(&store, "the task store has neither redisSecretRef nor redisURL");
            }
            Some(text) if !text.starts_with("redis://") && !text.starts_with("rediss://") => {
                said.at(&url, "the address of the task store does not begin with redis:// or rediss://");
            }
            Some(_) => {}
        }
    }
}

/// RUN031.
pub(super) fn a2a_memory_tasks_with_many_replicas(agent: &Agent<'_>, said: &mut Findings) {
    let (pods, candidate) = (agent.most_pods(), agent.spec.at("rollout.candidate"));
    let (why, message) = match pods {
        2.. if agent.autoscales() => (agent.autoscaling(), format!("there may be {pods}")),
        2.. => (agent.spec.at("runtime.replicas"), format!("there may be {pods}")),
        1 if candidate.exists() => (candidate, "a rollout puts another one beside it".to_owned()),
        _ => return,
    };
    for store in memory_task_stores(agent) {
        let message = format!("tasks stay in the memory of one pod, and {message}");
        said.at(&store, message).related.push(beside(&why, "why there are several"));
    }
}

/// RUN090.
pub(super) fn deprecated_or_unused_a2a_card(agent: &Agent<'_>, said: &mut Findings) {
    for facade in agent.facades.iter().filter(|facade| facade.kind == "a2a") {
        let card = facade.field.at("a2a.agentCard");
        if !card.exists() {
            said.at(&card, "there is no agentCard: callers see the agent's name and nothing else");
            continue;
        }
        if card.get("description").text().is_none() {
            said.at(&card, "the agentCard has no description");
        }
        let skills = card.get("skills").items();
        for (index, skill) in skills.iter().enumerate() {
            let id = skill.get("id");
            if let Some(first) = skills[..index].iter().find(|first| first.get("id").str() == id.str()) {
                let message = format!("two skills have the id {:?}", id.str());
                said.at(&id, message).related.push(beside(&first.get("id"), "the other skill"));
            }
        }
    }
}

/// RUN091.
pub(super) fn a2a_client_url_invalid(agent: &Agent<'_>, said: &mut Findings) {
    for client in clients(agent) {
        let url = client.get("url");
        let Some(text) = url.text() else { continue };
        let host = text.strip_prefix("https://").or(text.strip_prefix("http://"));
        if host.is_none_or(|host| host.is_empty() || host.starts_with('/')) {
            said.at(&url, format!("{text:?} is no absolute http or https address"));
        } else if text.contains(['?', '#']) {
            said.at(&url, "the address has a query or a fragment, which clients drop");
        } else if let Some(base) = CARDS.iter().find_map(|card| text.strip_suffix(card)) {
            said.at(&url, "the address is that of the card; clients add its path themselves").help = format!("write {base}");
        }
    }
}

/// RUN129.
pub(super) fn a2a_client_without_target(agent: &Agent<'_>, said: &mut Findings) {
    for client in clients(agent) {
        let (reference, url) = (client.get("agentRuntimeRef"), client.get("url").text());
        match (reference.exists(), url) {
            (false, None) => {
                said.at(&client, format!("the client {:?} names no agent", client.get("name").str()));
            }
            (true, Some(_)) => {
                said.at(&client.get("url"), "the address is not used: agentRuntimeRef wins");
            }
            _ => {}
        }
    }
}

/// RUN132.
pub(super) fn task_store_fields_ignored(agent: &Agent<'_>, said: &mut Findings) {
    for (store, redis) in task_stores(agent) {
        let (secret, url) = (store.get("redisSecretRef"), store.get("redisURL"));
        if redis && secret.exists() && url.exists() {
            said.at(&url, "redisURL is not used: redisSecretRef wins");
        } else if !redis && let Some(unused) = secret.some().or(url.some()) {
            said.at(&unused, "an address of Redis does nothing while the store is of type memory");
        }
    }
}
