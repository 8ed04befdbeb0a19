//! Where nodes are in the source, beside the nodes.
//!
//! Nodes and attributes are numbered, so places are two lists that grow with them; who wants none has none. A place takes
//! eight bytes: documents are bounded for that. Most places belong to the newest node, so that noting one is a push.

use crate::arena::{Data, NodeId};
use crate::attributes::Attributes;
use crate::document::Document;
use crate::node::NodeRef;
use tokenwright::Span;

/// A range of the source. All ones stand for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    start: u32,
    end: u32,
}

impl Place {
    pub(crate) const NONE: Place = Place {
        start: u32::MAX,
        end: u32::MAX,
    };

    /// The smallest range that has both.
    pub(crate) fn with(self, other: Place) -> Place {
        match self == Place::NONE {
            true => other,
            false => Place {
                start: self.start.min(other.start),
                end: self.end.max(other.end),
            },
        }
    }

    fn span(self) -> Option<Span> {
        let range = self.start as usize..self.end as usize;
        (self != Place::NONE).then(|| Span::from(range))
    }
}

impl From<Span> for Place {
    /// Documents are bounded, so that places fit.
    fn from(span: Span) -> Self {
        Place {
            start: span.start as u32,
            end: span.end as u32,
        }
    }
}

/// The places of the nodes and attributes of a document, by their numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    /// Of each node: its start tag or the whole of it, and its end tag.
    nodes: Vec<[Place; 2]>,
    /// Of each attribute: its name, and its value.
    attributes: Vec<[Place; 2]>,
}

impl Places {
    #[inline]
    fn of_node(&mut self, node: NodeId) -> &mut [Place; 2] {
        let at = node as usize;
        if at >= self.nodes.len() {
            self.grow(at + 1);
        }
        &mut self.nodes[at]
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, len: usize) {
        self.nodes.resize(len, [Place::NONE; 2]);
    }

    /// Notes where a node begins, or the whole of it.
    #[inline(always)]
    pub(crate) fn set_start(&mut self, node: NodeId, span: Span) {
        let places = [span.into(), Place::NONE];
        // Mostly the node is new.
        match self.nodes.len() == node as usize {
            true => self.nodes.push(places),
            false => self.of_node(node)[0] = places[0],
        }
    }

    /// Makes a node begin where another does.
    pub(crate) fn copy_start(&mut self, from: NodeId, to: NodeId) {
        let [start, _] = *self.of_node(from);
        self.of_node(to)[0] = start;
    }

    /// Extends the place of a text.
    #[inline(always)]
    pub(crate) fn extend_start(&mut self, node: NodeId, by: Place) {
        if self.nodes.len() == node as usize {
            self.nodes.push([by, Place::NONE]);
            return;
        }
        let [start, _] = self.of_node(node);
        *start = start.with(by);
    }

    /// Notes where the end tag of an element is.
    #[inline]
    pub(crate) fn set_end(&mut self, node: NodeId, span: Span) {
        self.of_node(node)[1] = span.into();
    }

    /// Prepares for attributes of an element, of which there are `before` so many.
    #[inline(always)]
    pub(crate) fn begin_attributes(&mut self, before: usize) {
        if self.attributes.len() != before {
            self.attributes.resize(before, [Place::NONE; 2]);
        }
    }

    #[inline(always)]
    pub(crate) fn add_attribute(&mut self, places: [Place; 2]) {
        self.attributes.push(places);
    }

    /// Moves the places of attributes with the attributes; others follow them, of which `added` knows the places.
    pub(crate) fn move_attributes(
        &mut self,
        old: Attributes,
        new: Attributes,
        added: impl Fn(usize) -> Option<[Place; 2]>,
    ) {
        let kept = self.attributes.get(old.range()).map(<[_]>::to_vec);
        let kept = kept.unwrap_or_default();
        let end = new.range().end.max(self.attributes.len());
        self.attributes.resize(end, [Place::NONE; 2]);
        for (at, place) in self.attributes[new.range()].iter_mut().enumerate() {
            let known = kept.get(at).copied();
            *place = known.or_else(|| added(at)).unwrap_or([Place::NONE; 2]);
        }
    }

