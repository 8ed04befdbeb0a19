//! The page of the parse errors of tree construction: the rows and algorithms that report each.

use super::super::html::{escape, section};
use super::ExploredTrees;
use crate::explain::occurrences;
use std::fmt::Write;
use tokenwright_tables::english::{self, capitalized};

/// How many names of elements a row shows.
const MOST: usize = 8;

/// The content of the page.
pub(super) fn content(explored: &ExploredTrees<'_>) -> String {
    let mut out = String::from(
        "<p class=lead>Each error with the rows that report it. The standard names one of them; \
         <a href=\"https://github.com/whatwg/html/issues/10397\">an issue</a> proposes names for the others.\n",
    );
    for code in explored.trees.tables.error_codes().keys() {
        let heading = format!("<code>{code}</code>");
        out.push_str(&section("error", code, &heading, "error"));
        if let Some(description) = explored.descriptions.get(code) {
            let _ = writeln!(out, "<p>{}", escape(&english::sentence(description)));
        }
        out.push_str("<ul>\n");
        for part in occurrences::of_trees(explored.trees, code) {
            let words = explored.trees.in_short(part.id, MOST);
            let address = explored.links.part(part.id);
            let words = escape(&capitalized(&words));
            let _ = writeln!(out, "<li><a href=\"{address}\">{words}</a>");
        }
        out.push_str("</ul>\n</section>\n");
    }
    out
}
