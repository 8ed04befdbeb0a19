//! Deferred attributes.
//!
//! From an attribute name to the end of its value, the hot path holds both in local variables. Every use of the
//! attribute and every exit writes it to the tag first.

use super::Writer;
use crate::program::{Pending, Stmt};

impl Writer<'_> {
    /// The writes on an edge to a node, or out of the hot path.
    pub(super) fn edge(&self, pending: Pending, to: Option<usize>) -> Vec<Stmt> {
        let to = to.and_then(|to| self.tree.nodes.get(to));
        match to.is_some_and(|node| node.facts.pending == pending) {
            true => Vec::new(),
            false => flush(pending),
        }
    }

    /// The writes at a node after its scan.
    pub(super) fn flush_at(&self, node: usize) -> Vec<Stmt> {
        flush(self.tree.at_row(self.hot, node).pending)
    }
}

/// Writes the deferred attribute.
pub(super) fn flush(pending: Pending) -> Vec<Stmt> {
    match pending {
        Pending::Nothing => Vec::new(),
        pending => vec![Stmt::WriteAttribute(pending)],
    }
}
