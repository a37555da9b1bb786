//! Reading YAML and JSON text as kubectl does, with the place of every value.
//!
//! [`Text`] decodes the bytes of a file, [`read`] cuts it into documents, [`core`] reads one document.

mod chars;
mod construct;
mod core;
mod edit;
mod emit;
mod emit_go;
mod emit_go_keys;
mod emit_go_text;
mod error;
pub mod go;
mod json_in;
mod json_out;
mod keys;
mod lines;
mod parser;
mod patch;
mod printable;
mod relocate;
mod resolve;
mod scanner;
mod scanner_block;
mod scanner_property;
mod scanner_scalar;
mod stream;
mod surprise;
mod text;
mod token;
mod tree;

pub use core::{CoreDocument, CoreError, CoreErrorKind, Note, NoteKind, read_bytes, read_document};
pub use emit::{EmitError, to_yaml, value_to_yaml};
pub use emit_go::to_go_yaml;
pub use error::{ReadError, ReadErrorKind};
pub use json_in::{JsonError, read_json};
pub use json_out::{JsonForm, push_json, to_json};
pub use patch::{Change, ChangeError, change, cuts, relocate, relocation};
pub use resolve::decode_base64;
pub use stream::{Document, Documents, Format, read};
pub use surprise::odd_scalars;
pub use text::{Encoding, Excerpt, Location, Replaced, Text, TooLarge};
pub use tree::{Entry, Map, Node, Number, Span, Style, Value, Via};
