//! Gives every node of an expression its type, and every call its overloads, or says why there is none.
//!
//! Source: `checker/checker.go` of cel-go.

use std::sync::Arc;

use cel::common::ast::{CallExpr, ComprehensionExpr, EntryExpr, Expr, IdedExpr, LiteralValue, SelectExpr, StructExpr, operators};

use super::{
    Environment,
    check_unify::{Bindings, instantiate, most_general},
    declare::{self, Function},
    parse::{Parsed, Positions, parse},
    parse_error::{Issue, Issues, place},
    types::{Objects, Type},
};

/// An expression with the types of its nodes.
#[derive(Debug, Clone)]
pub struct Checked {
    /// The tree. Names of several parts are one name in it, where they mean one thing.
    pub expr: IdedExpr,
    /// Where the nodes stand.
    pub positions: Positions,
    /// The type of the node with this id.
    types: Vec<Option<Type>>,
    /// The overloads of the call with this id, in the order in which they were found.
    overloads: Vec<Vec<&'static str>>,
    /// Whether `oldSelf` is named.
    pub uses_old_self: bool,
}

impl Checked {
    /// The type of the node `id`.
    pub fn type_of(&self, id: u64) -> &Type {
        index(id).and_then(|id| self.types.get(id)).and_then(Option::as_ref).unwrap_or(&Type::Dyn)
    }

    /// The type of the whole.
    pub fn result(&self) -> &Type {
        self.type_of(self.expr.id)
    }

    /// The ids of the overloads that the call `id` may mean when it is evaluated.
    pub fn overloads(&self, id: u64) -> &[&'static str] {
        index(id).and_then(|id| self.overloads.get(id)).map_or(&[], Vec::as_slice)
    }
}

fn index(id: u64) -> Option<usize> {
    usize::try_from(id).ok()
}

/// Compiles `source` for values of the types in `variables`, whose objects are in `objects`.
///
/// Recurses as deep as the expression is nested, which is limited.
///
/// # Errors
///
/// What is wrong with the expression, at least one thing.
pub fn check(
    source: &str,
    environment: Environment,
    variables: &[(&str, Type)],
    objects: &mut Objects<'_>,
) -> Result<Checked, Issues> {
    let Parsed { mut expr, positions } = parse(source, environment)?;
    let mut checker = Checker {
        source,
        environment,
        objects,
        names: variables.iter().map(|(name, of)| ((*name).to_owned(), of.clone())).collect(),
        positions: &positions,
        bindings: Bindings::default(),
        types: Vec::new(),
        overloads: Vec::new(),
        issues: Vec::new(),
        uses_old_self: false,
    };
    checker.node(&mut expr);
    let Checker { bindings, types, overloads, issues, uses_old_self, .. } = checker;
    if !issues.is_empty() {
        return Err(Issues(issues));
    }
    let types = types.into_iter().map(|of| of.map(|of| bindings.resolve(&of, true))).collect();
    let checked = Checked { expr, positions, types, overloads, uses_old_self };
    let issues = super::check_literals::issues(source, &checked);
    if issues.is_empty() { Ok(checked) } else { Err(Issues(issues)) }
}

/// Types of more parts than this are refused: a short expression can double one many times.
const LARGEST_TYPE: usize = 10_000;

struct Checker<'c, 'o, 's> {
    source: &'c str,
    environment: Environment,
    objects: &'o mut Objects<'s>,
    /// The variables in scope, the innermost last.
    names: Vec<(String, Type)>,
    positions: &'c Positions,
    bindings: Bindings,
    types: Vec<Option<Type>>,
    overloads: Vec<Vec<&'static str>>,
    issues: Vec<Issue>,
    uses_old_self: bool,
}

