//! Validation against the schema: the words of each release, the places of causes, and input that wants to take forever.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use omnia::{
    apiserver::{Cause, KubeVersion, cause_line, default, nulls, prune, validate},
    crd::{Version, compile},
    yaml::{Node, Span, Style, Value, read_document},
};

/// A version whose `spec` has this schema.
fn version(spec: &str) -> Version {
    let text = format!("type: object\nproperties: {{spec: {spec}}}");
    let schema = compile::schema(&read_document(&text).unwrap().root, compile::Descriptions::Skip).unwrap();
    Version { name: "v1".into(), served: true, storage: true, schema, status_subresource: false, scale: None }
}

fn causes(version: &Version, text: &str, release: u8) -> Vec<Cause> {
    let mut root = read_document(text).unwrap().root;
    prune::prune(&mut root, &version.schema);
    nulls::drop_non_nullable(&mut root, &version.schema);
    default::apply(&mut root, &version.schema);
    validate::object(&root, version, KubeVersion::minor(release).unwrap())
}

fn lines(version: &Version, text: &str, release: u8) -> Vec<String> {
    causes(version, text, release).iter().map(cause_line).collect()
}

#[test]
fn releases_have_their_own_words() {
    let long = version("{type: string, maxLength: 1}");
    let many = version("{type: array, maxItems: 1, items: {type: string}}");
    let object = version(
        "{type: object, properties: {x: {type: number}, l: {type: array, items: {type: string, nullable: true}}}, enum: [{}]}",
    );
    let short_name = version("{type: string, format: k8s-short-name}");
    let small = version("{type: integer, format: int32}");
    let cases = [
        (&long, "spec: ab", 31, vec!["spec: Too long: may not be longer than 1"]),
        (&long, "spec: ab", 33, vec!["spec: Too long: may not be more than 1 bytes"]),
        (&long, "spec: ab", 34, vec!["spec: Too long: may not be more than 1 byte"]),
        (&many, "spec: [a, b]", 33, vec!["spec: Too many: 2: must have at most 1 items"]),
        (&many, "spec: [a, b]", 34, vec!["spec: Too many: 2: must have at most 1 item"]),
        (
            &object,
            "spec: {x: 1.5, l: [a, null]}",
            33,
            vec![
                "spec: Unsupported value: map[string]interface {}{\"l\":[]interface {}{\"a\", interface {}(nil)}, \"x\":1.5}: supported values: \
                 \"{}\"",
            ],
        ),
        (
            &object,
            "spec: {x: 1.5, l: [a, null]}",
            34,
            vec!["spec: Unsupported value: {\"l\":[\"a\",null],\"x\":1.5}: supported values: \"{}\""],
        ),
        (&short_name, "spec: A_b", 34, vec![]),
        (
            &short_name,
            "spec: A_b",
            35,
            vec!["spec: Invalid value: \"A_b\": spec in body must be of type k8s-short-name: \"A_b\""],
        ),
        (&small, "spec: 3000000000", 35, vec![]),
        (
            &small,
            "spec: 3000000000",
            36,
            vec!["<nil>: Invalid value: \"\": Checked value must be of type integer with format int32 in spec"],
        ),
        (&small, "spec: true", 35, vec!["spec: Invalid value: \"boolean\": spec in body must be of type integer: \"boolean\""]),
        (&small, "spec: true", 36, vec!["spec: Invalid value: \"\": spec in body must be of type int32: \"\""]),
    ];
    for (version, text, release, want) in cases {
        assert_eq!(lines(version, text, release), want, "{text} at 1.{release}");
    }
}

#[test]
fn causes_point_at_what_is_written() {
    let version = version(
        "{type: object, required: [nn], properties: {nn: {type: string}, p: {type: integer}, \
         l: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k], \
         items: {type: object, required: [r], properties: {k: {type: string}, r: {type: string}}}}}}",
    );
    let text = "kind: Foo\nspec:\n  p: abc\n  l:\n  - k: one\n    r: x\n  - k: one\n";
    let found: Vec<(String, &str)> =
        causes(&version, text, 35).into_iter().map(|cause| (cause.field, &text[cause.span.range()])).collect();
    let want = [("spec.l[1].r", "k"), ("spec.p", "abc"), ("spec.nn", "spec"), ("spec.l[1]", "one")];
    assert_eq!(found, want.map(|(field, at)| (field.to_owned(), at)));
    let duplicate = causes(&version, text, 35).pop().unwrap();
    let (first, _) = duplicate.related.unwrap();
    assert!(first.end < duplicate.span.start);
    assert_eq!(&text[first.range()], "one");
}

