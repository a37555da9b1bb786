//! `fieldPath` of a rule: the way from the rule's value to the field to blame.
//!
//! Source: `ValidFieldPath` in `pkg/apiserver/schema/cel/validation.go` of apiextensions-apiserver.

use crate::crd::{Additional, Schema};

/// The path as it follows the path of the rule's value (`a.b`, `m[k]`), and its steps; nothing when the schema has no such field.
pub fn normalized(path: &str, schema: &Schema) -> Option<(String, Vec<String>)> {
    let mut schema = schema;
    let mut text = String::new();
    let mut steps = Vec::new();
    let mut rest = path;
    while !rest.is_empty() {
        let name;
        (name, rest) = step(rest)?;
        if !schema.properties.is_empty() {
            schema = schema.property(&name)?;
            if !text.is_empty() {
                text.push('.');
            }
            text.push_str(&name);
        } else {
            let Some(Additional::Schema(below)) = &schema.additional else { return None };
            schema = below;
            text.push('[');
            text.push_str(&name);
            text.push(']');
        }
        steps.push(name);
    }
    Some((text, steps))
}

/// `.name` or `['name']` at the beginning, and the rest.
fn step(text: &str) -> Option<(String, &str)> {
    if let Some(after) = text.strip_prefix('.') {
        let end = after.find(['.', '[', ']']).unwrap_or(after.len());
        let (name, rest) = after.split_at(end);
        return (!name.is_empty()).then(|| (name.to_owned(), rest));
    }
    let quoted = text.strip_prefix("['")?;
    let mut name = String::new();
    let mut characters = quoted.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '\'' => return Some((name, quoted[at + 1..].strip_prefix(']')?)),
            '\\' => name.push(match characters.next()?.1 {
                'a' => '\u{7}',
                'b' => '\u{8}',
                'f' => '\u{c}',
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'v' => '\u{b}',
                same @ ('\'' | '\\') => same,
                _ => return None,
            }),
            other => name.push(other),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_names_and_quoted_keys() {
        assert_eq!(step(".a.b"), Some(("a".to_owned(), ".b")));
        assert_eq!(step("['k.x'].b"), Some(("k.x".to_owned(), ".b")));
        assert_eq!(step(r"['a\'b']"), Some(("a'b".to_owned(), "")));
        assert_eq!(step("a"), None);
        assert_eq!(step("."), None);
        assert_eq!(step("['a'"), None);
        assert_eq!(step("[0]"), None);
    }
}
