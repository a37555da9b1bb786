//! What is refused and what is taken, in the words of the API server.

use super::*;
use crate::render::{constant, map};
use serde_json::{Value, json};

fn tree(value: &Value) -> Tree {
    match value {
        Value::Object(members) if !members.is_empty() => {
            members.iter().fold(map(), |map, (key, value)| map.put(key.clone(), tree(value))).into()
        }
        Value::Array(items) if !items.is_empty() => Tree::List(items.iter().map(tree).collect()),
        other => constant(other.clone()),
    }
}

/// The causes for a container and volumes beside one that is in order.
fn causes(container: Value, volumes: Value) -> String {
    let pod = json!({"containers": [container], "volumes": volumes});
    let deployment = json!({"metadata": {"name": "a"}, "spec": {"template": {"spec": pod}}});
    refusal(&tree(&deployment)).unwrap_or_default().replace("spec.template.spec.", "")
}

#[test]
fn what_is_in_order_is_taken() {
    let container = json!({
        "image": "i", "ports": [{"containerPort": 8080}],
        "env": [{"name": "A"}, {"name": "a.b-c d"}, {"name": "S", "valueFrom": {"secretKeyRef": {"name": "s", "key": "k"}}}],
        "envFrom": [{"prefix": "P_", "secretRef": {"name": "s"}}],
        "volumeMounts": [{"name": "v", "mountPath": "/a", "subPath": "x/y..z"}, {"name": "v", "mountPath": "/b"}],
        "resources": {"requests": {"cpu": "1", "nvidia.com/gpu": "1"}, "limits": {"cpu": "1000m", "nvidia.com/gpu": "1"}}
    });
    assert_eq!(causes(container, json!([{"name": "v", "emptyDir": {}}, {"name": "w"}])), "");
}

#[test]
fn containers_are_refused() {
    for (container, cause) in [
        (json!({"ports": [{"containerPort": 0}]}), "ports[0].containerPort: Required value"),
        (json!({"ports": [{"containerPort": 65536}]}), "ports[0].containerPort: Invalid value"),
        (json!({"env": [{"value": "1"}]}), "env[0].name: Required value"),
        (json!({"env": [{"name": "a=b"}]}), "env[0].name: Invalid value"),
        (json!({"env": [{"name": "A", "valueFrom": {}}]}), "env[0].valueFrom: Invalid value"),
        (
            json!({"env": [{"name": "A", "value": "1", "valueFrom": {"secretKeyRef": {"name": "s", "key": "k"}}}]}),
            "when `value` is not empty",
        ),
        (
            json!({"env": [{"name": "A", "valueFrom": {"fieldRef": {}, "secretKeyRef": {"name": "s", "key": "k"}}}]}),
            "more than one field",
        ),
        (json!({"env": [{"name": "A", "valueFrom": {"secretKeyRef": {"key": "k"}}}]}), "secretKeyRef.name: Required value"),
        (json!({"env": [{"name": "A", "valueFrom": {"configMapKeyRef": {"key": "k"}}}]}), "configMapKeyRef.name: Required value"),
        (json!({"envFrom": [{"prefix": "A"}]}), "envFrom: Invalid value"),
        (json!({"envFrom": [{"secretRef": {"optional": true}}]}), "envFrom[0].secretRef.name: Required value"),
        (json!({"volumeMounts": [{"name": "w", "mountPath": "/a"}]}), "volumeMounts[0].name: Not found"),
        (json!({"volumeMounts": [{"mountPath": "/a"}]}), "volumeMounts[0].name: Required value"),
        (json!({"volumeMounts": [{"name": "v"}]}), "volumeMounts[0].mountPath: Required value"),
        (
            json!({"volumeMounts": [{"name": "v", "mountPath": "/a"}, {"name": "v", "mountPath": "/a"}]}),
            "[1].mountPath: Invalid value",
        ),
        (json!({"volumeMounts": [{"name": "v", "mountPath": "/a", "subPath": "/x"}]}), "subPath: Invalid value"),
        (json!({"volumeMounts": [{"name": "v", "mountPath": "/a", "subPath": "x/.."}]}), "subPath: Invalid value"),
        (json!({"volumeMounts": [{"name": "v", "mountPath": "/a", "subPath": "x", "subPathExpr": "y"}]}), "mutually exclusive"),
        (
            json!({"resources": {"requests": {"cpu": "2"}, "limits": {"cpu": "1500m"}}}),
            "less than or equal to cpu limit of 1500m",
        ),
        (json!({"resources": {"requests": {"a.b/c": "1"}, "limits": {"a.b/c": "2"}}}), "must be equal to a.b/c limit"),
        (json!({"resources": {"requests": {"a.b/c": "1"}}}), "Limit must be set"),
        (json!({"resources": {"limits": {"gpu": "1"}}}), "fully qualified"),
        (json!({"resources": {"limits": {"cpu": "-1"}}}), "greater than or equal to 0"),
    ] {
        let found = causes(container.clone(), json!([{"name": "v"}]));
        assert!(found.starts_with("Deployment.apps \"a\" is invalid: ") && found.contains(cause), "{container}: {found}");
    }
}