impl Checker<'_, '_, '_> {
    fn node(&mut self, node: &mut IdedExpr) {
        let id = node.id;
        let of = match &mut node.expr {
            Expr::Literal(value) => literal(value),
            Expr::Ident(name) => match self.lookup(name) {
                Some(of) => {
                    if name.starts_with('.') {
                        name.remove(0);
                    }
                    of
                }
                None => {
                    let message = format!("undeclared reference to '{name}' (in container '')");
                    self.report(id, message);
                    Type::Error
                }
            },
            Expr::Select(_) => return self.select(node),
            Expr::Call(_) => return self.call(node),
            Expr::List(list) => {
                let mut element = None;
                for (position, item) in list.elements.iter_mut().enumerate() {
                    self.node(item);
                    let of = self.element(item.id, list.optional_indices.contains(&position));
                    element = Some(self.join(element, of));
                }
                Type::list(element.unwrap_or_else(|| self.bindings.fresh()))
            }
            Expr::Map(map) => self.map(&mut map.entries),
            Expr::Struct(message) => self.message(id, message),
            Expr::Comprehension(fold) => self.comprehension(fold),
            Expr::Unspecified => Type::Error,
        };
        let of = self.limited(id, of);
        self.set(id, of);
    }

    fn map(&mut self, entries: &mut [cel::common::ast::IdedEntryExpr]) -> Type {
        let (mut key, mut value) = (None, None);
        for entry in entries {
            let EntryExpr::MapEntry(entry) = &mut entry.expr else { continue };
            self.node(&mut entry.key);
            let of = self.get(entry.key.id);
            key = Some(self.join(key, of));
            self.node(&mut entry.value);
            let of = self.element(entry.value.id, entry.optional);
            value = Some(self.join(value, of));
        }
        match (key, value) {
            (Some(key), Some(value)) => Type::map(key, value),
            _ => {
                let key = self.bindings.fresh();
                Type::map(key, self.bindings.fresh())
            }
        }
    }

    /// The type of the element `id` of a list or map; of an `optional` one, that of its value.
    fn element(&mut self, id: u64, optional: bool) -> Type {
        let of = self.get(id);
        if !optional {
            return of;
        }
        match of.unwrap_optional() {
            Some(inner) => inner.clone(),
            None => {
                if of != Type::Dyn {
                    self.mismatch(id, &Type::optional(of.clone()), &of);
                }
                of
            }
        }
    }

    /// The type of what is of the type `before` or `of`. Whether the elements of a literal may differ is judged afterwards.
    fn join(&mut self, before: Option<Type>, of: Type) -> Type {
        let Some(before) = before else { return of };
        let fit = self.bindings.assignable(std::slice::from_ref(&before), std::slice::from_ref(&of));
        if fit { most_general(&before, &of) } else { Type::Dyn }
    }

    /// The type of the variable, type or constant `name`.
    fn lookup(&mut self, name: &str) -> Option<Type> {
        let plain = name.strip_prefix('.').unwrap_or(name);
        let variable = self.names.iter().rev().find(|(other, _)| other == plain).map(|(_, of)| of.clone());
        let of = variable
            .or_else(|| declare::identifier(plain, self.environment))
            .or_else(|| self.objects.contains(plain).then(|| Type::Type(Some(Arc::new(Type::Object(plain.into()))))));
        self.uses_old_self |= of.is_some() && plain == "oldSelf";
        of
    }

    fn select(&mut self, node: &mut IdedExpr) {
        let id = node.id;
        if let Some(name) = qualified(node)
            && let Some(of) = self.lookup(&name)
        {
            node.expr = Expr::Ident(name);
            return self.set(id, of);
        }
        let Expr::Select(SelectExpr { operand, field, test }) = &mut node.expr else { return };
        self.node(operand);
        let of = self.field(id, operand.id, field, false);
        let of = if *test { Type::Bool } else { self.bindings.resolve(&of, false) };
        self.set(id, of);
    }

    /// The type of the field `field` of the node `operand`, selected by the node `id`.
    fn field(&mut self, id: u64, operand: u64, field: &str, optional: bool) -> Type {
        let of = self.bindings.resolve(&self.get(operand), false);
        let inner = of.unwrap_optional();
        let optional = optional || inner.is_some();
        let result = match inner.unwrap_or(&of) {
            Type::Map(_, value) => Type::clone(value),
            Type::Object(name) => match self.objects.field(name, field, self.environment) {
                Some(Some(of)) => of,
                Some(None) => {
                    self.report(id, format!("undefined field '{field}'"));
                    Type::Error
                }
                None => {
                    self.report(id, format!("unexpected failed resolution of '{name}'"));
                    Type::Error
                }
            },
            unknown @ Type::Var(_) => {
                self.bindings.assignable(&[Type::Dyn], std::slice::from_ref(unknown));
                Type::Dyn
            }
            Type::Dyn | Type::Error | Type::Param(_) => Type::Dyn,
            other => {
                self.report(id, format!("type '{other}' does not support field selection"));
                Type::Dyn
            }
        };
        if optional { Type::optional(result) } else { result }
    }

    fn call(&mut self, node: &mut IdedExpr) {
        let id = node.id;
        let Expr::Call(call) = &mut node.expr else { return };
        if call.func_name == operators::OPT_SELECT {
            return self.optional_select(id, call);
        }
        for arg in &mut call.args {
            self.node(arg);
        }
        if let Some(target) = &mut call.target {
            let name = qualified(target).map(|prefix| format!("{prefix}.{}", call.func_name));
            if let Some(function) = name.and_then(|name| self.function(&name)) {
                // What looks like a value is the first part of the function's name.
                call.func_name = function.name.to_owned();
                call.target = None;
                return self.resolve(id, function, None, &call.args);
            }
            self.node(target);
        }
        let target = call.target.as_ref().map(|target| target.id);
        match self.function(&call.func_name) {
            Some(function) => {
                if target.is_none() {
                    call.func_name = function.name.to_owned();
                }
                self.resolve(id, function, target, &call.args);
            }
            None => {
                let message = format!("undeclared reference to '{}' (in container '')", call.func_name);
                self.report(id, message);
                self.set(id, Type::Error);
            }
        }
    }

    fn function(&self, name: &str) -> Option<&'static Function> {
        declare::function(name.strip_prefix('.').unwrap_or(name), self.environment)
    }

    fn optional_select(&mut self, id: u64, call: &mut CallExpr) {
        let [operand, field] = call.args.as_mut_slice() else { return };
        let Expr::Literal(LiteralValue::String(field)) = &field.expr else { return };
        let field = field.inner().to_owned();
        self.node(operand);
        let of = self.field(id, operand.id, &field, true);
        let of = self.bindings.resolve(&of, false);
        self.set(id, of);
        self.found(id, "select_optional_field");
    }

    /// Finds the overloads of `function` that the call `id` may mean.
    fn resolve(&mut self, id: u64, function: &'static Function, target: Option<u64>, args: &[IdedExpr]) {
        let given: Vec<_> = target.into_iter().chain(args.iter().map(|arg| arg.id)).map(|id| self.get(id)).collect();
        if matches!(function.name, operators::LOGICAL_AND | operators::LOGICAL_OR) {
            return self.logical(id, function, &given, args);
        }
        let mut result: Option<Type> = None;
        for overload in function.overloads(self.environment).filter(|overload| overload.member == target.is_some()) {
            let first = self.bindings.fresh_many(overload.parameters);
            let wanted: Vec<_> = overload.args.iter().map(|of| instantiate(of, first)).collect();
            if !self.bindings.assignable(&given, &wanted) {
                continue;
            }
            self.found(id, overload.id);
            let of = self.bindings.resolve(&instantiate(&overload.result, first), false);
            result = Some(match result {
                None => of,
                Some(before) if before == Type::Dyn || before == of => before,
                Some(_) => Type::Dyn,
            });
        }
        let of = result.unwrap_or_else(|| {
            let given: Vec<_> = given.iter().map(|of| self.bindings.resolve(of, true)).collect();
            let signature = signature(&given, target.is_some());
            self.report(id, format!("found no matching overload for '{}' applied to '{signature}'", function.name));
            Type::Error
        });
        self.set(id, of);
    }

    /// Each operand is judged by itself.
    fn logical(&mut self, id: u64, function: &'static Function, given: &[Type], args: &[IdedExpr]) {
        let mut wrong = false;
        for (of, arg) in given.iter().zip(args) {
            if !self.bindings.assignable(std::slice::from_ref(of), &[Type::Bool]) {
                self.mismatch(arg.id, &Type::Bool, of);
                wrong = true;
            }
        }
        self.set(id, if wrong { Type::Error } else { Type::Bool });
        self.found(id, if function.name == operators::LOGICAL_AND { "logical_and" } else { "logical_or" });
    }

    fn message(&mut self, id: u64, message: &mut StructExpr) -> Type {
        let Some(of) = self.lookup(&message.type_name) else {
            self.report(id, format!("undeclared reference to '{}' (in container '')", message.type_name));
            return Type::Error;
        };
        let result = match of {
            Type::Error => Type::Error,
            Type::Type(Some(of)) => match &*of {
                Type::Object(_) | Type::Duration | Type::Timestamp | Type::Null => Type::clone(&of),
                other => {
                    self.report(id, format!("'{}' is not a message type", other.name()));
                    Type::Error
                }
            },
            other => {
                self.report(id, format!("'{}' is not a type", other.name()));
                Type::Error
            }
        };
        for entry in &mut message.entries {
            let EntryExpr::StructField(field) = &mut entry.expr else { continue };
            self.node(&mut field.value);
            self.message_field(entry.id, &result, field.value.id, &field.field, field.optional);
        }
        result
    }

    fn message_field(&mut self, id: u64, message: &Type, value: u64, field: &str, optional: bool) {
        let wanted = match message {
            Type::Object(name) => self.objects.field(name, field, self.environment),
            // The fields of the messages for points and lengths of time.
            Type::Duration | Type::Timestamp if matches!(field, "seconds" | "nanos") => Some(Some(Type::Int)),
            Type::Duration | Type::Timestamp => Some(None),
            _ => {
                self.report(id, "unexpected failed resolution of ''".to_owned());
                Some(Some(Type::Error))
            }
        };
        let wanted = wanted.flatten().unwrap_or_else(|| {
            self.report(id, format!("undefined field '{field}'"));
            Type::Error
        });
        let of = self.element(value, optional);
        if !self.bindings.assignable(std::slice::from_ref(&wanted), std::slice::from_ref(&of)) {
            self.report(id, format!("expected type of field '{field}' is '{wanted}' but provided type is '{of}'"));
        }
    }

    fn comprehension(&mut self, fold: &mut ComprehensionExpr) -> Type {
        self.node(&mut fold.iter_range);
        self.node(&mut fold.accu_init);
        let range = self.bindings.resolve(&self.get(fold.iter_range.id), false);
        let accumulator = self.get(fold.accu_init.id);
        let scope = self.names.len();
        self.names.push((fold.accu_var.clone(), accumulator.clone()));
        let inner = self.names.len();
        let two = fold.iter_var2.is_some();
        let (first, second) = match &range {
            Type::List(element) if two => (Type::Int, Type::clone(element)),
            Type::List(element) => (Type::clone(element), Type::Error),
            Type::Map(key, value) => (Type::clone(key), Type::clone(value)),
            Type::Dyn | Type::Error | Type::Var(_) | Type::Param(_) => {
                self.bindings.assignable(&[Type::Dyn], std::slice::from_ref(&range));
                (Type::Dyn, Type::Dyn)
            }
            other => {
                let message =
                    format!("expression of type '{other}' cannot be range of a comprehension (must be list, map, or dynamic)");
                self.report(fold.iter_range.id, message);
                (Type::Error, Type::Error)
            }
        };
        self.names.push((fold.iter_var.clone(), first));
        if let Some(name) = &fold.iter_var2 {
            self.names.push((name.clone(), second));
        }
        self.node(&mut fold.loop_cond);
        self.demand(fold.loop_cond.id, &Type::Bool);
        self.node(&mut fold.loop_step);
        self.demand(fold.loop_step.id, &accumulator);
        self.names.truncate(inner);
        self.node(&mut fold.result);
        self.names.truncate(scope);
        self.bindings.resolve(&self.get(fold.result.id), false)
    }

    /// The node `id` must be of the type `wanted`.
    fn demand(&mut self, id: u64, wanted: &Type) {
        let of = self.get(id);
        if !self.bindings.assignable(std::slice::from_ref(wanted), std::slice::from_ref(&of)) {
            self.mismatch(id, wanted, &of);
        }
    }

    /// `of`, unless it is so large that it would take long to work with.
    fn limited(&mut self, id: u64, of: Type) -> Type {
        let mut left = LARGEST_TYPE;
        if fits_into(&of, &mut left) {
            return of;
        }
        self.report(id, format!("the type of the expression has more than {LARGEST_TYPE} parts"));
        Type::Error
    }

    fn mismatch(&mut self, id: u64, expected: &Type, found: &Type) {
        self.report(id, format!("expected type '{expected}' but found '{found}'"));
    }

    fn report(&mut self, id: u64, message: String) {
        self.issues.push(Issue { place: Some(place(self.source, self.positions.offset(id))), message });
    }

    fn get(&self, id: u64) -> Type {
        index(id).and_then(|id| self.types.get(id)).and_then(Clone::clone).unwrap_or(Type::Error)
    }

    fn set(&mut self, id: u64, of: Type) {
        let Some(id) = index(id) else { return };
        if self.types.len() <= id {
            self.types.resize(id + 1, None);
        }
        if let Some(slot) = self.types.get_mut(id) {
            *slot = Some(of);
        }
    }

    fn found(&mut self, id: u64, overload: &'static str) {
        let Some(id) = index(id) else { return };
        if self.overloads.len() <= id {
            self.overloads.resize(id + 1, Vec::new());
        }
        if let Some(list) = self.overloads.get_mut(id).filter(|list| !list.contains(&overload)) {
            list.push(overload);
        }
    }
}

