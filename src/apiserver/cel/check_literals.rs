//! What the compiler of Kubernetes demands of literals once the types are right.
//!
//! Source: `cel/validator.go` and `ext/formatting.go` of cel-go, in the order in which apiserver adds them.

use cel::common::ast::{CallExpr, EntryExpr, Expr, IdedExpr, LiteralValue};

use super::{
    check::Checked,
    compile_constant,
    parse_error::{Issue, place},
    types::Type,
    walk::children,
};
use crate::crd::Pattern;

/// What is wrong with the literals of `checked`.
pub(super) fn issues(source: &str, checked: &Checked) -> Vec<Issue> {
    let mut walk = Walk { source, checked, issues: Vec::new() };
    for rule in [Walk::argument, Walk::homogeneous, Walk::format] {
        walk.each(&checked.expr, false, rule);
    }
    walk.issues
}

struct Walk<'c> {
    source: &'c str,
    checked: &'c Checked,
    issues: Vec<Issue>,
}

/// Looks at one node; `exempt` tells that it lies in a call of `format`.
type Rule<'c> = fn(&mut Walk<'c>, &IdedExpr, bool);

impl<'c> Walk<'c> {
    /// Calls `rule` for `node` and all nodes in it, as deep as they are nested.
    fn each(&mut self, node: &IdedExpr, exempt: bool, rule: Rule<'c>) {
        rule(self, node, exempt);
        let exempt = exempt || matches!(&node.expr, Expr::Call(call) if call.func_name == "format");
        for inner in children(node) {
            self.each(inner, exempt, rule);
        }
    }

    /// The first argument of functions that read a text which is known already.
    fn argument(&mut self, node: &IdedExpr, _: bool) {
        let Expr::Call(CallExpr { func_name, args, .. }) = &node.expr else { return };
        let Some(IdedExpr { id, expr: Expr::Literal(value) }) = args.first() else { return };
        let valid = match (func_name.as_str(), value) {
            ("matches", LiteralValue::String(pattern)) => Pattern::syntax_error(pattern.inner()).is_none(),
            ("duration" | "timestamp", value) => compile_constant::conversion_fault(func_name, value).is_none(),
            _ => true,
        };
        if !valid {
            self.report(*id, format!("invalid {func_name} argument"));
        }
    }

    /// All elements of a list, all keys and all values of a map must be of one type.
    fn homogeneous(&mut self, node: &IdedExpr, exempt: bool) {
        if exempt {
            return;
        }
        match &node.expr {
            Expr::List(list) => {
                let mut first = None;
                for (index, element) in list.elements.iter().enumerate() {
                    let of = self.element(element.id, list.optional_indices.contains(&index));
                    let wanted = first.get_or_insert_with(|| of.clone());
                    if *wanted != of {
                        let message = format!("expected type '{wanted}' but found '{of}'");
                        return self.report(element.id, message);
                    }
                }
            }
            Expr::Map(map) => {
                let mut first = None;
                for entry in &map.entries {
                    let EntryExpr::MapEntry(entry) = &entry.expr else { continue };
                    let (key, value) = (self.element(entry.key.id, false), self.element(entry.value.id, entry.optional));
                    let (wanted_key, wanted) = first.get_or_insert_with(|| (key.clone(), value.clone())).clone();
                    for (id, wanted, of) in [(entry.key.id, wanted_key, key), (entry.value.id, wanted, value)] {
                        if wanted != of {
                            self.report(id, format!("expected type '{wanted}' but found '{of}'"));
                        }
                    }
                }
            }
            _ => {}
        }
    }

    fn element(&self, id: u64, optional: bool) -> Type {
        let of = self.checked.type_of(id);
        of.unwrap_optional().filter(|_| optional).unwrap_or(of).clone()
    }

    /// A format that is known already must fit the list of its arguments.
    fn format(&mut self, node: &IdedExpr, _: bool) {
        let Expr::Call(CallExpr { func_name, target: Some(target), args }) = &node.expr else { return };
        let [IdedExpr { expr: Expr::List(list), .. }] = args.as_slice() else { return };
        let Expr::Literal(LiteralValue::String(text)) = &target.expr else { return };
        if func_name != "format" || !self.checked.overloads(node.id).contains(&"string_format") {
            return;
        }
        match self.clauses(text.inner(), &list.elements) {
            Ok(used) if list.elements.len() > used => {
                let given = list.elements.len();
                self.report(node.id, format!("too many arguments supplied to string.format (expected {used}, got {given})"));
            }
            Ok(_) => {}
            Err((id, message)) => self.report(id.unwrap_or(node.id), message),
        }
    }

