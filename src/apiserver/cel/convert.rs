//! How the tree of the object turns into values: what the schema says decides.
//!
//! Source: `pkg/cel/common/valuesunstructured.go` of `k8s.io/apiserver`.

use std::sync::LazyLock;

use super::{
    list::{List, ListKind},
    map::{Map, Object},
    timestamp::{Timestamp, parse_duration},
    value::{Fault, Outcome, Value},
};
use crate::{
    apiserver::value_text::go_type,
    crd::{Additional, ListType, Property, Schema, Type},
    yaml::{self, Node, Number},
};

/// Stands for what is known of a value that was taken out of an optional: nothing but what is written.
static PLAIN: LazyLock<Schema> = LazyLock::new(Schema::default);

/// The schema of `apiVersion` and `kind`.
static STRING: LazyLock<Schema> = LazyLock::new(|| Schema { kind: Some(Type::String), ..Schema::default() });

/// The schema of `metadata` as rules see it.
static METADATA: LazyLock<Schema> = LazyLock::new(|| {
    let property = |name: &str| Property { name: name.to_owned(), schema: STRING.clone() };
    Schema {
        kind: Some(Type::Object),
        properties: [property("name"), property("generateName")].into_iter().collect(),
        ..Schema::default()
    }
});

/// The value of `node` under `schema`. `resource` says that it is the root of an object, or of an embedded one.
///
/// # Errors
///
/// The node is not of the type of the schema; that happens where the server forgives a wrong type that was stored before.
pub fn value<'a>(node: &'a Node<'a>, schema: &'a Schema, resource: bool) -> Outcome<'a> {
    if std::ptr::eq(schema, &*PLAIN) {
        return Ok(written(node));
    }
    if node.is_null() {
        return if schema.nullable { Ok(Value::Null) } else { mismatch("null for schema with nullable=false") };
    }
    if schema.int_or_string {
        return match &node.value {
            yaml::Value::String(text) => Ok(Value::str(text)),
            yaml::Value::Number(Number::Int(value)) => Ok(Value::Int(*value)),
            _ => Err(Fault::error("invalid data, expected XIntOrString value to be either a string or integer")),
        };
    }
    match schema.kind {
        Some(Type::Object) => match &node.value {
            yaml::Value::Map(map) => {
                let resource = resource || schema.embedded_resource;
                Ok(Value::Map(Map::Object(Object { map, span: node.span, schema, resource })))
            }
            _ => Err(Fault::error("invalid data, expected a map for the provided schema with type=object")),
        },
        Some(Type::Array) => array(node, schema),
        Some(Type::String) => match &node.value {
            yaml::Value::String(text) => string(text, schema.format.as_deref()),
            _ => expected("string", node),
        },
        Some(Type::Number) => match &node.value {
            yaml::Value::Number(number) => Ok(Value::Double(number.as_f64())),
            _ => expected("float", node),
        },
        Some(Type::Integer) => match &node.value {
            yaml::Value::Number(Number::Int(value)) => Ok(Value::Int(*value)),
            _ => expected("int", node),
        },
        Some(Type::Boolean) => match &node.value {
            yaml::Value::Bool(value) => Ok(Value::Bool(*value)),
            _ => expected("bool", node),
        },
        None if schema.preserve_unknown => Ok(Value::Opaque(node)),
        None => Err(Fault::error(
            "invalid type, expected object, array, number, integer, boolean or string, or no type with x-kubernetes-int-or-string or \
             x-kubernetes-preserve-unknown-fields is true, got ",
        )),
    }
}

/// The value of a node without a schema.
fn written<'a>(node: &'a Node<'a>) -> Value<'a> {
    match &node.value {
        yaml::Value::Null => Value::Null,
        yaml::Value::Bool(value) => Value::Bool(*value),
        yaml::Value::Number(Number::Int(value)) => Value::Int(*value),
        yaml::Value::Number(number) => Value::Double(number.as_f64()),
        yaml::Value::String(text) => Value::str(text),
        yaml::Value::List(items) => Value::List(List::plain(items, &PLAIN)),
        yaml::Value::Map(map) => Value::Map(Map::Object(Object { map, span: node.span, schema: &PLAIN, resource: false })),
    }
}

