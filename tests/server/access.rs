//! Users with different rights, as the commands that talk to a cluster will meet them.

use serde_json::{Value, json};

use super::{
    crds::groups,
    server::{Server, User, server, until},
};

/// Lets the user `developer` do `verbs` with agents in `namespace`.
pub fn allow(server: &Server, namespace: &str, verbs: &[&str]) {
    grant(
        server,
        namespace,
        "agents",
        &json!([{"apiGroups": [groups()[0].name], "resources": ["agentruntimes"], "verbs": verbs}]),
    );
}

/// Binds a role with these rules to the user `developer`; the first verb of the first rule is known to hold afterwards.
pub fn grant(server: &Server, namespace: &str, name: &str, rules: &Value) {
    let api = server.api(User::Administrator);
    let rbac = format!("/apis/rbac.authorization.k8s.io/v1/namespaces/{namespace}");
    let role = json!({"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "Role", "metadata": {"name": name}, "rules": rules});
    let binding = json!({
        "apiVersion": "rbac.authorization.k8s.io/v1",
        "kind": "RoleBinding",
        "metadata": {"name": name},
        "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": name},
        "subjects": [{"apiGroup": "rbac.authorization.k8s.io", "kind": "User", "name": User::Developer.name()}],
    });
    for (resource, object) in [("roles", role), ("rolebindings", binding)] {
        let answer = api.send("POST", &format!("{rbac}/{resource}"), &object.to_string());
        assert_eq!(answer.code, 201, "{}", answer.body);
    }
    let text = |pointer: &str| rules.pointer(pointer).and_then(Value::as_str).unwrap();
    settled(server, namespace, text("/0/verbs/0"), text("/0/resources/0"), true);
}

/// Waits until the server knows whether the user `developer` may do this: it learns of roles a moment after they are stored.
pub fn settled(server: &Server, namespace: &str, verb: &str, resource: &str, allowed: bool) {
    let (plural, sub) = resource.split_once('/').unwrap_or((resource, ""));
    let asked = json!({"group": groups()[0].name, "resource": plural, "subresource": sub, "verb": verb, "namespace": namespace});
    let review = json!({"apiVersion": "authorization.k8s.io/v1", "kind": "SelfSubjectAccessReview",
        "spec": {"resourceAttributes": asked}});
    let api = server.api(User::Developer);
    until("the server knows of the role", || {
        let answer = api.send("POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", &review.to_string());
        (answer.body["status"]["allowed"] == allowed).then_some(())
    });
}

#[test]
fn each_user_may_what_their_role_says() {
    let Some(server) = server("each_user_may_what_their_role_says") else { return };
    let (own, other) = (server.namespace(), server.namespace());
    allow(server, &own, &["get", "list"]);
    let list = |user: User, namespace: &str| server.api(user).get(&groups()[0].path("AgentRuntime", namespace)).code;
    assert_eq!(list(User::Administrator, &own), 200);
    assert_eq!(list(User::Developer, &own), 200);
    assert_eq!(list(User::Developer, &other), 403);
    assert_eq!(list(User::Nobody, &own), 403);
    assert_eq!(list(User::Stranger, &own), 401);
    let created = server.api(User::Developer).send("POST", &groups()[0].path("AgentRuntime", &own), "{}");
    assert_eq!(created.code, 403, "{}", created.body);
}

/// kubectl takes the kubeconfigs that the tests hand out.
#[test]
fn kubectl_is_each_user() {
    let Some(server) = server("kubectl_is_each_user") else { return };
    let namespace = server.namespace();
    allow(server, &namespace, &["get", "list"]);
    let get = |user: User| {
        let output = server.kubectl(user).args(["get", "agentruntimes.omnia.altairalabs.ai", "-n", &namespace]).output().unwrap();
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert!(get(User::Administrator).0);
    assert!(get(User::Developer).0);
    let (taken, words) = get(User::Nobody);
    assert!(!taken && words.contains("Forbidden") && words.contains("\"nobody\""), "{words}");
    let (taken, words) = get(User::Stranger);
    assert!(!taken && words.contains("You must be logged in to the server"), "{words}");
}
