//! Reading YAML and JSON text as kubectl does, with the place of every value.
//!
//! [`Text`] decodes the bytes of a file, [`read`] cuts it into documents, [`core`] reads one document.

mod error;
pub mod go;
mod json_in;
mod json_out;
mod printable;
mod text;
mod tree;

pub use error::{ReadError, ReadErrorKind};
pub use json_in::{JsonError, read_json};
pub use json_out::{JsonForm, push_json, to_json};
pub use text::{Encoding, Excerpt, Location, Replaced, Text, TooLarge};
pub use tree::{Entry, Map, Node, Number, Span, Style, Value, Via};
