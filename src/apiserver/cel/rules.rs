//! The rules of an object: which run, in which order, and what the server says when one fails.
//!
//! Source: `pkg/apiserver/schema/cel/validation.go` of apiextensions-apiserver.

use std::sync::OnceLock;

use super::{
    Environment, compile, convert,
    eval::{EXPRESSION_LIMIT, Evaluation, Variables},
    field_path,
    program::{CompileError, Program},
    trace::{Recorder, Trace},
    value::{Fault, Value},
};
use crate::{
    apiserver::{
        Cause, KubeVersion, Reason, Stage,
        cause::RuleRef,
        path::{Path, Step},
        validate_ratchet::{Ratchet, old_items},
        value_text::bad_value,
    },
    crd::{Additional, Rule, Schema, Type, Version},
    yaml::{self, Node, Span, go},
};

/// The cost that the rules of one object may have together.
pub const OBJECT_BUDGET: i64 = 10_000_000;

/// Bytes that a message made by an expression may have.
const LONGEST_MESSAGE: usize = 5120;

/// What the rules say of an object.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Why the server refuses it.
    pub causes: Vec<Cause>,
    /// What the server only warns of, since the value did not change.
    pub warnings: Vec<Cause>,
}

/// Runs the rules of `version` over `object`, a replacement of `old` if that is given, with the words of the release `kube`.
///
/// The rules of an object may cost up to `budget` ([`OBJECT_BUDGET`] on a server). Recursive as deep as the object is nested.
pub fn run(object: &Node<'_>, old: Option<&Node<'_>>, version: &Version, kube: KubeVersion, budget: i64) -> Outcome {
    value(object, old, &version.schema, true, kube, budget)
}

/// The same for a value of `schema` alone; `resource` tells that it is a whole object.
pub(in crate::apiserver) fn value(
    value: &Node<'_>,
    old: Option<&Node<'_>>,
    schema: &Schema,
    resource: bool,
    kube: KubeVersion,
    budget: i64,
) -> Outcome {
    let mut run = Run { kube, remaining: budget, outcome: Outcome::default(), ratchet: Ratchet::default() };
    let place = Place { path: &Path::ROOT, key: None, node: value, schema, resource };
    let old = old.filter(|old| !old.is_null());
    // When the budget is used up, the cause that says so is there already.
    let _ = run.node(&place, old, old.map(|old| Pair { schema, new: value, old }));
    run.outcome
}

/// Evaluates the rule `rule` of an object again and tells what its parts were; nothing when it does not run there.
///
/// Recursive as deep as the object is nested.
pub fn trace(object: &Node<'_>, old: Option<&Node<'_>>, version: &Version, rule: &RuleRef) -> Option<Trace> {
    let place = Place { path: &Path::ROOT, key: None, node: object, schema: &version.schema, resource: true };
    find(&place, old.filter(|old| !old.is_null()), rule)
}

/// A value that may have rules.
struct Place<'p, 'a> {
    path: &'p Path<'p>,
    /// The key under which it stands.
    key: Option<Span>,
    node: &'a Node<'a>,
    schema: &'a Schema,
    /// The root of an object, or of an embedded one.
    resource: bool,
}

/// A value and the one that it replaces.
#[derive(Clone, Copy)]
struct Pair<'a> {
    schema: &'a Schema,
    new: &'a Node<'a>,
    old: &'a Node<'a>,
}

/// A compiled rule; compiled when it is first needed.
struct Compiled {
    rule: Result<Program, CompileError>,
    /// What the server's compiler says against the rule and the expression of its message, by release. Embedded rules are known to be
    /// good.
    issues: [OnceLock<Option<compile::CompileError>>; RELEASES],
    /// The expression of the message, when it can be run.
    message: Option<Program>,
    /// The field to blame below the rule's value, and the steps to it.
    field: Option<(String, Vec<String>)>,
}

/// How many releases are known.
const RELEASES: usize = (KubeVersion::NEWEST.minor_number() - KubeVersion::OLDEST.minor_number() + 1) as usize;

