//! An insertion mode, or the rules for foreign content.

use super::{Explanation, input, list, steps};
use crate::places::place;
use crate::trees::PartId;
use std::fmt::Write;
use tokenwright_graph::{EdgeKind, Graph, Kind};
use tokenwright_interpreter::tree::RowsOf;
use tokenwright_tables::tree::english;

/// What a mode does.
pub(super) fn explain(explanation: &Explanation<'_>, of: RowsOf) -> String {
    let trees = explanation.trees;
    let mut text = format!("{}\n", trees.title(of));
    let Some(mode) = of.mode(&trees.tables) else {
        return text;
    };
    let _ = writeln!(text, "  {}", place(mode.name.place, explanation.sources));
    let _ = writeln!(text, "  {}", trees.loaded.revision.about.source);
    if let RowsOf::Mode(at) = of
        && let Some(document) = explanation.documents.of_mode(at)
    {
        let _ = writeln!(text, "  entered by {}", input(document));
    }
    for kind in &mode.never {
        let _ = writeln!(text, "  the token is never {}", kind.value);
    }
    let graph = Graph::of_modes(&trees.loaded.revision, &trees.tables);
    let node = graph.find(&mode.name.value);
    if let Some(node) = node {
        let of_kind = |kind| edges(&graph, node, true, kind);
        let start = match graph.nodes[node].kind {
            Kind::Initial => vec!["the start of a document".to_owned()],
            Kind::Entry => vec!["each token whose adjusted current node is foreign".to_owned()],
            _ => Vec::new(),
        };
        let mut switched = start;
        switched.extend(of_kind(EdgeKind::Leads));
        switched.extend(of_kind(EdgeKind::MayLead));
        list(&mut text, "reached from", &switched);
        list(&mut text, "its rows are used by", &of_kind(EdgeKind::Uses));
    }
    let _ = writeln!(text, "\nrows");
    for (at, row) in mode.rows.iter().enumerate() {
        let _ = writeln!(text, "  {}", english::matched(row));
        steps(&mut text, &english::sentences(&row.body));
        if let Some(note) = &row.note {
            let _ = writeln!(text, "    note: {note}");
        }
        if let Some(shown) = explanation.shown_by(PartId::Row(of, at)) {
            let _ = writeln!(text, "    {shown}");
        }
    }
    if let Some(node) = node {
        let of_kind = |kind| edges(&graph, node, false, kind);
        list(&mut text, "leads to", &of_kind(EdgeKind::Leads));
        list(&mut text, "uses the rows of", &of_kind(EdgeKind::Uses));
    }
    text
}

/// The other ends of the edges of a kind to a node, or from it, with their labels.
fn edges(graph: &Graph, node: usize, to: bool, kind: EdgeKind) -> Vec<String> {
    let edges = graph.neighbours(node, to);
    let edges = edges.filter(|(edge, _)| edge.kind == kind);
    let lines = edges.map(|(edge, node)| match edge.labels.is_empty() {
        true => node.name.clone(),
        false => format!("{}: {}", node.name, edge.label()),
    });
    lines.collect()
}
