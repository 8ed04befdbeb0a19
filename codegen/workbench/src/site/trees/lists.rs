//! The page of the sets of elements, the other lists, and the conditions that tree construction defines.

use super::super::html::{escape, slug};
use super::super::states::capitalized;
use super::ExploredTrees;
use crate::trees::Trees;
use std::fmt::Write;
use tokenwright_tables::tree::grammar::ElementType;

pub(super) fn definition_anchor(at: usize) -> String {
    format!("d{at}")
}

/// The words that sentences have of a list, with the anchor of the list.
pub(super) fn words(trees: &Trees) -> Vec<(String, String)> {
    let tables = &trees.tables;
    let sets = tables.sets.iter();
    let sets = sets.map(|(name, _)| format!("{} category", name.value));
    let scopes = tables.scopes.iter().map(|(name, _)| name.value.clone());
    // "in scope" is a use, and "scope" may be a part of another word.
    let scopes = scopes.map(|name| format!("in {name}"));
    let identifiers = tables
        .identifiers
        .iter()
        .map(|(name, _)| name.value.clone());
    let pairs = tables.pairs.iter();
    let pairs = pairs.map(|(name, _)| format!("the table {}", name.value));
    let all = sets.chain(scopes).chain(identifiers).chain(pairs);
    all.map(|words| (anchor(&words), words)).collect()
}

/// The anchor of a list, by the words of it.
fn anchor(words: &str) -> String {
    slug(words)
}

pub(super) fn content(explored: &ExploredTrees<'_>) -> String {
    let tables = &explored.trees.tables;
    let mut out = String::from(
        "<p class=lead>The sets of elements, names and identifiers that rows name, and the conditions that the section defines.\n",
    );
    let elements = |members: &mut dyn Iterator<Item = &ElementType>| {
        let address = explored.links.elements();
        let links = members.map(|of| {
            let anchor = super::elements::anchor(of);
            format!(
                "<a href=\"{address}#{anchor}\">{}</a>",
                escape(&of.to_string())
            )
        });
        format!("<p>{}.\n", links.collect::<Vec<_>>().join(", "))
    };
    for (name, members) in &tables.sets {
        let words = format!("{} category", name.value);
        let body = elements(&mut members.iter().map(|member| &member.value));
        section(&mut out, &anchor(&words), &words, &body);
    }
    for (name, members) in &tables.scopes {
        let words = format!("in {}", name.value);
        let body = elements(&mut members.iter().map(|member| &member.value));
        let title = format!("{}: the elements at which it ends", name.value);
        section(&mut out, &anchor(&words), &title, &body);
    }
    for (name, members) in &tables.identifiers {
        let members = members.iter();
        let members = members.map(|member| format!("<li>{}\n", escape(&member.value)));
        let body = format!("<ul>\n{}</ul>\n", members.collect::<String>());
        section(&mut out, &anchor(&name.value), &name.value, &body);
    }
    for (name, pairs) in &tables.pairs {
        let words = format!("the table {}", name.value);
        let pairs = pairs.iter();
        let pairs = pairs.map(|(from, to)| format!("{} → {}", escape(&from.value), escape(to)));
        let body = format!("<p>{}.\n", pairs.collect::<Vec<_>>().join(", "));
        section(&mut out, &anchor(&words), &name.value, &body);
    }
    for (at, definition) in tables.definitions.iter().enumerate() {
        let conditions = explored.links.conditions(&definition.any);
        let body = format!("<p>Holds if {conditions}.\n");
        section(&mut out, &definition_anchor(at), &definition.name, &body);
    }
    out
}

fn section(out: &mut String, anchor: &str, title: &str, body: &str) {
    let _ = write!(
        out,
        "<section class=state id=\"{anchor}\">\n<h2>{} <a class=anchor href=\"#{anchor}\" aria-label=\"Link to this \
         list\">#</a></h2>\n{body}</section>\n",
        escape(&capitalized(title)),
    );
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
