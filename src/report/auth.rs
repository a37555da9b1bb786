//! Which commands a user may use.

use serde::Serialize;
use serde_json::Value;

use super::{Tool, WIDTH, field::wrap, table};
use crate::yaml::value_to_yaml;

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
        for (names, permission, lacks) in self.grouped() {
            text.push('\n');
            wrap(&format!("{}: {}", names.join(", "), permission.words()), 0, WIDTH, &mut text);
            lacks.iter().for_each(|lack| wrap(&lack.words(), 2, WIDTH, &mut text));
        }
        if !self.roles.is_empty() {
            text.push_str("\nWhat is missing, for an administrator to apply and to bind to you:\n\n");
            let pages: Vec<String> = self.roles.iter().filter_map(|role| value_to_yaml(role).ok()).collect();
            text.push_str(&pages.join("---\n"));
        }
        text
    }

    /// Commands that lack the same, in the order of the first ones.
    fn grouped(&self) -> Vec<(Vec<&str>, Permission, &[Lack])> {
        let mut groups: Vec<(Vec<&str>, Permission, &[Lack])> = Vec::new();
        for command in self.commands.iter().filter(|command| !command.lacks.is_empty()) {
            match groups.iter_mut().find(|(_, permission, lacks)| (*permission, *lacks) == (command.permission, &command.lacks)) {
                Some((names, ..)) => names.push(command.command),
                None => groups.push((vec![command.command], command.permission, &command.lacks)),
            }
        }
        groups
    }
}

fn row(command: &CommandAccess) -> Vec<String> {
    let words = if command.asks { command.permission.words() } else { "yes: it asks no cluster" };
    vec![command.command.to_owned(), words.to_owned()]
}

impl Lack {
    fn words(&self) -> String {
        let group = if self.group.is_empty() { String::new() } else { format!(" ({})", self.group) };
        let what = format!("{} {}{group}", self.verbs.join(", "), self.resources.join(", "));
        match self.cost {
            Some(cost) => format!("without {what}: {cost}"),
            None => format!("needs {what}"),
        }
    }
}
