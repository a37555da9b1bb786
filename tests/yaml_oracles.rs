//! The reader against two other YAML parsers, on texts that nobody wrote.
//!
//! They read other dialects than kubectl does, so each way in which they are known to differ is named here as an [`Excuse`] with its
//! reason. Where they disagree without one, somebody is wrong.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use omnia::yaml::{CoreDocument, CoreErrorKind, Node, ReadErrorKind, Style, Value, Via, read_bytes, read_document};
use proptest::prelude::*;
use std::panic::catch_unwind;

/// A known difference between kubectl's library and an oracle.
struct Excuse {
    /// What differs, for the reader of this file.
    _reason: &'static str,
    applies: fn(&str) -> bool,
}

const fn excuse(reason: &'static str, applies: fn(&str) -> bool) -> Excuse {
    Excuse { _reason: reason, applies }
}

const LIBYAML: &[Excuse] = &[
    excuse("a `?` does not end a plain scalar in its flow collections", |text| text.contains('?')),
    excuse("a `:` before a flow indicator is a fault there", colon_before_flow_indicator),
    excuse("`,`, `[` and `]` end a tag in flow collections", |text| text.contains('!')),
    excuse("it knows no `\\'`", |text| text.contains("\\'")),
    excuse("it waits for a `:` behind a flow collection without anything that may be a key, which kubectl does not", |text| {
        text.match_indices(['[', '{']).any(|(at, _)| text[at + 1..].trim_start().starts_with([']', '}', ':', ',']))
    }),
    excuse("it panics when a scalar runs into the end of the text", |text| !text.ends_with('\n')),
];

const GRANIT: &[Excuse] = &[
    excuse("it wants the header of a block scalar indented, and not its content at the root", |text| {
        text.lines().any(|line| line.trim_start_matches("---").trim_start().starts_with(['|', '>']))
    }),
    excuse("it passes over directives that it does not know", |text| text.lines().any(|line| line.starts_with('%'))),
    excuse("it takes tabs where kubectl takes none, and none before flow content", |text| text.contains('\t')),
    excuse("it reads on behind the first document", |text| match read_document(text) {
        Ok(document) => !text[document.end as usize..].trim().is_empty(),
        // Where the document would have ended is not known.
        Err(error) => ReadErrorKind::from(error.kind) != ReadErrorKind::Syntax || error.kind == CoreErrorKind::TaggedValue,
    }),
    excuse("a `?` does not end a plain scalar in its flow collections", |text| text.contains('?')),
    excuse("a `:` before a flow indicator is a fault there", colon_before_flow_indicator),
    excuse("its flow entries may be empty", |text| {
        text.match_indices(',').any(|(at, _)| {
            let (before, behind) = (text[..at].trim_end(), text[at + 1..].trim_start());
            before.ends_with([',', '[', '{', ':']) || behind.starts_with([',', ':'])
        })
    }),
    excuse("it knows no `\\'`", |text| text.contains("\\'")),
    excuse("`...` may stand before the first document", |text| text.contains("...")),
    excuse("its keys may be missing", |text| {
        text.split(['\n', '{', '[', ',']).any(|part| part.trim_start_matches(['-', ' ']).starts_with(':'))
    }),
    excuse("comments do not end its plain scalars, or only in block context", |text| text.contains('#')),
    excuse("its keys in flow may span lines, and its flow content must be indented", |text| {
        text.match_indices(['[', '{']).any(|(at, _)| !text[at..].lines().next().is_some_and(|line| line.contains([']', '}'])))
    }),
    excuse("`,` and brackets may stand in its anchors, and end its tags", |text| text.contains(['!', '&', '*'])),
];

fn colon_before_flow_indicator(text: &str) -> bool {
    text.match_indices(':').any(|(at, _)| text[at + 1..].starts_with([',', '[', ']', '{', '}']))
}

fn excused(text: &str, excuses: &[Excuse]) -> bool {
    excuses.iter().any(|excuse| (excuse.applies)(text))
}

/// Whether the text has no fault of syntax in its first document. Nothing where that is not known: an unknown anchor ends the reading.
fn ours(text: &str) -> Option<Result<(), String>> {
    Some(match read_document(text) {
        Ok(_) => Ok(()),
        Err(error) => match error.kind {
            CoreErrorKind::UnknownAnchor => return None,
            CoreErrorKind::RecursiveAlias
            | CoreErrorKind::Aliasing
            | CoreErrorKind::TaggedValue
            | CoreErrorKind::MergeValue
            | CoreErrorKind::MapKey
            | CoreErrorKind::NotInJson => Ok(()),
            _ => Err(error.message),
        },
    })
}

/// Whether libyaml-safer finds no fault up to the end of the first document.
fn libyaml(text: &str) -> Result<(), String> {
    use libyaml_safer::{EventData, Parser};
    let mut input = text.as_bytes();
    let mut parser = Parser::new();
    parser.set_input_string(&mut input);
    loop {
        match parser.parse() {
            Ok(event) => {
                if let EventData::DocumentEnd { .. } | EventData::StreamEnd = event.data {
                    return Ok(());
                }
            }
            Err(error) => return Err(error.to_string()),
        }
    }
}

fn granit(text: &str) -> Result<(), String> {
    granit_parser::Parser::new_from_str(text).try_for_each(|event| event.map(drop).map_err(|error| error.to_string()))
}

