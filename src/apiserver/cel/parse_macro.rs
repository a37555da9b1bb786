//! The macros of CEL and of the libraries that Kubernetes adds, expanded as cel-go does.

use cel::common::ast::{
    CallExpr, ComprehensionExpr, EntryExpr, Expr, IdedEntryExpr, IdedExpr, ListExpr, LiteralValue, MapEntryExpr, MapExpr,
    SelectExpr, StructExpr, StructFieldExpr, operators,
};

use super::parse::Parser;

/// The variable in which a comprehension gathers its result.
pub(super) const ACCUMULATOR: &str = "@result";

/// The name of the same variable in earlier releases, still reserved.
const OLD_ACCUMULATOR: &str = "__result__";

/// The function that adds an entry to a map in a comprehension.
pub(super) const MAP_INSERT: &str = "cel.@mapInsert";

/// The variable of a comprehension that binds a name instead of walking.
pub(super) const UNUSED: &str = "#unused";

/// The name that `sortBy` gives to its list.
const SORT_INPUT: &str = "@__sortBy_input__";

/// Larger trees do not grow any more.
const MOST_NODES: usize = 200_000;

/// What became of a call.
pub(super) enum Expanded {
    /// What it expands to.
    Yes(IdedExpr),
    /// It is no macro; its parts.
    No(Option<IdedExpr>, Vec<IdedExpr>),
    /// It is a macro with a wrong argument, the node of this id.
    Wrong(u64, String),
}

type Expansion = Result<IdedExpr, (u64, String)>;

/// Expands the call `id` of `function` when it is a macro.
pub(super) fn expand(
    parser: &mut Parser<'_>,
    id: u64,
    function: &str,
    target: Option<IdedExpr>,
    args: Vec<IdedExpr>,
) -> Expanded {
    let two_variables = parser.environment.at_least(32);
    let list_functions = parser.environment.at_least(34);
    let mut maker = Maker { offset: parser.positions.offset(id), parser };
    let target = match (function, target) {
        ("has", None) if args.len() == 1 => return wrap(maker.has(args)),
        (_, None) => return Expanded::No(None, args),
        (_, Some(target)) => target,
    };
    wrap(match (function, args.len()) {
        // `existsOne` is known with two variables only.
        ("all" | "exists" | "exists_one", 2) => maker.quantifier(function, target, args, 1),
        ("map", 2 | 3) => maker.map(target, args),
        ("filter", 2) => maker.filter(target, args),
        ("optMap" | "optFlatMap", 2) => maker.optional(function, target, args),
        ("all" | "exists" | "exists_one" | "existsOne", 3) if two_variables => maker.quantifier(function, target, args, 2),
        ("sortBy", 2) if list_functions => maker.sort_by(target, args),
        ("transformList" | "transformMap" | "transformMapEntry", 3 | 4) if two_variables => {
            maker.transform(function, target, args)
        }
        _ => return Expanded::No(Some(target), args),
    })
}

fn wrap(expansion: Expansion) -> Expanded {
    match expansion {
        Ok(expr) => Expanded::Yes(expr),
        Err((id, message)) => Expanded::Wrong(id, message),
    }
}

/// Makes nodes that all stand where the call stands.
struct Maker<'p, 's> {
    parser: &'p mut Parser<'s>,
    offset: usize,
}

/// The parts of a comprehension besides what it walks over.
struct Fold {
    variables: (String, Option<String>),
    init: IdedExpr,
    condition: IdedExpr,
    step: IdedExpr,
    result: IdedExpr,
}

impl Maker<'_, '_> {
    fn has(&mut self, args: Vec<IdedExpr>) -> Expansion {
        match args.into_iter().next() {
            Some(IdedExpr { expr: Expr::Select(SelectExpr { operand, field, test: false }), .. }) => {
                Ok(self.node(Expr::Select(SelectExpr { operand, field, test: true })))
            }
            other => Err((other.map_or(0, |arg| arg.id), "invalid argument to has() macro".to_owned())),
        }
    }

