//! The cluster in `lint`: whose schemas judge, what is stored there, and objects that are checked as they are stored.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use super::{
    super::{
        Exit,
        args::{self, CrdFile, InputArgs},
        connection::{self, ClusterArgs},
        ui::Ui,
    },
    Args,
    job::Job,
    scope::Scope,
};
use crate::{
    apiserver::{KubeVersion, Request, Stored},
    cluster::{Cluster, ClusterError, Deed, Resource, Selection},
    crd::{Catalog, Definition, Release, compare, compile::Descriptions, embedded},
    finding::Finding,
    input::{Content, Input},
    lint::{self, Verdict},
    report::{FileResults, LiveChange, LiveJson},
    world::{self, Object},
    yaml::{self, Text},
};

/// The CRDs of the cluster, in the place of a file.
const CRDS: &str = "live:customresourcedefinitions";

/// From this number of objects of a kind in a namespace on they are listed and not read one by one.
const LISTED: usize = 8;

/// Whether and what of a cluster is looked at.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Cluster options")]
pub(super) struct LiveArgs {
    /// Ask the cluster: its CRDs judge, and files are changes of what is stored there.
    #[arg(long)]
    live: bool,
    /// Check the stored objects of all namespaces.
    #[arg(short = 'A', long)]
    all_namespaces: bool,
    /// Check the stored objects with these labels.
    #[arg(short = 'l', long, value_name = "LABELS")]
    selector: Option<String>,
    #[command(flatten)]
    connection: ClusterArgs,
}

/// A word that means objects of a cluster: `TYPE` or `TYPE/NAME`.
#[derive(Debug)]
struct Word {
    kind: String,
    name: Option<String>,
}

/// A cluster that was asked for its schemas.
pub(super) struct Live {
    cluster: Cluster,
    /// Whether the CRDs of the cluster could not be read.
    assumed: bool,
    /// What sets its CRDs apart from those of the releases that are known.
    skew: Option<Finding>,
    /// The release of Kubernetes, when its words are known.
    pub kube: Option<KubeVersion>,
    args: LiveArgs,
    words: Vec<Word>,
}

/// The schemas that a cluster judges by.
pub(super) struct Schemas {
    pub catalog: Catalog,
    /// The embedded release that they are; none for others.
    pub release: Option<Release>,
    /// Whether they are the cluster's own, and not assumed.
    pub own: bool,
    skew: Option<Finding>,
}

impl LiveArgs {
    /// Asks the cluster when there is a reason to; takes the words out of the paths that mean its objects.
    ///
    /// # Errors
    /// The words make no sense, or the cluster cannot be asked; it was said on standard error.
    pub fn ask(
        &self,
        input: &mut InputArgs,
        namespace: Option<&str>,
        release: Release,
        ui: &mut Ui,
    ) -> Result<Option<(Live, Schemas)>, Exit> {
        let listing = self.all_namespaces || self.selector.is_some();
        let words = words(&mut input.paths, self.live || listing);
        if !self.live && !listing && words.is_empty() {
            return Ok(None);
        }
        let reason = match words.iter().find(|word| word.name.is_some()) {
            _ if listing && !input.is_empty() => "-A and -l choose objects of the cluster: leave out the paths",
            Some(_) if listing => "an object is named, so -A and -l have nothing to choose: leave out one of both",
            _ => "",
        };
        if !reason.is_empty() {
            ui.complain(&format!("error: {reason}"));
            return Err(Exit::Usage);
        }
        for Word { kind, name } in words.iter().filter(|_| !self.live && !listing) {
            let name = name.as_deref().unwrap_or_default();
            ui.note(&format!("note: there is no path {kind}/{name}: it is read from the cluster"));
        }
        let cluster = self.connection.connect(namespace, ui)?;
        let complain = |error, ui: &mut Ui| connection::complain(ui, &error);
        let kube = cluster.version().map_err(|error| complain(error, ui))?;
        let schemas = schemas(&cluster, release, ui).map_err(|error| complain(error, ui))?;
        if schemas.own && schemas.catalog.definitions().next().is_none() {
            ui.complain("error: the CRDs of the platform are not installed in the cluster (kubectl omnia doctor tells more)");
            return Err(Exit::Environment);
        }
        let (assumed, skew) = (!schemas.own, schemas.skew.clone());
        let live = Live { cluster, assumed, skew, kube: minor(&kube), args: self.clone(), words };
        Ok(Some((live, schemas)))
    }
}

