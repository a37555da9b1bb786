//! `render`.

use std::borrow::Cow;

use clap::ValueEnum;

use super::{
    Exit,
    args::{InputArgs, SchemaArgs},
    operator::OperatorArgs,
    output::{self, Target},
    parallel,
    ui::Ui,
    world::{self, Gathered, Reader, ScopeArgs},
};
use crate::{
    render::{Assumption, Created, RenderedAgent, Renderer, Tree, operator::Operator, set},
    report::{self, RefusedJson, RenderList, RenderSummary},
    world::Object,
};

/// Print the objects that the operator would create.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
What an AgentRuntime refers to (PromptPacks, Providers, ToolRegistries, its
Workspace) is looked up in the same files and in those of --with. What had to be
assumed is told on standard error.

Exit codes: 0 rendered, 1 something was refused or could not be read, 2 usage or
input error, 3 environment error, 4 no AgentRuntime in the inputs.

Examples:
  kubectl omnia render agents/ --with platform/
  kubectl omnia render agent.yaml --explain
  kubectl omnia render . --agent support --kind Deployment -o json
  kubectl get deploy -n omnia-system omnia-operator -o yaml > operator.yaml
  kubectl omnia render . --operator operator.yaml")]
pub struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    scope: ScopeArgs,
    #[command(flatten)]
    schema: SchemaArgs,
    #[command(flatten)]
    operator: OperatorArgs,
    /// Write the objects as FORMAT (yaml, json, name, tree), to FILE or to standard output.
    #[arg(short, long, value_name = "FORMAT[=FILE]", default_value = "yaml", value_parser = Target::<Format>::parse)]
    output: Target<Format>,
    /// Print objects of these kinds only.
    #[arg(long, value_name = "KIND", value_delimiter = ',')]
    kind: Vec<String>,
    /// Render these agents only: NAME or NAMESPACE/NAME.
    #[arg(long, value_name = "AGENT", value_delimiter = ',')]
    agent: Vec<String>,
    /// Say of each value where it comes from.
    #[arg(long)]
    explain: bool,
    /// Print the data of Secrets.
    #[arg(long)]
    show_secrets: bool,
    /// Render what the API server would refuse or the operator could not read, too.
    #[arg(long)]
    force: bool,
    /// Succeed when there is no AgentRuntime.
    #[arg(long)]
    allow_empty: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Yaml,
    Json,
    Name,
    Tree,
}

pub(super) fn run(mut args: Args, ui: &mut Ui) -> Exit {
    match render(&mut args, ui) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn render(args: &mut Args, ui: &mut Ui) -> Result<Exit, Exit> {
    let operator = args.operator.settings(ui)?;
    let catalog = world::catalog(&args.schema, ui)?;
    let (inputs, exit) = std::mem::take(&mut args.input).collect("render", ui)?;
    let gathered = Reader::new(&catalog, &args.scope, args.force).gather(inputs, ui);
    let told = gathered.complain(ui);
    let exit = exit.and(if args.force && gathered.unread.is_empty() { gathered.exit } else { told });
    let agents = agents(&gathered, args, ui)?;
    let nothing = agents.is_empty();
    let stopped = !gathered.undecodable.is_empty() && !args.force;
    if stopped {
        ui.complain("error: nothing is rendered: the operator cannot read what is named above, and then works on no agent at all (--force renders all the same)");
    }
    let renderer = Renderer::new(&gathered.world, &operator, args.schema.release());
    let agents = if stopped { Vec::new() } else { each(&renderer, agents) };
    let page = Page { args, agents, operator: &operator, gathered: &gathered };
    page.notes(ui);
    let exit = exit.and(page.print(ui));
    Ok(match nothing && gathered.refused.is_empty() && !args.allow_empty {
        true => {
            ui.note("nothing to render: no AgentRuntime is in the inputs (--allow-empty takes this for a success)");
            exit.and(Exit::Nothing)
        }
        false => exit,
    })
}

/// Tells what was assumed, unless only results are wanted.
pub(super) fn note_assumptions<'a>(assumptions: impl Iterator<Item = (&'a str, &'a str)>, ui: &mut Ui) {
    for (name, text) in assumptions {
        if ui.quiet() == 0 {
            ui.note(&format!("assumed {name}: {text}"));
        }
    }
}

