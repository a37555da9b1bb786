//! Decoding `metadata` into the typed ObjectMeta, as kubectl and the server do before anything else.
//!
//! Both use `sigs.k8s.io/json`: keys count only in their exact case, the first value of a wrong type is reported at the end, a time
//! stamp that cannot be read ends the decoding at once, and the names in the words differ, since kubectl decodes the whole object and
//! the server `metadata` alone.

use super::decode_time::time_fault;
use super::prune::Unknown;
use crate::yaml::{Entry, JsonForm, Map, Node, Span, Value, to_json};

/// Who decodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Decoder {
    /// kubectl, with the JSON text of a YAML document: keys sorted.
    Client,
    /// kubectl, with a JSON document as it is written.
    ClientJson,
    /// The API server, with the JSON that kubectl sends: keys sorted, each once.
    Server,
}

/// A string of `metadata` with its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Field<'n> {
    pub text: &'n str,
    pub span: Span,
}

/// An entry of `labels` or `annotations`; a null value is an empty one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pair<'n> {
    pub key: Field<'n>,
    pub value: Field<'n>,
}

/// An entry of `ownerReferences`. Absent strings are empty; their span is that of the reference.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct OwnerReference<'n> {
    pub api_version: Field<'n>,
    pub kind: Field<'n>,
    pub name: Field<'n>,
    pub uid: Field<'n>,
    pub controller: Option<bool>,
    pub block_owner_deletion: Option<bool>,
    pub span: Span,
}

/// What the checks of `metadata` read. Maps are in the order of their keys.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct ObjectMeta<'n> {
    pub name: Option<Field<'n>>,
    pub generate_name: Option<Field<'n>>,
    pub namespace: Option<Field<'n>>,
    pub uid: Option<Field<'n>>,
    pub resource_version: Option<Field<'n>>,
    pub generation: Option<i64>,
    pub labels: Vec<Pair<'n>>,
    pub annotations: Vec<Pair<'n>>,
    pub owner_references: Vec<OwnerReference<'n>>,
    pub finalizers: Vec<Field<'n>>,
    /// Place of `finalizers`, for what concerns the whole list.
    pub finalizers_span: Span,
    /// Place of `ownerReferences`.
    pub owner_references_span: Span,
}

/// A value that the type cannot hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TypeFault {
    /// The decoder's words (`json: cannot unmarshal number into Go struct field ...`).
    pub message: String,
    /// The value.
    pub span: Span,
}

/// The outcome of decoding `metadata`.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Decoded<'n> {
    pub meta: ObjectMeta<'n>,
    /// Keys that ObjectMeta does not have, with their path from the root (`metadata.ownerReferences[0].foo`).
    pub unknown: Vec<Unknown>,
    /// What makes the decoding fail; the rest is then what could be read.
    pub fault: Option<TypeFault>,
}

/// Decodes the value of `metadata`; `null` is an empty one.
pub(super) fn object_meta<'n>(metadata: &'n Node<'n>, decoder: Decoder) -> Decoded<'n> {
    let mut decoding = Decoding { decoder, decoded: Decoded::default(), aborted: None };
    match &metadata.value {
        Value::Null => {}
        Value::Map(map) => {
            // An error means that the rest is not read; it is kept in `aborted`.
            let _ = decoding.meta(map);
        }
        _ => {
            let into = match decoder {
                Decoder::Server => "Go value of type v1.ObjectMeta",
                Decoder::Client | Decoder::ClientJson => "Go struct field metadataOnlyObject.metadata of type v1.ObjectMeta",
            };
            let message = format!("json: cannot unmarshal {} into {into}", word(&metadata.value));
            decoding.decoded.fault = Some(TypeFault { message, span: metadata.span });
        }
    }
    let Decoding { mut decoded, aborted, .. } = decoding;
    decoded.fault = aborted.or(decoded.fault);
    decoded
}

/// The decoding ends here.
struct Aborted;

/// A struct of the API and the way to it from ObjectMeta (`ownerReferences.`).
#[derive(Clone, Copy)]
struct Struct {
    name: &'static str,
    way: &'static str,
}

const OBJECT_META: Struct = Struct { name: "ObjectMeta", way: "" };
const OWNER_REFERENCE: Struct = Struct { name: "OwnerReference", way: "ownerReferences." };
const MANAGED_FIELDS: Struct = Struct { name: "ManagedFieldsEntry", way: "managedFields." };

struct Decoding<'n> {
    decoder: Decoder,
    decoded: Decoded<'n>,
    aborted: Option<TypeFault>,
}

