//! What an expression may cost at most, as the server estimates it before it takes a rule.
//!
//! Source: `checker/cost.go` of cel-go.

use std::collections::HashMap;

use cel::common::ast::{CallExpr, ComprehensionExpr, EntryExpr, Expr, IdedEntryExpr, IdedExpr, LiteralValue, SelectExpr};

use super::{
    Environment,
    check::Checked,
    estimate_calls,
    estimate_path::{Path, Paths},
    estimate_range::Range,
    estimate_size::most_elements,
    parse_macro::ACCUMULATOR,
    types::{Place, Type},
};

/// What `checked` costs for values of the schema at `root`. Recurses as deep as the expression is nested.
pub fn cost(checked: &Checked, root: Place<'_>, environment: Environment) -> Range {
    Coster {
        checked,
        root,
        environment,
        paths: Paths::default(),
        places: HashMap::new(),
        locals: Vec::new(),
        sizes: HashMap::new(),
        entries: HashMap::new(),
    }
    .cost(&checked.expr)
}

/// The estimates for the keys and values of a list or map.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entries {
    list: bool,
    key: Range,
    value: Range,
}

/// A variable of a comprehension.
struct Local {
    name: String,
    path: Option<Path>,
    size: Option<Range>,
    entries: Option<Entries>,
}

pub(super) struct Coster<'c> {
    pub(super) checked: &'c Checked,
    root: Place<'c>,
    pub(super) environment: Environment,
    paths: Paths,
    /// Paths by the ids of nodes.
    places: HashMap<u64, Option<Path>>,
    locals: Vec<Local>,
    sizes: HashMap<u64, Range>,
    entries: HashMap<u64, Entries>,
}

/// An argument of a call.
pub(super) struct Argument<'c> {
    pub(super) expr: &'c IdedExpr,
    path: Option<Path>,
    /// None when nothing tells it.
    pub(super) size: Option<Range>,
    pub(super) cost: Range,
}

impl Argument<'_> {
    pub(super) fn size_or_unknown(&self) -> Range {
        self.size.unwrap_or(Range::UNKNOWN)
    }
}

const SELECT: Range = Range::fixed(1);
const LIST: u64 = 10;
const MAP: u64 = 30;
const MESSAGE: u64 = 40;

impl<'c> Coster<'c> {
    fn cost(&mut self, node: &'c IdedExpr) -> Range {
        match &node.expr {
            Expr::Literal(_) | Expr::Unspecified => Range::default(),
            Expr::Ident(name) => {
                let path = match self.local(name) {
                    Some(local) => local.path,
                    None => Some(self.paths.single(name)),
                };
                self.places.insert(node.id, path);
                SELECT
            }
            Expr::Select(select) => self.select(node.id, select),
            Expr::Call(call) => self.call(node, call),
            Expr::List(list) => self.list(node.id, &list.elements),
            Expr::Map(map) => self.map(node.id, &map.entries),
            Expr::Struct(message) => message.entries.iter().fold(Range::fixed(MESSAGE), |sum, entry| match &entry.expr {
                EntryExpr::StructField(field) => sum.add(self.cost(&field.value)),
                EntryExpr::MapEntry(_) => sum,
            }),
            Expr::Comprehension(fold) if is_bind(fold) => self.bind(node, fold),
            Expr::Comprehension(fold) => self.comprehension(node, fold),
        }
    }

    fn list(&mut self, id: u64, elements: &'c [IdedExpr]) -> Range {
        let mut cost = Range::fixed(LIST);
        let mut size = None;
        for element in elements {
            cost = cost.add(self.cost(element));
            self.join_size(&mut size, element);
        }
        self.entries.insert(id, Entries { list: true, key: Range::fixed(1), value: size.unwrap_or_default() });
        cost
    }

    fn map(&mut self, id: u64, entries: &'c [IdedEntryExpr]) -> Range {
        let mut cost = Range::fixed(MAP);
        let (mut key, mut value) = (None, None);
        for entry in entries {
            let EntryExpr::MapEntry(entry) = &entry.expr else { continue };
            cost = cost.add(self.cost(&entry.key)).add(self.cost(&entry.value));
            self.join_size(&mut key, &entry.key);
            self.join_size(&mut value, &entry.value);
        }
        let entries = Entries { list: false, key: key.unwrap_or_default(), value: value.unwrap_or_default() };
        self.entries.insert(id, entries);
        cost
    }

    fn join_size(&mut self, sum: &mut Option<Range>, node: &IdedExpr) {
        let size = self.size_or_unknown(node);
        *sum = Some(sum.map_or(size, |sum| sum.union(size)));
    }

    fn select(&mut self, id: u64, select: &'c SelectExpr) -> Range {
        let mut cost = self.cost(&select.operand);
        if select.test {
            return cost;
        }
        if matches!(self.checked.type_of(select.operand.id), Type::Map(..) | Type::Object(_)) {
            cost = cost.add(SELECT);
        }
        let operand = self.path(&select.operand);
        let path = self.paths.append(operand, &select.field);
        self.places.insert(id, Some(path));
        cost
    }

