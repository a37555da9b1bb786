//! What the references of a JSON Schema find: the resources in it (`$id`), their anchors, and the metaschemas.

use std::collections::{BTreeMap, HashSet, VecDeque};

use serde_json::{Map, Value};

use super::{
    json_schema::{BASE, Fault, against_metaschema, is_in_metaschema},
    json_schema_draft::Draft,
};
use crate::crd::Pattern;

/// A part of the document with a URI of its own; the whole document is one.
#[derive(Debug)]
struct Resource {
    url: String,
    draft: Draft,
    /// Names and the pointers that they stand for.
    anchors: BTreeMap<String, String>,
}

/// A schema with all that can be referred to in it.
#[derive(Debug)]
pub(super) struct References<'v> {
    document: &'v Value,
    /// By pointer.
    resources: BTreeMap<String, Resource>,
    /// What stands for the resource of the root before that is known.
    outside: Resource,
    collected: HashSet<String>,
}

/// A schema that is still to be looked at.
struct Pending {
    pointer: String,
    /// The keyword that refers to it; none when it stands in a schema.
    by: Option<String>,
}

impl<'v> References<'v> {
    /// Finds the resources and anchors of `document` and checks each resource against the metaschema of its draft.
    ///
    /// Recursive as deep as the document is nested.
    pub(super) fn collect(document: &'v Value) -> Result<Self, Fault> {
        let outside = Resource { url: BASE.to_owned(), draft: Draft::D2020, anchors: BTreeMap::new() };
        let mut references = Self { document, resources: BTreeMap::new(), outside, collected: HashSet::new() };
        references.resource(document, "", BASE, Draft::D2020)?;
        references.check("")?;
        Ok(references)
    }

    fn resource(&mut self, schema: &Value, pointer: &str, base: &str, inherited: Draft) -> Result<(), Fault> {
        if !self.collected.insert(pointer.to_owned()) {
            return Ok(());
        }
        let empty = Map::new();
        let object = match schema {
            Value::Object(object) => object,
            // The root is a resource whatever it is; the metaschema speaks of the rest.
            _ if pointer.is_empty() => &empty,
            _ => return Ok(()),
        };
        let declared = declared_draft(object, pointer)?;
        let mut draft = declared.unwrap_or(inherited);
        let mut base = base.to_owned();
        let id = draft.id(object);
        if id.is_none() && !pointer.is_empty() {
            draft = inherited;
        }
        if id.is_some() || pointer.is_empty() {
            if let Some(id) = id {
                base = join(&base, id).ok_or_else(|| Fault::new(pointer, format!("{id:?} is no URI")))?;
            }
            if self.resources.values().any(|known| known.url == base) {
                return Err(Fault::new(pointer, format!("a second schema has the identifier {base:?}")));
            }
            self.resources.insert(pointer.to_owned(), Resource { url: base.clone(), draft, anchors: BTreeMap::new() });
        }
        self.anchors(object, pointer, &base, draft)?;
        for (rest, child) in draft.children(object) {
            self.resource(child, &format!("{pointer}{rest}"), &base, draft)?;
        }
        Ok(())
    }

    fn anchors(&mut self, object: &Map<String, Value>, pointer: &str, base: &str, draft: Draft) -> Result<(), Fault> {
        let Some(resource) = self.resources.values_mut().find(|resource| resource.url == base) else { return Ok(()) };
        for anchor in draft.anchors(object) {
            let before = resource.anchors.insert(anchor.to_owned(), pointer.to_owned());
            if before.is_some_and(|before| before != pointer) {
                return Err(Fault::new(pointer, format!("a second schema has the anchor {anchor:?}")));
            }
        }
        Ok(())
    }

    /// Checks the schema at `pointer` against its metaschema, those resources in it apart that have another draft: they follow.
    fn check(&self, pointer: &str) -> Result<(), Fault> {
        let Some(schema) = self.document.pointer(pointer) else { return Ok(()) };
        let own = self.enclosing(pointer);
        let others: Vec<&String> = self
            .resources
            .iter()
            .filter(|(other, resource)| {
                other.strip_prefix(pointer).is_some_and(|rest| rest.starts_with('/')) && resource.draft != own.draft
            })
            .map(|(other, _)| other)
            .collect();
        if others.is_empty() {
            return against_metaschema(schema, pointer, own.draft);
        }
        let mut rest = schema.clone();
        for other in &others {
            if let Some(part) = rest.pointer_mut(&other[pointer.len()..]) {
                *part = Value::Object(Map::new());
            }
        }
        against_metaschema(&rest, pointer, own.draft)?;
        others.into_iter().try_for_each(|other| self.check(other))
    }

    /// The innermost resource around `pointer`.
    fn enclosing(&self, pointer: &str) -> &Resource {
        let ends = std::iter::successors(Some(pointer), |at| at.rfind('/').map(|end| &at[..end]));
        ends.filter_map(|at| self.resources.get(at)).next().unwrap_or(&self.outside)
    }

