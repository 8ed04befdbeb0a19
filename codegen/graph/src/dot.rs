//! The graph in the language of Graphviz.

use super::{EdgeKind, Graph, Kind};
use std::fmt::Write;

/// The graph for Graphviz: a cluster for each family, and each state linked to its section.
#[must_use]
pub fn dot(graph: &Graph) -> String {
    let mut out = format!("digraph {} {{\n", quoted(&graph.revision));
    let title = format!("{}, {}", graph.title, graph.revision);
    let _ = writeln!(out, "  label={};", quoted(&title));
    out.push_str("  rankdir=LR;\n  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n");
    out.push_str("  edge [fontname=\"sans-serif\", fontsize=10];\n");
    for (number, family) in graph.families.iter().enumerate() {
        let _ = writeln!(out, "  subgraph cluster_{number} {{");
        let _ = writeln!(out, "    label={};", quoted(&family.name));
        for index in &family.nodes {
            let node = &graph.nodes[*index];
            let label = match &node.section {
                Some(section) => format!("{}\n{section}", node.name),
                None => node.name.clone(),
            };
            let _ = write!(out, "    n{index} [label={}", quoted(&label));
            if let Some(link) = &node.link {
                let _ = write!(out, ", URL={}", quoted(link));
            }
            out.push_str(match node.kind {
                Kind::Initial => ", penwidth=3",
                Kind::Entry => ", penwidth=2",
                Kind::State => "",
                Kind::Procedure => ", shape=component, style=\"\"",
                Kind::Register => ", shape=ellipse, style=dashed",
            });
            out.push_str("];\n");
        }
        out.push_str("  }\n");
    }
    for edge in &graph.edges {
        let style = match edge.kind {
            EdgeKind::Leads => "",
            EdgeKind::MayLead => ", style=dashed",
            EdgeKind::Uses => ", style=dotted",
        };
        let label = quoted(&edge.label());
        let (from, to) = (edge.from, edge.to);
        let _ = writeln!(out, "  n{from} -> n{to} [label={label}{style}];");
    }
    out.push_str("}\n");
    out
}

fn quoted(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", text.replace('\n', "\\n"))
}
