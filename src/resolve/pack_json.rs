//! What the operator's schema of packs asks of a compiled pack, as far as it decides whether agents start.
//!
//! Source: the PromptPack specification. Objects that may not have other keys are those of the root; what nests deeper is checked for the
//! keys that have to be there.

use serde_json::{Map, Value};

/// The most faults that are told.
const MOST: usize = 5;

/// Keys that the root may have beside those that it has to have.
const OPTIONAL: &[&str] =
    &["$schema", "description", "fragments", "tools", "metadata", "compilation", "evals", "workflow", "agents", "skills"];

/// Paths of objects and the keys that each of them has to have; `*` stands for each member or item.
const REQUIRED: &[(&str, &[&str])] = &[
    ("", &["id", "name", "version", "template_engine", "prompts"]),
    ("template_engine", &["version", "syntax"]),
    ("prompts/*", &["id", "name", "version", "system_template"]),
    ("prompts/*/variables/*", &["name", "type", "required"]),
    ("tools/*", &["name", "description"]),
    ("evals/*", &["id", "type", "trigger"]),
    ("prompts/*/evals/*", &["id", "type", "trigger"]),
    ("workflow", &["version", "entry", "states"]),
    ("agents", &["entry", "members"]),
];

/// Reads a pack.
///
/// # Errors
/// What is wrong with it, at most five faults.
pub fn read(text: &str) -> Result<Value, Vec<String>> {
    let pack: Value = serde_json::from_str(text).map_err(|error| vec![format!("it is no JSON ({error})")])?;
    let Some(root) = pack.as_object() else { return Err(vec!["it is no object".to_owned()]) };
    let mut faults = Vec::new();
    for (path, keys) in REQUIRED {
        let steps: Vec<&str> = path.split('/').filter(|step| !step.is_empty()).collect();
        required(&pack, &steps, String::new(), keys, &mut faults);
    }
    let known = |key: &&String| REQUIRED[0].1.contains(&key.as_str()) || OPTIONAL.contains(&key.as_str());
    faults.extend(root.keys().filter(|key| !known(key)).map(|key| format!("{key} is no field of a pack")));
    faults.extend(values(root));
    faults.truncate(MOST);
    if faults.is_empty() { Ok(pack) } else { Err(faults) }
}

fn required(value: &Value, steps: &[&str], path: String, keys: &[&str], faults: &mut Vec<String>) {
    let below = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match (steps, value) {
        ([], Value::Object(object)) => {
            faults.extend(keys.iter().filter(|key| !object.contains_key(**key)).map(|key| format!("{} is missing", below(key))));
        }
        ([], _) => faults.push(format!("{path} is no object")),
        (["*", rest @ ..], Value::Object(object)) => {
            object.iter().for_each(|(key, value)| required(value, rest, below(key), keys, faults));
        }
        (["*", rest @ ..], Value::Array(items)) => {
            items.iter().enumerate().for_each(|(index, value)| required(value, rest, format!("{path}[{index}]"), keys, faults));
        }
        ([step, rest @ ..], Value::Object(object)) => {
            if let Some(value) = object.get(*step) {
                required(value, rest, below(step), keys, faults);
            }
        }
        _ => {}
    }
}

/// What the values of the root have to be.
fn values(root: &Map<String, Value>) -> Vec<String> {
    let mut faults = Vec::new();
    let mut text = |key: &str, holds: fn(&str) -> bool, words: &str| match root.get(key) {
        Some(Value::String(text)) if !holds(text) => faults.push(format!("{key} {words}")),
        Some(Value::String(_)) | None => {}
        Some(_) => faults.push(format!("{key} is no string")),
    };
    text("id", is_id, "is not made of small letters, digits and hyphens behind a small letter, 100 at most");
    text("name", |name| (1..=200).contains(&name.chars().count()), "has to have 1 to 200 characters");
    text("description", |text| text.chars().count() <= 5000, "has more than 5,000 characters");
    text("version", |version| super::Version::parse(version).is_ok(), "is no semantic version");
    if root.get("prompts").is_some_and(|prompts| prompts.as_object().is_none_or(Map::is_empty)) {
        faults.push("prompts holds no prompt".to_owned());
    }
    faults
}

fn is_id(text: &str) -> bool {
    text.len() <= 100
        && text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::read;

    const PACK: &str = r#"{"id": "support", "name": "Support", "version": "1.0.0", "template_engine": {"version": "v1", "syntax": "{{}}"},
        "prompts": {"main": {"id": "main", "name": "Main", "version": "1.0.0", "system_template": "Hello"}}}"#;

    #[test]
    fn a_pack_has_what_agents_need() {
        assert!(read(PACK).is_ok());
        let cases = [
            ("{", "it is no JSON"),
            ("[]", "it is no object"),
            (r#"{"id": "x", "name": "X"}"#, "version is missing"),
            (&PACK.replace("\"id\": \"support\"", "\"id\": \"Support\""), "id is not made of"),
            (
                &PACK.replace("\"version\": \"1.0.0\", \"template", "\"version\": \"1.0\", \"template"),
                "version is no semantic version",
            ),
            (&PACK.replace(", \"system_template\": \"Hello\"", ""), "prompts.main.system_template is missing"),
            (&PACK.replace("\"prompts\"", "\"color\": 1, \"prompts\""), "color is no field of a pack"),
            (
                &PACK.replace("\"prompts\"", "\"tools\": {\"a\": {\"name\": \"a\"}}, \"prompts\""),
                "tools.a.description is missing",
            ),
        ];
        for (text, fault) in cases {
            let faults = read(text).unwrap_err();
            assert!(faults.iter().any(|found| found.starts_with(fault)), "{text}: {faults:?}");
        }
    }
}
