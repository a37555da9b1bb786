//! The next change of a text, and making it.

use serde_json::{Map as JsonMap, Value as Json};

use super::{Changed, Refused, objection, path};
use crate::{
    crd::{
        GROUP, Lookup, Release, Schema,
        explain::{follow, steps},
    },
    lint::{
        Linter,
        history::{Fate, HISTORY, Past, PastValue, RENAMED_KINDS, VALUES},
    },
    yaml::{self, Change, Node, Text, read},
};

/// What is done to a field.
#[derive(Debug)]
enum Deed {
    /// It goes, for this reason.
    Drop(String),
    /// It moves there, and gets this beside it.
    Move(Vec<String>, JsonMap<String, Json>),
    /// Its value becomes this one.
    Become(String),
    /// Nothing, for this reason.
    Refuse(String),
}

/// A change of one field.
#[derive(Debug)]
pub(super) struct Step {
    /// The index of the document.
    pub document: usize,
    /// The field, from the root of the document.
    pub place: Vec<String>,
    /// How many steps of it lead to the object.
    depth: usize,
    object: String,
    deed: Deed,
}

impl Step {
    /// The text with the change.
    ///
    /// # Errors
    /// Why it is left to a person, a sentence without its full stop.
    pub fn take(&self, text: &Text) -> Result<Vec<u8>, String> {
        let pointer = path::pointer(&self.place);
        let done = match &self.deed {
            Deed::Refuse(reason) => return Err(reason.clone()),
            Deed::Drop(_) => yaml::change(text, self.document, &pointer, &Change::Remove),
            Deed::Become(value) => yaml::change(text, self.document, &pointer, &Change::Set(Json::from(value.as_str()))),
            Deed::Move(to, with) => yaml::relocate(text, self.document, &pointer, &path::pointer(to), with),
        };
        done.map_err(|error| error.to_string().replace(&pointer, &path::dotted(&self.place)))
    }

    /// The change in words.
    pub fn changed(&self) -> Changed {
        let place = path::dotted(&self.place[self.depth..]);
        let what = match &self.deed {
            Deed::Drop(reason) | Deed::Refuse(reason) => format!("{place} is removed: {reason}"),
            Deed::Become(value) => format!("{place} is {value} now"),
            Deed::Move(to, with) => {
                let beside: Vec<String> =
                    with.iter().filter_map(|(key, value)| Some(format!("{key}: {}", value.as_str()?))).collect();
                let beside = if beside.is_empty() { String::new() } else { format!(", with {}", beside.join(", ")) };
                format!("{place} is {} now{beside}", path::dotted(&to[self.depth..]))
            }
        };
        Changed { object: self.object.clone(), what }
    }
}

/// An object of a document.
struct Object<'n, 't> {
    document: usize,
    /// Where it is: `items`, `0` in a list.
    place: Vec<String>,
    node: &'n Node<'t>,
    kind: &'n str,
}

/// The next change; none when all is done or refused.
pub(super) fn next(text: &Text, linter: &Linter<'_>, refused: &Refused) -> Option<Step> {
    let documents = read(text).documents;
    documents.iter().enumerate().find_map(|(index, document)| {
        let objects = objects(index, &document.root);
        objects.iter().find_map(|object| object.next(linter, refused))
    })
}

/// The object of a document, or those of a list.
fn objects<'n, 't>(document: usize, root: &'n Node<'t>) -> Vec<Object<'n, 't>> {
    let one = |place: Vec<String>, node: &'n Node<'t>| {
        let kind = node.get("kind")?.as_str()?;
        Some(Object { document, place, node, kind })
    };
    let items = root.get("items").and_then(Node::as_list).filter(|_| root.get("kind").and_then(Node::as_str) == Some("List"));
    match items {
        Some(items) => {
            let item = |(index, item): (usize, &'n Node<'t>)| one(vec!["items".to_owned(), index.to_string()], item);
            items.iter().enumerate().filter_map(item).collect()
        }
        None => one(Vec::new(), root).into_iter().collect(),
    }
}

