//! No input makes the program panic or hang, and no file hides what is wrong with another one.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::{fmt::Write as _, fs, process::Command, sync::Arc};

use omnia::{
    apiserver::{KubeVersion, Operation, Request},
    crd::{Catalog, Release},
    lint::{self, FileReport, Linter},
    yaml::Text,
};
use proptest::prelude::*;

/// Documents may be nested 10,000 levels deep; see `cli::run`.
const STACK: usize = 512 * 1024 * 1024;

/// Lints each text, as the program does on a thread with a large stack.
fn reports(texts: Vec<Vec<u8>>) -> Vec<FileReport> {
    let work = move || {
        let catalog = Catalog::new(Release::Current);
        let linter = Linter {
            catalog: &catalog,
            newest: None,
            release: Some(Release::Current),
            request: Request { operation: Operation::Apply, release: KubeVersion::default(), namespace: None, source: "a.yaml" },
            strict_kinds: false,
            others_expected: false,
            stored: None,
            trace: false,
            operator: None,
        };
        texts.into_iter().map(|text| lint::file(&Arc::new(Text::new(text).unwrap()), &linter)).collect()
    };
    std::thread::Builder::new().stack_size(STACK).spawn(work).unwrap().join().unwrap()
}

fn report(text: impl Into<Vec<u8>>) -> FileReport {
    reports(vec![text.into()]).remove(0)
}

fn codes(report: &FileReport) -> Vec<&str> {
    report.findings.iter().map(|finding| finding.code).collect()
}

/// An agent with `rest` below its `spec`.
fn agent(rest: &str) -> String {
    format!(
        "apiVersion: omnia.altairalabs.ai/v1alpha1\nkind: AgentRuntime\nmetadata:\n  name: a\n  namespace: b\nspec:\n  \
         promptPackRef:\n    name: p\n  facades:\n  - type: websocket\n{rest}"
    )
}

#[test]
fn nesting() {
    let deep = 50_000;
    for (open, close) in [("[", "]"), ("{a: ", "}"), ("- ", ""), ("? ", ""), ("[{a: ", "}]"), ("{\"a\":", "}")] {
        for closed in [true, false] {
            let text = open.repeat(deep) + "1" + if closed { close } else { "" }.repeat(deep).as_str();
            let report = report(format!("  {text}\n"));
            assert!(report.findings.iter().any(|finding| finding.code.starts_with("YAML")), "{open:?}: {:?}", codes(&report));
        }
    }
    // Below a field that takes anything, as deep as the decoder of the server goes.
    for levels in [9_000, 11_000] {
        let value = "[".repeat(levels) + &"]".repeat(levels);
        let report = report(agent(&format!("  inputSchema: {value}\n  extra: 1\n")));
        assert!(!report.findings.is_empty(), "{levels}");
    }
}

#[test]
fn aliases() {
    let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for level in 1..12 {
        let below = format!("*a{}, ", level - 1).repeat(10);
        writeln!(bomb, "a{level}: &a{level} [{}]", below.trim_end_matches(", ")).unwrap();
    }
    assert_eq!(codes(&report(bomb)), ["YAML015"]);
    let merges: String = (1..40).map(|level| format!("a{level}: &a{level}\n  <<: [*a{0}, *a{0}]\n", level - 1)).collect();
    let found = report(format!("a0: &a0 {{k: v}}\n{merges}"));
    assert!(!found.findings.is_empty());
    assert!(codes(&report("a: &a [*a]\n")).contains(&"YAML014"));
}

#[test]
fn bytes_that_are_no_text() {
    assert!(codes(&report("a: b\0c\n")).contains(&"YAML020"));
    assert!(codes(&report(agent("  # caf\u{e9}\n").replace('\u{e9}', "e").into_bytes())).iter().all(|code| *code != "YAML021"));
    let mut latin = agent("  extra: caf").into_bytes();
    latin.extend(b"\xe9\n");
    assert!(codes(&report(latin)).contains(&"YAML021"));
    for bytes in [&b"\xff\xfe"[..], b"\xfe\xff\0a", b"\xef\xbb", b"\xef\xbb\xbf", b"\x80", b"\0", b"\r", b"---", b"%", b"\t"] {
        report(bytes);
    }
}

#[test]
fn many_documents() {
    let count = 100_000;
    let found = report("apiVersion: v1\nkind: A\nmetadata: {name: a}\n---\n".repeat(count));
    assert_eq!((found.documents, found.skipped.len()), (count, count));
    let separators = report("---\n".repeat(count));
    assert_eq!(separators.documents, 0);
}

#[test]
fn many_members() {
    let count = 10_000;
    let providers: String = (0..count).map(|i| format!("  - name: p{}\n    providerRef: {{name: a}}\n", i / 2)).collect();
    let found = report(agent(&format!("  providers:\n{providers}")));
    assert!(codes(&found).iter().filter(|code| **code == "SCH008").count() >= 1);
    let keys: String = (0..count).map(|i| format!("  extra{i}: {{}}\n")).collect();
    let found = report(agent(&keys));
    assert_eq!(codes(&found).iter().filter(|code| **code == "SCH001").count(), count);
    let doubled: String = (0..count).map(|i| format!("  extra{}: {{}}\n", i / 2)).collect();
    report(agent(&doubled));
}

