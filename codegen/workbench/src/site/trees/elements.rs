//! The page of elements: the rows that name the tags of each, and the lists that it is in.

use super::super::html::{escape, slug};
use super::ExploredTrees;
use crate::trees::PartId;
use std::collections::BTreeMap;
use std::fmt::Write;
use tokenwright_tables::tree::grammar::ElementType;
use tokenwright_tables::tree::model::{Mode, Tokens};

/// What is said of an element.
#[derive(Default)]
struct Entry {
    /// The lists that it is in: their titles and addresses.
    lists: Vec<(String, String)>,
    /// The rows that name its tags.
    rows: Vec<PartId>,
}

pub(super) fn anchor(element: &ElementType) -> String {
    format!("element-{}", slug(&element.to_string()))
}

/// Every element that rows or lists name.
fn entries(explored: &ExploredTrees<'_>) -> BTreeMap<ElementType, Entry> {
    let mut entries: BTreeMap<ElementType, Entry> = BTreeMap::new();
    let page = explored.links.lists();
    for (words, members) in super::lists::of_elements(&explored.trees.tables) {
        let address = format!("{page}#{}", slug(&words));
        for member in members {
            let entry = entries.entry(member.value.clone()).or_default();
            let title = match words.strip_prefix("in ") {
                Some(scope) => format!("ends {scope}"),
                None => words.clone(),
            };
            entry.lists.push((title, address.clone()));
        }
    }
    for (of, mode) in explored.trees.modes() {
        for (at, name) in named(mode) {
            let entry = entries.entry(ElementType::html(name)).or_default();
            let part = PartId::Row(of, at);
            if entry.rows.last() != Some(&part) {
                entry.rows.push(part);
            }
        }
    }
    entries
}

/// The names of tags in the rows of a mode, with the indices of the rows.
fn named(mode: &Mode) -> impl Iterator<Item = (usize, &str)> {
    let rows = mode.rows.iter().enumerate();
    rows.flat_map(|(at, row)| {
        let names = row.on.iter().flat_map(|on| match &on.tokens.value {
            Tokens::StartTags(names) | Tokens::EndTags(names) => names.as_slice(),
            _ => &[],
        });
        names.map(move |name| (at, name.value.as_str()))
    })
}

pub(super) fn content(explored: &ExploredTrees<'_>) -> String {
    let mut out = String::from(
        "<p class=lead>Each element with the rows that name its tags, and the lists that it is in. Its tags match the rows \
         for any other tag in the other modes.\n<section class=state id=elements>\n<h2>Elements</h2>\n<dl class=rows>\n",
    );
    for (element, entry) in entries(explored) {
        let (anchor, name) = (anchor(&element), escape(&element.to_string()));
        let _ = writeln!(out, "<dt id=\"{anchor}\">{name}\n<dd>");
        let lists = entry.lists.iter();
        let lists =
            lists.map(|(name, address)| format!("<a href=\"{address}\">{}</a>", escape(name)));
        let lists: Vec<String> = lists.collect();
        if !lists.is_empty() {
            let _ = writeln!(out, "<p>{}", lists.join(", "));
        }
        for part in &entry.rows {
            let address = explored.links.part(*part);
            let name = escape(&explored.trees.in_short(*part, 3));
            let _ = writeln!(out, "<p><a href=\"{address}\">{name}</a>");
        }
    }
    out.push_str("</dl>\n</section>\n");
    out
}

/// The names of elements, with their addresses.
pub(super) fn names(explored: &ExploredTrees<'_>) -> Vec<(String, String)> {
    let page = explored.links.elements();
    let elements = entries(explored).into_keys();
    let names = elements.map(|element| {
        let address = format!("{page}#{}", anchor(&element));
        (element.to_string(), address)
    });
    names.collect()
}
