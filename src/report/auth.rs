//! Which commands a user may use.

use serde::Serialize;
use serde_json::Value;

use super::{
    Tool, WIDTH,
    field::{hang, wrap},
    table,
};
use crate::{crd, yaml::value_to_yaml};

/// What `auth -o json` prints.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct AuthReport {
    pub api_version: &'static str,
    pub kind: &'static str,
    pub tool: Tool,
    pub context: String,
    pub server: String,
    /// Null for all namespaces.
    pub namespace: Option<String>,
    pub commands: Vec<CommandAccess>,
    /// What an administrator has to apply so that nothing is missing.
    pub roles: Vec<Value>,
    /// What binds the roles to the user; empty when the cluster does not tell who that is.
    pub bindings: Vec<Value>,
}

/// Whether a command may be used; the later the worse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Permission {
    /// As it is.
    Yes,
    /// It does less, or takes another way.
    Detour,
    /// Not at all.
    No,
}

impl Permission {
    const fn words(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::Detour => "with a detour",
            Self::No => "no",
        }
    }
}

/// A command.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct CommandAccess {
    pub command: &'static str,
    pub permission: Permission,
    /// Whether it asks a cluster at all.
    #[serde(rename = "asksCluster")]
    pub asks: bool,
    /// What is missing.
    pub lacks: Vec<Lack>,
}

/// Rights that are missing.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct Lack {
    pub verbs: Vec<&'static str>,
    pub group: String,
    pub resources: Vec<String>,
    /// What the detour costs; null where there is none.
    pub cost: Option<&'static str>,
}

impl AuthReport {
    /// For people.
    pub fn text(&self) -> String {
        let namespace = self.namespace.clone().unwrap_or_else(|| "all namespaces".to_owned());
        let head = [("context", format!("{} ({})", self.context, self.server)), ("namespace", namespace)];
        let mut text = table(&head.map(|(name, value)| vec![name.to_owned(), value]), 0, WIDTH);
        let columns = ["COMMAND", "ALLOWED"].map(str::to_owned).to_vec();
        text.push('\n');
        text.push_str(&table(&std::iter::once(columns).chain(self.commands.iter().map(row)).collect::<Vec<_>>(), 0, WIDTH));
        for (lack, commands) in self.by_lack() {
            text.push('\n');
            wrap(&lack.words(), 0, WIDTH, &mut text);
            hang("  in: ", &commands.join(", "), WIDTH, &mut text);
        }
        if !self.roles.is_empty() {
            let bind = if self.bindings.is_empty() { " and to bind to you" } else { "" };
            text.push_str(&format!("\nWhat is missing, for an administrator to apply{bind}:\n\n"));
            text.push_str(&self.manifests());
        }
        text
    }

    /// The roles with their bindings, as YAML documents.
    pub fn manifests(&self) -> String {
        let pages: Vec<String> = self.roles.iter().chain(&self.bindings).filter_map(|role| value_to_yaml(role).ok()).collect();
        pages.join("---\n")
    }

    /// Each lack with the commands that have it, in the order of the first ones; what a command cannot do without comes first.
    fn by_lack(&self) -> Vec<(&Lack, Vec<&str>)> {
        let mut found: Vec<(&Lack, Vec<&str>)> = Vec::new();
        for command in &self.commands {
            for lack in &command.lacks {
                match found.iter_mut().find(|(known, _)| *known == lack) {
                    Some((_, commands)) => commands.push(command.command),
                    None => found.push((lack, vec![command.command])),
                }
            }
        }
        found.sort_by_key(|(lack, _)| lack.cost.is_some());
        found
    }
}

fn row(command: &CommandAccess) -> Vec<String> {
    let words = if command.asks { command.permission.words() } else { "yes: it asks no cluster" };
    vec![command.command.to_owned(), words.to_owned()]
}

impl Lack {
    fn words(&self) -> String {
        let group = if self.group.is_empty() { String::new() } else { format!(" ({})", self.group) };
        let all = crd::embedded::kinds();
        let resources = match self.resources.len() == all.len()
            && all.iter().all(|kind| self.resources.iter().any(|own| own == kind.plural))
        {
            true => format!("all {} kinds of the platform", all.len()),
            false => self.resources.join(", "),
        };
        let what = format!("{} {resources}{group}", self.verbs.join(", "));
        match self.cost {
            Some(cost) => format!("without {what}: {cost}"),
            None => format!("needs {what}"),
        }
    }
}
