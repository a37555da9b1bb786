//! Reading objects: one, or all of a kind page by page.

use crate::{
    world::{Object, Origin},
    yaml::{Node, Value, read_json},
};

use super::{
    Cluster, ClusterError, Deed, Resource,
    resource::encoded,
    transport::{Answer, Call},
};

/// Objects in one answer.
const PAGE: usize = 500;
/// How often a list is begun: its first pages are lost when the server forgets the version that they are of.
const BEGINNINGS: usize = 3;
/// A server that sends more pages than this sends them without end.
const PAGES: usize = 20_000;

/// Which objects of a resource.
#[derive(Debug, Clone, Copy, Default)]
pub struct Selection<'a> {
    /// The namespace; none for all.
    pub namespace: Option<&'a str>,
    /// The label selector, as kubectl takes it.
    pub labels: Option<&'a str>,
    /// The field selector, as kubectl takes it.
    pub fields: Option<&'a str>,
}

impl<'a> Selection<'a> {
    /// All objects of a namespace; none for those of all namespaces.
    pub const fn namespace(namespace: Option<&'a str>) -> Self {
        Self { namespace, labels: None, fields: None }
    }

    pub(super) fn query(&self) -> String {
        let pair = |name: &str, value: Option<&str>| value.map(|value| format!("&{name}={}", encoded(value))).unwrap_or_default();
        pair("labelSelector", self.labels) + &pair("fieldSelector", self.fields)
    }
}

/// The objects of a list and the version that they are of.
pub(super) struct Listed {
    pub objects: Vec<Object>,
    pub version: String,
}

/// A page as it came.
struct Page {
    items: Vec<Node<'static>>,
    version: String,
    next: String,
}

impl Cluster {
    /// The object `name`; `namespace` means nothing for kinds without namespaces.
    ///
    /// # Errors
    /// It is not there, or the cluster does not answer as it should.
    pub fn get(&self, resource: &Resource, namespace: &str, name: &str) -> Result<Object, ClusterError> {
        let deed = Deed::new("get", resource, Some(namespace), Some(name));
        let answer = self.send(&Call::get(resource.object(Some(namespace), name)), &deed)?;
        self.object(&answer, &deed)
    }

    /// All objects of a selection, in the order of the server: by namespace and name.
    ///
    /// # Errors
    /// They cannot be listed; none of them is handed out then.
    pub fn list(&self, resource: &Resource, selection: Selection<'_>) -> Result<Vec<Object>, ClusterError> {
        self.listed(resource, selection).map(|listed| listed.objects)
    }

    pub(super) fn listed(&self, resource: &Resource, selection: Selection<'_>) -> Result<Listed, ClusterError> {
        let deed = Deed::new("list", resource, selection.namespace, None);
        let mut beginning = 1;
        loop {
            match self.pages(resource, selection, &deed) {
                Err(ClusterError::Gone { .. }) if beginning < BEGINNINGS => beginning += 1,
                outcome => return outcome,
            }
        }
    }

    fn pages(&self, resource: &Resource, selection: Selection<'_>, deed: &Deed) -> Result<Listed, ClusterError> {
        let path = resource.collection(selection.namespace);
        let (mut listed, mut next) = (Listed { objects: Vec::new(), version: String::new() }, String::new());
        for _ in 0..PAGES {
            let from = if next.is_empty() { String::new() } else { format!("&continue={}", encoded(&next)) };
            let answer = self.send(&Call::get(format!("{path}?limit={PAGE}{}{from}", selection.query())), deed)?;
            let page = page(&answer, resource).map_err(|reason| self.nonsense(deed, reason))?;
            for item in page.items {
                listed.objects.push(self.built(item, resource).map_err(|reason| self.nonsense(deed, reason))?);
            }
            listed.version = page.version;
            if page.next.is_empty() {
                return Ok(listed);
            }
            if page.next == next {
                break;
            }
            next = page.next;
        }
        Err(self.nonsense(deed, "its pages have no end"))
    }

    /// The object of an answer.
    pub(super) fn object(&self, answer: &Answer, deed: &Deed) -> Result<Object, ClusterError> {
        let read = read_json(&answer.body).map_err(|error| format!("it is no JSON: {error}"));
        let object =
            read.and_then(|node| self.built(node.into_owned(), &deed.resource)).map_err(|reason| self.nonsense(deed, reason))?;
        match &deed.name {
            Some(name) if *name != object.name => Err(self.nonsense(deed, format!("it is about {:?}", object.name))),
            _ => Ok(object),
        }
    }

    /// The object of a tree that must be one of `resource`. Items of a list of Kubernetes' own kinds do not say what they are.
    pub(super) fn built(&self, mut root: Node<'static>, resource: &Resource) -> Result<Object, String> {
        let Value::Map(map) = &mut root.value else { return Err("it is no object".to_owned()) };
        for (key, expected) in [("kind", resource.kind.to_string()), ("apiVersion", resource.api_version())] {
            match map.get(key).and_then(Node::as_str) {
                None => map
                    .entries
                    .insert(0, crate::yaml::Entry { key: key.into(), key_span: Default::default(), value: text_node(expected) }),
                Some(found) if found == expected => {}
                Some(found) => return Err(format!("its {key} is {found:?}, not {expected:?}")),
            }
        }
        let metadata = |key: &str| {
            root.get("metadata").and_then(|metadata| metadata.get(key)).and_then(Node::as_str).unwrap_or_default().to_owned()
        };
        let (name, namespace) = (metadata("name"), metadata("namespace"));
        if name.is_empty() || namespace.is_empty() == resource.namespaced {
            return Err("it has an object without a name, or without the namespace that its kind needs".to_owned());
        }
        Ok(Object {
            group: resource.group.to_string(),
            version: resource.version.to_string(),
            kind: resource.kind.to_string(),
            namespace,
            name,
            root,
            origin: Origin::Cluster { context: self.context.clone() },
            accepted: true,
        })
    }
}

fn text_node(text: String) -> Node<'static> {
    Node { value: Value::String(text.into()), ..Node::default() }
}

fn page(answer: &Answer, resource: &Resource) -> Result<Page, String> {
    let root = read_json(&answer.body).map_err(|error| format!("it is no JSON: {error}"))?.into_owned();
    let expected = format!("{}List", resource.kind);
    match root.get("kind").and_then(Node::as_str) {
        Some(kind) if kind == expected => {}
        kind => return Err(format!("its kind is {:?}, not {expected:?}", kind.unwrap_or_default())),
    }
    let metadata = |key: &str| {
        root.get("metadata").and_then(|metadata| metadata.get(key)).and_then(Node::as_str).unwrap_or_default().to_owned()
    };
    let (version, next) = (metadata("resourceVersion"), metadata("continue"));
    let Value::Map(map) = root.value else { return Err("it is no object".to_owned()) };
    let items = map.entries.into_iter().find(|entry| entry.key == "items").map(|entry| entry.value.value);
    match items {
        Some(Value::List(items)) => Ok(Page { items, version, next }),
        Some(Value::Null) => Ok(Page { items: Vec::new(), version, next }),
        _ => Err("it has no items".to_owned()),
    }
}
