//! What would make a rollout fail is refused, told, and shown.

use omnia::rollout::Verb;
use serde_json::{Value, json};

use crate::scenes::Case;

/// A case behind its first weight, with a fault, and a part of the reason; `+` stands for what is only told.
fn faults() -> Vec<(Case, &'static str)> {
    let open = || Case::idle().at(4, "step 4: paused indefinitely");
    let spec = |patch: Value| open().set(&json!({"spec": {"rollout": patch}}));
    let istio = json!({"trafficRouting": {"istio": {
        "virtualService": {"name": "edge", "routes": ["chat"]}, "destinationRule": {"name": "edge"},
    }}, "stickySession": {"hashOn": "x"}});
    let service = |route: &str| json!({"metadata": {"name": "edge"}, "spec": {"http": [{"name": route, "route": []}]}});
    let rule = json!({"metadata": {"name": "edge"}});
    let condition = |kind: &str, reason: &str| {
        let condition = json!({"type": kind, "status": "False", "reason": reason, "message": "told"});
        open().set(&json!({"status": {"conditions": [condition]}}))
    };
    let owned = |kind: &str| {
        let mut case = open();
        for (_, object) in case.around.iter_mut().filter(|(_, object)| object["metadata"]["name"] == "support-x-canary") {
            object["metadata"]["ownerReferences"] = json!([{"kind": kind, "name": "other", "controller": true}]);
        }
        case
    };
    let mut failed = open();
    failed
        .around
        .iter_mut()
        .filter(|(kind, _)| *kind == "PromptPack")
        .for_each(|(_, pack)| pack["status"]["phase"] = json!("Failed"));
    let providers = |name: &str| json!({"candidate": {"providerRefs": [{"name": "main", "providerRef": {"name": name}}]}});
    let registry = |namespace: &str| json!({"candidate": {"toolRegistryRef": {"name": "new", "namespace": namespace}}});
    let lost = json!({"status": {"rollout": {"trafficRoutingMode": "external"}}});
    vec![
        (open().deployment("support-x-canary", 1, 0), "is not complete"),
        (open().deployment("support-x-canary", 0, 0), "is at 0 replicas"),
        (open().without("Deployment"), "there is no Deployment support-x-canary"),
        (failed, "is in phase Failed"),
        (spec(providers("gone")), "the Provider gone does not exist"),
        (
            spec(providers("c")).with("Provider", json!({"metadata": {"name": "c"}, "status": {"phase": "Error"}})),
            "the Provider c is in phase Error",
        ),
        (spec(providers("c")).with("Provider", json!({"metadata": {"name": "c"}, "status": {"phase": "Ready"}})), ""),
        (spec(registry("")), "the ToolRegistry new does not exist"),
        (spec(registry("else")), "in the namespace else"),
        (spec(istio.clone()), "the VirtualService edge does not exist"),
        (spec(istio.clone()).with("VirtualService", service("chat")), "the DestinationRule edge does not exist"),
        (
            spec(istio.clone()).with("VirtualService", service("other")).with("DestinationRule", rule.clone()),
            "+has no route chat",
        ),
        (spec(istio).with("VirtualService", service("chat")).with("DestinationRule", rule), ""),
        (open().without("RolloutAnalysis"), "+the RolloutAnalysis quality does not exist"),
        (condition("CapabilitiesSatisfied", "CapabilitiesMissing"), "lacks a capability"),
        (condition("ProviderReady", "ProviderNotReady"), "ProviderReady is False: told"),
        (condition("PromptPackReady", "PackNotReady"), "PromptPackReady is False: told"),
        (condition("ToolRegistryReady", "ToolRegistryNotFound"), ""),
        (condition("DeploymentReady", "DeploymentFailed"), ""),
        (open().with("AgentRuntime", json!({"metadata": {"name": "support-x-canary"}})), "belongs to the agent support-x-canary"),
        (owned("AgentRuntime"), "belongs to the agent other"),
        (owned("Rollout"), "belongs to the Rollout other"),
        (open().set(&lost), "trafficRouting was taken out"),
        (open().set(&json!({"metadata": {"deletionTimestamp": "2026-11-30T10:00:00Z"}})), "is being deleted"),
    ]
}

#[test]
fn what_would_go_wrong_is_refused_or_told_before_a_candidate_gets_more() {
    for (index, (case, part)) in faults().into_iter().enumerate() {
        for verb in [Verb::Promote, Verb::PromoteFull, Verb::Resume] {
            let notices = case.notices(verb);
            let is_right = match part.strip_prefix('+') {
                Some(told) => !notices.starts_with("refused") && notices.contains(told),
                None if part.is_empty() => !notices.starts_with("refused"),
                None => notices.starts_with("refused") && notices.contains(part),
            };
            assert!(is_right, "{index} {verb} {part:?}: {notices}");
        }
    }
}

/// A candidate that the operator cannot reach leaves a rollback right; only what strands traffic stops it.
#[test]
fn a_rollback_is_stopped_by_nothing_but_lost_weights() {
    for (index, (case, part)) in faults().into_iter().enumerate() {
        let is_refused = case.notices(Verb::Rollback).starts_with("refused");
        assert_eq!(is_refused, part.contains("taken out") || part.contains("deleted"), "{index} {part}");
    }
    let frozen = faults().into_iter().find(|(_, part)| part.starts_with("ProviderReady")).unwrap().0;
    assert!(frozen.notices(Verb::Rollback).contains("does not come to the rollout"));
}

/// What a screen warns of, by code.
pub fn warnings(case: &Case) -> Vec<&'static str> {
    let standing = omnia::rollout::Standing::of(&case.scene(), &omnia::rollout::Memory::default(), 0);
    standing.warnings.iter().map(|warning| warning.code).collect()
}

#[test]
fn a_screen_warns_of_what_a_verb_would_refuse() {
    let codes = [
        "candidate-failed",
        "provider-missing",
        "provider-unready",
        "tool-registry-missing",
        "tool-registry-foreign",
        "virtual-service-missing",
        "destination-rule-missing",
        "route-missing",
        "analysis-missing",
        "capabilities-missing",
        "frozen",
        "name-taken",
        "routing-removed",
    ];
    let seen: Vec<&str> = faults().iter().flat_map(|(case, _)| warnings(case)).collect();
    for code in codes {
        assert!(seen.contains(&code), "{code}: {seen:?}");
    }
    // The Deployment of a namesake goes even without a rollout.
    let namesake = json!({"metadata": {"name": "support-x-canary"}});
    let bare = Case::idle().set(&json!({"spec": {"rollout": null}})).with("AgentRuntime", namesake);
    assert_eq!(warnings(&bare), ["name-taken"]);
}
