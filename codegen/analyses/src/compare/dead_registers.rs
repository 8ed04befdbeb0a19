//! The registers that are dead in both of two revisions.

use super::collect::collect;
use super::facts::StateFacts;
use tokenwright_interpreter::{Digits, Registers as InterpreterRegisters};
use tokenwright_tables::effects::RegisterSet;
use tokenwright_tables::model::Revision;

/// For each state, the registers that one of two revisions may still read.
#[derive(Debug)]
pub(crate) struct DeadRegisters {
    live: Vec<RegisterSet>,
}

impl DeadRegisters {
    /// Of two revisions that have the same states.
    pub(crate) fn of(revisions: [&Revision; 2]) -> Self {
        let [a, b] = revisions.map(collect);
        let any = |facts: &StateFacts| facts.live.any();
        let states = a.states.iter().zip(&b.states);
        DeadRegisters {
            live: states.map(|(a, b)| any(a).or(any(b))).collect(),
        }
    }

    /// Whether the temporary buffer is still compared with something from a state on.
    pub(crate) fn compares_buffer(&self, state: usize) -> bool {
        self.live[state].has(RegisterSet::BUFFER_COMPARED)
    }

    /// The registers without those that are dead in a state.
    pub(crate) fn without(
        &self,
        state: usize,
        said: &InterpreterRegisters,
    ) -> InterpreterRegisters {
        use RegisterSet as R;
        let live = self.live[state];
        let mut said = said.clone();
        if !live.has(R::BUFFER) {
            said.temporary_buffer.clear();
        }
        if !live.has(R::RETURN_STATE) {
            said.return_state = None;
        }
        if !live.has(R::LAST_START_TAG) {
            said.last_start_tag = None;
        }
        if !live.has(R::ADDITIONAL) {
            said.additional_allowed = None;
        }
        if !live.has(R::CODE) {
            said.code = 0;
        }
        if !live.has(R::RANGE) {
            said.digits = Digits::default();
        }
        if !live.has(R::BASE) {
            said.base = Digits::default();
        }
        if !live.has(R::TARGET) {
            said.target = None;
        }
        if !live.has(R::MATCHED) {
            said.matched = None;
        }
        if !live.has(R::REFERENCE) {
            said.reference = None;
        }
        if !live.has(R::RETURNED) {
            said.returned = None;
        }
        if !live.has(R::BULK) {
            said.bulk = None;
            said.bulk_met_eof = false;
        }
        if !live.has(R::TAG) {
            said.tag = None;
        }
        if !live.has(R::COMMENT) {
            said.comment = None;
        }
        if !live.has(R::DOCTYPE) {
            said.doctype = None;
        }
        if !live.has(R::INSTRUCTION) {
            said.processing_instruction = None;
        }
        said
    }
}
