//! One agent rendered from a few lines, and its Deployment as lines that tests can name.

use std::sync::Arc;

use omnia::{
    apiserver::{KubeVersion, Operation, Request},
    crd::{Catalog, Release},
    render::{
        Rendered, Renderer,
        operator::{Operator, Overrides},
    },
    world::{Object, Origin, Scope, World, load},
    yaml::{Entry, Text, Value, read_document},
};
use serde_json::Value as Json;

/// What every agent of these tests stands among.
const AROUND: &str = r#"
apiVersion: v1
kind: ConfigMap
metadata: {name: p-content, namespace: team}
data:
  pack.json: '{"id": "p", "name": "P", "version": "1.0.0", "template_engine": {"version": "v1", "syntax": "{{x}}"}, "prompts": {"a":
    {"id": "a", "name": "A", "version": "1.0.0", "system_template": "Hello"}}}'
---
apiVersion: omnia.altairalabs.ai/v1alpha1
kind: PromptPack
metadata: {name: p-1, namespace: team}
spec: {packName: p, version: "1.0.0", source: {type: configmap, configMapRef: {name: p-content}}}
---
apiVersion: omnia.altairalabs.ai/v1alpha1
kind: PromptPack
metadata: {name: p-2, namespace: team}
spec: {packName: p, version: "2.0.0", source: {type: configmap, configMapRef: {name: p-content}}, skills: [{source: s}]}
---
apiVersion: omnia.altairalabs.ai/v1alpha1
kind: Provider
metadata: {name: claude, namespace: team}
spec: {type: claude, model: m, credential: {envVar: KEY}}
---
apiVersion: omnia.altairalabs.ai/v1alpha1
kind: ToolRegistry
metadata: {name: tools, namespace: team}
spec:
  handlers:
  - {name: plain, type: mcp, mcpConfig: {transport: sse, endpoint: "http://a"}}
  - {name: bearer, type: mcp, mcpConfig: {transport: sse, endpoint: "http://a"}, auth: {type: bearer, secretRef: {name: s, key: k}}}
  - {name: account, type: mcp, mcpConfig: {transport: sse, endpoint: "http://a"}, auth: {type: serviceAccount, serviceAccount: {audience: x}}}
---
apiVersion: v1
kind: Secret
metadata: {name: s, namespace: team}
data: {k: dA==}
"#;

/// An agent and what it is rendered under.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'s> {
    /// The members of the spec beside `promptPackRef`, in flow style.
    pub spec: &'s str,
    /// The members of `metadata` beside name and namespace, in flow style.
    pub metadata: &'s str,
    /// Documents beside the usual ones.
    pub more: &'s str,
    /// The name of the agent that is rendered, when it is another one.
    pub agent: &'s str,
    /// The version of the pack.
    pub pack: &'s str,
    pub flags: &'s [&'s str],
    /// The groups of foreign CRDs in the cluster; all of them when nothing is said.
    pub crds: Option<&'s str>,
    pub release: Release,
    /// Whether what is in no document is missing.
    pub complete: bool,
    /// The status of an agent that is in a cluster, with the generation 3.
    pub status: Option<&'s str>,
}

impl Default for Scene<'_> {
    fn default() -> Self {
        let spec = "facades: [{type: websocket}]";
        Self {
            spec,
            agent: "agent",
            metadata: "",
            more: "",
            pack: "1.0.0",
            flags: &[],
            crds: None,
            release: Release::R2026_07,
            complete: true,
            status: None,
        }
    }
}

