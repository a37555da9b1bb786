//! From the parsed expression to the one that is evaluated: names are resolved, macros expanded, constants computed.

use cel::common::ast::{self, LiteralValue, operators};

use super::{
    Environment,
    eval::{EXPRESSION_LIMIT, Evaluation, Variables},
    library::{self, Function},
    names::unescape,
    parse::parse,
    parse_macro::MAP_INSERT,
    program::{Call, CompileError, Entry, Expr, Fold, Index, Item, Kind, Program, Select},
    value::{Fault, Value},
};
use crate::{apiserver::KubeVersion, crd::Pattern};

/// The names of types that are values.
const TYPES: [&str; 21] = [
    "bool",
    "bytes",
    "double",
    "int",
    "list",
    "map",
    "null_type",
    "string",
    "type",
    "uint",
    "optional_type",
    "google.protobuf.Duration",
    "google.protobuf.Timestamp",
    "net.IP",
    "net.CIDR",
    "kubernetes.URL",
    "kubernetes.Quantity",
    "kubernetes.Semver",
    "kubernetes.NamedFormat",
    "duration",
    "timestamp",
];

type Lowered = Result<Expr, CompileError>;

/// Compiles `source`. Recursive as deep as the expression is nested, which is limited.
pub(super) fn compile(source: &str) -> Result<Program, CompileError> {
    // What a release lacks is the checker's matter; here every expression that some release takes is understood.
    let parsed = parse(source, Environment::stored_rules(KubeVersion::NEWEST))
        .map_err(|issues| CompileError(format!("compilation failed: {}", issues.display(source)).into()))?;
    let mut lowering = Lowering::default();
    let root = lowering.expr(&parsed.expr)?;
    Ok(Program { root, locals: lowering.locals, uses_old_self: lowering.uses_old_self })
}

#[derive(Default)]
struct Lowering {
    scopes: Vec<(String, usize)>,
    locals: usize,
    uses_old_self: bool,
}

const fn expr(kind: Kind) -> Expr {
    Expr { kind, name: None }
}

fn constant(value: Value<'static>) -> Expr {
    expr(Kind::Const(value))
}

impl Lowering {
    fn local(&mut self) -> usize {
        self.locals += 1;
        self.locals - 1
    }

    /// Recursive as deep as the expression is nested.
    fn expr(&mut self, parsed: &ast::IdedExpr) -> Lowered {
        match &parsed.expr {
            ast::Expr::Literal(literal) => Ok(constant(literal_value(literal))),
            ast::Expr::Ident(name) => self.ident(name),
            ast::Expr::Select(select) => self.select(parsed, select),
            ast::Expr::Call(call) => self.call(call),
            ast::Expr::List(list) => self.list(list),
            ast::Expr::Map(map) => self.map(map),
            ast::Expr::Comprehension(fold) => self.comprehension(fold),
            ast::Expr::Struct(message) => {
                Err(undeclared(&format!("undeclared reference to '{}' (in container '')", message.type_name)))
            }
            ast::Expr::Unspecified => Err(CompileError("compilation failed: ERROR: <input>:1:1: Syntax error".into())),
        }
    }

    fn ident(&mut self, name: &str) -> Lowered {
        if let Some((_, local)) = self.scopes.iter().rev().find(|(other, _)| other == name) {
            // Names that no expression can have are those of accumulators.
            let given = (!name.starts_with(['@', '#'])).then(|| name.into());
            return Ok(Expr { kind: Kind::Local(*local), name: given });
        }
        match name.strip_prefix('.').unwrap_or(name) {
            "self" => Ok(expr(Kind::SelfValue)),
            "oldSelf" => {
                self.uses_old_self = true;
                Ok(expr(Kind::OldSelf))
            }
            name => type_value(name).ok_or_else(|| undeclared(&format!("undeclared reference to '{name}' (in container '')"))),
        }
    }

