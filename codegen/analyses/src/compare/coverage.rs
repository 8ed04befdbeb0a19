//! Which rows ran in any machine of a search.

use std::sync::atomic::{AtomicU64, Ordering};
use tokenwright_interpreter::{BlockKind, BlockRef, Observer};
use tokenwright_tables::model::Revision;

/// The rows of one side, a bit each; those from the 127th on share the last. In the order of [`BlockKind`].
#[derive(Debug)]
pub(super) struct Coverage([Vec<Bits>; 2]);

/// The lower half and the upper one.
type Bits = [AtomicU64; 2];

impl Coverage {
    pub(super) fn new(revision: &Revision) -> Self {
        let none = |count: usize| (0..count).map(|_| Bits::default()).collect();
        Coverage([&revision.states, &revision.procedures].map(|blocks| none(blocks.len())))
    }

    pub(super) fn rows(&self) -> CoveredRows {
        let whole = |bits: &Bits| {
            let [low, high] = bits.each_ref().map(|half| half.load(Ordering::Relaxed));
            u128::from(high) << 64 | u128::from(low)
        };
        let plain = |all: &Vec<Bits>| all.iter().map(whole).collect();
        CoveredRows(self.0.each_ref().map(plain))
    }
}

/// Records the rows that a machine runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct CoverageObserver<'a>(pub(super) &'a Coverage);

impl Observer for CoverageObserver<'_> {
    fn row(&mut self, block: BlockRef<'_>, row: usize) {
        let Coverage(blocks) = self.0;
        if let Some(rows) = blocks[block.kind as usize].get(block.index) {
            let (half, bit) = (row.min(127) / 64, 1 << (row.min(127) % 64));
            // Most rows have run before, and memory that is only read stays in the caches of all cores.
            if rows[half].load(Ordering::Relaxed) & bit == 0 {
                rows[half].fetch_or(bit, Ordering::Relaxed);
            }
        }
    }
}

/// The rows of one side that some input runs, or may run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoveredRows([Vec<u128>; 2]);

impl CoveredRows {
    /// Whether a row of a state, or of a procedure, is among them.
    pub fn has(&self, kind: BlockKind, block: usize, row: usize) -> bool {
        let rows = self.0[kind as usize].get(block);
        rows.is_some_and(|rows| rows & (1 << row.min(127)) != 0)
    }
}
