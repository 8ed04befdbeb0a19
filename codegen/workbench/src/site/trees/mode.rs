//! The page of an insertion mode.

use super::super::html::escape;
use super::super::states::capitalized;
use super::ExploredTrees;
use super::links::row_anchor;
use crate::trees::PartId;
use std::fmt::Write;
use tokenwright_graph::{Edge, EdgeKind, Kind};
use tokenwright_interpreter::tree::RowsOf;
use tokenwright_tables::tree::english;
use tokenwright_tables::tree::model::Mode;

pub(super) fn content(explored: &ExploredTrees<'_>, of: RowsOf, mode: &Mode) -> String {
    let title = explored.trees.title(of);
    let (number, name) = match title.split_once(' ') {
        Some((number, name)) if number.starts_with(|c: char| c.is_ascii_digit()) => {
            (format!("<span class=number>{number}</span> "), name)
        }
        _ => (String::new(), title.as_str()),
    };
    let mut out = format!(
        "<section class=state id=mode>\n<h2>{number}{}</h2>\n",
        escape(name)
    );
    let source = escape(&explored.trees.loaded.revision.about.source);
    let mut facts = vec![format!("<a href=\"{source}\">in the standard</a>")];
    facts.extend(explored.entered(of));
    let never = mode.never.iter();
    facts.extend(
        never.map(|kind| format!("the token is never {}", escape(&kind.value.to_string()))),
    );
    let _ = writeln!(out, "<p class=meta>{}\n<dl class=rows>", facts.join(" · "));
    for (at, row) in mode.rows.iter().enumerate() {
        let terms = english::terms(row, usize::MAX).into_iter();
        let terms: Vec<String> = terms.map(|term| escape(&capitalized(&term))).collect();
        let _ = write!(
            out,
            "<dt id={}>{}\n<dd>{}",
            row_anchor(at),
            terms.join("<br>"),
            explored.steps(&row.body)
        );
        if let Some(note) = &row.note {
            let _ = writeln!(out, "<p class=note>{}", escape(note));
        }
        if let Some(document) = explored.run_by(PartId::Row(of, at)) {
            let _ = writeln!(out, "<p class=says>{document}");
        }
    }
    out.push_str("</dl>\n");
    neighbours(&mut out, explored, &mode.name);
    out.push_str("</section>\n");
    out
}

/// The modes from which this one is reached, and those to which it leads.
fn neighbours(out: &mut String, explored: &ExploredTrees<'_>, name: &str) {
    let Some(node) = explored.graph.find(name) else {
        return;
    };
    let arriving = edges(explored, |edge| (edge.to == node).then_some(edge.from));
    let leaving = edges(explored, |edge| (edge.from == node).then_some(edge.to));
    let outside = match explored.graph.nodes[node].kind {
        Kind::Initial => "<li>the start of a document\n",
        Kind::Entry => "<li>the dispatcher\n",
        _ => "",
    };
    let _ = write!(
        out,
        "<details class=near><summary>Reached from {}, leads to {}</summary>\n<div class=lists>\n\
         <div><h3>Reached from</h3>\n<ul class=from>\n{outside}{}</ul></div>\n\
         <div><h3>Leads to, or uses</h3>\n<ul class=to>\n{}</ul></div>\n</div></details>\n",
        arriving.len() + usize::from(!outside.is_empty()),
        leaving.len(),
        arriving.concat(),
        leaving.concat(),
    );
}

fn edges(explored: &ExploredTrees<'_>, other: impl Fn(&Edge) -> Option<usize>) -> Vec<String> {
    let graph = &explored.graph;
    let edges = graph.edges.iter();
    let edges = edges.filter_map(|edge| Some((edge, &graph.nodes[other(edge)?])));
    let shown = edges.map(|(edge, node)| {
        let name = escape(&node.name);
        let name = match address(explored, &node.name) {
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
    shown.collect()
}

/// The page of a node; a register has none.
fn address(explored: &ExploredTrees<'_>, name: &str) -> Option<String> {
    let mut modes = explored.trees.modes();
    if let Some((of, _)) = modes.find(|(_, mode)| mode.name.value == name) {
        return Some(explored.links.mode(of));
    }
    let mut algorithms = explored.trees.tables.algorithms.iter();
    let at = algorithms.position(|algorithm| algorithm.name.value == name)?;
    Some(explored.links.part(PartId::Algorithm(at)))
}
