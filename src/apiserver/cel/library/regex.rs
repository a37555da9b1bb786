//! Regular expressions: RE2, as Go has it.

use ::regex::Regex;

use super::{Function, Tools, member};
use crate::{
    apiserver::cel::{
        cost::Cost,
        value::{Fault, Outcome, Value},
    },
    crd::Pattern,
};

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        regex: true,
        guarded: false,
        ..member("matches", 2, Cost::Regex, |tools, pattern, args| {
            matching(tools, pattern, args, "", |regex, text| Value::Bool(regex.is_match(text)))
        })
    },
    Function {
        regex: true,
        guarded: false,
        ..super::global("matches", 2, Cost::Regex, |tools, pattern, args| {
            matching(tools, pattern, args, "", |regex, text| Value::Bool(regex.is_match(text)))
        })
    },
    Function {
        regex: true,
        ..member("find", 2, Cost::Regex, |tools, pattern, args| {
            matching(tools, pattern, args, "Illegal regex: ", |regex, text| {
                Value::text(regex.find(text).map_or("", |found| found.as_str()))
            })
        })
    },
    Function {
        regex: true,
        ..member("findAll", 2, Cost::Regex, |tools, pattern, args| find_all(tools, pattern, args, usize::MAX))
    },
    Function {
        regex: true,
        ..member("findAll", 3, Cost::Regex, |tools, pattern, args| {
            let most = usize::try_from(args[2].expect_int()?).unwrap_or(usize::MAX);
            find_all(tools, pattern, args, most)
        })
    },
];

fn find_all<'a>(tools: &mut Tools, pattern: Option<&Pattern>, args: &[Value<'a>], most: usize) -> Outcome<'a> {
    matching(tools, pattern, args, "Illegal regex: ", |regex, text| {
        Value::list(regex.find_iter(text).take(most).map(|found| Value::text(found.as_str())).collect())
    })
}

fn matching<'a>(
    tools: &mut Tools,
    pattern: Option<&Pattern>,
    args: &[Value<'a>],
    prefix: &str,
    run: impl FnOnce(&Regex, &str) -> Value<'a>,
) -> Outcome<'a> {
    let (text, source) = (args[0].expect_str()?, args[1].expect_str()?);
    let pattern = match pattern {
        Some(pattern) => pattern,
        None => tools.patterns.entry(source.to_owned()).or_insert_with(|| Pattern::new(source.to_owned())),
    };
    match pattern.regex() {
        Ok(regex) => Ok(run(regex, text)),
        Err(error) => Err(Fault::error(format!("{prefix}{error}"))),
    }
}
