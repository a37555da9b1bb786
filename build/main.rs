//! Expands the CRDs of `crds/` and writes them, one blob a kind and release, where `src/crd/embedded.rs` includes them.

// What a build script has to say to cargo goes to standard output.
#![allow(clippy::print_stdout)]

mod author;

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::{Map, Value};

/// The releases besides `current`, as their folders are called.
const OVERLAYS: [&str; 1] = ["2026-07"];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=crds");
    println!("cargo::rerun-if-changed=build");
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is unset")?);
    let sources = Sources::read(Path::new("crds"))?;
    let mut written = BTreeMap::new();
    let mut table = String::from("[\n");
    let mut words = BTreeSet::new();
    for name in sources.names() {
        let mut releases = Vec::new();
        for release in std::iter::once(None).chain(OVERLAYS.map(Some)) {
            let crd = sources.crd(name, release)?;
            crd.iter().for_each(|crd| gather_words(crd, &mut words));
            releases.push(crd);
        }
        write_entry(&mut table, name, &releases, |blob| store(&out, name, blob, &mut written))?;
    }
    table.push_str("]\n");
    fs::write(out.join("embedded.rs"), table)?;
    // A line each, so that a word is one line.
    words.retain(|word| !word.is_empty() && !word.contains(['\n', '\r']));
    fs::write(out.join("words.txt"), words.into_iter().collect::<Vec<_>>().join("\n"))?;
    Ok(())
}

/// Adds the names of properties and the strings of enumerations and defaults.
fn gather_words(value: &Value, words: &mut BTreeSet<String>) {
    for (key, below) in value.as_object().into_iter().flatten() {
        match key.as_str() {
            "properties" => words.extend(below.as_object().into_iter().flatten().map(|(name, _)| name.clone())),
            "enum" | "default" => gather_strings(below, words),
            _ => {}
        }
        gather_words(below, words);
    }
    value.as_array().into_iter().flatten().for_each(|item| gather_words(item, words));
}

fn gather_strings(value: &Value, words: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => drop(words.insert(text.clone())),
        Value::Array(items) => items.iter().for_each(|item| gather_strings(item, words)),
        Value::Object(map) => map.values().for_each(|value| gather_strings(value, words)),
        _ => {}
    }
}

/// The files of `crds/`.
struct Sources {
    kubernetes: Map<String, Value>,
    /// By the stem of the file.
    current: BTreeMap<String, Value>,
    /// By release, then by the stem of the file.
    overlays: BTreeMap<&'static str, BTreeMap<String, Value>>,
}

impl Sources {
    fn read(folder: &Path) -> Result<Self, Box<dyn Error>> {
        let generated = serde_json::from_slice(&fs::read(folder.join("kubernetes.json"))?)?;
        let overlay = read_yaml(&folder.join("kubernetes-overlay.yaml"))?;
        let kubernetes = author::kubernetes_types(generated, &overlay)
            .map_err(|problem| format!("crds/kubernetes-overlay.yaml: {problem}"))?;
        let mut current = read_folder(folder)?;
        current.remove("kubernetes-overlay");
        let mut overlays = BTreeMap::new();
        for release in OVERLAYS {
            overlays.insert(release, read_folder(&folder.join(release))?);
        }
        Ok(Self { kubernetes, current, overlays })
    }

    /// The stems of the files, one a kind.
    fn names(&self) -> BTreeSet<&str> {
        self.current.keys().chain(self.overlays.values().flat_map(BTreeMap::keys)).map(String::as_str).collect()
    }

    /// The CRD of a kind in a release (`current` when there is none); nothing when the release lacks the kind.
    fn crd(&self, name: &str, release: Option<&str>) -> Result<Option<Value>, String> {
        let mut compact = self.current.get(name).cloned().unwrap_or(Value::Null);
        let mut file = format!("crds/{name}.yaml");
        if let Some(release) = release
            && let Some(patch) = self.overlays.get(release).and_then(|overlay| overlay.get(name))
        {
            author::merge(&mut compact, patch);
            file = format!("crds/{release}/{name}.yaml");
        }
        if compact.is_null() {
            return Ok(None);
        }
        author::expand(&compact, &self.kubernetes).map(Some).map_err(|problem| format!("{file}: {problem}"))
    }
}

/// The YAML files that lie in a folder, by stem; none when there is no such folder.
fn read_folder(folder: &Path) -> Result<BTreeMap<String, Value>, Box<dyn Error>> {
    let mut files = BTreeMap::new();
    if !folder.is_dir() {
        return Ok(files);
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "yaml") {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            files.insert(stem, read_yaml(&path)?);
        }
    }
    Ok(files)
}

fn read_yaml(path: &Path) -> Result<Value, Box<dyn Error>> {
    let text = fs::read_to_string(path)?;
    serde_saphyr::from_str(&text).map_err(|error| format!("{}: {error}", path.display()).into())
}

/// Writes a blob, or finds the one that holds the same; gives the name of its file.
fn store(out: &Path, stem: &str, crd: &Value, written: &mut BTreeMap<String, String>) -> Result<String, Box<dyn Error>> {
    let text = crd.to_string();
    if let Some(file) = written.get(&text) {
        return Ok(file.clone());
    }
    let file = format!("{stem}-{}.json", written.len());
    fs::write(out.join(&file), &text)?;
    written.insert(text, file.clone());
    Ok(file)
}

/// Appends the entry of a kind to the table of `src/crd/embedded.rs`.
fn write_entry(
    table: &mut String,
    stem: &str,
    releases: &[Option<Value>],
    mut store: impl FnMut(&Value) -> Result<String, Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let newest = releases.iter().flatten().next().ok_or_else(|| format!("{stem}: no release has the kind"))?;
    let names = &newest["spec"]["names"];
    let short_names: Vec<&str> = names["shortNames"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    writeln!(table, "Kind {{ kind: {}, plural: {}, singular: {},", names["kind"], names["plural"], names["singular"])?;
    writeln!(table, "short_names: &{short_names:?}, namespaced: {}, releases: [", newest["spec"]["scope"] == "Namespaced")?;
    for crd in releases {
        let Some(crd) = crd else {
            writeln!(table, "None,")?;
            continue;
        };
        let (lean, full) = (store(&author::without_descriptions(crd))?, store(crd)?);
        let include = |file: &str| format!("include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{file}\"))");
        writeln!(table, "Some(Blobs {{ lean: {}, full: {} }}),", include(&lean), include(&full))?;
    }
    writeln!(table, "] }},")?;
    Ok(())
}
