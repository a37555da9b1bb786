//! REF007 to REF009: the ConfigMap of a pack and the pack in it.

use serde_json::Value;

use super::{Remarks, Scene};
use crate::{
    resolve::{Content, PACK_KEY as KEY, read_pack},
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
