//! REF007 to REF009: the ConfigMap of a pack and the pack in it.

use serde_json::Value;

use super::{Remarks, Scene};
use crate::{
    resolve::{Content, Outcome, PACK_KEY as KEY, Role, read_pack},
    world::Object,
};

/// The pack of an object.
pub(super) fn pack<'w>(scene: &Scene<'w>, object: &'w Object, remarks: &mut Remarks<'w>) {
    let reference = object.spec().at("source.configMapRef.name");
    match Content::of(object, scene.world) {
        // Another rule speaks of a ConfigMap that is not there.
        Content::Unknown | Content::Absent(_) => {}
        Content::Broken(reason) => {
            remarks.found("REF007", &reference, reason);
        }
        Content::Text(text) => {
            let place = if scene.is_asked(text.object()) { text.clone() } else { reference };
            match read_pack(text.str()) {
                Err(faults) => {
                    remarks.found("REF008", &place, format!("{KEY} is no valid pack: {}", faults.join("; ")));
                }
                Ok(pack) => differs(object, &pack, remarks),
            }
        }
    }
}

/// The names of the entries that evaluations by a model ask, none for those that name no entry; nothing when the pack is not in scope.
pub(super) fn judges(scene: &Scene<'_>, agent: &Object) -> Option<Vec<Option<String>>> {
    let resolutions = scene.resolver.agent(agent);
    let own = resolutions.iter().find(|resolution| resolution.reference.role == Role::Stable)?;
    let Outcome::Found(object) = own.outcome else { return None };
    let Content::Text(text) = Content::of(object, scene.world) else { return None };
    let pack = read_pack(text.str()).ok()?;
    let prompts = pack.get("prompts").and_then(Value::as_object).into_iter().flat_map(|prompts| prompts.values());
    let lists = prompts.chain([&pack]).filter_map(|holder| holder.get("evals").and_then(Value::as_array));
    let of_model = |eval: &&Value| eval.get("type").and_then(Value::as_str).is_some_and(|kind| kind.starts_with("llm_judge"));
    let named = |eval: &Value| {
        let params = eval.get("params")?;
        ["judge", "provider"].iter().find_map(|key| params.get(key)?.as_str()).map(str::to_owned)
    };
    Some(lists.flatten().filter(of_model).map(named).collect())
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
