//! The embedded rules of AgentRuntime against verdicts of the 1.35 validation code, and the traces of rules that fail.

#![allow(clippy::unwrap_used, clippy::panic, reason = "this is a test")]

use omnia::{
    apiserver::{
        Cause, KubeVersion, Operation, Request, Stage,
        cel::rules::{OBJECT_BUDGET, run, trace},
        object,
    },
    crd::{Catalog, Definition, Lookup, Release},
    yaml::{Node, Value, read_document},
};

fn definition(catalog: &Catalog) -> &Definition {
    match catalog.find("omnia.altairalabs.ai/v1alpha1", "AgentRuntime") {
        Lookup::Found(found) => found.definition,
        _ => panic!("no AgentRuntime"),
    }
}

/// An AgentRuntime whose spec is `base` with the members of `spec` instead of its own.
fn runtime(base: &Node<'_>, spec: &Node<'_>) -> Node<'static> {
    let text = "apiVersion: omnia.altairalabs.ai/v1alpha1\nkind: AgentRuntime\nmetadata: {name: x, namespace: y}\nspec: {}\n";
    let mut root = read_document(text).unwrap().root.into_owned();
    let mut whole = base.clone().into_owned();
    let Value::Map(fields) = &mut whole.value else { panic!("no spec") };
    for entry in &spec.as_map().unwrap().entries {
        fields.entries.retain(|other| other.key != entry.key);
        fields.entries.push(entry.clone().into_owned());
    }
    let Value::Map(map) = &mut root.value else { panic!("no object") };
    *map.get_mut("spec").unwrap() = whole;
    root
}

#[test]
fn verdicts_about_specs_at_both_sides_of_each_rule() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/rules/agentruntime.yaml")).unwrap();
    let document = read_document(&text).unwrap().root;
    let base = document.get("base").unwrap();
    let (mut red, mut compared) = (Vec::new(), 0);
    for (release, name) in [(Release::Current, "current"), (Release::R2026_07, "2026-07")] {
        let catalog = Catalog::new(release);
        let definition = definition(&catalog);
        for rule in &document.get("rules").unwrap().as_map().unwrap().entries {
            let cases = ["broken", "kept"].into_iter().filter_map(|side| rule.value.get(side)?.as_list());
            for case in cases.flatten() {
                let Some(want) = case.get(name) else { continue };
                compared += 1;
                let mut want: Vec<String> = want.as_list().unwrap().iter().map(|one| one.as_str().unwrap().to_owned()).collect();
                let request =
                    Request { operation: Operation::Create, release: KubeVersion::default(), namespace: None, source: "x" };
                let spec = case.get("spec").unwrap();
                let judgement = object(runtime(base, spec), definition, &definition.versions[0], &request);
                let mut got: Vec<String> = judgement
                    .causes
                    .iter()
                    .filter(|cause| cause.stage == Stage::Rules)
                    .map(|cause| format!("{} {}", cause.rule.as_ref().unwrap().code.as_ref().unwrap(), cause.field))
                    .collect();
                want.sort();
                got.sort();
                if want != got {
                    red.push(format!("{} {name} {}..{}: want {want:?}, got {got:?}", rule.key, spec.span.start, spec.span.end));
                }
            }
        }
    }
    assert!(compared > 400, "{compared}");
    assert!(red.is_empty(), "{} of {compared} red:\n{}", red.len(), red.join("\n"));
}

#[test]
fn a_trace_shows_the_parts_of_the_rule_and_their_places() {
    let text = "apiVersion: omnia.altairalabs.ai/v1alpha1\nkind: AgentRuntime\nmetadata: {name: x}\nspec:\n  mode: function\n  \
                promptPackRef: {name: p}\n  facades:\n  - type: websocket\n  - type: rest\n  inputSchema: {}\n  outputSchema: {}\n";
    let root = read_document(text).unwrap().root;
    let catalog = Catalog::new(Release::Current);
    let version = &definition(&catalog).versions[0];
    let causes = run(&root, None, version, KubeVersion::default(), OBJECT_BUDGET).causes;
    let failed = |cause: &&Cause| cause.rule.as_ref().is_some_and(|rule| rule.code.as_deref() == Some("CEL008"));
    let cause = causes.iter().find(failed).unwrap();
    let trace = trace(&root, None, version, cause.rule.as_ref().unwrap()).unwrap();
    let step = |text: &str| trace.steps.iter().find(|step| step.text == text).unwrap_or_else(|| panic!("{text} in {trace:#?}"));
    let mode = step("self.mode");
    assert_eq!(mode.value, Ok("\"function\"".to_owned()));
    assert_eq!(&text[mode.span.unwrap().range()], "function");
    // Of the facades the one at which the rule was decided.
    let facade = trace.steps.iter().find(|step| step.value == Ok("\"websocket\"".to_owned())).unwrap();
    assert_eq!(&text[facade.span.unwrap().range()], "websocket");
    assert_eq!(trace.steps.last().unwrap().value, Ok("false".to_owned()));
}
