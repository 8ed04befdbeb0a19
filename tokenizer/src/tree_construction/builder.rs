//! Who builds the tree.
//!
//! Rules decide where a node goes, and the builder puts it there. So a builder needs no knowledge of the standard, and what it asks
//! of its own tree is little: parents, neighbours that are text, and attributes. One without a tree answers no.

use super::name::{Name, Names};
use super::outside::Argument;
use super::token::{Adjustment, AttributeNamespace, Token};
use super::{Output, Question};
use crate::{Comment, Doctype, ErrorCode, Namespace, ProcessingInstruction, Tag};
use core::fmt::Debug;

/// A place in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place<N> {
    /// Inside a node, after its last child.
    Inside(N),
    /// Immediately before a node, in its parent.
    Before(N),
}

/// The modes of a document other than no-quirks mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum QuirksMode {
    /// Quirks mode.
    Quirks,
    /// Limited-quirks mode.
    LimitedQuirks,
}

/// An element to be created.
#[derive(Debug)]
pub struct NewElement<'e> {
    /// Its local name, as a number that the document's names have.
    pub name: Name,
    /// Its namespace.
    pub namespace: Namespace,
    /// Whether it has template contents.
    pub has_contents: bool,
    pub(super) names: &'e Names,
    pub(super) tag: Option<&'e Tag<'e>>,
    pub(super) adjustments: &'e [Adjustment],
}

/// The name of an attribute of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AttributeName<'e> {
    /// The prefix, of an attribute in a namespace.
    pub prefix: Option<&'static str>,
    /// The namespace, if it has one.
    pub namespace: Option<AttributeNamespace>,
    /// The local name.
    pub local_name: &'e str,
}

impl<'e> AttributeName<'e> {
    /// The name of an attribute without a namespace.
    pub(super) fn local(local_name: &'e str) -> Self {
        AttributeName {
            prefix: None,
            namespace: None,
            local_name,
        }
    }
}

impl<'e> NewElement<'e> {
    /// The element that a token would be created for, to ask for its attributes.
    pub(super) fn of(t: &Token<'e>, names: &'e Names, adjustments: &'e [Adjustment]) -> Self {
        NewElement {
            name: t.name,
            names,
            namespace: Namespace::Html,
            has_contents: false,
            tag: t.tag(),
            adjustments,
        }
    }

    /// Its local name.
    #[must_use]
    pub fn local_name(&self) -> &'e str {
        self.names.text(self.name)
    }

    /// The tag for which the element is created; none if it is not in the input.
    #[must_use]
    pub fn tag(&self) -> Option<&'e Tag<'e>> {
        self.tag
    }

    /// Whether attributes may have other names than in the tag.
    #[must_use]
    #[inline]
    pub fn has_adjusted_names(&self) -> bool {
        !self.adjustments.is_empty()
    }

    /// The name that an attribute of the tag gets.
    #[must_use]
    pub fn attribute_name<'n>(&self, name: &'n str) -> AttributeName<'n> {
        let mut adjusted = AttributeName::local(name);
        for adjustment in self.adjustments {
            match adjustment {
                Adjustment::Names(pairs) => {
                    let found =
                        pairs.binary_search_by(|(from, _)| (*from).cmp(adjusted.local_name));
                    if let Ok(at) = found {
                        adjusted.local_name = pairs[at].1;
                    }
                }
                Adjustment::Namespaces(all) => {
                    let found = all.binary_search_by(|it| it.name.cmp(adjusted.local_name));
                    if let Ok(at) = found {
                        adjusted = AttributeName {
                            prefix: all[at].prefix,
                            namespace: Some(all[at].namespace),
                            local_name: all[at].local_name,
                        };
                    }
                }
            }
        }
        adjusted
    }
}

/// Receives the nodes of a tree.
///
/// Nodes are cheap to copy: numbers, or references.
pub trait Builder {
    /// Whether there is a tree. Without one, nothing is inserted, and the parser may forget the lower part of its stack.
    #[doc(hidden)]
    const HAS_TREE: bool = true;

    /// A node.
    type Node: Copy + PartialEq + Debug;

    /// The Document.
    fn document(&mut self) -> Self::Node;

