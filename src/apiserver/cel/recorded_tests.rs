//! Values, errors and costs that cel-go 0.26 with the libraries of Kubernetes 1.35 gave for expressions.
//!
//! `testdata/vectors/cel-expressions.jsonl`: the schema of `self`, the objects, then one answer a line: the expression, the number of the
//! object, the value or the error, and the cost. `oldSelf` is an optional of the same object. Expressions that do not compile there say
//! so; here they must not be evaluated to a value either, unless only a type checker could know.

#![allow(clippy::unwrap_used, clippy::panic, reason = "this is a test")]

use super::{
    convert,
    eval::{EXPRESSION_LIMIT, Evaluation, Variables},
    map::Map,
    program::Program,
    value::Value,
};
use crate::{
    crd::compile,
    yaml::{Node, go, read_json},
};

const RECORDED: &str = include_str!("../../../testdata/vectors/cel-expressions.jsonl");

/// The value in the notation of the recording.
fn notation(value: &Value<'_>) -> String {
    let list = |items: Vec<String>| items.join(", ");
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::UInt(value) => format!("{value}u"),
        Value::Double(value) => format!("double({})", go::float64(*value)),
        Value::String(text) => go::quote(text),
        Value::Bytes(bytes) => format!("b{}", go::quote_bytes(bytes)),
        Value::Duration(nanos) => format!("duration({nanos})"),
        Value::Timestamp(time) => format!("timestamp({time})"),
        Value::List(items) => {
            format!(
                "[{}]",
                list(items.iter().map(|item| item.map_or_else(|fault| format!("<{fault}>"), |item| notation(&item))).collect())
            )
        }
        Value::Map(map) => {
            let mut entries: Vec<String> = entries(map);
            entries.sort();
            format!("{{{}}}", list(entries))
        }
        Value::Optional(None) => "none".to_owned(),
        Value::Optional(Some(value)) => format!("some({})", notation(value)),
        Value::Type(name) => format!("type {name}"),
        Value::Ip(ip) => format!("ip {ip}"),
        Value::Cidr(cidr) => format!("cidr {cidr}"),
        Value::Format(format) => format!("format {}", format.name),
        other => format!("other {}", other.type_name()),
    }
}

fn entries(map: &Map<'_>) -> Vec<String> {
    map.keys().iter().map(|key| format!("{}: {}", notation(key), notation(&map.get(key).unwrap()))).collect()
}

#[test]
fn expressions_have_the_recorded_values_and_costs() {
    let mut lines = RECORDED.lines();
    let schema = read_json(lines.next().unwrap()).unwrap();
    let schema = compile::schema(schema.get("schema").unwrap(), compile::Descriptions::Skip).unwrap();
    let objects = read_json(lines.next().unwrap()).unwrap();
    let objects = objects.get("objects").and_then(Node::as_list).unwrap();
    let (mut red, mut compared) = (Vec::new(), 0);
    for line in lines {
        let answer = read_json(line).unwrap();
        let text = |key: &str| answer.get(key).and_then(Node::as_str);
        if text("compile").is_some() {
            continue;
        }
        compared += 1;
        let source = text("expr").unwrap();
        let of = usize::try_from(answer.get("of").and_then(Node::as_i64).unwrap()).unwrap();
        let want = (
            text("value").map_or_else(|| format!("error: {}", text("error").unwrap()), str::to_owned),
            answer.get("cost").and_then(Node::as_i64).unwrap_or(-1),
        );
        let got = match Program::compile(source) {
            Err(error) => (format!("compile: {error}"), 0),
            Ok(program) => {
                let this = convert::value(&objects[of], &schema, false);
                let old = Some(this.clone().map(Value::some));
                let variables = Variables { this, old };
                let mut evaluation = Evaluation::new(&program, &variables, EXPRESSION_LIMIT);
                let value = evaluation.run(&program).map_or_else(|fault| format!("error: {fault}"), |value| notation(&value));
                (value, i64::try_from(evaluation.cost()).unwrap())
            }
        };
        if want != got {
            red.push(format!("{source}   [{of}]\n  want {want:?}\n  got  {got:?}"));
        }
    }
    assert!(compared > 1000, "{compared}");
    assert!(red.is_empty(), "{} of {compared} red:\n{}", red.len(), red.join("\n"));
}
