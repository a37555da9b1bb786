//! Compiled expressions as text again, for traces.

use super::{
    program::{Call, Expr, Fold, Item, Kind},
    render::render,
    value::Value,
};

/// How tightly an operator binds; what binds less stands in brackets.
const CONDITION: u8 = 1;
const OR: u8 = 2;
const AND: u8 = 3;
const RELATION: u8 = 4;
const SUM: u8 = 5;
const PRODUCT: u8 = 6;
const UNARY: u8 = 7;
const MEMBER: u8 = 8;

/// The text of an expression; nothing for a constant and for what only the inside of a comprehension knows.
pub fn source_text(expr: &Expr) -> Option<String> {
    match &expr.kind {
        Kind::Const(_) | Kind::Append(..) | Kind::Insert(..) | Kind::InsertAll(..) => None,
        _ => write(expr, 0),
    }
}

/// Recursive as deep as the expression is nested.
fn write(expr: &Expr, outer: u8) -> Option<String> {
    let (text, own) = match &expr.kind {
        Kind::Const(value) => (literal(value), MEMBER),
        Kind::SelfValue => ("self".to_owned(), MEMBER),
        Kind::OldSelf => ("oldSelf".to_owned(), MEMBER),
        Kind::Local(_) => (expr.name.clone()?.to_string(), MEMBER),
        Kind::Select(select) => {
            let operand = write(&select.operand, MEMBER)?;
            let dot = if select.optional { ".?" } else { "." };
            let text = format!("{operand}{dot}{}", select.field);
            (if select.test { format!("has({text})") } else { text }, MEMBER)
        }
        Kind::Index(index) => {
            let optional = if index.optional { "?" } else { "" };
            (format!("{}[{optional}{}]", write(&index.operand, MEMBER)?, write(&index.index, 0)?), MEMBER)
        }
        Kind::And(terms) => (format!("{} && {}", write(&terms[0], AND)?, write(&terms[1], AND)?), AND),
        Kind::Or(terms) => (format!("{} || {}", write(&terms[0], OR)?, write(&terms[1], OR)?), OR),
        Kind::Conditional(parts) => {
            let [condition, then, otherwise] = &**parts;
            (format!("{} ? {} : {}", write(condition, OR)?, write(then, OR)?, write(otherwise, CONDITION)?), CONDITION)
        }
        Kind::OrOptional(parts) => (format!("{}.or({})", write(&parts[0], MEMBER)?, write(&parts[1], 0)?), MEMBER),
        Kind::OrValue(parts) => (format!("{}.orValue({})", write(&parts[0], MEMBER)?, write(&parts[1], 0)?), MEMBER),
        Kind::InConstant(needle, list) => (format!("{} in {}", write(needle, RELATION)?, literal(list)), RELATION),
        Kind::Call(call) => call_text(call)?,
        Kind::List(items) => (format!("[{}]", items.iter().map(item_text).collect::<Option<Vec<_>>>()?.join(", ")), MEMBER),
        Kind::Map(entries) => {
            let entries = entries.iter().map(|entry| {
                let optional = if entry.optional { "?" } else { "" };
                Some(format!("{optional}{}: {}", write(&entry.key, 0)?, write(&entry.value, 0)?))
            });
            (format!("{{{}}}", entries.collect::<Option<Vec<_>>>()?.join(", ")), MEMBER)
        }
        Kind::Fold(fold) => (fold_text(fold)?, MEMBER),
        Kind::Append(..) | Kind::Insert(..) | Kind::InsertAll(..) => return None,
    };
    Some(if own < outer { format!("({text})") } else { text })
}

fn literal(value: &Value<'_>) -> String {
    render(value)
}

fn item_text(item: &Item) -> Option<String> {
    let text = write(&item.value, 0)?;
    Some(if item.optional { format!("?{text}") } else { text })
}

fn call_text(call: &Call) -> Option<(String, u8)> {
    let operators = [
        ("_==_", "==", RELATION),
        ("_!=_", "!=", RELATION),
        ("_<_", "<", RELATION),
        ("_<=_", "<=", RELATION),
        ("_>_", ">", RELATION),
        ("_>=_", ">=", RELATION),
        ("@in", "in", RELATION),
        ("_+_", "+", SUM),
        ("_-_", "-", SUM),
        ("_*_", "*", PRODUCT),
        ("_/_", "/", PRODUCT),
        ("_%_", "%", PRODUCT),
    ];
    let name = call.function.name;
    if let ([a, b], Some((_, symbol, level))) = (call.args.as_slice(), operators.iter().find(|(operator, ..)| *operator == name))
    {
        return Some((format!("{} {symbol} {}", write(a, *level)?, write(b, level + 1)?), *level));
    }
    if let ([operand], "!_" | "-_") = (call.args.as_slice(), name) {
        return Some((format!("{}{}", &name[..1], write(operand, UNARY)?), UNARY));
    }
    if name.starts_with('@') || name.starts_with("cel.@") {
        return None;
    }
    let (target, args) = if call.function.member {
        call.args.split_first().map(|(target, args)| (Some(target), args))?
    } else {
        (None, call.args.as_slice())
    };
    let args = args.iter().map(|arg| write(arg, 0)).collect::<Option<Vec<_>>>()?.join(", ");
    let text = match target {
        Some(target) => format!("{}.{name}({args})", write(target, MEMBER)?),
        None => format!("{name}({args})"),
    };
    Some((text, MEMBER))
}

/// A comprehension as the macro that it was.
fn fold_text(fold: &Fold) -> Option<String> {
    let range = write(&fold.range, MEMBER)?;
    let names = fold.names.join(", ");
    let is_accumulator = |expr: &Expr| matches!(expr.kind, Kind::Local(local) if local == fold.accumulator);
    let (filter, step) = match &fold.step.kind {
        Kind::Conditional(parts) if is_accumulator(&parts[2]) => (Some(&parts[0]), &parts[1]),
        _ => (None, &fold.step),
    };
    let filter_text = |filter: Option<&Expr>| match filter {
        Some(filter) => write(filter, 0).map(|text| format!("{text}, ")),
        None => Some(String::new()),
    };
    match (&step.kind, filter) {
        (Kind::And(terms), None) if is_accumulator(&terms[0]) => Some(format!("{range}.all({names}, {})", write(&terms[1], 0)?)),
        (Kind::Or(terms), None) if is_accumulator(&terms[0]) => {
            Some(format!("{range}.exists({names}, {})", write(&terms[1], 0)?))
        }
        (Kind::Call(call), Some(filter)) if call.function.name == "_+_" => {
            Some(format!("{range}.exists_one({names}, {})", write(filter, 0)?))
        }
        (Kind::Append(_, item), filter) => match (&item.value.kind, filter, fold.second) {
            (Kind::Local(local), Some(filter), None) if *local == fold.variable => {
                Some(format!("{range}.filter({names}, {})", write(filter, 0)?))
            }
            (_, filter, None) => Some(format!("{range}.map({names}, {}{})", filter_text(filter)?, item_text(item)?)),
            (_, filter, Some(_)) => Some(format!("{range}.transformList({names}, {}{})", filter_text(filter)?, item_text(item)?)),
        },
        (Kind::Insert(_, entry), filter) => {
            Some(format!("{range}.transformMap({names}, {}{})", filter_text(filter)?, write(&entry[1], 0)?))
        }
        (Kind::InsertAll(_, entries), filter) => {
            Some(format!("{range}.transformMapEntry({names}, {}{})", filter_text(filter)?, write(entries, 0)?))
        }
        _ => None,
    }
}
