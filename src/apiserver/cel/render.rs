//! Values as a person reads them, in traces: literals of CEL.

use super::{map::Map, timestamp::duration_text, value::Value};
use crate::yaml::go::{float64, quote, quote_bytes};

/// Characters after which a rendering is cut off.
const MOST: usize = 200;

/// The value as a literal, cut off when it is long.
pub fn render(value: &Value<'_>) -> String {
    let mut out = String::new();
    push(&mut out, value);
    if let Some((at, _)) = out.char_indices().nth(MOST) {
        out.truncate(at);
        out.push('…');
    }
    out
}

/// Recursive as deep as the value is nested; stops when the text is long enough.
fn push(out: &mut String, value: &Value<'_>) {
    if out.len() > 4 * MOST {
        return;
    }
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::Int(value) => out.push_str(&value.to_string()),
        Value::UInt(value) => out.push_str(&format!("{value}u")),
        Value::Double(value) => {
            let text = float64(*value);
            let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
            out.push_str(&text);
            out.push_str(if plain { ".0" } else { "" });
        }
        Value::String(text) => out.push_str(&quote(text)),
        Value::Bytes(bytes) => out.push_str(&format!("b{}", quote_bytes(bytes))),
        Value::Duration(nanos) => out.push_str(&format!("duration(\"{}\")", duration_text(*nanos))),
        Value::Timestamp(time) => out.push_str(&format!("timestamp(\"{time}\")")),
        Value::List(list) => {
            out.push('[');
            for (index, item) in list.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                match item {
                    Ok(item) => push(out, &item),
                    Err(fault) => out.push_str(&format!("<{fault}>")),
                }
                if out.len() > 4 * MOST {
                    break;
                }
            }
            out.push(']');
        }
        Value::Map(map) => push_map(out, map),
        Value::Optional(None) => out.push_str("optional.none()"),
        Value::Optional(Some(value)) => {
            out.push_str("optional.of(");
            push(out, value);
            out.push(')');
        }
        Value::Type(name) => out.push_str(name),
        Value::Ip(ip) => out.push_str(&format!("ip(\"{ip}\")")),
        Value::Cidr(cidr) => out.push_str(&format!("cidr(\"{cidr}\")")),
        Value::Url(url) => out.push_str(&format!("url({})", quote(&url.text()))),
        Value::Quantity(quantity) => out.push_str(&format!("quantity(\"{quantity}\")")),
        Value::Semver(version) => out.push_str(&format!("semver(\"{version}\")")),
        Value::Format(format) => out.push_str(&format!("format {}", format.name)),
        Value::Opaque(node) => out.push_str(&crate::apiserver::value_text::json(node)),
    }
}

fn push_map(out: &mut String, map: &Map<'_>) {
    out.push('{');
    for (index, key) in map.keys().iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        push(out, key);
        out.push_str(": ");
        match map.get(key) {
            Ok(value) => push(out, &value),
            Err(fault) => out.push_str(&format!("<{fault}>")),
        }
        if out.len() > 4 * MOST {
            break;
        }
    }
    out.push('}');
}