fn literal(value: &LiteralValue) -> Type {
    match value {
        LiteralValue::Boolean(_) => Type::Bool,
        LiteralValue::Bytes(_) => Type::Bytes,
        LiteralValue::Double(_) => Type::Double,
        LiteralValue::Int(_) => Type::Int,
        LiteralValue::Null => Type::Null,
        LiteralValue::String(_) => Type::String,
        LiteralValue::UInt(_) => Type::Uint,
    }
}

/// The name that `node` spells with points, if it does.
fn qualified(node: &IdedExpr) -> Option<String> {
    match &node.expr {
        Expr::Ident(name) => Some(name.clone()),
        Expr::Select(select) if !select.test => Some(format!("{}.{}", qualified(&select.operand)?, select.field)),
        _ => None,
    }
}

/// Types of arguments as errors show them.
fn signature(types: &[Type], member: bool) -> String {
    let (target, args) = types.split_at(usize::from(member).min(types.len()));
    let args: Vec<_> = args.iter().map(ToString::to_string).collect();
    let target = target.first().map(|target| format!("{target}.")).unwrap_or_default();
    format!("{target}({})", args.join(", "))
}

fn fits_into(of: &Type, left: &mut usize) -> bool {
    if *left == 0 {
        return false;
    }
    *left -= 1;
    match of {
        Type::List(element) => fits_into(element, left),
        Type::Map(key, value) => fits_into(key, left) && fits_into(value, left),
        Type::Opaque(_, parameters) => parameters.iter().all(|parameter| fits_into(parameter, left)),
        Type::Type(Some(of)) => fits_into(of, left),
        _ => true,
    }
}
