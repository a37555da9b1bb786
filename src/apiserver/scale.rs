//! The paths of the scale subresource.
//!
//! Source: `pkg/registry/customresource/validator.go` of apiextensions-apiserver.

use crate::{
    crd::Version,
    yaml::{Node, Number, Value},
};

use super::{
    cause::{Cause, Reason, Stage},
    value_text::{go_type, push_plain},
};

/// The largest number of replicas.
const LARGEST: i64 = i32::MAX as i64;

/// Checks that the replica counts, where present, are integers of 0 to 2147483647.
pub(super) fn validate(root: &Node<'_>, version: &Version, causes: &mut Vec<Cause>) {
    if let Some((spec, status)) = &version.scale {
        replicas(root, spec, causes);
        replicas(root, status, causes);
    }
}

fn replicas(root: &Node<'_>, path: &str, causes: &mut Vec<Cause>) {
    let (node, value, detail) = match lookup(root, path) {
        Err((node, detail)) => (node, 0, detail),
        Ok(Some((node, value))) if value < 0 => (node, value, "should be a non-negative integer".to_owned()),
        Ok(Some((node, value))) if value > LARGEST => (node, value, format!("should be less than or equal to {LARGEST}")),
        Ok(_) => return,
    };
    causes.push(Cause {
        stage: Stage::Schema,
        reason: Reason::Invalid,
        field: path.to_owned(),
        message: format!("Invalid value: {value}: {detail}"),
        span: node.span,
        related: None,
        masked: false,
        rule: None,
    });
}

type Fault<'n> = (&'n Node<'n>, String);

/// The integer at `path`; a null on the way is as good as nothing.
fn lookup<'n>(root: &'n Node<'n>, path: &str) -> Result<Option<(&'n Node<'n>, i64)>, Fault<'n>> {
    let path = path.strip_prefix('.').unwrap_or(path);
    let mut node = root;
    let mut walked = 0;
    for key in path.split('.') {
        walked += key.len() + 1;
        let map = match &node.value {
            Value::Map(map) => map,
            Value::Null => return Ok(None),
            _ => return Err((node, accessor(node, &path[..walked - 1], "map[string]interface {}"))),
        };
        match map.get(key) {
            Some(child) => node = child,
            None => return Ok(None),
        }
    }
    match &node.value {
        Value::Number(Number::Int(value)) => Ok(Some((node, *value))),
        _ => Err((node, accessor(node, path, "int64"))),
    }
}

fn accessor(node: &Node<'_>, path: &str, expected: &str) -> String {
    let mut text = format!(".{path} accessor error: ");
    push_plain(&mut text, node);
    text.push_str(" is of the type ");
    text.push_str(go_type(node));
    text.push_str(", expected ");
    text.push_str(expected);
    text
}
