//! `auth`: which commands a user may use.

use serde_json::{Value, json};

use crate::{
    commands::{fits, run, said},
    script::{Asked, Reply, Script},
};

/// The manifests alone, with a binding to who asks.
#[test]
fn what_is_missing_is_printed_to_be_applied() {
    let script = server(|verb, _, _| verb != "patch");
    let (code, text, errors) = ask(&script, &["promote", "-n", "team-a", "-o", "role"]);
    assert_eq!((code, errors.as_str()), (1, ""), "{text}");
    let pages: Vec<&str> = text.split("---\n").collect();
    let [role, binding] = pages[..] else { panic!("{text}") };
    let name = |page: &str| page.lines().find_map(|line| line.strip_prefix("  name: ").map(str::to_owned)).unwrap();
    assert!(role.contains("kind: Role\n") && role.contains("- agentruntimes/status\n"), "{role}");
    assert!(binding.contains("kind: RoleBinding\n") && binding.contains("  kind: User\n  name: jane\n"), "{binding}");
    assert_eq!(name(role), name(binding));
    let (code, text, errors) = ask(&server(|_, _, _| true), &["promote", "-o", "role"]);
    assert_eq!((code, text.as_str(), errors.as_str()), (0, "", "nothing is missing\n"));
}

/// A server that allows what `allows` says of verb, resource (with its subresource, or a path) and namespace.
fn server(allows: impl Fn(&str, &str, &str) -> bool + Send + Sync + 'static) -> Script {
    Script::new(move |asked: &Asked, _| {
        if asked.line.ends_with("/selfsubjectreviews") {
            return Reply::ok(&json!({"status": {"userInfo": {"username": "jane"}}}));
        }
        let body: Value = serde_json::from_str(&asked.body).unwrap();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let allowed = match body["spec"]["nonResourceAttributes"].as_object() {
            Some(url) => allows(&text(&url["verb"]), &text(&url["path"]), ""),
            None => {
                let asked = &body["spec"]["resourceAttributes"];
                let (resource, sub) = (text(&asked["resource"]), text(&asked["subresource"]));
                let resource = if sub.is_empty() { resource } else { format!("{resource}/{sub}") };
                allows(&text(&asked["verb"]), &resource, &text(&asked["namespace"]))
            }
        };
        Reply::ok(&json!({"status": {"allowed": allowed}}))
    })
}

fn ask(script: &Script, arguments: &[&str]) -> (i32, String, String) {
    said(&run(script, &[&["auth"], arguments].concat()).0)
}

#[test]
fn who_may_everything_is_told_so_and_gets_no_role() {
    let script = server(|_, _, _| true);
    let (code, text, errors) = ask(&script, &["-n", "team-a"]);
    assert_eq!((code, errors.as_str()), (0, ""), "{text}");
    assert!(text.contains("namespace   team-a"), "{text}");
    assert!(text.contains("\nrollout plan             yes: it asks no cluster\n"), "{text}");
    assert!(!text.contains("with a detour") && !text.contains("without ") && !text.contains("administrator"), "{text}");
    // Each right is asked about once, whatever number of commands needs it, and in the namespace.
    let mut bodies: Vec<String> = script.asked().into_iter().map(|asked| asked.body).collect();
    let number = bodies.len();
    bodies.sort();
    bodies.dedup();
    assert_eq!(bodies.len(), number);
    assert!(bodies.iter().any(|body| body.contains("\"namespace\":\"team-a\"")), "{bodies:?}");
}

#[test]
fn what_is_refused_is_a_no_with_the_role_that_is_missing() {
    let script = server(|verb, resource, _| (verb, resource) != ("patch", "agentruntimes"));
    let (code, text, errors) = ask(&script, &["rollout", "rollback", "-n", "team-a"]);
    assert_eq!((code, errors.as_str()), (1, ""), "{text}");
    assert!(text.contains("rollout rollback   no\n"), "{text}");
    assert!(text.contains("\nneeds patch agentruntimes (omnia.altairalabs.ai)\n  in: rollout rollback\n"), "{text}");
    let role = text.split_once("administrator to apply:\n\n").unwrap().1;
    for line in ["kind: Role\n", "namespace: team-a\n", "- agentruntimes\n", "- patch\n"] {
        assert!(role.contains(line), "{role}");
    }
}

