//! What the tests with recorded answers share.
#![allow(dead_code, reason = "each test uses its part")]

use std::{fs, path::Path};

use omnia::{
    apiserver::{Cause, KubeVersion, Manifest, Operation, Outcome, Printed, Request, Stage, Transcript, document},
    crd::{
        Catalog, Release,
        compile::{self, Descriptions},
    },
    yaml::{self, Format, JsonForm, Node, Text, to_json},
};

/// Runs `test` with room for 10,000 levels of nesting.
pub fn with_deep_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(test).unwrap();
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

/// The document of a YAML file.
pub fn read(path: impl AsRef<Path>) -> Node<'static> {
    let path = path.as_ref();
    let text = Text::new(fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))).unwrap();
    let read = yaml::read(&text);
    assert_eq!(read.error, None, "{}", path.display());
    let mut documents = read.documents.into_iter();
    let document = documents.next().unwrap_or_else(|| panic!("{} has no document", path.display()));
    document.root.into_owned()
}

/// The recorded answers in `testdata/vectors`.
pub fn vectors(name: &str) -> Node<'static> {
    read(Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/vectors").join(name))
}

/// The published CRDs, when `OMNIA_PUBLISHED_CRDS` names their folder; else a word on standard error that the test did not run.
pub fn published(test: &str) -> Option<Catalog> {
    let Some(folder) = std::env::var_os("OMNIA_PUBLISHED_CRDS") else {
        eprintln!("NOT RUN: {test} needs the published CRDs; set OMNIA_PUBLISHED_CRDS to their folder");
        return None;
    };
    let mut catalog = Catalog::new(Release::default());
    let mut count = 0;
    for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "yaml") {
            catalog.add(compile::definition(&read(path), Descriptions::Skip).unwrap());
            count += 1;
        }
    }
    assert_eq!(count, 17, "{} does not hold the 17 published CRDs", folder.display());
    Some(catalog)
}

/// What kubectl prints for `text` as standard input.
pub fn kubectl(input: &[u8], operation: Operation, namespace: Option<&str>, catalog: &Catalog) -> Printed {
    let input = Text::new(input.to_vec()).unwrap();
    let request = Request { operation, release: KubeVersion::default(), namespace, source: "STDIN" };
    let mut transcript = Transcript::new(operation);
    let read = yaml::read(&input);
    let mut stopped = false;
    for one in read.documents {
        let json = (one.format == Format::Json).then(|| input.slice(one.root.span));
        let outcomes = document(Manifest { node: one.root, json }, catalog, &request);
        stopped |= outcomes.iter().any(Outcome::stops);
        transcript.document(request.source, &outcomes);
        if stopped {
            break;
        }
    }
    if let Some(error) = read.error.filter(|_| !stopped) {
        transcript.unreadable(request.source, &error);
    }
    transcript.finish()
}

/// The causes that kubectl itself finds in `input`, under any operation.
pub fn client_causes(input: &[u8], catalog: &Catalog) -> Vec<Cause> {
    let input = Text::new(input.to_vec()).unwrap();
    let mut causes = Vec::new();
    for operation in Operation::ALL {
        let request = Request { operation, release: KubeVersion::default(), namespace: None, source: "STDIN" };
        for one in yaml::read(&input).documents {
            let json = (one.format == Format::Json).then(|| input.slice(one.root.span));
            for outcome in document(Manifest { node: one.root, json }, catalog, &request) {
                match outcome {
                    Outcome::Failed(failure) => causes.push(failure.cause),
                    Outcome::Judged(judgement) => {
                        causes.extend(judgement.causes.into_iter().filter(|cause| cause.stage == Stage::Client));
                    }
                    Outcome::Skipped(_) => {}
                }
            }
        }
    }
    causes
}

/// The text of the member `key`; empty when there is none.
pub fn text<'n>(node: &'n Node<'_>, key: &str) -> &'n str {
    node.get(key).and_then(Node::as_str).unwrap_or_default()
}

/// A value in a form that can be compared: numbers as the server sees them, keys sorted.
pub fn canonical(node: Option<&Node<'_>>) -> String {
    node.map_or("absent".to_owned(), |node| to_json(node, JsonForm::Sent))
}
