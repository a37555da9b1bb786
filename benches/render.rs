//! A thousand agents with what they refer to, in twenty namespaces: to objects, and with reading them before.

#![allow(clippy::unwrap_used, missing_docs, reason = "this is a benchmark")]

use std::{fmt::Write as _, sync::Arc};

use divan::{Bencher, black_box};
use omnia::{
    apiserver::{KubeVersion, Operation, Request},
    crd::{Catalog, Release},
    render::{
        Renderer,
        operator::{Operator, Overrides, Preset},
    },
    world::{Scope, World, load},
    yaml::Text,
};

const AGENTS: usize = 1_000;
const NAMESPACES: usize = 20;

const AROUND: &str = "
apiVersion: omnia.altairalabs.ai/v1alpha1
kind: Workspace
metadata: {name: acme-N}
spec: {displayName: Acme, namespace: {name: team-N}, runtime: {podLabels: {tier: gold}}}
---
apiVersion: omnia.altairalabs.ai/v1alpha1
kind: ToolRegistry
metadata: {name: tools, namespace: team-N}
spec:
  handlers:
  - {name: search, type: mcp, mcpConfig: {transport: sse, endpoint: 'http://search'}}
  - name: ledger
    type: http
    httpConfig: {endpoint: 'http://ledger'}
    tool: {name: book, description: Books, inputSchema: {type: object}}
    auth: {type: serviceAccount, serviceAccount: {audience: ledger}}
---
apiVersion: omnia.altairalabs.ai/v1alpha1
kind: Provider
metadata: {name: claude, namespace: team-N}
spec: {type: claude, model: claude-sonnet-4}
---
";

const AGENT: &str = "
apiVersion: omnia.altairalabs.ai/v1alpha1
kind: PromptPack
metadata: {name: pack-A, namespace: team-N}
spec: {packName: pack-A, version: 1.0.0, source: {type: configmap, configMapRef: {name: pack-A}}}
---
apiVersion: omnia.altairalabs.ai/v1alpha1
kind: AgentRuntime
metadata: {name: agent-A, namespace: team-N}
spec:
  promptPackRef: {name: pack-A, version: 1.0.0}
  facades: [{type: websocket, drainTimeout: 2m}, {type: a2a, a2a: {}}]
  providers: [{name: default, providerRef: {name: claude}}]
  toolRegistryRef: {name: tools}
  context: {type: redis, storeRef: {name: redis}}
  media: {storage: {type: s3, s3: {bucket: b, region: r}, secretRef: {name: media}}}
  runtime:
    replicas: 3
    resources: {requests: {cpu: 500m, memory: 1024Mi}}
    tolerations: [{key: gpu, operator: Exists}]
    extraEnv: [{name: LOG_LEVEL, value: debug}]
    autoscaling: {enabled: true, maxReplicas: 5}
---
";

fn main() {
    divan::main();
}

fn manifests() -> String {
    let mut text = String::new();
    (0..NAMESPACES).for_each(|number| text.push_str(&AROUND.replace("-N", &format!("-{number}"))));
    for number in 0..AGENTS {
        let agent = AGENT.replace("-A", &format!("-{number}")).replace("-N", &format!("-{}", number % NAMESPACES));
        write!(text, "{agent}").unwrap();
    }
    text
}

fn world(catalog: &Catalog) -> World {
    let request = Request { operation: Operation::Apply, release: KubeVersion::default(), namespace: None, source: "a.yaml" };
    let loaded = load("a.yaml", Arc::new(Text::new(manifests().into_bytes()).unwrap()), catalog, &request);
    let mut world = World::new(Scope::Open);
    loaded.objects.into_iter().for_each(|object| assert!(world.add(object).is_none()));
    world
}

fn render(world: &World, operator: &Operator) -> usize {
    let renderer = Renderer::new(world, operator, Release::Current);
    world.of_kind("AgentRuntime").map(|agent| renderer.render(agent).objects.len()).sum()
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn agents(bencher: Bencher<'_, '_>) {
    let operator = Operator::preset(Preset::Chart, &Overrides::default()).unwrap();
    let world = world(&Catalog::new(Release::Current));
    assert!(render(&world, &operator) > 8 * AGENTS);
    bencher.bench_local(|| black_box(render(&world, &operator)));
}

#[divan::bench(sample_count = 3, sample_size = 1)]
fn agents_with_reading(bencher: Bencher<'_, '_>) {
    let operator = Operator::preset(Preset::Chart, &Overrides::default()).unwrap();
    let catalog = Catalog::new(Release::Current);
    bencher.bench_local(|| black_box(render(&world(&catalog), &operator)));
}
