//! The page of the sets of elements, the other lists, and the conditions that tree construction defines.

use super::super::html::{self, escape, slug};
use super::ExploredTrees;
use crate::trees::Trees;
use std::fmt::Write;
use tokenwright_tables::english::capitalized;
use tokenwright_tables::model::Located;
use tokenwright_tables::tree::grammar::ElementType;
use tokenwright_tables::tree::model::TreeTables;

pub(super) fn definition_anchor(at: usize) -> String {
    format!("d{at}")
}

/// The words that sentences have of a list, with the anchor of the list.
pub(super) fn words(trees: &Trees) -> Vec<(String, String)> {
    let tables = &trees.tables;
    let of_elements = of_elements(tables).map(|(words, _)| words);
    let identifiers = tables
        .identifiers
        .iter()
        .map(|(name, _)| name.value.clone());
    let pairs = tables.pairs.iter();
    let pairs = pairs.map(|(name, _)| format!("the table {}", name.value));
    let all = of_elements.chain(identifiers).chain(pairs);
    all.map(|words| (slug(&words), words)).collect()
}

/// The lists of elements, each with the words that sentences have of it.
pub(super) fn of_elements(
    tables: &TreeTables,
) -> impl Iterator<Item = (String, &[Located<ElementType>])> {
    let sets = tables.sets.iter();
    let sets = sets.map(|(name, members)| (format!("{} category", name.value), members));
    let scopes = tables.scopes.iter();
    // "in scope" is a use, and "scope" may be a part of another word.
    let scopes = scopes.map(|(name, members)| (format!("in {}", name.value), members));
    sets.chain(scopes)
        .map(|(words, members)| (words, members.as_slice()))
}

pub(super) fn content(explored: &ExploredTrees<'_>) -> String {
    let tables = &explored.trees.tables;
    let mut out = String::from(
        "<p class=lead>The sets of elements, names and identifiers that rows name, and the conditions that the section defines.\n",
    );
    let address = explored.links.elements();
    for (words, members) in of_elements(tables) {
        let links = members.iter().map(|member| {
            let anchor = super::elements::anchor(&member.value);
            let name = escape(&member.value.to_string());
            format!("<a href=\"{address}#{anchor}\">{name}</a>")
        });
        let body = format!("<p>{}.\n", links.collect::<Vec<_>>().join(", "));
        let title = match words.strip_prefix("in ") {
            Some(scope) => format!("{scope}: the elements at which it ends"),
            None => words.clone(),
        };
        section(&mut out, &slug(&words), &title, &body);
    }
    for (name, members) in &tables.identifiers {
        let members = members.iter();
        let members = members.map(|member| format!("<li>{}\n", escape(&member.value)));
        let body = format!("<ul>\n{}</ul>\n", members.collect::<String>());
        section(&mut out, &slug(&name.value), &name.value, &body);
    }
    for (name, pairs) in &tables.pairs {
        let words = format!("the table {}", name.value);
        let pairs = pairs.iter();
        let pairs = pairs.map(|(from, to)| format!("{} → {}", escape(&from.value), escape(to)));
        let body = format!("<p>{}.\n", pairs.collect::<Vec<_>>().join(", "));
        section(&mut out, &slug(&words), &name.value, &body);
    }
    for (at, definition) in tables.definitions.iter().enumerate() {
        let conditions = explored.links.conditions(&definition.any);
        let body = format!("<p>Holds if {conditions}.\n");
        section(&mut out, &definition_anchor(at), &definition.name, &body);
    }
    out
}

fn section(out: &mut String, anchor: &str, title: &str, body: &str) {
    let title = escape(&capitalized(title));
    let start = html::section("state", anchor, &title, "list");
    let _ = writeln!(out, "{start}{body}</section>");
}

/// The names of lists and conditions, with their addresses.
pub(super) fn names(explored: &ExploredTrees<'_>) -> Vec<(String, String)> {
    let page = explored.links.lists();
    let lists = words(explored.trees).into_iter();
    let lists = lists.map(|(anchor, words)| (words, format!("{page}#{anchor}")));
    let definitions = explored.trees.tables.definitions.iter().enumerate();
    let definitions = definitions.map(|(at, definition)| {
        let anchor = definition_anchor(at);
        (definition.name.value.clone(), format!("{page}#{anchor}"))
    });
    lists.chain(definitions).collect()
}
