//! Callbacks from running tree construction.

use super::construction::{RowsOf, TreeError};
use super::document::{Document, NodeId};
use super::formatting::Entry;
use super::token::TreeToken;
use crate::observer::callbacks;
use rustc_hash::FxHashSet;
use tokenwright_tables::tree::model::{Algorithm, Clause, Conjunction, Mode, Row, TreeTables};

/// What runs: a row or an algorithm.
#[derive(Clone, Copy, Debug)]
pub enum Body<'a> {
    /// A row that matches the token, or that another row refers to.
    Row {
        /// Whose row it is.
        rows: RowsOf,
        /// The mode, or the rules for foreign content.
        mode: &'a Mode,
        /// Its index among the rows of the mode.
        index: usize,
    },
    /// An algorithm, by its index in the tables.
    Algorithm(usize, &'a Algorithm),
}

impl<'a> Body<'a> {
    /// The row; none of an algorithm.
    #[must_use]
    pub fn row(self) -> Option<&'a Row> {
        match self {
            Body::Row { mode, index, .. } => mode.rows.get(index),
            Body::Algorithm(..) => None,
        }
    }

    /// The steps.
    #[must_use]
    pub fn clauses(self) -> &'a [Clause] {
        match self {
            Body::Row { mode, index, .. } => mode.rows.get(index).map_or(&[], |row| &row.body),
            Body::Algorithm(_, algorithm) => &algorithm.body,
        }
    }
}

/// The parse state (13.2.4) before or after a token.
#[derive(Clone, Copy, Debug)]
pub struct ParseState<'a> {
    /// The tables, for the names of modes.
    pub tables: &'a TreeTables,
    /// The tree so far.
    pub document: &'a Document,
    /// The parse errors of tree construction so far.
    pub errors: &'a [TreeError],
    /// The stack of open elements, the html element first.
    pub open_elements: &'a [NodeId],
    pub(super) list: &'a [Entry],
    /// The index of the insertion mode.
    pub insertion_mode: usize,
    /// The index of the original insertion mode, if one was set.
    pub original_mode: Option<usize>,
    /// The index of the secondary insertion mode, if one was set.
    pub secondary_mode: Option<usize>,
    pub(super) tainted: &'a FxHashSet<NodeId>,
    /// The stack of template insertion modes, by index.
    pub template_modes: &'a [usize],
    /// The head element pointer.
    pub head: Option<NodeId>,
    /// The form element pointer.
    pub form: Option<NodeId>,
    /// Whether the frameset-ok flag is "ok".
    pub frameset_ok: bool,
    /// Whether foster parenting is enabled.
    pub foster_parenting: bool,
}

impl ParseState<'_> {
    /// Whether an element is marked as tainted.
    #[must_use]
    pub fn is_tainted(&self, node: NodeId) -> bool {
        self.tainted.contains(&node)
    }

    /// The list of active formatting elements, the oldest first; `None` is a marker.
    pub fn formatting(&self) -> impl Iterator<Item = Option<NodeId>> + '_ {
        self.list.iter().filter_map(|entry| match entry {
            Entry::Element(node) => Some(Some(*node)),
            Entry::Marker(_) => Some(None),
            Entry::Position(_) => None,
        })
    }
}

callbacks! {
    /// Callbacks of running tree construction. The default of every method does nothing.
    ///
    /// If a run gets stuck, what was begun does not end.
    pub trait TreeObserver {
        /// The tokenizer emits a token.
        fn token(token: &TreeToken, state: ParseState<'_>);
        /// The token was processed.
        fn processed(state: ParseState<'_>);
        /// The steps of a row or of an algorithm begin.
        fn enter(body: Body<'_>);
        /// The steps that were begun last have ended.
        fn leave();
        /// A step is about to run, or a call, or a label is passed.
        fn clause(clause: &Clause);
        /// The conditions of a clause were evaluated: `held` is their result. A loop evaluates them before each turn.
        fn tested(any: &[Conjunction], held: bool);
    }
}

impl TreeObserver for () {}
