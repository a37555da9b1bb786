//! RUN026 to RUN029, RUN124 and RUN125: settings of facades that are not read where they stand.

use crate::{
    lint::{
        agent::{Agent, Facade},
        check::Findings,
    },
    render::operator::Operator,
    world::Field,
};

/// Settings that the leading facade alone reads, and their defaults.
const LEADING_ONLY: &[(&str, &str)] = &[("handler", "runtime"), ("drainTimeout", "30s"), ("clientToolTimeout", "60s")];

fn set<'w>(facade: &Facade<'w>) -> impl Iterator<Item = (&'static str, Field<'w>)> {
    let fields = LEADING_ONLY.iter().map(|(name, default)| (*name, *default, facade.field.get(name)));
    fields.filter(|(_, default, field)| field.is_written() && field.str() != *default).map(|(name, _, field)| (name, field))
}

/// An entry of type custom beside others, which RUN125 is about.
fn is_shadowed(facade: &Facade<'_>) -> bool {
    facade.kind == "custom" && !facade.leads
}

/// RUN026.
pub(super) fn handler_on_secondary_facade(agent: &Agent<'_>, said: &mut Findings) {
    let Some(leading) = agent.leading() else { return };
    for facade in agent.facades.iter().filter(|facade| !facade.leads && !is_shadowed(facade)) {
        for (name, field) in set(facade) {
            said.at(&field, format!("{name} is read from the {} facade only, which leads", leading.kind));
        }
    }
}

/// RUN027.
pub(super) fn timeouts_on_custom_facade(agent: &Agent<'_>, said: &mut Findings) {
    for facade in agent.facades.iter().filter(|facade| facade.leads && facade.kind == "custom") {
        for (name, field) in set(facade) {
            said.at(&field, format!("the container of a custom facade is not told {name}"));
        }
    }
}

/// RUN028.
pub(super) fn facade_block_on_wrong_type(agent: &Agent<'_>, said: &mut Findings) {
    for facade in agent.facades.iter().filter(|facade| !is_shadowed(facade)) {
        let kind = facade.kind;
        for block in ["a2a", "mcp"] {
            let field = facade.field.get(block);
            if kind != block && field.exists() {
                let message = format!("the block {block} does nothing on a {kind} facade, and does not switch {block} on");
                said.at(&field, message);
            }
        }
        let asynchronous = facade.field.get("async");
        if asynchronous.exists() && (kind != "rest" || !agent.is_function()) {
            said.at(&asynchronous, "async is for the rest facade of a function");
        }
        let image = facade.field.get("image");
        if !facade.leads && image.exists() {
            said.at(&image, "the image of the leading facade alone is used");
        }
    }
}

/// RUN029.
pub(super) fn async_workers_without_enabled(agent: &Agent<'_>, said: &mut Findings) {
    for facade in agent.facades.iter().filter(|facade| facade.kind == "rest") {
        let block = facade.field.get("async");
        super::switched_off(&block, "asynchronous invocations are set up, but not switched on", said);
    }
}

/// RUN124.
pub(super) fn secondary_facade_env_ignored(agent: &Agent<'_>, said: &mut Findings) {
    for facade in agent.facades.iter().filter(|facade| !facade.leads && !is_shadowed(facade)) {
        let list = facade.field.get("extraEnv");
        if !list.items().is_empty() {
            said.at(&list, format!("the variables of the {} facade are not read: it does not lead", facade.kind));
        }
    }
}

/// RUN125.
pub(super) fn custom_facade_shadowed(agent: &Agent<'_>, said: &mut Findings) {
    let Some(leading) = agent.leading() else { return };
    for facade in agent.facades.iter().filter(|facade| is_shadowed(facade)) {
        said.at(&facade.field.get("type"), format!("the {} facade leads, and the custom image never runs", leading.kind));
    }
}

/// Whether the operator has a Redis for the queue of invocations.
fn has_redis(operator: &Operator) -> bool {
    [&operator.redis, &operator.session_redis].iter().any(|redis| redis.url.is_some() || redis.secret.is_some())
}

/// RUN030.
pub(super) fn async_without_queue(agent: &Agent<'_>, said: &mut Findings) {
    for facade in agent.facades.iter().filter(|facade| facade.kind == "rest") {
        let enabled = facade.field.at("async.enabled");
        if !enabled.is_true() {
            continue;
        }
        match agent.operator {
            Some(operator) if has_redis(operator) => {}
            Some(_) => {
                said.at(&enabled, "the operator has no Redis, which asynchronous invocations need");
            }
            None => {
                said.note(&enabled, "asynchronous invocations need a Redis of the operator");
            }
        }
    }
}
