//! A parsed document.

use crate::arena::{Arena, Data, NodeId};
use crate::attributes::{Attribute, AttributeNamespaces};
use crate::text::{Range, Texts};
use tokenwright::tree_construction::{Names, QuirksMode};

/// A parsed document or fragment.
#[derive(Clone, Debug)]
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
}

impl Document {
    /// The mode of the document; none in no-quirks mode.
    #[must_use]
    pub fn quirks_mode(&self) -> Option<QuirksMode> {
        self.quirks
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