/// `value` without what its schema says, as cel-go treats what it takes out of an optional to look into it.
pub fn plain(value: Value<'_>) -> Value<'_> {
    match value {
        Value::Map(Map::Object(object)) => Value::Map(Map::Object(Object { schema: &PLAIN, resource: false, ..object })),
        Value::List(list) => Value::List(list.into_plain(&PLAIN)),
        other => other,
    }
}

fn mismatch<'a>(got: &str) -> Outcome<'a> {
    Err(Fault::error(format!("invalid data, got {got}")))
}

fn expected<'a>(what: &str, node: &Node<'_>) -> Outcome<'a> {
    Err(Fault::error(format!("invalid data, expected {what}, got {}", go_type(node))))
}

fn array<'a>(node: &'a Node<'a>, schema: &'a Schema) -> Outcome<'a> {
    let yaml::Value::List(items) = &node.value else {
        return Err(Fault::error("invalid data, expected an array for the provided schema with type=array"));
    };
    let Some(item_schema) = schema.items.as_deref() else {
        return Err(Fault::error("invalid array type, expected Items with a non-empty Schema"));
    };
    let kind = match &schema.list_type {
        None | Some(ListType::Atomic) => ListKind::Atomic,
        Some(ListType::Set) => ListKind::Set,
        Some(ListType::Map(keys)) => ListKind::Map(keys),
    };
    Ok(Value::List(List::nodes(items, item_schema, kind)))
}

/// A text under the formats that have a type of their own.
fn string<'a>(text: &'a str, format: Option<&str>) -> Outcome<'a> {
    match format {
        Some("duration") => duration(text)
            .map(Value::Duration)
            .ok_or_else(|| Fault::error(format!("Invalid duration {text}: unable to parse {text} as duration"))),
        Some("date") => Timestamp::parse_date(text)
            .map(Value::Timestamp)
            .ok_or_else(|| Fault::error(format!("Invalid date formatted string {text}: {}", time_error(text, "2006-01-02")))),
        Some("date-time") => Timestamp::parse_schema(text).map(Value::Timestamp).ok_or_else(|| {
            Fault::error(format!("Invalid date-time formatted string {text}: {}", time_error(text, "2006-01-02T15:04:05")))
        }),
        Some("byte") => url_base64(text)
            .map(|bytes| Value::Bytes(bytes.into()))
            .map_err(|at| Fault::error(format!("Invalid byte formatted string {text}: illegal base64 data at input byte {at}"))),
        _ => Ok(Value::str(text)),
    }
}

/// What Go says of a time that passed the check of the schema: a `t` or a `z` in lower case.
fn time_error(text: &str, layout: &str) -> String {
    let quoted = yaml::go::quote(text);
    match text.get(10..) {
        Some(rest) if rest.starts_with('t') => {
            format!("parsing time {quoted} as \"{layout}\": cannot parse {} as \"T\"", yaml::go::quote(rest))
        }
        _ => {
            let end = text.trim_end_matches('z').len();
            format!("parsing time {quoted}: extra text: {}", yaml::go::quote(&text[end..]))
        }
    }
}

/// A duration of a schema: Go's form, or numbers with the names of units (`3 days 2h`).
fn duration(text: &str) -> Option<i64> {
    if let Some(nanos) = parse_duration(text) {
        return Some(nanos);
    }
    let mut sum: i64 = 0;
    let mut found = false;
    let mut rest = text;
    while let Some(at) = rest.find(|character: char| character.is_ascii_digit()) {
        rest = &rest[at..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, after) = rest.split_at(digits);
        rest = after;
        let spaced = after.trim_start_matches([' ', '\t', '\n', '\r', '\u{c}']);
        let unit: String = spaced.chars().take_while(|character| character.is_ascii_alphabetic() || *character == 'µ').collect();
        if unit.is_empty() {
            continue;
        }
        rest = &spaced[unit.len()..];
        let factor: i64 = number.parse().ok()?;
        if let Some(nanos) = unit_nanos(&unit.to_lowercase()) {
            found = true;
            sum = sum.wrapping_add(factor.wrapping_mul(nanos));
        }
    }
    found.then_some(sum)
}

