//! What kubectl prints for a text, and its exit status, equal what `lint -o kubectl` says of it.

use std::{sync::Mutex, thread};

use omnia::{
    apiserver::{Manifest, Operation, Outcome, Request, Transcript, document},
    lint::{Linter, transcribe},
    yaml::{Format, Node, Text, Value, read, to_json},
};

use super::{
    corpus,
    crds::{self, Group},
    mutate::mutate,
    random::{self, Random},
    server::{Server, User, run, server},
};

/// A text and how kubectl is given it.
struct Case {
    name: String,
    input: Vec<u8>,
    operation: Operation,
    namespace: Option<String>,
}

impl Case {
    fn new(name: impl Into<String>, input: impl Into<Vec<u8>>, operation: Operation) -> Self {
        Self { name: name.into(), input: input.into(), operation, namespace: None }
    }
}

/// Output in a form in which order does not matter: causes come in random order.
#[derive(Debug, PartialEq, Eq)]
struct Words {
    exit: i32,
    stdout: Vec<String>,
    stderr: Vec<String>,
}

impl Words {
    fn new(exit: i32, stdout: &str, stderr: &str) -> Self {
        let lines = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(sort_causes).collect();
            lines.sort();
            lines
        };
        Self { exit, stdout: lines(stdout), stderr: lines(stderr) }
    }

    /// Only the causes of our kinds, for a text with objects of others, which the product does not judge: how kubectl prints a cause
    /// depends on what else is wrong.
    fn causes_of(exit: i32, stderr: &str, group: &Group) -> Self {
        let kinds: Vec<&str> = group.crds.iter().filter_map(|crd| crd["spec"]["names"]["kind"].as_str()).collect();
        let mut causes = Vec::new();
        let mut within = false;
        for line in stderr.lines() {
            let alone = kinds.iter().any(|kind| line.starts_with(&format!("The {kind} ")));
            within = alone || (within && line.starts_with("* "));
            if within || kinds.iter().any(|kind| line.contains(&format!("{kind}.{} ", group.name))) {
                let text = line.split_once(" is invalid: ").map_or_else(|| line.trim_start_matches("* "), |(_, causes)| causes);
                causes.extend(text.trim_matches(['[', ']']).split(", ").filter(|part| !part.is_empty()).map(str::to_owned));
            }
        }
        causes.sort();
        // The exit status counts only as far as it is ours: a fault of ours is one of the whole text.
        Self { exit: if causes.is_empty() { 0 } else { exit }, stdout: Vec::new(), stderr: causes }
    }
}

fn sort_causes(line: &str) -> String {
    let Some((head, causes)) = line.split_once(" is invalid: [") else { return line.to_owned() };
    let mut causes: Vec<&str> = causes.trim_end_matches(']').split(", ").collect();
    causes.sort_unstable();
    format!("{head} is invalid: {}", causes.join(", "))
}

/// The suffixes of generated names, which are random, as we write them.
fn masked(output: &[u8], input: &[u8]) -> String {
    let text = Text::new(input.to_vec()).unwrap();
    let mut output = String::from_utf8_lossy(output).into_owned();
    for document in read(&text).documents {
        let base = document.root.get("metadata").and_then(|metadata| metadata.get("generateName")).and_then(Node::as_str);
        let Some(base) = base.filter(|base| !base.is_empty()) else { continue };
        let mut masked = String::new();
        let mut parts = output.split(base);
        masked.push_str(parts.next().unwrap_or_default());
        for part in parts {
            masked.push_str(base);
            let suffix =
                part.get(..5).is_some_and(|suffix| suffix.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()));
            masked.push_str(&if suffix { format!("xxxxx{}", &part[5..]) } else { part.to_owned() });
        }
        output = masked;
    }
    output
}

/// An output as it is.
struct Printed {
    exit: i32,
    stdout: String,
    stderr: String,
}

/// kubectl's own words.
fn kubectl(server: &Server, case: &Case) -> Printed {
    let mut command = server.kubectl(User::Administrator);
    command.args([case.operation.name(), "--dry-run=server", "--validate=strict", "-f", "-"]);
    if let Some(namespace) = &case.namespace {
        command.args(["-n", namespace]);
    }
    let output = run(&mut command, &case.input);
    let text = |bytes: &[u8]| masked(bytes, &case.input);
    Printed { exit: output.status.code().unwrap_or(-1), stdout: text(&output.stdout), stderr: text(&output.stderr) }
}

