//! The pack in the ConfigMap of a `PromptPack`.

use super::pack_json;
use crate::world::{Field, Lookup, Object, World};

/// The key of the ConfigMap that holds the pack.
pub const PACK_KEY: &str = "pack.json";

/// What a `PromptPack` is made of.
#[derive(Debug)]
pub enum Content<'w> {
    /// The text of the pack and the field that it is in.
    Text(Field<'w>),
    /// There is none, for this reason.
    Broken(String),
    /// There is no ConfigMap of this name.
    Absent(&'w str),
    /// Nobody knows.
    Unknown,
}

impl<'w> Content<'w> {
    /// Looks the content of a pack up.
    pub fn of(pack: &'w Object, world: &'w World) -> Self {
        let source = pack.spec().get("source");
        if source.get("type").str() != "configmap" {
            return Self::Unknown;
        }
        let Some(name) = source.at("configMapRef.name").text() else {
            return Self::Broken("a source of type configmap names its ConfigMap in configMapRef".to_owned());
        };
        let map = match world.get("ConfigMap", &pack.namespace, name) {
            Lookup::Found(map) => map,
            Lookup::Missing => return Self::Absent(name),
            Lookup::NotChecked(_) => return Self::Unknown,
        };
        let data = map.root().get("data");
        match data.get(PACK_KEY).some() {
            Some(text) => Self::Text(text),
            None if data.entries().is_empty() && map.root().get("binaryData").entries().is_empty() => {
                Self::Broken(format!("ConfigMap {name:?} is empty"))
            }
            None => Self::Broken(format!("ConfigMap {name:?} has no entry {PACK_KEY:?} under data")),
        }
    }

    /// Why it fails the agents that resolve to the pack; none when nothing is known against it.
    pub fn fault(&self) -> Option<String> {
        match self {
            Self::Text(text) => {
                let faults = pack_json::read(text.str()).err()?;
                Some(format!("its {PACK_KEY} is invalid: {}", faults.join("; ")))
            }
            Self::Broken(reason) => Some(reason.clone()),
            Self::Absent(name) => Some(format!("there is no ConfigMap {name:?}")),
            Self::Unknown => None,
        }
    }
}
