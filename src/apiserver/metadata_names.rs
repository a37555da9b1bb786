//! The forms of names in `metadata`: DNS names, label keys and label values, with the words that refuse them.
//!
//! Source: `k8s.io/apimachinery/pkg/util/validation`, since 1.35 `pkg/api/validate/content`. All lengths are in bytes.

use super::KubeVersion;

const LABEL: &str = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const SUBDOMAIN: &str = r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";
const KEY: &str = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
const VALUE: &str = "(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?";

const LABEL_WORDS: &str = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end \
                           with an alphanumeric character";
const SUBDOMAIN_WORDS: &str = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start \
                               and end with an alphanumeric character";
const KEY_WORDS: &str =
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const VALUE_WORDS: &str = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and \
                           end with an alphanumeric character";

const LABEL_1035: &str = "[a-z]([-a-z0-9]*[a-z0-9])?";
const LABEL_1035_WORDS: &str = "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic \
                                character, and end with an alphanumeric character";

/// The unit that a text about lengths names.
#[derive(Clone, Copy)]
enum Unit {
    Characters,
    Bytes,
}

/// What is wrong with `value` as a DNS label of RFC 1123 (the name of a namespace).
pub fn dns_label(value: &str) -> Vec<String> {
    let mut faults = Vec::new();
    if value.len() > 63 {
        faults.push(too_long(63, Unit::Characters));
    }
    if !is_label(value.as_bytes()) {
        faults.push(if is_subdomain(value) {
            "must not contain dots".to_owned()
        } else {
            pattern(LABEL_WORDS, LABEL, &["my-name", "123-abc"])
        });
    }
    faults
}

/// What is wrong with `value` as a DNS subdomain of RFC 1123 (the name of a custom resource).
pub fn dns_subdomain(value: &str) -> Vec<String> {
    subdomain(value, Unit::Characters)
}

fn subdomain(value: &str, unit: Unit) -> Vec<String> {
    let mut faults = Vec::new();
    if value.len() > 253 {
        faults.push(too_long(253, unit));
    }
    if !is_subdomain(value) {
        faults.push(pattern(SUBDOMAIN_WORDS, SUBDOMAIN, &["example.com"]));
    }
    faults
}

/// What is wrong with `key` as the key of a label, of an annotation (in lower case) or as a finalizer.
pub fn label_key(key: &str, release: KubeVersion) -> Vec<String> {
    let unit = label_unit(release);
    let mut faults = Vec::new();
    let name = match key.split_once('/') {
        None => key,
        Some((_, name)) if name.contains('/') => {
            let what = if release.at_least(35) { "a valid label key" } else { "a qualified name" };
            let form = pattern(KEY_WORDS, KEY, &["MyName", "my.name", "123-abc"]);
            return vec![format!("{what} {form} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')")];
        }
        Some(("", name)) => {
            faults.push("prefix part must be non-empty".to_owned());
            name
        }
        Some((prefix, name)) => {
            faults.extend(subdomain(prefix, unit).into_iter().map(|fault| format!("prefix part {fault}")));
            name
        }
    };
    if name.is_empty() {
        faults.push("name part must be non-empty".to_owned());
    } else if name.len() > 63 {
        faults.push(format!("name part {}", too_long(63, unit)));
    }
    if !is_key(name.as_bytes()) {
        faults.push(format!("name part {}", pattern(KEY_WORDS, KEY, &["MyName", "my.name", "123-abc"])));
    }
    faults
}

/// What is wrong with `value` as the value of a label.
pub fn label_value(value: &str, release: KubeVersion) -> Vec<String> {
    let mut faults = Vec::new();
    if value.len() > 63 {
        faults.push(too_long(63, label_unit(release)));
    }
    if !value.is_empty() && !is_key(value.as_bytes()) {
        faults.push(pattern(VALUE_WORDS, VALUE, &["MyValue", "my_value", "12345"]));
    }
    faults
}

/// What is wrong with `value` as the name of a Service or of a kind in lower case (RFC 1035).
pub(super) fn dns_1035_label(value: &str) -> Vec<String> {
    let mut faults = Vec::new();
    if value.len() > 63 {
        faults.push(too_long(63, Unit::Characters));
    }
    if !is_label(value.as_bytes()) || value.starts_with(|first: char| first.is_ascii_digit()) {
        faults.push(pattern(LABEL_1035_WORDS, LABEL_1035, &["my-name", "abc-123"]));
    }
    faults
}

