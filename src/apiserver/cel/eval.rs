//! Evaluation of a compiled expression, with the cost that the API server counts.
//!
//! Source: `interpreter/interpretable.go`, `attributes.go` and `runtimecost.go` of cel-go 0.26.

use std::collections::HashMap;

use super::{
    convert, cost,
    library::Tools,
    map::{Map, same_key},
    program::{Call, Expr, Fold, Index, Item, Kind, Program, Select},
    trace::Recorder,
    value::{Fault, Outcome, Text, Value},
};
use crate::{
    crd::Schema,
    yaml::{self, Node},
};

/// The cost that one expression may have.
pub const EXPRESSION_LIMIT: u64 = 1_000_000;

/// From this size on, entries of a map are found by an index.
const INDEXED: usize = 32;

/// What an expression sees.
#[derive(Debug, Clone)]
pub struct Variables<'a> {
    /// `self`.
    pub this: Outcome<'a>,
    /// `oldSelf`, where there is one.
    pub old: Option<Outcome<'a>>,
}

/// An evaluation of one expression.
#[derive(Debug)]
pub struct Evaluation<'a, 'r> {
    variables: &'r Variables<'a>,
    locals: Vec<Local<'a>>,
    cost: u64,
    limit: u64,
    tools: Tools,
    indexes: HashMap<*const yaml::Map<'a>, HashMap<&'a str, usize>>,
    pub(super) recorder: Option<&'r mut Recorder>,
}

