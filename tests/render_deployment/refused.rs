//! What a real API server of 1.35.4 said of Deployments with one field of the agent set to some value: see `testdata/render/pods.jsonl`,
//! one record a line with `field`, `value` and `error`, which is empty where the Deployment was taken.

use serde_json::{Value, json};

use super::scene::Scene;

const RECORDED: &str = include_str!("../../testdata/render/pods.jsonl");

/// Facts that the server tells in the order of its own code, and the program in that of the manifest.
fn sorted(error: &str) -> Vec<&str> {
    let (_, causes) = error.split_once(" is invalid: ").unwrap_or_default();
    let mut causes: Vec<_> = causes.trim_start_matches('[').trim_end_matches(']').split(", spec.").collect();
    causes.sort_unstable();
    causes
}

fn spec(record: &Value) -> String {
    let field = record["field"].as_str().unwrap();
    let (block, key) = field.split_once('.').unwrap_or((field, ""));
    let value = if key.is_empty() { record["value"].clone() } else { json!({ key: record["value"] }) };
    format!("facades: [{{type: websocket}}], {block}: {value}")
}

#[test]
fn deployments_are_refused_in_the_words_of_the_server() {
    let records: Vec<Value> = RECORDED.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let specs: Vec<_> = records.iter().map(spec).collect();
    let (mut faults, mut refused) = (Vec::new(), 0);
    for (record, rendered) in records.iter().zip(Scene::default().render_each(&specs)) {
        let expected = record["error"].as_str().unwrap();
        let deployment = rendered.objects.iter().find(|object| object.kind() == "Deployment").unwrap();
        let said = deployment.refused.as_deref().unwrap_or_default();
        refused += usize::from(!expected.is_empty());
        if said.is_empty() != expected.is_empty() || sorted(said) != sorted(expected) {
            faults.push(format!("{} {}\n  server: {expected}\n  here:   {said}", record["field"], record["value"]));
        }
        let condition = rendered.blocked.map(|blocked| blocked.condition);
        assert_eq!(condition, (!expected.is_empty()).then_some("DeploymentReady"), "{record}");
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
    assert!(refused > 200 && records.len() > refused + 100, "{refused} of {} are refused", records.len());
}
