//! Which version each reference means, for people and for programs.

use serde::Serialize;

use super::Tool;
use crate::{
    resolve::{
        Absence, Candidate, Channel, Fate, Loss, Outcome, Pack, Reference, Resolution, Resolver, Verdict as Standing, Want,
    },
    world::{Object, Origin},
};

/// Which candidates an item lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listed {
    /// None.
    Nothing,
    /// The versions of the pack that is named.
    OfPack,
    /// All packs of the namespace.
    All,
}

/// What `resolve -o json` prints.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct ResolveReport {
    pub api_version: &'static str,
    pub kind: &'static str,
    pub tool: Tool,
    pub omnia_version: &'static str,
    pub summary: ResolveSummary,
    pub items: Vec<ResolvedItem>,
}

/// How often each verdict came out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct ResolveSummary {
    pub references: usize,
    pub resolved: usize,
    pub ambiguous: usize,
    pub not_found: usize,
    pub refused: usize,
    pub not_checked: usize,
    /// References that mean another version than in what they are compared with.
    pub changed: usize,
}

/// What a reference comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ResolveVerdict {
    /// One version.
    Resolved,
    /// One of several; nobody can tell which.
    Ambiguous,
    /// None.
    NotFound,
    /// Nothing, whatever is published.
    Refused,
    /// Nobody knows.
    NotChecked,
}

/// How the version is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub enum VersionSource {
    Pin,
    Channel,
    Live,
}

/// A reference.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct ResolvedItem {
    /// The file; null for objects of a cluster.
    pub file: Option<String>,
    pub document: Option<usize>,
    pub agent: NamespacedName,
    /// The path of the field.
    pub reference: String,
    pub pack_name: String,
    pub requested: Requested,
    pub source: VersionSource,
    pub verdict: ResolveVerdict,
    pub pack: Option<PackVersion>,
    pub ties: Vec<PackVersion>,
    pub candidates: Vec<CandidateJson>,
    /// What the reference meant in what it is compared with; null when nothing is compared or nothing changed.
    pub was: Option<String>,
    /// Why there is no version, or what is wrong with it.
    pub message: String,
}

/// An object of a namespace.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[allow(missing_docs)]
pub struct NamespacedName {
    pub namespace: String,
    pub name: String,
}

/// What a reference asks for.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs)]
pub struct Requested {
    pub version: Option<String>,
    pub track: Option<String>,
}

/// A `PromptPack` object and its version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct PackVersion {
    pub name: String,
    pub version: String,
}

/// A pack and why it is or is not what the reference means.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs)]
pub struct CandidateJson {
    pub name: String,
    pub version: String,
    pub reason: String,
}

impl ResolvedItem {
    /// The item of a resolution.
    pub fn new<'w>(resolver: &Resolver<'w>, resolution: &Resolution<'w>, listed: Listed) -> Self {
        let reference = &resolution.reference;
        let agent = reference.field.object();
        let (file, document) = match &agent.origin {
            Origin::File { name, document, .. } => (Some(name.to_string()), Some(*document)),
            Origin::Cluster { .. } => (None, None),
        };
        let pack = |object: &'w Object| Pack::new(object, resolver.rules().live_packs);
        let (verdict, found, ties) = match &resolution.outcome {
            Outcome::Found(object) => (ResolveVerdict::Resolved, Some(pack(object)), Vec::new()),
            Outcome::Ambiguous(tied) => {
                (ResolveVerdict::Ambiguous, None, tied.iter().map(|object| version(&pack(object))).collect())
            }
            Outcome::NotFound(_) => (ResolveVerdict::NotFound, None, Vec::new()),
            Outcome::Refused(_) => (ResolveVerdict::Refused, None, Vec::new()),
            Outcome::NotChecked { .. } => (ResolveVerdict::NotChecked, None, Vec::new()),
        };
        let mut candidates = if listed == Listed::Nothing { Vec::new() } else { resolver.candidates(resolution) };
        candidates.retain(|candidate| listed == Listed::All || candidate.verdict != Standing::OtherName);
        Self {
            file,
            document,
            agent: NamespacedName { namespace: agent.namespace.clone(), name: agent.name.clone() },
            reference: reference.field.path().to_owned(),
            pack_name: reference.name.to_owned(),
            requested: Requested { version: reference.version.map(str::to_owned), track: reference.track.map(str::to_owned) },
            source: source(reference, found.as_ref()),
            verdict,
            message: message(resolution, found.as_ref()),
            pack: found.as_ref().map(version),
            ties,
            candidates: candidates.iter().map(|candidate| candidate_json(candidate, reference)).collect(),
            was: None,
        }
    }

    /// What the reference means, in a word: a version, or the verdict.
    pub fn meaning(&self) -> String {
        match (&self.pack, self.verdict) {
            (Some(pack), _) if pack.version.is_empty() => "live".to_owned(),
            (Some(pack), _) => pack.version.clone(),
            (None, ResolveVerdict::Ambiguous) => {
                self.ties.iter().map(|tie| tie.version.as_str()).collect::<Vec<_>>().join(" or ")
            }
            (None, verdict) => verdict.words().to_owned(),
        }
    }
}

