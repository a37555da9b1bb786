//! What keeps the pods of an agent from being ready.

use super::{Chain, Edit, Evidence, Gravity, Link, messages};
use crate::{
    apiserver::cel::Timestamp,
    world::{Field, Object},
};

/// Reasons for which the image of a container cannot be had.
const IMAGE: [&str; 6] =
    ["ImagePullBackOff", "ErrImagePull", "InvalidImageName", "ErrImageNeverPull", "ImageInspectError", "RegistryUnavailable"];
/// Reasons for which a container cannot be made of its settings.
const SETTINGS: [&str; 4] = ["CreateContainerConfigError", "CreateContainerError", "RunContainerError", "PreCreateHookError"];
/// What a registry says to somebody whom it does not know.
const DENIED: [&str; 5] = ["unauthorized", "denied", "authentication required", "authorization failed", "403 forbidden"];
/// Events of pods that wait for a volume or a sandbox.
const MOUNT: [&str; 4] = ["FailedMount", "FailedAttachVolume", "FailedMapVolume", "FailedCreatePodSandBox"];

/// For how long the end of a container that runs again is worth a word, in seconds.
const RECENT: i64 = 3600;

/// One chain for each cause; that several pods have it is said.
pub(super) fn find(evidence: &Evidence<'_>) -> Vec<Chain> {
    let mut chains: Vec<(Chain, usize)> = Vec::new();
    for pod in &evidence.pods {
        let Some(chain) = pod_chain(evidence, pod) else { continue };
        let same = |known: &&mut (Chain, usize)| known.0.cause == chain.cause && known.0.edit == chain.edit;
        match chains.iter_mut().find(same) {
            Some((_, others)) => *others += 1,
            None => chains.push((chain, 0)),
        }
    }
    let told = |(mut chain, others): (Chain, usize)| {
        if let (Some(first), 1..) = (chain.links.first_mut(), others) {
            let pods = if others == 1 { "pod" } else { "pods" };
            first.text.push_str(&format!(" (the same in {others} other {pods})"));
        }
        chain
    };
    chains.into_iter().map(told).collect()
}

fn pod_chain(evidence: &Evidence<'_>, pod: &Object) -> Option<Chain> {
    let status = pod.root().get("status");
    let conditions = status.get("conditions").items();
    let condition = |kind: &str| conditions.iter().find(|found| found.get("type").str() == kind);
    if let Some(unscheduled) = condition("PodScheduled").filter(|found| found.get("status").str() == "False") {
        return Some(unschedulable(evidence, pod, unscheduled));
    }
    let containers: Vec<Container<'_>> = ["initContainerStatuses", "containerStatuses"]
        .iter()
        .flat_map(|list| status.get(list).items())
        .map(|status| Container { pod, name: status.get("name").str(), status })
        .collect();
    if let Some(chain) = containers.iter().find_map(|container| container.chain(evidence)) {
        return Some(chain);
    }
    let is_ready = condition("Ready").is_some_and(|found| found.get("status").str() == "True");
    if is_ready {
        None
    } else {
        not_mounted(evidence, pod).or_else(|| containers.iter().find_map(|container| container.unready(evidence)))
    }
}

fn unschedulable(evidence: &Evidence<'_>, pod: &Object, condition: &Field<'_>) -> Chain {
    let (reason, message) = (condition.get("reason").str(), condition.get("message").str());
    let links = vec![Link::new(pod.id(), "it is on no node"), Link::new(pod.id(), format!("{reason}: {message}"))];
    Chain::new("pod-unschedulable", Gravity::Fault, links, messages::edit(evidence, message, messages::SCHEDULER))
}

fn not_mounted(evidence: &Evidence<'_>, pod: &Object) -> Option<Chain> {
    let event = evidence.last_event(&pod.id(), &MOUNT)?;
    let links = vec![Link::new(pod.id(), "its containers are not created yet"), event_link(event)];
    let edit = messages::referred(evidence, &event.message)
        .or_else(|| messages::quoted(&event.message))
        .unwrap_or_else(|| Edit::new(evidence.id(), "spec.runtime.volumes", "volumes that can be mounted"));
    Some(Chain::new("pod-volume", Gravity::Fault, links, edit))
}

fn event_link(event: &super::Event) -> Link {
    let times = if event.count > 1 { format!(" ({} times)", event.count) } else { String::new() };
    Link::new(event.object.clone(), format!("{}: {}{times}", event.reason, event.message))
}

/// A container of a pod, as its status shows it.
struct Container<'w> {
    pod: &'w Object,
    name: &'w str,
    status: Field<'w>,
}

