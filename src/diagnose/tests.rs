//! Each cause in a case of its own: the objects, the cause, the edit, and a part of the link before it.

use super::{Diagnosis, Evidence, Gravity, conditions, of_agent, one_of};
use crate::{
    crd::{
        Catalog, Release,
        explain::{follow, steps},
    },
    world::{Object, Origin, Scope, World},
    yaml::{self, Text},
};

/// 2026-11-30T12:00:00Z.
const NOW: i64 = 1_796_040_000 * 1_000_000_000;

const AGENT: &str = "kind: AgentRuntime
metadata: {name: bot, namespace: team, generation: 2, creationTimestamp: 2026-11-30T10:00:00Z}
spec:
  promptPackRef: {name: p, version: 1.0.0}
  facades: [{type: rest}, {type: websocket, drainTimeout: 5 minutes}]
  providers: [{name: default, providerRef: {name: gpt}}]
  toolRegistryRef: {name: tools}
  context: {type: redis, storeRef: {name: redis}}
  runtime: {replicas: 2}
status: {phase: Running, observedGeneration: 2, activeVersion: 1.0.0}
";

const PACK: &str = "kind: PromptPack
metadata: {name: p-1, namespace: team, labels: {omnia.altairalabs.ai/promptpack: p}}
spec: {packName: p, version: 1.0.0, source: {type: configmap, configMapRef: {name: p-content}}}
status: {phase: Active}
";

const PROVIDER: &str = "kind: Provider
metadata: {name: gpt, namespace: team}
spec: {type: openai, capabilities: [text]}
status: {phase: Ready}
";

const REGISTRY: &str = "kind: ToolRegistry
metadata: {name: tools, namespace: team}
spec: {handlers: [{name: h, auth: {secretRef: {name: key, key: token}}}]}
status: {phase: Ready}
";

const DEPLOYMENT: &str = "kind: Deployment
metadata: {name: bot, namespace: team, ownerReferences: [{kind: AgentRuntime, name: bot}]}
spec: {replicas: 2}
status: {replicas: 2, readyReplicas: 2}
";

const POD: &str = "kind: Pod
metadata:
  name: bot-7c9-x1
  namespace: team
  labels: {app.kubernetes.io/instance: bot, omnia.altairalabs.ai/component: agent}
spec: {containers: [{name: runtime, resources: {limits: {memory: 512Mi}}}]}
status:
  phase: Running
  conditions: [{type: Ready, status: 'False'}]
";

fn object(text: &str) -> Object {
    let text = Text::new(text.as_bytes().to_vec()).unwrap();
    let root = yaml::read(&text).documents.remove(0).root.into_owned();
    let read = |path: [&str; 2]| {
        let below = |node: &yaml::Node<'static>, key: &str| node.get(key).cloned();
        let found =
            if path[0].is_empty() { below(&root, path[1]) } else { below(&root, path[0]).and_then(|node| below(&node, path[1])) };
        found.and_then(|node| node.as_str().map(str::to_owned)).unwrap_or_default()
    };
    Object {
        group: String::new(),
        version: "v1".to_owned(),
        kind: read(["", "kind"]),
        namespace: read(["metadata", "namespace"]),
        name: read(["metadata", "name"]),
        root: root.clone(),
        origin: Origin::Cluster { context: "c".into() },
        accepted: true,
    }
}

/// A healthy agent, each text of which `change` may replace.
fn diagnosed(change: impl Fn(&str) -> String, more: &[&str]) -> Diagnosis {
    let mut world = World::new(Scope::Complete);
    let texts = [AGENT, PACK, PROVIDER, REGISTRY, DEPLOYMENT].map(&change);
    for text in texts.iter().map(String::as_str).chain(more.iter().copied()).filter(|text| !text.is_empty()) {
        world.add(object(text));
    }
    let agent = world.get("AgentRuntime", "team", "bot").found().unwrap();
    Diagnosis::of(&Evidence::read(&world, agent, Release::Current, NOW))
}

/// `cause | Kind/name field | what to write`, and the last link.
fn told(diagnosis: &Diagnosis) -> (String, String) {
    let chain = diagnosis.chains.first().unwrap_or_else(|| panic!("no chain"));
    let edit = &chain.edit;
    (format!("{} | {} {} | {}", chain.cause, edit.object, edit.field, edit.write), chain.links.last().unwrap().text.clone())
}

