//! Rendered objects by name only: as kubectl names them, or below their agents.

use crate::render::{Created, RenderedAgent, Tree};

/// `deployment.apps/support`, as `kubectl -o name` does.
pub fn object_name(object: &Tree) -> String {
    let text = |path: &str| object.at(path).and_then(Tree::text).unwrap_or_default();
    let kind = text("kind").to_lowercase();
    let group = text("apiVersion").split_once('/').map_or(String::new(), |(group, _)| format!(".{group}"));
    format!("{kind}{group}/{}", text("metadata.name"))
}

/// The agents with their objects below them. `keep` tells which objects are shown.
pub fn object_tree(agents: &[RenderedAgent], keep: impl Fn(&Tree) -> bool, unicode: bool) -> String {
    let [fork, last] = if unicode { ["├─ ", "└─ "] } else { ["|- ", "`- "] };
    let mut out = String::new();
    for agent in agents {
        out.push_str(&format!("AgentRuntime/{} ({})\n", agent.name, agent.namespace));
        let lines = lines(agent, &keep);
        for (index, line) in lines.iter().enumerate() {
            let branch = if index + 1 == lines.len() { last } else { fork };
            out.push_str(&format!("{branch}{line}\n"));
        }
    }
    out
}

fn lines(agent: &RenderedAgent, keep: impl Fn(&Tree) -> bool) -> Vec<String> {
    let rendered = &agent.rendered;
    let objects = rendered.objects.iter().filter(|object| keep(&object.tree)).map(line);
    let patches = rendered.patches.iter().filter(|patch| keep(patch)).map(|patch| format!("{} (of others, changed)", id(patch)));
    let blocked = rendered.blocked.iter().map(|blocked| format!("nothing more: {}", blocked.text));
    objects.chain(patches).chain(blocked).collect()
}

fn line(object: &Created) -> String {
    let refused = object.refused.as_ref().map_or(String::new(), |reason| format!(" (refused by the API server: {reason})"));
    let containers = match object.tree.at("spec.template.spec.containers") {
        Some(Tree::List(containers)) => {
            let names: Vec<&str> = containers.iter().filter_map(|container| container.at("name").and_then(Tree::text)).collect();
            format!(" [{}]", names.join(", "))
        }
        _ => String::new(),
    };
    format!("{}{containers}{refused}", id(&object.tree))
}

fn id(object: &Tree) -> String {
    let text = |path: &str| object.at(path).and_then(Tree::text).unwrap_or_default();
    format!("{}/{}", text("kind"), text("metadata.name"))
}