    /// Creates an element, which is not in the tree yet.
    fn create_element(&mut self, element: &NewElement<'_>) -> Self::Node;

    /// Creates an element as another was created: of the same name, with the attributes of the tag that it was created for.
    fn create_again(&mut self, node: Self::Node) -> Self::Node;

    /// The template contents of an element that was created with them.
    fn template_contents(&mut self, node: Self::Node) -> Self::Node;

    /// Inserts an element; if it has a parent, it is removed from that.
    fn insert(&mut self, node: Self::Node, place: Place<Self::Node>);

    /// Removes a node from its parent, if it has one.
    fn detach(&mut self, node: Self::Node);

    /// Appends the children of a node to another.
    fn move_children(&mut self, from: Self::Node, to: Self::Node);

    /// The parent of a node.
    fn parent(&self, node: Self::Node) -> Option<Self::Node>;

    /// Whether a node has a child. By default, it has; only rules of older revisions ask.
    fn has_children(&self, node: Self::Node) -> bool {
        let _ = node;
        true
    }

    /// The namespace and name of an element, of which [`Names::find`] has the number; none of another node.
    fn element(&self, node: Self::Node, names: &Names) -> Option<(Namespace, Name)>;

    /// Whether there is a Text node immediately before a place.
    fn has_text_before(&self, place: Place<Self::Node>) -> bool;

    /// Appends to the Text node immediately before a place.
    fn append_text(&mut self, text: &str, place: Place<Self::Node>);

    /// Inserts a Text node.
    fn insert_text(&mut self, text: &str, place: Place<Self::Node>);

    /// Appends to the Text node immediately before a place, or inserts one.
    fn insert_characters(&mut self, text: &str, place: Place<Self::Node>) {
        match (text, self.has_text_before(place)) {
            ("", false) => {}
            (text, false) => self.insert_text(text, place),
            (text, true) => self.append_text(text, place),
        }
    }

    /// Inserts a comment.
    fn insert_comment(&mut self, comment: &Comment<'_>, place: Place<Self::Node>);

    /// Inserts a processing instruction.
    fn insert_processing_instruction(
        &mut self,
        instruction: &ProcessingInstruction<'_>,
        place: Place<Self::Node>,
    );

    /// Appends a DOCTYPE to the Document.
    fn append_doctype(&mut self, doctype: &Doctype<'_>);

    /// Adds the attributes of a tag that an element does not have.
    fn add_attributes(&mut self, node: Self::Node, element: &NewElement<'_>);

    /// Adds an attribute that an element does not have. By default, it is left out; only rules of older revisions ask for it.
    fn add_attribute(&mut self, node: Self::Node, name: AttributeName<'_>, value: &str) {
        let _ = (node, name, value);
    }

    /// The value of an attribute that an element was created with, by its local name. It may be asked for once for each element.
    fn attribute(&self, node: Self::Node, name: AttributeName<'_>) -> Option<&str>;

    /// Whether two elements were created with the same attributes, in any order.
    fn have_same_attributes(&self, one: Self::Node, other: Self::Node) -> bool;

    /// A number that is the same for elements that were created with the same attributes. With it, no page makes formatting elements
    /// slow that are never closed.
    fn attributes_hash(&self, node: Self::Node) -> u64 {
        let _ = node;
        0
    }

    /// The node or its nearest ancestor that is an element of this name, for the context of a fragment.
    fn nearest(
        &mut self,
        node: Self::Node,
        namespace: Namespace,
        name: &str,
    ) -> Option<Self::Node> {
        let _ = (node, namespace, name);
        None
    }

    /// An element left the stack of open elements.
    #[inline]
    fn popped(&mut self, node: Self::Node) {
        let _ = node;
    }

    /// The parser will not name a node again.
    #[inline(always)]
    fn forgotten(&mut self, node: Self::Node) {
        let _ = node;
    }

    /// The mode of the document is known.
    fn set_quirks_mode(&mut self, mode: QuirksMode) {
        let _ = mode;
    }

    /// A character of the text is processed by itself, and may be an error.
    #[inline(always)]
    fn character(&mut self, one: &str) {
        let _ = one;
    }

    /// Tokens that are not in the input are processed from here on, or no longer.
    #[doc(hidden)]
    fn made_up(&mut self, are: bool) {
        let _ = are;
    }

    /// A parse error at the token or character that is processed; it has no name if its row in the tables gives it none.
    fn parse_error(&mut self, code: Option<ErrorCode>) {
        let _ = code;
    }

    /// A question about the document. By default, it takes every node, and scripts do not run.
    fn ask(&mut self, question: Question, about: &[Argument<Self::Node>]) -> bool {
        let _ = about;
        matches!(
            question,
            Question::ItIsPossibleToInsertAt | Question::TheScriptingModeIsDisabled
        )
    }

    /// Something for the document.
    fn output(&mut self, output: Output, about: &[Argument<Self::Node>]) {
        let _ = (output, about);
    }
}