impl Object<'_, '_> {
    fn next(&self, linter: &Linter<'_>, refused: &Refused) -> Option<Step> {
        let api = self.node.get("apiVersion")?.as_str()?;
        let is_open = |step: &Step| !refused.contains_key(&(step.document, step.place.clone()));
        if let Some((_, new)) =
            RENAMED_KINDS.iter().find(|(old, _)| *old == self.kind).filter(|_| api.split('/').next() == Some(GROUP))
        {
            return Some(self.step(vec!["kind".to_owned()], Deed::Become((*new).to_owned()))).filter(is_open);
        }
        let Lookup::Found(found) = linter.catalog.find(api, self.kind) else { return None };
        let schema = &found.version.schema;
        let fields = HISTORY.iter().filter(|past| past.kind == self.kind).flat_map(|past| {
            let places = path::places(self.node, past.path);
            // The schema is asked last: to look for a field that it does not have takes long.
            let due = !places.is_empty() && applies(past, schema, linter.release);
            let places = places.into_iter().filter(move |_| due);
            places.filter_map(move |place| Some(self.step(place.clone(), self.deed(past, &place)?)))
        });
        let values = VALUES.iter().filter(|past| past.kind == self.kind).flat_map(|past| {
            let places = path::places(self.node, past.path).into_iter();
            places.filter_map(move |place| Some(self.step(place.clone(), self.value(past, &place, schema)?)))
        });
        fields.chain(values).find(is_open)
    }

    fn step(&self, place: Vec<String>, deed: Deed) -> Step {
        let name = self.node.get("metadata").and_then(|metadata| metadata.get("name")?.as_str());
        let object = name.map_or_else(|| self.kind.to_owned(), |name| format!("{} {name}", self.kind));
        let from_root = |place: Vec<String>| [self.place.clone(), place].concat();
        let deed = match deed {
            Deed::Move(to, with) => Deed::Move(from_root(to), with),
            other => other,
        };
        Step { document: self.document, place: from_root(place), depth: self.place.len(), object, deed }
    }

    fn deed(&self, past: &Past, place: &[String]) -> Option<Deed> {
        let value = path::at(self.node, place)?;
        if value.is_null() {
            return Some(Deed::Drop("it is empty".to_owned()));
        }
        if let Some(reason) = objection::objection(past, self.node, place) {
            return Some(Deed::Refuse(reason));
        }
        match past.fate {
            Fate::Ask | Fate::Become(_) => None,
            Fate::Drop => Some(Deed::Drop(past.now.to_owned())),
            Fate::Move(to) => Some(match path::target(self.node, place, to) {
                Ok(to) => Deed::Move(to, objection::companions(past, self.node, value)),
                Err(reason) => Deed::Refuse(reason),
            }),
        }
    }

    fn value(&self, past: &PastValue, place: &[String], schema: &Schema) -> Option<Deed> {
        let value = path::at(self.node, place).and_then(Node::as_str)?;
        let values = follow("", schema, &steps(past.path)).ok()?.schema.enumeration.as_ref()?;
        let is_taken = values.iter().any(|one| one.as_str() == Some(value));
        let kind = self.node.get("spec").and_then(|spec| spec.get("type")?.as_str());
        // It is the name of another role today, which these types do not have.
        let is_chat = (past.kind, past.path, past.value) == ("Provider", "spec.role", "inference")
            && kind.is_some_and(|kind| objection::CHAT.contains(&kind));
        if value != past.value || (is_taken && !is_chat) {
            return None;
        }
        match past.fate {
            Fate::Become(new) => Some(Deed::Become(new.to_owned())),
            Fate::Drop => Some(Deed::Drop(past.now.to_owned())),
            Fate::Ask | Fate::Move(_) => None,
        }
    }
}

/// Whether the release does not take the field any more, and takes the new one.
fn applies(past: &Past, schema: &Schema, release: Option<Release>) -> bool {
    let is_known = |path: &str| follow("", schema, &steps(path)).is_ok();
    let is_due = if past.is_superseded { release == Some(Release::Current) } else { !is_known(past.path) };
    is_due
        && match past.fate {
            Fate::Move(to) => is_known(to),
            Fate::Drop => true,
            Fate::Ask | Fate::Become(_) => false,
        }
}
