//! Setting a candidate, and trying one again.

use std::cmp::Ordering;

use serde_json::{Value, json};

use super::{Draft, Refusal, Start, Until};
use crate::rollout::{
    agent::Agent,
    pack::Pack,
    refs::{Activity, precedence},
    request::{Request, marked},
    routing::Mode,
    step::Step,
};
use crate::yaml::Change;

/// The fields of a candidate.
const OVERRIDES: [&str; 3] = ["promptPackRef", "providerRefs", "toolRegistryRef"];

/// `start`.
pub(super) fn start(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    let Some(start) = &draft.ask.start else {
        return draft.refuse("no candidate is given", Some("name a pack version, a track, a provider or a tool registry"), false);
    };
    check_shape(draft, start)?;
    check_candidate(draft, start)?;
    draft.check_obstacles(&start.then)?;
    check_stable(draft)?;
    describe(draft, start);
    send(draft, start);
    Ok(())
}

/// `retry`.
pub(super) fn retry(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    let agent = &draft.scene.agent;
    let Some(version) = agent.rolled_back.clone() else {
        let hint = "kubectl omnia rollout start with a version starts a new rollout";
        return draft.refuse("no version is marked as rolled back", Some(hint), false);
    };
    draft.notice("providers and tool registries that the candidate had overridden are not restored");
    if !agent.triggered() {
        return start(draft);
    }
    let newer = precedence(&version, &agent.status.active_version) == Some(Ordering::Greater);
    if !newer {
        draft.notice(format!(
            "the trigger starts a rollout only for a version newer than the active one, {}: {version} is not",
            agent.status.active_version
        ));
    }
    let request = Request::merge(agent, marked(None), &Value::Null);
    draft.send(format!("take the mark of version {version} away, so that the trigger starts it again"), request, Until::Noticed);
    Ok(())
}

/// The candidate of a `retry` without a trigger: the pack of the spec at the version that was rolled back.
pub fn retried(agent: &Agent) -> Option<Value> {
    let version = agent.rolled_back.as_ref()?;
    Some(json!({"promptPackRef": {"name": agent.refs.pack_name(), "version": version}}))
}

fn check_shape(draft: &mut Draft<'_>, start: &Start) -> Result<(), Refusal> {
    let unknown = start.candidate.as_object().into_iter().flatten().find(|(key, _)| !OVERRIDES.contains(&key.as_str()));
    if let Some((key, _)) = unknown {
        draft.refuse(
            format!("{key} is not a field of a candidate"),
            Some("the version stands in promptPackRef.version"),
            false,
        )?;
    }
    let has_steps = !draft.scene.agent.steps().is_empty();
    match &start.steps {
        None if !has_steps => {
            let hint = "give the steps in a file with --steps";
            draft.refuse("the agent has no spec.rollout.steps, and a rollout needs at least one", Some(hint), false)
        }
        Some(steps) if steps.is_empty() => draft.refuse("the list of steps is empty", None, false),
        Some(_) if has_steps => draft.refuse("the agent has steps of its own", Some("leave --steps away"), false),
        _ => Ok(()),
    }
}

fn check_candidate(draft: &mut Draft<'_>, start: &Start) -> Result<(), Refusal> {
    let ignored = "role, requiredCapabilities, namespaces and the order of providers are not compared";
    match start.then.agent.activity() {
        Activity::Active => {}
        Activity::Spelling => {
            let reason = "the version differs from the present one only in its spelling or its build metadata: the operator of 2026-07 \
                          ignores such a candidate";
            draft.refuse(reason, None, false)?;
        }
        Activity::None | Activity::Inert => {
            draft.refuse(
                "the candidate equals the spec in all that is compared: the operator ignores it",
                Some(ignored),
                false,
            )?;
        }
    }
    match (&start.then.pack, start.then.pack.fault()) {
        (Pack::Failed(_), Some(fault)) => {
            draft.refuse(format!("{fault}: the promotion would stand still"), Some("publish a version that is valid"), false)?;
        }
        (_, Some(fault)) => {
            draft.refuse(format!("the candidate does not resolve: {fault}"), Some("publish the pack first"), false)?;
        }
        _ => {}
    }
    if let Pack::NotChecked(reason) = &start.then.pack {
        draft.notice(format!("not checked whether the pack of the candidate exists: {reason}"));
    }
    let candidate = start.then.agent.candidate();
    let unpinned = candidate.is_some_and(|refs| !refs.pack.is_null() && refs.version().is_none());
    if start.then.agent.triggered() && unpinned {
        let reason = "spec.rollout.trigger needs a candidate with a version: the promotion would hang at its end";
        draft.refuse(reason, Some("name the version"), false)?;
    }
    Ok(())
}

