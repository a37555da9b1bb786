//! The layers hold: a module uses only those above it, only `report` and `cli` print, and nothing names a machine.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::{
    fs,
    path::{Path, PathBuf},
};

/// From the bottom up: a module may use those before it. Both modules of a pair may not know each other.
const LAYERS: &[&str] = &[
    "yaml",
    "crd",
    "apiserver",
    "omnia",
    "world",
    "finding",
    "resolve",
    "rollout",
    "diagnose",
    "render",
    "lint",
    "migrate",
    "config",
    "input",
    "cluster",
    "report",
    "cli",
];

/// The edges know jobs, but not each other; `cli` joins them.
const APART: &[(&str, &str)] = &[("cluster", "input"), ("report", "input"), ("report", "cluster")];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn files_below(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files_below(&path, extension));
        } else if extension.is_empty() || path.extension().is_some_and(|found| found == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The file without its comments, and without what strings hold.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let mut code = String::new();
    for line in text.lines() {
        let line = line.split("//").next().unwrap_or_default();
        for (index, part) in line.split('"').enumerate() {
            if index % 2 == 0 {
                code.push_str(part);
            }
        }
        code.push('\n');
    }
    code
}

/// The modules that a file names after `crate::`, in paths and in groups such as `use crate::{a::B, c}`.
fn used(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for rest in code.split("crate::").skip(1) {
        match rest.strip_prefix('{') {
            None => found.push(word(rest)),
            Some(group) => {
                let (mut depth, mut start) = (0, true);
                for (index, c) in group.char_indices() {
                    match c {
                        '{' => depth += 1,
                        '}' if depth == 0 => break,
                        '}' => depth -= 1,
                        ',' if depth == 0 => start = true,
                        c if start && !c.is_whitespace() => {
                            found.push(word(&group[index..]));
                            start = false;
                        }
                        _ => {}
                    }
                }
            }
        }
    }
    found.retain(|word| !word.is_empty());
    found
}

fn word(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

fn module(path: &Path) -> String {
    let relative = path.strip_prefix(root().join("src")).unwrap();
    let first = relative.components().next().unwrap().as_os_str().to_string_lossy().into_owned();
    first.trim_end_matches(".rs").to_owned()
}

#[test]
fn a_module_uses_only_those_above_it() {
    let rank = |module: &str| LAYERS.iter().position(|layer| *layer == module);
    let mut wrong = Vec::new();
    let mut edges = 0;
    for path in files_below(&root().join("src"), "rs") {
        let module = module(&path);
        if module == "lib" || module == "main" {
            continue;
        }
        let Some(own) = rank(&module) else {
            wrong.push(format!("{}: the module {module} is in no layer", path.display()));
            continue;
        };
        for used in used(&code(&path)) {
            if used == module {
                continue;
            }
            edges += 1;
            let apart = APART.iter().any(|(a, b)| (*a == module && *b == used) || (*b == module && *a == used));
            if apart || rank(&used).is_none_or(|used| used > own) {
                wrong.push(format!("{}: {module} uses {used}", path.display()));
            }
        }
    }
    assert!(edges > 100, "only {edges} uses were found");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn paths_and_groups_are_found() {
    let code = "use crate::yaml::Text;\nuse crate::{\n    crd::{A, b::C},\n    lint,\n};\nfn f() { crate::cli::run(); }";
    assert_eq!(used(code), ["yaml", "crd", "lint", "cli"]);
}

#[test]
fn only_report_and_cli_print() {
    let printing = ["println!", "print!", "eprintln!", "eprint!", "dbg!", "io::stdout", "io::stderr", "stdout()", "stderr()"];
    let mut wrong = Vec::new();
    for path in files_below(&root().join("src"), "rs") {
        if ["report", "cli"].contains(&module(&path).as_str()) {
            continue;
        }
        let code = code(&path);
        let before_tests = code.split("#[cfg(test)]").next().unwrap_or_default();
        for word in printing {
            if before_tests.contains(word) {
                wrong.push(format!("{}: {word}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Whoever clones the repository has other paths.
#[test]
fn no_file_names_a_place_of_a_machine() {
    let tops = ["home", "root", "work", "Users", "tmp", "var", "opt", "mnt"];
    let tracked = std::process::Command::new("git").args(["ls-files", "-z"]).current_dir(root()).output();
    let files: Vec<PathBuf> = match tracked {
        Ok(output) if output.status.success() => String::from_utf8(output.stdout)
            .unwrap()
            .split('\0')
            .filter(|name| !name.is_empty())
            .map(|name| root().join(name))
            .collect(),
        // An archive without its history.
        _ => ["src", "tests", "docs", "build", "crds", "completions"]
            .iter()
            .flat_map(|folder| files_below(&root().join(folder), ""))
            .collect(),
    };
    assert!(files.len() > 100);
    let mut wrong = Vec::new();
    for path in files {
        let relative = path.strip_prefix(root()).unwrap();
        // Manifests, recorded answers and what is rendered name paths inside of containers.
        let inside = ["testdata", "crds", "src/render"].iter().any(|folder| relative.starts_with(folder));
        if inside || relative.ends_with("layers.rs") {
            continue;
        }
        let Ok(text) = fs::read_to_string(&path) else { continue };
        for (number, line) in text.lines().enumerate() {
            // What the operator mounts into its containers.
            let line = line.replace("/var/run/", "");
            for top in tops {
                let quoted = ['"', '\'', ' ', '=', '(', '`'].iter().any(|before| line.contains(&format!("{before}/{top}/")));
                if quoted {
                    wrong.push(format!("{}:{}: {}", relative.display(), number + 1, line.trim()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