    fn select(&mut self, parsed: &ast::IdedExpr, select: &ast::SelectExpr) -> Lowered {
        if !select.test
            && let Some(name) = self.qualified(parsed)
            && let Some(value) = type_value(&name)
        {
            return Ok(value);
        }
        let operand = self.expr(&select.operand)?;
        Ok(field(operand, &select.field, select.test, false))
    }

    /// The dotted name that an expression spells, when it does not begin with a variable.
    fn qualified(&self, parsed: &ast::IdedExpr) -> Option<String> {
        match &parsed.expr {
            ast::Expr::Ident(name) => {
                let known = self.scopes.iter().any(|(other, _)| other == name) || matches!(name.as_str(), "self" | "oldSelf");
                (!known).then(|| name.trim_start_matches('.').to_owned())
            }
            ast::Expr::Select(select) if !select.test => Some(format!("{}.{}", self.qualified(&select.operand)?, select.field)),
            _ => None,
        }
    }

    fn call(&mut self, call: &ast::CallExpr) -> Lowered {
        if let Some(target) = &call.target {
            return self.member_call(call, target);
        }
        match (call.func_name.as_str(), call.args.as_slice()) {
            (operators::LOGICAL_AND, [a, b]) => Ok(expr(Kind::And(Box::new([self.expr(a)?, self.expr(b)?])))),
            (operators::LOGICAL_OR, [a, b]) => Ok(expr(Kind::Or(Box::new([self.expr(a)?, self.expr(b)?])))),
            (operators::CONDITIONAL, [a, b, c]) => {
                Ok(expr(Kind::Conditional(Box::new([self.expr(a)?, self.expr(b)?, self.expr(c)?]))))
            }
            (operators::INDEX, [operand, index]) => self.index(operand, index, false),
            (operators::OPT_INDEX, [operand, index]) => self.index(operand, index, true),
            (operators::OPT_SELECT, [operand, name]) => {
                let operand = self.expr(operand)?;
                match &name.expr {
                    ast::Expr::Literal(LiteralValue::String(name)) => Ok(field(operand, name.inner(), false, true)),
                    _ => Err(undeclared("unsupported optional field selection")),
                }
            }
            (operators::IN, [needle, haystack]) => {
                let needle = self.expr(needle)?;
                match self.expr(haystack)? {
                    Expr { kind: Kind::Const(Value::List(list)), .. } if list.len() == 0 => Ok(constant(Value::Bool(false))),
                    Expr { kind: Kind::Const(list @ Value::List(_)), .. } if simple_items(&list) => {
                        Ok(expr(Kind::InConstant(Box::new(needle), list)))
                    }
                    haystack => function(operators::IN, false, vec![needle, haystack]),
                }
            }
            (name, args) => {
                let args = self.exprs(args)?;
                function(name.trim_start_matches('.'), false, args)
            }
        }
    }

    fn exprs(&mut self, parsed: &[ast::IdedExpr]) -> Result<Vec<Expr>, CompileError> {
        parsed.iter().map(|arg| self.expr(arg)).collect()
    }

    fn index(&mut self, operand: &ast::IdedExpr, index: &ast::IdedExpr, optional: bool) -> Lowered {
        let (operand, index) = (self.expr(operand)?, self.expr(index)?);
        Ok(expr(Kind::Index(Box::new(Index { operand, index, optional }))))
    }

    fn member_call(&mut self, call: &ast::CallExpr, target: &ast::IdedExpr) -> Lowered {
        let name = call.func_name.as_str();
        if let Some(prefix) = self.qualified(target) {
            let qualified = format!("{prefix}.{name}");
            if library::find(&qualified, false, call.args.len()).is_some() {
                let args = self.exprs(&call.args)?;
                return function(&qualified, false, args);
            }
        }
        match (name, call.args.as_slice()) {
            ("or", [other]) => Ok(expr(Kind::OrOptional(Box::new([self.expr(target)?, self.expr(other)?])))),
            ("orValue", [other]) => Ok(expr(Kind::OrValue(Box::new([self.expr(target)?, self.expr(other)?])))),
            (name, args) => {
                let mut lowered = vec![self.expr(target)?];
                lowered.append(&mut self.exprs(args)?);
                function(name, true, lowered)
            }
        }
    }

