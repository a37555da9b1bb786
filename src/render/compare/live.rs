//! Live objects beside rendered ones, without what the API server fills in and what the operator cannot predict.

use serde_json::{Value, json};

use crate::render::{Map, Source, Tree, config_hash::CONFIG_HASH, map};

/// Members that the API server or a controller adds, whatever they hold.
const ADDED: &[&str] = &[
    "clusterIP",
    "clusterIPs",
    "creationTimestamp",
    "deployment.kubernetes.io/revision",
    "finalizers",
    "generation",
    "ipFamilies",
    "ipFamilyPolicy",
    "kubectl.kubernetes.io/last-applied-configuration",
    "managedFields",
    "resourceVersion",
    "serviceAccount",
    "status",
    "targetPort",
    "uid",
];

/// Members that the API server adds with these values, as JSON.
const DEFAULTS: &[(&str, &str)] = &[
    ("apiGroup", r#""""#),
    ("apiGroup", r#""rbac.authorization.k8s.io""#),
    ("apiVersion", r#""v1""#),
    ("defaultMode", "420"),
    ("divisor", r#""0""#),
    ("dnsPolicy", r#""ClusterFirst""#),
    ("emptyDir", "{}"),
    ("failureThreshold", "3"),
    ("imagePullPolicy", r#""Always""#),
    ("imagePullPolicy", r#""IfNotPresent""#),
    ("internalTrafficPolicy", r#""Cluster""#),
    ("periodSeconds", "10"),
    ("progressDeadlineSeconds", "600"),
    ("protocol", r#""TCP""#),
    ("resources", "{}"),
    ("restartPolicy", r#""Always""#),
    ("revisionHistoryLimit", "10"),
    ("schedulerName", r#""default-scheduler""#),
    ("scheme", r#""HTTP""#),
    ("securityContext", "{}"),
    ("selectPolicy", r#""Max""#),
    ("sessionAffinity", r#""None""#),
    ("strategy", r#"{"type":"RollingUpdate","rollingUpdate":{"maxUnavailable":"25%","maxSurge":"25%"}}"#),
    ("successThreshold", "1"),
    ("terminationGracePeriodSeconds", "30"),
    ("terminationMessagePath", r#""/dev/termination-log""#),
    ("terminationMessagePolicy", r#""File""#),
    ("timeoutSeconds", "1"),
    ("type", r#""""#),
    ("type", r#""ClusterIP""#),
    ("type", r#""Opaque""#),
];

/// What tells the items of a list apart, when all of them have it.
const KEYS: [&str; 2] = ["name", "mountPath"];

/// The live object in the shape of the rendered one: members that the API server fills in are left out, lists of named things are in the
/// rendered order, and where the operator's value cannot be predicted there is none other than the rendered one. What is left differs.
/// `is_scaled` tells that others than the operator decide over `spec.replicas`.
pub(super) fn live_tree(rendered: &Tree, live: &Value, is_scaled: bool) -> Tree {
    let mut live = live.clone();
    if let (Some(replicas), Some(slot), true) = (rendered.at("spec.replicas"), live.pointer_mut("/spec/replicas"), is_scaled) {
        *slot = replicas.json();
    }
    beside(rendered, &live)
}

fn beside(rendered: &Tree, live: &Value) -> Tree {
    match (rendered, live) {
        (Tree::Leaf(value, source), _) if is_open(value, source) => rendered.clone(),
        (Tree::Leaf(Value::Object(none), _), Value::Object(_)) if none.is_empty() => members(&map(), rendered, live),
        (Tree::Leaf(_, source), _) => Tree::Leaf(live.clone(), source.clone()),
        (Tree::Map(own), Value::Object(_)) => members(own, rendered, live),
        (Tree::List(items), Value::Array(lives)) => list(items, lives),
        (Tree::List(_) | Tree::Map(_), _) => Tree::Leaf(live.clone(), Source::Constant),
    }
}

/// A placeholder, or a value that rests on something assumed.
fn is_open(value: &Value, source: &Source) -> bool {
    let is_placeholder = value.as_str().is_some_and(|text| text.starts_with('<') && text.ends_with('>'));
    is_placeholder || !source.assumptions().is_empty()
}

fn members(own: &Map, rendered: &Tree, live: &Value) -> Tree {
    let mut merged = map();
    for (key, value) in own.entries() {
        let is_dropped = value.json() == json!("");
        match live.get(key) {
            Some(_) if key == CONFIG_HASH => merged.set(key.to_owned(), value.clone()),
            Some(live) => merged.set(key.to_owned(), beside(value, live)),
            // The server drops an empty value of a variable.
            None if is_dropped => merged.set(key.to_owned(), value.clone()),
            None => {}
        }
    }
    for (key, value) in live.as_object().into_iter().flatten() {
        if own.get(key).is_none() && !is_filled_in(key, value) {
            merged.set(key.clone(), Tree::Leaf(value.clone(), Source::Constant));
        }
    }
    match rendered {
        Tree::Leaf(_, source) if merged.is_empty() => Tree::Leaf(json!({}), source.clone()),
        _ => Tree::Map(merged),
    }
}

fn is_filled_in(key: &str, value: &Value) -> bool {
    let is_default = |(known, default): &(&str, &str)| {
        *known == key && serde_json::from_str::<Value>(default).is_ok_and(|default| default == *value)
    };
    let is_all_filled_in = |members: &serde_json::Map<String, Value>| {
        !members.is_empty() && members.iter().all(|(key, value)| is_filled_in(key, value))
    };
    ADDED.contains(&key) || DEFAULTS.iter().any(is_default) || value.as_object().is_some_and(is_all_filled_in)
}

fn list(items: &[Tree], lives: &[Value]) -> Tree {
    let key = KEYS.into_iter().find(|key| {
        items.iter().all(|item| item.at(key).and_then(Tree::text).is_some()) && lives.iter().all(|live| live[*key].is_string())
    });
    let Some(key) = key else {
        let pairs = lives.iter().enumerate().map(|(index, live)| match items.get(index) {
            Some(item) => beside(item, live),
            None => Tree::Leaf(live.clone(), Source::Constant),
        });
        return Tree::List(pairs.collect());
    };
    let name = |item: &Tree| item.at(key).and_then(Tree::text).map(ToOwned::to_owned);
    let mut rest: Vec<&Value> = lives.iter().collect();
    let mut merged = Vec::new();
    for item in items {
        let at = rest.iter().position(|live| live[key].as_str().map(ToOwned::to_owned) == name(item));
        merged.extend(at.map(|at| beside(item, rest.remove(at))));
    }
    merged.extend(rest.into_iter().map(|live| Tree::Leaf(live.clone(), Source::Constant)));
    Tree::List(merged)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{constant, sourced};

    fn rendered() -> Tree {
        let env = |name: &'static str, value: &'static str| map().put("name", name).put("value", constant(value));
        map()
            .put("uid", sourced("<uid>", Source::Assumed("uid")))
            .put("replicas", constant(2))
            .put("dir", constant(json!({})))
            .put("env", vec![env("A", "1"), env("B", "")])
            .into()
    }

    #[test]
    fn what_the_server_fills_in_is_no_difference() {
        let live = json!({
            "uid": "0b5f", "replicas": 2, "dir": {}, "status": {"ready": 1}, "restartPolicy": "Always",
            "env": [{"name": "B"}, {"name": "A", "value": "1"}],
            "annotations": {"deployment.kubernetes.io/revision": "3"},
        });
        assert_eq!(live_tree(&rendered(), &live, false).json(), rendered().json());
    }

    #[test]
    fn everything_else_is() {
        let live = json!({"uid": "0b5f", "replicas": 3, "dir": {"medium": "Memory"}, "paused": true, "restartPolicy": "Never", "env": [{"name": "C"}]});
        let expected = json!({
            "uid": "<uid>", "replicas": 3, "dir": {"medium": "Memory"}, "env": [{"name": "C"}], "paused": true, "restartPolicy": "Never",
        });
        assert_eq!(live_tree(&rendered(), &live, false).json(), expected);
    }

    #[test]
    fn replicas_count_unless_others_decide_over_them() {
        let tree = Tree::from(map().put("spec", map().put("replicas", constant(1))));
        let live = json!({"spec": {"replicas": 5}});
        assert_eq!(live_tree(&tree, &live, false).json(), live);
        assert_eq!(live_tree(&tree, &live, true).json(), tree.json());
    }
}
