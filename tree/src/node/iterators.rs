//! Ways through the tree: each remembers where it is, and goes on by the links of that node.

use super::NodeRef;
use std::iter::{FusedIterator, successors};

/// What [`NodeRef::traverse`] does next.
///
/// ```
/// use tokenwright_tree::{Visit, parse};
///
/// let document = parse("<body><p>a<b>c</b></p>");
/// let body = document.root().descendants().find(|node| node.is_html("body")).expect("a body");
/// let mut out = String::new();
/// for visit in body.traverse() {
///     match visit {
///         Visit::Enter(node) => {
///             out.push_str(node.name().unwrap_or(node.as_text().unwrap_or_default()));
///             out.push('(');
///         }
///         Visit::Leave(_) => out.push(')'),
///     }
/// }
/// assert_eq!(out, "body(p(a()b(c())))");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Visit<'d> {
    /// It goes to a node, and to its children next.
    Enter(NodeRef<'d>),
    /// All that is in the node was visited.
    Leave(NodeRef<'d>),
}

/// The children of a node.
#[derive(Clone, Debug)]
struct Children<'d> {
    first: Option<NodeRef<'d>>,
    last: Option<NodeRef<'d>>,
}

impl<'d> Iterator for Children<'d> {
    type Item = NodeRef<'d>;

    fn next(&mut self) -> Option<NodeRef<'d>> {
        let node = self.first?;
        match self.last == Some(node) {
            true => (self.first, self.last) = (None, None),
            false => self.first = node.next_sibling(),
        }
        Some(node)
    }
}

impl DoubleEndedIterator for Children<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let node = self.last?;
        match self.first == Some(node) {
            true => (self.first, self.last) = (None, None),
            false => self.last = node.previous_sibling(),
        }
        Some(node)
    }
}

impl FusedIterator for Children<'_> {}

/// The next step of a traversal of a node.
pub(crate) fn after<'d>(visit: Visit<'d>, of: NodeRef<'d>) -> Option<Visit<'d>> {
    match visit {
        Visit::Enter(node) => Some(match node.first_child() {
            Some(child) => Visit::Enter(child),
            None => Visit::Leave(node),
        }),
        Visit::Leave(node) if node == of => None,
        Visit::Leave(node) => Some(match node.next_sibling() {
            Some(next) => Visit::Enter(next),
            None => Visit::Leave(node.parent()?),
        }),
    }
}

impl<'d> NodeRef<'d> {
    /// The children, in either direction.
    #[must_use]
    pub fn children(
        &self,
    ) -> impl DoubleEndedIterator<Item = NodeRef<'d>> + FusedIterator + Clone + use<'d> {
        Children {
            first: self.first_child(),
            last: self.last_child(),
        }
    }

    /// The parent, its parent, and so on up to the root.
    #[must_use]
    pub fn ancestors(&self) -> impl FusedIterator<Item = NodeRef<'d>> + Clone + use<'d> {
        successors(self.parent(), NodeRef::parent)
    }

    /// The siblings after the node.
    #[must_use]
    pub fn next_siblings(&self) -> impl FusedIterator<Item = NodeRef<'d>> + Clone + use<'d> {
        successors(self.next_sibling(), NodeRef::next_sibling)
    }

    /// The siblings before the node, the nearest first.
    #[must_use]
    pub fn previous_siblings(&self) -> impl FusedIterator<Item = NodeRef<'d>> + Clone + use<'d> {
        successors(self.previous_sibling(), NodeRef::previous_sibling)
    }

    /// What is in the node, in tree order and without the node. The contents of templates are not in it, as in the DOM.
    #[must_use]
    pub fn descendants(&self) -> impl FusedIterator<Item = NodeRef<'d>> + Clone + use<'d> {
        let of = *self;
        successors(self.first_child(), move |node| node.next_within(of))
    }

    /// The next node in tree order, of those in `of`.
    pub(crate) fn next_within(&self, of: NodeRef<'d>) -> Option<NodeRef<'d>> {
        if let Some(child) = self.first_child() {
            return Some(child);
        }
        let mut node = *self;
        while node != of {
            if let Some(next) = node.next_sibling() {
                return Some(next);
            }
            node = node.parent()?;
        }
        None
    }

    /// Enters and leaves the node and all that is in it. The contents of templates are not in it.
    #[must_use]
    pub fn traverse(&self) -> impl FusedIterator<Item = Visit<'d>> + Clone + use<'d> {
        let of = *self;
        successors(Some(Visit::Enter(of)), move |visit| after(*visit, of))
    }
}
