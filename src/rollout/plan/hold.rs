//! Stopping at the current step.

use serde_json::json;

use super::{Draft, Until};
use crate::rollout::{request::Request, step::Step, verb::State};
use crate::yaml::Change;

/// `pause`: a pause that only a person ends is put in front of the current step.
pub(super) fn pause(draft: &mut Draft<'_>) {
    let agent = &draft.scene.agent;
    let index = agent.step_index();
    let pointer = format!("/spec/rollout/steps/{index}");
    let pause = json!({"pause": {}});
    let request = Request::json(agent, vec![json!({"op": "add", "path": pointer, "value": pause})]);
    let until = if draft.plan.state == State::Unresolved { Until::Stored } else { Until::Noticed };
    draft.send(format!("put a pause in front of step {}", index + 1), request, until);
    match draft.scene.agent.step() {
        Some(Step::Pause(_)) => draft.notice("resuming starts the timed pause again in full"),
        Some(Step::Analysis(_)) => draft.notice("resuming runs the analysis anew"),
        _ => {}
    }
    draft.notice("the next sync from Git takes the pause away again, unless the manifest has it too");
    draft.edit(pointer, Change::Insert(pause));
}
