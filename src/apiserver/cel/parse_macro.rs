//! The macros of CEL and of the libraries that Kubernetes adds, expanded as cel-go does.

use cel::common::ast::{
    CallExpr, ComprehensionExpr, EntryExpr, Expr, IdedEntryExpr, IdedExpr, ListExpr, LiteralValue, MapEntryExpr, MapExpr,
    SelectExpr, StructExpr, StructFieldExpr, operators,
};

use super::{Environment, parse::Parser};

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

type Expansion = Result<IdedExpr, Fault>;

/// The node that is wrong, and why.
type Fault = (u64, String);

/// A macro: a name and a number of arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Signature {
    pub(super) function: &'static str,
    /// Whether it is called on a value.
    pub(super) member: bool,
    /// How many arguments it has, the value not counted.
    pub(super) args: usize,
    since: u8,
    /// How many of the arguments are names.
    names: usize,
}

const fn member(function: &'static str, args: usize, names: usize, since: u8) -> Signature {
    Signature { function, member: true, args, since, names }
}

/// All macros. `existsOne` is known with two variables only.
const SIGNATURES: [Signature; 20] = [
    Signature { function: "has", member: false, args: 1, since: 0, names: 0 },
    member("all", 2, 1, 0),
    member("exists", 2, 1, 0),
    member("exists_one", 2, 1, 0),
    member("map", 2, 1, 0),
    member("map", 3, 1, 0),
    member("filter", 2, 1, 0),
    member("optMap", 2, 1, 0),
    member("optFlatMap", 2, 1, 0),
    member("all", 3, 2, 32),
    member("exists", 3, 2, 32),
    member("exists_one", 3, 2, 32),
    member("existsOne", 3, 2, 32),
    member("transformList", 3, 2, 32),
    member("transformList", 4, 2, 32),
    member("transformMap", 3, 2, 32),
    member("transformMap", 4, 2, 32),
    member("transformMapEntry", 3, 2, 32),
    member("transformMapEntry", 4, 2, 32),
    member("sortBy", 2, 1, 34),
];

/// The macros that `environment` has.
pub(super) fn signatures(environment: Environment) -> impl Iterator<Item = Signature> {
    SIGNATURES.into_iter().filter(move |signature| environment.at_least(signature.since))
}

impl Signature {
    /// What is wrong with a call of the macro.
    pub(super) fn fault(&self, target: Option<&IdedExpr>, args: &[IdedExpr]) -> Option<Fault> {
        let first = args.first()?;
        if self.function == "has" {
            let fits = matches!(&first.expr, Expr::Select(select) if !select.test);
            return (!fits).then(|| (first.id, "invalid argument to has() macro".to_owned()));
        }
        if self.function == "sortBy"
            && let Some(target) = target
            && matches!(target.expr, Expr::Literal(_) | Expr::Map(_) | Expr::Struct(_))
        {
            let what = "sortBy can only be applied to a list, identifier, comprehension, call or select expression";
            return Some((target.id, what.to_owned()));
        }
        let names = &args[..self.names.min(args.len())];
        if let Some(arg) = names.iter().find(|arg| !matches!(arg.expr, Expr::Ident(_))) {
            return Some((arg.id, self.wants_name()));
        }
        if let [one, two] = names
            && let (Expr::Ident(one), Expr::Ident(name)) = (&one.expr, &two.expr)
            && one == name
        {
            return Some((two.id, format!("duplicate variable name: {name}")));
        }
        if self.function.starts_with("opt") {
            return None;
        }
        let reserved = |arg: &&IdedExpr| matches!(&arg.expr, Expr::Ident(name) if name == ACCUMULATOR || name == OLD_ACCUMULATOR);
        names.iter().find(reserved).map(|arg| (arg.id, "iteration variable overwrites accumulator variable".to_owned()))
    }

    fn wants_name(&self) -> String {
        match self.function {
            "map" | "filter" | "sortBy" => "argument is not an identifier".to_owned(),
            "optMap" | "optFlatMap" => format!("{}() variable name must be a simple identifier", self.function),
            _ => "argument must be a simple name".to_owned(),
        }
    }
}

/// Expands the call `id` of `function` when it is a macro.
pub(super) fn expand(
    parser: &mut Parser<'_>,
    id: u64,
    function: &str,
    target: Option<IdedExpr>,
    args: Vec<IdedExpr>,
) -> Expanded {
    let is = |signature: &Signature| {
        signature.function == function && signature.member == target.is_some() && signature.args == args.len()
    };
    let Some(signature) = signatures(parser.environment).find(is) else { return Expanded::No(target, args) };
    if let Some((id, message)) = signature.fault(target.as_ref(), &args) {
        return Expanded::Wrong(id, message);
    }
    let mut maker = Maker { offset: parser.positions.offset(id), parser };
    let target = target.unwrap_or_default();
    let expansion = match function {
        "has" => maker.has(args),
        "map" => maker.map(target, args),
        "filter" => maker.filter(target, args),
        "optMap" | "optFlatMap" => maker.optional(function, target, args),
        "sortBy" => maker.sort_by(target, args),
        "transformList" | "transformMap" | "transformMapEntry" => maker.transform(function, target, args),
        _ => maker.quantifier(function, target, args),
    };
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
        let mut expr = args.into_iter().next().unwrap_or_default().expr;
        if let Expr::Select(select) = &mut expr {
            select.test = true;
        }
        Ok(self.node(expr))
    }

    fn quantifier(&mut self, function: &str, target: IdedExpr, mut args: Vec<IdedExpr>) -> Expansion {
        let predicate = args.pop().unwrap_or_default();
        let variables = variables(&args);
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
        let variables = variables(&args[..1.min(args.len())]);
        let transform = args.pop().unwrap_or_default();
        let filter = (args.len() == 2).then(|| args.pop()).flatten();
        Ok(self.gather(target, variables, Some(transform), filter))
    }

    fn filter(&mut self, target: IdedExpr, mut args: Vec<IdedExpr>) -> Expansion {
        let variables = variables(&args[..1.min(args.len())]);
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
        let variables = variables(&args[..2.min(args.len())]);
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
        let (name, _) = variables(&args);
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

/// The one or two names that `args` are.
fn variables(args: &[IdedExpr]) -> (String, Option<String>) {
    let mut names = args.iter().filter_map(|arg| match &arg.expr {
        Expr::Ident(name) => Some(name.clone()),
        _ => None,
    });
    (names.next().unwrap_or_default(), names.next())
}
