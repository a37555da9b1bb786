//! Safe fixes of generated manifests: scalars of all sorts where strings are wanted, between comments and odd layout.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::sync::Arc;

use omnia::{
    apiserver::{KubeVersion, Operation, Request},
    crd::{Catalog, Release},
    finding::Finding,
    lint::{self, Fixes, Linter},
    yaml::{self, Node, Text},
};
use proptest::prelude::*;

fn find(text: &Arc<Text>, catalog: &Catalog) -> Vec<Finding> {
    let linter = Linter {
        catalog,
        newest: None,
        release: Some(Release::Current),
        request: Request { operation: Operation::Apply, release: KubeVersion::default(), namespace: None, source: "a.yaml" },
        strict_kinds: false,
        others_expected: false,
        stored: None,
        trace: false,
        operator: None,
    };
    lint::file(text, &linter).findings
}

/// What people write where a string is wanted.
fn scalar() -> impl Strategy<Value = String> {
    prop_oneof![
        "[0-9]{1,3}\\.[0-9]{1,2}",
        "0[0-7]{1,4}",
        "-?[0-9]{1,12}",
        "0x[0-9A-F]{1,6}",
        "[0-9]_[0-9]{3}",
        prop::sample::select(vec!["yes", "no", "On", "off", "TRUE", "false", "y", "null", "1e3", "12:30:45", ".5", "2024-01-02"])
            .prop_map(str::to_owned),
        "[a-z]{1,8}".prop_map(|word| format!("'{word}'")),
        "[a-z]{1,8}".prop_map(|word| format!("\"{word}\"")),
        "[a-z]{2,8}-[a-z]{1,4}",
    ]
}

fn comment() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), "[a-z:'\"é]{1,10}".prop_map(|text| format!("   # {text}"))]
}

/// A manifest, and the scalars in it in their order.
fn manifest() -> impl Strategy<Value = (String, Vec<String>)> {
    let tools = prop::collection::vec((scalar(), comment()), 1..6);
    let line_break = prop::sample::select(vec!["\n", "\r\n"]);
    (scalar(), comment(), tools, any::<bool>(), line_break, any::<bool>()).prop_map(|(registry, said, tools, flow, end, ends)| {
        let mut text =
            "# generated\napiVersion: omnia.altairalabs.ai/v1alpha1\nkind: AgentPolicy\nmetadata: {name: a,   namespace: 'b'}\n\
             spec:\n    toolAccess:\n        mode:   allowlist\n        rules:\n"
                .to_owned();
        text.push_str(&format!("        -   registry:  {registry}{said}\n"));
        let scalars: Vec<String> = std::iter::once(&registry).chain(tools.iter().map(|(tool, _)| tool)).cloned().collect();
        if flow {
            text.push_str(&format!("            tools: [ {} ]", scalars[1..].join(" , ")));
        } else {
            text.push_str("            tools:");
            tools.iter().for_each(|(tool, said)| text.push_str(&format!("\n            -  {tool}{said}")));
        }
        if ends {
            text.push('\n');
        }
        (text.replace('\n', end), scalars)
    })
}

/// The strings of the rule, in their order; none where something else stands.
fn strings(root: &Node<'_>) -> Vec<Option<String>> {
    let rule = &root.get("spec").and_then(|spec| spec.get("toolAccess")?.get("rules")?.as_list()?.first()).unwrap();
    let tools = rule.get("tools").and_then(Node::as_list).unwrap();
    std::iter::once(rule.get("registry").unwrap()).chain(tools).map(|node| node.as_str().map(str::to_owned)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 256,
        failure_persistence: None,
        rng_seed: prop::test_runner::RngSeed::Fixed(9),
        ..ProptestConfig::default()
    })]

    #[test]
    fn safe_fixes_keep_what_was_meant((source, scalars) in manifest()) {
        let catalog = Catalog::new(Release::Current);
        let text = Arc::new(Text::new(source.clone().into_bytes()).unwrap());
        let before = find(&text, &catalog);
        let fixed = lint::fix(&text, Fixes::Safe, |text| find(text, &catalog));
        let safe = |found: &[Finding]| found.iter().filter(|finding| finding.fix.as_ref().is_some_and(|fix| fix.safe)).count();
        prop_assert_eq!(fixed.is_some(), safe(&before) > 0);
        let now = fixed.map_or_else(|| Arc::clone(&text), |fixed| fixed.text);
        // Nothing is left, and a second time changes nothing.
        prop_assert_eq!(safe(&find(&now, &catalog)), 0);
        prop_assert!(lint::fix(&now, Fixes::Safe, |text| find(text, &catalog)).is_none());
        // Every scalar that was mended is the text that was written; null is nobody's text.
        let read = yaml::read(&now);
        prop_assert!(read.error.is_none());
        for (string, written) in strings(&read.documents[0].root).into_iter().zip(&scalars).filter(|(_, written)| *written != "null") {
            prop_assert_eq!(string.as_deref(), Some(written.trim_matches(['\'', '"'])), "{}", now.as_str());
        }
        // Apart from quotes, every byte is there as it was.
        let bare = |text: &str| text.replace('"', "");
        prop_assert_eq!(bare(&source), bare(now.as_str()));
    }
}
