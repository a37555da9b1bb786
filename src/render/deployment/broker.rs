//! The container that asks for decisions about policies, in the enterprise edition.

use super::{
    super::{Map, Release, Tree, constant, map, session_token},
    Pods,
    container::{LIVE, port, probe, requests},
    env::{self, var},
    volumes,
};

/// Where it answers.
const PORT: i64 = 8090;

/// Where its health and its metrics are.
const HEALTH: i64 = 8091;

/// The container `policy-broker`; none without the enterprise edition. Overrides of the pod do not reach it.
pub(super) fn container(pods: &Pods<'_, '_>) -> Option<Map> {
    let image = pods.agent.operator.policy_broker_image.as_ref()?;
    let health = || constant(HEALTH);
    let requests = (pods.agent.release == Release::Current).then(|| requests("50m", "64Mi"));
    let container = map()
        .put("name", "policy-broker")
        .put("image", image)
        .put("imagePullPolicy", "IfNotPresent")
        .put("ports", vec![port("policy-broker", constant(PORT)), port("metrics", health())])
        .put("env", variables(pods))
        .put("resources", requests)
        .put("volumeMounts", volumes::broker_mounts(pods))
        .put("readinessProbe", probe("/readyz", health(), 3, 10))
        .put("livenessProbe", probe(LIVE, health(), 5, 20));
    Some(container)
}

fn variables(pods: &Pods<'_, '_>) -> Vec<Tree> {
    let operator = pods.agent.operator;
    let [name, _] = env::identity();
    let mut env = vec![name, var("OMNIA_NAMESPACE", pods.agent.namespaced())];
    env.push(var("POLICY_BROKER_LISTEN_ADDR", ":8090"));
    env.push(var("POLICY_BROKER_HEALTH_ADDR", ":8091"));
    env.extend(operator.license_url.as_ref().map(|url| var("OPERATOR_API_URL", url)));
    env.extend(session_token::variable(operator));
    env
}
