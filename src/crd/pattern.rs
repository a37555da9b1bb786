//! Patterns of schemas: Go's RE2 syntax, matched with the `regex` crate.

/// A pattern that is compiled when it is first needed.
#[derive(Debug)]
pub struct Pattern {
    source: String,
}

impl Pattern {
    /// The pattern `source`, not compiled yet.
    pub fn new(source: String) -> Self {
        Self { source }
    }

    /// The text of the pattern, as the CRD has it.
    pub fn source(&self) -> &str {
        &self.source
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.source == other.source
    }
}
