//! A stand-in for the operator, on top of the library's own model of it, which also plays pods that become ready.

use std::{
    sync::{Mutex, PoisonError},
    thread,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use omnia::{
    crd::Release,
    rollout::{Agent, Analysis, Around, Fate, Mode, OperatorPass, Scene, pass, split},
    world::{Scope, World},
};
use serde_json::{Value, json};

use super::{
    api::Api,
    crds::groups,
    play::{candidate, object, spec, status},
};

/// The operator of one namespace.
pub struct Operator<'a> {
    api: &'a Api,
    namespace: &'a str,
    /// Held while it works.
    stopped: Mutex<bool>,
}

impl<'a> Operator<'a> {
    pub fn new(api: &'a Api, namespace: &'a str) -> Self {
        Self { api, namespace, stopped: Mutex::new(false) }
    }

    /// Works until it is stopped.
    pub fn work(&self) {
        loop {
            let stopped = self.stopped.lock().unwrap();
            if *stopped {
                return;
            }
            self.round();
            drop(stopped);
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Returns when the last round is over: nothing is written any more.
    pub fn stop(&self) {
        *self.stopped.lock().unwrap_or_else(PoisonError::into_inner) = true;
    }

    /// One pass over each agent, and a step forward of each Deployment.
    pub fn round(&self) {
        for kind in ["Deployment", "AgentRuntime"] {
            let listed = self.api.get(&self.path(kind));
            for item in listed.body["items"].as_array().cloned().unwrap_or_default() {
                if kind == "Deployment" { self.play_pods(&item) } else { self.reconcile(&item) }
            }
        }
    }

    fn path(&self, kind: &str) -> String {
        match kind {
            "Deployment" => format!("/apis/apps/v1/namespaces/{}/deployments", self.namespace),
            kind => groups()[0].path(kind, self.namespace),
        }
    }

    /// Pods are ready at once, but for Deployments that say that there are none.
    fn play_pods(&self, deployment: &Value) {
        if deployment["metadata"]["labels"]["pods"] == "none" {
            return;
        }
        let count = &deployment["spec"]["replicas"];
        let status = json!({
            "observedGeneration": deployment["metadata"]["generation"],
            "replicas": count, "updatedReplicas": count, "readyReplicas": count, "availableReplicas": count,
        });
        if deployment["status"]["readyReplicas"].as_i64().unwrap_or_default() != count.as_i64().unwrap_or_default()
            || deployment["status"]["observedGeneration"] != deployment["metadata"]["generation"]
        {
            let name = deployment["metadata"]["name"].as_str().unwrap();
            let body = json!({ "status": status }).to_string();
            self.api.send("PATCH", &format!("{}/{name}/status", self.path("Deployment")), &body);
        }
    }

    /// The scene as the operator's cache has it.
    fn scene(&self, item: &Value) -> (Scene, String) {
        let name = item["metadata"]["name"].as_str().unwrap().to_owned();
        let mut world = World::new(Scope::Complete);
        for kind in ["Deployment", "PromptPack"] {
            let listed = self.api.get(&self.path(kind));
            for item in listed.body["items"].as_array().into_iter().flatten() {
                world.add(object(kind, self.namespace, item));
            }
        }
        (Scene::read(&world, &object("AgentRuntime", self.namespace, item), Release::Current), name)
    }

    fn reconcile(&self, item: &Value) {
        let (scene, name) = self.scene(item);
        if scene.stable.is_none() {
            self.deploy(&name, scene.agent.total, "1.0.0");
            return;
        }
        let around = Around { analysis: Analysis::NoResult, ..Around::of(&scene) };
        let nanos = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos();
        let done = pass(&scene.agent, &around, i64::try_from(nanos).unwrap());
        let canary = format!("{name}-canary");
        match done.candidate {
            Fate::Ensured if scene.candidate.is_none() => self.deploy(&canary, scene.agent.total, "candidate"),
            Fate::Deleted if scene.candidate.is_some() => {
                self.api.send("DELETE", &format!("{}/{canary}", self.path("Deployment")), "");
            }
            _ => {}
        }
        if let (Some(weight), Some(Mode::ReplicaWeighted)) = (done.routed, scene.mode()) {
            let pods = split(scene.agent.total, weight);
            for (name, count) in [(&name, pods.stable), (&canary, pods.candidate)] {
                let body = json!({"spec": {"replicas": count}}).to_string();
                self.api.send("PATCH", &format!("{}/{name}", self.path("Deployment")), &body);
            }
        }
        self.write(item, &scene.agent, &done, &name);
    }

    /// Writes spec and status as the operator does: with the version that it read, so that it gives way to others.
    fn write(&self, item: &Value, before: &Agent, done: &OperatorPass, name: &str) {
        let path = format!("{}/{name}", self.path("AgentRuntime"));
        let mut version = item["metadata"]["resourceVersion"].clone();
        if before.refs != done.agent.refs || candidate(before) != candidate(&done.agent) {
            let body = json!({"metadata": {"resourceVersion": version}, "spec": spec(&done.agent)});
            let answer = self.api.send("PATCH", &path, &body.to_string());
            if answer.code != 200 {
                return;
            }
            version = answer.body["metadata"]["resourceVersion"].clone();
        }
        let idle = done.agent.progress().is_none();
        let active = if idle { done.agent.refs.version().unwrap_or_default() } else { &before.status.active_version };
        let generation = &item["metadata"]["generation"];
        let same = before.status.rollout == done.agent.status.rollout && before.status.active_version == active;
        if same && before.status.observed_generation == generation.as_i64().unwrap() {
            return;
        }
        let shown = json!({"activeVersion": active, "phase": "Running", "observedGeneration": generation,
            "rollout": done.agent.progress().map_or(Value::Null, status)});
        let body = json!({"metadata": {"resourceVersion": version}, "status": shown});
        let answer = self.api.send("PATCH", &format!("{path}/status"), &body.to_string());
        assert!([200, 409].contains(&answer.code), "{}", answer.body);
    }

    fn deploy(&self, name: &str, replicas: i64, version: &str) {
        let labels = json!({"app": name});
        let container =
            json!({"name": "runtime", "image": "example.org/runtime", "env": [{"name": "VERSION", "value": version}]});
        let deployment = json!({
            "apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": name},
            "spec": {"replicas": replicas, "selector": {"matchLabels": labels},
                "template": {"metadata": {"labels": labels}, "spec": {"containers": [container]}}},
        });
        self.api.send("POST", &self.path("Deployment"), &deployment.to_string());
    }
}
