//! The rules of the embedded CRDs against the specs in `testdata/rules`, whose verdicts are Kubernetes' own, and the fragments in the
//! documentation of the rules.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use omnia::{
    apiserver::{self, Cause, Judgement, KubeVersion, Operation, Request, Verdict},
    crd::{Additional, Definition, Release, Schema, Version, compile, embedded},
    finding,
    yaml::{JsonForm, read_document, read_json, to_json},
};
use serde_json::{Value, json};

/// How many specs break a rule, and how many keep it, at the least.
const LEAST: usize = 5;

/// `testdata/rules/KIND.yaml`.
struct Table {
    kind: &'static embedded::Kind,
    content: Value,
    /// In the order of [`Release::ALL`].
    definitions: [Definition; Release::ALL.len()],
}

/// A spec and what it breaks.
struct Case<'t> {
    code: &'t str,
    broken: bool,
    entry: &'t Value,
}

impl Table {
    fn all() -> Vec<Self> {
        let mut tables = Vec::new();
        for kind in embedded::kinds() {
            let path = format!("testdata/rules/{}.yaml", kind.singular);
            if let Ok(text) = fs::read_to_string(&path) {
                let definitions = Release::ALL.map(|release| definition(kind, release));
                tables.push(Self { kind, content: json_of(&text), definitions });
            }
        }
        assert_eq!(tables.len(), fs::read_dir("testdata/rules").unwrap().count(), "a file without a kind");
        tables
    }

    fn cases(&self) -> Vec<Case<'_>> {
        let mut cases = Vec::new();
        for (code, sides) in self.content["rules"].as_object().unwrap() {
            for (side, broken) in [("broken", true), ("kept", false)] {
                let entries = sides[side].as_array().unwrap();
                cases.extend(entries.iter().map(|entry| Case { code, broken, entry }));
            }
        }
        cases
    }

    /// The object with `spec` laid over the base.
    fn object(&self, spec: &Value) -> String {
        let mut whole = self.content["base"].clone();
        for (key, value) in spec.as_object().unwrap() {
            whole[key] = value.clone();
        }
        json!({
            "apiVersion": "omnia.altairalabs.ai/v1alpha1", "kind": self.kind.kind, "metadata": {"name": "x"}, "spec": whole
        })
        .to_string()
    }

    /// What the server says of the case, where its schema takes the spec.
    fn causes(&self, case: &Case<'_>, release: Release) -> Judged {
        let index = Release::ALL.iter().position(|one| *one == release).unwrap();
        let definition = &self.definitions[index];
        let version = &definition.versions[0];
        let new = self.object(&case.entry["spec"]);
        let stored = case.entry.get("stored").map(|stored| self.object(stored));
        let judgement = judge(&new, stored.as_deref(), definition, version);
        Judged { accepted: judgement.verdict == Verdict::Accepted, causes: judgement.causes }
    }
}

struct Judged {
    accepted: bool,
    causes: Vec<Cause>,
}

impl Judged {
    /// Code and field of each rule that does not hold.
    fn broken(&self) -> Vec<String> {
        let code = |cause: &Cause| cause.rule.as_ref().and_then(|rule| rule.code.clone());
        let named = |cause: &Cause| format!("{} {}", code(cause).unwrap_or_else(|| cause.message.clone()), cause.field);
        let mut broken: Vec<_> = self.causes.iter().map(named).collect();
        broken.sort();
        broken
    }
}

fn json_of(text: &str) -> Value {
    let document = read_document(text).unwrap();
    serde_json::from_str(&to_json(&document.root, JsonForm::Sent)).unwrap()
}

fn definition(kind: &embedded::Kind, release: Release) -> Definition {
    let text = std::str::from_utf8(kind.blob(release).unwrap()).unwrap();
    compile::definition(&read_json(text).unwrap(), compile::Descriptions::Skip).unwrap()
}

fn judge<'t>(new: &'t str, stored: Option<&str>, definition: &Definition, version: &Version) -> Judgement<'t> {
    let request = Request { operation: Operation::Create, release: KubeVersion::default(), namespace: None, source: "" };
    let node = read_json(new).unwrap();
    match stored {
        None => apiserver::object(node, definition, version, &request),
        Some(stored) => {
            let request = Request { operation: Operation::Replace, ..request };
            apiserver::update(node, read_json(stored).unwrap(), definition, version, &request)
        }
    }
}

