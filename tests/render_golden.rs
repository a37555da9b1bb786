//! Rendering against what the operator of 2026-07 made of the manifests in `testdata/render`, object by object and field by field.
//!
//! `OMNIA_GOLDEN_KIND=Service` looks at one kind only, also at one that is not done; `OMNIA_GOLDEN_CASE=190` at the cases whose names
//! begin so. Four inputs are quoted where YAML 1.1 reads a truth value (`y`, `n`), which their recorder did not.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, clippy::print_stderr, reason = "this is a test")]

mod support;

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use k8s_openapi::api::{
    apps::v1 as apps, autoscaling::v2 as autoscaling, core::v1 as core, policy::v1 as policy, rbac::v1 as rbac,
};
use omnia::{
    apiserver::{KubeVersion, Operation, Request},
    crd::{Catalog, Release},
    render::{
        Rendered, Renderer,
        operator::{Operator, Overrides},
    },
    world::{Scope, World, load},
    yaml::{self, JsonForm, Text, to_json},
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

/// The kinds whose objects must be equal.
const DONE: &[&str] = &[
    "ClusterRoleBinding",
    "ConfigMap",
    "Deployment",
    "DestinationRule",
    "HTTPRoute",
    "HorizontalPodAutoscaler",
    "PodDisruptionBudget",
    "Role",
    "RoleBinding",
    "ScaledObject",
    "Secret",
    "Service",
    "ServiceAccount",
    "VirtualService",
];

/// How many differences are shown.
const SHOWN: usize = 60;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/render")
}

/// The documents of a file; none when it is not there.
fn documents(path: &Path) -> Vec<Value> {
    let Ok(bytes) = fs::read(path) else { return Vec::new() };
    let text = Text::new(bytes).unwrap();
    let read = yaml::read(&text);
    assert_eq!(read.error, None, "{}", path.display());
    let json = |document: &yaml::Document<'_>| serde_json::from_str(&to_json(&document.root, JsonForm::Sent)).unwrap();
    read.documents.iter().map(json).filter(|value: &Value| !value.is_null()).collect()
}

/// `Kind/namespace/name`.
fn id(object: &Value) -> String {
    let part = |pointer: &str| object.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
    format!("{}/{}/{}", part("/kind"), part("/metadata/namespace"), part("/metadata/name"))
}

fn kind(id: &str) -> &str {
    id.split('/').next().unwrap_or_default()
}

/// An operator's settings and what cannot be predicted under them.
struct Suite {
    name: String,
    meta: Value,
    operator: Operator,
}

impl Suite {
    fn all() -> Vec<Self> {
        let names = fs::read_dir(root()).unwrap().filter_map(|entry| {
            let name = entry.unwrap().file_name().into_string().unwrap();
            name.strip_suffix(".meta.yaml").map(str::to_owned)
        });
        let mut names: Vec<_> = names.collect();
        names.sort();
        names.into_iter().map(Self::read).collect()
    }

    fn read(name: String) -> Self {
        let path = root().join(format!("{name}.meta.yaml"));
        let text = Text::new(fs::read(&path).unwrap()).unwrap();
        let operator = Operator::from_text(&name, &text, &Overrides::default()).unwrap();
        let meta = documents(&path).remove(0);
        Self { name, meta, operator }
    }

    /// Whether a difference at `path` of the object is one that the operator itself would have from run to run.
    fn accepts(&self, case: &str, id: &str, path: &str, rendered: &Value) -> bool {
        let mut parts = id.split('/');
        let object = format!("{}/{}", parts.next().unwrap(), parts.nth(1).unwrap());
        self.meta["unpredictable"].as_array().unwrap().iter().any(|entry| {
            let place = format!("{object} {path}");
            entry["case"] == case
                && entry["path"] == place.as_str()
                && (entry["accepted"] == "any"
                    || entry["accepted"].as_array().is_some_and(|accepted| accepted.contains(rendered)))
        })
    }
}

fn world(input: &Path) -> World {
    let catalog = Catalog::new(Release::R2026_07);
    let source = "input.yaml";
    let request = Request { operation: Operation::Apply, release: KubeVersion::default(), namespace: None, source };
    let text = Arc::new(Text::new(fs::read(input).unwrap()).unwrap());
    let loaded = load(source, text, &catalog, &request);
    assert!(loaded.error.is_none() && loaded.failed.is_empty(), "{}", input.display());
    let mut world = World::new(Scope::Complete);
    for object in loaded.objects {
        assert!(object.accepted, "{}: {}", input.display(), object.id());
        assert!(world.add(object).is_none(), "{}", input.display());
    }
    world
}

/// All that one operator makes of one case.
struct Run<'s> {
    case: String,
    suite: &'s Suite,
    folder: PathBuf,
    rendered: Vec<(String, Rendered)>,
}

impl<'s> Run<'s> {
    fn new(case: &str, world: &World, suite: &'s Suite) -> Self {
        let agents = world.of_kind("AgentRuntime");
        let renderer = Renderer::new(world, &suite.operator, Release::R2026_07);
        let rendered = agents.map(|agent| (agent.name.clone(), renderer.render(agent))).collect();
        Self { case: case.to_owned(), suite, folder: root().join(case).join(&suite.name), rendered }
    }

