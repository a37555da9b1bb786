//! What must hold for every text.

#![allow(clippy::unwrap_used)]

use omnia::yaml::{
    Document, Documents, JsonForm, Location, Node, Number, Span, Text, Value, push_json, read, read_json, to_json, to_yaml,
};
use proptest::collection::vec;
use proptest::prelude::*;

/// Bytes that are YAML or JSON at a stretch, with faults in between.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let fragment = prop_oneof![
        8 => prop::sample::select(FRAGMENTS).prop_map(|fragment| fragment.as_bytes().to_vec()),
        1 => vec(any::<u8>(), 0..4),
        1 => any::<String>().prop_map(String::into_bytes),
    ];
    vec(fragment, 0..40).prop_map(|fragments| fragments.concat())
}

const FRAGMENTS: &[&str] = &[
    "a: 1",
    "- ",
    "\n",
    "\n",
    "\n",
    "\r\n",
    "\r",
    "  ",
    "\t",
    "b:",
    ": ",
    "{",
    "}",
    "[",
    "]",
    ",",
    "\"",
    "'",
    "|\n ",
    ">-\n  ",
    "# c",
    "---\n",
    "--- x\n",
    "...\n",
    "&x ",
    "*x",
    "<<: ",
    "!!str ",
    "? ",
    "{\"a\":1}",
    "null",
    "é",
    "\u{2028}",
    "\u{85}",
    "\u{feff}",
    "\\u12",
    "\\",
    "@",
    "%YAML 1.1\n",
    "1.5e3",
    "yes",
    "🙂",
    "\0",
];

/// Every place of a node lies in its text, on the borders of characters.
fn check_places(text: &str, node: &Node<'_>) {
    check_span(text, node.span);
    match &node.value {
        Value::List(items) => items.iter().for_each(|item| check_places(text, item)),
        Value::Map(map) => {
            for entry in map.entries.iter().chain(map.shadowed.iter().flat_map(|list| list.iter())) {
                check_span(text, entry.key_span);
                check_places(text, &entry.value);
            }
        }
        _ => {}
    }
}

fn check_span(text: &str, span: Span) {
    assert!(text.get(span.range()).is_some(), "{span:?} in {text:?}");
}

fn check_documents(text: &Text, found: &Documents<'_>) {
    let content = text.as_str();
    let check = |document: &Document<'_>| {
        check_span(content, document.span);
        check_places(content, &document.root);
        document.comments.iter().for_each(|&span| {
            check_span(content, span);
            assert!(content[span.range()].starts_with('#'), "{span:?} in {content:?}");
        });
        document.notes.iter().for_each(|note| check_span(content, note.span));
        assert!(!document.root.is_null());
    };
    found.documents.iter().for_each(check);
    found.unread.iter().flatten().for_each(check);
    for error in found.error.iter().chain(found.unread.iter().filter_map(|outcome| outcome.as_ref().err())) {
        check_span(content, error.span);
        error.related.iter().for_each(|&(span, _)| check_span(content, span));
    }
    found.empty.iter().chain(&found.lost_line).for_each(|&span| check_span(content, span));
    assert!(found.error.is_some() || found.unread.is_empty());
    let indices = found.documents.iter().map(|document| document.index);
    assert!(indices.eq(0..found.documents.len() as u32));
}

/// Line and column by counting from the start.
fn naive_location(text: &str, offset: usize) -> Location {
    let (mut line, mut column) = (1, 1);
    for (at, character) in text[..offset].char_indices() {
        let ends_line = character == '\n' || character == '\r' && !text[at + 1..].starts_with('\n');
        (line, column) = if ends_line { (line + 1, 1) } else { (line, column + 1) };
    }
    Location { line, column }
}

