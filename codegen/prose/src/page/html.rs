//! A page in HTML, generated or in source form, as an outline.
//!
//! Pages of two decades agree on few elements and no classes, so an element counts by its role: a heading, a list, a box
//! that ends a paragraph, or no part of the text. html5ever builds the tree, as pages leave out end tags and nest elements
//! in ways that only its algorithm puts right. What is shown by a style sheet alone is lost.

use super::Page;
use super::links::Definitions;
use super::parts::{Outline, outline};
use super::tree::{HtmlNode, Kind, Tree, is_edit};
use crate::outline::{Aside, ListEntry, PageBlock, Text};
use crate::unread::Unread;
use std::collections::HashMap;

/// The longest identifier of a heading that a link can name, in bytes.
const LONGEST_ID: usize = 200;

/// Reads the parts of a page whose headings are wanted; in some sources, paragraphs end at blank lines.
pub(super) fn read(
    source: &str,
    wanted: fn(&str) -> bool,
    ends_at_blank_lines: bool,
) -> Result<Page, Unread> {
    let Outline {
        mut page,
        titles,
        definitions,
    } = outline(source, wanted, ends_at_blank_lines)?;
    for block in &mut page.blocks {
        if !titles.is_empty() {
            block.change(&mut |text| resolve(text, &titles));
        }
        block.change(&mut |text| definitions.check(text));
    }
    Ok(page)
}

/// Adds the definitions of a tree.
pub(super) fn define(tree: &Tree, definitions: &mut Definitions) {
    let is_heading = |name: &str| heading_level(name).is_some();
    let reader = Reader::new(tree, None);
    definitions.add(tree, is_heading, |at| reader.inner_text(at));
}

/// The level of a heading by the name of its tag.
pub(super) fn heading_level(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [b'h', level @ b'1'..=b'6'] => Some(level - b'0'),
        _ => None,
    }
}

/// The outline of a tree.
pub(super) fn blocks(tree: &Tree) -> Vec<PageBlock> {
    let mut reader = Reader::new(tree, None);
    reader.children(0);
    reader.flush();
    reader.blocks
}

/// The titles of the headings of a tree by their ids.
pub(super) fn titles(tree: &Tree) -> impl Iterator<Item = (String, String)> {
    let heading = |(at, node): (usize, &HtmlNode)| match &node.kind {
        Kind::Element { id, .. }
            if !id.is_empty() && matches!(role(&node.kind), Role::Heading(_)) =>
        {
            let title = Reader::new(tree, None).inner_text(at);
            Some((id.to_string(), title.as_str().to_owned()))
        }
        _ => None,
    };
    tree.nodes.iter().enumerate().filter_map(heading)
}

/// Replaces a link by the title as generated pages have it: `\u{A7} Data state`.
fn resolve(text: &mut Text, titles: &HashMap<String, String>) {
    text.replace_links("[[#", "]]", LONGEST_ID, |id| {
        let title = titles.get(id).map(|title| format!("\u{A7} {title}"));
        // The target of the link is in another file.
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let elsewhere = || id.chars().all(plain).then(|| id.replace('-', " "));
        title.or_else(elsewhere)
    });
}

struct Reader<'a> {
    tree: &'a Tree,
    blocks: Vec<PageBlock>,
    /// The paragraph that is being collected.
    text: Text,
    aside: Option<Aside>,
}

/// The role of an element in an outline.
enum Role {
    Inline,
    /// A box: a paragraph ends where it starts and where it ends.
    Block,
    Heading(u8),
    Entries,
    List,
    Table,
    /// No part of the text.
    Hidden,
}

