//! SARIF 2.1.0, as code scanning services read it: <https://docs.oasis-open.org/sarif/sarif/v2.1.0/>.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use serde_json::{Value, json};

use super::{
    Ignored, Located, Results, Tool,
    located::{Place, Point, full_text},
    rule_page,
    uri::{is_absolute, uri},
};
use crate::finding::{self, Fingerprints, Rule, Severity};

/// Results that GitHub shows of a run; it refuses more than 25,000.
const SHOWN: usize = 5_000;

/// Other places of a result that GitHub shows.
const RELATED: usize = 100;

/// What relative paths start from.
const ROOT: &str = "%SRCROOT%";

/// Writes the log of one run: the gravest results, as many as are shown, and a notification when there are more.
///
/// # Errors
/// `out` cannot be written.
pub fn sarif(results: &Results, out: &mut dyn Write) -> io::Result<()> {
    let found = results.gravest_first();
    let (shown, left_out) = found.split_at(found.len().min(SHOWN));
    let ignored: Vec<&Ignored> = results.files.iter().flat_map(|file| &file.ignored).take(SHOWN - shown.len()).collect();
    let rules = rules_of(shown.iter().copied().chain(ignored.iter().map(|ignored| &ignored.located)));
    let mut fingerprints = Fingerprints::default();
    let mut result = |located: &Located| {
        let fingerprint = fingerprints.next(&located.finding, &located.place.file);
        result(located, &fingerprint, &rules)
    };
    let mut listed: Vec<Value> = shown.iter().map(|located| result(located)).collect();
    listed.extend(ignored.into_iter().map(|ignored| {
        let mut result = result(&ignored.located);
        result["suppressions"] = json!([suppression(ignored)]);
        result
    }));
    let mut rules: Vec<(usize, &Rule)> = rules.into_values().collect();
    rules.sort_by_key(|(index, _)| *index);
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": Tool::THIS.name,
                "version": Tool::THIS.version,
                "rules": rules.into_iter().map(|(_, rule)| descriptor(rule)).collect::<Vec<_>>(),
            }},
            "automationDetails": {"id": "kubectl-omnia/lint/"},
            "columnKind": "unicodeCodePoints",
            "invocations": [invocation(results, left_out.len())],
            "results": listed,
        }],
    });
    serde_json::to_writer_pretty(&mut *out, &log)?;
    out.write_all(b"\n")
}

fn suppression(ignored: &Ignored) -> Value {
    let kind = if ignored.in_source { "inSource" } else { "external" };
    if ignored.reason.is_empty() { json!({"kind": kind}) } else { json!({"kind": kind, "justification": ignored.reason}) }
}

/// The rules of these findings with their places in the list.
fn rules_of<'l>(found: impl Iterator<Item = &'l Located>) -> BTreeMap<&'static str, (usize, &'static Rule)> {
    let mut rules = BTreeMap::new();
    for located in found {
        if let Some(rule) = finding::find(located.finding.code) {
            let next = rules.len();
            rules.entry(rule.code).or_insert((next, rule));
        }
    }
    rules
}

fn descriptor(rule: &Rule) -> Value {
    json!({
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": rule.why},
        "help": {"text": rule.fix, "markdown": rule_page(rule)},
        "defaultConfiguration": {"level": level(rule.severity)},
        "properties": {"tags": [rule.family(), rule.origin.name()]},
    })
}

/// What was left out and what was not checked is no result, but must be told.
fn invocation(results: &Results, left_out: usize) -> Value {
    let note = |text: String| json!({"level": "note", "message": {"text": text}});
    let mut notifications: Vec<Value> = results
        .not_checked
        .iter()
        .map(|(entry, count)| note(format!("{}, not checked in {count}: {}", entry.code, entry.reason())))
        .collect();
    if left_out > 0 {
        notifications.push(note(format!("{left_out} more findings are left out: the {SHOWN} gravest are listed")));
    }
    json!({"executionSuccessful": true, "toolExecutionNotifications": notifications})
}

fn result(located: &Located, fingerprint: &str, rules: &BTreeMap<&str, (usize, &Rule)>) -> Value {
    let finding = &located.finding;
    let mut result = json!({
        "ruleId": finding.code,
        "level": level(finding.severity),
        "message": {"text": full_text(finding)},
        "locations": [location(&located.place)],
        "partialFingerprints": {"omniaFinding/v1": fingerprint},
    });
    if let Some((index, _)) = rules.get(finding.code) {
        result["ruleIndex"] = json!(index);
    }
    if !located.related.is_empty() {
        let related = located.related.iter().take(RELATED).enumerate().map(|(index, related)| {
            let mut place = location(&related.location);
            place["id"] = json!(index + 1);
            place["message"] = json!({"text": related.message});
            place
        });
        result["relatedLocations"] = related.collect();
    }
    if let Some(object) = finding.object.as_deref() {
        let name = format!("{}/{}/{}", object.namespace, object.kind, object.name);
        result["locations"][0]["logicalLocations"] =
            json!([{"fullyQualifiedName": format!("{name}:{}", finding.field), "kind": "object"}]);
    }
    if let Some(fix) = fix(located) {
        result["fixes"] = json!([fix]);
    }
    result
}

fn fix(located: &Located) -> Option<Value> {
    let fix = located.finding.fix.as_ref()?;
    let replacements: Vec<Value> = fix
        .edits
        .iter()
        .zip(&located.edits)
        .map(|(edit, (start, end))| json!({"deletedRegion": region(start, end), "insertedContent": {"text": edit.text}}))
        .collect();
    let artifact = artifact(&located.place.file);
    let changes = json!([{"artifactLocation": artifact, "replacements": replacements}]);
    Some(json!({"description": {"text": fix.title}, "artifactChanges": changes}))
}

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

fn location(place: &Place) -> Value {
    json!({"physicalLocation": {"artifactLocation": artifact(&place.file), "region": region(&place.start, &place.end)}})
}

fn artifact(file: &str) -> Value {
    if is_absolute(file) { json!({"uri": uri(file)}) } else { json!({"uri": uri(file), "uriBaseId": ROOT}) }
}

fn region(start: &Point, end: &Point) -> Value {
    json!({"startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column})
}
