//! Reading objects.

use omnia::{
    cluster::{ClusterError, Deed, Resource, Selection, Want},
    world::{Lookup, Scope, World},
};
use serde_json::json;

use crate::script::{Reply, Script, page, provider, providers};

#[test]
fn pages_are_joined() {
    let script = Script::new(|asked, _| match asked.line.contains("continue=next%2Fone") {
        false => Reply::ok(&page(&["a", "b"], "next/one")),
        true => Reply::ok(&page(&["c"], "")),
    });
    let selection = Selection { namespace: Some("team-a"), labels: Some("app in (x,y)"), fields: None };
    let objects = script.cluster().list(&providers(), selection).unwrap();
    let names: Vec<_> = objects.iter().map(|object| object.name.as_str()).collect();
    assert_eq!(names, ["a", "b", "c"]);
    assert_eq!(objects[0].spec().get("type").str(), "mock");
    assert_eq!(objects[0].spec().get("type").span(), None);
    let path = "GET /apis/omnia.altairalabs.ai/v1alpha1/namespaces/team-a/providers?limit=500";
    let asked = script.asked();
    assert_eq!(asked[0].line, format!("{path}&labelSelector=app%20in%20%28x%2Cy%29"));
    assert_eq!(asked[1].line, format!("{path}&labelSelector=app%20in%20%28x%2Cy%29&continue=next%2Fone"));
    assert_eq!(asked[0].header("authorization"), Some("Bearer secret"));
}

/// A server forgets the version of a list while it is read: the list begins again, and nothing comes twice.
#[test]
fn a_list_that_expires_begins_again() {
    let script = Script::new(|asked, number| match (asked.line.contains("continue="), number) {
        (false, _) => Reply::ok(&page(&["a", "b"], "next")),
        (true, 1) => Reply::status(410, "", "the continue token is too old", ""),
        (true, _) => Reply::ok(&page(&["c"], "")),
    });
    let objects = script.cluster().list(&providers(), Selection::default()).unwrap();
    assert_eq!(objects.len(), 3);
    assert_eq!(script.asked().len(), 4);
}

#[test]
fn an_object_is_the_one_that_was_asked_for() {
    let script = Script::new(|asked, _| match asked.line.rsplit('/').next().unwrap() {
        "gone" => Reply::status(404, "", "providers \"gone\" not found", "gone"),
        "other" => Reply::ok(&provider("someone-else", 1)),
        name => Reply::ok(&provider(name, 1)),
    });
    let cluster = script.cluster();
    assert_eq!(cluster.get(&providers(), "team-a", "x").unwrap().id(), "Provider/x");
    let error = cluster.get(&providers(), "team-a", "gone").unwrap_err();
    assert!(matches!(&error, ClusterError::NotFound { .. }), "{error}");
    let text = "not found: get providers \"gone\" in namespace team-a; see the names with kubectl get providers.omnia.altairalabs.ai -n team-a";
    assert_eq!(error.to_string(), text);
    let error = cluster.get(&providers(), "team-a", "other").unwrap_err();
    assert!(error.to_string().contains("it is about \"someone-else\""), "{error}");
}

/// What may not be read is not missing: the world says why nobody knows.
#[test]
fn a_world_says_what_it_could_not_see() {
    let script = Script::new(|asked, _| {
        let line = &asked.line;
        if line.contains("/secrets") {
            Reply::status(403, "", "secrets is forbidden: User \"dev\" cannot list resource \"secrets\" in API group \"\"", "")
        } else if line.contains("/deployments") {
            Reply::Whole(404, "", "404 page not found".to_owned())
        } else if line.contains("/configmaps") {
            // Items of Kubernetes' own lists do not say what they are.
            let item = json!({"metadata": {"name": "settings", "namespace": "team-a"}, "data": {"a": "b"}});
            Reply::ok(&json!({"apiVersion": "v1", "kind": "ConfigMapList", "metadata": {}, "items": [item]}))
        } else {
            Reply::ok(&page(&["a"], ""))
        }
    });
    let want = |resource: Resource, namespace: &str| Want { resource, namespace: Some(namespace.to_owned()) };
    let wants = [
        want(providers(), "team-a"),
        want(Resource::CONFIG_MAPS, "team-a"),
        want(Resource::SECRETS, "team-a"),
        want(Resource::DEPLOYMENTS, "team-a"),
    ];
    let mut world = World::new(Scope::Open);
    script.cluster().load(&wants, &mut world).unwrap();
    assert!(world.get("Provider", "team-a", "a").found().is_some());
    assert!(matches!(world.get("Provider", "team-a", "b"), Lookup::Missing));
    assert!(matches!(world.get("Provider", "team-b", "b"), Lookup::NotChecked(_)));
    let settings = world.get("ConfigMap", "team-a", "settings");
    assert_eq!(settings.found().unwrap().root().at("kind").str(), "ConfigMap");
    let Lookup::NotChecked(scope) = world.get("Secret", "team-a", "x") else { panic!() };
    let rule = "{apiGroups: [\"\"], resources: [secrets], verbs: [list]}";
    assert_eq!(
        scope.reason("Secret", "x"),
        format!("no permission to list secrets in namespace team-a (missing rule in a Role in namespace team-a: {rule})")
    );
    let Lookup::NotChecked(scope) = world.get("Deployment", "team-a", "x") else { panic!() };
    assert_eq!(scope.reason("Deployment", "x"), "the cluster serves no deployments.apps of version v1");
}

#[test]
fn the_server_knows_what_is_allowed() {
    let script = Script::new(|asked, _| {
        let review: serde_json::Value = serde_json::from_str(&asked.body).unwrap();
        let allowed = review["spec"]["resourceAttributes"]["verb"] == "list";
        Reply::Whole(201, "", json!({"kind": "SelfSubjectAccessReview", "status": {"allowed": allowed}}).to_string())
    });
    let cluster = script.cluster();
    let review = |verb| cluster.access_review(Deed::new(verb, &providers(), Some("team-a"), None)).unwrap().allowed;
    assert!(review("list"));
    assert!(!review("patch"));
    let script = Script::always(Reply::Whole(201, "", "{}".to_owned()));
    let error = script.cluster().access_review(Deed::new("get", &providers(), None, None)).unwrap_err();
    assert!(error.to_string().contains("does not say whether that is allowed"), "{error}");
}