    fn list(&mut self, list: &ast::ListExpr) -> Lowered {
        let mut items = Vec::with_capacity(list.elements.len());
        for (index, element) in list.elements.iter().enumerate() {
            items.push(Item { value: self.expr(element)?, optional: list.optional_indices.contains(&index) });
        }
        let constants = items.iter().map(|item| match &item.value.kind {
            Kind::Const(value) if !item.optional => Some(value.clone()),
            _ => None,
        });
        Ok(match constants.collect::<Option<Vec<_>>>() {
            Some(values) => constant(Value::list(values)),
            None => expr(Kind::List(items)),
        })
    }

    fn map(&mut self, map: &ast::MapExpr) -> Lowered {
        let mut entries = Vec::with_capacity(map.entries.len());
        for entry in &map.entries {
            let ast::EntryExpr::MapEntry(entry) = &entry.expr else { continue };
            entries.push(Entry { key: self.expr(&entry.key)?, value: self.expr(&entry.value)?, optional: entry.optional });
        }
        let fixed = entries
            .iter()
            .all(|entry| !entry.optional && matches!((&entry.key.kind, &entry.value.kind), (Kind::Const(_), Kind::Const(_))));
        let made = expr(Kind::Map(entries));
        if fixed { fold_constant(made) } else { Ok(made) }
    }

    fn comprehension(&mut self, fold: &ast::ComprehensionExpr) -> Lowered {
        let range = self.expr(&fold.iter_range)?;
        let initial = self.expr(&fold.accu_init)?;
        let (variable, accumulator) = (self.local(), self.local());
        let second = fold.iter_var2.as_ref().map(|name| (name.clone(), self.local()));
        let depth = self.scopes.len();
        self.scopes.push((fold.accu_var.clone(), accumulator));
        self.scopes.push((fold.iter_var.clone(), variable));
        self.scopes.extend(second.clone());
        let condition = self.expr(&fold.loop_cond)?;
        let step = grow(self.expr(&fold.loop_step)?, accumulator);
        self.scopes.truncate(depth + 1);
        let result = self.expr(&fold.result)?;
        self.scopes.truncate(depth);
        let second = second.map(|(_, local)| local);
        let names = std::iter::once(&fold.iter_var).chain(&fold.iter_var2).cloned().collect();
        Ok(expr(Kind::Fold(Box::new(Fold { range, names, variable, second, accumulator, initial, condition, step, result }))))
    }
}

/// `accumulator + [item]` grows the accumulator in place, also as the first branch of a condition.
fn grow(step: Expr, accumulator: usize) -> Expr {
    match step.kind {
        Kind::Conditional(mut parts) => {
            let [_, then, _] = &mut *parts;
            let taken = std::mem::replace(then, constant(Value::Null));
            *then = grow(taken, accumulator);
            expr(Kind::Conditional(parts))
        }
        Kind::Call(mut call) if call.function.name == operators::ADD => {
            if !matches!(call.args.first().map(|arg| &arg.kind), Some(Kind::Local(local)) if *local == accumulator) {
                return expr(Kind::Call(call));
            }
            match call.args.pop() {
                Some(Expr { kind: Kind::List(mut items), .. }) if items.len() == 1 => match items.pop() {
                    Some(item) => expr(Kind::Append(accumulator, Box::new(item))),
                    None => expr(Kind::Call(call)),
                },
                Some(Expr { kind: Kind::Const(Value::List(list)), .. }) if list.len() == 1 && list.get(0).is_ok() => {
                    let value = constant(list.get(0).unwrap_or(Value::Null));
                    expr(Kind::Append(accumulator, Box::new(Item { value, optional: false })))
                }
                other => {
                    call.args.extend(other);
                    expr(Kind::Call(call))
                }
            }
        }
        Kind::Call(mut call) if call.function.name == MAP_INSERT => {
            if !matches!(call.args.first().map(|arg| &arg.kind), Some(Kind::Local(local)) if *local == accumulator) {
                return expr(Kind::Call(call));
            }
            let last = call.args.pop();
            match (call.args.len(), last, call.args.pop()) {
                (2, Some(value), Some(key)) => expr(Kind::Insert(accumulator, Box::new([key, value]))),
                (_, Some(entries), _) => expr(Kind::InsertAll(accumulator, Box::new(entries))),
                _ => expr(Kind::Call(call)),
            }
        }
        kind => expr(kind),
    }
}

