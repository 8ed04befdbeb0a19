//! The page of an insertion mode.

use super::super::html::escape;
use super::super::neighbours::{Words, neighbours};
use super::ExploredTrees;
use super::links::row_anchor;
use crate::trees::PartId;
use std::fmt::Write;
use tokenwright_graph::Node;
use tokenwright_interpreter::tree::RowsOf;
use tokenwright_tables::english::capitalized;
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
    let name = escape(name);
    let mut out = format!("<section class=state id=mode>\n<h2>{number}{name}</h2>\n");
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
        let (anchor, terms) = (row_anchor(at), terms.join("<br>"));
        let steps = explored.steps(&row.body);
        let _ = write!(out, "<dt id={anchor}>{terms}\n<dd>{steps}");
        if let Some(note) = &row.note {
            let _ = writeln!(out, "<p class=note>{}", escape(note));
        }
        if let Some(document) = explored.run_by(PartId::Row(of, at)) {
            let _ = writeln!(out, "<p class=says>{document}");
        }
    }
    out.push_str("</dl>\n");
    let address = |node: &Node| address(explored, &node.name);
    out.push_str(&neighbours(&explored.graph, &mode.name, &WORDS, address));
    out.push_str("</section>\n");
    out
}

const WORDS: Words = Words {
    initial: "the start of a document",
    entry: "the dispatcher",
    leads: "Leads to, or uses",
};

/// The page of a node; a register has none.
fn address(explored: &ExploredTrees<'_>, name: &str) -> Option<String> {
    let mut modes = explored.trees.modes();
    if let Some((of, _)) = modes.find(|(_, mode)| mode.name.value == name) {
        return Some(explored.links.mode(of));
    }
    let at = explored.trees.tables.algorithm(name)?;
    Some(explored.links.part(PartId::Algorithm(at)))
}
