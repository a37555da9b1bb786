//! CEL as kube-apiserver compiles and evaluates it.

mod environment;
pub mod parse;
mod parse_error;
mod parse_literal;
mod parse_macro;
mod parse_token;

pub use environment::Environment;
pub use parse_error::{Issue, Issues};
