//! What is generated is up to date: the pages of the rules and the completion scripts.
//!
//! `UPDATE_DOCS=1 cargo test --test docs` writes them again.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use omnia::{finding, report};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Holds a folder to these files and no others.
fn hold(folder: &str, files: &BTreeMap<String, String>) {
    let folder = root().join(folder);
    let update = std::env::var_os("UPDATE_DOCS").is_some();
    if update {
        fs::create_dir_all(&folder).unwrap();
    }
    let found: BTreeSet<String> =
        fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    let mut stale = Vec::new();
    for name in found.iter().filter(|name| !files.contains_key(*name)) {
        stale.push(format!("{name} is left over"));
        if update {
            fs::remove_file(folder.join(name)).unwrap();
        }
    }
    for (name, text) in files {
        if fs::read_to_string(folder.join(name)).ok().as_ref() != Some(text) {
            stale.push(format!("{name} differs"));
            if update {
                fs::write(folder.join(name), text).unwrap();
            }
        }
    }
    assert!(update || stale.is_empty(), "{}: {stale:?}; UPDATE_DOCS=1 cargo test --test docs", folder.display());
}

#[test]
fn rules_have_their_pages() {
    let rules: Vec<&finding::Rule> = finding::all().collect();
    let mut files: BTreeMap<String, String> =
        rules.iter().map(|rule| (format!("{}.md", rule.code), report::rule_page(rule))).collect();
    files.insert("index.md".to_owned(), report::rule_index(&rules));
    hold("docs/rules", &files);
}

#[test]
fn shells_have_their_completions() {
    let shells = [
        ("bash", "kubectl-omnia.bash"),
        ("zsh", "_kubectl-omnia"),
        ("fish", "kubectl-omnia.fish"),
        ("powershell", "_kubectl-omnia.ps1"),
        ("elvish", "kubectl-omnia.elv"),
    ];
    let files = shells
        .into_iter()
        .map(|(shell, name)| {
            let output = Command::new(env!("CARGO_BIN_EXE_kubectl-omnia")).args(["completion", shell]).output().unwrap();
            assert!(output.status.success(), "{shell}");
            (name.to_owned(), String::from_utf8(output.stdout).unwrap())
        })
        .collect();
    hold("completions", &files);
}

#[test]
fn configurations_have_their_schema() {
    let published = root().join("schemas/config.json");
    let schema = format!("{:#}\n", omnia::config::json_schema());
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&published, &schema).unwrap();
    }
    assert!(fs::read_to_string(published).is_ok_and(|text| text == schema), "UPDATE_DOCS=1 cargo test --test docs");
}

#[test]
fn assumptions_have_their_page() {
    let mut page = "# What render assumes\n\nWhere neither the manifests nor the platform's documentation tell, `kubectl omnia render` and \
        `kubectl omnia diff`\nassume something and say so: on standard error, and in JSON under `assumptions`. The last column is the\nflag \
        that says otherwise.\n\n| Name | What is assumed | Flag |\n|---|---|---|\n"
        .to_owned();
    for known in omnia::render::ASSUMPTIONS {
        let flag = known.flag.map(|flag| format!("`{flag}`")).unwrap_or_default();
        writeln!(page, "| {} | {} | {flag} |", known.name, known.about).unwrap();
    }
    let published = root().join("docs/assumptions.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&published, &page).unwrap();
    }
    assert!(fs::read_to_string(published).is_ok_and(|text| text == page), "UPDATE_DOCS=1 cargo test --test docs");
}

fn markdown() -> Vec<PathBuf> {
    let mut found = vec![root().join("README.md"), root().join("CHANGELOG.md"), root().join("crds/README.md")];
    for folder in ["docs", "docs/rules"] {
        let entries = fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
        found.extend(entries.filter(|path| path.extension().is_some_and(|extension| extension == "md")));
    }
    found
}

#[test]
fn links_lead_somewhere() {
    let mut broken = Vec::new();
    for page in markdown() {
        let text = fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link) {
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            if path.contains("://") {
                continue;
            }
            let target = if path.is_empty() { page.clone() } else { page.parent().unwrap().join(path) };
            let known = |text: String| text.lines().any(|line| line.starts_with('#') && slug(line) == anchor);
            if !target.exists() || (!anchor.is_empty() && !fs::read_to_string(&target).is_ok_and(known)) {
                broken.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

fn slug(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    text.chars().filter(|c| c.is_alphanumeric() || " -".contains(*c)).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Flags that the documentation names are flags that there are.
#[test]
fn flags_exist() {
    let mut help = String::new();
    let words = "lint, render, diff, resolve, packs, graph, rollout, rollout status, rollout plan, rollout promote, rollout start, read, \
                 explain, schema export, schema diff, doctor, auth, status, why, events, options, completion, config init";
    for command in words.split(", ").map(|words| words.split(' ')) {
        let output = Command::new(env!("CARGO_BIN_EXE_kubectl-omnia")).args(command).arg("--help").output().unwrap();
        help.push_str(&String::from_utf8(output.stdout).unwrap());
    }
    // The flags that the help of commands does not repeat.
    let options = Command::new(env!("CARGO_BIN_EXE_kubectl-omnia")).arg("options").output().unwrap();
    help.push_str(&String::from_utf8(options.stdout).unwrap());
    // Of other programs.
    let others = ["--locked", "--path", "--release", "--dry-run", "--test", "--validate", "--server-side", "--ignored"];
    let mut unknown = BTreeSet::new();
    for page in markdown() {
        let text = fs::read_to_string(&page).unwrap();
        for word in text.split(|c: char| c.is_whitespace() || "`()=,.;:'\"|/".contains(c)) {
            let is_flag = word.starts_with("--") && word.len() > 3 && word[2..].starts_with(|c: char| c.is_ascii_lowercase());
            if is_flag && !help.contains(word) && !others.contains(&word) {
                unknown.insert(format!("{}: {word}", page.strip_prefix(root()).unwrap().display()));
            }
        }
    }
    assert!(unknown.is_empty(), "{unknown:#?}");
}

/// The excerpts in the README and the guide are what the program prints.
#[test]
fn examples_are_true() {
    for page in ["README.md", "docs/guide.md"] {
        let text = fs::read_to_string(root().join(page)).unwrap();
        let mut blocks = 0;
        let snapshots = fs::read_dir(root().join("tests/cli/snapshots")).unwrap().map(|entry| entry.unwrap().path());
        let shown: Vec<String> = snapshots.map(|path| fs::read_to_string(path).unwrap()).collect();
        for block in text.split("```text\n").skip(1).filter_map(|rest| rest.split_once("```")).map(|(block, _)| block) {
            let Some((path, _)) = block.split_once("─[").and_then(|(_, rest)| rest.split_once(".yaml:")) else {
                assert!(shown.iter().any(|shown| shown.contains(block.trim_end())), "{page}, in no snapshot:\n{block}");
                continue;
            };
            let output = Command::new(env!("CARGO_BIN_EXE_kubectl-omnia"))
                .args(["lint", "-o", "text", &format!("{path}.yaml")])
                .env("COLUMNS", "80")
                .env("LC_ALL", "C.UTF-8")
                .env("NO_COLOR", "1")
                .current_dir(root())
                .output()
                .unwrap();
            let printed = String::from_utf8(output.stdout).unwrap();
            assert!(printed.contains(block.trim_end()), "{page}: the program prints\n{printed}");
            blocks += 1;
        }
        assert!(blocks > 0, "{page}");
    }
}