impl Compiled {
    /// What the compiler of the release `kube` says against the rule at `place`.
    fn issue(&self, rule: &Rule, place: &Place<'_, '_>, kube: KubeVersion) -> Option<&compile::CompileError> {
        if rule.code.is_some() {
            return None;
        }
        let release = usize::from(kube.minor_number() - KubeVersion::OLDEST.minor_number());
        let check = || compile::compile(rule, place.schema, place.resource, Environment::stored_rules(kube)).err();
        self.issues.get(release)?.get_or_init(check).as_ref()
    }

    fn of<'r>(rule: &'r Rule, schema: &Schema) -> Option<&'r Self> {
        rule.memo.get_or_make(|| Self {
            rule: Program::compile(&rule.rule),
            issues: Default::default(),
            message: rule
                .message_expression
                .as_deref()
                .filter(|text| !text.is_empty())
                .and_then(|text| Program::compile(text).ok()),
            field: rule
                .field_path
                .as_deref()
                .filter(|path| !path.is_empty())
                .and_then(|path| field_path::normalized(path, schema)),
        })
    }
}

/// The budget is used up: no further rule runs.
struct Stop;

struct Run {
    kube: KubeVersion,
    remaining: i64,
    outcome: Outcome,
    ratchet: Ratchet,
}

