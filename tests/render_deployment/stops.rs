//! What keeps a Deployment from appearing, and what is assumed where nobody can know.

use omnia::crd::Release::Current;

use super::{check, scene::Scene};

/// What stops the operator: the scene, and the condition and the reason that tell it.
type Stop<'s> = (Scene<'s>, &'s str, &'s str);

#[test]
fn nothing_is_built_on_references_that_do_not_hold() {
    let plain = Scene::default();
    let provider = "apiVersion: omnia.altairalabs.ai/v1alpha1\nkind: Provider\nmetadata: {name: other, namespace: team}\n\
        spec: {type: openai, model: m, role: embedding, capabilities: [text], credential: {secretRef: {name: SECRET, key: k}}}";
    let (keyless, keyed) = (provider.replace("SECRET", "gone"), provider.replace("SECRET", "s"));
    let unkeyed = keyed.replace(", key: k", "");
    let no_credential = keyed.replace(", credential: {secretRef: {name: s, key: k}}", "");
    let packless = "apiVersion: omnia.altairalabs.ai/v1alpha1\nkind: PromptPack\nmetadata: {name: p-3, namespace: team}\n\
        spec: {packName: p, version: \"3.0.0\", source: {type: configmap, configMapRef: {name: gone}}}";
    let broken = format!(
        "{}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {{name: broken, namespace: team}}\ndata: {{pack.json: '{{}}'}}",
        packless.replace("{name: gone}", "{name: broken}")
    );
    let with = |provider: &'static str| match provider {
        "gone" => "facades: [{}], providers: [{name: default, providerRef: {name: gone}}]",
        "role" => "facades: [{}], providers: [{name: default, providerRef: {name: other}}]",
        "vision" => {
            "facades: [{}], providers: [{name: default, role: embedding, providerRef: {name: other}, requiredCapabilities: [text, vision]}]"
        }
        "fits" => {
            "facades: [{}], providers: [{name: default, role: embedding, providerRef: {name: other}, requiredCapabilities: [text]}]"
        }
        other => panic!("{other}"),
    };
    let far_provider = "facades: [{type: websocket}], providers: [{name: default, providerRef: {name: claude, namespace: far}}]";
    let far_tools = "facades: [{}], toolRegistryRef: {name: tools, namespace: far}";
    let stops: &[Stop<'_>] = &[
        (Scene { pack: "9.9.9", ..plain }, "PromptPackReady", "PromptPackNotFound"),
        (Scene { pack: "3.0.0", more: packless, ..plain }, "PromptPackReady", "PromptPackInvalid"),
        (Scene { pack: "3.0.0", more: &broken, ..plain }, "PromptPackReady", "PromptPackInvalid"),
        (Scene { spec: with("gone"), ..plain }, "ProviderReady", "ProviderNotFound"),
        (Scene { spec: with("role"), more: &keyless, ..plain }, "ProviderReady", "ProviderNotReady"),
        (Scene { spec: with("role"), more: &unkeyed, ..plain }, "ProviderReady", "ProviderNotReady"),
        (Scene { spec: with("role"), more: &no_credential, ..plain }, "ProviderReady", "ProviderNotReady"),
        (Scene { spec: with("role"), more: &keyed, ..plain }, "ProviderReady", "RoleMismatch"),
        (Scene { spec: with("vision"), more: &keyed, ..plain }, "ProviderReady", "CapabilityMismatch"),
        (Scene { spec: far_provider, ..plain }, "ProviderReady", "ProviderNotFound"),
        (Scene { spec: far_provider, release: Current, ..plain }, "ProviderReady", "ProviderCrossNamespace"),
        (Scene { spec: "facades: [{}], framework: {type: langchain}", ..plain }, "FrameworkReady", "FrameworkImageUnavailable"),
        (Scene { spec: "facades: [{}], framework: {type: custom}", ..plain }, "FrameworkReady", "FrameworkImageUnavailable"),
        (Scene { spec: far_tools, ..plain }, "ToolRegistryReady", "ToolRegistryCrossNamespace"),
    ];
    for (scene, condition, reason) in stops {
        let rendered = scene.render();
        let blocked = rendered.blocked.unwrap_or_else(|| panic!("{scene:#?}"));
        assert_eq!((blocked.condition, blocked.reason), (*condition, *reason), "{scene:#?}");
        assert!(rendered.objects.is_empty() && blocked.place.is_some(), "{scene:#?}");
    }
    assert_eq!(Scene { spec: with("fits"), more: &keyed, ..plain }.render().blocked, None);
}

