//! What `podOverrides` and the Workspace change, and how many pods there are.

use omnia::crd::Release::Current;

use super::{check, check_both, scene::Scene};

const OVERRIDES: &str = "facades: [{type: websocket, extraEnv: [{name: F}]}], extraPodAnnotations: {x: extra, w: extra}, \
    runtime: {nodeSelector: {a: rt, b: rt}, tolerations: [{key: rt, operator: Exists}], extraEnv: [{name: R}], \
    volumes: [{name: one, emptyDir: {}}], volumeMounts: [{name: one, mountPath: /one}]}, \
    podOverrides: {labels: {team: own, app.kubernetes.io/name: lost}, annotations: {w: own, traffic.sidecar.istio.io/excludeInboundPorts: '1'}, \
    nodeSelector: {b: own}, tolerations: [{key: own, operator: Exists}], priorityClassName: high, imagePullSecrets: [{name: pull}], \
    extraEnv: [{name: P}], extraEnvFrom: [{secretRef: {name: s}}], extraVolumes: [{name: two, emptyDir: {}}], \
    extraVolumeMounts: [{name: two, mountPath: /two}]}";

const WORKSPACE: &str = "apiVersion: omnia.altairalabs.ai/v1alpha1\nkind: Workspace\nmetadata: {name: acme}\n\
    spec: {displayName: A, namespace: {name: team}, runtime: {serviceAccountName: shared, \
    podLabels: {team: shared, tier: shared, omnia.altairalabs.ai/track: lost}, podAnnotations: {w: shared, z: shared}}}";

#[test]
fn overrides_are_merged() {
    check(
        &Scene { spec: OVERRIDES, flags: &["--enterprise"], ..Scene::default() },
        "agent",
        &[
            "+pod.serviceAccountName=\"agent-facade\"",
            "+pod.priorityClassName=\"high\"",
            "+pod.imagePullSecrets=[{\"name\":\"pull\"}]",
            "+pod.nodeSelector={\"a\":\"rt\",\"b\":\"own\"}",
            "+pod.tolerations=[{\"key\":\"rt\",\"operator\":\"Exists\"},{\"key\":\"own\",\"operator\":\"Exists\"}]",
            "+labels.team=\"own\"",
            "+labels.app.kubernetes.io/name=\"omnia-agent\"",
            "+annotations.x=\"extra\"",
            "+annotations.w=\"own\"",
            "+annotations.traffic.sidecar.istio.io/excludeInboundPorts=\"1\"",
            "+facade.env.F=",
            "-runtime.env.F",
            "+runtime.env.R=",
            "-facade.env.R",
            "+facade.env.P=",
            "+runtime.env.P=",
            "-policy-broker.env.P=",
            "+facade.envFrom=[{\"secretRef\":{\"name\":\"s\"}}]",
            "+runtime.envFrom=[{\"secretRef\":{\"name\":\"s\"}}]",
            "-policy-broker.envFrom",
            "+runtime.mount /one=one",
            "-facade.mount /one",
            "+facade.mount /two=two",
            "+runtime.mount /two=two",
            "-policy-broker.mount",
        ],
    );
}

#[test]
fn a_workspace_lends_its_identity() {
    check(
        &Scene { spec: OVERRIDES, more: WORKSPACE, ..Scene::default() },
        "agent",
        &[
            "+pod.serviceAccountName=\"shared\"",
            "+labels.team=\"own\"",
            "+labels.tier=\"shared\"",
            "+labels.omnia.altairalabs.ai/track=\"stable\"",
            "+annotations.w=\"own\"",
            "+annotations.z=\"shared\"",
        ],
    );
    let own = "facades: [{type: websocket}], podOverrides: {serviceAccountName: mine}";
    check(
        &Scene { spec: own, more: WORKSPACE, ..Scene::default() },
        "agent",
        &["+pod.serviceAccountName=\"mine\"", "-labels.tier", "-annotations.z"],
    );
    let sandboxed = WORKSPACE.replace("serviceAccountName: shared", "runtimeClassName: gvisor");
    let more = sandboxed.as_str();
    let class = "facades: [{type: websocket}], podOverrides: {serviceAccountName: mine, runtimeClassName: kata}";
    let newer = |spec| Scene { spec, more, release: Current, ..Scene::default() };
    check(&newer(own), "agent", &["+pod.runtimeClassName=\"gvisor\"", "+pod.serviceAccountName=\"mine\""]);
    check(&newer(class), "agent", &["+pod.runtimeClassName=\"kata\""]);
    check(&Scene { spec: class, release: Current, ..Scene::default() }, "agent", &["+pod.runtimeClassName=\"kata\""]);
}

#[test]
fn replicas_follow_spec_quota_and_capabilities() {
    let of = |runtime: &str| format!("facades: [{{type: websocket}}], runtime: {runtime}");
    for (runtime, expected) in [
        ("{}", ["+replicas=1", "-pod.topologySpreadConstraints"]),
        ("{replicas: 0}", ["+replicas=0", "-pod.topologySpreadConstraints"]),
        ("{replicas: 2, affinity: {}}", ["+replicas=2", "-pod.topologySpreadConstraints"]),
        ("{replicas: 2, affinity: {}}", ["+pod.affinity={}", "-pod.topologySpreadConstraints"]),
        ("{autoscaling: {enabled: true, minReplicas: 3}}", ["+replicas=1", "-pod.topologySpreadConstraints"]),
    ] {
        check_both(&of(runtime), &expected);
    }
    let spread = "+pod.topologySpreadConstraints=[{\"maxSkew\":1,\"topologyKey\":\"topology.kubernetes.io/zone\",\
        \"whenUnsatisfiable\":\"ScheduleAnyway\",\"labelSelector\":{\"matchLabels\":{\"app.kubernetes.io/name\":\"omnia-agent\",\
        \"app.kubernetes.io/instance\":\"agent\",\"app.kubernetes.io/managed-by\":\"omnia-operator\",\
        \"omnia.altairalabs.ai/component\":\"agent\",\"omnia.altairalabs.ai/track\":\"stable\"}}}]";
    check(&Scene { spec: &of("{replicas: 2}"), ..Scene::default() }, "agent", &["+replicas=2", spread]);
    let quota = WORKSPACE.replace("runtime: {", "quotas: {agents: {maxReplicasPerAgent: 2}}, runtime: {");
    let capped = |runtime: &str, expected: &str| {
        check(&Scene { spec: &of(runtime), more: &quota, release: Current, ..Scene::default() }, "agent", &[expected]);
    };
    capped("{replicas: 5}", "+replicas=2");
    capped("{replicas: 1}", "+replicas=1");
    for (generation, expected) in [("3", "+replicas=0"), ("2", "+replicas=2")] {
        let status =
            format!("{{conditions: [{{type: CapabilitiesSatisfied, status: 'False', observedGeneration: {generation}}}]}}");
        check(&Scene { spec: &of("{replicas: 2}"), status: Some(&status), ..Scene::default() }, "agent", &[expected]);
    }
}