fn field(operand: Expr, name: &str, test: bool, optional: bool) -> Expr {
    let key = unescape(name).map(|key| key.into_owned().into());
    expr(Kind::Select(Box::new(Select { operand, field: name.into(), key, test, optional })))
}

/// A call, or its value where the server computes it once.
fn function(name: &str, member: bool, args: Vec<Expr>) -> Lowered {
    let Some(function) = library::find(name, member, args.len()) else {
        return Err(undeclared(&format!("undeclared reference to '{name}' (in container '')")));
    };
    let pattern = pattern(function, &args)?;
    let folds = function.converts && args.iter().all(|arg| matches!(arg.kind, Kind::Const(_)));
    let call = expr(Kind::Call(Box::new(Call { function, args, pattern })));
    if folds { fold_constant(call) } else { Ok(call) }
}

/// The regular expression of a call, when it is constant.
fn pattern(function: &Function, args: &[Expr]) -> Result<Option<Pattern>, CompileError> {
    if !function.regex {
        return Ok(None);
    }
    let Some(Kind::Const(Value::String(text))) = args.get(1).map(|arg| &arg.kind) else { return Ok(None) };
    match Pattern::syntax_error(text) {
        Some(error) => Err(CompileError(format!("program instantiation failed: {error}").into())),
        None => Ok(Some(Pattern::new(text.to_string()))),
    }
}

/// The value of an expression without variables.
fn fold_constant(made: Expr) -> Lowered {
    let program = Program { root: made, locals: 0, uses_old_self: false };
    let variables = Variables { this: Err(Fault::no_such_overload()), old: None };
    let outcome = Evaluation::new(&program, &variables, EXPRESSION_LIMIT).run(&program).map(super::value::Value::into_static);
    match outcome {
        Ok(Some(value)) => Ok(constant(value)),
        Ok(None) => Ok(program.root),
        Err(fault) => Err(CompileError(format!("program instantiation failed: {fault}").into())),
    }
}

/// Whether membership in the list can be looked up: items are simple values.
fn simple_items(list: &Value<'_>) -> bool {
    let Value::List(list) = list else { return false };
    list.iter().all(|item| {
        matches!(item, Ok(Value::Bool(_) | Value::Int(_) | Value::UInt(_) | Value::Double(_) | Value::String(_) | Value::Null))
    })
}

fn type_value(name: &str) -> Option<Expr> {
    TYPES.iter().find(|known| **known == name).map(|known| constant(Value::Type(known)))
}

fn undeclared(text: &str) -> CompileError {
    CompileError(format!("compilation failed: ERROR: <input>:1:1: {text}").into())
}

/// The value of a literal.
pub(super) fn literal_value(literal: &LiteralValue) -> Value<'static> {
    match literal {
        LiteralValue::Boolean(value) => Value::Bool(*value.inner()),
        LiteralValue::Bytes(value) => Value::Bytes(value.inner().into()),
        LiteralValue::Double(value) => Value::Double(*value.inner()),
        LiteralValue::Int(value) => Value::Int(*value.inner()),
        LiteralValue::Null => Value::Null,
        LiteralValue::String(value) => Value::text(value.inner()),
        LiteralValue::UInt(value) => Value::UInt(*value.inner()),
    }
}