/// Pieces of YAML in any order: mostly nonsense, and close to every rule.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "\n",
        "\n",
        "\n",
        "\n  ",
        "\n    ",
        " ",
        "  ",
        "\t",
        "- ",
        "- ",
        "a",
        "b c",
        "key: ",
        "key:",
        "k: v",
        ": ",
        ":",
        "? ",
        ", ",
        "[",
        "]",
        "{",
        "}",
        "#",
        " # c",
        "\"x\"",
        "\"",
        "'y'",
        "'",
        "&a ",
        "*a",
        "!t ",
        "|\n",
        ">-\n",
        "|2\n",
        "%",
        "---\n",
        "...\n",
        "@",
        "\\n",
        "\\",
        "\\'",
        "\\x41",
        "\r\n",
        "é",
        "\u{1F600}",
        "1",
        "1.5",
        "true",
        "~",
        "<<: ",
    ]);
    prop::collection::vec(piece, 1..14).prop_map(|pieces| pieces.concat())
}

/// Lines of a manifest with indentation that is sometimes wrong.
fn manifests() -> impl Strategy<Value = String> {
    let content = prop::sample::select(vec![
        "a:",
        "b: 1",
        "- c",
        "- d: e",
        "- - f",
        "g: [1, 2]",
        "h: {i: j}",
        "k: |",
        "l: >-",
        "\"m\": n",
        "'o p': q",
        "text",
        "# comment",
        "",
        "r: \"s t\"",
        "u: v # w",
        "-",
        "x: \"y",
        "z: [1,",
        "}",
        "]",
        "aa: bb: cc",
        "key : value",
    ]);
    let line = (0_usize..5, content).prop_map(|(level, content)| format!("{}{content}\n", "  ".repeat(level)));
    prop::collection::vec(line, 1..10).prop_map(|lines| lines.concat())
}

/// The nodes of a tree lie within their parents, and plain text is what its span shows.
fn check_spans(text: &str, document: &CoreDocument<'_>) {
    check_node(text, &document.root, 0, text.len() as u32);
    for comment in &document.comments {
        assert!(text[comment.range()].starts_with('#'), "comment {comment:?} in {text:?}");
    }
    for note in &document.notes {
        assert!(text.get(note.span.range()).is_some_and(|part| !part.is_empty()), "{note:?} in {text:?}");
    }
}

fn check_node(text: &str, node: &Node<'_>, start: u32, end: u32) {
    if node.via != Via::Direct {
        return;
    }
    let span = node.span;
    assert!(start <= span.start && span.start <= span.end && span.end <= end, "{node:?} leaves {start}..{end} in {text:?}");
    let written = &text[span.range()];
    match (node.style, &node.value) {
        (Style::Plain, Value::String(value)) if !node.tagged && !written.contains(['\n', '\r']) => {
            assert_eq!(written, value, "in {text:?}")
        }
        (Style::DoubleQuoted, _) => {
            assert!(written.len() > 1 && written.starts_with('"') && written.ends_with('"'), "{written:?}")
        }
        (Style::SingleQuoted, _) => {
            assert!(written.len() > 1 && written.starts_with('\'') && written.ends_with('\''), "{written:?}")
        }
        (Style::Literal | Style::Folded, _) => assert!(written.starts_with(['|', '>']), "{written:?}"),
        (Style::Flow, Value::List(_)) if written.starts_with('[') => assert!(written.ends_with(']'), "{written:?}"),
        (Style::Empty, _) => assert_eq!(written, "", "in {text:?}"),
        _ => {}
    }
    match &node.value {
        Value::List(items) => items.iter().for_each(|item| check_node(text, item, span.start, span.end)),
        Value::Map(map) => {
            for entry in &map.entries {
                if entry.value.via == Via::Direct {
                    assert!(
                        span.start <= entry.key_span.start && entry.key_span.end <= entry.value.span.start,
                        "{entry:?} in {text:?}"
                    );
                }
                check_node(text, &entry.value, span.start, span.end);
            }
        }
        _ => {}
    }
}

fn compare_with_libyaml(text: &str) {
    if excused(text, LIBYAML) {
        return;
    }
    let theirs = text.to_owned();
    // It panics on some texts, which says nothing about ours.
    if let (Some(ours), Ok(theirs)) = (ours(text), catch_unwind(move || libyaml(&theirs))) {
        assert_eq!(ours.is_ok(), theirs.is_ok(), "{text:?}: ours {ours:?}, libyaml {theirs:?}");
    }
}

fn compare_with_granit(text: &str) {
    if excused(text, GRANIT) {
        return;
    }
    if let Some(ours) = ours(text) {
        let theirs = granit(text);
        assert_eq!(ours.is_ok(), theirs.is_ok(), "{text:?}: ours {ours:?}, granit {theirs:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn agrees_with_libyaml_on_pieces(text in pieces()) {
        compare_with_libyaml(&format!("{text}\n"));
    }

    #[test]
    fn agrees_with_libyaml_on_manifests(text in manifests()) {
        compare_with_libyaml(&text);
    }

    #[test]
    fn agrees_with_granit_on_pieces(text in pieces()) {
        compare_with_granit(&format!("{text}\n"));
    }

    #[test]
    fn agrees_with_granit_on_manifests(text in manifests()) {
        compare_with_granit(&text);
    }

    #[test]
    fn spans_are_exact(text in prop_oneof![pieces(), manifests()]) {
        match read_document(&text) {
            Ok(document) => check_spans(&text, &document),
            Err(error) => {
                prop_assert!(text.get(error.span.range()).is_some(), "{error:?} in {text:?}");
                if let Some((span, _)) = error.related {
                    prop_assert!(text.get(span.range()).is_some(), "{error:?} in {text:?}");
                }
            }
        }
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        let _ = read_bytes(&bytes);
    }
}
