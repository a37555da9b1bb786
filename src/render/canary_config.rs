//! The ConfigMap that tells a candidate's pods which providers to use.

use serde_json::{Map as Json, Value};

use super::{Blocked, Rendered, Source, go_json::go_json, inputs::Agent, map, sourced};
use crate::{rollout, world::Field};

/// The name of the ConfigMap behind that of the agent.
pub(super) const SUFFIX: &str = "-canary-config";

/// Creates the ConfigMap while a rollout is active.
pub(super) fn canary_config(agent: &Agent<'_>, rendered: &mut Rendered) -> Result<(), Blocked> {
    if agent.rollout.is_none() {
        return Ok(());
    }
    let providers = rollout::effective(&agent.spec()).providers;
    let list: Vec<_> = providers.items().iter().map(provider).collect();
    let text = if list.is_empty() { "{}".to_owned() } else { go_json(&Value::Object(member("providerRefs", list.into()))) };
    let source = if providers.exists() { (&providers).into() } else { Source::Constant };
    rendered.push(
        map()
            .put("apiVersion", "v1")
            .put("kind", "ConfigMap")
            .put("metadata", agent.metadata(agent.named(SUFFIX), map()))
            .put("data", map().put("override.json", sourced(text, source))),
    );
    Ok(())
}

fn member(key: &str, value: Value) -> Json<String, Value> {
    [(key.to_owned(), value)].into_iter().collect()
}

/// A provider as Go writes it: the members in the order of the type, empty ones left out.
fn provider(field: &Field<'_>) -> Value {
    let reference = field.get("providerRef");
    let texts = |of: &Field<'_>, keys: &[&str]| -> Json<String, Value> {
        keys.iter().filter_map(|key| Some(((*key).to_owned(), of.get(key).text()?.into()))).collect()
    };
    let mut written = member("name", field.get("name").str().into());
    let mut referred = member("name", reference.get("name").str().into());
    referred.extend(texts(&reference, &["namespace"]));
    written.insert("providerRef".to_owned(), referred.into());
    written.extend(texts(field, &["role"]));
    let capabilities = field.get("requiredCapabilities");
    if !capabilities.items().is_empty() {
        written.insert("requiredCapabilities".to_owned(), capabilities.json());
    }
    written.into()
}
