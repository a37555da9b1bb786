//! The diagnosis against recorded runs of the operator.

#![allow(clippy::unwrap_used, clippy::panic)]

#[allow(dead_code, reason = "other tests use the rest")]
#[path = "support/trace.rs"]
mod trace;

use std::collections::BTreeSet;

use omnia::{
    crd::Release,
    diagnose::{Diagnosis, Evidence, Gravity},
};
use trace::{START, Seen, Trace};

fn diagnosed(seen: &Seen<'_>, seconds: i64) -> Option<Diagnosis> {
    let (mut world, agent) = (seen.world(), seen.object()?);
    world.add(agent.clone());
    let now = (START + seconds) * 1_000_000_000;
    Some(Diagnosis::of(&Evidence::read(&world, &agent, Release::R2026_07, now)))
}

/// The causes of all states of a run with the fields behind them.
fn causes(trace: &Trace) -> BTreeSet<(String, String)> {
    let (mut seen, mut found) = (trace.beginning(), BTreeSet::new());
    for event in trace.events() {
        seen.apply(event);
        let chains = diagnosed(&seen, 0).map(|diagnosis| diagnosis.chains).unwrap_or_default();
        for chain in chains {
            assert!(chain.links.len() > 1 && !chain.edit.field.is_empty() && !chain.edit.write.is_empty(), "{chain:?}");
            found.insert((chain.cause, chain.edit.field));
        }
    }
    found
}

/// Before anything happens all agents run.
#[test]
fn agents_that_run_have_no_fault() {
    let traces = Trace::all();
    assert!(traces.len() > 80);
    for trace in &traces {
        let Some(diagnosis) = diagnosed(&trace.beginning(), 0) else { continue };
        let faults: Vec<_> = diagnosis.chains.iter().filter(|chain| chain.gravity == Gravity::Fault).collect();
        assert!(faults.is_empty(), "{}: {faults:#?}", trace.name);
    }
}

#[test]
fn what_holds_a_run_up_is_found() {
    let traces = Trace::all();
    for (name, cause, field) in [
        ("candidate-unresolved", "candidate-unresolved", "spec.rollout.candidate.promptPackRef"),
        ("promote-unresolved-then-published", "candidate-unresolved", "spec.rollout.candidate.promptPackRef"),
        ("istio-vs-missing", "virtual-service-missing", "spec.rollout.trafficRouting.istio.virtualService.name"),
        ("istio-vs-missing", "TrafficRouting/Degraded", "spec.rollout.trafficRouting.istio.virtualService.name"),
        ("nomesh-mode-mesh", "TrafficRouting/Degraded", "spec.rollout.trafficRouting.mode"),
        ("name-collision", "name-taken", "metadata.name"),
        ("status-negative-step", "negative-step", "status.rollout.currentStep"),
        ("mesh-waypoint", "mesh-waypoint", "spec.rollout.trafficRouting.mesh.waypoint"),
        ("analysis-unreachable", "analysis-silent", "spec.rollout.steps[2].analysis.templateName"),
        ("analysis-fail-manual-recovers", "analysis-failed", "spec.metrics[].successCondition"),
        ("inert-equal", "leftover-candidate", "spec.rollout.candidate"),
        ("next-none", "rollout-paused", "spec.rollout.steps[1].pause"),
    ] {
        let trace = traces.iter().find(|trace| trace.name == name).unwrap_or_else(|| panic!("no run {name}"));
        let found = causes(trace);
        assert!(found.contains(&(cause.to_owned(), field.to_owned())), "{name}: {cause} {field}: {found:#?}");
    }
    // And none of them panics, nor has a chain without an end.
    assert!(traces.iter().map(causes).filter(|found| !found.is_empty()).count() > 30);
}
