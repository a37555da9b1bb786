//! Back to stable.

use serde_json::{Map, Value, json};

use super::{Draft, Refusal, Until};
use crate::rollout::{
    obstacle::Obstacle,
    pack::Pack,
    refs::{Activity, Refs},
    request::{Request, marked},
    routing::Mode,
    step::Step,
    verb::{State, Verb},
    weight::split,
};
use crate::yaml::Change;

/// `rollback` and `abort`.
pub(super) fn back(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    match draft.plan.state {
        State::Promoting => return undo_promotion(draft),
        State::Ending if draft.scene.agent.activity() != Activity::Active => {
            draft.refuse("the promotion is just beginning", Some("run it again in a moment"), false)?;
        }
        State::Leftover => {
            let does = "clear the candidate that is left over; it makes no rollout, but a later edit of the spec would bring it back to life";
            let request = Request::merge(&draft.scene.agent, json!({}), &json!({"rollout": {"candidate": null}}));
            draft.send(does, request, Until::Stored);
        }
        _ if draft.scene.agent.routing_lost() => {
            let lost = Obstacle::RoutingLost;
            draft.refuse(lost.reason(), lost.hint(), lost.is_forcible())?;
            clear(draft);
        }
        _ if draft.scene.stable_at_zero() && !draft.scene.agent.sleeps => bring_stable_back(draft),
        _ => {
            describe_clearing(draft);
            clear(draft);
        }
    }
    draft.edit("/spec/rollout/candidate", Change::Remove);
    draft.notice("a sync from Git starts the rollout again as long as the manifest has the candidate");
    if let Some(total) = draft.ask.replicas {
        draft.stage_replicas(total, Until::Stored);
    }
    Ok(())
}

fn describe_clearing(draft: &mut Draft<'_>) {
    if draft.scene.agent.sleeps {
        draft.notice("spec.runtime.replicas is 0: stable has no pod to go back to, and nothing serves");
    } else if draft.scene.stable.as_ref().is_some_and(|stable| stable.ready == 0) {
        draft.notice("stable has no ready pod: nothing serves until one is ready");
    } else if draft.by_pods() {
        draft.notice("the candidate's pods go at once; fewer pods serve until stable has all of its own");
    } else if draft.scene.carrier() != Some(Mode::Unrouted) {
        draft.notice("no request is lost: traffic goes back to the pods of stable, which have not changed");
    }
}

/// Clears the candidate: traffic is reset first, then the candidate's pods go.
fn clear(draft: &mut Draft<'_>) {
    let agent = &draft.scene.agent;
    if draft.ask.verb == Verb::Abort {
        let mut rollout = json!({"candidate": null});
        if agent.triggered() {
            rollout["trigger"] = Value::Null;
            draft.notice("the trigger goes too, or it would start the same version again at once");
            draft.edit("/spec/rollout/trigger", Change::Remove);
        }
        let request = Request::merge(agent, json!({}), &json!({ "rollout": rollout }));
        draft.send("clear the candidate", request, Until::Idle);
        return;
    }
    let version = mark(draft);
    let does = version.as_ref().map_or_else(
        || "clear the candidate".to_owned(),
        |version| format!("clear the candidate and mark version {version} as rolled back"),
    );
    let metadata = version.as_ref().map_or_else(|| json!({}), |version| marked(Some(version)));
    draft.send(does, Request::merge(agent, metadata, &json!({"rollout": {"candidate": null}})), Until::Idle);
}

/// The version to mark: that of the candidate; where a trigger would bring it back, the one that it resolves to.
fn mark(draft: &Draft<'_>) -> Option<String> {
    let agent = &draft.scene.agent;
    let candidate = agent.candidate()?;
    match (candidate.version(), &draft.scene.pack) {
        (Some(version), _) => Some(version.to_owned()),
        // A trigger does not look at the phase of a pack.
        (None, Pack::Found(version) | Pack::Failed(version)) if agent.triggered() && !candidate.pack.is_null() => {
            Some(version.clone())
        }
        _ => None,
    }
}

/// Stable has no pods: through an earlier weight at which both Deployments have one, where there is such a weight.
fn bring_stable_back(draft: &mut Draft<'_>) {
    let agent = &draft.scene.agent;
    let total = agent.total.max(2);
    let Some((index, weight)) = earlier_weight(draft, total).filter(|_| draft.ask.status_right) else {
        draft.notice(
            "stable has no pods, and no earlier weight gives it one beside the candidate: nothing serves until stable's pods are ready",
        );
        clear(draft);
        return;
    };
    let pods = split(total, weight);
    draft.notice(format!(
        "stable has no pods: first back to the weight {weight}, which means {} candidate and {} stable pods, then back altogether when \
         stable is ready; no moment without a serving pod",
        pods.candidate, pods.stable
    ));
    if total > agent.total {
        draft.stage_replicas(total, Until::Stored);
    }
    draft.send(format!("go back to step {}, setWeight {weight}", index + 1), Request::step(agent, index), Until::StableReady);
    let raised = total > agent.total;
    clear(draft);
    if raised {
        draft.stage_replicas(agent.total, Until::Stored);
    }
}

