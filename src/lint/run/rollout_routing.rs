//! RUN062 to RUN073, RUN117 and RUN119: how the traffic of a rollout is divided, and what starts and ends one.

use crate::{
    lint::{
        agent::Agent,
        check::{Findings, Subject, beside},
    },
    rollout::{Activity, Mode, Refs, Routing},
};

/// What delivers the weights of a rollout, as far as the manifest tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Means {
    /// There is no rollout.
    NoRollout,
    /// There is no `trafficRouting`.
    Nothing,
    /// A mesh of the operator's own.
    Mesh,
    /// A VirtualService of somebody else.
    External,
    /// The number of pods.
    Replicas,
}

impl Means {
    /// Reads `spec.rollout`. A mode that is not set is a mesh where the operator has one; here it counts as the number of pods, which needs
    /// no settings.
    pub(super) fn of(agent: &Agent<'_>) -> Self {
        let rollout = agent.spec.get("rollout");
        if !rollout.exists() {
            return Self::NoRollout;
        }
        match Routing::read(&rollout.get("trafficRouting")).map(|routing| routing.resolved(routing.asked == Some(Mode::Mesh)).0) {
            None | Some(Mode::Unrouted) => Self::Nothing,
            Some(Mode::Mesh) => Self::Mesh,
            Some(Mode::External) => Self::External,
            Some(Mode::ReplicaWeighted) => Self::Replicas,
        }
    }
}

/// Whether a version is no release.
fn is_prerelease(version: &str) -> bool {
    version.split('+').next().is_some_and(|core| core.contains('-'))
}

/// RUN060.
pub(super) fn analysis_template_unsupported(analysis: &Subject<'_>, said: &mut Findings) {
    for metric in analysis.spec.get("metrics").items() {
        if !metric.at("provider.prometheus").exists() {
            said.at(&metric.get("provider"), "only the provider prometheus is asked; this metric never succeeds");
        }
        let condition = metric.get("successCondition");
        let Some(text) = condition.text() else { continue };
        if !is_comparison(text) {
            let finding = said.at(&condition, format!("{text:?} is not of the form result[0] < NUMBER"));
            if let Some(rest) = text.trim_start().strip_prefix("result").filter(|rest| is_comparison(&format!("result[0]{rest}")))
            {
                finding.help = format!("write result[0]{rest}");
            }
        }
    }
}

/// Whether a condition is one that the operator reads: `result[N]`, an operator and a number.
fn is_comparison(text: &str) -> bool {
    let Some((index, rest)) = text.trim().strip_prefix("result[").and_then(|rest| rest.split_once(']')) else { return false };
    let rest = rest.trim();
    let operand = [">=", "<=", "==", "!=", ">", "<"].iter().find_map(|operator| rest.strip_prefix(operator));
    index.parse::<u32>().is_ok() && operand.is_some_and(|operand| operand.trim().parse::<f64>().is_ok())
}

/// RUN062.
pub(super) fn rollback_disabled_same_as_manual(agent: &Agent<'_>, said: &mut Findings) {
    let mode = agent.spec.at("rollout.rollback.mode");
    if mode.str() == "disabled" {
        said.at(&mode, "disabled does what manual does");
    }
}

/// RUN063.
pub(super) fn automatic_rollback_slow(agent: &Agent<'_>, said: &mut Findings) {
    let rollback = agent.spec.at("rollout.rollback");
    let deadline = rollback.get("progressDeadlineSeconds");
    if rollback.get("mode").str() != "automatic" {
        if deadline.is_written() {
            said.at(&deadline, "the deadline starts a rollback in mode automatic only");
        }
        return;
    }
    let analysed = agent.spec.at("rollout.steps").items().iter().any(|step| step.get("analysis").exists());
    if !deadline.exists() && !analysed {
        said.at(&rollback.get("mode"), "without an analysis or a deadline a broken candidate is noticed after 600 s");
    }
}

/// RUN064.
pub(super) fn sticky_session_without_istio(agent: &Agent<'_>, said: &mut Findings) {
    let rollout = agent.spec.get("rollout");
    let sticky = rollout.get("stickySession");
    if sticky.exists() && !rollout.at("trafficRouting.istio").exists() {
        said.at(&sticky, "sessions do not stick without trafficRouting.istio");
    }
}

/// RUN065.
pub(super) fn traffic_mode_block_mismatch(agent: &Agent<'_>, said: &mut Findings) {
    let routing = agent.spec.at("rollout.trafficRouting");
    let (mode, istio, mesh) = (routing.get("mode"), routing.get("istio"), routing.get("mesh"));
    let sticky = agent.spec.at("rollout.stickySession").exists();
    if mode.str() == "external" && !istio.exists() {
        said.at(&mode, "mode external needs the block istio: no object is changed, and the weight counts as delivered");
    }
    if ["mesh", "replicaWeighted"].contains(&mode.str()) && istio.exists() && !sticky {
        said.at(&istio, format!("the block istio is not used in mode {}", mode.str()));
    }
    if ["external", "replicaWeighted"].contains(&mode.str()) && mesh.exists() {
        said.at(&mesh, format!("the block mesh is not used in mode {}", mode.str()));
    }
}

