//! The rules that look at objects together, and those about what the operator makes of an object: a pass over a [`World`] of all inputs,
//! after the files were checked one by one.
//!
//! One file a subject, each a function from the [`Scene`] and an object to [`Remarks`]; [`CHECKS`] lists them. What a rule cannot know,
//! since an object is not in scope, it says with [`Remarks::open`], and the summary tells it in one line.

mod a2a;
mod analysis;
mod autoscaling;
mod functions;
mod kept;
mod media;
mod neighbours;
mod objects;
mod pack_content;
mod packs;
mod production;
mod providers;
mod rollouts;
mod sandbox;
mod secrets;
mod service_group;
mod tools;
mod workspace;

use std::sync::Arc;

use super::{agent::Agent, check::Subject, found::rule_finding, report::NotChecked};
use crate::{
    apiserver::{Identity, Stored},
    crd::{GROUP, Release},
    finding::{Finding, ObjectRef, Related},
    render::operator::Operator,
    resolve::Resolver,
    world::{Field, Lookup, Object, Origin, Scope, TextObject, Workspaces, World, references},
};
pub(super) use kept::keep;
use neighbours::Hosts;

/// The checks, by the kind of the objects that they look at.
const CHECKS: &[(&str, Check)] = &[
    ("AgentRuntime", packs::agent),
    ("AgentRuntime", providers::agent),
    ("AgentRuntime", service_group::agent),
    ("AgentRuntime", analysis::agent),
    ("AgentRuntime", a2a::agent),
    ("AgentRuntime", rollouts::agent),
    ("AgentRuntime", sandbox::agent),
    ("AgentRuntime", neighbours::agent),
    ("AgentRuntime", workspace::agent),
    ("AgentRuntime", production::agent),
    ("AgentRuntime", functions::agent),
    ("AgentRuntime", media::agent),
    ("AgentRuntime", autoscaling::agent),
    ("ToolRegistry", tools::registry),
    ("MemoryPolicy", functions::policy),
    ("ToolPolicy", tools::tool_policy),
    ("AgentPolicy", tools::agent_policy),
    ("PromptPack", packs::pack),
    ("PromptPack", pack_content::pack),
    ("Secret", secrets::secret),
    ("Workspace", workspace::workspace),
];

type Check = for<'w> fn(&Scene<'w>, &'w Object, &mut Remarks<'w>);

/// What the pass comes to.
#[derive(Debug, Default)]
pub struct WorldReport<'w> {
    /// The findings, each with the object whose file it is in, in the order of the objects.
    pub findings: Vec<(&'w TextObject<'w>, Finding)>,
    /// What could not be known of objects.
    pub not_checked: Vec<(&'w Object, NotChecked)>,
}

/// What the checks look at.
pub(super) struct Scene<'w> {
    /// All objects in scope.
    pub world: &'w World,
    /// The release of the platform.
    pub release: Release,
    /// The packs.
    pub resolver: Resolver<'w>,
    /// The Workspaces.
    pub workspaces: Workspaces<'w>,
    /// The hosts of exposed facades.
    hosts: Hosts<'w>,
    /// What the operator was told; none when nothing is known of the installation.
    pub operator: Option<&'w Operator>,
    /// What was there before, where that is known.
    stored: Option<&'w Stored>,
    /// The inputs; of objects that are there twice the later ones stand apart.
    asked: [&'w [Object]; 2],
}

