//! Attributes that are written to the tag in one piece.
//!
//! While the hot path goes from a name to its value, both are held in local variables. What asks for the attribute,
//! and every way out, writes it first.

use super::Writer;
use crate::program::{Pending, Stmt};

impl Writer<'_> {
    /// What is written on the way to a node, or out of the path.
    pub(super) fn edge(&self, pending: Pending, to: Option<usize>) -> Vec<Stmt> {
        let to = to.and_then(|to| self.tree.nodes.get(to));
        match to.is_some_and(|node| node.facts.pending == pending) {
            true => Vec::new(),
            false => flush(pending),
        }
    }

    /// What is written before anything else is done at a node, once its scan is over.
    pub(super) fn flush_at(&self, node: usize) -> Vec<Stmt> {
        flush(self.tree.at_row(self.hot, node).pending)
    }
}

/// Writes what is held.
pub(super) fn flush(pending: Pending) -> Vec<Stmt> {
    match pending {
        Pending::Nothing => Vec::new(),
        pending => vec![Stmt::WriteAttribute(pending)],
    }
}