#[test]
fn a_refused_deployment_ends_the_work() {
    for spec in [
        "facades: [{type: websocket}, {type: a2a, a2a: {port: 70000}}]",
        "facades: [{type: websocket}, {type: a2a, a2a: {port: 0}}]",
        "facades: [{type: websocket}], runtime: {extraEnv: [{name: A, valueFrom: {secretKeyRef: {key: k}}}]}",
        "facades: [{type: websocket}], runtime: {volumes: [{name: session, configMap: {}}]}",
        "facades: [{type: websocket}], runtime: {volumes: [{name: promptpack-config, emptyDir: {}}]}",
        "facades: [{type: websocket}], podOverrides: {extraVolumeMounts: [{name: none, mountPath: /x}]}",
    ] {
        let rendered = Scene { spec, ..Scene::default() }.render();
        let blocked = rendered.blocked.unwrap_or_else(|| panic!("{spec}"));
        assert_eq!((blocked.condition, blocked.reason), ("DeploymentReady", "DeploymentFailed"), "{spec}");
        let kinds: Vec<_> = rendered.objects.iter().map(|object| (object.kind(), object.refused.is_some())).collect();
        assert_eq!(kinds, [("ServiceAccount", false), ("Role", false), ("RoleBinding", false), ("Deployment", true)], "{spec}");
    }
}

#[test]
fn flags_of_the_operator_can_make_a_deployment_wrong() {
    for (flags, cause) in [
        (&["--facade-image-pull-policy=Sometimes"][..], "containers[0].imagePullPolicy: Unsupported value: \"Sometimes\""),
        (&["--framework-image-pull-policy=never"], "containers[1].imagePullPolicy: Unsupported value: \"never\""),
        (
            &["--session-api-auth-enabled", "--session-api-auth-token-expiration-seconds=599"],
            "expirationSeconds: Invalid value: 599: may not specify a duration less than 10 minutes, \
             spec.template.spec.containers[0].volumeMounts[1].name: Not found: \"session-api-token\"",
        ),
    ] {
        let blocked = Scene { flags, ..Scene::default() }.render().blocked.unwrap_or_else(|| panic!("{flags:?}"));
        assert_eq!(blocked.reason, "DeploymentFailed", "{flags:?}");
        assert!(blocked.text.contains(cause), "{}", blocked.text);
    }
    let worker = Scene {
        spec: "facades: [{type: websocket}], framework: {type: custom, image: i}, evals: {enabled: true}",
        flags: &["--eval-worker-image-pull-policy=Sometimes"],
        ..Scene::default()
    };
    let rendered = worker.render();
    let refused: Vec<_> = rendered.objects.iter().filter(|object| object.refused.is_some()).map(|object| object.id()).collect();
    assert_eq!((refused, rendered.blocked), (vec!["Deployment/arena-eval-worker-default".to_owned()], None));
}

#[test]
fn annotations_of_several_sources_can_be_too_long_together() {
    let more = format!(
        "apiVersion: omnia.altairalabs.ai/v1alpha1\nkind: Workspace\nmetadata: {{name: w}}\n\
         spec: {{displayName: W, namespace: {{name: team}}, runtime: {{podAnnotations: {{long: {}}}}}}}",
        "x".repeat(250_000)
    );
    let spec = format!("facades: [{{type: websocket}}], extraPodAnnotations: {{other: {}}}", "x".repeat(20_000));
    let blocked = Scene { more: &more, spec: &spec, ..Scene::default() }.render().blocked.unwrap();
    assert!(blocked.text.contains("spec.template.annotations: Too long: may not be more than 262144 bytes"), "{}", blocked.text);
}

#[test]
fn what_is_not_in_scope_is_assumed_and_said() {
    let spec =
        "facades: [{type: websocket}], toolRegistryRef: {name: tools}, providers: [{name: default, providerRef: {name: claude}}]";
    let scene = Scene { spec, complete: false, ..Scene::default() };
    check(
        &scene,
        "agent",
        &[
            "+volume promptpack-config={\"configMap\":{\"name\":\"<pack-config-map>\"}}",
            "+facade.env.OMNIA_PROMPTPACK_VERSION=1.0.0",
            "+runtime.env.OMNIA_PROMPTPACK_MANIFEST_PATH=/workspace-content/manifests/<prompt-pack>.json",
            "+volume tools-config={\"configMap\":{\"name\":\"agent-tools\"}}",
            "-volume tool-secrets",
        ],
    );
    let assumed: Vec<_> = scene.render().assumptions.iter().map(|assumption| assumption.name).collect();
    assert_eq!(assumed, ["configHash", "promptPack", "provider", "toolRegistry", "uid", "workspace"]);
}
