//! Validation against the structural schema: one walk over schema and value that gathers failures without spelling anything out.
//!
//! Source: `pkg/validation/validate` of kube-openapi, whose order of checks, choice of the best branch and quirks are kept.

use std::collections::HashSet;

use crate::{
    crd::{Additional, Pattern, Schema, Type},
    yaml::{Entry, Map, Node, Number, Span, Style, Value},
};

use super::{
    format::Format,
    path::Step,
    release::KubeVersion,
    siblings::Siblings,
    validate_enum,
    validate_number::{self, Bound, NumberRange},
    validate_ratchet::{Ratchet, old_items},
};

/// What is wrong with a value.
#[derive(Debug, Clone, Copy)]
pub(super) enum What<'a> {
    /// The type that is there instead of the declared ones.
    Type(&'a Schema, &'static str),
    /// The name of the number format that is there instead of the format.
    TypeOfFormat(&'a str, &'static str),
    Format(&'a str),
    AnyOf,
    OneOfNone,
    OneOfMany(usize),
    AllOf,
    AllOfNone,
    Not,
    MaxLength(i64),
    MinLength(i64),
    Pattern(&'a Pattern),
    /// The value or a bound (its name is given) exceeds the declared type.
    OutOfRange(&'static str, &'a Schema),
    MultipleOf(Bound),
    MultipleOfNotPositive(Bound),
    Minimum(Bound, bool),
    Maximum(Bound, bool),
    MinItems(i64),
    MaxItems(i64),
    Enum(&'a Schema),
    MinProperties(i64),
    MaxProperties(i64),
    Forbidden(&'a str),
    Required(&'a str),
}

/// A failure and the value it is about.
#[derive(Debug, Clone, Copy)]
pub(super) struct Failure<'a> {
    pub what: What<'a>,
    pub node: &'a Node<'a>,
    /// The place to point at.
    pub span: Span,
    /// The value's path, in [`Walk::path`].
    at: At,
}

/// An index into the steps of a walk; 0 is the root.
type At = u32;

/// A value on the walk.
#[derive(Clone, Copy)]
struct Place<'a> {
    node: &'a Node<'a>,
    at: At,
    /// Where to point for a member that is missing.
    key: Span,
}

/// The walk and what it has found.
pub(super) struct Walk<'a> {
    kube: KubeVersion,
    failures: Vec<Failure<'a>>,
    /// The steps that lead to failures and to the value at hand, each with the index of its parent.
    steps: Vec<(At, Step<'a>)>,
    ratchet: Ratchet,
}

/// A moment of the walk to return to.
#[derive(Clone, Copy)]
struct Mark {
    failures: usize,
    steps: usize,
}

impl<'a> Walk<'a> {
    /// Validates `root`; with `old`, failures in unchanged values are forgiven.
    ///
    /// Recurses as deep as the object and the schema are nested.
    pub(super) fn over(root: &'a Node<'a>, old: Option<&'a Node<'a>>, schema: &'a Schema, kube: KubeVersion) -> Self {
        let mut walk = Self { kube, failures: Vec::new(), steps: Vec::new(), ratchet: Ratchet::default() };
        let key = match &root.value {
            Value::Map(map) => map.entries.first().map_or(root.span, |entry| entry.key_span),
            _ => root.span,
        };
        // The root itself never counts as unchanged: a real update always touches the metadata.
        walk.check(schema, Place { node: root, at: 0, key }, old);
        walk
    }

    /// What was found, in the server's order; siblings by key.
    pub(super) fn failures(&self) -> &[Failure<'a>] {
        &self.failures
    }

    /// The path of a failure as the validator spells it: dotted, with a dot before every key that falls under
    /// `additionalProperties`, at the root too.
    pub(super) fn path(&self, failure: &Failure<'a>) -> String {
        let mut steps = Vec::new();
        let mut at = failure.at;
        while let Some((parent, step)) = at.checked_sub(1).and_then(|index| self.steps.get(index as usize)) {
            steps.push(*step);
            at = *parent;
        }
        let mut text = String::new();
        for step in steps.into_iter().rev() {
            match step {
                Step::Property(key) => {
                    if !text.is_empty() {
                        text.push('.');
                    }
                    text.push_str(key);
                }
                Step::Key(key) => {
                    text.push('.');
                    text.push_str(key);
                }
                Step::Index(index) => super::path::push_index(&mut text, index),
            }
        }
        text
    }

    fn fail(&mut self, place: Place<'a>, what: What<'a>) {
        self.fail_at(place, what, place.node.span);
    }

    fn fail_at(&mut self, place: Place<'a>, what: What<'a>, span: Span) {
        self.failures.push(Failure { what, node: place.node, span, at: place.at });
    }

    fn mark(&self) -> Mark {
        Mark { failures: self.failures.len(), steps: self.steps.len() }
    }

    fn reset(&mut self, mark: Mark) {
        self.failures.truncate(mark.failures);
        self.steps.truncate(mark.steps);
    }

    fn failed_since(&self, mark: Mark) -> bool {
        self.failures.len() > mark.failures
    }

    /// Validates a child and returns its matches.
    fn child(
        &mut self,
        schema: &'a Schema,
        parent: At,
        step: Step<'a>,
        node: &'a Node<'a>,
        key: Span,
        old: Option<&'a Node<'a>>,
    ) -> u64 {
        let mark = self.mark();
        self.steps.push((parent, step));
        let at = At::try_from(self.steps.len()).unwrap_or(At::MAX);
        let matches = self.check(schema, Place { node, at, key }, old);
        if !self.failed_since(mark) || old.is_some_and(|old| self.ratchet.unchanged(schema, node, old)) {
            self.reset(mark);
        }
        matches
    }

    /// Runs every check on one value and returns how many matched: the measure by which the best branch of `anyOf` and `oneOf`
    /// is found.
    fn check(&mut self, schema: &'a Schema, place: Place<'a>, old: Option<&'a Node<'a>>) -> u64 {
        let format = Format::of(schema, self.kube);
        if place.node.is_null() {
            let matches = self.null(schema, place);
            self.enumeration(schema, place);
            return matches;
        }
        // The run itself and the two checks that apply to everything, one of which counts its own run.
        let mut matches = 1 + 2 + 1;
        if schema.kind.is_some() || schema.int_or_string || format.is_some() {
            matches += 1 + u64::from(self.kind(schema, format, place));
        }
        matches += self.combined(schema, place);
        match &place.node.value {
            Value::String(text) => {
                let format = format.filter(|format| format.concerns_strings());
                matches += 1 + u64::from(format.is_some());
                self.string(schema, text, place);
                if let (Some(format), Some(name)) = (format, &schema.format)
                    && !format.accepts(text)
                {
                    self.fail(place, What::Format(name));
                }
            }
            Value::Number(number) => {
                matches += 2;
                self.number(schema, number, place);
            }
            Value::List(items) => matches += 2 + self.list(schema, items, place, old),
            _ => {}
        }
        self.enumeration(schema, place);
        if let Value::Map(map) = &place.node.value {
            matches += 1 + self.object(schema, map, place, old);
        }
        matches
    }

    fn null(&mut self, schema: &'a Schema, place: Place<'a>) -> u64 {
        if (schema.kind.is_some() || schema.int_or_string) && !schema.nullable {
            self.fail(place, What::Type(schema, "null"));
            return 0;
        }
        1
    }

    /// Whether the value has the declared type.
    fn kind(&mut self, schema: &'a Schema, format: Option<Format>, place: Place<'a>) -> bool {
        let number = match &place.node.value {
            Value::Number(number) => Some(number),
            _ => None,
        };
        let actual = actual_type(place.node);
        let fits = declares(schema, actual)
            || (actual == Type::Number
                && declares(schema, Type::Integer)
                && number.is_some_and(|number| validate_number::is_integral(number.as_f64())))
            || (actual == Type::Integer && declares(schema, Type::Number));
        if let (Some(_), Some(name)) = (format, &schema.format) {
            let sequence = matches!(actual, Type::String | Type::Array);
            if !sequence && !fits {
                let found = match number {
                    Some(Number::Int(_)) => "int64",
                    Some(_) => "float64",
                    None => "",
                };
                self.fail(place, What::TypeOfFormat(name, found));
                return false;
            }
            if sequence && !declares(schema, Type::Number) && !declares(schema, Type::Integer) {
                return true;
            }
        }
        if !fits {
            self.fail(place, What::Type(schema, actual.name()));
        }
        fits
    }

    fn combined(&mut self, schema: &'a Schema, place: Place<'a>) -> u64 {
        let mut matches = 0;
        if !schema.any_of.is_empty() {
            matches += self.any_of(&schema.any_of, place);
        }
        if !schema.one_of.is_empty() {
            matches += self.one_of(&schema.one_of, place);
        }
        if !schema.all_of.is_empty() {
            matches += self.all_of(&schema.all_of, place);
        }
        if let Some(not) = &schema.not {
            let mark = self.mark();
            self.check(not, place, None);
            let valid = !self.failed_since(mark);
            self.reset(mark);
            if valid {
                self.fail(place, What::Not);
            }
        }
        matches
    }

    /// No branch is judged against the old value: the server forgives nothing inside of them.
    fn any_of(&mut self, branches: &'a [Schema], place: Place<'a>) -> u64 {
        let start = self.mark();
        self.fail(place, What::AnyOf);
        let mut best = None;
        for branch in branches {
            let mark = self.mark();
            let matches = self.check(branch, place, None);
            if !self.failed_since(mark) {
                self.reset(start);
                return matches;
            }
            self.keep_better(&mut best, matches, start, mark);
        }
        best.unwrap_or(0)
    }

    fn one_of(&mut self, branches: &'a [Schema], place: Place<'a>) -> u64 {
        let start = self.mark();
        self.fail(place, What::OneOfNone);
        let (mut valid, mut first, mut best) = (0, 0, None);
        for branch in branches {
            let mark = self.mark();
            let matches = self.check(branch, place, None);
            if !self.failed_since(mark) {
                valid += 1;
                if valid == 1 {
                    first = matches;
                }
                self.failures.truncate(start.failures + 1);
            } else if valid == 0 {
                self.keep_better(&mut best, matches, start, mark);
            } else {
                self.reset(mark);
            }
        }
        match valid {
            0 => best.unwrap_or(0),
            1 => {
                self.reset(start);
                first
            }
            _ => {
                if let Some(failure) = self.failures.get_mut(start.failures) {
                    failure.what = What::OneOfMany(valid);
                }
                0
            }
        }
    }

    /// Of the failing branches only the one with the most matches stays, the first one on a tie.
    fn keep_better(&mut self, best: &mut Option<u64>, matches: u64, start: Mark, branch: Mark) {
        if best.is_none_or(|best| matches > best) {
            *best = Some(matches);
            self.failures.drain(start.failures + 1..branch.failures);
        } else {
            self.reset(branch);
        }
    }

    fn all_of(&mut self, branches: &'a [Schema], place: Place<'a>) -> u64 {
        let mut matches = 0;
        let mut valid = 0;
        for branch in branches {
            let mark = self.mark();
            matches += self.check(branch, place, None);
            valid += usize::from(!self.failed_since(mark));
        }
        if valid == 0 {
            self.fail(place, What::AllOfNone);
        } else if valid < branches.len() {
            self.fail(place, What::AllOf);
        }
        matches
    }

    /// Length and pattern; the first failure ends it.
    fn string(&mut self, schema: &'a Schema, text: &str, place: Place<'a>) {
        if schema.max_length.is_some() || schema.min_length.is_some() {
            let length = i64::try_from(text.chars().count()).unwrap_or(i64::MAX);
            if let Some(limit) = schema.max_length.filter(|limit| length > *limit) {
                return self.fail(place, What::MaxLength(limit));
            }
            if let Some(limit) = schema.min_length.filter(|limit| length < *limit) {
                return self.fail(place, What::MinLength(limit));
            }
        }
        if let Some(pattern) = &schema.pattern
            && !pattern.source().is_empty()
            && !pattern.is_match(text)
        {
            self.fail(place, What::Pattern(pattern));
        }
    }

    fn number(&mut self, schema: &'a Schema, number: &Number<'a>, place: Place<'a>) {
        let range = NumberRange::of(schema, self.kube);
        if !range.holds(number) {
            self.fail(place, What::OutOfRange("Checked", schema));
        }
        if let Some(factor) = schema.multiple_of {
            let factor = self.bound(schema, range, factor, number, "MultipleOf", place);
            if !factor.is_positive() {
                self.fail(place, What::MultipleOfNotPositive(factor));
            } else if !factor.divides(number) {
                self.fail(place, What::MultipleOf(factor));
            }
        }
        if let Some(minimum) = schema.minimum {
            let minimum = self.bound(schema, range, minimum, number, "Minimum boundary", place);
            if minimum.is_above(number) || (schema.exclusive_minimum && minimum.equals(number)) {
                self.fail(place, What::Minimum(minimum, schema.exclusive_minimum));
            }
        }
        if let Some(maximum) = schema.maximum {
            let maximum = self.bound(schema, range, maximum, number, "Maximum boundary", place);
            if maximum.is_below(number) || (schema.exclusive_maximum && maximum.equals(number)) {
                self.fail(place, What::Maximum(maximum, schema.exclusive_maximum));
            }
        }
    }

    /// A bound of the schema in the type of the number. One that the declared type cannot hold is a failure of its own and stays a double.
    fn bound(
        &mut self,
        schema: &'a Schema,
        range: NumberRange,
        limit: f64,
        number: &Number<'a>,
        name: &'static str,
        place: Place<'a>,
    ) -> Bound {
        if range.holds(&Number::Float(limit)) {
            return Bound::new(limit, number);
        }
        self.fail(place, What::OutOfRange(name, schema));
        Bound::Float(limit)
    }

    fn list(&mut self, schema: &'a Schema, items: &'a [Node<'a>], place: Place<'a>, old: Option<&'a Node<'a>>) -> u64 {
        let mut matches = 0;
        if let Some(items_schema) = &schema.items {
            let old = old.and_then(|old| old_items(schema, old));
            for (index, item) in items.iter().enumerate() {
                let key = item_key(item, place.key);
                let old = old.as_ref().and_then(|old| old.matching(item));
                matches += self.child(items_schema, place.at, Step::Index(index), item, key, old);
            }
        }
        let count = length(items.len());
        if let Some(limit) = schema.min_items.filter(|limit| count < *limit) {
            self.fail(place, What::MinItems(limit));
        }
        if let Some(limit) = schema.max_items.filter(|limit| count > *limit) {
            self.fail(place, What::MaxItems(limit));
        }
        matches
    }

    fn enumeration(&mut self, schema: &'a Schema, place: Place<'a>) {
        if let Some(allowed) = &schema.enumeration
            && !allowed.is_empty()
            && !allowed.iter().any(|allowed| validate_enum::matches(place.node, allowed))
        {
            self.fail(place, What::Enum(schema));
        }
    }

    fn object(&mut self, schema: &'a Schema, map: &'a Map<'a>, place: Place<'a>, old: Option<&'a Node<'a>>) -> u64 {
        let count = length(map.len());
        if let Some(limit) = schema.min_properties.filter(|limit| count < *limit) {
            self.fail(place, What::MinProperties(limit));
        }
        if let Some(limit) = schema.max_properties.filter(|limit| count > *limit) {
            self.fail(place, What::MaxProperties(limit));
        }
        let mut matches = 0;
        if let Some(additional) = &schema.additional {
            matches += self.members(map, |walk, entry| match additional {
                _ if schema.property(&entry.key).is_some() => 0,
                Additional::Allowed(true) => 0,
                Additional::Allowed(false) => {
                    walk.fail_at(place, What::Forbidden(&entry.key), entry.key_span);
                    0
                }
                Additional::Schema(values) => walk.member(values, Step::Key(&entry.key), entry, place, old),
            });
        }
        matches += self.members(map, |walk, entry| {
            schema.property(&entry.key).map_or(0, |property| walk.member(property, Step::Property(&entry.key), entry, place, old))
        });
        self.required(schema, map, place);
        matches
    }

    /// Visits the entries and puts their failures in the order of the keys.
    fn members(&mut self, map: &'a Map<'a>, mut visit: impl FnMut(&mut Self, &'a Entry<'a>) -> u64) -> u64 {
        let mut siblings = Siblings::from(self.failures.len());
        let mut matches = 0;
        for entry in &map.entries {
            let before = self.failures.len();
            matches += visit(self, entry);
            siblings.add(&entry.key, before..self.failures.len());
        }
        siblings.sort(&mut self.failures);
        matches
    }

    fn member(
        &mut self,
        schema: &'a Schema,
        step: Step<'a>,
        entry: &'a Entry<'a>,
        place: Place<'a>,
        old: Option<&'a Node<'a>>,
    ) -> u64 {
        // Changes of the type are invisible on an update, so nothing about them is forgiven.
        let forgivable = place.at != 0 || !matches!(entry.key.as_ref(), "apiVersion" | "kind");
        let old = old.filter(|_| forgivable).and_then(|old| old.get(&entry.key));
        self.child(schema, place.at, step, &entry.value, entry.key_span, old)
    }

    fn required(&mut self, schema: &'a Schema, map: &'a Map<'a>, place: Place<'a>) {
        /// Below this many comparisons a linear search beats a set.
        const LINEAR: usize = 4_096;
        let present = (schema.required.len().saturating_mul(map.len()) > LINEAR)
            .then(|| map.entries.iter().map(|entry| entry.key.as_ref()).collect::<HashSet<&str>>());
        for name in &schema.required {
            let there = present.as_ref().map_or_else(|| map.get(name).is_some(), |present| present.contains(name.as_str()));
            if !there {
                self.fail_at(place, What::Required(name), place.key);
            }
        }
    }
}

/// Whether the schema declares `kind` as (one of) its types.
fn declares(schema: &Schema, kind: Type) -> bool {
    if schema.int_or_string { matches!(kind, Type::Integer | Type::String) } else { schema.kind == Some(kind) }
}

/// The JSON type of a value that is not null.
fn actual_type(node: &Node<'_>) -> Type {
    match &node.value {
        Value::Bool(_) => Type::Boolean,
        Value::Number(Number::Int(_)) => Type::Integer,
        Value::Number(_) => Type::Number,
        Value::List(_) => Type::Array,
        Value::Map(_) => Type::Object,
        Value::Null | Value::String(_) => Type::String,
    }
}

/// Where an item of a list begins for a reader: its first key.
fn item_key(item: &Node<'_>, list: Span) -> Span {
    if item.style == Style::Added {
        return list;
    }
    item.as_map().and_then(|map| map.entries.first()).map_or(item.span, |entry| entry.key_span)
}

fn length(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
