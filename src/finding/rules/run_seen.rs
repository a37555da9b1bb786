//! Family RUN: what was seen on running operators, and pods again.

use super::base::{ADVICE, OPERATOR};
use crate::{
    crd::Release,
    finding::{Mend, Rule, Severity},
};

/// The rules, by number.
pub(crate) const RUN_SEEN: &[Rule] = &[
    Rule {
        code: "RUN113",
        name: "rollout-first-weight-before-ready",
        severity: Severity::Warning,
        mend: Mend::Suggested,
        summary: "The first weight of a rollout goes to pods that are not there yet.",
        why: "No step waits for the candidate to be ready. Where a mesh or a VirtualService divides the traffic the share of the first weight fails for as long as a pod takes to start. Seen on 2026-07.",
        bad: "rollout:\n  trafficRouting: {mode: mesh}\n  trigger: {promptPackChannel: stable}\n  steps: [{setWeight: 10}, {pause: {}}, {setWeight: 100}]",
        good: "rollout:\n  trafficRouting: {mode: mesh}\n  trigger: {promptPackChannel: stable}\n  steps: [{setWeight: 0}, {pause: {duration: 2m}}, {setWeight: 10}, {pause: {}}, {setWeight: 100}]",
        fix: "Begin with setWeight: 0 and a timed pause that a pod can start in.",
        ..OPERATOR
    },
    Rule {
        code: "RUN114",
        name: "replica-weighted-outage",
        severity: Severity::Warning,
        mend: Mend::Suggested,
        summary: "A weight takes the last pod of stable away before the candidate is ready.",
        why: "Where pods deliver the weights both sides are scaled at once, and nobody waits. A timed pause that is over takes the candidate's pods away first. Nothing answers until a pod has started. An error on 2026-07, where it was seen.",
        bad: "runtime: {replicas: 4}\nrollout:\n  trafficRouting: {mode: replicaWeighted}\n  trigger: {promptPackChannel: stable}\n  rollback: {mode: automatic}\n  steps: [{setWeight: 50}, {pause: {duration: 5m}}, {setWeight: 100}]",
        good: "runtime: {replicas: 4}\nrollout:\n  trafficRouting: {mode: replicaWeighted}\n  trigger: {promptPackChannel: stable}\n  rollback: {mode: automatic}\n  steps: [{setWeight: 50}, {pause: {duration: 5m}}]",
        fix: "End with a weight below 100 and a pause; the promotion follows by itself. Run two pods or more.",
        ..OPERATOR
    },
    Rule {
        code: "RUN115",
        name: "candidate-never-runs",
        severity: Severity::Warning,
        mend: Mend::Suggested,
        summary: "No weight of a rollout gives the candidate a pod.",
        why: "All weights round to nothing with so few pods, and the version is promoted without ever having run. Seen on 2026-07.",
        bad: "runtime: {replicas: 1}\nrollout:\n  trafficRouting: {mode: replicaWeighted}\n  trigger: {promptPackChannel: stable}\n  steps: [{setWeight: 10}, {pause: {}}, {setWeight: 40}, {pause: {}}]",
        good: "runtime: {replicas: 10}\nrollout:\n  trafficRouting: {mode: replicaWeighted}\n  trigger: {promptPackChannel: stable}\n  steps: [{setWeight: 10}, {pause: {}}, {setWeight: 40}, {pause: {}}]",
        fix: "Run more pods, or use a mesh.",
        ..OPERATOR
    },
    Rule {
        code: "RUN116",
        name: "timed-rollout-unguarded",
        severity: Severity::Warning,
        mend: Mend::Suggested,
        summary: "A rollout goes through by the clock, whatever the candidate does.",
        why: "Without a pause for a person, an analysis or automatic rollback a candidate that crashes gets all of the traffic in the end. Seen on 2026-07.",
        bad: "runtime: {replicas: 10}\nrollout:\n  trafficRouting: {mode: replicaWeighted}\n  trigger: {promptPackChannel: stable}\n  steps: [{setWeight: 10}, {pause: {duration: 10m}}]",
        good: "runtime: {replicas: 10}\nrollout:\n  trafficRouting: {mode: replicaWeighted}\n  trigger: {promptPackChannel: stable}\n  rollback: {mode: automatic}\n  steps: [{setWeight: 10}, {pause: {duration: 10m}}]",
        fix: "Add pause: {} or an analysis before the last weight, or set rollback.mode: automatic.",
        ..ADVICE
    },
    Rule {
        code: "RUN117",
        name: "mesh-waypoint-empties-service",
        only: Some(Release::R2026_07),
        summary: "A waypoint is named for the mesh of a rollout.",
        why: "The operator of 2026-07 then gives the agent's Service a selector that no pod has: nobody reaches the agent, also when no rollout runs.",
        bad: "rollout:\n  trafficRouting: {mode: mesh, mesh: {waypoint: gateway}}\n  trigger: {promptPackChannel: stable}\n  steps: [{setWeight: 0}, {pause: {duration: 2m}}, {setWeight: 10}, {pause: {}}]",
        good: "rollout:\n  trafficRouting: {mode: mesh}\n  trigger: {promptPackChannel: stable}\n  steps: [{setWeight: 0}, {pause: {duration: 2m}}, {setWeight: 10}, {pause: {}}]",
        fix: "Leave the waypoint out on this release.",
        ..OPERATOR
    },
    Rule {
        code: "RUN118",
        name: "canary-name-takes-foreign-deployment",
        summary: "An agent has the name of another one with -canary behind it.",
        why: "The Deployment of a candidate is called like that. Each write to the other agent deletes the Deployment of this one, whether it has a rollout or not. Seen on 2026-07.",
        bad: "metadata: {name: support-canary}\n---\nmetadata: {name: support}",
        good: "metadata: {name: support-next}\n---\nmetadata: {name: support}",
        fix: "Rename one of the agents.",
        ..OPERATOR
    },
    Rule {
        code: "RUN119",
        name: "auto-rollback-leaves-candidate",
        summary: "A candidate in the manifest outlives an automatic rollback.",
        why: "It equals stable then. When the pin is raised later it differs again, and the old version is rolled out and promoted over the new one. Seen on 2026-07.",
        bad: "runtime: {replicas: 10}\nrollout:\n  trafficRouting: {mode: replicaWeighted}\n  rollback: {mode: automatic, progressDeadlineSeconds: 120}\n  candidate: {promptPackRef: {name: support, version: 1.1.0}}\n  steps: [{setWeight: 50}, {pause: {}}]",
        good: "runtime: {replicas: 10}\nrollout:\n  trafficRouting: {mode: replicaWeighted}\n  rollback: {mode: automatic, progressDeadlineSeconds: 120}\n  trigger: {promptPackChannel: stable}\n  steps: [{setWeight: 50}, {pause: {}}]",
        fix: "Remove the candidate in the edit that raises the pin.",
        ..ADVICE
    },
    Rule {
        code: "RUN120",
        name: "rollout-block-removed-midway",
        summary: "An update takes out the rollout or its traffic routing while it runs.",
        why: "The operator deletes the pods of the candidate and has no field left that tells it to set the weights back: the VirtualService keeps sending the candidate its share, and those requests fail for as long as nobody changes it by hand. A rollout that shifts weights by the number of pods ends well. Whether one runs, only the status of the stored object tells. Seen on 2026-07.",
        bad: "rollout: null  # candidate and trafficRouting before",
        good: "rollout:\n  trafficRouting: {mode: mesh}\n  steps: [{setWeight: 30}, {pause: {}}, {setWeight: 100}]  # without the candidate",
        fix: "Remove spec.rollout.candidate alone, wait until the weights are back, then remove the rest.",
        ..OPERATOR
    },
    Rule {
        code: "RUN121",
        name: "undecodable-object-stops-all-agents",
        summary: "The API server stores a value that the operator cannot read.",
        why: "The platform then reads no object of the kind any more, in the whole cluster, and no status says so. For kinds with a webhook the finding is ADM015, for durations RUN006, for integers SCH013.",
        bad: "kind: ArenaDevSession\nspec: {projectId: demo, workspace: team-a, podOverrides: {extraVolumes: {cache: {}}}}",
        good: "kind: ArenaDevSession\nspec: {projectId: demo, workspace: team-a, podOverrides: {extraVolumes: [{name: cache, emptyDir: {}}]}}",
        fix: "Write the value as Kubernetes has it.",
        ..OPERATOR
    },
    Rule {
        code: "RUN122",
        name: "pod-override-field-dropped",
        severity: Severity::Warning,
        mend: Mend::Suggested,
        summary: "A volume has a field that Kubernetes does not know.",
        why: "The schema lets anything through here, and the operator drops what its types do not have, without a word: a source with a wrong name becomes an empty directory, a wrong readOnly a mount that can be written to.",
        bad: "podOverrides:\n  extraVolumes:\n  - {name: settings, configMap: {name: settings, defaultmode: 256}}\n  extraVolumeMounts:\n  - {name: settings, mountPath: /settings}",
        good: "podOverrides:\n  extraVolumes:\n  - {name: settings, configMap: {name: settings, defaultMode: 256}}\n  extraVolumeMounts:\n  - {name: settings, mountPath: /settings}",
        fix: "Write the field as Kubernetes has it.",
        ..OPERATOR
    },
    Rule {
        code: "RUN123",
        name: "quantity-unit-slip",
        severity: Severity::Warning,
        mend: Mend::Suggested,
        summary: "An amount is so small or so large that it can hardly be meant.",
        why: "512m of memory is half a byte: the container is killed at once. A CPU count beyond any node leaves the pod unscheduled.",
        bad: "runtime:\n  resources:\n    limits: {memory: 512m}",
        good: "runtime:\n  resources:\n    limits: {memory: 512Mi}",
        fix: "Check the unit: Mi and Gi for memory, m for thousandths of a CPU.",
        ..ADVICE
    },
    Rule {
        code: "RUN124",
        name: "secondary-facade-env-ignored",
        severity: Severity::Warning,
        only: Some(Release::R2026_07),
        mend: Mend::Safe,
        summary: "Variables are set for a facade that does not lead.",
        why: "The operator of 2026-07 reads extraEnv of the leading facade only; the variables are missing in the pod.",
        bad: "facades:\n- type: websocket\n- {type: a2a, extraEnv: [{name: LOG_LEVEL, value: debug}]}",
        good: "facades:\n- {type: websocket, extraEnv: [{name: LOG_LEVEL, value: debug}]}\n- type: a2a",
        fix: "Move the variables to the leading facade.",
        ..OPERATOR
    },
    Rule {
        code: "RUN125",
        name: "custom-facade-shadowed",
        severity: Severity::Warning,
        only: Some(Release::R2026_07),
        summary: "A facade of your own stands beside another one.",
        why: "The other one leads, and your image never runs. The current release refuses the pair.",
        bad: "facades:\n- type: websocket\n- {type: custom, image: \"example.com/facade:1\"}",
        good: "facades:\n- {type: custom, image: \"example.com/facade:1\"}",
        fix: "Make two agents.",
        ..OPERATOR
    },
    Rule {
        code: "RUN126",
        name: "hpa-minimum-zero",
        mend: Mend::Suggested,
        summary: "An HPA is to have no pod at times.",
        why: "The API server refuses it: AutoscalingReady is False (Error), and the number of pods stays as it is.",
        bad: "runtime:\n  autoscaling: {enabled: true, minReplicas: 0, maxReplicas: 5, keda: {triggers: [{type: cron, metadata: {timezone: UTC, start: \"0 8 * * *\", end: \"0 18 * * *\", desiredReplicas: \"2\"}}]}}",
        good: "runtime:\n  autoscaling: {enabled: true, minReplicas: 1, maxReplicas: 5}",
        fix: "Write at least 1, or use type keda with a trigger.",
        ..OPERATOR
    },
    Rule {
        code: "RUN127",
        name: "keda-zero-without-trigger",
        severity: Severity::Warning,
        only: Some(Release::R2026_07),
        mend: Mend::Suggested,
        summary: "An agent may sleep, and nothing wakes it.",
        why: "The operator's own trigger counts connections, and an agent without pods has none: it sleeps for ever. The current release refuses it.",
        bad: "runtime:\n  autoscaling: {enabled: true, type: keda, minReplicas: 0, maxReplicas: 5}",
        good: "runtime:\n  autoscaling: {enabled: true, type: keda, minReplicas: 1, maxReplicas: 5}",
        fix: "Write at least 1, or add a trigger that counts outside of the pods.",
        ..OPERATOR
    },
    Rule {
        code: "RUN128",
        name: "s3-region-missing",
        only: Some(Release::R2026_07),
        summary: "Storage in S3 has no region.",
        why: "The facade ends at its start. The current release refuses the agent.",
        bad: "media:\n  storage: {type: s3, s3: {bucket: media}}",
        good: "media:\n  storage: {type: s3, s3: {bucket: media, region: eu-central-1}}",
        fix: "Set the region; any will do for another service with the protocol of S3.",
        ..OPERATOR
    },
    Rule {
        code: "RUN129",
        name: "a2a-client-without-target",
        severity: Severity::Warning,
        only: Some(Release::R2026_07),
        summary: "A client does not say which agent it calls, or says so twice.",
        why: "Without agentRuntimeRef and url the client is not resolved; with both agentRuntimeRef counts. The current release refuses either.",
        bad: "facades:\n- {type: a2a, a2a: {clients: [{name: billing}]}}",
        good: "facades:\n- {type: a2a, a2a: {clients: [{name: billing, url: \"https://billing.example.com\"}]}}",
        fix: "Set exactly one of the two.",
        ..OPERATOR
    },
    Rule {
        code: "RUN130",
        name: "mount-hides-operator-path",
        severity: Severity::Warning,
        summary: "Something is mounted above or below a directory of the operator.",
        why: "One of the two hides files of the other. The Deployment is taken, and the container misses its pack, its tools or your files.",
        bad: "runtime:\n  volumes:\n  - {name: data, emptyDir: {}}\n  volumeMounts:\n  - {name: data, mountPath: /etc/omnia}",
        good: "runtime:\n  volumes:\n  - {name: data, emptyDir: {}}\n  volumeMounts:\n  - {name: data, mountPath: /data}",
        fix: "Choose another path.",
        ..OPERATOR
    },
    Rule {
        code: "RUN131",
        name: "volume-never-mounted",
        summary: "A volume is declared that no container mounts.",
        why: "It does nothing, and a claim that is missing still keeps the pod from starting.",
        bad: "runtime:\n  volumes:\n  - {name: data, emptyDir: {}}",
        good: "runtime:\n  volumes:\n  - {name: data, emptyDir: {}}\n  volumeMounts:\n  - {name: data, mountPath: /data}",
        fix: "Mount it, or remove it.",
        ..ADVICE
    },
    Rule {
        code: "RUN132",
        name: "task-store-fields-ignored",
        severity: Severity::Warning,
        summary: "A task store has an address that is not used.",
        why: "With redisSecretRef the address comes from the Secret, and a store of type memory reads none: tasks are kept elsewhere than the manifest says.",
        bad: "facades:\n- {type: a2a, a2a: {taskStore: {type: memory, redisURL: \"redis://tasks\"}}}",
        good: "facades:\n- {type: a2a, a2a: {taskStore: {type: redis, redisURL: \"redis://tasks\"}}}",
        fix: "Keep one address, or set type: redis.",
        ..OPERATOR
    },
];
