//! RUN032 to RUN041, RUN111, RUN126 and RUN127: how many pods an agent has.

use crate::{
    finding::Severity,
    lint::{
        agent::Agent,
        check::{Findings, Subject, beside},
    },
    world::Field,
};

/// What the triggers of a type cannot do without.
const NEEDED: &[(&str, &[&str])] =
    &[("prometheus", &["serverAddress", "query", "threshold"]), ("cron", &["timezone", "start", "end", "desiredReplicas"])];

/// The triggers of KEDA.
const SCALERS: &[&str] = &[
    "activemq",
    "apache-kafka",
    "arangodb",
    "artemis-queue",
    "aws-cloudwatch",
    "aws-dynamodb",
    "aws-dynamodb-streams",
    "aws-kinesis-stream",
    "aws-sqs-queue",
    "azure-app-insights",
    "azure-blob",
    "azure-data-explorer",
    "azure-eventhub",
    "azure-log-analytics",
    "azure-monitor",
    "azure-pipelines",
    "azure-queue",
    "azure-servicebus",
    "beanstalkd",
    "cassandra",
    "couchdb",
    "cpu",
    "cron",
    "datadog",
    "dynatrace",
    "elasticsearch",
    "etcd",
    "external",
    "external-push",
    "forgejo-runner",
    "gcp-cloudtasks",
    "gcp-pubsub",
    "gcp-stackdriver",
    "gcp-storage",
    "github-runner",
    "graphite",
    "huawei-cloudeye",
    "ibmmq",
    "influxdb",
    "kafka",
    "kubernetes-workload",
    "liiklus",
    "loki",
    "memory",
    "metrics-api",
    "mongodb",
    "mssql",
    "mysql",
    "nats-jetstream",
    "new-relic",
    "nsq",
    "openstack-metric",
    "openstack-swift",
    "postgresql",
    "predictkube",
    "prometheus",
    "pulsar",
    "rabbitmq",
    "redis",
    "redis-cluster",
    "redis-cluster-streams",
    "redis-sentinel",
    "redis-sentinel-streams",
    "redis-streams",
    "selenium-grid",
    "solace-direct-messaging",
    "solace-event-queue",
    "solarwinds",
    "solr",
    "splunk",
    "splunk-observability",
    "stan",
    "sumologic",
    "temporal",
];

/// Settings that the HPA alone reads.
const HPA_ONLY: [&str; 3] =
    ["targetCPUUtilizationPercentage", "targetMemoryUtilizationPercentage", "scaleDownStabilizationSeconds"];

/// The agent's own autoscaling, when it is switched on.
fn enabled<'w>(agent: &Agent<'w>) -> Option<Field<'w>> {
    agent.autoscales().then(|| agent.autoscaling())
}

fn is_keda(autoscaling: &Field<'_>) -> bool {
    autoscaling.get("type").str() == "keda"
}

fn by_keda<'w>(agent: &Agent<'w>) -> Option<Field<'w>> {
    enabled(agent).filter(is_keda)
}

fn by_hpa<'w>(agent: &Agent<'w>) -> Option<Field<'w>> {
    enabled(agent).filter(|autoscaling| !is_keda(autoscaling))
}

/// RUN032, for agents, workspaces and jobs.
pub(super) fn min_replicas_above_max(subject: &Subject<'_>, said: &mut Findings) {
    let blocks = match subject.object.kind.as_str() {
        "AgentRuntime" => vec![subject.spec.at("runtime.autoscaling")],
        "Workspace" => subject.spec.get("services").items().iter().map(|service| service.get("autoscaling")).collect(),
        _ => {
            let workers = subject.spec.get("workers");
            if let (Some(least), Some(most)) = (workers.get("minReplicas").int(), workers.get("maxReplicas").int())
                && least > most
            {
                said.warn(&workers.get("minReplicas"), format!("at least {least} workers, and at most {most}"));
            }
            return;
        }
    };
    for block in blocks.iter().filter(|block| block.exists()) {
        let least = block.get("minReplicas").int().unwrap_or(1);
        let most = block.get("maxReplicas").int().unwrap_or(100);
        let is_on = block.get("enabled").is_true();
        // Of a block that nobody has switched on RUN039 speaks.
        if least <= most || !is_on && !block.get("enabled").is_written() {
            continue;
        }
        let effect = if is_on { ": the autoscaler is refused" } else { "" };
        let finding = said.at(&block.get("minReplicas"), format!("at least {least} pods, and at most {most}{effect}"));
        finding.related.push(beside(&block.get("maxReplicas"), "the greatest number"));
        if !is_on {
            finding.severity = Severity::Warning;
        }
    }
}

/// RUN033.
pub(super) fn hpa_fields_under_keda(agent: &Agent<'_>, said: &mut Findings) {
    let Some(keda) = by_keda(agent) else { return };
    for field in HPA_ONLY.iter().map(|name| keda.get(name)).filter(Field::is_written) {
        said.at(&field, "KEDA scales by its triggers and does not read this");
    }
}

