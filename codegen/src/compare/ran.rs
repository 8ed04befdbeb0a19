//! Which rows ran in any machine of a search.

use crate::interpret::{Block, BlockKind, Observer};
use crate::model::Revision;
use std::cell::Cell;

/// The rows of one side, a bit each; those from the 127th on share the last.
#[derive(Debug)]
pub(super) struct Ran {
    states: Vec<Cell<u128>>,
    procedures: Vec<Cell<u128>>,
}

impl Ran {
    pub(super) fn new(revision: &Revision) -> Self {
        Ran {
            states: vec![Cell::new(0); revision.states.len()],
            procedures: vec![Cell::new(0); revision.procedures.len()],
        }
    }

    pub(super) fn rows(&self) -> Rows {
        let plain = |all: &[Cell<u128>]| all.iter().map(Cell::get).collect();
        Rows {
            states: plain(&self.states),
            procedures: plain(&self.procedures),
        }
    }
}

/// Notes the rows that a machine runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Notes<'a>(pub(super) &'a Ran);

impl Observer for Notes<'_> {
    fn row(&mut self, block: Block<'_>, row: usize) {
        let blocks = match block.kind {
            BlockKind::State => &self.0.states,
            BlockKind::Procedure => &self.0.procedures,
        };
        if let Some(rows) = blocks.get(block.index) {
            rows.set(rows.get() | bit(row));
        }
    }
}

fn bit(row: usize) -> u128 {
    1 << row.min(127)
}

/// The rows of one side that some input makes run, or may make run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    states: Vec<u128>,
    procedures: Vec<u128>,
}

impl Rows {
    /// Whether a row of a state, or of a procedure, is among them.
    pub fn has(&self, kind: BlockKind, block: usize, row: usize) -> bool {
        let blocks = match kind {
            BlockKind::State => &self.states,
            BlockKind::Procedure => &self.procedures,
        };
        blocks.get(block).is_some_and(|rows| rows & bit(row) != 0)
    }
}
