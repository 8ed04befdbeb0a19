//! The neighbours of a state or of a mode, as a list below it.

use super::html::escape;
use tokenwright_graph::{EdgeKind, Graph, Kind, Node};

/// The words of a page: what is in front of the initial node and of an entry, and the heading of what follows.
pub(super) struct Words {
    pub(super) initial: &'static str,
    pub(super) entry: &'static str,
    pub(super) leads: &'static str,
}

/// The nodes from which this one is reached, and those to which it leads, each with a link to its address.
pub(super) fn neighbours(
    graph: &Graph,
    name: &str,
    words: &Words,
    address: impl Fn(&Node) -> Option<String>,
) -> String {
    let Some(node) = graph.find(name) else {
        return String::new();
    };
    let list = |to: bool| -> Vec<String> {
        let items = graph.neighbours(node, to).map(|(edge, node)| {
            let name = escape(&node.name);
            let name = match address(node) {
                Some(address) => format!("<a href=\"{address}\">{name}</a>"),
                None => name,
            };
            let label = match edge.kind {
                EdgeKind::Leads | EdgeKind::MayLead => edge.label(),
                EdgeKind::Uses => format!("uses the rows: {}", edge.label()),
            };
            match label.is_empty() {
                true => format!("<li>{name}\n"),
                false => format!("<li>{name} <span>{}</span>\n", escape(&label)),
            }
        });
        items.collect()
    };
    let mut arriving = list(true);
    let outside = match graph.nodes[node].kind {
        Kind::Initial => Some(words.initial),
        Kind::Entry => Some(words.entry),
        _ => None,
    };
    arriving.splice(0..0, outside.map(|outside| format!("<li>{outside}\n")));
    let leaving = list(false);
    format!(
        "<details class=near><summary>Reached from {}, leads to {}</summary>\n<div class=lists>\n\
         <div><h3>Reached from</h3>\n<ul class=from>\n{}</ul></div>\n\
         <div><h3>{}</h3>\n<ul class=to>\n{}</ul></div>\n</div></details>\n",
        arriving.len(),
        leaving.len(),
        arriving.concat(),
        words.leads,
        leaving.concat(),
    )
}