/// What is wrong with `value` as one segment of a URL: kubectl checks that before it makes a request, the server for embedded resources.
pub(super) fn path_segment(value: &str) -> Vec<&'static str> {
    match value {
        "." => return vec!["may not be '.'"],
        ".." => return vec!["may not be '..'"],
        _ => {}
    }
    let mut faults = Vec::new();
    if value.contains('/') {
        faults.push("may not contain '/'");
    }
    if value.contains('%') {
        faults.push("may not contain '%'");
    }
    faults
}

fn is_label(value: &[u8]) -> bool {
    let inner = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    matches!((value.first(), value.last()), (Some(first), Some(last)) if inner(first) && inner(last))
        && value.iter().all(|byte| inner(byte) || *byte == b'-')
}

fn is_subdomain(value: &str) -> bool {
    value.split('.').all(|label| is_label(label.as_bytes()))
}

fn is_key(value: &[u8]) -> bool {
    matches!((value.first(), value.last()), (Some(first), Some(last)) if first.is_ascii_alphanumeric() && last.is_ascii_alphanumeric())
        && value.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'))
}

/// 1.35 counts labels in bytes by name too; the names of objects and namespaces still have "characters" in their texts.
fn label_unit(release: KubeVersion) -> Unit {
    if release.at_least(35) { Unit::Bytes } else { Unit::Characters }
}

fn too_long(limit: usize, unit: Unit) -> String {
    let unit = match unit {
        Unit::Characters => "characters",
        Unit::Bytes => "bytes",
    };
    format!("must be no more than {limit} {unit}")
}

/// The examples are followed by a comma each, hence the doubled blank before `or`: it is what the server prints.
fn pattern(words: &str, regex: &str, examples: &[&str]) -> String {
    let examples: Vec<String> = examples.iter().map(|example| format!("'{example}', ")).collect();
    format!("{words} (e.g. {}regex used for validation is '{regex}')", examples.join(" or "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn release(minor: u8) -> KubeVersion {
        KubeVersion::minor(minor).expect("a known release")
    }

    #[test]
    fn names_of_objects() {
        for good in ["a", "1", "a-b", "a.b", "a--b.1-2"] {
            assert_eq!(dns_subdomain(good), Vec::<String>::new(), "{good}");
        }
        for bad in ["", ".", "a..b", "Upper", "a_b", "-a", "a-", "a.", "with blank", "é"] {
            assert_eq!(dns_subdomain(bad).len(), 1, "{bad}");
        }
        assert_eq!(dns_subdomain(&"a".repeat(254)), ["must be no more than 253 characters"]);
        assert_eq!(dns_subdomain(&"A".repeat(254)).len(), 2);
    }

    #[test]
    fn names_of_namespaces() {
        assert_eq!(dns_label("a.b"), ["must not contain dots"]);
        assert_eq!(dns_label(&"x".repeat(64)), ["must be no more than 63 characters"]);
        assert!(dns_label("A")[0].starts_with("a lowercase RFC 1123 label must consist"), "{:?}", dns_label("A"));
    }

    #[test]
    fn keys_of_labels() {
        for good in ["a", "A", "a/b", "example.com/My_Name.x-y", &format!("{}/a", "p".repeat(253))] {
            assert_eq!(label_key(good, release(35)), Vec::<String>::new(), "{good}");
        }
        assert_eq!(label_key("/a", release(35)), ["prefix part must be non-empty"]);
        assert_eq!(label_key("a/", release(35)).len(), 2);
        assert_eq!(label_key("", release(35))[0], "name part must be non-empty");
        let long = "n".repeat(64);
        assert_eq!(label_key(&long, release(35)), ["name part must be no more than 63 bytes"]);
        assert_eq!(label_key(&long, release(34)), ["name part must be no more than 63 characters"]);
        assert!(label_key("a/b/c", release(35))[0].starts_with("a valid label key must consist"));
        assert!(label_key("a/b/c", release(34))[0].starts_with("a qualified name must consist"));
        assert!(label_key("Up/a", release(35))[0].starts_with("prefix part a lowercase RFC 1123 subdomain"));
    }

    #[test]
    fn examples_are_printed_with_the_doubled_blank() {
        assert!(label_value("a b", release(35))[0].contains("'MyValue',  or 'my_value',  or '12345', regex used"));
    }
}