impl<'w> Scene<'w> {
    /// The object of kind `AgentRuntime` as the operator reads it.
    fn agent(&self, object: &'w Object) -> Agent<'w> {
        Agent::new(Subject { object, spec: object.spec(), release: self.release, operator: self.operator })
    }

    /// Whether an object of the platform was there before.
    fn was_there(&self, kind: &str, namespace: &str, name: &str) -> bool {
        let [kind, namespace, name] = [kind, namespace, name].map(str::to_owned);
        let identity = Identity { api_version: format!("{GROUP}/v1alpha1"), kind, namespace: namespace.clone(), name };
        self.stored.is_some_and(|stored| stored.get(&identity, Some(&namespace)).is_some())
    }

    /// Whether findings may be placed on an object: it is one of the inputs.
    pub fn is_asked(&self, object: &TextObject<'_>) -> bool {
        self.asked.iter().any(|asked| asked.as_ptr_range().contains(&std::ptr::from_ref(object).cast()))
    }

    /// Whether the release knows what came after July 2026.
    pub fn is_current(&self) -> bool {
        self.release == Release::Current
    }
}

/// Rules of other families than REF that look at objects together.
const TOGETHER: &[&str] = &[
    "ADM003", "ADM007", "ADM008", "ADM010", "ADM014", "OPS003", "OPS014", "RUN016", "RUN024", "RUN031", "RUN040", "RUN050",
    "RUN061", "RUN078", "RUN082", "RUN083", "RUN084", "RUN089", "RUN092", "RUN096", "RUN098", "RUN099", "RUN100", "RUN112",
    "RUN118", "RUN126", "SEC001", "SEC006", "SEC017", "SEC019",
];

/// Whether a finding of this pass takes the place of one that the manifest alone gave: the same fault of the same field, which other objects
/// make graver, or less grave.
pub fn outranks(later: &Finding, first: &Finding) -> bool {
    let same = |finding: &Finding| (finding.code, finding.document, finding.field.clone());
    WEIGHED.contains(&later.code) && same(later) == same(first)
}

/// Rules that a manifest alone can show, and whose gravity others decide.
const WEIGHED: [&str; 5] = ["OPS003", "RUN050", "RUN098", "RUN100", "SEC001"];

/// Whether rules that look at objects together may find the code.
pub fn finds(code: &str) -> bool {
    TOGETHER.contains(&code) || code.starts_with("REF")
}

/// Checks the first `asked` objects of a world, and those of `again`, which have the same names as others, against all of it.
///
/// `release` is none when the schemas were passed in; the newest rules hold then. `operator` is what the operator was told, where that is known.
/// `stored` holds what was there before; what of it the world lacks, where it is complete, is to be deleted.
pub fn world<'w>(
    world: &'w World,
    asked: usize,
    again: &'w [Object],
    release: Option<Release>,
    operator: Option<&'w Operator>,
    stored: Option<&'w Stored>,
) -> WorldReport<'w> {
    let release = release.unwrap_or_default();
    let objects = world.objects();
    let asked = [&objects[..asked.min(objects.len())], again];
    let scene = Scene {
        world,
        release,
        resolver: Resolver::new(world, release),
        workspaces: Workspaces::new(world),
        hosts: Hosts::new(world, |object| Agent::new(Subject { object, spec: object.spec(), release, operator })),
        operator,
        stored,
        asked,
    };
    let mut report = WorldReport::default();
    for object in asked.into_iter().flatten() {
        let mut remarks = Remarks::default();
        let references = references(object);
        objects::missing(&scene, object, &references, &mut remarks);
        providers::foreign(&scene, object, &references, &mut remarks);
        for (_, check) in CHECKS.iter().filter(|(kind, _)| *kind == object.kind) {
            check(&scene, object, &mut remarks);
        }
        report.findings.append(&mut remarks.findings);
        report.not_checked.extend(remarks.not_checked.into_iter().map(|entry| (object, entry)));
    }
    report
}

/// What the checks say of an object.
#[derive(Default)]
pub(super) struct Remarks<'w> {
    findings: Vec<(&'w TextObject<'w>, Finding)>,
    not_checked: Vec<NotChecked>,
}

impl<'w> Remarks<'w> {
    /// Finds something at a field of an input.
    pub fn found(&mut self, code: &'static str, field: &Field<'w>, message: impl Into<String>) -> &mut Finding {
        let mut finding = rule_finding(code, message.into(), field.anchor());
        finding.field = field.path().to_owned();
        self.take(field.object(), finding);
        let last = self.findings.len() - 1;
        &mut self.findings[last].1
    }

    /// Takes over what a rule about one object says of an input.
    pub fn take(&mut self, object: &'w TextObject<'w>, mut finding: Finding) {
        finding.object = Some(Arc::new(reference(object)));
        // What is refused never reaches the operator.
        finding.masked = !object.accepted;
        if let Origin::File { document, .. } = object.origin {
            finding.document = document;
        }
        self.findings.push((object, finding));
    }

    /// Says that something hangs on an object that is not in scope. Where nobody could look, `scope` tells why.
    pub fn open(&mut self, code: &'static str, kind: &'static str, scope: &Scope) {
        self.not_checked.push(match scope {
            Scope::Closed(reason) => NotChecked::new(code, reason.clone()),
            Scope::Open | Scope::Complete => NotChecked::outside(code, kind),
        });
    }

    /// Looks an object up; one that is not in scope is said to be open.
    pub fn look_up(&mut self, code: &'static str, scene: &Scene<'w>, to: (&'static str, &str, &str)) -> Lookup<'w> {
        let (kind, namespace, name) = to;
        let found = scene.world.get(kind, namespace, name);
        if matches!(found, Lookup::NotChecked(_)) {
            self.open(code, kind, scene.world.scope(kind, namespace));
        }
        found
    }
}

fn reference(object: &TextObject<'_>) -> ObjectRef {
    let api_version =
        if object.group.is_empty() { object.version.clone() } else { format!("{}/{}", object.group, object.version) };
    let namespace = object.root().at("metadata.namespace").str().to_owned();
    ObjectRef { api_version, kind: object.kind.clone(), namespace, name: object.name.clone() }
}

/// A second place, when it is in the same file as the finding.
pub(super) fn related(finding: &mut Finding, at: &TextObject<'_>, place: &Field<'_>, message: String) {
    let same_file = match (&at.origin, &place.object().origin) {
        (Origin::File { text: own, .. }, Origin::File { text: other, .. }) => Arc::ptr_eq(own, other),
        _ => false,
    };
    if same_file {
        finding.related.push(Related { message, span: place.anchor() });
    }
}

/// `in namespace a`, or nothing for kinds without.
pub(super) fn in_namespace(namespace: &str) -> String {
    if namespace.is_empty() { String::new() } else { format!(" in namespace {namespace}") }
}

/// The names in `names` that are nearest to `name`, as a hint; empty when none is near.
pub(super) fn did_you_mean<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> String {
    let near = crate::crd::nearest::nearest(name, names);
    near.first().map(|near| format!("did you mean {near}?")).unwrap_or_default()
}