impl ResolveVerdict {
    /// The words of tables.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Resolved => "resolved",
            Self::Ambiguous => "ambiguous",
            Self::NotFound => "not found",
            Self::Refused => "refused",
            Self::NotChecked => "not checked",
        }
    }

    /// Whether it fails the command.
    pub const fn is_negative(self) -> bool {
        matches!(self, Self::Ambiguous | Self::NotFound | Self::Refused)
    }
}

fn source(reference: &Reference<'_>, found: Option<&Pack<'_>>) -> VersionSource {
    match (found.and_then(|pack| pack.live), reference.want()) {
        (Some(_), _) => VersionSource::Live,
        (None, Ok(Want::Pin(_))) => VersionSource::Pin,
        (None, Err(_)) if reference.version.is_some() => VersionSource::Pin,
        (None, _) => VersionSource::Channel,
    }
}

fn version(pack: &Pack<'_>) -> PackVersion {
    PackVersion { name: pack.object.name.clone(), version: pack.published.text.to_owned() }
}

fn message(resolution: &Resolution<'_>, found: Option<&Pack<'_>>) -> String {
    let reference = &resolution.reference;
    let name = reference.name;
    match &resolution.outcome {
        Outcome::Found(_) => {
            let invalid = found.and_then(Pack::invalid).map(|fault| format!("{fault}: it fails the agent"));
            let live = found.and_then(|pack| pack.live).map(|live| format!("taken for a live pack: {}", live.words()));
            invalid.or(live).unwrap_or_default()
        }
        Outcome::Ambiguous(_) => "equal precedence: the operator takes the one that it lists first, which may change".to_owned(),
        Outcome::NotFound(Absence::Pack) => format!("no PromptPack has the packName {name:?}"),
        Outcome::NotFound(Absence::Version) => {
            format!("no version of {name:?} is {:?}", reference.version.unwrap_or_default())
        }
        Outcome::NotFound(Absence::Channel) => {
            format!("no version of {name:?} is in the channel {}", reference.track.unwrap_or(Channel::Stable.name()))
        }
        Outcome::Refused(refusal) => match refusal.condition() {
            Some(condition) => format!("{condition}: {refusal}"),
            None => refusal.to_string(),
        },
        Outcome::NotChecked { reason, .. } => reason.clone(),
    }
}

fn candidate_json(candidate: &Candidate<'_>, reference: &Reference<'_>) -> CandidateJson {
    let PackVersion { name, version } = version(&candidate.pack);
    CandidateJson { name, version, reason: reason(&candidate.verdict, &candidate.pack, reference) }
}

/// Why a candidate is or is not what a reference means.
fn reason(verdict: &Standing<'_>, pack: &Pack<'_>, reference: &Reference<'_>) -> String {
    match verdict {
        Standing::Live => format!("chosen: a live pack, since {}", pack.live.map_or_else(String::new, |live| live.words())),
        Standing::OtherName => match pack.name {
            Some(name) => format!("wrong pack name: it is a version of {name:?}"),
            None => "wrong pack name".to_owned(),
        },
        Standing::NoLabel => {
            format!("label missing: {} is what the operator looks for", crate::omnia::LABEL_PROMPT_PACK)
        }
        Standing::IllegalName => "its packName cannot be the value of a label, so that no reference finds it".to_owned(),
        Standing::Refused(refusal) => format!("refused: {refusal}"),
        Standing::Chosen(Fate::Won) => match reference.want() {
            Ok(Want::Pin(_)) => "chosen: the version of the pin".to_owned(),
            _ => "chosen: the highest of the channel".to_owned(),
        },
        Standing::Chosen(Fate::Tied) => "equal precedence: chosen or not by the order of a list".to_owned(),
        Standing::Chosen(Fate::Lost(loss)) => match loss {
            Loss::Unparsable(error) => format!("unparsable: {error}"),
            Loss::Prerelease => "a prerelease, which the stable channel leaves out".to_owned(),
            Loss::Lower => "lower than another one".to_owned(),
            Loss::OtherVersion => "not the version of the pin".to_owned(),
            Loss::OtherBuild => {
                "only the build metadata differs from the pin, which is compared as text (2026-07 would take it)".to_owned()
            }
            Loss::OtherSpelling => "only the v in front or the build metadata differs from the pin, which is compared as text (2026-07 would take it)".to_owned(),
        },
    }
}

impl ResolveReport {
    /// The report of items, counted.
    pub fn new(omnia_version: &'static str, items: Vec<ResolvedItem>) -> Self {
        let mut summary = ResolveSummary { references: items.len(), ..ResolveSummary::default() };
        for item in &items {
            *match item.verdict {
                ResolveVerdict::Resolved => &mut summary.resolved,
                ResolveVerdict::Ambiguous => &mut summary.ambiguous,
                ResolveVerdict::NotFound => &mut summary.not_found,
                ResolveVerdict::Refused => &mut summary.refused,
                ResolveVerdict::NotChecked => &mut summary.not_checked,
            } += 1;
            summary.changed += usize::from(item.was.is_some());
        }
        Self { api_version: super::API_VERSION, kind: "ResolveReport", tool: Tool::THIS, omnia_version, summary, items }
    }
}
