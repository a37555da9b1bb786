//! REF007 to REF009: the ConfigMap of a pack and the pack in it.

use serde_json::Value;

use super::{Remarks, Scene, in_namespace, pack_json};
use crate::world::{Field, Lookup, Object};

const KEY: &str = "pack.json";

/// The pack behind a `PromptPack`.
enum Content<'w> {
    /// The text and the field that it is in.
    Text(Field<'w>),
    /// There is none, for this reason.
    Broken(String),
    /// Nobody knows, or another rule speaks of it.
    Unknown,
}

fn content<'w>(scene: &Scene<'w>, pack: &'w Object) -> Content<'w> {
    let source = pack.spec().get("source");
    if source.get("type").str() != "configmap" {
        return Content::Unknown;
    }
    let Some(name) = source.at("configMapRef.name").text() else {
        return Content::Broken("a source of type configmap names its ConfigMap in configMapRef".to_owned());
    };
    let Lookup::Found(map) = scene.world.get("ConfigMap", &pack.namespace, name) else { return Content::Unknown };
    let data = map.root().get("data");
    match data.get(KEY).some() {
        Some(text) => Content::Text(text),
        None if data.entries().is_empty() && map.root().get("binaryData").entries().is_empty() => {
            Content::Broken(format!("ConfigMap {name:?} is empty"))
        }
        None => Content::Broken(format!("ConfigMap {name:?} has no entry {KEY:?} under data")),
    }
}

/// Why a pack fails the agents that resolve to it; none when nothing is known against it.
pub(super) fn fault(scene: &Scene<'_>, pack: &Object) -> Option<String> {
    let source = pack.spec().get("source");
    let name = source.at("configMapRef.name").str();
    if matches!(scene.world.get("ConfigMap", &pack.namespace, name), Lookup::Missing) && source.get("type").str() == "configmap" {
        return Some(format!("there is no ConfigMap {name:?}{}", in_namespace(&pack.namespace)));
    }
    // The lifetime of the message is its own.
    match content(scene, pack) {
        Content::Broken(reason) => Some(reason),
        Content::Text(text) => {
            pack_json::read(text.str()).err().map(|faults| format!("its {KEY} is invalid: {}", faults.join("; ")))
        }
        Content::Unknown => None,
    }
}

/// The pack of an object.
pub(super) fn pack<'w>(scene: &Scene<'w>, object: &'w Object, remarks: &mut Remarks<'w>) {
    let reference = object.spec().at("source.configMapRef.name");
    match content(scene, object) {
        Content::Unknown => {}
        Content::Broken(reason) => {
            remarks.found("REF007", &reference, reason);
        }
        Content::Text(text) => {
            let place = if scene.is_asked(text.object()) { text.clone() } else { reference };
            match pack_json::read(text.str()) {
                Err(faults) => {
                    remarks.found("REF008", &place, format!("{KEY} is no valid pack: {}", faults.join("; ")));
                }
                Ok(pack) => differs(object, &pack, remarks),
            }
        }
    }
}

/// Nobody compares what the object and the pack in it say of themselves.
fn differs<'w>(object: &'w Object, pack: &Value, remarks: &mut Remarks<'w>) {
    for (field, key) in [("packName", "id"), ("version", "version")] {
        let (outer, inner) = (object.spec().get(field), pack.get(key).and_then(Value::as_str).unwrap_or_default());
        if outer.text().is_some_and(|outer| outer != inner) {
            let message = format!("{:?} here, but the {key} in {KEY} is {inner:?}", outer.str());
            remarks.found("REF009", &outer, message);
        }
    }
}
