//! `doctor`: what a cluster has of the platform, and what the user may read there.

use super::{
    Exit,
    connection::{self, ConnectionArgs},
    output::Format,
    ui::Ui,
};
use crate::{
    cluster::{Cluster, ClusterError, Deed, Definitions, Resource, Selection},
    crd::{
        Catalog, Definition, GROUP, Release,
        compile::Descriptions,
        skew::{differences, nearest},
    },
    lint,
    report::{API_VERSION, DoctorReport, KindState, ReleaseJson, State, Tool, WebhookJson},
    world::{Field, Object},
};

/// Tell what a cluster has of the platform, and what you may read there.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Reads CRDs, webhook configurations and permissions; changes nothing. What you
may not read is said, with the rule of RBAC that is missing.

Exit codes: 0 nothing is wrong, 1 problems, 2 usage error, 3 the cluster cannot
be asked.")]
pub struct Args {
    /// The format: text, json or yaml.
    #[arg(short, long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    output: Format,
    #[command(flatten)]
    connection: ConnectionArgs,
}

/// The verbs of reading.
const READING: [&str; 3] = ["get", "list", "watch"];

pub(super) fn run(args: &Args, ui: &mut Ui) -> Exit {
    let outcome = args
        .connection
        .connect(ui)
        .and_then(|cluster| Examination::default().report(&cluster).map_err(|error| connection::complain(ui, &error)));
    match outcome {
        Ok(report) => {
            let exit = if report.problems.is_empty() { Exit::Success } else { Exit::Negative };
            let width = ui.columns();
            args.output.print(&report, || report.text(width), ui).and(exit)
        }
        Err(exit) => exit,
    }
}

/// What was found so far.
#[derive(Default)]
struct Examination {
    problems: Vec<String>,
    not_checked: Vec<String>,
}

impl Examination {
    fn report(mut self, cluster: &Cluster) -> Result<DoctorReport, ClusterError> {
        let kube_version = cluster.version()?;
        let user = cluster.user()?;
        let definitions = self.readable(cluster.definitions(Descriptions::Skip))?;
        let webhooks = self.readable(cluster.list(&Resource::WEBHOOKS, Selection::default()))?;
        let webhooks = webhooks.map(|found| found.iter().flat_map(webhooks_of).collect::<Vec<_>>());
        let nearest = definitions.as_ref().filter(|found| !found.definitions.is_empty()).map(|found| nearest(&found.definitions));
        let reference = Catalog::new(nearest.as_ref().map_or(Release::Current, |nearest| nearest.0));
        let mut kinds = self.kinds(cluster, definitions.as_ref(), &reference)?;
        for kind in &mut kinds {
            kind.webhook = webhooks.as_ref().map(|webhooks| {
                webhooks.iter().any(|webhook| webhook.resources.iter().any(|one| one == "*" || *one == kind.plural))
            });
            self.access(cluster, kind)?;
        }
        self.judge(&kinds, definitions.as_ref());
        Ok(DoctorReport {
            api_version: API_VERSION,
            kind: "Doctor",
            tool: Tool::THIS,
            context: cluster.context().to_string(),
            server: cluster.server().to_owned(),
            namespace: cluster.namespace().to_owned(),
            user,
            kube_version,
            release: nearest.map(|(release, differences)| ReleaseJson { name: release.name(), differences }),
            kinds,
            webhooks: webhooks.unwrap_or_default(),
            problems: self.problems,
            not_checked: self.not_checked,
        })
    }

    /// What may not be read is noted, and nothing.
    fn readable<T>(&mut self, outcome: Result<T, ClusterError>) -> Result<Option<T>, ClusterError> {
        match outcome {
            Ok(found) => Ok(Some(found)),
            Err(error) => {
                self.not_checked.push(error.closed().ok_or(error)?);
                Ok(None)
            }
        }
    }

