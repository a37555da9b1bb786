//! What an agent's pods may do: ServiceAccount, Role and bindings.

use serde_json::json;

use super::{Blocked, Map, Release, Rendered, Source, Tree, constant, inputs::Agent, map, sourced};

pub(super) const RBAC: &str = "rbac.authorization.k8s.io/v1";
const RBAC_GROUP: &str = "rbac.authorization.k8s.io";
const OMNIA_GROUP: &str = "omnia.altairalabs.ai";

/// Creates the ServiceAccount, the Role and the bindings of the facade.
pub(super) fn access(agent: &Agent<'_>, rendered: &mut Rendered) -> Result<(), Blocked> {
    let metadata = || agent.metadata(agent.named("-facade"), agent.labels(None));
    let subject = Subject { name: service_account(agent), namespace: agent.namespaced() };
    let name = format!("{}-{}-workspace-reader", agent.namespace(), agent.name());
    let name = sourced(name, Source::computed([agent.namespace_source(), agent.name_source()]));
    let objects = [
        Some(map().put("apiVersion", "v1").put("kind", "ServiceAccount").put("metadata", metadata())),
        Some(map().put("apiVersion", RBAC).put("kind", "Role").put("metadata", metadata()).put("rules", rules(agent))),
        Some(role_binding(metadata(), agent.named("-facade"), &subject)),
        workspace_reader(agent, name, agent.labels(None), &subject),
    ];
    rendered.push_in_turn(objects.into_iter().flatten());
    Ok(())
}

/// Who gets the permissions.
pub(super) struct Subject {
    pub name: Tree,
    pub namespace: Tree,
}

impl Subject {
    fn list(&self) -> Vec<Map> {
        let subject = map().put("kind", "ServiceAccount").put("name", self.name.clone()).put("namespace", self.namespace.clone());
        vec![subject]
    }
}

/// The account that the agent's pods run as: the agent's own word, that of its Workspace, or the one made for it.
pub(super) fn service_account(agent: &Agent<'_>) -> Tree {
    let own = agent.spec().at("podOverrides.serviceAccountName");
    let shared = agent.workspace.map(|workspace| workspace.spec().at("runtime.serviceAccountName"));
    let said = [Some(own), shared].into_iter().flatten().find(|field| field.text().is_some());
    said.and_then(|field| Tree::copied(&field)).unwrap_or_else(|| agent.named("-facade"))
}

/// A binding of a Role that has the same name.
pub(super) fn role_binding(metadata: Map, role: Tree, subject: &Subject) -> Map {
    map()
        .put("apiVersion", RBAC)
        .put("kind", "RoleBinding")
        .put("metadata", metadata)
        .put("roleRef", map().put("apiGroup", RBAC_GROUP).put("kind", "Role").put("name", role))
        .put("subjects", subject.list())
}

/// The binding that lets pods read their Workspace: where the operator makes such bindings and a Workspace owns the namespace. Nothing
/// owns it, so that it outlives the agent.
pub(super) fn workspace_reader(agent: &Agent<'_>, name: Tree, labels: Map, subject: &Subject) -> Option<Map> {
    let workspace = agent.workspace.filter(|_| agent.operator.reader_rbac.value)?;
    let role = format!("omnia-workspace-{}-reader", workspace.name);
    let role = sourced(role, &workspace.root().at("metadata.name"));
    let labels = labels.put("omnia.altairalabs.ai/workspace-reader-for", agent.namespaced());
    Some(
        map()
            .put("apiVersion", RBAC)
            .put("kind", "ClusterRoleBinding")
            .put("metadata", map().put("name", name).put("labels", labels))
            .put("roleRef", map().put("apiGroup", RBAC_GROUP).put("kind", "ClusterRole").put("name", role))
            .put("subjects", subject.list()),
    )
}

/// A rule of constants.
pub(super) fn rule(group: &'static str, resources: &[&'static str], verbs: &[&'static str]) -> Map {
    let list = |words: &[&'static str]| words.iter().copied().map(constant).collect::<Vec<_>>();
    map().put("apiGroups", list(&[group])).put("resources", list(resources)).put("verbs", list(verbs))
}

fn rules(agent: &Agent<'_>) -> Vec<Map> {
    let itself = || vec![agent.named("")];
    let own = match agent.release {
        Release::R2026_07 => vec![
            rule(OMNIA_GROUP, &["agentruntimes", "providers"], &["get"]),
            rule(OMNIA_GROUP, &["agentruntimes/status"], &["get", "patch"]),
        ],
        Release::Current => vec![
            rule(OMNIA_GROUP, &["agentruntimes"], &["get"]).put("resourceNames", itself()),
            rule(OMNIA_GROUP, &["providers"], &["get"]),
            rule(OMNIA_GROUP, &["agentruntimes/status"], &["get", "patch"]).put("resourceNames", itself()),
        ],
    };
    let shared =
        [secrets(agent), rule("", &["namespaces"], &["get"]), rule(OMNIA_GROUP, &["toolpolicies"], &["get", "list", "watch"])];
    own.into_iter().chain(shared).collect()
}

/// Client keys are found by their labels, which takes more than reading one Secret.
fn secrets(agent: &Agent<'_>) -> Map {
    let keys = agent.spec().at("externalAuth.clientKeys");
    let rule = rule("", &["secrets"], &["get"]);
    if !keys.exists() {
        return rule;
    }
    let found = |verb: &str| sourced(json!(verb), &keys);
    rule.put("verbs", vec![constant("get"), found("list"), found("watch")])
}
