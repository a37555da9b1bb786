//! The Secret with the credentials that tools send.

use super::{Blocked, Rendered, Source, map, sourced, tool_auth};
use crate::{
    render::{
        Tree,
        inputs::Agent,
        secret::{PLACEHOLDER, encoded, value},
    },
    world::{Field, Lookup},
};

/// Creates the Secret where a handler signs in with one; a credential that is not there ends the work.
pub(in crate::render) fn credentials(agent: &Agent<'_>, rendered: &mut Rendered) -> Result<(), Blocked> {
    let mut data = map();
    for handler in tool_auth::handlers(agent) {
        let Some(reference) = handler.secret() else { continue };
        data.set(handler.name.str().to_owned(), credential(agent, &reference, rendered)?);
    }
    if !data.is_empty() {
        rendered.push(
            map()
                .put("apiVersion", "v1")
                .put("kind", "Secret")
                .put("metadata", agent.metadata(agent.named("-tool-secrets"), map()))
                .put("type", "Opaque")
                .put("data", data),
        );
    }
    Ok(())
}

fn credential(agent: &Agent<'_>, reference: &Field<'_>, rendered: &mut Rendered) -> Result<Tree, Blocked> {
    let (name, key) = (reference.get("name"), reference.get("key"));
    let missing = |text: String, field: &Field<'_>| Err(Blocked::by("", "", text, field));
    match agent.world.get("Secret", agent.namespace(), name.str()) {
        Lookup::Found(secret) => match value(secret, key.str()) {
            Some(found) => Ok(found),
            None => missing(format!("Secret {:?} with the credential of a tool has no key {:?}", name.str(), key.str()), &key),
        },
        Lookup::Missing => missing(format!("Secret {:?} with the credential of a tool does not exist", name.str()), &name),
        Lookup::NotChecked(_) => {
            let text = format!("Secret {:?} is not in scope: its values stand as {PLACEHOLDER}", name.str());
            let assumed = rendered.assume("toolSecret", text);
            Ok(sourced(encoded(PLACEHOLDER.as_bytes()), Source::computed([Source::from(reference), assumed])))
        }
    }
}
