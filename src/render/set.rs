//! What the operator makes of several agents.

use std::{
    borrow::Cow,
    collections::{BTreeSet, HashMap},
};

use serde_json::Value;

use super::{Assumption, Created, Rendered, Tree, map};

/// An agent and what the operator makes of it.
#[derive(Debug)]
pub struct RenderedAgent {
    /// Its namespace.
    pub namespace: String,
    /// Its name.
    pub name: String,
    /// What the operator makes of it.
    pub rendered: Rendered,
}

impl RenderedAgent {
    /// `namespace/name`.
    pub fn id(&self) -> String {
        format!("{}/{}", self.namespace, self.name)
    }
}

/// The objects of the agents in their order, each with its agent. An object that several agents share, as an eval worker, stands there
/// once, unless they want it differently.
pub fn objects(agents: &[RenderedAgent]) -> Vec<(&RenderedAgent, &Created)> {
    let mut seen: HashMap<_, Vec<&Tree>> = HashMap::new();
    let all = agents.iter().flat_map(|agent| agent.rendered.objects.iter().map(move |object| (agent, object)));
    all.filter(|(_, object)| {
        let before = seen.entry((object.kind(), object.namespace(), object.name())).or_default();
        let is_new = before.iter().all(|tree| tree.json() != object.tree.json());
        before.push(&object.tree);
        is_new
    })
    .collect()
}

/// The objects of others that the operator changes for the agents, as they are afterwards.
pub fn patches(agents: &[RenderedAgent]) -> Vec<(&RenderedAgent, &Tree)> {
    agents.iter().flat_map(|agent| agent.rendered.patches.iter().map(move |patch| (agent, patch))).collect()
}

/// What was assumed for any of the agents.
pub fn assumptions(agents: &[RenderedAgent]) -> BTreeSet<&Assumption> {
    agents.iter().flat_map(|agent| &agent.rendered.assumptions).collect()
}

impl Created {
    /// The object with every value of a Secret replaced by what `mask` makes of key and value.
    #[must_use]
    pub fn masked(&self, mask: impl Fn(&str, &Value) -> String) -> Cow<'_, Tree> {
        let Tree::Map(object) = &self.tree else { return Cow::Borrowed(&self.tree) };
        if self.kind() != "Secret" {
            return Cow::Borrowed(&self.tree);
        }
        let hidden = ["data", "stringData"].into_iter().fold(object.clone(), |object, part| match object.get(part) {
            Some(Tree::Map(members)) => {
                let masked = members.entries().fold(map(), |masked, (key, value)| {
                    let leaf = match value {
                        Tree::Leaf(value, source) => Tree::Leaf(mask(key, value).into(), source.clone()),
                        other => other.clone(),
                    };
                    masked.put(key.to_owned(), leaf)
                });
                object.put(part, masked)
            }
            _ => object,
        });
        Cow::Owned(Tree::Map(hidden))
    }
}