impl Scene<'_> {
    fn manifest(&self, name: &str, spec: &str) -> String {
        let Self { metadata, pack, .. } = self;
        format!(
            "---\napiVersion: omnia.altairalabs.ai/v1alpha1\nkind: AgentRuntime\nmetadata: {{name: {name}, namespace: team, {metadata}}}\n\
             spec: {{promptPackRef: {{name: p, version: {pack}}}, {spec}}}\n"
        )
    }

    /// What the operator makes of the agent.
    pub fn render(&self) -> Rendered {
        self.render_all(&self.manifest("agent", self.spec), &[self.agent.to_owned()]).remove(0)
    }

    /// What the operator makes of agents that have these in place of `spec`.
    pub fn render_each(&self, specs: &[String]) -> Vec<Rendered> {
        let names: Vec<_> = (0..specs.len()).map(|index| format!("agent-{index}")).collect();
        let manifests: String = names.iter().zip(specs).map(|(name, spec)| self.manifest(name, spec)).collect();
        self.render_all(&manifests, &names)
    }

    fn render_all(&self, agents: &str, names: &[String]) -> Vec<Rendered> {
        let crds = self.crds.map_or_else(String::new, |names| format!("thirdPartyCRDs: [{names}]"));
        let told = Text::new(format!("flags: {:?}\n{crds}\n", self.flags).into_bytes()).unwrap();
        let operator = Operator::from_text("operator.yaml", &told, &Overrides::default());
        let operator = operator.unwrap();
        let catalog = Catalog::new(self.release);
        let source = "agent.yaml";
        let request = Request { operation: Operation::Apply, release: KubeVersion::default(), namespace: None, source };
        let around = if self.complete { AROUND } else { "" };
        let manifest = format!("{around}---\n{}\n{agents}", self.more);
        let loaded = load(source, Arc::new(Text::new(manifest.clone().into_bytes()).unwrap()), &catalog, &request);
        assert!(loaded.error.is_none() && loaded.failed.is_empty(), "{:?} {:?}\n{manifest}", loaded.error, loaded.failed);
        let mut world = World::new(if self.complete { Scope::Complete } else { Scope::Open });
        for mut object in loaded.objects {
            assert!(object.accepted, "{}\n{manifest}", object.id());
            if object.kind == "AgentRuntime" && object.name == "agent" {
                self.put_into_cluster(&mut object);
            }
            world.add(object);
        }
        let renderer = Renderer::new(&world, &operator, self.release);
        let agent = |name: &String| world.of_kind("AgentRuntime").find(|agent| agent.name == *name).unwrap();
        names.iter().map(|name| renderer.render(agent(name))).collect()
    }

    /// What a file cannot say.
    fn put_into_cluster(&self, agent: &mut Object) {
        let Some(status) = self.status else { return };
        let Value::Map(root) = &mut agent.root.value else { panic!("{agent:?}") };
        let member = |key: &'static str, text: &str| {
            let value = read_document(text).unwrap().root.into_owned();
            Entry { key: key.into(), key_span: value.span, value }
        };
        root.entries.push(member("status", status));
        let Some(Value::Map(metadata)) = root.get_mut("metadata").map(|metadata| &mut metadata.value) else { panic!() };
        metadata.entries.push(member("generation", "3"));
        agent.origin = Origin::Cluster { context: "test".into() };
    }

    /// A Deployment as lines: see [`lines`].
    pub fn deployment(&self, name: &str) -> Vec<String> {
        let rendered = self.render();
        let deployment = rendered.objects.iter().find(|object| object.id() == format!("Deployment/{name}"));
        let deployment = deployment.unwrap_or_else(|| panic!("no Deployment {name}: {:?}", rendered.blocked));
        lines(&deployment.tree.json())
    }
}

/// Each value of a Deployment on a line, containers, variables, ports, mounts and volumes by their names:
/// `facade.env.A=1`, `facade.env.S=secret(name,key)`, `facade.mount /tmp=cache ro`, `volume cache={"emptyDir":{}}`,
/// `pod.serviceAccountName="x"`, `replicas=1`.
pub fn lines(deployment: &Json) -> Vec<String> {
    let mut lines = Vec::new();
    let pod = &deployment["spec"]["template"]["spec"];
    members("", &deployment["spec"], &["template"], &mut lines);
    members("labels.", &deployment["spec"]["template"]["metadata"]["labels"], &[], &mut lines);
    members("annotations.", &deployment["spec"]["template"]["metadata"]["annotations"], &[], &mut lines);
    members("pod.", pod, &["containers", "volumes"], &mut lines);
    for container in list(&pod["containers"]) {
        let name = text(&container["name"]);
        members(&format!("{name}."), container, &["name", "env", "ports", "volumeMounts"], &mut lines);
        lines.extend(list(&container["env"]).iter().map(|variable| format!("{name}.env.{}", variable_line(variable))));
        lines.extend(
            list(&container["ports"]).iter().map(|port| format!("{name}.port.{}={}", text(&port["name"]), port["containerPort"])),
        );
        lines.extend(list(&container["volumeMounts"]).iter().map(|mount| {
            let mode = if mount["readOnly"] == true { " ro" } else { "" };
            format!("{name}.mount {}={}{mode}", text(&mount["mountPath"]), text(&mount["name"]))
        }));
    }
    for volume in list(&pod["volumes"]) {
        let mut source = volume.clone();
        source.as_object_mut().unwrap().shift_remove("name");
        lines.push(format!("volume {}={source}", text(&volume["name"])));
    }
    lines
}

fn members(prefix: &str, map: &Json, but: &[&str], lines: &mut Vec<String>) {
    let members = map.as_object().into_iter().flatten().filter(|(key, _)| !but.contains(&key.as_str()));
    lines.extend(members.map(|(key, value)| format!("{prefix}{key}={value}")));
}

fn variable_line(variable: &Json) -> String {
    let (name, source) = (text(&variable["name"]), &variable["valueFrom"]);
    if let Some(secret) = source.get("secretKeyRef") {
        return format!("{name}=secret({},{})", text(&secret["name"]), text(&secret["key"]));
    }
    if let Some(field) = source.get("fieldRef") {
        return format!("{name}=field({})", text(&field["fieldPath"]));
    }
    format!("{name}={}", text(&variable["value"]))
}

fn list(value: &Json) -> &[Json] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Json) -> &str {
    value.as_str().unwrap_or_default()
}
