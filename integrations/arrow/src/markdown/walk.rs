//! A tree walked for Markdown: one block is open at a time, and goes to those before it when it ends.
//!
//! What an element changes is undone where it ends, from a list, as elements without a meaning in Markdown are between.
//! Long, as each kind of element has an arm where it begins and one where it ends.

use super::Written;
use super::blocks::Blocks;
use super::escape::{self, Context};
use super::inline::{Inline, Style};
use super::rule;
use super::tables::{self, Rows};
use crate::base::Base;
use crate::elements::{Class, Element};
use crate::watch::Watch;
use tokenwright_tree::{NodeId, NodeRef, Visit};

/// How many nodes are visited between two looks at the watch.
const LOOK: usize = 4096;

/// What ends with an element.
enum End {
    Strong,
    Emphasis,
    Code,
    Link,
    /// Containers of blocks.
    Containers(usize),
    Heading,
    Preformatted,
    Table,
    Caption,
    Cell,
    Part,
    /// A block of the page, which separates what is after it.
    Block,
}

/// The content of a `pre`.
struct Preformatted {
    text: String,
    language: String,
}

/// The state of a walk.
pub(super) struct Walk<'b> {
    base: &'b Base,
    budget: usize,
    pub(super) is_over_budget: bool,
    pub(super) blocks: Blocks,
    inline: Inline,
    /// The addresses of links.
    addresses: Vec<String>,
    ends: Vec<(NodeId, End)>,
    /// The element that is left out with its content.
    hidden: Option<NodeId>,
    /// How many elements are open that have a style, and the links.
    strong: usize,
    emphasis: usize,
    code: Vec<usize>,
    /// How many elements of code there were.
    codes: usize,
    links: Vec<usize>,
    /// How many parts of a page are open.
    parts: usize,
    heading: Option<u8>,
    preformatted: Option<Preformatted>,
    table: Option<Rows>,
}

impl<'b> Walk<'b> {
    pub(super) fn new(base: &'b Base, budget: usize, is_main: bool) -> Self {
        Walk {
            base,
            budget,
            is_over_budget: false,
            blocks: Blocks::default(),
            inline: Inline::default(),
            addresses: Vec::new(),
            ends: Vec::new(),
            hidden: None,
            strong: 0,
            emphasis: 0,
            code: Vec::new(),
            codes: 0,
            links: Vec::new(),
            parts: usize::from(is_main),
            heading: None,
            preformatted: None,
            table: None,
        }
    }

    pub(super) fn read(&mut self, root: NodeRef<'_>, watch: &mut Watch<'_>) {
        for (at, visit) in root.traverse().enumerate() {
            let is_over = at % LOOK == LOOK - 1 && watch.is_over();
            let open = self.table.as_ref().map_or(0, Rows::len);
            self.is_over_budget |= self.blocks.len() + open > self.budget;
            if is_over || self.is_over_budget {
                return;
            }
            match visit {
                Visit::Enter(node) if self.hidden.is_none() => {
                    match (node.as_text(), node.name()) {
                        (Some(text), _) => self.text(text),
                        (None, Some(name)) => self.enter(node, name, node == root),
                        (None, None) => {}
                    }
                }
                Visit::Leave(node) => {
                    if self.hidden == Some(node.id()) {
                        self.hidden = None;
                    }
                    while let Some((_, end)) = self.ends.pop_if(|(id, _)| *id == node.id()) {
                        self.leave(end);
                    }
                }
                Visit::Enter(_) => {}
            }
        }
        self.flush();
        self.is_over_budget |= self.blocks.len() > self.budget;
    }

    /// Reads text of which each line is a paragraph.
    pub(super) fn lines(&mut self, text: &str, watch: &mut Watch<'_>) {
        for (at, line) in text.lines().enumerate() {
            let is_over = at % LOOK == LOOK - 1 && watch.is_over();
            if is_over || self.is_over_budget {
                return;
            }
            self.text(line);
            self.flush();
            self.is_over_budget |= self.blocks.len() > self.budget;
        }
    }

    pub(super) fn finish(self) -> Written {
        Written {
            is_over_budget: self.is_over_budget,
            text: self.blocks.into_string(),
        }
    }

    fn style(&self) -> Style {
        Style {
            link: self.links.last().copied(),
            is_strong: self.strong > 0,
            is_emphasis: self.emphasis > 0,
            code: self.code.first().copied(),
        }
    }