/// The nearest earlier weight that leaves a pod to both sides.
fn earlier_weight(draft: &Draft<'_>, total: i64) -> Option<(i64, i64)> {
    let agent = &draft.scene.agent;
    let before = usize::try_from(agent.step_index()).ok()?.min(agent.steps().len());
    agent.steps()[..before].iter().enumerate().rev().find_map(|(index, step)| {
        let Step::Weight(weight) = step else { return None };
        let pods = split(total, *weight);
        (pods.stable > 0 && pods.candidate > 0).then_some((i64::try_from(index).ok()?, *weight))
    })
}

/// The old references and no candidate, in one patch: traffic stays on the candidate until stable is complete again.
fn undo_promotion(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    let agent = &draft.scene.agent;
    let old = old_refs(draft)?;
    let (mut spec, mut edits) = (Map::new(), Vec::new());
    spec.insert("promptPackRef".to_owned(), with_nulls(&old.pack, &agent.refs.pack));
    for (key, old, new) in
        [("providers", &old.providers, &agent.refs.providers), ("toolRegistryRef", &old.registry, &agent.refs.registry)]
    {
        if old != new {
            spec.insert(key.to_owned(), if key == "providers" { old.clone() } else { with_nulls(old, new) });
            let change = if old.is_null() { Change::Remove } else { Change::Set(old.clone()) };
            edits.push((format!("/spec/{key}"), change));
        }
    }
    spec.insert("rollout".to_owned(), json!({"candidate": null}));
    // Somebody may have cleared the candidate; the version of the spec is then the one that is left.
    let left = agent.refs.version().filter(|version| agent.candidate().is_none() && old.version() != Some(version));
    let version = mark(draft).or_else(|| left.map(str::to_owned));
    let metadata = version.as_ref().map_or_else(|| json!({}), |version| marked(Some(version)));
    let request = Request::merge(agent, metadata, &Value::Object(spec));
    let text = old.version().map_or_else(|| "the old references".to_owned(), |version| format!("version {version}"));
    draft.send(format!("put {text} back and clear the candidate"), request, Until::Idle);
    draft.notice("traffic stays on the candidate until stable is complete on the old version");
    draft.notice("the operator will say \"promoted\" all the same");
    draft.edit("/spec/promptPackRef", Change::Set(old.pack.clone()));
    edits.into_iter().for_each(|(pointer, change)| draft.edit(pointer, change));
    draft.edit("/spec/rollout/candidate", Change::Remove);
    Ok(())
}

/// What served before the promotion: what somebody has kept, else the version that the status still shows.
fn old_refs(draft: &mut Draft<'_>) -> Result<Refs, Refusal> {
    if let Some(old) = &draft.ask.old {
        return Ok(old.clone());
    }
    let agent = &draft.scene.agent;
    let hint = Some("give the manifest of the old version with -f");
    let over = agent.candidate();
    let unknown = over.is_some_and(|over| !over.provider_list().is_empty() || !over.registry.is_null());
    if unknown {
        draft.refuse(
            "the candidate has overridden providers or the tool registry, and nobody recorded the old ones",
            hint,
            false,
        )?;
    }
    let active = &agent.status.active_version;
    if active.is_empty() || Some(active.as_str()) == agent.refs.version() {
        draft.refuse("nobody recorded which version served before", hint, false)?;
    }
    let name = agent.refs.pack_name();
    if draft.scene.active_is_elsewhere {
        draft.refuse(
            format!("the active version, {active}, is none of pack {name}: another pack has served, and nobody recorded which"),
            hint,
            false,
        )?;
    }
    let pack = json!({"name": name, "version": active});
    draft.notice(format!("the old reference is taken to be a pin of the active version, {active}"));
    Ok(Refs { pack, ..draft.scene.agent.refs.clone() })
}

/// An object for a merge patch that replaces another one: what only the other has becomes `null`.
fn with_nulls(value: &Value, replaced: &Value) -> Value {
    let (Some(own), Some(other)) = (value.as_object(), replaced.as_object()) else { return value.clone() };
    let mut full = own.clone();
    for key in other.keys() {
        if !full.contains_key(key) {
            full.insert(key.clone(), Value::Null);
        }
    }
    Value::Object(full)
}