/// Who may not patch the status goes through the spec; who may neither cannot promote.
#[test]
fn promotion_without_the_status_is_a_detour() {
    let script = server(|_, resource, _| resource != "agentruntimes/status");
    let (code, text, _) = ask(&script, &["promote"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("rollout promote          with a detour\n"), "{text}");
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("replaced in the spec by a setWeight") && words.contains("the remaining steps are cut off"), "{text}");
    assert!(text.contains("- agentruntimes/status\n"), "{text}");
    let script = server(|verb, _, _| verb != "patch");
    let (code, text, _) = ask(&script, &["promote", "-o", "json"]);
    assert_eq!(code, 1);
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["kind"], "Auth");
    for command in report["commands"].as_array().unwrap() {
        assert_eq!(command["permission"], "no", "{command}");
        assert_eq!(command["lacks"][0]["resources"], json!(["agentruntimes/status"]));
    }
}

/// With -A a right in each of the namespaces is none, and it takes a ClusterRole.
#[test]
fn all_namespaces_are_asked_for_as_one() {
    let script = server(|_, resource, namespace| !(resource == "promptpacks" && namespace.is_empty()));
    let (code, text, _) = ask(&script, &["packs", "-n", "team-a"]);
    assert_eq!(code, 0, "{text}");
    let (code, text, errors) = ask(&script, &["packs", "-A"]);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("all namespaces") && text.contains("kind: ClusterRole\n"), "{text}");
    assert_eq!(errors, "");
    let (code, _, errors) = ask(&script, &["promote", "-A"]);
    assert_eq!(code, 2);
    assert!(errors.contains("rollout promote works in one namespace"), "{errors}");
    let (_, text, errors) = ask(&script, &["-A"]);
    assert!(errors.contains("note: commands that work in one namespace are left out"), "{errors}");
    assert!(!text.contains("rollout promote"), "{text}");
}

/// Single kinds that may not be read leave the others; without any kind there is nothing to check.
#[test]
fn a_kind_that_is_closed_is_no_end() {
    let (code, text, _) = ask(&server(|_, resource, _| resource != "providers"), &["lint"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("lint TYPE/NAME     with a detour\n") && text.contains("get providers"), "{text}");
    let (code, text, _) = ask(&server(|verb, _, _| verb != "list"), &["lint"]);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("lint --live PATH   with a detour\n") && text.contains("lint --live        no\n"), "{text}");
}

#[test]
fn a_server_that_does_not_answer_is_no_answer() {
    for (reply, expected) in [
        (Reply::status(500, "", "etcd is gone", ""), "etcd is gone"),
        (Reply::ok(&json!({"status": {}})), "does not say whether that is allowed"),
    ] {
        let (code, text, errors) = ask(&Script::always(reply), &["packs"]);
        assert_eq!((code, text.as_str()), (3, ""), "{errors}");
        assert!(errors.contains(expected), "{errors}");
    }
    let script = server(|_, _, _| true);
    let (code, _, errors) = ask(&script, &["nonsense"]);
    assert_eq!(code, 2);
    assert!(errors.contains("no command \"nonsense\" asks a cluster"), "{errors}");
    assert_eq!(ask(&script, &["--offline"]).0, 2);
    assert!(script.asked().is_empty());
}

#[test]
fn json_fits_its_schema() {
    fits(&server(|_, _, _| true), "auth.json", &["auth"], &["", "/commands/0"]);
    let there = ["/commands/0/lacks/0", "/roles/0", "/bindings/0"];
    fits(&server(|verb, _, _| verb != "patch"), "auth.json", &["auth", "promote"], &there);
    fits(&server(|_, _, _| false), "auth.json", &["auth", "-A"], &there);
}
