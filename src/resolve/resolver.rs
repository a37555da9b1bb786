//! References against the packs of a world.

use std::collections::BTreeMap;

use super::{
    pack::{Pack, is_label_value},
    reference::{Reference, Refusal},
    select::{Fate, Published, Rules, Want, fates},
};
use crate::{
    crd::Release,
    world::{Object, Scope, World},
};

/// The kind of packs.
pub const PROMPT_PACK: &str = "PromptPack";

/// What a reference comes to.
#[derive(Debug, Clone)]
pub enum Outcome<'w> {
    /// This pack.
    Found(&'w Object),
    /// One of these, and nobody can tell which: the operator takes the first of a list without order, and may take another one next time.
    Ambiguous(Vec<&'w Object>),
    /// There is none.
    NotFound(Absence),
    /// It means nothing.
    Refused(Refusal<'w>),
    /// Nobody knows.
    NotChecked {
        /// Why.
        reason: String,
        /// What the packs in scope lack.
        seen: Absence,
    },
}

/// What is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Absence {
    /// Any pack of this name.
    Pack,
    /// The version of the pin.
    Version,
    /// A version in the channel.
    Channel,
}

/// A reference and what it comes to.
#[derive(Debug, Clone)]
pub struct Resolution<'w> {
    /// The reference.
    pub reference: Reference<'w>,
    /// What it means.
    pub outcome: Outcome<'w>,
}

/// A pack in the namespace of a reference, and why it is or is not what the reference means.
#[derive(Debug, Clone)]
pub struct Candidate<'w> {
    /// The pack.
    pub pack: Pack<'w>,
    /// What became of it.
    pub verdict: Verdict<'w>,
}

/// What became of a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict<'w> {
    /// The choice among the published versions.
    Chosen(Fate),
    /// The live pack of the name.
    Live,
    /// Another pack.
    OtherName,
    /// The label that the operator looks for is not there.
    NoLabel,
    /// The name cannot be the value of that label, so the pack is never found.
    IllegalName,
    /// The reference means nothing.
    Refused(Refusal<'w>),
}

/// Looks references up among the packs of a world.
#[derive(Debug)]
pub struct Resolver<'w> {
    world: &'w World,
    rules: Rules,
    /// By namespace, and in it by the name that references use.
    packs: BTreeMap<&'w str, BTreeMap<&'w str, Vec<Pack<'w>>>>,
    /// Those that no reference finds, by namespace.
    nameless: BTreeMap<&'w str, Vec<Pack<'w>>>,
}

impl<'w> Resolver<'w> {
    /// Reads the packs of a world.
    pub fn new(world: &'w World, release: Release) -> Self {
        let rules = Rules::of(release);
        let mut packs: BTreeMap<_, BTreeMap<_, Vec<_>>> = BTreeMap::new();
        let mut nameless: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for object in world.of_kind(PROMPT_PACK) {
            let pack = Pack::new(object, rules.live_packs);
            let namespace = object.namespace.as_str();
            match pack.name {
                Some(name) => packs.entry(namespace).or_default().entry(name).or_default().push(pack),
                None => nameless.entry(namespace).or_default().push(pack),
            }
        }
        for pack in packs.values_mut().flat_map(BTreeMap::values_mut) {
            pack.sort_by(|a, b| a.published.falling(&b.published).then_with(|| a.object.name.cmp(&b.object.name)));
        }
        Self { world, rules, packs, nameless }
    }

    /// The rules of the release.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The packs of a name, by falling version.
    pub fn packs(&self, namespace: &str, name: &str) -> &[Pack<'w>] {
        let named = self.packs.get(namespace).and_then(|packs| packs.get(name));
        named.map_or(&[], Vec::as_slice)
    }

    /// The namespaces with packs, and the names of the packs in them, both in their order.
    pub fn names(&self) -> impl Iterator<Item = (&'w str, &'w str)> {
        self.packs.iter().flat_map(|(namespace, names)| names.keys().map(move |name| (*namespace, *name)))
    }

    /// All references of an agent, resolved.
    pub fn agent(&self, agent: &'w Object) -> Vec<Resolution<'w>> {
        let references = Reference::all(agent);
        let in_rollout = self.lives_in_rollout(agent, &references);
        let resolve = |reference: Reference<'w>| {
            let outcome = self.outcome(&agent.namespace, &reference, in_rollout);
            Resolution { reference, outcome }
        };
        references.into_iter().map(resolve).collect()
    }

