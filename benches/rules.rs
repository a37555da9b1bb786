//! The embedded rules of AgentRuntime on a manifest that keeps them all: the rules alone, and compiling one.

#![allow(clippy::unwrap_used, clippy::panic, missing_docs, reason = "this is a benchmark")]

use divan::{Bencher, black_box};
use omnia::{
    apiserver::{
        KubeVersion,
        cel::rules::{OBJECT_BUDGET, run},
    },
    crd::{Catalog, Lookup, Release},
    yaml::read_document,
};

const MANIFEST: &str = include_str!("../testdata/manifests/agentruntime/good-websocket-support-chat.yaml");

fn main() {
    divan::main();
}

#[divan::bench]
fn rules_of_an_agent_runtime(bencher: Bencher<'_, '_>) {
    let catalog = Catalog::new(Release::Current);
    let Lookup::Found(found) = catalog.find("omnia.altairalabs.ai/v1alpha1", "AgentRuntime") else { panic!("no AgentRuntime") };
    let object = read_document(MANIFEST).unwrap().root;
    bencher.bench_local(|| black_box(run(black_box(&object), None, found.version, KubeVersion::default(), OBJECT_BUDGET)));
}

/// With a definition of its own each time, so that every rule that applies is compiled.
#[divan::bench]
fn the_same_with_compiling(bencher: Bencher<'_, '_>) {
    let catalog = Catalog::new(Release::Current);
    let Lookup::Found(found) = catalog.find("omnia.altairalabs.ai/v1alpha1", "AgentRuntime") else { panic!("no AgentRuntime") };
    let object = read_document(MANIFEST).unwrap().root;
    bencher.with_inputs(|| found.version.clone()).bench_local_refs(|version| {
        black_box(run(black_box(&object), None, version, KubeVersion::default(), OBJECT_BUDGET).causes.len())
    });
}
