//! From the text of a file to objects.

use std::sync::Arc;

use super::{Object, Origin, TextObject};
use crate::{
    apiserver::{self, Judgement, Manifest, Outcome, Request, Skipped, Verdict},
    crd::{self, Catalog},
    omnia::DEFAULT_NAMESPACE,
    yaml::{self, Format, Node, ReadError, Text},
};

/// The objects of a file.
#[derive(Debug)]
pub struct Loaded {
    /// The objects that could be told apart, in the order of the text; those that the API server refuses among them.
    pub objects: Vec<Object>,
    /// Why the reading ended before the end of the text.
    pub error: Option<ReadError>,
    /// Documents that are no objects kubectl would send: their index and kubectl's words.
    pub failed: Vec<(usize, String)>,
}

/// Kinds of Kubernetes itself and of its neighbours that stand in no namespace.
const WITHOUT_NAMESPACE: &[&str] = &[
    "APIService",
    "ClusterRole",
    "ClusterRoleBinding",
    "CustomResourceDefinition",
    "GatewayClass",
    "IngressClass",
    "MutatingWebhookConfiguration",
    "Namespace",
    "Node",
    "PersistentVolume",
    "PriorityClass",
    "RuntimeClass",
    "StorageClass",
    "ValidatingWebhookConfiguration",
];

/// Reads the objects of a text. `name` is the file for people.
///
/// Recursive as deep as the documents are nested: needs a stack for 10,000 levels.
pub fn load(name: &str, text: Arc<Text>, catalog: &Catalog, request: &Request<'_>) -> Loaded {
    let name: Arc<str> = Arc::from(name);
    let documents = yaml::read(&text);
    let mut loaded = Loaded { objects: Vec::new(), error: documents.error, failed: Vec::new() };
    for document in documents.documents {
        let index = document.index as usize;
        let json = document.format == Format::Json;
        let manifest = Manifest { json: json.then(|| text.slice(document.span)), node: document.root };
        for outcome in apiserver::document(manifest, catalog, request) {
            let origin = Origin::File { name: Arc::clone(&name), text: Arc::clone(&text), document: index };
            match outcome {
                Outcome::Judged(judged) => loaded.objects.push(self::judged(*judged, catalog, origin, request).into_owned()),
                Outcome::Skipped(skipped) => loaded.objects.push(self::skipped(skipped, origin, request).into_owned()),
                Outcome::Failed(failure) => loaded.failed.push((index, failure.text)),
            }
        }
    }
    loaded
}

/// The object that was judged, as the API server would store it.
pub fn judged<'t>(judged: Judgement<'t>, catalog: &Catalog, origin: Origin, request: &Request<'_>) -> TextObject<'t> {
    let namespaced = match catalog.find(&judged.identity.api_version, &judged.identity.kind) {
        crd::Lookup::Found(found) => found.definition.namespaced,
        _ => true,
    };
    let accepted = judged.verdict == Verdict::Accepted;
    object(judged.object, judged.identity, judged.name, namespaced, origin, request, accepted)
}

/// An object that was not judged, as it is written.
pub fn skipped<'t>(skipped: Skipped<'t>, origin: Origin, request: &Request<'_>) -> TextObject<'t> {
    let namespaced = !WITHOUT_NAMESPACE.contains(&skipped.identity.kind.as_str());
    let name = skipped.identity.name.clone();
    object(skipped.node, skipped.identity, name, namespaced, origin, request, true)
}

fn object<'t>(
    root: Node<'t>,
    identity: apiserver::Identity,
    name: String,
    namespaced: bool,
    origin: Origin,
    request: &Request<'_>,
    accepted: bool,
) -> TextObject<'t> {
    let (group, version) = identity.api_version.rsplit_once('/').unwrap_or(("", &identity.api_version));
    let namespace = match (namespaced, identity.namespace.as_str()) {
        (false, _) => String::new(),
        (true, "") => request.namespace.unwrap_or(DEFAULT_NAMESPACE).to_owned(),
        (true, own) => own.to_owned(),
    };
    TextObject {
        group: group.to_owned(),
        version: version.to_owned(),
        kind: identity.kind,
        namespace,
        name,
        root,
        origin,
        accepted,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        apiserver::{KubeVersion, Operation},
        crd::Release,
    };

    #[test]
    fn objects_are_read_with_defaults_and_places() {
        let text = "apiVersion: omnia.altairalabs.ai/v1alpha1
kind: AgentRuntime
metadata: {name: a}
spec:
  promptPackRef: {name: p}
  facades:
  - type: websocket
    port: 9000
  providers:
  - name: default
    providerRef: {name: x}
---
apiVersion: v1
kind: Namespace
metadata: {name: team}
";
        let catalog = Catalog::new(Release::Current);
        let request =
            Request { operation: Operation::Apply, release: KubeVersion::default(), namespace: Some("team"), source: "a.yaml" };
        let loaded = load("a.yaml", Arc::new(Text::new(text.as_bytes().to_vec()).unwrap()), &catalog, &request);
        let [agent, namespace] = &loaded.objects[..] else { panic!("{loaded:?}") };
        assert_eq!((agent.id().as_str(), agent.namespace.as_str()), ("AgentRuntime/a", "team"));
        assert_eq!((namespace.id().as_str(), namespace.namespace.as_str()), ("Namespace/team", ""));
        let port = agent.spec().get("facades").item(0).get("port");
        assert_eq!(port.int(), Some(9000));
        let place = port.place();
        assert_eq!((place.path.as_str(), place.line.unwrap()), ("spec.facades[0].port", ("a.yaml".into(), 8)));
        let mode = agent.spec().get("mode");
        assert_eq!((mode.str(), mode.place().defaulted, mode.span()), ("agent", true, None));
        assert!(!agent.spec().at("media.storage.type").exists());
    }
}
