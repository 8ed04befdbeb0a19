//! The token is dispatched, and again as long as a row reprocesses it.
//!
//! No row of the standard does so for ever. A row of edited tables may: `check` takes every change of the mode or of a list for progress.
//! The interpreter of the tables stops there; here, the token is dropped.

use super::builder::Builder;
use super::construction::Construction;
use super::rules::{Outcome, TreeRules};
use super::token::Token;

/// How deep rows may be inside one another that go on after the token was reprocessed.
const DEEPEST: u32 = 100;
/// How often a token may be dispatched while the stack of open elements gets no shorter. At the end of the file, it is reprocessed for
/// each template element that it pops.
const MOST: u32 = 1_000;
/// How often all tokens that are processed for one of the input may be dispatched. Each that a row makes up has a count of its own, too.
const MOST_IN_ALL: usize = 10_000;
/// How many more dispatches there may be for each byte of the pending table characters.
const FOR_PENDING: usize = 16;

/// The dispatches of the token.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Dispatches {
    /// How many more there may be.
    left: u32,
    /// How many more there may be of all tokens that are processed for the one of the input.
    left_in_all: usize,
    /// How few elements were open.
    fewest: usize,
    /// How many are inside one another, those of other tokens among them.
    depth: u32,
}

impl<R: TreeRules, B: Builder> Construction<R, B> {
    /// Dispatches a token, and again as long as a row wants that.
    pub(crate) fn process(&mut self, t: &mut Token<'_>) {
        self.process_again(t, 0);
    }

    /// Dispatches a token again that was dispatched some times.
    #[inline(never)]
    pub(super) fn process_again(&mut self, t: &mut Token<'_>, times: u64) {
        if self.dispatches.depth == 0 {
            self.count_dispatches();
        }
        if self.dispatches.depth == DEEPEST || !self.may_dispatch() {
            return;
        }
        self.dispatches.depth += 1;
        let mut times = times + 1;
        while R::dispatch(self, t, t.kind) == Outcome::Reprocess && self.may_dispatch() {
            times += 1;
        }
        self.dispatches.depth -= 1;
        for _ in 0..times {
            if !self.is_stopped {
                R::after_dispatch(self, t);
            }
        }
    }

    /// The next token of the input is processed.
    #[inline]
    pub(super) fn begin_token(&mut self) {
        self.dispatches.left_in_all = MOST_IN_ALL + self.pending.len() * FOR_PENDING;
    }

    /// Processes a token inside the row of another, which has a count of its own.
    pub(super) fn process_inside(&mut self, process: impl FnOnce(&mut Self)) {
        let before = self.dispatches;
        self.count_dispatches();
        process(self);
        self.dispatches = Dispatches {
            left_in_all: self.dispatches.left_in_all,
            ..before
        };
    }

    fn count_dispatches(&mut self) {
        (self.dispatches.left, self.dispatches.fewest) = (MOST, self.stack.len());
    }

    /// Whether the token may be dispatched once more, which is counted.
    fn may_dispatch(&mut self) -> bool {
        let (open, count) = (self.stack.len(), &mut self.dispatches);
        if open < count.fewest {
            count.fewest = open;
            return true;
        }
        let may = count.left > 0 && count.left_in_all > 0;
        count.left = count.left.saturating_sub(1);
        count.left_in_all = count.left_in_all.saturating_sub(1);
        may
    }
}