/// Takes the words out of `paths` that mean objects of a cluster; an existing path always wins. A type alone means its objects only where
/// the cluster is asked anyway.
fn words(paths: &mut Vec<String>, asked: bool) -> Vec<Word> {
    let mut words = Vec::new();
    paths.retain(|path| {
        let (kind, name) = path.split_once('/').map_or((path.as_str(), None), |(kind, name)| (kind, Some(name)));
        let known = embedded::resource(kind.split('.').next().unwrap_or_default()).is_some();
        let named = name.is_some_and(|name| !name.is_empty() && !name.contains('/'));
        let is_word = known && (named || (name.is_none() && asked)) && !Path::new(path).exists();
        if is_word {
            words.push(Word { kind: kind.to_owned(), name: name.map(str::to_owned) });
        }
        !is_word
    });
    words
}

/// The release of Kubernetes in `v1.35.4`.
fn minor(version: &str) -> Option<KubeVersion> {
    version.trim_start_matches('v').parse().ok()
}

/// The cluster's CRDs, or where they may not be read the release that is assumed.
fn schemas(cluster: &Cluster, assumed: Release, ui: &mut Ui) -> Result<Schemas, ClusterError> {
    let found = match cluster.definitions(Descriptions::Skip) {
        Ok(found) => found,
        Err(error) => {
            let reason = error.closed().ok_or(error)?;
            ui.note(&format!("note: {reason}: the schemas of the embedded release {assumed} are assumed (see --omnia-version)"));
            return Ok(Schemas { catalog: Catalog::new(assumed), release: Some(assumed), own: false, skew: None });
        }
    };
    for (name, _) in &found.unusable {
        ui.note(&format!("note: the CRD {name} of the cluster cannot be read: its objects are not checked"));
    }
    match Release::ALL.into_iter().find(|release| is_release(&found.definitions, *release)) {
        Some(release) => Ok(Schemas { catalog: Catalog::new(release), release: Some(release), own: true, skew: None }),
        None => {
            let skew = lint::skewed(&found.definitions);
            Ok(Schemas { catalog: Catalog::only(found.definitions), release: None, own: true, skew })
        }
    }
}

/// Whether the definitions are those of the release.
fn is_release(found: &[Definition], release: Release) -> bool {
    let catalog = Catalog::new(release);
    let same = |expected: &Definition| {
        let own = found.iter().find(|definition| definition.kind == expected.kind);
        own.is_some_and(|definition| compare::compare(expected, definition).is_empty())
    };
    catalog.definitions().count() == found.len() && catalog.definitions().all(same)
}

impl Live {
    pub fn cluster(&self) -> &Cluster {
        &self.cluster
    }

    /// What is to be said of its CRDs, as a file of their own.
    pub fn definitions(&self, job: &Job<'_>) -> Option<FileResults> {
        let finding = self.skew.clone()?;
        let text = Text::new(Vec::new()).ok()?;
        let file = job.crd_file(CrdFile { name: CRDS.to_owned(), text, findings: vec![finding] });
        Some(file).filter(|file| !file.located.is_empty())
    }

    /// The namespace that is meant.
    pub fn namespace(&self) -> &str {
        self.cluster.namespace()
    }

    /// Whether stored objects are checked: they are named, or no file is.
    pub fn checks_objects(&self, has_files: bool) -> bool {
        !self.words.is_empty() || !has_files
    }

