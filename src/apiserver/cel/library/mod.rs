//! The functions and operators that rules may call: those of CEL, cel-go's extensions and the libraries of Kubernetes.

mod arithmetic;
pub mod cidr;
mod conversion;
pub mod format;
mod format_text;
pub mod ip;
mod lists;
mod optional;
mod quantity;
mod regex;
pub mod semver;
mod sets;
mod strings;
mod time;
pub mod url;

use std::{collections::HashMap, sync::LazyLock};

use super::{cost::Cost, value::Outcome, value::Value};
use crate::crd::Pattern;

/// What functions share during an evaluation.
#[derive(Debug, Default)]
pub struct Tools {
    /// Regular expressions that the expression made.
    patterns: HashMap<String, Pattern>,
    /// The cost that may still be spent.
    pub left: u64,
    /// The cost of a call that was not made, since it costs more than is left.
    pub needed: u64,
}

/// The body of a function.
pub type Run = for<'a> fn(&mut Tools, Option<&Pattern>, &[Value<'a>]) -> Outcome<'a>;

/// A function: a name, a number of arguments and what to do with them. What overloads differ in is decided by the arguments.
#[derive(Debug)]
pub struct Function {
    /// Its name; operators have those of cel-go (`_+_`).
    pub name: &'static str,
    /// It is called on its first argument.
    pub member: bool,
    /// How many arguments it has, the target counted.
    pub arity: usize,
    /// The body.
    pub run: Run,
    /// What a call costs.
    pub cost: Cost,
    /// A call with a constant is computed when the expression is compiled.
    pub converts: bool,
    /// The second argument is a regular expression.
    pub regex: bool,
    /// An error as argument makes the call true.
    pub lenient: bool,
    /// Wrong types of arguments are told with the name of the function and the types.
    pub guarded: bool,
}

const fn define(name: &'static str, member: bool, arity: usize, cost: Cost, run: Run) -> Function {
    Function { name, member, arity, run, cost, converts: false, regex: false, lenient: false, guarded: true }
}

/// A function that leaves it to its arguments to say that they are of a wrong type.
const fn open(function: Function) -> Function {
    Function { guarded: false, ..function }
}

/// A function that is called by its name alone.
const fn global(name: &'static str, arity: usize, cost: Cost, run: Run) -> Function {
    define(name, false, arity, cost, run)
}

/// A function that is called on a value.
const fn member(name: &'static str, arity: usize, cost: Cost, run: Run) -> Function {
    define(name, true, arity, cost, run)
}

static BY_NAME: LazyLock<HashMap<(&'static str, bool, usize), &'static Function>> = LazyLock::new(|| {
    let libraries: [&'static [Function]; 14] = [
        arithmetic::FUNCTIONS,
        conversion::FUNCTIONS,
        strings::FUNCTIONS,
        regex::FUNCTIONS,
        lists::FUNCTIONS,
        sets::FUNCTIONS,
        optional::FUNCTIONS,
        time::FUNCTIONS,
        url::FUNCTIONS,
        ip::FUNCTIONS,
        cidr::FUNCTIONS,
        quantity::FUNCTIONS,
        semver::FUNCTIONS,
        format::FUNCTIONS,
    ];
    libraries.into_iter().flatten().map(|function| ((function.name, function.member, function.arity), function)).collect()
});

/// The function `name` with `arity` arguments, the target counted.
pub fn find(name: &str, member: bool, arity: usize) -> Option<&'static Function> {
    BY_NAME.get(&(name, member, arity)).copied()
}