/// RUN034.
pub(super) fn keda_fields_under_hpa(agent: &Agent<'_>, said: &mut Findings) {
    let Some(hpa) = by_hpa(agent) else { return };
    let keda = hpa.get("keda");
    if keda.is_written() {
        said.at(&keda, "the block keda is not read while the type is hpa");
    }
}

/// RUN035.
pub(super) fn keda_threshold_with_triggers(agent: &Agent<'_>, said: &mut Findings) {
    let Some(keda) = by_keda(agent).map(|autoscaling| autoscaling.get("keda")) else { return };
    let threshold = keda.get("connectionThreshold");
    if threshold.is_written() && !keda.get("triggers").items().is_empty() {
        said.at(&threshold, "the threshold belongs to the operator's own trigger, which there is none of beside yours");
    }
}

/// RUN036.
pub(super) fn keda_default_trigger_address(agent: &Agent<'_>, said: &mut Findings) {
    let Some(autoscaling) = by_keda(agent) else { return };
    if autoscaling.at("keda.triggers").items().is_empty() {
        said.at(
            &autoscaling.get("type"),
            "the operator's own trigger asks the Prometheus of the release in namespace omnia-system",
        );
    }
}

/// RUN037.
pub(super) fn keda_trigger_metadata_incomplete(agent: &Agent<'_>, said: &mut Findings) {
    let Some(autoscaling) = by_keda(agent) else { return };
    for trigger in autoscaling.at("keda.triggers").items() {
        let (kind, metadata) = (trigger.get("type").str(), trigger.get("metadata"));
        if !SCALERS.contains(&kind) {
            said.note(&trigger.get("type"), format!("{kind:?} is no trigger that KEDA is known to have"));
        }
        let needed = NEEDED.iter().find(|(name, _)| *name == kind).map_or(&[][..], |(_, needed)| needed);
        let missing: Vec<&str> = needed.iter().copied().filter(|key| metadata.get(key).text().is_none()).collect();
        if !missing.is_empty() {
            said.at(&metadata, format!("a trigger of type {kind} needs {}", missing.join(", ")));
        }
        for (label, own) in [("agent", &agent.object.name), ("namespace", &agent.object.namespace)] {
            let query = metadata.get("query");
            if let Some(other) = matched(query.str(), label).filter(|other| other != own) {
                said.at(&query, format!("the query counts for {label} {other:?}, and this is {own:?}"));
            }
        }
    }
}

/// The value that a Prometheus query asks a label to have.
fn matched<'q>(query: &'q str, label: &str) -> Option<&'q str> {
    let start = query.find(&format!("{label}=\""))?;
    let before = query[..start].chars().next_back();
    if before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
        return None;
    }
    query[start + label.len() + 2..].split('"').next()
}

/// RUN038.
pub(super) fn replicas_with_autoscaling(agent: &Agent<'_>, said: &mut Findings) {
    let replicas = agent.spec.at("runtime.replicas");
    if agent.autoscales() && replicas.is_written() {
        said.at(&replicas, "the autoscaler decides on the number of pods");
    }
}

/// RUN039.
pub(super) fn autoscaling_not_enabled(agent: &Agent<'_>, said: &mut Findings) {
    super::switched_off(&agent.autoscaling(), "autoscaling is set up, but not switched on", said);
}

/// RUN040.
pub(super) fn keda_not_installed(agent: &Agent<'_>, said: &mut Findings) {
    let Some(keda) = by_keda(agent) else { return };
    match agent.operator.map(|operator| operator.third_party.value.keda) {
        Some(true) => {}
        Some(false) => {
            said.warn(&keda.get("type"), "KEDA is not installed in the cluster: the number of pods stays as it is");
        }
        None => {
            said.at(&keda.get("type"), "KEDA has to be installed in the cluster");
        }
    }
}

/// RUN041.
pub(super) fn replicas_zero(agent: &Agent<'_>, said: &mut Findings) {
    if agent.replicas() == 0 && !agent.autoscales() {
        said.at(&agent.spec.at("runtime.replicas"), "an agent without pods never answers");
    }
}

/// RUN111.
pub(super) fn hpa_scale_window_surprise(agent: &Agent<'_>, said: &mut Findings) {
    let Some(window) = by_hpa(agent).map(|hpa| hpa.get("scaleDownStabilizationSeconds")) else { return };
    if window.int() == Some(0) {
        said.at(&window, "pods are taken away as soon as the load falls, with the sessions on them");
    }
}

/// RUN126.
pub(super) fn hpa_minimum_zero(agent: &Agent<'_>, said: &mut Findings) {
    let Some(least) = by_hpa(agent).map(|hpa| hpa.get("minReplicas")) else { return };
    if least.int() == Some(0) {
        said.at(&least, "an HPA has at least one pod: the API server refuses it");
    }
}

/// RUN127.
pub(super) fn keda_zero_without_trigger(agent: &Agent<'_>, said: &mut Findings) {
    let Some(keda) = by_keda(agent) else { return };
    if keda.get("minReplicas").int() == Some(0) && keda.at("keda.triggers").items().is_empty() {
        said.at(&keda.get("minReplicas"), "the operator's own trigger cannot wake an agent without pods");
    }
}
