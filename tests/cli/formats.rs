//! The formats of findings: each one has the shape that its readers ask for, and tells every finding of the JSON.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::{
    assert_block,
    sandbox::{BAD, FOREIGN, GOOD, Sandbox, root},
};

/// What every format has to tell of a finding: file, line, column, code.
type Key = (String, u64, u64, String);

/// The broken manifests of the rules, with what formats stumble over.
struct Corpus {
    sandbox: Sandbox,
    folder: String,
    report: Value,
}

impl Corpus {
    fn new() -> Self {
        let sandbox = Sandbox::new();
        let folder = root().join("testdata/lint").to_string_lossy().into_owned();
        let mut corpus = Self { sandbox, folder, report: Value::Null };
        corpus.report = serde_json::from_str(&corpus.print("json")).unwrap();
        assert!(corpus.keys().len() > 100);
        corpus
    }

    fn print(&self, format: &str) -> String {
        let output = self.sandbox.output(&["lint", "-q", "--show", "info", "-o", format, &self.folder]);
        String::from_utf8(output.stdout).unwrap()
    }

    fn findings(&self) -> &[Value] {
        self.report["findings"].as_array().unwrap()
    }

    fn keys(&self) -> Vec<Key> {
        self.keys_of(|_| true)
    }

    fn keys_of(&self, keep: impl Fn(&Value) -> bool) -> Vec<Key> {
        let key = |finding: &Value| {
            let place = &finding["location"];
            key(&place["file"], &place["start"]["line"], &place["start"]["column"], &finding["code"])
        };
        sorted(self.findings().iter().filter(|finding| keep(finding)).map(key).collect())
    }
}

fn key(file: &Value, line: &Value, column: &Value, code: &Value) -> Key {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    (text(file), line.as_u64().unwrap(), column.as_u64().unwrap(), text(code))
}

fn sorted(mut keys: Vec<Key>) -> Vec<Key> {
    keys.sort();
    keys
}