    fn quantifier(&mut self, function: &str, target: IdedExpr, mut args: Vec<IdedExpr>, count: usize) -> Expansion {
        let predicate = args.pop().unwrap_or_default();
        let variables = variables(&args, count, "argument must be a simple name")?;
        let (init, condition, step, result);
        match function {
            "all" => {
                init = self.literal(LiteralValue::Boolean(true.into()));
                condition = self.not_strictly_false(false);
                step = self.with_accumulator(operators::LOGICAL_AND, predicate);
                result = self.accumulator();
            }
            "exists" => {
                init = self.literal(LiteralValue::Boolean(false.into()));
                condition = self.not_strictly_false(true);
                step = self.with_accumulator(operators::LOGICAL_OR, predicate);
                result = self.accumulator();
            }
            _ => {
                init = self.literal(LiteralValue::Int(0.into()));
                condition = self.literal(LiteralValue::Boolean(true.into()));
                let one = self.literal(LiteralValue::Int(1.into()));
                let more = self.with_accumulator(operators::ADD, one);
                let same = self.accumulator();
                step = self.call(operators::CONDITIONAL, vec![predicate, more, same]);
                let one = self.literal(LiteralValue::Int(1.into()));
                result = self.with_accumulator(operators::EQUALS, one);
            }
        }
        Ok(self.comprehension(target, Fold { variables, init, condition, step, result }))
    }

    fn map(&mut self, target: IdedExpr, mut args: Vec<IdedExpr>) -> Expansion {
        let variables = variables(&args, 1, "argument is not an identifier")?;
        let transform = args.pop().unwrap_or_default();
        let filter = (args.len() == 2).then(|| args.pop()).flatten();
        Ok(self.gather(target, variables, Some(transform), filter))
    }

    fn filter(&mut self, target: IdedExpr, mut args: Vec<IdedExpr>) -> Expansion {
        let variables = variables(&args, 1, "argument is not an identifier")?;
        let filter = args.pop();
        Ok(self.gather(target, variables, args.pop(), filter))
    }

    /// The list of what `transform` gives for the elements that pass `filter`.
    fn gather(
        &mut self,
        target: IdedExpr,
        variables: (String, Option<String>),
        transform: Option<IdedExpr>,
        filter: Option<IdedExpr>,
    ) -> IdedExpr {
        let init = self.list(Vec::new());
        let condition = self.literal(LiteralValue::Boolean(true.into()));
        let one = self.list(transform.into_iter().collect());
        let step = self.with_accumulator(operators::ADD, one);
        let step = self.filtered(filter, step);
        let result = self.accumulator();
        self.comprehension(target, Fold { variables, init, condition, step, result })
    }

    fn transform(&mut self, function: &str, target: IdedExpr, mut args: Vec<IdedExpr>) -> Expansion {
        let variables = variables(&args, 2, "argument must be a simple name")?;
        let transform = args.pop().unwrap_or_default();
        let filter = (args.len() == 3).then(|| args.pop()).flatten();
        if function == "transformList" {
            return Ok(self.gather(target, variables, Some(transform), filter));
        }
        let init = self.node(Expr::Map(MapExpr { entries: Vec::new() }));
        let condition = self.literal(LiteralValue::Boolean(true.into()));
        let mut arguments = vec![self.accumulator()];
        if function == "transformMap" {
            arguments.push(self.node(Expr::Ident(variables.0.clone())));
        }
        arguments.push(transform);
        let step = self.call(MAP_INSERT, arguments);
        let step = self.filtered(filter, step);
        let result = self.accumulator();
        Ok(self.comprehension(target, Fold { variables, init, condition, step, result }))
    }

