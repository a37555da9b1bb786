//! The stream reader against the recorded answers of kubectl's.

#![allow(clippy::unwrap_used)]

use std::io::Read as _;

use omnia::yaml::{Document, Documents, Format, JsonForm, ReadErrorKind, Span, Text, read, read_json, to_json};
use serde_json::Value;

/// Runs `test` with room for 10,000 levels.
fn with_deep_stack(test: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(256 << 20).spawn(test).unwrap().join().unwrap();
}

/// What kubectl makes of a text: the JSON of its documents, and how it ends.
#[derive(Debug, PartialEq, Eq)]
struct Answer {
    docs: Vec<String>,
    error: Option<String>,
}

impl Answer {
    fn of(text: &Text) -> Self {
        let Documents { documents, error, .. } = read(text);
        let json = |document: &Document<'_>| match document.format {
            Format::Json => canonical(text.slice(document.span)),
            Format::Yaml => to_json(&document.root, JsonForm::Converted),
        };
        Self { docs: documents.iter().map(json).collect(), error: error.map(|error| error.message) }
    }

    /// The answer in a vector's `stream`; a document that is too large to be recorded is its length.
    fn recorded(stream: &Value) -> Self {
        let docs = stream["docs"].as_array().unwrap();
        Self { docs: docs.iter().map(document).collect(), error: stream["error"].as_str().map(str::to_owned) }
    }

    /// What the answer to the text as a whole foretells.
    fn foretold(vector: &Value) -> Self {
        if let Some(error) = vector["error"].as_str() {
            return Self { docs: vec![], error: Some(format!("error converting YAML to JSON: {error}")) };
        }
        let docs = vec![document(&vector["json"])];
        Self { docs: docs.into_iter().filter(|json| json != "null").collect(), error: None }
    }

    /// The same with the length of every large document in its place.
    fn abridged(self) -> Self {
        let abridge = |json: String| if json.len() > 20_000 { format!("{} bytes", json.len()) } else { json };
        Self { docs: self.docs.into_iter().map(abridge).collect(), ..self }
    }
}

fn document(json: &Value) -> String {
    match json {
        Value::String(json) => canonical(json),
        large => format!("{} bytes", large["bytes"]),
    }
}

/// JSON without blanks, with repeated keys and the text of numbers.
fn canonical(json: &str) -> String {
    to_json(&read_json(json).unwrap(), JsonForm::Written)
}

fn bytes(vector: &Value) -> Vec<u8> {
    if let Some(text) = vector["text"].as_str() {
        return text.as_bytes().to_vec();
    }
    if let Some(encoded) = vector["base64"].as_str() {
        return decode_base64(encoded);
    }
    let repeat = &vector["repeat"];
    let part = |name: &str| repeat[name].as_str().unwrap();
    let times = repeat["times"].as_u64().unwrap() as usize;
    format!("{}{}{}", part("prefix"), part("unit").repeat(times), part("suffix")).into_bytes()
}

fn decode_base64(encoded: &str) -> Vec<u8> {
    let digit =
        |byte| b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".iter().position(|&digit| digit == byte);
    let digits: Vec<u32> = encoded.bytes().map_while(digit).map(|digit| digit as u32).collect();
    let group = |digits: &[u32]| {
        let bits = digits.iter().enumerate().fold(0, |bits, (index, digit)| bits | digit << (18 - 6 * index));
        bits.to_be_bytes()[1..digits.len()].to_vec()
    };
    digits.chunks(4).flat_map(group).collect()
}

#[test]
fn recorded_texts_are_read_as_kubectl_reads_them() {
    with_deep_stack(|| {
        let file = std::fs::File::open("testdata/vectors/yaml-texts.jsonl.gz").unwrap();
        let mut vectors = String::new();
        flate2::read::GzDecoder::new(file).read_to_string(&mut vectors).unwrap();
        let mut wrong = Vec::new();
        for line in vectors.lines() {
            let vector: Value = serde_json::from_str(line).unwrap();
            let accepted = match (&vector["streams"], &vector["stream"]) {
                (Value::Array(streams), _) => streams.iter().map(Answer::recorded).collect(),
                (_, Value::Null) => vec![Answer::foretold(&vector)],
                (_, stream) => vec![Answer::recorded(stream)],
            };
            let answer = Answer::of(&Text::new(bytes(&vector)).unwrap()).abridged();
            if !accepted.contains(&answer) {
                wrong.push(format!("{}: {answer:?} instead of {accepted:?}", vector["id"]));
            }
        }
        assert!(wrong.is_empty(), "{} of {} texts:\n{}", wrong.len(), vectors.lines().count(), wrong.join("\n"));
    });
}

