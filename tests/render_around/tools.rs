//! The file of tools and the Secrets.

use omnia::crd::Release::{Current, R2026_07};

use super::{
    lines::{check, lines},
    scene::Scene,
};

/// A registry of these handlers, in flow style.
fn registry(handlers: &str) -> String {
    format!(
        "apiVersion: omnia.altairalabs.ai/v1alpha1\nkind: ToolRegistry\nmetadata: {{name: own, namespace: team}}\nspec: {{handlers: [{handlers}]}}\n"
    )
}

const SPEC: &str = "facades: [{type: websocket}], toolRegistryRef: {name: own}";
const TOOL: &str = "tool: {name: t, description: d, inputSchema: {type: object}}";

fn file(handlers: &str) -> String {
    let more = registry(handlers);
    let scene = Scene { spec: SPEC, more: &more, ..Scene::default() };
    let line =
        lines(&scene).into_iter().find_map(|line| Some(line.strip_prefix("ConfigMap/agent-tools data.tools.yaml=")?.to_owned()));
    serde_json::from_str(&line.unwrap_or_else(|| panic!("{:?}", lines(&scene)))).unwrap()
}

#[test]
fn each_type_has_its_members() {
    let rest = "  timeout: 30s\n";
    let tool = "  tool:\n    description: d\n    inputSchema:\n      type: object\n    name: t\n";
    for (handler, expected) in [
        (
            format!("{{name: h, type: http, httpConfig: {{endpoint: http://e, staticBody: false, queryParams: [], headers: {{}}}}, {TOOL}}}"),
            format!(
                "- endpoint: http://e\n  httpConfig:\n    contentType: application/json\n    endpoint: http://e\n    method: POST\n    \
                 staticBody: false\n  name: h\n{rest}{tool}  type: http\n"
            ),
        ),
        (
            format!("{{name: h, type: grpc, timeout: 90s, grpcConfig: {{endpoint: 'e:1', tls: true, tlsCAPath: /ca, tlsInsecureSkipVerify: false}}, {TOOL}}}"),
            format!(
                "- endpoint: e:1\n  grpcConfig:\n    endpoint: e:1\n    tls: true\n    tlsCAPath: /ca\n  name: h\n  timeout: 1m30s\n{tool}  type: grpc\n"
            ),
        ),
        (
            "{name: h, type: mcp, mcpConfig: {transport: stdio, command: c, args: [a], workDir: /w, env: {K: v}, toolFilter: {allowlist: [x]}}}".to_owned(),
            format!(
                "- endpoint: stdio://c\n  mcpConfig:\n    args:\n    - a\n    command: c\n    env:\n      K: v\n    toolFilter:\n      allowlist:\n      - x\n    \
                 transport: stdio\n    workDir: /w\n  name: h\n{rest}  type: mcp\n"
            ),
        ),
        (
            "{name: h, type: mcp, mcpConfig: {transport: sse, endpoint: http://m, toolFilter: {}}}".to_owned(),
            format!("- endpoint: http://m\n  mcpConfig:\n    endpoint: http://m\n    toolFilter: {{}}\n    transport: sse\n  name: h\n{rest}  type: mcp\n"),
        ),
        (
            "{name: h, type: openapi, openAPIConfig: {specURL: http://s, baseURL: http://b, operationFilter: [o], headers: {A: '1'}}}".to_owned(),
            format!(
                "- endpoint: http://s\n  name: h\n  openAPIConfig:\n    baseURL: http://b\n    headers:\n      A: \"1\"\n    operationFilter:\n    - o\n    \
                 specURL: http://s\n{rest}  type: openapi\n"
            ),
        ),
        (
            format!("{{name: h, type: client, clientConfig: {{consentMessage: ok, categories: [c]}}, {TOOL}}}"),
            format!("- clientConfig:\n    categories:\n    - c\n    consentMessage: ok\n  name: h\n{rest}{tool}  type: client\n"),
        ),
        ("{name: h, type: client, clientConfig: {}}".to_owned(), format!("- clientConfig: {{}}\n  name: h\n{rest}  type: client\n")),
    ] {
        assert_eq!(file(&handler), format!("handlers:\n{expected}"), "{handler}");
    }
}

