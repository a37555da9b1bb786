//! The objects in scope: those of the inputs, and those that `--with` adds, joined to a [`World`].
//!
//! Commands that look at objects together (`render`, `diff`, `resolve`) take [`ScopeArgs`] beside [`InputArgs`] and [`SchemaArgs`], and
//! call [`Reader::gather`]. What the API server would refuse is not in the world, since it is not in any cluster either.
//!
//! [`InputArgs`]: super::args::InputArgs
//! [`SchemaArgs`]: super::args::SchemaArgs

use std::sync::Arc;

use clap::ValueEnum;

use super::{
    Exit,
    args::{self, SchemaArgs},
    parallel,
    ui::Ui,
};
use crate::{
    apiserver::{KubeVersion, Operation, Request},
    crd::Catalog,
    finding::{ObjectRef, Origin, Severity},
    input::{self, Input, InputError},
    lint::{self, Linter},
    report::{self, Located, TextStyle},
    world::{self, Loaded, Object, Scope, World},
};

/// Which objects there are beside those of the inputs, and where those are that name no namespace.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct ScopeArgs {
    #[command(flatten)]
    with: WithArgs,
    /// The namespace of objects that name none [default: default].
    #[arg(short, long, value_name = "NAMESPACE", help_heading = "Scope options")]
    namespace: Option<String>,
}

/// Which objects there are beside those of the inputs.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct WithArgs {
    /// Files and directories with more objects: what the inputs refer to.
    #[arg(long, value_name = "PATH", value_hint = clap::ValueHint::AnyPath, help_heading = "Scope options")]
    with: Vec<String>,
    /// What an object is that no file holds: files (not known), complete (missing).
    #[arg(long, value_enum, default_value_t, value_name = "SCOPE", hide_possible_values = true, help_heading = "Scope options")]
    scope: ScopeArg,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum ScopeArg {
    #[default]
    Files,
    Complete,
}

/// Reads objects.
#[derive(Debug)]
pub struct Reader<'a> {
    catalog: &'a Catalog,
    with: &'a WithArgs,
    namespace: Option<&'a str>,
    /// Whether objects that the API server would refuse count all the same.
    force: bool,
}

/// The objects in scope and what stood in the way.
#[derive(Debug)]
pub struct Gathered {
    /// The objects.
    pub world: World,
    /// How many of them the inputs hold: the first ones. The others come from `--with`.
    pub asked: usize,
    /// Objects that the API server would refuse.
    pub refused: Vec<Refused>,
    /// Values that the operator's decoder cannot read; one stops its work on all agents.
    pub undecodable: Vec<Located>,
    /// Why a file or a part of it could not be read.
    pub unread: Vec<Located>,
    /// What was said of paths.
    pub exit: Exit,
}

/// An object that is in no cluster.
#[derive(Debug)]
pub struct Refused {
    /// What it is called.
    pub object: ObjectRef,
    /// Why.
    pub findings: Vec<Located>,
}

/// What one file holds.
struct File {
    loaded: Loaded,
    errors: Vec<Located>,
}

/// The rules that find what the operator cannot decode.
const UNDECODABLE: [&str; 3] = ["ADM015", "RUN006", "SCH013"];

/// The kinds that the operator lists for its work on agents.
const LISTED: [&str; 5] = ["AgentRuntime", "PromptPack", "Provider", "ToolRegistry", "Workspace"];

impl ScopeArgs {
    /// The namespace of objects that name none.
    pub fn namespace(&self) -> Option<&str> {
        self.namespace.as_deref()
    }
}

impl WithArgs {
    /// The files and directories of `--with`.
    pub fn paths(&self) -> &[String] {
        &self.with
    }

    fn scope(&self) -> Scope {
        if self.scope == ScopeArg::Complete { Scope::Complete } else { Scope::Open }
    }