    /// The stored objects that are meant, as texts. What cannot be read is said on standard error.
    pub fn objects(&self, catalog: &Catalog, ui: &mut Ui) -> (Vec<Input>, Exit) {
        let (mut inputs, mut exit, mut closed) = (Vec::new(), Exit::Success, Closed::default());
        for (resource, name) in self.asked(catalog, ui, &mut exit) {
            let found = match &name {
                Some(name) => self.cluster.get(&resource, self.cluster.namespace(), name).map(|object| vec![object]),
                None => self.cluster.list(&resource, self.selection()),
            };
            match found {
                Ok(objects) => {
                    for object in objects {
                        match text(&object) {
                            Ok(text) => inputs.push(input(&object, &resource, text)),
                            Err(error) => {
                                ui.complain(&format!("error: cannot write {}: {error}; please report this", object.id()));
                                exit = exit.and(Exit::Environment);
                            }
                        }
                    }
                }
                Err(ClusterError::Forbidden { deed, .. }) => closed.add(*deed),
                Err(error) => exit = exit.and(connection::complain(ui, &error)),
            }
        }
        let exit = exit.and(closed.complain(ui));
        (inputs, exit)
    }

    /// The resources that are meant, each with a name where one is given.
    fn asked(&self, catalog: &Catalog, ui: &mut Ui, exit: &mut Exit) -> Vec<(Resource, Option<String>)> {
        if self.words.is_empty() {
            return catalog.definitions().filter_map(Resource::of).map(|resource| (resource, None)).collect();
        }
        let mut asked = Vec::new();
        for Word { kind, name } in &self.words {
            match catalog.resource(kind).and_then(Resource::of) {
                Some(resource) => asked.push((resource, name.clone())),
                None => {
                    ui.complain(&format!("error: the cluster serves no {kind} (kubectl omnia doctor lists what it serves)"));
                    *exit = exit.and(Exit::Usage);
                }
            }
        }
        asked
    }

