//! RUN044 to RUN048: memory and evals of an agent.

use crate::{
    lint::{
        agent::Agent,
        check::{Findings, beside},
        expression,
    },
    world::Field,
};

/// RUN044.
pub(super) fn memory_settings_without_enabled(agent: &Agent<'_>, said: &mut Findings) {
    super::switched_off(&agent.spec.get("memory"), "memory is set up, but not switched on", said);
}

/// RUN045.
pub(super) fn memory_all_parts_off(agent: &Agent<'_>, said: &mut Findings) {
    let memory = agent.spec.get("memory");
    if !memory.get("enabled").is_true() {
        return;
    }
    let (retrieval, tools) = (memory.get("retrieval"), memory.get("tools"));
    let is_off = |part: &Field<'_>| part.get("enabled").bool() == Some(false);
    if is_off(&retrieval) && is_off(&tools) {
        said.at(&memory, "memory is on, and both of its parts are off");
        return;
    }
    for (name, part) in [("retrieval", retrieval), ("tools", tools)] {
        let set = part.entries().into_iter().find(|(key, field)| *key != "enabled" && field.is_written());
        if is_off(&part)
            && let Some((key, field)) = set
        {
            said.at(&field, format!("{key} does nothing while {name} is off"));
        }
    }
}

/// RUN046.
pub(super) fn memory_deny_cel_invalid(agent: &Agent<'_>, said: &mut Findings) {
    let filter = agent.spec.at("memory.retrieval.accessFilter.denyCEL");
    if agent.spec.at("memory.enabled").is_true()
        && let Some(text) = filter.text()
        && let Some(reason) = expression::fault(text)
    {
        said.at(&filter, format!("the filter is no CEL expression: {reason}"));
    }
}

/// The eval groups of a part of the platform, and its defaults, which an empty list stands for.
fn groups<'w>(list: &Field<'w>, defaults: &[&'w str]) -> Vec<&'w str> {
    let own: Vec<&str> = list.items().iter().map(|group| group.str()).collect();
    if own.is_empty() { defaults.to_vec() } else { own }
}

/// RUN047.
pub(super) fn eval_groups_overlap(agent: &Agent<'_>, said: &mut Findings) {
    let evals = agent.spec.get("evals");
    if !evals.get("enabled").is_true() {
        return;
    }
    let (inline, worker) = (evals.at("inline.groups"), evals.at("worker.groups"));
    let by_worker = groups(&worker, &["long-running", "external"]);
    let both: Vec<&str> = groups(&inline, &["fast-running"]).into_iter().filter(|group| by_worker.contains(group)).collect();
    if !both.is_empty() {
        let place = if inline.exists() { &inline } else { &worker };
        let message = format!("the agent and the worker both run the evals of {}", both.join(", "));
        said.at(place, message).related.push(beside(&worker, "the groups of the worker"));
    }
}

/// RUN048.
pub(super) fn evals_settings_without_enabled(agent: &Agent<'_>, said: &mut Findings) {
    super::switched_off(&agent.spec.get("evals"), "evals are set up, but not switched on", said);
}
