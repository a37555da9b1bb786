//! Functions of texts: those of CEL and the `strings` extension of cel-go, version 2. Positions count characters.

use super::{Function, format_text, global, member, open};
use crate::apiserver::cel::{
    cost::Cost,
    value::{Fault, Outcome, Value},
};

/// Bytes that a text may get while an expression runs.
const MAX_TEXT: usize = 64 << 20;

pub(super) const FUNCTIONS: &[Function] = &[
    open(member("contains", 2, Cost::Contains, |_, _, args| two(args, |text, part| Ok(Value::Bool(text.contains(part)))))),
    open(member("startsWith", 2, Cost::Traverse, |_, _, args| two(args, |text, part| Ok(Value::Bool(text.starts_with(part)))))),
    open(member("endsWith", 2, Cost::Traverse, |_, _, args| two(args, |text, part| Ok(Value::Bool(text.ends_with(part)))))),
    member("charAt", 2, Cost::Unit, |_, _, args| char_at(args)),
    member("lowerAscii", 1, Cost::Traverse, |_, _, args| Ok(Value::text(args[0].expect_str()?.to_ascii_lowercase()))),
    member("upperAscii", 1, Cost::Traverse, |_, _, args| Ok(Value::text(args[0].expect_str()?.to_ascii_uppercase()))),
    member("trim", 1, Cost::Traverse, |_, _, args| Ok(Value::text(args[0].expect_str()?.trim_matches(is_space)))),
    member("replace", 3, Cost::TraverseTwice, |_, _, args| replace(args, -1)),
    member("replace", 4, Cost::TraverseTwice, |_, _, args| replace(args, args[3].expect_int()?)),
    member("split", 2, Cost::TraverseTwice, |_, _, args| split(args, -1)),
    member("split", 3, Cost::TraverseTwice, |_, _, args| split(args, args[2].expect_int()?)),
    member("substring", 2, Cost::Traverse, |_, _, args| substring(args[0].expect_str()?, args[1].expect_int()?, None)),
    member("substring", 3, Cost::Traverse, |_, _, args| {
        substring(args[0].expect_str()?, args[1].expect_int()?, Some(args[2].expect_int()?))
    }),
    member("join", 1, Cost::Result, |_, _, args| join(&args[0], "")),
    member("join", 2, Cost::Result, |_, _, args| join(&args[0], args[1].expect_str()?)),
    member("format", 2, Cost::Traverse, |_, _, args| format_text::format(args[0].expect_str()?, args[1].expect_list()?)),
    global("strings.quote", 1, Cost::Traverse, |_, _, args| Ok(Value::text(quote(args[0].expect_str()?)))),
];

fn two<'a>(args: &[Value<'a>], run: impl Fn(&str, &str) -> Outcome<'a>) -> Outcome<'a> {
    run(args[0].expect_str()?, args[1].expect_str()?)
}

/// `unicode.IsSpace` of Go.
fn is_space(character: char) -> bool {
    character.is_whitespace()
}

fn out_of_range(index: i64) -> Fault {
    Fault::error(format!("index out of range: {index}"))
}

fn char_at<'a>(args: &[Value<'a>]) -> Outcome<'a> {
    let (text, index) = (args[0].expect_str()?, args[1].expect_int()?);
    let at = usize::try_from(index).map_err(|_| out_of_range(index))?;
    match text.chars().nth(at) {
        Some(character) => Ok(Value::text(character.to_string())),
        None if text.chars().count() == at => Ok(Value::text("")),
        None => Err(out_of_range(index)),
    }
}

/// The position of `part` in `text` from `offset` on, in characters; -1 when there is none.
pub(super) fn index_of<'a>(text: &str, part: &str, offset: i64) -> Outcome<'a> {
    if part.is_empty() {
        return Ok(Value::Int(offset));
    }
    let from = usize::try_from(offset).map_err(|_| out_of_range(offset))?;
    let Some((start, _)) = text.char_indices().nth(from) else { return Ok(Value::Int(-1)) };
    let found = text[start..].find(part).map(|at| from + text[start..start + at].chars().count());
    Ok(Value::Int(found.and_then(|at| i64::try_from(at).ok()).unwrap_or(-1)))
}

