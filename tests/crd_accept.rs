//! CRDs judged as the API server judges them when they are created.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;

use omnia::apiserver;
use omnia::apiserver::KubeVersion;
use omnia::crd::compile::{self, Descriptions};
use omnia::crd::{CrdFault, Release, embedded, export, load};
use omnia::yaml::{JsonForm, Node, read_document, read_json, to_json};
use proptest::prelude::*;

/// Callers of the judgement bring a big stack, for schemas that are deeply nested.
fn on_a_big_stack(body: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(512 << 20).spawn(body).unwrap().join().unwrap();
}

fn judged(node: &Node<'_>) -> Vec<CrdFault> {
    match compile::definition(node, Descriptions::Keep) {
        Ok(_) => apiserver::crd::faults(node, KubeVersion::default()),
        Err(faults) => faults,
    }
}

fn texts(faults: &[CrdFault]) -> BTreeSet<String> {
    faults.iter().map(ToString::to_string).collect()
}

/// A CRD whose only version has `schema`, which is JSON.
fn crd(schema: &str) -> String {
    format!(
        r#"{{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{{"name":"foos.example.com"}},
        "spec":{{"group":"example.com","scope":"Namespaced","names":{{"kind":"Foo","plural":"foos"}},
        "versions":[{{"name":"v1","served":true,"storage":true,"schema":{{"openAPIV3Schema":{schema}}}}}]}}}}"#
    )
}

fn text<'n>(node: &'n Node<'_>, key: &str) -> Option<&'n str> {
    node.get(key).and_then(Node::as_str)
}

