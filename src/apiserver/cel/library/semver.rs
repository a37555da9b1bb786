//! Semantic versions, read and worded as `blang/semver` does.

use std::{cmp::Ordering, fmt, sync::Arc};

use super::{Function, global, member};
use crate::{
    apiserver::cel::{
        cost::Cost,
        value::{Fault, Outcome, Value},
    },
    yaml::go::quote,
};

/// A semantic version; what was said of the build does not count.
#[derive(Debug, Clone)]
pub struct Semver {
    numbers: [u64; 3],
    prerelease: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Number(u64),
    Word(String),
}

pub(super) const FUNCTIONS: &[Function] = &[
    global("semver", 1, Cost::Traverse, |_, _, args| made(args[0].expect_str()?, false)),
    global("semver", 2, Cost::Traverse, |_, _, args| made(args[0].expect_str()?, normalize(&args[1])?)),
    global("isSemver", 1, Cost::Traverse, |_, _, args| Ok(Value::Bool(Semver::parse(args[0].expect_str()?).is_ok()))),
    global("isSemver", 2, Cost::Traverse, |_, _, args| {
        Ok(Value::Bool(made(args[0].expect_str()?, normalize(&args[1])?).is_ok()))
    }),
    member("major", 1, Cost::Unit, |_, _, args| number(args, 0)),
    member("minor", 1, Cost::Unit, |_, _, args| number(args, 1)),
    member("patch", 1, Cost::Unit, |_, _, args| number(args, 2)),
];

fn normalize(value: &Value<'_>) -> Result<bool, Fault> {
    match value {
        Value::Bool(value) => Ok(*value),
        _ => Err(Fault::no_such_overload()),
    }
}

fn number<'a>(args: &[Value<'a>], index: usize) -> Outcome<'a> {
    match &args[0] {
        Value::Semver(version) => Ok(Value::Int(version.numbers[index] as i64)),
        _ => Err(Fault::no_such_overload()),
    }
}

fn made<'a>(text: &str, normalize: bool) -> Outcome<'a> {
    let version = if normalize { Semver::parse(&normalized(text)?) } else { Semver::parse(text) };
    version.map(|version| Value::Semver(Arc::new(version))).map_err(Fault::error)
}

/// The text without a `v`, without leading zeros and with three numbers.
fn normalized(text: &str) -> Result<String, Fault> {
    let text = text.strip_prefix('v').unwrap_or(text);
    let mut parts: Vec<String> = text.splitn(3, '.').map(str::to_owned).collect();
    for part in &mut parts {
        if part.len() > 1 {
            let trimmed = part.trim_start_matches('0');
            *part = if trimmed.starts_with(|first: char| first.is_ascii_digit()) {
                trimmed.to_owned()
            } else {
                format!("0{trimmed}")
            };
        }
    }
    if parts.len() < 3 {
        if parts.last().is_some_and(|last| last.contains(['+', '-'])) {
            return Err(Fault::error("short version cannot contain PreRelease/Build meta data"));
        }
        parts.resize(3, "0".to_owned());
    }
    Ok(parts.join("."))
}

impl Semver {
    /// Reads a version.
    ///
    /// # Errors
    ///
    /// It is none; the words are those of the library.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Err("Version string empty".to_owned());
        }
        let parts: Vec<&str> = text.splitn(3, '.').collect();
        let [major, minor, rest] = parts[..] else { return Err("No Major.Minor.Patch elements found".to_owned()) };
        let major = numeral(major, "major number", "Major number")?;
        let minor = numeral(minor, "minor number", "Minor number")?;
        let (rest, build) = split(rest, '+');
        let (patch, prerelease) = split(rest, '-');
        let patch = numeral(patch, "patch number", "Patch number")?;
        let prerelease = prerelease.map(|text| text.split('.').map(Part::parse).collect::<Result<Vec<_>, _>>()).transpose()?;
        for word in build.into_iter().flat_map(|text| text.split('.')) {
            if word.is_empty() {
                return Err("Build meta data is empty".to_owned());
            }
            if !is_word(word) {
                return Err(format!("Invalid character(s) found in build meta data {}", quote(word)));
            }
        }
        Ok(Self { numbers: [major, minor, patch], prerelease: prerelease.unwrap_or_default() })
    }

    /// The order of two versions; one before a release is less than the release.
    pub fn compare(&self, other: &Self) -> Ordering {
        let numbers = self.numbers.cmp(&other.numbers);
        numbers.then_with(|| match (self.prerelease.is_empty(), other.prerelease.is_empty()) {
            (true, false) => Ordering::Greater,
            (false, true) => Ordering::Less,
            _ => self.prerelease.cmp(&other.prerelease),
        })
    }
}

impl fmt::Display for Semver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [major, minor, patch] = self.numbers;
        write!(f, "{major}.{minor}.{patch}")?;
        for (index, part) in self.prerelease.iter().enumerate() {
            f.write_str(if index == 0 { "-" } else { "." })?;
            match part {
                Part::Number(number) => write!(f, "{number}")?,
                Part::Word(word) => f.write_str(word)?,
            }
        }
        Ok(())
    }
}

impl Part {
    fn parse(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Err("Prerelease is empty".to_owned());
        }
        if text.bytes().all(|byte| byte.is_ascii_digit()) {
            if text.len() > 1 && text.starts_with('0') {
                return Err(format!("Numeric PreRelease version must not contain leading zeroes {}", quote(text)));
            }
            return parse_uint(text).map(Self::Number);
        }
        if is_word(text) {
            Ok(Self::Word(text.to_owned()))
        } else {
            Err(format!("Invalid character(s) found in prerelease {}", quote(text)))
        }
    }
}

fn split(text: &str, separator: char) -> (&str, Option<&str>) {
    text.split_once(separator).map_or((text, None), |(before, after)| (before, Some(after)))
}

fn is_word(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

fn numeral(text: &str, name: &str, title: &str) -> Result<u64, String> {
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("Invalid character(s) found in {name} {}", quote(text)));
    }
    if text.len() > 1 && text.starts_with('0') {
        return Err(format!("{title} must not contain leading zeroes {}", quote(text)));
    }
    parse_uint(text)
}

/// `strconv.ParseUint` of digits.
fn parse_uint(text: &str) -> Result<u64, String> {
    let problem = if text.is_empty() { "invalid syntax" } else { "value out of range" };
    text.parse().map_err(|_| format!("strconv.ParseUint: parsing {}: {problem}", quote(text)))
}
