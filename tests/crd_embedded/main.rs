//! The embedded CRDs against the published ones of July 2026, keyword by keyword.

#![allow(clippy::expect_used, clippy::panic)]

mod facts;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use facts::Facts;
use serde_json::Value;

/// Where the facts of the published CRDs are, one file a kind.
const FACTS: &str = "testdata/crds/2026-07";

/// The published CRDs, by kind, from the folder that `OMNIA_PUBLISHED_CRDS` names.
fn published() -> Option<BTreeMap<String, Value>> {
    let folder = PathBuf::from(std::env::var_os("OMNIA_PUBLISHED_CRDS")?);
    let mut crds = BTreeMap::new();
    for entry in fs::read_dir(&folder).expect("OMNIA_PUBLISHED_CRDS is a folder") {
        let path = entry.expect("readable folder").path();
        if path.extension().is_some_and(|extension| extension == "yaml") {
            let crd: Value = serde_saphyr::from_str(&fs::read_to_string(&path).expect("readable file")).expect("YAML");
            let kind = crd["spec"]["names"]["kind"].as_str().expect("names.kind").to_owned();
            crds.insert(kind, crd);
        }
    }
    Some(crds)
}

fn facts_file(kind: &str) -> PathBuf {
    Path::new(FACTS).join(format!("{}.tsv", kind.to_lowercase()))
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
