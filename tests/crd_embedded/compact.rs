//! The compact form and its expansion.

use serde_json::{Map, Value, json};

use super::author;

/// A file whose spec has the properties, with a definition, a Kubernetes type and a type that refers to it.
fn file(properties: Value) -> Value {
    json!({
        "kind": "Sample",
        "plural": "samples",
        "scope": "Namespaced",
        "definitions": { "port": {
            "type": "object",
            "required": ["number"],
            "properties": { "number": { "type": "integer", "minimum": 1 }, "name": { "type": "string" } },
        } },
        "schema": { "properties": { "spec": { "type": "object", "properties": properties } } },
    })
}

fn kubernetes() -> Map<String, Value> {
    let generated = json!({
        "core.v1.List": { "type": "object", "properties": { "items": { "type": "array", "items": { "$kubernetes": "core.v1.Item" } } } },
        "core.v1.Item": { "type": "string" },
    });
    let overlay = json!({
        "lists": { "x-kubernetes-list-type": "atomic" },
        "types": { "core.v1.Item": { "minLength": 1 } },
    });
    author::kubernetes_types(generated, &overlay).expect("types")
}

/// The expanded schema of the field `field` of the spec.
fn field(file: &Value) -> Value {
    let crd = author::expand(file, &kubernetes()).expect("a CRD");
    crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"]["field"].clone()
}

fn refusal(schema: Value) -> String {
    author::expand(&file(json!({ "field": schema })), &kubernetes()).expect_err("refused").to_string()
}

#[test]
fn a_reference_is_replaced_and_keywords_beside_it_win() {
    let field = field(&file(json!({ "field": {
        "$ref": "port",
        "description": "ours",
        "properties": { "number": { "minimum": 0 }, "name": null, "more": { "type": "string" } },
    } })));
    assert_eq!(
        field,
        json!({
            "description": "ours",
            "properties": { "more": { "type": "string" }, "number": { "minimum": 0, "type": "integer" } },
            "required": ["number"],
            "type": "object",
        })
    );
}

#[test]
fn kubernetes_types_carry_the_overlay() {
    let field = field(&file(json!({ "field": { "$kubernetes": "core.v1.List" } })));
    assert_eq!(
        field["properties"]["items"],
        json!({ "items": { "minLength": 1, "type": "string" }, "type": "array", "x-kubernetes-list-type": "atomic" })
    );
}

#[test]
fn an_overlay_reaches_behind_a_reference() {
    let mut file = file(json!({ "field": { "$ref": "port" } }));
    let patch =
        json!({ "schema": { "properties": { "spec": { "properties": { "field": { "properties": { "name": null } } } } } } });
    author::merge(&mut file, &patch);
    assert_eq!(field(&file)["properties"], json!({ "number": { "minimum": 1, "type": "integer" } }));
}

#[test]
fn a_reference_in_an_overlay_replaces_what_was_there() {
    let mut file = file(json!({ "field": { "type": "string", "minLength": 1 } }));
    let patch =
        json!({ "schema": { "properties": { "spec": { "properties": { "field": { "$kubernetes": "core.v1.Item" } } } } } });
    author::merge(&mut file, &patch);
    assert_eq!(field(&file), json!({ "minLength": 1, "type": "string" }));
}

#[test]
fn rules_keep_their_code_and_can_be_left_out_by_it() {
    let rules = json!([{ "rule": "a", "code": "CEL001" }, { "rule": "b", "code": "CEL002" }]);
    let schema =
        |without: Value| json!({ "field": { "type": "object", "x-kubernetes-validations": rules, "$without": without } });
    let kept = field(&file(schema(json!(["CEL002"]))));
    assert_eq!(kept["x-kubernetes-validations"], json!([{ "rule": "a", "x-omnia-code": "CEL001" }]));
    assert_eq!(field(&file(schema(json!(["CEL001", "CEL002"])))), json!({ "type": "object" }));
}

#[test]
fn the_root_and_the_names_are_added() {
    let mut file = file(json!({}));
    file["columns"] = json!([{ "name": "Age", "type": "date", "jsonPath": ".metadata.creationTimestamp" }]);
    file["subresources"] = json!({ "status": {} });
    file["shortNames"] = json!(["sm"]);
    let crd = author::expand(&file, &kubernetes()).expect("a CRD");
    assert_eq!(crd["metadata"]["name"], "samples.omnia.altairalabs.ai");
    let names =
        json!({ "kind": "Sample", "listKind": "SampleList", "plural": "samples", "shortNames": ["sm"], "singular": "sample" });
    assert_eq!(crd["spec"]["names"], names);
    let version = &crd["spec"]["versions"][0];
    assert_eq!(version["name"], "v1alpha1");
    assert_eq!(version["additionalPrinterColumns"], file["columns"]);
    assert_eq!(version["subresources"], json!({ "status": {} }));
    let root = &version["schema"]["openAPIV3Schema"];
    assert_eq!(root["type"], "object");
    assert_eq!(root["properties"]["metadata"], json!({ "type": "object" }), "the server refuses a description here");
    assert_eq!(root["properties"].as_object().map(Map::len), Some(4));
}

#[test]
fn descriptions_can_be_left_out_but_fields_of_that_name_stay() {
    let file = file(json!({ "description": { "type": "string", "description": "prose" } }));
    let crd = author::without_descriptions(&author::expand(&file, &kubernetes()).expect("a CRD"));
    let spec = &crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"];
    assert_eq!(spec["properties"], json!({ "description": { "type": "string" } }));
}

#[test]
fn mistakes_are_refused_with_their_place() {
    let cases = [
        (json!({ "typ": "string" }), "schema.properties.spec.properties.field: `typ` is no keyword of a schema"),
        (json!({ "$ref": "nothing" }), "schema.properties.spec.properties.field: there is no `nothing` for `$ref`"),
        (
            json!({ "$kubernetes": "core.v1.None" }),
            "schema.properties.spec.properties.field: there is no `core.v1.None` for `$kubernetes`",
        ),
        (
            json!({ "type": "string", "default": null }),
            "schema.properties.spec.properties.field.default: null removes only what another schema says",
        ),
        (json!("string"), "schema.properties.spec.properties.field: a schema is a mapping"),
        (
            json!({ "type": "object", "x-kubernetes-validations": [{ "rule": "a", "cod": "CEL001" }] }),
            "schema.properties.spec.properties.field.x-kubernetes-validations: a rule has `rule`, and beside it only the members of a rule and `code`",
        ),
        (
            json!({ "type": "object", "x-kubernetes-validations": [{ "rule": "a" }], "$without": ["CEL001"] }),
            "schema.properties.spec.properties.field: there is no rule \"CEL001\" to leave out",
        ),
    ];
    for (schema, message) in cases {
        assert_eq!(refusal(schema), message);
    }
}

#[test]
fn a_definition_that_contains_itself_is_refused() {
    let mut file = file(json!({ "field": { "$ref": "port" } }));
    file["definitions"]["port"]["properties"]["more"] = json!({ "$ref": "port" });
    let problem = author::expand(&file, &kubernetes()).expect_err("refused").to_string();
    assert_eq!(problem, "schema.properties.spec.properties.field(port).properties.more: `port` contains itself");
}
