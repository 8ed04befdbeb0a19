//! Where nodes are in the source, beside the nodes.
//!
//! A tree with places is to cost little more than one without, so what can be found later is not noted: a text that the
//! source has verbatim is its own place, and the attributes of a tag are found by tokenizing the tag again. The rest is a list that grows
//! with the nodes; who wants none has none. A place takes eight bytes: documents are bounded for that. Most places belong to
//! the newest node, so that noting one is a push.
//!
//! A document that comes in parts has no source, so that the places of its attributes are noted as well.

use crate::TreeRevision;
use crate::arena::{Data, NodeId};
use crate::attributes::Attributes;
use crate::document::Document;
use crate::node::NodeRef;
use crate::text::{Range, Texts};
use std::collections::{BTreeMap, HashMap};
use tokenwright::tree_construction::Name;
use tokenwright::{Attribute, Follow, Next, Sink, Span, Tag, Tokenizer};

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

    /// The part of it from an offset on.
    pub(crate) fn after(self, start: u32) -> Place {
        let start = self.start.max(start).min(self.end);
        Place { start, ..self }
    }

    /// The place of a text that the source has verbatim; an LF has the CR before it.
    pub(crate) fn of_verbatim(texts: &Texts, range: Range) -> Option<Place> {
        let before = texts.source()?.as_bytes().get(..=range.start as usize)?;
        let cr = u32::from(before.ends_with(b"\r\n"));
        Some(Place {
            start: range.start - cr,
            end: range.end(),
        })
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

/// The place of the name of an attribute, and of its value.
type OfAttribute = [Place; 2];

#[inline(always)]
pub(crate) fn places_of(attribute: &Attribute<'_, '_>) -> OfAttribute {
    [attribute.name_span().into(), attribute.value_span().into()]
}

/// The places of the nodes and attributes of a document, by their numbers.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    /// Of each node: its start tag or the whole of it, and its end tag. Verbatim texts have none.
    nodes: Vec<[Place; 2]>,
    /// Of each attribute; none if they are found in the source.
    pub(crate) attributes: Option<Vec<OfAttribute>>,
    /// The attributes that elements were created with to which others are added.
    pub(crate) created_with: BTreeMap<NodeId, Attributes>,
    /// The places of these others, by their names.
    pub(crate) added: HashMap<(NodeId, Name), OfAttribute>,
    /// Finds the attributes of a start tag, as the revision says that made the tree.
    in_tag: fn(&str) -> Vec<OfAttribute>,
}

impl Places {
    pub(crate) fn new<R: TreeRevision>(texts: &Texts, nodes: usize) -> Self {
        Places {
            nodes: Vec::with_capacity(nodes),
            attributes: texts.source().is_none().then(Vec::new),
            created_with: BTreeMap::new(),
            added: HashMap::new(),
            in_tag: attributes_in::<R>,
        }
    }

    #[inline]
    fn of_node(&mut self, node: NodeId) -> &mut [Place; 2] {
        let at = node as usize;
        // Few nodes between two places have none.
        while self.nodes.len() <= at {
            self.nodes.push([Place::NONE; 2]);
        }
        &mut self.nodes[at]
    }

    /// Notes where a node begins, or the whole of it.
    #[inline(always)]
    pub(crate) fn set_start(&mut self, node: NodeId, place: Place) {
        self.of_node(node)[0] = place;
    }

    /// Makes a node begin where another does.
    pub(crate) fn copy_start(&mut self, from: NodeId, to: NodeId) {
        let [start, _] = *self.of_node(from);
        self.of_node(to)[0] = start;
    }

    /// Extends the place of a text.
    #[inline]
    pub(crate) fn extend_start(&mut self, node: NodeId, by: Place) {
        let [start, _] = self.of_node(node);
        *start = start.with(by);
    }

