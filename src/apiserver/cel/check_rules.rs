//! Judges the rules of a CRD's schema as the server does when the CRD is submitted.
//!
//! Source: `pkg/apis/apiextensions/validation` of apiextensions-apiserver 1.35: `validation.go` and `cel_validation.go`.

use super::{
    Environment,
    check_total::{RULE_LIMIT, Total, exceeds},
    check_value::rule_value,
    compile::{self, Outcome},
    types::Place,
};
use crate::{
    apiserver::KubeVersion,
    crd::{Additional, CrdFault, ListType, Rule, Schema, Type, accept::RulesCheck},
    yaml::{Node, Span, go},
};

/// What is wrong with the rules of `check`, in the server's order; properties, which the server walks in random order, in that of the text.
///
/// Recurses as deep as the schema is nested.
pub(in crate::apiserver) fn faults(check: &RulesCheck<'_>, kube: KubeVersion) -> Vec<CrdFault> {
    let environment = Environment::new_rules(kube);
    let mut walk = Walk { kube, environment, others: check.faults, total: Total::default(), faults: Vec::new() };
    let root = At {
        field: check.field.clone(),
        node: check.node,
        schema: check.schema,
        own: Place::new(check.schema, true),
        above: Above::OutOfScope,
        most: Some(1),
        uncorrelated: None,
    };
    walk.schema(&root);
    walk.faults.extend(walk.total.faults(&check.field, check.node.span));
    walk.faults
}

/// A schema on the way.
struct At<'a> {
    field: String,
    node: &'a Node<'a>,
    schema: &'a Schema,
    /// The schema where it stands, taken by itself.
    own: Place<'a>,
    /// What the schema above knows of its type.
    above: Above<'a>,
    /// How often values of the schema can occur; none when nothing bounds that.
    most: Option<u64>,
    /// The field of the list above whose items cannot be told apart from one version of an object to the next.
    uncorrelated: Option<String>,
}

/// What the schema above knows of the type of one below it.
#[derive(Clone, Copy)]
enum Above<'a> {
    /// No rule stands above, so nobody asked.
    OutOfScope,
    /// Rules stand above, but expressions there cannot see the value.
    Hidden,
    /// It is what stands there.
    Known(Place<'a>),
    /// Rules stand above, on what has no type.
    Untyped,
}

struct Walk<'a> {
    kube: KubeVersion,
    environment: Environment,
    /// The faults of the schema that are no matter of rules.
    others: &'a [CrdFault],
    total: Total,
    faults: Vec<CrdFault>,
}

impl<'a> At<'a> {
    /// The type of the values, for rules here or below; none when there is none.
    fn typed(&self) -> Option<Place<'a>> {
        match self.above {
            Above::Known(place) => Some(place),
            Above::Untyped => None,
            Above::OutOfScope | Above::Hidden => Some(self.own).filter(|place| place.exposed()),
        }
    }

    fn in_scope(&self) -> bool {
        !self.schema.rules.is_empty() || !matches!(self.above, Above::OutOfScope)
    }

    /// The schema `schema` below this one, `field` behind its own field; `find` finds it where this one is.
    fn child(
        &self,
        field: &str,
        node: &'a Node<'a>,
        schema: &'a Schema,
        find: impl Fn(Place<'a>) -> Option<Place<'a>>,
    ) -> At<'a> {
        let above = if !self.in_scope() {
            Above::OutOfScope
        } else {
            self.typed().map_or(Above::Untyped, |place| find(place).map_or(Above::Hidden, Above::Known))
        };
        At {
            field: format!("{}.{field}", self.field),
            node,
            schema,
            own: Place::new(schema, false),
            above,
            most: self.most.zip(elements(self.schema)).map(|(most, each)| most.saturating_mul(each)),
            uncorrelated: self.uncorrelated.clone(),
        }
    }
}

/// How many values below `schema` there can be for each of its own; none when nothing bounds that.
fn elements(schema: &Schema) -> Option<u64> {
    let count = |most: Option<i64>| most.map(|most| u64::try_from(most).unwrap_or_default());
    match schema.kind {
        Some(Type::Object) if schema.additional.is_some() => count(schema.max_properties),
        Some(Type::Array) => count(schema.max_items),
        _ => Some(1),
    }
}