#[test]
fn defaults_take_the_place_of_the_key_above() {
    let version =
        version("{type: object, properties: {o: {type: object, default: {}, properties: {a: {type: string, default: q}}}}}");
    let text = "spec: {}";
    let mut root = read_document(text).unwrap().root;
    default::apply(&mut root, &version.schema);
    let added = root.get("spec").unwrap().get("o").unwrap().get("a").unwrap();
    assert_eq!((added.as_str(), added.style, added.span), (Some("q"), Style::Added, Span::new(0, 4)));
}

#[test]
fn unknown_fields_carry_the_place_of_their_key() {
    let version = version("{type: array, items: {type: object, properties: {a: {type: string}}}}");
    let text = "spec:\n- a: x\n  zz: {deep: 1}\n";
    let mut root = read_document(text).unwrap().root;
    let unknown = prune::prune(&mut root, &version.schema);
    assert_eq!(unknown.len(), 1);
    assert_eq!((unknown[0].path.as_str(), &text[unknown[0].span.range()]), ("spec[0].zz", "zz"));
}

/// Nested alternatives that all fail: every branch is judged once for each value.
#[test]
fn nested_alternatives_stay_linear() {
    let mut schema = "{pattern: '^z'}".to_owned();
    for depth in 0..10 {
        let key = ["anyOf", "oneOf", "allOf"][depth % 3];
        schema = format!("{{{key}: [{schema}, {schema}]}}");
    }
    let version = version(&format!("{{type: array, items: {{type: string, {}}}", &schema[1..]));
    let text = format!("spec: [{}]", vec!["a"; 20].join(", "));
    let lines = lines(&version, &text, 35);
    assert!(lines.contains(&"spec[19]: Invalid value: \"a\": spec[19] in body should match '^z'".to_owned()));
}

#[test]
fn long_lists_and_wide_objects_are_searched_once() {
    const MANY: usize = 100_000;
    let set = version("{type: array, x-kubernetes-list-type: set, items: {type: integer}}");
    let numbers: Vec<String> = (0..MANY).map(|number| (number % (MANY - 1)).to_string()).collect();
    let found = lines(&set, &format!("spec: [{}]", numbers.join(", ")), 35);
    assert_eq!(found, [format!("spec[{}]: Duplicate value: 0", MANY - 1)]);

    let names: Vec<String> = (0..5_000).map(|number| format!("k{number:05}")).collect();
    let properties: Vec<String> = names.iter().map(|name| format!("{name}: {{type: string, default: x}}")).collect();
    let wide = version(&format!("{{type: object, required: [{}], properties: {{{}}}}}", names.join(", "), properties.join(", ")));
    let values: Vec<String> = names.iter().skip(1).map(|name| format!("{name}: v")).collect();
    assert_eq!(lines(&wide, &format!("spec: {{{}}}", values.join(", ")), 35), Vec::<String>::new());
}

#[test]
fn deep_objects_are_walked_on_a_big_stack() {
    const DEPTH: usize = 10_000;
    let walk = || {
        let mut node = Node { value: Value::String("x".into()), ..Node::default() };
        for _ in 0..DEPTH {
            node = Node { value: Value::List(vec![node]), ..Node::default() };
        }
        let version = version("{type: object, x-kubernetes-preserve-unknown-fields: true}");
        prune::prune(&mut node, &version.schema);
        nulls::drop_non_nullable(&mut node, &version.schema);
        default::apply(&mut node, &version.schema);
        let found = validate::object(&node, &version, KubeVersion::default()).len();
        // Dropping nests as deep.
        drop(node);
        found
    };
    let found = std::thread::Builder::new().stack_size(256 << 20).spawn(walk).unwrap().join().unwrap();
    assert_eq!(found, 1);
}
