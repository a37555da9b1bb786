//! The embedded CRDs against the published ones of July 2026, keyword by keyword.

#![allow(clippy::expect_used, clippy::panic)]

#[path = "../../build/author.rs"]
mod author;
mod changes;
mod compact;
mod facts;
mod use_of;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use changes::Change;
use facts::Facts;
use omnia::crd::{Release, embedded};
use omnia::yaml;
use serde_json::Value;

/// Where the facts of the published CRDs are, one file a kind.
const FACTS: &str = "testdata/crds/2026-07";

/// What `current` has otherwise, and why.
const CHANGES: &str = "testdata/crds/current-differences.tsv";

/// How many differences of a kind a failure shows.
const SHOWN: usize = 40;

/// The published CRDs, by kind, from the folder that `OMNIA_PUBLISHED_CRDS` names.
fn published() -> Option<BTreeMap<String, Value>> {
    let folder = PathBuf::from(std::env::var_os("OMNIA_PUBLISHED_CRDS")?);
    let mut crds = BTreeMap::new();
    for entry in fs::read_dir(&folder).expect("OMNIA_PUBLISHED_CRDS is a folder") {
        let path = entry.expect("readable folder").path();
        if path.extension().is_some_and(|extension| extension == "yaml") {
            let crd = read_yaml(&path);
            let kind = crd["spec"]["names"]["kind"].as_str().expect("names.kind").to_owned();
            crds.insert(kind, crd);
        }
    }
    Some(crds)
}

/// The first document of a file, as the product's own reader sees it.
fn read_yaml(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let document = yaml::read_document(&text).unwrap_or_else(|error| panic!("{}: {error:?}", path.display()));
    serde_json::from_str(&yaml::to_json(&document.root, yaml::JsonForm::Sent)).expect("JSON")
}

fn facts_file(kind: &str) -> PathBuf {
    Path::new(FACTS).join(format!("{}.tsv", kind.to_lowercase()))
}

fn facts_of_published(kind: &str) -> Facts {
    let file = facts_file(kind);
    Facts::from_tsv(&fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display())))
}

/// The embedded CRDs of a release; only one when `OMNIA_KIND` names it.
fn embedded_facts(release: Release) -> Vec<(&'static str, Facts)> {
    let only = std::env::var("OMNIA_KIND").ok();
    let wanted = embedded::kinds().iter().filter(|kind| only.as_deref().is_none_or(|only| only.eq_ignore_ascii_case(kind.kind)));
    let facts = wanted.filter_map(|kind| {
        let crd = serde_json::from_slice(kind.described(release)?).expect("a blob is JSON");
        Some((kind.kind, Facts::of_crd(&crd)))
    });
    facts.collect()
}

/// Every kind has a CRD in every release.
#[test]
fn seventeen_kinds_are_embedded() {
    assert_eq!(embedded::kinds().len(), 17);
    for kind in embedded::kinds() {
        for release in Release::ALL {
            assert!(kind.blob(release).is_some() && kind.described(release).is_some(), "{} in {release}", kind.kind);
        }
    }
}

/// The build script has another reader of YAML than the product; both read the same in `crds/`.
#[test]
fn both_readers_agree_on_the_authored_files() {
    let folder = Path::new("crds");
    let generated = serde_json::from_slice(&fs::read(folder.join("kubernetes.json")).expect("types")).expect("JSON");
    let types = author::kubernetes_types(generated, &read_yaml(&folder.join("kubernetes-overlay.yaml"))).expect("types");
    for kind in embedded::kinds() {
        let file = format!("{}.yaml", kind.singular);
        let mut compact = read_yaml(&folder.join(&file));
        for release in Release::ALL {
            let overlay = folder.join(release.name()).join(&file);
            if overlay.exists() {
                author::merge(&mut compact, &read_yaml(&overlay));
            }
            let expanded = author::expand(&compact, &types).unwrap_or_else(|problem| panic!("{file}: {problem}"));
            let blob: Value = serde_json::from_slice(kind.described(release).expect("a blob")).expect("JSON");
            assert!(expanded == blob, "{} in {release}", kind.kind);
        }
    }
}

