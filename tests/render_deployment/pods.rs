//! Environment and volumes.

use omnia::crd::Release::R2026_07;

use super::{WEBSOCKET, check, check_all, scene::Scene};

#[test]
fn media_are_told_to_both_containers() {
    let limits = "maxFileSizeBytes: 5, defaultTTL: 24h, uploadURLTTL: 90s, downloadURLTTL: 1500ms, secretRef: {name: s}";
    let rows: [(&str, &[&str]); 5] = [
        ("type: local, local: {basePath: /m}", &["OMNIA_MEDIA_STORAGE_TYPE=local", "OMNIA_MEDIA_STORAGE_PATH=/m"]),
        (
            "type: s3, s3: {bucket: b, region: r, prefix: p, endpoint: \"http://e\"}",
            &[
                "OMNIA_MEDIA_STORAGE_TYPE=s3",
                "OMNIA_MEDIA_S3_BUCKET=b",
                "OMNIA_MEDIA_S3_REGION=r",
                "OMNIA_MEDIA_S3_PREFIX=p",
                "OMNIA_MEDIA_S3_ENDPOINT=http://e",
                "AWS_ACCESS_KEY_ID=secret(s,AWS_ACCESS_KEY_ID)",
                "AWS_SECRET_ACCESS_KEY=secret(s,AWS_SECRET_ACCESS_KEY)",
            ],
        ),
        ("type: gcs, gcs: {bucket: b, prefix: p}", &["OMNIA_MEDIA_GCS_BUCKET=b", "OMNIA_MEDIA_GCS_PREFIX=p"]),
        (
            "type: azure, azure: {account: a, container: c, prefix: p}",
            &[
                "OMNIA_MEDIA_AZURE_ACCOUNT=a",
                "OMNIA_MEDIA_AZURE_CONTAINER=c",
                "OMNIA_MEDIA_AZURE_PREFIX=p",
                "OMNIA_MEDIA_AZURE_KEY=secret(s,AZURE_ACCOUNT_KEY)",
            ],
        ),
        (
            "type: gcs, gcs: {bucket: b}",
            &[
                "OMNIA_MEDIA_MAX_FILE_SIZE=5",
                "OMNIA_MEDIA_DEFAULT_TTL=24h0m0s",
                "OMNIA_MEDIA_UPLOAD_URL_TTL=1m30s",
                "OMNIA_MEDIA_DOWNLOAD_URL_TTL=1.5s",
            ],
        ),
    ];
    for (storage, expected) in rows {
        let spec = format!("{WEBSOCKET}, media: {{storage: {{{storage}, {limits}}}}}");
        let scene = Scene { spec: &spec, ..Scene::default() };
        for line in expected {
            check(&scene, "agent", &[&format!("+facade.env.{line}"), &format!("+runtime.env.{line}")]);
        }
        check(&scene, "agent", &["-volume omnia-media-local"]);
    }
    let off = "facades: [{type: websocket}], media: {basePath: /m, storage: {type: none, local: {basePath: /m, volumeClaim: c}}}";
    let claimed = "facades: [{type: websocket}], media: {storage: {type: local, local: {basePath: /m, volumeClaim: c}}}";
    let gcs = "facades: [{type: websocket}], media: {storage: {type: gcs, gcs: {bucket: b}, secretRef: {name: s}}}";
    check_all(&[
        (R2026_07, &[], off, &["-facade.env.OMNIA_MEDIA", "-runtime.env.OMNIA_MEDIA", "-volume omnia-media-local"]),
        (R2026_07, &[], "facades: [{type: websocket}], media: {basePath: /m}", &["-facade.env.OMNIA_MEDIA"]),
        (R2026_07, &[], gcs, &["-facade.env.AWS", "-facade.env.OMNIA_MEDIA_AZURE_KEY", "-facade.env.OMNIA_MEDIA_GCS_PREFIX"]),
        (
            R2026_07,
            &[],
            claimed,
            &[
                "+volume omnia-media-local={\"persistentVolumeClaim\":{\"claimName\":\"c\"}}",
                "+facade.mount /m=omnia-media-local",
                "+runtime.mount /m=omnia-media-local",
            ],
        ),
    ]);
}

