//! What pods and their events tell.

use super::*;

/// The pod with a status of its container.
fn pod(container: &str, state: &str) -> String {
    format!("{POD}  containerStatuses: [{{name: {container}, image: i, restartCount: 7, ready: false, {state}}}]\n")
}

#[test]
fn pods_that_do_not_run() {
    let waiting = |reason: &str, message: &str| format!("state: {{waiting: {{reason: {reason}, message: '{message}'}}}}");
    let crashed = |end: &str| {
        format!("state: {{waiting: {{reason: CrashLoopBackOff, message: back-off}}}}, lastState: {{terminated: {{{end}}}}}")
    };
    let cases = [
        (
            "runtime",
            waiting("ImagePullBackOff", "Back-off: manifest unknown"),
            "image-not-found | AgentRuntime/bot spec.framework.image | an image that exists",
            "manifest unknown",
        ),
        (
            "facade",
            waiting("ErrImagePull", "not found"),
            "image-not-found | AgentRuntime/bot spec.facades[1].image | an image that exists",
            "not found",
        ),
        (
            "runtime",
            waiting("ErrImagePull", "401 Unauthorized"),
            "image-denied | AgentRuntime/bot spec.podOverrides.imagePullSecrets | ",
            "401",
        ),
        (
            "policy-broker",
            waiting("ErrImagePull", "not found"),
            "image-not-found | Deployment of the operator spec.template.spec.containers | ",
            "not found",
        ),
        (
            "runtime",
            waiting("CreateContainerConfigError", "couldn''t find key url in Secret team/redis"),
            "container-settings | Secret/redis stringData.url | ",
            "find key url",
        ),
        (
            "runtime",
            waiting("CreateContainerConfigError", "secret \"redis\" not found"),
            "container-settings | AgentRuntime/bot spec.context.storeRef.name | ",
            "not found",
        ),
        (
            "runtime",
            waiting("CreateContainerConfigError", "couldn''t find key k in ConfigMap team/other"),
            "container-settings | ConfigMap/other data.k | ",
            "find key k",
        ),
        (
            "runtime",
            waiting("CreateContainerConfigError", "secret \"other\" not found"),
            "container-settings | Secret/other stringData | ",
            "other",
        ),
        (
            "runtime",
            waiting("RunContainerError", "exec: no such file"),
            "container-settings | AgentRuntime/bot spec.framework.image | ",
            "no such file",
        ),
        (
            "runtime",
            crashed("exitCode: 137, reason: OOMKilled, finishedAt: 2026-11-30T11:59:00Z"),
            "out-of-memory | AgentRuntime/bot spec.runtime.resources.limits.memory | more than 512Mi",
            "OOMKilled",
        ),
        (
            "facade",
            crashed("exitCode: 137, reason: OOMKilled"),
            "out-of-memory | LimitRange of the namespace spec.limits | ",
            "OOMKilled",
        ),
        (
            "facade",
            crashed("exitCode: 1, reason: Error, message: 'invalid duration \"5 minutes\"'"),
            "crash-loop | AgentRuntime/bot spec.facades[1].drainTimeout | ",
            "ended with code 1: invalid duration",
        ),
        (
            "runtime",
            crashed("exitCode: 2, reason: Error, message: \"a\\n\\e[31mpanic\""),
            "crash-loop | AgentRuntime/bot spec.framework.image | ",
            "code 2: a [31mpanic",
        ),
        (
            "runtime",
            crashed("exitCode: 2, reason: Error"),
            "crash-loop | AgentRuntime/bot spec.framework.image | ",
            "kubectl logs -n team bot-7c9-x1 -c runtime --previous",
        ),
    ];
    let done = pod("runtime", &crashed("exitCode: 0, reason: Completed"));
    holds(&diagnosed(str::to_owned, &[&done]), "crash-loop | AgentRuntime/bot spec.framework.image | ", "code 0");
    for (container, state, expected, link) in cases {
        holds(&diagnosed(str::to_owned, &[&pod(container, &state)]), expected, link);
    }
}

/// kubelet tells the cause in an event, and which Secret it lacks in another.
#[test]
fn images_are_told_by_events_too() {
    let waits = pod("runtime", "state: {waiting: {reason: ImagePullBackOff, message: 'Back-off pulling image'}}");
    let pull = |message: &str| event("Pod/bot-7c9-x1", "Failed", &format!("Failed to pull image \"i\": {message}"));
    let absent = diagnosed(str::to_owned, &[&waits, &pull("not found")]);
    holds(&absent, "image-not-found | AgentRuntime/bot spec.framework.image | an image that exists", "not found");
    let denied = pull("pull access denied, repository does not exist or may require authorization");
    holds(
        &diagnosed(str::to_owned, &[&waits, &denied]),
        "image-denied | AgentRuntime/bot spec.podOverrides.imagePullSecrets | a Secret",
        "pull access denied",
    );
    let secret =
        event("Pod/bot-7c9-x1", "FailedToRetrieveImagePullSecret", "Unable to retrieve some image pull secrets (regcred)");
    let named = |text: &str| text.replace("runtime: {replicas: 2}", "podOverrides: {imagePullSecrets: [{name: regcred}]}");
    holds(
        &diagnosed(named, &[&waits, &denied, &secret]),
        "image-denied | AgentRuntime/bot spec.podOverrides.imagePullSecrets[0].name | ",
        "regcred",
    );
}