impl Container<'_> {
    fn chain(&self, evidence: &Evidence<'_>) -> Option<Chain> {
        let waiting = self.status.at("state.waiting");
        let (reason, message) = (waiting.get("reason").str(), waiting.get("message").str());
        let link = || self.link(format!("{reason}: {message}"));
        if IMAGE.contains(&reason) {
            return Some(self.no_image(evidence, message, link()));
        }
        if SETTINGS.contains(&reason) {
            let edit = messages::referred(evidence, message)
                .or_else(|| messages::quoted(message))
                .unwrap_or_else(|| self.image(evidence, "an image that Kubernetes can start this way"));
            return Some(Chain::new("container-settings", Gravity::Fault, vec![self.waits(), link()], edit));
        }
        let ended = self.ended()?;
        let runs = self.status.at("state.running").exists();
        let ready = self.status.get("ready").is_true();
        let is_old = self.finished(&ended).is_none_or(|at| evidence.now / 1_000_000_000 - at > RECENT);
        match (ended.get("reason").str(), runs && ready) {
            ("OOMKilled", true) if is_old => None,
            ("OOMKilled", _) => Some(self.out_of_memory(evidence, &ended, runs && ready)),
            (_, false) if reason == "CrashLoopBackOff" || self.status.at("state.terminated").exists() => {
                Some(self.crashed(evidence, &ended))
            }
            _ => None,
        }
    }

    /// How it ended, now or before it was started again. Code 0 is no failure, unless it ends so again and again.
    fn ended(&self) -> Option<Field<'_>> {
        let again = self.status.at("state.waiting.reason").str() == "CrashLoopBackOff";
        let failed = |end: &Field<'_>| again || end.get("exitCode").int() != Some(0) || end.get("reason").str() == "OOMKilled";
        let ends = [self.status.at("state.terminated"), self.status.at("lastState.terminated")];
        ends.into_iter().find(|end| end.exists() && failed(end))
    }

    fn finished(&self, ended: &Field<'_>) -> Option<i64> {
        Timestamp::parse_rfc3339(ended.get("finishedAt").str()).map(|time| time.seconds)
    }

    fn link(&self, text: impl AsRef<str>) -> Link {
        Link::new(self.pod.id(), format!("container {}: {}", self.name, text.as_ref()))
    }

    fn waits(&self) -> Link {
        let image = self.status.get("image").str();
        let image = if image.is_empty() { String::new() } else { format!(" (image {image})") };
        self.link(format!("it does not run{image}"))
    }

    fn restarts(&self) -> String {
        match self.status.get("restartCount").int().unwrap_or_default() {
            0 => "it has ended".to_owned(),
            1 => "it was started anew once".to_owned(),
            times => format!("it was started anew {times} times"),
        }
    }

    /// While kubelet waits before it tries again, older ones say what is wrong in an event only.
    fn no_image(&self, evidence: &Evidence<'_>, message: &str, link: Link) -> Chain {
        let mut links = vec![self.waits(), link];
        let image = self.status.get("image").str();
        let is_about = |event: &&super::Event| event.message.starts_with("Failed to pull image") && event.message.contains(image);
        let pod = self.pod.id();
        let failed = evidence.events.iter().rev().filter(|event| event.object == pod).find(is_about);
        let is_short = !message.contains(": ");
        links.extend(failed.filter(|_| is_short).map(event_link));
        let lower = failed.filter(|_| is_short).map_or(message, |event| &event.message).to_lowercase();
        let absent =
            ["not found", "manifest unknown", "no such host", "invalid reference"].iter().any(|text| lower.contains(text));
        let denied = DENIED.iter().any(|text| lower.contains(text));
        if !denied || absent {
            let edit = self.image(evidence, "an image that exists, with its registry and its tag");
            return Chain::new("image-not-found", Gravity::Fault, links, edit);
        }
        let secret = evidence.last_event(&pod, &["FailedToRetrieveImagePullSecret"]);
        links.extend(secret.map(event_link));
        let write = "a Secret of type kubernetes.io/dockerconfigjson for the registry, or an image that exists";
        let edit = secret
            .and_then(|event| messages::referred(evidence, &event.message))
            .unwrap_or_else(|| Edit::new(evidence.id(), "spec.podOverrides.imagePullSecrets", write));
        Chain::new("image-denied", Gravity::Fault, links, edit)
    }

    fn out_of_memory(&self, evidence: &Evidence<'_>, ended: &Field<'_>, serves: bool) -> Chain {
        let spec =
            self.pod.spec().get("containers").items().into_iter().find(|container| container.get("name").str() == self.name);
        let limit = spec.as_ref().and_then(|spec| spec.at("resources.limits.memory").text());
        let write = limit.map_or_else(|| "a limit that the program fits in".to_owned(), |limit| format!("more than {limit}"));
        let edit = match self.name {
            "runtime" => Edit::new(evidence.id(), "spec.runtime.resources.limits.memory", write),
            // The other containers have no limit of their own, so that the limit is one of the namespace.
            _ => Edit::new("LimitRange of the namespace", "spec.limits", write),
        };
        let gravity = if serves { Gravity::Lack } else { Gravity::Fault };
        let end = self.link(format!("OOMKilled: it took more memory than its limit, at {}", ended.get("finishedAt").str()));
        Chain::new("out-of-memory", gravity, vec![self.link(self.restarts()), end], edit)
    }

    fn crashed(&self, evidence: &Evidence<'_>, ended: &Field<'_>) -> Chain {
        let code = ended.get("exitCode").int().map_or_else(|| "an unknown code".to_owned(), |code| format!("code {code}"));
        let message = ended.get("message").str();
        let mut links = vec![self.link(format!("{}: {}", self.reason(ended), self.restarts()))];
        let killed = evidence.last_event(&self.pod.id(), &["Unhealthy"]).filter(|event| event.message.starts_with("Liveness"));
        if let Some(event) = killed {
            links.push(event_link(event));
            return Chain::new("liveness-probe", Gravity::Fault, links, self.probe(evidence, &event.message));
        }
        let log = format!("kubectl logs -n {} {} -c {} --previous", self.pod.namespace, self.pod.name, self.name);
        links.push(self.link(match last_lines(message) {
            None => format!("it ended with {code} and left no message; see {log}"),
            Some(last) => format!("it ended with {code}: {last}"),
        }));
        let edit = match messages::value(&evidence.agent.spec(), message) {
            Some(field) => Edit::new(evidence.id(), field, "a value that the program can read"),
            None => messages::referred(evidence, message).unwrap_or_else(|| {
                self.image(evidence, &format!("a version that starts, when its log asks for nothing else: {log}"))
            }),
        };
        Chain::new("crash-loop", Gravity::Fault, links, edit)
    }

    fn reason<'s>(&'s self, ended: &'s Field<'_>) -> &'s str {
        self.status.at("state.waiting.reason").text().or_else(|| ended.get("reason").text()).unwrap_or("Terminated")
    }

    /// A container that runs, and is not ready.
    fn unready(&self, evidence: &Evidence<'_>) -> Option<Chain> {
        if self.status.get("ready").is_true() || !self.status.at("state.running").exists() {
            return None;
        }
        let event = evidence.last_event(&self.pod.id(), &["Unhealthy"])?;
        let links = vec![self.link("it runs, and is not ready"), event_link(event)];
        Some(Chain::new("readiness-probe", Gravity::Fault, links, self.probe(evidence, &event.message)))
    }

    /// The probes belong to the operator: only the program can be another one, or get more of the processor.
    fn probe(&self, evidence: &Evidence<'_>, message: &str) -> Edit {
        let slow = message.contains("context deadline exceeded") || message.contains("Timeout");
        if slow && self.name == "runtime" {
            return Edit::new(
                evidence.id(),
                "spec.runtime.resources.limits.cpu",
                "more: the program answers too late, or not at all",
            );
        }
        let answer = match self.name {
            "runtime" => "an image that answers GET /healthz on port 9001",
            _ => "an image that answers GET /readyz and /healthz on port 8081",
        };
        self.image(evidence, answer)
    }

    /// The field with the image of the container.
    fn image(&self, evidence: &Evidence<'_>, write: &str) -> Edit {
        let spec = evidence.agent.spec();
        let field = match self.name {
            "runtime" => spec.at("framework.image"),
            "facade" => primary(&spec).get("image"),
            _ => {
                return Edit::new(
                    "Deployment of the operator",
                    "spec.template.spec.containers",
                    format!("for the container {}: {write}", self.name),
                );
            }
        };
        let default = if field.exists() { "" } else { " (unset: the operator's own image is taken)" };
        Edit::new(evidence.id(), field.path(), format!("{write}{default}"))
    }
}

/// The facade that decides about the container: websocket, else rest, else a2a, else the first one.
fn primary<'w>(spec: &Field<'w>) -> Field<'w> {
    let facades = spec.get("facades").items();
    let of_type = |kind: &&str| facades.iter().position(|facade| facade.get("type").text().unwrap_or("websocket") == *kind);
    let index = ["websocket", "rest", "a2a"].iter().find_map(of_type).unwrap_or_default();
    spec.get("facades").item(index)
}

/// The end of what a container said last.
fn last_lines(message: &str) -> Option<String> {
    const SHOWN: usize = 300;
    let text = super::one_line(message);
    let skipped = text.chars().count().saturating_sub(SHOWN);
    let end: String = text.chars().skip(skipped).collect();
    let shown = if skipped > 0 { format!("...{end}") } else { end };
    Some(shown).filter(|text| !text.is_empty())
}
