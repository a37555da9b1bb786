//! What is wrong with a CustomResourceDefinition.

use std::fmt;

use crate::yaml::Span;

/// One thing that keeps the API server from taking a CRD.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CrdFault {
    /// The field as the Status of the server has it (`spec.validation.openAPIV3Schema.properties[spec].type`); empty where there is none.
    pub field: String,
    /// What is wrong, without the field (`Required value: must not be empty at the root`).
    pub message: String,
    /// The place in the text of the CRD: the value at fault, or the parent of a missing one.
    pub span: Span,
}

impl fmt::Display for CrdFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.field.is_empty() { f.write_str(&self.message) } else { write!(f, "{}: {}", self.field, self.message) }
    }
}

/// A field path that is built on the stack while a tree is walked, and written only when something is wrong.
#[derive(Debug, Clone, Copy)]
pub(super) enum Path<'p> {
    /// The name it begins with.
    Root(&'p str),
    /// `.name` below another path.
    Field(&'p Path<'p>, &'p str),
    /// `[key]` below another path.
    Key(&'p Path<'p>, &'p str),
    /// `[index]` below another path.
    Index(&'p Path<'p>, usize),
}

impl<'p> Path<'p> {
    pub(super) fn field(&'p self, name: &'p str) -> Path<'p> {
        Path::Field(self, name)
    }

    pub(super) fn key(&'p self, key: &'p str) -> Path<'p> {
        Path::Key(self, key)
    }

    pub(super) fn index(&'p self, index: usize) -> Path<'p> {
        Path::Index(self, index)
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A path can be as deep as the tree, so it is unrolled instead of recursing through the formatter.
        let mut steps = Vec::new();
        let mut at = self;
        loop {
            steps.push(at);
            match at {
                Path::Root(_) => break,
                Path::Field(parent, _) | Path::Key(parent, _) | Path::Index(parent, _) => at = parent,
            }
        }
        for step in steps.into_iter().rev() {
            match step {
                Path::Root(name) => f.write_str(name)?,
                Path::Field(_, name) => write!(f, ".{name}")?,
                Path::Key(_, key) => write!(f, "[{key}]")?,
                Path::Index(_, index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

/// The faults found so far.
#[derive(Debug, Default)]
pub(super) struct Faults(pub(super) Vec<CrdFault>, usize);

impl Faults {
    /// Bytes of text that are collected. Paths grow with the nesting, so that a deep schema that is wrong everywhere would fill the memory;
    /// nobody reads that far.
    const MOST: usize = 4 << 20;

    /// Adds one; `message` is the text behind the field.
    pub(super) fn add(&mut self, path: &Path<'_>, span: Span, message: impl fmt::Display) {
        if self.1 < Self::MOST {
            self.push(CrdFault { field: path.to_string(), message: message.to_string(), span });
        }
    }

    /// Adds one that is written already.
    pub(super) fn push(&mut self, fault: CrdFault) {
        if self.1 < Self::MOST {
            self.1 += fault.field.len() + fault.message.len();
            self.0.push(fault);
        }
    }
}
