//! Where the objects come from that a command looks at: files, a cluster, or files over a cluster.
//!
//! A word that is a path is read; another one is the name of an object and asks the cluster, as `-A`, `-l` and `--live` do.

use std::{collections::BTreeSet, path::Path};

use super::{
    Exit,
    args::{self, InputArgs},
    connection::{self, ConnectionArgs},
    ui::Ui,
    world::{Gathered, Reader, WithArgs},
};
use crate::{
    cluster::{Cluster, ClusterError, Resource, Selection, Want},
    crd::Catalog,
    finding::ObjectRef,
    input::{self, Input, InputError},
    omnia::DEFAULT_NAMESPACE,
    report,
    world::{Object, Scope, World},
};

/// Which objects.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct SourceArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    with: WithArgs,
    /// Look up in the cluster what the files do not hold.
    #[arg(long, help_heading = "Scope options")]
    live: bool,
    /// Ask for the objects of all namespaces.
    #[arg(short = 'A', long, help_heading = "Scope options")]
    all_namespaces: bool,
    /// Ask for the objects with these labels.
    #[arg(short = 'l', long, value_name = "SELECTOR", help_heading = "Scope options")]
    selector: Option<String>,
    #[command(flatten)]
    connection: ConnectionArgs,
}

/// What a command needs to know.
#[derive(Debug, Clone, Copy)]
pub struct Needs<'n> {
    /// The name of the command, for its messages.
    pub command: &'n str,
    /// The kind of the objects that names and selectors mean.
    pub kind: &'n str,
    /// The kinds that references are looked up among.
    pub kinds: &'n [&'n str],
}

/// The objects in scope and those that were asked for.
#[derive(Debug)]
pub struct Source {
    /// All of them.
    pub world: World,
    /// The namespace that a bare name is in.
    pub namespace: String,
    /// What went wrong so far.
    pub exit: Exit,
    asked: Vec<Key>,
}

/// Kind, namespace and name.
type Key = (String, String, String);

fn key(object: &Object) -> Key {
    (object.kind.clone(), object.namespace.clone(), object.name.clone())
}

impl Source {
    /// The objects that were asked for, in the order of the inputs, then those of the cluster.
    pub fn asked(&self) -> impl Iterator<Item = &Object> {
        self.asked.iter().filter_map(|(kind, namespace, name)| self.world.get(kind, namespace, name).found())
    }
}

impl SourceArgs {
    /// Takes the words that are no paths from the positional arguments: names of objects of the cluster.
    fn names(&mut self, kind: &str, catalog: &Catalog) -> Vec<String> {
        let mut names = Vec::new();
        for word in self.take_words() {
            match word.split_once('/') {
                None => names.push(word),
                Some((of, name)) if catalog.resource(of).is_some_and(|definition| definition.kind == kind) => {
                    names.push(name.to_owned())
                }
                Some(_) => self.input.paths.push(word),
            }
        }
        names
    }

    /// Takes all words that are no paths.
    pub fn take_words(&mut self) -> Vec<String> {
        let (paths, words) = std::mem::take(&mut self.input.paths).into_iter().partition(|word| is_path(word));
        self.input.paths = paths;
        words
    }

    /// Asks the cluster when there are no files.
    pub const fn live_without_files(&mut self) {
        self.live |= self.input.is_empty();
    }

    /// Whether a cluster is asked.
    pub const fn is_live(&self) -> bool {
        self.live || self.all_namespaces || self.selector.is_some()
    }

    /// The same in another context of the kubeconfig.
    pub fn in_context(&self, context: &str) -> Self {
        Self { connection: self.connection.in_context(context), ..self.clone() }
    }

    /// Reads the files, as `revision` has them where one is named, and asks the cluster.
    ///
    /// # Errors
    /// Nothing was named, a file or the cluster cannot be asked; it was said on standard error.
    pub fn gather(mut self, revision: Option<&str>, catalog: &Catalog, needs: Needs<'_>, ui: &mut Ui) -> Result<Source, Exit> {
        let names = self.names(needs.kind, catalog);
        let cluster = if self.is_live() || !names.is_empty() { Some(self.connection.connect(ui)?) } else { None };
        let namespace =
            cluster.as_ref().map(|cluster| cluster.namespace().to_owned()).or_else(|| self.connection.namespace.clone());
        let has_files = !self.input.is_empty();
        let folders = self.input.paths.clone();
        let (mut inputs, exit) = match has_files || cluster.is_none() {
            true => std::mem::take(&mut self.input).collect(needs.command, ui)?,
            false => (Vec::new(), Exit::Success),
        };
        let (mut more, with) = self.with.inputs(ui);
        if let Some(revision) = revision {
            inputs = at_revision(revision, &folders, inputs).map_err(|error| args::complain(ui, &error))?;
            more = at_revision(revision, self.with.paths(), more).map_err(|error| args::complain(ui, &error))?;
        }
        let reader = Reader::within(catalog, &self.with, namespace.as_deref(), true);
        let gathered = reader.read(inputs, more, exit.and(with), ui);
        let told = tell(&gathered, ui);
        let Gathered { world, asked, exit, .. } = gathered;
        let asked = world.objects()[..asked].iter().map(key).collect();
        let namespace = namespace.unwrap_or_else(|| DEFAULT_NAMESPACE.to_owned());
        let mut source = Source { world, namespace, exit: exit.and(told), asked };
        if let Some(cluster) = cluster {
            let everything = names.is_empty() && (!has_files || self.all_namespaces || self.selector.is_some());
            let live = Live { cluster: &cluster, catalog, needs, args: &self };
            live.load(&names, everything, &mut source).map_err(|error| connection::complain(ui, &error))?;
        }
        Ok(source)
    }
}

