//! Markdown pages.

use serde_json::Value;

use crate::{
    assert_block,
    sandbox::{BAD, FOREIGN, GOOD, Sandbox},
};

/// Indents a text as far as a block in a list is.
fn indented(text: &str) -> String {
    text.lines().map(|line| format!("   {line}\n")).collect()
}

fn page() -> String {
    let values = "apiVersion: v2\nname: chart\nbroken: [\n";
    let fragment = "apiVersion: omnia.altairalabs.ai/v1alpha1\nkind: ToolPolicy\n...\nspec:\n  rule: []\n  # ... more\n";
    let placeholder = GOOD.replace("small-refunds", "<your-policy>").replace("service-desk", "${REGISTRY}");
    format!(
        "# Übersicht\n\n```yaml\n{GOOD}```\n\n1. Bad:\n\n   ```yml\n{}   ```\n\n~~~yaml\n{FOREIGN}---\n{BAD}~~~\n\n```yaml\n{values}```\n\n\
         ```yaml\n{fragment}```\n\n```yaml\n{placeholder}```\n\n```json\n{{\"apiVersion\": \"omnia\"}}\n```\n",
        indented(BAD)
    )
}

#[test]
fn blocks_are_linted_at_their_place() {
    let sandbox = Sandbox::new().file("docs/page.md", page()).file("docs/plain.md", "# Nothing\n\n    apiVersion: omnia\n");
    assert_block!(
        "page",
        sandbox.runs(&[&["lint", "docs"], &["lint", "-o", "text", "docs/page.md"], &["lint", "docs/plain.md"]])
    );
    let report: Value = serde_json::from_slice(&sandbox.output(&["lint", "-o", "json", "docs"]).stdout).unwrap();
    for finding in report["findings"].as_array().unwrap() {
        let (start, end) = (&finding["location"]["start"], &finding["location"]["end"]);
        let line = page().lines().nth(start["line"].as_u64().unwrap() as usize - 1).unwrap().to_owned();
        let column = |point: &Value| point["column"].as_u64().unwrap() as usize - 1;
        let marked: String = line.chars().skip(column(start)).take(column(end) - column(start)).collect();
        assert_eq!(marked, "rule", "{finding}");
        let bytes =
            page().as_bytes()[start["offset"].as_u64().unwrap() as usize..end["offset"].as_u64().unwrap() as usize].to_vec();
        assert_eq!(bytes, b"rule");
    }
}

#[test]
fn blocks_are_mended_and_ignored() {
    let block = BAD
        .replace("  rule: []\n", "  rule: [] # omnia: ignore[SCH001] shown on purpose\n")
        .replace("name: refund-limit", "name: 1.10");
    let page = format!("# Page\n\n```yaml\n{block}```\n\nProse with 1.10 in it.\n");
    let sandbox = Sandbox::new().file("page.md", &page);
    assert_eq!(sandbox.status(&["lint", "page.md"]), 1);
    assert_eq!(sandbox.status(&["fix", "page.md"]), 0);
    assert_eq!(sandbox.read("page.md"), page.replace("name: 1.10", "name: \"1.10\""));
}

/// Only `lint` reads pages: they cannot be applied.
#[test]
fn other_commands_pass_over_pages() {
    let sandbox = Sandbox::new().file("docs/page.md", page()).file("docs/good.yaml", GOOD);
    let read = String::from_utf8(sandbox.output(&["read", "docs"]).stdout).unwrap();
    assert_eq!(read.lines().count(), 1);
    let kubectl = sandbox.output(&["lint", "-o", "kubectl", "docs"]);
    assert_eq!(String::from_utf8(kubectl.stdout).unwrap().lines().count(), 1);
}

/// Where a program names the files, such as pre-commit, not every one is a manifest.
#[test]
fn files_that_a_program_names() {
    let sandbox = Sandbox::new().file("compose.yaml", "services: {}\n").file("bad.yaml", BAD);
    assert_block!(
        "lint-named-by-program",
        sandbox.runs(&[&["lint", "compose.yaml", "bad.yaml"], &["lint", "--force-exclude", "compose.yaml", "bad.yaml"]])
    );
}
