//! What the webhooks add, against recorded answers of an API server with the real ones: verdict and codes, in our own words.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stderr, reason = "this is a test")]

mod support;

use omnia::{
    apiserver::{KubeVersion, Operation, Request, Stored},
    crd::{Catalog, Release},
    finding::{
        Finding, Severity,
        classify::{self, Source},
    },
    lint::{self, FileReport, Linter, Verdict},
    render::operator::{Operator, Overrides},
    yaml::{JsonForm, Node, Text, to_json},
};
use support::{published, text, vectors};

/// What other objects or the installation decide: nothing to compare with.
const ELSEWHERE: [&str; 4] = ["provider secret", "platform secret", "namespace claimed", "policy delete"];

/// Entries of an installation whose webhook for custom facades cannot be called.
const OF_THE_CHART: &str = "custom facade, path of the chart";

fn lint(entry: &Node<'static>, catalog: &Catalog) -> FileReport {
    let manifest = Text::new(to_json(entry.get("manifest").unwrap(), JsonForm::Converted).into_bytes()).unwrap();
    let operation = if text(entry, "verb") == "update" { Operation::Replace } else { Operation::Create };
    let mut stored = Stored::default();
    let objects = entry.get("stored").and_then(Node::as_list).unwrap_or_default();
    objects.iter().filter(|object| text(object, "kind") == text(entry, "kind")).for_each(|object| stored.insert(object.clone()));
    let flags = Text::new(b"flags: [--enterprise]".to_vec()).unwrap();
    let enterprise = Operator::from_text("operator.yaml", &flags, &Overrides::default()).unwrap();
    let linter = Linter {
        catalog,
        newest: None,
        release: Some(Release::R2026_07),
        request: Request { operation, release: KubeVersion::default(), namespace: None, source: "STDIN" },
        strict_kinds: false,
        others_expected: false,
        stored: (!stored.is_empty()).then_some(&stored),
        trace: false,
        operator: (text(entry, "group") == OF_THE_CHART).then_some(&enterprise),
    };
    lint::file(&std::sync::Arc::new(manifest), &linter)
}

fn listed<'n>(answer: &'n Node<'n>, key: &str) -> Vec<&'n str> {
    answer.get(key).and_then(Node::as_list).unwrap_or_default().iter().filter_map(Node::as_str).collect()
}

/// The unmasked findings of webhooks.
fn webhooks(report: &FileReport) -> Vec<&Finding> {
    report.findings.iter().filter(|finding| finding.code.starts_with("ADM") && !finding.masked).collect()
}

/// What is wrong with the report about an entry.
fn differences(entry: &Node<'_>, report: &FileReport) -> Vec<String> {
    let answer = entry.get("expect").unwrap();
    let object = &report.objects[0];
    let found = webhooks(report);
    let mut wrong = Vec::new();
    let mut differs = |what: &str, want: String, got: String| {
        if want != got {
            wrong.push(format!("{what}: want {want}, got {got}"));
        }
    };
    if answer.get("code").and_then(Node::as_i64) == Some(422) {
        differs("verdict", format!("{:?}", Verdict::Refused), format!("{:?}", object.verdict));
        differs("admission", format!("{:?}", Verdict::NotChecked), format!("{:?}", object.admission));
        return wrong;
    }
    differs("verdict", format!("{:?}", Verdict::Accepted), format!("{:?}", object.verdict));
    let licence = text(entry, "group").starts_with("licence ");
    let refused = text(answer, "verdict") == "refused";
    let message = text(answer, "message");
    let want = match (refused, licence && message.contains("Enterprise")) {
        (true, true) => Verdict::NotChecked,
        (true, false) => Verdict::Refused,
        (false, _) => Verdict::Accepted,
    };
    differs("admission", format!("{want:?}"), format!("{:?}", object.admission));
    let code = |message: &str| classify::code(Source::Webhook, text(entry, "kind"), "", message);
    let mut codes: Vec<&str> = if refused { vec![code(message)] } else { Vec::new() };
    if !refused {
        codes.extend(listed(answer, "warnings").into_iter().filter(|warning| !warning.contains("Secret")).map(code));
    }
    differs("codes", format!("{codes:?}"), format!("{:?}", found.iter().map(|finding| finding.code).collect::<Vec<_>>()));
    for finding in &found {
        let severity = if want == Verdict::Refused { Severity::Error } else { finding.severity.min(Severity::Warning) };
        differs("severity", format!("{severity:?}"), format!("{:?}", finding.severity));
        differs("has a place", "true".to_owned(), (finding.span.end > finding.span.start).to_string());
    }
    wrong
}

fn hold(catalog: &Catalog, name: &str) {
    let entries = vectors("webhooks-2026-07.yaml");
    let mut wrong = Vec::new();
    let mut compared = 0;
    for entry in entries.as_list().unwrap() {
        let id = text(entry, "id");
        if ELSEWHERE.contains(&text(entry, "group")) {
            continue;
        }
        compared += 1;
        let report = lint(entry, catalog);
        wrong.extend(
            differences(entry, &report).into_iter().map(|difference| format!("{id} {}: {difference}", text(entry, "group"))),
        );
    }
    assert!(compared >= 60, "{compared}");
    assert!(wrong.is_empty(), "{name}: {} of {compared} differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn embedded_release() {
    hold(&Catalog::new(Release::R2026_07), "2026-07");
}

#[test]
fn published_crds() {
    if let Some(catalog) = published("published_crds") {
        hold(&catalog, "published");
    }
}

#[test]
fn the_words_of_webhooks_have_codes() {
    let entries = vectors("webhooks-2026-07.yaml");
    let mut codes = std::collections::BTreeSet::new();
    for entry in entries.as_list().unwrap() {
        let answer = entry.get("expect").unwrap();
        let denial = Some(text(answer, "message")).filter(|message| message.contains("webhook"));
        let warnings = listed(answer, "warnings").into_iter().filter(|warning| !warning.contains("Upgrade"));
        for words in denial.into_iter().chain(warnings) {
            let code = classify::code(Source::Webhook, text(entry, "kind"), "", words);
            assert!(code.starts_with("ADM"), "{code}: {words}");
            codes.insert(code);
        }
    }
    let known =
        ["ADM001", "ADM005", "ADM007", "ADM008", "ADM009", "ADM010", "ADM011", "ADM012", "ADM013", "ADM014", "ADM015", "ADM016"];
    assert_eq!(codes.into_iter().collect::<Vec<_>>(), known);
}