#[test]
fn schemas_are_refused_for_the_recorded_reasons() {
    let vectors = read_document(include_str!("../testdata/vectors/crd-accept.yaml")).unwrap().root;
    let (mut accepted, mut refused, mut red) = (0, 0, Vec::new());
    for entry in vectors.as_list().unwrap() {
        let id = text(entry, "id").unwrap();
        let json = |text: &str| to_json(&read_document(text).unwrap().root, JsonForm::Converted);
        let schema = match (text(entry, "root"), text(entry, "spec")) {
            (Some(root), _) => json(root),
            (_, Some(spec)) => format!(r#"{{"type":"object","properties":{{"spec":{}}}}}"#, json(spec)),
            _ => panic!("{id} has no schema"),
        };
        let crd = crd(&schema);
        let got = texts(&judged(&read_json(&crd).unwrap()));
        let recorded: BTreeSet<_> =
            entry.get("faults").and_then(Node::as_list).unwrap().iter().map(|node| node.as_str().unwrap().to_owned()).collect();
        // The server makes up a number for the type of `self` each time.
        let want: BTreeSet<_> = recorded.iter().map(|text| text.replace("selfType746954628", "selfType1")).collect();
        if got != want {
            red.push(format!("{id}\n  want {want:#?}\n  got  {got:#?}"));
        }
        *(if want.is_empty() { &mut accepted } else { &mut refused }) += 1;
    }
    assert!(red.is_empty(), "{} red\n{}", red.len(), red.join("\n"));
    assert_eq!((accepted, refused), (5, 49));
}

#[test]
fn generated_crds_are_refused_for_the_recorded_reasons() {
    let (mut accepted, mut refused) = (0, 0);
    for line in include_str!("../testdata/vectors/crd-generated.jsonl").lines() {
        let entry = read_json(line).unwrap();
        let want: BTreeSet<_> =
            entry.get("faults").and_then(Node::as_list).unwrap().iter().map(|node| node.as_str().unwrap().to_owned()).collect();
        let got = texts(&judged(entry.get("crd").unwrap()));
        // Left out of the record are CRDs of which the server prints whole schemas, in its own names, as the value at fault.
        assert_eq!(got, want, "{line}");
        *(if want.is_empty() { &mut accepted } else { &mut refused }) += 1;
    }
    assert!(accepted > 50 && refused > 100, "{accepted} accepted, {refused} refused");
}

#[test]
fn faults_point_at_their_place() {
    let schema = r#"{"type":"object","properties":{"a":{"type":"array"},"b":{"type":"string","uniqueItems":true,"minimun":1}}}"#;
    let source = crd(schema);
    let faults = judged(&read_json(&source).unwrap());
    let placed: Vec<_> = faults.iter().map(|fault| (fault.to_string(), &source[fault.span.range()])).collect();
    let path = "spec.validation.openAPIV3Schema.properties";
    assert_eq!(
        placed,
        [
            ("unknown field \"spec.versions[0].schema.openAPIV3Schema.properties.b.minimun\"".to_owned(), "\"minimun\""),
            (format!("{path}[a].items: Required value: must be specified"), r#"{"type":"array"}"#),
            (
                format!(
                    "{path}[b].uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic"
                ),
                "true"
            ),
        ]
    );
}

/// Runs over the CRDs that the platform published, where they are at hand.
#[test]
fn published_crds_compile_and_are_accepted() {
    let Some(folder) = std::env::var_os("OMNIA_PUBLISHED_CRDS") else {
        eprintln!("SKIPPED: OMNIA_PUBLISHED_CRDS does not name the folder of the published CRDs");
        return;
    };
    on_a_big_stack(move || {
        let mut count = 0;
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let source = std::fs::read_to_string(&path).unwrap();
            let document = read_document(&source).unwrap().root;
            let loaded = load::definitions([&document], Descriptions::Keep);
            assert_eq!((loaded.crds.len(), loaded.others, loaded.unreadable.len()), (1, 0, 0), "{}", path.display());
            let definition = &loaded.crds[0].definition;
            assert!(definition.versions.iter().all(|version| !version.schema.properties.is_empty()));
            assert_eq!(texts(&judged(&document)), BTreeSet::new(), "{}", path.display());
            count += 1;
        }
        assert_eq!(count, 17);
    });
}

#[test]
fn deep_schemas_are_judged() {
    on_a_big_stack(|| {
        let depth = 4_900;
        for (open, close) in [
            (r#"{"type":"object","properties":{"a":"#, "}}"),
            (r#"{"type":"array","items":"#, "}"),
            (r#"{"type":"string","not":"#, "}"),
            (r#"{"allOf":["#, "]}"),
        ] {
            let schema = format!("{}{{\"type\":\"string\",\"default\":1}}{}", open.repeat(depth), close.repeat(depth));
            let source = crd(&format!(r#"{{"type":"object","properties":{{"spec":{schema}}}}}"#));
            assert!(!judged(&read_json(&source).unwrap()).is_empty());
        }
    });
}

#[test]
fn giant_schemas_are_judged() {
    let list = |count: usize, item: &dyn Fn(usize) -> String| (0..count).map(item).collect::<Vec<_>>().join(",");
    let enumeration = list(200_000, &|index| format!("\"v{index}\""));
    let properties = list(20_000, &|index| format!("\"p{index}\":{{\"type\":\"string\",\"default\":\"x\"}}"));
    let rules = list(20_000, &|_| r#"{"rule":"true","fieldPath":".a"}"#.to_owned());
    for (spec, is_accepted) in [
        (format!(r#"{{"type":"string","enum":[{enumeration}],"default":"v199999"}}"#), true),
        (format!(r#"{{"type":"object","properties":{{{properties}}}}}"#), true),
        (format!(r#"{{"type":"object","properties":{{"b":{{"type":"string"}}}},"x-kubernetes-validations":[{rules}]}}"#), false),
    ] {
        let source = crd(&format!(r#"{{"type":"object","properties":{{"spec":{spec}}}}}"#));
        assert_eq!(judged(&read_json(&source).unwrap()).is_empty(), is_accepted);
    }
}

/// Any JSON where keywords of a CRD stand.
fn any_json() -> impl Strategy<Value = serde_json::Value> {
    let words = "spec|type|properties|items|required|object|array|string|default|enum|allOf|anyOf|not|pattern|x-kubernetes-list-type|map|set|\
                 x-kubernetes-list-map-keys|additionalProperties|x-kubernetes-validations|rule|fieldPath|metadata|name|versions|schema|openAPIV3Schema|\
                 x-kubernetes-int-or-string|x-kubernetes-embedded-resource|minLength|multipleOf|\\.a\\['b'\\]|\\[|";
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        (-3_i64..5).prop_map(Into::into),
        any::<f64>().prop_map(Into::into),
        words.prop_map(Into::into),
    ];
    leaf.prop_recursive(6, 80, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Into::into),
            prop::collection::vec((words, inner), 0..6)
                .prop_map(|entries| serde_json::Value::Object(entries.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_schema_makes_the_judgement_panic(schema in any_json(), spec in any_json()) {
        let source = crd(&schema.to_string());
        judged(&read_json(&source).unwrap());
        let source = format!(r#"{{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","spec":{spec}}}"#);
        judged(&read_json(&source).unwrap());
    }
}

#[test]
fn embedded_crds_are_accepted_by_every_release_of_kubernetes() {
    let mut rules = 0;
    for release in Release::ALL {
        for kind in embedded::kinds().iter().filter(|kind| kind.blob(release).is_some()) {
            let exported = export::custom_resource_definition(kind, release).unwrap().to_string();
            rules += exported.matches("\"rule\":").count();
            let node = read_json(&exported).unwrap();
            for minor in 30..=36 {
                let faults = apiserver::crd::faults(&node, KubeVersion::minor(minor).unwrap());
                assert!(faults.is_empty(), "{} of {release} for 1.{minor}: {}", kind.kind, faults[0]);
            }
        }
    }
    assert!(rules > 100, "{rules} rules");
}
