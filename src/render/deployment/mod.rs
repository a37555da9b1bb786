//! The Deployments of an agent: the stable one and the one of a rollout's candidate.

mod a2a;
mod broker;
mod candidate;
mod container;
mod env;
mod facade;
mod media;
mod overrides;
mod pod;
mod replicas;
mod runtime;
mod standalone;
mod volumes;

use super::{
    Blocked, IntoTree as _, Map, Release, Rendered, Source, Tree,
    config_hash::Hashed,
    inputs::{Agent, kind},
    map,
    pack::Pack,
    sourced,
};
use crate::{omnia::duration, resolve::Role, rollout, world::Lookup};

pub(super) use candidate::{candidate, candidate_pack};

/// The assumption about agents with a live pack.
const LIVE_PACK: &str = "livePack";

/// The annotation of an agent after how long without use it goes.
const IDLE_TIMEOUT: &str = "omnia.altairalabs.ai/idle-timeout";

/// The label that tells stable and candidate pods apart.
const TRACK: &str = "omnia.altairalabs.ai/track";

/// Which of the two Deployments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Track {
    Stable,
    Canary,
}

/// What a Deployment's pods are made from.
#[derive(Debug)]
struct Pods<'a, 'w> {
    agent: &'a Agent<'w>,
    track: Track,
    pack: Pack<'w>,
}

impl Track {
    /// The value of the label.
    const fn label(self) -> &'static str {
        match self {
            Self::Stable => "stable",
            Self::Canary => "canary",
        }
    }

    /// What pods are told.
    const fn variant(self) -> &'static str {
        match self {
            Self::Stable => "stable",
            Self::Canary => "candidate",
        }
    }
}

/// Creates the stable Deployment.
pub(super) fn stable(agent: &Agent<'_>, rendered: &mut Rendered) -> Result<(), Blocked> {
    let pack = Pack::resolve(agent, Role::Stable, rendered)?;
    let pods = Pods { agent, track: Track::Stable, pack };
    pods.inputs(rendered)?;
    pods.note(rendered);
    let replicas = replicas::stable(agent, rendered);
    let deployment = pods.deployment(&replicas, rendered);
    rendered.send(deployment, "DeploymentReady", "DeploymentFailed")
}

impl Pods<'_, '_> {
    fn name(&self) -> Tree {
        match self.track {
            Track::Stable => self.agent.named(""),
            Track::Canary => sourced(rollout::candidate_name(self.agent.name()), self.agent.name_source()),
        }
    }

    /// The labels that the Deployment finds its pods by, which can never change.
    fn selector(&self) -> Map {
        self.agent.labels(Some("agent")).put(TRACK, self.track.label())
    }

    fn deployment(&self, replicas: &replicas::Replicas, rendered: &mut Rendered) -> Map {
        let labels = overrides::labels(self);
        let template = map()
            .put("metadata", map().put("labels", labels.clone()).put("annotations", self.annotations(rendered)))
            .put("spec", pod::spec(self, replicas.wanted));
        let deadline = match self.track {
            Track::Canary if self.agent.release == Release::Current => {
                Tree::copied(&self.agent.spec().at("rollout.rollback.progressDeadlineSeconds"))
            }
            Track::Canary | Track::Stable => None,
        };
        let spec = map()
            .put("replicas", replicas.tree.clone())
            .put("selector", map().put("matchLabels", self.selector()))
            .put("progressDeadlineSeconds", deadline)
            .put("template", template);
        map()
            .put("apiVersion", "apps/v1")
            .put("kind", "Deployment")
            .put("metadata", self.agent.metadata(self.name(), labels))
            .put("spec", spec)
    }

    fn annotations(&self, rendered: &mut Rendered) -> Map {
        let agent = self.agent;
        let providers = agent.spec().get("providers").items().into_iter().map(|entry| {
            let reference = entry.get("providerRef");
            let namespace = reference.get("namespace").text().unwrap_or(agent.namespace());
            let provider = agent.world.get(kind::PROVIDER, namespace, reference.get("name").str()).found();
            (entry, provider)
        });
        let hashed = Hashed {
            agent: agent.object,
            pack: self.pack.object,
            registry: agent.registry.is_there().then(|| agent.registry.object()),
            providers: providers.collect(),
        };
        let hash = hashed.tree(agent.world, agent.release, rendered);
        if matches!(&hash, Tree::Leaf(_, source) if source.assumptions().contains(&"generation")) {
            rendered.assume("generation", "objects that have never been in a cluster have the generation 1");
        }
        overrides::annotations(self, hash)
    }

