//! The judgement against recorded answers of a real API server 1.35.4 about manifests of the published CRDs.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, clippy::print_stderr, reason = "this is a test")]

mod support;

use omnia::{
    apiserver::{Judgement, KubeVersion, Operation, Request, Resolved, Verdict, field_text, object, resolve, update},
    crd::{Catalog, Release},
    yaml::{Node, Value},
};
use support::{canonical, published, text};

/// A cause in a form that can be sorted and compared.
type Triple = (String, String, String);

struct Expected {
    verdict: String,
    code: i64,
    reason: String,
    causes: Vec<Triple>,
    message: String,
}

fn expected(answer: &Node<'_>) -> Expected {
    let causes: Vec<Triple> = answer
        .get("causes")
        .and_then(Node::as_list)
        .unwrap_or_default()
        .iter()
        .map(|cause| (text(cause, "field").to_owned(), text(cause, "reason").to_owned(), text(cause, "message").to_owned()))
        .collect();
    let mut causes: Vec<Triple> = causes.into_iter().map(mask_random).collect();
    causes.sort();
    Expected {
        verdict: text(answer, "verdict").to_owned(),
        code: answer.get("code").and_then(Node::as_i64).unwrap_or_default(),
        reason: text(answer, "reason").to_owned(),
        causes,
        message: text(answer, "message").to_owned(),
    }
}

/// The suffix of a generated name is random.
fn mask_random((field, reason, message): Triple) -> Triple {
    let message = match (field.as_str(), message.strip_prefix("Invalid value: \"a_")) {
        ("metadata.name", Some(rest)) => format!("Invalid value: \"a_xxxxx{}", &rest[5..]),
        _ => message,
    };
    (field, reason, message)
}

fn judge<'n>(node: &Node<'n>, old: Option<&Node<'_>>, catalog: &Catalog, operation: Operation) -> Judgement<'n> {
    let request = Request { operation, release: KubeVersion::default(), namespace: None, source: "STDIN" };
    let (group, version) = text(node, "apiVersion").split_once('/').unwrap();
    match resolve(catalog, group, version, text(node, "kind")) {
        Resolved::Served(definition, version) => match old {
            None => object(node.clone(), definition, version, &request),
            Some(old) => update(node.clone(), old.clone(), definition, version, &request),
        },
        other => panic!("{other:?}"),
    }
}

/// The causes of an answer that is compared: those that are shown, or with unknown fields dropped those behind them.
fn triples(judgement: &Judgement<'_>, dropped: bool) -> Vec<Triple> {
    let mut causes: Vec<Triple> = judgement
        .causes
        .iter()
        .filter(|cause| if dropped { !cause.reason.name().is_empty() } else { !cause.masked })
        .filter(|cause| !cause.reason.name().is_empty())
        .map(|cause| (field_text(cause).to_owned(), cause.reason.name().to_owned(), cause.message.clone()))
        .collect();
    causes.sort();
    causes.dedup();
    causes
}

/// A verdict in the word of the vectors.
fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Accepted => "accepted",
        Verdict::Refused => "refused",
    }
}

fn check(id: &str, what: &str, want: &Expected, judgement: &Judgement<'_>, operation: Operation, faults: &mut Vec<String>) {
    let mut differs = |name: &str, want: String, got: String| {
        if want != got {
            faults.push(format!("{id} {what} {name}\n  want {want}\n  got  {got}"));
        }
    };
    let causes = triples(judgement, false);
    differs("causes", format!("{:#?}", want.causes), format!("{causes:#?}"));
    differs("verdict", want.verdict.clone(), word(judgement.verdict).to_owned());
    let code = judgement.answer.code(operation).map_or(-1, i64::from);
    differs("code", want.code.to_string(), code.to_string());
    differs("reason", want.reason.clone(), judgement.reason().to_owned());
    if !want.message.is_empty() {
        differs("message", want.message.clone(), judgement.message().unwrap_or_default());
    }
}

