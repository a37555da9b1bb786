//! Functions of lists: those of Kubernetes and the `lists` extension of cel-go, version 3.

use std::cmp::Ordering;

use super::{Function, Tools, arithmetic, global, member, strings};
use crate::apiserver::cel::{
    compare::{equal, order},
    cost::Cost,
    list::{List, MAX_ITEMS},
    map::Map,
    value::{Fault, Outcome, Value},
};

pub(super) const FUNCTIONS: &[Function] = &[
    member("isSorted", 1, Cost::Deep, |_, _, args| is_sorted(args[0].expect_list()?)),
    member("sum", 1, Cost::Deep, |_, _, args| sum(args[0].expect_list()?)),
    member("min", 1, Cost::Deep, |_, _, args| extreme(args[0].expect_list()?, "min", Ordering::Greater)),
    member("max", 1, Cost::Deep, |_, _, args| extreme(args[0].expect_list()?, "max", Ordering::Less)),
    member("indexOf", 2, Cost::Deep, |_, _, args| match &args[0] {
        Value::String(text) => strings::index_of(text, args[1].expect_str()?, 0),
        other => position(other.expect_list()?, &args[1], false),
    }),
    member("indexOf", 3, Cost::Deep, |_, _, args| {
        strings::index_of(args[0].expect_str()?, args[1].expect_str()?, args[2].expect_int()?)
    }),
    member("lastIndexOf", 2, Cost::Deep, |_, _, args| match &args[0] {
        Value::String(text) => strings::last_index_of(text, args[1].expect_str()?, None),
        other => position(other.expect_list()?, &args[1], true),
    }),
    member("lastIndexOf", 3, Cost::Deep, |_, _, args| {
        strings::last_index_of(args[0].expect_str()?, args[1].expect_str()?, Some(args[2].expect_int()?))
    }),
    member("slice", 3, Cost::Slice, |_, _, args| slice(args[0].expect_list()?, args[1].expect_int()?, args[2].expect_int()?)),
    member("flatten", 1, Cost::Flatten, |_, _, args| flatten(args[0].expect_list()?, 1)),
    member("flatten", 2, Cost::Flatten, |_, _, args| flatten(args[0].expect_list()?, args[1].expect_int()?)),
    member("reverse", 1, Cost::Slice, |_, _, args| {
        let mut values = args[0].expect_list()?.values()?;
        values.reverse();
        Ok(Value::list(values))
    }),
    member("distinct", 1, Cost::SelfCompare, |tools, _, args| distinct(args[0].expect_list()?, tools.left)),
    member("sort", 1, Cost::SelfCompare, |_, _, args| {
        let list = args[0].expect_list()?;
        sort(list, list)
    }),
    member("@sortByAssociatedKeys", 2, Cost::KeysCompare, |_, _, args| sort(args[0].expect_list()?, args[1].expect_list()?)),
    global("lists.range", 1, Cost::Slice, |tools, _, args| range(args[0].expect_int()?, tools)),
    member("first", 1, Cost::Unit, |_, _, args| {
        let list = args[0].expect_list()?;
        if list.len() == 0 { Ok(Value::Optional(None)) } else { list.get(0).map(Value::some) }
    }),
    member("last", 1, Cost::Unit, |_, _, args| {
        let list = args[0].expect_list()?;
        match list.len().checked_sub(1) {
            Some(last) => list.get(last).map(Value::some),
            None => Ok(Value::Optional(None)),
        }
    }),
    global("cel.@mapInsert", 2, Cost::Unit, |_, _, args| insert(&args[0], &args[1])),
    global("cel.@mapInsert", 3, Cost::Unit, |_, _, args| {
        insert(&args[0], &Value::Map(Map::of(vec![(args[1].clone(), args[2].clone())])))
    }),
];

fn is_sorted<'a>(list: &List<'a>) -> Outcome<'a> {
    let mut before: Option<Value<'a>> = None;
    for item in list.iter() {
        let item = item?;
        if !arithmetic::is_ordered(&item) {
            return Err(Fault::no_such_overload());
        }
        if before.is_some_and(|before| matches!(order(&before, &item), Ok(Ordering::Greater))) {
            return Ok(Value::Bool(false));
        }
        before = Some(item);
    }
    Ok(Value::Bool(true))
}

/// The sum of the items.
fn sum<'a>(list: &List<'a>) -> Outcome<'a> {
    let mut sum: Option<Value<'a>> = None;
    for item in list.iter() {
        let item = item?;
        sum = Some(match sum {
            Some(sum) => arithmetic::add(&sum, &item)?,
            None => item,
        });
    }
    Ok(sum.unwrap_or_else(|| list.zero()))
}

fn extreme<'a>(list: &List<'a>, name: &'static str, replaced: Ordering) -> Outcome<'a> {
    let mut best: Option<Value<'a>> = None;
    for item in list.iter() {
        let item = item?;
        if !arithmetic::is_ordered(&item) {
            return Err(Fault::no_such_overload());
        }
        let better = best.as_ref().is_none_or(|best| order(best, &item).is_ok_and(|order| order == replaced));
        if better {
            best = Some(item);
        }
    }
    best.ok_or_else(|| Fault::error(format!("{name} called on empty list")))
}

