//! The versions of packs, who follows them, and what a further version would do.

use serde::Serialize;

use super::{Tool, resolve::NamespacedName, table};
use crate::{
    resolve::{Channel, Destination, Effect, Move, Outcome, Pack, Published, Resolution, Resolver, Role, Want, fates},
    world::Object,
};

/// What `packs -o json` prints.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct PacksReport {
    pub api_version: &'static str,
    pub kind: &'static str,
    pub tool: Tool,
    pub omnia_version: &'static str,
    pub items: Vec<PackItem>,
}

/// A pack.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct PackItem {
    pub namespace: String,
    pub name: String,
    /// By falling precedence; those that no channel sees come last.
    pub versions: Vec<VersionItem>,
    /// References that mean none of the versions.
    pub unresolved: Vec<Follower>,
    /// What the version of `--if-published` would do; null when it was not asked for.
    pub if_published: Option<IfPublished>,
}

/// A version.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct VersionItem {
    /// The object.
    pub name: String,
    pub version: String,
    /// `status.phase`; empty where no cluster tells.
    pub phase: String,
    /// Channels that it is the head of.
    pub channels: Vec<&'static str>,
    pub live: bool,
    /// References that mean it.
    pub followers: Vec<Follower>,
    /// Why no channel sees it, or that it fails its agents; empty when there is nothing to say.
    pub note: String,
}

/// A reference of an agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct Follower {
    pub agent: NamespacedName,
    pub reference: String,
}

/// What a further version would do.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
pub struct IfPublished {
    pub version: String,
    /// Why no channel would see it; empty when they would.
    pub note: String,
    pub moves: Vec<MoveItem>,
}

/// A reference that would mean the further version.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct MoveItem {
    pub agent: NamespacedName,
    pub reference: String,
    /// The version that it means so far; null for none.
    pub from: Option<String>,
    /// Whether the reference means the new version, one of several, or nothing any more.
    pub to: &'static str,
    pub effect: &'static str,
}

impl PackItem {
    /// The pack `name` of a namespace; `agents` are those whose references count.
    pub fn new<'w>(
        resolver: &Resolver<'w>,
        namespace: &str,
        name: &str,
        agents: &[&'w Object],
        if_published: Option<&str>,
    ) -> Self {
        let packs = resolver.packs(namespace, name);
        let in_namespace = agents.iter().filter(|agent| agent.namespace == namespace);
        let resolutions: Vec<Resolution<'w>> =
            in_namespace.flat_map(|agent| resolver.agent(agent)).filter(|resolution| resolution.reference.name == name).collect();
        let heads = Channel::ALL.map(|channel| (channel, heads(packs, channel, resolver)));
        let versions = packs
            .iter()
            .enumerate()
            .map(|(index, pack)| {
                let of_channels = heads.iter().filter(|(_, heads)| heads.contains(&index));
                version_item(pack, of_channels.map(|(channel, _)| channel.name()).collect(), &resolutions)
            })
            .collect();
        let means_something =
            |resolution: &&Resolution<'_>| matches!(resolution.outcome, Outcome::Found(_) | Outcome::Ambiguous(_));
        let unresolved = resolutions.iter().filter(|resolution| !means_something(resolution)).map(follower).collect();
        let if_published = if_published.map(|version| IfPublished {
            version: version.to_owned(),
            note: Published::new(version).version.err().map(|error| format!("no channel sees it: {error}")).unwrap_or_default(),
            moves: resolver.if_published(namespace, name, version, agents).iter().map(move_item).collect(),
        });
        Self { namespace: namespace.to_owned(), name: name.to_owned(), versions, unresolved, if_published }
    }
}