    fn optional(&mut self, function: &str, target: IdedExpr, mut args: Vec<IdedExpr>) -> Expansion {
        let transform = args.pop().unwrap_or_default();
        let name = match args.pop() {
            Some(IdedExpr { expr: Expr::Ident(name), .. }) => name,
            other => {
                let id = other.map_or(0, |arg| arg.id);
                return Err((id, format!("{function}() variable name must be a simple identifier")));
            }
        };
        // Each macro in a chain doubles what is before it.
        if self.parser.positions.count() > MOST_NODES {
            return Err((target.id, format!("the expression expands to more than {MOST_NODES} nodes")));
        }
        let copy = self.copy(&target);
        let init = self.member("value", copy);
        let range = self.list(Vec::new());
        let condition = self.literal(LiteralValue::Boolean(false.into()));
        let step = self.node(Expr::Ident(name.clone()));
        let bind = self.node(Expr::Comprehension(Box::new(ComprehensionExpr {
            iter_range: range,
            iter_var: UNUSED.to_owned(),
            iter_var2: None,
            accu_var: name,
            accu_init: init,
            loop_cond: condition,
            loop_step: step,
            result: transform,
        })));
        let then = if function == "optMap" { self.call("optional.of", vec![bind]) } else { bind };
        let given = self.member("hasValue", target);
        let none = self.call("optional.none", Vec::new());
        Ok(self.call(operators::CONDITIONAL, vec![given, then, none]))
    }

    /// Sorts by what the second argument gives for each element: a function gets the list and the list of those keys.
    fn sort_by(&mut self, target: IdedExpr, args: Vec<IdedExpr>) -> Expansion {
        if matches!(target.expr, Expr::Literal(_) | Expr::Map(_) | Expr::Struct(_)) {
            let what = "sortBy can only be applied to a list, identifier, comprehension, call or select expression";
            return Err((target.id, what.to_owned()));
        }
        let input = |maker: &mut Self| maker.node(Expr::Ident(SORT_INPUT.to_owned()));
        let (step, range, list) = (input(self), input(self), input(self));
        let keys = self.map(range, args)?;
        let function = "@sortByAssociatedKeys".to_owned();
        let result = self.node(Expr::Call(CallExpr { func_name: function, target: Some(Box::new(list)), args: vec![keys] }));
        let range = self.list(Vec::new());
        let condition = self.literal(LiteralValue::Boolean(false.into()));
        Ok(self.node(Expr::Comprehension(Box::new(ComprehensionExpr {
            iter_range: range,
            iter_var: UNUSED.to_owned(),
            iter_var2: None,
            accu_var: SORT_INPUT.to_owned(),
            accu_init: target,
            loop_cond: condition,
            loop_step: step,
            result,
        }))))
    }

    fn filtered(&mut self, filter: Option<IdedExpr>, step: IdedExpr) -> IdedExpr {
        let Some(filter) = filter else { return step };
        let same = self.accumulator();
        self.call(operators::CONDITIONAL, vec![filter, step, same])
    }

    fn not_strictly_false(&mut self, negated: bool) -> IdedExpr {
        let mut inner = self.accumulator();
        if negated {
            inner = self.call(operators::LOGICAL_NOT, vec![inner]);
        }
        self.call(operators::NOT_STRICTLY_FALSE, vec![inner])
    }

    fn with_accumulator(&mut self, function: &str, other: IdedExpr) -> IdedExpr {
        let accumulator = self.accumulator();
        self.call(function, vec![accumulator, other])
    }

    fn comprehension(&mut self, range: IdedExpr, fold: Fold) -> IdedExpr {
        self.node(Expr::Comprehension(Box::new(ComprehensionExpr {
            iter_range: range,
            iter_var: fold.variables.0,
            iter_var2: fold.variables.1,
            accu_var: ACCUMULATOR.to_owned(),
            accu_init: fold.init,
            loop_cond: fold.condition,
            loop_step: fold.step,
            result: fold.result,
        })))
    }

    fn accumulator(&mut self) -> IdedExpr {
        self.node(Expr::Ident(ACCUMULATOR.to_owned()))
    }

    fn literal(&mut self, value: LiteralValue) -> IdedExpr {
        self.node(Expr::Literal(value))
    }

    fn list(&mut self, elements: Vec<IdedExpr>) -> IdedExpr {
        self.node(Expr::List(ListExpr { elements, optional_indices: Vec::new() }))
    }

