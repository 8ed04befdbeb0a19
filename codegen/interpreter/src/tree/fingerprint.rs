//! What rules can read of the state of a parser, as a number, for a search that visits each state once.
//!
//! Of the tree it has what the rules ask for: types and attributes of the elements that are open or in the list of active
//! formatting elements, whether each is the child of the one above it, and what the last child of each is.

use super::construction::Construction;
use super::document::{NodeData, NodeId};
use super::formatting::Entry;
use super::observer::TreeObserver;
use std::hash::{DefaultHasher, Hash, Hasher};

impl<O: TreeObserver> Construction<'_, O> {
    /// A number that two parsers share if the rules can read the same of both. `modes` numbers the insertion modes of the
    /// tables, so that parsers of different tables can be compared.
    #[must_use]
    pub fn fingerprint(&self, modes: &[u64]) -> u64 {
        let mode = |at: usize| modes.get(at).copied().unwrap_or(u64::MAX);
        let mut hash = DefaultHasher::new();
        mode(self.insertion_mode).hash(&mut hash);
        self.original_mode.map(mode).hash(&mut hash);
        for at in &self.template_modes {
            mode(*at).hash(&mut hash);
        }
        self.template_modes.len().hash(&mut hash);
        (self.frameset_ok, self.foster_parenting, self.is_stopped).hash(&mut hash);
        (&self.pending, self.ignore_next, &self.switch).hash(&mut hash);
        std::mem::discriminant(&self.document.quirks).hash(&mut hash);
        let place = |node: Option<NodeId>| node.map(|node| self.place_in_stack(node));
        (place(self.head), place(self.form)).hash(&mut hash);
        self.stack.len().hash(&mut hash);
        let mut above = None;
        for node in &self.stack {
            self.element_into(*node, &mut hash);
            let parent = self.document.nodes[*node].parent;
            (parent == above, parent.is_some()).hash(&mut hash);
            let last = self.document.nodes[*node].children.last();
            last.map(|last| self.kind_of(*last)).hash(&mut hash);
            let before = parent.and_then(|parent| self.document.previous(parent, Some(*node)));
            before.map(|before| self.kind_of(before)).hash(&mut hash);
            above = Some(*node);
        }
        for entry in &self.list {
            match entry {
                Entry::Element(node) => {
                    self.place_in_stack(*node).hash(&mut hash);
                    self.element_into(*node, &mut hash);
                }
                Entry::Marker(_) => u8::MAX.hash(&mut hash),
                Entry::Position(_) => {}
            }
        }
        hash.finish()
    }

    fn element_into(&self, node: NodeId, hash: &mut DefaultHasher) {
        self.document.element(node).hash(hash);
        self.document.attributes(node).hash(hash);
        let tag = self.created_for.get(&node);
        tag.map(|tag| &tag.attributes).hash(hash);
    }

    fn kind_of(&self, node: NodeId) -> bool {
        matches!(self.document.nodes[node].data, NodeData::Text(_))
    }
}
