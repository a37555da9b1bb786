//! `format` of the `strings` extension: clauses like those of `printf`, numbers in the English of the United States.

use super::conversion;
use crate::{
    apiserver::cel::{
        list::List,
        value::{Fault, Outcome, Value},
    },
    yaml::go,
};

/// No text is made wider than this.
const MOST_WIDTH: usize = 100_000;

/// Digits behind the point when the clause does not say.
const PRECISION: usize = 6;

/// `text.format(args)`.
pub(super) fn format<'a>(text: &str, args: &List<'a>) -> Outcome<'a> {
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    let mut index = 0;
    while let Some(at) = rest.find('%') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix('%') {
            out.push('%');
            rest = after;
            continue;
        }
        if index >= args.len() {
            return Err(Fault::error(format!("index {index} out of range")));
        }
        let arg = args.get(index)?;
        if rest.is_empty() {
            return Err(Fault::error("unexpected end of string"));
        }
        let (clause, after) =
            Clause::parse(rest).map_err(|error| Fault::error(format!("could not parse formatting clause: {error}")))?;
        let part = clause.apply(&arg).map_err(|error| Fault::error(format!("error during formatting: {error}")))?;
        out.push_str(&part);
        rest = after;
        index += 1;
    }
    out.push_str(rest);
    Ok(Value::text(out))
}

/// What stands behind a percent sign.
struct Clause {
    verb: char,
    precision: usize,
}

impl Clause {
    fn parse(text: &str) -> Result<(Self, &str), String> {
        let mut rest = text;
        let mut precision = PRECISION;
        if let Some(after) = text.strip_prefix('.') {
            let digits = after.bytes().take_while(u8::is_ascii_digit).count();
            let (number, after) = after.split_at(digits);
            if after.is_empty() {
                return Err("error while parsing precision: could not find end of precision specifier".to_owned());
            }
            precision = number.parse::<usize>().map(|digits| digits.min(MOST_WIDTH)).map_err(|_| {
                let problem = if number.is_empty() { "invalid syntax" } else { "value out of range" };
                format!(
                    "error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing {}: {problem}",
                    go::quote(number)
                )
            })?;
            rest = after;
        }
        let mut characters = rest.chars();
        match characters.next() {
            Some(verb @ ('s' | 'd' | 'f' | 'e' | 'b' | 'x' | 'X' | 'o')) => Ok((Self { verb, precision }, characters.as_str())),
            // cel-go reads one byte.
            other => Err(format!(
                "unrecognized formatting clause \"{}\"",
                other.map_or(' ', |verb| if verb.is_ascii() { verb } else { char::from(rest.as_bytes()[0]) })
            )),
        }
    }

    fn apply(&self, value: &Value<'_>) -> Result<String, String> {
        match (self.verb, value) {
            ('s', value) => text(value),
            ('d', Value::Int(_) | Value::UInt(_)) => Ok(value.to_string()),
            ('d', _) => Err(format!("decimal clause can only be used on integers, was given {}", value.type_name())),
            ('f', value) => match number(value) {
                Some(number) => Ok(fixed(number, self.precision)),
                None => Err(format!("fixed-point clause can only be used on doubles, was given {}", value.type_name())),
            },
            ('e', value) => match number(value) {
                Some(number) => Ok(scientific(number, self.precision)),
                None => Err(format!("scientific clause can only be used on doubles, was given {}", value.type_name())),
            },
            ('b', Value::Int(value)) => Ok(signed(*value, |value| format!("{value:b}"))),
            ('b', Value::UInt(value)) => Ok(format!("{value:b}")),
            ('b', Value::Bool(value)) => Ok(if *value { "1" } else { "0" }.to_owned()),
            ('b', _) => Err(format!("only integers and bools can be formatted as binary, was given {}", value.type_name())),
            ('o', Value::Int(value)) => Ok(signed(*value, |value| format!("{value:o}"))),
            ('o', Value::UInt(value)) => Ok(format!("{value:o}")),
            ('o', _) => Err(format!("octal clause can only be used on integers, was given {}", value.type_name())),
            (verb, value) => hexadecimal(value, verb == 'X'),
        }
    }
}

fn signed(value: i64, digits: impl Fn(u64) -> String) -> String {
    let sign = if value < 0 { "-" } else { "" };
    format!("{sign}{}", digits(value.unsigned_abs()))
}

fn hexadecimal(value: &Value<'_>, upper: bool) -> Result<String, String> {
    let bytes = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let digits = match value {
        Value::String(text) => bytes(text.as_bytes()),
        Value::Bytes(data) => bytes(data),
        Value::Int(value) => signed(*value, |value| format!("{value:x}")),
        Value::UInt(value) => format!("{value:x}"),
        other => {
            return Err(format!(
                "only integers, byte buffers, and strings can be formatted as hex, was given {}",
                other.type_name()
            ));
        }
    };
    Ok(if upper { digits.to_ascii_uppercase() } else { digits })
}

