//! Nodes by their numbers.

use crate::attributes::Attributes;
use crate::text::Range;
use tokenwright::Namespace;
use tokenwright::tree_construction::Name;

/// The number of a node.
pub(crate) type NodeId = u32;

/// No node.
pub(crate) const NONE: NodeId = NodeId::MAX;

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Data {
    Document,
    /// The contents of a template element, or a shadow root.
    Fragment,
    /// Its name, and the number of its identifiers.
    Doctype(Range, u32),
    Element(Namespace, Name, Attributes),
    Text(Range),
    Comment(Range),
    /// The number of its target, and its data.
    ProcessingInstruction(u32, Range),
}

/// A node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) parent: NodeId,
    pub(crate) previous: NodeId,
    pub(crate) next: NodeId,
    pub(crate) first: NodeId,
    pub(crate) last: NodeId,
    pub(crate) data: Data,
}

const _: () = assert!(size_of::<Node>() <= 40);

/// The nodes of a document.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arena {
    pub(crate) nodes: Vec<Node>,
}

impl Arena {
    #[inline]
    pub(crate) fn create(&mut self, data: Data) -> NodeId {
        let id = self.nodes.len() as NodeId;
        self.nodes.push(Node {
            parent: NONE,
            previous: NONE,
            next: NONE,
            first: NONE,
            last: NONE,
            data,
        });
        id
    }

    #[inline]
    pub(crate) fn get(&self, node: NodeId) -> &Node {
        &self.nodes[node as usize]
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, node: NodeId) -> &mut Node {
        &mut self.nodes[node as usize]
    }

    pub(crate) fn detach(&mut self, node: NodeId) {
        let Node {
            parent,
            previous,
            next,
            ..
        } = *self.get(node);
        if parent == NONE {
            return;
        }
        match previous {
            NONE => self.get_mut(parent).first = next,
            previous => self.get_mut(previous).next = next,
        }
        match next {
            NONE => self.get_mut(parent).last = previous,
            next => self.get_mut(next).previous = previous,
        }
        let node = self.get_mut(node);
        (node.parent, node.previous, node.next) = (NONE, NONE, NONE);
    }

    /// Appends a node without a parent.
    #[inline]
    pub(crate) fn append(&mut self, parent: NodeId, node: NodeId) {
        let last = std::mem::replace(&mut self.get_mut(parent).last, node);
        match last {
            NONE => self.get_mut(parent).first = node,
            last => self.get_mut(last).next = node,
        }
        let node = self.get_mut(node);
        (node.parent, node.previous) = (parent, last);
    }

    /// Inserts a node without a parent before another; does nothing if that has none.
    pub(crate) fn insert_before(&mut self, next: NodeId, node: NodeId) {
        let Node {
            parent, previous, ..
        } = *self.get(next);
        if parent == NONE {
            return;
        }
        match previous {
            NONE => self.get_mut(parent).first = node,
            previous => self.get_mut(previous).next = node,
        }
        self.get_mut(next).previous = node;
        let node = self.get_mut(node);
        (node.parent, node.previous, node.next) = (parent, previous, next);
    }

    /// Makes a fragment of the root element of a document; returns it.
    pub(crate) fn make_fragment(&mut self) -> NodeId {
        let root = self.nodes[0].first;
        self.detach(root);
        self.get_mut(root).data = Data::Fragment;
        root
    }
}