impl<'n> Decoding<'n> {
    fn meta(&mut self, map: &'n Map<'n>) -> Result<(), Aborted> {
        let owner = OBJECT_META;
        for entry in in_order(map, self.decoder) {
            let (key, value) = (entry.key.as_ref(), &entry.value);
            match key {
                "name" => self.decoded.meta.name = self.text(value, owner, key, "string"),
                "generateName" => self.decoded.meta.generate_name = self.text(value, owner, key, "string"),
                "namespace" => self.decoded.meta.namespace = self.text(value, owner, key, "string"),
                "selfLink" => drop(self.text(value, owner, key, "string")),
                "uid" => self.decoded.meta.uid = self.text(value, owner, key, "types.UID"),
                "resourceVersion" => self.decoded.meta.resource_version = self.text(value, owner, key, "string"),
                "generation" => self.decoded.meta.generation = self.integer(value, owner, key),
                "deletionGracePeriodSeconds" => drop(self.integer(value, owner, key)),
                "creationTimestamp" | "deletionTimestamp" => self.time(value, owner, key)?,
                "labels" => self.decoded.meta.labels = self.pairs(value, key),
                "annotations" => self.decoded.meta.annotations = self.pairs(value, key),
                "finalizers" => {
                    self.decoded.meta.finalizers_span = entry.key_span;
                    self.decoded.meta.finalizers = self.texts(value, key);
                }
                "ownerReferences" => {
                    self.decoded.meta.owner_references_span = entry.key_span;
                    self.owner_references(value)?;
                }
                "managedFields" => self.managed_fields(value)?,
                _ => self.unknown(format!("metadata.{key}"), entry),
            }
        }
        Ok(())
    }

    fn owner_references(&mut self, node: &'n Node<'n>) -> Result<(), Aborted> {
        let Some(items) = self.items(node, "ownerReferences", "[]v1.OwnerReference") else { return Ok(()) };
        for (index, item) in items.iter().enumerate() {
            let at = Field { text: "", span: item.span };
            let mut reference =
                OwnerReference { api_version: at, kind: at, name: at, uid: at, span: item.span, ..OwnerReference::default() };
            for entry in self.members(item, "ownerReferences", "v1.OwnerReference") {
                let (key, value) = (entry.key.as_ref(), &entry.value);
                let owner = OWNER_REFERENCE;
                match key {
                    "apiVersion" => reference.api_version = self.text(value, owner, key, "string").unwrap_or(at),
                    "kind" => reference.kind = self.text(value, owner, key, "string").unwrap_or(at),
                    "name" => reference.name = self.text(value, owner, key, "string").unwrap_or(at),
                    "uid" => reference.uid = self.text(value, owner, key, "types.UID").unwrap_or(at),
                    "controller" => reference.controller = self.boolean(value, owner, key),
                    "blockOwnerDeletion" => reference.block_owner_deletion = self.boolean(value, owner, key),
                    _ => self.unknown(format!("metadata.ownerReferences[{index}].{key}"), entry),
                }
            }
            self.decoded.meta.owner_references.push(reference);
        }
        Ok(())
    }

    fn managed_fields(&mut self, node: &'n Node<'n>) -> Result<(), Aborted> {
        let Some(items) = self.items(node, "managedFields", "[]v1.ManagedFieldsEntry") else { return Ok(()) };
        for (index, item) in items.iter().enumerate() {
            for entry in self.members(item, "managedFields", "v1.ManagedFieldsEntry") {
                let (key, value) = (entry.key.as_ref(), &entry.value);
                let owner = MANAGED_FIELDS;
                match key {
                    "manager" | "apiVersion" | "fieldsType" | "subresource" => drop(self.text(value, owner, key, "string")),
                    "operation" => drop(self.text(value, owner, key, "v1.ManagedFieldsOperationType")),
                    "time" => self.time(value, owner, key)?,
                    "fieldsV1" => {}
                    _ => self.unknown(format!("metadata.managedFields[{index}].{key}"), entry),
                }
            }
        }
        Ok(())
    }