    fn call(&mut self, function: &str, args: Vec<IdedExpr>) -> IdedExpr {
        self.node(Expr::Call(CallExpr { func_name: function.to_owned(), target: None, args }))
    }

    fn member(&mut self, function: &str, target: IdedExpr) -> IdedExpr {
        self.node(Expr::Call(CallExpr { func_name: function.to_owned(), target: Some(Box::new(target)), args: Vec::new() }))
    }

    fn node(&mut self, expr: Expr) -> IdedExpr {
        IdedExpr { id: self.parser.positions.next(self.offset), expr }
    }

    /// The same tree with ids of its own.
    fn copy(&mut self, expr: &IdedExpr) -> IdedExpr {
        let id = self.parser.positions.next(self.parser.positions.offset(expr.id));
        let copied = match &expr.expr {
            Expr::Select(select) => {
                let operand = Box::new(self.copy(&select.operand));
                Expr::Select(SelectExpr { operand, field: select.field.clone(), test: select.test })
            }
            Expr::Call(call) => Expr::Call(CallExpr {
                func_name: call.func_name.clone(),
                target: call.target.as_ref().map(|target| Box::new(self.copy(target))),
                args: self.copies(&call.args),
            }),
            Expr::List(list) => {
                Expr::List(ListExpr { elements: self.copies(&list.elements), optional_indices: list.optional_indices.clone() })
            }
            Expr::Map(map) => Expr::Map(MapExpr { entries: self.copy_entries(&map.entries) }),
            Expr::Struct(message) => {
                Expr::Struct(StructExpr { type_name: message.type_name.clone(), entries: self.copy_entries(&message.entries) })
            }
            Expr::Comprehension(fold) => Expr::Comprehension(Box::new(ComprehensionExpr {
                iter_range: self.copy(&fold.iter_range),
                iter_var: fold.iter_var.clone(),
                iter_var2: fold.iter_var2.clone(),
                accu_var: fold.accu_var.clone(),
                accu_init: self.copy(&fold.accu_init),
                loop_cond: self.copy(&fold.loop_cond),
                loop_step: self.copy(&fold.loop_step),
                result: self.copy(&fold.result),
            })),
            other => other.clone(),
        };
        IdedExpr { id, expr: copied }
    }

    fn copies(&mut self, list: &[IdedExpr]) -> Vec<IdedExpr> {
        list.iter().map(|expr| self.copy(expr)).collect()
    }

    fn copy_entries(&mut self, entries: &[IdedEntryExpr]) -> Vec<IdedEntryExpr> {
        let copy = |entry: &IdedEntryExpr| {
            let expr = match &entry.expr {
                EntryExpr::MapEntry(entry) => EntryExpr::MapEntry(MapEntryExpr {
                    key: self.copy(&entry.key),
                    value: self.copy(&entry.value),
                    optional: entry.optional,
                }),
                EntryExpr::StructField(field) => EntryExpr::StructField(StructFieldExpr {
                    field: field.field.clone(),
                    value: self.copy(&field.value),
                    optional: field.optional,
                }),
            };
            IdedEntryExpr { id: self.parser.positions.next(self.offset), expr }
        };
        entries.iter().map(copy).collect()
    }
}

/// The names in the first `count` arguments.
fn variables(args: &[IdedExpr], count: usize, wrong: &str) -> Result<(String, Option<String>), (u64, String)> {
    let mut names = Vec::new();
    for arg in args.iter().take(count) {
        let Expr::Ident(name) = &arg.expr else { return Err((arg.id, wrong.to_owned())) };
        if names.iter().any(|(_, other)| *other == name) {
            return Err((arg.id, format!("duplicate variable name: {name}")));
        }
        names.push((arg.id, name));
    }
    if let Some((id, _)) = names.iter().find(|(_, name)| *name == ACCUMULATOR || *name == OLD_ACCUMULATOR) {
        return Err((*id, "iteration variable overwrites accumulator variable".to_owned()));
    }
    let mut names = names.into_iter().map(|(_, name)| name.clone());
    Ok((names.next().unwrap_or_default(), names.next()))
}
