//! Nodes to values: tags, aliases, merge keys and the keys of mappings.

use super::core::{CoreError, CoreErrorKind, Note, NoteKind};
use super::go;
use super::keys;
use super::parser::{RawKind, RawNode, Tag};
use super::resolve::{Scalar, decode_base64, is_plainly_text, resolve_plain, resolve_tagged};
use super::scanner::Fallible;
use super::tree::{Entry, Map, Node, Number, Span, Style, Value, Via};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// Entries of a mapping from which on equal keys are looked for by hash.
const HASH_FROM: usize = 12;

/// What building the tree yields besides it.
pub(super) struct Built<'t> {
    pub root: Node<'t>,
    pub notes: Vec<Note>,
}

/// Builds the value of the first node. Needs about 1 KB of stack for each level of nesting.
pub(super) fn construct<'t>(nodes: &[RawNode<'t>]) -> Fallible<Built<'t>> {
    let mut builder = Builder {
        nodes,
        notes: Vec::new(),
        // The document is a node too.
        budget: Budget { all: 1, ..Budget::default() },
        expanding: HashSet::new(),
        suspect: false,
    };
    let root = builder.node(0)?;
    if builder.suspect {
        keys::check(nodes)?;
    }
    Ok(Built { root, notes: builder.notes })
}

/// How many nodes were decoded, and how many of them within aliases.
#[derive(Default)]
struct Budget {
    all: u64,
    within_aliases: u64,
    alias_depth: u32,
}

impl Budget {
    /// Counts a node; whether aliases have too great a share of the document then.
    fn count(&mut self) -> bool {
        self.all += 1;
        if self.alias_depth > 0 {
            self.within_aliases += 1;
        }
        if self.within_aliases <= 100 || self.all <= 1000 {
            return true;
        }
        const LOW: f64 = 400_000.0;
        const HIGH: f64 = 4_000_000.0;
        let all = self.all as f64;
        let share = if all <= LOW {
            0.99
        } else if all >= HIGH {
            0.10
        } else {
            0.99 - 0.89 * (all - LOW) / (HIGH - LOW)
        };
        self.within_aliases as f64 / all <= share
    }
}

struct Builder<'n, 't> {
    nodes: &'n [RawNode<'t>],
    notes: Vec<Note>,
    budget: Budget,
    /// Aliases that are being expanded.
    expanding: HashSet<u32>,
    /// A key or a number was seen that may have no JSON form.
    suspect: bool,
}

/// The value of a scalar with a tag of its own for binary text.
pub(super) enum ScalarValue {
    Resolved(Scalar),
    Bytes(Vec<u8>),
}

/// Resolves a scalar by its style and tag.
pub(super) fn scalar_value(node: &RawNode<'_>) -> Fallible<ScalarValue> {
    let scalar = match node.tag {
        Tag::None if matches!(node.style, Style::Plain | Style::Empty) => resolve_plain(&node.value),
        Tag::None | Tag::NonSpecific | Tag::Str | Tag::Merge | Tag::Other => Scalar::Text,
        Tag::Binary => {
            return match decode_base64(&node.value) {
                Some(bytes) => Ok(ScalarValue::Bytes(bytes)),
                None => Err(value_error(
                    "!!binary value contains invalid base64 data".to_owned(),
                    CoreErrorKind::TaggedValue,
                    node.span,
                )),
            };
        }
        tag => resolve_tagged(&node.value, tag).map_err(|message| value_error(message, CoreErrorKind::TaggedValue, node.span))?,
    };
    Ok(ScalarValue::Resolved(scalar))
}

/// Whether a scalar is plainly nothing but its text.
fn is_text(raw: &RawNode<'_>) -> bool {
    raw.tag == Tag::None
        && match raw.style {
            Style::Plain => is_plainly_text(&raw.value),
            Style::Empty => false,
            _ => true,
        }
}

fn value_error(message: String, kind: CoreErrorKind, span: Span) -> Box<CoreError> {
    Box::new(CoreError { message: format!("yaml: {message}"), kind, span, related: None })
}

