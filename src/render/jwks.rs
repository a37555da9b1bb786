//! The Secret with the keys of an OIDC issuer.

use super::{Blocked, Rendered, inputs::Agent, map, rollout_plan, sourced};

/// Creates the Secret where the agent trusts an issuer. What the issuer answers is not known.
pub(super) fn oidc_keys(agent: &Agent<'_>, rendered: &mut Rendered) -> Result<(), Blocked> {
    let issuer = agent.spec().at("externalAuth.oidc.issuer");
    // Without an issuer the operator asks nobody.
    let Some(url) = issuer.text() else { return Ok(()) };
    let name = format!("agent-{}-oidc-jwks", agent.name());
    if rollout_plan::holds_back(agent, &format!("Secret/{name}"), rendered) {
        return Ok(());
    }
    let keys = rendered.assume("jwks", format!("the issuer {url} answers; the keys that it serves stand as {KEYS}"));
    let time = rendered.assume("time", "time stamps stand as <time>");
    let labels = map()
        .put("omnia.altairalabs.ai/credential-kind", "agent-oidc-jwks")
        .put("app.kubernetes.io/instance", agent.named(""))
        .put("app.kubernetes.io/managed-by", "omnia-operator");
    let annotations = map().put("omnia.altairalabs.ai/oidc-jwks-fetched-at", sourced("<time>", time));
    let metadata = agent.metadata(sourced(name, agent.name_source()), labels).put("annotations", annotations);
    rendered.push(
        map()
            .put("apiVersion", "v1")
            .put("kind", "Secret")
            .put("metadata", metadata)
            .put("data", map().put("jwks.json", sourced(KEYS_BASE64, keys))),
    );
    Ok(())
}

/// What stands for the keys, as text and as the data of a Secret.
const KEYS: &str = "<jwks>";
const KEYS_BASE64: &str = "PGp3a3M+";
