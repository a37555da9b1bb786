//! The manifests of `testdata/`: the texts of files, and the objects in them.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use omnia::{
    crd::GROUP,
    yaml::{JsonForm, Text, read, to_json},
};
use serde_json::Value;

/// A file of `testdata/`.
pub struct TestFile {
    /// Its path, from the root of the repository.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// All manifests in `testdata/manifests` and `testdata/lint`, by name.
pub fn files() -> &'static [TestFile] {
    static FILES: OnceLock<Vec<TestFile>> = OnceLock::new();
    FILES.get_or_init(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut paths = Vec::new();
        walk(&root.join("testdata/manifests"), &mut paths);
        walk(&root.join("testdata/lint"), &mut paths);
        paths.sort();
        let file = |path: &PathBuf| TestFile {
            name: path.strip_prefix(root).unwrap().display().to_string(),
            bytes: fs::read(path).unwrap(),
        };
        paths.iter().map(file).collect()
    })
}

fn walk(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            walk(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "yaml" || extension == "yml" || extension == "json") {
            paths.push(path);
        }
    }
}

/// An object in a file.
#[derive(Debug, Clone)]
pub struct Object {
    /// Where it comes from.
    pub source: String,
    /// The object as kubectl sends it.
    pub json: Value,
}

impl Object {
    /// Its kind.
    pub fn kind(&self) -> &str {
        self.json["kind"].as_str().unwrap_or_default()
    }
}

/// The objects of the platform's kinds in all files, as far as the files can be read.
pub fn objects() -> Vec<Object> {
    let mut objects = Vec::new();
    for file in files() {
        let text = Text::new(file.bytes.clone()).unwrap();
        for document in read(&text).documents {
            // A number that no double holds never reaches a server.
            let Ok(json) = serde_json::from_str::<Value>(&to_json(&document.root, JsonForm::Sent)) else { continue };
            if json["apiVersion"].as_str().is_some_and(|version| version == format!("{GROUP}/v1alpha1"))
                && json["kind"].is_string()
            {
                objects.push(Object { source: file.name.clone(), json });
            }
        }
    }
    objects
}