/// What the operator makes of each agent.
pub(super) fn each(renderer: &Renderer<'_>, agents: Vec<&Object>) -> Vec<RenderedAgent> {
    parallel::each(agents, None, |agent| RenderedAgent {
        namespace: agent.namespace.clone(),
        name: agent.name.clone(),
        rendered: renderer.render(agent),
    })
}

/// The agents of the inputs that were asked for, in their order.
fn agents<'g>(gathered: &'g Gathered, args: &Args, ui: &mut Ui) -> Result<Vec<&'g Object>, Exit> {
    let all: Vec<&Object> = gathered.agents().collect();
    let is = |agent: &Object, word: &str| word == agent.name || word == format!("{}/{}", agent.namespace, agent.name);
    let refused = |word: &str| gathered.refused.iter().any(|refused| word.ends_with(&refused.object.name));
    if let Some(unknown) = args.agent.iter().find(|word| !all.iter().any(|agent| is(agent, word)) && !refused(word)) {
        let names: Vec<String> = all.iter().map(|agent| format!("{}/{}", agent.namespace, agent.name)).collect();
        let known = if names.is_empty() { "there is none".to_owned() } else { format!("there are {}", names.join(", ")) };
        ui.complain(&format!("error: no AgentRuntime {unknown:?} is in the inputs: {known}"));
        return Err(Exit::Usage);
    }
    Ok(all.into_iter().filter(|agent| args.agent.is_empty() || args.agent.iter().any(|word| is(agent, word))).collect())
}

/// What is printed.
struct Page<'a> {
    args: &'a Args,
    agents: Vec<RenderedAgent>,
    operator: &'a Operator,
    gathered: &'a Gathered,
}

impl Page<'_> {
    /// What a person should know, on standard error.
    fn notes(&self, ui: &mut Ui) {
        for warning in report::warning_jsons(&self.agents) {
            let what = if warning.refused { "the API server refuses it: " } else { "" };
            ui.note(&format!("warning: {}: {}: {what}{}", warning.agent, warning.object, warning.message));
        }
        for agent in &self.agents {
            if let Some(blocked) = &agent.rendered.blocked {
                let place = blocked.place.as_ref().map_or(String::new(), |place| format!(" ({} {})", place.object, place.path));
                ui.note(&format!("warning: {}: the operator stops before the end: {}{place}", agent.id(), blocked.text));
            }
        }
        if self.args.output.format != Format::Json {
            note_assumptions(self.assumptions().iter().map(|assumption| (assumption.name, assumption.text.as_str())), ui);
        }
    }

    fn assumptions(&self) -> Vec<Assumption> {
        let of_operator =
            self.operator.assumed.iter().map(|assumed| Assumption { name: assumed.name, text: assumed.text.clone() });
        let of_agents = set::assumptions(&self.agents).into_iter().cloned();
        if self.agents.is_empty() { Vec::new() } else { of_operator.chain(of_agents).collect() }
    }

    fn print(&self, ui: &mut Ui) -> Exit {
        let target = &self.args.output;
        let text = match target.format {
            Format::Json => return self.json(ui),
            Format::Yaml => self.yaml(),
            Format::Name => Ok(self.trees().iter().map(|(tree, _)| report::object_name(tree) + "\n").collect()),
            Format::Tree => Ok(report::object_tree(&self.agents, |tree| self.is_wanted(tree), ui.is_unicode())),
        };
        let text = match text {
            Ok(text) => text,
            Err(error) => {
                ui.complain(&format!("error: cannot write an object: {error}; please report this"));
                return Exit::Environment;
            }
        };
        output::text(&text, target, ui)
    }

    fn is_wanted(&self, tree: &Tree) -> bool {
        let kind = tree.at("kind").and_then(Tree::text).unwrap_or_default();
        self.args.kind.is_empty() || self.args.kind.iter().any(|word| names_kind(word, kind))
    }

    fn shown<'o>(&self, object: &'o Created) -> Cow<'o, Tree> {
        if self.args.show_secrets { Cow::Borrowed(&object.tree) } else { object.masked(|_, _| MASK.to_owned()) }
    }

    /// The objects that are wanted as they are shown, each with why it is refused; then what becomes of objects of others.
    fn trees(&self) -> Vec<(Cow<'_, Tree>, Option<&str>)> {
        let objects = set::objects(&self.agents).into_iter().filter(|(_, object)| self.is_wanted(&object.tree));
        let patches = set::patches(&self.agents).into_iter().filter(|(_, patch)| self.is_wanted(patch));
        let objects = objects.map(|(_, object)| (self.shown(object), object.refused.as_deref()));
        objects.chain(patches.map(|(_, patch)| (Cow::Borrowed(patch), None))).collect()
    }

    fn yaml(&self) -> Result<String, String> {
        let write = if self.args.explain { report::explained_yaml } else { report::object_yaml };
        let documents = parallel::each(self.trees(), None, |(tree, refused)| {
            let comment =
                refused.map_or(String::new(), |reason| format!("# refused by the API server: {}\n", reason.replace('\n', " ")));
            write(&tree).map(|text| comment + &text)
        });
        Ok(documents.into_iter().collect::<Result<Vec<_>, _>>()?.join("---\n"))
    }

    fn json(&self, ui: &mut Ui) -> Exit {
        let objects: Vec<(&Created, Cow<'_, Tree>)> = set::objects(&self.agents)
            .into_iter()
            .filter(|(_, object)| self.is_wanted(&object.tree))
            .map(|(_, object)| (object, self.shown(object)))
            .collect();
        let patches = set::patches(&self.agents).into_iter().filter(|(_, patch)| self.is_wanted(patch));
        let assumptions = self.assumptions();
        let mut list = RenderList::new(self.args.schema.release().name(), &assumptions);
        list.items = objects.iter().map(|(_, tree)| tree.json()).collect();
        list.patches = patches.map(|(_, patch)| patch.json()).collect();
        if self.args.explain {
            list.provenance = objects.iter().flat_map(|(object, tree)| report::provenance_jsons(object, tree)).collect();
        }
        list.warnings = report::warning_jsons(&self.agents);
        let blocked = self.agents.iter().filter_map(|agent| agent.rendered.blocked.as_ref().map(|blocked| (agent, blocked)));
        list.blocked = blocked.map(|(agent, blocked)| report::BlockedJson::new(agent, blocked)).collect();
        list.refused = self.refused();
        list.summary = RenderSummary {
            agents: self.agents.len(),
            objects: list.items.len(),
            patches: list.patches.len(),
            blocked: list.blocked.len(),
            refused: list.refused.len(),
        };
        output::json(&list, &self.args.output, ui)
    }

    fn refused(&self) -> Vec<RefusedJson<'_>> {
        let Gathered { refused, undecodable, unread, .. } = self.gathered;
        let objects = refused.iter().map(|refused| RefusedJson::new(Some(&refused.object), &refused.findings));
        let undecodable = undecodable.iter().map(|located| RefusedJson::new(located.finding.object.as_deref(), [located]));
        objects.chain(undecodable).chain(unread.iter().map(|located| RefusedJson::new(None, [located]))).collect()
    }
}

