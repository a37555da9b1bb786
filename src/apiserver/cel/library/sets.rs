//! Lists as sets.

use super::{Function, arithmetic, global};
use crate::apiserver::cel::{
    cost::Cost,
    value::{Outcome, Value},
};

pub(super) const FUNCTIONS: &[Function] = &[
    global("sets.contains", 2, Cost::Sets, |_, _, args| contains(&args[0], &args[1])),
    global("sets.equivalent", 2, Cost::SetsTwice, |_, _, args| match contains(&args[0], &args[1])? {
        Value::Bool(true) => contains(&args[1], &args[0]),
        other => Ok(other),
    }),
    global("sets.intersects", 2, Cost::Sets, |_, _, args| {
        for item in args[0].expect_list()?.iter() {
            if item.is_ok_and(|item| matches!(arithmetic::contains(&args[1], &item), Ok(Value::Bool(true)))) {
                return Ok(Value::Bool(true));
            }
        }
        Ok(Value::Bool(false))
    }),
];

fn contains<'a>(list: &Value<'a>, part: &Value<'a>) -> Outcome<'a> {
    list.expect_list()?;
    for item in part.expect_list()?.iter() {
        match arithmetic::contains(list, &item?)? {
            Value::Bool(true) => {}
            other => return Ok(other),
        }
    }
    Ok(Value::Bool(true))
}