/// Whether a key merges its value into the mapping.
pub(super) fn is_merge(key: &RawNode<'_>) -> bool {
    key.kind == RawKind::Scalar
        && key.value == "<<"
        && match key.tag {
            Tag::None => key.style == Style::Plain,
            Tag::NonSpecific | Tag::Merge => true,
            _ => false,
        }
}

/// The mappings that the value of a merge key brings in, in the order in which they are worked off.
pub(super) fn merge_sources(nodes: &[RawNode<'_>], value: u32) -> Fallible<Vec<u32>> {
    let node = &nodes[value as usize];
    let is_mapping = |index: u32| match nodes[index as usize].kind {
        RawKind::Mapping => true,
        RawKind::Alias(target) => nodes[target as usize].kind == RawKind::Mapping,
        _ => false,
    };
    let refuse = |span| {
        let message = "map merge requires map or sequence of maps as the value".to_owned();
        Err(value_error(message, CoreErrorKind::MergeValue, span))
    };
    if node.kind != RawKind::Sequence {
        return if is_mapping(value) { Ok(vec![value]) } else { refuse(node.span) };
    }
    let mut sources: Vec<u32> = children(nodes, value).collect();
    sources.reverse();
    match sources.iter().position(|&source| !is_mapping(source)) {
        // Those before it are decoded before the bad one is met.
        Some(bad) => {
            sources.truncate(bad + 1);
            Ok(sources)
        }
        None => Ok(sources),
    }
}

/// Whether a merge source, or what it is an alias of, is a mapping.
fn is_mapping(nodes: &[RawNode<'_>], index: u32) -> bool {
    match nodes[index as usize].kind {
        RawKind::Mapping => true,
        RawKind::Alias(target) => nodes[target as usize].kind == RawKind::Mapping,
        _ => false,
    }
}

/// Indices of the direct children of a node.
pub(super) fn children<'n>(nodes: &'n [RawNode<'_>], parent: u32) -> impl Iterator<Item = u32> + 'n {
    let end = nodes[parent as usize].end;
    let mut next = parent + 1;
    std::iter::from_fn(move || {
        if next >= end {
            return None;
        }
        let child = next;
        next = nodes[child as usize].end;
        Some(child)
    })
}

impl<'t> Builder<'_, 't> {
    fn count(&mut self, index: u32) -> Fallible<()> {
        if self.budget.count() {
            return Ok(());
        }
        let span = self.nodes[index as usize].span;
        Err(value_error("document contains excessive aliasing".to_owned(), CoreErrorKind::Aliasing, span))
    }

    fn node(&mut self, index: u32) -> Fallible<Node<'t>> {
        self.count(index)?;
        let nodes = self.nodes;
        let raw = &nodes[index as usize];
        let value = match raw.kind {
            RawKind::Alias(target) => {
                self.enter_alias(index)?;
                let node = self.node(target)?;
                self.leave_alias(index);
                return Ok(Node { span: raw.span, via: Via::Alias, ..node });
            }
            RawKind::Scalar => self.scalar(raw)?,
            RawKind::Sequence => self.list(index)?,
            RawKind::Mapping => {
                let mut map =
                    MapBuilder { entries: Vec::with_capacity(children(nodes, index).count() / 2), ..MapBuilder::default() };
                self.entries(index, &mut map, Via::Direct)?;
                Value::Map(map.finish())
            }
        };
        let tagged = raw.kind == RawKind::Scalar && raw.tag != Tag::None;
        Ok(Node { value, span: raw.span, style: raw.style, via: Via::Direct, tagged })
    }

    fn enter_alias(&mut self, index: u32) -> Fallible<()> {
        if !self.expanding.insert(index) {
            let raw = &self.nodes[index as usize];
            let message = format!("anchor '{}' value contains itself", raw.value);
            return Err(value_error(message, CoreErrorKind::RecursiveAlias, raw.span));
        }
        self.budget.alias_depth += 1;
        Ok(())
    }

    fn leave_alias(&mut self, index: u32) {
        self.budget.alias_depth -= 1;
        self.expanding.remove(&index);
    }

    fn list(&mut self, index: u32) -> Fallible<Value<'t>> {
        let mut items = Vec::with_capacity(children(self.nodes, index).count());
        for child in children(self.nodes, index) {
            items.push(self.node(child)?);
        }
        Ok(Value::List(items))
    }

    fn scalar(&mut self, raw: &RawNode<'t>) -> Fallible<Value<'t>> {
        if is_text(raw) {
            return Ok(Value::String(raw.value.clone()));
        }
        Ok(match scalar_value(raw)? {
            ScalarValue::Bytes(bytes) => Value::String(Cow::Owned(text_of(&bytes))),
            ScalarValue::Resolved(Scalar::Text) => Value::String(raw.value.clone()),
            ScalarValue::Resolved(Scalar::Null) => Value::Null,
            ScalarValue::Resolved(Scalar::Bool(value)) => Value::Bool(value),
            ScalarValue::Resolved(Scalar::Int(value)) => Value::Number(Number::Int(value)),
            ScalarValue::Resolved(Scalar::UInt(value)) => Value::Number(Number::UInt(value)),
            ScalarValue::Resolved(Scalar::Float(value)) => {
                self.suspect |= !value.is_finite();
                Value::Number(number_of(value))
            }
        })
    }

    /// Decodes the entries of a mapping into `map`, which may hold those of others already.
    fn entries(&mut self, index: u32, map: &mut MapBuilder<'t>, via: Via) -> Fallible<()> {
        let nodes = self.nodes;
        let mut pairs = children(nodes, index);
        while let (Some(key), Some(value)) = (pairs.next(), pairs.next()) {
            let raw_key = &nodes[key as usize];
            if is_merge(raw_key) {
                if self.budget.alias_depth == 0 {
                    self.notes.push(Note { kind: NoteKind::Merge, span: raw_key.span });
                }
                self.merge(value, map)?;
                continue;
            }
            let (text, is_float_zero) = self.key(key)?;
            let mut value = self.node(value)?;
            if via != Via::Direct {
                value.via = via;
            }
            map.insert(Entry { key: text, key_span: raw_key.span, value }, is_float_zero);
        }
        Ok(())
    }

    fn merge(&mut self, value: u32, map: &mut MapBuilder<'t>) -> Fallible<()> {
        for source in merge_sources(self.nodes, value)? {
            if !is_mapping(self.nodes, source) {
                let message = "map merge requires map or sequence of maps as the value".to_owned();
                return Err(value_error(message, CoreErrorKind::MergeValue, self.nodes[source as usize].span));
            }
            self.count(source)?;
            match self.nodes[source as usize].kind {
                RawKind::Alias(target) => {
                    self.enter_alias(source)?;
                    self.count(target)?;
                    self.entries(target, map, Via::Merge)?;
                    self.leave_alias(source);
                }
                _ => self.entries(source, map, Via::Merge)?,
            }
        }
        Ok(())
    }

    /// The JSON string of a key, and whether it is a float that is zero.
    fn key(&mut self, index: u32) -> Fallible<(Cow<'t, str>, bool)> {
        self.count(index)?;
        let nodes = self.nodes;
        let raw = &nodes[index as usize];
        match raw.kind {
            RawKind::Scalar => self.scalar_key(raw),
            RawKind::Alias(target) => {
                self.enter_alias(index)?;
                let key = self.key(target)?;
                self.leave_alias(index);
                Ok(key)
            }
            RawKind::Sequence | RawKind::Mapping => {
                // What it holds may fail first.
                self.budget.all -= 1;
                self.budget.within_aliases -= u64::from(self.budget.alias_depth > 0);
                self.node(index)?;
                Err(value_error(format!("invalid map key: {}", keys::go_syntax(nodes, index)), CoreErrorKind::MapKey, raw.span))
            }
        }
    }

    fn scalar_key(&mut self, raw: &RawNode<'t>) -> Fallible<(Cow<'t, str>, bool)> {
        if is_text(raw) {
            return Ok((raw.value.clone(), false));
        }
        let scalar = match scalar_value(raw)? {
            ScalarValue::Bytes(bytes) => return Ok((Cow::Owned(text_of(&bytes)), false)),
            ScalarValue::Resolved(scalar) => scalar,
        };
        let text: Cow<'static, str> = match scalar {
            Scalar::Text => return Ok((raw.value.clone(), false)),
            Scalar::Bool(true) => Cow::Borrowed("true"),
            Scalar::Bool(false) => Cow::Borrowed("false"),
            Scalar::Int(value) => Cow::Owned(value.to_string()),
            Scalar::Float(value) => Cow::Owned(float_key(value)),
            Scalar::Null | Scalar::UInt(_) => {
                self.suspect = true;
                Cow::Owned(raw.value.clone().into_owned())
            }
        };
        if text == raw.value {
            return Ok((raw.value.clone(), false));
        }
        if self.budget.alias_depth == 0 {
            self.notes.push(Note { kind: NoteKind::RewrittenKey, span: raw.span });
        }
        Ok((text, matches!(scalar, Scalar::Float(0.0))))
    }
}

