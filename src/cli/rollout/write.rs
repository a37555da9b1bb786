//! The change of the manifest in Git that belongs to a verb.

use std::path::Path;

use super::super::{Exit, output, ui::Ui};
use crate::{
    report,
    rollout::{Edit, Plan},
    yaml::{self, Change, ChangeError, Node, Text, read},
};

/// Makes the change in a file, or says which one is to be made.
pub(super) fn edits(plan: &Plan, file: Option<&Path>, agent: &str, ui: &mut Ui) -> Exit {
    if plan.edits.is_empty() {
        return Exit::Success;
    }
    let Some(path) = file else { return preview(plan, ui) };
    match changed(plan, path, agent) {
        Ok(text) => {
            let exit = output::rewrite(path, &text, ui);
            if exit == Exit::Success {
                ui.note(&format!("changed: {}", path.display()));
            }
            exit
        }
        Err(reason) => {
            ui.complain(&format!("error: {} was not changed: {reason}", path.display()));
            preview(plan, ui).and(Exit::Negative)
        }
    }
}

/// Says which change the manifest needs.
pub(super) fn preview(plan: &Plan, ui: &mut Ui) -> Exit {
    if !plan.edits.is_empty() {
        let mut text = String::new();
        let advice = "change the manifest in Git as well (--write FILE does it), or the next sync undoes this:";
        report::wrap(advice, 0, ui.columns(), &mut text);
        ui.note(text.trim_end());
        plan.edits.iter().for_each(|edit| ui.note(&format!("  {}", words(edit))));
    }
    Exit::Success
}

fn words(edit: &Edit) -> String {
    let path = edit.pointer.trim_start_matches('/').replace('/', ".");
    match &edit.change {
        Change::Set(value) => format!("{path}: {value}"),
        Change::Insert(value) => format!("{path}: put {value} in front"),
        Change::Remove => format!("{path}: remove"),
    }
}

fn changed(plan: &Plan, path: &Path, agent: &str) -> Result<Vec<u8>, String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    let too_large = |_| "it is too large".to_owned();
    let mut text = Text::new(bytes).map_err(too_large)?;
    let documents = read(&text).documents;
    let is_agent = |root: &Node<'_>| {
        let at = |key: &str| root.get(key).and_then(Node::as_str);
        at("kind") == Some("AgentRuntime")
            && root.get("metadata").and_then(|metadata| metadata.get("name")?.as_str()) == Some(agent)
    };
    let document = documents.iter().position(|document| is_agent(&document.root));
    let document = document.ok_or_else(|| format!("it holds no AgentRuntime {agent}"))?;
    drop(documents);
    for Edit { pointer, change } in &plan.edits {
        match yaml::change(&text, document, pointer, change) {
            Ok(new) => text = Text::new(new).map_err(too_large)?,
            // The manifest has never had it.
            Err(ChangeError::Missing(_)) if *change == Change::Remove => {}
            Err(error) => return Err(error.to_string()),
        }
    }
    Ok(text.edited([]))
}