impl Run {
    /// Runs the rules of a value and of all below it. Recursive as deep as the value is nested.
    fn node<'a>(&mut self, place: &Place<'_, 'a>, old: Option<&'a Node<'a>>, pair: Option<Pair<'a>>) -> Result<(), Stop> {
        if place.node.is_null() || !place.schema.rules_below {
            return Ok(());
        }
        if !place.schema.rules.is_empty() {
            self.rules(place, old, pair)?;
        }
        children(place, old, pair, &mut |place, old, pair| self.node(place, old, pair))
    }

    fn rules<'a>(&mut self, place: &Place<'_, 'a>, old: Option<&'a Node<'a>>, pair: Option<Pair<'a>>) -> Result<(), Stop> {
        if self.remaining <= 0 {
            let text = "validation failed due to running out of cost budget, no further validation rules will be run";
            self.problem(place, None, text.to_owned());
            return Err(Stop);
        }
        let this = convert::value(place.node, place.schema, place.resource);
        let before = old.map(|old| convert::value(old, place.schema, place.resource));
        for (index, rule) in place.schema.rules.iter().enumerate() {
            if rule.rule.trim().is_empty() {
                continue;
            }
            let Some(compiled) = Compiled::of(rule, place.schema) else { continue };
            let issue = compiled.issue(rule, place, self.kube);
            let program = match (&compiled.rule, issue.filter(|issue| !issue.in_message)) {
                (Ok(program), None) => program,
                (Err(error), None) => {
                    self.problem(place, Some((rule, index)), format!("rule compile error: {error}"));
                    continue;
                }
                (_, Some(issue)) => {
                    self.problem(place, Some((rule, index)), format!("rule compile error: {}", issue.text));
                    continue;
                }
            };
            let optional = rule.optional_old_self == Some(true);
            if program.uses_old_self && before.is_none() && !optional {
                continue;
            }
            let variables = Variables { this: this.clone(), old: old_self(before.clone(), optional) };
            self.rule(place, pair, (rule, index), compiled, program, &variables)?;
        }
        Ok(())
    }

    fn rule<'a>(
        &mut self,
        place: &Place<'_, 'a>,
        pair: Option<Pair<'a>>,
        rule: (&'a Rule, usize),
        compiled: &'a Compiled,
        program: &'a Program,
        variables: &Variables<'a>,
    ) -> Result<(), Stop> {
        let mut evaluation = Evaluation::new(program, variables, EXPRESSION_LIMIT);
        let result = evaluation.run(program);
        if !self.pay(evaluation.cost()) {
            let text = "validation failed due to running out of cost budget, no further validation rules will be run";
            self.problem(place, Some(rule), text.to_owned());
            return Err(Stop);
        }
        let name = named(rule.0);
        match result {
            Ok(Value::Bool(true)) => Ok(()),
            Err(Fault::CostLimit) => {
                let text = format!(
                    "'{}': no further validation rules will be run due to call cost exceeds limit for rule: {name}",
                    Fault::CostLimit
                );
                self.problem(place, Some(rule), text);
                Err(Stop)
            }
            Err(Fault::Error(text)) if text.starts_with("no such overload") => {
                let text = format!(
                    "'{text}': call arguments did not match a supported operator, function or macro signature for rule: {name}"
                );
                self.problem(place, Some(rule), text);
                Ok(())
            }
            Err(fault) => {
                self.problem(place, Some(rule), format!("{fault} evaluating rule: {name}"));
                Ok(())
            }
            Ok(_) => self.failed(place, pair, rule, compiled, program.uses_old_self, variables),
        }
    }

    /// Takes `cost` off the budget; whether there was enough.
    fn pay(&mut self, cost: u64) -> bool {
        match i64::try_from(cost) {
            Ok(cost) if cost <= self.remaining => {
                self.remaining -= cost;
                true
            }
            _ => false,
        }
    }

    /// The rule is false.
    fn failed<'a>(
        &mut self,
        place: &Place<'_, 'a>,
        pair: Option<Pair<'a>>,
        rule: (&'a Rule, usize),
        compiled: &'a Compiled,
        transition: bool,
        variables: &Variables<'a>,
    ) -> Result<(), Stop> {
        let forgiven = !transition && pair.is_some_and(|pair| self.ratchet.unchanged(pair.schema, pair.new, pair.old));
        let (field, span) = blamed(place, compiled);
        let usable = compiled.message.as_ref().filter(|_| compiled.issue(rule.0, place, self.kube).is_none());
        let (reason, message, stop) = match usable.map(|message| self.message(message, variables, rule.0)) {
            Some(Err(text)) => (Reason::Invalid, self.typed(place, &text), true),
            made => {
                let detail = made.and_then(Result::ok).flatten().unwrap_or_else(|| default_message(rule.0));
                let (reason, message) = self.words(place, rule.0, &detail);
                (reason, message, false)
            }
        };
        let cause = Cause { rule: Some(reference(place, rule)), ..cause(reason, field, message, span) };
        if forgiven {
            self.outcome.warnings.push(cause)
        } else {
            self.outcome.causes.push(cause)
        }
        if stop { Err(Stop) } else { Ok(()) }
    }

    /// The message that an expression makes, if it makes a good one; the error says that the budget is used up.
    fn message<'a>(&mut self, program: &'a Program, variables: &Variables<'a>, rule: &Rule) -> Result<Option<String>, String> {
        let mut evaluation = Evaluation::new(program, variables, EXPRESSION_LIMIT);
        let result = evaluation.run(program);
        if !self.pay(evaluation.cost()) {
            return Err(
                "messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run"
                    .to_owned(),
            );
        }
        let text = match result {
            Err(Fault::CostLimit) => {
                let source = go::quote(rule.message_expression.as_deref().unwrap_or_default());
                return Err(format!(
                    "no further validation rules will be run due to call cost exceeds limit for messageExpression: {source}"
                ));
            }
            Ok(Value::String(text)) => text,
            _ => return Ok(None),
        };
        let text = text.trim();
        let good = !text.is_empty() && text.len() <= LONGEST_MESSAGE && !text.contains('\n');
        Ok(good.then(|| text.to_owned()))
    }

    /// The reason and the message for a false rule.
    fn words(&self, place: &Place<'_, '_>, rule: &Rule, detail: &str) -> (Reason, String) {
        match rule.reason.as_deref() {
            Some("FieldValueRequired") => (Reason::Required, with_detail("Required value", detail)),
            Some("FieldValueForbidden") => (Reason::Forbidden, with_detail("Forbidden", detail)),
            Some("FieldValueDuplicate") => {
                let value = self.value(place).map(|value| format!(": {value}")).unwrap_or_default();
                (Reason::Duplicate, format!("Duplicate value{value}"))
            }
            _ => {
                let value = self.value(place).map(|value| format!("{value}: ")).unwrap_or_default();
                (Reason::Invalid, format!("Invalid value: {value}{detail}"))
            }
        }
    }

    /// The value as the text shows it; up to 1.34 its type stands for it, from 1.35 on objects and lists are left out.
    fn value(&self, place: &Place<'_, '_>) -> Option<String> {
        if !self.kube.at_least(35) {
            return Some(go::quote(type_name(place.schema)));
        }
        let simple = !matches!(place.schema.kind, Some(Type::Object | Type::Array));
        simple.then(|| bad_value(place.node, self.kube))
    }

    /// A text of the server that shows the type in place of the value.
    fn typed(&self, place: &Place<'_, '_>, text: &str) -> String {
        format!("Invalid value: {}: {text}", go::quote(type_name(place.schema)))
    }

    /// The rule could not be evaluated.
    fn problem(&mut self, place: &Place<'_, '_>, rule: Option<(&Rule, usize)>, text: String) {
        let message = self.typed(place, &text);
        let cause = cause(Reason::Invalid, place.path.field(), message, span_of(place));
        self.outcome.causes.push(Cause { rule: rule.map(|rule| reference(place, rule)), ..cause });
    }
}

