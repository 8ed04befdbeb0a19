//! A page in HTML, generated or in source form, as an outline.

use super::tree::{Kind, Tree, parse};
use crate::prose::outline::{Aside, Block, Entry, Text};

/// Reads a page.
pub(super) fn read(source: &str) -> Vec<Block> {
    let tree = parse(source);
    let mut reader = Reader {
        tree: &tree,
        blocks: Vec::new(),
        text: Text::default(),
        aside: None,
    };
    reader.children(0);
    reader.flush();
    reader.blocks
}

struct Reader<'a> {
    tree: &'a Tree,
    blocks: Vec<Block>,
    /// The paragraph that is being collected.
    text: Text,
    aside: Option<Aside>,
}

/// What an element is to an outline.
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

fn role(name: &str, class: &str) -> Role {
    const HIDDEN: [&str; 6] = [
        "mdn-anno",
        "status",
        "annotation",
        "dfn-panel",
        "self-link",
        "support",
    ];
    if class.split_ascii_whitespace().any(|c| HIDDEN.contains(&c)) {
        return Role::Hidden;
    }
    match name {
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => Role::Heading(name.as_bytes()[1] - b'0'),
        "dl" => Role::Entries,
        "ul" | "ol" => Role::List,
        "table" => Role::Table,
        "script" | "style" | "head" | "nav" | "template" | "noscript" | "svg" => Role::Hidden,
        "p" | "div" | "section" | "body" | "html" | "main" | "article" | "header" | "footer"
        | "blockquote" | "pre" | "dt" | "dd" | "li" | "hr" | "form" | "figure" | "details"
        | "summary" | "address" | "hgroup" | "aside" | "center" | "fieldset" | "td" | "th"
        | "tr" => Role::Block,
        _ => Role::Inline,
    }
}

fn aside(class: &str) -> Option<Aside> {
    class.split_ascii_whitespace().find_map(|c| match c {
        "note" | "warning" => Some(Aside::Note),
        "example" => Some(Aside::Example),
        "issue" | "big-issue" | "XXX" | "now-inline" => Some(Aside::Issue),
        _ => None,
    })
}

impl Reader<'_> {
    fn children(&mut self, id: usize) {
        for child in &self.tree.nodes[id].children {
            self.node(*child);
        }
    }

    fn node(&mut self, id: usize) {
        let node = &self.tree.nodes[id];
        match &node.kind {
            Kind::Other => self.children(id),
            Kind::Text(text) => self.text.push(node.line, text),
            Kind::Element { name, class } => {
                let role = role(name, class);
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

    fn element(&mut self, id: usize, role: Role) {
        match role {
            Role::Hidden => {}
            Role::Inline => self.children(id),
            Role::Block => {
                self.children(id);
                self.flush();
            }
            Role::Heading(level) => {
                let text = self.inner_text(id);
                self.blocks.push(Block::Heading { level, text });
            }
            Role::Entries => {
                let mut entries = Vec::new();
                self.entries(id, &mut entries);
                self.blocks.push(Block::Entries(entries));
            }
            Role::List => {
                let items = self
                    .elements(id)
                    .map(|(item, _)| self.inner_blocks(item))
                    .collect();
                self.blocks.push(Block::List(items));
            }
            Role::Table => {
                let mut rows = Vec::new();
                self.rows(id, &mut rows);
                self.blocks.push(Block::Table(rows));
            }
        }
    }

    /// The child elements of a node with their names.
    fn elements(&self, id: usize) -> impl Iterator<Item = (usize, &str)> {
        let children = self.tree.nodes[id].children.iter();
        children.filter_map(|child| match &self.tree.nodes[*child].kind {
            Kind::Element { name, .. } => Some((*child, name.as_str())),
            _ => None,
        })
    }

    fn entries(&self, id: usize, entries: &mut Vec<Entry>) {
        for (child, name) in self.elements(id) {
            match name {
                "dt" => {
                    if entries.last().is_none_or(|entry| !entry.body.is_empty()) {
                        entries.push(Entry::default());
                    }
                    let entry = entries.last_mut().expect("one was just pushed");
                    entry.terms.push(self.inner_text(child));
                }
                "dd" => {
                    if entries.is_empty() {
                        entries.push(Entry::default());
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
            Kind::Element { name, class } if matches!(role(name, class), Role::Hidden) => {}
            _ => {
                for child in &node.children {
                    self.collect_text(*child, text);
                }
            }
        }
    }

    fn inner_blocks(&self, id: usize) -> Vec<Block> {
        let mut inner = Reader {
            tree: self.tree,
            blocks: Vec::new(),
            text: Text::default(),
            aside: self.aside,
        };
        inner.children(id);
        inner.flush();
        inner.blocks
    }

    fn flush(&mut self) {
        let text = std::mem::take(&mut self.text);
        if !text.is_empty() {
            let aside = self.aside;
            self.blocks.push(Block::Paragraph { text, aside });
        }
    }
}
