//! How Go's encoder writes the Kubernetes types that manifests hold: which fields there are and which are left out when empty.
//!
//! The data are those of `k8s.io/api`; `tools/go-types` makes them.

use std::{collections::HashMap, sync::LazyLock};

static STRUCTS: LazyLock<HashMap<&'static str, Vec<GoField>>> =
    LazyLock::new(|| structs(include_str!("../../crds/go-types.txt")));

/// A type of Go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum GoType {
    /// `string`.
    String,
    /// `bool`.
    Bool,
    /// `int32` or `int64`.
    Int,
    /// `resource.Quantity`.
    Quantity,
    /// `intstr.IntOrString`.
    IntOrString,
    /// What is written as it is read, as time stamps in UTC are.
    Verbatim,
    /// A struct of this name.
    Struct(&'static str),
    /// A pointer.
    Pointer(Box<Self>),
    /// A slice.
    Slice(Box<Self>),
    /// A map from strings.
    Map(Box<Self>),
}

/// A field of a struct.
#[derive(Debug)]
pub(super) struct GoField {
    /// The name in JSON.
    pub(super) name: &'static str,
    /// Whether it is left out when it is empty: `omitempty`, `omitzero`.
    pub(super) omitted: bool,
    /// Its type.
    pub(super) go_type: GoType,
}

impl GoType {
    /// The type that a word stands for: `*Affinity`, `[]Volume`, `{}string`. A word that is no scalar names a struct.
    pub(super) fn parse(word: &'static str) -> Self {
        for (prefix, wrap) in [("*", Self::Pointer as fn(Box<Self>) -> Self), ("[]", Self::Slice), ("{}", Self::Map)] {
            if let Some(inner) = word.strip_prefix(prefix) {
                return wrap(Box::new(Self::parse(inner)));
            }
        }
        match word {
            "string" => Self::String,
            "bool" => Self::Bool,
            "int32" | "int64" => Self::Int,
            "quantity" => Self::Quantity,
            "intstr" => Self::IntOrString,
            "time" | "raw" => Self::Verbatim,
            name => Self::Struct(name),
        }
    }
}

/// The fields of a struct in the order in which they are written; none when there is no such struct.
pub(super) fn fields(name: &str) -> &'static [GoField] {
    STRUCTS.get(name).map_or(&[], Vec::as_slice)
}

/// A line without a blank in front is the name of a struct, the lines behind it are its fields: name, marks, type.
fn structs(text: &'static str) -> HashMap<&'static str, Vec<GoField>> {
    let mut structs: HashMap<_, Vec<_>> = HashMap::new();
    let mut current = "";
    for line in text.lines() {
        match line.strip_prefix(' ').and_then(|field| field.split_once(' ')) {
            None => current = line,
            Some((name, word)) => {
                let plain = name.trim_end_matches(['?', '!']);
                let field = GoField { name: plain, omitted: plain != name, go_type: GoType::parse(word) };
                structs.entry(current).or_default().push(field);
            }
        }
    }
    structs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_structs_are_complete() {
        fn unknown(go_type: &GoType) -> Option<&'static str> {
            match go_type {
                GoType::Struct(name) => fields(name).is_empty().then_some(*name),
                GoType::Pointer(inner) | GoType::Slice(inner) | GoType::Map(inner) => unknown(inner),
                _ => None,
            }
        }
        let missing: Vec<_> =
            STRUCTS.values().flatten().filter_map(|field| unknown(&field.go_type).map(|name| (field.name, name))).collect();
        assert_eq!(missing, []);
        let pod = fields("PodSpec");
        assert!(pod.iter().any(|field| field.name == "volumes" && field.omitted));
        assert!(pod.iter().any(|field| field.name == "containers" && !field.omitted));
    }
}
