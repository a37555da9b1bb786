//! The recorded answers of the 1.35 validation code in `testdata/vectors/apiserver-1.35.yaml`.
//!
//! Entries that submit a schema alone belong to the checks of CRDs. What the server says of bytes that kubectl never sends (no kind, another namespace than that of the request, repeated
//! keys) is left out line by line and counted.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stderr)]

use std::{collections::BTreeMap, fs, path::PathBuf};

use omnia::{
    apiserver::{self, Answer, Cause, Judgement, KubeVersion, Operation, Request, Stage, cause_line},
    crd::{Definition, Version, compile},
    yaml::{JsonForm, Node, Value, read_document, read_json, to_json},
};

/// Answers to what kubectl itself refuses before it sends anything.
const NEVER_SENT: [&str; 3] = [
    "ERR the namespace of the provided object does not match",
    "ERR Internal error occurred: Object 'Kind' is missing",
    // kubectl writes 9.0 as 9.
    "ERR Foo.example.com \"x\" is invalid: spec.a: Invalid value: \"integer\": invalid data, expected int, got float64",
];

const VECTORS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/vectors/apiserver-1.35.yaml");

#[test]
fn recorded_answers_of_the_server() {
    let text = fs::read_to_string(VECTORS).unwrap();
    let document = read_document(&text).unwrap();
    let mut tally = Tally::default();
    for entry in document.root.as_list().unwrap() {
        Vector { entry }.run(&mut tally);
    }
    eprintln!("{:?}", tally.counts);
    assert!(tally.red.is_empty(), "{} red:\n{}", tally.red.len(), tally.red.join("\n"));
    // Guards against a change that skips what should be compared.
    assert_eq!(tally.counts.values().sum::<usize>(), 348);
    assert_eq!(tally.counts.get("compared"), Some(&198));
    assert_eq!(tally.counts.get("schema alone"), Some(&49));
}

#[derive(Default)]
struct Tally {
    counts: BTreeMap<&'static str, usize>,
    red: Vec<String>,
}

struct Vector<'v> {
    entry: &'v Node<'v>,
}

impl Vector<'_> {
    fn text(&self, key: &str) -> Option<&str> {
        self.entry.get(key)?.as_str()
    }

    fn is(&self, key: &str) -> bool {
        self.entry.get(key).and_then(Node::as_bool) == Some(true)
    }

    /// The lines about the instance, without what is said of keys that kubectl sends only once, and without the status where the server drops
    /// it after the moment of the dump.
    fn expect(&self) -> Vec<String> {
        let lines = self.entry.get("expect").and_then(Node::as_list).unwrap();
        lines.iter().filter_map(|line| self.expected_line(line.as_str().unwrap())).collect()
    }

    fn expected_line(&self, line: &str) -> Option<String> {
        if line.starts_with("CRD: ") {
            return None;
        }
        if let Some(faults) = line.strip_prefix("STRICT: strict decoding error: ") {
            let unknown: Vec<&str> = faults.split(", ").filter(|fault| !fault.starts_with("duplicate field ")).collect();
            return (!unknown.is_empty()).then(|| format!("STRICT: strict decoding error: {}", unknown.join(", ")));
        }
        match line.strip_prefix("OBJ: ") {
            Some(object) if self.is("status") => {
                let mut object = read_json(object).unwrap();
                if let Value::Map(map) = &mut object.value {
                    map.entries.retain(|entry| entry.key != "status");
                }
                Some(format!("OBJ: {}", to_json(&object, JsonForm::Sent)))
            }
            _ => Some(line.to_owned()),
        }
    }

    fn run(&self, tally: &mut Tally) {
        if ["obj", "doc", "json"].iter().all(|key| self.entry.get(key).is_none()) {
            *tally.counts.entry("schema alone").or_default() += 1;
            return;
        }
        let Some((definition, rules)) = self.definition() else {
            eprintln!("OMNIA_PUBLISHED_CRDS is not set: {} is NOT compared", self.text("id").unwrap());
            *tally.counts.entry("published CRDs missing").or_default() += 1;
            return;
        };
        let want = self.expect();
        if want.iter().any(|line| NEVER_SENT.iter().any(|words| line.starts_with(words))) {
            *tally.counts.entry("not sent by kubectl").or_default() += 1;
            return;
        }
        let got = self.answer(&definition);
        *tally.counts.entry(if rules { "with rules" } else { "compared" }).or_default() += 1;
        if !same(&want, &got) {
            let show = |lines: &[String]| lines.iter().map(|line| format!("    {line}\n")).collect::<String>();
            tally.red.push(format!(
                "{} {}\n  want\n{}  got\n{}",
                self.text("id").unwrap(),
                self.text("name").unwrap(),
                show(&want),
                show(&got)
            ));
        }
    }

    /// The definition of the kind and whether it has rules; none when the published CRDs are not at hand.
    fn definition(&self) -> Option<(Definition, bool)> {
        if let Some(path) = self.text("crd") {
            let folder = PathBuf::from(std::env::var_os("OMNIA_PUBLISHED_CRDS")?);
            let text = fs::read_to_string(folder.join(PathBuf::from(path).file_name().unwrap())).unwrap();
            let definition = compile::definition(&read_document(&text).unwrap().root, compile::Descriptions::Skip).unwrap();
            return Some((definition, true));
        }
        let text = match (self.text("root"), self.text("spec")) {
            (Some(root), _) => to_json(&read_document(root).unwrap().root, JsonForm::Sent),
            (None, Some(spec)) => format!(
                "{{\"type\":\"object\",\"properties\":{{\"spec\":{}}}}}",
                to_json(&read_document(spec).unwrap().root, JsonForm::Sent)
            ),
            (None, None) => panic!("no schema"),
        };
        let schema = compile::schema(&read_json(&text).unwrap(), compile::Descriptions::Skip).unwrap();
        let version = Version {
            name: "v1".into(),
            served: true,
            storage: true,
            schema,
            status_subresource: self.is("status"),
            scale: None,
        };
        let definition = Definition {
            group: "example.com".into(),
            kind: "Foo".into(),
            plural: "foos".into(),
            singular: "foo".into(),
            short_names: Vec::new(),
            namespaced: true,
            versions: vec![version],
        };
        Some((definition, text.contains("x-kubernetes-validations")))
    }

    fn answer(&self, definition: &Definition) -> Vec<String> {
        let node = match self.object() {
            Ok(node) => node,
            Err(message) => return vec![format!("YAML: {message}")],
        };
        let version = &definition.versions[0];
        let request =
            Request { operation: Operation::Create, release: KubeVersion::default(), namespace: None, source: "vector.yaml" };
        let judgement = match self.text("old") {
            Some(old) => apiserver::update(node, wrap(read_document(old).unwrap().root), definition, version, &request),
            None => apiserver::object(node, definition, version, &request),
        };
        let mut lines = decode_lines(&judgement);
        if lines.iter().any(|line| line.starts_with("DECODE: ")) {
            return lines;
        }
        if self.is("dump") {
            lines.push(format!("OBJ: {}", to_json(&judgement.object, JsonForm::Sent)));
        }
        lines.extend(validation_lines(&judgement, self.text("old").is_some()));
        lines
    }

    fn object(&self) -> Result<Node<'_>, String> {
        if let Some(json) = self.text("json") {
            return Ok(read_json(json).unwrap());
        }
        let (text, whole) = self.text("doc").map_or_else(|| (self.text("obj").unwrap(), false), |doc| (doc, true));
        let root = read_document(text).map_err(|error| error.message)?.root;
        Ok(if whole { root } else { wrap(root) })
    }
}

