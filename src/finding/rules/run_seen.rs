//! Family RUN: what was seen on running operators, and pods again.

use super::base::{ADVICE, OPERATOR};
use crate::{
    crd::Release,
    finding::{Mend, Rule, Severity},
};

/// The rules, by number.
pub(crate) const RUN_SEEN: &[Rule] = &[
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