/// Bytes as JSON output writes them: each one that belongs to no character is U+FFFD.
fn text_of(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| '\u{FFFD}'));
    }
    text
}

/// The JSON string of a key that is a float: at 32 bits.
pub(super) fn float_key(value: f64) -> String {
    let text = go::float32(value as f32);
    match text.as_str() {
        "+Inf" => ".inf".to_owned(),
        "-Inf" => "-.inf".to_owned(),
        "NaN" => ".nan".to_owned(),
        _ => text,
    }
}

/// A double as the server reads what JSON output makes of it: an integer where it prints as one that fits.
fn number_of(value: f64) -> Number<'static> {
    let prints_as_integer = value.fract() == 0.0 && value.abs() < 1e21 && !(value == 0.0 && value.is_sign_negative());
    if prints_as_integer {
        // The digits printed are the shortest that read back, not those of the exact value.
        let exact = if value.abs() < 9e15 { Some(value as i64) } else { value.to_string().parse().ok() };
        if let Some(value) = exact {
            return Number::Int(value);
        }
    }
    Number::Float(value)
}

/// Collects the entries of a mapping; a later one takes the place of an earlier one with an equal key.
#[derive(Default)]
struct MapBuilder<'t> {
    entries: Vec<Entry<'t>>,
    /// Indices of entries by key, once there are many.
    index: Option<HashMap<Cow<'t, str>, usize>>,
    /// Indices of entries that were replaced.
    replaced: Vec<usize>,
    /// Index of the entry whose key is a float that is zero: `0.0` and `-0.0` are equal, though not as strings.
    float_zero: Option<usize>,
}