/// The last position of `part` in `text` that is not behind `offset`, in characters; -1 when there is none.
pub(super) fn last_index_of<'a>(text: &str, part: &str, offset: Option<i64>) -> Outcome<'a> {
    let length = text.chars().count();
    let Some(offset) = offset else {
        if part.is_empty() {
            return Ok(Value::Int(i64::try_from(length).unwrap_or(i64::MAX)));
        }
        if text.len() < part.len() {
            return Ok(Value::Int(-1));
        }
        return last_index_of(text, part, Some(i64::try_from(length).unwrap_or(i64::MAX) - 1));
    };
    if part.is_empty() {
        return Ok(Value::Int(offset));
    }
    let most = usize::try_from(offset).map_err(|_| out_of_range(offset))?;
    if most >= length {
        return Ok(Value::Int(-1));
    }
    // What is found may end behind the offset, but not begin there.
    let end = text.char_indices().nth(most).map_or(text.len(), |(at, _)| (at + part.len()).min(text.len()));
    let end = (end..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
    let found = text[..end].rfind(part).map(|at| text[..at].chars().count());
    Ok(Value::Int(found.and_then(|at| i64::try_from(at).ok()).unwrap_or(-1)))
}

/// `strings.Replace`: the first `count` occurrences, all when it is negative. An empty text occurs around each character.
fn replace<'a>(args: &[Value<'a>], count: i64) -> Outcome<'a> {
    let (text, old, new) = (args[0].expect_str()?, args[1].expect_str()?, args[2].expect_str()?);
    let most = usize::try_from(count).unwrap_or(usize::MAX);
    let occurrences = if old.is_empty() { text.chars().count() + 1 } else { text.matches(old).count() }.min(most);
    let growth = new.len().saturating_sub(old.len()).saturating_mul(occurrences);
    if text.len().saturating_add(growth) > MAX_TEXT {
        return Err(Fault::CostLimit);
    }
    Ok(Value::text(text.replacen(old, new, most)))
}

/// `strings.SplitN`: at most `count` parts, all when it is negative, none when it is zero.
fn split<'a>(args: &[Value<'a>], count: i64) -> Outcome<'a> {
    let (text, separator) = (args[0].expect_str()?, args[1].expect_str()?);
    let parts: Vec<&str> = match usize::try_from(count) {
        Ok(0) => Vec::new(),
        Ok(most) if separator.is_empty() => explode(text, most),
        Ok(most) => text.splitn(most, separator).collect(),
        Err(_) if separator.is_empty() => explode(text, usize::MAX),
        Err(_) => text.split(separator).collect(),
    };
    Ok(Value::list(parts.into_iter().map(Value::text).collect()))
}

/// The characters of a text, the last part holding the rest.
fn explode(text: &str, most: usize) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        if parts.len() + 1 == most {
            parts.push(rest);
            break;
        }
        let (head, tail) = rest.split_at(character.len_utf8());
        parts.push(head);
        rest = tail;
    }
    parts
}

fn substring<'a>(text: &str, start: i64, end: Option<i64>) -> Outcome<'a> {
    let length = i64::try_from(text.chars().count()).unwrap_or(i64::MAX);
    if let Some(end) = end.filter(|end| start > *end) {
        return Err(Fault::error(format!("invalid substring range. start: {start}, end: {end}")));
    }
    for position in [Some(start), end].into_iter().flatten() {
        if !(0..=length).contains(&position) {
            return Err(out_of_range(position));
        }
    }
    let skip = usize::try_from(start).unwrap_or(0);
    let take = end.map_or(usize::MAX, |end| usize::try_from(end - start).unwrap_or(0));
    Ok(Value::text(text.chars().skip(skip).take(take).collect::<String>()))
}

fn join<'a>(list: &Value<'a>, separator: &str) -> Outcome<'a> {
    let mut out = String::new();
    let list = list.expect_list()?;
    if list.get(0).is_ok_and(|first| first.as_str().is_none()) {
        return Err(Fault::no_such_overload());
    }
    for (index, item) in list.iter().enumerate() {
        if index > 0 {
            out.push_str(separator);
        }
        match item {
            Ok(Value::String(text)) => out.push_str(&text),
            Ok(other) => return Err(Fault::error(format!("join: invalid input: {other}"))),
            Err(fault) => return Err(Fault::error(format!("join: invalid input: {fault}"))),
        }
        if out.len() > MAX_TEXT {
            return Err(Fault::CostLimit);
        }
    }
    Ok(Value::text(out))
}

/// A text in double quotes, with the escapes of CEL.
pub(super) fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        match character {
            '\u{7}' => out.push_str("\\a"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{b}' => out.push_str("\\v"),
            '\\' => out.push_str("\\\\"),
            '"' => out.push_str("\\\""),
            other => out.push(other),
        }
    }
    out.push('"');
    out
}
