//! What has no JSON form: keys and numbers, told with the Go types that kubectl's library decodes to.
//!
//! This is the slow path; a document without such a value never gets here. All functions need stack for each level of nesting.

use super::construct::{ScalarValue, children, float_key, is_merge, merge_sources, scalar_value};
use super::core::{CoreError, CoreErrorKind};
use super::go;
use super::parser::{RawKind, RawNode};
use super::resolve::Scalar;
use super::scanner::Fallible;
use super::tree::Span;
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

/// A value with its Go type.
enum GoValue {
    Scalar(Scalar),
    Text(Vec<u8>),
    List(Vec<GoItem>),
    Map(Vec<(GoItem, GoItem)>),
}

struct GoItem {
    value: GoValue,
    span: Span,
}

/// Finds the key that cannot be a string, else the number that JSON cannot express.
pub(super) fn check(nodes: &[RawNode<'_>]) -> Fallible<()> {
    let root = go_item(nodes, 0)?;
    check_keys(&root)?;
    check_numbers(&root)
}

/// A node as `%#v` prints its value.
pub(super) fn go_syntax(nodes: &[RawNode<'_>], index: u32) -> String {
    let mut out = String::new();
    if let Ok(item) = go_item(nodes, index) {
        push_go(&mut out, &item.value, true);
    }
    out
}

fn go_item(nodes: &[RawNode<'_>], index: u32) -> Fallible<GoItem> {
    let raw = &nodes[index as usize];
    let value = match raw.kind {
        RawKind::Alias(target) => go_item(nodes, target)?.value,
        RawKind::Scalar => match scalar_value(raw)? {
            ScalarValue::Bytes(bytes) => GoValue::Text(bytes),
            ScalarValue::Resolved(Scalar::Text) => GoValue::Text(raw.value.as_bytes().to_vec()),
            ScalarValue::Resolved(scalar) => GoValue::Scalar(scalar),
        },
        RawKind::Sequence => {
            let items: Fallible<Vec<_>> = children(nodes, index).map(|child| go_item(nodes, child)).collect();
            GoValue::List(items?)
        }
        RawKind::Mapping => {
            let mut map = GoMap::default();
            map.add(nodes, index)?;
            GoValue::Map(map.entries)
        }
    };
    Ok(GoItem { value, span: raw.span })
}

/// A Go map while it is filled: equal keys are those of the same type and value.
#[derive(Default)]
struct GoMap {
    entries: Vec<(GoItem, GoItem)>,
    index: HashMap<(u8, Vec<u8>), usize>,
}

impl GoMap {
    fn add(&mut self, nodes: &[RawNode<'_>], index: u32) -> Fallible<()> {
        let mut pairs = children(nodes, index);
        while let (Some(key), Some(value)) = (pairs.next(), pairs.next()) {
            if is_merge(&nodes[key as usize]) {
                for source in merge_sources(nodes, value)? {
                    match nodes[source as usize].kind {
                        RawKind::Alias(target) => self.add(nodes, target)?,
                        _ => self.add(nodes, source)?,
                    }
                }
            } else {
                self.insert(go_item(nodes, key)?, go_item(nodes, value)?);
            }
        }
        Ok(())
    }

    fn insert(&mut self, key: GoItem, value: GoItem) {
        let new = self.entries.len();
        let at = match identity(&key.value) {
            Some(identity) => *self.index.entry(identity).or_insert(new),
            None => new,
        };
        match self.entries.get_mut(at) {
            Some(entry) => *entry = (key, value),
            None => self.entries.push((key, value)),
        }
    }
}

/// Type and value of a key; none for NaN, which equals nothing.
fn identity(key: &GoValue) -> Option<(u8, Vec<u8>)> {
    let value = match key {
        GoValue::Text(text) => text.clone(),
        GoValue::Scalar(Scalar::Bool(value)) => vec![u8::from(*value)],
        GoValue::Scalar(Scalar::Int(value)) => value.to_be_bytes().to_vec(),
        GoValue::Scalar(Scalar::UInt(value)) => value.to_be_bytes().to_vec(),
        GoValue::Scalar(Scalar::Float(value)) if value.is_nan() => return None,
        // Both zeros are equal.
        GoValue::Scalar(Scalar::Float(value)) => (value + 0.0).to_be_bytes().to_vec(),
        _ => Vec::new(),
    };
    Some((rank(key), value))
}

/// The order of types among the keys of a printed Go map.
fn rank(key: &GoValue) -> u8 {
    match key {
        GoValue::Scalar(Scalar::Null) => 0,
        GoValue::Text(_) | GoValue::Scalar(Scalar::Text) => 1,
        GoValue::Scalar(Scalar::UInt(_)) => 2,
        GoValue::Scalar(Scalar::Int(_)) => 3,
        GoValue::Scalar(Scalar::Float(_)) => 4,
        GoValue::Scalar(Scalar::Bool(_)) => 5,
        GoValue::List(_) | GoValue::Map(_) => 6,
    }
}

fn compare(a: &GoValue, b: &GoValue) -> Ordering {
    match (a, b) {
        (GoValue::Text(a), GoValue::Text(b)) => a.cmp(b),
        (GoValue::Scalar(Scalar::Int(a)), GoValue::Scalar(Scalar::Int(b))) => a.cmp(b),
        (GoValue::Scalar(Scalar::UInt(a)), GoValue::Scalar(Scalar::UInt(b))) => a.cmp(b),
        (GoValue::Scalar(Scalar::Bool(a)), GoValue::Scalar(Scalar::Bool(b))) => a.cmp(b),
        (GoValue::Scalar(Scalar::Float(a)), GoValue::Scalar(Scalar::Float(b))) => {
            // NaN comes before all others.
            a.partial_cmp(b).unwrap_or_else(|| b.is_nan().cmp(&a.is_nan()))
        }
        _ => rank(a).cmp(&rank(b)),
    }
}

fn check_keys(item: &GoItem) -> Fallible<()> {
    match &item.value {
        GoValue::List(items) => items.iter().try_for_each(check_keys),
        GoValue::Map(entries) => {
            for (key, value) in entries {
                if key_text(&key.value).is_none() {
                    return Err(unsupported_key(key, value));
                }
                check_keys(value)?;
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

fn unsupported_key(key: &GoItem, value: &GoItem) -> Box<CoreError> {
    let of_type = match key.value {
        GoValue::Scalar(Scalar::UInt(_)) => "uint64",
        _ => "%!s(<nil>)",
    };
    let mut message = format!("unsupported map key of type: {of_type}, key: ");
    push_go(&mut message, &key.value, true);
    message.push_str(", value: ");
    push_go(&mut message, &value.value, true);
    Box::new(CoreError { message, kind: CoreErrorKind::MapKey, span: key.span, related: None })
}

/// The JSON string of a key, if it has one.
fn key_text(key: &GoValue) -> Option<Vec<u8>> {
    match key {
        GoValue::Text(text) => Some(text.clone()),
        GoValue::Scalar(Scalar::Bool(value)) => Some(value.to_string().into_bytes()),
        GoValue::Scalar(Scalar::Int(value)) => Some(value.to_string().into_bytes()),
        GoValue::Scalar(Scalar::Float(value)) => Some(float_key(*value).into_bytes()),
        _ => None,
    }
}

/// Looks at the values in the order in which JSON output meets them.
fn check_numbers(item: &GoItem) -> Fallible<()> {
    match &item.value {
        GoValue::Scalar(Scalar::Float(value)) if !value.is_finite() => Err(Box::new(CoreError {
            message: format!("json: unsupported value: {}", go::float64(*value)),
            kind: CoreErrorKind::NotInJson,
            span: item.span,
            related: None,
        })),
        GoValue::List(items) => items.iter().try_for_each(check_numbers),
        GoValue::Map(entries) => {
            let sorted: BTreeMap<_, _> = entries.iter().map(|(key, value)| (key_text(&key.value), value)).collect();
            sorted.into_values().try_for_each(check_numbers)
        }
        _ => Ok(()),
    }
}

fn push_go(out: &mut String, value: &GoValue, top: bool) {
    match value {
        GoValue::Scalar(Scalar::Null) => out.push_str(if top { "<nil>" } else { "interface {}(nil)" }),
        GoValue::Scalar(Scalar::Bool(value)) => push(out, format_args!("{value}")),
        GoValue::Scalar(Scalar::Int(value)) => push(out, format_args!("{value}")),
        GoValue::Scalar(Scalar::UInt(value)) => push(out, format_args!("{value:#x}")),
        GoValue::Scalar(Scalar::Float(value)) => out.push_str(&go::float64(*value)),
        GoValue::Scalar(Scalar::Text) => {}
        GoValue::Text(text) => out.push_str(&go::quote_bytes(text)),
        GoValue::List(items) => {
            out.push_str("[]interface {}{");
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index == 0 { "" } else { ", " });
                push_go(out, &item.value, false);
            }
            out.push('}');
        }
        GoValue::Map(entries) => {
            out.push_str("map[interface {}]interface {}{");
            let mut sorted: Vec<_> = entries.iter().collect();
            sorted.sort_by(|(a, _), (b, _)| compare(&a.value, &b.value));
            for (index, (key, value)) in sorted.into_iter().enumerate() {
                out.push_str(if index == 0 { "" } else { ", " });
                push_go(out, &key.value, false);
                out.push(':');
                push_go(out, &value.value, false);
            }
            out.push('}');
        }
    }
}

fn push(out: &mut String, arguments: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = out.write_fmt(arguments);
}
