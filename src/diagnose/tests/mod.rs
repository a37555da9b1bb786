//! Each cause in a case of its own: the objects, the cause, the edit, and a part of the link before it.

mod pods;
mod references;
mod tables;
mod traces;

use super::{Diagnosis, Evidence, Gravity, conditions, of_agent, one_of};
use crate::{
    crd::{
        Catalog, Release,
        explain::{follow, steps},
    },
    world::{Object, Origin, Scope, World},
    yaml::{self, Text},
};

/// 2026-11-30T12:00:00Z.
const NOW: i64 = 1_796_040_000 * 1_000_000_000;

const AGENT: &str = "kind: AgentRuntime
metadata: {name: bot, namespace: team, generation: 2, creationTimestamp: 2026-11-30T10:00:00Z}
spec:
  promptPackRef: {name: p, version: 1.0.0}
  facades: [{type: rest}, {type: websocket, drainTimeout: 5 minutes}]
  providers: [{name: default, providerRef: {name: gpt}}]
  toolRegistryRef: {name: tools}
  context: {type: redis, storeRef: {name: redis}}
  runtime: {replicas: 2}
status: {phase: Running, observedGeneration: 2, activeVersion: 1.0.0}
";

const PACK: &str = "kind: PromptPack
metadata: {name: p-1, namespace: team, labels: {omnia.altairalabs.ai/promptpack: p}}
spec: {packName: p, version: 1.0.0, source: {type: configmap, configMapRef: {name: p-content}}}
status: {phase: Active}
";

const PROVIDER: &str = "kind: Provider
metadata: {name: gpt, namespace: team}
spec: {type: openai, capabilities: [text]}
status: {phase: Ready}
";

const REGISTRY: &str = "kind: ToolRegistry
metadata: {name: tools, namespace: team}
spec: {handlers: [{name: h, auth: {secretRef: {name: key, key: token}}}]}
status: {phase: Ready}
";

const DEPLOYMENT: &str = "kind: Deployment
metadata: {name: bot, namespace: team, ownerReferences: [{kind: AgentRuntime, name: bot}]}
spec: {replicas: 2}
status: {replicas: 2, readyReplicas: 2}
";

const POD: &str = "kind: Pod
metadata:
  name: bot-7c9-x1
  namespace: team
  labels: {app.kubernetes.io/instance: bot, omnia.altairalabs.ai/component: agent}
spec: {containers: [{name: runtime, resources: {limits: {memory: 512Mi}}}]}
status:
  phase: Running
  conditions: [{type: Ready, status: 'False'}]
";

fn object(text: &str) -> Object {
    let text = Text::new(text.as_bytes().to_vec()).unwrap();
    let root = yaml::read(&text).documents.remove(0).root.into_owned();
    let read = |path: [&str; 2]| {
        let below = |node: &yaml::Node<'static>, key: &str| node.get(key).cloned();
        let found =
            if path[0].is_empty() { below(&root, path[1]) } else { below(&root, path[0]).and_then(|node| below(&node, path[1])) };
        found.and_then(|node| node.as_str().map(str::to_owned)).unwrap_or_default()
    };
    Object {
        group: String::new(),
        version: "v1".to_owned(),
        kind: read(["", "kind"]),
        namespace: read(["metadata", "namespace"]),
        name: read(["metadata", "name"]),
        root: root.clone(),
        origin: Origin::Cluster { context: "c".into() },
        accepted: true,
    }
}

/// A healthy agent, each text of which `change` may replace.
fn diagnosed(change: impl Fn(&str) -> String, more: &[&str]) -> Diagnosis {
    let mut world = World::new(Scope::Complete);
    let texts = [AGENT, PACK, PROVIDER, REGISTRY, DEPLOYMENT].map(&change);
    for text in texts.iter().map(String::as_str).chain(more.iter().copied()).filter(|text| !text.is_empty()) {
        world.add(object(text));
    }
    let agent = world.get("AgentRuntime", "team", "bot").found().unwrap();
    Diagnosis::of(&Evidence::read(&world, agent, Release::Current, NOW))
}

/// `cause | Kind/name field | what to write`, and the last link.
fn told(diagnosis: &Diagnosis) -> (String, String) {
    let chain = diagnosis.chains.first().unwrap_or_else(|| panic!("no chain"));
    let edit = &chain.edit;
    (format!("{} | {} {} | {}", chain.cause, edit.object, edit.field, edit.write), chain.links.last().unwrap().text.clone())
}

#[track_caller]
fn holds(diagnosis: &Diagnosis, expected: &str, link: &str) {
    let (text, last) = told(diagnosis);
    assert!(text.starts_with(expected), "{text}");
    assert!(last.contains(link), "{text}: {last}");
    assert!(diagnosis.chains[0].links[0].text.contains("phase"), "the chain begins with what a user sees");
}