    /// Notes where the end tag of an element is.
    #[inline]
    pub(crate) fn set_end(&mut self, node: NodeId, span: Span) {
        match self.nodes.get_mut(node as usize) {
            Some(places) => places[1] = span.into(),
            None => self.of_node(node)[1] = span.into(),
        }
    }

    fn node(&self, node: NodeId) -> [Place; 2] {
        let places = self.nodes.get(node as usize);
        places.copied().unwrap_or([Place::NONE; 2])
    }

    /// The places of the attributes that an element was created with.
    fn of_own_attributes(
        &self,
        node: NodeId,
        attributes: Attributes,
        texts: &Texts,
    ) -> Vec<OfAttribute> {
        let mut places = match &self.attributes {
            _ if attributes.count == 0 => Vec::new(),
            Some(of_all) => of_all
                .get(attributes.range())
                .map(<[_]>::to_vec)
                .unwrap_or_default(),
            None => self.in_source(node, texts).unwrap_or_default(),
        };
        places.resize(attributes.count as usize, [Place::NONE; 2]);
        places
    }

    /// The places of the attributes of a node.
    fn of_attributes(&self, node: &NodeRef<'_>) -> Vec<OfAttribute> {
        let Data::Element(_, _, all) = node.node().data else {
            return Vec::new();
        };
        let (id, document) = (node.index, node.document);
        let own = self.created_with.get(&id).copied().unwrap_or(all);
        let mut places = self.of_own_attributes(id, own, &document.texts);
        let added = &document.attributes[all.range()][own.count as usize..];
        places.extend(added.iter().map(|it| {
            let added = self.added.get(&(id, it.name));
            added.copied().unwrap_or([Place::NONE; 2])
        }));
        places
    }

    fn in_source(&self, node: NodeId, texts: &Texts) -> Option<Vec<OfAttribute>> {
        let [tag, _] = self.node(node);
        let range = tag.span()?.range();
        let mut places = (self.in_tag)(texts.source()?.get(range)?);
        for place in places.iter_mut().flatten() {
            place.start += tag.start;
            place.end += tag.start;
        }
        Some(places)
    }
}

/// The places of the attributes of a start tag.
fn attributes_in<R: TreeRevision>(tag: &str) -> Vec<OfAttribute> {
    #[derive(Debug)]
    struct StartTag(Vec<OfAttribute>);

    impl Sink for StartTag {
        const ERRORS: bool = false;
        const LINES: bool = false;
        const SWITCHES: bool = true;

        fn start_tag(&mut self, tag: &Tag<'_>) -> Next {
            self.0.extend(tag.attributes().map(|it| places_of(&it)));
            Next::Stop
        }
    }

    let options = tokenwright::Options {
        follow: Follow::Nothing,
        ..tokenwright::Options::default()
    };
    let mut tokenizer = Tokenizer::<_, R>::with_options(StartTag(Vec::new()), options);
    tokenizer.feed_str(tag);
    tokenizer.finish().0
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
        let Some(places) = self.document.places() else {
            return NodeSpans::default();
        };
        let verbatim = match self.node().data {
            Data::Text(range) => Place::of_verbatim(&self.document.texts, range),
            _ => None,
        };
        let [start, end] = places.node(self.index);
        NodeSpans {
            start: verbatim.unwrap_or(start).span(),
            end: end.span(),
        }
    }

    /// Where the attributes of an element are in the source, in the order of [`attributes`](Self::attributes); nothing without
    /// [`Options::spans`](crate::Options::spans).
    ///
    /// Each call tokenizes the start tag again, unless the document came in parts.
    #[must_use]
    pub fn attribute_spans(
        &self,
    ) -> impl ExactSizeIterator<Item = Option<AttributeSpans>> + Clone + use<'d> {
        let places = self
            .document
            .places()
            .map(|places| places.of_attributes(self));
        places.unwrap_or_default().into_iter().map(|[name, value]| {
            Some(AttributeSpans {
                name: name.span()?,
                value: value.span()?,
            })
        })
    }
}
