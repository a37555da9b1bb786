//! The values of Secrets that rendering reads and copies.

use std::collections::BTreeMap;

use k8s_openapi::ByteString;
use serde_json::Value;

use super::{Tree, sourced};
use crate::world::Object;

/// What stands for a value that is not known.
pub(super) const PLACEHOLDER: &str = "<secret>";

/// The members that hold the data.
pub(super) const CONTENT: [&str; 2] = ["stringData", "data"];

/// The data of a Secret as the API server stores them, by key: `stringData` is written over `data`.
pub(super) fn data(secret: &Object) -> BTreeMap<&str, Vec<u8>> {
    let root = secret.root();
    let encoded = root.get("data").entries().into_iter().filter_map(|(key, value)| {
        let ByteString(bytes) = serde_json::from_value(value.json()).ok()?;
        Some((key, bytes))
    });
    let plain = root.get("stringData").entries().into_iter().map(|(key, value)| (key, value.str().as_bytes().to_vec()));
    encoded.chain(plain).collect()
}

/// The value of a key, encoded; nothing when there is no such key.
pub(super) fn value(secret: &Object, key: &str) -> Option<Tree> {
    let bytes = data(secret).remove(key)?;
    let field = CONTENT.into_iter().find_map(|member| secret.root().get(member).get(key).some())?;
    Some(sourced(encoded(&bytes), &field))
}

/// Bytes as a Secret holds them.
pub(super) fn encoded(bytes: &[u8]) -> Value {
    serde_json::to_value(ByteString(bytes.to_vec())).unwrap_or_default()
}