#[test]
fn contexts_memory_and_mocks_are_told() {
    let redis = "facades: [{type: websocket}], context: {type: redis, storeRef: {name: r}}";
    let memory = "facades: [{type: websocket}], memory: {enabled: true}";
    check_all(&[
        (
            R2026_07,
            &[],
            redis,
            &["+facade.env.OMNIA_ROUTE_REDIS_URL=secret(r,url)", "+runtime.env.OMNIA_CONTEXT_URL=secret(r,url)"],
        ),
        (
            R2026_07,
            &[],
            "facades: [{type: websocket}], context: {storeRef: {name: r}}",
            &["-facade.env.OMNIA_ROUTE_REDIS_URL", "-runtime.env.OMNIA_CONTEXT_URL"],
        ),
        (R2026_07, &[], memory, &["-runtime.env.OMNIA_WORKSPACE_UID", "-facade.env.OMNIA_WORKSPACE_NAME"]),
    ]);
    let more = "apiVersion: omnia.altairalabs.ai/v1alpha1\nkind: Workspace\nmetadata: {name: acme}\n\
                spec: {displayName: A, namespace: {name: team}}";
    check(
        &Scene { spec: memory, more, ..Scene::default() },
        "agent",
        &[
            "+runtime.env.OMNIA_WORKSPACE_UID=<workspace-uid>",
            "+runtime.env.OMNIA_WORKSPACE_NAME=acme",
            "+facade.env.OMNIA_WORKSPACE_NAME=acme",
            "-facade.env.OMNIA_WORKSPACE_UID",
        ],
    );
    for (value, expected) in [("true", "+runtime.env.OMNIA_MOCK_PROVIDER=true"), ("True", "-runtime.env.OMNIA_MOCK_PROVIDER")] {
        let metadata = format!("annotations: {{omnia.altairalabs.ai/mock-provider: {value:?}}}");
        check(&Scene { metadata: &metadata, ..Scene::default() }, "agent", &[expected, "-facade.env.OMNIA_MOCK_PROVIDER"]);
    }
}

#[test]
fn flags_of_the_operator_show_in_the_pods() {
    check_all(&[
        (
            R2026_07,
            &["--tracing-enabled", "--tracing-endpoint=t:1"],
            WEBSOCKET,
            &[
                "+facade.env.OMNIA_TRACING_ENABLED=true",
                "+runtime.env.OMNIA_TRACING_ENDPOINT=t:1",
                "+facade.env.OMNIA_TRACING_INSECURE=true",
            ],
        ),
        (R2026_07, &["--tracing-enabled"], WEBSOCKET, &["-facade.env.OMNIA_TRACING", "-runtime.env.OMNIA_TRACING"]),
        (R2026_07, &["--tracing-endpoint=t:1"], WEBSOCKET, &["-facade.env.OMNIA_TRACING"]),
        (R2026_07, &["--mgmt-plane-jwks-url=http://j"], WEBSOCKET, &["+facade.env.OMNIA_MGMT_PLANE_JWKS_URL=http://j"]),
        (
            R2026_07,
            &["--session-api-auth-enabled", "--session-api-auth-token-expiration-seconds=-1"],
            WEBSOCKET,
            &[
                "+facade.env.SESSION_API_TOKEN_PATH=/var/run/secrets/omnia/session-api/token",
                "+runtime.mount /var/run/secrets/omnia/session-api=session-api-token ro",
                "+volume session-api-token={\"projected\":{\"sources\":[{\"serviceAccountToken\":{\"path\":\"token\",\"expirationSeconds\":3600}}]}}",
            ],
        ),
        (
            R2026_07,
            &["--session-api-auth-enabled", "--enterprise"],
            WEBSOCKET,
            &[
                "+policy-broker.mount /var/run/secrets/omnia/session-api=session-api-token ro",
                "+policy-broker.env.SESSION_API_TOKEN_PATH=/var/run/secrets/omnia/session-api/token",
            ],
        ),
        (
            R2026_07,
            &["--enterprise", "--license-api-url=http://l"],
            WEBSOCKET,
            &[
                "+policy-broker.image=\"ghcr.io/altairalabs/omnia-policy-broker:latest\"",
                "+policy-broker.env.OMNIA_NAMESPACE=team",
                "+policy-broker.env.OPERATOR_API_URL=http://l",
                "+policy-broker.port.policy-broker=8090",
                "+policy-broker.port.metrics=8091",
                "-policy-broker.securityContext",
                "-policy-broker.resources",
                "+runtime.env.POLICY_BROKER_URL=http://localhost:8090",
                "+runtime.env.POLICY_BROKER_FAIL_MODE=closed",
            ],
        ),
        (R2026_07, &["--policy-broker-image=b:1"], WEBSOCKET, &["-policy-broker", "-runtime.env.POLICY_BROKER_URL"]),
        (R2026_07, &["--workspace-content-path="], WEBSOCKET, &["-runtime.env.OMNIA_PROMPTPACK_MANIFEST_PATH"]),
        (
            R2026_07,
            &["--workspace-content-path=/other"],
            WEBSOCKET,
            &["+runtime.env.OMNIA_PROMPTPACK_MANIFEST_PATH=/workspace-content/manifests/p-1.json"],
        ),
        (R2026_07, &["--framework-image=r:1"], WEBSOCKET, &["+runtime.image=\"r:1\""]),
        (
            R2026_07,
            &["--framework-image=langchain=l:1"],
            "facades: [{}], framework: {type: langchain}",
            &["+runtime.image=\"l:1\""],
        ),
        (R2026_07, &["--framework-image=r:1"], "facades: [{}], framework: {image: own}", &["+runtime.image=\"own\""]),
        (R2026_07, &[], "facades: [{}], framework: {type: custom, image: own}", &["+runtime.image=\"own\""]),
    ]);
}

