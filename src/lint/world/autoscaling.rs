//! RUN031, RUN040 and RUN126, as far as an autoscaler decides that the Workspace gives to the agents of a service group.

use super::{Remarks, Scene, related, workspace};
use crate::{
    lint::run::memory_task_stores,
    world::{Field, Object},
};

pub(super) fn agent<'w>(scene: &Scene<'w>, object: &'w Object, remarks: &mut Remarks<'w>) {
    let agent = scene.agent(object);
    let Some(shared) = workspace::shared_autoscaling(scene, &agent) else { return };
    let place = object.spec().get("serviceGroup");
    let of = format!("the autoscaling of its service group in {}", shared.object().id());
    if shared.get("type").str() == "keda" {
        keda(scene, &place, &shared, &of, remarks);
    } else if shared.get("minReplicas").int() == Some(0) {
        let message = format!("{of} asks for a minimum of 0 pods, and an HPA has at least one: the API server refuses it");
        related(remarks.found("RUN126", &place, message), object, &shared.get("minReplicas"), "the minimum".to_owned());
    }
    let most = workspace::most_pods(scene, &agent);
    for store in memory_task_stores(&agent).into_iter().filter(|_| most > 1 && agent.most_pods() < 2) {
        let message = format!("tasks stay in the memory of one pod, and {of} may make {most}");
        related(remarks.found("RUN031", &store, message), object, &shared, "the autoscaling".to_owned());
    }
}

/// RUN040.
fn keda<'w>(scene: &Scene<'w>, place: &Field<'w>, shared: &Field<'w>, of: &str, remarks: &mut Remarks<'w>) {
    let installed = scene.operator.map(|operator| operator.third_party.value.keda);
    let (message, is_known) = match installed {
        Some(true) => return,
        Some(false) => {
            (format!("{of} is KEDA's, which is not installed in the cluster: the number of pods stays as it is"), true)
        }
        None => (format!("{of} is KEDA's, which has to be installed in the cluster"), false),
    };
    let finding = remarks.found("RUN040", place, message);
    if is_known {
        finding.severity = crate::finding::Severity::Warning;
    }
    related(finding, place.object(), &shared.get("type"), "the autoscaling".to_owned());
}