impl<'t> MapBuilder<'t> {
    fn insert(&mut self, entry: Entry<'t>, is_float_zero: bool) {
        let new = self.entries.len();
        let old = self.find(&entry.key);
        let old = if is_float_zero { self.float_zero.replace(new).or(old) } else { old };
        if let Some(old) = old {
            self.replaced.push(old);
        }
        if new >= HASH_FROM {
            let known = || self.entries.iter().enumerate().map(|(at, entry)| (entry.key.clone(), at)).collect();
            self.index.get_or_insert_with(known).insert(entry.key.clone(), new);
        }
        self.entries.push(entry);
    }

    fn find(&self, key: &str) -> Option<usize> {
        match &self.index {
            Some(index) => index.get(key).copied(),
            // The last one is the one that counts.
            None => self.entries.iter().rposition(|entry| entry.key == key),
        }
    }

    fn finish(mut self) -> Map<'t> {
        if self.replaced.is_empty() {
            return Map { entries: self.entries, shadowed: None };
        }
        self.replaced.sort_unstable();
        self.replaced.dedup();
        let mut replaced = self.replaced.iter().copied().peekable();
        let mut shadowed = Vec::with_capacity(self.replaced.len());
        let mut entries = Vec::with_capacity(self.entries.len() - self.replaced.len());
        for (at, entry) in self.entries.into_iter().enumerate() {
            if replaced.next_if_eq(&at).is_some() {
                shadowed.push(entry);
            } else {
                entries.push(entry);
            }
        }
        Map { entries, shadowed: Some(Box::new(shadowed)) }
    }
}