#[test]
fn handlers_that_cannot_be_called_are_left_out_and_named() {
    let http = |rest: &str| format!("{{name: h, type: http, httpConfig: {{endpoint: http://e, {rest}}}, {TOOL}}}");
    let grpc = |rest: &str| {
        format!("{{name: h, type: grpc, grpcConfig: {{endpoint: 'e:1', retryPolicy: {{maxAttempts: 2, {rest}}}}}, {TOOL}}}")
    };
    for (handler, fault) in [
        (format!("{{name: h, type: http, {TOOL}}}"), "it has no httpConfig"),
        ("{name: h, type: http, httpConfig: {endpoint: http://e}}".to_owned(), "it has no tool"),
        (format!("{{name: h, type: http, httpConfig: {{endpoint: ''}}, {TOOL}}}"), "its endpoint is empty"),
        (format!("{{name: h, type: grpc, {TOOL}}}"), "it has no grpcConfig"),
        ("{name: h, type: grpc, grpcConfig: {endpoint: e}}".to_owned(), "it has no tool"),
        ("{name: h, type: mcp}".to_owned(), "it has no mcpConfig"),
        ("{name: h, type: mcp, mcpConfig: {transport: sse}}".to_owned(), "its transport sse needs an endpoint"),
        ("{name: h, type: mcp, mcpConfig: {transport: stdio, endpoint: e}}".to_owned(), "its transport stdio needs a command"),
        ("{name: h, type: openapi}".to_owned(), "it has no openAPIConfig"),
        (http("retryPolicy: {maxAttempts: 2, backoffMultiplier: '0.5'}"), "its backoffMultiplier is below 1"),
        (http("retryPolicy: {maxAttempts: 2, initialBackoff: 1m}"), "its maxBackoff 30s is below its initialBackoff 1m0s"),
        (grpc("retryableStatusCodes: [UNAVAILABLE, Gone]"), "its retryableStatusCodes hold \"Gone\""),
    ] {
        let more = registry(&handler);
        let expected = [
            "=ConfigMap/agent-tools data.tools.yaml=\"handlers: []\\n\"",
            &format!("+warning ConfigMap/agent-tools leaves out handler \"h\": {fault}"),
        ];
        check(&Scene { spec: SPEC, more: &more, ..Scene::default() }, &expected);
    }
}

#[test]
fn handlers_of_one_name_share_the_first_endpoint() {
    let text = file(&format!(
        "{{name: h, type: mcp, mcpConfig: {{transport: sse}}}}, {{name: h, type: openapi, openAPIConfig: {{specURL: http://s}}}}, \
         {{name: h, type: http, httpConfig: {{endpoint: http://e}}, {TOOL}}}"
    ));
    assert_eq!(text.matches("endpoint: http://s").count(), 4, "{text}");
}

#[test]
fn calls_are_repeated_by_a_policy() {
    let policy = |kind: &str, rest: &str| {
        let (config, more) = match kind {
            "http" => ("httpConfig: {endpoint: http://e, RETRY}", TOOL),
            "grpc" => ("grpcConfig: {endpoint: e, RETRY}", TOOL),
            "mcp" => ("mcpConfig: {transport: sse, endpoint: http://e, RETRY}", ""),
            _ => ("openAPIConfig: {specURL: http://e, RETRY}", ""),
        };
        let config = config.replace("RETRY", &format!("retryPolicy: {{maxAttempts: 3{rest}}}"));
        let text = file(&format!("{{name: h, type: {kind}, {config}, {more}}}").replace(", }", "}"));
        let (_, policy) = text.split_once("    retryPolicy:\n").unwrap_or_else(|| panic!("{text}"));
        policy.lines().take_while(|line| line.starts_with("      ")).map(str::trim).collect::<Vec<_>>().join(" ")
    };
    let always = "backoffMultiplier: 2 initialBackoff: 100ms maxAttempts: 3 maxBackoff: 30s";
    let codes = "retryOn: - 408 - 429 - 500 - 502 - 503 - 504 retryOnNetworkError: true";
    let states = "retryableStatusCodes: - UNAVAILABLE - DEADLINE_EXCEEDED - RESOURCE_EXHAUSTED";
    for (kind, rest, expected) in [
        ("mcp", "", always.to_owned()),
        ("http", "", format!("{always} respectRetryAfter: true {codes}")),
        ("openapi", "", format!("{always} respectRetryAfter: true {codes}")),
        ("grpc", "", format!("{always} {states}")),
        ("grpc", ", retryableStatusCodes: []", always.to_owned()),
        ("grpc", ", retryableStatusCodes: [ABORTED]", format!("{always} retryableStatusCodes: - ABORTED")),
        (
            "http",
            ", retryOn: [], respectRetryAfter: false",
            format!("{always} respectRetryAfter: false retryOnNetworkError: true"),
        ),
        (
            "mcp",
            ", backoffMultiplier: '1.25', initialBackoff: 1500ms, maxBackoff: 1h",
            "backoffMultiplier: 1.25 initialBackoff: 1.5s maxAttempts: 3 maxBackoff: 1h0m0s".to_owned(),
        ),
    ] {
        assert_eq!(policy(kind, rest), expected, "{kind} {rest}");
    }
}

