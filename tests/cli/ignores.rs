//! Findings that are known: comments, annotations, the baseline.

use serde_json::Value;

use crate::{
    assert_block,
    sandbox::{BAD, GOOD, Sandbox},
};

/// Every sort of comment, used and unused.
const COMMENTS: &str = "\
apiVersion: omnia.altairalabs.ai/v1alpha1
kind: ToolPolicy
metadata:
  name: small-refunds
  namespace: helpdesk
spec:
  selector: {registry: service-desk}
  a: 1 # omnia: ignore[SCH001] on the line
  # omnia: ignore[unknown-field] above the line
  # and a word between
  b: 1
  # omnia: ignore[SCH] everything below the key
  rules:
  - name: refund-limit
    c: 1
    deny:
      d: 1
      cel: has(body.amount)
      message: |
        # omnia: ignore[SCH001] this is text
        Refunds need a human.
  # omnia: disable[SCH001] from here
  e: 1
  # omnia: enable[SCH001]
  f: 1
  g: 1 # omnia: ignore[YAML002] unused
";

#[test]
fn comments_cover_lines_and_what_is_below() {
    let sandbox = Sandbox::new().file("a.yaml", COMMENTS);
    assert_block!(
        "ignore-comments",
        sandbox.runs(&[
            &["lint", "a.yaml"],
            &["lint", "--no-ignores", "a.yaml"],
            // Nobody can say that nothing is ignored where the rule is not reported.
            &["lint", "--select", "SCH,IGN", "a.yaml"],
            &["lint", "--ignore", "IGN001", "a.yaml"],
        ])
    );
}

#[test]
fn files_and_objects_are_covered() {
    let annotated = BAD.replace("  name: small", "  annotations: {lint.omnia.altairalabs.ai/ignore: \"SCH001\"}\n  name: small");
    let sandbox = Sandbox::new()
        .file("file.yaml", format!("{BAD}# omnia: ignore-file[SCH001] all of it\n---\n{BAD}"))
        .file("object.yaml", format!("{annotated}---\n{BAD}"));
    assert_block!("ignore-files", sandbox.runs(&[&["lint", "file.yaml"], &["lint", "object.yaml"]]));
}

#[test]
fn sarif_tells_what_is_ignored() {
    let sandbox = Sandbox::new().file("a.yaml", COMMENTS);
    let log: Value = serde_json::from_slice(&sandbox.output(&["lint", "-o", "sarif", "a.yaml"]).stdout).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let mut reasons: Vec<&str> =
        results.iter().filter_map(|result| result["suppressions"][0]["justification"].as_str()).collect();
    reasons.sort_unstable();
    assert_eq!(reasons, ["above the line", "everything below the key", "everything below the key", "from here", "on the line"]);
}

#[test]
fn comments_are_added() {
    let sandbox = Sandbox::new().file("a.yaml", COMMENTS).file("bad.yaml", BAD).file("broken.yaml", "a: [1\n").file(
        "bad.json",
        "{\"apiVersion\": \"omnia.altairalabs.ai/v1alpha1\", \"kind\": \"ToolPolicy\", \"metadata\": {\"name\": \"a\"}}",
    );
    let added = sandbox.run(&["lint", "--add-ignores=until the next release", "."]);
    let files = format!("{added}\n$ cat bad.yaml\n{}\n$ cat a.yaml\n{}", sandbox.read("bad.yaml"), sandbox.read("a.yaml"));
    assert_block!("ignore-added", files);
    assert_eq!(sandbox.status(&["lint", "bad.yaml", "a.yaml"]), 0);
    assert_block!("ignore-added-mistaken", sandbox.stdin(BAD).runs(&[&["lint", "--add-ignores", "-"]]));
}

#[test]
fn the_baseline_survives_moved_lines() {
    let sandbox = Sandbox::new().file("bad.yaml", BAD).file("good.yaml", GOOD);
    let first = sandbox.run(&["lint", "--baseline", "known.yaml", "--update-baseline", "."]);
    assert_block!("baseline-written", format!("{first}\n$ cat known.yaml\n{}", sandbox.read("known.yaml")));
    let moved = BAD.replace("spec:\n", "# one more line\nspec:\n");
    let sandbox = sandbox.file("bad.yaml", &moved);
    let known = sandbox.run(&["lint", "--baseline", "known.yaml", "bad.yaml"]);
    // A second fault of the same sort is new.
    let sandbox = sandbox.file("bad.yaml", moved.replace("  rule: []\n", "  rule: []\n  rool: []\n"));
    let new = sandbox.run(&["lint", "--baseline", "known.yaml", "bad.yaml"]);
    let sandbox = sandbox.file("bad.yaml", GOOD.replace("small", "large"));
    // What was not looked at is not called gone.
    let elsewhere = sandbox.run(&["lint", "--baseline", "known.yaml", "good.yaml"]);
    let stale = sandbox.run(&["lint", "--baseline", "known.yaml", "bad.yaml", "good.yaml"]);
    let all = sandbox.run(&["lint", "--baseline", "known.yaml", "--no-ignores", "bad.yaml"]);
    let updated = sandbox.run(&["lint", "--baseline", "known.yaml", "--update-baseline", "."]);
    let blocks = [known, new, elsewhere, stale, all, updated, sandbox.read("known.yaml")];
    assert_block!("baseline", blocks.join("\n"));
}

#[test]
fn baselines_that_are_none() {
    let sandbox = Sandbox::new().file("good.yaml", GOOD).file("broken.yaml", "a: [");
    assert_block!(
        "baseline-mistakes",
        sandbox.runs(&[
            &["lint", "--baseline", "missing.yaml", "good.yaml"],
            &["lint", "--baseline", "good.yaml", "good.yaml"],
            &["lint", "--baseline", "broken.yaml", "good.yaml"],
            &["lint", "--update-baseline", "good.yaml"],
            &["lint", "--add-ignores", "--config", "lint.baseline=known.yaml", "good.yaml"],
        ])
    );
}