/// What stands for a value of a Secret.
const MASK: &str = "***";

/// The short names of kinds, as kubectl has them.
const SHORT_NAMES: &[(&str, &str)] = &[
    ("cm", "ConfigMap"),
    ("deploy", "Deployment"),
    ("hpa", "HorizontalPodAutoscaler"),
    ("pdb", "PodDisruptionBudget"),
    ("sa", "ServiceAccount"),
    ("so", "ScaledObject"),
    ("svc", "Service"),
    ("vs", "VirtualService"),
    ("dr", "DestinationRule"),
];

/// Whether a word that kubectl takes for a kind means it.
fn names_kind(word: &str, kind: &str) -> bool {
    let word = word.split('.').next().unwrap_or(word);
    let singular = |word: &str| word.eq_ignore_ascii_case(kind);
    let plural = ["s", "es"].iter().any(|ending| word.to_ascii_lowercase().strip_suffix(ending).is_some_and(singular));
    let policy = word.to_ascii_lowercase().strip_suffix("ies").is_some_and(|stem| singular(&format!("{stem}y")));
    let short = SHORT_NAMES.iter().any(|(short, long)| *long == kind && word.eq_ignore_ascii_case(short));
    singular(word) || plural || policy || short
}

#[cfg(test)]
mod tests {
    use super::names_kind;

    #[test]
    fn kinds_go_by_the_names_that_kubectl_takes() {
        for (word, kind, expected) in [
            ("Deployment", "Deployment", true),
            ("deployments.apps", "Deployment", true),
            ("deploy", "Deployment", true),
            ("networkpolicies", "NetworkPolicy", true),
            ("role", "RoleBinding", false),
            ("svc", "ServiceAccount", false),
        ] {
            assert_eq!(names_kind(word, kind), expected, "{word} {kind}");
        }
    }
}
