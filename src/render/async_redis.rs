//! The Secret with the queue of asynchronous invocations.

use super::{
    Blocked, Release, Rendered, Source,
    inputs::Agent,
    map,
    operator::SecretKey,
    secret::{PLACEHOLDER, encoded, value},
    sourced,
};
use crate::world::Lookup;

/// Copies the address of the operator's Redis where a facade takes invocations without waiting and that address is in a Secret.
pub(super) fn async_redis(agent: &Agent<'_>, rendered: &mut Rendered) -> Result<(), Blocked> {
    let wanted = agent.spec().get("facades").items().into_iter().find(|facade| facade.at("async.enabled").is_true());
    let Some(wanted) = wanted.filter(|_| agent.release == Release::Current) else { return Ok(()) };
    let name = format!("agent-{}-async-redis", agent.name());
    let operator = agent.operator;
    let known = [&operator.redis, &operator.session_redis];
    if known.iter().any(|redis| redis.url.is_some()) {
        return Ok(());
    }
    let Some(SecretKey { name: secret, key }) = known.iter().find_map(|redis| redis.secret.as_ref()) else {
        let text = "asks for asynchronous invocations, but the operator has no Redis to queue them: they get the answer 501";
        rendered.warn(format!("AgentRuntime/{}", agent.name()), text.to_owned());
        return Ok(());
    };
    let lost = format!("is not created: Secret {:?} of the operator or its key {:?} is missing", secret.value, key.value);
    let url = match agent.world.get("Secret", &operator.namespace.value, &secret.value) {
        Lookup::Found(object) => value(object, &key.value),
        Lookup::Missing => None,
        Lookup::NotChecked(_) => {
            let text = format!("Secret {:?} of the operator is not in scope: its value stands as {PLACEHOLDER}", secret.value);
            let sources = [(&wanted.at("async.enabled")).into(), rendered.assume("asyncRedisSecret", text)];
            Some(sourced(encoded(PLACEHOLDER.as_bytes()), Source::computed(sources)))
        }
    };
    let Some(url) = url else {
        rendered.warn(format!("Secret/{name}"), lost);
        return Ok(());
    };
    rendered.push(
        map()
            .put("apiVersion", "v1")
            .put("kind", "Secret")
            .put("metadata", agent.metadata(sourced(name, agent.name_source()), map()))
            .put("data", map().put("url", url)),
    );
    Ok(())
}