fn role(element: &Kind) -> Role {
    let Kind::Element {
        name,
        class,
        hidden,
        ..
    } = element
    else {
        return Role::Inline;
    };
    const HIDDEN: [&str; 6] = [
        "mdn-anno", "status", "annotation", "dfn-panel", "self-link", "support",
    ];
    if *hidden || class.split_ascii_whitespace().any(|c| HIDDEN.contains(&c)) {
        return Role::Hidden;
    }
    if let Some(level) = heading_level(name) {
        return Role::Heading(level);
    }
    match &**name {
        "dl" => Role::Entries,
        "ul" | "ol" => Role::List,
        "table" => Role::Table,
        // Deleted text is not in force.
        "del" | "script" | "style" | "head" | "nav" | "template" | "noscript" | "svg" => {
            Role::Hidden
        }
        "p" | "div" | "section" | "body" | "html" | "main" | "article" | "header" | "footer"
        | "blockquote" | "pre" | "dt" | "dd" | "li" | "hr" | "form" | "figure" | "details"
        | "summary" | "address" | "hgroup" | "aside" | "center" | "fieldset" | "td" | "th"
        | "tr" => Role::Block,
        _ => Role::Inline,
    }
}

/// What an element in a paragraph leads to.
fn target(element: &Kind) -> Option<&str> {
    match element {
        Kind::Element { name, target, .. } if !target.is_empty() && &**name != "dfn" => {
            matches!(role(element), Role::Inline).then_some(target)
        }
        _ => None,
    }
}

/// The contradictions of the marks of edits in a tree, with their lines.
pub(super) fn edits(tree: &Tree) -> Vec<(u32, &'static str)> {
    let edit = |at: usize| match &tree.nodes[at].kind {
        Kind::Element { name, .. } if is_edit(name) => Some(&**name),
        _ => None,
    };
    let mut found: Vec<(u32, &str)> = tree.cut_edits.iter().map(|line| (*line, CUT)).collect();
    for (at, node) in tree.nodes.iter().enumerate() {
        let Some(own) = edit(at) else {
            continue;
        };
        let mut around = node.parent;
        while let Some(parent) = around {
            if edit(parent).is_some_and(|other| other != own) {
                found.push((node.line, BOTH));
                break;
            }
            around = tree.nodes[parent].parent;
        }
    }
    found
}

/// What is wrong with marks of edits.
pub(super) const CUT: &str = "this mark of an edit (`<del>`, `<ins>` or `<s>`) is not nested properly: another element ends it";
const BOTH: &str = "this text is both deleted and inserted: `<del>` and `<ins>` are in each other";

fn aside(class: &str) -> Option<Aside> {
    class.split_ascii_whitespace().find_map(|c| match c {
        "note" | "warning" => Some(Aside::Note),
        "example" => Some(Aside::Example),
        "issue" | "big-issue" | "XXX" | "now-inline" => Some(Aside::Issue),
        _ => None,
    })
}

impl<'a> Reader<'a> {
    fn new(tree: &'a Tree, aside: Option<Aside>) -> Self {
        Reader {
            tree,
            blocks: Vec::new(),
            text: Text::default(),
            aside,
        }
    }

    fn children(&mut self, id: usize) {
        for child in &self.tree.nodes[id].children {
            self.node(*child);
        }
    }

    fn node(&mut self, id: usize) {
        let node = &self.tree.nodes[id];
        match &node.kind {
            Kind::Other => self.children(id),
            Kind::Text(text) => self.text_node(node.line, text, node.parent),
            Kind::Element { class, .. } => {
                let role = role(&node.kind);
                if !matches!(role, Role::Inline | Role::Hidden) {
                    self.flush();
                }
                let outer = self.aside;
                self.aside = outer.or_else(|| aside(class));
                self.element(id, role);
                self.aside = outer;
            }
        }
    }

    /// Text. In a source without `p`, a blank line outside other elements of text ends a paragraph; elsewhere, white space has no meaning.
    fn text_node(&mut self, line: u32, text: &str, parent: Option<usize>) {
        let parent = parent.map(|parent| &self.tree.nodes[parent].kind);
        let may_end = matches!(
            parent,
            Some(Kind::Element { name, .. })
                if matches!(&**name, "body" | "section" | "div" | "dd")
        );
        for (at, part) in (line..).zip(text.split_inclusive('\n')) {
            let is_blank = at > line && part.trim().is_empty() && part.ends_with('\n');
            match is_blank && may_end && self.tree.ends_at_blank_lines {
                true => self.flush(),
                false => self.text.push(at, part),
            }
        }
    }

