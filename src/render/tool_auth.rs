//! How the handlers of a registry sign in at their back-ends.

use super::inputs::Agent;
use crate::world::Field;

/// A handler of the agent's registry and its sign-in in effect.
#[derive(Debug)]
pub(super) struct Handler<'w> {
    /// The handler.
    pub field: Field<'w>,
    /// Its name.
    pub name: Field<'w>,
    /// The type of the sign-in; `none` without one.
    pub auth: &'w str,
    /// The reference to the Secret, which may be missing.
    secret: Field<'w>,
}

impl<'w> Handler<'w> {
    /// A handler's own `auth` counts; without one, the older fields of its connection do.
    pub fn new(field: Field<'w>) -> Self {
        let own = field.get("auth");
        let older = ["httpConfig", "openAPIConfig"]
            .map(|config| field.get(config))
            .into_iter()
            .find(|config| config.get("authType").text().is_some() || config.get("authSecretRef").exists());
        let (auth, secret) = match older {
            _ if own.exists() => (own.get("type").text().unwrap_or("none"), own.get("secretRef")),
            Some(config) => (config.get("authType").text().unwrap_or("bearer"), config.get("authSecretRef")),
            None => ("none", own.get("secretRef")),
        };
        Self { name: field.get("name"), auth, secret, field }
    }

    /// The reference to the Secret with the credential, for the types that send one.
    pub fn secret(&self) -> Option<Field<'w>> {
        if matches!(self.auth, "bearer" | "basic") { self.secret.clone().some() } else { None }
    }

    /// The audience of the ServiceAccount token, for the type that sends one.
    pub fn token_audience(&self) -> Option<Field<'w>> {
        let account = self.field.at("auth.serviceAccount");
        (self.auth == "serviceAccount" && account.exists()).then(|| account.get("audience"))
    }
}

/// The handlers of the agent's registry in their order; none when it is not in scope.
pub(super) fn handlers<'w>(agent: &Agent<'w>) -> Vec<Handler<'w>> {
    let registry = agent.registry.object();
    registry.into_iter().flat_map(|registry| registry.spec().get("handlers").items()).map(Handler::new).collect()
}
