//! Which functions an expression may call, and with what.

use std::{
    collections::HashMap,
    sync::{Arc, LazyLock, OnceLock},
};

use super::{Environment, declare_table::OVERLOADS, types::Type};

/// One way to call a function.
#[derive(Debug)]
pub(super) struct Overload {
    /// The id (`size_string`).
    pub(super) id: &'static str,
    /// The release that added it.
    since: u8,
    /// Whether it is called on a value, which is then the first of `args`.
    pub(super) member: bool,
    /// Parameters are [`Type::Var`], numbered from 0.
    pub(super) args: Vec<Type>,
    pub(super) result: Type,
    /// How many parameters there are.
    pub(super) parameters: u32,
}

/// A function and all ways to call it, those of newer releases among them.
#[derive(Debug)]
pub(super) struct Function {
    pub(super) name: &'static str,
    since: u8,
    lines: Vec<(u8, &'static str)>,
    overloads: OnceLock<Vec<Overload>>,
}

impl Function {
    /// The overloads that `environment` has.
    pub(super) fn overloads(&self, environment: Environment) -> impl Iterator<Item = &Overload> {
        let parse = || self.lines.iter().filter_map(|(since, line)| overload(*since, line)).collect();
        self.overloads.get_or_init(parse).iter().filter(move |overload| environment.at_least(overload.since))
    }
}

static FUNCTIONS: LazyLock<HashMap<&'static str, Function>> = LazyLock::new(|| {
    let mut functions: HashMap<_, Function> = HashMap::new();
    for (since, lines) in OVERLOADS {
        for line in lines.lines() {
            let Some((name, rest)) = line.split_once(' ') else { continue };
            let new = || Function { name, since, lines: Vec::new(), overloads: OnceLock::new() };
            functions.entry(name).or_insert_with(new).lines.push((since, rest));
        }
    }
    functions
});

/// The function `name` when `environment` has it.
pub(super) fn function(name: &str, environment: Environment) -> Option<&'static Function> {
    FUNCTIONS.get(name).filter(|function| environment.at_least(function.since))
}

/// The type of the name `name` when it is one that every expression knows.
pub(super) fn identifier(name: &str, environment: Environment) -> Option<Type> {
    let of = match name {
        "bool" => Type::Bool,
        "bytes" => Type::Bytes,
        "double" => Type::Double,
        "google.protobuf.Duration" => Type::Duration,
        "google.protobuf.Timestamp" => Type::Timestamp,
        "int" => Type::Int,
        "uint" => Type::Uint,
        "string" => Type::String,
        "null_type" => Type::Null,
        "list" => Type::list(Type::Param('A')),
        "map" => Type::map(Type::Param('A'), Type::Param('B')),
        "type" => Type::Type(None),
        "optional_type" => Type::optional(Type::Param('V')),
        "net.IP" | "net.CIDR" if environment.at_least(30) => Type::Opaque(name.into(), Vec::new()),
        _ => return None,
    };
    Some(Type::Type(Some(Arc::new(of))))
}

/// Reads `id types`.
fn overload(since: u8, line: &'static str) -> Option<Overload> {
    let (id, signature) = line.split_once(' ')?;
    let (before, result) = signature.rsplit_once(" -> ")?;
    // The arguments stand in the last parentheses; what is called on a value has that before them, with a point.
    let open = if before.starts_with('(') { 0 } else { before.find(".(")? + 1 };
    let mut types = Reader { names: Vec::new() };
    let mut args = Vec::new();
    if open > 0 {
        args.push(types.read(&before[..open - 1])?);
    }
    let inner = before.get(open + 1..before.len() - 1)?;
    for part in split(inner) {
        args.push(types.read(part)?);
    }
    let result = types.read(result)?;
    let parameters = u32::try_from(types.names.len()).unwrap_or_default();
    Some(Overload { id, since, member: open > 0, args, result, parameters })
}

/// Reads types; a capital letter is a parameter.
struct Reader {
    names: Vec<char>,
}

impl Reader {
    fn read(&mut self, text: &str) -> Option<Type> {
        if let Some((name, rest)) = text.split_once('(') {
            let mut parameters =
                split(rest.strip_suffix(')')?).map(|part| self.read(part)).collect::<Option<Vec<_>>>()?.into_iter();
            return Some(match name {
                "list" => Type::list(parameters.next()?),
                "map" => Type::map(parameters.next()?, parameters.next()?),
                "type" => Type::Type(Some(Arc::new(parameters.next()?))),
                _ => Type::Opaque(name.into(), parameters.collect()),
            });
        }
        Some(match text {
            "bool" => Type::Bool,
            "int" => Type::Int,
            "uint" => Type::Uint,
            "double" => Type::Double,
            "string" => Type::String,
            "bytes" => Type::Bytes,
            "duration" => Type::Duration,
            "timestamp" => Type::Timestamp,
            "dyn" => Type::Dyn,
            _ if text.starts_with("net.") => Type::Opaque(text.into(), Vec::new()),
            _ if text.len() == 1 => self.parameter(text.chars().next()?),
            _ => Type::Object(text.into()),
        })
    }

    fn parameter(&mut self, name: char) -> Type {
        let index = self.names.iter().position(|other| *other == name).unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        });
        Type::Var(u32::try_from(index).unwrap_or_default())
    }
}

/// The parts between the commas that stand in no parentheses.
fn split(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    text.split(move |character| {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        character == ',' && depth == 0
    })
    .map(str::trim)
    .filter(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_an_overload() {
        let mut count = 0;
        for (since, lines) in OVERLOADS {
            for line in lines.lines() {
                let (_, rest) = line.split_once(' ').unwrap();
                let read = overload(since, rest).unwrap_or_else(|| panic!("{line}"));
                assert!(rest.starts_with(read.id));
                count += 1;
            }
        }
        assert_eq!(count, 345);
    }

    #[test]
    fn signatures_are_read() {
        let environment = Environment::new_rules(crate::apiserver::KubeVersion::NEWEST);
        let get = |name| function(name, environment).unwrap().overloads(environment).collect::<Vec<_>>();
        let index = get("_[_]");
        assert_eq!(index.iter().map(|one| one.id).collect::<Vec<_>>()[..2], ["index_list", "index_map"]);
        assert_eq!(index[1].args, [Type::map(Type::Var(0), Type::Var(1)), Type::Var(0)]);
        assert_eq!((&index[1].result, index[1].parameters), (&Type::Var(1), 2));
        let slice = get("slice");
        assert_eq!((slice[0].member, slice[0].args.len()), (true, 3));
        assert!(function("slice", Environment::new_rules(crate::apiserver::KubeVersion::OLDEST)).is_none());
        assert_eq!(get("string").len(), 10);
    }
}
