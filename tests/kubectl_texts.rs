//! The output of `kubectl apply` and `kubectl create` 1.35.4 for whole texts, byte for byte, with the published CRDs.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, clippy::print_stderr, reason = "this is a test")]

mod support;

use omnia::{
    apiserver::Operation,
    yaml::{Node, Value},
};
use support::{kubectl, published, text};

/// The bytes of the entry's input.
fn input(entry: &Node<'_>) -> Vec<u8> {
    match entry.get("base64").and_then(Node::as_str) {
        Some(encoded) => decode_base64(encoded),
        None => text(entry, "text").as_bytes().to_vec(),
    }
}

fn decode_base64(encoded: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = Vec::new();
    let (mut bits, mut count) = (0u32, 0);
    for byte in encoded.bytes().filter(|byte| *byte != b'=') {
        bits = (bits << 6) | DIGITS.iter().position(|digit| *digit == byte).unwrap() as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
        }
    }
    out
}

/// The lines of kubectl in a form in which the order of causes, which is random, does not matter: sorted, and each with its own causes
/// sorted too.
fn sorted(output: &str) -> Vec<String> {
    let mut lines: Vec<String> = output.lines().map(sort_causes).collect();
    lines.sort();
    lines
}

fn sort_causes(line: &str) -> String {
    let Some((head, causes)) = line.split_once(" is invalid: [") else { return mask(line) };
    let mut causes: Vec<&str> = causes.trim_end_matches(']').split(", ").collect();
    causes.sort_unstable();
    format!("{head} is invalid: {}", causes.join(", "))
}

/// The suffix of a generated name is random.
fn mask(line: &str) -> String {
    match line.split_once("/gen-") {
        Some((head, tail)) => format!("{head}/gen-xxxxx{}", &tail[5..]),
        None => line.to_owned(),
    }
}

/// The causes about AgentRuntimes alone, however many objects kubectl refuses beside.
fn agent_causes(output: &str) -> Vec<String> {
    let mut causes = Vec::new();
    let mut within = false;
    for line in output.lines() {
        within = line.starts_with("The AgentRuntime ") || (within && line.starts_with("* "));
        if line.contains("AgentRuntime.omnia.altairalabs.ai ") || within {
            let text = line.split_once(" is invalid: ").map_or_else(|| line.trim_start_matches("* "), |(_, causes)| causes);
            causes.extend(text.trim_matches(['[', ']']).split(", ").filter(|part| !part.is_empty()).map(str::to_owned));
        }
    }
    causes.sort();
    causes
}

#[test]
fn what_kubectl_prints() {
    support::with_deep_stack(compare);
}

fn compare() {
    let Some(catalog) = published("what_kubectl_prints") else { return };
    let vectors = support::vectors("kubectl-texts.yaml");
    let (mut faults, mut compared) = (Vec::new(), 0);
    for entry in vectors.as_list().unwrap() {
        let namespace = entry.get("flags").and_then(Node::as_list).map(|flags| flags[1].as_str().unwrap());
        for operation in [Operation::Apply, Operation::Create] {
            let answer = match entry.get(operation.name()) {
                Some(Node { value: Value::String(_), .. }) | None => entry.get("apply").unwrap(),
                Some(answer) => answer,
            };
            let printed = kubectl(&input(entry), operation, namespace, &catalog);
            let (stdout, stderr) = (text(answer, "stdout"), text(answer, "stderr"));
            compared += 1;
            let (want, got) = if text(entry, "group") == "other objects" {
                (agent_causes(stderr), agent_causes(&printed.stderr))
            } else {
                let exit = answer.get("exit").and_then(Node::as_i64).unwrap_or_default();
                let form =
                    |stdout: &str, stderr: &str, exit: i64| [sorted(stdout), sorted(stderr), vec![exit.to_string()]].concat();
                (form(stdout, stderr, exit), form(&printed.stdout, &printed.stderr, i64::from(printed.exit)))
            };
            if want != got {
                faults.push(format!("{} {operation}\n  want {want:#?}\n  got  {got:#?}", text(entry, "id")));
            }
        }
    }
    println!("{compared} outputs compared");
    assert!(faults.is_empty(), "{} differences\n{}", faults.len(), faults.join("\n"));
}