    fn objects(&self, refused: bool) -> BTreeMap<String, Value> {
        let created = self.rendered.iter().flat_map(|(_, rendered)| &rendered.objects);
        let objects = created.filter(|created| created.refused.is_some() == refused).map(|created| created.tree.json());
        objects.map(|object| (id(&object), object)).collect()
    }

    fn differences(&self) -> Vec<Difference> {
        let expected = |name: &str| documents(&self.folder.join(name));
        let by_id = |objects: Vec<Value>| objects.into_iter().map(|object| (id(&object), object)).collect::<BTreeMap<_, _>>();
        let refused = expected("refused.yaml").into_iter().map(|entry| entry["object"].clone()).collect();
        let patches = self.rendered.iter().flat_map(|(_, rendered)| &rendered.patches).map(omnia::render::Tree::json).collect();
        let mut differences = self.compare("", &by_id(expected("expected.yaml")), &self.objects(false));
        differences.extend(self.compare("refused ", &by_id(refused), &self.objects(true)));
        differences.extend(self.compare("patched ", &by_id(expected("patched.yaml")), &by_id(patches)));
        differences.extend(self.reasons());
        differences
    }

    fn compare(&self, what: &str, expected: &BTreeMap<String, Value>, rendered: &BTreeMap<String, Value>) -> Vec<Difference> {
        let mut differences = Vec::new();
        for id in expected.keys().chain(rendered.keys()).collect::<BTreeSet<_>>() {
            let mut found = Vec::new();
            compare("", expected.get(id), rendered.get(id), &mut found);
            let accepted = |(path, _, rendered): &(String, _, Option<&Value>)| {
                rendered.is_some_and(|rendered| self.suite.accepts(&self.case, id, path, rendered))
            };
            found.retain(|difference| !accepted(difference));
            differences.extend(found.into_iter().map(|(path, expected, rendered)| {
                let text = format!("{}\n    expected {}\n    rendered {}", path, short(expected), short(rendered));
                Difference { kind: kind(id).to_owned(), text: format!("{}/{} {what}{id} {text}", self.case, self.suite.name) }
            }));
        }
        differences
    }

    /// Where the operator says no, so does the rendering, with the same reason.
    fn reasons(&self) -> Vec<Difference> {
        let mut differences = Vec::new();
        let statuses = documents(&self.folder.join("status.yaml"));
        for (name, rendered) in &self.rendered {
            let Some(blocked) = rendered.blocked.as_ref().filter(|blocked| !blocked.condition.is_empty()) else { continue };
            let status = statuses.iter().find(|status| status["name"] == name.as_str());
            let conditions = status.and_then(|status| status["status"]["conditions"].as_array());
            let told = conditions.into_iter().flatten().any(|condition| {
                condition["type"] == blocked.condition && condition["reason"] == blocked.reason && condition["status"] == "False"
            });
            if !told {
                let text = format!("{}/{} {name}: no condition tells {blocked:?}", self.case, self.suite.name);
                differences.push(Difference { kind: "status".to_owned(), text });
            }
        }
        differences
    }
}

struct Difference {
    kind: String,
    text: String,
}

fn short(value: Option<&Value>) -> String {
    value.map_or_else(|| "nothing".to_owned(), |value| value.to_string().chars().take(300).collect())
}

type Found<'v> = (String, Option<&'v Value>, Option<&'v Value>);

fn compare<'v>(path: &str, expected: Option<&'v Value>, rendered: Option<&'v Value>, found: &mut Vec<Found<'v>>) {
    match (expected, rendered) {
        (Some(Value::Object(expected)), Some(Value::Object(rendered))) if !expected.is_empty() && !rendered.is_empty() => {
            for key in expected.keys().chain(rendered.keys()).collect::<BTreeSet<_>>() {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                compare(&path, expected.get(key), rendered.get(key), found);
            }
        }
        (Some(Value::Array(expected)), Some(Value::Array(rendered))) if expected.len() == rendered.len() => {
            for (index, (expected, rendered)) in expected.iter().zip(rendered).enumerate() {
                compare(&format!("{path}[{index}]"), Some(expected), Some(rendered), found);
            }
        }
        // The order of some keys changed from run to run of the operator.
        (Some(Value::String(expected)), Some(Value::String(rendered)))
            if path == "data.tools.yaml" && sorted_lines(expected) == sorted_lines(rendered) => {}
        (expected, rendered) if expected != rendered => found.push((path.to_owned(), expected, rendered)),
        _ => {}
    }
}

fn sorted_lines(text: &str) -> Vec<&str> {
    let mut lines: Vec<_> = text.lines().collect();
    lines.sort_unstable();
    lines
}

