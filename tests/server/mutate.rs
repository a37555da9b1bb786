//! Changes to a valid manifest: something is dropped, retyped, misspelt, exceeded, null, repeated or put in.

use serde_json::{Map, Value, json};

use super::random::Random;

/// A value in the manifest and its schema.
struct Place<'s> {
    /// JSON pointer.
    pointer: String,
    schema: Option<&'s Value>,
}

/// Changes `manifest`, of a kind with `schema`, in one to three places. Returns what was done.
pub fn mutate(manifest: &mut Value, schema: &Value, random: &mut Random) -> Vec<String> {
    let mut done = Vec::new();
    let wanted = 1 + usize::from(random.percent(35)) + usize::from(random.percent(15));
    for _ in 0..50 {
        if done.len() == wanted {
            break;
        }
        let change = if random.percent(6) { metadata(manifest, random) } else { spec(manifest, schema, random) };
        done.extend(change);
    }
    done
}

fn spec(manifest: &mut Value, schema: &Value, random: &mut Random) -> Option<String> {
    let mut places = Vec::new();
    if let Some(spec) = manifest.get("spec") {
        collect(spec, schema["properties"].get("spec"), "/spec".to_owned(), &mut places);
    }
    let place = random.pick(&places)?;
    let value = manifest.pointer_mut(&place.pointer)?;
    let name = change(value, place.schema, random)?;
    Some(format!("{name}@{}", place.pointer))
}

fn collect<'s>(value: &Value, schema: Option<&'s Value>, pointer: String, places: &mut Vec<Place<'s>>) {
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                let below =
                    schema.and_then(|schema| schema["properties"].get(key).or_else(|| schema.get("additionalProperties")));
                let key = key.replace('~', "~0").replace('/', "~1");
                collect(member, below, format!("{pointer}/{key}"), places);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                collect(item, schema.and_then(|schema| schema.get("items")), format!("{pointer}/{index}"), places);
            }
        }
        _ => {}
    }
    places.push(Place { pointer, schema });
}

/// One change of `value`; none when the one that was drawn does not fit.
fn change(value: &mut Value, schema: Option<&Value>, random: &mut Random) -> Option<&'static str> {
    match random.below(10) {
        0 => {
            *value = other_type(value, random);
            Some("retype")
        }
        1 => {
            *value = Value::Null;
            Some("null")
        }
        2 => {
            *value = exceed(schema?, value, random)?;
            Some("exceed")
        }
        3 => within(value, random, |members, key, random| {
            let member = members.shift_remove(key)?;
            members.insert(misspelt(key, random), member);
            Some("misspell")
        }),
        4 => within(value, random, |members, key, _| members.shift_remove(key).map(|_| "drop")),
        5 => {
            let items = value.as_array_mut()?;
            let item = random.pick(items)?.clone();
            items.push(item);
            Some("repeat")
        }
        6..=8 => grow(value, schema?, random),
        _ => {
            *value = odd(value, random)?;
            Some("odd")
        }
    }
}

fn within(
    value: &mut Value,
    random: &mut Random,
    change: impl FnOnce(&mut Map<String, Value>, &str, &mut Random) -> Option<&'static str>,
) -> Option<&'static str> {
    let members = value.as_object_mut()?;
    let keys: Vec<String> = members.keys().cloned().collect();
    let key = random.pick(&keys)?;
    change(members, key, random)
}

fn misspelt(key: &str, random: &mut Random) -> String {
    let mut chars: Vec<char> = key.chars().collect();
    match random.below(4) {
        0 => chars.push('s'),
        1 => drop(chars.pop()),
        2 => chars.iter_mut().take(1).for_each(|char| *char = char.to_ascii_uppercase()),
        _ => chars.insert(0, '_'),
    }
    chars.into_iter().collect()
}

fn other_type(value: &Value, random: &mut Random) -> Value {
    let values = [
        json!("text"),
        json!(7),
        json!(1.5),
        json!(true),
        json!([]),
        json!({}),
        json!([1]),
        json!({"a": "b"}),
        json!(["x", null]),
        match value {
            Value::String(_) => json!([value]),
            Value::Array(items) => items.first().cloned().unwrap_or(json!("none")),
            other => json!(other.to_string()),
        },
    ];
    random.pick(&values).cloned().unwrap_or_default()
}