/// Ours, and whether the text holds objects of other kinds.
fn ours(server: &Server, group: &Group, case: &Case) -> (Printed, bool) {
    let text = Text::new(case.input.clone()).unwrap();
    let request =
        Request { operation: case.operation, release: server.release(), namespace: case.namespace.as_deref(), source: "STDIN" };
    let linter = Linter {
        catalog: &group.catalog,
        newest: None,
        release: Some(group.release),
        request,
        strict_kinds: false,
        others_expected: false,
        trace: false,
        operator: None,
        stored: None,
    };
    let mut transcript = Transcript::new(case.operation);
    transcribe(&text, "STDIN", &linter, &mut transcript);
    let printed = transcript.finish();
    let others = read(&text).documents.into_iter().any(|one| {
        let json = (one.format == Format::Json).then(|| text.slice(one.span));
        let outcomes = document(Manifest { node: one.root, json }, &group.catalog, &request);
        outcomes.iter().any(|outcome| matches!(outcome, Outcome::Skipped(_)))
    });
    (Printed { exit: i32::from(printed.exit), stdout: printed.stdout, stderr: printed.stderr }, others)
}

/// Compares all `cases`, two at a time.
fn compare(test: &str, cases: Vec<Case>) {
    let Some(server) = server(test) else { return };
    let group = &crds::groups()[0];
    let (total, queue) = (cases.len(), Mutex::new(cases.into_iter()));
    let differences = Mutex::new(Vec::new());
    let work = || {
        loop {
            let Some(case) = queue.lock().unwrap().next() else { return };
            let (want, (got, others)) = (kubectl(server, &case), ours(server, group, &case));
            let form = |Printed { exit, stdout, stderr }: &Printed| match others {
                true => Words::causes_of(*exit, stderr, group),
                false => Words::new(*exit, stdout, stderr),
            };
            let (want, got) = (form(&want), form(&got));
            if want != got {
                let text = String::from_utf8_lossy(&case.input);
                let difference = format!("{} ({})\n{text}\n  kubectl {want:#?}\n  ours    {got:#?}", case.name, case.operation);
                differences.lock().unwrap().push(difference);
            }
        }
    };
    thread::scope(|scope| {
        let threads = [(); 2].map(|()| thread::Builder::new().stack_size(256 << 20).spawn_scoped(scope, work).unwrap());
        threads.into_iter().for_each(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
    });
    let mut differences = differences.into_inner().unwrap();
    println!("{test}: {total} outputs compared");
    let count = differences.len();
    differences.truncate(40);
    assert!(count == 0, "{count} differences, the first of them:\n{}", differences.join("\n"));
}

#[test]
fn files_of_the_test_data() {
    compare(
        "files_of_the_test_data",
        corpus::files().iter().map(|file| Case::new(&file.name, file.bytes.clone(), Operation::Apply)).collect(),
    );
}

#[test]
fn recorded_texts() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/vectors/kubectl-texts.yaml");
    let text = Text::new(std::fs::read(path).unwrap()).unwrap();
    let documents = read(&text);
    let mut cases = Vec::new();
    for entry in documents.documents[0].root.as_list().unwrap() {
        let member = |name: &str| entry.get(name).and_then(Node::as_str);
        let input = member("text").map_or_else(|| from_base64(member("base64").unwrap()), |text| text.as_bytes().to_vec());
        let namespace = entry.get("flags").and_then(Node::as_list).map(|flags| flags[1].as_str().unwrap().to_owned());
        let create_differs = entry.get("create").is_some_and(|create| !matches!(create.value, Value::String(_)));
        let operations = if create_differs { &[Operation::Apply, Operation::Create][..] } else { &[Operation::Apply] };
        for operation in operations {
            let case = Case::new(member("id").unwrap(), input.clone(), *operation);
            cases.push(Case { namespace: namespace.clone(), ..case });
        }
    }
    compare("recorded_texts", cases);
}

fn from_base64(text: &str) -> Vec<u8> {
    let digit =
        |byte| b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".iter().position(|&digit| digit == byte);
    let (mut bits, mut count, mut out) = (0_u32, 0, Vec::new());
    for value in text.bytes().filter_map(digit) {
        bits = bits << 6 | value as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
        }
    }
    out
}

/// A manifest that is valid but for what a trap puts in.
fn trap(metadata: &str, spec: &str) -> String {
    format!(
        "apiVersion: omnia.altairalabs.ai/v1alpha1\nkind: Provider\nmetadata:\n  name: trap\n{metadata}spec:\n  type: mock\n{spec}"
    )
}