fn check_stable(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    match &draft.scene.stable {
        Some(stable) if stable.ready == 0 => draft.refuse("stable has no ready pod: the agent does not serve", None, true),
        Some(_) => Ok(()),
        // That nobody could look is told for every verb.
        None if draft.scene.unseen.is_some() => Ok(()),
        None => draft.refuse("stable has no Deployment: the agent does not serve", None, true),
    }
}

fn describe(draft: &mut Draft<'_>, start: &Start) {
    let then = &start.then.agent;
    let first = then.steps().iter().find_map(|step| if let Step::Weight(weight) = step { Some(*weight) } else { None });
    match (start.then.carrier(), first) {
        (Some(Mode::Unrouted), _) => {
            draft
                .notice("weights move nothing, since trafficRouting names nothing that could: requests spread over the pods of both Deployments at once");
        }
        (Some(Mode::Mesh | Mode::External), Some(weight))
            if weight > 0 && matches!(then.steps().first(), Some(Step::Weight(_))) =>
        {
            draft
                .notice(format!("the first weight, {weight} %, goes to pods that are not ready until the candidate has started"));
        }
        (Some(Mode::ReplicaWeighted), Some(weight)) if crate::rollout::split(then.total, weight).stable == 0 => {
            draft.notice("the first weight leaves stable without a pod: nothing serves until the candidate has started");
        }
        _ => {}
    }
}

fn send(draft: &mut Draft<'_>, start: &Start) {
    let agent = &draft.scene.agent;
    let does = "set the candidate";
    match (&start.steps, left_behind(draft, start)) {
        (Some(steps), _) => {
            let spec = json!({"rollout": {"steps": steps, "candidate": start.candidate}});
            draft.send(does, Request::merge(agent, json!({}), &spec), Until::Noticed);
            draft.edit("/spec/rollout/steps", Change::Set(Value::Array(steps.clone())));
        }
        (None, Some(version)) => {
            draft.notice(format!("version {version} is marked as rolled back, or the trigger would start it again afterwards"));
            let spec = json!({"rollout": {"candidate": complete(&start.candidate)}});
            draft.send(does, Request::merge(agent, marked(Some(&version)), &spec), Until::Noticed);
        }
        (None, None) => {
            let add = json!({"op": "add", "path": "/spec/rollout/candidate", "value": start.candidate});
            draft.send(does, Request::json(agent, vec![add]), Until::Noticed);
        }
    }
    draft.edit("/spec/rollout/candidate", Change::Set(start.candidate.clone()));
}

/// The newer version that a rollout to an older one leaves, where a trigger would bring it back.
fn left_behind(draft: &Draft<'_>, start: &Start) -> Option<String> {
    let version = start.candidate["promptPackRef"]["version"].as_str()?;
    let current = draft.scene.agent.refs.version()?;
    let back = draft.scene.agent.triggered() && precedence(version, current) == Some(Ordering::Less);
    back.then(|| current.to_owned())
}

/// A candidate for a merge patch, in which what is not named would stay from an earlier one.
fn complete(candidate: &Value) -> Value {
    let mut full = candidate.clone();
    for key in OVERRIDES {
        if full[key].is_null() {
            full[key] = Value::Null;
        }
    }
    if full["promptPackRef"].is_object() && full["promptPackRef"]["track"].is_null() {
        full["promptPackRef"]["track"] = Value::Null;
    }
    full
}
