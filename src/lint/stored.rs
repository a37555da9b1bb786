//! The objects that an update is compared with.

use crate::{
    apiserver::Stored,
    yaml::{self, ReadError, Text},
};

/// Adds the objects of a file to `stored`.
///
/// Recursive as deep as the documents are nested: needs a stack for 10,000 levels.
///
/// # Errors
/// The file cannot be read as YAML or JSON; the objects before the fault are added.
pub fn stored(text: &Text, stored: &mut Stored) -> Result<(), ReadError> {
    let documents = yaml::read(text);
    documents.documents.into_iter().for_each(|document| stored.insert(document.root.into_owned()));
    documents.error.map_or(Ok(()), Err)
}
