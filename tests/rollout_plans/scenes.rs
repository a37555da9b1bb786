//! An agent in any state of a rollout, with what stands around it.

use omnia::{
    crd::Release,
    rollout::{Ask, Plan, Refusal, Request, Scene, Start, Verb, plan, retried},
    world::{Object, Scope, World},
};
use serde_json::{Value, json};

use crate::{patch, play};

/// The annotation that marks a version as rolled back.
pub const MARK: &str = "omnia.altairalabs.ai/last-rolled-back-version";

/// An agent and its surroundings as JSON.
#[derive(Clone)]
pub struct Case {
    pub agent: Value,
    pub around: Vec<(&'static str, Value)>,
}

/// The steps of most cases: all kinds.
pub fn steps() -> Value {
    json!([
        {"setWeight": 20},
        {"pause": {"duration": "10m"}},
        {"analysis": {"templateName": "quality"}},
        {"setWeight": 50},
        {"pause": {}},
        {"pause": {"duration": "1d"}},
        {"setWeight": 100},
    ])
}

impl Case {
    /// An idle agent of four replicas with steps.
    pub fn idle() -> Self {
        let agent = json!({
            "metadata": {"name": "support-x", "resourceVersion": "4711", "generation": 12},
            "spec": {
                "promptPackRef": {"name": "desk", "version": "1.4.0"},
                "providers": [{"name": "main", "providerRef": {"name": "a"}}],
                "runtime": {"replicas": 4},
                "rollout": {"steps": steps()},
            },
            "status": {"phase": "Running", "activeVersion": "1.4.0", "observedGeneration": 12},
        });
        let mut case = Self { agent, around: Vec::new() };
        for version in ["1.4.0", "2.0.0", "2.1.0"] {
            let labels = json!({"omnia.altairalabs.ai/promptpack": "desk"});
            let pack = json!({
                "metadata": {"name": format!("desk-{version}"), "labels": labels},
                "spec": {"packName": "desk", "version": version},
            });
            case = case.with("PromptPack", pack);
        }
        for name in ["a", "b"] {
            case = case.with("Provider", json!({"metadata": {"name": name}}));
        }
        case.with("RolloutAnalysis", json!({"metadata": {"name": "quality"}})).deployment("support-x", 4, 4)
    }

    /// With an override of the agent, as a merge patch.
    pub fn set(mut self, patch: &Value) -> Self {
        patch::merge(&mut self.agent, patch);
        self
    }

    pub fn with(mut self, kind: &'static str, object: Value) -> Self {
        self.around.push((kind, object));
        self
    }

    /// Without the objects of a kind.
    pub fn without(mut self, kind: &str) -> Self {
        self.around.retain(|(other, _)| *other != kind);
        self
    }

    /// A Deployment with so many pods, of which so many are ready, in place of an earlier one.
    pub fn deployment(mut self, name: &str, replicas: i64, ready: i64) -> Self {
        self.around.retain(|(kind, object)| *kind != "Deployment" || object["metadata"]["name"] != name);
        let owner = json!([{"kind": "AgentRuntime", "name": "support-x", "controller": true}]);
        let status = json!({
            "replicas": replicas, "updatedReplicas": replicas, "readyReplicas": ready, "availableReplicas": ready,
        });
        self.with(
            "Deployment",
            json!({
                "metadata": {"name": name, "ownerReferences": owner}, "spec": {"replicas": replicas}, "status": status,
            }),
        )
    }

    pub fn candidate(self) -> Self {
        self.set(&json!({"spec": {"rollout": {"candidate": {"promptPackRef": {"name": "desk", "version": "2.0.0"}}}}}))
            .deployment("support-x-canary", 1, 1)
    }

    /// In the step of this index, with the operator's status for it.
    pub fn at(self, step: i64, message: &str) -> Self {
        let rollout = json!({
            "active": true, "currentStep": step, "currentWeight": 20, "stableVersion": "1.4.0", "candidateVersion": "2.0.0",
            "stepStartedAt": "2026-11-30T10:00:00Z", "message": message,
        });
        self.candidate().set(&json!({"status": {"rollout": rollout}}))
    }

    /// As the status is where a stamp is missing.
    pub fn unstamped(self) -> Self {
        self.set(&json!({"status": {"rollout": {"stepStartedAt": null}}}))
    }

    /// Being promoted, from the version 1.4.0.
    pub fn promoting(self) -> Self {
        let message = "promoting: waiting for stable to roll to the new config";
        self.candidate().set(&json!({
            "spec": {"promptPackRef": {"version": "2.0.0"}},
            "status": {"rollout": {"active": true, "promoting": true, "message": message}},
        }))
    }

    pub fn object(&self) -> Object {
        play::object("AgentRuntime", "shop", &self.agent)
    }

    pub fn world(&self) -> World {
        let mut world = World::new(Scope::Complete);
        for (kind, object) in &self.around {
            world.add(play::object(kind, "shop", object));
        }
        world
    }

    pub fn scene(&self) -> Scene {
        Scene::read(&self.world(), &self.object(), Release::Current)
    }

    /// What a verb comes to; `start` sets a candidate of version 2.1.0.
    pub fn plan(&self, verb: Verb) -> Result<Plan, Refusal> {
        self.plan_as(&Ask::new(verb))
    }

    pub fn plan_as(&self, ask: &Ask) -> Result<Plan, Refusal> {
        let scene = self.scene();
        let mut ask = ask.clone();
        let candidate = match ask.verb {
            Verb::Start => Some(json!({"promptPackRef": {"name": "desk", "version": "2.1.0"}})),
            Verb::Retry => retried(&scene.agent),
            _ => None,
        };
        if let Some(candidate) = candidate.filter(|_| ask.start.is_none()) {
            ask.start = Some(Start::look(&self.world(), &self.object(), candidate, None, Release::Current));
        }
        plan(&scene, &ask)
    }

    /// The requests of a verb as `suffix type body`; with the reason where it is refused.
    pub fn sent(&self, verb: Verb) -> Vec<String> {
        self.plan(verb).map_or_else(
            |refusal| vec![format!("refused: {}", refusal.reason)],
            |plan| plan.stages.iter().map(|stage| line(&stage.request)).collect(),
        )
    }

    /// What the user is told before a verb is carried out.
    pub fn notices(&self, verb: Verb) -> String {
        self.plan(verb).map_or_else(|refusal| format!("refused: {}", refusal.reason), |plan| plan.notices.join("; "))
    }
}

/// A request on one line; the order of keys means nothing.
pub fn line(request: &Request) -> String {
    let suffix = if request.status { "/status" } else { "-" };
    format!("{suffix} {} {}", request.patch.content_type(), sorted(&request.body))
}

/// The same of a request that is expected.
pub fn expected(suffix: &str, content_type: &str, body: &Value) -> String {
    format!("{suffix} application/{content_type}-patch+json {}", sorted(body))
}

fn sorted(value: &Value) -> String {
    match value {
        Value::Object(map) => {
            let mut keys: Vec<_> = map.keys().collect();
            keys.sort();
            let members: Vec<String> = keys.iter().map(|key| format!("{key:?}:{}", sorted(&map[*key]))).collect();
            format!("{{{}}}", members.join(","))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(sorted).collect::<Vec<_>>().join(",")),
        other => other.to_string(),
    }
}
