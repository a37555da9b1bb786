//! `rollout plan AGENT` of a rollout that runs, and the JSON of `rollout` and `doctor` against their schemas.

use serde_json::{Value, json};

use crate::{
    commands::{fits, run, said},
    script::{Asked, Reply, Script},
};

const GROUP: &str = "omnia.altairalabs.ai/v1alpha1";

/// An agent in the pause after its first weight.
fn agent() -> Value {
    json!({"apiVersion": GROUP, "kind": "AgentRuntime",
        "metadata": {"name": "bot", "namespace": "default", "uid": "u", "resourceVersion": "7", "generation": 2,
            "creationTimestamp": "2026-11-01T00:00:00Z"},
        "spec": {"promptPackRef": {"name": "p", "version": "1.0.0"}, "facades": [{"type": "websocket", "port": 8080}],
            "providers": [{"name": "default", "providerRef": {"name": "gpt"}}], "runtime": {"replicas": 4},
            "rollout": {"trafficRouting": {"mode": "replicaWeighted"},
                "candidate": {"promptPackRef": {"name": "p", "version": "2.0.0"}},
                "steps": [{"setWeight": 25}, {"pause": {}}, {"setWeight": 100}, {"pause": {"duration": "5m"}}]}},
        "status": {"phase": "Running", "activeVersion": "1.0.0", "observedGeneration": 2,
            "rollout": {"active": true, "currentStep": 1, "currentWeight": 25, "stableVersion": "1.0.0", "candidateVersion": "2.0.0",
                "trafficRoutingMode": "replicaWeighted", "message": "step 1: paused indefinitely"}}})
}

fn deployment(name: &str, replicas: i64) -> Value {
    json!({"apiVersion": "apps/v1", "kind": "Deployment",
        "metadata": {"name": name, "namespace": "default", "ownerReferences": [{"kind": "AgentRuntime", "name": "bot"}]},
        "spec": {"replicas": replicas},
        "status": {"replicas": replicas, "readyReplicas": replicas, "availableReplicas": replicas, "updatedReplicas": replicas}})
}

/// What there is at the end of a path; the candidate has more pods than its weight asks for.
fn cluster() -> Script {
    Script::new(|asked: &Asked, _| {
        let path = asked.line.split([' ', '?']).nth(1).unwrap();
        let list = |kind: &str, items: &[Value]| {
            Reply::ok(&json!({"kind": format!("{kind}List"), "apiVersion": "v1", "metadata": {}, "items": items}))
        };
        let pack = |version: &str| {
            json!({"apiVersion": GROUP, "kind": "PromptPack",
                "metadata": {"name": format!("p-{version}"), "namespace": "default", "labels": {"omnia.altairalabs.ai/promptpack": "p"}},
                "spec": {"packName": "p", "version": version, "source": {"type": "configmap"}}, "status": {"phase": "Ready"}})
        };
        let event = json!({"metadata": {"name": "e", "namespace": "default"}, "type": "Normal", "reason": "RolloutStep",
            "message": "step 0: setWeight 25", "count": 1, "lastTimestamp": "2026-11-30T11:30:00Z",
            "involvedObject": {"kind": "AgentRuntime", "name": "bot"}});
        match path.rsplit('/').next().unwrap() {
            "bot" if path.contains("agentruntimes") => Reply::ok(&agent()),
            "bot" => Reply::ok(&deployment("bot", 3)),
            "bot-canary" if path.contains("deployments") => Reply::ok(&deployment("bot-canary", 4)),
            "agentruntimes" => list("AgentRuntime", &[agent()]),
            "promptpacks" => list("PromptPack", &[pack("1.0.0"), pack("2.0.0")]),
            "events" => list("Event", &[event]),
            "version" => Reply::ok(&json!({"gitVersion": "v1.34.2"})),
            "selfsubjectreviews" => Reply::ok(&json!({"status": {"userInfo": {"username": "jane"}}})),
            "selfsubjectaccessreviews" => Reply::ok(&json!({"status": {"allowed": true}})),
            "providers" => list("Provider", &[]),
            "toolregistries" => list("ToolRegistry", &[]),
            "virtualservices" => list("VirtualService", &[]),
            "configmaps" => list("ConfigMap", &[]),
            "customresourcedefinitions" => list("CustomResourceDefinition", &[]),
            "validatingwebhookconfigurations" => list("ValidatingWebhookConfiguration", &[]),
            last => Reply::status(404, "", "not found", last),
        }
    })
}

#[test]
fn the_plan_of_a_running_rollout_begins_where_it_stands() {
    let script = cluster();
    for word in ["bot", "agentruntime/bot", "agents/none"] {
        let (code, text, errors) = said(&run(&script, &["rollout", "plan", word]).0);
        if word == "agents/none" {
            assert_eq!((code, text.as_str()), (2, ""), "{errors}");
            continue;
        }
        let (left, whole) = text.split_once("THE WHOLE\n").unwrap_or_else(|| panic!("{word}: {code}: {text}{errors}"));
        assert!(left.contains("stable     3 of 3 pods ready") && left.contains("candidate  4 of 4 pods ready"), "{left}");
        let rows = left.lines().skip_while(|line| !line.trim_start().starts_with("STEP")).skip(1);
        let first = rows.map(str::trim_start).find(|line| line.starts_with(|c: char| c.is_ascii_digit())).unwrap();
        let cells: Vec<&str> = first.split_whitespace().collect();
        assert_eq!((cells[0], cells.contains(&"4+3")), ("2", true), "the pods that there are: {left}");
        assert!(whole.contains("\n  1 ") && !left.contains("\n  1 "), "{text}");
        assert!(whole.contains(" RUN"), "findings come last: {whole}");
        assert!(
            text.lines().all(|line| line.contains(" RUN") || line.starts_with("  warning") || line.chars().count() <= 80),
            "{text}"
        );
    }
    let (_, text, _) = said(&run(&script, &["rollout", "plan", "bot", "-o", "json"]).0);
    let plan: Value = serde_json::from_str(&text).unwrap();
    let item = &plan["items"][0];
    assert_eq!((&item["position"]["phase"], &item["remaining"][0]["rows"][0]["step"]), (&json!("paused"), &json!(2)));
    assert_eq!(item["timelines"][0]["rows"][0]["stablePods"], 3, "4 pods split for 25 %");
    assert_eq!(item["findings"][0]["location"]["file"], "live:default/agentruntimes/bot");
    let (code, text, _) = said(&run(&script, &["rollout", "plan", "bot", "-qq"]).0);
    assert_eq!((code, text.as_str()), (0, ""));
}

#[test]
fn json_fits_its_schemas() {
    let script = cluster();
    let runs: &[(&str, &[&str], &[&str])] = &[
        ("rollout-status.json", &["rollout", "status"], &["/items/0", "/items/0/weight", "/items/0/deployments/stable"]),
        ("rollout-status.json", &["rollout", "status", "bot"], &["/items/0/step", "/items/0/versions"]),
        ("rollout-plan.json", &["rollout", "plan", "bot"], &["/items/0", "/items/0/remaining/0/rows/0", "/items/0/findings/0"]),
        ("rollout-act.json", &["rollout", "promote", "bot", "--dry-run", "--yes", "--force"], &["", "/requests/0"]),
        ("rollout-act.json", &["rollout", "abort", "bot", "--dry-run", "--yes"], &["/agent"]),
        ("rollout-history.json", &["rollout", "history", "bot"], &["", "/events/0"]),
        ("doctor.json", &["doctor"], &["", "/tool", "/kinds/0"]),
    ];
    for (schema, arguments, there) in runs {
        fits(&script, schema, arguments, there);
    }
}