#[test]
fn pods_that_find_no_node() {
    for (message, field) in [
        ("0/3 nodes are available: 3 Insufficient memory.", "spec.runtime.resources.requests"),
        ("0/3 nodes are available: 3 node(s) had untolerated taint {gpu: true}.", "spec.podOverrides.tolerations"),
        ("0/3 nodes are available: 3 node(s) didn't match Pod's node affinity/selector.", "spec.podOverrides.nodeSelector"),
        ("persistentvolumeclaim \"lost\" not found", "spec.runtime.volumes"),
    ] {
        let condition = format!(
            "conditions: [{{type: PodScheduled, status: 'False', reason: Unschedulable, message: \"{}\"}}]",
            message.replace('"', "\\\"")
        );
        let pod = POD.replace("conditions: [{type: Ready, status: 'False'}]", &condition);
        holds(&diagnosed(str::to_owned, &[&pod]), &format!("pod-unschedulable | AgentRuntime/bot {field} | "), message);
    }
}

pub(super) fn event(about: &str, reason: &str, message: &str) -> String {
    let (kind, name) = about.split_once('/').unwrap();
    format!(
        "kind: Event
metadata: {{name: {name}.{reason}, namespace: team}}
involvedObject: {{kind: {kind}, name: {name}}}
type: Warning
reason: {reason}
message: '{message}'
count: 3
firstTimestamp: 2026-11-30T11:00:00Z
lastTimestamp: 2026-11-30T11:58:00Z
"
    )
}

#[test]
fn probes_and_volumes_are_told_by_events() {
    let runs = pod("runtime", "state: {running: {startedAt: 2026-11-30T11:00:00Z}}");
    let probe = |message: &str| event("Pod/bot-7c9-x1", "Unhealthy", message);
    let refused = diagnosed(str::to_owned, &[&runs, &probe("Readiness probe failed: connection refused")]);
    holds(&refused, "readiness-probe | AgentRuntime/bot spec.framework.image | an image that answers GET /healthz", "(3 times)");
    let slow = diagnosed(str::to_owned, &[&runs, &probe("Readiness probe failed: context deadline exceeded")]);
    holds(&slow, "readiness-probe | AgentRuntime/bot spec.runtime.resources.limits.cpu | ", "deadline");
    let crash = "state: {waiting: {reason: CrashLoopBackOff}}, lastState: {terminated: {exitCode: 137, reason: Error}}";
    let killed = diagnosed(str::to_owned, &[&pod("facade", crash), &probe("Liveness probe failed: 500")]);
    holds(&killed, "liveness-probe | AgentRuntime/bot spec.facades[1].image | ", "Liveness");
    let creating = pod("runtime", "state: {waiting: {reason: ContainerCreating}}");
    let mount = event("Pod/bot-7c9-x1", "FailedMount", "MountVolume.SetUp failed for volume \"s\" : secret \"redis\" not found");
    holds(
        &diagnosed(str::to_owned, &[&creating, &mount]),
        "pod-volume | AgentRuntime/bot spec.context.storeRef.name | ",
        "FailedMount",
    );
}

#[test]
fn a_pod_that_serves_again_is_a_lack_for_an_hour() {
    let serves = |at: &str| {
        let state = format!(
            "state: {{running: {{}}}}, lastState: {{terminated: {{exitCode: 137, reason: OOMKilled, finishedAt: {at}}}}}"
        );
        let text = pod("runtime", &state).replace("ready: false", "ready: true").replace("status: 'False'", "status: 'True'");
        diagnosed(str::to_owned, &[&text])
    };
    assert_eq!(serves("2026-11-30T11:30:00Z").chains[0].gravity, Gravity::Lack);
    assert_eq!(serves("2026-11-30T10:30:00Z").chains, []);
}

#[test]
fn the_same_cause_in_several_pods_is_one_chain() {
    let first = pod("runtime", "state: {waiting: {reason: ErrImagePull, message: not found}}");
    let diagnosis = diagnosed(str::to_owned, &[&first, &first.replace("x1", "x2"), &first.replace("x1", "x3")]);
    assert_eq!(diagnosis.chains.len(), 1);
    assert!(diagnosis.chains[0].links[1].text.ends_with("(the same in 2 other pods)"), "{:?}", diagnosis.chains[0].links);
    let foreign = first.replace("instance: bot", "instance: bot-canary");
    assert_eq!(diagnosed(str::to_owned, &[&foreign]).chains, [], "a pod of another agent");
    let ending = first.replace("namespace: team", "namespace: team\n  deletionTimestamp: 2026-11-30T11:00:00Z");
    assert_eq!(diagnosed(str::to_owned, &[&ending]).chains, [], "a pod that is being taken away");
}
