//! Who refers to whom, as a tree, for Graphviz, for Mermaid and for programs.

use std::collections::BTreeSet;

use serde::Serialize;

use super::Tool;
use crate::resolve::{Edge, Graph, Name, Presence};

/// What `graph -o json` prints.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct GraphReport {
    pub api_version: &'static str,
    pub kind: &'static str,
    pub tool: Tool,
    pub nodes: Vec<NodeJson>,
    pub edges: Vec<EdgeJson>,
}

/// An object.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs)]
pub struct NodeJson {
    pub kind: String,
    pub namespace: String,
    pub name: String,
    /// there, missing or unknown.
    pub presence: &'static str,
}

/// A reference.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs)]
pub struct EdgeJson {
    pub from: String,
    pub field: String,
    pub to: String,
}

const fn word(presence: Presence) -> &'static str {
    match presence {
        Presence::There => "there",
        Presence::Missing => "missing",
        Presence::Unknown => "unknown",
    }
}

/// `Kind/namespace/name`, which is what edges of the JSON name.
fn id(name: &Name) -> String {
    if name.namespace.is_empty() {
        format!("{}/{}", name.kind, name.name)
    } else {
        format!("{}/{}/{}", name.kind, name.namespace, name.name)
    }
}

/// The graph for programs.
pub fn graph_json(graph: &Graph) -> GraphReport {
    let node = |(name, presence): (&Name, &Presence)| NodeJson {
        kind: name.kind.clone(),
        namespace: name.namespace.clone(),
        name: name.name.clone(),
        presence: word(*presence),
    };
    let edge = |edge: &Edge| EdgeJson { from: id(&edge.from), field: edge.path.clone(), to: id(&edge.to) };
    GraphReport {
        api_version: super::API_VERSION,
        kind: "Graph",
        tool: Tool::THIS,
        nodes: graph.nodes.iter().map(node).collect(),
        edges: graph.edges.iter().map(edge).collect(),
    }
}

/// Which way a tree is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// From those who refer to what they refer to.
    Down,
    /// From an object to those who refer to it.
    Up,
}

/// The graph as trees, one from each of `roots`. What stands in a tree already is not unfolded again.
pub fn graph_tree(graph: &Graph, roots: &[Name], direction: Direction, ascii: bool) -> String {
    let mut text = String::new();
    for root in roots {
        text.push_str(&label(graph, root));
        text.push('\n');
        let mut seen = BTreeSet::from([root.clone()]);
        below(graph, root, direction, "", &mut seen, ascii, &mut text);
    }
    text
}

fn below(
    graph: &Graph,
    name: &Name,
    direction: Direction,
    indentation: &str,
    seen: &mut BTreeSet<Name>,
    ascii: bool,
    text: &mut String,
) {
    let (tee, corner, bar) = if ascii { ("|- ", "`- ", "|  ") } else { ("├─ ", "└─ ", "│  ") };
    let edges: Vec<&Edge> = match direction {
        Direction::Down => graph.from(name).collect(),
        Direction::Up => graph.edges.iter().filter(|edge| edge.to == *name).collect(),
    };
    for (index, edge) in edges.iter().enumerate() {
        let other = if direction == Direction::Down { &edge.to } else { &edge.from };
        let is_last = index + 1 == edges.len();
        let branch = if is_last { corner } else { tee };
        text.push_str(&format!("{indentation}{branch}{}: {}\n", edge.path, label(graph, other)));
        if seen.insert(other.clone()) {
            let further = format!("{indentation}{}", if is_last { "   " } else { bar });
            below(graph, other, direction, &further, seen, ascii, text);
        }
    }
}

fn label(graph: &Graph, name: &Name) -> String {
    match graph.nodes.get(name) {
        Some(Presence::Missing) => format!("{} (missing)", id(name)),
        Some(Presence::Unknown) => format!("{} (not checked)", id(name)),
        Some(Presence::There) | None => id(name),
    }
}

/// The graph in the language of Graphviz.
pub fn graph_dot(graph: &Graph) -> String {
    let mut text = "digraph omnia {\n  rankdir=LR;\n  node [shape=box];\n".to_owned();
    for (name, presence) in &graph.nodes {
        let style = match presence {
            Presence::There => "",
            Presence::Missing => " [color=red, style=dashed]",
            Presence::Unknown => " [style=dashed]",
        };
        text.push_str(&format!("  {:?}{style};\n", id(name)));
    }
    for edge in &graph.edges {
        text.push_str(&format!("  {:?} -> {:?} [label={:?}];\n", id(&edge.from), id(&edge.to), edge.path));
    }
    text + "}\n"
}

/// The graph in the language of Mermaid.
pub fn graph_mermaid(graph: &Graph) -> String {
    let number = |name: &Name| graph.nodes.keys().position(|other| other == name).unwrap_or_default();
    let quoted = |text: &str| text.replace('"', "#quot;");
    let mut text = "flowchart LR\n".to_owned();
    for (index, (name, presence)) in graph.nodes.iter().enumerate() {
        let class = if *presence == Presence::There { "" } else { word(*presence) };
        let class = if class.is_empty() { String::new() } else { format!(":::{class}") };
        text.push_str(&format!("  n{index}[\"{}\"]{class}\n", quoted(&id(name))));
    }
    for edge in &graph.edges {
        text.push_str(&format!("  n{} -->|\"{}\"| n{}\n", number(&edge.from), quoted(&edge.path), number(&edge.to)));
    }
    text + "  classDef missing stroke:#c00,stroke-dasharray:4\n  classDef unknown stroke-dasharray:4\n"
}
