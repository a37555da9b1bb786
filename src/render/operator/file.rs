//! The settings that a file holds.

use std::sync::Arc;

use super::{
    Assumed, OperatorError, Told,
    expand::{Variables, expand},
    flags::{Argument, is_operator},
    settings::ThirdParty,
};
use crate::yaml::{self, Node, Text, Value};

/// What is written about an operator.
#[derive(Debug, Default)]
pub(super) struct Written {
    pub arguments: Vec<Argument>,
    pub namespace: Option<(String, Told)>,
    pub third_party: Option<(ThirdParty, Told)>,
    pub assumed: Vec<Assumed>,
}

/// The keys of a document of settings; the others describe the document itself.
const SETTINGS: &[&str] = &["flags", "env", "thirdPartyCRDs"];
const DESCRIPTIVE: &[&str] = &[
    "suite",
    "title",
    "operator",
    "kubernetes",
    "flagsWithoutEffectLeftOut",
    "cases",
    "unpredictable",
    "caseNotes",
    "caseActions",
];

/// A file while it is read.
struct File<'t> {
    name: Arc<str>,
    text: &'t Text,
}

pub(super) fn read(name: &str, text: &Text) -> Result<Written, OperatorError> {
    let documents = yaml::read(text);
    if let Some(error) = documents.error {
        return Err(OperatorError::Read { file: name.to_owned(), reason: error.to_string() });
    }
    let file = File { name: Arc::from(name), text };
    let roots: Vec<_> = documents.documents.iter().flat_map(|document| items(&document.root)).collect();
    let deployments: Vec<_> = roots.iter().filter_map(|root| Deployment::read(root)).collect();
    if let Some(settings) =
        roots.iter().find(|root| SETTINGS.iter().any(|key| root.get(key).is_some()) && root.get("kind").is_none())
    {
        return file.settings(settings);
    }
    let sure: Vec<_> = deployments.iter().filter(|deployment| deployment.sure).collect();
    match (&sure[..], &deployments[..]) {
        ([one], _) => Ok(file.deployment(one)),
        ([], [one]) => Ok(file.deployment(one)),
        ([], []) => Err(OperatorError::NothingThere { file: name.to_owned() }),
        ([], all) => Err(file.ambiguous(all.iter())),
        (several, _) => Err(file.ambiguous(several.iter().copied())),
    }
}

/// The objects of a document, which may be a list of objects.
fn items<'n, 't>(root: &'n Node<'t>) -> Vec<&'n Node<'t>> {
    match (root.get("kind").and_then(Node::as_str), root.get("items").and_then(Node::as_list)) {
        (Some(kind), Some(items)) if kind.ends_with("List") => items.iter().collect(),
        _ => vec![root],
    }
}

/// A Deployment and the container in it that runs the operator.
struct Deployment<'n, 't> {
    name: &'n str,
    namespace: Option<&'n Node<'t>>,
    container: &'n Node<'t>,
    /// Whether a flag says that it is the operator.
    sure: bool,
}

impl<'n, 't> Deployment<'n, 't> {
    fn read(root: &'n Node<'t>) -> Option<Self> {
        root.get("kind").and_then(Node::as_str).filter(|kind| *kind == "Deployment")?;
        let containers = at(root, &["spec", "template", "spec", "containers"])?.as_list()?;
        let sure = containers
            .iter()
            .find(|container| is_operator(&texts(container, "command").chain(texts(container, "args")).collect::<Vec<_>>()));
        let called = |name: &str| containers.iter().find(|container| container.get("name").and_then(Node::as_str) == Some(name));
        let container = sure.or_else(|| called("manager")).or_else(|| containers.first())?;
        let name = at(root, &["metadata", "name"]).and_then(Node::as_str).unwrap_or_default();
        Some(Self { name, namespace: at(root, &["metadata", "namespace"]), container, sure: sure.is_some() })
    }
}

fn texts<'n>(container: &'n Node<'_>, key: &str) -> impl Iterator<Item = String> + use<'n> {
    container.get(key).and_then(Node::as_list).unwrap_or_default().iter().filter_map(Node::as_str).map(str::to_owned)
}

fn at<'n, 't>(node: &'n Node<'t>, path: &[&str]) -> Option<&'n Node<'t>> {
    path.iter().try_fold(node, |node, key| node.get(key))
}

