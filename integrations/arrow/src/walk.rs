//! A tree walked for the columns that depend on it.
//!
//! Where the open elements do not suffice, the page is parsed again, into a tree, and the text, its blocks, the title, the base URL and
//! what the page says about itself are read from that, by the same definitions. Links of `a` and `area` are read from it only
//! where tree construction drops elements; each start tag counts once, whatever copies of it are in the tree. Those of other elements are as
//! the page has written them.
//! Tokens, tags, errors and `meta` are those of the page as it is written, so they are kept.

use crate::columns::Columns;
use crate::elements::{Class, Element, Kind};
use crate::resources;
use crate::visible::{Separator, collapse, keep};
use crate::watch::Watch;
use std::ops::Range;
use tokenwright::{Namespace, Next, Sink, Span, Tag};
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

/// A link of a start tag.
pub(crate) struct Link {
    /// Where the tag begins in the text of the page.
    start: usize,
    element: String,
    attribute: &'static str,
    value: String,
    /// The values of `rel` and `hreflang`.
    relations: [Option<String>; 2],
    /// The attribute's value in the text of the page.
    span: Range<usize>,
}

/// The links of elements other than `a` and `area`, as the page has written them.
#[derive(Default)]
pub(crate) struct Resources(pub(crate) Vec<Link>);

impl Sink for &mut Resources {
    const ERRORS: bool = false;
    const LINES: bool = false;

    fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
        let value = |name: &str| tag.attribute(name).map(|found| found.value().to_owned());
        for attribute in resources::attributes(tag.name()) {
            if let Some(found) = tag.attribute(attribute) {
                self.0.push(Link {
                    start: tag.span().start,
                    element: tag.name().to_owned(),
                    attribute,
                    value: found.value().to_owned(),
                    relations: ["rel", "hreflang"].map(value),
                    span: found.value_span().into(),
                });
            }
        }
        Next::Continue
    }
}

/// Reads the links of `a` and `area`, and puts them among those of other elements, in the order of their start tags. `source` says where
/// in the page a range of its text is. Returns the length of what was read.
pub(crate) fn read_links(
    document: &Document,
    columns: &mut Columns,
    Resources(mut found): Resources,
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
            if let Some("a" | "area") = node.name()
                && let Some(span) = node.spans().start
            {
                elements.push((span.start, node));
            }
        }
    }
    elements.sort_by_key(|(start, _)| *start);
    elements.dedup_by_key(|(start, _)| *start);
    for (start, node) in elements {
        let mut attributes = node.attributes().zip(node.attribute_spans());
        let href = attributes.find(|(found, _)| found.name == "href" && found.prefix.is_none());
        if let Some((href, spans)) = href {
            let relation = |name| node.attribute(name).map(str::to_owned);
            found.push(Link {
                start,
                element: node.name().unwrap_or_default().to_owned(),
                attribute: "href",
                value: href.value.to_owned(),
                relations: ["rel", "hreflang"].map(relation),
                span: spans.map_or(0..0, |spans| spans.value.range()),
            });
        }
    }
    found.sort_by_key(|link| link.start);
    let mut written = 0;
    for link in found {
        let relations = link.relations.each_ref().map(Option::as_deref);
        let (value, span) = ((link.attribute, &*link.value), source(link.span));
        let span = Span::from(span);
        written += links.items.push(&link.element, value, relations, span);
    }
    written
}