#[test]
fn long_scalars() {
    let length = 2 * 1024 * 1024;
    for scalar in ["x".repeat(length), format!("\"{}\"", "\\u0041".repeat(length / 6)), format!("'{}'", "''".repeat(length / 2))]
    {
        report(agent(&format!("  extra: {scalar}\n")));
        report(agent(&format!("  {scalar}: extra\n")));
    }
    report(format!("# {}\n{}", "c".repeat(length), agent("")));
    report(agent(&format!("  extra: |\n{}", "    line\n".repeat(length / 9))));
    report(agent(&format!("  extra: {}\n", "[[]],".repeat(1_000))));
}

/// Patterns on which a backtracking matcher takes time without end.
#[test]
fn exponential_patterns() {
    let folder = tempfile::tempdir().unwrap();
    let value = "a".repeat(20_000) + "!";
    for (index, pattern) in ["^(a+)+$", "^(a|a)*$", "^(a*)*b$", "(x+x+)+y", "^(([a-z])+.)+[A-Z]([a-z])+$"].iter().enumerate() {
        let crd = format!(
            "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {{name: foos.example.com}}\nspec:\n  \
             group: example.com\n  scope: Namespaced\n  names: {{kind: Foo, plural: foos}}\n  versions:\n  - name: v1\n    \
             served: true\n    storage: true\n    schema:\n      openAPIV3Schema:\n        type: object\n        properties:\n          \
             a: {{type: string, pattern: '{pattern}'}}\n"
        );
        let (crd_file, object) = (folder.path().join(format!("crd{index}.yaml")), folder.path().join(format!("{index}.yaml")));
        fs::write(&crd_file, crd).unwrap();
        fs::write(&object, format!("apiVersion: example.com/v1\nkind: Foo\nmetadata: {{name: a, namespace: b}}\na: {value}\n"))
            .unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_kubectl-omnia"))
            .args(["lint", "-o", "json", "--crd"])
            .args([&crd_file, &object])
            .output()
            .unwrap();
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(json["findings"][0]["code"], "SCH006", "{pattern}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

/// Hostile files lie beside one with a plain mistake, which is found.
#[test]
fn one_file_hides_nothing_of_another() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    write("deep.yaml", "[".repeat(50_000).as_bytes());
    write("deep.json", "[".repeat(50_000).as_bytes());
    write("nul.yaml", b"a: \0");
    write("bytes.yaml", b"\xff\xfe\xfd");
    write("empty.yaml", b"");
    write("separators.yaml", "---\n".repeat(10_000).as_bytes());
    write("plain.yaml", agent("  extra: 1\n").as_bytes());
    for format in ["text", "concise", "json", "kubectl"] {
        let output =
            Command::new(env!("CARGO_BIN_EXE_kubectl-omnia")).args(["lint", "-o", format]).arg(folder.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{format}: {}", String::from_utf8_lossy(&output.stderr));
        let said = [output.stdout, output.stderr].concat();
        assert!(String::from_utf8_lossy(&said).contains("spec.extra"), "{format}");
    }
}

/// A manifest with pieces cut out, doubled and put in.
fn mutated() -> impl Strategy<Value = Vec<u8>> {
    let manifest = include_str!("../testdata/manifests/agentruntime/good-websocket-support-chat.yaml");
    let pieces = prop::sample::select(vec![
        "\n",
        "  ",
        "- ",
        ": ",
        "{",
        "}",
        "[",
        "]",
        "\"",
        "'",
        "|\n",
        ">-\n",
        "&a ",
        "*a",
        "<<: ",
        "---\n",
        "...\n",
        "!!binary ",
        "# ",
        "\t",
        "\r\n",
        "\u{feff}",
        "\u{85}",
        "? ",
        "%YAML 1.1\n",
        "null",
        "1e999",
        "0x",
        "~",
        "\0",
        "{{ x }}",
        "spec:\n",
    ]);
    let change = (any::<prop::sample::Index>(), 0..40_usize, pieces);
    prop::collection::vec(change, 0..6).prop_map(move |changes| {
        let mut text = manifest.as_bytes().to_vec();
        for (at, cut, piece) in changes {
            let at = at.index(text.len() + 1);
            let end = (at + cut).min(text.len());
            text.splice(at..end, piece.bytes());
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes(texts in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..200), 40)) {
        for report in reports(texts) {
            prop_assert!(report.objects.len() <= report.objects_of_any_kind.max(report.documents));
        }
    }

    /// Every place lies in the text, whatever the text is; in every format there is something to print.
    #[test]
    fn changed_manifests(texts in prop::collection::vec(mutated(), 40)) {
        let found = reports(texts.clone());
        for (bytes, report) in texts.into_iter().zip(found) {
            let text = Text::new(bytes).unwrap();
            for finding in report.findings {
                prop_assert!(finding.span.start <= finding.span.end && finding.span.end as usize <= text.as_str().len());
                let rendered = omnia::report::render_text(&finding, "a.yaml", &text, omnia::report::TextStyle::PLAIN);
                prop_assert!(rendered.contains(finding.code));
            }
        }
    }
}
