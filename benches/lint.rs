//! Whole runs of `lint`: one file, ten thousand files, one file of 20 MB; beside them the bare event parsing of granit-parser.
//!
//! The processor time of whole processes is measured outside: see `examples/corpus.rs`.

#![allow(clippy::unwrap_used, dead_code)]

mod corpus;

use std::{path::Path, process::Command};

use corpus::Corpus;
use divan::{Bencher, counter::BytesCount};
use granit_parser::Parser;

fn main() {
    divan::main();
}

fn lint(path: &Path) {
    let output = Command::new(env!("CARGO_BIN_EXE_kubectl-omnia")).args(["lint", "-qq"]).arg(path).output().unwrap();
    assert!(output.stderr.is_empty());
}

#[divan::bench(sample_count = 50)]
fn one_file(bencher: Bencher) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.yaml");
    std::fs::write(&path, Corpus::new().manifest(9)).unwrap();
    bencher.bench_local(|| lint(&path));
}

#[divan::bench(args = [1_000, 10_000], sample_count = 5)]
fn files(bencher: Bencher, count: usize) {
    let folder = tempfile::tempdir().unwrap();
    Corpus::new().write(folder.path(), count);
    bencher.bench_local(|| lint(folder.path()));
}

#[divan::bench(args = [2, 20], sample_count = 3)]
fn one_file_of_megabytes(bencher: Bencher, megabytes: usize) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.yaml");
    let text = Corpus::new().documents(megabytes << 20);
    std::fs::write(&path, &text).unwrap();
    bencher.counter(BytesCount::of_str(&text)).bench_local(|| lint(&path));
}

#[divan::bench(args = [2, 20], sample_count = 3)]
fn granit_events_of_megabytes(bencher: Bencher, megabytes: usize) {
    let text = Corpus::new().documents(megabytes << 20);
    bencher.counter(BytesCount::of_str(&text)).bench_local(|| Parser::new_from_str(&text).filter_map(Result::ok).count());
}
