//! Recorded runs of the operator, replayed event by event: those in `testdata/rollout`, and with `OMNIA_ROLLOUT_TRACES` also the YAML
//! files of that folder.

use std::{fs, path::Path};

use omnia::{
    crd::Release,
    rollout::Scene,
    world::{Object, Origin, Scope, World},
    yaml::{JsonForm, Text, read, read_json, to_json},
};
use serde_json::{Map, Value, json};

/// 2026-01-01T00:00:00Z, the time 0 of all runs.
pub const START: i64 = 1_767_225_600;
const NAMESPACE: &str = "team";

/// A run.
pub struct Trace {
    pub name: String,
    pub content: Value,
    /// Whether it is one of this repository.
    pub own: bool,
}

/// What a watcher has seen.
#[derive(Clone)]
pub struct Seen<'t> {
    trace: &'t Trace,
    /// By `Kind/name`, the fields in the flat form of the recording.
    pub state: Map<String, Value>,
    /// Objects that were there at the beginning, or were made by a client.
    objects: Vec<Value>,
    /// Whether this tool has written a pause into the steps.
    inserted: bool,
    /// The replicas that a rollback has raised.
    pub raised_from: Option<i64>,
}

impl Trace {
    /// All runs, in the order of their names.
    pub fn all() -> Vec<Self> {
        let own = Self::of_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/rollout"), "json");
        assert_eq!(own.len(), 90);
        let more = std::env::var_os("OMNIA_ROLLOUT_TRACES");
        let more = more.map(|folder| Self::of_folder(Path::new(&folder), "yaml")).unwrap_or_default();
        let unknown = |trace: &Self| own.iter().all(|own| own.name != trace.name);
        let more: Vec<Self> = more.into_iter().filter(unknown).collect();
        own.into_iter().chain(more).collect()
    }

    fn of_folder(folder: &Path, extension: &str) -> Vec<Self> {
        let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.retain(|path| path.extension().is_some_and(|found| found == extension));
        paths.sort();
        paths.iter().map(|path| Self::read(path)).collect()
    }

    fn read(path: &Path) -> Self {
        let text = Text::new(fs::read(path).unwrap()).unwrap();
        let documents = read(&text);
        let node = &documents.documents.first().unwrap().root;
        let content = serde_json::from_str(&to_json(node, JsonForm::Sent)).unwrap();
        Self {
            name: path.file_stem().unwrap().to_str().unwrap().to_owned(),
            content,
            own: path.extension().is_some_and(|extension| extension == "json"),
        }
    }

    pub fn events(&self) -> &[Value] {
        self.content["events"].as_array().unwrap()
    }

    pub fn mesh(&self) -> bool {
        self.content["mesh"] == true
    }

    /// What was there at time 0.
    pub fn beginning(&self) -> Seen<'_> {
        Seen {
            trace: self,
            state: self.content["initialState"].as_object().unwrap().clone(),
            objects: self.content["initial"].as_array().unwrap().clone(),
            inserted: false,
            raised_from: None,
        }
    }

    /// What a client had seen that sent the event `index`.
    pub fn before(&self, index: usize) -> Seen<'_> {
        let ahead = self.events()[index]["effectAhead"].as_u64().unwrap_or_default() as usize;
        let mut seen = self.beginning();
        for event in &self.events()[..index - ahead] {
            seen.apply(event);
        }
        seen
    }
}