/// A value just outside what the schema allows, or just inside.
fn exceed(schema: &Value, value: &Value, random: &mut Random) -> Option<Value> {
    let number = |key: &str| schema.get(key).and_then(Value::as_f64);
    let count = |key: &str| schema.get(key).and_then(Value::as_u64).and_then(|count| usize::try_from(count).ok());
    let mut found = Vec::new();
    for (key, step) in [("maximum", 1.0), ("minimum", -1.0), ("maximum", 0.0), ("minimum", 0.0), ("maximum", 0.5)] {
        found.extend(
            number(key)
                .map(|bound| if (bound + step).fract() == 0.0 { json!((bound + step) as i64) } else { json!(bound + step) }),
        );
    }
    if let Some(Value::Array(values)) = schema.get("enum") {
        found.push(json!("other"));
        found.push(json!(""));
        found.extend(values.iter().filter_map(Value::as_str).map(|text| json!(text.to_uppercase())));
        found.extend(values.iter().cloned());
    }
    for (key, more) in [("maxLength", 1), ("maxLength", 0), ("minLength", 0)] {
        found.extend(count(key).map(|length| json!("a".repeat((length + more).min(5000)))));
    }
    found.extend(count("minLength").map(|length| json!("a".repeat(length.saturating_sub(1)))));
    if schema.get("pattern").is_some() {
        found.extend(["!", "", "a b", "A", "-", "a\nb", "é", "a.", "1", "10Gi", "http://x", "x/y"].map(|text| json!(text)));
    }
    if let Value::Array(items) = value {
        let item = items.first().cloned().unwrap_or(json!("a"));
        found.extend(count("maxItems").map(|most| Value::Array(vec![item; most + 1])));
        found.extend(count("minItems").map(|least| Value::Array(items.iter().take(least.saturating_sub(1)).cloned().collect())));
    }
    if schema.get("format").is_some() || schema["type"] == "integer" {
        found.extend([
            json!(3_000_000_000_u64),
            json!(-1),
            json!(1.0),
            json!(0),
            json!(i64::MAX),
            json!(1e20),
            json!("2024-13-01T00:00:00Z"),
        ]);
    }
    if schema.get("x-kubernetes-int-or-string").is_some() {
        found.extend([json!("1x"), json!(""), json!(-1), json!(1.5), json!("80"), json!(true), json!("500m"), json!("1e3")]);
    }
    random.pick(&found).cloned()
}

/// Puts in a property, an item or an unknown field.
fn grow(value: &mut Value, schema: &Value, random: &mut Random) -> Option<&'static str> {
    match value {
        Value::Object(members) => {
            if random.percent(8) {
                members.insert("unknownField".to_owned(), json!({"a": 1}));
                return Some("unknown");
            }
            if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
                let keys: Vec<&String> = properties.keys().collect();
                let key = *random.pick(&keys)?;
                members.insert(key.clone(), generate(&properties[key], 3, random));
                return Some("put");
            }
            let below = schema.get("additionalProperties").cloned().unwrap_or(json!({"type": "string"}));
            members.insert("some key".to_owned(), generate(&below, 2, random));
            Some("put")
        }
        Value::Array(items) => {
            let item = generate(schema.get("items")?, 3, random);
            if random.percent(50) {
                items.push(item)
            } else {
                items.insert(0, item)
            }
            Some("item")
        }
        scalar => {
            *scalar = generate(schema, 1, random);
            Some("value")
        }
    }
}

/// A value of the schema's type; often valid, not always.
fn generate(schema: &Value, depth: usize, random: &mut Random) -> Value {
    if let Some(Value::Array(values)) = schema.get("enum") {
        return random.pick(values).cloned().unwrap_or_default();
    }
    if schema.get("x-kubernetes-int-or-string").is_some() {
        return random.pick(&[json!(1), json!("1"), json!("250m"), json!("1Gi"), json!("25%")]).cloned().unwrap_or_default();
    }
    let bound = |key: &str| schema.get(key).and_then(Value::as_i64);
    match schema["type"].as_str() {
        Some("string") => {
            const TEXTS: [&str; 18] = [
                "a",
                "a-b",
                "1",
                "10s",
                "5m",
                "1h",
                "1.2.3",
                "0.5",
                "https://x.example.com",
                "0 * * * *",
                "*",
                "a/b",
                "10Gi",
                "100m",
                "us-east-1",
                "2024-01-02T03:04:05Z",
                "sk-1",
                "X",
            ];
            json!(random.pick(&TEXTS))
        }
        Some("integer") => {
            let low = bound("minimum").unwrap_or(0);
            let high = bound("maximum").unwrap_or(low + 100);
            json!(low + random.below((high - low).clamp(0, 1000) as usize + 1) as i64)
        }
        Some("number") => json!(0.5),
        Some("boolean") => json!(random.percent(50)),
        Some("array") => {
            let count = bound("minItems").unwrap_or(0) + random.below(3) as i64;
            let items = schema.get("items");
            json!(
                (0..count)
                    .filter_map(|_| items.map(|items| generate(items, depth.saturating_sub(1), random)))
                    .collect::<Vec<_>>()
            )
        }
        _ => object(schema, depth, random),
    }
}