#[track_caller]
fn holds(diagnosis: &Diagnosis, expected: &str, link: &str) {
    let (text, last) = told(diagnosis);
    assert!(text.starts_with(expected), "{text}");
    assert!(last.contains(link), "{text}: {last}");
    assert!(diagnosis.chains[0].links[0].text.contains("phase"), "the chain begins with what a user sees");
}

#[test]
fn a_healthy_agent_has_no_chain() {
    let diagnosis = diagnosed(str::to_owned, &[]);
    assert_eq!(diagnosis.chains, []);
    assert_eq!((diagnosis.ready, diagnosis.wanted, diagnosis.version.as_str()), (Some(2), Some(2), "1.0.0"));
    assert!(diagnosis.worst().is_none() && diagnosis.unchecked.is_empty());
}

/// Replacements of the texts of the healthy agent: what, by what, the edit, the last link.
#[test]
fn references_that_do_not_hold() {
    let cases = [
        (
            "version: 1.0.0}\n  facades",
            "version: 9.0.0}\n  facades",
            "pack-version-not-found | AgentRuntime/bot spec.promptPackRef.version | 1.0.0",
            "no version \"9.0.0\"",
        ),
        (
            "promptPackRef: {name: p,",
            "promptPackRef: {name: q,",
            "pack-not-found | AgentRuntime/bot spec.promptPackRef.name | p; or publish the pack q",
            "packName \"q\"",
        ),
        (
            "{name: p, version: 1.0.0}",
            "{name: p, track: prerelease, version: 1.0.0}",
            "pack-reference-refused | AgentRuntime/bot spec.promptPackRef.track | nothing",
            "both version and track",
        ),
        (
            "{phase: Active}",
            "{phase: Failed}",
            "pack-invalid | AgentRuntime/bot spec.promptPackRef.version | ",
            "phase is Failed",
        ),
        (
            "{phase: Active}",
            "{phase: Failed, conditions: [{type: SourceValid, status: 'False', reason: SourceValidationFailed, message: no ConfigMap}]}",
            "pack-invalid | PromptPack/p-1 spec.source.configMapRef.name | ",
            "no ConfigMap",
        ),
        (
            "{phase: Active}",
            "{conditions: [{type: SchemaValid, status: 'False', reason: SchemaValidationFailed, message: no id}]}",
            "pack-invalid | ConfigMap/p-content data[\"pack.json\"] | ",
            "no id",
        ),
        (
            "providerRef: {name: gpt}",
            "providerRef: {name: gtp}",
            "provider-not-found | AgentRuntime/bot spec.providers[0].providerRef.name | gpt; or create the Provider gtp",
            "\"gtp\"",
        ),
        (
            "providerRef: {name: gpt}",
            "providerRef: {name: gpt, namespace: other}",
            "provider-cross-namespace | AgentRuntime/bot spec.providers[0].providerRef.namespace | nothing",
            "\"other\"",
        ),
        (
            "{name: default, provider",
            "{name: default, role: tts, provider",
            "provider-role | AgentRuntime/bot spec.providers[0].role | llm",
            "its role is llm",
        ),
        (
            "{name: default, provider",
            "{name: default, requiredCapabilities: [text, vision], provider",
            "provider-capability | Provider/gpt spec.capabilities | also vision",
            "\"vision\"",
        ),
        (
            "{type: openai, capabilities: [text]}\nstatus: {phase: Ready}",
            "{type: openai}\nstatus: {phase: Error, conditions: [{type: SecretFound, status: 'False', reason: NotFound, message: no Secret k}]}",
            "provider-not-ready | Provider/gpt spec.credential.secretRef.name | ",
            "no Secret k",
        ),
        (
            "{type: openai, capabilities: [text]}\nstatus: {phase: Ready}",
            "{type: openai}\nstatus: {phase: Unavailable}",
            "provider-not-ready | Provider/gpt spec | ",
            "Unavailable",
        ),
        (
            "toolRegistryRef: {name: tools}",
            "toolRegistryRef: {name: tool}",
            "tool-registry-not-found | AgentRuntime/bot spec.toolRegistryRef.name | tools; or create",
            "\"tool\"",
        ),
        (
            "toolRegistryRef: {name: tools}",
            "toolRegistryRef: {name: tools, namespace: other}",
            "tool-registry-cross-namespace | AgentRuntime/bot spec.toolRegistryRef.namespace | nothing",
            "\"other\"",
        ),
        (
            "token}}}]}\nstatus: {phase: Ready}",
            "token}}}]}\nstatus: {phase: Failed, conditions: [{type: HandlersValid, status: 'False', message: handler h}]}",
            "tool-registry-failed | ToolRegistry/tools spec.handlers | ",
            "handler h",
        ),
    ];
    for (from, to, expected, link) in cases {
        let mut used = false;
        for text in [AGENT, PACK, PROVIDER, REGISTRY] {
            used |= text.contains(from);
        }
        assert!(used, "{from}");
        holds(&diagnosed(|text| text.replace(from, to), &[]), expected, link);
    }
    let unlabelled = diagnosed(|text| text.replace(", labels: {omnia.altairalabs.ai/promptpack: p}", ""), &[]);
    holds(&unlabelled, "pack-not-labelled | PromptPack/p-1 metadata.labels[\"omnia.altairalabs.ai/promptpack\"] | p", "by which");
    // What a release without live packs has taken is no fault, unless the spec has changed since.
    for (observed, chains) in [("observedGeneration: 2", 0), ("observedGeneration: 1", 1)] {
        let taken = format!("conditions: [{{type: PromptPackReady, status: 'True'}}], {observed}");
        let live = diagnosed(|text| text.replace("observedGeneration: 2", &taken).replace("type: configmap", "type: git"), &[]);
        let refused = live.chains.iter().filter(|chain| chain.cause == "pack-reference-refused").count();
        assert_eq!(refused, chains, "{observed}");
    }
    let empty = diagnosed(
        |text| {
            text.replace("version: 1.0.0}\n  facades", "track: stable}\n  facades")
                .replace("version: 1.0.0, source", "version: 1.0.0-rc.1, source")
        },
        &[],
    );
    holds(&empty, "pack-channel-empty | AgentRuntime/bot spec.promptPackRef.track | prerelease", "published: 1.0.0-rc.1");
}