    /// The packs of the namespace of a resolution and why each one was chosen or not: those of its name by falling version, then the
    /// others by the names of their objects.
    pub fn candidates(&self, resolution: &Resolution<'w>) -> Vec<Candidate<'w>> {
        let reference = &resolution.reference;
        let namespace = reference.field.object().namespace.as_str();
        let named = self.packs(namespace, reference.name);
        let verdicts = match (&resolution.outcome, reference.want()) {
            (Outcome::Refused(refusal), _) => vec![Verdict::Refused(*refusal); named.len()],
            (_, Err(refusal)) => vec![Verdict::Refused(refusal); named.len()],
            (_, Ok(_)) if named.iter().any(|pack| pack.live.is_some()) => vec![Verdict::Live; named.len()],
            (_, Ok(want)) => fates(&published(named), want, self.rules).into_iter().map(Verdict::Chosen).collect(),
        };
        let named = named.iter().zip(verdicts).map(|(pack, verdict)| Candidate { pack: pack.clone(), verdict });
        let mut others: Vec<Candidate<'w>> = self.others(namespace, reference.name).collect();
        others.sort_by(|a, b| a.pack.object.name.cmp(&b.pack.object.name));
        named.chain(others).collect()
    }

    fn others(&self, namespace: &str, name: &str) -> impl Iterator<Item = Candidate<'w>> {
        let named = self.packs.get(namespace).into_iter().flatten().filter(move |(other, _)| **other != name);
        let nameless = self.nameless.get(namespace).into_iter().flatten();
        named.flat_map(|(_, packs)| packs).chain(nameless).map(move |pack| {
            let verdict = match (pack.name, pack.object.spec().get("packName").str() == name) {
                (Some(_), _) | (None, false) => Verdict::OtherName,
                (None, true) if is_label_value(name) => Verdict::NoLabel,
                (None, true) => Verdict::IllegalName,
            };
            Candidate { pack: pack.clone(), verdict }
        })
    }

    /// Whether an agent has a rollout in which a live pack takes part.
    fn lives_in_rollout(&self, agent: &Object, references: &[Reference<'w>]) -> bool {
        let is_live =
            |reference: &Reference<'w>| self.packs(&agent.namespace, reference.name).iter().any(|pack| pack.live.is_some());
        agent.spec().get("rollout").exists() && references.iter().any(is_live)
    }

    fn outcome(&self, namespace: &str, reference: &Reference<'w>, lives_in_rollout: bool) -> Outcome<'w> {
        let want = match reference.want() {
            Ok(want) => want,
            Err(refusal) => return Outcome::Refused(refusal),
        };
        let packs = self.packs(namespace, reference.name);
        let live = packs.iter().filter(|pack| pack.live.is_some()).count();
        if live > 0 && live < packs.len() {
            return Outcome::Refused(Refusal::NameConflict);
        }
        if live > 0 && !reference.is_bare() {
            return Outcome::Refused(Refusal::PinnedLive);
        }
        if lives_in_rollout {
            return Outcome::Refused(Refusal::LiveInRollout);
        }
        let chosen: Vec<&'w Object> = if live > 0 {
            packs.iter().map(|pack| pack.object).collect()
        } else {
            let fates = fates(&published(packs), want, self.rules);
            let taken = packs.iter().zip(fates).filter(|(_, fate)| !matches!(fate, Fate::Lost(_)));
            taken.map(|(pack, _)| pack.object).collect()
        };
        let absence = match want {
            _ if packs.is_empty() => Absence::Pack,
            Want::Pin(_) => Absence::Version,
            Want::Channel(_) => Absence::Channel,
        };
        self.settle(namespace, reference, want, chosen, absence)
    }

    /// What the chosen packs mean where the scope may hold more than these.
    fn settle(
        &self,
        namespace: &str,
        reference: &Reference<'w>,
        want: Want<'w>,
        chosen: Vec<&'w Object>,
        absence: Absence,
    ) -> Outcome<'w> {
        let by_pin = matches!(want, Want::Pin(_));
        match (chosen.as_slice(), self.world.scope(PROMPT_PACK, namespace)) {
            // What is published beside it may be higher, but cannot be more equal to the pin.
            ([_, ..], Scope::Closed(reason)) if !by_pin => Outcome::NotChecked { reason: reason.clone(), seen: absence },
            ([object], _) => Outcome::Found(object),
            ([_, ..], _) => Outcome::Ambiguous(chosen),
            ([], Scope::Complete) => Outcome::NotFound(absence),
            ([], Scope::Closed(reason)) => Outcome::NotChecked { reason: reason.clone(), seen: absence },
            ([], Scope::Open) => Outcome::NotChecked { reason: not_among_the_files(reference, absence), seen: absence },
        }
    }
}

fn not_among_the_files(reference: &Reference<'_>, absence: Absence) -> String {
    let name = reference.name;
    match absence {
        Absence::Pack => format!("no PromptPack with packName {name:?} is among the files"),
        Absence::Version => format!("version {:?} of {name:?} is not among the files", reference.version.unwrap_or_default()),
        Absence::Channel => format!("no version of {name:?} among the files is in the channel"),
    }
}

fn published<'w>(packs: &[Pack<'w>]) -> Vec<Published<'w>> {
    packs.iter().map(|pack| pack.published).collect()
}
