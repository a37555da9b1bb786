//! Variables of a container in its own command line, as the kubelet puts them in.

use crate::yaml::Node;

/// The environment of a container, as far as its manifest tells it.
#[derive(Debug, Default)]
pub(super) struct Variables<'n, 't> {
    /// Names with their values, none where only the cluster knows it; the last of a name counts.
    list: Vec<(&'n str, Option<String>, &'n Node<'t>)>,
}

impl<'n, 't> Variables<'n, 't> {
    /// Reads `env`; `namespace` is the one that the container runs in.
    pub fn read(container: &'n Node<'t>, namespace: Option<&str>) -> Self {
        let mut variables = Self::default();
        for node in container.get("env").and_then(Node::as_list).unwrap_or_default() {
            let Some(name) = node.get("name").and_then(Node::as_str) else { continue };
            let value = match node.get("valueFrom").filter(|from| !from.is_null()) {
                None => Some(expand(node.get("value").and_then(Node::as_str).unwrap_or_default(), &variables).text),
                Some(from) => {
                    let path = from.get("fieldRef").and_then(|field| field.get("fieldPath")).and_then(Node::as_str);
                    namespace.filter(|_| path == Some("metadata.namespace")).map(str::to_owned)
                }
            };
            variables.list.push((name, value, node));
        }
        variables
    }

    /// The known value of a variable, and where it is.
    pub fn get(&self, name: &str) -> Option<(&str, &'n Node<'t>)> {
        let (_, value, node) = self.list.iter().rev().find(|(known, _, _)| *known == name)?;
        Some((value.as_deref()?, node))
    }

    fn has(&self, name: &str) -> bool {
        self.list.iter().any(|(known, _, _)| *known == name)
    }
}

/// A text with its variables replaced.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Expanded {
    pub text: String,
    /// Variables that exist, but whose value the manifest does not tell; they stay as written.
    pub unknown: Vec<String>,
}

/// Replaces `$(NAME)`. `$$` is one dollar sign, and a name that no variable has stays as written.
pub(super) fn expand(text: &str, variables: &Variables<'_, '_>) -> Expanded {
    let mut expanded = Expanded::default();
    let mut rest = text;
    while let Some(at) = rest.find('$') {
        expanded.text.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let closed = rest.strip_prefix('(').and_then(|inner| inner.split_once(')'));
        if let Some(after) = rest.strip_prefix('$') {
            expanded.text.push('$');
            rest = after;
        } else if let Some((name, after)) = closed {
            match variables.get(name) {
                Some((value, _)) => expanded.text.push_str(value),
                None => {
                    expanded.text.push_str(&format!("$({name})"));
                    expanded.unknown.extend(variables.has(name).then(|| name.to_owned()));
                }
            }
            rest = after;
        } else {
            expanded.text.push('$');
        }
    }
    expanded.text.push_str(rest);
    expanded
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml::{Text, read};

    #[test]
    fn variables_are_replaced_as_the_kubelet_does() {
        let text = "env:
- {name: A, value: one}
- {name: B, value: $(A)-two}
- {name: C, valueFrom: {secretKeyRef: {name: s, key: k}}}
- {name: NS, valueFrom: {fieldRef: {fieldPath: metadata.namespace}}}
- {name: E}
- {name: A, value: three}
";
        let text = Text::new(text.into()).unwrap();
        let documents = read(&text);
        let variables = Variables::read(&documents.documents[0].root, Some("omnia"));
        for (text, expected, unknown) in [
            ("x=$(A)", "x=three", &[][..]),
            ("$(B)$(NS)", "one-twoomnia", &[]),
            ("$(C)", "$(C)", &["C"]),
            ("$(D)", "$(D)", &[]),
            ("[$(E)]", "[]", &[]),
            ("$$(A) $A $", "$(A) $A $", &[]),
            ("$(A", "$(A", &[]),
            ("$$$(A)", "$three", &[]),
        ] {
            let expanded = expand(text, &variables);
            assert_eq!(
                (expanded.text.as_str(), &expanded.unknown[..]),
                (expected, &unknown.iter().map(ToString::to_string).collect::<Vec<_>>()[..])
            );
        }
    }
}
