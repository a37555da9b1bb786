//! Whether the API server would take a CustomResourceDefinition, judged as on its creation.
//!
//! What needs CEL is judged by a layer above: whether a rule compiles and what it returns, what it may cost, and where `oldSelf` may be read.
//! Source: the validation of apiextensions-apiserver 1.35, observed answers in `testdata/vectors/crd-accept.yaml`.

mod keywords;
mod names;
mod rules;
mod spec;
mod strict;
mod structural;
mod view;

use super::compile;
use super::fault::{CrdFault, Faults, Path};
use super::schema::Schema;
use crate::yaml::{Node, Span};

/// A default of a schema, to be checked against this schema.
#[derive(Debug)]
pub struct DefaultCheck<'c> {
    /// The field of the default (`spec.validation.openAPIV3Schema.properties[a].default`).
    pub field: String,
    /// The default.
    pub value: &'c Node<'c>,
    /// The schema that has it.
    pub schema: &'c Schema,
    /// It lies in the `apiVersion`, `kind` or `metadata` of an embedded resource.
    pub inside_metadata: bool,
    /// It is a whole resource.
    pub resource: bool,
}

/// A schema without structural faults, whose rules are to be compiled.
#[derive(Debug)]
pub struct RulesCheck<'c> {
    /// The field of the schema (`spec.validation.openAPIV3Schema`).
    pub field: String,
    /// The schema as it is written.
    pub node: &'c Node<'c>,
    /// The same, compiled.
    pub schema: &'c Schema,
    /// What else is wrong with it: rules are not looked at above any of that.
    pub faults: &'c [CrdFault],
}

/// What a layer above judges; callers bring it along.
#[derive(Clone, Copy)]
pub struct Checks<'c> {
    /// What is wrong with a default.
    pub default: &'c dyn Fn(&DefaultCheck<'_>) -> Vec<CrdFault>,
    /// What is wrong with the rules of a schema.
    pub rules: &'c dyn Fn(&RulesCheck<'_>) -> Vec<CrdFault>,
}

/// What keeps the API server from taking the CRD `node`, in its own order; none means that it would take it.
///
/// A CRD that [`compile::definition`] does not take is to be judged by what that says. Recurses as deep as the schema is nested; callers
/// provide the stack.
pub fn faults(node: &Node<'_>, checks: Checks<'_>) -> Vec<CrdFault> {
    let mut faults = Faults::default();
    strict::check(node, &mut faults);
    if faults.0.iter().any(|fault| !fault.field.is_empty()) {
        // A value of a wrong type: the server cannot decode the CRD and sees nothing else of it.
        return faults.0;
    }
    names::metadata(node, &mut faults);
    spec::check(node, checks, &mut faults);
    faults.0
}

/// Judges one schema, the value of `openAPIV3Schema` at `path`.
fn schema(node: &Node<'_>, path: &Path<'_>, status: bool, checks: Checks<'_>, faults: &mut Faults) {
    let before = faults.0.len();
    let root = view::Props(node);
    keywords::root(root, path, status, faults);
    let unsupported = structural::unsupported(root);
    let mut sound = None;
    if unsupported.is_none() {
        let mut found = structural::check(root, path);
        // The server sorts them, since it walks maps in random order.
        found.0.sort_by_cached_key(ToString::to_string);
        if found.0.is_empty()
            && let Ok(compiled) = compile::schema(node, compile::Descriptions::Skip)
        {
            let walk = Defaults { checks };
            walk.walk(root, &compiled, path, Place { root: true, inside_metadata: false }, &mut found);
            sound = found.0.is_empty().then_some(compiled);
        }
        found.0.into_iter().for_each(|fault| faults.push(fault));
    }
    keywords::walk(root, path, &keywords::Context::default(), true, faults);
    if let Some(schema) = sound.filter(|schema| schema.rules_below) {
        let check = RulesCheck { field: path.to_string(), node, schema: &schema, faults: &faults.0[before..] };
        (checks.rules)(&check).into_iter().for_each(|fault| faults.push(fault));
    }
    if let Some(keyword) = unsupported.filter(|_| faults.0.len() == before) {
        faults.add(path, node.span, text::invalid("", &structural::unsupported_text(keyword)));
    }
}

/// Where a schema lies.
#[derive(Clone, Copy)]
struct Place {
    root: bool,
    inside_metadata: bool,
}

struct Defaults<'c> {
    checks: Checks<'c>,
}

impl Defaults<'_> {
    /// Defaults below `additionalProperties` are not checked by the server either.
    fn walk(&self, props: view::Props<'_>, schema: &Schema, path: &Path<'_>, place: Place, faults: &mut Faults) {
        let resource = place.root || schema.embedded_resource;
        let inside_metadata = place.inside_metadata && !schema.embedded_resource;
        if let (Some(node), Some(value)) = (props.get("default"), schema.default.as_deref()) {
            let field = path.field("default").to_string();
            let mut found = (self.checks.default)(&DefaultCheck { field, value, schema, inside_metadata, resource });
            for fault in &mut found {
                fault.span = node.span;
            }
            found.into_iter().for_each(|fault| faults.push(fault));
        }
        if let (Some(node), Some(items)) = (props.items(), schema.items.as_deref()) {
            self.walk(node, items, &path.field("items"), Place { root: false, inside_metadata }, faults);
        }
        let list = path.field("properties");
        for (name, node) in props.map("properties") {
            let Some(schema) = schema.property(name) else { continue };
            let meta = inside_metadata || (resource && matches!(name, "metadata" | "apiVersion" | "kind"));
            self.walk(node, schema, &list.key(name), Place { root: false, inside_metadata: meta }, faults);
        }
    }
}

/// The texts of the server's errors, without their field.
mod text {
    use crate::yaml::go;

    pub(super) fn required(detail: &str) -> String {
        if detail.is_empty() { "Required value".to_owned() } else { format!("Required value: {detail}") }
    }

    pub(super) fn forbidden(detail: &str) -> String {
        format!("Forbidden: {detail}")
    }

    pub(super) fn invalid(value: &str, detail: &str) -> String {
        format!("Invalid value: {}: {detail}", go::quote(value))
    }

    pub(super) fn unsupported(value: &str, supported: &[&str]) -> String {
        let list: Vec<_> = supported.iter().map(|one| go::quote(one)).collect();
        format!("Unsupported value: {}: supported values: {}", go::quote(value), list.join(", "))
    }
}

/// Where a person has to look: the value of `key`, or the whole of `node` when that is absent.
fn place(node: &Node<'_>, key: &str) -> Span {
    node.get(key).map_or(node.span, |node| node.span)
}