#[test]
fn credentials_are_named_by_their_path() {
    let handler = |auth: &str| format!("{{name: h, type: openapi, openAPIConfig: {{specURL: http://s}}, auth: {{{auth}}}}}");
    let secret = "secretRef: {name: s, key: k}";
    for (handler, expected) in [
        (
            handler(&format!("type: bearer, {secret}")),
            &["    authTokenPath: /etc/omnia/tool-secrets/h", "    authType: bearer"][..],
        ),
        (handler(&format!("type: basic, {secret}")), &["    authTokenPath: /etc/omnia/tool-secrets/h", "    authType: basic"]),
        (
            handler("type: serviceAccount, serviceAccount: {audience: a}"),
            &["    authTokenPath: /var/run/secrets/omnia/tool-sa/h/token", "    authType: bearer"],
        ),
        (
            handler("type: workloadIdentity, workloadIdentity: {cloud: azure, audience: a}"),
            &["    authAudience: a", "    authCloud: azure", "    authHeader: Authorization", "    authType: workloadIdentity"],
        ),
        (handler("type: none"), &[]),
        (
            "{name: h, type: openapi, openAPIConfig: {specURL: http://s, authSecretRef: {name: s, key: k}}}".to_owned(),
            &["    authTokenPath: /etc/omnia/tool-secrets/h", "    authType: bearer"],
        ),
        (
            "{name: h, type: openapi, openAPIConfig: {specURL: http://s, authType: basic, authSecretRef: {name: s, key: k}}}"
                .to_owned(),
            &["    authTokenPath: /etc/omnia/tool-secrets/h", "    authType: basic"],
        ),
    ] {
        let text = file(&handler);
        let found: Vec<_> = text.lines().filter(|line| line.starts_with("    auth")).collect();
        assert_eq!(found, expected, "{handler}");
    }
}

#[test]
fn credentials_are_copied_or_the_work_ends() {
    let handler = |secret: &str, key: &str| {
        format!(
            "{{name: h, type: openapi, openAPIConfig: {{specURL: http://s}}, auth: {{type: bearer, secretRef: {{name: {secret}, key: {key}}}}}}}"
        )
    };
    let access = "+Role/agent-facade ";
    for (handler, expected) in [
        (
            handler("s", "k"),
            &[
                "=Secret/agent-tool-secrets data.h=\"dA==\"",
                "=Secret/agent-tool-secrets type=\"Opaque\"",
                "-Secret/agent-tool-secrets metadata.labels",
            ][..],
        ),
        (handler("s", "x"), &["+blocked   Secret \"s\"", access, "-ConfigMap/agent-tools", "-Deployment"]),
        (handler("x", "k"), &["+blocked   Secret \"x\"", access, "-ConfigMap/agent-tools", "-Deployment"]),
        ("{name: h, type: openapi, openAPIConfig: {specURL: http://s}}".to_owned(), &["-Secret/agent-tool-secrets"]),
    ] {
        check(&Scene { spec: SPEC, more: &registry(&handler), ..Scene::default() }, expected);
    }
    let more = registry(&handler("s", "k"));
    let open = Scene { spec: SPEC, more: &more, complete: false, ..Scene::default() };
    check(&open, &["=assumed toolSecret", "=Secret/agent-tool-secrets data.h=\"PHNlY3JldD4=\""]);
    check(
        &Scene { spec: SPEC, complete: false, ..Scene::default() },
        &["=assumed toolRegistry", "=ConfigMap/agent-tools data.tools.yaml=\"<tools>\""],
    );
    check(&Scene { spec: SPEC, ..Scene::default() }, &["-ConfigMap/agent-tools", "+Deployment/agent "]);
}

#[test]
fn a_sign_in_that_the_runtime_does_not_know_ends_the_work() {
    let stdio =
        "{name: h, type: mcp, mcpConfig: {transport: stdio, command: c}, auth: {type: bearer, secretRef: {name: s, key: k}}}";
    let client = format!(
        "{{name: h, type: client, {TOOL}, auth: {{type: workloadIdentity, workloadIdentity: {{cloud: azure, audience: a}}}}}}"
    );
    let fine = "{name: h, type: mcp, mcpConfig: {transport: stdio, command: c}, auth: {type: none}}";
    for (handler, expected) in [
        (stdio, &["+blocked DeploymentReady ToolAuthUnsupported", "-Deployment", "-ConfigMap"][..]),
        (&client, &["+blocked DeploymentReady ToolAuthUnsupported"]),
        (fine, &["-blocked"]),
    ] {
        check(&Scene { spec: SPEC, more: &registry(handler), ..Scene::default() }, expected);
    }
}

#[test]
fn the_queue_of_invocations_is_copied_from_the_operators_secret() {
    let spec = "mode: function, inputSchema: {type: object}, outputSchema: {type: object}, facades: [{type: rest, async: {enabled: true}}]";
    let source = "apiVersion: v1\nkind: Secret\nmetadata: {name: redis, namespace: omnia-system}\nstringData: {url: redis://r}";
    let by_secret = ["--redis-url-secret-name=redis", "--redis-url-secret-key=url"];
    let copied = "=Secret/agent-agent-async-redis data.url=\"cmVkaXM6Ly9y\"";
    for (flags, more, expected) in [
        (&by_secret[..], source, copied),
        (&["--session-redis-url-secret-name=redis", "--session-redis-url-secret-key=url"], source, copied),
        (&by_secret, "", "+warning Secret/agent-agent-async-redis is not created"),
        (&["--redis-url=redis://r"], source, "-Secret"),
        (&[], source, "+warning AgentRuntime/agent asks for asynchronous invocations"),
    ] {
        check(&Scene { spec, more, flags, release: Current, ..Scene::default() }, &[expected]);
    }
    check(&Scene { flags: &by_secret, more: source, release: Current, ..Scene::default() }, &["-Secret"]);
    check(&Scene { flags: &by_secret, more: source, release: R2026_07, ..Scene::default() }, &["-Secret"]);
}