/// `kubernetes.json` holds the types that the CRDs use, and no others.
#[test]
fn every_kubernetes_type_is_used() {
    let generated: Value = serde_json::from_slice(&fs::read("crds/kubernetes.json").expect("types")).expect("JSON");
    let mut wanted = Vec::new();
    for folder in ["crds", "crds/2026-07"] {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("readable").path();
            if path.extension().is_some_and(|extension| extension == "yaml") {
                references(&read_yaml(&path), &mut wanted);
            }
        }
    }
    let mut used = BTreeSet::new();
    while let Some(name) = wanted.pop() {
        if used.insert(name.clone()) {
            references(&generated[&name], &mut wanted);
        }
    }
    let held: BTreeSet<_> = generated.as_object().expect("types by name").keys().cloned().collect();
    assert_eq!(used, held);
}

/// Collects the Kubernetes types that a schema refers to.
fn references(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            found.extend(members.get("$kubernetes").and_then(Value::as_str).map(str::to_owned));
            members.values().for_each(|member| references(member, found));
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}

/// Release `2026-07` is what was published, in every keyword.
#[test]
fn release_2026_07_is_as_published() {
    let mut report = String::new();
    for (kind, ours) in embedded_facts(Release::R2026_07) {
        let differences = ours.differences(&facts_of_published(kind));
        for difference in differences.iter().take(SHOWN) {
            report += &format!("  {kind} {difference}\n");
        }
        if differences.len() > SHOWN {
            report += &format!("  {kind}: {} more\n", differences.len() - SHOWN);
        }
    }
    assert!(report.is_empty(), "the embedded release 2026-07 differs from the published CRDs:\n{report}");
}

/// What `current` has otherwise than the published CRDs, without reasons.
fn actual_changes() -> Vec<Change> {
    let facts = embedded_facts(Release::Current).into_iter();
    facts.flat_map(|(kind, ours)| changes::between(kind, &facts_of_published(kind), &ours)).collect()
}

fn listed_changes() -> Vec<Change> {
    let only = std::env::var("OMNIA_KIND").ok();
    let mut listed = changes::from_tsv(&fs::read_to_string(CHANGES).unwrap_or_default());
    listed.retain(|change| only.as_deref().is_none_or(|only| only.eq_ignore_ascii_case(&change.kind)));
    listed
}

/// `current` differs from the published CRDs exactly where the list says, and each difference has its reason.
#[test]
fn current_differs_only_as_listed() {
    let (actual, listed) = (actual_changes(), listed_changes());
    let mut report = String::new();
    for change in actual.iter().filter(|change| !listed.iter().any(|one| one.same(change))) {
        report += &format!("  not listed: {change}\n");
    }
    for change in listed.iter().filter(|change| !actual.iter().any(|one| one.same(change))) {
        report += &format!("  listed, but not so: {change}\n");
    }
    for change in listed.iter().filter(|change| change.why.len() < 4) {
        report += &format!("  without a reason: {change}\n");
    }
    assert!(
        report.is_empty(),
        "{CHANGES} (`cargo test --test crd_embedded -- --ignored write_changes` adds and drops lines):\n{report}"
    );
}

/// Writes the list of differences anew, keeping the reasons that stand there; run by hand.
#[test]
#[ignore = "writes testdata"]
fn write_changes() {
    assert!(std::env::var_os("OMNIA_KIND").is_none(), "the list is written for all kinds at once");
    let (mut actual, listed) = (actual_changes(), listed_changes());
    for change in &mut actual {
        change.why = listed.iter().find(|one| one.same(change)).map(|one| one.why.clone()).unwrap_or_default();
    }
    fs::write(CHANGES, changes::to_tsv(&actual)).expect("writable testdata");
}

/// Writes the files of facts anew; run by hand, with `OMNIA_PUBLISHED_CRDS`.
#[test]
#[ignore = "writes testdata"]
fn write_facts() {
    for (kind, crd) in published().expect("OMNIA_PUBLISHED_CRDS") {
        fs::write(facts_file(&kind), Facts::of_crd(&crd).to_tsv()).expect("writable testdata");
    }
}

/// The files of facts tell what the published CRDs say.
#[test]
fn facts_are_those_of_the_published_crds() {
    let Some(crds) = published() else {
        eprintln!("NOT CHECKED: OMNIA_PUBLISHED_CRDS is unset, so the facts in {FACTS} are taken as they are");
        return;
    };
    assert_eq!(crds.len(), 17);
    for (kind, crd) in crds {
        let text = fs::read_to_string(facts_file(&kind)).expect("a file of facts for each kind");
        let differences = Facts::of_crd(&crd).differences(&Facts::from_tsv(&text));
        assert!(differences.is_empty(), "{kind}: {}", differences[0]);
    }
}
