//! RUN108 to RUN110: jobs, sources and workspaces.

use super::SECOND;
use crate::{
    lint::check::{Findings, Subject, beside},
    omnia::duration,
    world::Field,
};

/// The shortest time between two looks at a source, in nanoseconds.
const SHORTEST: i64 = 10 * SECOND;

/// RUN108.
pub(super) fn arena_job_inconsistent(job: &Subject<'_>, said: &mut Findings) {
    let kind = job.spec.get("type").text().unwrap_or("evaluation");
    for (block, of) in [("loadTest", "loadtest"), ("dataGen", "datagen"), ("evaluation", "evaluation")] {
        let field = job.spec.get(block);
        if field.is_written() && kind != of {
            said.at(&field, format!("the block {block} is not read by a job of type {kind}"));
        }
    }
    let output = job.spec.at("output.type");
    if output.exists() && !job.spec.get("output").get(output.str()).exists() {
        said.at(&output, format!("an output of type {0} needs the block {0}", output.str()));
    }
    let cron = job.spec.at("schedule.cron");
    if cron.text().is_some_and(|text| text.split_whitespace().count() != 5) {
        said.at(&cron, format!("{:?} is no schedule of five fields", cron.str()));
    }
    for threshold in job.spec.at("loadTest.thresholds").items() {
        let metric = threshold.get("metric");
        if metric.str().starts_with("ttft") || metric.str().starts_with("latency_p") {
            said.at(&metric, format!("{} is not measured, and such a threshold always counts as passed", metric.str()));
        }
    }
    let workers = job.spec.get("workers");
    let bounds = workers.get("minReplicas").some().or(workers.get("maxReplicas").some());
    if workers.get("replicas").is_written()
        && let Some(bound) = bounds
    {
        said.note(&workers.get("replicas"), "the number of workers is set twice").related.push(beside(&bound, "the other place"));
    }
}

/// RUN109.
pub(super) fn skill_source_problem(source: &Subject<'_>, said: &mut Findings) {
    let interval = source.spec.get("interval").some().unwrap_or_else(|| source.spec.get("syncInterval"));
    match interval.text().map(duration::parse) {
        Some(Ok(time)) if time <= 0 => {
            said.at(&interval, format!("the interval {} is not above zero: the source is never read", interval.str()));
        }
        Some(Ok(time)) if time < SHORTEST => {
            said.at(&interval, format!("the source is asked every {}", interval.str()));
        }
        _ => {}
    }
    let timeout = source.spec.get("timeout");
    if let Some(Err(reason)) = timeout.text().map(duration::parse) {
        said.at(&timeout, format!("{:?} is no duration of Go ({reason})", timeout.str()));
    }
    if source.spec.get("suspend").is_true() {
        said.note(&source.spec.get("suspend"), "the source is suspended: nothing is read");
    }
    let reference = source.spec.at("git.ref");
    let set: Vec<Field<'_>> =
        ["branch", "tag", "commit"].map(|name| reference.get(name)).into_iter().filter(Field::exists).collect();
    if let [_, second, ..] = &set[..] {
        said.at(second, "one of branch, tag and commit is enough, and it is not said which one counts");
    }
}

/// RUN110.
pub(super) fn workspace_unusable(workspace: &Subject<'_>, said: &mut Findings) {
    let network = workspace.spec.get("networkPolicy");
    let closed = network.get("isolate").is_true() && network.get("allowExternalAPIs").bool() == Some(false);
    if closed && network.get("allowTo").items().is_empty() {
        said.warn(&network.get("allowExternalAPIs"), "no agent of the workspace reaches a model: nothing outside is allowed");
    }
    let services = workspace.spec.get("services");
    if services.items().is_empty() {
        said.at(&services, "without a service group nothing of what agents do is recorded");
    }
    let spec = &workspace.spec;
    let seen = !spec.get("roleBindings").items().is_empty()
        || !spec.get("directGrants").items().is_empty()
        || spec.at("anonymousAccess.enabled").is_true();
    if !seen {
        said.at(&spec.get("roleBindings"), "nobody may see the workspace");
    }
    let costs = spec.get("costControls");
    let budget = ["dailyBudget", "monthlyBudget"].iter().any(|name| costs.get(name).exists());
    if !budget && !costs.get("alertThresholds").items().is_empty() {
        said.at(&costs.get("alertThresholds"), "thresholds are shares of a budget, and there is none");
    }
}
