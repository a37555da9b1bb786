//! Blocks of a manifest that the operator passes on: it reads them into Go's types and writes them again, which changes them.
//!
//! Unknown members vanish, empty values of fields that are no pointers too, quantities get their canonical text, and members that Go
//! always writes appear. Source: Go's `encoding/json` on the types of `k8s.io/api`.

use std::borrow::Cow;

use serde_json::{Value, json};

use super::{
    Map, Tree,
    go_types::{GoField, GoType, fields},
    map,
};
use crate::{
    apiserver::canonical_quantity,
    world::Field,
    yaml::{JsonForm, to_json},
};

/// The field as Go writes it when it is of the type `word`: a Kubernetes type (`Affinity`), a list (`[]Volume`), or a map
/// (`{}quantity`). Nothing when it is missing, and for an empty list or map; an empty struct is an empty leaf, as behind a pointer.
///
/// A value that the type cannot hold, which stops the operator before it writes anything, is left as it is.
pub(super) fn typed(field: &Field<'_>, word: &'static str) -> Option<Tree> {
    let go_type = GoType::parse(word);
    let is_absent = !field.exists() || is_empty(field, &go_type);
    (!is_absent).then(|| write(field, field, &go_type))
}

/// The items of a list as Go writes them, each of the type `word`; no items when the list is missing.
pub(super) fn typed_items(field: &Field<'_>, word: &'static str) -> Vec<Tree> {
    let go_type = GoType::parse(word);
    field.items().iter().map(|item| write(item, field, &go_type)).collect()
}

/// `owner` is the nearest field that is there: what Go adds comes from it.
fn write(field: &Field<'_>, owner: &Field<'_>, go_type: &GoType) -> Tree {
    let node = field.node().filter(|node| !node.is_null());
    let owner = if node.is_some() { field } else { owner };
    let leaf = |value: Value| Tree::Leaf(value, owner.into());
    let Some(node) = node else {
        return match go_type {
            GoType::Struct(name) => structure(field, owner, fields(name)),
            GoType::String => leaf(json!("")),
            GoType::Bool => leaf(json!(false)),
            GoType::Int | GoType::IntOrString => leaf(json!(0)),
            GoType::Quantity => leaf(json!("0")),
            GoType::Verbatim | GoType::Pointer(_) | GoType::Slice(_) | GoType::Map(_) => leaf(Value::Null),
        };
    };
    match go_type {
        GoType::Pointer(inner) => write(field, owner, inner),
        GoType::Struct(name) if node.as_map().is_some() => structure(field, owner, fields(name)),
        GoType::Slice(inner) if node.as_list().is_some_and(|items| !items.is_empty()) => {
            Tree::List(field.items().iter().map(|item| write(item, owner, inner)).collect())
        }
        GoType::Map(inner) if node.as_map().is_some() => members(field, inner),
        GoType::Quantity => {
            let text = node.as_str().map_or_else(|| to_json(node, JsonForm::Sent), ToOwned::to_owned);
            canonical_quantity(&text).map_or_else(|_| leaf(field.json()), |text| leaf(text.into()))
        }
        _ => Tree::copied(field).unwrap_or_else(|| leaf(Value::Null)),
    }
}

fn structure(field: &Field<'_>, owner: &Field<'_>, fields: &[GoField]) -> Tree {
    let written = fields.iter().fold(map(), |written, own| {
        let value = field.get(own.name);
        let is_left_out = own.omitted && is_empty(&value, &own.go_type);
        written.put(own.name, (!is_left_out).then(|| write(&value, owner, &own.go_type)))
    });
    or_empty(written, owner)
}

/// Go sorts the keys of maps.
fn members(field: &Field<'_>, inner: &GoType) -> Tree {
    let mut entries = field.entries();
    entries.sort_by_key(|(key, _)| *key);
    let written = entries
        .into_iter()
        .fold(map(), |written, (key, value)| written.put(Cow::from(key.to_owned()), write(&value, field, inner)));
    or_empty(written, field)
}

fn or_empty(written: Map, owner: &Field<'_>) -> Tree {
    if written.is_empty() { Tree::Leaf(json!({}), owner.into()) } else { Tree::Map(written) }
}

/// Whether `omitempty` leaves the field out. It never does a struct, and quantities are structs.
fn is_empty(field: &Field<'_>, go_type: &GoType) -> bool {
    let Some(node) = field.node().filter(|node| !node.is_null()) else {
        return !matches!(go_type, GoType::Struct(_) | GoType::Quantity | GoType::IntOrString);
    };
    match go_type {
        GoType::String => node.as_str() == Some(""),
        GoType::Bool => node.as_bool() == Some(false),
        GoType::Int => node.as_i64() == Some(0),
        GoType::Slice(_) => node.as_list().is_some_and(<[_]>::is_empty),
        GoType::Map(_) => node.as_map().is_some_and(|map| map.is_empty()),
        GoType::Quantity | GoType::IntOrString | GoType::Verbatim | GoType::Struct(_) | GoType::Pointer(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        world::{Object, Origin},
        yaml::read_json,
    };

    /// What Go's encoder made of random values: one JSON object a line with `type`, `in` and `out`.
    const RECORDED: &str = include_str!("../../testdata/render/go-types.jsonl");

    fn object(spec: &Value) -> Object {
        let root = json!({ "spec": spec }).to_string();
        Object {
            group: String::new(),
            version: "v1".to_owned(),
            kind: "Kind".to_owned(),
            namespace: String::new(),
            name: "name".to_owned(),
            root: read_json(&root).unwrap().into_owned(),
            origin: Origin::Cluster { context: "c".into() },
            accepted: true,
        }
    }

    #[test]
    fn values_are_written_as_go_writes_them() {
        for line in RECORDED.lines() {
            let case: Value = serde_json::from_str(line).unwrap();
            let word: &'static str = case["type"].as_str().unwrap().to_owned().leak();
            let written = typed(&object(&case["in"]).spec(), word).map(|tree| tree.json());
            assert_eq!(written.as_ref(), Some(&case["out"]), "{word} {}", case["in"]);
        }
    }

    #[test]
    fn what_go_adds_comes_from_the_field_around_it() {
        let object =
            object(&json!([{"name": "x", "valueFrom": {"resourceFieldRef": {"resource": "limits.cpu"}}}, {"value": ""}]));
        let items = Tree::List(typed_items(&object.spec(), "EnvVar"));
        let added = items.leaves().into_iter().map(|leaf| (leaf.path, leaf.source.to_string())).collect::<Vec<_>>();
        let from = |written: &str, source: &str| (written.to_owned(), format!("Kind/name {source}"));
        let reference = "[0].valueFrom.resourceFieldRef";
        let expected = [
            from("[0].name", "spec[0].name"),
            from(&format!("{reference}.resource"), &format!("spec{reference}.resource")),
            from(&format!("{reference}.divisor"), &format!("spec{reference}")),
            from("[1].name", "spec[1]"),
        ];
        assert_eq!(added, expected);
    }

    #[test]
    fn an_empty_list_or_map_is_nothing_and_an_empty_struct_is_something() {
        let object = object(&json!({"list": [], "map": {}, "struct": {}, "null": null}));
        let of = |name: &str, word| typed(&object.spec().get(name), word).map(|tree| tree.json());
        assert_eq!(
            [of("list", "[]Toleration"), of("map", "{}string"), of("null", "Affinity"), of("none", "Affinity")],
            [const { None }; 4]
        );
        assert_eq!(of("struct", "Affinity"), Some(json!({})));
    }
}