    fn text(&mut self, text: &str) {
        match &mut self.preformatted {
            Some(preformatted) => preformatted.text.push_str(text),
            None => self.inline.text(text, self.style()),
        }
    }

    fn begin_code(&mut self) {
        self.codes += 1;
        self.code.push(self.codes);
    }

    /// Whether what is open is one line.
    fn is_line(&self) -> bool {
        self.heading.is_some() || self.table.is_some()
    }

    fn enter(&mut self, node: NodeRef<'_>, name: &str, is_root: bool) {
        let element = Element::of(name);
        let has = |name: &str| node.attribute(name).is_some();
        if element.hides(has) || !is_root && rule::is_left_out(&node, name, self.parts > 0) {
            self.hidden = Some(node.id());
            return;
        }
        let id = node.id();
        if let Some(preformatted) = &mut self.preformatted {
            let is_line = !matches!(element.class, Class::Inline | Class::Void | Class::TextArea);
            if name == "br" || is_line && preformatted.begins_line() {
                preformatted.text.push('\n');
            }
            if name == "code" && preformatted.language.is_empty() {
                preformatted.language = language(&node);
            }
            if is_line && element.class != Class::VoidBlock {
                self.ends.push((id, End::Block));
            }
            return;
        }
        if rule::has_header(&node, name) {
            self.parts += 1;
            self.ends.push((id, End::Part));
        }
        let end = match name {
            "b" | "strong" => {
                self.strong += 1;
                End::Strong
            }
            "i" | "em" => {
                self.emphasis += 1;
                End::Emphasis
            }
            "code" | "kbd" | "samp" | "tt" => {
                self.begin_code();
                End::Code
            }
            "a" => match node.attribute("href").and_then(|href| self.address(href)) {
                Some(address) => {
                    self.links.push(self.addresses.len());
                    self.addresses.push(address);
                    End::Link
                }
                None => return,
            },
            "img" => return self.image(&node),
            "br" => return self.line_break(),
            "hr" => {
                self.separate();
                if !self.is_line() {
                    self.blocks.rule();
                }
                return;
            }
            _ if matches!(element.class, Class::Inline | Class::Void | Class::TextArea) => return,
            _ => {
                self.separate();
                self.begin_block(&node, name, element)
            }
        };
        self.ends.push((id, end));
    }

    /// Begins an element that begins a line.
    fn begin_block(&mut self, node: &NodeRef<'_>, name: &str, element: Element) -> End {
        match (name, self.is_line()) {
            ("caption", _) if self.table.is_some() => End::Caption,
            ("td" | "th", _) if self.table.is_some() => End::Cell,
            ("tr", _) => {
                if let Some(rows) = &mut self.table {
                    rows.begin_row();
                }
                End::Block
            }
            ("h1" | "h2" | "h3" | "h4" | "h5" | "h6", _) if self.table.is_none() => {
                self.flush();
                self.heading = Some(name.as_bytes()[1] - b'0');
                End::Heading
            }
            (_, true) => match element.class {
                Class::Preformatted => {
                    self.begin_code();
                    self.ends.push((node.id(), End::Block));
                    End::Code
                }
                _ => End::Block,
            },
            ("blockquote", _) => End::Containers(usize::from(self.blocks.begin_quote())),
            ("ul" | "menu" | "dir", _) => End::Containers(self.blocks.begin_list(None)),
            ("ol", _) => {
                let first = number(node, "start").unwrap_or(1);
                End::Containers(self.blocks.begin_list(Some(first)))
            }
            ("li", _) => {
                let is_item = self.blocks.begin_item(number(node, "value"));
                End::Containers(usize::from(is_item))
            }
            ("table", _) if tables::is_table(node) => {
                self.table = Some(Rows::default());
                End::Table
            }
            _ if element.class == Class::Preformatted => {
                self.preformatted = Some(Preformatted {
                    text: String::new(),
                    language: language(node),
                });
                End::Preformatted
            }
            _ => End::Block,
        }
    }