#[test]
fn tools_and_skills_bring_volumes() {
    let tools = "facades: [{type: websocket}], toolRegistryRef: {name: tools}";
    check_all(&[
        (
            R2026_07,
            &[],
            tools,
            &[
                "+runtime.env.OMNIA_TOOLS_CONFIG_PATH=/etc/omnia/tools/tools.yaml",
                "+runtime.env.OMNIA_PACK_CACHE_DIR=/var/run/omnia/pack-cache",
                "+runtime.mount /var/run/omnia/pack-cache=pack-cache",
                "+runtime.mount /etc/omnia/tool-secrets=tool-secrets ro",
                "+runtime.mount /var/run/secrets/omnia/tool-sa=tool-sa-tokens ro",
                "-facade.mount /etc/omnia/tools",
                "+volume tools-config={\"configMap\":{\"name\":\"agent-tools\"}}",
                "+volume pack-cache={\"emptyDir\":{}}",
                "+volume tool-secrets={\"secret\":{\"secretName\":\"agent-tool-secrets\"}}",
                "+volume tool-sa-tokens={\"projected\":{\"sources\":[{\"serviceAccountToken\":{\"path\":\"account/token\",\"audience\":\"x\",\"expirationSeconds\":3600}}]}}",
            ],
        ),
        (
            R2026_07,
            &[],
            "facades: [{type: websocket}], toolRegistryRef: {name: gone}",
            &["-volume tools-config", "-volume pack-cache", "-runtime.env.OMNIA_TOOLS"],
        ),
        (R2026_07, &[], WEBSOCKET, &["-volume tool", "-volume pack-cache", "-volume workspace-content"]),
    ]);
    let skills = Scene { pack: "2.0.0", ..Scene::default() };
    check(
        &skills,
        "agent",
        &[
            "+runtime.mount /workspace-content=workspace-content ro",
            "-facade.mount /workspace-content",
            "+volume workspace-content={\"persistentVolumeClaim\":{\"claimName\":\"workspace-team-content\",\"readOnly\":true}}",
        ],
    );
    check(&Scene { flags: &["--workspace-content-path="], ..skills }, "agent", &["-volume workspace-content"]);
}
