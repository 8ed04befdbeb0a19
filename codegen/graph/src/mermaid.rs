//! The graph in the language of Mermaid, which Markdown pages show.

use super::{EdgeKind, Graph, Kind};
use std::fmt::Write;

/// The graph for Mermaid: a subgraph for each family, and each state linked to its section.
#[must_use]
pub fn mermaid(graph: &Graph) -> String {
    let mut out = "flowchart LR\n".to_owned();
    for (number, family) in graph.families.iter().enumerate() {
        let _ = writeln!(out, "  subgraph f{number} [{}]", quoted(&family.name));
        for index in &family.nodes {
            let node = &graph.nodes[*index];
            let label = quoted(&node.name);
            let shape = match node.kind {
                Kind::Initial | Kind::Entry => format!("([{label}])"),
                Kind::State => format!("[{label}]"),
                Kind::Procedure => format!("[[{label}]]"),
                Kind::Register => format!("({label})"),
            };
            let _ = writeln!(out, "    n{index}{shape}");
        }
        out.push_str("  end\n");
    }
    for edge in &graph.edges {
        let arrow = match edge.kind {
            EdgeKind::Leads => "-->",
            EdgeKind::MayLead => "-.->",
            EdgeKind::Uses => "-.-o",
        };
        let label = match edge.label() {
            label if label.is_empty() => label,
            label => format!("|{}|", quoted(&label)),
        };
        let _ = writeln!(out, "  n{} {arrow}{label} n{}", edge.from, edge.to);
    }
    for (index, node) in graph.nodes.iter().enumerate() {
        if let Some(link) = &node.link {
            let _ = writeln!(out, "  click n{index} href {}", quoted(link));
        }
    }
    out
}

/// In Mermaid, `#35;` is a number sign, and no other escape works everywhere.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | ' ' | ',' | '.' | '-' | '(' | ')' | ':' | '/' => {
                quoted.push(c);
            }
            c if !c.is_ascii() => quoted.push(c),
            // A fragment has to stay one.
            '#' if text.contains("://") => quoted.push(c),
            c => {
                let _ = write!(quoted, "#{};", u32::from(c));
            }
        }
    }
    quoted.push('"');
    quoted
}