/// RUN066.
pub(super) fn mesh_unavailable(agent: &Agent<'_>, said: &mut Findings) {
    let mode = agent.spec.at("rollout.trafficRouting.mode");
    if mode.str() != "mesh" {
        return;
    }
    match agent.operator.map(|operator| operator.mesh.value && operator.third_party.value.istio) {
        Some(true) => {}
        Some(false) => {
            said.warn(&mode, "the operator has no mesh: weights are delivered by the number of pods");
        }
        None => {
            said.at(&mode, "the operator needs its mesh switched on, and Istio in the cluster");
        }
    }
}

/// RUN068.
pub(super) fn weights_without_traffic_routing(agent: &Agent<'_>, said: &mut Findings) {
    let weighted = agent.spec.at("rollout.steps").items().into_iter().find(|step| step.get("setWeight").exists());
    if Means::of(agent) == Means::Nothing
        && let Some(step) = weighted
    {
        let message = "without trafficRouting no weight is delivered: the candidate gets its share of the pods from the start";
        said.at(&step.get("setWeight"), message);
    }
}

/// RUN069.
pub(super) fn candidate_equals_stable(agent: &Agent<'_>, said: &mut Findings) {
    let candidate = agent.spec.at("rollout.candidate");
    if !candidate.exists() {
        return;
    }
    let is_same = match Refs::of_spec(&agent.spec).activity(Some(&Refs::of_candidate(&candidate))) {
        Activity::Inert => true,
        // Later operators compare versions as texts.
        Activity::Spelling => agent.is_older(),
        Activity::None | Activity::Active => false,
    };
    if is_same {
        said.at(&candidate, "the candidate is what runs already, so that no rollout starts");
    }
}

/// RUN070.
pub(super) fn candidate_provider_list_replaces(agent: &Agent<'_>, said: &mut Findings) {
    let list = agent.spec.at("rollout.candidate.providerRefs");
    let kept: Vec<&str> = list.items().iter().map(|entry| entry.get("name").str()).collect();
    let all = agent.spec.get("providers").items();
    let lost: Vec<&str> = all.iter().map(|entry| entry.get("name").str()).filter(|name| !kept.contains(name)).collect();
    if !kept.is_empty() && !lost.is_empty() {
        let message = format!("the list takes the place of spec.providers: {} would be lost", lost.join(", "));
        said.at(&list, message).related.push(beside(&agent.spec.get("providers"), "the providers of stable"));
    }
}

/// RUN071.
pub(super) fn trigger_and_candidate_in_git(agent: &Agent<'_>, said: &mut Findings) {
    let rollout = agent.spec.get("rollout");
    let (trigger, candidate) = (rollout.get("trigger"), rollout.get("candidate"));
    if trigger.exists() && candidate.exists() {
        let message = "with a trigger the operator writes the candidate itself, and whoever applies this file writes it back";
        said.at(&candidate, message).related.push(beside(&trigger, "the trigger"));
    }
}

/// RUN072.
pub(super) fn rollout_steps_without_candidate(agent: &Agent<'_>, said: &mut Findings) {
    let rollout = agent.spec.get("rollout");
    if rollout.get("steps").exists() && !rollout.get("candidate").exists() && !rollout.get("trigger").exists() {
        said.at(&rollout, "no rollout starts: there is neither a candidate nor a trigger");
    }
}

/// RUN073.
pub(super) fn trigger_on_prerelease(agent: &Agent<'_>, said: &mut Findings) {
    let channel = agent.spec.at("rollout.trigger.promptPackChannel");
    let pin = agent.spec.at("promptPackRef.version");
    match channel.str() {
        "prerelease" => {
            said.note(&channel, "each prerelease starts a rollout");
        }
        "stable" if is_prerelease(pin.str()) => {
            let message = format!("{} is no release: a rollout starts once a newer release is there", pin.str());
            said.at(&pin, message).related.push(beside(&channel, "the channel"));
        }
        _ => {}
    }
}

/// RUN117.
pub(super) fn mesh_waypoint_empties_service(agent: &Agent<'_>, said: &mut Findings) {
    let waypoint = agent.spec.at("rollout.trafficRouting.mesh.waypoint");
    if waypoint.text().is_some() {
        said.at(&waypoint, "with a waypoint the Service of the agent selects no pod at all");
    }
}

/// RUN119.
pub(super) fn auto_rollback_leaves_candidate(agent: &Agent<'_>, said: &mut Findings) {
    let rollout = agent.spec.get("rollout");
    let candidate = rollout.get("candidate");
    if rollout.at("rollback.mode").str() == "automatic" && candidate.exists() && !rollout.get("trigger").exists() {
        said.at(&candidate, "after a rollback the candidate stays, and raising the pin later rolls the old version out");
    }
}