impl Seen<'_> {
    /// Takes an event in.
    pub fn apply(&mut self, event: &Value) {
        if let Some(id) = event["see"].as_str() {
            self.see(id, event);
        } else if event["do"] == "POST" {
            self.objects.push(event["body"].clone());
        } else if event["verb"] == "pause" && event["answer"]["code"] == 200 {
            self.inserted = event["body"][1]["op"] == "add";
        } else if event["verb"] == "rollback" && event["body"]["spec"]["runtime"]["replicas"] == 2 {
            self.raised_from = Some(1);
        } else if event["do"].as_str().is_some_and(|word| word.starts_with("kubectl")) {
            self.inserted = false;
        }
    }

    fn see(&mut self, id: &str, event: &Value) {
        if event["gone"] == true {
            self.state.remove(id);
        } else if let Some(new) = event.get("new") {
            self.state.insert(id.to_owned(), new.clone());
        } else if event["changed"].is_string() {
            self.state.insert(id.to_owned(), json!({}));
        } else {
            let fields = self.state.entry(id.to_owned()).or_insert_with(|| json!({}));
            let changed = event["changed"].as_object().unwrap();
            if id == "ready pods" {
                *fields = event["changed"].clone();
                return;
            }
            for (key, value) in changed {
                match value {
                    Value::Null => _ = fields.as_object_mut().unwrap().remove(key),
                    value => fields[key] = value.clone(),
                }
            }
        }
    }

    /// The agent as an object of the API.
    pub fn object(&self) -> Option<Object> {
        let fields = self.state.get("AgentRuntime/bot")?.as_object()?;
        let initial = self.trace.content["initial"].as_array().unwrap();
        let mut json = initial.iter().find(|object| object["kind"] == "AgentRuntime").cloned().unwrap_or_else(|| json!({}));
        json["metadata"] = json!({"name": "bot", "resourceVersion": "RV", "generation": fields["generation"], "annotations": {}});
        if self.inserted {
            json["metadata"]["managedFields"] =
                json!([{"manager": "kubectl-omnia", "fieldsV1": {"f:spec": {"f:rollout": {"f:steps": {}}}}}]);
        }
        for key in ["promptPackRef", "providers", "toolRegistryRef", "rollout"] {
            json["spec"].as_object_mut().unwrap().remove(key);
        }
        let mut conditions = Vec::new();
        for (key, value) in fields {
            if let Some(kind) = key.strip_prefix("condition.") {
                let (head, message) = value.as_str().unwrap().split_once(": ").unwrap();
                let (status, reason) = head.split_once(' ').unwrap();
                conditions.push(json!({"type": kind, "status": status, "reason": reason, "message": message}));
            } else if let Some(name) = key.strip_prefix("annotations.") {
                json["metadata"]["annotations"][name] = value.clone();
            } else if key == "deletionTimestamp" {
                json["metadata"]["deletionTimestamp"] = value.clone();
            } else if key.contains('.') && key != "status.rollout" {
                put(&mut json, key, value);
            }
        }
        json["status"]["conditions"] = Value::Array(conditions);
        Some(object("omnia.altairalabs.ai", "AgentRuntime", "bot", &json))
    }

    /// All that was seen, in a world that holds nothing else.
    pub fn world(&self) -> World {
        let mut world = World::new(Scope::Complete);
        for manifest in &self.objects {
            let (group, kind) = (manifest["apiVersion"].as_str().unwrap(), manifest["kind"].as_str().unwrap());
            let name = manifest["metadata"]["name"].as_str().unwrap();
            if (kind, name) != ("AgentRuntime", "bot") && kind != "VirtualService" {
                world.add(object(group.split('/').next().unwrap(), kind, name, manifest));
            }
        }
        for (id, fields) in &self.state {
            if let Some(name) = id.strip_prefix("VirtualService/") {
                world.add(object("networking.istio.io", "VirtualService", name, &virtual_service(fields)));
            }
            if let Some(name) = id.strip_prefix("Deployment/") {
                world.add(object("apps", "Deployment", name, &deployment(fields)));
            }
        }
        world
    }

    /// What the rollout reads of it; nothing when there is no agent.
    pub fn scene(&self) -> Option<Scene> {
        Some(Scene::read(&self.world(), &self.object()?, Release::R2026_07))
    }
}

/// Puts a value at a path with dots; a stamp becomes a time.
fn put(json: &mut Value, path: &str, value: &Value) {
    let mut place = json;
    for key in path.split('.') {
        place = &mut place[key];
    }
    let stamp = value.as_str().and_then(|text| text.strip_prefix("T+").or_else(|| text.strip_prefix("T")));
    *place = match stamp.and_then(|text| text.parse::<f64>().ok()) {
        // The recording gives tenths relative to its own time 0; the operator's stamps are whole seconds.
        Some(seconds) => json!(time(START as f64 + seconds)),
        None => value.clone(),
    };
}

/// A time as the API writes it, with a fraction.
fn time(seconds: f64) -> String {
    let of_day = seconds - START as f64;
    let (hours, minutes, rest) = ((of_day / 3600.0) as i64, (of_day / 60.0) as i64 % 60, of_day % 60.0);
    match of_day {
        0.0.. => format!("2026-01-01T{hours:02}:{minutes:02}:{rest:06.3}Z"),
        _ => format!("2025-12-31T23:59:{:06.3}Z", 60.0 + of_day),
    }
}

fn virtual_service(fields: &Value) -> Value {
    let weights = fields.as_object().unwrap().iter().filter_map(|(key, value)| Some((key.strip_prefix("weights.")?, value)));
    let route = |(name, weights): (&str, &Value)| {
        let target = |(subset, weight): (&String, &Value)| json!({"destination": {"subset": subset}, "weight": weight});
        let targets: Vec<Value> = weights.as_object().unwrap().iter().map(target).collect();
        json!({"name": name, "route": targets})
    };
    json!({"spec": {"http": weights.map(route).collect::<Vec<_>>()}})
}

fn deployment(fields: &Value) -> Value {
    let mut conditions = Vec::new();
    if let Some((status, reason)) = fields["progressing"].as_str().and_then(|text| text.split_once(' ')) {
        conditions.push(json!({"type": "Progressing", "status": status, "reason": reason}));
    }
    json!({
        "metadata": {"generation": fields["generation"]},
        "spec": {"replicas": fields["replicas"]},
        "status": {
            "observedGeneration": fields["observedGeneration"],
            "replicas": fields["totalReplicas"],
            "updatedReplicas": fields["updatedReplicas"],
            "readyReplicas": fields["readyReplicas"],
            "availableReplicas": fields["readyReplicas"],
            "conditions": conditions,
        },
    })
}

/// An object of a cluster.
pub fn object(group: &str, kind: &str, name: &str, content: &Value) -> Object {
    Object {
        group: group.to_owned(),
        version: "v1".to_owned(),
        kind: kind.to_owned(),
        namespace: NAMESPACE.to_owned(),
        name: name.to_owned(),
        root: read_json(&content.to_string()).unwrap().into_owned(),
        origin: Origin::Cluster { context: "recorded".into() },
        accepted: true,
    }
}