#[test]
fn verdicts_are_those_of_kubernetes() {
    let mut wrong = Vec::new();
    let mut compared = 0;
    for table in Table::all() {
        for case in table.cases() {
            for release in Release::ALL {
                let Some(expected) = case.entry.get(release.name()) else { continue };
                let mut expected: Vec<_> = expected.as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect();
                expected.sort_unstable();
                let judged = table.causes(&case, release);
                compared += 1;
                if judged.broken() != expected || judged.accepted != expected.is_empty() {
                    wrong.push(format!(
                        "{} {release} {}: expected {expected:?}, is {:?}",
                        table.kind.kind,
                        case.entry,
                        judged.broken()
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {compared} are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(compared > 1300, "{compared}");
}

/// A schema that takes the spec in one release only is left out for the other: there the server has to refuse it for another reason.
#[test]
fn what_is_left_out_is_refused_by_the_schema() {
    for table in Table::all() {
        for case in table.cases() {
            for release in Release::ALL.into_iter().filter(|release| case.entry.get(release.name()).is_none()) {
                let judged = table.causes(&case, release);
                assert!(!judged.accepted, "{} {release} {}", table.kind.kind, case.entry);
                assert!(judged.causes.iter().any(|cause| cause.rule.is_none()), "{} {release} {}", table.kind.kind, case.entry);
            }
        }
    }
}

#[test]
fn each_rule_is_broken_and_kept_often_enough() {
    let mut broken: BTreeMap<(&str, String), usize> = BTreeMap::new();
    let mut sides: BTreeMap<(&str, String, bool), usize> = BTreeMap::new();
    for table in Table::all() {
        for case in table.cases() {
            let judged = table.causes(&case, Release::Current);
            let fired =
                judged.causes.iter().any(|cause| cause.rule.as_ref().and_then(|rule| rule.code.as_deref()) == Some(case.code));
            assert_eq!(fired, case.broken, "{} {}", case.code, case.entry);
            *sides.entry((table.kind.kind, case.code.to_owned(), case.broken)).or_default() += 1;
            for cause in &judged.causes {
                *broken.entry((table.kind.kind, said(&cause.message))).or_default() += 1;
            }
        }
    }
    for kind in embedded::kinds() {
        let definition = definition(kind, Release::Current);
        for rule in rules(&definition.versions[0].schema) {
            let code = rule.code.clone().unwrap();
            for broken in [true, false] {
                let count = sides.get(&(kind.kind, code.clone(), broken)).copied().unwrap_or_default();
                assert!(count >= LEAST, "{} {code} broken {broken}: {count} specs", kind.kind);
            }
            let message = rule.message.clone().unwrap();
            let count = broken.get(&(kind.kind, message.clone())).copied().unwrap_or_default();
            assert!(count >= LEAST, "{} {code}: {count} specs break {message:?}", kind.kind);
        }
    }
}

/// The message of the rule in what the server says.
fn said(message: &str) -> String {
    let text = message.rsplit_once(" evaluating rule: ").map_or(message, |(_, text)| text);
    let text = text.split_once(": ").filter(|(head, _)| *head == "Invalid value").map_or(text, |(_, text)| text);
    text.strip_prefix("\"object\": ").unwrap_or(text).to_owned()
}

/// The rules of a schema and of all schemas below it.
fn rules(schema: &Schema) -> Vec<&omnia::crd::Rule> {
    let mut found: Vec<_> = schema.rules.iter().collect();
    found.extend(schema.properties.iter().flat_map(|property| rules(&property.schema)));
    found.extend(schema.items.iter().flat_map(|items| rules(items)));
    if let Some(Additional::Schema(values)) = &schema.additional {
        found.extend(rules(values));
    }
    found
}

/// Each code of the embedded rules is documented, each documented one is that of a rule, and the fragments in the documentation do what
/// they say.
#[test]
fn the_documentation_is_true() {
    let used: BTreeSet<String> = embedded::kinds()
        .iter()
        .flat_map(|kind| Release::ALL.into_iter().map(move |release| definition(kind, release)))
        .flat_map(|definition| {
            rules(&definition.versions[0].schema).into_iter().map(|rule| rule.code.clone().unwrap()).collect::<Vec<_>>()
        })
        .collect();
    let documented: BTreeSet<String> =
        finding::all().filter(|rule| rule.family() == "CEL" && rule.code < "CEL900").map(|rule| rule.code.to_owned()).collect();
    assert_eq!(used, documented);

    let tables = Table::all();
    for rule in finding::all().filter(|rule| documented.contains(rule.code)) {
        for (fragment, bad) in [(rule.bad, true), (rule.good, false)] {
            if fragment.is_empty() {
                continue;
            }
            let fragment = json_of(fragment);
            let kind = fragment.get("kind").map_or("AgentRuntime", |kind| kind.as_str().unwrap());
            let table = tables.iter().find(|table| table.kind.kind == kind).unwrap();
            let entry = json!({"spec": fragment["spec"]});
            let judged = table.causes(&Case { code: rule.code, broken: bad, entry: &entry }, Release::Current);
            let fired = judged.broken().iter().any(|broken| broken.starts_with(rule.code));
            assert_eq!(fired, bad, "{}: {entry} {:?}", rule.code, judged.broken());
            assert!(bad || judged.accepted, "{}: {entry} {:?}", rule.code, judged.broken());
        }
    }
}
