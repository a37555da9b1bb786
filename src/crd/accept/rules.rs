//! The parts of `x-kubernetes-validations` that can be judged without CEL.
//!
//! Compiling the expressions, their types and cost, and where `oldSelf` may stand belong to the layer that compiles them; the server
//! judges those only where nothing is said here of the same schema or of one below it.

use super::super::fault::{Faults, Path};
use super::structural;
use super::text::{invalid, required, unsupported};
use super::view::Props;

const REASONS: [&str; 4] = ["FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"];

/// Judges the rules of `props`, which stands at `path`.
pub(super) fn check(props: Props<'_>, path: &Path<'_>, faults: &mut Faults) {
    let list = path.field("x-kubernetes-validations");
    for (index, rule) in props.schemas("x-kubernetes-validations").enumerate() {
        texts(rule, &list.index(index), faults);
        field_path(rule, props, &list.index(index).field("fieldPath"), faults);
    }
}

fn texts(rule: Props<'_>, path: &Path<'_>, faults: &mut Faults) {
    let (expression, message) = (rule.text("rule").trim(), rule.text("message"));
    let message_path = path.field("message");
    let span = rule.place("message");
    if expression.is_empty() {
        faults.add(&path.field("rule"), rule.place("rule"), required("rule is not specified"));
    } else if !message.is_empty() && message.trim().is_empty() {
        faults.add(&message_path, span, invalid(message, "must be non-empty if specified"));
    } else if breaks(message.trim()) {
        faults.add(&message_path, span, invalid(message, "must not contain line breaks"));
    } else if breaks(expression) && message.trim().is_empty() {
        faults.add(&message_path, span, required("message must be specified if rule contains line breaks"));
    }
    let made = rule.text("messageExpression");
    if !made.is_empty() && made.trim().is_empty() {
        let key = "messageExpression";
        faults.add(&path.field(key), rule.place(key), required("messageExpression must be non-empty if specified"));
    }
    if let Some(reason) =
        rule.get("reason").map(|node| node.as_str().unwrap_or_default()).filter(|reason| !REASONS.contains(reason))
    {
        faults.add(&path.field("reason"), rule.place("reason"), unsupported(reason, &REASONS));
    }
}

fn field_path(rule: Props<'_>, schema: Props<'_>, path: &Path<'_>, faults: &mut Faults) {
    let (text, span) = (rule.text("fieldPath"), rule.place("fieldPath"));
    if text.is_empty() {
        return;
    }
    if text.trim().is_empty() {
        faults.add(path, span, invalid(text, "must be non-empty if specified"));
    }
    if breaks(text) {
        faults.add(path, span, invalid(text, "must not contain line breaks"));
    }
    if structural::unsupported(schema).is_none() && resolve(text, schema, true).is_err() {
        faults.add(path, span, invalid(text, "must be a valid path"));
    }
}

fn breaks(text: &str) -> bool {
    text.contains(['\n', '\r'])
}

/// Follows a path such as `.a.b['c']` through `schema`.
///
/// # Errors
///
/// What is wrong with it, in the server's words. None is a place that the schema allows without saying what it holds.
pub(super) fn resolve<'n>(text: &str, schema: Props<'n>, brackets: bool) -> Result<Option<Props<'n>>, String> {
    let mut tokens = Tokens { rest: text };
    let mut at = Some(schema);
    let end = || "unexpected end of JSON path".to_owned();
    while let Some(token) = tokens.next() {
        match token {
            "." => at = child(at, tokens.next().ok_or_else(end)?)?,
            "[" if !brackets => return Err("array notation is not allowed".to_owned()),
            "[" => {
                let quoted = tokens.next().ok_or_else(end)?;
                let inner = quoted.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
                let inner = inner.ok_or_else(|| format!("expected single quoted string but got {quoted}"))?;
                at = child(at, &unescape(inner)?)?;
                match tokens.next() {
                    Some("]") => {}
                    Some(other) => return Err(format!("expected ] but got {other}")),
                    None => return Err(end()),
                }
            }
            other => return Err(format!("expected [ or . but got: {other}")),
        }
    }
    Ok(at)
}

fn child<'n>(schema: Option<Props<'n>>, name: &str) -> Result<Option<Props<'n>>, String> {
    let invalid = || "does not refer to a valid field".to_owned();
    let schema = schema.ok_or_else(invalid)?;
    if schema.map("properties").next().is_some() {
        schema.property(name).map(Some).ok_or_else(invalid)
    } else {
        // Where any value is allowed, nothing is known of it.
        schema.additional().map(|(_, schema)| schema).ok_or_else(invalid)
    }
}

/// Backslash escapes of a quoted key.
fn unescape(text: &str) -> Result<String, String> {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            out.push(letter);
            continue;
        }
        match letters.next() {
            Some(letter @ ('\\' | '\'')) => out.push(letter),
            _ => return Err("invalid string literal: invalid escape".to_owned()),
        }
    }
    Ok(out)
}

/// Delimiters, quoted texts, and what stands between delimiters.
struct Tokens<'p> {
    rest: &'p str,
}

impl<'p> Iterator for Tokens<'p> {
    type Item = &'p str;

    fn next(&mut self) -> Option<&'p str> {
        let bytes = self.rest.as_bytes();
        let first = *bytes.first()?;
        let end = if first == b'\'' {
            (1..bytes.len()).find(|at| bytes[*at] == b'\'' && bytes[*at - 1] != b'\\').map_or(bytes.len(), |at| at + 1)
        } else if matches!(first, b'.' | b'[' | b']') {
            1
        } else {
            self.rest.find(['.', '[', ']']).unwrap_or(bytes.len())
        };
        let (token, rest) = self.rest.split_at(end);
        self.rest = rest;
        Some(token)
    }
}
