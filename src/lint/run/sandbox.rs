//! RUN082, RUN083 and RUN088: sandboxes and rate limits.

use crate::{
    lint::{
        agent::Agent,
        check::{Findings, beside},
    },
    omnia::duration,
};

/// RUN082.
pub(super) fn sandbox_settings_without_enabled(agent: &Agent<'_>, said: &mut Findings) {
    super::switched_off(&agent.spec.get("sandbox"), "sandboxes are set up, but not switched on", said);
}

/// RUN083.
pub(super) fn sandbox_limits_inconsistent(agent: &Agent<'_>, said: &mut Findings) {
    let sandbox = agent.spec.get("sandbox");
    if !sandbox.get("enabled").is_true() {
        return;
    }
    let (session, all) = (sandbox.get("maxPerSession"), sandbox.get("maxConcurrent"));
    let (own, most) = (session.int().unwrap_or(1), all.int().unwrap_or(4));
    if own > most {
        let message = format!("a conversation may have {own} sandboxes, and all together {most}");
        said.at(&session, message).related.push(beside(&all, "the number for all"));
    }
    let idle = sandbox.get("idleTimeout");
    let lives = duration::parse(idle.text().unwrap_or("30m"));
    let has_end = agent.facades.iter().any(|facade| ["websocket", "custom"].contains(&facade.kind));
    for grace in ["releaseGrace", "mountReleaseGrace"].map(|name| sandbox.get(name)) {
        let Some(Ok(time)) = grace.text().map(duration::parse) else { continue };
        if lives.as_ref().is_ok_and(|lives| time >= *lives) {
            let message = "the sandbox is deleted for being idle before this time is over";
            said.at(&grace, message).related.push(beside(&idle, "how long it may be idle"));
        } else if !has_end {
            said.at(&grace, "conversations over rest and a2a have no end that this time could start at");
        }
    }
}

/// RUN088.
pub(super) fn rate_limit_incomplete(agent: &Agent<'_>, said: &mut Findings) {
    let Some(limit) = agent.spec.get("rateLimit").some() else { return };
    let (rate, burst) = (limit.get("maxInvocationsPerMinute"), limit.get("burst"));
    match rate.int() {
        None => {
            said.at(&limit, "maxInvocationsPerMinute is not set, so there is no limit");
        }
        Some(number) if number < 1 => {
            said.at(&rate, format!("{number} invocations a minute are no limit"));
        }
        Some(number) if agent.most_pods() > 1 => {
            let pods = agent.most_pods();
            said.note(&rate, format!("each of up to {pods} pods counts for itself: {number} a minute become {}", number * pods));
        }
        Some(_) => {}
    }
    if burst.int().is_some_and(|burst| burst < 1) {
        said.at(&burst, "a burst is at least 1");
    }
}