    fn element(&mut self, id: usize, role: Role) {
        match role {
            Role::Hidden => {}
            Role::Inline => {
                let start = self.text.length();
                self.children(id);
                if let Some(target) = target(&self.tree.nodes[id].kind) {
                    self.text.link(start, target);
                }
            }
            // A remark has no rows and no steps: its lists and tables are text.
            Role::Entries | Role::List | Role::Table if self.aside.is_some() => self.block(id),
            Role::Block => self.block(id),
            Role::Heading(level) => {
                let text = self.inner_text(id);
                self.blocks.push(PageBlock::Heading { level, text });
            }
            Role::Entries => {
                let mut entries = Vec::new();
                self.entries(id, &mut entries);
                self.blocks.push(PageBlock::Entries(entries));
            }
            Role::List => {
                let mut items = Vec::new();
                self.items(id, &mut items);
                self.blocks.push(PageBlock::List(items));
            }
            Role::Table => {
                let mut rows = Vec::new();
                self.rows(id, &mut rows);
                self.blocks.push(PageBlock::Table(rows));
            }
        }
    }

    fn block(&mut self, id: usize) {
        self.children(id);
        self.flush();
    }

    /// The child elements of a node that are in force, with their names.
    fn elements(&self, id: usize) -> impl Iterator<Item = (usize, &str)> {
        let children = self.tree.nodes[id].children.iter();
        children.filter_map(|child| match &self.tree.nodes[*child].kind {
            element @ Kind::Element { name, .. } => {
                (!matches!(role(element), Role::Hidden)).then_some((*child, &**name))
            }
            _ => None,
        })
    }

    fn items(&self, id: usize, items: &mut Vec<Vec<PageBlock>>) {
        for (child, name) in self.elements(id) {
            match name {
                "ins" => self.items(child, items),
                _ => items.push(self.inner_blocks(child)),
            }
        }
    }

    fn entries(&self, id: usize, entries: &mut Vec<ListEntry>) {
        for (child, name) in self.elements(id) {
            match name {
                "dt" => {
                    if entries.last().is_none_or(|entry| !entry.body.is_empty()) {
                        entries.push(ListEntry::default());
                    }
                    let entry = entries.last_mut().expect("one was just pushed");
                    entry.terms.push(self.inner_text(child));
                }
                "dd" => {
                    if entries.is_empty() {
                        entries.push(ListEntry::default());
                    }
                    let entry = entries.last_mut().expect("one was just pushed");
                    entry.body.extend(self.inner_blocks(child));
                }
                _ => self.entries(child, entries),
            }
        }
    }

    fn rows(&self, id: usize, rows: &mut Vec<Vec<Text>>) {
        for (child, name) in self.elements(id) {
            if name == "tr" {
                let cells = self.elements(child).map(|(cell, _)| self.inner_text(cell));
                rows.push(cells.collect());
            } else {
                self.rows(child, rows);
            }
        }
    }

    fn inner_text(&self, id: usize) -> Text {
        let mut text = Text::default();
        self.collect_text(id, &mut text);
        text
    }

    fn collect_text(&self, id: usize, text: &mut Text) {
        let node = &self.tree.nodes[id];
        match &node.kind {
            Kind::Text(part) => text.push(node.line, part),
            element if matches!(role(element), Role::Hidden) => {}
            element => {
                let start = text.length();
                for child in &node.children {
                    self.collect_text(*child, text);
                }
                if let Some(target) = target(element) {
                    text.link(start, target);
                }
            }
        }
    }

    fn inner_blocks(&self, id: usize) -> Vec<PageBlock> {
        let mut inner = Reader::new(self.tree, self.aside);
        inner.children(id);
        inner.flush();
        inner.blocks
    }

    fn flush(&mut self) {
        let text = std::mem::take(&mut self.text);
        if !text.is_empty() {
            let aside = self.aside;
            self.blocks.push(PageBlock::Paragraph { text, aside });
        }
    }
}