    fn attributes(&self, range: Attributes) -> Option<&[[Place; 2]]> {
        self.attributes.get(range.range())
    }
}

/// Where a node is in the source: the result of [`NodeRef::spans`].
///
/// ```
/// use tokenwright_tree::{Options, parse_with};
///
/// let html = "<ul><li class=a>one<li>two</ul>";
/// let document = parse_with(html, &Options { spans: true, ..Options::default() });
/// let list = document.root().descendants().find(|node| node.is_html("ul")).expect("a list");
/// let spans = list.spans();
/// assert_eq!(spans.start.map(|span| &html[span.range()]), Some("<ul>"));
/// assert_eq!(spans.end.map(|span| &html[span.range()]), Some("</ul>"));
/// let item = list.first_child().expect("an item");
/// // Its end tag is not written.
/// assert_eq!((item.spans().start.map(|span| &html[span.range()]), item.spans().end), (Some("<li class=a>"), None));
/// let text = item.first_child().expect("a text").spans().start;
/// assert_eq!(text.map(|span| &html[span.range()]), Some("one"));
/// let attribute = item.attribute_spans().next().flatten().expect("an attribute");
/// assert_eq!(&html[attribute.value.range()], "a");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct NodeSpans {
    /// The start tag for which an element was created; the whole of a text, a comment, a DOCTYPE or a processing instruction. None if
    /// nothing was written for it.
    ///
    /// A text that is in several places, with ignored tags in between, has the range from the first to the last. What the parser
    /// moves out of a table keeps its place, with U+0000 that is left out around it. What a script writes has an empty span, at the insertion point.
    pub start: Option<Span>,
    /// The end tag of the same name that closed the element; none if there is no such tag.
    pub end: Option<Span>,
}

/// Where an attribute is in the source.
///
/// ```
/// use tokenwright_tree::{Options, parse_with};
///
/// let html = "<p ID='a&amp;b'>";
/// let document = parse_with(html, &Options { spans: true, ..Options::default() });
/// let p = document.root().descendants().find(|node| node.is_html("p")).expect("a paragraph");
/// let spans = p.attribute_spans().next().flatten().expect("an attribute");
/// assert_eq!((&html[spans.name.range()], &html[spans.value.range()]), ("ID", "a&amp;b"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AttributeSpans {
    /// The name.
    pub name: Span,
    /// The value, without its quotation marks; empty if there is none.
    pub value: Span,
}

impl Document {
    fn places(&self) -> Option<&Places> {
        self.places.as_ref()
    }
}

impl<'d> NodeRef<'d> {
    /// Where the node is in the source; nothing without [`Options::spans`](crate::Options::spans).
    ///
    /// The elements that a misnested formatting tag is divided into all have the span of its start tag. Offsets count bytes of the text that the
    /// parser was fed.
    #[must_use]
    pub fn spans(&self) -> NodeSpans {
        let places = self.document.places();
        let places = places.and_then(|places| places.nodes.get(self.index as usize));
        let [start, end] = places.copied().unwrap_or([Place::NONE; 2]).map(Place::span);
        NodeSpans { start, end }
    }

    /// Where the attributes of an element are in the source, in the order of [`attributes`](Self::attributes); nothing without
    /// [`Options::spans`](crate::Options::spans).
    #[must_use]
    pub fn attribute_spans(
        &self,
    ) -> impl ExactSizeIterator<Item = Option<AttributeSpans>> + Clone + use<'d> {
        let range = match self.node().data {
            Data::Element(_, _, range) => range,
            _ => Attributes::default(),
        };
        let places = self.document.places();
        let places = places.and_then(|places| places.attributes(range));
        places.unwrap_or_default().iter().map(|[name, value]| {
            Some(AttributeSpans {
                name: name.span()?,
                value: value.span()?,
            })
        })
    }
}