    /// The files of `--with`, as inputs.
    pub fn inputs(&self, ui: &mut Ui) -> (Vec<Input>, Exit) {
        let request = input::Request { paths: self.with.clone(), respect_gitignore: true, ..input::Request::default() };
        let collected = input::collect(&request);
        let exit = collected.errors.iter().fold(Exit::Success, |exit, error| exit.and(args::complain(ui, error)));
        (collected.inputs, exit)
    }
}

/// The schemas that objects are read by.
///
/// # Errors
/// A file of `--crd` cannot be read, or the API server would refuse it; it was said on standard error.
pub fn catalog(schema: &SchemaArgs, ui: &mut Ui) -> Result<Catalog, Exit> {
    let (catalog, files) = schema.catalog(KubeVersion::default(), ui)?;
    let refused = files.iter().filter(|file| file.findings.iter().any(|finding| finding.severity == Severity::Error));
    let names: Vec<&str> = refused.map(|file| file.name.as_str()).collect();
    if names.is_empty() {
        return Ok(catalog);
    }
    ui.complain(&format!(
        "error: the API server would refuse CRDs of {}: see `kubectl omnia schema validate-crd`",
        names.join(", ")
    ));
    Err(Exit::Negative)
}

impl<'a> Reader<'a> {
    /// Reads by these schemas.
    pub fn new(catalog: &'a Catalog, scope: &'a ScopeArgs, force: bool) -> Self {
        Self::within(catalog, &scope.with, scope.namespace(), force)
    }

    /// Reads by these schemas; objects that name no namespace are in `namespace`.
    pub const fn within(catalog: &'a Catalog, with: &'a WithArgs, namespace: Option<&'a str>, force: bool) -> Self {
        Self { catalog, with, namespace, force }
    }

    /// Reads the inputs and the files of `--with`. What is not as it should be is in the result; objects that are there twice are told
    /// on standard error.
    pub fn gather(&self, inputs: Vec<Input>, ui: &mut Ui) -> Gathered {
        let (more, exit) = self.with.inputs(ui);
        self.read(inputs, more, exit, ui)
    }

    /// Reads the inputs and `more`, which stands for the files of `--with`.
    pub fn read(&self, inputs: Vec<Input>, more: Vec<Input>, exit: Exit, ui: &mut Ui) -> Gathered {
        let mut gathered = Gathered {
            world: World::new(self.with.scope()),
            asked: 0,
            refused: Vec::new(),
            undecodable: Vec::new(),
            unread: Vec::new(),
            exit,
        };
        let more: Vec<Input> = more.into_iter().filter(|input| !inputs.contains(input)).collect();
        let files = inputs.into_iter().map(|input| (input, true)).chain(more.into_iter().map(|input| (input, false)));
        let read = parallel::each(files.collect(), None, |(input, asked)| (self.file(input), asked));
        for (file, asked) in read {
            match file {
                Ok(file) => self.add(file, &mut gathered, ui),
                Err(error) => gathered.exit = gathered.exit.and(args::complain(ui, &error)),
            }
            if asked {
                gathered.asked = gathered.world.objects().len();
            }
        }
        gathered
    }

    /// A world of objects that were read already, the first ones, and of those of `--with`; and the objects that others of the same name
    /// keep out of it.
    pub fn join(&self, asked: Vec<Object>, ui: &mut Ui) -> (World, usize, Vec<Object>, Exit) {
        let mut world = World::new(self.with.scope());
        world.reserve(asked.len());
        let again = asked.into_iter().filter_map(|object| world.add(object)).collect();
        let asked = world.objects().len();
        let (more, mut exit) = self.with.inputs(ui);
        for file in parallel::each(more, None, |input| self.file(input)) {
            match file {
                Ok(file) => file.loaded.objects.into_iter().for_each(|object| drop(world.add(object))),
                Err(error) => exit = exit.and(args::complain(ui, &error)),
            }
        }
        (world, asked, again, exit)
    }