/// Text, documents, error: the stream behaviour that was observed case by case.
const STREAMS: &[(&str, &[&str], Option<&str>)] = &[
    ("\u{feff}a: 1\n", &[r#"{"a":1}"#], None),
    ("\u{feff}{\"a\":1}\n", &[r#"{"a":1}"#], None),
    ("a: 1\r\n---\r\nb: 2\r\n", &[r#"{"a":1}"#, r#"{"b":2}"#], None),
    ("a: 1\n...\n---\nb: 2\n", &[r#"{"a":1}"#, r#"{"b":2}"#], None),
    ("---\n---\na: 1\n---\n# c\n---\n", &[r#"{"a":1}"#], None),
    ("{a: 1}\n---\nb: 2\n", &[r#"{"a":1}"#, r#"{"b":2}"#], None),
    ("a: 1\n----\nb: 2\n", &[], Some("invalid Yaml document separator: -")),
    ("a: 1\n ---\nb: 2\n", &[r#"{"a":"1 ---","b":2}"#], None),
    ("{\"a\":1,}", &[r#"{"a":1}"#], None),
    ("{\"a\":1,\"a\":2}", &[r#"{"a":1,"a":2}"#], None),
    ("{\"a\":1}{\"b\":2}", &[r#"{"a":1}"#, r#"{"b":2}"#], None),
    ("{\"a\":1}\n---\nb: 2\n", &[r#"{"a":1}"#, r#"{"b":2}"#], None),
    ("a: 1\n---\nb: 2\n", &[r#"{"a":1}"#, r#"{"b":2}"#], None),
    (
        "a: 1\n---\nb: [\n",
        &[r#"{"a":1}"#],
        Some("error converting YAML to JSON: yaml: line 1: did not find expected node content"),
    ),
    ("a: 1\n--- # x\nb: 2\n", &[r#"{"a":1}"#, r#"{"b":2}"#], None),
    ("a: |\n  x\n---\nb: 2\n", &[r#"{"a":"x\n"}"#, r#"{"b":2}"#], None),
    ("a: 1\n---b: 2\n", &[], Some("invalid Yaml document separator: b: 2")),
    ("a: 1\n--- foo\nb: 2\n", &[], Some("invalid Yaml document separator: foo")),
    // The switch from JSON to YAML.
    ("{a}", &[], Some("json: offset 2: invalid character 'a' looking for beginning of object key string")),
    ("{a}\n", &[r#"{"a":null}"#], None),
    ("{", &[], Some("unexpected EOF")),
    ("{\"a\":1}\nb: 2", &[r#"{"a":1}"#, r#"{"b":2}"#], None),
    ("{\"a\":1}\n- b", &[r#"{"a":1}"#, r#"["b"]"#], None),
    ("{\"a\":1}\n\tb: 2", &[r#"{"a":1}"#], Some("json: offset 10: invalid character 'b' looking for beginning of value")),
    ("{\"a\":1}\n\n\tb: 2", &[r#"{"a":1}"#], Some("json: offset 11: invalid character 'b' looking for beginning of value")),
    ("{\"a\":1} [b]", &[r#"{"a":1}"#], Some("json: offset 10: invalid character 'b' looking for beginning of value")),
    ("{\"a\":1}\n[b]", &[r#"{"a":1}"#, r#"["b"]"#], None),
    ("{\"a\":1} [b]\n", &[r#"{"a":1}"#, r#"["b"]"#], None),
    ("{\"a\":1}\n{\"b\":2}\n---\nc: 3", &[r#"{"a":1}"#, r#"{"b":2}"#], Some("invalid character '-' in numeric literal")),
    ("{\"a\":1} 5 null \"s\"", &[r#"{"a":1}"#, "5", "\"s\""], None),
    // Separators.
    ("---#c\na: 1", &[], Some("error converting YAML to JSON: yaml: line 2: mapping values are not allowed in this context")),
    ("a: 1\n---\n---\nb: @", &[r#"{"a":1}"#], Some(CANNOT_START_ON_LINE_2)),
    ("---\n%YAML 1.1\n---\nb: 1", &[r#"{"b":1}"#], None),
    ("a: \"x\n---\ny\"", &[], Some("error converting YAML to JSON: yaml: line 2: found unexpected end of stream")),
    ("a: 1\r---\rb: 2\n", &[r#"{"a":1}"#], None),
    ("", &[], None),
    ("# nothing\n", &[], None),
    ("\"\"\n---\n[]\n---\n0", &["\"\"", "[]", "0"], None),
];

const CANNOT_START_ON_LINE_2: &str = "error converting YAML to JSON: yaml: line 2: found character that cannot start any token";

#[test]
fn streams_are_cut_as_observed() {
    for (text, docs, error) in STREAMS {
        let expected = Answer { docs: docs.iter().map(|json| json.to_string()).collect(), error: error.map(str::to_owned) };
        assert_eq!(Answer::of(&text_of(text)), expected, "{text:?}");
    }
}

fn text_of(content: &str) -> Text {
    Text::new(content.as_bytes().to_vec()).unwrap()
}

#[test]
fn json_is_tried_up_to_the_4096th_byte() {
    let behind = |blanks: usize| Answer::of(&text_of(&format!("{}{{\"a\":1.0}}", " ".repeat(blanks)))).docs;
    assert_eq!(behind(4095), [r#"{"a":1.0}"#]);
    assert_eq!(behind(4096), [r#"{"a":1}"#]);
}

#[test]
fn more_than_10000_levels_fail_when_the_json_is_read_again() {
    with_deep_stack(|| {
        let nested = |levels: usize| format!("a: {}{}", "[".repeat(levels), "]".repeat(levels));
        assert_eq!(Answer::of(&text_of(&nested(9_999))).error, None);
        let text = text_of(&nested(10_000));
        let error = read(&text).error.unwrap();
        assert_eq!(error.kind, ReadErrorKind::Depth);
        let message = "error unmarshaling JSON: while decoding JSON: invalid character '[' exceeded max depth";
        assert_eq!((error.message.as_str(), error.span), (message, Span::new(3 + 9_999, 3 + 10_001)));
    });
}

#[test]
fn documents_know_their_places() {
    let content = "# one\r\na: 1 # x\r\n---\r\n---\r\nb:\r\n- é: \"s\r\n  t\"\r\n--- # end\r\n# nothing\r\n";
    let text = text_of(content);
    let found = read(&text);
    let at = |span| text.slice(span);
    let documents = &found.documents;
    assert_eq!(documents.iter().map(|document| document.index).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(at(documents[0].span), "# one\r\na: 1 # x\r\n");
    assert_eq!(documents[0].comments.iter().map(|&span| at(span)).collect::<Vec<_>>(), ["# one", "# x"]);
    assert_eq!(at(documents[0].root.span), "a: 1");
    assert_eq!(at(documents[1].span), "---\r\nb:\r\n- é: \"s\r\n  t\"\r\n");
    let item = &documents[1].root.get("b").unwrap().as_list().unwrap()[0];
    let entry = &item.as_map().unwrap().entries[0];
    assert_eq!((at(entry.key_span), at(entry.value.span), entry.value.as_str()), ("é", "\"s\r\n  t\"", Some("s t")));
    assert_eq!(found.empty.iter().map(|&span| at(span)).collect::<Vec<_>>(), ["# nothing\r\n"]);
}

#[test]
fn json_documents_know_their_places() {
    let text = text_of(" {\"a\": [1]}\n{\"b\": null} null");
    let found = read(&text);
    let at = |span| text.slice(span);
    assert_eq!(found.documents.iter().map(|document| at(document.span)).collect::<Vec<_>>(), ["{\"a\": [1]}", "{\"b\": null}"]);
    assert!(found.documents.iter().all(|document| document.format == Format::Json));
    assert_eq!(at(found.documents[1].root.as_map().unwrap().entries[0].key_span), "\"b\"");
    assert_eq!(found.empty.iter().map(|&span| at(span)).collect::<Vec<_>>(), ["null"]);
}

#[test]
fn places_lie_in_the_text_without_the_byte_order_mark() {
    let text = text_of("\u{feff}x: 1\n---\ny: @\n");
    let error = read(&text).error.unwrap();
    assert_eq!((text.slice(error.span), text.file_offset(error.span.start)), ("@", Some(3 + 12)));
}

#[test]
fn an_error_does_not_hide_what_stands_behind_it() {
    let text = text_of("a: 1\n---\nb: @\n---\nc: 3\n---\nd: [\n---\n# nothing\n---\ne: 5\n");
    let found = read(&text);
    assert_eq!(found.documents.len(), 1);
    let error = found.error.unwrap();
    assert_eq!((error.kind, text.slice(error.span)), (ReadErrorKind::Syntax, "@"));
    let unread: Vec<_> =
        found.unread.iter().map(|outcome| outcome.as_ref().map(|document| (document.index, text.slice(document.span)))).collect();
    assert_eq!(unread[0], Ok((2, "c: 3\n")));
    assert_eq!(unread[1].as_ref().unwrap_err().kind, ReadErrorKind::Syntax);
    assert_eq!(unread[2..], [Ok((4, "e: 5\n"))]);
}

#[test]
fn a_bad_separator_loses_only_what_kubectl_loses() {
    let text = text_of("a: 1\n--- x # y\nb: 2\n---\nc: 3\n");
    let found = read(&text);
    assert!(found.documents.is_empty());
    let error = found.error.unwrap();
    assert_eq!((error.kind, error.message.as_str()), (ReadErrorKind::Separator, "invalid Yaml document separator: x # y"));
    assert_eq!(text.slice(error.span), "--- x # y");
    let unread: Vec<_> = found.unread.iter().flatten().map(|document| text.slice(document.span)).collect();
    assert_eq!(unread, ["a: 1\n", "b: 2\n", "c: 3\n"]);
}

#[test]
fn a_fault_that_is_neither_json_nor_yaml_points_to_both() {
    let text = text_of("{\n  \"a\": {{ .x }},\n  \"b\": [1\n}\n---\nc: 1\n");
    let found = read(&text);
    let error = found.error.unwrap();
    assert_eq!(error.message, "json: offset 11: invalid character '{' looking for beginning of object key string");
    assert_eq!((error.kind, error.span), (ReadErrorKind::Json, Span::new(10, 11)));
    let (yaml, _) = error.related.unwrap();
    assert!(text.location(yaml.start).line >= 2);
    assert_eq!(found.unread.iter().flatten().map(|document| text.slice(document.span)).collect::<Vec<_>>(), ["c: 1\n"]);
}

#[test]
fn yaml_behind_a_json_stream_is_found() {
    let text = text_of("{\"a\":1}\r\n{\"b\":2}\r\n---\r\nc: 3\r\n");
    let found = read(&text);
    assert_eq!(found.error.unwrap().span, Span::new(19, 20));
    let unread: Vec<_> = found.unread.iter().flatten().map(|document| (document.index, text.slice(document.root.span))).collect();
    assert_eq!(unread, [(2, "c: 3")]);
}

#[test]
fn a_lost_last_line_is_noticed() {
    let line = format!("  k: {}", "x".repeat(4091));
    let text = text_of(&format!("data:\n{line}"));
    let found = read(&text);
    assert_eq!(text.slice(found.lost_line.unwrap()), line);
    assert!(found.documents[0].root.get("data").unwrap().is_null());
    assert_eq!(text.slice(found.documents[0].span), "data:\n");
    assert_eq!(read(&text_of(&format!("data:\n{line}\n"))).lost_line, None);
}

#[test]
fn bytes_behind_a_mark_are_not_repaired() {
    let of = |bytes: &[u8]| Answer::of(&Text::new(bytes.to_vec()).unwrap());
    for (bytes, fault) in [
        (&b"a: \xff"[..], "invalid leading UTF-8 octet"),
        (b"a: @ \xc0\xaf", "invalid length of a UTF-8 sequence"),
        (b"# \xe2\x82\r\na: 1", "invalid trailing UTF-8 octet"),
        (b"a: \xed\xa0\x80", "invalid Unicode character"),
    ] {
        let marked = of(&[b"\xef\xbb\xbf", bytes].concat());
        assert_eq!(marked.error, Some(format!("error converting YAML to JSON: yaml: {fault}")));
    }
    assert_eq!(of(b"a: \xff").docs, ["{\"a\":\"\u{fffd}\"}"]);
    assert_eq!(of(b"\xef\xbb\xbf{\"a\":\"\xff\"}").docs, ["{\"a\":\"\u{fffd}\"}"]);
    assert_eq!(
        of(b"\xef\xbb\xbf{\"\xff\":\xff}").error.as_deref(),
        Some("json: offset 6: invalid character 'ÿ' looking for beginning of value")
    );
}

/// Behind these complaints kubectl stops reading a file, so that it does not come to a fault further on.
const STOPS: [&str; 2] = ["error validating", "unable to decode"];

#[test]
fn kubectl_ends_with_the_same_reading_error() {
    let file = Text::new(std::fs::read("testdata/vectors/kubectl-texts.yaml").unwrap()).unwrap();
    let vectors = read(&file).documents.remove(0).root;
    let vectors: Value = serde_json::from_str(&to_json(&vectors, JsonForm::Converted)).unwrap();
    let mut errors = 0;
    for vector in vectors.as_array().unwrap() {
        let stderr = vector["apply"]["stderr"].as_str().unwrap();
        let recorded = stderr.lines().find_map(|line| line.strip_prefix("error: error parsing STDIN: "));
        let answer = Answer::of(&Text::new(bytes(vector)).unwrap());
        errors += usize::from(recorded.is_some());
        match recorded {
            Some(_) => assert_eq!(answer.error.as_deref(), recorded, "{}", vector["id"]),
            None if STOPS.iter().any(|stop| stderr.contains(stop)) => {}
            None => assert_eq!(answer.error, None, "{}", vector["id"]),
        }
    }
    assert!(errors > 20, "{errors} errors");
}
