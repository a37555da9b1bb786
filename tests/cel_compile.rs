//! Rules compiled as the API server compiles them, against the recorded answers of its code.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;

use omnia::apiserver::KubeVersion;
use omnia::apiserver::cel::types::Place;
use omnia::apiserver::cel::{Environment, compile, estimate};
use omnia::crd::compile::{Descriptions, schema};
use omnia::crd::{Rule, Schema};
use omnia::yaml::read_json;
use serde_json::Value;

fn environment(compatibility: u8) -> Environment {
    Environment::new_rules(KubeVersion::minor(compatibility + 1).unwrap())
}

fn read(schema_text: &str) -> Schema {
    schema(&read_json(schema_text).unwrap(), Descriptions::Skip).unwrap()
}

/// What is wrong with a rule on `schema`, or what it and its message cost.
fn outcome(rule: &Rule, schema: &Schema, environment: Environment) -> Result<(u64, Option<u64>), String> {
    let compiled = compile::compile(rule, schema, false, environment).map_err(|error| error.text)?;
    let cost = |checked| estimate::cost(checked, Place::new(schema, false), environment).max;
    Ok((cost(&compiled.rule), compiled.message.as_ref().map(cost)))
}

#[test]
fn every_recorded_rule_is_judged_as_by_the_server() {
    let mut lines = include_str!("../testdata/vectors/cel-compile.jsonl").lines();
    let first: Value = serde_json::from_str(lines.next().unwrap()).unwrap();
    let schema = read(&first["schema"].to_string());
    let (mut compiled, mut refused, mut red) = (0, 0, Vec::new());
    for line in lines {
        let case: Value = serde_json::from_str(line).unwrap();
        let text = |key: &str| case[key].as_str().map(str::to_owned);
        let rule = Rule {
            rule: text("rule").unwrap(),
            message_expression: text("messageExpression"),
            optional_old_self: case["optionalOldSelf"].as_bool(),
            ..Rule::default()
        };
        let number = |key: &str| text(key).map(|cost| cost.parse().unwrap());
        let want = text("error").map_or_else(|| Ok((number("cost").unwrap(), number("messageCost"))), Err);
        *(if want.is_ok() { &mut compiled } else { &mut refused }) += 1;
        let got = outcome(&rule, &schema, environment(34));
        if got != want {
            red.push(format!("{}\n  want {want:?}\n  got  {got:?}", rule.rule));
        }
    }
    assert!(red.is_empty(), "{} red\n{}", red.len(), red.join("\n"));
    assert_eq!((compiled, refused), (279, 268));
}

#[test]
fn every_recorded_crd_is_judged_as_by_the_server() {
    let (mut accepted, mut refused) = (0, 0);
    for line in include_str!("../testdata/vectors/cel-crds.jsonl").lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let crd = serde_json::json!({
            "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "foos.example.com"},
            "spec": {"group": "example.com", "scope": "Namespaced",
                "names": {"kind": "Foo", "plural": "foos", "singular": "foo", "listKind": "FooList"},
                "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": case["schema"]}}]},
        });
        let text = crd.to_string();
        let faults = omnia::apiserver::crd::faults(&read_json(&text).unwrap(), KubeVersion::default());
        // The server walks properties in random order.
        let got: BTreeSet<_> = faults.iter().map(ToString::to_string).collect();
        let want: BTreeSet<_> =
            case["faults"].as_array().unwrap().iter().map(|fault| fault.as_str().unwrap().to_owned()).collect();
        *(if want.is_empty() { &mut accepted } else { &mut refused }) += 1;
        assert_eq!(got, want, "{line}");
    }
    assert!(accepted > 50 && refused > 100, "{accepted} accepted, {refused} refused");
}

/// A rule that needs what a release added, and the first compatibility version that has it.
const SINCE: [(&str, u8); 18] = [
    ("self.b.find('a') == 'b'", 29),
    ("self.b.split(',').join('-') == 'b'", 29),
    ("sets.contains(self.l, ['a'])", 29),
    ("self.?a.orValue(1) == 1", 29),
    ("quantity(self.b).isInteger()", 29),
    ("ip(self.b).family() == 4", 30),
    ("cidr(self.b).containsIP('10.0.0.1')", 30),
    ("type(ip(self.b)) == net.IP", 30),
    ("self.namespace == 'a'", 31),
    ("!format.dns1123Label().validate(self.b).hasValue()", 31),
    ("self.l.all(i, v, v == 'a')", 32),
    ("self.l.transformList(i, v, v + 'a') == []", 32),
    ("self.m.transformMapEntry(k, v, {v: k}) == {}", 32),
    ("semver(self.b).major() == 1", 33),
    ("semver(self.b).isLessThan(semver('1.0.0'))", 33),
    ("self.l.slice(0, 1) == []", 34),
    ("self.l.distinct().size() == 1", 34),
    ("self.l.sortBy(x, x.size()) == []", 34),
];

#[test]
fn functions_are_known_from_the_release_that_added_them() {
    let schema = read(
        r#"{"type": "object", "properties": {
            "a": {"type": "integer"}, "b": {"type": "string", "maxLength": 9}, "namespace": {"type": "string"},
            "l": {"type": "array", "maxItems": 9, "items": {"type": "string", "maxLength": 9}},
            "m": {"type": "object", "maxProperties": 9, "additionalProperties": {"type": "string", "maxLength": 9}}}}"#,
    );
    for (rule, since) in SINCE {
        for compatibility in 29..=35 {
            let rule = Rule { rule: rule.to_owned(), ..Rule::default() };
            let got = outcome(&rule, &schema, environment(compatibility));
            assert_eq!(got.is_ok(), compatibility >= since, "{} for 1.{compatibility}: {got:?}", rule.rule);
        }
    }
}

#[test]
fn no_short_expression_takes_long_or_much() {
    let schema = read(r#"{"type": "object", "properties": {"a": {"type": "integer"}}}"#);
    let judged = move |text: String| outcome(&Rule { rule: text, ..Rule::default() }, &schema, environment(34));
    let body = move || {
        // Each of these doubles what is before it.
        let macros = format!("optional.of(1){}.hasValue()", ".optMap(x, x + 1)".repeat(60));
        assert!(judged(macros).unwrap_err().contains("expands to more than"));
        let types = format!("[1]{}.size() == 1", ".map(x, {x: x})".repeat(60));
        assert!(judged(types).unwrap_err().contains("parts"));
        for (open, middle, close) in [
            ("(", "true", ")"),
            ("[", "1", "]"),
            ("!", "true", ""),
            ("self.", "a", ""),
            ("{1: ", "2", "}"),
            ("true && ", "true", ""),
        ] {
            let text = format!("{}{middle}{}", open.repeat(10_000), close.repeat(10_000));
            let deep = judged(text);
            assert_eq!(deep.is_ok(), matches!(open, "!" | "true && "), "{open}");
        }
    };
    std::thread::Builder::new().stack_size(256 << 20).spawn(body).unwrap().join().unwrap();
}
