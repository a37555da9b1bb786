//! Family RUN: rollouts.

use super::base::{ADVICE, OPERATOR};
use crate::finding::{Mend, Rule, Severity};

/// The rules, by number.
pub(crate) const RUN_ROLLOUT: &[Rule] = &[
    Rule {
        code: "RUN052",
        name: "rollout-step-shape",
        severity: Severity::Warning,
        mend: Mend::Safe,
        summary: "A step of a rollout sets nothing, or several things.",
        why: "An empty step is skipped. Of several fields in one step only the first is done, in the order setWeight, pause, analysis; a pause that is lost lets the rollout run on.",
        bad: "rollout:\n  trafficRouting: {mode: mesh}\n  trigger: {promptPackChannel: stable}\n  steps: [{setWeight: 0}, {pause: {duration: 2m}}, {setWeight: 20, pause: {}}, {pause: {}}, {setWeight: 100}]",
        good: "rollout:\n  trafficRouting: {mode: mesh}\n  trigger: {promptPackChannel: stable}\n  steps: [{setWeight: 0}, {pause: {duration: 2m}}, {setWeight: 20}, {pause: {}}, {setWeight: 100}]",
        fix: "Write one step for each thing.",
        ..OPERATOR
    },
    Rule {
        code: "RUN053",
        name: "rollout-pause-null",
        severity: Severity::Error,
        mend: Mend::Safe,
        summary: "A pause of a rollout has no value.",
        why: "It was meant to wait for a person. A key without a value is dropped, so the step is empty and the rollout runs straight through.",
        bad: "rollout:\n  trafficRouting: {mode: mesh}\n  trigger: {promptPackChannel: stable}\n  steps:\n  - setWeight: 0\n  - pause: {duration: 2m}\n  - setWeight: 10\n  - pause: {}\n  - setWeight: 50\n  - pause:\n  - setWeight: 100",
        good: "rollout:\n  trafficRouting: {mode: mesh}\n  trigger: {promptPackChannel: stable}\n  steps:\n  - setWeight: 0\n  - pause: {duration: 2m}\n  - setWeight: 10\n  - pause: {}\n  - setWeight: 100",
        fix: "Write pause: {}.",
        ..ADVICE
    },
    Rule {
        code: "RUN054",
        name: "rollout-weights-not-increasing",
        severity: Severity::Warning,
        summary: "A weight of a rollout is not above the one before.",
        why: "Traffic goes back to stable, or stays where it is.",
        bad: "rollout:\n  trafficRouting: {mode: mesh}\n  trigger: {promptPackChannel: stable}\n  steps: [{setWeight: 0}, {pause: {duration: 2m}}, {setWeight: 50}, {pause: {}}, {setWeight: 20}]",
        good: "rollout:\n  trafficRouting: {mode: mesh}\n  trigger: {promptPackChannel: stable}\n  steps: [{setWeight: 0}, {pause: {duration: 2m}}, {setWeight: 20}, {pause: {}}, {setWeight: 50}]",
        fix: "Put the weights in order.",
        ..ADVICE
    },
    Rule {
        code: "RUN055",
        name: "rollout-last-weight-not-100",
        summary: "A rollout ends before the candidate has all of the traffic, or goes on after that.",
        why: "Behind the last step the operator promotes at once, so the rest of the traffic moves unobserved. Steps behind a weight of 100 look at a candidate that is live already.",
        bad: "rollout:\n  trafficRouting: {mode: mesh}\n  trigger: {promptPackChannel: stable}\n  steps: [{setWeight: 0}, {pause: {duration: 2m}}, {setWeight: 25}, {pause: {}}]",
        good: "rollout:\n  trafficRouting: {mode: mesh}\n  trigger: {promptPackChannel: stable}\n  steps: [{setWeight: 0}, {pause: {duration: 2m}}, {setWeight: 25}, {pause: {}}, {setWeight: 100}]",
        fix: "End with larger weights and pauses up to 100.",
        ..ADVICE
    },
    Rule {
        code: "RUN056",
        name: "rollout-without-observation",
        severity: Severity::Warning,
        summary: "Nothing waits between two weights of a rollout.",
        why: "The operator takes a step about each time it looks, so the canary is over within seconds, and nobody could see anything.",
        bad: "rollout:\n  trafficRouting: {mode: replicaWeighted}\n  trigger: {promptPackChannel: stable}\n  steps: [{setWeight: 10}, {setWeight: 50}, {pause: {}}]\nruntime: {replicas: 10}",
        good: "rollout:\n  trafficRouting: {mode: replicaWeighted}\n  trigger: {promptPackChannel: stable}\n  steps: [{setWeight: 10}, {pause: {}}, {setWeight: 50}, {pause: {}}]\nruntime: {replicas: 10}",
        fix: "Add a pause or an analysis between the weights.",
        ..ADVICE
    },
    Rule {
        code: "RUN057",
        name: "rollout-check-before-traffic",
        severity: Severity::Warning,
        summary: "A rollout looks at the candidate before it has any traffic.",
        why: "There are no numbers yet; an empty answer of Prometheus is an error that is tried again for ever, so the rollout stands at its first step.",
        bad: "rollout:\n  trafficRouting: {mode: replicaWeighted}\n  trigger: {promptPackChannel: stable}\n  steps: [{analysis: {templateName: quality}}, {setWeight: 50}, {pause: {}}]\nruntime: {replicas: 10}",
        good: "rollout:\n  trafficRouting: {mode: replicaWeighted}\n  trigger: {promptPackChannel: stable}\n  steps: [{setWeight: 50}, {analysis: {templateName: quality}}, {pause: {}}]\nruntime: {replicas: 10}",
        fix: "Begin with a weight. A timed pause that lets the candidate start may come before it.",
        ..OPERATOR
    },
    Rule {
        code: "RUN058",
        name: "rollout-indefinite-pause",
        summary: "A rollout waits for a person.",
        why: "It stands still, and says so in its status, until somebody promotes it or rolls it back.",
        bad: "rollout:\n  trafficRouting: {mode: replicaWeighted}\n  trigger: {promptPackChannel: stable}\n  steps: [{setWeight: 50}, {pause: {}}]\nruntime: {replicas: 10}",
        good: "rollout:\n  trafficRouting: {mode: replicaWeighted}\n  trigger: {promptPackChannel: stable}\n  rollback: {mode: automatic}\n  steps: [{setWeight: 50}, {pause: {duration: 10m}}]\nruntime: {replicas: 10}",
        fix: "Nothing, when it is meant.",
        ..ADVICE
    },
    Rule {
        code: "RUN059",
        name: "rollout-analysis-needs-enterprise",
        severity: Severity::Warning,
        summary: "A rollout uses an analysis.",
        why: "RolloutAnalysis is a kind of the enterprise edition. Where the cluster does not have it the step fails and is tried again every 30 s, for ever.",
        bad: "rollout:\n  trafficRouting: {mode: replicaWeighted}\n  trigger: {promptPackChannel: stable}\n  steps: [{setWeight: 50}, {analysis: {templateName: quality}}]\nruntime: {replicas: 10}",
        good: "rollout:\n  trafficRouting: {mode: replicaWeighted}\n  trigger: {promptPackChannel: stable}\n  steps: [{setWeight: 50}, {pause: {}}]\nruntime: {replicas: 10}",
        fix: "Make sure that the installation has the edition, or use pauses.",
        ..OPERATOR
    },
    Rule {
        code: "RUN060",
        name: "analysis-template-unsupported",
        mend: Mend::Safe,
        summary: "An analysis asks for something that the operator cannot do.",
        why: "Only metrics of Prometheus are asked, and a condition compares result[0] with one number. With anything else the step is tried again for ever: the rollout stands, and no condition says so.",
        bad: "kind: RolloutAnalysis\nspec:\n  metrics:\n  - {name: errors, interval: 1m, count: 3, successCondition: \"result < 0.05\", provider: {prometheus: {address: \"http://prometheus:9090\", query: errors}}}",
        good: "kind: RolloutAnalysis\nspec:\n  metrics:\n  - {name: errors, interval: 1m, count: 3, successCondition: \"result[0] < 0.05\", provider: {prometheus: {address: \"http://prometheus:9090\", query: errors}}}",
        fix: "Write a condition such as result[0] < 0.05 over a query of Prometheus.",
        ..OPERATOR
    },
    Rule {
        code: "RUN061",
        name: "derived-name-invalid-or-taken",
        summary: "The name of an agent is none that the objects made for it can have.",
        why: "The Service has the agent's name, and Services have at most 63 letters, digits and dashes and begin with a letter. ServiceReady is False (ServiceFailed), and nobody reaches the agent. An agent that is called like a Deployment or Service of somebody else fights over it: a warning, since nothing reports it.",
        bad: "metadata: {name: 1st.agent}",
        good: "metadata: {name: first-agent}",
        fix: "Rename the agent.",
        ..OPERATOR
    },
    Rule {
        code: "RUN062",
        name: "rollback-disabled-same-as-manual",
        mend: Mend::Suggested,
        summary: "Rollback has a mode that does what the default does.",
        why: "disabled and manual are one: a person rolls back.",
        bad: "rollout:\n  trafficRouting: {mode: replicaWeighted}\n  trigger: {promptPackChannel: stable}\n  rollback: {mode: disabled}\n  steps: [{setWeight: 50}, {pause: {}}]\nruntime: {replicas: 10}",
        good: "rollout:\n  trafficRouting: {mode: replicaWeighted}\n  trigger: {promptPackChannel: stable}\n  rollback: {mode: manual}\n  steps: [{setWeight: 50}, {pause: {}}]\nruntime: {replicas: 10}",
        fix: "Write manual.",
        ..ADVICE
    },
    Rule {
        code: "RUN063",
        name: "automatic-rollback-slow",
        summary: "An automatic rollback has nothing to go by.",
        why: "Without an analysis only a candidate that does not become ready is noticed, after 600 s unless progressDeadlineSeconds is shorter. In other modes the deadline starts nothing.",
        bad: "rollout:\n  trafficRouting: {mode: replicaWeighted}\n  trigger: {promptPackChannel: stable}\n  rollback: {mode: automatic}\n  steps: [{setWeight: 50}, {pause: {}}]\nruntime: {replicas: 10}",
        good: "rollout:\n  trafficRouting: {mode: replicaWeighted}\n  trigger: {promptPackChannel: stable}\n  rollback: {mode: automatic, progressDeadlineSeconds: 120}\n  steps: [{setWeight: 50}, {pause: {}}]\nruntime: {replicas: 10}",
        fix: "Set progressDeadlineSeconds, or add an analysis.",
        ..ADVICE
    },
    Rule {
        code: "RUN064",
        name: "sticky-session-without-istio",
        severity: Severity::Warning,
        summary: "Sessions are to stick to a version, and nothing makes them.",
        why: "Only a VirtualService that trafficRouting.istio names can do that. Users change between the versions from request to request.",
        bad: "rollout:\n  trafficRouting: {mode: replicaWeighted}\n  trigger: {promptPackChannel: stable}\n  stickySession: {hashOn: x-user-id}\n  steps: [{setWeight: 50}, {pause: {}}]\nruntime: {replicas: 10}",
        good: "rollout:\n  trafficRouting: {mode: replicaWeighted}\n  trigger: {promptPackChannel: stable}\n  steps: [{setWeight: 50}, {pause: {}}]\nruntime: {replicas: 10}",
        fix: "Add trafficRouting.istio, or remove stickySession.",
        ..OPERATOR
    },
    Rule {
        code: "RUN065",
        name: "traffic-mode-block-mismatch",
        severity: Severity::Warning,
        summary: "The mode of traffic routing and its blocks do not fit.",
        why: "external changes the objects that istio names, and without them no weight is delivered although the status says so; mesh and replicaWeighted use no istio but for sticky sessions, and mesh belongs to the mode of its name.",
        bad: "rollout:\n  trafficRouting: {mode: external}\n  trigger: {promptPackChannel: stable}\n  steps: [{setWeight: 0}, {pause: {duration: 2m}}, {setWeight: 50}, {pause: {}}]",
        good: "rollout:\n  trafficRouting:\n    mode: external\n    istio: {virtualService: {name: support, routes: [main]}, destinationRule: {name: support}}\n  trigger: {promptPackChannel: stable}\n  steps: [{setWeight: 0}, {pause: {duration: 2m}}, {setWeight: 50}, {pause: {}}]",
        fix: "Add the block of the mode, or remove the other one.",
        ..OPERATOR
    },
    Rule {
        code: "RUN066",
        name: "mesh-unavailable",
        severity: Severity::Info,
        summary: "A rollout needs a mesh.",
        why: "Where the operator's mesh is off, or Istio is not installed, TrafficRouting is False (Degraded) and weights are delivered by the number of pods.",
        bad: "rollout:\n  trafficRouting: {mode: mesh}\n  trigger: {promptPackChannel: stable}\n  steps: [{setWeight: 0}, {pause: {duration: 2m}}, {setWeight: 50}, {pause: {}}]",
        good: "rollout:\n  trafficRouting: {mode: replicaWeighted}\n  trigger: {promptPackChannel: stable}\n  steps: [{setWeight: 50}, {pause: {}}]\nruntime: {replicas: 10}",
        fix: "Make sure that the installation has its mesh switched on.",
        ..OPERATOR
    },
    Rule {
        code: "RUN067",
        name: "replica-weight-granularity",
        severity: Severity::Warning,
        summary: "The number of pods is too small for the weights.",
        why: "The candidate gets its share as whole pods. With one pod every weight below 50 delivers nothing, and from 50 on everything; the status says trafficWeightEnforced: false.",
        bad: "runtime: {replicas: 3}\nrollout:\n  trafficRouting: {mode: replicaWeighted}\n  trigger: {promptPackChannel: stable}\n  steps: [{setWeight: 10}, {pause: {}}, {setWeight: 33}, {pause: {}}]",
        good: "runtime: {replicas: 10}\nrollout:\n  trafficRouting: {mode: replicaWeighted}\n  trigger: {promptPackChannel: stable}\n  steps: [{setWeight: 10}, {pause: {}}, {setWeight: 30}, {pause: {}}]",
        fix: "Run more pods, choose other weights, or use a mesh.",
        ..OPERATOR
    },
    Rule {
        code: "RUN068",
        name: "weights-without-traffic-routing",
        severity: Severity::Warning,
        mend: Mend::Suggested,
        summary: "A rollout has weights, and nothing delivers them.",
        why: "Without trafficRouting the candidate runs with as many pods as stable, and the Service sends about half of the requests to it from the first moment on. What newer operators do is not said anywhere.",
        bad: "rollout:\n  trigger: {promptPackChannel: stable}\n  steps: [{setWeight: 5}, {pause: {}}]",
        good: "rollout:\n  trafficRouting: {mode: replicaWeighted}\n  trigger: {promptPackChannel: stable}\n  steps: [{setWeight: 20}, {pause: {}}]\nruntime: {replicas: 5}",
        fix: "Set trafficRouting.mode.",
        ..OPERATOR
    },
    Rule {
        code: "RUN069",
        name: "candidate-equals-stable",
        summary: "The candidate of a rollout is what runs already.",
        why: "No rollout starts. Compared are the pack with its version and track, the names of the providers, and the registry; roles, capabilities and namespaces are not.",
        bad: "rollout:\n  trafficRouting: {mode: replicaWeighted}\n  candidate: {promptPackRef: {name: support, version: 1.0.0}}\n  steps: [{setWeight: 50}, {pause: {}}]\nruntime: {replicas: 10}",
        good: "rollout:\n  trafficRouting: {mode: replicaWeighted}\n  candidate: {promptPackRef: {name: support, version: 1.1.0}}\n  steps: [{setWeight: 50}, {pause: {}}]\nruntime: {replicas: 10}",
        fix: "Change the candidate, or remove it.",
        ..ADVICE
    },
    Rule {
        code: "RUN070",
        name: "candidate-provider-list-replaces",
        severity: Severity::Warning,
        mend: Mend::Suggested,
        summary: "The candidate lists fewer providers than the agent has.",
        why: "The list takes the place of the agent's as a whole, and after the promotion the others are gone: the judge of evals, or the model that talks.",
        bad: "providers:\n- {name: default, providerRef: {name: main}}\n- {name: judge, providerRef: {name: small}}\nrollout:\n  trafficRouting: {mode: replicaWeighted}\n  candidate: {providerRefs: [{name: default, providerRef: {name: next}}]}\n  steps: [{setWeight: 50}, {pause: {}}]\nruntime: {replicas: 10}",
        good: "providers:\n- {name: default, providerRef: {name: main}}\n- {name: judge, providerRef: {name: small}}\nrollout:\n  trafficRouting: {mode: replicaWeighted}\n  candidate: {providerRefs: [{name: default, providerRef: {name: next}}, {name: judge, providerRef: {name: small}}]}\n  steps: [{setWeight: 50}, {pause: {}}]\nruntime: {replicas: 10}",
        fix: "List all providers.",
        ..ADVICE
    },
    Rule {
        code: "RUN071",
        name: "trigger-and-candidate-in-git",
        severity: Severity::Warning,
        mend: Mend::Safe,
        summary: "A rollout has a trigger and a candidate.",
        why: "With a trigger the operator writes the candidate. A tool that keeps the cluster like the repository writes this one back, over and over.",
        bad: "rollout:\n  trafficRouting: {mode: replicaWeighted}\n  trigger: {promptPackChannel: stable}\n  candidate: {promptPackRef: {name: support, version: 1.1.0}}\n  steps: [{setWeight: 50}, {pause: {}}]\nruntime: {replicas: 10}",
        good: "rollout:\n  trafficRouting: {mode: replicaWeighted}\n  trigger: {promptPackChannel: stable}\n  steps: [{setWeight: 50}, {pause: {}}]\nruntime: {replicas: 10}",
        fix: "Remove the candidate from the manifest.",
        ..ADVICE
    },
    Rule {
        code: "RUN072",
        name: "rollout-steps-without-candidate",
        summary: "A rollout has nothing to roll out.",
        why: "Without a candidate or a trigger the steps are a template that does nothing.",
        bad: "rollout:\n  trafficRouting: {mode: replicaWeighted}\n  steps: [{setWeight: 50}, {pause: {}}]\nruntime: {replicas: 10}",
        good: "rollout:\n  trafficRouting: {mode: replicaWeighted}\n  trigger: {promptPackChannel: stable}\n  steps: [{setWeight: 50}, {pause: {}}]\nruntime: {replicas: 10}",
        fix: "Add a trigger, or leave it as a template.",
        ..ADVICE
    },
    Rule {
        code: "RUN073",
        name: "trigger-on-prerelease",
        severity: Severity::Warning,
        summary: "The channel of a trigger and the pinned version do not fit.",
        why: "A prerelease that is newer than every release is never followed by a rollout on the channel stable. On the channel prerelease each prerelease starts one.",
        bad: "promptPackRef: {name: support, version: 2.0.0-rc.1}\nrollout:\n  trafficRouting: {mode: replicaWeighted}\n  trigger: {promptPackChannel: stable}\n  steps: [{setWeight: 50}, {pause: {}}]\nruntime: {replicas: 10}",
        good: "promptPackRef: {name: support, version: 2.0.0}\nrollout:\n  trafficRouting: {mode: replicaWeighted}\n  trigger: {promptPackChannel: stable}\n  steps: [{setWeight: 50}, {pause: {}}]\nruntime: {replicas: 10}",
        fix: "Pin a release, or follow the other channel.",
        ..OPERATOR
    },
];
