//! Patterns of schemas: Go's RE2 syntax, matched with the `regex` crate.

mod class;
mod syntax;

use std::sync::OnceLock;

use regex::{Regex, RegexBuilder};

/// Bytes that a compiled pattern may take. Go allows more, but what needs more than this is an attack on whoever matches it.
const SIZE_LIMIT: usize = 64 << 20;

/// A pattern that is compiled when it is first needed.
#[derive(Debug)]
pub struct Pattern {
    source: String,
    compiled: OnceLock<Result<Regex, String>>,
}

impl Pattern {
    /// The pattern `source`, not compiled yet.
    pub fn new(source: String) -> Self {
        Self { source, compiled: OnceLock::new() }
    }

    /// The text of the pattern, as the CRD has it.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Whether `text` has a match anywhere; false when the pattern has an [`Pattern::error`].
    pub fn is_match(&self, text: &str) -> bool {
        self.compiled().as_ref().is_ok_and(|regex| regex.is_match(text))
    }

    /// Why the pattern cannot be used, in the words of Go's `regexp.Compile`.
    ///
    /// A pattern that Go takes but that would need more than 64 MiB here is `expression too large` as well.
    pub fn error(&self) -> Option<&str> {
        self.compiled().as_ref().err().map(String::as_str)
    }

    /// The pattern compiled.
    ///
    /// # Errors
    ///
    /// It cannot be used; the words are those of [`Pattern::error`].
    pub fn regex(&self) -> Result<&Regex, &str> {
        self.compiled().as_ref().map_err(String::as_str)
    }

    /// What Go's `regexp.Compile` says against `pattern`, if anything. Much cheaper than compiling.
    pub fn syntax_error(pattern: &str) -> Option<String> {
        syntax::translate(pattern).err()
    }

    fn compiled(&self) -> &Result<Regex, String> {
        self.compiled.get_or_init(|| {
            let translated = syntax::translate(&self.source)?;
            RegexBuilder::new(&translated)
                .size_limit(SIZE_LIMIT)
                .nest_limit(10 * syntax::MAX_HEIGHT)
                .build()
                .map_err(|_| syntax::Fault::new("expression too large", &self.source).to_string())
        })
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.source == other.source
    }
}