fn position<'a>(list: &List<'a>, item: &Value<'a>, last: bool) -> Outcome<'a> {
    let same = |candidate: Outcome<'a>| candidate.and_then(|candidate| equal(&candidate, item)).unwrap_or(false);
    let mut found = -1;
    for (index, candidate) in list.iter().enumerate() {
        if same(candidate) {
            found = i64::try_from(index).unwrap_or(i64::MAX);
            if !last {
                break;
            }
        }
    }
    Ok(Value::Int(found))
}

fn slice<'a>(list: &List<'a>, start: i64, end: i64) -> Outcome<'a> {
    let length = list.len();
    if start < 0 || end < 0 {
        return Err(Fault::error(format!("cannot slice({start}, {end}), negative indexes not supported")));
    }
    if start > end {
        return Err(Fault::error(format!("cannot slice({start}, {end}), start index must be less than or equal to end index")));
    }
    let (from, to) = (usize::try_from(start).unwrap_or(usize::MAX), usize::try_from(end).unwrap_or(usize::MAX));
    if length < to {
        return Err(Fault::error(format!("cannot slice({start}, {end}), list is length {length}")));
    }
    let values: Result<Vec<_>, _> = list.iter().skip(from).take(to - from).collect();
    Ok(Value::list(values?))
}

fn flatten<'a>(list: &List<'a>, depth: i64) -> Outcome<'a> {
    if depth < 0 {
        return Err(Fault::error("level must be non-negative"));
    }
    let mut out = Vec::new();
    flatten_into(&mut out, list, depth)?;
    Ok(Value::list(out))
}

/// Recursive as deep as the list is nested.
fn flatten_into<'a>(out: &mut Vec<Value<'a>>, list: &List<'a>, depth: i64) -> Result<(), Fault> {
    for item in list.iter() {
        match item? {
            Value::List(inner) if depth > 0 => flatten_into(out, &inner, depth - 1)?,
            other => out.push(other),
        }
        if out.len() > MAX_ITEMS {
            return Err(Fault::CostLimit);
        }
    }
    Ok(())
}

/// The first of all items that are equal. The call costs twice the square of the size, so that a list that is too long needs no look.
fn distinct<'a>(list: &List<'a>, left: u64) -> Outcome<'a> {
    let size = list.len() as u64;
    if size.saturating_mul(size) > left {
        return Err(Fault::CostLimit);
    }
    let mut out: Vec<Value<'a>> = Vec::new();
    for item in list.iter() {
        let item = item?;
        let mut known = false;
        for other in &out {
            if equal(other, &item)? {
                known = true;
                break;
            }
        }
        if !known {
            out.push(item);
        }
    }
    Ok(Value::list(out))
}

fn sort<'a>(list: &List<'a>, keys: &List<'a>) -> Outcome<'a> {
    if list.len() != keys.len() {
        return Err(Fault::error(format!(
            "@sortByAssociatedKeys() expected a list of the same size as the associated keys list, but got {} and {} elements \
             respectively",
            list.len(),
            keys.len()
        )));
    }
    let (values, keys) = (list.values()?, keys.values()?);
    let Some(first) = keys.first() else { return Ok(Value::List(list.clone())) };
    if !arithmetic::is_ordered(first) {
        return Err(Fault::error("list elements must be comparable"));
    }
    if keys.len() > 1 && keys.iter().any(|key| key.type_name() != first.type_name()) {
        return Err(Fault::error("list elements must have the same type"));
    }
    let mut pairs: Vec<(Value<'a>, Value<'a>)> = keys.into_iter().zip(values).collect();
    pairs.sort_by(|(a, _), (b, _)| order(a, b).unwrap_or(Ordering::Equal));
    Ok(Value::list(pairs.into_iter().map(|(_, value)| value).collect()))
}

fn range<'a>(count: i64, tools: &mut Tools) -> Outcome<'a> {
    if u64::try_from(count).is_ok_and(|count| count > tools.left) {
        tools.needed = count.unsigned_abs().saturating_add(11);
        return Err(Fault::CostLimit);
    }
    Ok(Value::list((0..count).map(Value::Int).collect()))
}

fn insert<'a>(map: &Value<'a>, more: &Value<'a>) -> Outcome<'a> {
    let (Value::Map(map), Value::Map(more)) = (map, more) else { return Err(Fault::no_such_overload()) };
    let mut entries = Vec::with_capacity(map.len() + more.len());
    for key in map.keys() {
        let value = map.get(&key)?;
        entries.push((key, value));
    }
    for key in more.keys() {
        if map.find(&key)?.is_some() {
            return Err(Fault::error(format!("insert failed: key {key} already exists")));
        }
        let value = more.get(&key)?;
        entries.push((key, value));
    }
    Ok(Value::Map(Map::of(entries)))
}