/// The positions of the highest versions of a channel.
fn heads(packs: &[Pack<'_>], channel: Channel, resolver: &Resolver<'_>) -> Vec<usize> {
    let published: Vec<Published<'_>> = packs.iter().map(|pack| pack.published).collect();
    let fates = fates(&published, Want::Channel(channel), resolver.rules());
    let is_head = |(index, fate): (usize, crate::resolve::Fate)| {
        (!matches!(fate, crate::resolve::Fate::Lost(_)) && packs[index].live.is_none()).then_some(index)
    };
    fates.into_iter().enumerate().filter_map(is_head).collect()
}

fn version_item(pack: &Pack<'_>, channels: Vec<&'static str>, resolutions: &[Resolution<'_>]) -> VersionItem {
    let means = |resolution: &&Resolution<'_>| match &resolution.outcome {
        Outcome::Found(object) => std::ptr::eq(*object, pack.object),
        Outcome::Ambiguous(tied) => tied.iter().any(|object| std::ptr::eq(*object, pack.object)),
        _ => false,
    };
    let unseen = pack.published.version.err().filter(|_| pack.live.is_none()).map(|error| format!("no channel sees it: {error}"));
    let invalid = pack.invalid().map(|fault| format!("{fault}: it fails its agents"));
    VersionItem {
        name: pack.object.name.clone(),
        version: pack.published.text.to_owned(),
        phase: pack.object.root().at("status.phase").str().to_owned(),
        channels,
        live: pack.live.is_some(),
        followers: resolutions.iter().filter(means).map(follower).collect(),
        note: invalid.or(unseen).or_else(|| pack.live.map(|live| format!("live: {}", live.words()))).unwrap_or_default(),
    }
}

fn follower(resolution: &Resolution<'_>) -> Follower {
    let agent = resolution.reference.field.object();
    Follower {
        agent: NamespacedName { namespace: agent.namespace.clone(), name: agent.name.clone() },
        reference: resolution.reference.field.path().to_owned(),
    }
}

fn move_item(moved: &Move<'_>) -> MoveItem {
    let Follower { agent, reference } = follower(&moved.resolution);
    let from = match &moved.resolution.outcome {
        Outcome::Found(object) => Some(object.spec().get("version").str().to_owned()),
        Outcome::Ambiguous(tied) => {
            let versions: Vec<&str> = tied.iter().map(|object| object.spec().get("version").str()).collect();
            Some(versions.join(" or "))
        }
        _ => None,
    };
    let to = match moved.to {
        Destination::New => "new",
        Destination::Ambiguous => "ambiguous",
        Destination::Conflict => "conflict",
    };
    let effect = match moved.effect {
        Effect::RestartsPods => "restartsPods",
        Effect::RestartsCandidate => "restartsCandidate",
        Effect::StartsRollout => "startsRollout",
        Effect::Nothing => "none",
        Effect::Starts => "starts",
        Effect::Fails => "fails",
    };
    MoveItem { agent, reference, from, to, effect }
}

impl PacksReport {
    /// The report of packs.
    pub const fn new(omnia_version: &'static str, items: Vec<PackItem>) -> Self {
        Self { api_version: super::API_VERSION, kind: "Packs", tool: Tool::THIS, omnia_version, items }
    }

    /// A table for each pack, and below it what the further version would do.
    pub fn text(&self, width: usize) -> String {
        let mut text = String::new();
        for (index, item) in self.items.iter().enumerate() {
            if index > 0 {
                text.push('\n');
            }
            text.push_str(&format!("{}/{}\n", item.namespace, item.name));
            text.push_str(&table(&item.rows(), 2, width));
            for follower in &item.unresolved {
                text.push_str(&format!("no version: {} {}\n", follower.agent.name, follower.reference));
            }
            text.push_str(&item.if_published.as_ref().map(|published| published.text(width)).unwrap_or_default());
        }
        text
    }
}

impl PackItem {
    fn rows(&self) -> Vec<Vec<String>> {
        let dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
        let head = ["VERSION", "OBJECT", "PHASE", "HEAD OF", "FOLLOWED BY", "NOTE"];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        rows.extend(self.versions.iter().map(|version| {
            let followers: Vec<String> = version.followers.iter().map(Follower::words).collect();
            let text = if version.live && version.version.is_empty() { "live".to_owned() } else { version.version.clone() };
            vec![
                text,
                version.name.clone(),
                dash(version.phase.clone()),
                dash(version.channels.join(", ")),
                dash(followers.join(", ")),
                dash(version.note.clone()),
            ]
        }));
        rows
    }
}

impl Follower {
    /// The agent, with the field where it is not the stable reference.
    fn words(&self) -> String {
        let role = [(Role::Candidate, " (candidate)"), (Role::Trigger, " (trigger)")];
        let word = role.into_iter().find(|(role, _)| role.path() == self.reference).map_or("", |(_, word)| word);
        format!("{}{word}", self.agent.name)
    }
}

impl IfPublished {
    fn text(&self, width: usize) -> String {
        let mut text = format!("if {} is published:\n", self.version);
        if !self.note.is_empty() {
            text.push_str(&format!("  {}\n", self.note));
        }
        if self.moves.is_empty() {
            return text + "  nothing moves\n";
        }
        let row = |moved: &MoveItem| {
            let follower = Follower { agent: moved.agent.clone(), reference: moved.reference.clone() };
            let to = if moved.to == "new" { self.version.clone() } else { moved.to.to_owned() };
            let way = format!("{} -> {to}", moved.from.as_deref().unwrap_or("none"));
            vec![follower.words(), way, words(moved.effect).to_owned()]
        };
        text + &table(&self.moves.iter().map(row).collect::<Vec<_>>(), 2, width)
    }
}

/// What an effect is called in text.
fn words(effect: &str) -> &str {
    const WORDS: &[(&str, &str)] = &[
        ("restartsPods", "restarts the pods at once"),
        ("restartsCandidate", "restarts the pods of the candidate"),
        ("startsRollout", "starts a rollout"),
        ("none", "does nothing: it is not newer than the version that runs"),
        ("starts", "the agent, which found no version, starts"),
        ("fails", "the agent fails: a live pack has the name"),
    ];
    WORDS.iter().find(|(name, _)| *name == effect).map_or(effect, |(_, words)| words)
}
