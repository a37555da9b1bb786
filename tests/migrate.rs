//! `migrate`: a case for each entry of the table, what is left to people, and that nothing else changes.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::{collections::BTreeSet, fs, path::PathBuf, sync::Arc};

use omnia::{
    apiserver::{KubeVersion, Operation, Request},
    crd::{
        Catalog, Lookup, Release,
        explain::{follow, steps},
    },
    lint::{
        Linter,
        history::{Fate, HISTORY, Past, RENAMED_KINDS, VALUES},
    },
    migrate::{self, Migrated},
    yaml::{Text, read},
};
use proptest::prelude::*;

const API: &str = "omnia.altairalabs.ai/v1alpha1";

fn migrated_to(release: Release, text: &str) -> Migrated {
    let catalog = Catalog::new(release);
    let linter = Linter {
        catalog: &catalog,
        newest: None,
        release: Some(release),
        request: Request { operation: Operation::Apply, release: KubeVersion::default(), namespace: None, source: "a.yaml" },
        strict_kinds: false,
        others_expected: false,
        stored: None,
        trace: false,
        operator: None,
    };
    migrate::migrate(&Arc::new(Text::new(text.as_bytes().to_vec()).unwrap()), &linter)
}

fn migrated(text: &str) -> Migrated {
    migrated_to(Release::Current, text)
}

/// The text after migration, and what is left as messages and helps.
fn after(text: &str) -> (String, Vec<(String, String)>) {
    let migrated = migrated(text);
    let left = migrated.left.into_iter().map(|left| (left.message, left.help)).collect();
    (migrated.text.as_str().to_owned(), left)
}

fn cases() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("testdata/migrate")
}

/// The entries of the table that change something, as their cases are called.
fn entries() -> BTreeSet<String> {
    let fields = HISTORY.iter().filter(|past| past.fate != Fate::Ask);
    let fields = fields.map(|past| format!("{}-{}", past.kind, past.path.replace("[]", "")));
    let values = VALUES.iter().filter(|past| past.fate != Fate::Ask);
    let values = values.map(|past| format!("{}-{}-{}", past.kind, past.path, past.value));
    let kinds = RENAMED_KINDS.iter().map(|(kind, _)| format!("{kind}-kind"));
    fields.chain(values).chain(kinds).collect()
}

