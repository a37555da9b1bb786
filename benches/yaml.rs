//! Reading one YAML text: how long a byte takes.
//!
//! `granit` is the bare event parsing of granit-parser on the same text, to compare with.

#![allow(clippy::unwrap_used)]

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use granit_parser::Parser;
use omnia::yaml::read_document;

fn main() {
    divan::main();
}

/// A manifest as people write them, the given number of times as items of a list.
fn manifests(count: usize) -> String {
    let item = include_str!("../testdata/manifests/agentruntime/good-websocket-support-chat.yaml");
    let mut text = String::from("items:\n");
    for _ in 0..count {
        for (index, line) in item.lines().enumerate() {
            text.push_str(if index == 0 { "- " } else { "  " });
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

/// A mapping of many keys, as a large ConfigMap has it.
fn wide(count: usize) -> String {
    (0..count).map(|index| format!("key-{index}: value of {index}\n")).collect()
}

fn texts() -> Vec<(&'static str, String)> {
    vec![
        ("manifest", manifests(1)),
        ("list", manifests(700)),
        ("wide", wide(50_000)),
        ("json", format!("[{}]", vec![r#"{"a": {"b": [1, 2, "three"], "é": "x"}}"#; 20_000].join(", "))),
        ("literal", format!("a: |\n{}", "  a line of a script\n".repeat(50_000))),
        ("deep", format!("{}x", "- ".repeat(9_999))),
    ]
}

fn names() -> Vec<&'static str> {
    texts().into_iter().map(|(name, _)| name).collect()
}

fn text(name: &str) -> String {
    texts().into_iter().find(|(known, _)| *known == name).unwrap().1
}

#[divan::bench(args = names())]
fn read(bencher: Bencher<'_, '_>, name: &str) {
    let text = text(name);
    bencher.counter(BytesCount::of_str(&text)).bench(|| read_document(black_box(&text)).unwrap());
}

#[divan::bench(args = ["manifest", "list", "wide", "json", "literal"])]
fn granit(bencher: Bencher<'_, '_>, name: &str) {
    let text = text(name);
    bencher.counter(BytesCount::of_str(&text)).bench(|| Parser::new_from_str(black_box(&text)).map(Result::unwrap).count());
}
