//! What a finding is known by when lines have moved.

use std::collections::BTreeMap;

use sha2::{Digest as _, Sha256};

use super::Finding;

/// Bytes of the hash that are kept: enough for more findings than a repository has.
const LENGTH: usize = 16;

/// Gives each finding of a run a fingerprint of its own.
///
/// It is made of the code, the object and the field, and of no line: text that moves keeps it. Where no object is known by name, the file
/// and the message stand for it, numbers of lines left out. Findings that agree in all this are counted.
#[derive(Debug, Default)]
pub struct Fingerprints {
    seen: BTreeMap<String, usize>,
}

impl Fingerprints {
    /// The fingerprint of the next finding, which is in `file`: lower-case hexadecimal digits.
    pub fn next(&mut self, finding: &Finding, file: &str) -> String {
        let hash = hash(finding, file);
        let count = self.seen.entry(hash.clone()).or_default();
        *count += 1;
        if *count == 1 { hash } else { format!("{hash}-{count}") }
    }
}

fn hash(finding: &Finding, file: &str) -> String {
    let mut hasher = Sha256::new();
    let mut part = |text: &str| {
        hasher.update(text.as_bytes());
        hasher.update([0]);
    };
    part(finding.code);
    part(&finding.field);
    match finding.object.as_deref().filter(|object| !object.name.is_empty()) {
        Some(object) => {
            [&object.api_version, &object.kind, &object.namespace, &object.name].into_iter().for_each(|text| part(text))
        }
        None => part(file),
    }
    if finding.field.is_empty() {
        part(&without_lines(&finding.message));
    }
    hasher.finalize()[..LENGTH].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The message without the numbers behind the word `line`.
fn without_lines(message: &str) -> String {
    let mut parts = message.split("line ");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push_str("line ");
        text.push_str(part.trim_start_matches(|c: char| c.is_ascii_digit()));
    }
    text
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        finding::{ObjectRef, Origin, Severity},
        yaml::Span,
    };

    fn finding(field: &str, message: &str, name: &str, line: u32) -> Finding {
        Finding {
            code: "SCH001",
            severity: Severity::Error,
            origin: Origin::Schema,
            message: message.to_owned(),
            field: field.to_owned(),
            masked: false,
            object: Some(Arc::new(ObjectRef { name: name.to_owned(), ..ObjectRef::default() })),
            document: 0,
            span: Span::new(line, line),
            related: Vec::new(),
            help: String::new(),
            fix: None,
            trace: Vec::new(),
        }
    }

    #[test]
    fn lines_do_not_count_but_object_and_field_do() {
        let of = |finding: &Finding, file: &str| Fingerprints::default().next(finding, file);
        let first = of(&finding("spec.a", "unknown", "chat", 3), "a.yaml");
        assert_eq!(of(&finding("spec.a", "another wording", "chat", 30), "moved/a.yaml"), first);
        assert_ne!(of(&finding("spec.b", "unknown", "chat", 3), "a.yaml"), first);
        assert_ne!(of(&finding("spec.a", "unknown", "mail", 3), "a.yaml"), first);
        let unnamed = of(&finding("", "yaml: line 3: bad", "", 3), "a.yaml");
        assert_eq!(of(&finding("", "yaml: line 14: bad", "", 14), "a.yaml"), unnamed);
        assert_ne!(of(&finding("", "yaml: line 3: bad", "", 3), "b.yaml"), unnamed);
        assert_ne!(of(&finding("", "yaml: line 3: worse", "", 3), "a.yaml"), unnamed);
    }

    #[test]
    fn equal_findings_are_counted() {
        let mut fingerprints = Fingerprints::default();
        let one = finding("spec.a", "unknown", "chat", 3);
        let first = fingerprints.next(&one, "a.yaml");
        assert_eq!(fingerprints.next(&one, "a.yaml"), format!("{first}-2"));
    }
}