#[test]
fn every_entry_has_its_case() {
    let found: BTreeSet<String> =
        fs::read_dir(cases()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(found, entries());
}

/// The schema takes what comes out, and a second run finds nothing to do.
#[test]
fn cases_become_what_they_should() {
    for case in entries() {
        let [before, after] =
            ["before.yaml", "after.yaml"].map(|name| fs::read_to_string(cases().join(&case).join(name)).unwrap());
        let release = before.lines().next().and_then(|line| line.strip_prefix("# to: "));
        let release: Release = release.map_or_else(Release::default, |name| name.parse().unwrap());
        for end in ["\n", "\r\n"] {
            let (before, after) = (before.replace('\n', end), after.replace('\n', end));
            let once = migrated_to(release, &before);
            assert_eq!(once.text.as_str(), after, "{case}");
            assert!(!once.changes.is_empty() && once.objects == 1, "{case}");
            assert_eq!(once.left, [], "{case}");
            let twice = migrated_to(release, &after);
            assert_eq!((twice.text.as_str(), &twice.changes[..]), (&*after, &[][..]), "{case}");
        }
    }
}

fn is_known(release: Release, kind: &str, path: &str) -> bool {
    let catalog = Catalog::new(release);
    let Lookup::Found(found) = catalog.find(API, kind) else { panic!("{kind}") };
    follow("", &found.version.schema, &steps(path)).is_ok()
}

/// The table agrees with the embedded schemas: what moves is refused where it was and taken where it goes, in some release.
#[test]
fn the_table_fits_the_schemas() {
    for past in HISTORY {
        let fits = |release| match past.fate {
            Fate::Move(to) => {
                is_known(release, past.kind, to) && (past.is_superseded || !is_known(release, past.kind, past.path))
            }
            Fate::Drop => past.is_superseded == is_known(release, past.kind, past.path),
            Fate::Ask | Fate::Become(_) => true,
        };
        assert!(Release::ALL.into_iter().any(fits), "{} {}", past.kind, past.path);
    }
}

/// A JSON object that has nothing but the field.
fn with_field(past: &Past, value: &str) -> String {
    let mut text = value.to_owned();
    for part in past.path.split('.').rev() {
        text = match part.strip_suffix("[]") {
            Some(name) => format!("{{\"{name}\": [{text}]}}"),
            None => format!("{{\"{part}\": {text}}}"),
        };
    }
    format!("{{\"apiVersion\": \"{API}\", \"kind\": \"{}\", \"metadata\": {{\"name\": \"a\"}}, {}\n", past.kind, &text[1..])
}

#[test]
fn what_is_left_to_people_is_reported_and_left_alone() {
    let mut asked = 0;
    for past in HISTORY.iter().filter(|past| past.fate == Fate::Ask) {
        if is_known(Release::Current, past.kind, past.path) {
            continue;
        }
        asked += 1;
        let text = with_field(past, "{\"x\": 1}");
        let field = past.path.replace("[]", "[0]");
        let (now, left) = after(&text);
        assert_eq!(now, text);
        let message = format!("unknown field \"{field}\"");
        assert!(left.iter().any(|(said, help)| *said == message && help.contains(past.now)), "{field}: {left:?}");
    }
    assert!(asked > 20, "{asked}");
    for past in VALUES.iter().filter(|past| past.fate == Fate::Ask) {
        let path = past.path.split('.').rev().fold(format!("\"{}\"", past.value), |text, part| match part.strip_suffix("[]") {
            Some(name) => format!("{{\"{name}\": [{text}]}}"),
            None => format!("{{\"{part}\": {text}}}"),
        });
        let text = format!(
            "{{\"apiVersion\": \"{API}\", \"kind\": \"{}\", \"metadata\": {{\"name\": \"a\"}}, {}",
            past.kind,
            &path[1..]
        );
        let (now, left) = after(&text);
        assert_eq!(now, text);
        assert!(left.iter().any(|(_, help)| help == past.now), "{} {}: {left:?}", past.path, past.value);
    }
}

fn agent(spec: &str) -> String {
    format!(
        "apiVersion: {API}\nkind: AgentRuntime\nmetadata: {{name: a}}\nspec:\n  promptPackRef: {{name: p, version: 1.0.0}}\n{spec}"
    )
}

/// Two that contradict each other, or one that means something else than the table says.
#[test]
fn conflicts_are_left_to_people() {
    let facades = "  facades: [{type: websocket}]\n";
    let provider =
        |spec: &str| format!("apiVersion: {API}\nkind: Provider\nmetadata: {{name: a}}\nspec:\n  type: claude\n{spec}");
    let registry = |handler: &str| {
        format!(
            "apiVersion: {API}\nkind: ToolRegistry\nmetadata: {{name: a}}\nspec:\n  handlers:\n  - name: h\n    type: http\n{handler}"
        )
    };
    let cases = [
        (
            agent(&format!("{facades}  session: {{type: memory}}\n  context: {{type: memory}}\n")),
            "spec.context is there beside spec.session",
        ),
        (agent(&format!("{facades}  facade: {{port: 1}}\n")), "spec.facades is there beside spec.facade"),
        (agent(&format!("{facades}  providerRef: {{name: x}}\n  providers: []\n")), "spec.providers is there beside"),
        (agent("  facade: {type: websocket, a2a: {enabled: true}}\n"), "a block a2a beside type websocket"),
        (agent(&format!("{facades}  a2a: {{taskTTL: 1h}}\n")), "spec.facades has no item with type: a2a"),
        (agent("  facades: [{type: mcp, mcp: {enabled: false}}]\n"), "an entry with type: mcp switches the protocol on"),
        (agent("  facades: [{type: rest, mcp: {enabled: true}}]\n"), "an entry with type: mcp switches the protocol on"),
        (agent(&format!("{facades}  externalAuth: {{allowManagementPlane: false}}\n")), "each facade has managementPlane"),
        (
            agent("  facades: [{type: a2a, a2a: {clients: [{name: x, url: u}]}}]\n  a2aClients: []\n"),
            "spec.a2aClients is there beside",
        ),
        (
            agent(&format!("{facades}  x: &x {{type: memory}}\n  session: &s {{type: memory}}\n  context: *s\n")),
            "beside spec.session",
        ),
        (provider("  secretRef: {name: k}\n  credential: {envVar: K}\n"), "spec.credential is there too"),
        (registry("    auth: {type: serviceAccount}\n    httpConfig: {authType: basic}\n"), "the handler has an auth already"),
        (registry("    httpConfig: {authType: digest}\n"), "auth knows the types bearer and basic"),
        (registry("    httpConfig: {authSecretRef: {name: s, key: k}}\n"), "write auth: {type: ..., secretRef: ...}"),
    ];
    for (text, reason) in cases {
        let (now, left) = after(&text);
        assert_eq!(now, text);
        assert!(left.iter().any(|(_, help)| help.contains(reason)), "{text}\n{left:?}");
    }
}

/// What an alias or a merge key brings in is shared with other places, which must not change.
#[test]
fn anchors_and_aliases() {
    let text =
        agent("  facades: &f [{type: websocket}]\n  session: &s {type: memory}   # own\n  framework: {version: &v \"1\"}\n");
    let (now, left) = after(&text);
    assert_eq!(now, text.replace("session:", "context:").replace("{version: &v \"1\"}", "{}"));
    assert_eq!(left, []);
    let merged = agent("  facades:\n  - type: websocket\n  session:\n    <<: *s\n")
        .replace("metadata: {name: a}", "metadata: {name: a, annotations: &s {type: memory}}");
    assert_eq!(after(&merged).0, merged.replace("session:", "context:"));
    let shared = "apiVersion: omnia.altairalabs.ai/v1alpha1\nkind: Provider\nmetadata:\n  name: a\n  annotations: &x {secretRef: k}\nspec:\n  <<: *x\n  type: claude\n";
    let (now, left) = after(shared);
    assert_eq!(now, shared);
    assert!(left.iter().any(|(_, help)| help.contains("comes from an alias or a merge key")), "{left:?}");
}

/// JSON stays JSON, lists are walked into, and null is no value to move.
#[test]
fn json_lists_and_nulls() {
    let object = "{\"apiVersion\": \"omnia.altairalabs.ai/v1alpha1\", \"kind\": \"Provider\", \"metadata\": {\"name\": \"a\"}, \"spec\": {\"type\": \"claude\", \"secretRef\": {\"name\": \"k\"}, \"platform\": {\"type\": \"aws\"}}}";
    let expected = object
        .replace("\"secretRef\": {\"name\": \"k\"}", "\"credential\": {\"secretRef\": {\"name\": \"k\"}}")
        .replace("\"aws\"", "\"bedrock\"");
    let (now, _) = after(object);
    assert_eq!(now, expected);
    assert!(serde_json::from_str::<serde_json::Value>(&now).is_ok());
    let list = format!("{{\"apiVersion\": \"v1\", \"kind\": \"List\", \"items\": [{object}]}}");
    let migrated = migrated(&list);
    assert_eq!(migrated.text.as_str(), list.replace(object, &expected));
    assert_eq!(migrated.changes[0].what, "spec.secretRef is spec.credential.secretRef now");
    let empty = agent("  facades: [{type: websocket}]\n  session:\n  runtime: {}\n");
    assert_eq!(after(&empty).0, empty.replace("  session:\n", ""));
}

/// Objects of others, and texts that cannot be read, are left alone.
#[test]
fn what_is_none_of_omnias_stays() {
    for text in ["kind: Provider\napiVersion: other.example/v1\nspec: {secretRef: {name: k}}\n", "a: [\n", "", "# nothing\n"] {
        let migrated = migrated(text);
        assert_eq!((migrated.text.as_str(), migrated.changes.len()), (text, 0));
    }
    let broken = format!("{}---\na: [\n", agent("  session: {type: memory}\n"));
    let (now, left) = after(&broken);
    assert_eq!(now, broken);
    assert!(left.iter().any(|(_, help)| help.contains("mend that, then migrate it")), "{left:?}");
}

/// Old fields as people write them, each with its comments.
const OLD: &[&[&str]] = &[
    &["  # @\n  session: # @\n    # @\n    type: memory   # @\n", "  session: {type: memory} # @\n"],
    &["  # @\n  facade:   # @\n\n    type: websocket # @\n    # @\n    port: 8080\n", "  facade: {port: 8080}   # @\n"],
    &["  # @\n  providerRef: # @\n      name:  x\n", "  providerRef: {name:   'x'} # @\n"],
    &["  podOverrides:\n    # @\n    affinity: # @\n      nodeAffinity: {}\n    labels: {a: b} # @\n"],
    &["  rollout:\n    # @\n    candidate: {promptPackVersion: '2.0.0'} # @\n    steps: [{setWeight: 10}]\n"],
    &["  # @\n  toolRegistryRef:  {name:   t} # @\n"],
];

/// A manifest, and how many comments are in it.
fn manifest() -> impl Strategy<Value = (String, usize)> {
    let field = |choices: &'static [&'static str]| prop::option::of(prop::sample::select(choices));
    let fields: Vec<_> = OLD.iter().map(|choices| field(choices)).collect();
    let line_break = prop::sample::select(vec!["\n", "\r\n"]);
    (fields, any::<[bool; 2]>(), line_break).prop_flat_map(|(fields, [ends, another], end)| {
        let chosen: Vec<&str> = fields.into_iter().flatten().collect();
        Just(chosen).prop_shuffle().prop_map(move |chosen| {
            let mut text = agent(&chosen.concat());
            if another {
                text = format!("a:   1 # @\n---\n{text}---\n# @\nspec: {{session:   {{}}}}\n");
            }
            let comments = text.matches('@').count();
            for index in 0..comments {
                text = text.replacen('@', &format!("c{index}."), 1);
            }
            let text = if ends { text } else { text.trim_end().to_owned() };
            (text.replace('\n', end), comments)
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn comments_and_other_documents_stay_and_a_second_run_finds_nothing((text, comments) in manifest()) {
        let once = migrated(&text);
        let now = once.text.as_str();
        for index in 0..comments {
            prop_assert_eq!(now.matches(&format!("# c{index}.")).count(), 1, "{}", now);
        }
        for old in ["\n  session:", "\n  facade:", "\n  providerRef:", "promptPackVersion"] {
            prop_assert!(!now.contains(old), "{}", now);
        }
        if let Some((before, _)) = text.split_once("---") {
            prop_assert!(now.starts_with(before));
            let last = |text: &str| text.rsplit_once("---").map(|(_, last)| last.to_owned());
            prop_assert_eq!(last(now), last(&text));
        }
        prop_assert_eq!(text.contains("\r\n"), now.contains("\r\n"));
        prop_assert_eq!(now.replace("\r\n", "").contains('\r'), false);
        prop_assert!(read(&once.text).error.is_none());
        let kept = text.lines().filter(|line| line.contains("toolRegistryRef"));
        for line in kept {
            prop_assert!(now.lines().any(|other| other == line));
        }
        let twice = migrated(now);
        prop_assert_eq!(twice.text.as_str(), now);
        prop_assert!(twice.changes.is_empty());
    }
}