/// What `oldSelf` is.
fn old_self<'a>(before: Option<super::value::Outcome<'a>>, optional: bool) -> Option<super::value::Outcome<'a>> {
    match before {
        before if !optional => before,
        Some(before) => Some(before.map(Value::some)),
        None => Some(Ok(Value::Optional(None))),
    }
}

type Visit<'v, 'a> = dyn FnMut(&Place<'_, 'a>, Option<&'a Node<'a>>, Option<Pair<'a>>) -> Result<(), Stop> + 'v;

/// Visits the values right below a value, each with the old one that it replaces.
fn children<'a>(
    place: &Place<'_, 'a>,
    old: Option<&'a Node<'a>>,
    pair: Option<Pair<'a>>,
    visit: &mut Visit<'_, 'a>,
) -> Result<(), Stop> {
    match &place.node.value {
        yaml::Value::Map(map) => {
            let old = old.and_then(Node::as_map);
            for entry in &map.entries {
                let Some((step, schema)) = member(place.schema, &entry.key) else { continue };
                if !schema.rules_below || !exposed(schema) {
                    continue;
                }
                let unseen = place.path.is_root() && matches!(&*entry.key, "apiVersion" | "kind");
                let pair =
                    if unseen { None } else { inner_pair(pair, place.node, &entry.value, schema, |old| old.get(&entry.key)) };
                let path = place.path.child(step);
                let resource = schema.embedded_resource;
                let below = Place { path: &path, key: Some(entry.key_span), node: &entry.value, schema, resource };
                visit(&below, old.and_then(|old| old.get(&entry.key)), pair)?;
            }
        }
        yaml::Value::List(items) => {
            let Some(schema) = place.schema.items.as_deref().filter(|schema| schema.rules_below) else { return Ok(()) };
            let before = old.and_then(|old| old_items(place.schema, old));
            let correlated = pair.filter(|pair| std::ptr::eq(pair.new, place.node));
            let paired = correlated.and_then(|pair| old_items(place.schema, pair.old));
            for (index, item) in items.iter().enumerate() {
                let path = place.path.child(Step::Index(index));
                let pair = match paired.as_ref().and_then(|items| items.matching(item)) {
                    Some(old) => Some(Pair { schema, new: item, old }),
                    None => pair,
                };
                let below = Place { path: &path, key: None, node: item, schema, resource: schema.embedded_resource };
                visit(&below, before.as_ref().and_then(|items| items.matching(item)), pair)?;
            }
        }
        _ => {}
    }
    Ok(())
}

/// The pair of a member: its own, or that of the nearest value above that has one.
fn inner_pair<'a>(
    pair: Option<Pair<'a>>,
    parent: &'a Node<'a>,
    new: &'a Node<'a>,
    schema: &'a Schema,
    old: impl Fn(&'a Node<'a>) -> Option<&'a Node<'a>>,
) -> Option<Pair<'a>> {
    let outer = pair?;
    let own = std::ptr::eq(outer.new, parent).then(|| old(outer.old)).flatten();
    Some(own.map_or(outer, |old| Pair { schema, new, old }))
}

/// The schema of the member `key` and how paths name it.
fn member<'a>(schema: &'a Schema, key: &'a str) -> Option<(Step<'a>, &'a Schema)> {
    if let Some(property) = schema.property(key) {
        return Some((Step::Property(key), property));
    }
    match &schema.additional {
        Some(Additional::Schema(below)) => Some((Step::Key(key), below)),
        _ => None,
    }
}