    /// The items of a list of structs; a fault when `node` is no list.
    fn items(&mut self, node: &'n Node<'n>, key: &str, go_type: &str) -> Option<&'n [Node<'n>]> {
        match &node.value {
            Value::List(items) => Some(items),
            Value::Null => None,
            _ => {
                self.mismatch(node, OBJECT_META, key, go_type);
                None
            }
        }
    }

    /// The entries of an item of a list of structs; a fault when it is no object.
    fn members(&mut self, item: &'n Node<'n>, key: &str, go_type: &str) -> Vec<&'n Entry<'n>> {
        match &item.value {
            Value::Map(map) => in_order(map, self.decoder),
            Value::Null => Vec::new(),
            _ => {
                self.mismatch(item, OBJECT_META, key, go_type);
                Vec::new()
            }
        }
    }

    fn text(&mut self, node: &'n Node<'n>, owner: Struct, key: &str, go_type: &str) -> Option<Field<'n>> {
        match &node.value {
            Value::String(text) => Some(Field { text, span: node.span }),
            Value::Null => None,
            _ => {
                self.mismatch(node, owner, key, go_type);
                None
            }
        }
    }

    fn boolean(&mut self, node: &Node<'_>, owner: Struct, key: &str) -> Option<bool> {
        match node.value {
            Value::Bool(value) => Some(value),
            Value::Null => None,
            _ => {
                self.mismatch(node, owner, key, "bool");
                None
            }
        }
    }

    fn integer(&mut self, node: &Node<'_>, owner: Struct, key: &str) -> Option<i64> {
        match &node.value {
            Value::Null => None,
            Value::Number(_) => {
                let text = to_json(node, self.form());
                let value = text.parse().ok();
                if value.is_none() {
                    self.fault(node, owner, key, &format!("number {text}"), "int64");
                }
                value
            }
            _ => {
                self.mismatch(node, owner, key, "int64");
                None
            }
        }
    }

    fn time(&mut self, node: &Node<'_>, owner: Struct, key: &str) -> Result<(), Aborted> {
        let message = match &node.value {
            Value::Null => return Ok(()),
            Value::String(text) => match time_fault(text) {
                None => return Ok(()),
                Some(message) => message,
            },
            value => self.words(owner, key, word(value), "string"),
        };
        self.aborted = Some(TypeFault { message, span: node.span });
        Err(Aborted)
    }

    fn pairs(&mut self, node: &'n Node<'n>, key: &str) -> Vec<Pair<'n>> {
        match &node.value {
            Value::Map(map) => in_order(map, self.decoder)
                .into_iter()
                .map(|entry| Pair {
                    key: Field { text: &entry.key, span: entry.key_span },
                    value: self
                        .text(&entry.value, OBJECT_META, key, "string")
                        .unwrap_or(Field { text: "", span: entry.value.span }),
                })
                .collect(),
            Value::Null => Vec::new(),
            _ => {
                self.mismatch(node, OBJECT_META, key, "map[string]string");
                Vec::new()
            }
        }
    }

    fn texts(&mut self, node: &'n Node<'n>, key: &str) -> Vec<Field<'n>> {
        let Some(items) = self.items(node, key, "[]string") else { return Vec::new() };
        items
            .iter()
            .map(|item| self.text(item, OBJECT_META, key, "string").unwrap_or(Field { text: "", span: item.span }))
            .collect()
    }

    fn unknown(&mut self, path: String, entry: &Entry<'_>) {
        self.decoded.unknown.push(Unknown { path, span: entry.key_span, value_span: entry.value.span });
    }

    fn mismatch(&mut self, node: &Node<'_>, owner: Struct, key: &str, go_type: &str) {
        self.fault(node, owner, key, word(&node.value), go_type);
    }

    /// Keeps the first fault only, as the decoder does.
    fn fault(&mut self, node: &Node<'_>, owner: Struct, key: &str, value: &str, go_type: &str) {
        if self.decoded.fault.is_none() {
            self.decoded.fault = Some(TypeFault { message: self.words(owner, key, value, go_type), span: node.span });
        }
    }

    fn words(&self, owner: Struct, key: &str, value: &str, go_type: &str) -> String {
        let root = if self.decoder == Decoder::Server { "" } else { "metadata." };
        format!("json: cannot unmarshal {value} into Go struct field {}.{root}{}{key} of type {go_type}", owner.name, owner.way)
    }

    /// The form in which the numbers of the JSON text are written.
    fn form(&self) -> JsonForm {
        match self.decoder {
            Decoder::Client => JsonForm::Converted,
            Decoder::ClientJson => JsonForm::Written,
            Decoder::Server => JsonForm::Sent,
        }
    }
}

/// The entries in the order in which the decoder meets them.
fn in_order<'n>(map: &'n Map<'n>, decoder: Decoder) -> Vec<&'n Entry<'n>> {
    let mut entries: Vec<&Entry<'n>> = map.entries.iter().collect();
    if decoder == Decoder::ClientJson {
        entries.extend(map.shadowed.iter().flat_map(|shadowed| shadowed.iter()));
        entries.sort_by_key(|entry| entry.key_span);
    } else {
        entries.sort_by(|left, right| left.key.cmp(&right.key));
    }
    entries
}

/// What Go's decoder calls a JSON value.
pub(super) fn word(value: &Value<'_>) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::List(_) => "array",
        Value::Map(_) => "object",
    }
}
