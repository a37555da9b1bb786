//! The judgement of objects equals the server's answer to a strict dry run.

use std::{collections::BTreeMap, thread};

use omnia::{
    apiserver::{Answer as Said, Judgement, Operation, Request, Resolved, field_text, object, resolve, update},
    crd::GROUP,
    yaml::{JsonForm, Node, read_json, to_json},
};
use serde_json::{Value, json};

use super::{
    api::{self, Api},
    corpus::{self, Object},
    crds::{self, Group},
    mutate::mutate,
    random::{self, Random},
    server::{Server, User, server},
};

/// An answer in a form in which the server's and ours can be compared: siblings come in random order, so causes are sorted.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Answer {
    code: u16,
    reason: String,
    causes: Vec<(String, String, String)>,
    /// Of answers without causes.
    message: String,
    /// `spec` after defaulting, of an object that is taken.
    spec: String,
    warnings: Vec<String>,
}

impl Answer {
    fn of_server(answer: &api::Answer) -> Self {
        let text = |value: &Value, member: &str| value[member].as_str().unwrap_or_default().to_owned();
        let mut causes: Vec<_> = answer.body["details"]["causes"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|cause| (text(cause, "field"), text(cause, "reason"), text(cause, "message")))
            .collect();
        causes.sort();
        causes.dedup();
        let taken = answer.code < 300;
        let spec = if taken { canonical(read_json(&answer.raw).unwrap().get("spec")) } else { String::new() };
        let message = if taken || !causes.is_empty() { String::new() } else { text(&answer.body, "message") };
        let mut warnings = answer.warnings.clone();
        warnings.sort();
        Self { code: answer.code, reason: text(&answer.body, "reason"), causes, message, spec, warnings }
    }

    fn ours(judgement: &Judgement<'_>, operation: Operation) -> Self {
        let taken = judgement.answer == Said::Accepted;
        let mut causes: Vec<_> = judgement
            .causes
            .iter()
            .filter(|cause| !cause.masked && judgement.answer == Said::Invalid)
            .map(|cause| (field_text(cause).to_owned(), cause.reason.name().to_owned(), cause.message.clone()))
            .collect();
        causes.sort();
        causes.dedup();
        let mut warnings: Vec<String> = judgement.warnings.iter().map(|warning| warning.text.clone()).collect();
        warnings.sort();
        Self {
            code: judgement.answer.code(operation).unwrap_or_default(),
            reason: judgement.reason().to_owned(),
            message: if taken || !causes.is_empty() { String::new() } else { judgement.message().unwrap_or_default() },
            spec: if taken { canonical(judgement.object.get("spec")) } else { String::new() },
            causes,
            warnings,
        }
    }
}

/// The suffix of a generated name, which is random, in the form in which we write it.
fn masked(answer: &mut Answer, manifest: &Value) {
    let metadata = &manifest["metadata"];
    let Some(base) = metadata["generateName"].as_str().filter(|_| metadata["name"].as_str().is_none_or(str::is_empty)) else {
        return;
    };
    let start = format!("Invalid value: \"{base}");
    for (field, _, message) in &mut answer.causes {
        if field == "metadata.name"
            && let Some(rest) = message.strip_prefix(&start).and_then(|rest| rest.get(5..))
        {
            *message = format!("{start}xxxxx{rest}");
        }
    }
}

/// A value in a form that can be compared: numbers as the server sees them, keys sorted.
fn canonical(node: Option<&Node<'_>>) -> String {
    node.map_or("absent".to_owned(), |node| to_json(node, JsonForm::Sent))
}

/// What was compared, and the differences.
#[derive(Default)]
struct Tally {
    compared: usize,
    /// Codes of the server.
    codes: BTreeMap<u16, usize>,
    /// kubectl itself refuses: there is no request. Other tests ask kubectl.
    by_client: usize,
    differences: Vec<String>,
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.compared += other.compared;
        self.by_client += other.by_client;
        self.differences.extend(other.differences);
        for (code, count) in other.codes {
            *self.codes.entry(code).or_default() += count;
        }
    }

    fn report(mut self, test: &str) {
        println!(
            "{test}: {} answers compared (by code {:?}); {} refused by kubectl itself",
            self.compared, self.codes, self.by_client
        );
        let count = self.differences.len();
        self.differences.truncate(40);
        assert!(count == 0, "{count} differences, the first of them:\n{}", self.differences.join("\n"));
    }
}

/// Where one answer is asked for.
struct Bench<'s> {
    api: Api,
    server: &'s Server,
    group: &'static Group,
    tally: Tally,
}

impl<'s> Bench<'s> {
    fn new(server: &'s Server, group: &'static Group) -> Self {
        Self { api: server.api(User::Administrator), server, group, tally: Tally::default() }
    }