impl File<'_> {
    fn told(&self, node: &Node<'_>) -> Told {
        Told::File(Arc::clone(&self.name), self.text.location(node.span.start).line)
    }

    fn ambiguous<'d, 'n: 'd, 't: 'n>(&self, deployments: impl Iterator<Item = &'d Deployment<'n, 't>>) -> OperatorError {
        let names: Vec<_> = deployments.map(|deployment| deployment.name).collect();
        OperatorError::Ambiguous { file: self.name.to_string(), names: names.join(", ") }
    }

    fn wrong(&self, node: &Node<'_>, reason: String) -> OperatorError {
        OperatorError::Document { file: self.name.to_string(), line: self.text.location(node.span.start).line, reason }
    }

    /// A container's command line as the kubelet starts it, and its environment.
    fn deployment(&self, deployment: &Deployment<'_, '_>) -> Written {
        let own_namespace = deployment.namespace.and_then(Node::as_str);
        let variables = Variables::read(deployment.container, own_namespace);
        let mut written = Written::default();
        // The first word of a command is the program.
        let command = deployment.container.get("command").and_then(Node::as_list).unwrap_or_default().iter().skip(1);
        let arguments = deployment.container.get("args").and_then(Node::as_list).unwrap_or_default();
        for node in command.chain(arguments) {
            let expanded = expand(node.as_str().unwrap_or_default(), &variables);
            written.assumed.extend(expanded.unknown.iter().map(|name| Assumed {
                name: "operatorEnv",
                text: format!("the value of {name} is not in the manifest; $({name}) stands for it in {:?}", expanded.text),
            }));
            written.arguments.push(Argument { text: expanded.text, told: self.told(node) });
        }
        let namespace = variables.get("POD_NAMESPACE").map(|(value, node)| (value.to_owned(), self.told(node)));
        written.namespace = namespace.or_else(|| Some((own_namespace?.to_owned(), self.told(deployment.namespace?))));
        written
    }

    fn settings(&self, root: &Node<'_>) -> Result<Written, OperatorError> {
        let mut written = Written::default();
        for entry in root.as_map().into_iter().flat_map(|map| &map.entries) {
            let value = &entry.value;
            match entry.key.as_ref() {
                _ if value.is_null() => {}
                "flags" => {
                    for (text, node) in self.list(value, "flags")? {
                        written.arguments.push(Argument { text: text.to_owned(), told: self.told(node) });
                    }
                }
                "env" => written.namespace = self.environment(value)?,
                "thirdPartyCRDs" => {
                    let names = self.list(value, "thirdPartyCRDs")?;
                    let groups = ThirdParty::from_names(names.into_iter().map(|(name, node)| (name, self.told(node))))?;
                    written.third_party = Some((groups, self.told(value)));
                }
                key if DESCRIPTIVE.contains(&key) => {}
                key => {
                    let known = SETTINGS.join(", ");
                    return Err(
                        self.wrong(value, format!("{key:?} is no setting of an operator; a document of settings has {known}"))
                    );
                }
            }
        }
        Ok(written)
    }

    /// The namespace among the variables of a document of settings.
    fn environment(&self, value: &Node<'_>) -> Result<Option<(String, Told)>, OperatorError> {
        let Value::Map(map) = &value.value else {
            return Err(self.wrong(value, "env is no map: write NAME: value".to_owned()));
        };
        let Some(namespace) = map.get("POD_NAMESPACE") else { return Ok(None) };
        match namespace.as_str() {
            Some(text) => Ok(Some((text.to_owned(), self.told(namespace)))),
            None => Err(self.wrong(namespace, "POD_NAMESPACE is no string: put it in quotes".to_owned())),
        }
    }

    fn list<'n, 't>(&self, value: &'n Node<'t>, key: &str) -> Result<Vec<(&'n str, &'n Node<'t>)>, OperatorError> {
        let items = value.as_list().ok_or_else(|| self.wrong(value, format!("{key} is no list of strings")))?;
        let text = |node: &'n Node<'t>| match node.as_str() {
            Some(text) => Ok((text, node)),
            None => Err(self.wrong(node, format!("an item of {key} is no string: put it in quotes"))),
        };
        items.iter().map(text).collect()
    }
}
