//! `auth`: which commands a user may use, and which rules are missing.

mod needs;

use std::collections::HashMap;

use super::{
    Exit,
    connection::{self, ConnectionArgs},
    output::Format,
    ui::Ui,
};
use crate::{
    cluster::{self, Cluster, ClusterError, Deed},
    report::{API_VERSION, AuthReport, CommandAccess, Lack, Permission, Tool},
};
use needs::{Need, Row, Without};

/// Tell which commands you may use in a cluster, and which rules are missing.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Asks the API server for each right that a command needs, and changes nothing.
With a detour means that the command works but does less, or takes another way;
what that costs is said. The roles at the end hold all that is missing, and
their bindings give it to you: an administrator applies them. -o role prints
them alone.

A right that is limited to single objects by their names counts as missing.

Exit codes: 0 all of these commands are allowed, if with a detour, 1 one is not,
2 usage error, 3 the cluster cannot be asked.

Examples:
  kubectl omnia auth -n agents
  kubectl omnia auth rollout promote -n agents
  kubectl omnia auth lint packs -A -o json
  kubectl omnia auth status why -n agents -o role > for-the-administrator.yaml")]
pub struct Args {
    /// Commands, as in `lint` or `rollout promote` [default: all].
    #[arg(value_name = "COMMAND")]
    commands: Vec<String>,
    /// Ask for all namespaces, for the commands that can look at all.
    #[arg(short = 'A', long)]
    all_namespaces: bool,
    /// The format: text, json, yaml or role.
    #[arg(short, long, value_enum, default_value_t, value_name = "FORMAT", hide_possible_values = true)]
    output: Output,
    #[command(flatten)]
    connection: ConnectionArgs,
}

/// How the answer is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
enum Output {
    /// For people.
    #[default]
    Text,
    /// JSON, indented.
    Json,
    /// YAML.
    Yaml,
    /// The roles that are missing with their bindings, as manifests.
    Role,
}

pub(super) fn run(args: &Args, ui: &mut Ui) -> Exit {
    match auth(args, ui) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn auth(args: &Args, ui: &mut Ui) -> Result<Exit, Exit> {
    let rows = rows(args).map_err(|reason| {
        ui.complain(&format!("error: {reason}"));
        Exit::Usage
    })?;
    if args.all_namespaces && args.commands.is_empty() {
        ui.note("note: commands that work in one namespace are left out: ask for them without -A");
    }
    let cluster = args.connection.connect(ui)?;
    let report = report(&cluster, &rows, args.all_namespaces).map_err(|error| connection::complain(ui, &error))?;
    let refused = report.commands.iter().any(|command| command.permission == Permission::No);
    let exit = if refused { Exit::Negative } else { Exit::Success };
    let format = match args.output {
        Output::Text => Format::Text,
        Output::Json => Format::Json,
        Output::Yaml => Format::Yaml,
        Output::Role => {
            if report.roles.is_empty() {
                ui.note("nothing is missing");
            }
            ui.show(&report.manifests());
            return Ok(exit);
        }
    };
    Ok(format.print(&report, || report.text(), ui).and(exit))
}

/// The rows that are asked for; with `-A` those for which it means something.
fn rows(args: &Args) -> Result<Vec<&'static Row>, String> {
    let rows = needs::select(&args.commands)?;
    if !args.all_namespaces {
        return Ok(rows);
    }
    let (kept, narrow): (Vec<&Row>, Vec<&Row>) = rows.into_iter().partition(|row| row.everywhere);
    let narrow = narrow.into_iter().find(|row| !kept.iter().any(|other| other.command == row.command));
    match narrow.filter(|_| !args.commands.is_empty()) {
        Some(row) => Err(format!("{} works in one namespace: ask for it without -A", row.command)),
        None => Ok(kept),
    }
}

fn report(cluster: &Cluster, rows: &[&Row], everywhere: bool) -> Result<AuthReport, ClusterError> {
    let namespace = (!everywhere).then(|| cluster.namespace());
    let mut asking = Asking { cluster, namespace, known: HashMap::new(), missing: Vec::new() };
    let commands = rows.iter().map(|row| asking.command(row)).collect::<Result<_, _>>()?;
    let user = if asking.missing.is_empty() { None } else { cluster.user()? };
    let grants = cluster::grants(&asking.missing, user.as_deref());
    Ok(AuthReport {
        api_version: API_VERSION,
        kind: "Auth",
        tool: Tool::THIS,
        context: cluster.context().to_string(),
        server: cluster.server().to_owned(),
        namespace: namespace.map(str::to_owned),
        commands,
        roles: grants.roles,
        bindings: grants.bindings,
    })
}

/// Answers so far: commands share rights.
struct Asking<'a> {
    cluster: &'a Cluster,
    namespace: Option<&'a str>,
    known: HashMap<Deed, bool>,
    missing: Vec<Deed>,
}

impl Asking<'_> {
    fn may(&mut self, deed: &Deed) -> Result<bool, ClusterError> {
        if let Some(known) = self.known.get(deed) {
            return Ok(*known);
        }
        let allowed = self.cluster.access_review(deed.clone())?.allowed;
        self.known.insert(deed.clone(), allowed);
        Ok(allowed)
    }

    fn command(&mut self, row: &Row) -> Result<CommandAccess, ClusterError> {
        let mut access =
            CommandAccess { command: row.form, permission: Permission::Yes, asks: !row.needs.is_empty(), lacks: vec![] };
        for need in row.needs.iter().copied().flatten() {
            let Some((permission, lack)) = self.lack(need)? else { continue };
            access.permission = access.permission.max(permission);
            access.lacks.push(lack);
        }
        Ok(access)
    }

    /// What is missing of a need, and what that means for the command.
    fn lack(&mut self, need: &Need) -> Result<Option<(Permission, Lack)>, ClusterError> {
        let (deeds, mut missing) = (need.deeds(self.namespace), Vec::new());
        let all = deeds.len();
        for deed in deeds {
            if !self.may(&deed)? {
                missing.push(deed);
            }
        }
        let Some(first) = missing.first() else { return Ok(None) };
        let (permission, cost) = match need.without {
            Without::Refused => (Permission::No, None),
            Without::Partly(_) if missing.len() == all => (Permission::No, None),
            Without::Less(cost) | Without::Partly(cost) => (Permission::Detour, Some(cost)),
            Without::Spec(cost) if self.may(&needs::through_the_spec(self.namespace))? => (Permission::Detour, Some(cost)),
            Without::Spec(_) => (Permission::No, None),
        };
        let mut lack = Lack { verbs: vec![], group: first.resource.group.to_string(), resources: vec![], cost };
        for deed in &missing {
            let resource = deed.resource_name();
            if !lack.verbs.contains(&deed.verb) {
                lack.verbs.push(deed.verb);
            }
            if !lack.resources.contains(&resource) {
                lack.resources.push(resource);
            }
        }
        self.missing.append(&mut missing);
        Ok(Some((permission, lack)))
    }
}
