//! CEL as kube-apiserver compiles and evaluates it.

pub mod check;
mod check_literals;
pub(super) mod check_rules;
mod check_total;
mod check_unify;
mod check_value;
pub mod compile;
mod compile_constant;
mod declare;
mod declare_table;
mod environment;
pub mod estimate;
mod estimate_calls;
mod estimate_path;
mod estimate_range;
mod estimate_size;
pub mod names;
pub mod parse;
mod parse_error;
mod parse_explain;
mod parse_literal;
mod parse_macro;
mod parse_token;
pub mod types;
mod walk;

pub use environment::Environment;
pub use parse_error::{Issue, Issues};
