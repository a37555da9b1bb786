//! The tree that reading a document yields: JSON values, each with its place in the text.

use std::borrow::Cow;

/// A range of bytes in the text of a file ([`super::Text`]); `end` is exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset behind the last byte.
    pub end: u32,
}

impl Span {
    /// The range from `start` to `end`, in bytes.
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// The range as indices into the text.
    pub const fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// How a node is written, or that it is not written at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Style {
    /// A plain scalar.
    Plain,
    /// A scalar in single quotes.
    SingleQuoted,
    /// A scalar in double quotes, or a JSON string.
    DoubleQuoted,
    /// A literal block scalar (`|`).
    Literal,
    /// A folded block scalar (`>`).
    Folded,
    /// A mapping or sequence in block style.
    Block,
    /// A mapping or sequence in flow style, or a JSON object or array.
    Flow,
    /// Nothing is written where the value would stand; the span is empty and lies behind the key.
    Empty,
    /// The node is not in the text: a default put it there. Its span is that of the nearest written parent key.
    #[default]
    Added,
}

/// How a node came to stand where it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Via {
    /// It is written there.
    #[default]
    Direct,
    /// An alias stands there: the node's span is the alias, its children lie where the anchor is.
    Alias,
    /// A merge key (`<<`) brought the entry in; spans lie where the merged mapping is.
    Merge,
}

/// A value with its place.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Node<'t> {
    /// What the value is after YAML 1.1 resolution.
    pub value: Value<'t>,
    /// Where it is written, anchors and tags not counted.
    pub span: Span,
    /// How it is written.
    pub style: Style,
    /// How it came here.
    pub via: Via,
    /// An explicit tag decided the type of the value.
    pub tagged: bool,
}

/// A JSON value.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Value<'t> {
    /// `null`.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(Number<'t>),
    /// A string.
    String(Cow<'t, str>),
    /// An array.
    List(Vec<Node<'t>>),
    /// An object.
    Map(Map<'t>),
}

/// A number as kubectl would write it to JSON.
///
/// The API server reads a number without point and exponent that fits `i64` as an integer, everything else as a double
/// (sigs.k8s.io/json). A YAML float that is integral and fits is therefore already an [`Number::Int`] here (`1.0`, `1e3`).
#[derive(Debug, Clone, PartialEq)]
pub enum Number<'t> {
    /// An integer of 64 bits with sign.
    Int(i64),
    /// An integer above the `i64` range; a double for the server.
    UInt(u64),
    /// A finite double.
    Float(f64),
    /// A number of a JSON text that is not plainly an `i64`, as written (`1.0`, `1e3`, `1e400`).
    Json(Cow<'t, str>),
}

impl Number<'_> {
    /// The number as an integer, when the API server decodes it as one.
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Self::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// The number as a double; infinite when the text of a JSON number exceeds the range.
    pub fn as_f64(&self) -> f64 {
        match self {
            Self::Int(value) => *value as f64,
            Self::UInt(value) => *value as f64,
            Self::Float(value) => *value,
            Self::Json(text) => text.parse().unwrap_or(f64::NAN),
        }
    }

    fn kept(self, known: Known) -> Number<'static> {
        match self {
            Self::Int(value) => Number::Int(value),
            Self::UInt(value) => Number::UInt(value),
            Self::Float(value) => Number::Float(value),
            Self::Json(text) => Number::Json(kept(text, known)),
        }
    }
}

/// The entries of a mapping.
///
/// Keys are unique; where the text has a key more than once, the last one counts (as for kubectl) and the earlier ones are kept
/// in [`Map::shadowed`]. Entries stand in the order in which their effective key is written; an entry of a merge stands where the
/// merge key is.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Map<'t> {
    /// The entries that count.
    pub entries: Vec<Entry<'t>>,
    /// Entries of equal keys that a later one replaced, in the order of the text.
    pub shadowed: Option<Box<Vec<Entry<'t>>>>,
}

/// A key and its value.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry<'t> {
    /// The key as the JSON string that kubectl makes of it (`on` is `true`).
    pub key: Cow<'t, str>,
    /// Where the key is written.
    pub key_span: Span,
    /// The value.
    pub value: Node<'t>,
}

impl<'t> Map<'t> {
    /// The value of `key`.
    pub fn get(&self, key: &str) -> Option<&Node<'t>> {
        self.entry(key).map(|entry| &entry.value)
    }

    /// The entry of `key`.
    pub fn entry(&self, key: &str) -> Option<&Entry<'t>> {
        self.entries.iter().find(|entry| entry.key == key)
    }

    /// The value of `key`, to change it.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Node<'t>> {
        self.entries.iter_mut().find(|entry| entry.key == key).map(|entry| &mut entry.value)
    }

    /// Number of entries that count.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn kept(self, known: Known) -> Map<'static> {
        let keep = |entries: Vec<Entry<'t>>| entries.into_iter().map(|entry| entry.kept(known)).collect();
        Map { entries: keep(self.entries), shadowed: self.shadowed.map(|list| Box::new(keep(*list))) }
    }
}

impl Entry<'_> {
    /// The same with text of its own.
    pub fn into_owned(self) -> Entry<'static> {
        self.kept(|_| None)
    }

    fn kept(self, known: Known) -> Entry<'static> {
        Entry { key: kept(self.key, known), key_span: self.key_span, value: self.value.kept(known) }
    }
}

/// Finds a text among those that are there for good.
type Known = fn(&str) -> Option<&'static str>;

fn kept(text: Cow<'_, str>, known: Known) -> Cow<'static, str> {
    known(&text).map_or_else(|| Cow::Owned(text.into_owned()), Cow::Borrowed)
}

impl<'t> Node<'t> {
    /// The member `key`, when this is a mapping that has it.
    pub fn get(&self, key: &str) -> Option<&Node<'t>> {
        self.as_map()?.get(key)
    }

    /// The text, when this is a string.
    pub fn as_str(&self) -> Option<&str> {
        match &self.value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// The truth value, when this is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self.value {
            Value::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// The integer, when the API server decodes this as one.
    pub fn as_i64(&self) -> Option<i64> {
        match &self.value {
            Value::Number(number) => number.as_i64(),
            _ => None,
        }
    }

    /// The entries, when this is a mapping.
    pub fn as_map(&self) -> Option<&Map<'t>> {
        match &self.value {
            Value::Map(map) => Some(map),
            _ => None,
        }
    }

    /// The items, when this is a list.
    pub fn as_list(&self) -> Option<&[Node<'t>]> {
        match &self.value {
            Value::List(items) => Some(items),
            _ => None,
        }
    }

    /// Whether this is `null`.
    pub fn is_null(&self) -> bool {
        matches!(self.value, Value::Null)
    }

    /// The same with text of its own.
    pub fn into_owned(self) -> Node<'static> {
        self.kept(|_| None)
    }

    /// The same with text of its own, but for the keys and strings that `known` finds: trees are kept by the thousand, and much of what
    /// they hold is the same.
    pub fn kept(self, known: fn(&str) -> Option<&'static str>) -> Node<'static> {
        let value = match self.value {
            Value::Null => Value::Null,
            Value::Bool(value) => Value::Bool(value),
            Value::Number(number) => Value::Number(number.kept(known)),
            Value::String(text) => Value::String(kept(text, known)),
            Value::List(items) => Value::List(items.into_iter().map(|item| item.kept(known)).collect()),
            Value::Map(map) => Value::Map(map.kept(known)),
        };
        Node { value, span: self.span, style: self.style, via: self.via, tagged: self.tagged }
    }
}
