//! The token that a pod shows to the session API, where that asks for one.

use super::{
    Map, Tree, constant, map,
    operator::{Operator, ServiceAuth},
    sourced,
};

const VOLUME: &str = "session-api-token";
const PATH: &str = "/var/run/secrets/omnia/session-api";

/// The volume that the kubelet keeps the token in.
pub(super) fn volume(operator: &Operator) -> Option<Tree> {
    let auth = operator.service_auth.as_ref()?;
    let token = map().put("path", "token").put("audience", auth.audience.as_ref()).put("expirationSeconds", &auth.expiration);
    let sources = vec![map().put("serviceAccountToken", token)];
    Some(map().put("name", VOLUME).put("projected", map().put("sources", sources)).into())
}

/// The mount of that volume in a container.
pub(super) fn mount(operator: &Operator) -> Option<Tree> {
    let mount = || map().put("name", VOLUME).put("mountPath", PATH).put("readOnly", constant(true));
    operator.service_auth.as_ref().map(|_| mount().into())
}

/// The variable that tells a container where the token is.
pub(super) fn variable(operator: &Operator) -> Option<Tree> {
    let variable = |auth: &ServiceAuth| -> Map {
        let path = sourced(format!("{PATH}/token"), &auth.enabled);
        map().put("name", "SESSION_API_TOKEN_PATH").put("value", path)
    };
    operator.service_auth.as_ref().map(|auth| variable(auth).into())
}
