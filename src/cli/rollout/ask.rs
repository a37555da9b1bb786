//! The arguments of the verbs.

use std::{fs, path::PathBuf, sync::Arc, time::Duration};

use serde_json::Value;

use super::{
    super::{Exit, connection::ConnectionArgs, output::Format, ui::Ui},
    follow::time,
};
use crate::{
    apiserver::{KubeVersion, Operation, Request},
    crd::{Catalog, Release},
    rollout::{Overrides, Refs, Verb},
    world,
    yaml::{JsonForm, Text, read, to_json},
};

/// What all verbs take.
#[derive(Debug, clap::Args)]
#[command(after_help = EXIT_CODES)]
pub(super) struct VerbArgs {
    /// The agent.
    #[arg(value_name = "AGENT")]
    pub agent: String,
    /// Do not ask.
    #[arg(short, long)]
    pub yes: bool,
    /// Write nothing: print the requests (client), or let the server check the first one (server).
    #[arg(long, value_name = "WHERE", value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "client", hide_possible_values = true)]
    pub dry_run: Option<DryRun>,
    /// Follow the rollout to its end, or to the next pause that a person has to end.
    #[arg(long)]
    pub wait: bool,
    /// How long to wait, as in 90s or 1h30m [default: 10m].
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "10m", hide_default_value = true)]
    pub timeout: Duration,
    /// Make the matching change in this manifest of Git; comments and layout stay.
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub write: Option<PathBuf>,
    /// Do it although it is refused; the reason is shown as its cost. Not every refusal can be forced.
    #[arg(long)]
    pub force: bool,
    /// The format: text, json or yaml.
    #[arg(short, long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    pub output: Format,
    #[command(flatten)]
    pub connection: ConnectionArgs,
}

const EXIT_CODES: &str = "\
Shows what will be sent and what it costs, and asks before. Exit codes: 0 done,
1 refused by the server, or ended otherwise, 2 usage error, 3 the cluster cannot
be asked, 5 not right in this state, or changed meanwhile: nothing more was
written, 124 --timeout passed.";

/// Where nothing is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum DryRun {
    /// Print the requests.
    Client,
    /// Let the server check the first one.
    Server,
}

/// `promote`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXIT_CODES)]
pub(super) struct PromoteArgs {
    /// To the end: the operator replaces stable by the candidate.
    #[arg(long)]
    full: bool,
    #[command(flatten)]
    verb: VerbArgs,
}

/// `rollback`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXIT_CODES)]
pub(super) struct RollbackArgs {
    /// The manifest with the references that served before, for a rollback while promoting.
    #[arg(short, long = "filename", value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    filename: Option<PathBuf>,
    #[command(flatten)]
    verb: VerbArgs,
}

/// `start`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXIT_CODES)]
#[command(group = clap::ArgGroup::new("what").required(true).multiple(true))]
pub(super) struct StartArgs {
    /// The version of the pack.
    #[arg(long, value_name = "VERSION", group = "what", conflicts_with = "track")]
    pack_version: Option<String>,
    /// The channel of the pack: stable or prerelease.
    #[arg(long, value_name = "TRACK", group = "what", value_parser = ["stable", "prerelease"])]
    track: Option<String>,
    /// Another pack.
    #[arg(long, value_name = "NAME", group = "what")]
    pack: Option<String>,
    /// Another Provider for an entry of spec.providers, by its name or role; may be repeated.
    #[arg(long, value_name = "ROLE=NAME", group = "what", value_parser = pair)]
    provider: Vec<(String, String)>,
    /// Another ToolRegistry.
    #[arg(long, value_name = "NAME", group = "what")]
    tool_registry: Option<String>,
    /// A file with the list of steps, for an agent that has none.
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    steps: Option<PathBuf>,
    #[command(flatten)]
    verb: VerbArgs,
}

/// A verb and all that was said with it.
#[derive(Debug)]
pub(super) struct Wish {
    pub verb: Verb,
    pub overrides: Option<Overrides>,
    pub steps: Option<Vec<Value>>,
    pub old: Option<Refs>,
    pub options: VerbArgs,
}

impl VerbArgs {
    pub(super) fn wish(self, verb: Verb) -> Wish {
        Wish { verb, overrides: None, steps: None, old: None, options: self }
    }
}

impl PromoteArgs {
    pub(super) fn wish(self) -> Wish {
        self.verb.wish(if self.full { Verb::PromoteFull } else { Verb::Promote })
    }
}

impl RollbackArgs {
    pub(super) fn wish(self, ui: &mut Ui) -> Result<Wish, Exit> {
        let old = match &self.filename {
            Some(path) => Some(references(path, &self.verb.agent).map_err(|error| usage(ui, &error))?),
            None => None,
        };
        Ok(Wish { old, ..self.verb.wish(Verb::Rollback) })
    }
}

impl StartArgs {
    pub(super) fn wish(self, ui: &mut Ui) -> Result<Wish, Exit> {
        let steps = match &self.steps {
            Some(path) => Some(steps(path).map_err(|error| usage(ui, &error))?),
            None => None,
        };
        let overrides = Overrides {
            pack: self.pack,
            version: self.pack_version,
            track: self.track,
            providers: self.provider,
            registry: self.tool_registry,
        };
        Ok(Wish { overrides: Some(overrides), steps, ..self.verb.wish(Verb::Start) })
    }
}

fn usage(ui: &mut Ui, error: &str) -> Exit {
    ui.complain(&format!("error: {error}"));
    Exit::Usage
}

fn pair(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=').filter(|(role, name)| !role.is_empty() && !name.is_empty());
    parts.map(|(role, name)| (role.to_owned(), name.to_owned())).ok_or_else(|| format!("{text:?} is not ROLE=NAME"))
}

pub(super) fn read_text(path: &PathBuf) -> Result<Text, String> {
    let bytes = fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    Text::new(bytes).map_err(|_| format!("{} is too large", path.display()))
}

/// The list of steps in a file: the list itself, or a map with `steps`.
fn steps(path: &PathBuf) -> Result<Vec<Value>, String> {
    let text = read_text(path)?;
    let documents = read(&text);
    if let Some(error) = documents.error {
        return Err(format!("{}: {error}", path.display()));
    }
    let json = documents.documents.first().map(|document| to_json(&document.root, JsonForm::Sent)).unwrap_or_default();
    let value: Value = serde_json::from_str(&json).unwrap_or_default();
    let list = value.as_array().or_else(|| value["steps"].as_array());
    list.cloned().ok_or_else(|| format!("{} holds no list of steps", path.display()))
}

/// The references of an agent in a file.
fn references(path: &PathBuf, agent: &str) -> Result<Refs, String> {
    let name = path.display().to_string();
    let catalog = Catalog::new(Release::Current);
    let request = Request { operation: Operation::Apply, release: KubeVersion::default(), namespace: None, source: &name };
    let loaded = world::load(&name, Arc::new(read_text(path)?), &catalog, &request);
    let found = loaded.objects.iter().find(|object| object.kind == "AgentRuntime" && object.name == agent);
    found.map(|object| Refs::of_spec(&object.spec())).ok_or_else(|| format!("{name} holds no AgentRuntime {agent}"))
}