    fn leave(&mut self, end: End) {
        match end {
            End::Strong => self.strong -= 1,
            End::Emphasis => self.emphasis -= 1,
            End::Code => {
                self.code.pop();
            }
            End::Link => {
                self.links.pop();
            }
            End::Part => self.parts -= 1,
            End::Block => match &mut self.preformatted {
                Some(preformatted) if preformatted.begins_line() => preformatted.text.push('\n'),
                Some(_) => {}
                None => self.separate(),
            },
            End::Containers(count) => {
                self.separate();
                self.blocks.end(count);
            }
            End::Heading => {
                self.flush();
                self.heading = None;
            }
            End::Preformatted => {
                if let Some(preformatted) = self.preformatted.take() {
                    preformatted.finish(&mut self.blocks);
                }
            }
            End::Caption => {
                let caption = self
                    .inline
                    .take(Context::Paragraph, &self.addresses, self.budget);
                if !caption.is_empty() {
                    self.blocks.block(&caption, true);
                }
            }
            End::Cell => {
                let cell = self
                    .inline
                    .take(Context::Cell, &self.addresses, self.budget);
                if let Some(rows) = &mut self.table {
                    rows.push(cell);
                }
            }
            End::Table => {
                if let Some(table) = self.table.take().and_then(Rows::finish) {
                    self.blocks.block(&table, false);
                }
            }
        }
    }

    /// Ends a line: that of a block, or a part of it that can have one alone.
    fn separate(&mut self) {
        match self.is_line() {
            true => self.inline.space(),
            false => self.flush(),
        }
    }

    /// Writes the content of the open block.
    fn flush(&mut self) {
        let context = match self.heading {
            Some(_) => Context::Heading,
            None => Context::Paragraph,
        };
        let content = self.inline.take(context, &self.addresses, self.budget);
        match self.heading {
            _ if content.is_empty() => {}
            Some(level) => {
                let marks = "#".repeat(usize::from(level));
                self.blocks.block(&format!("{marks} {content}"), false);
            }
            None => self.blocks.block(&content, true),
        }
    }

    fn line_break(&mut self) {
        match self.is_line() {
            true => self.inline.space(),
            // Two of them end a paragraph.
            false if self.inline.line_break() => self.flush(),
            false => {}
        }
    }

    /// Adds an image, unless it is there for its looks alone.
    fn image(&mut self, node: &NodeRef<'_>) {
        let alt = node.attribute("alt");
        let is_decoration = alt.is_some_and(|alt| alt.trim_ascii().is_empty());
        if is_decoration || node.attribute("hidden").is_some() {
            return;
        }
        if let Some(address) = node.attribute("src").and_then(|src| self.address(src)) {
            let style = self.style();
            self.inline.image(alt.unwrap_or_default(), address, style);
        }
    }

    /// The address of a link or an image: absolute if it can be, else as it is written. One that is a program or the content itself is
    /// none.
    fn address(&self, value: &str) -> Option<String> {
        match self.base.resolve(value) {
            Ok(url) if matches!(url.scheme(), "data" | "javascript" | "vbscript") => None,
            Ok(url) => Some(url.into()),
            Err(_) => Some(value.trim_ascii().to_owned()),
        }
    }
}

impl Preformatted {
    /// Whether a line is to be ended before another.
    fn begins_line(&self) -> bool {
        !self.text.is_empty() && !self.text.ends_with('\n')
    }

    fn finish(self, blocks: &mut Blocks) {
        let text = self.text.replace("\r\n", "\n").replace('\r', "\n");
        let text = text.trim_end_matches('\n');
        if text.trim_ascii().is_empty() {
            return;
        }
        let fence = escape::fence(text, 3);
        blocks.block(&format!("{fence}{}\n{text}\n{fence}", self.language), false);
    }
}

/// The language of a `code` or a `pre`, by the class that highlighters read.
fn language(node: &NodeRef<'_>) -> String {
    let classes = node.attribute("class").unwrap_or_default();
    let mut names = classes.split_ascii_whitespace().filter_map(|class| {
        class
            .strip_prefix("language-")
            .or_else(|| class.strip_prefix("lang-"))
    });
    let is_name = |name: &&str| {
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"+#-.".contains(&byte);
        name.bytes().all(is_part)
    };
    names.find(is_name).unwrap_or_default().to_owned()
}

/// An attribute that is a number.
fn number(node: &NodeRef<'_>, name: &str) -> Option<u32> {
    node.attribute(name)?.trim_ascii().parse().ok()
}
