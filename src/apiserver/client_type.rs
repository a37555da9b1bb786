//! `apiVersion` and `kind` of a document, as kubectl checks them first.

use crate::yaml::{Node, Span, Value};

/// The type that a manifest names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Type<'n> {
    pub group: &'n str,
    pub version: &'n str,
    pub kind: &'n str,
}

impl<'n> Type<'n> {
    /// The type of an object whose type has been checked; empty strings where it has none.
    pub(super) fn of(node: &'n Node<'_>) -> Self {
        let text = |key: &str| node.get(key).and_then(Node::as_str).unwrap_or_default();
        let (group, version) = match text("apiVersion") {
            version if !version.contains('/') => ("", version),
            other => other.split_once('/').unwrap_or_default(),
        };
        Self { group, version, kind: text("kind") }
    }

    /// Whether this is the `v1` `List` that kubectl itself knows.
    pub(super) fn is_core_list(&self) -> bool {
        self.group.is_empty() && self.version == "v1" && self.kind == "List"
    }

    /// The `apiVersion` in Go's form of it.
    pub(super) fn group_version(&self) -> String {
        if self.group.is_empty() { self.version.to_owned() } else { format!("{}/{}", self.group, self.version) }
    }
}

/// kubectl's words against a document or an item, and the place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TypeFault {
    pub text: String,
    pub span: Span,
}

/// The type of `node`, or kubectl's word against it: several faults stand in brackets.
pub(super) fn object_type<'n>(node: &'n Node<'_>) -> Result<Type<'n>, TypeFault> {
    let mut faults = Vec::new();
    let kind = check(node, &mut faults);
    match faults.first() {
        None => Ok(kind),
        Some(first) => Err(TypeFault { text: aggregate(faults.iter().map(|fault| fault.text.as_str())), span: first.span }),
    }
}

/// Adds each fault of the type to `faults`.
pub(super) fn check<'n>(node: &'n Node<'_>, faults: &mut Vec<TypeFault>) -> Type<'n> {
    if !matches!(node.value, Value::Map(_)) {
        faults.push(TypeFault { text: "invalid object to validate".to_owned(), span: node.span });
        return Type::of(node);
    }
    if let Some(text) = needed(node, "apiVersion", faults).filter(|text| text.matches('/').count() > 1) {
        let span = node.get("apiVersion").map_or(node.span, |node| node.span);
        faults.push(TypeFault { text: format!("unexpected GroupVersion string: {text}"), span });
    }
    needed(node, "kind", faults);
    Type::of(node)
}

/// The text of `key`, or the fault that it is not there or no text.
fn needed<'n>(node: &'n Node<'_>, key: &str, faults: &mut Vec<TypeFault>) -> Option<&'n str> {
    let (words, span) = match node.get(key) {
        None => ("not set", node.span),
        Some(node) => match &node.value {
            Value::Null => ("not set", node.span),
            Value::String(text) => return Some(text),
            _ => ("isn't string type", node.span),
        },
    };
    faults.push(TypeFault { text: format!("{key} {words}"), span });
    None
}

/// Several errors as Go's aggregates print them: each text once, in brackets unless it is alone.
pub(super) fn aggregate<'e>(errors: impl Iterator<Item = &'e str>) -> String {
    let mut seen: Vec<&str> = Vec::new();
    for error in errors {
        if !seen.contains(&error) {
            seen.push(error);
        }
    }
    match seen.as_slice() {
        [alone] => (*alone).to_owned(),
        _ => format!("[{}]", seen.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::aggregate;

    #[test]
    fn an_aggregate_says_each_error_once() {
        assert_eq!(aggregate(["a", "b", "a"].into_iter()), "[a, b]");
        assert_eq!(aggregate(["a", "a"].into_iter()), "a");
    }
}