/// The cases with the operators that they were recorded with.
fn runs(suites: &[Suite]) -> Vec<Run<'_>> {
    let only = env::var("OMNIA_GOLDEN_CASE").unwrap_or_default();
    let mut cases: Vec<_> =
        fs::read_dir(root()).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()).collect();
    cases.sort();
    assert_eq!(cases.len(), 67);
    let mut runs = Vec::new();
    for folder in cases {
        let case = folder.file_name().unwrap().to_str().unwrap();
        if case.starts_with(&only) {
            let world = world(&folder.join("input.yaml"));
            let recorded = suites.iter().filter(|suite| folder.join(&suite.name).is_dir());
            runs.extend(recorded.map(|suite| Run::new(case, &world, suite)));
        }
    }
    runs
}

#[test]
fn objects_are_those_of_the_operator() {
    support::with_deep_stack(|| {
        let only = env::var("OMNIA_GOLDEN_KIND").ok();
        let counts = |kind: &str| only.as_deref().map_or(DONE.contains(&kind), |only| only == kind);
        let suites = Suite::all();
        let runs = runs(&suites);
        let mut per_kind: BTreeMap<String, usize> = BTreeMap::new();
        let mut shown = Vec::new();
        for difference in runs.iter().flat_map(Run::differences) {
            *per_kind.entry(difference.kind.clone()).or_default() += 1;
            if counts(&difference.kind) {
                shown.push(difference.text);
            }
        }
        let mut report = format!("{} runs; differences per kind: {per_kind:?}\n", runs.len());
        shown.iter().take(SHOWN).for_each(|text| writeln!(report, "{text}").unwrap());
        println!("{report}");
        assert!(shown.is_empty(), "{} differences\n{report}", shown.len());
    });
}

#[test]
fn every_value_has_a_source_and_every_assumption_is_told() {
    support::with_deep_stack(|| {
        let suites = Suite::all();
        for run in runs(&suites) {
            for (name, rendered) in &run.rendered {
                let told: BTreeSet<_> = rendered.assumptions.iter().map(|assumption| assumption.name).collect();
                for created in &rendered.objects {
                    for leaf in created.tree.leaves() {
                        let place = format!("{} {name} {} {}", run.case, created.id(), leaf.path);
                        assert!(!leaf.source.is_empty(), "{place} has no source");
                        for assumption in leaf.source.assumptions() {
                            assert!(told.contains(assumption), "{place}: {assumption} is not told");
                        }
                    }
                }
            }
        }
    });
}

/// Reads an object as Kubernetes' own type and writes it again.
type Typed = fn(&Value) -> Result<Value, serde_json::Error>;

fn typed<T: DeserializeOwned + Serialize>(object: &Value) -> Result<Value, serde_json::Error> {
    serde_json::to_value(T::deserialize(object)?)
}

/// The type of each kind of Kubernetes itself that is rendered.
const TYPES: &[(&str, Typed)] = &[
    ("ClusterRoleBinding", typed::<rbac::ClusterRoleBinding>),
    ("ConfigMap", typed::<core::ConfigMap>),
    ("Deployment", typed::<apps::Deployment>),
    ("HorizontalPodAutoscaler", typed::<autoscaling::HorizontalPodAutoscaler>),
    ("PodDisruptionBudget", typed::<policy::PodDisruptionBudget>),
    ("Role", typed::<rbac::Role>),
    ("RoleBinding", typed::<rbac::RoleBinding>),
    ("Secret", typed::<core::Secret>),
    ("Service", typed::<core::Service>),
    ("ServiceAccount", typed::<core::ServiceAccount>),
];

/// Kinds of others, which have no such type.
const FOREIGN: &[&str] = &["DestinationRule", "HTTPRoute", "ScaledObject", "VirtualService"];

#[test]
fn objects_have_the_shape_of_their_types() {
    support::with_deep_stack(|| {
        let suites = Suite::all();
        let mut seen = BTreeSet::new();
        for run in runs(&suites) {
            for created in run.rendered.iter().flat_map(|(_, rendered)| &rendered.objects) {
                seen.insert(created.kind().to_owned());
                let Some((_, read)) = TYPES.iter().find(|(kind, _)| *kind == created.kind()) else {
                    assert!(FOREIGN.contains(&created.kind()), "{}", created.id());
                    continue;
                };
                let object = created.tree.json();
                let written = read(&object).unwrap_or_else(|error| panic!("{} {}: {error}", run.case, created.id()));
                let mut found = Vec::new();
                compare("", Some(&object), Some(&written), &mut found);
                // What Go leaves out of an empty struct, the Rust type writes as an empty value.
                found.retain(|(_, rendered, written)| {
                    let grown = *rendered == Some(&json!({})) && written.is_some_and(Value::is_object);
                    rendered.is_some() && !grown
                });
                assert!(found.is_empty(), "{}/{} {}: {found:?}", run.case, run.suite.name, created.id());
            }
        }
        if env::var_os("OMNIA_GOLDEN_CASE").is_none() {
            let known = TYPES.iter().map(|(kind, _)| *kind).chain(FOREIGN.iter().copied());
            assert_eq!(known.filter(|kind| !seen.contains(*kind)).collect::<Vec<_>>(), [""; 0]);
        }
    });
}