    /// The kinds of the release, and then those of the cluster that it does not know.
    fn kinds(&self, cluster: &Cluster, found: Option<&Definitions>, reference: &Catalog) -> Result<Vec<KindState>, ClusterError> {
        let Some(found) = found else {
            let served = cluster.served(GROUP, "v1alpha1")?;
            let state = |definition: &Definition| {
                let is_served = served.contains(&definition.plural);
                state(definition, if is_served { State::Served } else { State::Missing }, 0)
            };
            return Ok(reference.definitions().map(state).collect());
        };
        let of = |kind: &str| found.definitions.iter().find(|definition| definition.kind == kind);
        let known = reference.definitions().map(|expected| match of(&expected.kind) {
            Some(definition) => {
                let differences = differences(expected, definition);
                state(definition, if differences == 0 { State::Same } else { State::Differs }, differences)
            }
            None => state(expected, State::Missing, 0),
        });
        let is_unknown = |definition: &&Definition| reference.definitions().all(|known| known.kind != definition.kind);
        let unknown = found.definitions.iter().filter(is_unknown).map(|definition| state(definition, State::Unknown, 0));
        Ok(known.chain(unknown).collect())
    }

    fn access(&self, cluster: &Cluster, kind: &mut KindState) -> Result<(), ClusterError> {
        for verb in READING {
            let resource = Resource {
                group: GROUP.into(),
                version: "*".into(),
                plural: kind.plural.clone().into(),
                kind: kind.kind.clone().into(),
                namespaced: crate::crd::embedded::kind(&kind.kind).is_none_or(|kind| kind.namespaced),
            };
            let allowed = cluster.access_review(Deed::new(verb, &resource, Some(cluster.namespace()), None))?.allowed;
            if allowed { kind.may.push(verb) } else { kind.may_not.push(verb) }
        }
        Ok(())
    }

    fn judge(&mut self, kinds: &[KindState], definitions: Option<&Definitions>) {
        let names = |wanted: &dyn Fn(&&KindState) -> bool| {
            kinds.iter().filter(wanted).map(|kind| kind.kind.as_str()).collect::<Vec<_>>().join(", ")
        };
        let missing = names(&|kind| kind.state == State::Missing);
        if kinds.iter().all(|kind| kind.state == State::Missing) {
            self.problems.push("the CRDs of the platform are not installed".to_owned());
        } else if !missing.is_empty() {
            self.problems.push(format!("the cluster does not serve {missing}"));
        }
        for (name, _) in definitions.iter().flat_map(|found| &found.unusable) {
            self.problems.push(format!("the CRD {name} cannot be read: kubectl omnia schema validate-crd tells why"));
        }
        let unasked = names(&|kind| {
            kind.state != State::Missing && kind.webhook == Some(false) && lint::REVIEWED_KINDS.contains(&kind.kind.as_str())
        });
        if !unasked.is_empty() {
            self.problems.push(format!("no webhook is asked about {unasked}: what only it would refuse is accepted"));
        }
        let denied: Vec<&str> = kinds.iter().filter(|kind| !kind.may_not.is_empty()).map(|kind| kind.plural.as_str()).collect();
        if !denied.is_empty() {
            let (verbs, resources) = (READING.join(", "), denied.join(", "));
            self.not_checked.push(format!(
                "you may not read everything; the rule that is missing: {{apiGroups: [\"{GROUP}\"], resources: [{resources}], verbs: [{verbs}]}}"
            ));
        }
    }
}

fn state(definition: &Definition, state: State, differences: usize) -> KindState {
    let served = definition.versions.iter().filter(|version| version.served && state != State::Missing);
    KindState {
        kind: definition.kind.clone(),
        plural: definition.plural.clone(),
        state,
        versions: served.map(|version| version.name.clone()).collect(),
        differences,
        webhook: None,
        may: Vec::new(),
        may_not: Vec::new(),
    }
}

/// The webhooks of a configuration that are asked about kinds of the platform.
fn webhooks_of(configuration: &Object) -> Vec<WebhookJson> {
    let texts = |field: &Field<'_>| field.items().into_iter().map(|item| item.str().to_owned()).collect::<Vec<_>>();
    let mut found = Vec::new();
    for webhook in configuration.root().get("webhooks").items() {
        let mut resources = Vec::new();
        for rule in webhook.get("rules").items() {
            let groups = texts(&rule.get("apiGroups"));
            if groups.iter().any(|group| group == GROUP || group == "*") {
                resources.extend(texts(&rule.get("resources")));
            }
        }
        if !resources.is_empty() {
            found.push(WebhookJson {
                configuration: configuration.name.clone(),
                name: webhook.get("name").str().to_owned(),
                resources,
                failure_policy: webhook.get("failurePolicy").str().to_owned(),
            });
        }
    }
    found
}
