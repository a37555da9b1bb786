//! CRDs that a user gives: which of the documents of a file are some, and what they define.

use std::fmt;

use super::compile::{self, Descriptions};
use super::definition::Definition;
use super::fault::CrdFault;
use crate::yaml::{Node, Value};

/// What the documents of a file hold.
#[derive(Debug, Default)]
pub struct Loaded<'n, 't> {
    /// The CRDs, in the order of the file.
    pub crds: Vec<Crd<'n, 't>>,
    /// CRDs that nothing can be done with.
    pub unreadable: Vec<Unreadable>,
    /// How many objects are no CRDs.
    pub others: usize,
}

/// A CRD of a file.
#[derive(Debug)]
pub struct Crd<'n, 't> {
    /// The index of its document, from 0.
    pub document: usize,
    /// Its tree, to judge it with [`super::accept`].
    pub node: &'n Node<'t>,
    /// What it defines.
    pub definition: Definition,
}

/// A document that says it is a CRD and is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// The index of the document, from 0.
    pub document: usize,
    /// What is wrong, at least one.
    pub faults: Vec<CrdFault>,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "document {} is no usable CustomResourceDefinition", self.document + 1)?;
        for (index, fault) in self.faults.iter().enumerate() {
            write!(f, "{} {fault}", if index == 0 { ":" } else { ";" })?;
        }
        Ok(())
    }
}

/// The CRDs among `documents`, those inside `List` objects too.
pub fn definitions<'n, 't: 'n>(documents: impl IntoIterator<Item = &'n Node<'t>>, descriptions: Descriptions) -> Loaded<'n, 't> {
    let mut loaded = Loaded::default();
    for (document, node) in documents.into_iter().enumerate() {
        match list_items(node) {
            Some(items) => items.iter().for_each(|item| loaded.add(document, item, descriptions)),
            None => loaded.add(document, node, descriptions),
        }
    }
    loaded
}

impl<'n, 't> Loaded<'n, 't> {
    fn add(&mut self, document: usize, node: &'n Node<'t>, descriptions: Descriptions) {
        if !is_crd(node) {
            self.others += usize::from(!node.is_null());
            return;
        }
        match compile::definition(node, descriptions) {
            Ok(definition) => self.crds.push(Crd { document, node, definition }),
            Err(faults) => self.unreadable.push(Unreadable { document, faults }),
        }
    }
}

/// Whether `node` means to be a CRD, of whatever API version.
pub fn is_crd(node: &Node<'_>) -> bool {
    let text = |key| node.get(key).and_then(Node::as_str).unwrap_or_default();
    text("kind") == "CustomResourceDefinition" && text("apiVersion").starts_with("apiextensions.k8s.io/")
}

fn list_items<'n, 't>(node: &'n Node<'t>) -> Option<&'n [Node<'t>]> {
    let kind = node.get("kind").and_then(Node::as_str)?;
    match node.get("items").map(|items| &items.value) {
        Some(Value::List(items)) if kind.ends_with("List") => Some(items),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml::read_json;

    fn crd(kind: &str) -> String {
        format!(
            r#"{{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "spec": {{"group": "example.com",
            "names": {{"kind": "{kind}", "plural": "things"}}, "scope": "Namespaced", "versions": [{{"name": "v1"}}]}}}}"#
        )
    }

    #[test]
    fn crds_are_found_among_others_and_in_lists() {
        let list = format!(r#"{{"apiVersion": "v1", "kind": "List", "items": [{}, {{"kind": "Secret"}}]}}"#, crd("B"));
        let old = crd("C").replace("io/v1", "io/v1beta1");
        let texts = [crd("A"), r#"{"apiVersion": "v1", "kind": "Secret"}"#.into(), list, old];
        let documents: Vec<_> = texts.iter().map(|text| read_json(text).unwrap()).collect();
        let loaded = definitions(&documents, Descriptions::Skip);
        let found: Vec<_> = loaded.crds.iter().map(|crd| (crd.document, crd.definition.kind.as_str())).collect();
        assert_eq!(found, [(0, "A"), (2, "B")]);
        assert_eq!(loaded.others, 2);
        assert_eq!(loaded.unreadable.len(), 1);
        let text = loaded.unreadable[0].to_string();
        assert!(
            text.starts_with("document 4 is no usable CustomResourceDefinition: apiVersion: is apiextensions.k8s.io/v1beta1"),
            "{text}"
        );
    }
}