#[test]
fn each_condition_leads_to_a_field() {
    let agent = |kind: &str, reason: &str| {
        let condition =
            format!("conditions: [{{type: {kind}, status: 'False', reason: {reason}, message: because}}], observedGeneration");
        // What the conditions on references say is not so any more.
        diagnosed(|text| text.replace("observedGeneration", &condition).replace("status: {phase: Active}", ""), &[])
    };
    let looked_up = ["PromptPackReady", "ProviderReady", "ToolRegistryReady"];
    for row in conditions::ROWS {
        let reason = if row.reason.is_empty() { "Other" } else { row.reason };
        // Without a rollout the condition is left over.
        if row.kind == "TrafficRouting" {
            assert_eq!(agent(row.kind, reason).chains, []);
            continue;
        }
        let diagnosis = agent(row.kind, reason);
        let (text, last) = told(&diagnosis);
        if looked_up.contains(&row.kind) {
            assert!(text.starts_with("condition-outdated | AgentRuntime/bot metadata.annotations"), "{text}");
            continue;
        }
        assert!(text.starts_with(&format!("{}/{reason} | ", row.kind)), "{text}");
        assert!(text.contains(&format!(" {} | ", row.field)), "{}: {text}", row.field);
        assert_eq!(last, format!("{} is False ({reason}): because", row.kind));
    }
    for kind in ["RolloutActive", "Ready"] {
        assert_eq!(agent(kind, "Any").chains, [], "{kind}");
    }
    holds(&agent("Unheard", "Of"), "Unheard/Of | AgentRuntime/bot spec | what the message asks for", "because");
}

/// Fields of the table that no schema has would send users astray.
#[test]
fn every_field_is_in_the_schema() {
    let catalog = Catalog::new(Release::Current);
    let words = [
        super::messages::SCHEDULER,
        super::messages::ADMISSION,
        super::messages::DEPLOYMENT,
        super::messages::ROUTING,
        super::messages::SERVICE,
    ];
    let fields = words.iter().flat_map(|words| words.iter().map(|word| word.1));
    let own = conditions::ROWS.iter().filter(|row| row.is_about_the_agent()).map(|row| row.field);
    let rollouts = super::rollouts::CAUSES.iter().map(|cause| cause.2);
    let definition = catalog.definitions().find(|definition| definition.kind == "AgentRuntime").unwrap();
    for field in fields.chain(own).chain(rollouts).filter(|field| field.starts_with("spec.")) {
        let path = field.replace("[{step}]", "[]");
        let steps = steps(&path);
        let root = &definition.versions[0].schema;
        let reaches =
            (1..=steps.len()).rev().find_map(|end| follow("AgentRuntime", root, &steps[..end]).ok().map(|place| (end, place)));
        let (end, place) = reaches.unwrap_or_else(|| panic!("{field}"));
        assert!(end == steps.len() || place.schema.preserve_unknown, "{field}");
    }
}

