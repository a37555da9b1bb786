//! Forward: the next step, the end, and out of a pause.

use serde_json::{Value, json};

use super::{Draft, Refusal, Until};
use crate::rollout::{
    pack::Pack,
    request::{PatchType, Request},
    routing::Mode,
    step::{Step, last_weight},
    verb::State,
};
use crate::yaml::Change;

/// `promote`: the next step.
pub(super) fn promote(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    guard(draft)?;
    let agent = &draft.scene.agent;
    let next = agent.step_index() + 1;
    let last = usize::try_from(next).is_ok_and(|next| next >= agent.steps().len());
    describe_step(draft, next, last);
    if draft.ask.status_right {
        let does = if last {
            "finish the last step, which promotes the candidate".to_owned()
        } else {
            format!("go on to step {}", next + 1)
        };
        let steady = Request::step_tested(agent, next);
        draft.send(does, Request::step(agent, next), Until::Noticed).steady = steady;
    } else {
        through_the_spec(draft);
    }
    if last {
        edit_promoted(draft);
    }
    Ok(())
}

/// `promote --full`: the operator's own promotion.
pub(super) fn promote_full(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    guard(draft)?;
    let agent = &draft.scene.agent;
    let end = i64::try_from(agent.steps().len()).unwrap_or(i64::MAX);
    describe_promotion(draft);
    if draft.ask.status_right {
        draft.send("go to the end of the steps, which promotes the candidate", Request::step(agent, end), Until::Noticed);
    } else {
        truncate(draft);
    }
    edit_promoted(draft);
    Ok(())
}

/// `resume`: out of a pause that only a person ends.
pub(super) fn resume(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    let agent = &draft.scene.agent;
    let index = agent.step_index();
    let next = usize::try_from(index + 1).ok().and_then(|next| agent.steps().get(next));
    if agent.inserted_pause && matches!(next, Some(Step::Analysis(_))) {
        let pointer = format!("/spec/rollout/steps/{index}");
        let request = Request::json(agent, vec![json!({"op": "remove", "path": pointer})]);
        draft.send("take the inserted pause away, so that the analysis runs anew", request, Until::Noticed);
        draft.edit(pointer, Change::Remove);
        return Ok(());
    }
    if agent.inserted_pause {
        draft.notice(format!(
            "the inserted pause stays as step {} until the rollout is over: taking it out earlier would skip a step",
            index + 1
        ));
    }
    promote(draft)
}

/// What must hold before the candidate gets more traffic.
fn guard(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    if draft.plan.state == State::Promoting || matches!(draft.plan.state, State::Idle | State::Leftover) {
        return Ok(());
    }
    unfinished(draft)?;
    if let Some(fault) = draft.scene.pack.fault().filter(|_| draft.plan.state != State::Unresolved) {
        draft.refuse(fault, None, true)?;
    }
    if let Pack::NotChecked(reason) = &draft.scene.pack {
        draft.notice(format!("not checked whether the pack of the candidate exists: {reason}"));
    }
    let candidate = draft.scene.agent.candidate();
    if draft.scene.agent.triggered() && candidate.is_some_and(|refs| !refs.pack.is_null() && refs.version().is_none()) {
        let reason = "the candidate names no version, and spec.rollout.trigger needs one: the promotion would hang at its end";
        draft.refuse(reason, Some("roll back, and start with a version"), false)?;
    }
    draft.check_obstacles(draft.scene)?;
    candidate_ready(draft)
}

/// A request of somebody that the operator has not carried out yet: a second one would skip a step.
fn unfinished(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    let agent = &draft.scene.agent;
    let Some(progress) = agent.progress().filter(|progress| progress.active && progress.stamp.is_none()) else { return Ok(()) };
    let analyses = matches!(agent.step(), Some(Step::Analysis(_)));
    // What passed or failed leaves no stamp either; a failure stays at its step until somebody skips it.
    if progress.message.starts_with("analysis") && (analyses || !progress.message.starts_with("analysis failed")) {
        return Ok(());
    }
    if draft.plan.state == State::AnalysisHanging {
        draft.notice("the analysis gives no result; it is skipped");
        return Ok(());
    }
    let reason = "an earlier request has not been carried out yet: a second one would skip a step";
    draft.refuse(reason, Some("wait a moment; if nothing moves, see whether the operator runs"), true)
}

fn candidate_ready(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    let name = crate::rollout::candidate_name(&draft.scene.agent.name);
    let Some(candidate) = &draft.scene.candidate else {
        if let Some(reason) = &draft.scene.unseen {
            return draft.refuse(format!("nobody knows whether the candidate runs: {reason}"), None, true);
        }
        return draft.refuse(format!("there is no Deployment {name}: traffic would go to nothing"), None, true);
    };
    if candidate.replicas == 0 {
        let reason = format!("Deployment {name} is at 0 replicas: a version of which no pod runs would go on");
        return draft.refuse(reason, Some("raise spec.runtime.replicas, or the weights"), true);
    }
    if candidate.complete() {
        return Ok(());
    }
    let reason = format!(
        "Deployment {name} is not complete: {} of {} pods are ready, {} of the current template; its share of requests would go to nothing",
        candidate.ready, candidate.replicas, candidate.updated
    );
    draft.refuse(reason, Some("wait until its pods are ready, or roll back"), true)
}