/// A double, or the name of one that is none of the usual.
fn number(value: &Value<'_>) -> Option<f64> {
    match value {
        Value::Double(value) => Some(*value),
        Value::String(text) => match &**text {
            "NaN" => Some(f64::NAN),
            "Infinity" => Some(f64::INFINITY),
            "-Infinity" => Some(f64::NEG_INFINITY),
            _ => None,
        },
        _ => None,
    }
}

fn special(value: f64) -> Option<String> {
    if value.is_nan() {
        return Some("NaN".to_owned());
    }
    value.is_infinite().then(|| if value < 0.0 { "-∞" } else { "∞" }.to_owned())
}

/// With commas between thousands.
fn fixed(value: f64, precision: usize) -> String {
    if let Some(text) = special(value) {
        return text;
    }
    // Zero has no sign here.
    let plain = format!("{:.precision$}", if value == 0.0 { 0.0 } else { value });
    let (sign, digits) = plain.strip_prefix('-').map_or(("", plain.as_str()), |digits| ("-", digits));
    let (whole, fraction) = digits.split_once('.').map_or((digits, None), |(whole, fraction)| (whole, Some(fraction)));
    let mut out = sign.to_owned();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    if let Some(fraction) = fraction {
        out.push('.');
        out.push_str(fraction);
    }
    out
}

/// With a power of ten in raised digits. What the clause gives as precision is the least width of the text.
fn scientific(value: f64, width: usize) -> String {
    let text = power_of_ten(value);
    let missing = width.min(MOST_WIDTH).saturating_sub(text.chars().count());
    format!("{}{text}", " ".repeat(missing))
}

fn power_of_ten(value: f64) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    if let Some(text) = special(value) {
        return text;
    }
    let plain = format!("{value:.PRECISION$e}");
    let (mantissa, exponent) = plain.split_once('e').unwrap_or((&plain, "0"));
    let (sign, exponent) = exponent.strip_prefix('-').map_or(("", exponent), |digits| ("⁻", digits));
    let exponent = if exponent.len() < 2 { format!("0{exponent}") } else { exponent.to_owned() };
    let raised: String = exponent.bytes().map(|digit| RAISED[usize::from(digit - b'0') % 10]).collect();
    format!("{mantissa}×10{sign}{raised}")
}

/// The `s` clause.
fn text(value: &Value<'_>) -> Result<String, String> {
    match value {
        Value::List(_) | Value::Map(_) => literal(value),
        Value::Null => Ok("null".to_owned()),
        Value::Type(name) => Ok((*name).to_owned()),
        Value::Int(_)
        | Value::UInt(_)
        | Value::Double(_)
        | Value::Bool(_)
        | Value::String(_)
        | Value::Timestamp(_)
        | Value::Bytes(_)
        | Value::Duration(_) => match conversion::to_string(value) {
            Ok(Value::String(text)) => Ok(text.to_string()),
            Ok(other) => Err(format!("could not convert argument {other} to string")),
            Err(fault) => Err(format!("could not convert argument {} to string", go::quote(&fault.to_string()))),
        },
        other => Err(format!(
            "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was \
             given {}",
            other.type_name()
        )),
    }
}

/// A value as a literal of CEL. Recursive as deep as it is nested.
fn literal(value: &Value<'_>) -> Result<String, String> {
    Ok(match value {
        Value::String(text) => go::quote(text),
        Value::Bytes(_) => format!("b{}", go::quote(&text(value)?)),
        Value::Double(value) if !value.is_finite() => go::quote(&go::float64(*value)),
        Value::Double(value) => format!("{value:.PRECISION$}"),
        Value::Timestamp(time) => format!("timestamp({})", go::quote(&time.to_string())),
        Value::Duration(_) => format!("duration({})", go::quote(&text(value)?)),
        Value::List(list) => {
            let items = list.iter().map(|item| literal(&item.map_err(|fault| fault.to_string())?));
            format!("[{}]", items.collect::<Result<Vec<_>, _>>()?.join(", "))
        }
        Value::Map(map) => {
            let mut entries = Vec::with_capacity(map.len());
            for key in map.keys() {
                if !matches!(key, Value::String(_) | Value::Bool(_) | Value::Int(_) | Value::UInt(_)) {
                    return Err(format!("no formatting function for map key of type {}", key.type_name()));
                }
                let item = map.get(&key).map_err(|fault| fault.to_string())?;
                entries.push((literal(&key)?, literal(&item)?));
            }
            entries.sort_by(|(a, _), (b, _)| a.cmp(b));
            let entries: Vec<String> = entries.into_iter().map(|(key, value)| format!("{key}:{value}")).collect();
            format!("{{{}}}", entries.join(", "))
        }
        Value::Optional(_)
        | Value::Ip(_)
        | Value::Cidr(_)
        | Value::Url(_)
        | Value::Quantity(_)
        | Value::Semver(_)
        | Value::Format(_) => {
            return Err(format!("no formatting function for {}", value.type_name()));
        }
        other => text(other)?,
    })
}