/// What is asked of a cluster.
struct Live<'a> {
    cluster: &'a Cluster,
    catalog: &'a Catalog,
    needs: Needs<'a>,
    args: &'a SourceArgs,
}

impl Live<'_> {
    fn load(&self, names: &[String], everything: bool, source: &mut Source) -> Result<(), ClusterError> {
        for object in self.asked(names, everything)? {
            source.asked.push(key(&object));
            source.world.add(object);
        }
        let namespaces: BTreeSet<Option<String>> = if self.args.all_namespaces {
            BTreeSet::from([None])
        } else {
            let of_asked =
                source.asked().filter(|object| !object.namespace.is_empty()).map(|object| Some(object.namespace.clone()));
            of_asked.chain((!names.is_empty() || everything).then(|| Some(self.cluster.namespace().to_owned()))).collect()
        };
        let mut wants = Vec::new();
        for kind in self.needs.kinds {
            let Some(resource) = self.resource(kind) else {
                source.world.set_scope(kind, "", Scope::Closed(format!("{kind} is not looked up in clusters")));
                continue;
            };
            if resource.namespaced {
                wants
                    .extend(namespaces.iter().map(|namespace| Want { resource: resource.clone(), namespace: namespace.clone() }));
            } else {
                wants.push(Want { resource, namespace: None });
            }
        }
        self.cluster.load(&wants, &mut source.world)
    }

    /// The objects that names and selectors mean.
    fn asked(&self, names: &[String], everything: bool) -> Result<Vec<Object>, ClusterError> {
        let Some(resource) = self.resource(self.needs.kind) else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for name in names {
            found.push(self.cluster.get(&resource, self.cluster.namespace(), name)?);
        }
        if everything {
            let namespace = (!self.args.all_namespaces).then(|| self.cluster.namespace());
            let selection = Selection { namespace, labels: self.args.selector.as_deref(), fields: None };
            found.extend(self.cluster.list(&resource, selection)?);
        }
        Ok(found)
    }

    fn resource(&self, kind: &str) -> Option<Resource> {
        let own = self.catalog.definitions().find(|definition| definition.kind == kind).and_then(Resource::of);
        own.or_else(|| Resource::referred(kind))
    }
}

/// Tells what could not be read, and what the API server would refuse, which counts all the same: the question is what it would mean.
fn tell(gathered: &Gathered, ui: &mut Ui) -> Exit {
    for refused in &gathered.refused {
        let ObjectRef { kind, name, .. } = &refused.object;
        ui.note(&format!(
            "warning: {kind}/{name}: the API server would refuse it (see `kubectl omnia lint`); it counts all the same"
        ));
    }
    for located in &gathered.unread {
        ui.complain(&report::concise_line(located));
    }
    if gathered.unread.is_empty() { Exit::Success } else { Exit::Negative }
}

/// The inputs as a revision has them; in directories also files that are there no more.
fn at_revision(revision: &str, paths: &[String], inputs: Vec<Input>) -> Result<Vec<Input>, InputError> {
    let mut found = input::at_revision(revision, &inputs)?;
    for path in paths.iter().filter(|path| Path::new(path).is_dir()) {
        for old in input::manifests_at_revision(revision, path)? {
            if !found.iter().any(|known| known.content == old.content && known.name == old.name) {
                found.push(old);
            }
        }
    }
    Ok(found)
}

/// Whether a word is a path: there is something, or nothing but a path looks like it.
fn is_path(word: &str) -> bool {
    let looks = word == "-" || word.starts_with('.') || word.contains(['*', '\\']) || word.matches('/').count() > 1;
    let is_file = [".yaml", ".yml", ".json"].iter().any(|ending| word.ends_with(ending));
    looks || is_file || Path::new(word).exists()
}