    fn selection(&self) -> Selection<'_> {
        let namespace = (!self.args.all_namespaces).then(|| self.cluster.namespace());
        Selection { namespace, labels: self.args.selector.as_deref(), fields: None }
    }

    /// The stored versions of the objects in the files.
    ///
    /// # Errors
    /// The cluster cannot be asked; it was said on standard error. What may only not be read is noted, and not known.
    pub fn stored(&self, inputs: &[Input], catalog: &Catalog, request: &Request<'_>, ui: &mut Ui) -> Result<Stored, Exit> {
        let (mut stored, mut closed) = (Stored::live(), Closed::default());
        for ((resource, namespace), names) in named(inputs, catalog, request) {
            let found = match names.len() {
                0..LISTED => self.read(&resource, &namespace, &names),
                _ => match self.cluster.list(&resource, Selection::namespace(Some(&namespace))) {
                    Err(ClusterError::Forbidden { .. }) => self.read(&resource, &namespace, &names),
                    outcome => outcome,
                },
            };
            match found {
                Ok(objects) => objects.into_iter().for_each(|object| stored.insert(object.root)),
                Err(ClusterError::Forbidden { deed, .. }) => {
                    stored.set_partial();
                    closed.add(*deed);
                }
                Err(error) => return Err(connection::complain(ui, &error)),
            }
        }
        closed.note(ui);
        Ok(stored)
    }

    fn read(&self, resource: &Resource, namespace: &str, names: &[String]) -> Result<Vec<Object>, ClusterError> {
        let mut found = Vec::new();
        for name in names {
            match self.cluster.get(resource, namespace, name) {
                Ok(object) => found.push(object),
                Err(ClusterError::NotFound { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(found)
    }

    /// What the cluster changed in the verdicts of the files.
    pub fn report(&self, files: &[FileResults], inputs: &[Input], args: &Args, scope: &Scope) -> LiveJson {
        let assumed = Scope::assumed(args, scope);
        let linter = assumed.linter(args, args.request(scope), None);
        let mut changes = Vec::new();
        for input in inputs.iter().filter(|input| !matches!(input.content, Content::Stored(_))) {
            let Some(file) = files.iter().find(|file| *file.name == *input.name) else { continue };
            let Ok(text) = args::text(input.clone()) else { continue };
            for (object, before) in file.report.objects.iter().zip(&lint::file(&Arc::new(text), &linter).objects) {
                // An update is known by the namespace that it is in, a new object by what it says.
                let same = (&object.identity.kind, &object.identity.name) == (&before.identity.kind, &before.identity.name);
                if same && object.verdict != before.verdict {
                    changes.push(LiveChange {
                        file: file.name.to_string(),
                        document: object.document,
                        object: (*object.identity).clone(),
                        without: before.verdict,
                        with: object.verdict,
                    });
                }
            }
        }
        LiveJson {
            context: self.cluster.context().to_string(),
            server: self.cluster.server().to_owned(),
            namespace: self.cluster.namespace().to_owned(),
            assumed: self.assumed,
            changes,
        }
    }
}

/// The names in the files by resource and namespace.
fn named(inputs: &[Input], catalog: &Catalog, request: &Request<'_>) -> BTreeMap<(Resource, String), Vec<String>> {
    let mut named: BTreeMap<(Resource, String), Vec<String>> = BTreeMap::new();
    for input in inputs.iter().filter(|input| !matches!(input.content, Content::Stored(_))) {
        // What cannot be read, the check complains of.
        let Ok(text) = args::text(input.clone()) else { continue };
        for object in world::load(&input.name, Arc::new(text), catalog, request).objects {
            let resource = catalog.resource(&format!("{}.{}", object.kind, object.group)).and_then(Resource::of);
            if let Some(resource) = resource.filter(|_| !object.name.is_empty()) {
                named.entry((resource, object.namespace)).or_default().push(object.name);
            }
        }
    }
    named
}

/// Says the changes of verdicts.
pub(super) fn tell(live: &LiveJson, ui: &mut Ui) {
    let word = |verdict| match verdict {
        Verdict::Accepted => "accepted",
        Verdict::Refused => "refused",
        Verdict::NotChecked => "not checked",
    };
    for LiveChange { file, object, without, with, .. } in &live.changes {
        let (context, with, without) = (&live.context, word(*with), word(*without));
        ui.note(&format!("{file}: {}/{}: {with} in context {context}, {without} without it", object.kind, object.name));
    }
}

/// The object as kubectl prints it.
/// A stored object as YAML, without what the server keeps for itself.
pub(in crate::cli) fn text(object: &Object) -> Result<String, yaml::EmitError> {
    let mut json = object.root().json();
    if let Some(metadata) = json.get_mut("metadata").and_then(serde_json::Value::as_object_mut) {
        metadata.remove("managedFields");
    }
    yaml::value_to_yaml(&json)
}

fn input(object: &Object, resource: &Resource, text: String) -> Input {
    let place = if object.namespace.is_empty() { String::new() } else { format!("{}/", object.namespace) };
    let name = format!("live:{place}{}/{}", resource.plural, object.name);
    Input { name, content: Content::Stored(text), walked: false }
}

/// What may not be read, to be told at once.
#[derive(Default)]
struct Closed(Vec<Deed>);

impl Closed {
    fn add(&mut self, deed: Deed) {
        self.0.push(deed);
    }

    /// One line for all: what, and the rule that is missing.
    fn text(&self) -> Option<String> {
        let first = self.0.first()?;
        let mut resources: Vec<&str> = self.0.iter().map(|deed| deed.resource.plural.as_ref()).collect();
        resources.dedup();
        let (group, resources, verb) = (&first.resource.group, resources.join(", "), first.verb);
        let rule = format!("{{apiGroups: [\"{group}\"], resources: [{resources}], verbs: [{verb}]}}");
        Some(format!("no permission to {verb} {resources}; the rule that is missing in a {}: {rule}", first.role()))
    }

    fn note(&self, ui: &mut Ui) {
        if let Some(text) = self.text() {
            ui.note(&format!("note: {text}: what is stored of them is not known"));
        }
    }

    fn complain(&self, ui: &mut Ui) -> Exit {
        match self.text() {
            Some(text) => {
                ui.complain(&format!("error: {text}: they were not checked"));
                Exit::Environment
            }
            None => Exit::Success,
        }
    }
}