fn assert_fits(schema: &str, value: &Value) {
    let text = std::fs::read_to_string(root().join("testdata/formats").join(schema)).unwrap();
    let validator = jsonschema::validator_for(&serde_json::from_str(&text).unwrap()).unwrap();
    let errors: Vec<String> =
        validator.iter_errors(value).take(5).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{schema}: {errors:#?}");
}

#[test]
fn json_lines_and_yaml_hold_the_report() {
    let corpus = Corpus::new();
    let mut by_key: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for line in corpus.print("json-lines").lines() {
        let Value::Object(line) = serde_json::from_str(line).unwrap() else { panic!("{line}") };
        let (key, value) = line.into_iter().next().unwrap();
        by_key.entry(key).or_default().push(value);
    }
    for (key, list) in [("finding", "findings"), ("object", "objects"), ("skipped", "skipped"), ("notChecked", "notChecked")] {
        assert_eq!(by_key.remove(key).unwrap_or_default(), *corpus.report[list].as_array().unwrap(), "{key}");
    }
    let end = by_key.remove("summary").unwrap().remove(0);
    for (key, count) in corpus.report["summary"].as_object().unwrap() {
        assert_eq!(end[key], *count, "{key}");
    }
    assert!(by_key.is_empty(), "{by_key:?}");

    let yaml = omnia::yaml::Text::new(corpus.print("yaml").into_bytes()).unwrap();
    let read = omnia::yaml::read(&yaml);
    assert_eq!(read.error, None);
    let json = omnia::yaml::to_json(&read.documents[0].root, omnia::yaml::JsonForm::Converted);
    assert_eq!(serde_json::from_str::<Value>(&json).unwrap(), corpus.report);
}

#[test]
fn sarif_tells_all() {
    let corpus = Corpus::new();
    let log: Value = serde_json::from_str(&corpus.print("sarif")).unwrap();
    assert_fits("sarif.json", &log);
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    let mut fingerprints = BTreeSet::new();
    let results = run["results"].as_array().unwrap().iter().filter(|result| result.get("suppressions").is_none());
    let keys = results
        .map(|result| {
            assert_eq!(rules[result["ruleIndex"].as_u64().unwrap() as usize]["id"], result["ruleId"]);
            assert!(fingerprints.insert(result["partialFingerprints"]["omniaFinding/v1"].to_string()), "{result}");
            let place = &result["locations"][0]["physicalLocation"];
            let file = Value::from(place["artifactLocation"]["uri"].as_str().unwrap().strip_prefix("file://").unwrap());
            key(&file, &place["region"]["startLine"], &place["region"]["startColumn"], &result["ruleId"])
        })
        .collect();
    assert_eq!(sorted(keys), corpus.keys());
}

/// GitHub shows 5,000 results of a run: the gravest are kept, and it is told that there are more.
#[test]
fn sarif_keeps_to_its_limits() {
    let many: String = (0..5_200).map(|index| format!("  unknown{index}: 1\n")).collect();
    let sandbox = Sandbox::new().file("many.yaml", GOOD.replace("spec:\n", &format!("spec:\n{many}"))).file("bad.yaml", BAD);
    let log: Value = serde_json::from_slice(&sandbox.output(&["lint", "-o", "sarif", "."]).stdout).unwrap();
    assert_eq!(log["runs"][0]["results"].as_array().unwrap().len(), 5_000);
    let notes = log["runs"][0]["invocations"][0]["toolExecutionNotifications"].to_string();
    assert!(notes.contains("201 more findings are left out"), "{notes}");
    assert_eq!(log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uriBaseId"], "%SRCROOT%");
}

#[test]
fn gitlab_tells_all() {
    let corpus = Corpus::new();
    let issues: Value = serde_json::from_str(&corpus.print("gitlab")).unwrap();
    assert_fits("gitlab.json", &issues);
    let issues = issues.as_array().unwrap();
    let unique: BTreeSet<&str> = issues.iter().map(|issue| issue["fingerprint"].as_str().unwrap()).collect();
    assert_eq!(unique.len(), issues.len(), "GitLab drops issues whose fingerprints are equal");
    // It knows no columns.
    let without = |(file, line, _, code): Key| (file, line, 0, code);
    let keys = issues
        .iter()
        .map(|issue| key(&issue["location"]["path"], &issue["location"]["lines"]["begin"], &Value::from(0), &issue["check_name"]))
        .collect();
    assert_eq!(sorted(keys), sorted(corpus.keys().into_iter().map(without).collect()));
}

#[test]
fn rdjson_tells_all() {
    let corpus = Corpus::new();
    let result: Value = serde_json::from_str(&corpus.print("rdjson")).unwrap();
    assert_fits("rdjson.json", &result);
    let diagnostics = result["diagnostics"].as_array().unwrap();
    let keys: Vec<Key> = diagnostics
        .iter()
        .map(|one| {
            let original = one["original_output"].as_str().unwrap();
            let start = &one["location"]["range"]["start"];
            let place = format!("{}:{}:", one["location"]["path"].as_str().unwrap(), start["line"]);
            let column = original.strip_prefix(&place).unwrap().split(':').next().unwrap().parse::<u64>().unwrap();
            key(&one["location"]["path"], &start["line"], &Value::from(column), &one["code"]["value"])
        })
        .collect();
    assert_eq!(sorted(keys), corpus.keys());
}

/// Its columns count bytes, those of all other formats characters.
#[test]
fn rdjson_counts_bytes() {
    let sandbox =
        Sandbox::new().file("a.yaml", GOOD.replace("selector: {registry:", "selector: {nöte: \"ü\", ruls: 1, registry:"));
    let result: Value = serde_json::from_slice(&sandbox.output(&["lint", "-o", "rdjson", "a.yaml"]).stdout).unwrap();
    let json: Value = serde_json::from_slice(&sandbox.output(&["lint", "-o", "json", "a.yaml"]).stdout).unwrap();
    let column = |at: usize| result["diagnostics"][at]["location"]["range"]["start"]["column"].as_u64().unwrap();
    let characters = |at: usize| json["findings"][at]["location"]["start"]["column"].as_u64().unwrap();
    assert_eq!((column(0), column(1)), (characters(0), characters(1) + 2));
}

/// Elements of a document: name, attributes, and the elements in each, as a reduced schema lists them.
fn assert_xml(document: &roxmltree::Document<'_>, schema: &[(&str, &[&str], &[&str])]) {
    for element in document.descendants().filter(roxmltree::Node::is_element) {
        let name = element.tag_name().name();
        let (_, attributes, children) = schema.iter().find(|(known, ..)| *known == name).unwrap_or_else(|| panic!("<{name}>"));
        let found: Vec<&str> = element.attributes().map(|attribute| attribute.name()).collect();
        assert_eq!(found, *attributes, "<{name}>");
        // In the order of the schema.
        let positions: Vec<usize> = element
            .children()
            .filter(roxmltree::Node::is_element)
            .map(|child| children.iter().position(|known| *known == child.tag_name().name()).unwrap())
            .collect();
        assert!(positions.is_sorted(), "<{name}> has its elements out of order");
    }
}

#[test]
fn junit_tells_all() {
    let corpus = Corpus::new();
    let text = corpus.print("junit");
    let document = roxmltree::Document::parse(&text).unwrap();
    let counts: &[&str] = &["name", "tests", "failures", "errors", "skipped", "time"];
    assert_xml(
        &document,
        &[
            ("testsuites", counts, &["testsuite"]),
            ("testsuite", counts, &["testcase"]),
            ("testcase", &["classname", "name", "time"], &["skipped", "failure", "system-out"]),
            ("skipped", &["message"], &[]),
            ("failure", &["type", "message"], &[]),
            ("system-out", &[], &[]),
        ],
    );
    let cases = || document.descendants().filter(|node| node.has_tag_name("testcase"));
    assert_eq!(document.root_element().attribute("tests"), Some(cases().count().to_string().as_str()));
    let failed = cases().filter(|case| case.children().any(|child| child.has_tag_name("failure"))).count();
    assert_eq!(document.root_element().attribute("failures"), Some(failed.to_string().as_str()));
    assert!(cases().any(|case| !case.has_children()), "objects without findings are listed");
    let lines = document.descendants().filter(|node| node.has_tag_name("failure") || node.has_tag_name("system-out"));
    let lines: Vec<&str> = lines.flat_map(|node| node.text().unwrap().lines()).collect();
    assert_lines(&lines, &corpus.keys());
    let failures = document.descendants().filter(|node| node.has_tag_name("failure")).count();
    assert_eq!(failures, corpus.keys_of(|finding| finding["severity"] == "error").len());
}

/// Every finding has its line `file:line:column: CODE ...`, and there is no other line.
fn assert_lines(lines: &[&str], keys: &[Key]) {
    let place = |line: &&str| line.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
    let mut found: Vec<String> = lines.iter().map(place).collect();
    found.sort();
    let mut expected: Vec<String> =
        keys.iter().map(|(file, line, column, code)| format!("{file}:{line}:{column}: {code}")).collect();
    expected.sort();
    assert_eq!(found, expected);
}

#[test]
fn checkstyle_tells_all() {
    let corpus = Corpus::new();
    let text = corpus.print("checkstyle");
    let document = roxmltree::Document::parse(&text).unwrap();
    assert_xml(
        &document,
        &[
            ("checkstyle", &["version"], &["file"]),
            ("file", &["name"], &["error"]),
            ("error", &["line", "column", "severity", "message", "source"], &[]),
        ],
    );
    let keys = document
        .descendants()
        .filter(|node| node.has_tag_name("error"))
        .map(|node| {
            let number = |name| node.attribute(name).unwrap().parse::<u64>().unwrap();
            let code = node.attribute("source").unwrap().strip_prefix("kubectl-omnia.").unwrap();
            let file = node.parent().unwrap().attribute("name").unwrap();
            (file.to_owned(), number("line"), number("column"), code.to_owned())
        })
        .collect();
    assert_eq!(sorted(keys), corpus.keys());
}

/// Reads a command as GitHub's runner does: level, properties, message.
fn github_command(line: &str) -> Option<(&str, BTreeMap<&str, String>, String)> {
    let (head, message) = line.strip_prefix("::")?.split_once("::")?;
    let (level, properties) = head.split_once(' ')?;
    let unescaped = |text: &str| {
        let text = text.replace("%0D", "\r").replace("%0A", "\n").replace("%3A", ":").replace("%2C", ",");
        text.replace("%25", "%")
    };
    let properties = properties.split(',').map(|property| property.split_once('=').unwrap());
    Some((level, properties.map(|(name, value)| (name, unescaped(value))).collect(), unescaped(message)))
}

#[test]
fn github_tells_all_within_its_limits() {
    let corpus = Corpus::new();
    let text = corpus.print("github");
    let mut shown: BTreeMap<&str, usize> = BTreeMap::new();
    let mut lines = Vec::new();
    for line in text.lines() {
        let Some((level, properties, message)) = github_command(line) else {
            lines.push(line.to_owned());
            continue;
        };
        *shown.entry(level).or_default() += 1;
        assert!(!message.is_empty());
        let property = |name: &str| properties[name].clone();
        if properties.contains_key("file") {
            let code = property("title").split(' ').next().unwrap().to_owned();
            let column = properties.get("col").cloned().unwrap_or_else(|| "?".to_owned());
            lines.push(format!("{}:{}:{column}: {code}", property("file"), property("line")));
        }
    }
    assert_eq!(shown, BTreeMap::from([("error", 10), ("warning", 10), ("notice", 10)]));
    // A finding of several lines has no column.
    let place = |line: &str| line.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
    let without = |line: &str| {
        let (place, code) = line.split_once(": ").unwrap();
        format!("{} {code}", place.rsplit_once(':').unwrap().0)
    };
    let mut found: Vec<String> = lines.iter().map(|line| without(&place(line))).collect();
    found.sort();
    let mut expected: Vec<String> = corpus.keys().iter().map(|(file, line, _, code)| format!("{file}:{line} {code}")).collect();
    expected.sort();
    assert_eq!(found, expected);
}

#[test]
fn azure_tells_all() {
    let corpus = Corpus::new();
    let text = corpus.print("azure");
    let mut lines = Vec::new();
    for line in text.lines() {
        let Some(command) = line.strip_prefix("##vso[task.logissue ") else {
            lines.push(line.to_owned());
            continue;
        };
        let (properties, message) = command.split_once(']').unwrap();
        assert!(!message.is_empty());
        let properties: BTreeMap<&str, &str> = properties
            .split(';')
            .filter(|property| !property.is_empty())
            .map(|property| property.split_once('=').unwrap())
            .collect();
        assert!(["error", "warning"].contains(&properties["type"]));
        let (file, line) = (properties["sourcepath"], properties["linenumber"]);
        lines.push(format!("{file}:{line}:{}: {}", properties["columnnumber"], properties["code"]));
    }
    assert_lines(&lines.iter().map(String::as_str).collect::<Vec<_>>(), &corpus.keys());
}

#[test]
fn templates_and_groups_tell_all() {
    let corpus = Corpus::new();
    let text = corpus.print("template={file}:{line}:{column}: {code}");
    assert_lines(&text.lines().collect::<Vec<_>>(), &corpus.keys());
    let mut file = "";
    let grouped = corpus.print("grouped");
    let mut lines = Vec::new();
    for line in grouped.lines().filter(|line| !line.is_empty()) {
        match line.strip_prefix("  ") {
            None => file = line,
            Some(row) => {
                let mut words = row.split_whitespace();
                let (place, code) = (words.next().unwrap(), words.nth(1).unwrap());
                lines.push(format!("{file}:{place}: {code}"));
            }
        }
    }
    assert_lines(&lines.iter().map(String::as_str).collect::<Vec<_>>(), &corpus.keys());
}

#[test]
fn statistics_count_all() {
    let corpus = Corpus::new();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (_, _, _, code) in corpus.keys() {
        *counts.entry(code).or_default() += 1;
    }
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    for line in corpus.print("summary").lines().skip(1) {
        let words: Vec<&str> = line.split_whitespace().collect();
        *found.entry(words[3].to_owned()).or_default() += words[0].parse::<usize>().unwrap();
    }
    assert_eq!(found, counts);
}

/// The rows of a table with the place and the code of each.
fn markdown_rows(text: &str) -> Vec<String> {
    let rows = text.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| Severity"));
    rows.map(|row| {
        let cells: Vec<&str> = row.split(" | ").collect();
        format!("{}: {}", cells[1].replace('\\', ""), cells[2].split(' ').next().unwrap())
    })
    .collect()
}

#[test]
fn markdown_tells_all_that_fits() {
    let corpus = Corpus::new();
    let text = corpus.print("markdown");
    assert!(text.chars().count() < 65_536, "GitHub takes no longer comment");
    let rows = markdown_rows(&text);
    let more =
        text.lines().find_map(|line| line.strip_suffix(" more findings do not fit into a comment: see the log of the run."));
    let more = more.map_or(0, |count| count.parse::<usize>().unwrap());
    assert!(more > 0, "the corpus is large");
    assert_eq!(rows.len() + more, corpus.keys().len());

    let sandbox = Sandbox::with_manifests().file("foreign.yaml", FOREIGN).file("odd|name.yaml", BAD);
    let json: Value = serde_json::from_slice(&sandbox.output(&["lint", "-o", "json", "--show", "info", "."]).stdout).unwrap();
    let keys = json["findings"].as_array().unwrap().iter().map(|finding| {
        let place = &finding["location"];
        key(&place["file"], &place["start"]["line"], &place["start"]["column"], &finding["code"])
    });
    let text = String::from_utf8(sandbox.output(&["lint", "-o", "markdown", "--show", "info", "."]).stdout).unwrap();
    let rows = markdown_rows(&text);
    assert_lines(&rows.iter().map(String::as_str).collect::<Vec<_>>(), &keys.collect::<Vec<_>>());
}

#[test]
fn of_services_as_they_look() {
    let sandbox = Sandbox::with_manifests().file("foreign.yaml", FOREIGN);
    for format in [
        "github",
        "azure",
        "gitlab",
        "grouped",
        "summary",
        "markdown",
        "junit",
        "checkstyle",
        "rdjson",
        "template={file} {code}: {message}",
    ] {
        let name = format!("format-{}", format.split('=').next().unwrap());
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name, sandbox.run(&["lint", "-o", format, "."]));
        });
    }
    assert_block!("format-sarif", sandbox.run(&["lint", "-o", "sarif", "bad.yaml"]));
    assert_block!(
        "format-mistaken",
        sandbox.runs(&[
            &["lint", "-o", "template={nonsense}", "."],
            &["lint", "-o", "template={file", "."],
            &["lint", "-o", "xml", "."]
        ])
    );
}

#[test]
fn several_at_once() {
    let sandbox = Sandbox::with_manifests();
    let arguments =
        ["lint", "-o", "sarif=a.sarif", "-o", "junit=a.xml", "-o", "json=a.json", "-o", "concise", "bad.yaml", "good.yaml"];
    assert_eq!(sandbox.status(&arguments), 1);
    for (file, format) in [("a.sarif", "sarif"), ("a.xml", "junit"), ("a.json", "json")] {
        let alone = sandbox.output(&["lint", "-q", "-o", format, "bad.yaml", "good.yaml"]).stdout;
        assert_eq!(sandbox.read(file), sandbox.filtered(&alone), "{format}");
    }
}