    fn call(&mut self, node: &'c IdedExpr, call: &'c CallExpr) -> Range {
        if call.func_name == "dyn"
            && let [arg] = call.args.as_slice()
        {
            let cost = self.cost(arg);
            self.copy_sizes(node.id, arg);
            return cost.add(Range::fixed(1));
        }
        let args: Vec<_> = call.args.iter().map(|arg| self.argument(arg)).collect();
        let checked = self.checked;
        let overloads = checked.overloads(node.id);
        if overloads.is_empty() {
            return Range::default();
        }
        let target = call.target.as_deref().map(|target| self.argument(target));
        let mut cost: Option<Range> = None;
        let mut size = None;
        for overload in overloads {
            let estimate = estimate_calls::call(self, node.id, &call.func_name, overload, target.as_ref(), &args);
            cost = Some(cost.map_or(estimate.cost, |cost| cost.union(estimate.cost)));
            size = match (size, estimate.size) {
                (Some(before), Some(more)) => Some(Range::union(before, more)),
                (before, more) => before.or(more),
            };
            if let (step @ ("@items" | "@values"), Some(container)) = (index_step(overload), call.args.first()) {
                size = self.entries_of(container).map(|entries| entries.value);
                let path = self.path(container);
                let path = self.paths.append(path, step);
                self.places.insert(node.id, Some(path));
            }
            if size.is_none() {
                size = self.size(node);
            }
        }
        if let Some(size) = size {
            self.sizes.insert(node.id, size);
        }
        target.map_or(Range::default(), |target| target.cost).add(cost.unwrap_or_default())
    }