    /// Compares the answers to `manifest`; `old` is the object that the server stores under its name.
    fn compare(&mut self, what: &str, manifest: &Value, operation: Operation, old: Option<&Value>) {
        let text = manifest.to_string();
        let node = read_json(&text).unwrap();
        let request = Request { operation, release: self.server.release(), namespace: None, source: "STDIN" };
        let version = manifest["apiVersion"].as_str().unwrap_or_default();
        let (group, version) = version.split_once('/').unwrap_or_default();
        let kind = manifest["kind"].as_str().unwrap_or_default();
        let Resolved::Served(definition, version) = resolve(&self.group.catalog, group, version, kind) else {
            self.tally.differences.push(format!("{what}: {kind} is not resolved"));
            return;
        };
        let old_text = old.map(Value::to_string);
        let judgement = match &old_text {
            None => object(node, definition, version, &request),
            Some(old) => update(node, read_json(old).unwrap(), definition, version, &request),
        };
        if matches!(judgement.answer, Said::Client { .. }) {
            self.tally.by_client += 1;
            return;
        }
        let ours = Answer::ours(&judgement, operation);
        let namespace = manifest["metadata"]["namespace"].as_str().filter(|name| !name.is_empty()).unwrap_or("default");
        let path = self.group.path(&definition.kind, &escaped(namespace));
        let query = "dryRun=All&fieldValidation=Strict&fieldManager=kubectl";
        let answer = match old {
            None => self.api.send("POST", &format!("{path}?{query}"), &sent(manifest, operation).to_string()),
            Some(old) => {
                let mut body = sent(manifest, operation);
                // kubectl replace looks the version up where the manifest has none.
                if body["metadata"].get("resourceVersion").is_none_or(|version| version == "") {
                    body["metadata"]["resourceVersion"] = old["metadata"]["resourceVersion"].clone();
                }
                let name = old["metadata"]["name"].as_str().unwrap_or_default();
                self.api.send("PUT", &format!("{path}/{name}?{query}"), &body.to_string())
            }
        };
        let mut server = Answer::of_server(&answer);
        masked(&mut server, manifest);
        self.tally.compared += 1;
        *self.tally.codes.entry(server.code).or_default() += 1;
        if server != ours {
            let old = old.map(|old| format!("\n  stored {old}")).unwrap_or_default();
            self.tally.differences.push(format!(
                "{what} ({operation}, release {})\n  manifest {manifest}{old}\n  server {server:#?}\n  ours   {ours:#?}",
                self.group.release
            ));
        }
    }
}

/// What kubectl sends for `manifest`: it has read the numbers and writes them anew.
fn sent(manifest: &Value, operation: Operation) -> Value {
    let text = manifest.to_string();
    let mut body: Value = serde_json::from_str(&to_json(&read_json(&text).unwrap(), JsonForm::Sent)).unwrap();
    if operation == Operation::Apply {
        let mut last = manifest.clone();
        if let Some(metadata) = last["metadata"].as_object_mut() {
            metadata.entry("annotations").or_insert_with(|| json!({}));
        }
        if let Some(metadata) = body["metadata"].as_object_mut() {
            let annotations = metadata.entry("annotations").or_insert_with(|| json!({}));
            if let Some(annotations) = annotations.as_object_mut() {
                annotations.insert("kubectl.kubernetes.io/last-applied-configuration".to_owned(), format!("{last}\n").into());
            }
        }
        drop_nulls(&mut body);
    }
    let metadata = body.as_object_mut().map(|members| members.entry("metadata").or_insert_with(|| json!({})));
    if let Some(Value::Object(metadata)) = metadata
        && metadata.get("namespace").is_none_or(|namespace| namespace == "")
    {
        metadata.insert("namespace".to_owned(), json!("default"));
    }
    body
}

/// kubectl apply removes the members that are null, not the items.
fn drop_nulls(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.retain(|_, member| !member.is_null());
            members.values_mut().for_each(drop_nulls);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_nulls),
        _ => {}
    }
}

