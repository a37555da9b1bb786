//! CEL expressions that the platform compiles itself, outside the schema.

use crate::apiserver::{
    KubeVersion,
    cel::{Environment, parse::parse},
};

/// The first fault of the syntax of an expression; nothing when it can be parsed. Names and types are not looked at.
pub(super) fn fault(source: &str) -> Option<String> {
    let issues = parse(source, Environment::stored_rules(KubeVersion::default())).err()?;
    let first = issues.0.first()?;
    let place = first.place.map(|(_, column)| format!(" at column {}", column + 1)).unwrap_or_default();
    Some(format!("{}{place}", first.message))
}