    fn file(&self, input: Input) -> Result<File, InputError> {
        let name: Arc<str> = input.name.as_str().into();
        let others_expected = input.walked;
        let text = Arc::new(args::text(input)?);
        let request =
            Request { operation: Operation::Apply, release: KubeVersion::default(), namespace: self.namespace, source: &name };
        let linter = Linter {
            catalog: self.catalog,
            newest: None,
            release: None,
            request,
            strict_kinds: false,
            others_expected,
            stored: None,
            trace: false,
            operator: None,
        };
        let findings = lint::file(&text, &linter).findings.into_iter();
        let errors = findings
            .filter(|finding| finding.severity == Severity::Error && !finding.masked)
            .map(|finding| {
                let mut located = Located::new(finding, &name, &text);
                located.rendered = report::render_text(&located.finding, &name, &text, TextStyle::PLAIN);
                located
            })
            .collect();
        Ok(File { loaded: world::load(&name, text, self.catalog, &request), errors })
    }

    fn add(&self, file: File, gathered: &mut Gathered, ui: &mut Ui) {
        let (mut errors, mut unread) = (Vec::new(), Vec::new());
        for located in file.errors {
            let finding = &located.finding;
            match &finding.object {
                None => unread.push(located),
                Some(object) if UNDECODABLE.contains(&finding.code) && LISTED.contains(&object.kind.as_str()) => {
                    gathered.undecodable.push(located);
                }
                Some(_) if !matches!(finding.origin, Origin::Webhook | Origin::Operator | Origin::Advice) => errors.push(located),
                Some(_) => {}
            }
        }
        gathered.unread.append(&mut unread);
        for object in file.loaded.objects {
            if !object.accepted {
                let findings = errors.extract_if(.., |located| is_about(located, &object)).collect();
                gathered.refused.push(Refused { object: reference(&object), findings });
            }
            if object.accepted || self.force {
                add(object, &mut gathered.world, ui);
            }
        }
    }
}

fn is_about(located: &Located, object: &Object) -> bool {
    let world::Origin::File { document, .. } = object.origin else { return false };
    let named = located.finding.object.as_ref();
    located.finding.document == document && named.is_some_and(|named| named.kind == object.kind && named.name == object.name)
}

fn reference(object: &Object) -> ObjectRef {
    let api_version =
        if object.group.is_empty() { object.version.clone() } else { format!("{}/{}", object.group, object.version) };
    ObjectRef { api_version, kind: object.kind.clone(), namespace: object.namespace.clone(), name: object.name.clone() }
}

fn add(object: Object, world: &mut World, ui: &mut Ui) {
    if let Some(again) = world.add(object)
        && let world::Origin::File { name, .. } = &again.origin
    {
        ui.note(&format!(
            "warning: {} of namespace {:?} is there more than once: that of {name} is left out",
            again.id(),
            again.namespace
        ));
    }
}

impl Gathered {
    /// The agents of the inputs, in their order.
    pub fn agents(&self) -> impl Iterator<Item = &Object> {
        self.world.objects().iter().take(self.asked).filter(|object| object.kind == "AgentRuntime")
    }

    /// Tells what stands in the way on standard error, one finding a line, and the exit code that it comes to.
    pub fn complain(&self, ui: &mut Ui) -> Exit {
        for refused in &self.refused {
            let ObjectRef { kind, name, .. } = &refused.object;
            ui.complain(&format!("error: {kind}/{name}: the API server refuses it, so that it is in no cluster"));
        }
        let refused = self.refused.iter().flat_map(|refused| &refused.findings);
        for located in self.unread.iter().chain(refused).chain(&self.undecodable) {
            ui.complain(&report::concise_line(located));
        }
        let negative = !self.refused.is_empty() || !self.unread.is_empty() || !self.undecodable.is_empty();
        self.exit.and(if negative { Exit::Negative } else { Exit::Success })
    }
}