fn value() -> impl Strategy<Value = Node<'static>> {
    let text = prop_oneof![any::<String>(), prop::sample::select(FRAGMENTS).prop_map(str::to_owned)];
    let text = vec(text, 0..3).prop_map(|parts| parts.concat()).boxed();
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(|number| Value::Number(Number::Int(number))),
        (-1e9..1e9).prop_map(|number: f64| Value::Number(Number::Float(number + 0.1))),
        text.clone().prop_map(|text| Value::String(text.into())),
    ];
    leaf.prop_map(node).prop_recursive(4, 40, 5, move |inner| {
        prop_oneof![
            vec(inner.clone(), 0..5).prop_map(|items| node(Value::List(items))),
            prop::collection::hash_map(text.clone(), inner, 0..5).prop_map(|members| {
                let entry = |(key, value): (String, _)| omnia::yaml::Entry { key: key.into(), key_span: Span::default(), value };
                node(Value::Map(omnia::yaml::Map { entries: members.into_iter().map(entry).collect(), shadowed: None }))
            }),
        ]
    })
}

fn node(value: Value<'static>) -> Node<'static> {
    Node { value, ..Node::default() }
}

proptest! {
    #[test]
    fn any_bytes_are_read_and_all_places_lie_in_the_text(bytes in bytes()) {
        let text = Text::new(bytes).unwrap();
        check_documents(&text, &read(&text));
    }

    #[test]
    fn a_byte_order_mark_changes_no_place(bytes in bytes()) {
        let text = Text::new([b"\xef\xbb\xbf", bytes.as_slice()].concat()).unwrap();
        check_documents(&text, &read(&text));
    }

    #[test]
    fn locations_are_those_of_counting(bytes in bytes()) {
        let text = Text::new(bytes).unwrap();
        let content = text.as_str();
        for offset in (0..=content.len()).filter(|&offset| content.is_char_boundary(offset)) {
            let location = text.location(offset as u32);
            prop_assert_eq!(location, naive_location(content, offset));
            let line = text.line_span(location.line);
            prop_assert!(line.start as usize <= offset);
            prop_assert!(!content[line.range()].contains(['\n', '\r']));
        }
    }

    #[test]
    fn crlf_changes_no_value_and_no_text(bytes in bytes()) {
        let unix = String::from_utf8_lossy(&bytes).replace('\r', "");
        // JSON sees the CR; YAML does not.
        prop_assume!(!unix.trim_start().starts_with('{') && !unix.starts_with('\u{feff}'));
        let (unix, dos) = (Text::new(unix.clone().into()).unwrap(), Text::new(unix.replace('\n', "\r\n").into()).unwrap());
        let (of_unix, of_dos) = (read(&unix), read(&dos));
        let json = |found: &Documents<'_>| found.documents.iter().map(|one| to_json(&one.root, JsonForm::Converted)).collect::<Vec<_>>();
        prop_assert_eq!(json(&of_unix), json(&of_dos));
        prop_assert_eq!(of_unix.error.as_ref().map(|error| &error.message), of_dos.error.as_ref().map(|error| &error.message));
        let roots = |text: &Text, found: &Documents<'_>| {
            found.documents.iter().map(|one| text.slice(one.root.span).replace("\r\n", "\n")).collect::<Vec<_>>()
        };
        prop_assert_eq!(roots(&unix, &of_unix), roots(&dos, &of_dos));
    }

    #[test]
    fn json_is_read_back(node in value()) {
        let json = to_json(&node, JsonForm::Written);
        let back = read_json(&json).unwrap();
        prop_assert_eq!(to_json(&back, JsonForm::Written), json);
    }

    #[test]
    fn emitted_yaml_is_read_back(node in value()) {
        let yaml = to_yaml(&node).unwrap();
        let mut json = String::new();
        push_json(&mut json, &node, JsonForm::Sent);
        let text = Text::new(yaml.into_bytes()).unwrap();
        let found = read(&text);
        prop_assert!(found.error.is_none(), "{:?} in {}", found.error, text.as_str());
        let back: Vec<_> = found.documents.iter().map(|one| to_json(&one.root, JsonForm::Sent)).collect();
        let expected: Vec<_> = Some(json).into_iter().filter(|json| json != "null").collect();
        prop_assert_eq!(back, expected, "{}", text.as_str());
    }
}