impl<'a> Walk<'a> {
    fn schema(&mut self, at: &At<'a>) {
        let schema = at.schema;
        if let (Some(Additional::Schema(values)), Some(node)) = (&schema.additional, at.node.get("additionalProperties"))
            && values.rules_below
        {
            self.schema(&at.child("additionalProperties", node, values, Place::element));
        }
        let list = at.node.get("properties");
        for property in schema.properties.iter().filter(|property| property.schema.rules_below) {
            let Some(node) = list.and_then(|list| list.get(&property.name)) else { continue };
            let field = format!("properties[{}]", property.name);
            let child =
                at.child(&field, node, &property.schema, |place| place.field(super::names::escape(&property.name)?.as_ref()));
            self.schema(&child);
        }
        if let (Some(items), Some(node)) = (schema.items.as_deref().filter(|items| items.rules_below), at.node.get("items")) {
            let mut child = at.child("items", node, items, Place::element);
            if !matches!(schema.list_type, Some(ListType::Map(_))) {
                child.uncorrelated.get_or_insert_with(|| at.field.clone());
            }
            self.schema(&child);
        }
        if !schema.rules.is_empty() && !self.faulty(&at.field) {
            self.rules(at);
        }
    }

    /// Whether something else is wrong with the schema at `field` or below it.
    fn faulty(&self, field: &str) -> bool {
        self.others
            .iter()
            .any(|fault| fault.field.strip_prefix(field).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '['])))
    }

    fn rules(&mut self, at: &At<'a>) {
        let key = "x-kubernetes-validations";
        let list = at.node.get(key);
        let field = format!("{}.{key}", at.field);
        let Some(place) = at.typed() else {
            let message = "Internal error: internal error: failed to construct type information for x-kubernetes-validations rules: \
                           unable to convert structural schema to CEL declarations";
            let span = list.map_or(at.node.span, |list| list.span);
            return self.faults.push(CrdFault { field, message: message.to_owned(), span });
        };
        let items = list.and_then(Node::as_list).unwrap_or_default();
        for (index, rule) in at.schema.rules.iter().enumerate() {
            let node = items.get(index).unwrap_or(at.node);
            self.rule(at, place, &Written { rule, node, field: format!("{field}[{index}]") });
        }
    }

    fn rule(&mut self, at: &At<'a>, place: Place<'a>, written: &Written<'_>) {
        let outcome = compile::parts(written.rule, place, self.environment);
        let each = match &outcome.rule {
            Some(Ok(checked)) => compile::most_cost(checked, place, self.environment),
            _ => 0,
        };
        let cost = each.saturating_mul(at.most.unwrap_or_else(|| compile::most_often(place)));
        if cost > RULE_LIMIT {
            self.add(written, "rule", format!("Forbidden: {}", exceeds("estimated rule cost", cost, RULE_LIMIT)));
        }
        self.total.add(&format!("{}.rule", written.field), written.span("rule"), cost);
        let Outcome { rule, message } = outcome;
        let uses_old_self = rule.as_ref().is_some_and(|rule| rule.as_ref().is_ok_and(|checked| checked.uses_old_self));
        if let Some(Err(error)) = rule {
            let value = rule_value(written.rule, self.kube);
            self.add(written, "rule", format!("Invalid value: {value}: {error}"));
        }
        match message {
            Some(Err(error)) => {
                let value = rule_value(written.rule, self.kube);
                self.add(written, "messageExpression", format!("Invalid value: {value}: {error}"));
            }
            Some(Ok(checked)) => self.message_cost(written, compile::most_cost(&checked, place, self.environment)),
            None => {}
        }
        self.old_self(at, written, uses_old_self);
    }

    fn message_cost(&mut self, written: &Written<'_>, cost: u64) {
        let key = "messageExpression";
        if cost > RULE_LIMIT {
            self.add(written, key, format!("Forbidden: {}", exceeds("estimated messageExpression cost", cost, RULE_LIMIT)));
        }
        self.total.add(&format!("{}.{key}", written.field), written.span(key), cost);
    }

    fn old_self(&mut self, at: &At<'a>, written: &Written<'_>, used: bool) {
        match (&at.uncorrelated, written.rule.optional_old_self) {
            (Some(list), _) if used => {
                let rule = go::quote(&written.rule.rule);
                let why = "oldSelf cannot be used on the uncorrelatable portion of the schema within";
                self.add(written, "rule", format!("Invalid value: {rule}: {why} {list}"));
            }
            (_, Some(flag)) if !used => {
                let message = format!("Invalid value: {flag}: may not be set if oldSelf is not used in rule");
                self.add(written, "optionalOldSelf", message);
            }
            _ => {}
        }
    }

    fn add(&mut self, written: &Written<'_>, key: &str, message: String) {
        self.faults.push(CrdFault { field: format!("{}.{key}", written.field), message, span: written.span(key) });
    }
}

/// A rule and where it is written.
struct Written<'r> {
    rule: &'r Rule,
    node: &'r Node<'r>,
    field: String,
}

impl Written<'_> {
    fn span(&self, key: &str) -> Span {
        self.node.get(key).map_or(self.node.span, |node| node.span)
    }
}
