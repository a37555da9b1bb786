//! What the parts of an expression were while it was evaluated, and where in the file they come from.

use std::collections::HashMap;

use super::{
    map::Map,
    program::{Expr, Kind},
    render::render,
    source_text::source_text,
    value::{Outcome, Value},
};
use crate::yaml::Span;

/// The evaluation of one expression, step by step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    /// The expression.
    pub expression: String,
    /// Its parts, inner ones first; of a part that is evaluated more than once the last time.
    pub steps: Vec<Step>,
}

/// A part of an expression with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The part.
    pub text: String,
    /// Its value as a literal, or the error.
    pub value: Result<String, String>,
    /// Where the value stands in the text of the file, when it is one of the object.
    pub span: Option<Span>,
}

/// Gathers the steps of a trace.
#[derive(Debug, Default)]
pub struct Recorder {
    steps: Vec<Step>,
    known: HashMap<*const Expr, Option<usize>>,
    /// The place of the value that was just looked up.
    found: Option<Span>,
    /// The places of the values of variables.
    bound: HashMap<usize, Span>,
}

impl Recorder {
    /// The next value that is recorded stands at `span`.
    pub(super) const fn came_from(&mut self, span: Span) {
        self.found = Some(span);
    }

    /// The variable `local` now has the value at `span`.
    pub(super) fn bind(&mut self, local: usize, span: Span) {
        self.bound.insert(local, span);
    }

    /// Notes the value of `expr`.
    pub(super) fn record(&mut self, expr: &Expr, outcome: &Outcome<'_>) {
        let found = self.found.take();
        let span = match (&expr.kind, outcome) {
            (Kind::Select(select), outcome) if select.test => found.filter(|_| matches!(outcome, Ok(Value::Bool(true)))),
            (Kind::Select(_) | Kind::Index(_), _) => found,
            (Kind::Local(local), _) => self.bound.get(local).copied(),
            (Kind::SelfValue, Ok(Value::Map(Map::Object(object)))) => Some(object.span),
            _ => None,
        };
        let value = match outcome {
            Ok(value) => Ok(render(value)),
            Err(fault) => Err(fault.to_string()),
        };
        let steps = &mut self.steps;
        let at = *self.known.entry(std::ptr::from_ref(expr)).or_insert_with(|| {
            let text = source_text(expr)?;
            if let Some(at) = steps.iter().position(|step| step.text == text) {
                return Some(at);
            }
            steps.push(Step { text, value: Ok(String::new()), span: None });
            Some(steps.len() - 1)
        });
        if let Some(step) = at.and_then(|at| self.steps.get_mut(at)) {
            step.value = value;
            step.span = span;
        }
    }

    /// The trace of `expression`.
    pub(super) fn finish(self, expression: &str) -> Trace {
        Trace { expression: expression.to_owned(), steps: self.steps }
    }
}