    /// Follows everything that takes part in a validation.
    pub(super) fn compile(&mut self) -> Result<(), Fault> {
        let mut seen: HashSet<String> = HashSet::new();
        let mut queue = VecDeque::from([Pending { pointer: String::new(), by: None }]);
        while let Some(Pending { pointer, by }) = queue.pop_front() {
            if !seen.insert(pointer.clone()) {
                continue;
            }
            let Some(schema) = self.document.pointer(&pointer) else {
                let at = by.unwrap_or_default();
                return Err(Fault::new(at, format!("the reference finds nothing at {pointer}")));
            };
            self.ensure(schema, &pointer)?;
            let Value::Object(object) = schema else { continue };
            let draft = self.enclosing(&pointer).draft;
            for keyword in ["$ref", "$recursiveRef", "$dynamicRef"] {
                let known = match keyword {
                    "$recursiveRef" => draft == Draft::D2019,
                    "$dynamicRef" => draft == Draft::D2020,
                    _ => true,
                };
                if let Some(reference) = object.get(keyword).and_then(Value::as_str).filter(|_| known) {
                    let by = format!("{pointer}/{keyword}");
                    if let Some(target) = self.target(&pointer, reference).map_err(|text| Fault::new(&by, text))? {
                        queue.push_back(Pending { pointer: target, by: Some(by) });
                    }
                }
            }
            if draft < Draft::D2019 && object.contains_key("$ref") {
                continue;
            }
            patterns(object, &pointer)?;
            let children = draft.active(object).into_iter();
            queue.extend(children.map(|(rest, _)| Pending { pointer: format!("{pointer}{rest}"), by: None }));
        }
        Ok(())
    }

    /// What a reference finds in a place without keywords of schemas is looked at now.
    fn ensure(&mut self, schema: &Value, pointer: &str) -> Result<(), Fault> {
        if self.collected.contains(pointer) {
            return Ok(());
        }
        let around = self.enclosing(pointer);
        let (base, draft) = (around.url.clone(), around.draft);
        self.resource(schema, pointer, &base, draft)?;
        self.check(pointer)
    }

    /// The pointer that a reference in the schema at `pointer` finds; none when it finds a metaschema.
    fn target(&self, pointer: &str, reference: &str) -> Result<Option<String>, String> {
        let (url, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let decoded = percent_decoded(fragment).ok_or_else(|| format!("{reference:?} has a bad escape"))?;
        let base = &self.enclosing(pointer).url;
        let url = if url.is_empty() { base.clone() } else { join(base, url).ok_or(format!("{reference:?} is no URI"))? };
        let root = (url == BASE).then(|| self.resources.get_key_value("")).flatten();
        let Some((place, resource)) = root.or_else(|| self.resources.iter().find(|(_, resource)| resource.url == url)) else {
            return self.foreign(reference, &url, fragment);
        };
        if decoded.is_empty() {
            return Ok(Some(place.clone()));
        }
        if decoded.starts_with('/') {
            let good = decoded.split('~').skip(1).all(|rest| rest.starts_with(['0', '1']));
            let target = format!("{place}{decoded}");
            return match good && self.document.pointer(&target).is_some() {
                true => Ok(Some(target)),
                false => Err(format!("{reference:?} finds nothing")),
            };
        }
        let found = resource.anchors.get(&decoded).cloned();
        found.map(Some).ok_or_else(|| format!("{reference:?} finds no anchor of this name"))
    }

    fn foreign(&self, reference: &str, url: &str, fragment: &str) -> Result<Option<String>, String> {
        match Draft::bundled(url) {
            Some((draft, bundled)) if is_in_metaschema(draft, &bundled, fragment) => Ok(None),
            Some(_) => Err(format!("{reference:?} finds nothing in that metaschema")),
            None if is_file(url) => {
                Err(format!("{reference:?} is a file where the schema is compiled, and not part of the schema"))
            }
            None => Err(format!("{reference:?} is not in the schema, and nothing is fetched")),
        }
    }
}

/// Whether `url` names a file.
pub(super) fn is_file(url: &str) -> bool {
    url.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("file:"))
}

/// The draft that `$schema` names.
fn declared_draft(object: &Map<String, Value>, pointer: &str) -> Result<Option<Draft>, Fault> {
    let Some(declared) = object.get("$schema").and_then(Value::as_str) else { return Ok(None) };
    let url = declared.split_once('#').map_or(declared, |(url, _)| url);
    match Draft::bundled(url) {
        Some((draft, _)) => Ok(Some(draft)),
        None => {
            let text = if is_file(url) {
                format!("the metaschema {declared:?} is a file where the schema is compiled: name a published draft")
            } else {
                format!("the metaschema {declared:?} is not known, and nothing is fetched")
            };
            Err(Fault::new(format!("{pointer}/$schema"), text))
        }
    }
}

/// The metaschema of draft 4 does not look at these names.
fn patterns(object: &Map<String, Value>, pointer: &str) -> Result<(), Fault> {
    let names = object.get("patternProperties").and_then(Value::as_object);
    match names.into_iter().flat_map(Map::keys).find_map(|name| Pattern::syntax_error(name)) {
        Some(error) => Err(Fault::new(format!("{pointer}/patternProperties"), format!("a name is no pattern of Go's: {error}"))),
        None => Ok(()),
    }
}

/// `reference` resolved against `base`, as Go resolves it: what no URI may hold is escaped.
fn join(base: &str, reference: &str) -> Option<String> {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "-._~:/?#[]@!$&'()*+,;=%".contains(c);
    let mut escaped = String::with_capacity(reference.len());
    for c in reference.chars() {
        if allowed(c) {
            escaped.push(c);
        } else {
            let mut bytes = [0; 4];
            c.encode_utf8(&mut bytes).bytes().for_each(|byte| escaped.push_str(&format!("%{byte:02X}")));
        }
    }
    let base = jsonschema::uri::from_str(base).ok()?;
    jsonschema::uri::resolve_against(&base.borrow(), &escaped).ok().map(|url| url.as_str().to_owned())
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let mut digit = || rest.next().and_then(|digit| char::from(digit).to_digit(16));
        bytes.push((digit()? * 16 + digit()?) as u8);
    }
    String::from_utf8(bytes).ok()
}