fn describe_step(draft: &mut Draft<'_>, next: i64, last: bool) {
    match draft.scene.agent.step() {
        Some(Step::Analysis(name)) => draft.notice(format!("the analysis {name} is skipped")),
        Some(Step::Weight(weight)) => draft.notice(format!("the weight {weight} of the current step is skipped")),
        _ => {}
    }
    if last {
        describe_promotion(draft);
        return;
    }
    let steps = draft.scene.agent.steps();
    let Some(Step::Weight(weight)) = usize::try_from(next).ok().and_then(|next| steps.get(next)) else { return };
    let text = match draft.scene.carrier() {
        Some(Mode::Unrouted) => "the weight moves no traffic: spec.rollout.trafficRouting names nothing that could".to_owned(),
        Some(Mode::ReplicaWeighted) => {
            let split = crate::rollout::split(draft.scene.agent.total, *weight);
            let zero = if split.stable == 0 { ", which leaves stable without a pod" } else { "" };
            format!("the weight {weight} becomes {} candidate and {} stable pods{zero}", split.candidate, split.stable)
        }
        _ => format!("the candidate gets {weight} % of the requests"),
    };
    draft.notice(text);
}

fn describe_promotion(draft: &mut Draft<'_>) {
    draft.notice("all stable pods are replaced; the operator sets no time limit");
    match draft.scene.carrier() {
        Some(Mode::Mesh | Mode::External) => draft.notice("meanwhile the candidate serves all requests"),
        Some(Mode::Unrouted) => draft.notice("meanwhile requests spread over the pods of both Deployments"),
        _ => {}
    }
}

/// The last weight so far in the place of the current step: applied again, the operator goes on without ending the pause by time,
/// which would take all traffic from the candidate for a moment.
fn through_the_spec(draft: &mut Draft<'_>) {
    let agent = &draft.scene.agent;
    let index = agent.step_index();
    let Some(rollout) = &agent.rollout else { return };
    let Some((at, written)) = usize::try_from(index).ok().and_then(|at| Some((at, rollout.written.get(at)?))) else { return };
    let weight = last_weight(&rollout.steps[..=at]).unwrap_or_default();
    let pointer = format!("/spec/rollout/steps/{index}");
    let replacement = json!({"setWeight": weight});
    let mut body = swap(&pointer, written, &replacement);
    if let Some(operations) = body.as_array_mut() {
        operations.insert(0, json!({"op": "test", "path": "/metadata/generation", "value": agent.generation}));
    }
    let back = swap(&pointer, &replacement, written);
    draft.notice(format!(
        "you may not patch agentruntimes/status, so step {} is replaced by setWeight {weight} until it is done; a Git sync may undo that first",
        index + 1
    ));
    draft.send(format!("replace step {} by setWeight {weight}", index + 1), json_patch(body), Until::Past(index));
    let number = index + 1;
    draft.send(format!("put step {number} back"), json_patch(back), Until::Stored).fixed = true;
}

fn json_patch(body: Value) -> Request {
    Request { status: false, patch: PatchType::Json, body }
}

/// Replaces a value that is still there.
fn swap(pointer: &str, from: &Value, to: &Value) -> Value {
    json!([{"op": "test", "path": pointer, "value": from}, {"op": "replace", "path": pointer, "value": to}])
}

/// The steps up to the current one, which is the end for the operator.
fn truncate(draft: &mut Draft<'_>) {
    let agent = &draft.scene.agent;
    let Some(rollout) = &agent.rollout else { return };
    let done = usize::try_from(agent.step_index()).unwrap_or_default().min(rollout.written.len());
    let steps = if done == 0 { vec![json!({"setWeight": 100})] } else { rollout.written[..done].to_vec() };
    let request = Request::merge(agent, json!({}), &json!({"rollout": {"steps": steps}}));
    draft.notice("you may not patch agentruntimes/status, so the remaining steps are cut off and put back while it is promoted");
    let back = swap("/spec/rollout/steps", &json!(steps), &json!(rollout.written));
    draft.send("cut off the remaining steps, which promotes the candidate", request, Until::Promoting);
    draft.send("put the steps back", json_patch(back), Until::Stored).fixed = true;
}

/// What Git must say once the candidate is stable.
fn edit_promoted(draft: &mut Draft<'_>) {
    let Some(candidate) = draft.scene.agent.candidate() else { return };
    let merged = draft.scene.agent.refs.overlaid(candidate);
    let own = &draft.scene.agent.refs;
    for (pointer, old, new) in [
        ("/spec/promptPackRef", &own.pack, &merged.pack),
        ("/spec/providers", &own.providers, &merged.providers),
        ("/spec/toolRegistryRef", &own.registry, &merged.registry),
    ] {
        if old != new {
            draft.edit(pointer, Change::Set(new.clone()));
        }
    }
    draft.edit("/spec/rollout/candidate", Change::Remove);
    draft.notice("change the manifest in Git when the promotion has begun: earlier it would cut the promotion short, and a sync of the old one starts the rollout again");
}
