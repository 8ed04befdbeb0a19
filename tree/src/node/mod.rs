//! Nodes as users hold them: a document and a number.
//!
//! A handle borrows its document, is two words long and is copied freely. Every walk is a loop over the links of the arena, so that
//! depth costs no stack. To keep a node without borrowing, its number is enough.

mod attribute;
mod data;
mod iterators;
mod text_content;

pub use attribute::Attribute;
pub use data::NodeData;
pub use iterators::Visit;
#[cfg(feature = "select")]
pub(crate) use iterators::after;

use crate::arena::{self, NONE};
use crate::document::Document;
use std::fmt;
use std::hash::{Hash, Hasher};
use tokenwright::Namespace;

/// The number of a node in its document: four bytes, to be stored.
///
/// It is meaningful for one document and its clones. [`NodeRef::id`] gives it, and [`Document::node`] takes it.
///
/// ```
/// use tokenwright_tree::{NodeId, parse};
///
/// let document = parse("<p id=a><p id=b>");
/// let paragraphs: Vec<NodeId> = document
///     .root()
///     .descendants()
///     .filter(|node| node.is_html("p"))
///     .map(|node| node.id())
///     .collect();
/// let copy = document.clone();
/// let second = copy.node(paragraphs[1]).expect("a node of the document");
/// assert_eq!(second.attribute("id"), Some("b"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(crate) arena::NodeId);

/// A node of a [`Document`]: a reference of 16 bytes, which is copied.
///
/// The methods that go through the tree take no stack, however deep the tree is.
///
/// ```
/// use tokenwright_tree::parse;
///
/// let document = parse("<ul><li>one<li>two</ul>");
/// let list = document.root().descendants().find(|node| node.is_html("ul")).expect("a list");
/// let items: Vec<_> = list.children().map(|item| item.text_content()).collect();
/// assert_eq!(items, ["one", "two"]);
/// let names: Vec<_> = list.ancestors().filter_map(|node| node.name()).collect();
/// assert_eq!(names, ["body", "html"]);
/// ```
#[derive(Clone, Copy)]
pub struct NodeRef<'d> {
    pub(crate) document: &'d Document,
    pub(crate) index: arena::NodeId,
}

const _: () = assert!(size_of::<NodeRef<'_>>() <= 16);

impl Document {
    /// The root of the tree: the Document, or a DocumentFragment if a [context](crate::Options::context) was given.
    ///
    /// ```
    /// use tokenwright_tree::{NodeData, parse};
    ///
    /// let document = parse("<!DOCTYPE html><title>x</title>");
    /// assert_eq!(document.root().data(), NodeData::Document);
    /// assert_eq!(document.root().children().count(), 2);
    /// ```
    #[must_use]
    pub fn root(&self) -> NodeRef<'_> {
        NodeRef {
            document: self,
            index: self.root,
        }
    }

    /// The node of this number; none if the document has fewer nodes.
    ///
    /// ```
    /// let document = tokenwright_tree::parse("");
    /// assert_eq!(document.node(document.root().id()), Some(document.root()));
    /// ```
    #[must_use]
    pub fn node(&self, id: NodeId) -> Option<NodeRef<'_>> {
        self.arena.nodes.get(id.0 as usize)?;
        Some(NodeRef {
            document: self,
            index: id.0,
        })
    }

    /// The first element that is a child of the root: `html` in a document.
    ///
    /// ```
    /// let document = tokenwright_tree::parse("<!-- a --><html lang=en>");
    /// let html = document.document_element().expect("each document has one");
    /// assert_eq!(html.attribute("lang"), Some("en"));
    /// ```
    #[must_use]
    pub fn document_element(&self) -> Option<NodeRef<'_>> {
        self.root().children().find(NodeRef::is_element)
    }
}

impl<'d> NodeRef<'d> {
    /// The number of the node.
    #[must_use]
    pub fn id(&self) -> NodeId {
        NodeId(self.index)
    }

    /// The document of the node.
    #[must_use]
    pub fn document(&self) -> &'d Document {
        self.document
    }

    pub(crate) fn node(&self) -> &'d arena::Node {
        self.document.arena.get(self.index)
    }

    fn other(&self, index: arena::NodeId) -> Option<NodeRef<'d>> {
        let document = self.document;
        (index != NONE).then_some(NodeRef { document, index })
    }

    /// The parent; none for a root and for the contents of a template.
    #[must_use]
    pub fn parent(&self) -> Option<NodeRef<'d>> {
        self.other(self.node().parent)
    }

    /// The previous sibling.
    #[must_use]
    pub fn previous_sibling(&self) -> Option<NodeRef<'d>> {
        self.other(self.node().previous)
    }

    /// The next sibling.
    #[must_use]
    pub fn next_sibling(&self) -> Option<NodeRef<'d>> {
        self.other(self.node().next)
    }

    /// The first child. The children of a template element are its [contents](Self::template_contents) and not here.
    #[must_use]
    pub fn first_child(&self) -> Option<NodeRef<'d>> {
        self.other(self.node().first)
    }

    /// The last child.
    #[must_use]
    pub fn last_child(&self) -> Option<NodeRef<'d>> {
        self.other(self.node().last)
    }

    /// The contents of a template element, a DocumentFragment; none of another node.
    ///
    /// ```
    /// use tokenwright_tree::parse;
    ///
    /// let document = parse("<template><td>cell</template>");
    /// let template = document.root().descendants().find(|node| node.is_html("template"));
    /// let template = template.expect("a template");
    /// assert_eq!(template.first_child(), None);
    /// let contents = template.template_contents().expect("each template has them");
    /// assert_eq!(contents.first_child().expect("a cell").name(), Some("td"));
    /// ```
    #[must_use]
    pub fn template_contents(&self) -> Option<NodeRef<'d>> {
        self.other(self.document.contents(self.index).unwrap_or(NONE))
    }

    /// Whether the node is an element.
    #[must_use]
    pub fn is_element(&self) -> bool {
        matches!(self.node().data, arena::Data::Element(..))
    }

    /// Whether the node is an HTML element of this name, which is in lower case.
    #[must_use]
    pub fn is_html(&self, name: &str) -> bool {
        self.namespace() == Some(Namespace::Html) && self.name() == Some(name)
    }

    /// The local name of an element; none of another node.
    #[must_use]
    pub fn name(&self) -> Option<&'d str> {
        match self.node().data {
            arena::Data::Element(_, name, _) => Some(self.document.names.text(name)),
            _ => None,
        }
    }

    /// The namespace of an element; none of another node.
    #[must_use]
    pub fn namespace(&self) -> Option<Namespace> {
        match self.node().data {
            arena::Data::Element(namespace, ..) => Some(namespace),
            _ => None,
        }
    }
}

/// Two references are equal if they are to the same node of the same document; a clone is another document.
impl PartialEq for NodeRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index && std::ptr::eq(self.document, other.document)
    }
}

impl Eq for NodeRef<'_> {}

impl Hash for NodeRef<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.index.hash(state);
    }
}

impl fmt::Debug for NodeRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("NodeRef")
            .field(&self.index)
            .field(&self.data())
            .finish()
    }
}