#[test]
fn answers_of_a_real_server() {
    let Some(catalog) = published("answers_of_a_real_server") else { return };
    let vectors = support::vectors("server-1.35-crd.yaml");
    let vectors = vectors.as_list().unwrap();
    let (mut faults, mut updates) = (Vec::new(), 0);
    for entry in vectors {
        let id = text(entry, "id");
        let manifest = entry.get("manifest").unwrap();
        let answer = entry.get("expect").unwrap();
        let want = expected(answer);
        let old = entry.get("old");
        let (what, operation) = match old {
            Some(_) => ("update", Operation::Replace),
            None => ("create", Operation::Create),
        };
        updates += usize::from(old.is_some());
        let judgement = judge(manifest, old, &catalog, operation);
        check(id, what, &want, &judgement, operation, &mut faults);
        if let Some(ignore) = answer.get("ignore") {
            let want = expected(ignore);
            let got = triples(&judgement, true);
            if want.causes != got {
                faults.push(format!("{id} ignore causes\n  want {:#?}\n  got  {got:#?}", want.causes));
            }
        }
        spec(id, what, answer, manifest, &judgement, &mut faults);
        if let (Some(_), Some(Node { value: Value::String(verdict), .. })) = (old, answer.get("asCreate")) {
            let judgement = judge(manifest, None, &catalog, Operation::Create);
            if verdict != word(judgement.verdict) {
                faults.push(format!("{id} asCreate: want {verdict}, got {:?}", judgement.verdict));
            }
        }
        if let Some(apply) = answer.get("apply") {
            let judgement = judge(manifest, old, &catalog, Operation::Apply);
            check(id, "apply", &expected(apply), &judgement, Operation::Apply, &mut faults);
            spec(id, "apply", apply, manifest, &judgement, &mut faults);
        }
    }
    println!("{} answers compared, {updates} of them about updates", vectors.len());
    assert!(faults.is_empty(), "{} differences\n{}", faults.len(), faults.join("\n"));
}

/// The embedded release says its rules in its own words; verdicts and fields are those of the server.
#[test]
fn verdicts_and_fields_with_the_embedded_release() {
    let catalog = Catalog::new(Release::R2026_07);
    let vectors = support::vectors("server-1.35-crd.yaml");
    let vectors = vectors.as_list().unwrap();
    let mut faults = Vec::new();
    for entry in vectors {
        let (id, manifest, answer) = (text(entry, "id"), entry.get("manifest").unwrap(), entry.get("expect").unwrap());
        let old = entry.get("old");
        let operation = if old.is_some() { Operation::Replace } else { Operation::Create };
        let want = expected(answer);
        let judgement = judge(manifest, old, &catalog, operation);
        let fields = |triples: Vec<Triple>| -> Vec<(String, String)> {
            triples.into_iter().map(|(field, reason, _)| (field, reason)).collect()
        };
        let (want_fields, got_fields) = (fields(want.causes), fields(triples(&judgement, false)));
        if want_fields != got_fields {
            faults.push(format!("{id} fields\n  want {want_fields:?}\n  got  {got_fields:?}"));
        }
        if want.verdict != word(judgement.verdict) {
            faults.push(format!("{id} verdict: want {}, got {:?}", want.verdict, judgement.verdict));
        }
    }
    println!("{} verdicts compared", vectors.len());
    assert!(faults.is_empty(), "{} differences\n{}", faults.len(), faults.join("\n"));
}

fn spec(id: &str, what: &str, answer: &Node<'_>, manifest: &Node<'_>, judgement: &Judgement<'_>, faults: &mut Vec<String>) {
    if text(answer, "verdict") != "accepted" {
        return;
    }
    let want = match answer.get("spec") {
        Some(Node { value: Value::String(text), .. }) if text == "=" => canonical(manifest.get("spec")),
        other => canonical(other),
    };
    let got = canonical(judgement.object.get("spec"));
    if want != got {
        faults.push(format!("{id} {what} spec\n  want {want}\n  got  {got}"));
    }
}