    /// Goes through the clauses of a format; how many arguments it takes.
    fn clauses(&self, format: &str, args: &[IdedExpr]) -> Result<usize, (Option<u64>, String)> {
        let mut rest = format;
        let mut used = 0;
        while let Some(at) = rest.find('%') {
            let clause = &rest[at + 1..];
            if let Some(after) = clause.strip_prefix('%') {
                rest = after;
                continue;
            }
            if clause.is_empty() {
                return Err((None, "unexpected end of string".to_owned()));
            }
            let Some(arg) = args.get(used) else { return Err((None, format!("index {used} out of range"))) };
            used += 1;
            rest = self.clause(clause, arg)?;
        }
        Ok(used)
    }

    /// Judges `arg` by the clause at the beginning of `text`; gives what follows the clause.
    fn clause<'t>(&self, text: &'t str, arg: &IdedExpr) -> Result<&'t str, (Option<u64>, String)> {
        let broken = |message: String| (None, format!("could not parse formatting clause: {message}"));
        let text = match text.strip_prefix('.') {
            Some(precision) => {
                let digits = precision.bytes().take_while(u8::is_ascii_digit).count();
                let wrong = |message: &str| broken(format!("error while parsing precision: {message}"));
                if digits == precision.len() {
                    return Err(wrong("could not find end of precision specifier"));
                }
                if precision[..digits].parse::<i64>().is_err() {
                    let why = if digits == 0 { "invalid syntax" } else { "value out of range" };
                    let number = &precision[..digits];
                    return Err(wrong(&format!(
                        "error while converting precision to integer: strconv.Atoi: parsing \"{number}\": {why}"
                    )));
                }
                &precision[digits..]
            }
            None => text,
        };
        let (letter, after) = text.split_at_checked(1).unwrap_or_else(|| text.split_at(text.len()));
        let of = self.checked.type_of(arg.id);
        let integer = matches!(of, Type::Int | Type::Uint);
        let double = matches!(of, Type::Double | Type::String);
        let (fits, what) = match letter {
            "s" => return self.printable(arg).map(|()| after),
            "d" => (integer, "decimal clause can only be used on integers"),
            "f" => (double, "fixed-point clause can only be used on doubles"),
            "e" => (double, "scientific clause can only be used on doubles"),
            "b" => (integer || *of == Type::Bool, "only integers and bools can be formatted as binary"),
            "x" | "X" => (
                integer || matches!(of, Type::String | Type::Bytes),
                "only integers, byte buffers, and strings can be formatted as hex",
            ),
            "o" => (integer, "octal clause can only be used on integers"),
            _ => {
                let byte = text.bytes().next().unwrap_or_default();
                return Err(broken(format!("unrecognized formatting clause \"{}\"", char::from(byte))));
            }
        };
        if fits || *of == Type::Dyn {
            return Ok(after);
        }
        Err((Some(arg.id), format!("error during formatting: {what}, was given {}", of.name())))
    }

    /// Whether `node`, and each element when it is a literal, can be printed as text.
    fn printable(&self, node: &IdedExpr) -> Result<(), (Option<u64>, String)> {
        let of = self.checked.type_of(node.id);
        if matches!(of, Type::Object(_) | Type::Opaque(..) | Type::Error) {
            let what = "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and \
                        timestamps";
            return Err((Some(node.id), format!("error during formatting: {what}, was given {}", of.name())));
        }
        match &node.expr {
            Expr::List(list) => list.elements.iter().try_for_each(|element| self.printable(element)),
            Expr::Map(map) => map.entries.iter().try_for_each(|entry| match &entry.expr {
                EntryExpr::MapEntry(entry) => self.printable(&entry.key).and_then(|()| self.printable(&entry.value)),
                EntryExpr::StructField(_) => Ok(()),
            }),
            _ => Ok(()),
        }
    }

    fn report(&mut self, id: u64, message: String) {
        self.issues.push(Issue { place: Some(place(self.source, self.checked.positions.offset(id))), message });
    }
}