#[derive(Debug, Clone)]
enum Local<'a> {
    Unset,
    /// The first value of an accumulator, computed when it is asked for.
    Lazy(&'a Expr),
    Set(Outcome<'a>),
}

impl<'a, 'r> Evaluation<'a, 'r> {
    /// An evaluation that may cost up to `limit`.
    pub fn new(program: &'a Program, variables: &'r Variables<'a>, limit: u64) -> Self {
        Self {
            variables,
            locals: vec![Local::Unset; program.locals],
            cost: 0,
            limit,
            tools: Tools::default(),
            indexes: HashMap::new(),
            recorder: None,
        }
    }

    /// The value of the expression. Recursive as deep as the expression is nested.
    ///
    /// # Errors
    ///
    /// The evaluation meets an error, or costs too much.
    pub fn run(&mut self, program: &'a Program) -> Outcome<'a> {
        self.eval(&program.root)
    }

    /// What the evaluation has cost.
    pub const fn cost(&self) -> u64 {
        self.cost
    }

    fn charge(&mut self, cost: u64) -> Result<(), Fault> {
        self.cost = self.cost.saturating_add(cost);
        if self.cost > self.limit { Err(Fault::CostLimit) } else { Ok(()) }
    }

    /// Evaluates and charges for what the parent does not charge. Recursive as deep as the expression is nested.
    fn eval(&mut self, expr: &'a Expr) -> Outcome<'a> {
        let outcome = match &expr.kind {
            Kind::Const(value) => Ok(value.clone()),
            Kind::SelfValue | Kind::OldSelf | Kind::Local(_) | Kind::Index(_) => {
                let outcome = self.resolve(expr);
                self.charge(u64::from(!begins_with_condition(expr)))?;
                outcome
            }
            Kind::Select(select) if select.test => {
                let outcome = self.resolve(expr);
                if begins_with_condition(expr) {
                    self.cost = self.cost.saturating_sub(1);
                }
                outcome
            }
            Kind::Select(_) => {
                let outcome = self.resolve(expr);
                self.charge(u64::from(!begins_with_condition(expr)))?;
                outcome
            }
            Kind::Conditional(_) => self.resolve(expr),
            Kind::And(terms) => self.logic(terms, false),
            Kind::Or(terms) => self.logic(terms, true),
            Kind::OrOptional(parts) => match self.eval(&parts[0]) {
                Ok(Value::Optional(None)) => self.eval(&parts[1]),
                other => other,
            },
            Kind::OrValue(parts) => match self.eval(&parts[0]) {
                Ok(Value::Optional(None)) => self.eval(&parts[1]),
                Ok(Value::Optional(Some(value))) => Ok((*value).clone()),
                other => other,
            },
            Kind::InConstant(needle, list) => {
                let needle = self.eval(needle)?;
                let Value::List(list) = list else { return Err(Fault::no_such_overload()) };
                let found = list.iter().any(|item| item.is_ok_and(|item| same_key(&item, &needle)));
                Ok(Value::Bool(found))
            }
            Kind::Call(call) => self.call(call),
            Kind::List(items) => self.list(items),
            Kind::Map(entries) => self.map(entries),
            Kind::Append(accumulator, item) => self.append(*accumulator, item),
            Kind::Insert(accumulator, entry) => self.insert(*accumulator, entry),
            Kind::InsertAll(accumulator, map) => self.insert_all(*accumulator, map),
            Kind::Fold(fold) => self.fold(fold),
        };
        if let Some(recorder) = &mut self.recorder {
            recorder.record(expr, &outcome);
        }
        outcome
    }

    /// `&&` and `||`: the value `decisive` of either side decides, whatever the other is; of two errors the left one counts.
    fn logic(&mut self, terms: &'a [Expr; 2], decisive: bool) -> Outcome<'a> {
        let mut fault = None;
        for term in terms {
            match self.eval(term) {
                Ok(Value::Bool(value)) if value == decisive => return Ok(Value::Bool(decisive)),
                Ok(Value::Bool(_)) => {}
                Err(other) if !other.absorbable() => return Err(other),
                Ok(_) => fault = fault.or(Some(Fault::no_such_overload())),
                Err(other) => fault = fault.or(Some(other)),
            }
        }
        fault.map_or(Ok(Value::Bool(!decisive)), Err)
    }

    /// The value of a variable, of a selection, an index or a condition, without the charge for the whole.
    fn resolve(&mut self, expr: &'a Expr) -> Outcome<'a> {
        match &expr.kind {
            Kind::SelfValue => self.variables.this.clone(),
            Kind::OldSelf => self.variables.old.clone().unwrap_or_else(|| Err(Fault::error("no such attribute(s): oldSelf"))),
            Kind::Local(index) => self.local(*index),
            Kind::Select(select) => self.select(select),
            Kind::Index(index) => self.index(index),
            Kind::Conditional(parts) => match self.eval(&parts[0])? {
                Value::Bool(true) => self.branch(&parts[1]),
                Value::Bool(false) => self.branch(&parts[2]),
                _ => Err(Fault::no_such_overload()),
            },
            _ => self.eval(expr),
        }
    }

    fn branch(&mut self, expr: &'a Expr) -> Outcome<'a> {
        let outcome = self.resolve(expr);
        if let Some(recorder) = &mut self.recorder
            && is_attribute(expr)
        {
            recorder.record(expr, &outcome);
        }
        outcome
    }

    fn local(&mut self, index: usize) -> Outcome<'a> {
        match self.locals.get(index) {
            Some(Local::Set(outcome)) => outcome.clone(),
            Some(Local::Lazy(initial)) => {
                let initial = *initial;
                let outcome = self.eval(initial);
                if let Some(local) = self.locals.get_mut(index) {
                    *local = Local::Set(outcome.clone());
                }
                outcome
            }
            _ => Err(Fault::error("no such attribute(s)")),
        }
    }

    fn set(&mut self, index: usize, outcome: Outcome<'a>) {
        if let Some(local) = self.locals.get_mut(index) {
            *local = Local::Set(outcome);
        }
    }

    /// The value that a selection or index looks into. An optional that comes from elsewhere loses what the schema says of its value.
    fn operand(&mut self, expr: &'a Expr) -> Outcome<'a> {
        let value = self.branch(expr)?;
        match value {
            Value::Optional(Some(inner)) if !matches!(expr.kind, Kind::Select(_) | Kind::Index(_) | Kind::Conditional(_)) => {
                Ok(Value::some(convert::plain((*inner).clone())))
            }
            other => Ok(other),
        }
    }

    fn select(&mut self, select: &'a Select) -> Outcome<'a> {
        let operand = self.operand(&select.operand)?;
        let (operand, wrapped) = match operand {
            Value::Optional(None) if select.test => return Ok(Value::Bool(false)),
            Value::Optional(None) => return Ok(Value::Optional(None)),
            Value::Optional(Some(value)) => ((*value).clone(), true),
            other => (other, false),
        };
        let optional = wrapped || select.optional;
        let found = self.member(&operand, select);
        if found.is_err() || !matches!(found, Ok(None)) || !optional {
            self.charge(1)?;
        }
        let found = found?;
        if select.test {
            return Ok(Value::Bool(found.is_some()));
        }
        match found {
            Some(value) if optional => Ok(Value::some(value)),
            Some(value) => Ok(value),
            None if optional => Ok(Value::Optional(None)),
            None => Err(Fault::no_such_key(&select.field)),
        }
    }

    /// The member that `select` names.
    fn member(&mut self, operand: &Value<'a>, select: &'a Select) -> Result<Option<Value<'a>>, Fault> {
        match operand {
            Value::Map(Map::Object(object)) => {
                let key = if object.has_fields() { select.key.as_deref() } else { Some(&*select.field) };
                let found = key.and_then(|key| object.member(key));
                if let (Some((node, _)), Some(recorder)) = (found, &mut self.recorder) {
                    recorder.came_from(node.span);
                }
                found.map(|(node, schema)| convert::value(node, schema, false)).transpose()
            }
            Value::Map(map) => map.find(&Value::String(Text::Shared(select.field.clone()))),
            Value::List(_) => Err(Fault::error("unsupported index type 'string' in list")),
            _ => Ok(None),
        }
    }

    fn index(&mut self, index: &'a Index) -> Outcome<'a> {
        let operand = self.operand(&index.operand)?;
        let (operand, wrapped) = match operand {
            Value::Optional(None) => return Ok(Value::Optional(None)),
            Value::Optional(Some(value)) => ((*value).clone(), true),
            other => (other, false),
        };
        let optional = wrapped || index.optional;
        let found = self.branch(&index.index).and_then(|key| Ok((self.at(&operand, &key)?, key)));
        if !(optional && matches!(found, Ok((None, _)))) {
            self.charge(1)?;
        }
        match found? {
            (Some(value), _) if optional => Ok(Value::some(value)),
            (Some(value), _) => Ok(value),
            (None, _) if optional => Ok(Value::Optional(None)),
            (None, key) if matches!(operand, Value::List(_)) => Err(Fault::index_out_of_bounds(&key)),
            (None, key) => Err(Fault::no_such_key(&key)),
        }
    }

    /// The item or entry at `key`.
    fn at(&mut self, operand: &Value<'a>, key: &Value<'a>) -> Result<Option<Value<'a>>, Fault> {
        match operand {
            Value::Map(map) => self.entry(map, key),
            Value::List(list) => {
                let Some(at) = list_index(key)? else { return Ok(None) };
                if at >= list.len() {
                    return Ok(None);
                }
                if let (Some(node), Some(recorder)) = (list.node(at), &mut self.recorder) {
                    recorder.came_from(node.span);
                }
                list.get(at).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// The value of `key` in `map`.
    fn entry(&mut self, map: &Map<'a>, key: &Value<'a>) -> Result<Option<Value<'a>>, Fault> {
        let Map::Object(object) = map else { return map.find(key) };
        let name = key.expect_str()?;
        let found = if object.map.len() < INDEXED || object.has_fields() {
            object.find(name)
        } else {
            self.indexed(object.map, name).and_then(|node| Some((node, object.schema_of(name)?)))
        };
        if let (Some((node, _)), Some(recorder)) = (found, &mut self.recorder) {
            recorder.came_from(node.span);
        }
        found.map(|(node, schema): (&'a Node<'a>, &'a Schema)| convert::value(node, schema, false)).transpose()
    }

    fn indexed(&mut self, map: &'a yaml::Map<'a>, name: &str) -> Option<&'a Node<'a>> {
        let index = self
            .indexes
            .entry(std::ptr::from_ref(map))
            .or_insert_with(|| map.entries.iter().enumerate().map(|(at, entry)| (&*entry.key, at)).collect());
        index.get(name).and_then(|at| map.entries.get(*at)).map(|entry| &entry.value)
    }

    fn call(&mut self, call: &'a Call) -> Outcome<'a> {
        let function = call.function;
        let mut args = [const { None }; 4];
        let mut fault = None;
        let mut complete = true;
        for (index, arg) in call.args.iter().enumerate() {
            match self.eval(arg) {
                Ok(value) => args[index] = Some(value),
                Err(other) if !other.absorbable() => return Err(other),
                Err(other) => {
                    fault = fault.or(Some(other));
                    // Calls with three arguments or more end at the first error.
                    if call.args.len() > 2 {
                        complete = index + 1 == call.args.len();
                        break;
                    }
                }
            }
        }
        if let Some(fault) = fault {
            if function.lenient {
                self.charge(1)?;
                return Ok(Value::Bool(true));
            }
            if complete {
                if let Some(text) = cost::confused_by(function.cost, &args[..call.args.len()]) {
                    return Err(Fault::Internal(text));
                }
                self.charge(cost::of_failed_call(function.cost, &args[..call.args.len()]))?;
            }
            return Err(fault);
        }
        let mut values: Vec<Value<'a>> = Vec::with_capacity(call.args.len());
        values.extend(args.into_iter().flatten());
        self.tools.left = self.limit.saturating_sub(self.cost);
        let outcome = (function.run)(&mut self.tools, call.pattern.as_ref(), &values);
        if matches!(outcome, Err(Fault::CostLimit)) {
            let needed = std::mem::take(&mut self.tools.needed);
            self.cost = self.cost.saturating_add(needed).max(self.limit.saturating_add(1));
            return outcome;
        }
        let cost = cost::of_call(function.cost, &values, outcome.as_ref().ok());
        self.charge(cost)?;
        match outcome {
            Err(fault) if function.guarded && call.pattern.is_none() && fault == Fault::no_such_overload() => {
                let types: Vec<&str> = values.iter().map(Value::type_name).collect();
                Err(Fault::error(format!("{fault}: {}({})", function.name, types.join(", "))))
            }
            outcome => outcome,
        }
    }

    fn list(&mut self, items: &'a [Item]) -> Outcome<'a> {
        let outcome = self.items(items);
        self.charge(cost::LIST)?;
        outcome
    }

    fn items(&mut self, items: &'a [Item]) -> Outcome<'a> {
        let mut values = Vec::with_capacity(items.len());
        for item in items {
            values.extend(self.item(item)?);
        }
        Ok(Value::list(values))
    }

    /// The value of an item; nothing for an optional one that is not there.
    fn item(&mut self, item: &'a Item) -> Result<Option<Value<'a>>, Fault> {
        let value = self.eval(&item.value)?;
        if !item.optional {
            return Ok(Some(value));
        }
        match value {
            Value::Optional(inner) => Ok(inner.map(|value| (*value).clone())),
            other => Err(Fault::error(format!("cannot initialize optional list element from non-optional value {other}"))),
        }
    }

    fn map(&mut self, entries: &'a [super::program::Entry]) -> Outcome<'a> {
        let outcome = self.entries(entries);
        self.charge(cost::MAP)?;
        outcome
    }

    fn entries(&mut self, entries: &'a [super::program::Entry]) -> Outcome<'a> {
        let mut made: Vec<(Value<'a>, Value<'a>)> = Vec::with_capacity(entries.len());
        for entry in entries {
            let key = self.eval(&entry.key)?;
            let mut value = self.eval(&entry.value)?;
            let known = made.iter().position(|(other, _)| exact_key(other, &key));
            if entry.optional {
                value = match value {
                    Value::Optional(Some(inner)) => (*inner).clone(),
                    Value::Optional(None) => {
                        if let Some(at) = known {
                            made.remove(at);
                        }
                        continue;
                    }
                    other => {
                        return Err(Fault::error(format!(
                            "cannot initialize optional entry '{key}' from non-optional value {other}"
                        )));
                    }
                };
            }
            match known {
                Some(at) => made[at].1 = value,
                None => made.push((key, value)),
            }
        }
        Ok(Value::Map(Map::of(made)))
    }

    /// Takes the accumulator out of its variable, so that it can grow in place.
    fn take(&mut self, accumulator: usize) -> Outcome<'a> {
        let known = self.local(accumulator).map(drop);
        self.charge(1)?;
        known?;
        match self.locals.get_mut(accumulator) {
            Some(local) => match std::mem::replace(local, Local::Unset) {
                Local::Set(outcome) => outcome,
                _ => Err(Fault::no_such_overload()),
            },
            None => Err(Fault::no_such_overload()),
        }
    }

    fn append(&mut self, accumulator: usize, item: &'a Item) -> Outcome<'a> {
        let constant = matches!(item.value.kind, Kind::Const(_)) && !item.optional;
        let added = self.item(item);
        self.charge(if constant { 0 } else { cost::LIST })?;
        let list = self.take(accumulator);
        self.charge(1)?;
        match (list?, added?) {
            (Value::List(mut list), Some(value)) => {
                list.push(value);
                Ok(Value::List(list))
            }
            (list, _) => Ok(list),
        }
    }

    fn insert(&mut self, accumulator: usize, entry: &'a [Expr; 2]) -> Outcome<'a> {
        let key = self.eval(&entry[0])?;
        let value = self.eval(&entry[1])?;
        let map = self.take(accumulator)?;
        self.charge(1)?;
        extend(map, [(key, value)])
    }

    fn insert_all(&mut self, accumulator: usize, more: &'a Expr) -> Outcome<'a> {
        let more = self.eval(more)?;
        let map = self.take(accumulator)?;
        self.charge(1)?;
        let Value::Map(more) = more else { return Err(Fault::no_such_overload()) };
        let mut entries = Vec::with_capacity(more.len());
        for key in more.keys() {
            let value = more.get(&key)?;
            entries.push((key, value));
        }
        extend(map, entries)
    }

    fn fold(&mut self, fold: &'a Fold) -> Outcome<'a> {
        let range = self.eval(&fold.range)?;
        if let Some(local) = self.locals.get_mut(fold.accumulator) {
            *local = Local::Lazy(&fold.initial);
        }
        match &range {
            Value::List(list) => {
                for (index, item) in list.iter().enumerate() {
                    if let (Some(node), Some(recorder)) = (list.node(index), &mut self.recorder) {
                        recorder.bind(fold.second.unwrap_or(fold.variable), node.span);
                    }
                    if fold.second.is_some() {
                        let index = i64::try_from(index).unwrap_or(i64::MAX);
                        self.set(fold.variable, Ok(Value::Int(index)));
                    }
                    self.set(fold.second.unwrap_or(fold.variable), item);
                    if !self.step(fold)? {
                        break;
                    }
                }
            }
            Value::Map(map) => {
                for key in map.keys() {
                    if let Some(second) = fold.second {
                        let value = self.entry(map, &key).and_then(|value| value.ok_or_else(|| Fault::no_such_key(&key)));
                        self.set(second, value);
                    }
                    self.set(fold.variable, Ok(key));
                    if !self.step(fold)? {
                        break;
                    }
                }
            }
            other if fold.second.is_some() => {
                return Err(Fault::error(format!("unsupported comprehension range type: {}", go_type(other))));
            }
            other => return Err(Fault::error(format!("got '{}', expected iterable type", go_type(other)))),
        }
        self.eval(&fold.result)
    }

    /// One round of a comprehension; whether to go on.
    fn step(&mut self, fold: &'a Fold) -> Result<bool, Fault> {
        match self.eval(&fold.condition) {
            Ok(Value::Bool(false)) => return Ok(false),
            Err(other) if !other.absorbable() => return Err(other),
            _ => {}
        }
        match self.eval(&fold.step) {
            Err(other) if !other.absorbable() => return Err(other),
            next => self.set(fold.accumulator, next),
        }
        Ok(true)
    }
}

/// Whether a selection or an index goes from a condition; the server reckons that as part of the branches.
fn begins_with_condition(expr: &Expr) -> bool {
    match &expr.kind {
        Kind::Select(select) => begins_with_condition(&select.operand),
        Kind::Index(index) => begins_with_condition(&index.operand),
        Kind::Conditional(_) => true,
        _ => false,
    }
}

/// Whether `expr` is a variable or a way from one, which is resolved without an evaluation of its own.
const fn is_attribute(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        Kind::SelfValue | Kind::OldSelf | Kind::Local(_) | Kind::Select(_) | Kind::Index(_) | Kind::Conditional(_)
    )
}

/// Whether two keys of a literal are one: of the same type and value.
fn exact_key(a: &Value<'_>, b: &Value<'_>) -> bool {
    a.type_name() == b.type_name() && same_key(a, b)
}

/// `map` with `entries` more.
fn extend<'a>(map: Value<'a>, entries: impl IntoIterator<Item = (Value<'a>, Value<'a>)>) -> Outcome<'a> {
    let Value::Map(Map::Entries(mut made)) = map else { return Err(Fault::no_such_overload()) };
    let list = std::sync::Arc::make_mut(&mut made);
    for (key, value) in entries {
        if list.iter().any(|(other, _)| exact_key(other, &key)) {
            return Err(Fault::error(format!("insert failed: key {key} already exists")));
        }
        list.push((key, value));
    }
    Ok(Value::Map(Map::Entries(made)))
}

/// The position that `index` names in a list; nothing for a negative one.
fn list_index(index: &Value<'_>) -> Result<Option<usize>, Fault> {
    let unsupported = || Fault::error(format!("unsupported index value {index} in list"));
    match index {
        Value::Int(value) => Ok(usize::try_from(*value).ok()),
        Value::UInt(value) => i64::try_from(*value).map_err(|_| unsupported()).map(|value| usize::try_from(value).ok()),
        Value::Double(value) if value.fract() == 0.0 && value.abs() < 9.2e18 => Ok(usize::try_from(*value as i64).ok()),
        Value::Double(_) => Err(unsupported()),
        other => Err(Fault::error(format!("unsupported index type '{}' in list", other.type_name()))),
    }
}

/// The Go type of a value that cannot be gone through.
const fn go_type(value: &Value<'_>) -> &'static str {
    match value {
        Value::Null => "types.Null",
        Value::Bool(_) => "types.Bool",
        Value::Int(_) => "types.Int",
        Value::UInt(_) => "types.Uint",
        Value::Double(_) => "types.Double",
        Value::String(_) => "types.String",
        Value::Bytes(_) => "types.Bytes",
        Value::Duration(_) => "types.Duration",
        Value::Timestamp(_) => "types.Timestamp",
        Value::Optional(_) => "*types.Optional",
        Value::Type(_) => "*types.Type",
        Value::List(_) => "*types.baseList",
        Value::Map(_) => "*types.baseMap",
        Value::Ip(_) => "cel.IP",
        Value::Cidr(_) => "cel.CIDR",
        Value::Url(_) => "cel.URL",
        Value::Quantity(_) => "cel.Quantity",
        Value::Semver(_) => "cel.Semver",
        Value::Format(_) => "*cel.Format",
        Value::Opaque(_) => "*common.unknownPreserved",
    }
}