/// A Foo with this spec.
fn wrap(spec: Node<'_>) -> Node<'static> {
    let spec = to_json(&spec, JsonForm::Sent);
    let text = format!(
        r#"{{"apiVersion":"example.com/v1","kind":"Foo","metadata":{{"name":"x","namespace":"default"}},"spec":{spec}}}"#
    );
    read_json(&text).unwrap().into_owned()
}

fn decode_lines(judgement: &Judgement<'_>) -> Vec<String> {
    if let Answer::BadRequest(message) = &judgement.answer
        && let Some((_, fault)) = message.split_once(" cannot be handled as a ")
        && let Some((_, fault)) = fault.split_once(": ")
        && !fault.starts_with("strict decoding error: ")
    {
        return vec![format!("DECODE: {fault}")];
    }
    let unknown: Vec<&str> =
        judgement.causes.iter().filter(|cause| cause.stage == Stage::Decode).map(|cause| cause.message.as_str()).collect();
    if unknown.is_empty() { Vec::new() } else { vec![format!("STRICT: strict decoding error: {}", unknown.join(", "))] }
}

/// What the server says when unknown fields are only dropped.
fn validation_lines(judgement: &Judgement<'_>, update: bool) -> Vec<String> {
    let causes: Vec<&Cause> =
        judgement.causes.iter().filter(|cause| !matches!(cause.stage, Stage::Client | Stage::Decode)).collect();
    let texts: Vec<String> = causes.iter().map(|cause| cause_line(cause)).collect();
    if texts.is_empty() {
        return vec!["OK".to_owned()];
    }
    if update {
        return texts.iter().map(|text| format!("E {text}")).collect();
    }
    let mut lines: Vec<String> =
        causes.iter().map(|cause| format!("CAUSE type={} field={}", cause.reason.name(), apiserver::field_text(cause))).collect();
    let mut unique: Vec<String> = Vec::new();
    for text in texts {
        if !unique.contains(&text) {
            unique.push(text);
        }
    }
    let all = if unique.len() == 1 { unique.remove(0) } else { format!("[{}]", unique.join(", ")) };
    let Judgement { identity, group, name, .. } = judgement;
    lines.push(format!("ERR {}.{group} \"{name}\" is invalid: {all}", identity.kind));
    lines
}

/// Siblings come in random order from the server, so the lines and the parts of the message are compared as multisets.
fn same(want: &[String], got: &[String]) -> bool {
    sorted_parts(want) == sorted_parts(got)
}

fn sorted_parts(lines: &[String]) -> Vec<String> {
    let mut parts: Vec<String> = lines
        .iter()
        .flat_map(|line| match line.strip_prefix("ERR ").and_then(|text| text.split_once(" is invalid: [")) {
            // Messages hold commas as well; the characters of all parts together are the same in any order.
            Some((head, all)) => {
                let mut characters: Vec<char> = all.chars().collect();
                characters.sort_unstable();
                vec![head.to_owned(), characters.into_iter().collect()]
            }
            None => vec![line.clone()],
        })
        .collect();
    // The server gives types a new number each time.
    for part in &mut parts {
        *part = part.replace("selfType747590450", "selfType1");
    }
    parts.sort();
    parts
}