fn object(schema: &Value, depth: usize, random: &mut Random) -> Value {
    let mut members = Map::new();
    let required: Vec<&str> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    for (key, below) in schema["properties"].as_object().into_iter().flatten() {
        let wanted = if required.contains(&key.as_str()) {
            95
        } else if depth == 0 {
            0
        } else {
            25
        };
        if random.percent(wanted) {
            members.insert(key.clone(), generate(below, depth.saturating_sub(1), random));
        }
    }
    if let Some(below @ Value::Object(_)) = schema.get("additionalProperties") {
        members.insert("key".to_owned(), generate(below, depth.saturating_sub(1), random));
    }
    Value::Object(members)
}

/// A value of the same type that looks unusual.
fn odd(value: &Value, random: &mut Random) -> Option<Value> {
    let values = match value {
        Value::String(text) => vec![
            json!(""),
            json!(format!("{text} ")),
            json!(text.to_uppercase()),
            json!(format!("{text}\u{1F600}")),
            json!("\u{0}\u{7f}\"\\<&>"),
            json!("x".repeat(300)),
            json!("null"),
        ],
        Value::Number(_) => {
            vec![
                json!(0),
                json!(-1),
                json!(1.0),
                json!(2.5),
                json!(i64::MIN),
                json!(1e21),
                json!(u64::MAX),
                json!(65536),
                json!(100.0),
            ]
        }
        Value::Bool(flag) => vec![json!(!flag)],
        Value::Array(items) => vec![json!([]), json!([null]), Value::Array(items.iter().rev().cloned().collect())],
        Value::Object(_) => vec![json!({}), json!({"": 1})],
        Value::Null => vec![json!({})],
    };
    random.pick(&values).cloned()
}

fn metadata(manifest: &mut Value, random: &mut Random) -> Option<String> {
    let changes = [
        ("name", json!("Upper")),
        ("name", json!("a".repeat(254))),
        ("name", json!("a..b")),
        ("name", json!("a.b.c")),
        ("name", json!("-a")),
        ("generateName", json!("gen-")),
        ("generateName", json!("Gen_")),
        ("labels", json!({"a b": "c"})),
        ("labels", json!({"a": "b c", "x/y/z": "w"})),
        ("labels", json!({"-/a": "x".repeat(64)})),
        ("labels", json!({"ok": ""})),
        ("labels", json!({"": "a"})),
        ("labels", json!(null)),
        ("annotations", json!({"A B": "c"})),
        ("annotations", json!({"Example.com/Note": "c"})),
        ("annotations", json!({"big": "x".repeat(262_144)})),
        ("finalizers", json!(["bare"])),
        ("finalizers", json!(["a b", "example.com/ok"])),
        ("finalizers", json!(["orphan", "foregroundDeletion"])),
        ("finalizers", json!([null])),
        ("ownerReferences", json!([{"apiVersion": "v1", "kind": "Pod", "name": "p", "uid": "u"}])),
        ("ownerReferences", json!([{"apiVersion": "", "kind": "", "name": "", "uid": ""}])),
        ("ownerReferences", json!([{"apiVersion": "v1", "kind": "Event", "name": "p", "uid": "u"}])),
        (
            "ownerReferences",
            json!([
                {"apiVersion": "v1", "kind": "Pod", "name": "p", "uid": "u", "controller": true},
                {"apiVersion": "v1", "kind": "Pod", "name": "q", "uid": "v", "controller": true},
            ]),
        ),
        ("namespace", json!("Bad")),
        ("namespace", json!("with.dots")),
        ("namespace", json!("n".repeat(64))),
        ("uid", json!("any")),
        ("generation", json!(-1)),
        ("resourceVersion", json!("")),
        ("creationTimestamp", json!("2024-01-02T03:04:05Z")),
        ("creationTimestamp", json!("yesterday")),
        ("deletionGracePeriodSeconds", json!(5)),
        ("managedFields", json!([{"manager": "x", "operation": "Apply"}])),
        ("selfLink", json!("/x")),
        ("unknownField", json!("x")),
        ("clusterName", json!("x")),
    ];
    let (key, value) = random.pick(&changes)?;
    manifest["metadata"].as_object_mut()?.insert((*key).to_owned(), value.clone());
    Some(format!("metadata.{key}"))
}
