//! A tree walked for the columns that depend on it.
//!
//! Where the open elements do not suffice, the page is parsed again, into a tree, and the text, its blocks, the title, the base URL and
//! what the page says about itself are read from that, by the same definitions. Links are read from it only where
//! tree construction drops elements; each start tag counts once, whatever copies of it are in the tree.
//! Tokens, tags, errors and `meta` are those of the page as it is written, so they are kept.

use crate::columns::Columns;
use crate::elements::{Class, Element, Kind};
use crate::resources;
use crate::visible::{Separator, collapse, keep};
use crate::watch::Watch;
use std::ops::Range;
use tokenwright::{Namespace, Span};
use tokenwright_tree::{Document, NodeId, NodeRef, Visit};

/// How many nodes are visited between two looks at the watch.
const LOOK: usize = 4096;

/// What the page has but for its columns.
#[derive(Default)]
pub(crate) struct Walked {
    pub(crate) has_title: bool,
    /// The value of the first `<base href>`.
    pub(crate) base: Option<String>,
}

/// The state of a walk.
struct Walk<'c> {
    columns: &'c mut Columns,
    found: Walked,
    separator: Separator,
    /// The element that hides its content.
    hidden: Option<NodeId>,
    /// How many elements are open in which white space is kept.
    preformatted: usize,
}

/// Reads the columns of text and of what the page says about itself.
pub(crate) fn read(document: &Document, columns: &mut Columns, watch: &mut Watch<'_>) -> Walked {
    columns.clear_for_tree();
    let mut walk = Walk {
        columns,
        found: Walked::default(),
        separator: Separator::None,
        hidden: None,
        preformatted: 0,
    };
    for (at, visit) in document.root().traverse().enumerate() {
        if at % LOOK == LOOK - 1 && watch.is_over() {
            break;
        }
        match visit {
            Visit::Enter(node) => match (node.as_text(), node.name()) {
                (Some(text), _) => walk.text(text),
                (None, Some(name)) => walk.enter(node, name),
                (None, None) => {}
            },
            Visit::Leave(node) => {
                if let Some(name) = node.name() {
                    walk.leave(node, Element::of(name));
                }
            }
        }
    }
    walk.found
}

impl Walk<'_> {
    fn text(&mut self, text: &str) {
        if let Some(column) = &mut self.columns.text
            && self.hidden.is_none()
        {
            let out = &mut column.partial();
            match self.preformatted > 0 {
                true => keep(text, &mut self.separator, out),
                false => collapse(text, &mut self.separator, out),
            }
        }
    }

    fn enter(&mut self, node: NodeRef<'_>, name: &str) {
        let element = Element::of(name);
        if self.hidden.is_none() {
            self.separator = self.separator.max(Separator::before(element.class));
            match element.hides(|name| node.attribute(name).is_some()) {
                true => self.hidden = Some(node.id()),
                false => self.start_block(name),
            }
        }
        self.preformatted += usize::from(is_preformatted(element));
        if node.namespace() != Some(Namespace::Html) {
            return;
        }
        let texts = node.children().filter_map(|child| child.as_text());
        match name {
            "title" if !self.found.has_title => {
                self.found.has_title = true;
                if let Some(title) = &mut self.columns.title {
                    let mut separator = Separator::None;
                    texts
                        .clone()
                        .for_each(|text| collapse(text, &mut separator, &mut title.partial()));
                }
            }
            "base" if self.found.base.is_none() => {
                self.found.base = node.attribute("href").map(str::to_owned);
            }
            _ => {}
        }
        if let Some(document) = &mut self.columns.document {
            document.start(name, |name| node.attribute(name).map(str::to_owned));
            if name == "script" {
                texts.for_each(|text| {
                    document.text(text);
                });
                document.end();
            }
        }
    }

    fn leave(&mut self, node: NodeRef<'_>, element: Element) {
        if self.hidden == Some(node.id()) {
            self.hidden = None;
        }
        if self.hidden.is_none() {
            self.separator = self.separator.max(Separator::after(element.class));
            if element.kind == Kind::Heading {
                self.end_block();
            }
        }
        self.preformatted -= usize::from(is_preformatted(element));
    }

    fn start_block(&mut self, name: &str) {
        if let (Some(blocks), Some(text)) = (&mut self.columns.blocks, &mut self.columns.text) {
            blocks.items.start(name, text.partial().len());
        }
    }

    fn end_block(&mut self) {
        if let (Some(blocks), Some(text)) = (&mut self.columns.blocks, &mut self.columns.text) {
            blocks.items.end_heading(text.partial().len());
        }
    }
}

fn is_preformatted(element: Element) -> bool {
    matches!(element.class, Class::Preformatted | Class::TextArea)
}

/// Reads the links, in the order of their start tags. `source` says where in the page a range of its text is. Returns the length of
/// what was read.
pub(crate) fn read_links(
    document: &Document,
    columns: &mut Columns,
    source: &dyn Fn(Range<usize>) -> Range<usize>,
) -> usize {
    let Some(links) = &mut columns.links else {
        return 0;
    };
    links.clear_open();
    let mut elements: Vec<(usize, NodeRef<'_>)> = Vec::new();
    let mut roots = vec![document.root()];
    while let Some(root) = roots.pop() {
        for node in root.descendants() {
            roots.extend(node.template_contents());
            let has_links = node.name().is_some_and(|name| {
                let resources = columns.resources && !resources::attributes(name).is_empty();
                matches!(name, "a" | "area") || resources
            });
            if has_links && let Some(span) = node.spans().start {
                elements.push((span.start, node));
            }
        }
    }
    elements.sort_by_key(|(start, _)| *start);
    elements.dedup_by_key(|(start, _)| *start);
    let mut written = 0;
    for (_, node) in elements {
        let element = node.name().unwrap_or_default();
        let names: &[&str] = match element {
            "a" | "area" => &["href"],
            _ => resources::attributes(element),
        };
        let relations = ["rel", "hreflang"].map(|name| node.attribute(name));
        let attributes: Vec<_> = node.attributes().zip(node.attribute_spans()).collect();
        for name in names {
            let found = attributes
                .iter()
                .find(|(found, _)| found.name == *name && found.prefix.is_none());
            if let Some((attribute, spans)) = found {
                let span = spans.map_or(0..0, |spans| source(spans.value.range()));
                let value = (*name, attribute.value);
                written += links
                    .items
                    .push(element, value, relations, Span::from(span));
            }
        }
    }
    written
}
