//! A parsed document.

use crate::arena::{Arena, Data, NodeId};
use crate::attributes::{Attribute, AttributeNamespaces};
use crate::limits::LimitExceeded;
use crate::spans::Places;
use crate::text::{Range, Texts};
use std::fmt;
use tokenwright::ParseError;
use tokenwright::tree_construction::{Names, QuirksMode};

/// A parsed document or fragment.
///
/// All of it is in a few lists, whose memory is freed at once, whatever the tree is like. It can be sent to and shared with other threads.
///
/// ```
/// use tokenwright_tree::{Document, parse};
///
/// let document: Document = parse("<p>a<p>b");
/// let paragraphs = std::thread::spawn(move || {
///     document.root().descendants().filter(|node| node.is_html("p")).count()
/// });
/// assert_eq!(paragraphs.join().expect("a thread"), 2);
/// ```
#[derive(Clone)]
pub struct Document {
    pub(crate) arena: Arena,
    pub(crate) texts: Texts,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) names: Names,
    pub(crate) attribute_names: Names,
    pub(crate) attribute_namespaces: AttributeNamespaces,
    /// Public and system identifiers of DOCTYPEs.
    pub(crate) identifiers: Vec<[Range; 2]>,
    /// The targets of processing instructions.
    pub(crate) targets: Vec<Range>,
    /// The node whose children are the result.
    pub(crate) root: NodeId,
    pub(crate) quirks: Option<QuirksMode>,
    /// Whether scripts would run.
    pub(crate) scripting: bool,
    pub(crate) errors: Vec<ParseError>,
    pub(crate) places: Option<Places>,
    pub(crate) exceeded: Option<LimitExceeded>,
    #[cfg(feature = "encoding")]
    pub(crate) encoding: Option<&'static tokenwright_encoding::Encoding>,
}

/// Prints no nodes: a document has many, and `{}` writes its HTML.
impl fmt::Debug for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Document")
            .field("node_count", &self.node_count())
            .field("quirks_mode", &self.quirks)
            .field("errors", &self.errors)
            .field("limit_exceeded", &self.exceeded)
            .finish_non_exhaustive()
    }
}

impl Document {
    /// A place for a tree.
    pub(crate) fn without_nodes(scripting: bool) -> Self {
        Document {
            arena: Arena::default(),
            texts: Texts::default(),
            attributes: Vec::new(),
            names: Names::default(),
            attribute_names: Names::default(),
            attribute_namespaces: AttributeNamespaces::default(),
            identifiers: Vec::new(),
            targets: Vec::new(),
            root: 0,
            quirks: None,
            scripting,
            errors: Vec::new(),
            places: None,
            exceeded: None,
            #[cfg(feature = "encoding")]
            encoding: None,
        }
    }

    /// The mode of the document; none in no-quirks mode.
    #[must_use]
    pub fn quirks_mode(&self) -> Option<QuirksMode> {
        self.quirks
    }

    /// The parse errors, in the order in which they were detected; none without [`Options::errors`](crate::Options::errors).
    ///
    /// Those of tokenization have the standard's codes and the character at which they were detected. Those of tree construction are
    /// at the token that was processed; the standard has a name for one of them, and the others have those that
    /// [whatwg/html#10397](https://github.com/whatwg/html/issues/10397) proposes, or such.
    ///
    /// ```
    /// use tokenwright_tree::{Options, parse_with};
    ///
    /// let options = Options { errors: true, ..Options::default() };
    /// let document = parse_with("<!DOCTYPE html>\n<p id=a id=b></b>", &options);
    /// let errors: Vec<_> = document.errors().iter().map(|error| error.to_string()).collect();
    /// assert_eq!(errors, ["2:11: duplicate-attribute", "2:14: unexpected-end-tag"]);
    /// ```
    #[must_use]
    pub fn errors(&self) -> &[ParseError] {
        &self.errors
    }

    /// The limit at which the parser stopped; none if the document is whole.
    ///
    /// ```
    /// use tokenwright_tree::{LimitExceeded, Limits, Options, parse, parse_with};
    ///
    /// let limits = Limits { nodes: 10, ..Limits::default() };
    /// let document = parse_with(&"<br>".repeat(20), &Options { limits, ..Options::default() });
    /// assert_eq!(document.limit_exceeded(), Some(LimitExceeded::Nodes(10)));
    /// assert_eq!(parse("<br>").limit_exceeded(), None);
    /// ```
    #[must_use]
    pub fn limit_exceeded(&self) -> Option<LimitExceeded> {
        self.exceeded
    }

    /// The encoding in which [`parse_bytes`](crate::parse_bytes) decoded the document; none of a document that came as text.
    ///
    /// ```
    /// use tokenwright_tree::{Options, encoding, parse_bytes};
    ///
    /// let page = b"<meta charset=Shift_JIS>";
    /// let document = parse_bytes(page, &encoding::Options::default(), &Options::default());
    /// assert_eq!(document.encoding().map(|found| found.name()), Some("Shift_JIS"));
    /// ```
    #[cfg(feature = "encoding")]
    #[must_use]
    pub fn encoding(&self) -> Option<&'static tokenwright_encoding::Encoding> {
        self.encoding
    }

    /// How many nodes were created, those outside of the tree included.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.arena.nodes.len()
    }

    /// The contents of a template element.
    pub(crate) fn contents(&self, node: NodeId) -> Option<NodeId> {
        let is_element = matches!(self.arena.get(node).data, Data::Element(..));
        let next = self.arena.nodes.get(node as usize + 1);
        let has = is_element && next.is_some_and(|next| next.data == Data::Fragment);
        has.then_some(node + 1)
    }
}