/// Nanoseconds of a unit; the last name of each line also stands for all that begin with it.
fn unit_nanos(unit: &str) -> Option<i64> {
    const UNITS: [(i64, &[&str]); 8] = [
        (1, &["ns", "nano"]),
        (1_000, &["us", "µs", "micro"]),
        (1_000_000, &["ms", "milli"]),
        (1_000_000_000, &["s", "sec"]),
        (60_000_000_000, &["m", "min"]),
        (3_600_000_000_000, &["h", "hr", "hour"]),
        (86_400_000_000_000, &["d", "day"]),
        (604_800_000_000_000, &["w", "wk", "week"]),
    ];
    let mut sum = None;
    for (nanos, names) in UNITS {
        for (index, name) in names.iter().enumerate() {
            if *name == unit || (index + 1 == names.len() && unit.starts_with(name)) {
                // Go adds once for each name that fits; none fits twice.
                sum = Some(sum.unwrap_or(0) + nanos);
            }
        }
    }
    sum
}

/// Bytes of Base64 in the alphabet for URLs; else the place of the first wrong byte.
fn url_base64(text: &str) -> Result<Vec<u8>, usize> {
    let bytes: Vec<(usize, u8)> = text.bytes().enumerate().filter(|(_, byte)| !matches!(byte, b'\n' | b'\r')).collect();
    let mut out = Vec::with_capacity(bytes.len() / 4 * 3);
    let mut chunks = bytes.chunks(4).peekable();
    while let Some(chunk) = chunks.next() {
        let last = chunks.peek().is_none();
        let padding = chunk.iter().rev().take_while(|(_, byte)| *byte == b'=').count();
        let digits = chunk.len() - padding;
        let mut bits: u32 = 0;
        for (at, byte) in &chunk[..digits] {
            bits = bits << 6 | u32::from(sextet(*byte).ok_or(*at)?);
        }
        if chunk.len() < 4 {
            return Err(chunk.first().map_or(text.len(), |_| text.len()));
        }
        if padding > 2 || (padding > 0 && !last) {
            return Err(chunk[digits.clamp(2, 3)].0);
        }
        bits <<= 6 * padding;
        let decoded = bits.to_be_bytes();
        out.extend_from_slice(&decoded[1..4 - padding]);
    }
    Ok(out)
}

const fn sextet(byte: u8) -> Option<u8> {
    match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'-' => Some(62),
        b'_' => Some(63),
        _ => None,
    }
}

/// The schema of the member `key`; nothing for one that rules cannot see.
pub fn member<'a>(schema: &'a Schema, resource: bool, key: &str) -> Option<&'a Schema> {
    if std::ptr::eq(schema, &*PLAIN) {
        return Some(schema);
    }
    if resource && !complete(schema) {
        match key {
            "apiVersion" | "kind" => return Some(&STRING),
            "metadata" => return Some(&METADATA),
            _ => {}
        }
    }
    if let Some(property) = schema.property(key) {
        return Some(property);
    }
    match &schema.additional {
        Some(Additional::Schema(schema)) if !resource => Some(schema),
        _ => None,
    }
}

/// Whether the schema of a resource describes all that rules see of its type and metadata.
fn complete(schema: &Schema) -> bool {
    let string = |schema: Option<&Schema>| schema.is_some_and(|schema| schema.kind == Some(Type::String));
    let metadata = schema.property("metadata");
    string(schema.property("kind"))
        && string(schema.property("apiVersion"))
        && metadata.is_some_and(|metadata| {
            metadata.kind == Some(Type::Object) && string(metadata.property("name")) && string(metadata.property("generateName"))
        })
}