#[test]
fn traps() {
    let good = trap("", "");
    let item = good.replace('\n', "\n  ");
    let crlf = good.replace('\n', "\r\n");
    let json =
        r#"{"apiVersion":"omnia.altairalabs.ai/v1alpha1","kind":"Provider","metadata":{"name":"trap"},"spec":{"type":"mock"}}"#;
    let utf16: Vec<u8> = std::iter::once(0xfeff).chain(good.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let bom = [b"\xef\xbb\xbf", good.as_bytes()].concat();
    let broken = [good.as_bytes(), b"  model: caf\xe9\n"].concat();
    let texts: Vec<(&str, Vec<u8>)> = vec![
        ("good", good.clone().into()),
        ("crlf", crlf.into()),
        ("utf-16", utf16),
        ("byte order mark", bom),
        ("broken utf-8", broken),
        ("json", json.into()),
        ("two json values", format!("{json}\n{json}").into()),
        ("json and yaml", format!("{json}\n---\n{good}").into()),
        ("json cut", json[..60].into()),
        ("json with a comma", json.replace("}}", "},}").into()),
        ("json repeated key", json.replace("\"kind\"", "\"kind\":\"X\",\"kind\"").into()),
        ("yes", trap("", "  model: yes\n").into()),
        ("octal", trap("", "  model: 0o17\n").into()),
        ("sexagesimal", trap("", "  model: 1:30\n").into()),
        ("date", trap("", "  model: 2024-01-02\n").into()),
        ("number as a name", good.replace("name: trap", "name: 12").into()),
        ("tilde", trap("", "  model: ~\n").into()),
        ("empty value", trap("", "  model:\n").into()),
        ("boolean key", trap("  labels:\n    on: x\n", "").into()),
        ("label number", trap("  labels:\n    a: 1\n", "").into()),
        ("annotation boolean", trap("  annotations:\n    a: true\n", "").into()),
        ("repeated key", trap("", "  model: a\n  model: b\n").into()),
        ("repeated metadata", trap("  name: other\n", "").into()),
        ("anchor", trap("  labels: &l\n    a: b\n  annotations: *l\n", "").into()),
        ("merge", trap("  labels: &l\n    a: b\n  annotations:\n    <<: *l\n    c: d\n", "").into()),
        ("merge of a scalar", trap("  labels:\n    <<: x\n", "").into()),
        ("unknown anchor", trap("", "  model: *nothing\n").into()),
        ("unknown field", trap("", "  modell: x\n").into()),
        ("unknown in metadata", trap("  lables: {}\n", "").into()),
        ("unknown at the root", format!("{good}stauts: {{}}\n").into()),
        ("status", format!("{good}status: {{}}\n").into()),
        ("tab", trap("", "\tmodel: x\n").into()),
        ("colon in value", trap("", "  model: a: b\n").into()),
        ("template", trap("", "  model: {{ .Values.model }}\n").into()),
        ("percent", trap("", "  model: %x\n").into()),
        ("at", trap("", "  model: @x\n").into()),
        ("open quote", trap("", "  model: \"x\n").into()),
        ("folded", trap("", "  model: >-\n    a\n    b\n").into()),
        ("document end", format!("{good}...\n{good}").into()),
        ("two documents", format!("{good}---\n{}", good.replace("trap", "trip")).into()),
        ("two bad documents", format!("{0}---\n{0}", trap("", "  modell: x\n")).into()),
        ("two invalid documents", format!("{0}---\n{0}", good.replace("mock", "mokc")).into()),
        ("invalid and unread", format!("{}---\na: [\n", good.replace("mock", "mokc")).into()),
        ("unread and good", format!("a: b: c\n---\n{good}").into()),
        ("no manifest in between", format!("{good}---\njust text\n---\n{good}").into()),
        ("separator with text", format!("{good}--- x\n{good}").into()),
        ("empty", Vec::new()),
        ("comments only", "# nothing\n---\n# here\n".into()),
        ("scalar", "text\n".into()),
        ("list at the root", "- a\n- b\n".into()),
        ("list", format!("apiVersion: v1\nkind: List\nitems:\n- {item}").into()),
        ("empty list", "apiVersion: v1\nkind: List\nitems: []\n".into()),
        ("list without items", "apiVersion: v1\nkind: List\n".into()),
        ("list of null", "apiVersion: v1\nkind: List\nitems: [null]\n".into()),
        ("list of lists", "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: List\n  items: []\n".into()),
        ("list of the kind", format!("apiVersion: omnia.altairalabs.ai/v1alpha1\nkind: ProviderList\nitems:\n- {item}").into()),
        ("no kind", good.replace("kind: Provider\n", "").into()),
        ("no apiVersion", good.replace("apiVersion: omnia.altairalabs.ai/v1alpha1\n", "").into()),
        ("neither", "metadata:\n  name: trap\n".into()),
        ("kind not a string", good.replace("kind: Provider", "kind: 1").into()),
        ("empty kind", good.replace("kind: Provider", "kind: ''").into()),
        ("kind in lower case", good.replace("kind: Provider", "kind: provider").into()),
        ("plural as kind", good.replace("kind: Provider", "kind: Providers").into()),
        ("other version", good.replace("v1alpha1", "v1").into()),
        ("two slashes", good.replace("ai/v1alpha1", "ai/v1alpha1/x").into()),
        ("empty version", good.replace("v1alpha1", "").into()),
        ("no name", good.replace("  name: trap\n", "  namespace: a\n").into()),
        ("no metadata", good.replace("metadata:\n  name: trap\n", "").into()),
        ("generated name", good.replace("name: trap", "generateName: gen-").into()),
        ("metadata as text", good.replace("metadata:\n  name: trap\n", "metadata: x\n").into()),
        ("finalizers as text", trap("  finalizers: x\n", "").into()),
        ("finalizer", trap("  finalizers: [bare]\n", "").into()),
        ("creation time", trap("  creationTimestamp: now\n", "").into()),
        ("bad namespace", trap("  namespace: A B\n", "").into()),
        ("slash in the name", good.replace("name: trap", "name: a/b").into()),
        ("percent in the name", good.replace("name: trap", "name: a%b").into()),
        ("dots as name", good.replace("name: trap", "name: ..").into()),
        ("spec as list", good.replace("spec:\n  type: mock\n", "spec: []\n").into()),
        ("spec null", good.replace("spec:\n  type: mock\n", "spec:\n").into()),
        ("no spec", good.replace("spec:\n  type: mock\n", "").into()),
        ("nested deep", format!("a: {}{}\n", "[".repeat(10_100), "]".repeat(10_100)).into()),
    ];
    let mut cases = Vec::new();
    for (name, text) in &texts {
        for operation in [Operation::Apply, Operation::Create] {
            cases.push(Case::new(*name, text.clone(), operation));
            cases.push(Case {
                namespace: Some("a".to_owned()),
                ..Case::new(format!("{name} with -n a"), text.clone(), operation)
            });
        }
        // kubectl replaces what is there; it is not.
    }
    compare("traps", cases);
}

/// Mutated manifests as YAML, with the faults that kubectl finds before it asks the server among them.
#[test]
fn mutated_texts() {
    let group = &crds::groups()[0];
    let objects = corpus::objects();
    let good: Vec<_> = objects.iter().filter(|object| object.source.contains("/good")).collect();
    let (seed, count) = (random::seed(), random::cases(300));
    let mut cases = Vec::new();
    for case in 0..count {
        let mut random = Random::new(seed ^ 0x7e97, case);
        let object = good[random.below(good.len())];
        let Some(crd) = group.crds.iter().find(|crd| crd["spec"]["names"]["kind"] == object.kind()) else { continue };
        let mut manifest = object.json.clone();
        let done = mutate(&mut manifest, &crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"], &mut random);
        if random.percent(40) {
            let members = ["apiVersion", "kind", "metadata"];
            let member = members[random.below(3)];
            manifest[member] = [serde_json::json!(""), serde_json::json!(1), serde_json::json!(null), serde_json::json!([1])]
                [random.below(4)]
            .clone();
        }
        let json = manifest.to_string();
        let node = omnia::yaml::read_json(&json).unwrap();
        let text = if random.percent(20) {
            json.clone()
        } else {
            omnia::yaml::to_yaml(&node).unwrap_or_else(|_| to_json(&node, omnia::yaml::JsonForm::Sent))
        };
        let operation = if random.percent(50) { Operation::Apply } else { Operation::Create };
        cases.push(Case::new(format!("seed {seed} case {case}, {} with {}", object.source, done.join(", ")), text, operation));
    }
    compare("mutated_texts", cases);
}
