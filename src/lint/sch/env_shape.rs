//! SCH014: environment variables that the API server refuses in a pod.

use crate::{
    lint::check::{Findings, Subject},
    world::Field,
};

/// Where lists of variables stand, by kind.
const LISTS: &[(&str, &[&str])] = &[
    ("AgentRuntime", &["facades[]", "runtime", "podOverrides", "evals.podOverrides"]),
    ("ArenaJob", &["workers.podOverrides"]),
    ("ArenaDevSession", &["podOverrides"]),
    ("Workspace", &["services[].session.podOverrides", "services[].memory.podOverrides", "services[].evalWorker.podOverrides"]),
];

/// Where a value may come from.
const SOURCES: [&str; 5] = ["secretKeyRef", "configMapKeyRef", "fieldRef", "resourceFieldRef", "fileKeyRef"];

/// SCH014.
pub(super) fn env_var_shape(subject: &Subject<'_>, said: &mut Findings) {
    let paths = LISTS.iter().find(|(kind, _)| *kind == subject.object.kind).map_or(&[][..], |(_, paths)| paths);
    for block in paths.iter().flat_map(|path| subject.spec.all(path)) {
        block.all("extraEnv[]").iter().for_each(|entry| variable(entry, said));
        block.all("extraEnvFrom[]").iter().for_each(|entry| source(entry, said));
    }
}

fn variable(entry: &Field<'_>, said: &mut Findings) {
    let name = entry.get("name");
    if name.exists() && !is_name(name.str()) {
        said.at(&name, format!("{:?} is no name of a variable: printable ASCII characters other than =", name.str()));
    }
    let (value, from) = (entry.get("value"), entry.get("valueFrom"));
    if value.text().is_some() && from.exists() {
        said.at(&from, format!("{} has a value and a source of one", name.str()));
    } else if from.exists() {
        let set = SOURCES.iter().filter(|source| from.get(source).exists()).count();
        if set != 1 {
            said.at(&from, format!("the value of {} comes from {set} sources, and has to come from one", name.str()));
        }
        for source in ["secretKeyRef", "configMapKeyRef"].map(|source| from.get(source)).iter().filter(|source| source.exists()) {
            if source.get("name").text().is_none() {
                said.at(source, format!("the source of {} names no object", name.str()));
            }
        }
    }
}

fn source(entry: &Field<'_>, said: &mut Findings) {
    let set = ["configMapRef", "secretRef"].iter().filter(|source| entry.get(source).exists()).count();
    if set != 1 {
        said.at(entry, format!("an entry names {set} objects, and has to name one: configMapRef or secretRef"));
    }
    for source in ["configMapRef", "secretRef"].map(|source| entry.get(source)).iter().filter(|source| source.exists()) {
        if source.get("name").text().is_none() {
            said.at(source, "the entry names no object");
        }
    }
}

/// Whether the API server takes a text for the name of a variable.
fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| (b' '..=b'~').contains(&byte) && byte != b'=')
}