/// Whether rules can see values of the schema; what they cannot see has none. Recursive as deep as the schema's lists are nested.
fn exposed(schema: &Schema) -> bool {
    if schema.int_or_string {
        return true;
    }
    match schema.kind {
        Some(Type::Array) => schema.items.as_deref().is_some_and(exposed),
        Some(Type::Object) => match &schema.additional {
            Some(Additional::Schema(below)) => exposed(below),
            _ => true,
        },
        other => other.is_some(),
    }
}

/// The field to blame for a false rule, and where it stands: the field, or the key of the nearest value above it that is there.
fn blamed(place: &Place<'_, '_>, compiled: &Compiled) -> (String, Span) {
    let path = place.path.field();
    let Some((text, steps)) = &compiled.field else { return (path, span_of(place)) };
    let field = if path.is_empty() { text.clone() } else { format!("{path}.{text}") };
    let mut node = place.node;
    let mut span = span_of(place);
    for step in steps {
        let Some(entry) = node.as_map().and_then(|map| map.entry(step)) else { break };
        node = &entry.value;
        span = if node.as_map().is_some() || node.as_list().is_some() { entry.key_span } else { node.span };
    }
    (field, span)
}

/// Where a value stands: itself when it is simple, else its key, if it has one.
fn span_of(place: &Place<'_, '_>) -> Span {
    match (&place.node.value, place.key) {
        (yaml::Value::Map(_) | yaml::Value::List(_), Some(key)) => key,
        (yaml::Value::Map(_) | yaml::Value::List(_), None) if place.path.is_root() => {
            Span::new(place.node.span.start, place.node.span.start)
        }
        _ => place.node.span,
    }
}

fn type_name(schema: &Schema) -> &'static str {
    schema.kind.map_or("", Type::name)
}

/// The message of a rule, or the rule.
fn named(rule: &Rule) -> &str {
    match rule.message.as_deref() {
        Some(message) if !message.is_empty() => message.trim(),
        _ => rule.rule.trim(),
    }
}

fn default_message(rule: &Rule) -> String {
    match rule.message.as_deref() {
        Some(message) if !message.is_empty() => message.trim().to_owned(),
        _ => format!("failed rule: {}", rule.rule.trim()),
    }
}

fn with_detail(text: &str, detail: &str) -> String {
    if detail.is_empty() { text.to_owned() } else { format!("{text}: {detail}") }
}

fn reference(place: &Place<'_, '_>, (rule, index): (&Rule, usize)) -> RuleRef {
    RuleRef { code: rule.code.clone(), path: place.path.field(), index }
}

const fn cause(reason: Reason, field: String, message: String, span: Span) -> Cause {
    Cause { stage: Stage::Rules, reason, field, message, span, related: None, masked: false, rule: None }
}

/// Looks for the value of `rule` and traces the rule there. Recursive as deep as the value is nested.
fn find<'a>(place: &Place<'_, 'a>, old: Option<&'a Node<'a>>, rule: &RuleRef) -> Option<Trace> {
    if place.node.is_null() || !place.schema.rules_below {
        return None;
    }
    if place.path.field() == rule.path
        && let Some(found) = place.schema.rules.get(rule.index)
    {
        return traced(place, old, found);
    }
    let mut trace = None;
    // The visit ends when the rule is found.
    let _ = children(place, old, None, &mut |place, old, _| {
        trace = find(place, old, rule);
        if trace.is_some() { Err(Stop) } else { Ok(()) }
    });
    trace
}

fn traced<'a>(place: &Place<'_, 'a>, old: Option<&'a Node<'a>>, rule: &'a Rule) -> Option<Trace> {
    let program = Compiled::of(rule, place.schema)?.rule.as_ref().ok()?;
    let optional = rule.optional_old_self == Some(true);
    let before = old.map(|old| convert::value(old, place.schema, place.resource));
    let variables = Variables { this: convert::value(place.node, place.schema, place.resource), old: old_self(before, optional) };
    let mut recorder = Recorder::default();
    let mut evaluation = Evaluation::new(program, &variables, EXPRESSION_LIMIT);
    evaluation.recorder = Some(&mut recorder);
    // The steps say what became of the rule.
    let _ = evaluation.run(program);
    Some(recorder.finish(&rule.rule))
}
