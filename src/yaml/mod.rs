//! Reading YAML and JSON text as kubectl does, with the place of every value.
//!
//! [`Text`] decodes the bytes of a file, [`read`] cuts it into documents, [`core`] reads one document.

mod error;
mod tree;

pub use error::ReadError;
pub use tree::{Entry, Map, Node, Number, Span, Style, Value, Via};
