//! A corpus of manifests of any size: the good samples of the repository under other names, some with one fault.
//!
//! The same number gives the same bytes on every machine.

use std::{fs, path::Path};

/// Which files have a fault: one in so many.
const FAULTY: usize = 10;

/// Makes manifests out of samples.
pub struct Corpus {
    samples: Vec<String>,
}

impl Corpus {
    /// From the good manifests in `testdata/manifests`.
    pub fn new() -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/manifests");
        let mut samples = Vec::new();
        for kind in sorted(&folder) {
            for path in sorted(&kind) {
                if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("good-")) {
                    samples.push(fs::read_to_string(path).unwrap());
                }
            }
        }
        Self { samples }
    }

    /// The manifest with this number.
    pub fn manifest(&self, number: usize) -> String {
        let sample = &self.samples[number % self.samples.len()];
        let mut text = format!("# Managed in Git, number {number}. Changes go through the usual review.\n");
        for line in sample.lines() {
            match line.strip_prefix("  name: ") {
                Some(name) => text.push_str(&format!("  name: {name}-{number}\n")),
                None => {
                    text.push_str(line);
                    text.push('\n');
                }
            }
            if line == "spec:" && number % FAULTY == FAULTY - 1 {
                text.push_str(&format!("  surplus{}: {number}\n", number % 7));
            }
        }
        text
    }

    /// A text of many documents, at least `size` bytes long.
    pub fn documents(&self, size: usize) -> String {
        let mut text = String::with_capacity(size + 4096);
        for number in 0.. {
            if text.len() >= size {
                break;
            }
            text.push_str("---\n");
            text.push_str(&self.manifest(number));
        }
        text
    }

    /// Writes so many files, a hundred to a folder.
    pub fn write(&self, folder: &Path, count: usize) {
        for number in 0..count {
            let folder = folder.join(format!("group-{:03}", number / 100));
            if number % 100 == 0 {
                fs::create_dir_all(&folder).unwrap();
            }
            fs::write(folder.join(format!("manifest-{number:05}.yaml")), self.manifest(number)).unwrap();
        }
    }
}

fn sorted(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut found: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.sort();
    found
}
