//! What kubectl does by itself, before and around the server's answers, byte for byte.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, clippy::print_stderr, reason = "this is a test")]

mod support;

use omnia::{
    apiserver::Operation,
    crd::{Additional, Catalog, Release, Schema},
    finding::classify::{Source, code},
    yaml::Node,
};
use support::text;

/// The embedded kinds with rules that all hold, like the server that answered kubectl.
fn without_rules() -> Catalog {
    let embedded = Catalog::new(Release::R2026_07);
    let mut catalog = Catalog::new(Release::R2026_07);
    for definition in embedded.definitions() {
        let mut definition = definition.clone();
        definition.versions.iter_mut().for_each(|version| hold(&mut version.schema));
        catalog.add(definition);
    }
    catalog
}

fn hold(schema: &mut Schema) {
    for rule in &mut schema.rules {
        "true".clone_into(&mut rule.rule);
    }
    let mut properties = schema.properties.to_vec();
    properties.iter_mut().for_each(|property| hold(&mut property.schema));
    schema.properties = properties.into();
    if let Some(items) = &mut schema.items {
        hold(items);
    }
    if let Some(Additional::Schema(below)) = &mut schema.additional {
        hold(below);
    }
}

#[test]
fn what_kubectl_does_alone() {
    let catalog = without_rules();
    let vectors = support::vectors("kubectl-client.yaml");
    let (mut faults, mut compared) = (Vec::new(), 0);
    for entry in vectors.as_list().unwrap() {
        for operation in Operation::ALL {
            let Some(answer) = entry.get(operation.name()) else { continue };
            compared += 1;
            let printed = support::kubectl(text(entry, "text").as_bytes(), operation, None, &catalog);
            let exit = answer.get("exit").and_then(Node::as_i64).unwrap();
            let want = (exit, text(answer, "stdout").to_owned(), text(answer, "stderr").to_owned());
            let got = (i64::from(printed.exit), printed.stdout, printed.stderr);
            if want != got {
                faults.push(format!("{} {operation}\n  want {want:#?}\n  got  {got:#?}", text(entry, "id")));
            }
        }
    }
    assert!(compared > 300, "{compared} outputs compared");
    assert!(faults.is_empty(), "{} differences\n{}", faults.len(), faults.join("\n"));
}

/// Every error of kubectl is the finding of a rule that says what it is about.
#[test]
fn every_error_has_a_code_of_its_own() {
    let catalog = Catalog::new(Release::R2026_07);
    let vectors = support::vectors("kubectl-client.yaml");
    let mut without = Vec::new();
    for entry in vectors.as_list().unwrap() {
        for cause in support::client_causes(text(entry, "text").as_bytes(), &catalog) {
            if code(Source::Decoder, "", &cause.field, &cause.message) == "CEL901" {
                without.push(format!("{}: {}", text(entry, "id"), cause.message));
            }
        }
    }
    assert!(without.is_empty(), "{}", without.join("\n"));
}