#[test]
fn messages_of_the_api_server_lead_to_fields() {
    let failed = |message: &str| {
        let condition = format!(
            "conditions: [{{type: DeploymentReady, status: 'False', reason: DeploymentFailed, message: '{message}'}}], observedGeneration"
        );
        diagnosed(|text| text.replace("observedGeneration", &condition), &[])
    };
    for (message, field) in [
        ("spec.template.spec.containers[1].volumeMounts[9].name: Not found: \"data\"", "spec.runtime.volumeMounts"),
        ("spec.template.spec.volumes[3].name: Duplicate value: \"data\"", "spec.runtime.volumes"),
        ("spec.template.spec.containers[1].env[4].valueFrom: Invalid value", "spec.runtime.extraEnv"),
        ("something else", "spec.podOverrides"),
    ] {
        holds(&failed(message), &format!("DeploymentReady/DeploymentFailed | AgentRuntime/bot {field} | "), message);
    }
    assert_eq!(failed("Operation cannot be fulfilled on deployments.apps \"bot\"").chains, [], "two writes that crossed");
}

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
fn an_agent_that_is_deleted_waits_for_its_finalizer() {
    let deleted = |at: &str| {
        let metadata = format!("generation: 2, deletionTimestamp: {at}, finalizers: [own/finalizer]");
        diagnosed(
            |text| if text == DEPLOYMENT { String::new() } else { text.replace("generation: 2,", &format!("{metadata},")) },
            &[],
        )
    };
    holds(&deleted("2026-11-30T11:00:00Z"), "being-deleted | AgentRuntime/bot metadata.finalizers | ", "own/finalizer");
    assert!(deleted("2026-11-30T11:59:50Z").worst().is_none());
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

fn event(about: &str, reason: &str, message: &str) -> String {
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

#[test]
fn deployments_tell_what_no_pod_tells() {
    let with = |condition: &str| {
        diagnosed(|text| text.replace("readyReplicas: 2}", &format!("readyReplicas: 1, conditions: [{{{condition}}}]}}")), &[])
    };
    let late = "type: Progressing, status: 'False', reason: ProgressDeadlineExceeded, message: timed out";
    holds(&with(late), "progress-deadline | AgentRuntime/bot spec.framework.image | ", "timed out");
    for (message, field) in [
        ("exceeded quota: q", "spec.runtime.resources"),
        ("serviceaccount \"sa\" not found", "spec.podOverrides.serviceAccountName"),
        ("no PriorityClass with name high", "spec.podOverrides.priorityClassName"),
    ] {
        let refused = format!("type: ReplicaFailure, status: 'True', reason: FailedCreate, message: '{message}'");
        holds(&with(&refused), &format!("pods-refused | AgentRuntime/bot {field} | "), message);
    }
    let none = |text: &str| if text == DEPLOYMENT { String::new() } else { text.to_owned() };
    holds(
        &diagnosed(none, &[]),
        "no-deployment | ToolRegistry/tools spec.handlers[0].auth.secretRef.name | ",
        "no Deployment bot",
    );
    let zero = diagnosed(|text| text.replace("replicas: 2", "replicas: 0").replace("readyReplicas: 2", "readyReplicas: 0"), &[]);
    holds(&zero, "no-replicas | AgentRuntime/bot spec.runtime.replicas | 1 or more", "nothing serves");
}

#[test]
fn a_change_that_nobody_notices_is_a_fault_after_a_minute() {
    let changed =
        |at: &str| diagnosed(|text| text.replace("generation: 2", "generation: 3").replace("2026-11-30T10:00:00Z", at), &[]);
    holds(
        &changed("2026-11-30T10:00:00Z"),
        "not-observed | ToolRegistry/tools spec.handlers[0].auth.secretRef.name | ",
        "operator does not run",
    );
    let fresh = changed("2026-11-30T11:59:50Z");
    assert_eq!((fresh.chains[0].gravity, fresh.worst()), (Gravity::Note, None));
}

#[test]
fn rollouts_that_stand_still() {
    let rollout = |rollout: &str, status: &str| {
        let (spec, status) =
            (format!("runtime: {{replicas: 2}}\n  rollout: {{{rollout}}}"), format!("phase: Running, rollout: {{{status}}},"));
        diagnosed(
            |text| text.replace("runtime: {replicas: 2}", &spec).replace("phase: Running,", &status),
            &[&PROVIDER.replace("gpt", "new")],
        )
    };
    let candidate = "candidate: {providerRefs: [{name: default, providerRef: {name: new}}]}";
    let active = "active: true, stepStartedAt: 2026-11-30T11:00:00Z, message: step";
    for (spec, status, expected) in [
        (
            "steps: [{setWeight: 1}], candidate: {promptPackRef: {name: p, version: 9.0.0}}",
            active,
            "candidate-unresolved | AgentRuntime/bot spec.rollout.candidate.promptPackRef | version 1.0.0",
        ),
        (
            "steps: [{setWeight: 1}], candidate: {providerRefs: [{name: default, providerRef: {name: lost}}]}",
            active,
            "provider-missing | AgentRuntime/bot spec.rollout.candidate.providerRefs | ",
        ),
        (
            &format!("steps: [{{setWeight: 1}}, {{analysis: {{templateName: check}}}}], {candidate}"),
            active,
            "analysis-missing | AgentRuntime/bot spec.rollout.steps[1].analysis.templateName | ",
        ),
        (
            &format!("steps: [{{pause: {{duration: 1d}}}}], {candidate}"),
            active,
            "pause-unreadable | AgentRuntime/bot spec.rollout.steps[0].pause.duration | ",
        ),
    ] {
        let diagnosis = rollout(spec, status);
        let found: Vec<String> = diagnosis
            .chains
            .iter()
            .map(|chain| format!("{} | {} {} | {}", chain.cause, chain.edit.object, chain.edit.field, chain.edit.write))
            .collect();
        assert!(found.iter().any(|text| text.starts_with(expected)), "{expected}: {found:#?}");
    }
    let waits = rollout(&format!("steps: [{{pause: {{}}}}], {candidate}"), active);
    holds(&waits, "rollout-paused | AgentRuntime/bot spec.rollout.steps[0].pause | nothing", "waits for somebody");
    assert!(waits.worst().is_none(), "as it was told to");
}

#[test]
fn what_nobody_may_read_is_no_fault_and_is_told() {
    let mut world = World::new(Scope::Complete);
    world.add(object(AGENT));
    for kind in super::NEEDED {
        world.set_scope(kind, "team", Scope::Closed(format!("no permission to list {kind}")));
    }
    let agent = world.get("AgentRuntime", "team", "bot").found().unwrap();
    let diagnosis = Diagnosis::of(&Evidence::read(&world, agent, Release::Current, NOW));
    assert_eq!((diagnosis.chains.as_slice(), diagnosis.ready), (&[][..], None));
    assert_eq!(diagnosis.unchecked.len(), super::NEEDED.len());
}

#[test]
fn events_of_all_that_the_agent_owns_are_merged_and_sorted() {
    let mut world = World::new(Scope::Complete);
    let late = event("Pod/bot-7c9-x1", "BackOff", "again")
        .replace("11:58:00Z", "11:59:00.5Z")
        .replace("name: bot-7c9-x1.BackOff", "name: other");
    let texts = [
        AGENT.to_owned(),
        late,
        event("Pod/bot-7c9-x1", "BackOff", "again"),
        event("Deployment/bot-canary", "ScalingReplicaSet", "up").replace("11:58:00Z", "11:59:00Z"),
        event("ReplicaSet/bot-7c9", "SuccessfulCreate", "pod").replace("11:58:00Z", "11:57:00Z"),
        event("AgentRuntime/bot", "RolloutStep", "step"),
        event("Pod/bottle-7c9-x1", "BackOff", "another agent"),
        event("AgentRuntime/bot-canary", "RolloutStep", "another agent"),
    ];
    texts.iter().for_each(|text| drop(world.add(object(text))));
    let agent = world.get("AgentRuntime", "team", "bot").found().unwrap();
    let found: Vec<String> =
        of_agent(&world, agent).iter().map(|event| format!("{} {} x{}", event.object, event.reason, event.count)).collect();
    assert_eq!(
        found,
        [
            "ReplicaSet/bot-7c9 SuccessfulCreate x3",
            "AgentRuntime/bot RolloutStep x3",
            "Deployment/bot-canary ScalingReplicaSet x3",
            "Pod/bot-7c9-x1 BackOff x6"
        ]
    );
}

#[test]
fn lists_of_names_are_short() {
    assert_eq!(one_of([]), None);
    assert_eq!(one_of(["a", "b", "a"]).unwrap(), "a or b");
    assert_eq!(one_of(["a", "b", "c", "d", "e", "f", "g"]).unwrap(), "a, b, c, d or e (2 more)");
}