    fn argument(&mut self, expr: &'c IdedExpr) -> Argument<'c> {
        let cost = self.cost(expr);
        let path = self.path(expr).filter(|path| {
            let first = self.paths.steps(*path).first();
            first.is_none_or(|first| first != ACCUMULATOR && first != "__result__")
        });
        Argument { expr, path, size: self.size(expr), cost }
    }

    fn comprehension(&mut self, node: &'c IdedExpr, fold: &'c ComprehensionExpr) -> Range {
        let mut cost = self.cost(&fold.iter_range).add(self.cost(&fold.accu_init));
        let depth = self.locals.len();
        self.push_local(&fold.accu_var, &fold.accu_init);
        match &fold.iter_var2 {
            Some(second) => {
                self.push_variable(&fold.iter_var, &fold.iter_range, true);
                self.push_variable(second, &fold.iter_range, false);
            }
            None => {
                let keys = !self.is_list(&fold.iter_range);
                self.push_variable(&fold.iter_var, &fold.iter_range, keys);
            }
        }
        let condition = self.cost(&fold.loop_cond);
        let step = self.cost(&fold.loop_step);
        self.locals.truncate(depth + 1);
        cost = cost.add(self.cost(&fold.result));
        self.locals.truncate(depth);
        let count = self.size_or_unknown(&fold.iter_range);
        cost = cost.add(count.multiply(step.add(condition)));
        match fold.accu_init.expr {
            Expr::Literal(_) => {
                if let Some(size) = self.size(&fold.accu_init) {
                    self.sizes.insert(node.id, size);
                }
            }
            Expr::List(_) | Expr::Map(_) => {
                self.sizes.insert(node.id, count);
                if let Some(entries) = self.entries_of(&fold.loop_step) {
                    self.entries.insert(node.id, entries);
                }
            }
            _ => {}
        }
        cost
    }

    fn bind(&mut self, node: &'c IdedExpr, fold: &'c ComprehensionExpr) -> Range {
        let cost = self.cost(&fold.iter_range).add(self.cost(&fold.accu_init));
        self.push_local(&fold.accu_var, &fold.accu_init);
        let cost = cost.add(self.cost(&fold.result));
        self.locals.pop();
        self.copy_sizes(node.id, &fold.result);
        cost
    }

    fn push_local(&mut self, name: &str, init: &IdedExpr) {
        let path = self.path(init);
        let entries = self.entries_of(init);
        let size = self.size(init);
        self.locals.push(Local { name: name.to_owned(), path, size, entries });
    }

    /// The variable for the keys of `range`, or for its values.
    fn push_variable(&mut self, name: &str, range: &IdedExpr, keys: bool) {
        let entries = self.entries_of(range);
        let step = match (keys, self.is_list(range)) {
            (true, true) => "@indices",
            (true, false) => "@keys",
            (false, true) => "@items",
            (false, false) => "@values",
        };
        let path = self.path(range);
        let path = Some(self.paths.append(path, step));
        let size = entries.map(|entries| if keys { entries.key } else { entries.value });
        self.locals.push(Local { name: name.to_owned(), path, size, entries: None });
    }

    fn is_list(&self, node: &IdedExpr) -> bool {
        self.entries_of(node).map_or_else(|| matches!(self.checked.type_of(node.id), Type::List(_)), |entries| entries.list)
    }

    fn local(&self, name: &str) -> Option<&Local> {
        self.locals.iter().rev().find(|local| local.name == name)
    }

    fn path(&self, node: &IdedExpr) -> Option<Path> {
        if let Expr::Ident(name) = &node.expr
            && let Some(local) = self.local(name)
        {
            return local.path;
        }
        self.places.get(&node.id).copied().flatten()
    }

    pub(super) fn size_or_unknown(&mut self, node: &IdedExpr) -> Range {
        self.size(node).unwrap_or(Range::UNKNOWN)
    }

    /// The size of the value of `node`, when something tells it.
    fn size(&mut self, node: &IdedExpr) -> Option<Range> {
        if let Some(size) = self.sizes.get(&node.id).copied().or_else(|| written_size(&node.expr)) {
            return Some(size);
        }
        if let Some(size) = self.path(node).and_then(|path| self.schema_size(path)) {
            self.sizes.insert(node.id, size);
            return Some(size);
        }
        if is_scalar(self.checked.type_of(node.id)) {
            return Some(Range::fixed(1));
        }
        match &node.expr {
            Expr::Ident(name) => self.local(name).and_then(|local| local.size),
            _ => None,
        }
    }

    /// What the schema says of the size of the value at `path`.
    fn schema_size(&self, path: Path) -> Option<Range> {
        let mut place = self.root;
        let mut steps = self.paths.steps(path).iter().skip(1);
        while let Some(step) = steps.next() {
            place = match step.as_str() {
                "@items" | "@values" => place.element()?,
                // Nothing bounds the keys, and the server takes that for empty ones.
                "@keys" if place.schema.kind == Some(crate::crd::Type::Object) && place.element().is_some() => {
                    return steps.next().is_none().then_some(Range::fixed(0));
                }
                name => place.field(name)?,
            };
        }
        Some(Range::new(0, most_elements(place)))
    }

    /// The size of the elements of the list `list`: from the schema, when it stands there.
    pub(super) fn element_size(&mut self, list: &Argument<'_>) -> Range {
        let Some(path) = list.path else { return Range::UNKNOWN };
        // This path is a true copy.
        let mut place = self.root;
        for step in self.paths.steps(path).iter().skip(1).map(String::as_str).chain(["@items"]) {
            let next = match step {
                "@items" | "@values" => place.element(),
                "@keys" => None,
                name => place.field(name),
            };
            let Some(next) = next else { return Range::UNKNOWN };
            place = next;
        }
        Range::new(0, most_elements(place))
    }

    fn entries_of(&self, node: &IdedExpr) -> Option<Entries> {
        if let Some(entries) = self.entries.get(&node.id) {
            return Some(*entries);
        }
        match &node.expr {
            Expr::Ident(name) => self.local(name).and_then(|local| local.entries),
            _ => None,
        }
    }

    /// The node `id` has the entries of either of two others, when both are known.
    pub(super) fn join_entries(&mut self, id: u64, a: &IdedExpr, b: &IdedExpr) {
        if let (Some(a), Some(b)) = (self.entries_of(a), self.entries_of(b)) {
            let entries = Entries { list: a.list, key: a.key.union(b.key), value: a.value.union(b.value) };
            self.entries.insert(id, entries);
        }
    }

    fn copy_sizes(&mut self, id: u64, from: &IdedExpr) {
        if let Some(size) = self.size(from) {
            self.sizes.insert(id, size);
        }
        if let Some(entries) = self.entries_of(from) {
            self.entries.insert(id, entries);
        }
    }
}

/// A comprehension that only gives a name to a value.
fn is_bind(fold: &ComprehensionExpr) -> bool {
    let empty = matches!(&fold.iter_range.expr, Expr::List(list) if list.elements.is_empty());
    let never = matches!(&fold.loop_cond.expr, Expr::Literal(LiteralValue::Boolean(value)) if !*value.inner());
    empty && never && fold.accu_var != "__result__"
}

fn index_step(overload: &str) -> &'static str {
    match overload {
        "index_list" => "@items",
        "index_map" => "@values",
        _ => "",
    }
}

/// The size of what is written in the expression itself.
fn written_size(expr: &Expr) -> Option<Range> {
    let size = match expr {
        Expr::Literal(LiteralValue::String(text)) => text.inner().chars().count(),
        Expr::Literal(LiteralValue::Bytes(bytes)) => bytes.inner().len(),
        Expr::Literal(_) => 1,
        Expr::List(list) => list.elements.len(),
        Expr::Map(map) => map.entries.len(),
        _ => return None,
    };
    Some(Range::fixed(size as u64))
}

fn is_scalar(of: &Type) -> bool {
    match of {
        Type::Bool | Type::Double | Type::Duration | Type::Int | Type::Timestamp | Type::Uint => true,
        other => other.unwrap_optional().is_some_and(is_scalar),
    }
}

/// What an overload costs, and how large its result is when that is known.
pub(super) struct Estimate {
    pub(super) cost: Range,
    pub(super) size: Option<Range>,
}
