//! Eval workers.

use super::{lines::check, scene::Scene};

const GROUPS: &str = "apiVersion: omnia.altairalabs.ai/v1alpha1
kind: Workspace
metadata: {name: acme}
spec:
  displayName: A
  namespace: {name: team}
  services:
  - {name: default, mode: external, external: {sessionURL: http://s, memoryURL: http://m}, REDIS}";

const CUSTOM: &str = "facades: [{type: websocket}], framework: {type: custom, image: i}, evals: {enabled: true}";

fn agent(name: &str, spec: &str) -> String {
    format!(
        "---\napiVersion: omnia.altairalabs.ai/v1alpha1\nkind: AgentRuntime\nmetadata: {{name: {name}, namespace: team}}\n\
         spec: {{promptPackRef: {{name: p, version: 1.0.0}}, {spec}}}\n"
    )
}

#[test]
fn agents_that_do_not_judge_themselves_have_a_worker() {
    let opted_in = GROUPS.replace("REDIS", "evalWorker: {enabled: true}");
    for (spec, more, expected) in [
        (CUSTOM, "", "+Deployment/arena-eval-worker-default "),
        ("facades: [{type: websocket}], framework: {type: custom, image: i}", "", "-Deployment/arena"),
        ("facades: [{type: websocket}], framework: {type: custom, image: i}, evals: {enabled: false}", "", "-Deployment/arena"),
        ("facades: [{type: websocket}], evals: {enabled: true}", "", "-Deployment/arena"),
        ("facades: [{type: websocket}], framework: {}, evals: {enabled: true}", "", "-Deployment/arena"),
        ("facades: [{type: websocket}], evals: {enabled: true}", &opted_in, "+Deployment/arena-eval-worker-default "),
        ("facades: [{type: websocket}], evals: {enabled: true}, serviceGroup: other", &opted_in, "-Deployment/arena"),
        ("facades: [{type: websocket}]", &opted_in, "-Deployment/arena"),
        (&format!("{CUSTOM}, serviceGroup: batch"), "", "+Deployment/arena-eval-worker-batch "),
    ] {
        check(&Scene { spec, more, ..Scene::default() }, &[expected]);
    }
}

#[test]
fn any_agent_of_the_namespace_brings_the_workers_of_all() {
    let more = agent("other", &format!("{CUSTOM}, serviceGroup: batch"));
    check(
        &Scene { more: &more, ..Scene::default() },
        &["+Deployment/arena-eval-worker-batch ", "-Deployment/arena-eval-worker-default"],
    );
}

#[test]
fn a_worker_finds_the_redis_of_its_sessions() {
    let line =
        |value: &str| format!("=Deployment/arena-eval-worker-default spec.template.spec.containers[0].env[2].value=\"{value}\"");
    let secret =
        "=Deployment/arena-eval-worker-default spec.template.spec.containers[0].env[2].valueFrom.secretKeyRef.name=\"s\"";
    let none = "-Deployment/arena-eval-worker-default spec.template.spec.containers[0].env[2].name=\"REDIS_URL\"";
    let session = ["--session-redis-url=redis://op-s"];
    let operator = ["--redis-url=redis://op"];
    let both = ["--redis-url=redis://op", "--session-redis-url=redis://op-s"];
    let secrets = ["--session-redis-url-secret-name=n", "--session-redis-url-secret-key=k"];
    for (flags, redis, expected) in [
        (&[][..], "", none.to_owned()),
        (&operator[..], "", line("redis://op")),
        (&session, "", line("redis://op-s")),
        (&both, "", line("redis://op-s")),
        (&secrets, "", none.to_owned()),
        (&[session[0], "--session-redis-url-secret-name=s", "--session-redis-url-secret-key=k"], "", secret.to_owned()),
        (&both, "redis: {url: redis://group}", line("redis://group")),
        (
            &both,
            "redis: {url: redis://group}, session: {redis: {url: redis://own}, database: {secretRef: {name: d}}}",
            line("redis://own"),
        ),
        (&both, "redis: {existingSecret: {name: s, key: k}}", secret.to_owned()),
        (&[], "redis: {host: h}", line("redis://h:6379/0")),
        (&[], "redis: {host: h, port: 1, db: 2, user: u}", line("redis://u@h:1/2")),
        (&[], "redis: {serviceRef: {name: r}}", line("redis://r.team:6379")),
        (&[], "redis: {serviceRef: {name: r, namespace: ns, port: 7}}", line("redis://r.ns:7")),
    ] {
        let more = GROUPS.replace("REDIS", redis).replace(", }", "}");
        check(&Scene { spec: CUSTOM, more: &more, flags, ..Scene::default() }, &[&expected]);
    }
}

#[test]
fn a_worker_is_overridden_by_its_group_or_by_the_first_agent() {
    let spec = format!("{}, podOverrides: {{nodeSelector: {{of: agent}}}}}}", CUSTOM.trim_end_matches('}'));
    let pod = "Deployment/arena-eval-worker-default spec.template";
    check(&Scene { spec: &spec, ..Scene::default() }, &[&format!("={pod}.spec.nodeSelector.of=\"agent\"")]);
    let first = agent("aaa", &spec.replace("of: agent", "of: first"));
    check(&Scene { spec: &spec, more: &first, ..Scene::default() }, &[&format!("={pod}.spec.nodeSelector.of=\"first\"")]);
    let overrides = "evalWorker: {podOverrides: {serviceAccountName: sa, priorityClassName: high, \
        labels: {app.kubernetes.io/name: lost, own: x}, annotations: {prometheus.io/port: '1'}, tolerations: [{key: k}], \
        imagePullSecrets: [{name: i}], extraVolumes: [{name: v, emptyDir: {}}], extraVolumeMounts: [{name: v, mountPath: /v}], \
        extraEnv: [{name: E, value: e}], extraEnvFrom: [{configMapRef: {name: c}}]}}";
    let more = GROUPS.replace("REDIS", overrides);
    let flags =
        ["--session-api-auth-enabled", "--session-api-auth-audience=aud", "--eval-worker-image=w:1", "--workspace-reader-rbac"];
    let container = format!("{pod}.spec.containers[0]");
    let expected = [
        format!("-{pod}.spec.nodeSelector"),
        format!("={pod}.spec.serviceAccountName=\"sa\""),
        format!("={pod}.spec.priorityClassName=\"high\""),
        format!("={pod}.metadata.labels.app.kubernetes.io/name=\"arena-eval-worker\""),
        format!("={pod}.metadata.labels.own=\"x\""),
        format!("={pod}.metadata.annotations.prometheus.io/port=\"1\""),
        format!("={pod}.spec.tolerations[0].key=\"k\""),
        format!("={pod}.spec.imagePullSecrets[0].name=\"i\""),
        format!("={pod}.spec.volumes[0].name=\"session-api-token\""),
        format!("={pod}.spec.volumes[1].name=\"v\""),
        format!("={container}.image=\"w:1\""),
        format!("-{container}.imagePullPolicy"),
        format!("={container}.env[2].name=\"OMNIA_WORKSPACE_NAME\""),
        format!("={container}.env[3].name=\"SESSION_API_TOKEN_PATH\""),
        format!("={container}.env[4].name=\"E\""),
        format!("={container}.envFrom[0].configMapRef.name=\"c\""),
        format!("={container}.volumeMounts[1].mountPath=\"/v\""),
        "-ServiceAccount/arena-eval-worker-default".to_owned(),
        "=RoleBinding/arena-eval-worker-default subjects[0].name=\"sa\"".to_owned(),
        "=ClusterRoleBinding/team-arena-eval-worker-default-workspace-reader subjects[0].name=\"sa\"".to_owned(),
        "-Deployment/arena-eval-worker-default metadata.ownerReferences".to_owned(),
    ];
    let expected: Vec<_> = expected.iter().map(String::as_str).collect();
    check(&Scene { spec: &spec, more: &more, flags: &flags, ..Scene::default() }, &expected);
}