#[test]
fn volumes_are_refused() {
    for (volumes, cause) in [
        (json!([{"emptyDir": {}}]), "volumes[0].name: Required value"),
        (json!([{"name": "v"}, {"name": "v"}]), "volumes[1].name: Duplicate value"),
        (json!([{"name": "V"}]), "volumes[0].name: Invalid value"),
        (json!([{"name": "v", "emptyDir": {}, "hostPath": {"path": "/x"}}]), "more than 1 volume type"),
        (json!([{"name": "v", "configMap": {"optional": true}}]), "configMap.name: Required value"),
        (json!([{"name": "v", "secret": {"optional": true}}]), "secret.secretName: Required value"),
        (json!([{"name": "v", "persistentVolumeClaim": {"readOnly": true}}]), "persistentVolumeClaim.claimName: Required value"),
        (json!([{"name": "v", "nfs": {"server": "s"}}]), "nfs.path: Required value"),
    ] {
        let found = causes(json!({}), volumes.clone());
        assert!(found.contains(cause), "{volumes}: {found}");
    }
}

#[test]
fn tolerations_and_labels_are_refused() {
    for (spec, cause) in [
        (json!({"tolerations": [{"value": "x"}]}), "tolerations[0].operator: Invalid value"),
        (json!({"tolerations": [{"key": "a", "operator": "Exists", "value": "x"}]}), "value must be empty"),
        (json!({"tolerations": [{"key": "a", "operator": "Has"}]}), "Unsupported value: \"Has\""),
        (json!({"tolerations": [{"key": "a", "effect": "No"}]}), "Unsupported value: \"No\""),
        (json!({"tolerations": [{"key": "a", "tolerationSeconds": 5}]}), "NoExecute"),
        (json!({"tolerations": [{"key": "a b"}]}), "tolerations[0].key: Invalid value"),
        (json!({"nodeSelector": {"a": "b c"}}), "nodeSelector: Invalid value"),
        (json!({"serviceAccountName": "A"}), "serviceAccountName: Invalid value"),
    ] {
        let deployment = json!({"metadata": {"name": "a"}, "spec": {"template": {"spec": spec}}});
        let found = refusal(&tree(&deployment)).unwrap_or_default();
        assert!(found.contains(cause), "{spec}: {found}");
    }
    let metadata = json!({"labels": {"a": "b c"}, "annotations": {"a b": ""}});
    let deployment = json!({"metadata": {"name": "a"}, "spec": {"replicas": -1, "template": {"metadata": metadata}}});
    let found = refusal(&tree(&deployment)).unwrap_or_default();
    assert_eq!(found.matches("Invalid value").count(), 3, "{found}");
}
