//! The configuration of a repository: what `omnia.yaml` says, key by key, and where each value comes from.
//!
//! [`KEYS`] is the one table of what can be set. Reading, the published schema, `config show` and `config init` are made of it.

mod keys;
mod pages;
mod read;

use std::{collections::BTreeMap, fmt};

pub use keys::{KEYS, Key, Shape, find};
pub use pages::{json_schema, template};
pub use read::{ConfigError, Fault};

/// The names of configuration files, in the order in which they are looked for in a folder.
pub const FILES: [&str; 2] = ["omnia.yaml", ".omnia.yaml"];

/// Where a value was set.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// A line of a file, from 1.
    File(String, u32),
    /// The flag or the environment variable of this name.
    Given(&'static str),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(file, line) => write!(f, "{file}:{line}"),
            Self::Given(name) => f.write_str(name),
        }
    }
}

/// A value, in the shape of its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// `true` or `false`.
    Flag(bool),
    /// One text.
    Text(String),
    /// A list of texts.
    Texts(Vec<String>),
    /// A mapping from a word to words, in the order of the file.
    Map(Vec<(String, Vec<String>)>),
}

/// A value and where it was set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// The value.
    pub value: Value,
    /// Where it was set.
    pub place: Place,
}

/// What is set; everything else has its default.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Config {
    settings: BTreeMap<&'static str, Setting>,
}

impl Config {
    /// The value of a key and where it was set, when it is.
    pub fn get(&self, key: &str) -> Option<&Setting> {
        self.settings.get(key)
    }

    /// Sets a key, in place of what was set before.
    pub fn set(&mut self, key: &'static str, setting: Setting) {
        self.settings.insert(key, setting);
    }

    /// Takes over everything that `over` sets.
    pub fn overlay(&mut self, over: Self) {
        self.settings.extend(over.settings);
    }

    /// What is set, by key.
    pub fn settings(&self) -> impl Iterator<Item = (&'static str, &Setting)> {
        self.settings.iter().map(|(key, setting)| (*key, setting))
    }

    /// The text of a key, when it is set.
    pub fn text(&self, key: &str) -> Option<&str> {
        match &self.get(key)?.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The texts of a key; none when it is not set.
    pub fn texts(&self, key: &str) -> Option<&[String]> {
        match &self.get(key)?.value {
            Value::Texts(texts) => Some(texts),
            _ => None,
        }
    }

    /// The entries of a key; empty when it is not set.
    pub fn map(&self, key: &str) -> &[(String, Vec<String>)] {
        match self.get(key).map(|setting| &setting.value) {
            Some(Value::Map(entries)) => entries,
            _ => &[],
        }
    }

    /// Whether a key is set to true.
    pub fn flag(&self, key: &str) -> bool {
        matches!(self.get(key), Some(Setting { value: Value::Flag(true), .. }))
    }
}