    /// A value that the operator computes for live packs in a way that nothing tells.
    fn live_value(&self) -> Tree {
        sourced("<operator-computed>", Source::Assumed(LIVE_PACK))
    }

    /// After how long without use the agent goes, when that is a duration.
    fn idle_timeout(&self) -> Option<Tree> {
        let annotation = self.agent.object.root().at("metadata.annotations").get(IDLE_TIMEOUT);
        duration::parse(annotation.text()?).ok()?;
        Some(sourced(annotation.str(), Source::computed([(&annotation).into(), Source::Assumed("idleTimeout")])))
    }

    /// Where sandboxes come from, when the agent may claim them.
    fn sandbox_url(&self) -> Option<Tree> {
        let enabled = self.agent.spec().at("sandbox.enabled").is_true();
        let told = self.agent.operator.sandbox_url.as_ref();
        let placeholder = || Some(sourced("<sandbox-api-url>", Source::Assumed("sandboxUrl")));
        enabled.then(|| told.into_tree().or_else(placeholder))?
    }

    /// Whether what a live pack is read from is there: newer releases wait for it.
    fn inputs(&self, rendered: &mut Rendered) -> Result<(), Blocked> {
        let agent = self.agent;
        let waits = |text| {
            let field = agent.spec().get("promptPackRef");
            Err(Blocked::by("DeploymentReady", "AwaitingPodTemplateInputs", text, &field))
        };
        if !self.pack.live {
            return Ok(());
        }
        if agent.operator.content_path.is_none() {
            return waits("the pack is live, and the operator has no content of workspaces".to_owned());
        }
        let claim = volumes::content_claim(agent);
        match agent.world.get("PersistentVolumeClaim", agent.namespace(), &claim) {
            Lookup::Found(_) => Ok(()),
            Lookup::Missing => waits(format!("the pack is live, and the PersistentVolumeClaim {claim:?} does not exist")),
            Lookup::NotChecked(_) => {
                rendered.assume("contentClaim", format!("the PersistentVolumeClaim {claim:?} is taken to be there"));
                Ok(())
            }
        }
    }

    /// Tells what newer releases do in a way that is not known, and what they drop.
    fn note(&self, rendered: &mut Rendered) {
        let agent = self.agent;
        for (name, reference) in a2a::unknown(agent) {
            let text =
                format!("the agent {reference:?} is not in scope: the client {name:?} is left out, as one that does not answer");
            rendered.assume("a2aClientRef", text);
        }
        if agent.release == Release::R2026_07 {
            return;
        }
        let spec = agent.spec();
        let mut assume = |is_so: bool, name, text: &str| {
            if is_so {
                rendered.assume(name, text);
            }
        };
        assume(
            self.pack.live,
            LIVE_PACK,
            "how pods of a live pack are told about it is not known: <operator-computed> stands for it",
        );
        assume(self.idle_timeout().is_some(), "idleTimeout", "the facade is told the idle timeout as the annotation has it");
        let sandbox_unknown = spec.at("sandbox.enabled").is_true() && agent.operator.sandbox_url.is_none();
        assume(sandbox_unknown, "sandboxUrl", "the address of the sandbox API is not known: name it with --sandbox-api-url");
        assume(
            agent.standalone_a2a(),
            "standaloneA2a",
            "an a2a agent without a websocket is built as other agents are, of a facade and a runtime",
        );
        let resources = spec.at("runtime.resources").node().is_some_and(|node| node.as_map().is_some_and(|map| map.is_empty()));
        assume(
            resources,
            "emptyResources",
            "runtime.resources that are empty are taken to replace the default requests of the runtime",
        );
        let clients = spec.get("a2aClients").exists() || agent.facade("a2a").is_some_and(|a2a| a2a.at("a2a.clients").exists());
        assume(
            clients,
            "a2aClients",
            "how the runtime is told of the agents that it may call is not known: nothing is rendered for it",
        );
        let is_async = spec.get("facades").items().iter().any(|facade| facade.at("async.enabled").is_true());
        assume(
            is_async,
            "asyncRedis",
            "how pods are told of the queue of async invocations is not known: nothing is rendered for it",
        );
        let lists = ["runtime.extraEnv", "podOverrides.extraEnv"].map(|path| spec.at(path));
        let primary = agent.primary().map(|facade| facade.get("extraEnv"));
        for name in primary.iter().chain(&lists).flat_map(env::reserved) {
            rendered
                .warn(agent.deployment_id(), format!("{} is dropped: only the operator sets it ({})", name.str(), name.path()));
        }
    }
}
