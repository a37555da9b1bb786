//! Patterns of schemas against the answers of Go's `regexp` package.

#![allow(clippy::unwrap_used)]

use omnia::crd::Pattern;
use serde_json::Value;

fn texts<'v>(case: &'v Value, key: &str) -> Vec<&'v str> {
    case[key].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

#[test]
fn every_recorded_pattern_is_taken_or_refused_as_go_does() {
    let cases = include_str!("../testdata/vectors/re2-patterns.jsonl");
    let (mut valid, mut refused) = (0, 0);
    for line in cases.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let pattern = Pattern::new(case["pattern"].as_str().unwrap().to_owned());
        let error = case["error"].as_str();
        assert_eq!(pattern.error(), error, "{line}");
        assert_eq!(Pattern::syntax_error(pattern.source()).as_deref(), error, "{line}");
        if error.is_some() {
            refused += 1;
            assert!(!pattern.is_match(""));
            continue;
        }
        valid += 1;
        for text in texts(&case, "match") {
            assert!(pattern.is_match(text), "{text:?} must match: {line}");
        }
        for text in texts(&case, "noMatch") {
            assert!(!pattern.is_match(text), "{text:?} must not match: {line}");
        }
    }
    assert!(valid > 100 && refused > 100, "{valid} valid, {refused} refused");
}

#[test]
fn patterns_of_quantities_and_names_match_whole_texts() {
    let quantity = Pattern::new(
        r"^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$"
            .into(),
    );
    for text in ["1", "100m", "1.5Gi", "-.5", "1e3", "12E"] {
        assert!(quantity.is_match(text), "{text}");
    }
    for text in ["", "1 Gi", "Gi", "1Gi\n", "0x1", "१"] {
        assert!(!quantity.is_match(text), "{text}");
    }
}

/// Hostile patterns end soon, whatever the answer is.
#[test]
fn hostile_patterns_end() {
    let nested = |depth: usize| format!("{}a{}", "(".repeat(depth), ")".repeat(depth));
    for (pattern, error) in [
        (nested(1001), Some("expression nests too deeply")),
        (nested(990), None),
        (nested(200_000), Some("expression nests too deeply")),
        ("(".repeat(500_000), Some("missing closing )")),
        (format!("(?:{}){{1000}}", "abcdefghij".repeat(1_000)), Some("expression too large")),
        (format!("(?:{}){{1000}}", r"\PL".repeat(1_000)), Some("expression too large")),
        ("((((a{9}){9}){9}){9}){9}".into(), Some("invalid repeat count")),
        ("(a*)*".repeat(20_000), None),
        (format!("{}$", "(a|aa)+".repeat(50)), None),
    ] {
        let compiled = Pattern::new(pattern);
        match error {
            Some(text) => {
                assert!(
                    compiled.error().is_some_and(|error| error.starts_with(&format!("error parsing regexp: {text}"))),
                    "{text}"
                );
            }
            None => {
                assert_eq!(compiled.error(), None);
                compiled.is_match(&"a".repeat(2_000));
            }
        }
    }
}