fn escaped(segment: &str) -> String {
    let keep = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    segment.bytes().map(|byte| if keep(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

/// `object` in the API group of `group`.
fn regrouped(object: &Value, group: &Group) -> Value {
    let mut object = object.clone();
    object["apiVersion"] = format!("{}/v1alpha1", group.name).into();
    object
}

/// Runs `work` for each release on a thread with room for deep objects, and adds up what they found.
fn for_each_release(test: &str, work: impl Fn(&mut Bench<'_>) + Sync) {
    let Some(server) = server(test) else { return };
    let mut tally = Tally::default();
    thread::scope(|scope| {
        let threads: Vec<_> = crds::groups()
            .iter()
            .map(|group| {
                let work = &work;
                let run = move || {
                    let mut bench = Bench::new(server, group);
                    work(&mut bench);
                    bench.tally
                };
                thread::Builder::new().stack_size(256 << 20).spawn_scoped(scope, run).unwrap()
            })
            .collect();
        for thread in threads {
            match thread.join() {
                Ok(found) => tally.add(found),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    tally.report(test);
}

/// Valid manifests of every kind of the release.
fn seeds(group: &Group) -> Vec<Object> {
    let known = |object: &Object| group.crds.iter().any(|crd| crd["spec"]["names"]["kind"] == object.kind());
    let good = |object: &Object| object.source.contains("testdata/manifests") && object.source.contains("/good");
    let seeds: Vec<Object> = corpus::objects().into_iter().filter(|object| good(object) && known(object)).collect();
    for crd in &group.crds {
        let kind = &crd["spec"]["names"]["kind"];
        assert!(seeds.iter().any(|seed| *kind == seed.kind()), "testdata/manifests holds no good {kind}");
    }
    seeds
}

#[test]
fn objects_of_the_test_data() {
    for_each_release("objects_of_the_test_data", |bench| {
        for object in corpus::objects() {
            if !bench.group.crds.iter().any(|crd| crd["spec"]["names"]["kind"] == object.kind()) {
                continue;
            }
            let manifest = regrouped(&object.json, bench.group);
            for operation in [Operation::Create, Operation::Apply] {
                bench.compare(&object.source, &manifest, operation, None);
            }
        }
    });
}

#[test]
fn mutated_objects() {
    let (seed, count) = (random::seed(), random::cases(3000));
    for_each_release("mutated_objects", |bench| {
        let seeds = seeds(bench.group);
        for case in 0..count {
            let mut random = Random::new(seed, case);
            let object = &seeds[case % seeds.len()];
            let schema = &bench.group.crd(object.kind())["spec"]["versions"][0]["schema"]["openAPIV3Schema"];
            let mut manifest = regrouped(&object.json, bench.group);
            let done = mutate(&mut manifest, schema, &mut random);
            let what = format!("seed {seed} case {case}, {} with {}", object.source, done.join(", "));
            bench.compare(&what, &manifest, Operation::Create, None);
            if manifest.to_string().contains("null") || case % 8 == 0 {
                bench.compare(&what, &manifest, Operation::Apply, None);
            }
        }
    });
}

#[test]
fn updates_of_stored_objects() {
    let (seed, count) = (random::seed(), random::cases(1000));
    for_each_release("updates_of_stored_objects", |bench| {
        let namespace = bench.server.namespace();
        let stored: Vec<(Object, Value)> = seeds(bench.group)
            .into_iter()
            .filter_map(|object| Some((object.clone(), store(bench, &object, &namespace)?)))
            .collect();
        for case in 0..count {
            let mut random = Random::new(seed ^ 0x0bad_5eed, case);
            let (object, old) = &stored[case % stored.len()];
            let schema = &bench.group.crd(object.kind())["spec"]["versions"][0]["schema"]["openAPIV3Schema"];
            let mut manifest = old.clone();
            if let Some(metadata) = manifest["metadata"].as_object_mut() {
                metadata.retain(|key, _| key == "name" || key == "namespace");
            }
            let done = mutate(&mut manifest, schema, &mut random);
            // Another name, namespace or UID is another object, and how an object is deleted is no matter of updates.
            if let Some(metadata) = manifest["metadata"].as_object_mut() {
                metadata.retain(|key, _| key != "uid" && key != "deletionGracePeriodSeconds");
            }
            manifest["metadata"]["name"] = old["metadata"]["name"].clone();
            if let Some(namespace) = old["metadata"].get("namespace") {
                manifest["metadata"]["namespace"] = namespace.clone();
            }
            let what = format!("seed {seed} case {case}, update of {} with {}", object.source, done.join(", "));
            bench.compare(&what, &manifest, Operation::Replace, Some(old));
        }
    });
}

/// Stores a valid object for good; none when the release does not take it.
fn store(bench: &Bench<'_>, object: &Object, namespace: &str) -> Option<Value> {
    let mut manifest = regrouped(&object.json, bench.group);
    let path = bench.group.path(object.kind(), namespace);
    if path.contains("/namespaces/") {
        manifest["metadata"]["namespace"] = namespace.into();
    } else if let Some(name) = manifest["metadata"]["name"].as_str() {
        manifest["metadata"]["name"] = format!("{name}-{namespace}").into();
    }
    let answer = bench.api.send("POST", &path, &manifest.to_string());
    if answer.code == 409 {
        return None;
    }
    (answer.code == 201).then_some(answer.body)
}

#[test]
fn the_group_of_the_current_release_is_the_real_one() {
    assert_eq!(crds::groups()[0].name, GROUP);
}
