//! The parts of timestamps and durations.

use super::{Function, member};
use crate::apiserver::cel::{
    cost::Cost,
    timestamp::{Civil, Timestamp},
    value::{Fault, Outcome, Value},
};

type Part = fn(&Civil, u32) -> i64;

const YEAR: Part = |civil, _| civil.year;
const MONTH: Part = |civil, _| civil.month - 1;
const DAY_OF_YEAR: Part = |civil, _| civil.day_of_year;
const DAY_OF_MONTH: Part = |civil, _| civil.day - 1;
const DATE: Part = |civil, _| civil.day;
const DAY_OF_WEEK: Part = |civil, _| civil.day_of_week;
const HOURS: Part = |civil, _| civil.second_of_day / 3600;
const MINUTES: Part = |civil, _| civil.second_of_day / 60 % 60;
const SECONDS: Part = |civil, _| civil.second_of_day % 60;
const MILLISECONDS: Part = |_, nanos| i64::from(nanos / 1_000_000);

const MINUTE: i64 = 60_000_000_000;

pub(super) const FUNCTIONS: &[Function] = &[
    member("getFullYear", 1, Cost::Unit, |_, _, args| part("getFullYear", args, YEAR)),
    member("getFullYear", 2, Cost::Unit, |_, _, args| part("getFullYear", args, YEAR)),
    member("getMonth", 1, Cost::Unit, |_, _, args| part("getMonth", args, MONTH)),
    member("getMonth", 2, Cost::Unit, |_, _, args| part("getMonth", args, MONTH)),
    member("getDayOfYear", 1, Cost::Unit, |_, _, args| part("getDayOfYear", args, DAY_OF_YEAR)),
    member("getDayOfYear", 2, Cost::Unit, |_, _, args| part("getDayOfYear", args, DAY_OF_YEAR)),
    member("getDayOfMonth", 1, Cost::Unit, |_, _, args| part("getDayOfMonth", args, DAY_OF_MONTH)),
    member("getDayOfMonth", 2, Cost::Unit, |_, _, args| part("getDayOfMonth", args, DAY_OF_MONTH)),
    member("getDate", 1, Cost::Unit, |_, _, args| part("getDate", args, DATE)),
    member("getDate", 2, Cost::Unit, |_, _, args| part("getDate", args, DATE)),
    member("getDayOfWeek", 1, Cost::Unit, |_, _, args| part("getDayOfWeek", args, DAY_OF_WEEK)),
    member("getDayOfWeek", 2, Cost::Unit, |_, _, args| part("getDayOfWeek", args, DAY_OF_WEEK)),
    member("getHours", 1, Cost::Unit, |_, _, args| match &args[0] {
        Value::Duration(nanos) => Ok(Value::Int(nanos / (60 * MINUTE))),
        _ => part("getHours", args, HOURS),
    }),
    member("getHours", 2, Cost::Unit, |_, _, args| part("getHours", args, HOURS)),
    member("getMinutes", 1, Cost::Unit, |_, _, args| match &args[0] {
        Value::Duration(nanos) => Ok(Value::Int(nanos / MINUTE)),
        _ => part("getMinutes", args, MINUTES),
    }),
    member("getMinutes", 2, Cost::Unit, |_, _, args| part("getMinutes", args, MINUTES)),
    member("getSeconds", 1, Cost::Unit, |_, _, args| match &args[0] {
        Value::Duration(nanos) => Ok(Value::Int(nanos / 1_000_000_000)),
        _ => part("getSeconds", args, SECONDS),
    }),
    member("getSeconds", 2, Cost::Unit, |_, _, args| part("getSeconds", args, SECONDS)),
    member("getMilliseconds", 1, Cost::Unit, |_, _, args| match &args[0] {
        Value::Duration(nanos) => Ok(Value::Int(nanos / 1_000_000)),
        _ => part("getMilliseconds", args, MILLISECONDS),
    }),
    member("getMilliseconds", 2, Cost::Unit, |_, _, args| part("getMilliseconds", args, MILLISECONDS)),
];

/// A part of a timestamp, in UTC or in the zone that is given.
fn part<'a>(name: &str, args: &[Value<'a>], part: Part) -> Outcome<'a> {
    let Value::Timestamp(time) = &args[0] else {
        let types: Vec<&str> = args.iter().map(Value::type_name).collect();
        return Err(Fault::error(format!("no such overload: {name}({})", types.join(", "))));
    };
    let offset = match args.get(1) {
        None => 0,
        Some(zone) => zone_offset(zone.expect_str()?)?,
    };
    let local = Timestamp { offset, ..*time };
    Ok(Value::Int(part(&local.civil(), time.nanos)))
}

/// Seconds east of UTC of `+02:00`, `UTC` or the empty name.
fn zone_offset(zone: &str) -> Result<i32, Fault> {
    let Some((hours, minutes)) = zone.split_once(':') else {
        return match zone {
            "" | "UTC" => Ok(0),
            other => Err(Fault::error(format!("unknown time zone {other}"))),
        };
    };
    let number = |text: &str| {
        let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
        let valid = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let invalid = || Fault::error(format!("strconv.Atoi: parsing {}: invalid syntax", crate::yaml::go::quote(text)));
        if valid { text.parse::<i32>().map_err(|_| invalid()) } else { Err(invalid()) }
    };
    let (hours, minutes) = (number(hours)?, number(minutes)?);
    let total = if zone.starts_with('-') { hours * 60 - minutes } else { hours * 60 + minutes };
    Ok(total.saturating_mul(60))
}
